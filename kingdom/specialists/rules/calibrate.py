"""From stored examples alone to a fitted gate: training set by leaving out, the head, the shifts (routing.md section 8)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from kingdom.specialists.rules import folds, gate, head, scoring
from kingdom.specialists.rules.gate import Gate, Logistic, TrainingSet
from kingdom.specialists.rules.head import Head
from kingdom.specialists.rules.scoring import NEVER, Examples, Floats, Ints, Vectors

SHIFT_SHARE = 0.5  # lambda: the share of a specialist's own level that moves its score
HEAD_SHARE = 0.07  # beta: what a unit of the head's log-probability is worth in score when ranking
HEAD_EXAMPLES = 3  # examples a specialist, on average, from which the head helps
HEAD_CELLS = 4_000_000  # rows x specialists above which a fit would take longer than its refresh is worth
BANK_ENOUGH = 50  # texts for nobody from which a quantile of them means something
BANK_LEVEL = 0.92
BANK_SLOPE = 0.08  # score per unit of log-odds
LOW_WITHOUT_EXAMPLES = 0.2
PLAIN = ("adjusted", "bank", "purpose")
FULL = (*PLAIN, "doubt")


@dataclass(frozen=True)
class Negatives:
    """Messages that users said a specialist is wrong for: ``vectors`` (k, d) and ``owners`` (k,) the wrong ones."""

    vectors: Vectors
    owners: Ints


@dataclass(frozen=True)
class Fitted:
    """A fitted router. ``shifts`` (c,) is taken off each specialist's score; ``full`` and ``head`` are None without a head."""

    plain: Gate
    full: Gate | None
    head: Head | None
    shifts: Floats
    figures: Mapping[str, float] = field(default_factory=dict)

    @property
    def gate(self) -> Gate:
        """The gate in charge: the one with the head where there is one."""
        return self.full or self.plain


@dataclass(frozen=True)
class Views:
    """Everything the features of some messages are made of: blends (m, c), purposes (m, c), bank (m,), logits (m, c) or None."""

    blends: Floats
    purposes: Floats
    bank: Floats
    logits: Floats | None = None

    def without(self, owners: Ints) -> "Views":
        """Return the same messages with one specialist taken away from each."""
        place = np.arange(len(owners))
        blends = self.blends.copy()
        blends[place, owners] = NEVER
        if self.logits is None:
            return Views(blends, self.purposes, self.bank)
        logits = self.logits.copy()
        logits[place, owners] = -np.inf
        return Views(blends, self.purposes, self.bank, logits)


def rank_scores(blends: Floats, logs: Floats | None) -> Floats:
    """Return what candidates are ordered by: the blend, plus a share of the head's log-probability where there is one."""
    return blends if logs is None else blends + HEAD_SHARE * np.maximum(logs, -50.0)


def doubt(logs: Floats) -> Floats:
    """Return the entropy (nats) of the head's distribution, along the last axis."""
    return np.asarray(-(np.exp(logs) * np.maximum(logs, -50.0)).sum(axis=-1))


def observe(views: Views, shifts: Floats, chosen: Ints | None = None) -> tuple[Ints, dict[str, Floats]]:
    """Return the chosen specialist of each message (the best ranked by default) and its features by name."""
    logs = None if views.logits is None else head.log_softmax(views.logits)
    top = rank_scores(views.blends, logs).argmax(axis=1) if chosen is None else chosen
    place = np.arange(len(top))
    features = {
        "adjusted": views.blends[place, top] - shifts[top],
        "bank": views.bank,
        "purpose": views.purposes[place, top],
    }
    if logs is not None:
        features["doubt"] = doubt(logs)
    return top, features


def views_of(messages: Vectors, examples: Examples, bank: Vectors, fitted_head: Head | None) -> Views:
    """Return the views of live messages: nothing is left out."""
    return Views(
        scoring.scores(messages, examples),
        np.asarray(messages @ scoring.purposes(examples).T, dtype=np.float64),
        scoring.bank_scores(messages, bank),
        None if fitted_head is None else fitted_head.logits(messages),
    )


