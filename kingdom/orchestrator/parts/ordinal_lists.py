"""Find the items of a list that is numbered in words: "First: … Second, …". Pure, linear in time; four languages."""

import re
from collections.abc import Sequence

from kingdom.orchestrator.parts.segmentation_phrases import ORDINALS

_ORDINAL = "|".join(rf"(?P<n{at}>{words})" for at, words in enumerate(ORDINALS))
_MARKER = re.compile(rf"(?:(?<=[.!?;,\n] )|(?<=\n)|\A)(?:{_ORDINAL})\s*[:,)–-]\s+", re.IGNORECASE)


def ordinal_spans(message: str, kept: Sequence[int]) -> list[tuple[int, int]]:
    """Return where each item of a message stands that begins with "First:" and goes on in order; none for others.

    ``kept`` marks the characters that belong to data.
    """
    found = [match for match in _MARKER.finditer(message) if not kept[match.start()]]
    in_order = [match.lastgroup for match in found] == [f"n{at}" for at in range(len(found))]
    if len(found) < 2 or not in_order or found[0].start():
        return []
    ends = [*(match.start() for match in found[1:]), len(message)]
    return [(match.end(), end) for match, end in zip(found, ends, strict=True)]
