"""Candidate search of the King: embed a message, search the active space, rank what was found."""

import time
from collections.abc import Sequence
from dataclasses import dataclass, field

from django.conf import settings

from kingdom.contracts.capabilities.abilities import RequiredAbilities
from kingdom.contracts.formats.canonical import stripped_text_digest
from kingdom.orchestrator.king.ability_check import NO_ABILITIES, message_abilities, missing_abilities
from kingdom.orchestrator.king.request_context import NO_TURNS, EarlierTurns
from kingdom.orchestrator.king.routing_rules import Thresholds
from kingdom.orchestrator.king.set_aside import (
    NOT_FOR_THIS_MESSAGE,
    SetAside,
    SetAsideReason,
    copy_reasons,
    set_aside_reason,
)
from kingdom.providers.language_models import is_model_configured
from kingdom.routing.calibration.cache import calibration_cached, calibration_current
from kingdom.routing.calibration.calibrator import LoadedCalibration
from kingdom.routing.candidates import CandidateSet, candidates_near
from kingdom.routing.embeddings.overrides import PastOverride, past_override
from kingdom.routing.embeddings.request_text import request_vectors
from kingdom.routing.embeddings.similarity import Vectors
from kingdom.routing.ranking import NearbySpecialist, RankedCandidate, rank_candidates
from kingdom.routing.spaces.active_embedder import active_embedder, last_active_embedder, last_active_kind
from kingdom.runtime.ports import Embedder
from kingdom.specialists.status.canary_rules import canary_bucket, canary_version


@dataclass
class Stopwatch:
    """Milliseconds of each phase."""

    started: float = field(default_factory=time.perf_counter)
    last_lap: float = field(default_factory=time.perf_counter)
    phases: dict[str, float] = field(default_factory=dict)

    def lap(self, phase: str) -> None:
        """Record the time since the last lap as a phase."""
        now = time.perf_counter()
        self.phases[phase] = round((now - self.last_lap) * 1000, 3)
        self.last_lap = now

    def timings(self) -> dict[str, float]:
        """Return all phases and ``total``."""
        return {**self.phases, "total": round((time.perf_counter() - self.started) * 1000, 3)}


@dataclass(frozen=True)
class Query:
    """A user's message, and the turns before it."""

    user_id: int
    text: str
    earlier: EarlierTurns = NO_TURNS


@dataclass(frozen=True)
class EmbeddedQuery(Query):
    """A message with its vector (d,) and the abilities that it needs."""

    vector: Vectors = field(kw_only=True)
    required: RequiredAbilities = field(default=NO_ABILITIES, kw_only=True)

    def canary_position(self, specialist: NearbySpecialist) -> float:
        """Return the position in [0, 1) that decides whether a canary of the specialist takes the message."""
        return canary_bucket(specialist.specialist_id, str(self.user_id), self.text)

    def version_id(self, specialist: NearbySpecialist) -> str:
        """Return the id of the version that would answer the message."""
        position = self.canary_position(specialist)
        return canary_version(specialist.canary, position, specialist.version_id).version_id


@dataclass(frozen=True)
class Candidates:
    """Ranked candidates of a message, with the thresholds and the calibration used; None means uncalibrated.

    ``set_aside`` are specialists that may not get this message now, best first; ``override`` is the user's earlier
    override that applies.
    """

    query: EmbeddedQuery
    ranked: Sequence[RankedCandidate]
    set_aside: Sequence[SetAside]
    override: PastOverride | None
    thresholds: Thresholds
    calibration: LoadedCalibration | None
    space: str
    embedder: Embedder

    @property
    def considered(self) -> list[RankedCandidate]:
        """The ranked candidates, then those set aside."""
        return [*self.ranked, *(entry.candidate for entry in self.set_aside)]


def candidates_search(query: Query, embedder: Embedder | None, space: str | None, watch: Stopwatch) -> Candidates:
    """Return the candidates of a message; ``space`` overrides the embedder's space.

    The search is repeated when it reveals that the active space changed since this process last looked.
    """
    used = embedder or last_active_embedder()
    candidates, active_kind = _search_space(query, used, space, watch)
    if embedder is not None or active_kind == last_active_kind():
        return candidates
    current = active_embedder()
    return candidates if current.space == used.space else _search_space(query, current, space, watch)[0]


