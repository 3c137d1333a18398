"""Fit a calibration from stored examples only, by the method of routing.md section 8."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from kingdom.routing.calibration import calibrator, leave_one_out
from kingdom.routing.calibration.calibrator import Calibrator, LogisticRegression, TrainingSet
from kingdom.routing.calibration.linear_classifier import LinearClassifier, fit_linear_classifier, log_softmax
from kingdom.routing.embeddings import similarity
from kingdom.routing.embeddings.similarity import BELOW_EVERY_COSINE, Examples, Floats, Ints, Vectors

SHIFT_SHARE = 0.5  # lambda: share of a specialist's own mean score that is subtracted from its score
CLASSIFIER_SHARE = 0.07  # beta: score per unit of the classifier's log-probability when ranking
CLASSIFIER_MIN_EXAMPLES = 3  # mean number of examples per specialist from which the classifier helps
CLASSIFIER_MAX_CELLS = 4_000_000  # rows x specialists; above this a fit takes too long for a periodic refresh
NEGATIVES_MIN_COUNT = 50  # negative examples from which a quantile of them is meaningful
NEGATIVES_QUANTILE = 0.92
NEGATIVES_SLOPE = 0.08  # score per unit of log-odds
LOW_WITHOUT_EXAMPLES = 0.2
PLAIN_FEATURES = ("adjusted", "negative_similarity", "purpose")
FULL_FEATURES = (*PLAIN_FEATURES, "entropy")


@dataclass(frozen=True)
class NegativeFeedback:
    """Messages that users marked as wrong for a specialist: ``vectors`` (k, d) and the specialists ``owners`` (k,)."""

    vectors: Vectors
    owners: Ints


@dataclass(frozen=True)
class FittedCalibration:
    """A fitted router.

    ``shifts`` (c,) are subtracted from the scores; ``full`` and ``classifier`` are None without a classifier.
    """

    plain: Calibrator
    full: Calibrator | None
    classifier: LinearClassifier | None
    shifts: Floats
    figures: Mapping[str, float] = field(default_factory=dict)

    @property
    def calibrator(self) -> Calibrator:
        """The calibrator in use: the full one if there is a classifier."""
        return self.full or self.plain


@dataclass(frozen=True)
class FeatureViews:
    """Inputs of m messages' features: blends (m, c), purposes (m, c), similarity to negatives (m,), logits (m, c)."""

    blends: Floats
    purposes: Floats
    negative_similarity: Floats
    logits: Floats | None = None

    def without(self, owners: Ints) -> "FeatureViews":
        """Return the same messages, each with the specialist in ``owners`` (m,) removed."""
        row = np.arange(len(owners))
        blends = self.blends.copy()
        blends[row, owners] = BELOW_EVERY_COSINE
        if self.logits is None:
            return FeatureViews(blends, self.purposes, self.negative_similarity)
        logits = self.logits.copy()
        logits[row, owners] = -np.inf
        return FeatureViews(blends, self.purposes, self.negative_similarity, logits)


def rank_scores(blends: Floats, logs: Floats | None) -> Floats:
    """Return the sort key of candidates: the blend plus a share of the classifier's log-probability, if any."""
    return blends if logs is None else blends + CLASSIFIER_SHARE * np.maximum(logs, -50.0)


def entropy(logs: Floats) -> Floats:
    """Return the entropy (nats) of the classifier's distribution along the last axis."""
    return np.asarray(-(np.exp(logs) * np.maximum(logs, -50.0)).sum(axis=-1))


def observed_features(
    views: FeatureViews, shifts: Floats, chosen: Ints | None = None
) -> tuple[Ints, dict[str, Floats]]:
    """Return the chosen specialist of each message (the best ranked by default) and its features by name."""
    logs = None if views.logits is None else log_softmax(views.logits)
    top = rank_scores(views.blends, logs).argmax(axis=1) if chosen is None else chosen
    row = np.arange(len(top))
    features = {
        "adjusted": views.blends[row, top] - shifts[top],
        "negative_similarity": views.negative_similarity,
        "purpose": views.purposes[row, top],
    }
    if logs is not None:
        features["entropy"] = entropy(logs)
    return top, features


def feature_views(
    messages: Vectors, examples: Examples, negative_vectors: Vectors, classifier: LinearClassifier | None
) -> FeatureViews:
    """Return the views of live messages, with nothing left out."""
    return FeatureViews(
        similarity.blend_scores(messages, examples),
        _purpose_cosines(messages, examples),
        similarity.negative_example_scores(messages, negative_vectors),
        None if classifier is None else classifier.logits(messages),
    )


