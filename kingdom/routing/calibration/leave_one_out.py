"""Leaving stored examples out, so that they can stand for messages nobody has labelled yet."""

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
MOST_ROWS = 4000  # examples that are left out in one fit: above it a seeded sample, so that a fit stays minutes at 100,000 examples


@dataclass(frozen=True)
class LeaveOneOutScores:
    """What examples score when they are not stored: ``rows`` (k,) places in the examples, ``owners`` (k,), ``scores`` (k, c)."""

    rows: Ints
    owners: Ints
    scores: Floats


def sample_rows(examples: Examples, seed: int, most: int = MOST_ROWS) -> Ints:
    """Return the rows that calibrate, at most ``most`` of them by a seeded draw, ascending.

    A row whose owner has no other row is not used: left out, nothing would be stored that it could be found by.
    """
    sizes = np.bincount(examples.owners, minlength=examples.count)
    usable = np.flatnonzero(examples.calibrates & (sizes[examples.owners] > 1))
    if len(usable) <= most:
        return usable
    return np.sort(np.random.default_rng(seed).choice(usable, size=most, replace=False))


def fold_assignment(examples: Examples, seed: int, folds: int = FOLDS) -> Ints:
    """Return the fold (0..folds-1) of each message row, dealt evenly within each owner; -1 for rows that are no messages."""
    chance = np.random.default_rng(seed)
    dealt = np.full(len(examples.owners), -1, dtype=np.int64)
    for owner in range(examples.count):
        messages = np.flatnonzero((examples.owners == owner) & examples.calibrates)
        dealt[chance.permutation(messages)] = (np.arange(len(messages)) + chance.integers(folds)) % folds
    return dealt


def leave_one_out_scores(examples: Examples, rows: Ints) -> LeaveOneOutScores:
    """Score each of ``rows`` as if it alone were not stored: its own specialist loses one row, all others keep theirs.

    Leaving a whole fold out would show every specialist with fewer examples than it has, and the gate would be fitted to scores that are
    lower than live ones: it cost 1 point of J on BANKING77-OOS (DEV, 10 examples).
    """
    sums = np.zeros((examples.count, examples.vectors.shape[1]))
    np.add.at(sums, examples.owners, examples.vectors)
    centres = centroids(examples.vectors, examples.owners, examples.count)
    found = np.empty((len(rows), examples.count))
    for start in range(0, len(rows), ROWS_AT_ONCE):
        piece = rows[start : start + ROWS_AT_ONCE]
        place, vectors, owners = np.arange(len(piece)), examples.vectors[piece], examples.owners[piece]
        similar = vectors @ examples.vectors.T
        similar[place, piece] = BELOW_EVERY_COSINE
        centre = np.asarray(vectors @ centres.T, dtype=np.float64)
        rest = sums[owners] - vectors
        centre[place, owners] = (rest * vectors).sum(axis=1) / np.maximum(np.linalg.norm(rest, axis=1), 1e-9)
        found[start : start + ROWS_AT_ONCE] = blend(best_per_owner(similar, examples.owners, examples.count), centre)
    return LeaveOneOutScores(rows, examples.owners[rows], found)


def mean_own_scores(left: LeaveOneOutScores, count: int) -> Floats:
    """Return mu (count,): the mean left-out score of each specialist's own examples.

    A specialist with fewer than 2 left-out examples gets the mean of all: one number says nothing about where its scores lie.
    """
    own = left.scores[np.arange(len(left.owners)), left.owners]
    numbers = np.bincount(left.owners, minlength=count)
    means = np.bincount(left.owners, weights=own, minlength=count) / np.maximum(numbers, 1)
    enough = numbers >= 2
    overall = float(means[enough].mean()) if enough.any() else 0.0
    return np.where(enough, means, overall)
