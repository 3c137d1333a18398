"""``memory_selector``: the existing specialists nearest to a request or a proposal, ranked as the King ranks them."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db.models import Q

from kingdom.contracts.spec import AgentSpec
from kingdom.council.stages.design.duplicate_detection import DUPLICATE_SCORE_SLACK, majority_claimant, self_scores
from kingdom.providers.language_models import is_model_configured
from kingdom.routing.calibration.cache import calibration_cached, calibration_current
from kingdom.routing.calibration.calibrator import LoadedCalibration
from kingdom.routing.candidates import candidates_near
from kingdom.routing.embeddings.request_text import request_vectors
from kingdom.routing.embeddings.services import purpose_line
from kingdom.routing.embeddings.similarity import Vectors
from kingdom.routing.ranking import NearbySpecialist, RankedCandidate, rank_candidates
from kingdom.runtime.ports import Embedder
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.registry.role_reservations import reserved_roles
from kingdom.specialists.status.canary_rules import in_canary

MAX_SIMILAR = 5
OUTSIDE_EVERY_SHARE = 1.0  # the canary bucket that no share below 1 holds


@dataclass(frozen=True, kw_only=True)
class SimilarSpecialist:
    """A specialist near a text. ``serves``: routing would send such a message to it."""

    specialist_id: str
    version_id: str
    role: str
    status: str
    purpose: str
    probability: float
    serves: bool

    def as_offer_details(self) -> dict[str, Any]:
        """Return the details of an offer to use it or to fork it."""
        ids = {"specialist_id": self.specialist_id, "version_id": self.version_id, "role": self.role}
        return {**ids, "status": self.status, "purpose": self.purpose, "choices": ["use", "fork"]}


def similar_to_text(
    text: str, *, user_id: int, embedder: Embedder, shown: int = MAX_SIMILAR
) -> tuple[SimilarSpecialist, ...]:
    """Return the specialists nearest to a text that this user may be routed to, best first."""
    return _as_similar(
        _rank_candidates(request_vectors([text], embedder, "query")[0], user_id, embedder.space)[:shown], embedder.space
    )


def duplicate_of_spec(spec: AgentSpec, *, user_id: int, embedder: Embedder) -> SimilarSpecialist | None:
    """Return the existing specialist that routing could not tell from a proposal, None when there is none.

    It is the one that would get at least half of the proposal's own examples with about the proposal's own score.
    """
    if not spec.examples:
        return None
    messages = request_vectors(spec.examples, embedder, "query")
    rows = request_vectors([purpose_line(spec.role, spec.purpose), *spec.examples], embedder, "document")
    own_scores = self_scores(messages, rows[1:], rows[0])
    claims = [
        _claimant(message, float(score), user_id, embedder.space)
        for message, score in zip(messages, own_scores, strict=True)
    ]
    claimants = {claim.found.specialist_id: claim for claim in reversed(claims) if claim is not None}
    best = majority_claimant([claim.found.specialist_id if claim is not None else "" for claim in claims])
    return _as_similar([claimants[best]], embedder.space)[0] if best else None


def _claimant(message: Vectors, own_score: float, user_id: int, space: str) -> RankedCandidate | None:
    """Return the best candidate that could be right for a message, if it scores about as well as the proposal."""
    calibration = calibration_cached(space)
    able = [
        candidate
        for candidate in _rank_candidates(message, user_id, space)
        if candidate.standalone_probability
        >= (calibration.threshold_low if calibration is not None else _routing_threshold(candidate, calibration))
    ]
    best = max(able, key=lambda candidate: candidate.score, default=None)
    return best if best is not None and best.score >= own_score - DUPLICATE_SCORE_SLACK else None


def _rank_candidates(message: Vectors, user_id: int, space: str) -> list[RankedCandidate]:
    held = calibration_cached(space)
    suggested = held.suggestions(message) if held is not None else []
    near = candidates_near(vector=message, space=space, user_id=user_id, suggested=suggested)
    calibration = calibration_current(space, near.calibration_id)
    serving = [found for found in near.found if _is_serving(found)]
    ranked = rank_candidates(serving, message, near.negative_similarity, calibration)
    return [candidate for candidate in ranked if not candidate.refused]


def _is_serving(found: NearbySpecialist) -> bool:
    """Return whether every message of the user that fits goes to a specialist: not to a suspended one, nor to one that
    takes a canary's share only, nor to one whose language model is not set up.
    """
    in_service = found.status != Specialist.Status.SUSPENDED and in_canary(found.canary, OUTSIDE_EVERY_SHARE)
    return in_service and (not found.needs_model or is_model_configured())


def _as_similar(ranked: Sequence[RankedCandidate], space: str) -> tuple[SimilarSpecialist, ...]:
    ids = [candidate.found.specialist_id for candidate in ranked]
    found = Specialist.objects.filter(pk__in=ids).values_list("pk", "spec_without_code__purpose") if ids else []
    purposes = {str(pk): str(purpose or "") for pk, purpose in found}
    calibration = calibration_cached(space)
    return tuple(
        SimilarSpecialist(
            specialist_id=candidate.found.specialist_id,
            version_id=candidate.found.version_id,
            role=candidate.found.role,
            status=candidate.found.status,
            purpose=purposes.get(candidate.found.specialist_id, ""),
            probability=round(candidate.probability, 4),
            serves=candidate.probability >= _routing_threshold(candidate, calibration),
        )
        for candidate in ranked
    )


def _routing_threshold(candidate: RankedCandidate, calibration: LoadedCalibration | None) -> float:
    """Return the routing threshold of a candidate: the calibration's, without one the setting of its scope."""
    if calibration is not None:
        return calibration.threshold
    return settings.KINGDOM.route_threshold_verified if candidate.found.shared else settings.KINGDOM.route_threshold_own


def roles_taken(user_id: int) -> frozenset[str]:
    """Return the roles that a new specialist of this user cannot have: own, shared and reserved ones."""
    everybodys = Q(status=Specialist.Status.VERIFIED) | Q(scope=Specialist.Scope.GLOBAL)
    used = Specialist.objects.filter(Q(created_by_id=user_id) | everybodys)
    # a renamed one keeps its first role in its versions, and rules name it so
    names = used.values_list("role", "spec_without_code__role")
    return frozenset(name for pair in names for name in pair) | reserved_roles()
