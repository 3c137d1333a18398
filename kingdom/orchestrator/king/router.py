"""The King: maps one message to one ``Route`` with its receipt. Runs in the worker only."""

import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from django.conf import settings

from kingdom.contracts.call_context import CallContext
from kingdom.contracts.routes import Route, RouteCandidate, RouteReceipt
from kingdom.council.recipes.matcher import RecipeMatch
from kingdom.orchestrator.king.recipe_match import uninstalled_recipe_match
from kingdom.orchestrator.king.routing_rules import (
    RouteVerdict,
    Thresholds,
    beaten_by_recipe,
    choose_by_similarity,
    follow_up_verdict,
    rejection_reason,
    unrouted_kind,
)
from kingdom.orchestrator.king.task_analysis import RoutingAnalysis, message_analyze
from kingdom.orchestrator.models import RouteRecord
from kingdom.providers.language_models import language_model_or_none
from kingdom.routing.calibration.cache import calibration_cached, calibration_current
from kingdom.routing.calibration.calibrator import LoadedCalibration
from kingdom.routing.candidates import candidates_near
from kingdom.routing.embeddings.similarity import Vectors
from kingdom.routing.ranking import NearbySpecialist, RankedCandidate, rank_candidates
from kingdom.routing.spaces.active_embedder import active_embedder, last_active_embedder, last_active_kind
from kingdom.runtime.ports import Embedder, LanguageModel
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.status.canary_rules import canary_bucket, canary_version, in_canary

MAX_RECEIPT_CANDIDATES = 5
EXAMPLE_CHARS = 200  # leading characters of the nearest example in a receipt
UNCALIBRATED = "uncalibrated"


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
    """A user's message."""

    user_id: int
    text: str


@dataclass(frozen=True)
class EmbeddedQuery(Query):
    """A message with its vector (d,)."""

    vector: Vectors

    def canary_position(self, specialist: NearbySpecialist) -> float:
        """Return the position in [0, 1) that decides whether a canary of the specialist takes the message."""
        return canary_bucket(specialist.specialist_id, str(self.user_id), self.text)


@dataclass(frozen=True)
class Candidates:
    """Ranked candidates of a message, with the thresholds and the calibration used; None means uncalibrated."""

    query: EmbeddedQuery
    ranked: Sequence[RankedCandidate]
    thresholds: Thresholds
    calibration: LoadedCalibration | None
    space: str
    embedder: Embedder


@dataclass(frozen=True)
class RouteInputs:
    """Inputs of a verdict besides similarity: the route before, the task analysis, the best uninstalled recipe."""

    previous: RouteRecord | None
    analysis: RoutingAnalysis | None
    recipe: RecipeMatch | None

    def receipt_fields(self, verdict: RouteVerdict) -> dict[str, Any]:
        """Return the receipt's fields that come from these inputs."""
        recipe = self.recipe if verdict.kind in ("create", "general") else None
        return {
            "analysis": self.analysis.analysis if self.analysis is not None else None,
            "follow_up_of": str(self.previous.pk) if self.previous is not None and verdict.follow_up else "",
            "recipe": recipe.recipe.name if recipe is not None else "",
        }


def route_message(
    *,
    user_id: int,
    text: str,
    previous: RouteRecord | None = None,
    model: LanguageModel | Literal["set"] | None = "set",
    embedder: Embedder | None = None,
    space: str | None = None,
) -> Route:
    """Return the route of a user's message with its receipt; stores nothing.

    ``previous`` is the route of the turn before, for follow-ups. ``model`` analyzes undecided messages: the
    configured model by default; the rules analyze with None or when none is configured. ``space`` overrides the
    embedder's space (evaluations).
    """
    watch = Stopwatch()
    candidates = _search(Query(user_id, text), embedder, space, watch)
    verdict = _verdict_by_similarity(text, previous, candidates)
    match = _uninstalled_recipe(verdict, candidates)
    if match is not None:
        verdict = beaten_by_recipe(verdict, match.recipe.name, match.probability) or verdict
    watch.lap("recipes")
    routing_analysis = None
    if verdict.undecided:
        ctx = CallContext(trace_id=uuid.uuid4().hex, user_id=str(user_id))
        routing_analysis = _analyze(text, candidates, language_model_or_none() if model == "set" else model, ctx)
        verdict = _apply_analysis(verdict, routing_analysis, candidates)
        watch.lap("analysis")
    inputs = RouteInputs(previous, routing_analysis, match)
    return _build_route(verdict, candidates, inputs, watch)


def _uninstalled_recipe(verdict: RouteVerdict, candidates: Candidates) -> RecipeMatch | None:
    """Return the competing recipe of a verdict. An evaluation's own space has none; follow-ups and near ties stand."""
    if candidates.space != candidates.embedder.space or verdict.follow_up or verdict.kind == "ask":
        return None
    return uninstalled_recipe_match(candidates.query.vector, candidates.ranked, candidates.embedder)


def _search(query: Query, embedder: Embedder | None, space: str | None, watch: Stopwatch) -> Candidates:
    """Embed and search. Repeat when the search reveals that the active space changed since this process last looked."""
    used = embedder or last_active_embedder()
    candidates, active_kind = _search_space(query, used, space, watch)
    if embedder is not None or active_kind == last_active_kind():
        return candidates
    current = active_embedder()
    return candidates if current.space == used.space else _search_space(query, current, space, watch)[0]


