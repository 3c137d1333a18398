"""Line diffs of texts from users and models, with a bound on the work: difflib takes quadratic time and more. Pure."""

from collections.abc import Iterator, Sequence
from difflib import Match, SequenceMatcher

MAX_STEPS = 3_000_000  # compared pairs of lines: about one second


class DiffTooCostly(ValueError):
    """The texts repeat so many lines that comparing them would take too long."""


class _BoundedMatcher(SequenceMatcher[str]):
    """A matcher that counts the pairs of lines that each search looks at, before it looks at them."""

    def __init__(self, before: Sequence[str], after: Sequence[str]) -> None:
        """Take the lines of both texts."""
        super().__init__(None, before, after)
        self._before, self._steps = before, 0

    def find_longest_match(self, alo: int = 0, ahi: int | None = None, blo: int = 0, bhi: int | None = None) -> Match:
        """Return the longest match as the base class does. Raises DiffTooCostly beyond 3,000,000 steps."""
        places: dict[str, list[int]] = self.b2j  # type: ignore[attr-defined] # public in difflib, missing in the stubs
        end = len(self._before) if ahi is None else ahi
        self._steps += sum(1 + len(places.get(line, ())) for line in self._before[alo:end])
        if self._steps > MAX_STEPS:
            raise DiffTooCostly
        return super().find_longest_match(alo, ahi, blo, bhi)


def bounded_diff(before: Sequence[str], after: Sequence[str], *, context: int) -> Iterator[str]:
    """Yield the hunks of a unified diff: ``@@ -1,2 +1,3 @@`` and the lines behind ``-``, ``+`` and a blank.

    Raises DiffTooCostly before the first line.
    """
    groups = list(_BoundedMatcher(before, after).get_grouped_opcodes(context))
    return _hunk_lines(before, after, groups)


def _hunk_lines(
    before: Sequence[str], after: Sequence[str], groups: Sequence[Sequence[tuple[str, int, int, int, int]]]
) -> Iterator[str]:
    for group in groups:
        first, last = group[0], group[-1]
        yield f"@@ -{_range(first[1], last[2])} +{_range(first[3], last[4])} @@"
        for tag, start, end, other_start, other_end in group:
            if tag == "equal":
                yield from (f" {line}" for line in before[start:end])
                continue
            yield from (f"-{line}" for line in before[start:end])
            yield from (f"+{line}" for line in after[other_start:other_end])


def _range(start: int, end: int) -> str:
    """Return the lines of a hunk as diff(1) writes them: the first (from 1) and how many, unless it is one."""
    count = end - start
    if count == 1:
        return str(start + 1)
    return f"{start + 1 if count else start},{count}"
