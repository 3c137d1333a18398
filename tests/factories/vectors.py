"""Random vectors in clusters: what examples of specialists look like to routing."""

import numpy as np

from kingdom.routing.embeddings.similarity import (
    Examples,
    Flags,
    Floats,
    Vectors,
    best_per_owner,
    blend,
    centroids,
    unit_rows,
)


def clusters(owners: int, each: int, seed: int = 0, spread: float = 0.6, width: int = 24) -> Examples:
    """Return examples around one random direction per owner; the first of each is its purpose line."""
    chance = np.random.default_rng(seed)
    centres = unit_rows(chance.normal(size=(owners, width)))
    rows = np.repeat(centres, each + 1, axis=0) + chance.normal(size=(owners * (each + 1), width)) * spread / np.sqrt(
        width
    )
    calibrates = np.tile(np.array([False] + [True] * each), owners)
    return Examples.of(unit_rows(rows), np.repeat(np.arange(owners), each + 1), calibrates)


def blend_scores(messages: Vectors, examples: Examples, keep: Flags | None = None) -> Floats:
    """Return the blend of each message with each specialist (m, c) over the rows in ``keep`` (n,), all by default."""
    vectors, owners = (
        (examples.vectors, examples.owners) if keep is None else (examples.vectors[keep], examples.owners[keep])
    )
    centres = centroids(vectors, owners, examples.count)
    best = best_per_owner(messages @ vectors.T, owners, examples.count)
    return blend(best, np.asarray(messages @ centres.T, dtype=np.float64))
