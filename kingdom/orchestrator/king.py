"""The King: one message in, one ``Route`` with its receipt out. Runs in the worker; the web process only shows what he said."""

import time
import uuid
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Literal

from django.conf import settings

from kingdom.contracts.calls import CallContext
from kingdom.contracts.routes import Candidate, Route, RouteReceipt
from kingdom.council.recipes import RecipeMatch
from kingdom.orchestrator.analysis import Opinion, analysis_of
from kingdom.orchestrator.models import RouteRecord
from kingdom.orchestrator.rules import Bars, Verdict, follow, judge, outdone, settle, why_not
from kingdom.orchestrator.unmade import recipe_unmade
from kingdom.runtime.ports import Embedder, LanguageModel
from kingdom.sessions.capabilities import reasoning_model
from kingdom.specialists.embedding_services import embedder_last, kind_last, process_embedder
from kingdom.specialists.models import Specialist
from kingdom.specialists.routing_selectors import candidates_near, gate_cached, gate_current
from kingdom.specialists.rules.canary import Picked, let_in, place, version_for
from kingdom.specialists.rules.ranking import Found, LoadedGate, Ranked, rank
from kingdom.specialists.rules.scoring import Vectors

SHOWN = 5  # candidates in a receipt
QUOTED = 200  # characters of the nearest example in a receipt
NO_GATE = "uncalibrated"


@dataclass
class _Watch:
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
class _Said:
    """A message, and whose it is."""

    user_id: int
    text: str


@dataclass(frozen=True)
class _Asked:
    """A message, whose it is, and its vector."""

    user_id: int
    text: str
    vector: Vectors

    def at(self, found: Found) -> float:
        """Return where the message falls between 0 and 1 for a specialist that is let in by and by."""
        return place(found.specialist_id, str(self.user_id), self.text)


@dataclass(frozen=True)
class _Seen:
    """What similarity says of a message: candidates in order, the bars, and the gate behind them (None: uncalibrated)."""

    ranked: Sequence[Ranked]
    bars: Bars
    gate: LoadedGate | None
    space: str
    asked: _Asked
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
    watch = _Watch()
    seen = _read(_Said(user_id, text), embedder, space, watch)
    verdict = _similar(text, previous, seen)
    unmade = _unmade(verdict, seen)
    verdict = (outdone(verdict, unmade.recipe.name, unmade.probability) if unmade else None) or verdict
    watch.stop("recipes")
    opinion = None
    if verdict.undecided:
        ctx = CallContext(trace_id=uuid.uuid4().hex, user_id=str(user_id))
        opinion = _consider(text, seen, reasoning_model() if model == "set" else model, ctx)
        verdict = _settled(verdict, opinion, seen)
        watch.stop("analysis")
    route = _route(verdict, opinion, seen, previous, watch)
    if unmade is None or route.kind in ("specialist", "ask"):
        return route
    return route.model_copy(update={"receipt": route.receipt.model_copy(update={"recipe": unmade.recipe.name})})


def _unmade(verdict: Verdict, seen: _Seen) -> RecipeMatch | None:
    """Return the recipe to hold a verdict against. An evaluation's own space has no recipes; a follow-up and a near tie stand."""
    if seen.space != seen.embedder.space or verdict.follow_up or verdict.kind == "ask":
        return None
    return recipe_unmade(seen.asked.vector, seen.ranked, seen.embedder)


def _read(said: _Said, embedder: Embedder | None, space: str | None, watch: _Watch) -> _Seen:
    """Embed and look; once more when what was found says that another space serves than when this process looked last."""
    used = embedder or embedder_last()
    seen, serving = _look(said, used, space, watch)
    if embedder is not None or serving == kind_last():
        return seen
    now = process_embedder()
    return seen if now.space == used.space else _look(said, now, space, watch)[0]


