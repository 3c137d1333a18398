"""How near a message is to each specialist: half the nearest example, half the centroid (routing.md section 8).

Arrays only. ``d`` is the dimension of the embedding space, ``n`` stored example rows, ``c`` specialists, ``m`` messages. All vectors have
unit length. Production gets ``best`` and ``centre`` from SQL, evaluation and calibration from here; both blend with ``blend``.
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
ROWS_AT_ONCE = 512  # messages a piece: bounds memory at 100,000 examples to about 200 MB
BELOW_EVERY_COSINE = -2.0  # below every cosine


@dataclass(frozen=True)
class Examples:
    """The stored examples of all specialists, sorted by owner.

    ``vectors`` (n, d); ``owners`` (n,) with values 0..count-1, ascending, each at least once; ``calibrates`` (n,) is False for rows that
    are scored against but are no messages themselves: the purpose line.
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


def blend(best: Floats, centre: Floats) -> Floats:
    """Return the blend score of the cosine to the nearest example and the cosine to the centroid (same shape each)."""
    return NEAREST_SHARE * best + (1.0 - NEAREST_SHARE) * centre


def unit_rows(rows: NDArray[np.floating]) -> Vectors:
    """Return the rows at unit length; a zero row stays zero."""
    norms = np.linalg.norm(rows, axis=1, keepdims=True)
    return np.asarray(rows / np.where(norms > 0, norms, 1.0), dtype=np.float32)


def centroids(vectors: Vectors, owners: Ints, count: int) -> Vectors:
    """Return one normalised mean (count, d) a specialist; zeros for an owner without rows."""
    sums = np.zeros((count, vectors.shape[1]), dtype=np.float64)
    np.add.at(sums, owners, vectors)
    return unit_rows(sums)


def best_per_owner(similarities: NDArray[np.floating], owners: Ints, count: int) -> Floats:
    """Return the highest similarity a specialist: (m, n) with ascending owners -> (m, count); ``NEVER`` for an owner without rows."""
    best = np.full((len(similarities), count), BELOW_EVERY_COSINE)
    if len(owners):
        present, starts = np.unique(owners, return_index=True)
        best[:, present] = np.maximum.reduceat(similarities, starts, axis=1)
    return best


def blend_scores(messages: Vectors, examples: Examples, keep: Flags | None = None) -> Floats:
    """Return the blend of each message with each specialist, (m, c), over the rows that ``keep`` (n,) selects (all by default)."""
    vectors, owners = (
        (examples.vectors, examples.owners) if keep is None else (examples.vectors[keep], examples.owners[keep])
    )
    centres = centroids(vectors, owners, examples.count)
    found = np.empty((len(messages), examples.count))
    for start in range(0, len(messages), ROWS_AT_ONCE):
        piece = messages[start : start + ROWS_AT_ONCE]
        best = best_per_owner(piece @ vectors.T, owners, examples.count)
        found[start : start + ROWS_AT_ONCE] = blend(best, np.asarray(piece @ centres.T, dtype=np.float64))
    return found


def purpose_vectors(examples: Examples) -> Vectors:
    """Return the purpose line of each specialist, (c, d); zeros for one without."""
    lines = np.zeros((examples.count, examples.vectors.shape[1]), dtype=np.float32)
    rows = ~examples.calibrates
    lines[examples.owners[rows]] = examples.vectors[rows]
    return lines


def negative_example_scores(messages: Vectors, bank: Vectors, own_rows: Ints | None = None) -> Floats:
    """Return the mean of the three highest cosines to the bank of messages for nobody, (m,); 0 with an empty bank.

    ``own_rows`` (m,) names the bank row that a message is itself, which is then left out.
    """
    similar = np.asarray(messages @ bank.T, dtype=np.float64)
    if own_rows is not None:
        similar[np.arange(len(messages)), own_rows] = BELOW_EVERY_COSINE
    used = min(NEGATIVE_NEIGHBOURS, len(bank) - (own_rows is not None))
    if used <= 0:
        return np.zeros(len(messages))
    return np.asarray(np.sort(similar, axis=1)[:, -used:].mean(axis=1))


def vector_literal(vector: Vectors) -> str:
    """Return a vector (d,) as pgvector reads it."""
    return "[" + ",".join(format(float(value), ".5g") for value in vector) + "]"
