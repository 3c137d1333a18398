"""What a person reads about the parts of a message that an answer left out, in four languages. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from kingdom.cognition.message_reading.message_language import Language

MAX_LISTED = 5
MAX_PHRASE = 60  # characters


@dataclass(frozen=True, kw_only=True)
class UnusedNotice:
    """The sentences of one language. ``{}`` stands for a list of quoted phrases, in ``read_as`` and
    ``repaired`` for a word each."""

    unused: str
    wish: str
    doubt: str
    can: str
    only_unused: str
    ask: str
    quotes: tuple[str, str]
    more: str
    read_as: str
    repaired: str

    def question(self, unused: str, used: str, own_question: str) -> str:
        """Return the question about the unused phrases; ``own_question`` of the handler stands for the usual one."""
        said = self.can.format(used, unused) if used else self.only_unused.format(unused)
        return f"{said} {own_question or self.ask}"


NOTICES: Mapping[Language, UnusedNotice] = {
    "en": UnusedNotice(
        unused="I did not use: {}.",
        wish="I cannot do this part: {}.",
        doubt="I am not sure.",
        can="I can answer for {}, but your message also says {}, which I cannot use.",
        only_unused="Your message says {}, which I cannot use.",
        ask="Do you want my answer without it? Then send the message again without these words.",
        quotes=("“", "”"),
        more="and {} more",
        read_as="I read “{}” as “{}”.",
        repaired="I took “{}” instead of “{}”.",
    ),
    "de": UnusedNotice(
        unused="Nicht verwendet habe ich: {}.",
        wish="Das kann ich nicht: {}.",
        doubt="Ich bin mir nicht sicher.",
        can="Ich kann zu {} antworten, aber in der Nachricht steht auch {}; das kann ich nicht verwenden.",
        only_unused="In der Nachricht steht {}; das kann ich nicht verwenden.",
        ask="Soll ich ohne das antworten? Dann bitte die Nachricht ohne diese Wörter noch einmal senden.",
        quotes=("„", "“"),
        more="und {} weitere",
        read_as="„{}“ habe ich als „{}“ gelesen.",
        repaired="Genommen habe ich „{}“ statt „{}“.",
    ),
    "fr": UnusedNotice(
        unused="Je n'ai pas utilisé : {}.",
        wish="Je ne peux pas faire cela : {}.",
        doubt="Je ne suis pas sûr.",
        can="Je peux répondre pour {}, mais le message dit aussi {}, que je ne peux pas utiliser.",
        only_unused="Le message dit {}, que je ne peux pas utiliser.",
        ask="Faut-il répondre sans cela ? Alors renvoyez le message sans ces mots.",
        quotes=("« ", " »"),
        more="et {} de plus",
        read_as="J'ai lu « {} » comme « {} ».",
        repaired="J'ai pris « {} » au lieu de « {} ».",
    ),
    "es": UnusedNotice(
        unused="No he usado: {}.",
        wish="No puedo hacer esto: {}.",
        doubt="No estoy seguro.",
        can="Puedo responder sobre {}, pero el mensaje también dice {}, que no puedo usar.",
        only_unused="El mensaje dice {}, que no puedo usar.",
        ask="¿Respondo sin eso? Entonces envíe el mensaje otra vez sin esas palabras.",
        quotes=("“", "”"),
        more="y {} más",
        read_as="He leído “{}” como “{}”.",
        repaired="He tomado “{}” en lugar de “{}”.",
    ),
}


def quoted_list(phrases: Sequence[str], notice: UnusedNotice) -> str:
    """Return at most five different phrases in quotation marks, each on one line and at most 60 characters long."""
    distinct = list(dict.fromkeys(" ".join(phrase.split()).strip("\"“”„«»`' ") for phrase in phrases))
    shown = [f"{notice.quotes[0]}{_shortened(phrase)}{notice.quotes[1]}" for phrase in distinct[:MAX_LISTED]]
    rest = len(distinct) - MAX_LISTED
    return ", ".join([*shown, notice.more.format(rest)] if rest > 0 else shown)


def _shortened(phrase: str) -> str:
    """Return a phrase of bounded length that starts no markup: it is shown as Markdown."""
    text = phrase if len(phrase) <= MAX_PHRASE else f"{phrase[: MAX_PHRASE - 1]}…"
    return "".join(f"\\{letter}" if letter in "\\`*_[]<>#|!~" else letter for letter in text)
