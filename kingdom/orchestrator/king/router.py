"""The King: one message in, one ``Route`` with its receipt out. Runs in the worker; the web process only shows what he said."""

import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

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
from kingdom.specialists.status.canary_rules import VersionChoice, canary_bucket, canary_version, in_canary

MAX_RECEIPT_CANDIDATES = 5  # candidates in a receipt
EXAMPLE_CHARS = 200  # characters of the nearest example in a receipt
UNCALIBRATED = "uncalibrated"


@dataclass
class Stopwatch:
    """Milliseconds of each part."""

    started: float = field(default_factory=time.perf_counter)
    lap: float = field(default_factory=time.perf_counter)
    parts: dict[str, float] = field(default_factory=dict)

    def stop(self, part: str) -> None:
        """End the part that ran since the last stop."""
        now = time.perf_counter()
        self.parts[part] = round((now - self.lap) * 1000, 3)
        self.lap = now

    def total(self) -> dict[str, float]:
        """Return all parts and the total."""
        return {**self.parts, "total": round((time.perf_counter() - self.started) * 1000, 3)}


@dataclass(frozen=True)
class Query:
    """A message, and whose it is."""

    user_id: int
    text: str


@dataclass(frozen=True)
class EmbeddedQuery:
    """A message, whose it is, and its vector."""

    user_id: int
    text: str
    vector: Vectors

    def at(self, found: NearbySpecialist) -> float:
        """Return where the message falls between 0 and 1 for a specialist that is let in by and by."""
        return canary_bucket(found.specialist_id, str(self.user_id), self.text)


@dataclass(frozen=True)
class Candidates:
    """What similarity says of a message: candidates in order, the bars, and the gate behind them (None: uncalibrated)."""

    ranked: Sequence[RankedCandidate]
    bars: Thresholds
    gate: LoadedCalibration | None
    space: str
    asked: EmbeddedQuery
    embedder: Embedder


def route_message(
    *,
    user_id: int,
    text: str,
    previous: RouteRecord | None = None,
    model: LanguageModel | Literal["set"] | None = "set",
    embedder: Embedder | None = None,
    space: str | None = None,
) -> Route:
    """Route one message of a user and return the verdict with its receipt; stores nothing.

    ``previous`` is the route of the turn before it, which a follow-up stays with. ``model`` analyses what similarity does not decide:
    the one that is set by default; with None, or when none is set, the rules do.
    ``space`` reads another embedding space than the embedder's own: evaluations have one to themselves.
    """
    watch = Stopwatch()
    seen = _embed_and_search(Query(user_id, text), embedder, space, watch)
    verdict = _verdict_by_similarity(text, previous, seen)
    unmade = _uninstalled_recipe(verdict, seen)
    verdict = (beaten_by_recipe(verdict, unmade.recipe.name, unmade.probability) if unmade else None) or verdict
    watch.stop("recipes")
    opinion = None
    if verdict.undecided:
        ctx = CallContext(trace_id=uuid.uuid4().hex, user_id=str(user_id))
        opinion = _analyze(text, seen, language_model_or_none() if model == "set" else model, ctx)
        verdict = _apply_analysis(verdict, opinion, seen)
        watch.stop("analysis")
    route = _build_route(verdict, opinion, seen, previous, watch)
    if unmade is None or route.kind in ("specialist", "ask"):
        return route
    return route.model_copy(update={"receipt": route.receipt.model_copy(update={"recipe": unmade.recipe.name})})


def _uninstalled_recipe(verdict: RouteVerdict, seen: Candidates) -> RecipeMatch | None:
    """Return the recipe to hold a verdict against. An evaluation's own space has no recipes; a follow-up and a near tie stand."""
    if seen.space != seen.embedder.space or verdict.follow_up or verdict.kind == "ask":
        return None
    return uninstalled_recipe_match(seen.asked.vector, seen.ranked, seen.embedder)


def _embed_and_search(said: Query, embedder: Embedder | None, space: str | None, watch: Stopwatch) -> Candidates:
    """Embed and look; once more when what was found says that another space serves than when this process looked last."""
    used = embedder or last_active_embedder()
    seen, serving = _search_space(said, used, space, watch)
    if embedder is not None or serving == last_active_kind():
        return seen
    now = active_embedder()
    return seen if now.space == used.space else _search_space(said, now, space, watch)[0]


def _search_space(said: Query, embedder: Embedder, other: str | None, watch: Stopwatch) -> tuple[Candidates, str]:
    """Return what similarity says, and the kind of embedder whose space serves."""
    asked, space = (
        EmbeddedQuery(said.user_id, said.text, embedder.embed([said.text], "query")[0]),
        other or embedder.space,
    )
    watch.stop("embed")
    held = calibration_cached(space)
    suggested = held.suggestions(asked.vector) if held is not None else []
    watch.stop("gate")
    near = candidates_near(vector=asked.vector, space=space, user_id=asked.user_id, suggested=suggested)
    gate = calibration_current(space, near.gate_id)
    if gate is not held and gate is not None:  # whom the gate before it would look at is not this one's word
        near = candidates_near(
            vector=asked.vector, space=space, user_id=asked.user_id, suggested=gate.suggestions(asked.vector)
        )
    watch.stop("sql")
    there = [one for one in near.found if in_canary(one.canary, asked.at(one))]
    ranked = rank_candidates(there, asked.vector, near.bank, gate)
    watch.stop("score")
    return Candidates(
        ranked, _thresholds(gate), gate, space, asked, embedder
    ), near.serving or settings.KINGDOM.embedder


