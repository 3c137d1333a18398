"""Meaning by verb plus object: words become concepts, a pattern is an order of concepts with bounded gaps.

No regular expression looks at hostile text here: each word is looked up once, so the work grows with the text and not with its content.
"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from operator import itemgetter
from typing import TypeAlias

_KANA_HAN = "぀-ヿ㐀-鿿"
# a Han or kana sign is a word by itself: those scripts write no spaces
# the sign of an e-mail address is a word too
_TOKEN = re.compile(
    rf"[{_KANA_HAN}]|[^\W_{_KANA_HAN}]+|[.!?](?=\s|$)|[。！？]|\n[ \t]*\n|(?<=\w)@(?=[a-z0-9-]{{1,63}}\.[a-z])"
)
_SENTENCE_ENDS = frozenset(".!?。！？\n")
_SHORTEST_STEM = 2
_LONGEST_STEM = 28
_MAX_CACHED_WORDS = 50_000  # words


Match: TypeAlias = tuple[int, int]
"""Words ``first`` to ``last`` (exclusive) of a reading matched. A plain tuple: there are thousands of them in each text."""


@dataclass(frozen=True)
class _Phrase:
    concept: str
    rest: tuple[str, ...]


@dataclass(frozen=True)
class _PhraseStart:
    """What a word may begin: concepts by itself, longer phrases by the word that follows."""

    alone: tuple[str, ...] = ()
    by_next: Mapping[str, Sequence[_Phrase]] = field(default_factory=dict)
    by_stem: tuple[_Phrase, ...] = ()  # the following word has any ending
    ends: bool = False  # it ends a sentence


_SENTENCE_END = _PhraseStart(ends=True)


def tokenize(text: str) -> list[str]:
    """Return the words and sentence ends of a folded text."""
    return _TOKEN.findall(text)


def _matches_word(pattern: str, word: str) -> bool:
    return word.startswith(pattern[:-1]) if pattern.endswith("*") else word == pattern


@dataclass
class Vocabulary:
    """Concept -> phrases of all languages. A ``*`` at the end of a word stands for any ending."""

    first: dict[str, list[_Phrase]] = field(default_factory=dict)
    stems: dict[str, list[_Phrase]] = field(default_factory=dict)
    plain: set[str] = field(default_factory=set)  # Latin words and stems, for cutting text without spaces
    _whole: frozenset[str] = frozenset()
    _known: dict[str, _PhraseStart | None] = field(default_factory=dict)

    @classmethod
    def of(cls, concepts: Mapping[str, Iterable[str]], fold: Callable[[str], str]) -> "Vocabulary":
        """Return the vocabulary of ``{concept: [phrase, …]}``; phrases are folded as texts are."""
        made = cls()
        for concept, phrases in concepts.items():
            for phrase in phrases:
                made._add(concept, fold(phrase))
        return made

    def _add(self, concept: str, phrase: str) -> None:
        parts: list[str] = []
        for chunk in phrase.split():
            words = tokenize(chunk.rstrip("*")) or [chunk]
            parts += [*words[:-1], words[-1] + "*"] if chunk.endswith("*") else words
        entry = _Phrase(concept, tuple(parts[1:]))
        if parts[0].endswith("*"):
            self.stems.setdefault(parts[0][:-1], []).append(entry)
        else:
            self.first.setdefault(parts[0], []).append(entry)
        self.plain.update(part for part in parts if part.isascii() and part.isalpha())

    def whole(self) -> frozenset[str]:
        """Return all Latin words and stems."""
        if not self._whole:
            self._whole = frozenset(self.plain)
        return self._whole

    def begun(self, words: Sequence[str]) -> list[_PhraseStart | None]:
        """Return for each word what it may begin, None for nothing."""
        known = self._known
        new = {word for word in words if word not in known}
        if len(known) + len(new) > _MAX_CACHED_WORDS:  # hostile texts bring ever new words
            known.clear()
            new = set(words)
        for word in new:
            known[word] = _SENTENCE_END if word[0] in _SENTENCE_ENDS else self._look_up(word)
        return [known[word] for word in words]

    def _look_up(self, word: str) -> _PhraseStart | None:
        phrases = list(self.first.get(word, ()))
        for size in range(_SHORTEST_STEM, min(len(word), _LONGEST_STEM) + 1):
            phrases += self.stems.get(word[:size], ())
        if not phrases:
            return None
        by_next: dict[str, list[_Phrase]] = {}
        for phrase in phrases:
            if phrase.rest and not phrase.rest[0].endswith("*"):
                by_next.setdefault(phrase.rest[0], []).append(phrase)
        by_stem = tuple(phrase for phrase in phrases if phrase.rest and phrase.rest[0].endswith("*"))
        return _PhraseStart(
            tuple(dict.fromkeys(phrase.concept for phrase in phrases if not phrase.rest)), by_next, by_stem
        )


@dataclass
class ConceptIndex:
    """One view of a text as words: where each concept stands, and where sentences end."""

    words: list[str]
    breaks: list[int] = field(default_factory=list)  # sentence ends before each word
    places: dict[str, list[Match]] = field(default_factory=dict)

    @classmethod
    def of(cls, words: list[str], vocabulary: Vocabulary) -> "ConceptIndex":
        """Return the reading of a list of words."""
        made = cls(words)
        ends, breaks = 0, made.breaks
        places = made.places = defaultdict(list)
        for index, (begun, following) in enumerate(zip(vocabulary.begun(words), chain(words[1:], [""]), strict=False)):
            breaks.append(ends)
            if begun is None:
                continue
            for concept in begun.alone:
                places[concept].append((index, index + 1))
            if following in begun.by_next or begun.by_stem:
                made._add_longer_phrases(begun, index)
            elif begun.ends:
                ends += 1
        breaks.append(ends)
        made.places = dict(places)
        return made

    def _add_longer_phrases(self, begun: _PhraseStart, index: int) -> None:
        following = begun.by_next.get(self.words[index + 1], ()) if index + 1 < len(self.words) else ()
        for phrase in (*following, *begun.by_stem) if begun.by_stem else following:
            size = len(phrase.rest)
            rest = self.words[index + 1 : index + 1 + size]
            if len(rest) == size and all(map(_matches_word, phrase.rest, rest)):
                self.places.setdefault(phrase.concept, []).append((index, index + 1 + size))

    def at(self, concepts: Sequence[str]) -> list[Match]:
        """Return where any of these concepts stands, in order."""
        if len(concepts) == 1:
            return list(self.places.get(concepts[0], ()))
        found = [match for concept in concepts for match in self.places.get(concept, ())]
        return sorted(found)

    def before(self, concepts: Iterable[str], first: int, reach: int) -> bool:
        """Say whether one of the concepts ends at most ``reach`` words before word ``first``, in the same sentence."""
        return any(
            0 <= first - end <= reach and self.breaks[start] == self.breaks[first]
            for concept in concepts
            for start, end in _nearby_matches(self.places.get(concept, []), first, reach + 1)
        )

    def within(self, concepts: Iterable[str], match: Match) -> bool:
        """Say whether one of the concepts begins inside a match."""
        first, last = match
        return any(
            first <= start < last
            for concept in concepts
            for start, _ in _nearby_matches(self.places.get(concept, []), last, last - first + 1)
        )

    def around(self, concepts: Iterable[str], match: Match, reach: int) -> bool:
        """Say whether one of the concepts stands in a match or at most ``reach`` words from it."""
        first, last = match
        return any(
            start >= first - reach
            for concept in concepts
            for start, _ in _nearby_matches(self.places.get(concept, []), last + reach, 2 * reach + 8)
        )


def _nearby_matches(places: list[Match], first: int, count: int) -> list[Match]:
    at = bisect_right(places, (first + 1,))
    return places[max(0, at - count) : at]


@dataclass(frozen=True)
class PatternStep:
    """One element of a pattern: any of ``concepts``, at most ``gap`` words after the element before it."""

    concepts: tuple[str, ...]
    gap: int


def parse_pattern(text: str) -> tuple[PatternStep, ...]:
    """Return the steps of a pattern such as ``override ~4 prior|your ~2 orders``. Raises ValueError for another form."""
    steps: list[PatternStep] = []
    gap = 0
    for part in text.split():
        if part.startswith("~"):
            gap = int(part[1:])
        else:
            steps.append(PatternStep(tuple(part.split("|")), gap))
            gap = 0
    if not steps:
        raise ValueError("a pattern has at least one concept")
    return tuple(steps)


def find_pattern(pattern: tuple[PatternStep, ...], reading: ConceptIndex) -> list[Match]:
    """Return where a pattern matches, inside sentences."""
    places = reading.places
    for step in pattern:
        if places.keys().isdisjoint(step.concepts):
            return []
    current = reading.at(pattern[0].concepts)
    for step in pattern[1:]:
        current = _extend_matches(current, step, reading)
    return current


def _extend_matches(current: list[Match], step: PatternStep, reading: ConceptIndex) -> list[Match]:
    current.sort(key=itemgetter(1))
    ends = [last for _, last in current]
    breaks = reading.breaks
    found: list[Match] = []
    for first, last in reading.at(step.concepts):
        at = bisect_right(ends, first) - 1
        if at < 0:
            continue
        start, end = current[at]
        if first - end <= step.gap and breaks[start] == breaks[first]:
            found.append((start, last))
    return found
