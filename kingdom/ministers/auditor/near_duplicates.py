"""Detection of verified specialists that serve the same requests. Pure."""

from collections.abc import Sequence

import numpy as np

from kingdom.ministers.auditor.unmet_demand import DemandThresholds, Vectors
from kingdom.ministers.auditor.values import DetectedFinding


def detect_near_duplicates(
    roles: Sequence[str], ids: Sequence[str], centroids: Vectors, standards: DemandThresholds
) -> tuple[DetectedFinding, ...]:
    """Return one finding for each pair of specialists whose centroids are nearly the same; the caller never mixes owners' private ones."""
    likeness = centroids @ centroids.T
    pairs = np.argwhere(np.triu(likeness >= standards.same, k=1))
    return tuple(
        DetectedFinding(
            code="near_duplicate",
            level="info",
            message=f"{roles[one]} and {roles[other]} serve nearly the same requests (similarity {likeness[one, other]:.2f}).",
            action="propose_merge",
            specialist_id=ids[one],
            figures={"similarity": float(likeness[one, other]), "other": ids[other]},
            evidence=(ids[one], ids[other]),
        )
        for one, other in pairs
    )
