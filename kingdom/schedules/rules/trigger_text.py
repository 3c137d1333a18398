"""Read "whenever a CSV file arrives: …" in four languages into the names of files and the message. Pure, no model."""

import re
from typing import NamedTuple

from kingdom.core.errors import BadInput

# An optional word for the kind of file stands before or behind the word for a file.
_KIND = r"(?:(?P<kind>csv|tsv|excel|xlsx|json|pdf|text|txt)[\s-]?)?"
_BEHIND = r"(?:\s(?P<behind>csv|tsv|excel|xlsx|json|pdf|texte?|txt))?"
_PHRASES = (
    r"(?:when(?:ever)?|every time|each time|as soon as)\s(?:an?\s)?(?:new\s)?" + _KIND + r"file\s(?:arrives|comes in|"
    r"is (?:uploaded|added)|appears)",
    r"(?:(?:immer\s)?wenn|sobald|jedes mal,? wenn)\s(?:eine\s)?(?:neue\s)?" + _KIND + r"datei\s(?:ankommt|eintrifft|"
    r"kommt|(?:hochgeladen|hinzugefügt)\swird|erscheint)",
    r"(?:quand|lorsqu[e'’]|dès qu[e'’]|chaque fois qu[e'’]|à chaque fois qu[e'’])\s?(?:un\s)?(?:nouveau\s)?fichier"
    + _BEHIND
    + r"\s(?:arrive|est (?:ajouté|déposé|téléversé)|apparaît)",
    r"(?:cuando|cada vez que|en cuanto)\s(?:llegue|llega|se (?:suba|sube|añada|añade))\s(?:un\s)?(?:nuevo\s)?archivo"
    + _BEHIND
    + r"(?:\snuevo)?",
)
_WHEN = [re.compile(phrase, re.IGNORECASE) for phrase in _PHRASES]
_PATTERNS = {"excel": "*.xlsx", "text": "*.txt", "texte": "*.txt"}
MAX_TEXT = 2_000  # characters
_HELP = "Say what is done with it, e.g. “whenever a CSV file arrives: validate the addresses”."


class TriggerText(NamedTuple):
    """The pattern that names of files fit ("" for all), and the message."""

    file_pattern: str
    message: str


def read_trigger(text: str) -> TriggerText | None:
    """Return what a sentence about arriving files asks for, None for another one. Raises BadInput without a task."""
    if len(text) > MAX_TEXT:
        return None
    words = " ".join(text.split())
    for phrase in _WHEN:
        found = phrase.search(words)
        if found is None:
            continue
        named = next(filter(None, found.groupdict().values()), "").lower()
        message = f"{words[: found.start()]} {words[found.end() :]}".strip(" ,;:–-")
        if not re.search(r"\w{2}", message):
            raise BadInput(f"I see when, but not what. {_HELP}")
        return TriggerText(_PATTERNS.get(named, f"*.{named}") if named else "", message)
    return None
