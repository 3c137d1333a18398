"""Fit the weights of ``config/guardian/part_weights.yaml``: ``python -m benchmarks.support.guardian_weights FOLDER…``.

Each ``*.jsonl`` of a folder holds lines as those of ``benchmarks.guardian``. A hostile item is known by one of its
sentences only, so the fit alternates: the sentence with the highest sum stands for its item. The threshold is that
which so many ordinary items pass that were left out of the fit (five folds).
"""

import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import yaml

from kingdom.ministers.guardian.relations.frames import FrameKind
from kingdom.ministers.guardian.relations.part_weights import WEIGHTS_FILE, parts_of
from kingdom.ministers.guardian.relations.request_frames import own_sentences
from kingdom.ministers.guardian.relations.spec_frames import rule_sentences
from kingdom.ministers.guardian.request_position import data_of

_PASSING = {"spec": 0.015, "request": 0.006}  # share of ordinary items that may pass the threshold
# added to the fitted threshold: what nobody had seen passes more often than what the fit left out (decision 37)
_MARGIN = {"spec": 0.0, "request": 1.0}
_FOLDS = 5
_ROUNDS = 4
_STEPS = 250
_RATE = 3.0
_LEAST_SENTENCES = 3  # that have a part with a weight
_STRENGTH = 1.0  # of the data against the penalty on weights
Matrix = np.ndarray[Any, np.dtype[np.float32]]


def _sentences(kind: FrameKind, item: dict[str, Any]) -> list[set[str]]:
    if kind == "spec":
        return [
            parts_of(sentence, form, with_words=True)
            for rule in item["dna_rules"]
            for sentence, form in rule_sentences(rule)
        ]
    text = item["text"]
    return [parts_of(sentence, mood, with_words=False) for sentence, mood in own_sentences(text[: data_of(text)[0]])]


def _items(folders: Sequence[Path], kind: FrameKind) -> Iterator[tuple[bool, list[set[str]]]]:
    for file in sorted(file for folder in folders for file in folder.glob("*.jsonl")):
        for row in map(json.loads, file.read_text(encoding="utf-8").splitlines()):
            if row["kind"] == kind and (sentences := _sentences(kind, row["item"])):
                yield row["label"] == "malicious", sentences


def _logistic(features: Matrix, is_hostile: Matrix) -> Matrix:
    """Return the weights of a logistic regression with balanced classes; the last one is the intercept."""
    features = np.c_[features, np.ones(len(features))].astype(np.float32)
    weights = np.zeros(features.shape[1], dtype=np.float32)
    share = is_hostile.mean()
    balance = np.where(is_hostile == 1, 0.5 / share, 0.5 / (1 - share))
    for _ in range(_STEPS):
        errors = balance * (1 / (1 + np.exp(-features @ weights)) - is_hostile)
        penalty = np.r_[weights[:-1], 0] / (_STRENGTH * len(features))
        weights -= (_RATE * (features.T @ errors / len(features) + penalty)).astype(np.float32)
    return weights


def _sums(matrix: Matrix, weights: Matrix) -> Matrix:
    return np.asarray(matrix @ weights[:-1])


def _fit(ordinary: Sequence[Matrix], hostile: Sequence[Matrix], weights: Matrix | None = None) -> Matrix:
    """Return the weights; with those of an earlier fit in one round only."""
    for _ in range(_ROUNDS if weights is None else 1):
        chosen = [matrix[(matrix.sum(1) if weights is None else _sums(matrix, weights)).argmax()] for matrix in hostile]
        features = np.vstack([*ordinary, np.array(chosen)])
        flags = np.r_[np.zeros(len(features) - len(chosen)), np.ones(len(chosen))].astype(np.float32)
        weights = _logistic(features, flags)
    assert weights is not None
    return weights


def fit_weights(folders: Sequence[Path], kind: FrameKind) -> dict[str, Any]:
    """Return the weights of a kind of text with their threshold."""
    items = list(_items(folders, kind))
    counts = Counter(part for _, sentences in items for parts in sentences for part in parts)
    names = sorted(part for part, count in counts.items() if count >= _LEAST_SENTENCES)
    column = {name: index for index, name in enumerate(names)}

    def matrix(sentences: list[set[str]]) -> Matrix:
        rows = np.zeros((len(sentences), len(names)), dtype=np.float32)
        for row, parts in enumerate(sentences):
            rows[row, [column[part] for part in parts if part in column]] = 1
        return rows

    ordinary = [matrix(sentences) for is_hostile, sentences in items if not is_hostile]
    hostile = [matrix(sentences) for is_hostile, sentences in items if is_hostile]
    weights = _fit(ordinary, hostile)
    left_out: list[float] = []
    for fold in range(_FOLDS):
        kept = [each for index, each in enumerate(ordinary) if index % _FOLDS != fold]
        of_fold = _fit(kept, hostile, weights)
        left_out += [float(_sums(each, of_fold).max()) for each in ordinary[fold::_FOLDS]]
    threshold = float(np.quantile(left_out, 1 - _PASSING[kind])) + _MARGIN[kind]
    return {
        "threshold": round(threshold, 2),
        "weights": {
            name: round(float(weight), 2) for name, weight in zip(names, weights, strict=False) if abs(weight) >= 0.05
        },
    }


def main(folders: Sequence[Path]) -> None:
    """Fit both kinds on the folders and write the file."""
    data = {kind: fit_weights(folders, kind) for kind in ("spec", "request")}
    head = "# Weights of the parts of the frames, by kind of text, fitted by benchmarks/support/guardian_weights.py.\n"
    WEIGHTS_FILE.write_text(head + yaml.safe_dump(data, sort_keys=True), encoding="utf-8")


if __name__ == "__main__":
    main([Path(word) for word in sys.argv[1:]])
