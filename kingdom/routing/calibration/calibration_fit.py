"""From stored examples alone to a fitted gate: training set by leaving out, the head, the shifts (routing.md section 8)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from kingdom.routing.calibration import calibrator, leave_one_out, linear_classifier
from kingdom.routing.calibration.calibrator import Calibrator, LogisticRegression, TrainingSet
from kingdom.routing.calibration.linear_classifier import LinearClassifier
from kingdom.routing.embeddings import similarity
from kingdom.routing.embeddings.similarity import BELOW_EVERY_COSINE, Examples, Floats, Ints, Vectors

SHIFT_SHARE = 0.5  # lambda: the share of a specialist's own level that moves its score
CLASSIFIER_SHARE = 0.07  # beta: what a unit of the head's log-probability is worth in score when ranking
CLASSIFIER_MIN_EXAMPLES = 3  # examples a specialist, on average, from which the head helps
CLASSIFIER_MAX_CELLS = 4_000_000  # rows x specialists above which a fit would take longer than its refresh is worth
NEGATIVES_MIN_COUNT = 50  # texts for nobody from which a quantile of them means something
NEGATIVES_QUANTILE = 0.92
NEGATIVES_SLOPE = 0.08  # score per unit of log-odds
LOW_WITHOUT_EXAMPLES = 0.2
PLAIN_FEATURES = ("adjusted", "bank", "purpose")
FULL_FEATURES = (*PLAIN_FEATURES, "doubt")


@dataclass(frozen=True)
class NegativeFeedback:
    """Messages that users said a specialist is wrong for: ``vectors`` (k, d) and ``owners`` (k,) the wrong ones."""

    vectors: Vectors
    owners: Ints


@dataclass(frozen=True)
class FittedCalibration:
    """A fitted router. ``shifts`` (c,) is taken off each specialist's score; ``full`` and ``head`` are None without a head."""

    plain: Calibrator
    full: Calibrator | None
    head: LinearClassifier | None
    shifts: Floats
    figures: Mapping[str, float] = field(default_factory=dict)

    @property
    def gate(self) -> Calibrator:
        """The gate in charge: the one with the head where there is one."""
        return self.full or self.plain


@dataclass(frozen=True)
class FeatureViews:
    """Everything the features of some messages are made of: blends (m, c), purposes (m, c), bank (m,), logits (m, c) or None."""

    blends: Floats
    purposes: Floats
    bank: Floats
    logits: Floats | None = None

    def without(self, owners: Ints) -> "FeatureViews":
        """Return the same messages with one specialist taken away from each."""
        place = np.arange(len(owners))
        blends = self.blends.copy()
        blends[place, owners] = BELOW_EVERY_COSINE
        if self.logits is None:
            return FeatureViews(blends, self.purposes, self.bank)
        logits = self.logits.copy()
        logits[place, owners] = -np.inf
        return FeatureViews(blends, self.purposes, self.bank, logits)


def rank_scores(blends: Floats, logs: Floats | None) -> Floats:
    """Return what candidates are ordered by: the blend, plus a share of the head's log-probability where there is one."""
    return blends if logs is None else blends + CLASSIFIER_SHARE * np.maximum(logs, -50.0)


def entropy(logs: Floats) -> Floats:
    """Return the entropy (nats) of the head's distribution, along the last axis."""
    return np.asarray(-(np.exp(logs) * np.maximum(logs, -50.0)).sum(axis=-1))


def observed_features(
    views: FeatureViews, shifts: Floats, chosen: Ints | None = None
) -> tuple[Ints, dict[str, Floats]]:
    """Return the chosen specialist of each message (the best ranked by default) and its features by name."""
    logs = None if views.logits is None else linear_classifier.log_softmax(views.logits)
    top = rank_scores(views.blends, logs).argmax(axis=1) if chosen is None else chosen
    place = np.arange(len(top))
    features = {
        "adjusted": views.blends[place, top] - shifts[top],
        "bank": views.bank,
        "purpose": views.purposes[place, top],
    }
    if logs is not None:
        features["doubt"] = entropy(logs)
    return top, features


def feature_views(
    messages: Vectors, examples: Examples, bank: Vectors, fitted_head: LinearClassifier | None
) -> FeatureViews:
    """Return the views of live messages: nothing is left out."""
    return FeatureViews(
        similarity.blend_scores(messages, examples),
        np.asarray(messages @ similarity.purpose_vectors(examples).T, dtype=np.float64),
        similarity.negative_example_scores(messages, bank),
        None if fitted_head is None else fitted_head.logits(messages),
    )


