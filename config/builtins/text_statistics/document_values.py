"""A count that is asked of one key of a JSON object: the text is the value there, not all of the object."""

import json
import re
from typing import NamedTuple

from config.builtins.wording import blanked, fold

LONGEST_OBJECT = 20_000  # characters
LEAST_OF_KEY = 3  # letters
COUNTS_ASKED_OF_KEY = re.compile(
    r"\b(?:words?|characters?|letters?|sentences?|syllables?|vowels?|worter|zeichen|buchstaben|satze|silben|mots?|caracteres?|lettres?|phrases?|palabras?|letras?|frases?)\b",
    re.IGNORECASE,
)


class ValueOfKey(NamedTuple):
    """A message with the value of the key alone in place of its object, and the places of the object and of the key."""

    message: str
    spans: list[list[int]]


def value_of_key(message: str) -> ValueOfKey | None:
    """Return what a message asks of the only key that it names of its JSON object with a text there; None for others."""
    place = re.search(r"\{.*\}", message[:LONGEST_OBJECT], re.DOTALL)
    outside = fold(blanked(message, *place.span())).lower() if place is not None else ""
    if place is None or COUNTS_ASKED_OF_KEY.search(outside) is None:
        return None
    try:
        document = json.loads(place.group())
    except (ValueError, RecursionError):
        return None
    texts = {key for key, value in document.items() if isinstance(value, str) and len(key) >= LEAST_OF_KEY}
    named = {
        key: match
        for key in texts
        if (match := re.search(rf"(?<![\w-])[\"'`]?{re.escape(fold(key).lower())}[\"'`]?(?![\w-])", outside))
        and COUNTS_ASKED_OF_KEY.fullmatch(key) is None
    }
    if len(named) != 1:
        return None
    key, match = named.popitem()
    value = re.search(rf"\"{re.escape(key)}\"\s*:\s*(?P<text>\"[^\"\\]+\")", place.group())
    if value is None:
        return None
    start, end = (place.start() + at for at in value.span("text"))
    made = blanked(blanked(message, *place.span()), *match.span())
    return ValueOfKey(made[:start] + message[start:end] + made[end:], [list(place.span()), list(match.span())])
