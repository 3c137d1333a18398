"""Which stored examples a fit leaves out, and each specialist's mean score of its own."""

import numpy as np

from kingdom.routing.calibration.example_blocks import ExampleSource
from kingdom.routing.embeddings.similarity import Floats, Ints

FOLDS = 5
# Left-out examples of one fit. Above that it is a seeded sample, and the figures of the calibration say how many.
MAX_ROWS = 4000


def sample_rows(examples: ExampleSource, seed: int, limit: int = MAX_ROWS) -> Ints:
    """Return the rows used for calibration in ascending order, at most ``limit`` by a seeded draw.

    A row whose owner has no other row is not used: when it is left out, its specialist has no vector.
    """
    sizes = np.bincount(examples.owners, minlength=examples.count)
    usable = np.flatnonzero(examples.calibrates & (sizes[examples.owners] > 1))
    if len(usable) <= limit:
        return usable
    return np.sort(np.random.default_rng(seed).choice(usable, size=limit, replace=False))


def fold_assignment(examples: ExampleSource, seed: int, folds: int = FOLDS) -> Ints:
    """Return the fold (0..folds-1) of each message row, evenly distributed within each owner; -1 for purpose rows."""
    chance = np.random.default_rng(seed)
    folds_of = np.full(len(examples.owners), -1, dtype=np.int64)
    for owner in range(examples.count):
        messages = np.flatnonzero((examples.owners == owner) & examples.calibrates)
        folds_of[chance.permutation(messages)] = (np.arange(len(messages)) + chance.integers(folds)) % folds
    return folds_of


def mean_own_scores(own: Floats, owners: Ints, count: int) -> Floats:
    """Return mu (count,): the mean left-out score of each specialist's own examples.

    ``own`` (k,) are the left-out scores of examples of ``owners`` (k,). A specialist with fewer than 2 left-out
    examples gets the mean of all, because one score is no estimate.
    """
    numbers = np.bincount(owners, minlength=count)
    means = np.bincount(owners, weights=own, minlength=count) / np.maximum(numbers, 1)
    enough = numbers >= 2
    overall = float(means[enough].mean()) if enough.any() else 0.0
    return np.where(enough, means, overall)
