"""The messages of a first hour in other wrappings: greetings, thanks, labels, side sentences and spaces around them."""

import random
import re
from collections.abc import Callable, Iterator, Sequence

from benchmarks.support.first_hour_judge import MESSAGES_FILE, FirstHourMessage, read_messages

ROLE_OF_KIND = {
    "units": "unit_converter",
    "dates": "date_calculator",
    "csv": "csv_statistics",
    "json": "json_formatter",
    "text": "text_statistics",
    "email": "email_validator",
    "calculator": "calculator",
    "arithmetic": "calculator",
}
_AHEAD = {
    "en": ("hi, quick question: ", "hey there! ", "sorry to bother you, ", "Good morning, ", "my boss wants to know: "),
    "de": ("hallo, kurze Frage: ", "hi! ", "sorry für die Störung, ", "nur aus Neugier: ", "mein Chef will wissen: "),
    "fr": ("bonjour, petite question : ", "salut ! ", "désolé de déranger, ", "pour mes devoirs : "),
    "es": ("hola, una pregunta rápida: ", "¡hola! ", "perdona la molestia, ", "por curiosidad, "),
}
_BEHIND = {
    "en": ("thanks!", "cheers", "no rush", "any idea?", "need it for a form", "I always forget this", "thx"),
    "de": ("danke!", "eilt nicht", "danke im Voraus", "vergesse ich immer"),
    "fr": ("merci !", "c'est pour un formulaire", "pas pressé"),
    "es": ("¡gracias!", "sin prisa", "es para un formulario"),
}
_BESIDE = {
    "en": ("My sister asked me this.", "I need this for the garden.", "I was asked at work.", "It's for a friend."),
    "de": ("Meine Schwester hat mich das gefragt.", "Ich brauche das für den Garten."),
    "fr": ("Ma sœur m'a demandé ça.", "J'en ai besoin pour le jardin."),
    "es": ("Mi hermana me lo preguntó.", "Lo necesito para el jardín."),
}
_GREETING = {"en": "Hello,", "de": "Hallo,", "fr": "Bonjour,", "es": "Hola,"}
_LABELS = ("Q: ", "1) ", "Question: ")
_ASKING = re.compile(
    r"¿?(?:how|what|whats|which|when|who|is|are|does|did|will|can|convert|count|sort|list|show|give|find|remove"
    r"|wie|was|welche\w*|wann|combien|quel\w*|quand|cu[aá]nt\w*|qu[eé]|cu[aá]l\w*)\b",
    re.IGNORECASE,
)
Wrapping = Callable[[FirstHourMessage, random.Random], str | None]


def asking_messages() -> list[FirstHourMessage]:
    """Return the messages of one part that begin with their question and are for a built-in handler."""
    return [
        one
        for one in read_messages(MESSAGES_FILE)
        if one.kind in ROLE_OF_KIND and not one.before and _ASKING.match(one.message)
    ]


def _small(text: str) -> str:
    return text[0].lower() + text[1:]


def _ahead(message: FirstHourMessage, draw: random.Random) -> str:
    return draw.choice(_AHEAD[message.language]) + _small(message.message)


def _greeted(message: FirstHourMessage, draw: random.Random) -> str:
    return f"{_GREETING[message.language]}{draw.choice(('', ' '))}\n{message.message}"


def _labelled(message: FirstHourMessage, draw: random.Random) -> str:
    return draw.choice(_LABELS) + message.message


def _beside(message: FirstHourMessage, draw: random.Random) -> str:
    return f"{draw.choice(_BESIDE[message.language])} {message.message}"


def _behind(message: FirstHourMessage, draw: random.Random) -> str | None:
    """Return a message with thanks behind its question, where no data follows."""
    if message.kind == "text" or not message.message.rstrip().endswith("?") or "\n" in message.message:
        return None
    return f"{message.message.rstrip()} {draw.choice(_BEHIND[message.language])}"


def _spaced(message: FirstHourMessage, _draw: random.Random) -> str | None:
    """Return a message with two spaces between the words of its question."""
    question, line, rest = message.message.partition("\n")
    if (
        message.kind in ("text", "json", "email")
        or (not line and message.kind == "csv")
        or re.search(r"\d \d", question)
    ):
        return None
    return question.replace(" ", "  ") + line + rest


WRAPPINGS: dict[str, Wrapping] = {
    "ahead": _ahead,
    "greeted": _greeted,
    "labelled": _labelled,
    "beside": _beside,
    "behind": _behind,
    "spaced": _spaced,
}


def wrapped(messages: Sequence[FirstHourMessage], wrapping: str, seed: int) -> Iterator[tuple[FirstHourMessage, str]]:
    """Yield the messages, each with its text in one wrapping."""
    for message in messages:
        text = WRAPPINGS[wrapping](message, random.Random(f"{seed}/{wrapping}/{message.id}"))
        if text is not None:
            yield message, text
