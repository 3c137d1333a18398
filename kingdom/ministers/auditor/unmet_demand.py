"""What users ask for and nobody does, and who does the same twice: clusters of vectors of one embedding space."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np
from numpy.typing import NDArray

from kingdom.ministers.auditor.values import DetectedFinding

Vectors = NDArray[np.float32]


@dataclass(frozen=True, kw_only=True)
class UnmatchedRequest:
    """One request that no specialist took: its message's id, whose, on which day. Its vector stands apart, at the same place."""

    message_id: str
    user_id: int
    day: date


@dataclass(frozen=True, kw_only=True)
class DemandThresholds:
    """When a wish is common enough (settings): like messages, by how many people, over how many days, and how alike they must be."""

    messages: int = 5
    users: int = 2
    days: int = 3
    alike: float = 0.62
    same: float = 0.90


def detect_unmet_demand(
    asked: Sequence[UnmatchedRequest], vectors: Vectors, standards: DemandThresholds
) -> tuple[DetectedFinding, ...]:
    """Return one finding for each cluster of requests that is frequent and comes from several people on several days.

    ``vectors``: one unit row a request. Clusters are made greedily, the request with the most neighbours first (leader clustering), so
    that the result does not depend on the order of the requests.
    """
    return tuple(
        _demand_finding([asked[place] for place in members])
        for members in cluster_vectors(vectors, standards.alike)
        if _is_frequent([asked[place] for place in members], standards)
    )


def cluster_vectors(vectors: Vectors, alike: float) -> tuple[tuple[int, ...], ...]:
    """Return the places of each cluster, its leader first, the largest cluster first. Every place is in exactly one."""
    if not len(vectors):
        return ()
    near = vectors @ vectors.T >= alike
    free = np.ones(len(vectors), dtype=bool)
    found: list[tuple[int, ...]] = []
    while free.any():
        counts = (near & free).sum(axis=1)
        counts[~free] = -1
        leader = int(counts.argmax())
        members = np.flatnonzero(near[leader] & free)
        found.append((leader, *(int(place) for place in members if place != leader)))
        free[members] = False
        free[leader] = False  # a vector of zeros is not even near itself
    return tuple(found)


def _is_frequent(members: Sequence[UnmatchedRequest], standards: DemandThresholds) -> bool:
    users, days = {one.user_id for one in members}, {one.day for one in members}
    return len(members) >= standards.messages and len(users) >= standards.users and len(days) >= standards.days


def _demand_finding(members: Sequence[UnmatchedRequest]) -> DetectedFinding:
    users, days = {one.user_id for one in members}, {one.day for one in members}
    message = f"{len(members)} like requests of {len(users)} users on {len(days)} days found no specialist."
    return DetectedFinding(
        code="demand",
        level="info",
        message=message,
        action="propose_specialist",
        figures={"messages": len(members), "users": len(users), "days": len(days)},
        evidence=tuple(one.message_id for one in members),
    )
