"""``memory_selector``: the existing specialists nearest to what is asked or proposed, found and judged as the King does."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.conf import settings
from django.db.models import Q

from kingdom.contracts.spec import AgentSpec
from kingdom.council.stages.design.duplicate_detection import DUPLICATE_SCORE_SLACK, majority_claimant, self_scores
from kingdom.routing.calibration.cache import calibration_cached, calibration_current
from kingdom.routing.calibration.calibrator import LoadedCalibration
from kingdom.routing.candidates import candidates_near
from kingdom.routing.embeddings.services import purpose_line
from kingdom.routing.embeddings.similarity import Vectors
from kingdom.routing.ranking import RankedCandidate, rank_candidates
from kingdom.runtime.ports import Embedder
from kingdom.specialists.models.specialist import Specialist

MAX_SIMILAR = 5


@dataclass(frozen=True, kw_only=True)
class SimilarSpecialist:
    """A specialist near a text. ``serves`` says that routing would send such a message to it."""

    specialist_id: str
    version_id: str
    role: str
    status: str
    purpose: str
    probability: float
    serves: bool

    def as_offer_details(self) -> dict[str, Any]:
        """Return it as the details of an offer: use it, or fork it."""
        named = {"specialist_id": self.specialist_id, "version_id": self.version_id, "role": self.role}
        return {**named, "status": self.status, "purpose": self.purpose, "choices": ["use", "fork"]}


def similar_to_text(
    text: str, *, user_id: int, embedder: Embedder, shown: int = MAX_SIMILAR
) -> tuple[SimilarSpecialist, ...]:
    """Return the specialists this user may be routed to that are nearest to a text, best first."""
    return _as_similar(
        _rank_candidates(embedder.embed([text], "query")[0], user_id, embedder.space)[:shown], embedder.space
    )


def duplicate_of_spec(spec: AgentSpec, *, user_id: int, embedder: Embedder) -> SimilarSpecialist | None:
    """Return the existing specialist that routing could not tell from a proposal, None when there is none.

    That is who would get at least half of the proposal's own examples about as well as the proposal itself.
    """
    if not spec.examples:
        return None
    messages = embedder.embed(spec.examples, "query")
    rows = embedder.embed([purpose_line(spec.role, spec.purpose), *spec.examples], "document")
    own = self_scores(messages, rows[1:], rows[0])
    rivals = [_best_rival(message, user_id, embedder.space) for message in messages]
    claimed = [
        one if one is not None and one.score >= score - DUPLICATE_SCORE_SLACK else None
        for one, score in zip(rivals, own, strict=True)
    ]
    best = majority_claimant([one.found.specialist_id if one is not None else "" for one in claimed])
    twin = next((one for one in claimed if one is not None and one.found.specialist_id == best), None)
    return _as_similar([twin], embedder.space)[0] if twin is not None else None


def _best_rival(message: Vectors, user_id: int, space: str) -> RankedCandidate | None:
    """Return who scores highest for a message among those that could be right for it."""
    gate = calibration_cached(space)
    able = [
        one
        for one in _rank_candidates(message, user_id, space)
        if one.standalone_probability >= (gate.threshold_low if gate is not None else _routing_threshold(one, gate))
    ]
    return max(able, key=lambda one: one.score, default=None)


def _rank_candidates(message: Vectors, user_id: int, space: str) -> list[RankedCandidate]:
    held = calibration_cached(space)
    suggested = held.suggestions(message) if held is not None else []
    near = candidates_near(vector=message, space=space, user_id=user_id, suggested=suggested)
    return [
        one
        for one in rank_candidates(
            near.found, message, near.negative_similarity, calibration_current(space, near.calibration_id)
        )
        if not one.refused
    ]


def _as_similar(ranked: Sequence[RankedCandidate], space: str) -> tuple[SimilarSpecialist, ...]:
    ids = [one.found.specialist_id for one in ranked]
    found = Specialist.objects.filter(pk__in=ids).values_list("pk", "spec_snapshot__purpose") if ids else []
    purposes = {str(pk): str(purpose or "") for pk, purpose in found}
    gate = calibration_cached(space)
    return tuple(
        SimilarSpecialist(
            specialist_id=one.found.specialist_id,
            version_id=one.found.version_id,
            role=one.found.role,
            status=one.found.status,
            purpose=purposes.get(one.found.specialist_id, ""),
            probability=round(one.probability, 4),
            serves=one.probability >= _routing_threshold(one, gate),
        )
        for one in ranked
    )


def _routing_threshold(one: RankedCandidate, gate: LoadedCalibration | None) -> float:
    """Return the bar that routing has for a candidate: the gate's, or without one the settings of its kind."""
    if gate is not None:
        return gate.threshold
    return settings.KINGDOM.route_threshold_verified if one.found.shared else settings.KINGDOM.route_threshold_own


def roles_taken(user_id: int) -> frozenset[str]:
    """Return the roles that a new specialist of this user cannot have: the user's own, and those of everybody's."""
    everybodys = Q(status=Specialist.Status.VERIFIED) | Q(scope=Specialist.Scope.GLOBAL)
    return frozenset(Specialist.objects.filter(Q(created_by_id=user_id) | everybodys).values_list("role", flat=True))
