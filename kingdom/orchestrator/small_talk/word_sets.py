"""Sets of words that a question about Kingdom consists of."""

from collections.abc import Sequence
from dataclasses import dataclass

from kingdom.orchestrator.small_talk.phrases import Topic


@dataclass(frozen=True)
class WordSet:
    """Words without accents. A text has one of ``openings`` first (any word where there are none), one of ``keys``, and
    one of ``markers``, which say that it is about Kingdom, or about the user; ``others`` may stand beside them.
    """

    topic: Topic
    openings: frozenset[str]
    keys: frozenset[str]
    markers: frozenset[str]
    others: frozenset[str]

    def holds(self, words: Sequence[str], function_words: frozenset[str]) -> bool:
        """Return whether the words are such a text; ``function_words`` may stand beside all others."""
        found = frozenset(words)
        opens = bool(words) and (not self.openings or words[0] in self.openings)
        return (
            opens and found <= self._all() | function_words and bool(found & self.keys) and bool(found & self.markers)
        )

    def _all(self) -> frozenset[str]:
        return self.openings | self.keys | self.markers | self.others


def words_of(*texts: str) -> frozenset[str]:
    """Return the words of some texts."""
    return frozenset(" ".join(texts).split())
