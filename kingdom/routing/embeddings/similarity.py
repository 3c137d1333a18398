"""Similarity of messages to specialists: half the nearest example, half the centroid (routing.md section 8).

Arrays only. ``d`` is the dimension of the embedding space, ``n`` stored example rows, ``c`` specialists, ``m``
messages. All vectors have unit length. Live routing reads ``best`` and ``centre`` from SQL; evaluation and calibration
compute them here. Both use ``blend``.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Vectors = NDArray[np.float32]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Flags = NDArray[np.bool_]

NEAREST_SHARE = 0.5
NEGATIVE_NEIGHBOURS = 3
BELOW_EVERY_COSINE = -2.0


@dataclass(frozen=True)
class Examples:
    """The stored examples of all specialists, sorted by owner.

    ``vectors`` (n, d); ``owners`` (n,) with values 0..count-1, ascending, each at least once; ``calibrates`` (n,) is
    False for rows that are matched but not used for calibration: purpose lines are no messages.
    """

    vectors: Vectors
    owners: Ints
    calibrates: Flags
    count: int

    @classmethod
    def of(cls, vectors: Vectors, owners: Ints, calibrates: Flags) -> "Examples":
        """Sort rows by owner; owners must be numbered 0..c-1 without gaps."""
        order = np.argsort(owners, kind="stable")
        return cls(vectors[order], owners[order], calibrates[order], int(owners.max()) + 1 if len(owners) else 0)

    def read(self, start: int, stop: int) -> Vectors:
        """Return the vectors of consecutive rows."""
        return self.vectors[start:stop]

    def take(self, rows: Ints) -> Vectors:
        """Return the vectors of some rows."""
        return self.vectors[rows]


def blend(best: Floats, centre: Floats) -> Floats:
    """Return the blend score of the cosine to the nearest example and the cosine to the centroid (same shape each)."""
    return NEAREST_SHARE * best + (1.0 - NEAREST_SHARE) * centre


def unit_rows(rows: NDArray[np.floating]) -> Vectors:
    """Return the rows at unit length; a zero row stays zero."""
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.where(norms > 0, norms, 1.0), dtype=np.float32)


def centroids(vectors: Vectors, owners: Ints, count: int) -> Vectors:
    """Return the normalised mean of each specialist's vectors, (count, d); zeros for an owner without rows."""
    sums = np.zeros((count, vectors.shape[1]), dtype=np.float64)
    np.add.at(sums, owners, vectors)
    return unit_rows(sums)


def best_per_owner(similarities: NDArray[np.floating], owners: Ints, count: int) -> Floats:
    """Return the highest similarity per specialist (m, count) from similarities (m, n) with ascending owners (n,).

    ``BELOW_EVERY_COSINE`` stands for an owner without rows.
    """
    best = np.full((len(similarities), count), BELOW_EVERY_COSINE)
    if len(owners):
        present, starts = np.unique(owners, return_index=True)
        best[:, present] = np.maximum.reduceat(similarities, starts, axis=1)
    return best


def purpose_vectors(examples: Examples) -> Vectors:
    """Return the purpose line of each specialist, (c, d); zeros for one without."""
    lines = np.zeros((examples.count, examples.vectors.shape[1]), dtype=np.float32)
    rows = ~examples.calibrates
    lines[examples.owners[rows]] = examples.vectors[rows]
    return lines


def negative_example_scores(messages: Vectors, negatives: Vectors, own_rows: Ints | None = None) -> Floats:
    """Return the mean of the three highest cosines to the negative examples (b, d), (m,); 0 without negative examples.

    ``own_rows`` (m,) are the rows of the messages themselves among the negative examples, which are excluded.
    """
    similar = np.asarray(messages @ negatives.T, dtype=np.float64)
    if own_rows is not None:
        similar[np.arange(len(messages)), own_rows] = BELOW_EVERY_COSINE
    used = min(NEGATIVE_NEIGHBOURS, len(negatives) - (own_rows is not None))
    if used <= 0:
        return np.zeros(len(messages))
    return np.asarray(np.sort(similar, axis=1)[:, -used:].mean(axis=1))


def vector_literal(vector: Vectors) -> str:
    """Return a vector (d,) as a pgvector literal."""
    return "[" + ",".join(format(float(value), ".5g") for value in vector) + "]"
