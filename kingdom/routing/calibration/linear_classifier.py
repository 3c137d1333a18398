"""Linear classifier: multinomial logistic regression over all specialists."""

from dataclasses import dataclass

import numpy as np

from kingdom.routing.calibration.lbfgs import lbfgs_minimize
from kingdom.routing.embeddings.similarity import Floats, Ints, Vectors

INVERSE_PENALTY = 30.0  # C: inverse of the L2 penalty (routing.md section 8)
MAX_STEPS = 200
TOLERANCE = 1e-5


@dataclass(frozen=True)
class LinearClassifier:
    """``weights`` (c, d) and ``bias`` (c,) in the order of the owners of the fit."""

    weights: Vectors
    bias: Floats

    def logits(self, messages: Vectors) -> Floats:
        """Return one logit per specialist, (m, c)."""
        return np.asarray(messages @ self.weights.T, dtype=np.float64) + self.bias


def log_softmax(logits: Floats) -> Floats:
    """Return the logarithm of the softmax along the last axis; entries of -inf have probability 0."""
    shifted = logits - logits.max(axis=-1, keepdims=True)
    return np.asarray(shifted - np.log(np.exp(shifted).sum(axis=-1, keepdims=True)))


def fit_linear_classifier(
    vectors: Vectors, owners: Ints, count: int, start: LinearClassifier | None = None, strength: float = INVERSE_PENALTY
) -> LinearClassifier:
    """Fit by L-BFGS on mean cross-entropy plus an L2 penalty; ``start`` is a warm start. Deterministic."""
    width = vectors.shape[1]
    data = np.asarray(vectors, dtype=np.float32)
    penalty = 1.0 / (strength * len(data))
    rows = np.arange(len(data))

    def loss(flat: Floats) -> tuple[float, Floats]:
        weights, bias = flat[: count * width].reshape(count, width), flat[count * width :]
        logs = log_softmax(np.asarray(data @ weights.T.astype(np.float32), dtype=np.float64) + bias)
        error = np.exp(logs)
        error[rows, owners] -= 1.0
        error /= len(data)
        gradient = np.asarray(error.T.astype(np.float32) @ data, dtype=np.float64) + penalty * weights
        value = -logs[rows, owners].mean() + 0.5 * penalty * float((weights**2).sum())
        return value, np.concatenate([gradient.ravel(), error.sum(axis=0)])

    begin = (
        np.zeros(count * (width + 1))
        if start is None
        else np.concatenate([start.weights.ravel(), start.bias]).astype(np.float64)
    )
    flat = lbfgs_minimize(loss, begin, steps=MAX_STEPS, tolerance=TOLERANCE)
    return LinearClassifier(flat[: count * width].reshape(count, width).astype(np.float32), flat[count * width :])
