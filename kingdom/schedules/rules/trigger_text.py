"""Read "whenever a CSV file arrives: …" in four languages into the names of files and the message. Pure, no model."""

import re
from typing import NamedTuple

from kingdom.core.errors import BadInput

_KINDS = "csv|tsv|excel|xlsx|json|pdf"
# "CSV file", "CSV" or "file"; a text alone is none, since people also send texts.
_EN = rf"(?:(?:(?P<kind>{_KINDS}|text|txt)[\s-]?)?(?:files?|documents?)|(?P<alone>{_KINDS})s?)"
_DE = rf"(?:(?:(?P<kind>{_KINDS}|text|txt)[\s-]?)?(?:dateien|datei|dokumente?)|(?P<alone>{_KINDS})s?)"
_FR = rf"(?:(?:fichiers?|documents?)(?:\s(?P<kind>{_KINDS}|texte?|txt))?|(?P<alone>{_KINDS}))"
_ES = rf"(?:(?:archivos?|ficheros?|documentos?)(?:\s(?P<kind>{_KINDS}|texto?|txt))?|(?P<alone>{_KINDS}))"
_EN_ARRIVES = r"(?:that\s)?(?:arrives?|comes?\sin|(?:is|are|gets?)\s(?:uploaded|added)|appears?)"
_PHRASES = (
    rf"(?:when(?:ever)?|if|every\stime|each\stime|as\ssoon\sas)\s(?:(?:an?|any|some)\s)?(?:new\s)?{_EN}\s{_EN_ARRIVES}",
    r"(?:when(?:ever)?|if|every\stime|each\stime|as\ssoon\sas)\s(?:i|we|you|someone|somebody|anyone|anybody)\s"
    rf"(?:uploads?|adds?|sends?(?:\sin)?)\s(?:(?:an?|any|some)\s)?(?:new\s)?{_EN}",
    rf"(?:for\s)?(?:each|every)\s(?:new\s)?{_EN}\s(?:{_EN_ARRIVES}|(?:that\s)?(?:i|we)\s(?:upload|add))",
    rf"(?:(?:immer\s)?wenn|sobald|falls|jedes\smal,?\swenn)\s(?:eine?\s)?(?:neue[ns]?\s)?{_DE}\s(?:ankomm(?:t|en)|"
    r"eintriff(?:t)|eintreffen|komm(?:t|en)|(?:he)?reinkomm(?:t|en)|eingeh(?:t|en)|"
    r"(?:hochgeladen|hinzugefügt)\s(?:wird|werden)|erschein(?:t|en))",
    r"(?:(?:immer\s)?wenn|sobald|falls|jedes\smal,?\swenn)\s(?:ich|wir|jemand)\s(?:eine?n?\s)?(?:neue[ns]?\s)?"
    rf"{_DE}\s(?:hochlad(?:e|en)|hochlädt|hinzufüg(?:e|t|en))",
    rf"(?:für\s)?jede[sn]?\s(?:neue[sn]?\s)?{_DE},?\sd(?:ie|as)\s(?:ankommt|eintrifft|reinkommt|hochgeladen\swird|"
    r"ich\shochlade)",
    r"(?:quand|lorsqu[e'’]|dès\squ[e'’]|(?:à\s)?chaque\sfois\squ[e'’])\s?(?:un\s)?(?:nouveau\s)?"
    rf"{_FR}\s(?:arrive|est\s(?:ajouté|déposé|téléversé)|apparaît)",
    r"(?:quand|lorsqu[e'’]|dès\squ[e'’]|(?:à\s)?chaque\sfois\squ[e'’])\s?(?:je|on|quelqu['’]un)\s(?:ajoute|dépose|"
    rf"téléverse|envoie)\s(?:un\s)?(?:nouveau\s)?{_FR}",
    r"(?:cuando|cada\svez\sque|en\scuanto)\s(?:(?:yo|alguien)\s)?(?:llegue|llega|(?:se\s)?(?:sub[aeo]|añad[aeo]))\s"
    rf"(?:un\s)?(?:nuevo\s)?{_ES}(?:\snuevo)?",
)
_WHEN = [re.compile(rf"(?<!\w){phrase}(?!\w)", re.IGNORECASE) for phrase in _PHRASES]
_PATTERNS = {"excel": "*.xlsx", "text": "*.txt", "texte": "*.txt", "texto": "*.txt"}
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