def _thresholds(gate: LoadedCalibration | None) -> Thresholds:
    if gate is not None:
        return Thresholds(gate.threshold, gate.threshold, gate.threshold_low)
    shared, own = settings.KINGDOM.route_threshold_verified, settings.KINGDOM.route_threshold_own
    return Thresholds(shared, own, min(shared, own))


def _verdict_by_similarity(text: str, previous: RouteRecord | None, seen: Candidates) -> RouteVerdict:
    if previous is not None and previous.specialist_id is not None and seen.ranked:
        stays = follow_up_verdict(text, str(previous.specialist_id), seen.ranked, seen.bars)
        if stays is not None:
            return stays
    return choose_by_similarity(seen.ranked, seen.bars)


def _analyze(text: str, seen: Candidates, model: LanguageModel | None, ctx: CallContext) -> RoutingAnalysis:
    offered = [one for one in seen.ranked if not one.refused and one.probability >= seen.bars.low]
    purposes: dict[str, str] = {}
    if model is not None and offered:
        ids = [one.found.specialist_id for one in offered]
        purposes = {
            str(pk): purpose
            for pk, purpose in Specialist.objects.filter(pk__in=ids).values_list("pk", "spec_snapshot__purpose")
        }
    return message_analyze(text, offered=offered, purposes=purposes, model=model, ctx=ctx)


def _apply_analysis(verdict: RouteVerdict, opinion: RoutingAnalysis, seen: Candidates) -> RouteVerdict:
    chosen = next((one for one in seen.ranked if one.found.specialist_id == opinion.choice), None)
    if chosen is not None:
        return RouteVerdict(
            "specialist", chosen, f"The language model chose {chosen.found.role}: {opinion.analysis.reason}"
        )
    return RouteVerdict(unrouted_kind(opinion.analysis), None, verdict.reason)


def _build_route(
    verdict: RouteVerdict,
    opinion: RoutingAnalysis | None,
    seen: Candidates,
    previous: RouteRecord | None,
    watch: Stopwatch,
) -> Route:
    chosen = verdict.chosen if verdict.kind == "specialist" else None
    best = chosen or (seen.ranked[0] if seen.ranked else None)
    picked = VersionChoice("", "")
    if chosen is not None:
        picked = canary_version(chosen.found.canary, seen.asked.at(chosen.found), chosen.found.version_id)
    receipt = RouteReceipt(
        candidates=tuple(_build_candidate(one, verdict, seen.bars) for one in _receipt_candidates(seen.ranked, chosen)),
        threshold=seen.bars.of(best) if best is not None else seen.bars.shared,
        threshold_low=seen.bars.low,
        margin=round(seen.ranked[0].rank - seen.ranked[1].rank, 4) if len(seen.ranked) > 1 else 1.0,
        gate=seen.gate.name if seen.gate is not None else UNCALIBRATED,
        space=seen.space,
        scope=chosen.found.scope if chosen is not None else "",
        chosen=chosen.found.role if chosen is not None else verdict.kind,
        reason=verdict.reason,
        analysis=opinion.analysis if opinion is not None else None,
        follow_up_of=str(previous.pk) if previous is not None and verdict.follow_up else "",
        canary=picked.said,
        timings_ms=watch.total(),
    )
    return Route(
        kind=verdict.kind,
        confidence=round(best.probability, 4) if best is not None else 0.0,
        role=chosen.found.role if chosen is not None else "",
        specialist_id=chosen.found.specialist_id if chosen is not None else "",
        version_id=picked.version_id,
        scope="global" if chosen is not None and chosen.found.shared else "user" if chosen is not None else None,
        receipt=receipt,
    )


def _receipt_candidates(ranked: Sequence[RankedCandidate], chosen: RankedCandidate | None) -> list[RankedCandidate]:
    """Return the first candidates; the chosen one is always among them."""
    first = list(ranked[:MAX_RECEIPT_CANDIDATES])
    return first if chosen is None or chosen in first else [*first[:-1], chosen]


def _build_candidate(one: RankedCandidate, verdict: RouteVerdict, bars: Thresholds) -> RouteCandidate:
    return RouteCandidate(
        specialist_id=one.found.specialist_id,
        version_id=one.found.version_id,
        role=one.found.role,
        scope="global" if one.found.shared else "user",
        status=one.found.status,
        score=round(one.score, 4),
        probability=round(one.probability, 4),
        nearest_example=one.found.nearest[:EXAMPLE_CHARS],
        why_not=rejection_reason(one, verdict, bars),
    )