def fit_calibration(
    examples: Examples,
    bank: Vectors,
    negatives: NegativeFeedback | None = None,
    seed: int = 0,
    *,
    with_head: bool = True,
) -> FittedCalibration | None:
    """Fit gate, head and shifts from stored examples alone. Deterministic for a given seed.

    ``bank`` (b, d) may be empty. With purposes only the bank alone sets the level; None when there is neither. ``with_head`` False leaves
    the head out however many examples there are: a fraction of the time for a little less.
    """
    rows = leave_one_out.sample_rows(examples, seed)
    if not len(rows):
        return _fit_on_negative_examples(examples, bank)
    left = leave_one_out.leave_one_out_scores(examples, rows)
    means = leave_one_out.mean_own_scores(left, examples.count)
    shifts = SHIFT_SHARE * (means - means.mean())
    whole = (
        linear_classifier.fit_linear_classifier(examples.vectors, examples.owners, examples.count)
        if with_head and _is_classifier_useful(examples)
        else None
    )
    messages = examples.vectors[rows]
    own = FeatureViews(
        left.scores,
        np.asarray(messages @ similarity.purpose_vectors(examples).T, dtype=np.float64),
        similarity.negative_example_scores(messages, bank),
        None if whole is None else _left_out_logits(examples, rows, whole, seed),
    )
    training = _training_set(
        own,
        left.owners,
        _negative_views(examples, bank, whole),
        _corrected_views(examples, bank, whole, negatives),
        shifts,
    )
    plain = calibrator.fit_calibrator(training, PLAIN_FEATURES, seed)
    full = None if whole is None else calibrator.fit_calibrator(training, FULL_FEATURES, seed)
    return FittedCalibration(plain, full, whole, shifts, _figures(training, full or plain, examples))


def _fit_on_negative_examples(examples: Examples, bank: Vectors) -> FittedCalibration | None:
    """Return a gate that lets through what scores above nearly all messages for nobody: all there is before the first example."""
    if len(bank) < NEGATIVES_MIN_COUNT or not examples.count:
        return None
    level = float(np.quantile(similarity.blend_scores(bank, examples).max(axis=1), NEGATIVES_QUANTILE))
    separate = LogisticRegression((0.0, 1.0), (level,), (NEGATIVES_SLOPE,))
    as_is = LogisticRegression((0.0, 1.0), (0.0,), (1.0,))
    only = Calibrator(("adjusted",), separate, as_is, 0.5, LOW_WITHOUT_EXAMPLES)
    return FittedCalibration(
        only, None, None, np.zeros(examples.count), {"specialists": float(examples.count), "examples": 0.0}
    )


def _is_classifier_useful(examples: Examples) -> bool:
    messages = int(examples.calibrates.sum())
    fits = len(examples.owners) * examples.count <= CLASSIFIER_MAX_CELLS
    return examples.count >= 2 and messages >= CLASSIFIER_MIN_EXAMPLES * examples.count and fits


def _left_out_logits(examples: Examples, rows: Ints, whole: LinearClassifier, seed: int) -> Floats:
    """Return the logits of each of ``rows`` by a head that was fitted without its fold."""
    fold = leave_one_out.fold_assignment(examples, seed)
    found = np.empty((len(rows), examples.count))
    for number in range(leave_one_out.FOLDS):
        here = fold[rows] == number
        if here.any():
            keep = fold != number
            partial = linear_classifier.fit_linear_classifier(
                examples.vectors[keep], examples.owners[keep], examples.count, start=whole
            )
            found[here] = partial.logits(examples.vectors[rows[here]])
    return found


def _negative_views(examples: Examples, bank: Vectors, whole: LinearClassifier | None) -> FeatureViews:
    views = feature_views(bank, examples, bank, whole)
    alone = similarity.negative_example_scores(bank, bank, np.arange(len(bank)))
    return FeatureViews(views.blends, views.purposes, alone, views.logits)


def _corrected_views(
    examples: Examples, bank: Vectors, whole: LinearClassifier | None, negatives: NegativeFeedback | None
) -> tuple[FeatureViews, Ints]:
    if negatives is None:
        empty = np.zeros((0, examples.vectors.shape[1]), dtype=np.float32)
        return feature_views(empty, examples, bank, whole), np.zeros(0, dtype=np.int64)
    return feature_views(negatives.vectors, examples, bank, whole), negatives.owners


def _training_set(
    own: FeatureViews, owners: Ints, far: FeatureViews, corrected: tuple[FeatureViews, Ints], shifts: Floats
) -> TrainingSet:
    top, features = observed_features(own, shifts)
    near = {name: np.zeros(0) for name in features}
    if own.blends.shape[1] >= 2:
        near = observed_features(own.without(owners), shifts)[1]
    return TrainingSet(
        own=features,
        right=(top == owners).astype(np.float64),
        near=near,
        far=observed_features(far, shifts)[1],
        corrected=observed_features(corrected[0], shifts, corrected[1])[1],
    )


def _figures(training: TrainingSet, fitted: Calibrator, examples: Examples) -> dict[str, float]:
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
