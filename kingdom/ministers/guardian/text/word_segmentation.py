"""Text without spaces, cut into known words: the cut that leaves the fewest letters over."""

from dataclasses import dataclass
from functools import lru_cache

_LONGEST = 20  # letters of a word
_START = 3
_SHORTEST = 2
_WINDOW = 2_000  # letters cut at once; longer runs are cut window by window


@dataclass(frozen=True)
class WordSegmenter:
    """Known words by their first letters, with the lengths that occur."""

    words: frozenset[str]
    lengths: dict[str, tuple[int, ...]]

    def cut(self, run: str) -> list[str]:
        """Return the words of a run of letters; what is unknown stays together."""
        return [word for at in range(0, len(run), _WINDOW) for word in self._window(run[at : at + _WINDOW])]

    def _window(self, run: str) -> list[str]:
        # from the end: cost (letters left over, words) of the best cut of each rest, and the length of its first word
        best: list[tuple[int, int, int]] = [(0, 0, 0)] * (len(run) + 1)
        for at in range(len(run) - 1, -1, -1):
            left, count, _ = best[at + 1]
            found = (left + 1, count, 1)
            for size in (*self.lengths.get(run[at : at + _START], ()), *self.lengths.get(run[at : at + _SHORTEST], ())):
                if at + size <= len(run) and run[at : at + size] in self.words:
                    left, count, _ = best[at + size]
                    found = min(found, (left, count + 1, size))
            best[at] = found
        return _backtrack(run, best)


def _backtrack(run: str, best: list[tuple[int, int, int]]) -> list[str]:
    made: list[str] = []
    at, unknown = 0, ""
    while at < len(run):
        size = best[at][2]
        if size == 1:
            unknown += run[at]
        else:
            made += [unknown] if unknown else []
            made.append(run[at : at + size])
            unknown = ""
        at += size
    return [*made, unknown] if unknown else made


@lru_cache(maxsize=4)
def word_segmenter(words: frozenset[str]) -> WordSegmenter:
    """Return the cutter of a vocabulary: its words of two letters and more."""
    kept = frozenset(word for word in words if _SHORTEST <= len(word) <= _LONGEST)
    lengths: dict[str, set[int]] = {}
    for word in kept:
        lengths.setdefault(word[:_START], set()).add(len(word))
    return WordSegmenter(kept, {start: tuple(sorted(sizes)) for start, sizes in lengths.items()})
