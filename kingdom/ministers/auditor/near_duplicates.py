"""Detection of verified specialists that serve the same requests. Pure."""

from collections.abc import Sequence

import numpy as np

from kingdom.core.text.sentences import sentence
from kingdom.ministers.auditor.unmet_demand import Vectors
from kingdom.ministers.auditor.values import DetectedFinding

MIN_DUPLICATE_SIMILARITY = 0.90  # cosine of two centroids


def detect_near_duplicates(
    roles: Sequence[str], ids: Sequence[str], centroids: Vectors, *, min_similarity: float = MIN_DUPLICATE_SIMILARITY
) -> tuple[DetectedFinding, ...]:
    """Return one finding for each pair of specialists with nearly the same centroid.

    ``centroids`` has one unit row for each role and id. The caller must not mix private specialists of several owners.
    """
    similarity = centroids @ centroids.T
    pairs = np.argwhere(np.triu(similarity >= min_similarity, k=1))
    return tuple(
        DetectedFinding(
            code="near_duplicate",
            level="info",
            message=sentence(
                "%(name)s and %(other)s serve nearly the same requests (similarity %(value)s).",
                name=roles[first],
                other=roles[second],
                value=f"{similarity[first, second]:.2f}",
            ),
            action="propose_merge",
            specialist_id=ids[first],
            figures={"similarity": float(similarity[first, second]), "other": ids[second]},
            evidence=(ids[first], ids[second]),
        )
        for first, second in pairs
    )
