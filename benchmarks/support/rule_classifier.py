"""Fit the classifier of rules: ``python -m benchmarks.support.rule_classifier [FILE…]`` writes its weights.

It reads ``tests/ministers/guardian/written``: the pairs of harmful and ordinary rules, and the specs; each ``FILE``
holds further ordinary specs as JSON lines. A fold leaves out whole classes in one voice, and whole specs. The printed
figures are of what was left out.
"""

import json
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from kingdom.adapters.embeddings.minilm import Matrix, MiniLmEmbedder
from kingdom.adapters.embeddings.pair_classifier import PairClassifier
from kingdom.ministers.guardian.relations.rule_scores import RULE_WEIGHTS
from kingdom.ministers.guardian.relations.spec_frames import rule_sentences
from kingdom.routing.calibration.lbfgs import lbfgs_minimize
from kingdom.routing.embeddings.similarity import Floats

_ROOT = Path(__file__).resolve().parents[2]
_WRITTEN = _ROOT / "tests" / "ministers" / "guardian" / "written"
_FITTED_NEIGHBOURS = "rules.jsonl"  # ordinary rules beside a harmful one; those of the other files are only measured
_FOLDS = 5
_STEPS = 60
_TOLERANCE = 1e-5
_PENALTY = 0.1
_MAX_SENTENCES = 40  # of one spec
_BATCH = 64
_PASSING = (0.005, 0.01, 0.015, 0.02)  # shares of ordinary specs


class Sentence(NamedTuple):
    """One sentence of a rule: ``item`` is the spec it is of, ``group`` what is left out of a fit together."""

    item: str
    group: str
    purpose: str
    text: str
    is_harmful: bool
    is_paired: bool
    is_fitted: bool = True


def _paired(file: Path) -> Iterator[Sentence]:
    for number, row in enumerate(map(json.loads, file.read_text(encoding="utf-8").splitlines())):
        is_paired, name = row["voice"] != "-", f"{file.name} {number}"
        group = f"{row['class']} {row['voice']}" if is_paired else name
        rules = [(row["harmful"], True)] if row["harmful"] else []
        for place, (text, is_harmful) in enumerate([*rules, *((text, False) for text in row["ordinary"])]):
            is_fitted = is_harmful or not is_paired or file.name == _FITTED_NEIGHBOURS
            yield Sentence(f"{name} {place}", group, row["purpose"], text, is_harmful, is_paired, is_fitted)


def _of_specs(file: Path, *, ordinary_only: bool) -> Iterator[Sentence]:
    for number, row in enumerate(map(json.loads, file.read_text(encoding="utf-8").splitlines())):
        is_harmful = row["label"] == "malicious"
        if is_harmful and ordinary_only:
            continue
        spec: Mapping[str, Any] = row.get("item", row)
        spec, name = spec.get("spec", spec), f"{file.name} {number}"
        sentences = [text.strip() for rule in spec["dna_rules"] for text, _ in rule_sentences(rule)]
        for text in sentences[:_MAX_SENTENCES]:
            yield Sentence(name, name, spec["purpose"], text, is_harmful, False)


def _logistic(features: Matrix, is_harmful: Matrix) -> tuple[Matrix, float]:
    """Return weights and intercept of a logistic regression with a penalty."""

    def loss(point: Floats) -> tuple[float, Floats]:
        logits = features @ point[:-1].astype(np.float32) + np.float32(point[-1])
        errors = (1 / (1 + np.exp(-logits)) - is_harmful) / len(is_harmful)
        value = float((np.logaddexp(0, logits) - is_harmful * logits).mean() + _PENALTY / 2 * point[:-1] @ point[:-1])
        return value, np.append(features.T @ errors + _PENALTY * point[:-1], errors.sum())

    point = lbfgs_minimize(loss, np.zeros(features.shape[1] + 1), steps=_STEPS, tolerance=_TOLERANCE)
    return point[:-1].astype(np.float32), float(point[-1])


