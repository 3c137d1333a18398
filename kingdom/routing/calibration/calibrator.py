"""The calibrator: the probability that the best specialist is the right one, and the thresholds on it.

A logistic regression on 3 or 4 features separates right routes from near and far negatives. A second one on its score
(Platt scaling) states the probability at the class mix of live traffic. The threshold maximizes the gain on the
left-out examples. Constants were chosen on the DEV part of the evaluation data (val files), see docs/decisions.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from kingdom.routing.calibration.linear_classifier import LinearClassifier
from kingdom.routing.embeddings.similarity import Floats, Vectors

NEAR_WEIGHT = 1.0  # of an example with its own specialist removed, relative to a right example
FAR_WEIGHT = 5.0  # of all negative examples together, as a multiple of all examples
NEAR_IN_THRESHOLD = 3.0  # weight of a near miss relative to a far one in the threshold: near misses are frequent
DRAWS = 50  # bootstrap draws of the threshold: two peaks of similar height would make a single fit unstable
LIVE_IN_SCOPE = 0.8  # share of live messages that some specialist can serve
LIVE_FAR = 0.35  # share of far messages among the rest
LOW_SHARE = 0.1  # share of right routes below threshold_low
_RIDGE = 1e-3
_STEPS = 60
_GRID = np.arange(0.05, 0.9, 0.005)
_SMOOTH = 9


def sigmoid(values: Floats) -> Floats:
    """Return 1 / (1 + exp(-values)), safe for large values."""
    return np.asarray(np.exp(-np.logaddexp(0.0, -values)))


def logit(values: Floats) -> Floats:
    """Return log(p / (1 - p)) of probabilities, clipped to 1e-9 and 1 - 1e-9."""
    clipped = np.clip(values, 1e-9, 1 - 1e-9)
    return np.asarray(np.log(clipped) - np.log1p(-clipped))


@dataclass(frozen=True)
class LogisticRegression:
    """A logistic regression on standardised features. The first of ``weights`` is the intercept."""

    weights: tuple[float, ...]
    means: tuple[float, ...]
    scales: tuple[float, ...]

    def score(self, features: Floats) -> Floats:
        """Return the log-odds, (m,), of features (m, f)."""
        standard = (features - np.array(self.means)) / np.array(self.scales)
        return np.asarray(self.weights[0] + standard @ np.array(self.weights[1:]))


def fit_logistic_regression(
    features: Floats, labels: Floats, weights: Floats, ridge: float = _RIDGE
) -> LogisticRegression:
    """Fit a weighted logistic regression by Newton's method. A constant feature gets weight 0."""
    share = weights / weights.sum()
    means = share @ features
    scales = np.sqrt(share @ (features - means) ** 2) + 1e-9
    data = np.column_stack([np.ones(len(features)), (features - means) / scales])
    penalty = np.eye(data.shape[1]) * ridge
    penalty[0, 0] = 1e-9
    coefficients = np.zeros(data.shape[1])
    for _ in range(_STEPS):
        predicted = sigmoid(data @ coefficients)
        gradient = data.T @ (share * (labels - predicted)) - penalty @ coefficients
        hessian = (data * (share * predicted * (1 - predicted))[:, None]).T @ data + penalty
        # With separable classes an unbounded Newton step diverges before the penalty takes effect.
        step = np.clip(np.linalg.solve(hessian, gradient), -2.0, 2.0)
        coefficients = coefficients + step
        if float(np.abs(step).max()) < 1e-8:
            break
    return LogisticRegression(*(tuple(map(float, values)) for values in (coefficients, means, scales)))


@dataclass(frozen=True)
class Calibrator:
    """A fitted calibrator: P(right) of a candidate, and two thresholds on it."""

    features: tuple[str, ...]
    separate: LogisticRegression
    state: LogisticRegression
    threshold: float
    threshold_low: float

    def probability(self, observed: Mapping[str, Floats]) -> Floats:
        """Return P(right) (m,) from one array (m,) per feature name."""
        return sigmoid(self.state.score(self.separate.score(stacked_features(observed, self.features))[:, None]))

    def as_json(self) -> dict[str, Any]:
        """Return the calibrator as JSON values."""
        return asdict(self)

    @classmethod
    def from_json(cls, value: Mapping[str, Any]) -> "Calibrator":
        """Return a calibrator from the output of ``as_json``."""
        parts = {
            name: LogisticRegression(**{key: tuple(row) for key, row in value[name].items()})
            for name in ("separate", "state")
        }
        return cls(
            tuple(value["features"]), parts["separate"], parts["state"], value["threshold"], value["threshold_low"]
        )


def stacked_features(observed: Mapping[str, Floats], names: Sequence[str]) -> Floats:
    """Return the named features as columns, (m, f)."""
    return np.column_stack([observed[name] for name in names])


@dataclass(frozen=True)
class TrainingSet:
    """Features by name of the training messages. ``right`` (n,) is 1 if the example's own specialist ranks first.

    ``corrected`` are routes that users overrode, each with ``corrected_weight``.
    """

    own: Mapping[str, Floats]
    right: Floats
    near: Mapping[str, Floats]
    far: Mapping[str, Floats]
    corrected: Mapping[str, Floats]
    corrected_weight: float = 3.0


