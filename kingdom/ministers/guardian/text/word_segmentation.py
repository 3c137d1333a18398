"""Segmentation of text without spaces into known words: the segmentation with the fewest unknown letters wins."""

from dataclasses import dataclass

from kingdom.core.background.computed_once import ComputedOnce

_LONGEST = 20  # letters of a word
_START = 3  # letters by which words are indexed
_SHORTEST = 2
_WINDOW = 2_000  # letters segmented at once; longer runs are segmented window by window
_WORD = 1  # cost of a word; among segmentations with as many unknown letters, fewest words win
_UNKNOWN_LETTER = 2 * _WINDOW  # more than all words of a window


@dataclass(frozen=True)
class WordSegmenter:
    """The known words, and their lengths by their first letters."""

    words: frozenset[str]
    lengths: dict[str, tuple[int, ...]]

    def segment(self, run: str) -> list[str]:
        """Return the words of a run of letters; unknown letters in a row stay together."""
        return [word for at in range(0, len(run), _WINDOW) for word in self._segment_window(run[at : at + _WINDOW])]

    def _segment_window(self, run: str) -> list[str]:
        # Of each suffix, from the end: the cost of its best segmentation, and the length of its first word. Integers
        # and one look-up for most letters: hostile texts have millions of letters.
        end, lengths, words = len(run), self.lengths, self.words
        costs, sizes = [0] * (end + 1), [1] * end
        for at in range(end - 1, -1, -1):
            best = costs[at + 1] + _UNKNOWN_LETTER
            if run[at : at + _SHORTEST] in words and costs[at + _SHORTEST] + _WORD < best:
                best, sizes[at] = costs[at + _SHORTEST] + _WORD, _SHORTEST
            for size in lengths.get(run[at : at + _START], ()):
                if at + size <= end and run[at : at + size] in words and costs[at + size] + _WORD < best:
                    best, sizes[at] = costs[at + size] + _WORD, size
            costs[at] = best
        return _backtrack(run, sizes)


def _backtrack(run: str, sizes: list[int]) -> list[str]:
    words: list[str] = []
    at = known_until = 0
    while at < len(run):
        size = sizes[at]
        if size > 1:
            if known_until < at:
                words.append(run[known_until:at])
            words.append(run[at : at + size])
            known_until = at + size
        at += size
    return [*words, run[known_until:]] if known_until < len(run) else words


@ComputedOnce
def word_segmenter(words: frozenset[str]) -> WordSegmenter:
    """Return the segmenter of a vocabulary; words of one letter or more than 20 are left out."""
    usable = frozenset(word for word in words if _SHORTEST <= len(word) <= _LONGEST)
    lengths: dict[str, set[int]] = {}
    for word in usable:
        lengths.setdefault(word[:_START], set()).add(len(word))
    return WordSegmenter(usable, {start: tuple(sorted(sizes)) for start, sizes in lengths.items()})