def fit(examples: Examples, bank: Vectors, negatives: Negatives | None = None, seed: int = 0, *, with_head: bool = True) -> Fitted | None:
    """Fit gate, head and shifts from stored examples alone. Deterministic for a given seed.

    ``bank`` (b, d) may be empty. With purposes only the bank alone sets the level; None when there is neither. ``with_head`` False leaves
    the head out however many examples there are: a fraction of the time for a little less.
    """
    rows = folds.sample_rows(examples, seed)
    if not len(rows):
        return _fit_on_bank(examples, bank)
    left = folds.leave_out(examples, rows)
    means = folds.own_means(left, examples.count)
    shifts = SHIFT_SHARE * (means - means.mean())
    whole = head.fit(examples.vectors, examples.owners, examples.count) if with_head and _wants_head(examples) else None
    messages = examples.vectors[rows]
    own = Views(
        left.scores,
        np.asarray(messages @ scoring.purposes(examples).T, dtype=np.float64),
        scoring.bank_scores(messages, bank),
        None if whole is None else _left_out_logits(examples, rows, whole, seed),
    )
    training = _training_set(own, left.owners, _far(examples, bank, whole), _corrected(examples, bank, whole, negatives), shifts)
    plain = gate.fit(training, PLAIN, seed)
    full = None if whole is None else gate.fit(training, FULL, seed)
    return Fitted(plain, full, whole, shifts, _figures(training, full or plain, examples))


def _fit_on_bank(examples: Examples, bank: Vectors) -> Fitted | None:
    """Return a gate that lets through what scores above nearly all messages for nobody: all there is before the first example."""
    if len(bank) < BANK_ENOUGH or not examples.count:
        return None
    level = float(np.quantile(scoring.scores(bank, examples).max(axis=1), BANK_LEVEL))
    separate = Logistic((0.0, 1.0), (level,), (BANK_SLOPE,))
    as_is = Logistic((0.0, 1.0), (0.0,), (1.0,))
    only = Gate(("adjusted",), separate, as_is, 0.5, LOW_WITHOUT_EXAMPLES)
    return Fitted(only, None, None, np.zeros(examples.count), {"specialists": float(examples.count), "examples": 0.0})


def _wants_head(examples: Examples) -> bool:
    messages = int(examples.calibrates.sum())
    fits = len(examples.owners) * examples.count <= HEAD_CELLS
    return examples.count >= 2 and messages >= HEAD_EXAMPLES * examples.count and fits


def _left_out_logits(examples: Examples, rows: Ints, whole: Head, seed: int) -> Floats:
    """Return the logits of each of ``rows`` by a head that was fitted without its fold."""
    fold = folds.fold_of_each(examples, seed)
    found = np.empty((len(rows), examples.count))
    for number in range(folds.FOLDS):
        here = fold[rows] == number
        if here.any():
            keep = fold != number
            partial = head.fit(examples.vectors[keep], examples.owners[keep], examples.count, start=whole)
            found[here] = partial.logits(examples.vectors[rows[here]])
    return found


def _far(examples: Examples, bank: Vectors, whole: Head | None) -> Views:
    views = views_of(bank, examples, bank, whole)
    alone = scoring.bank_scores(bank, bank, np.arange(len(bank)))
    return Views(views.blends, views.purposes, alone, views.logits)


def _corrected(examples: Examples, bank: Vectors, whole: Head | None, negatives: Negatives | None) -> tuple[Views, Ints]:
    if negatives is None:
        empty = np.zeros((0, examples.vectors.shape[1]), dtype=np.float32)
        return views_of(empty, examples, bank, whole), np.zeros(0, dtype=np.int64)
    return views_of(negatives.vectors, examples, bank, whole), negatives.owners


def _training_set(own: Views, owners: Ints, far: Views, corrected: tuple[Views, Ints], shifts: Floats) -> TrainingSet:
    top, features = observe(own, shifts)
    near = {name: np.zeros(0) for name in features}
    if own.blends.shape[1] >= 2:
        near = observe(own.without(owners), shifts)[1]
    return TrainingSet(
        own=features,
        right=(top == owners).astype(np.float64),
        near=near,
        far=observe(far, shifts)[1],
        corrected=observe(corrected[0], shifts, corrected[1])[1],
    )


def _figures(training: TrainingSet, fitted: Gate, examples: Examples) -> dict[str, float]:
    """Return what the left-out examples say of the fit, as fractions."""
    accepted = fitted.probability(training.own) >= fitted.threshold
    figures = {
        "specialists": float(examples.count),
        "examples": float(examples.calibrates.sum()),
        "closed_set": float(training.right.mean()),
        "in_scope_accuracy": float((accepted * training.right).mean()),
    }
    for name, group in (("near_rejected", training.near), ("far_rejected", training.far)):
        if len(group["bank"]):
            figures[name] = float((fitted.probability(group) < fitted.threshold).mean())
    return figures