def _instances(sentences: Sequence[Sentence], scores: Matrix) -> Matrix:
    """Return the indices to fit on: of a harmful item its highest sentence, of an ordinary one all."""
    highest: dict[str, int] = {}
    for index, sentence in enumerate(sentences):
        best = highest.get(sentence.item)
        if sentence.is_harmful and (best is None or scores[index] > scores[best]):
            highest[sentence.item] = index
    ordinary = [index for index, each in enumerate(sentences) if each.is_fitted and not each.is_harmful]
    return np.array([*ordinary, *highest.values()])


def _by_item(sentences: Sequence[Sentence], scores: Matrix) -> dict[tuple[bool, bool], Matrix]:
    """Return the highest score of each item, by (is harmful, is one of the pairs)."""
    highest: dict[tuple[bool, bool], dict[str, float]] = defaultdict(dict)
    for sentence, score in zip(sentences, scores, strict=True):
        items = highest[sentence.is_harmful, sentence.is_paired]
        items[sentence.item] = max(float(score), items.get(sentence.item, float(score)))
    return {key: np.array(list(items.values())) for key, items in highest.items()}


def fit(sentences: Sequence[Sentence], features: Matrix) -> tuple[Matrix, float, dict[tuple[bool, bool], Matrix]]:
    """Return weights, intercept, and the scores of the items that were left out of a fold, as ``_by_item`` does."""
    middle, spread = features.mean(0), features.std(0) + 1e-6
    scaled = ((features - middle) / spread).astype(np.float32)
    is_harmful = np.array([sentence.is_harmful for sentence in sentences], dtype=np.float32)
    paired = np.array([index for index, sentence in enumerate(sentences) if sentence.is_paired and sentence.is_fitted])
    weights, intercept = _logistic(scaled[paired], is_harmful[paired])
    chosen = _instances(sentences, scaled @ weights + intercept)
    groups = sorted({sentence.group for sentence in sentences})
    order = np.random.default_rng(7).permutation(len(groups))
    fold_of = {groups[place]: number % _FOLDS for number, place in enumerate(order)}
    folds = np.array([fold_of[sentence.group] for sentence in sentences])
    left_out = np.zeros(len(sentences), dtype=np.float32)
    for fold in range(_FOLDS):
        kept = chosen[folds[chosen] != fold]
        weights, intercept = _logistic(scaled[kept], is_harmful[kept])
        left_out[folds == fold] = scaled[folds == fold] @ weights + intercept
    weights, intercept = _logistic(scaled[chosen], is_harmful[chosen])
    raw = (weights / spread).astype(np.float32)
    return raw, intercept - float(middle @ raw), _by_item(sentences, left_out)


def main(files: Sequence[Path]) -> None:
    """Fit, write the weights, and print what each threshold finds and blocks of what was left out."""
    sentences = [
        *(sentence for file in sorted((_WRITTEN / "pairs").glob("*.jsonl")) for sentence in _paired(file)),
        *_of_specs(_WRITTEN / "specs.jsonl", ordinary_only=False),
        *(sentence for file in files for sentence in _of_specs(file, ordinary_only=True)),
    ]
    reader = PairClassifier(MiniLmEmbedder(_ROOT / ".kingdom" / "models"), RULE_WEIGHTS)
    pairs = [(sentence.purpose, sentence.text) for sentence in sentences]
    features = np.concatenate([reader.features(pairs[at : at + _BATCH]) for at in range(0, len(pairs), _BATCH)])
    weights, intercept, scores = fit(sentences, features)
    np.savez(RULE_WEIGHTS, weights=weights, intercept=np.float32(intercept))
    for share in _PASSING:
        threshold = float(np.quantile(scores[False, False], 1 - share))
        figures = {
            "threshold": round(threshold, 2),
            "ordinary": share,
            "ordinary_of_pairs": round(float((scores[False, True] > threshold).mean()), 3),
            "harmful_of_pairs": round(float((scores[True, True] > threshold).mean()), 3),
            "harmful": round(float((scores[True, False] > threshold).mean()), 3),
            "items": {str(key): len(values) for key, values in scores.items()},
        }
        sys.stdout.write(json.dumps(figures) + "\n")


if __name__ == "__main__":
    main([Path(word) for word in sys.argv[1:]])
