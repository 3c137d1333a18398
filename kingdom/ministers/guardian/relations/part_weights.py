"""The sum of a sentence's parts: what several concepts tell together, where no frame names their relation.

A weight stands for each concept of the frames, and in the rules of a spec for each frequent word. They were fitted
by ``benchmarks/support/guardian_weights.py``; a sentence whose sum passes the threshold is put before a person.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import yaml

from kingdom.core.background.computed_once import ComputedOnce
from kingdom.ministers.guardian.relations.frames import FrameKind, load_frames
from kingdom.ministers.guardian.text.policy import POLICY_DIR, YAML_LOADER

_STEM = 6  # letters of a word that count
_SHORTEST = 3  # letters of a word
WEIGHTS_FILE = POLICY_DIR / "part_weights.yaml"


@dataclass(frozen=True)
class PartWeights:
    """The weights of one kind of text by concept or form, with the threshold of their sum."""

    threshold: float
    weights: Mapping[str, float]

    def exceeds(self, parts: Iterable[str]) -> bool:
        """Return whether the parts of a sentence sum up to more than the threshold."""
        return sum(self.weights.get(part, 0.0) for part in parts) > self.threshold


def parts_of(sentence: str, form: str, *, with_words: bool) -> set[str]:
    """Return the concepts of a sentence, its form (a mood, or whether a rule forbids), and the stems of its words."""
    index = load_frames().read(sentence).index
    words = {f"word:{word[:_STEM]}" for word in index.words if len(word) >= _SHORTEST} if with_words else set()
    return {*index.matches, f"form:{form}", *words}


@ComputedOnce
def load_weights(file: Path = WEIGHTS_FILE) -> Mapping[FrameKind, PartWeights]:
    """Return the weights by kind of text."""
    data = yaml.load(file.read_text(encoding="utf-8"), Loader=YAML_LOADER)  # noqa: S506
    return {kind: PartWeights(float(each["threshold"]), each["weights"]) for kind, each in data.items()}
