"""Leave-one-out scores: stored examples scored as if they were new messages."""

from dataclasses import dataclass

import numpy as np

from kingdom.routing.embeddings.similarity import (
    BELOW_EVERY_COSINE,
    ROWS_AT_ONCE,
    Examples,
    Floats,
    Ints,
    best_per_owner,
    blend,
    centroids,
)

FOLDS = 5
MAX_ROWS = (
    4000  # left-out examples of one fit; a seeded sample above that keeps a fit within minutes at 100,000 examples
)


@dataclass(frozen=True)
class LeaveOneOutScores:
    """Scores of left-out examples: ``rows`` (k,) indexes into the examples, ``owners`` (k,), ``scores`` (k, c)."""

    rows: Ints
    owners: Ints
    scores: Floats


def sample_rows(examples: Examples, seed: int, limit: int = MAX_ROWS) -> Ints:
    """Return the rows used for calibration in ascending order, at most ``limit`` by a seeded draw.

    A row whose owner has no other row is not used: when it is left out, its specialist has no vector.
    """
    sizes = np.bincount(examples.owners, minlength=examples.count)
    usable = np.flatnonzero(examples.calibrates & (sizes[examples.owners] > 1))
    if len(usable) <= limit:
        return usable
    return np.sort(np.random.default_rng(seed).choice(usable, size=limit, replace=False))


def fold_assignment(examples: Examples, seed: int, folds: int = FOLDS) -> Ints:
    """Return the fold (0..folds-1) of each message row, evenly distributed within each owner; -1 for purpose rows."""
    chance = np.random.default_rng(seed)
    folds_of = np.full(len(examples.owners), -1, dtype=np.int64)
    for owner in range(examples.count):
        messages = np.flatnonzero((examples.owners == owner) & examples.calibrates)
        folds_of[chance.permutation(messages)] = (np.arange(len(messages)) + chance.integers(folds)) % folds
    return folds_of


def leave_one_out_scores(examples: Examples, rows: Ints) -> LeaveOneOutScores:
    """Return the scores of each of ``rows`` as if it alone were not stored: only its own specialist loses a row.

    Leaving a whole fold out would score every specialist with fewer examples than it has, so that the calibration would
    be fitted to scores lower than live ones. Measured cost: 1 point of J on BANKING77-OOS (DEV, 10 examples).
    """
    sums = np.zeros((examples.count, examples.vectors.shape[1]))
    np.add.at(sums, examples.owners, examples.vectors)
    centres = centroids(examples.vectors, examples.owners, examples.count)
    scores = np.empty((len(rows), examples.count))
    for start in range(0, len(rows), ROWS_AT_ONCE):
        chunk = rows[start : start + ROWS_AT_ONCE]
        index, vectors, owners = np.arange(len(chunk)), examples.vectors[chunk], examples.owners[chunk]
        similar = vectors @ examples.vectors.T
        similar[index, chunk] = BELOW_EVERY_COSINE
        centre = np.asarray(vectors @ centres.T, dtype=np.float64)
        rest = sums[owners] - vectors
        centre[index, owners] = (rest * vectors).sum(axis=1) / np.maximum(np.linalg.norm(rest, axis=1), 1e-9)
        scores[start : start + ROWS_AT_ONCE] = blend(best_per_owner(similar, examples.owners, examples.count), centre)
    return LeaveOneOutScores(rows, examples.owners[rows], scores)


def mean_own_scores(left: LeaveOneOutScores, count: int) -> Floats:
    """Return mu (count,): the mean left-out score of each specialist's own examples.

    A specialist with fewer than 2 left-out examples gets the mean of all, because one score is no estimate.
    """
    own = left.scores[np.arange(len(left.owners)), left.owners]
    numbers = np.bincount(left.owners, minlength=count)
    means = np.bincount(left.owners, weights=own, minlength=count) / np.maximum(numbers, 1)
    enough = numbers >= 2
    overall = float(means[enough].mean()) if enough.any() else 0.0
    return np.where(enough, means, overall)