def _search_space(query: Query, embedder: Embedder, space: str | None, watch: Stopwatch) -> tuple[Candidates, str]:
    """Return the candidates of one space, and the kind of the active space's embedder."""
    embedded = EmbeddedQuery(query.user_id, query.text, embedder.embed([query.text], "query")[0])
    vector, space = embedded.vector, space or embedder.space
    watch.lap("embed")
    cached = calibration_cached(space)
    suggested = cached.suggestions(vector) if cached is not None else []
    watch.lap("gate")
    near = candidates_near(vector=vector, space=space, user_id=query.user_id, suggested=suggested)
    calibration = calibration_current(space, near.gate_id)
    if calibration is not None and calibration is not cached:  # the suggestions came from an older calibration
        suggested = calibration.suggestions(vector)
        near = candidates_near(vector=vector, space=space, user_id=query.user_id, suggested=suggested)
    watch.lap("sql")
    eligible = [found for found in near.found if in_canary(found.canary, embedded.canary_position(found))]
    ranked = rank_candidates(eligible, vector, near.bank, calibration)
    watch.lap("score")
    candidates = Candidates(embedded, ranked, _thresholds(calibration), calibration, space, embedder)
    return candidates, near.serving or settings.KINGDOM.embedder


def _thresholds(calibration: LoadedCalibration | None) -> Thresholds:
    if calibration is not None:
        return Thresholds(calibration.threshold, calibration.threshold, calibration.threshold_low)
    shared, own = settings.KINGDOM.route_threshold_verified, settings.KINGDOM.route_threshold_own
    return Thresholds(shared, own, min(shared, own))


def _verdict_by_similarity(text: str, previous: RouteRecord | None, candidates: Candidates) -> RouteVerdict:
    follow_up = None
    if previous is not None and previous.specialist_id is not None and candidates.ranked:
        previous_id = str(previous.specialist_id)
        follow_up = follow_up_verdict(text, previous_id, candidates.ranked, candidates.thresholds)
    return follow_up or choose_by_similarity(candidates.ranked, candidates.thresholds)


def _analyze(text: str, candidates: Candidates, model: LanguageModel | None, ctx: CallContext) -> RoutingAnalysis:
    low = candidates.thresholds.low
    offered = [candidate for candidate in candidates.ranked if not candidate.refused and candidate.probability >= low]
    purposes: dict[str, str] = {}
    if model is not None and offered:
        ids = [candidate.found.specialist_id for candidate in offered]
        rows = Specialist.objects.filter(pk__in=ids).values_list("pk", "spec_snapshot__purpose")
        purposes = {str(pk): purpose for pk, purpose in rows}
    return message_analyze(text, offered=offered, purposes=purposes, model=model, ctx=ctx)


def _apply_analysis(verdict: RouteVerdict, analysis: RoutingAnalysis, candidates: Candidates) -> RouteVerdict:
    chosen = next((found for found in candidates.ranked if found.found.specialist_id == analysis.choice), None)
    if chosen is not None:
        reason = f"The language model chose {chosen.found.role}: {analysis.analysis.reason}"
        return RouteVerdict("specialist", chosen, reason)
    return RouteVerdict(unrouted_kind(analysis.analysis), None, verdict.reason)


def _build_route(verdict: RouteVerdict, candidates: Candidates, inputs: RouteInputs, watch: Stopwatch) -> Route:
    chosen = verdict.chosen if verdict.kind == "specialist" else None
    best = chosen or (candidates.ranked[0] if candidates.ranked else None)
    confidence = round(best.probability, 4) if best is not None else 0.0
    fields = {**_similarity_fields(verdict, candidates, chosen), **inputs.receipt_fields(verdict)}
    if chosen is None:
        receipt = RouteReceipt(**fields, chosen=verdict.kind, scope="", timings_ms=watch.timings())
        return Route(kind=verdict.kind, confidence=confidence, receipt=receipt)
    found = chosen.found
    version = canary_version(found.canary, candidates.query.canary_position(found), found.version_id)
    return Route(
        kind=verdict.kind,
        confidence=confidence,
        role=found.role,
        specialist_id=found.specialist_id,
        version_id=version.version_id,
        scope=_scope(found),
        receipt=RouteReceipt(
            **fields, chosen=found.role, scope=found.scope, canary=version.said, timings_ms=watch.timings()
        ),
    )


def _similarity_fields(verdict: RouteVerdict, candidates: Candidates, chosen: RankedCandidate | None) -> dict[str, Any]:
    ranked, thresholds = candidates.ranked, candidates.thresholds
    best = chosen or (ranked[0] if ranked else None)
    return {
        "candidates": tuple(
            _build_candidate(candidate, verdict, thresholds) for candidate in _receipt_candidates(ranked, chosen)
        ),
        "threshold": thresholds.for_candidate(best) if best is not None else thresholds.shared,
        "threshold_low": thresholds.low,
        "margin": round(ranked[0].rank - ranked[1].rank, 4) if len(ranked) > 1 else 1.0,
        "gate": candidates.calibration.name if candidates.calibration is not None else UNCALIBRATED,
        "space": candidates.space,
        "reason": verdict.reason,
    }


def _receipt_candidates(ranked: Sequence[RankedCandidate], chosen: RankedCandidate | None) -> list[RankedCandidate]:
    """Return the first candidates, always including the chosen one."""
    first = list(ranked[:MAX_RECEIPT_CANDIDATES])
    return first if chosen is None or chosen in first else [*first[:-1], chosen]


def _build_candidate(candidate: RankedCandidate, verdict: RouteVerdict, thresholds: Thresholds) -> RouteCandidate:
    found = candidate.found
    return RouteCandidate(
        specialist_id=found.specialist_id,
        version_id=found.version_id,
        role=found.role,
        scope=_scope(found),
        status=found.status,
        score=round(candidate.score, 4),
        probability=round(candidate.probability, 4),
        nearest_example=found.nearest[:EXAMPLE_CHARS],
        why_not=rejection_reason(candidate, verdict, thresholds),
    )


def _scope(specialist: NearbySpecialist) -> Literal["global", "user"]:
    return "global" if specialist.shared else "user"
