"""Detection of verified specialists that serve the same requests. Pure."""

from collections.abc import Iterator, Sequence

import numpy as np

from kingdom.core.text.sentences import sentence
from kingdom.ministers.auditor.unmet_demand import Vectors
from kingdom.ministers.auditor.values import DetectedFinding

MIN_DUPLICATE_SIMILARITY = 0.90  # cosine of two centroids
ROWS_AT_ONCE = 512  # of 20,000 specialists the similarities of all pairs at once would take 1.6 GB


def detect_near_duplicates(
    roles: Sequence[str], ids: Sequence[str], centroids: Vectors, *, min_similarity: float = MIN_DUPLICATE_SIMILARITY
) -> tuple[DetectedFinding, ...]:
    """Return one finding for each pair of specialists with nearly the same centroid.

    ``centroids`` has one unit row for each role and id. The caller must not mix private specialists of several owners.
    """
    return tuple(
        DetectedFinding(
            code="near_duplicate",
            level="info",
            message=sentence(
                "%(name)s and %(other)s serve nearly the same requests (similarity %(value)s).",
                name=roles[first],
                other=roles[second],
                value=f"{similarity:.2f}",
            ),
            action="propose_merge",
            specialist_id=ids[first],
            figures={"similarity": similarity, "other": ids[second]},
            evidence=(ids[first], ids[second]),
        )
        for first, second, similarity in _similar_pairs(centroids, min_similarity)
    )


def _similar_pairs(centroids: Vectors, min_similarity: float) -> Iterator[tuple[int, int, float]]:
    """Yield each pair of rows with their similarity, in order; in memory are the similarities of some rows only."""
    for start in range(0, len(centroids), ROWS_AT_ONCE):
        similarity = centroids[start : start + ROWS_AT_ONCE] @ centroids.T
        for row, other in np.argwhere(np.triu(similarity >= min_similarity, k=start + 1)).tolist():
            yield start + row, other, float(similarity[row, other])