def _search_space(query: Query, embedder: Embedder, space: str | None, watch: Stopwatch) -> tuple[Candidates, str]:
    """Return the candidates of one space, and the kind of the active space's embedder."""
    vector, space = request_vectors([query.text], embedder, "query")[0], space or embedder.space
    # the scratch specialists of an evaluation have no specs
    required = message_abilities(query.text) if space == embedder.space else NO_ABILITIES
    embedded = EmbeddedQuery(query.user_id, query.text, query.earlier, vector=vector, required=required)
    watch.lap("embed")
    cached = calibration_cached(space)
    suggested = cached.suggestions(vector) if cached is not None else []
    watch.lap("gate")
    digest = stripped_text_digest(query.text)
    near = candidates_near(vector=vector, space=space, user_id=query.user_id, suggested=suggested, digest=digest)
    calibration = calibration_current(space, near.calibration_id)
    if calibration is not None and calibration is not cached:  # the suggestions came from an older calibration
        suggested = calibration.suggestions(vector)
        near = candidates_near(vector=vector, space=space, user_id=query.user_id, suggested=suggested, digest=digest)
    watch.lap("sql")
    with_model = is_model_configured() or space != embedder.space  # an evaluation runs nobody
    ranked, set_aside = _split(embedded, near, calibration, with_model=with_model)
    watch.lap("score")
    candidates = Candidates(
        query=embedded,
        ranked=ranked,
        set_aside=set_aside,
        override=past_override(query.text, digest, near.learned),
        thresholds=_thresholds(calibration),
        calibration=calibration,
        space=space,
        embedder=embedder,
    )
    return candidates, near.active_kind or settings.KINGDOM.embedder


def _split(
    message: EmbeddedQuery, near: CandidateSet, calibration: LoadedCalibration | None, *, with_model: bool
) -> tuple[list[RankedCandidate], list[SetAside]]:
    """Return the candidates that may get a message, and those set aside, both best first.

    The latter still lower the probability of those behind them, so that nobody merely near takes their messages. One
    whose canary share does not hold the message does not: it goes where it went before. Nor does one that lacks an
    ability that the message needs (the others have it), nor an unchanged copy of a verified specialist.
    """
    missing = missing_abilities(message.required, {one.specialist_id: message.version_id(one) for one in near.found})
    reasons = {
        found.specialist_id: reason
        for found in near.found
        if (reason := _reason(found, message, with_model, missing.get(found.specialist_id, ()))) is not None
    }
    reasons |= copy_reasons(near.found, reasons)
    shared = [found for found in near.found if not _is_kept_out(reasons.get(found.specialist_id))]
    everyone = rank_candidates(shared, message.vector, near.negative_similarity, calibration)
    ranked = [candidate for candidate in everyone if candidate.found.specialist_id not in reasons]
    if not reasons:
        return ranked, []
    with_kept_out = everyone
    if len(shared) < len(near.found):
        with_kept_out = rank_candidates(near.found, message.vector, near.negative_similarity, calibration)
    aside = [candidate for candidate in with_kept_out if candidate.found.specialist_id in reasons]
    return ranked, [SetAside(candidate, reasons[candidate.found.specialist_id]) for candidate in aside]


def _reason(
    found: NearbySpecialist, message: EmbeddedQuery, with_model: bool, missing: tuple[str, ...]
) -> SetAsideReason | None:
    return set_aside_reason(found, bucket=message.canary_position(found), with_model=with_model, missing=missing)


def _is_kept_out(reason: SetAsideReason | None) -> bool:
    return reason is not None and reason.code in NOT_FOR_THIS_MESSAGE


def _thresholds(calibration: LoadedCalibration | None) -> Thresholds:
    if calibration is not None:
        return Thresholds(calibration.threshold, calibration.threshold, calibration.threshold_low)
    shared, own = settings.KINGDOM.route_threshold_verified, settings.KINGDOM.route_threshold_own
    return Thresholds(shared, own, min(shared, own))
