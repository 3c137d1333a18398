"""Segmentation of text without spaces into known words: the segmentation with the fewest unknown letters wins."""

from dataclasses import dataclass
from functools import lru_cache

_LONGEST = 20  # letters of a word
_START = 3  # letters by which words are indexed
_SHORTEST = 2
_WINDOW = 2_000  # letters segmented at once; longer runs are segmented window by window


@dataclass(frozen=True)
class WordSegmenter:
    """The known words, and their lengths by their first letters."""

    words: frozenset[str]
    lengths: dict[str, tuple[int, ...]]

    def segment(self, run: str) -> list[str]:
        """Return the words of a run of letters; unknown letters in a row stay together."""
        return [word for at in range(0, len(run), _WINDOW) for word in self._segment_window(run[at : at + _WINDOW])]

    def _segment_window(self, run: str) -> list[str]:
        # Best segmentation of each suffix, from the end: unknown letters, number of words, length of its first word.
        best: list[tuple[int, int, int]] = [(0, 0, 0)] * (len(run) + 1)
        for at in range(len(run) - 1, -1, -1):
            unknown, count, _ = best[at + 1]
            choice = (unknown + 1, count, 1)
            for size in (*self.lengths.get(run[at : at + _START], ()), *self.lengths.get(run[at : at + _SHORTEST], ())):
                if at + size <= len(run) and run[at : at + size] in self.words:
                    unknown, count, _ = best[at + size]
                    choice = min(choice, (unknown, count + 1, size))
            best[at] = choice
        return _backtrack(run, best)


def _backtrack(run: str, best: list[tuple[int, int, int]]) -> list[str]:
    words: list[str] = []
    at, unknown = 0, ""
    while at < len(run):
        size = best[at][2]
        if size == 1:
            unknown += run[at]
        else:
            words += [unknown] if unknown else []
            words.append(run[at : at + size])
            unknown = ""
        at += size
    return [*words, unknown] if unknown else words


@lru_cache(maxsize=4)
def word_segmenter(words: frozenset[str]) -> WordSegmenter:
    """Return the segmenter of a vocabulary; words of one letter or more than 20 are left out."""
    usable = frozenset(word for word in words if _SHORTEST <= len(word) <= _LONGEST)
    lengths: dict[str, set[int]] = {}
    for word in usable:
        lengths.setdefault(word[:_START], set()).add(len(word))
    return WordSegmenter(usable, {start: tuple(sorted(sizes)) for start, sizes in lengths.items()})
