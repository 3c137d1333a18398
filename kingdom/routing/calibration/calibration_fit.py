"""Fit a calibration from stored examples only, by the method of routing.md section 8. Reads the examples once."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np

from kingdom.routing.calibration import calibrator, leave_one_out
from kingdom.routing.calibration.calibrator import Calibrator, LogisticRegression, TrainingSet
from kingdom.routing.calibration.example_blocks import ExampleSource
from kingdom.routing.calibration.linear_classifier import LinearClassifier, fit_linear_classifier
from kingdom.routing.calibration.observations import (
    DEFAULT_READING,
    ChosenObserver,
    LeftOutObserver,
    MessageObserver,
    Reading,
    observe_examples,
)
from kingdom.routing.embeddings.similarity import Floats, Ints, Vectors, negative_example_scores

SHIFT_SHARE = 0.5  # lambda: share of a specialist's own mean score that is subtracted from its score
CLASSIFIER_MIN_EXAMPLES = 3  # mean number of examples per specialist from which the classifier helps
CLASSIFIER_MAX_CELLS = 4_000_000  # rows x specialists; above this a fit takes too long for a periodic refresh
CLASSIFIER_MAX_ROWS = 200_000  # the classifier's fit holds the vectors of all rows: 300 MB
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


def fit_calibration(
    examples: ExampleSource,
    negative_vectors: Vectors,
    feedback: NegativeFeedback | None = None,
    seed: int = 0,
    *,
    with_classifier: bool = True,
    reading: Reading = DEFAULT_READING,
) -> FittedCalibration | None:
    """Fit calibrators, classifier and shifts from stored examples only. Deterministic for a given seed.

    ``negative_vectors`` (b, d) may be empty. With purposes only, the negative examples alone set the threshold; None
    when there are neither. ``with_classifier`` False skips the classifier: much faster and slightly less accurate.
    """
    rows = leave_one_out.sample_rows(examples, seed)
    if not len(rows):
        return _fit_on_negative_examples(examples, negative_vectors, reading)
    classifier, left_out_logits = None, None
    if with_classifier and _is_classifier_useful(examples):
        classifier, left_out_logits = _fit_classifier(examples, rows, seed)
    own = LeftOutObserver(examples, rows, left_out_logits)
    if feedback is None:
        feedback = NegativeFeedback(own.messages[:0], np.zeros(0, dtype=np.int64))
    far = MessageObserver(negative_vectors, _logits(classifier, negative_vectors))
    corrected = ChosenObserver(feedback.vectors, feedback.owners, _logits(classifier, feedback.vectors))
    observe_examples(examples, (own, far, corrected), reading)
    means = leave_one_out.mean_own_scores(own.own_scores, own.owners, examples.count)
    shifts = SHIFT_SHARE * (means - means.mean())
    training = _training_set(own, far, (corrected, feedback), negative_vectors, shifts)
    plain = calibrator.fit_calibrator(training, PLAIN_FEATURES, seed)
    full = None if classifier is None else calibrator.fit_calibrator(training, FULL_FEATURES, seed)
    return FittedCalibration(plain, full, classifier, shifts, _figures(training, full or plain, examples))


def _fit_on_negative_examples(
    examples: ExampleSource, negative_vectors: Vectors, reading: Reading
) -> FittedCalibration | None:
    """Return a calibration without examples: it accepts scores above those of nearly all negative examples."""
    if len(negative_vectors) < NEGATIVES_MIN_COUNT or not examples.count:
        return None
    far = MessageObserver(negative_vectors)
    observe_examples(examples, (far,), reading)
    level = float(np.quantile(far.observation().scores, NEGATIVES_QUANTILE))
    separate = LogisticRegression((0.0, 1.0), (level,), (NEGATIVES_SLOPE,))
    identity = LogisticRegression((0.0, 1.0), (0.0,), (1.0,))
    plain = Calibrator(("adjusted",), separate, identity, 0.5, LOW_WITHOUT_EXAMPLES)
    figures = {"specialists": float(examples.count), "examples": 0.0, "sampled_examples": 0.0}
    return FittedCalibration(plain, None, None, np.zeros(examples.count), figures)


def _is_classifier_useful(examples: ExampleSource) -> bool:
    messages, rows = int(examples.calibrates.sum()), len(examples.owners)
    fits = rows * examples.count <= CLASSIFIER_MAX_CELLS and rows <= CLASSIFIER_MAX_ROWS
    return examples.count >= 2 and messages >= CLASSIFIER_MIN_EXAMPLES * examples.count and fits


def _logits(classifier: LinearClassifier | None, messages: Vectors) -> Floats | None:
    return None if classifier is None else classifier.logits(messages)


def _fit_classifier(examples: ExampleSource, rows: Ints, seed: int) -> tuple[LinearClassifier, Floats]:
    """Return the classifier, and the logits of each of ``rows`` by one that was fitted without the row's fold."""
    vectors, owners, count = examples.read(0, len(examples.owners)), examples.owners, examples.count
    classifier = fit_linear_classifier(vectors, owners, count)
    fold = leave_one_out.fold_assignment(examples, seed)
    logits = np.empty((len(rows), count))
    for number in range(leave_one_out.FOLDS):
        in_fold = fold[rows] == number
        if in_fold.any():
            keep = fold != number
            partial = fit_linear_classifier(vectors[keep], owners[keep], count, start=classifier)
            logits[in_fold] = partial.logits(vectors[rows[in_fold]])
    return classifier, logits


def _training_set(
    own: LeftOutObserver,
    far: MessageObserver,
    corrected: tuple[ChosenObserver, NegativeFeedback],
    negative_vectors: Vectors,
    shifts: Floats,
) -> TrainingSet:
    best, similar = own.best(), negative_example_scores(own.messages, negative_vectors)
    features = best.features(similar, shifts)
    near = {name: np.zeros(0) for name in features}
    if len(shifts) >= 2:
        near = own.others().features(similar, shifts)
    among_themselves = negative_example_scores(negative_vectors, negative_vectors, np.arange(len(negative_vectors)))
    chosen, feedback = corrected
    return TrainingSet(
        own=features,
        right=(best.owners == own.owners).astype(np.float64),
        near=near,
        far=far.observation().features(among_themselves, shifts),
        corrected=chosen.observation().features(negative_example_scores(feedback.vectors, negative_vectors), shifts),
    )


def _figures(training: TrainingSet, fitted: Calibrator, examples: ExampleSource) -> dict[str, float]:
    """Return the quality of the fit on the left-out examples, as fractions, and how many these were."""
    accepted = fitted.probability(training.own) >= fitted.threshold
    figures = {
        "specialists": float(examples.count),
        "examples": float(examples.calibrates.sum()),
        "sampled_examples": float(len(training.right)),
        "closed_set": float(training.right.mean()),
        "in_scope_accuracy": float((accepted * training.right).mean()),
    }
    for name, group in (("near_rejected", training.near), ("far_rejected", training.far)):
        if len(group["negative_similarity"]):
            figures[name] = float((fitted.probability(group) < fitted.threshold).mean())
    return figures