def _look(said: _Said, embedder: Embedder, other: str | None, watch: _Watch) -> tuple[_Seen, str]:
    """Return what similarity says, and the kind of embedder whose space serves."""
    asked, space = _Asked(said.user_id, said.text, embedder.embed([said.text], "query")[0]), other or embedder.space
    watch.stop("embed")
    held = gate_cached(space)
    suggested = held.suggestions(asked.vector) if held is not None else []
    watch.stop("gate")
    near = candidates_near(vector=asked.vector, space=space, user_id=asked.user_id, suggested=suggested)
    gate = gate_current(space, near.gate_id)
    if gate is not held and gate is not None:  # whom the gate before it would look at is not this one's word
        near = candidates_near(vector=asked.vector, space=space, user_id=asked.user_id, suggested=gate.suggestions(asked.vector))
    watch.stop("sql")
    there = [one for one in near.found if let_in(one.canary, asked.at(one))]
    ranked = rank(there, asked.vector, near.bank, gate)
    watch.stop("score")
    return _Seen(ranked, _bars(gate), gate, space, asked, embedder), near.serving or settings.KINGDOM.embedder


def _bars(gate: LoadedGate | None) -> Bars:
    if gate is not None:
        return Bars(gate.threshold, gate.threshold, gate.threshold_low)
    shared, own = settings.KINGDOM.route_threshold_verified, settings.KINGDOM.route_threshold_own
    return Bars(shared, own, min(shared, own))


def _similar(text: str, previous: RouteRecord | None, seen: _Seen) -> Verdict:
    if previous is not None and previous.specialist_id is not None and seen.ranked:
        stays = follow(text, str(previous.specialist_id), seen.ranked, seen.bars)
        if stays is not None:
            return stays
    return judge(seen.ranked, seen.bars)


def _consider(text: str, seen: _Seen, model: LanguageModel | None, ctx: CallContext) -> Opinion:
    offered = [one for one in seen.ranked if not one.refused and one.probability >= seen.bars.low]
    purposes: dict[str, str] = {}
    if model is not None and offered:
        ids = [one.found.specialist_id for one in offered]
        purposes = {str(pk): purpose for pk, purpose in Specialist.objects.filter(pk__in=ids).values_list("pk", "spec_snapshot__purpose")}
    return analysis_of(text, offered=offered, purposes=purposes, model=model, ctx=ctx)


def _settled(verdict: Verdict, opinion: Opinion, seen: _Seen) -> Verdict:
    chosen = next((one for one in seen.ranked if one.found.specialist_id == opinion.choice), None)
    if chosen is not None:
        return Verdict("specialist", chosen, f"The language model chose {chosen.found.role}: {opinion.analysis.reason}")
    return Verdict(settle(opinion.analysis), None, verdict.reason)


def _route(verdict: Verdict, opinion: Opinion | None, seen: _Seen, previous: RouteRecord | None, watch: _Watch) -> Route:
    chosen = verdict.chosen if verdict.kind == "specialist" else None
    best = chosen or (seen.ranked[0] if seen.ranked else None)
    picked = Picked("", "")
    if chosen is not None:
        picked = version_for(chosen.found.canary, seen.asked.at(chosen.found), chosen.found.version_id)
    receipt = RouteReceipt(
        candidates=tuple(_candidate(one, verdict, seen.bars) for one in _shown(seen.ranked, chosen)),
        threshold=seen.bars.of(best) if best is not None else seen.bars.shared,
        threshold_low=seen.bars.low,
        margin=round(seen.ranked[0].rank - seen.ranked[1].rank, 4) if len(seen.ranked) > 1 else 1.0,
        gate=seen.gate.name if seen.gate is not None else NO_GATE,
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


def _shown(ranked: Sequence[Ranked], chosen: Ranked | None) -> list[Ranked]:
    """Return the first candidates; the chosen one is always among them."""
    first = list(ranked[:SHOWN])
    return first if chosen is None or chosen in first else [*first[:-1], chosen]


def _candidate(one: Ranked, verdict: Verdict, bars: Bars) -> Candidate:
    return Candidate(
        specialist_id=one.found.specialist_id,
        version_id=one.found.version_id,
        role=one.found.role,
        scope="global" if one.found.shared else "user",
        status=one.found.status,
        score=round(one.score, 4),
        probability=round(one.probability, 4),
        nearest_example=one.found.nearest[:QUOTED],
        why_not=why_not(one, verdict, bars),
    )
