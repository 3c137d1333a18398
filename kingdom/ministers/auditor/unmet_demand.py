"""Detection of frequent requests that no specialist serves, as clusters of vectors of one embedding space. Pure."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

import numpy as np
from numpy.typing import NDArray

from kingdom.core.text.sentences import sentence
from kingdom.ministers.auditor.values import DetectedFinding

Vectors = NDArray[np.float32]


@dataclass(frozen=True, kw_only=True)
class UnmatchedRequest:
    """One request without a specialist: its message, user and day. Its vector is passed separately.

    ``recipe`` is the recipe that does the task, "" for none.
    """

    message_id: str
    user_id: int
    day: date
    recipe: str = ""


@dataclass(frozen=True, kw_only=True)
class DemandThresholds:
    """The minimum size of a cluster of similar requests."""

    min_messages: int = 5
    min_users: int = 3  # fewer than three could be recognized in what they share
    min_days: int = 3
    min_similarity: float = 0.62  # cosine with the leader of the cluster


def detect_unmet_demand(
    requests: Sequence[UnmatchedRequest], vectors: Vectors, thresholds: DemandThresholds
) -> tuple[DetectedFinding, ...]:
    """Return one finding for each cluster of requests that is frequent, by several users and on several days.

    ``vectors`` has one unit row for each request. Requests of one recipe are a cluster, however similar they are: what
    each user pastes into a request outweighs the few words that they share.
    """
    served: defaultdict[str, list[int]] = defaultdict(list)
    for index, request in enumerate(requests):
        served[request.recipe].append(index)
    others = served.pop("", [])
    clusters = [
        *served.values(),
        *([others[row] for row in rows] for rows in cluster_vectors(vectors[others], thresholds.min_similarity)),
    ]
    findings = (_demand_finding([requests[index] for index in members], thresholds) for members in clusters)
    return tuple(finding for finding in findings if finding is not None)


def cluster_vectors(vectors: Vectors, min_similarity: float) -> tuple[tuple[int, ...], ...]:
    """Return the row indexes of each cluster, its leader first, the largest cluster first. Each row is in one cluster.

    Greedy leader clustering: the row with the most free neighbours leads the next cluster, so that the result does not
    depend on the order of the rows.
    """
    if not len(vectors):
        return ()
    near = vectors @ vectors.T >= min_similarity
    free = np.ones(len(vectors), dtype=bool)
    clusters: list[tuple[int, ...]] = []
    while free.any():
        counts = (near & free).sum(axis=1)
        counts[~free] = -1
        leader = int(counts.argmax())
        members = np.flatnonzero(near[leader] & free)
        clusters.append((leader, *(int(index) for index in members if index != leader)))
        free[members] = False
        free[leader] = False  # a zero vector is not near itself
    return tuple(clusters)


def _demand_finding(members: Sequence[UnmatchedRequest], thresholds: DemandThresholds) -> DetectedFinding | None:
    users, days = len({request.user_id for request in members}), len({request.day for request in members})
    too_few = len(members) < thresholds.min_messages or users < thresholds.min_users or days < thresholds.min_days
    if too_few:
        return None
    return DetectedFinding(
        code="demand",
        level="info",
        message=sentence(
            "%(count)s similar requests of %(users)s users on %(days)s days found no specialist.",
            count=len(members),
            users=users,
            days=days,
        ),
        action="propose_specialist",
        figures={"messages": len(members), "users": users, "days": days},
        evidence=tuple(request.message_id for request in members),
    )