def fit_calibration(
    examples: Examples,
    negative_vectors: Vectors,
    feedback: NegativeFeedback | None = None,
    seed: int = 0,
    *,
    with_classifier: bool = True,
) -> FittedCalibration | None:
    """Fit calibrators, classifier and shifts from stored examples only. Deterministic for a given seed.

    ``negative_vectors`` (b, d) may be empty. With purposes only, the negative examples alone set the threshold; None
    when there are neither. ``with_classifier`` False skips the classifier: much faster and slightly less accurate.
    """
    rows = leave_one_out.sample_rows(examples, seed)
    if not len(rows):
        return _fit_on_negative_examples(examples, negative_vectors)
    left_out = leave_one_out.leave_one_out_scores(examples, rows)
    means = leave_one_out.mean_own_scores(left_out, examples.count)
    shifts = SHIFT_SHARE * (means - means.mean())
    classifier = None
    if with_classifier and _is_classifier_useful(examples):
        classifier = fit_linear_classifier(examples.vectors, examples.owners, examples.count)
    messages = examples.vectors[rows]
    own = FeatureViews(
        left_out.scores,
        _purpose_cosines(messages, examples),
        similarity.negative_example_scores(messages, negative_vectors),
        None if classifier is None else _left_out_logits(examples, rows, classifier, seed),
    )
    far = _negative_views(examples, negative_vectors, classifier)
    corrected = _corrected_views(examples, negative_vectors, classifier, feedback)
    training = _training_set(own, left_out.owners, far, corrected, shifts)
    plain = calibrator.fit_calibrator(training, PLAIN_FEATURES, seed)
    full = None if classifier is None else calibrator.fit_calibrator(training, FULL_FEATURES, seed)
    return FittedCalibration(plain, full, classifier, shifts, _figures(training, full or plain, examples))


def _purpose_cosines(messages: Vectors, examples: Examples) -> Floats:
    return np.asarray(messages @ similarity.purpose_vectors(examples).T, dtype=np.float64)


def _fit_on_negative_examples(examples: Examples, negative_vectors: Vectors) -> FittedCalibration | None:
    """Return a calibration without examples: it accepts scores above those of nearly all negative examples."""
    if len(negative_vectors) < NEGATIVES_MIN_COUNT or not examples.count:
        return None
    scores = similarity.blend_scores(negative_vectors, examples).max(axis=1)
    separate = LogisticRegression((0.0, 1.0), (float(np.quantile(scores, NEGATIVES_QUANTILE)),), (NEGATIVES_SLOPE,))
    identity = LogisticRegression((0.0, 1.0), (0.0,), (1.0,))
    plain = Calibrator(("adjusted",), separate, identity, 0.5, LOW_WITHOUT_EXAMPLES)
    figures = {"specialists": float(examples.count), "examples": 0.0}
    return FittedCalibration(plain, None, None, np.zeros(examples.count), figures)


def _is_classifier_useful(examples: Examples) -> bool:
    messages = int(examples.calibrates.sum())
    fits = len(examples.owners) * examples.count <= CLASSIFIER_MAX_CELLS
    return examples.count >= 2 and messages >= CLASSIFIER_MIN_EXAMPLES * examples.count and fits


def _left_out_logits(examples: Examples, rows: Ints, classifier: LinearClassifier, seed: int) -> Floats:
    """Return the logits of each of ``rows`` by a classifier that was fitted without the row's fold."""
    fold = leave_one_out.fold_assignment(examples, seed)
    logits = np.empty((len(rows), examples.count))
    for number in range(leave_one_out.FOLDS):
        in_fold = fold[rows] == number
        if in_fold.any():
            keep = fold != number
            partial = fit_linear_classifier(
                examples.vectors[keep], examples.owners[keep], examples.count, start=classifier
            )
            logits[in_fold] = partial.logits(examples.vectors[rows[in_fold]])
    return logits


def _negative_views(examples: Examples, negative_vectors: Vectors, classifier: LinearClassifier | None) -> FeatureViews:
    views = feature_views(negative_vectors, examples, negative_vectors, classifier)
    others = similarity.negative_example_scores(negative_vectors, negative_vectors, np.arange(len(negative_vectors)))
    return FeatureViews(views.blends, views.purposes, others, views.logits)


def _corrected_views(
    examples: Examples,
    negative_vectors: Vectors,
    classifier: LinearClassifier | None,
    feedback: NegativeFeedback | None,
) -> tuple[FeatureViews, Ints]:
    if feedback is None:
        width = examples.vectors.shape[1]
        feedback = NegativeFeedback(np.zeros((0, width), dtype=np.float32), np.zeros(0, dtype=np.int64))
    return feature_views(feedback.vectors, examples, negative_vectors, classifier), feedback.owners


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
    """Return the quality of the fit on the left-out examples, as fractions."""
    accepted = fitted.probability(training.own) >= fitted.threshold
    figures = {
        "specialists": float(examples.count),
        "examples": float(examples.calibrates.sum()),
        "closed_set": float(training.right.mean()),
        "in_scope_accuracy": float((accepted * training.right).mean()),
    }
    for name, group in (("near_rejected", training.near), ("far_rejected", training.far)):
        if len(group["negative_similarity"]):
            figures[name] = float((fitted.probability(group) < fitted.threshold).mean())
    return figures
