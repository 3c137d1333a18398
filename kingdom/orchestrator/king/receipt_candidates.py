"""The candidates of a route receipt: every specialist that was considered, also those set aside, with the reason."""

from collections.abc import Sequence
from typing import Literal

from kingdom.contracts.routes import RouteCandidate
from kingdom.orchestrator.king.candidate_search import Candidates
from kingdom.orchestrator.king.routing_rules import RouteVerdict, rejection_reason
from kingdom.routing.ranking import NearbySpecialist, RankedCandidate

MAX_RECEIPT_CANDIDATES = 30  # a user with hundreds of own specialists must not fill the event log
FIRST_RANKED = 5  # listed before any that was set aside
EXAMPLE_CHARS = 200  # leading characters of the nearest example in a receipt


def receipt_candidates(verdict: RouteVerdict, candidates: Candidates) -> tuple[tuple[RouteCandidate, ...], int]:
    """Return the considered specialists of a verdict, best first and those set aside last, and how many are left out.

    Beyond ``MAX_RECEIPT_CANDIDATES`` the least probable ones are left out, never the chosen one.
    """
    aside = {entry.candidate.found.specialist_id: entry.reason.words for entry in candidates.set_aside}
    considered = candidates.considered
    listed = _listed(considered, len(candidates.ranked), verdict.chosen)
    rows = [_build(candidate, verdict, candidates, aside) for candidate in listed]
    return tuple(rows), len(considered) - len(listed)


def route_scope(specialist: NearbySpecialist) -> Literal["global", "user"]:
    """Return the scope of a specialist as routes state it."""
    return "global" if specialist.shared else "user"


def _listed(
    considered: Sequence[RankedCandidate], ranked: int, chosen: RankedCandidate | None
) -> list[RankedCandidate]:
    if len(considered) <= MAX_RECEIPT_CANDIDATES:
        return list(considered)
    by_weight = [*considered[:FIRST_RANKED], *considered[ranked:], *considered[FIRST_RANKED:ranked]]
    first = [candidate.found.specialist_id for candidate in (chosen, *by_weight) if candidate is not None]
    ids = list(dict.fromkeys(first))[:MAX_RECEIPT_CANDIDATES]
    return [candidate for candidate in considered if candidate.found.specialist_id in ids]


def _build(
    candidate: RankedCandidate, verdict: RouteVerdict, candidates: Candidates, aside: dict[str, str]
) -> RouteCandidate:
    found = candidate.found
    reason = aside.get(found.specialist_id, "") or rejection_reason(candidate, verdict, candidates.thresholds)
    is_chosen = verdict.kind == "specialist" and verdict.chosen is candidate and not verdict.unavailable
    return RouteCandidate(
        specialist_id=found.specialist_id,
        version_id=found.version_id,
        role=found.role,
        scope=route_scope(found),
        status=found.status,
        score=round(candidate.score, 4),
        probability=round(candidate.probability, 4),
        nearest_example=found.nearest[:EXAMPLE_CHARS],
        why_not="" if is_chosen else reason,
    )
