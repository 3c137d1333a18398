"""Matching of concept patterns: words map to concepts, and a pattern is a sequence of concepts with bounded gaps.

No regular expression with backtracking runs on hostile text: each word is looked up once, so the work is linear in the
length of the text.
"""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import chain
from operator import itemgetter
from typing import TypeAlias

_KANA_HAN = "぀-ヿ㐀-鿿"
# A Han or kana character is a word by itself, since those scripts have no spaces. So is the @ of an e-mail address.
_TOKEN = re.compile(
    rf"[{_KANA_HAN}]|[^\W_{_KANA_HAN}]+|[.!?](?=\s|$)|[。！？]|\n[ \t]*\n|(?<=\w)@(?=[a-z0-9-]{{1,63}}\.[a-z])"
)
_SENTENCE_ENDS = frozenset(".!?。！？\n")
_SHORTEST_STEM = 2
_LONGEST_STEM = 28
_MAX_CACHED_WORDS = 50_000  # words


Match: TypeAlias = tuple[int, int]
"""The words from ``first`` to ``last`` (exclusive) that matched. A plain tuple, since a text has thousands of them."""


@dataclass(frozen=True)
class _Phrase:
    concept: str
    rest: tuple[str, ...]


@dataclass(frozen=True)
class _PhraseStart:
    """The concepts of a word by itself, and the longer phrases that it begins."""

    concepts: tuple[str, ...] = ()
    by_next: Mapping[str, Sequence[_Phrase]] = field(default_factory=dict)  # following word -> phrases
    by_stem: tuple[_Phrase, ...] = ()  # phrases whose second word has any ending
    ends_sentence: bool = False


_SENTENCE_END = _PhraseStart(ends_sentence=True)


def tokenize(text: str) -> list[str]:
    """Return the words and sentence ends of a normalized text."""
    return _TOKEN.findall(text)


def _matches_word(pattern: str, word: str) -> bool:
    return word.startswith(pattern[:-1]) if pattern.endswith("*") else word == pattern


@dataclass
class Vocabulary:
    """The phrases of each concept, in all languages. A ``*`` at the end of a word matches any ending."""

    by_word: dict[str, list[_Phrase]] = field(default_factory=dict)  # first word -> phrases
    by_stem: dict[str, list[_Phrase]] = field(default_factory=dict)  # start of the first word -> phrases
    _latin: set[str] = field(default_factory=set)
    _known: dict[str, _PhraseStart | None] = field(default_factory=dict)

    @classmethod
    def from_concepts(cls, concepts: Mapping[str, Iterable[str]], normalize: Callable[[str], str]) -> "Vocabulary":
        """Return the vocabulary of ``{concept: [phrase, …]}``; phrases are normalized as texts are."""
        vocabulary = cls()
        for concept, phrases in concepts.items():
            for phrase in phrases:
                vocabulary._add(concept, normalize(phrase))
        return vocabulary

    def _add(self, concept: str, phrase: str) -> None:
        parts: list[str] = []
        for chunk in phrase.split():
            words = tokenize(chunk.rstrip("*")) or [chunk]
            parts += [*words[:-1], words[-1] + "*"] if chunk.endswith("*") else words
        entry = _Phrase(concept, tuple(parts[1:]))
        if parts[0].endswith("*"):
            self.by_stem.setdefault(parts[0][:-1], []).append(entry)
        else:
            self.by_word.setdefault(parts[0], []).append(entry)
        self._latin.update(part for part in parts if part.isascii() and part.isalpha())

    @cached_property
    def _stems_by_start(self) -> Mapping[str, list[str]]:
        """The stems by their first two letters, the shortest first: most words begin like none of them."""
        stems: dict[str, list[str]] = defaultdict(list)
        for stem in sorted(self.by_stem, key=len):
            if _SHORTEST_STEM <= len(stem) <= _LONGEST_STEM:
                stems[stem[:_SHORTEST_STEM]].append(stem)
        return dict(stems)

    @cached_property
    def latin_words(self) -> frozenset[str]:
        """All words of Latin letters, for the segmentation of text without spaces."""
        return frozenset(self._latin)

    def phrase_starts(self, words: Sequence[str]) -> list[_PhraseStart | None]:
        """Return for each word the phrases that it begins, None for an unknown word."""
        known = self._known
        new = {word for word in words if word not in known}
        if len(known) + len(new) > _MAX_CACHED_WORDS:  # hostile texts bring ever new words
            known.clear()
            new = set(words)
        for word in new:
            known[word] = _SENTENCE_END if word[0] in _SENTENCE_ENDS else self._look_up(word)
        return [known[word] for word in words]

    def starts_phrase(self, word: str) -> bool:
        """Return whether a word begins a phrase."""
        stems = self._stems_by_start.get(word[:_SHORTEST_STEM], ())
        return word in self.by_word or any(map(word.startswith, stems)) or word[0] in _SENTENCE_ENDS

    def _look_up(self, word: str) -> _PhraseStart | None:
        phrases = list(self.by_word.get(word, ()))
        for stem in filter(word.startswith, self._stems_by_start.get(word[:_SHORTEST_STEM], ())):
            phrases += self.by_stem[stem]
        if not phrases:
            return None
        by_next: dict[str, list[_Phrase]] = {}
        for phrase in phrases:
            if phrase.rest and not phrase.rest[0].endswith("*"):
                by_next.setdefault(phrase.rest[0], []).append(phrase)
        by_stem = tuple(phrase for phrase in phrases if phrase.rest and phrase.rest[0].endswith("*"))
        concepts = tuple(dict.fromkeys(phrase.concept for phrase in phrases if not phrase.rest))
        return _PhraseStart(concepts, by_next, by_stem)


