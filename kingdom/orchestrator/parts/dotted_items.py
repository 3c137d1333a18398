"""Finds requests that are numbered with dots in a line: "I need 1. the mean of … and 2. the date in June". Pure."""

import re
from collections.abc import Sequence

from kingdom.contracts.handler_result import Span
from kingdom.orchestrator.parts.segmentation_phrases import MONTHS

_LEAD = re.compile(  # what a numbered list of wishes follows; elsewhere a number with a dot is a day or a place
    r"(?:need|want|like|brauche|möchte|hätte gern|will|bitte|please|besoin de|voudrais|veux|il me faut|quiero|necesito"
    r"|quisiera|things|sachen|dinge|fragen|questions|choses|cosas|preguntas)\s*:?\s*\Z|\A\s*\Z",
    re.IGNORECASE,
)
_MARKER = re.compile(
    r"(?:(?<=\s)|\A|(?P<joint>[,;]?\s+(?:and|und|sowie|et|y)\s+|[,;]\s+))(?P<number>[1-9])\.\s+"
    rf"(?!(?:{MONTHS})(?!\w))(?!(?:and|und|or|oder|bis|to|et|ou|y|o)\s)(?=[^\W\d])",
    re.IGNORECASE,
)
_MIN_WORDS = 2


def dotted_items(message: str) -> list[Span]:
    """Return the items of a list in a line that is numbered with dots behind a wish; none for others."""
    found = list(_MARKER.finditer(message))
    if len(found) < 2 or not _is_list(message, found):
        return []
    ends = [*(match.start() for match in found[1:]), len(message.rstrip())]
    spans = [Span(match.end(), end) for match, end in zip(found, ends, strict=True)]
    return spans if all(len(message[slice(*span)].split()) >= _MIN_WORDS for span in spans) else []


def _is_list(message: str, found: Sequence[re.Match[str]]) -> bool:
    """Return whether markers count up from one in a line, each behind a joint and the first behind a wish."""
    numbers = [int(match["number"]) for match in found]
    is_line = "\n" not in message[found[0].start() : found[-1].end()]
    is_wished = _LEAD.search(message[: found[0].start("number")]) is not None
    is_counted = numbers == list(range(1, len(found) + 1))
    return is_line and is_wished and is_counted and all(match["joint"] for match in found[1:])