def fit_calibrator(training: TrainingSet, names: Sequence[str], seed: int = 0) -> Calibrator:
    """Fit a calibrator on the named features. Deterministic for a given seed (of the bootstrap draws).

    ``own`` needs at least one example; ``near``, ``far`` and ``corrected`` may be empty.
    """
    features = (training.own, training.near, training.far, training.corrected)
    groups = [stacked_features(group, names) for group in features]
    own, near, far, corrected = (len(group) for group in groups)
    labels = np.concatenate([training.right, np.zeros(near + far + corrected)])
    negative_weights = (np.full(near, NEAR_WEIGHT), _spread(FAR_WEIGHT * own, far))
    weights = np.concatenate([np.ones(own), *negative_weights, np.full(corrected, training.corrected_weight)])
    separate = fit_logistic_regression(np.concatenate(groups), labels, weights)
    scores = [separate.score(group) for group in groups[:3]]
    state = _fit_live_probability(scores, training.right)
    raw = _threshold(scores, training.right, np.random.default_rng(seed))
    stated = [sigmoid(state.score(score[:, None])) for score in (np.array([raw]), scores[0])]
    threshold = float(stated[0][0])
    low = float(np.quantile(stated[1], LOW_SHARE))
    return Calibrator(tuple(names), separate, state, threshold, min(low, threshold))


def _spread(mass: float, count: int) -> Floats:
    return np.full(count, mass / count) if count else np.zeros(0)


def _fit_live_probability(scores: Sequence[Floats], right: Floats) -> LogisticRegression:
    own, near, far = scores
    out = 1.0 - LIVE_IN_SCOPE
    far_mass = out * (LIVE_FAR if len(near) else 1.0) if len(far) else 0.0
    near_mass = out - far_mass if len(near) else 0.0
    weights = np.concatenate(
        [_spread(LIVE_IN_SCOPE, len(own)), _spread(near_mass, len(near)), _spread(far_mass, len(far))]
    )
    labels = _softened(np.concatenate([right, np.zeros(len(near) + len(far))]))
    fitted = fit_logistic_regression(np.concatenate(scores)[:, None], labels, weights)
    # A negative slope, possible with very few examples, would invert the order of messages.
    return LogisticRegression((fitted.weights[0], max(fitted.weights[1], 1e-3)), fitted.means, fitted.scales)


def _softened(labels: Floats) -> Floats:
    """Return labels moved away from 0 and 1 (Platt 1999), so that few examples do not produce certainty."""
    right = float(labels.sum())
    wrong = len(labels) - right
    return np.where(labels > 0.5, (right + 1.0) / (right + 2.0), 1.0 / (wrong + 2.0))


def _threshold(scores: Sequence[Floats], right: Floats, chance: np.random.Generator) -> float:
    """Return the log-odds threshold: the mean over bootstrap draws of the level with the highest gain.

    The gain is the share of right routes plus the weighted shares of rejected near and far negatives.
    """
    own, near, far = scores
    levels = logit(_GRID)
    shares = {"near": NEAR_IN_THRESHOLD if len(near) else 0.0, "far": 1.0 if len(far) else 0.0}
    total = sum(shares.values()) or 1.0
    best = []
    for _ in range(DRAWS):
        weights = _bootstrap_weights(len(own), chance)
        gain = _passing(own, levels, weights * right)
        # Near misses are the same examples without their specialist, so they share the bootstrap weights.
        for name, group, drawn in (("near", near, weights), ("far", far, _bootstrap_weights(len(far), chance))):
            if len(group):
                gain = gain + shares[name] / total * (1.0 - _passing(group, levels, drawn))
        smooth = np.convolve(np.pad(gain, _SMOOTH // 2, mode="edge"), np.full(_SMOOTH, 1 / _SMOOTH), "valid")
        best.append(float(_GRID[int(np.argmax(smooth))]))
    return float(logit(np.array(np.mean(best))))


def _passing(scores: Floats, levels: Floats, weights: Floats) -> Floats:
    """Return the sum of the weights of scores at or above each of the ascending levels."""
    reached = np.bincount(np.searchsorted(levels, scores, side="right"), weights=weights, minlength=len(levels) + 1)
    return np.asarray(reached[::-1].cumsum()[::-1][1:])


def _bootstrap_weights(count: int, chance: np.random.Generator) -> Floats:
    return np.asarray(chance.multinomial(count, np.full(count, 1.0 / count)) / count) if count else np.zeros(0)


MAX_SUGGESTIONS = 5  # specialists that the classifier may add to those found by nearest examples


@dataclass(frozen=True)
class LoadedCalibration:
    """A calibration in memory.

    ``classifier_rows`` maps a specialist id to its row of the classifier and ``shifts`` to its shift.

    A specialist without a shift was added after the fit.
    """

    name: str
    plain: Calibrator
    full: Calibrator | None
    classifier: LinearClassifier | None
    classifier_rows: Mapping[str, int]
    shifts: Mapping[str, float]
    ids: tuple[str, ...]

    @property
    def threshold(self) -> float:
        """The probability from which a message is routed."""
        return (self.full or self.plain).threshold

    @property
    def threshold_low(self) -> float:
        """The probability below which the language model does not choose among candidates either."""
        return (self.full or self.plain).threshold_low

    def suggestions(self, message: Vectors) -> list[str]:
        """Return the ids that the classifier ranks first for a message (d,); empty without a classifier."""
        if self.classifier is None:
            return []
        best = np.argsort(-self.classifier.logits(message[None])[0])[:MAX_SUGGESTIONS]
        return [self.ids[row] for row in best]
