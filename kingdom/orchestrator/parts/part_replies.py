"""The answer to a message of several requests: all parts in order, in the language of the message. Pure."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from kingdom.cognition.message_reading.message_language import Language, message_language

MAX_QUOTED = 160  # characters of a request above its answer


@dataclass(frozen=True)
class PartResult:
    """How one part ended. ``error`` is a sentence for the user, empty when it was answered."""

    text: str
    answer: str = ""
    error: str = ""


class _Texts(NamedTuple):
    """The sentences in one language; ``limit`` takes the number of parts that are answered at once."""

    unanswered: str
    limit: str
    nothing: str


_TEXTS: Mapping[Language, _Texts] = {
    "en": _Texts(
        "This part was not answered. {error}",
        "A message gets at most {count} answers at once. Send this part again as a message of its own.",
        "None of the {count} parts of this message was answered. Each one says why.",
    ),
    "de": _Texts(
        "Dieser Teil wurde nicht beantwortet. {error}",
        "Eine Nachricht bekommt höchstens {count} Antworten auf einmal. Schick diesen Teil noch einmal einzeln.",
        "Keiner der {count} Teile dieser Nachricht wurde beantwortet. Bei jedem steht, warum.",
    ),
    "fr": _Texts(
        "Cette partie est restée sans réponse. {error}",
        "Un message reçoit au plus {count} réponses à la fois. Renvoyez cette partie dans un message à part.",
        "Aucune des {count} parties de ce message n'a reçu de réponse. Chacune dit pourquoi.",
    ),
    "es": _Texts(
        "Esta parte quedó sin respuesta. {error}",
        "Un mensaje recibe como máximo {count} respuestas a la vez. Envía esta parte de nuevo en un mensaje aparte.",
        "Ninguna de las {count} partes de este mensaje tuvo respuesta. Cada una dice por qué.",
    ),
}


def parts_reply(message: str, results: Sequence[PartResult]) -> str:
    """Return the answers of all parts in order as Markdown, each below its request as a quote."""
    texts = _TEXTS[message_language(message)]
    blocks = [
        f"{_quoted(result.text)}\n\n{texts.unanswered.format(error=result.error) if result.error else result.answer}"
        for result in results
    ]
    return "\n\n".join(blocks)


def limit_reply(message: str, count: int) -> str:
    """Return why a part beyond the bound has no answer."""
    return _TEXTS[message_language(message)].limit.format(count=count)


def nothing_reply(message: str, count: int) -> str:
    """Return the error of a message none of whose parts was answered."""
    return _TEXTS[message_language(message)].nothing.format(count=count)


def _quoted(text: str) -> str:
    line = " ".join(text.split())
    return f"> {line}" if len(line) <= MAX_QUOTED else f"> {line[:MAX_QUOTED].rsplit(' ', 1)[0]} …"