_MAX_PHRASES_AT_WORD = 8  # matches of one concept that begin at the same word


@dataclass
class ConceptIndex:
    """A text as words: the positions of each concept, and the sentence of each word."""

    words: list[str]
    sentences: list[int] = field(default_factory=list)  # number of the sentence of each word
    matches: dict[str, list[Match]] = field(default_factory=dict)  # concept -> where it matches

    @classmethod
    def build(cls, words: list[str], vocabulary: Vocabulary) -> "ConceptIndex":
        """Return the index of a list of words."""
        index = cls(words)
        sentence, sentences = 0, index.sentences
        matches = index.matches = defaultdict(list)
        following_words = chain(words[1:], [""])
        for at, (start, following) in enumerate(zip(vocabulary.phrase_starts(words), following_words, strict=False)):
            sentences.append(sentence)
            if start is None:
                continue
            for concept in start.concepts:
                matches[concept].append((at, at + 1))
            if following in start.by_next or start.by_stem:
                index._add_longer_phrases(start, at)
            elif start.ends_sentence:
                sentence += 1
        sentences.append(sentence)
        index.matches = dict(matches)
        return index

    def _add_longer_phrases(self, start: _PhraseStart, at: int) -> None:
        following = start.by_next.get(self.words[at + 1], ()) if at + 1 < len(self.words) else ()
        for phrase in (*following, *start.by_stem) if start.by_stem else following:
            size = len(phrase.rest)
            rest = self.words[at + 1 : at + 1 + size]
            if len(rest) == size and all(map(_matches_word, phrase.rest, rest)):
                self.matches.setdefault(phrase.concept, []).append((at, at + 1 + size))

    def matches_of(self, concepts: Sequence[str]) -> list[Match]:
        """Return the matches of any of these concepts, in order."""
        if len(concepts) == 1:
            return list(self.matches.get(concepts[0], ()))
        return sorted(match for concept in concepts for match in self.matches.get(concept, ()))

    def is_preceded(self, concepts: Iterable[str], first: int, reach: int) -> bool:
        """Return whether one of the concepts ends at most ``reach`` words before word ``first``, in its sentence."""
        return any(
            0 <= first - end <= reach and self.sentences[start] == self.sentences[first]
            for concept in concepts
            for start, end in self._nearby(concept, first, reach + 1)
        )

    def is_within(self, concepts: Iterable[str], match: Match) -> bool:
        """Return whether one of the concepts begins inside a match."""
        first, last = match
        return any(
            first <= start < last for concept in concepts for start, _ in self._nearby(concept, last, last - first + 1)
        )

    def is_around(self, concepts: Iterable[str], match: Match, reach: int) -> bool:
        """Return whether one of the concepts is in a match or at most ``reach`` words from it."""
        first, last = match
        return any(
            start >= first - reach
            for concept in concepts
            for start, _ in self._nearby(concept, last + reach, 2 * reach + 8)
        )

    def begins_at(self, concepts: Iterable[str], at: int) -> bool:
        """Return whether one of the concepts begins at word ``at``."""
        return any(start == at for concept in concepts for start, _ in self._nearby(concept, at, _MAX_PHRASES_AT_WORD))

    def _nearby(self, concept: str, first: int, count: int) -> list[Match]:
        """Return the last ``count`` matches that begin at or before word ``first``."""
        matches = self.matches.get(concept, [])
        at = bisect_right(matches, (first + 1,))
        return matches[max(0, at - count) : at]


@dataclass(frozen=True)
class PatternStep:
    """One step of a pattern: any of ``concepts``, at most ``gap`` words after the step before it."""

    concepts: tuple[str, ...]
    gap: int


def parse_pattern(text: str) -> tuple[PatternStep, ...]:
    """Return the steps of a pattern such as ``override ~4 prior|your ~2 orders``. Raises ValueError if it is empty."""
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


def find_pattern(pattern: tuple[PatternStep, ...], index: ConceptIndex) -> list[Match]:
    """Return the matches of a pattern, each inside one sentence."""
    if any(index.matches.keys().isdisjoint(step.concepts) for step in pattern):
        return []
    current = index.matches_of(pattern[0].concepts)
    for step in pattern[1:]:
        current = _extend_matches(current, step, index)
    return current


def _extend_matches(current: list[Match], step: PatternStep, index: ConceptIndex) -> list[Match]:
    current.sort(key=itemgetter(1))
    ends = [last for _, last in current]
    sentences = index.sentences
    extended: list[Match] = []
    for first, last in index.matches_of(step.concepts):
        at = bisect_right(ends, first) - 1
        if at < 0:
            continue
        start, end = current[at]
        if first - end <= step.gap and sentences[start] == sentences[first]:
            extended.append((start, last))
    return extended
