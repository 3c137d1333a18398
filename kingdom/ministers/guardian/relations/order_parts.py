"""Relations of parts that stand near each other in a message, in any order and across sentences."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

_MOST_MATCHES = 8  # of one part


@dataclass(frozen=True)
class NearParts:
    """Parts of which a match of each begins within so many characters of one match of the first part."""

    rule: str
    parts: tuple[re.Pattern[str], ...]
    within: int

    def is_in(self, text: str) -> bool:
        """Return whether all parts stand together in a text."""
        first, *others = ([found.start() for found in part.finditer(text)][:_MOST_MATCHES] for part in self.parts)
        return any(all(any(abs(at - start) <= self.within for at in starts) for starts in others) for start in first)


def near_parts(rule: str, *parts: str, within: int = 160) -> NearParts:
    """Return the relation of parts given as regular expressions."""
    return NearParts(rule, tuple(re.compile(part, re.I) for part in parts), within)


def filled_rules(relations: Sequence[NearParts], text: str) -> Iterator[str]:
    """Yield the rules of the relations that stand in a text."""
    yield from (relation.rule for relation in relations if relation.is_in(text))
