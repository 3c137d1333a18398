"""Semantic frames: an act, its object and what makes it an attack, in any order within one sentence.

A pattern of ``rules/*.yaml`` is a sequence, so it knows one wording in one language; a frame is a set of parts, which
passives, subordinate clauses and other languages put into other orders. Frames and their concepts are data:
``config/guardian/frames/*.yaml``.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Literal

import yaml

from kingdom.contracts.spec import FrozenModel
from kingdom.core.background.computed_once import ComputedOnce
from kingdom.ministers.guardian.text.concept_matcher import (
    ConceptIndex,
    Match,
    PatternStep,
    Vocabulary,
    find_pattern,
    parse_pattern,
    tokenize,
)
from kingdom.ministers.guardian.text.normalization import normalize_text
from kingdom.ministers.guardian.text.policy import POLICY_DIR, YAML_LOADER

FrameKind = Literal["spec", "request"]
Mood = Literal["order", "statement", "question", "fiction"]
FRAMES_DIR = POLICY_DIR / "frames"
NEGATION = "negation"  # the concept whose words, right before a part, take the part back
MAX_WORDS = 400  # of one sentence; the rest of it is not read
_NEGATION_REACH = 2  # words between a negation and the part that it takes back
_MAX_MATCHES = 12  # of one part in one sentence


class Frame(FrozenModel):
    """One frame. Each of ``parts`` is a concept, several (``a|b``) or a sequence (``a ~3 b``); all must be there.

    ``within`` bounds the words from the first part to the last, ``unless`` names concepts that take the frame back, and
    ``besides`` concepts of which one word at least must be absent from the purpose of a spec.
    """

    id: str
    rule: str
    kinds: tuple[FrameKind, ...]
    moods: tuple[Mood, ...] = ("order", "statement")
    parts: tuple[str, ...]
    within: int = 40
    unless: tuple[str, ...] = ()
    besides: tuple[str, ...] = ()
    whole_text: bool = False  # of a request: the parts may stand in different sentences
    negatable: bool = True
    rules_only: bool = False  # of a spec: its purpose, examples and schemas do not fill it
    forbidding: bool = False  # a sentence that forbids (to tell somebody something) fills it, too
    positive: tuple[str, ...] = ()
    negative: tuple[str, ...] = ()


@dataclass(frozen=True)
class FrameSet:
    """The frames with their parsed parts, and the vocabulary of their concepts."""

    frames: tuple[tuple[Frame, tuple[tuple[PatternStep, ...], ...]], ...]
    vocabulary: Vocabulary

    def read(self, sentence: str) -> "FrameReading":
        """Return the concepts of a sentence, at most ``MAX_WORDS`` words of it."""
        words = tokenize(normalize_text(sentence.replace("’", "'")))[:MAX_WORDS]
        return FrameReading(self, ConceptIndex.build(words, self.vocabulary))


@dataclass(frozen=True)
class FrameReading:
    """A sentence as concepts."""

    frames: FrameSet
    index: ConceptIndex
    _parts: dict[tuple[PatternStep, ...], list[Match]] = field(default_factory=dict)

    def matching(self, kind: FrameKind, is_read: Callable[[Frame], bool], purpose: str = "") -> Iterator[Frame]:
        """Yield the frames of ``kind`` that the sentence fills; ``purpose`` is that of the spec, normalized."""
        for frame, parts in self.frames.frames:
            if kind in frame.kinds and is_read(frame) and self._is_filled(frame, parts, purpose):
                yield frame

    def _is_filled(self, frame: Frame, parts: tuple[tuple[PatternStep, ...], ...], purpose: str) -> bool:
        if any(concept in self.index.matches for concept in frame.unless):
            return False
        spans = [self._spans(part, negatable=frame.negatable) for part in parts]
        return (
            all(spans)
            and _fits(spans, frame.within)
            and all(self._is_besides(concept, purpose) for concept in frame.besides)
        )

    def _spans(self, part: tuple[PatternStep, ...], *, negatable: bool) -> list[Match]:
        if part not in self._parts:
            self._parts[part] = [*dict.fromkeys(find_pattern(part, self.index))][:_MAX_MATCHES]
        found = self._parts[part]
        return [span for span in found if not self._is_negated(span[0])] if negatable else found

    def _is_negated(self, first: int) -> bool:
        return any(0 <= first - end <= _NEGATION_REACH for _, end in self.index.matches.get(NEGATION, ()))

    def _is_besides(self, concept: str, purpose: str) -> bool:
        """Return whether a word of the concept that the sentence has is absent from the purpose."""
        return any(
            all(_stem(word) not in purpose for word in self.index.words[first:last] if len(word) > 3)
            for first, last in self.index.matches.get(concept, ())
        )


def _stem(word: str) -> str:
    return word[: max(4, len(word) - 2)]


def _fits(spans: Sequence[Sequence[Match]], within: int) -> bool:
    """Return whether one span of each part can be chosen so that none overlap and all lie within so many words."""

    def choose(at: int, chosen: tuple[Match, ...]) -> bool:
        if at == len(spans):
            return max(last for _, last in chosen) - min(first for first, _ in chosen) <= within
        return any(
            choose(at + 1, (*chosen, span))
            for span in spans[at]
            if all(span[1] <= first or last <= span[0] for first, last in chosen)
        )

    return choose(0, ())


@ComputedOnce
def load_frames(folder: Path = FRAMES_DIR) -> FrameSet:
    """Return the frames in a folder. Raises ValueError for a part whose concept the folder does not define."""
    concepts: dict[str, dict[str, str]] = {}
    frames: list[Frame] = []
    for file in sorted(folder.glob("*.yaml")):
        data: Mapping[str, Any] = yaml.load(file.read_text(encoding="utf-8"), Loader=YAML_LOADER)  # noqa: S506
        concepts.update(data.get("concepts", {}))
        frames += [Frame.model_validate(frame) for frame in data.get("frames", ())]
    unknown = {name for frame in frames for name in _concepts_of(frame)} - concepts.keys()
    if unknown:
        raise ValueError(f"Guardian frames name concepts that are not defined: {sorted(unknown)}")
    phrases = {name: _phrases(languages) for name, languages in concepts.items()}
    parsed = tuple((frame, tuple(map(parse_pattern, frame.parts))) for frame in frames)
    return FrameSet(parsed, Vocabulary.from_concepts(phrases, normalize_text))


def _phrases(languages: Mapping[str, str]) -> list[str]:
    return [phrase.strip() for words in languages.values() for phrase in words.split(",") if phrase.strip()]


def _concepts_of(frame: Frame) -> Iterator[str]:
    yield from (*frame.unless, *frame.besides)
    for part in frame.parts:
        for step in parse_pattern(part):
            yield from step.concepts
