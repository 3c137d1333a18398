"""The King: maps one message to one ``Route`` with its receipt. Runs in the worker only."""

import uuid
from dataclasses import dataclass, replace
from typing import Any, Literal

from kingdom.contracts.call_context import CallContext
from kingdom.contracts.capabilities.abilities import RequiredAbilities
from kingdom.contracts.routes import Route, RouteReceipt
from kingdom.council.recipes.matcher import RecipeMatch
from kingdom.orchestrator.king.ability_check import ability_words, general_lacks, missing_abilities
from kingdom.orchestrator.king.candidate_search import Candidates, Query, Stopwatch, candidates_search
from kingdom.orchestrator.king.receipt_candidates import receipt_candidates, route_scope
from kingdom.orchestrator.king.recipe_match import uninstalled_recipe_match, wished_route
from kingdom.orchestrator.king.request_context import NO_HISTORY, NO_TURNS, EarlierTurns
from kingdom.orchestrator.king.request_history import request_history
from kingdom.orchestrator.king.routing_rules import (
    RouteVerdict,
    beaten_by_recipe,
    choose_by_similarity,
    continuation_verdict,
    follow_up_verdict,
    general_override_verdict,
    override_verdict,
    unavailable_verdict,
    unrouted_kind,
)
from kingdom.orchestrator.king.set_aside import NOT_FOR_THIS_MESSAGE, canary_kept_out, nearest_set_aside, only_unable
from kingdom.orchestrator.king.settled_verdicts import emergency_verdict, is_example, small_talk_verdict
from kingdom.orchestrator.king.task_analysis import AnalyzedMessage, RoutingAnalysis, message_analyze
from kingdom.orchestrator.message_rules.growth_requests import GrowthRequest, growth_request_of
from kingdom.orchestrator.models import RouteRecord
from kingdom.providers.language_models import language_model_or_none
from kingdom.routing.ranking import RankedCandidate
from kingdom.runtime.ports import Embedder, LanguageModel
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.status.canary_rules import canary_version

UNCALIBRATED = "uncalibrated"


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


def route_message(  # noqa: PLR0913 - all but the message have a default
    *,
    user_id: int,
    text: str,
    previous: RouteRecord | None = None,
    earlier: EarlierTurns = NO_TURNS,
    model: LanguageModel | Literal["set"] | None = "set",
    embedder: Embedder | None = None,
    space: str | None = None,
) -> Route:
    """Return the route of a user's message with its receipt; stores nothing.

    ``previous`` is the route of the turn before, for follow-ups; ``earlier`` are the turns that the analysis sees.
    ``model`` analyzes undecided messages: the
    configured model by default; the rules analyze with None or when none is configured. ``space`` overrides the
    embedder's space (evaluations).
    """
    watch = Stopwatch()
    candidates = candidates_search(Query(user_id, text, earlier), embedder, space, watch)
    draft = _first_draft(text, previous, candidates)
    watch.lap("recipes")
    analyst = language_model_or_none() if model == "set" else model
    verdict, routing_analysis = _decided(draft, candidates, analyst, watch)
    inputs = RouteInputs(previous, routing_analysis, draft.match)
    return _build_route(verdict, candidates, inputs, watch)


@dataclass(frozen=True)
class _Draft:
    """A verdict before the analysis, the uninstalled recipe that competes, and the wish for a specialist."""

    verdict: RouteVerdict
    match: RecipeMatch | None
    wish: GrowthRequest | None

    @property
    def wishes_anyway(self) -> bool:
        """Whether the user asks for a new specialist in so many words: no other one is named instead."""
        return self.wish is not None and self.wish.explicit


def _first_draft(text: str, previous: RouteRecord | None, candidates: Candidates) -> _Draft:
    settled = emergency_verdict(text) or _override_verdict(text, previous, candidates)
    settled = settled or small_talk_verdict(text, candidates)
    wish = None if settled is not None else _growth_request(text, candidates)
    if wish is None:
        verdict = settled or _verdict_by_similarity(text, previous, candidates)
        return _Draft(*_route_without_wish(verdict, candidates), None)
    by_similarity = choose_by_similarity(candidates.ranked, candidates.thresholds)
    considered = candidates.ranked if wish.explicit else candidates.considered
    required = candidates.query.required
    return _Draft(*wished_route(text, wish, by_similarity, considered, candidates.embedder, required), wish)


def _decided(
    draft: _Draft, candidates: Candidates, model: LanguageModel | None, watch: Stopwatch
) -> tuple[RouteVerdict, RoutingAnalysis | None]:
    """Return the verdict on a draft, and the analysis of the message if one was needed."""
    analysis = _wish_analysis(draft.wish, draft.verdict, model)
    unavailable = _unavailable_verdict(draft, candidates, model)
    if unavailable is not None or not draft.verdict.undecided:
        return unavailable or draft.verdict, analysis
    query = candidates.query
    ctx = CallContext(trace_id=uuid.uuid4().hex, user_id=str(query.user_id))
    analysis = analysis or _analyze(candidates, model, ctx)
    verdict = _apply_analysis(draft.verdict, analysis, candidates)
    if verdict.kind == "create":
        verdict = _unavailable_verdict(replace(draft, verdict=verdict), candidates, model) or verdict
    watch.lap("analysis")
    return verdict, analysis


def _wish_analysis(
    wish: GrowthRequest | None, verdict: RouteVerdict, model: LanguageModel | None
) -> RoutingAnalysis | None:
    """Return the analysis that follows from a wish; None where there is none, or where a model shall judge."""
    decided = verdict.kind == "create" or (verdict.undecided and model is None)
    return RoutingAnalysis(wish.analysis()) if wish is not None and decided else None


def _route_without_wish(verdict: RouteVerdict, candidates: Candidates) -> tuple[RouteVerdict, RecipeMatch | None]:
    """Return the verdict on a message that wishes no specialist, and the uninstalled recipe that competes."""
    match = _uninstalled_recipe(verdict, candidates)
    if match is None:
        return verdict, None
    return beaten_by_recipe(verdict, match.recipe.name, match.probability) or verdict, match


def _growth_request(text: str, candidates: Candidates) -> GrowthRequest | None:
    """Return the wish for a new specialist; None in an evaluation's own space, and for an example of a specialist."""
    if candidates.space != candidates.embedder.space or any(is_example(text, found) for found in candidates.ranked):
        return None
    return growth_request_of(text)


def _uninstalled_recipe(verdict: RouteVerdict, candidates: Candidates) -> RecipeMatch | None:
    """Return the competing recipe of a verdict. An evaluation's own space has none; follow-ups and near ties stand,
    and so does small talk.
    """
    decided = verdict.follow_up or verdict.kind == "ask" or (verdict.kind == "general" and not verdict.undecided)
    if decided or verdict.override or candidates.space != candidates.embedder.space:
        return None
    query = candidates.query
    return uninstalled_recipe_match(query.vector, candidates.considered, candidates.embedder, query.required)


def _override_verdict(text: str, previous: RouteRecord | None, candidates: Candidates) -> RouteVerdict | None:
    """Return the verdict of the user's earlier override; None without one, or when its specialist cannot be chosen."""
    override = candidates.override
    if override is None:
        return None
    previous_id = str(previous.specialist_id or "") if previous is not None else ""
    if stays := continuation_verdict(text, previous_id, override, candidates.ranked):
        return stays
    chosen = next(
        (found for found in candidates.considered if found.found.specialist_id == override.specialist_id), None
    )
    if chosen is not None:
        return _with_availability(override_verdict(chosen, override), candidates)
    general = Specialist.objects.filter(pk=override.specialist_id, builtin=True, role="general")
    return general_override_verdict(override) if general.exists() else None


def _with_availability(verdict: RouteVerdict, candidates: Candidates) -> RouteVerdict:
    """Return the verdict of an override, marked when its specialist cannot answer now. Neither a canary nor an ability
    that the rules miss holds back who chose it by hand.
    """
    entry = next((entry for entry in candidates.set_aside if entry.candidate is verdict.chosen), None)
    if entry is None or entry.reason.code in NOT_FOR_THIS_MESSAGE:
        return verdict
    reason = f"{verdict.reason} It cannot answer now: {entry.reason.words}."
    return replace(verdict, reason=reason, unavailable=entry.reason.code)


def _unavailable_verdict(draft: _Draft, candidates: Candidates, model: LanguageModel | None) -> RouteVerdict | None:
    """Return the verdict that names a specialist which cannot answer now; None when another one is near.

    A recipe that fits is near as well. For a canary the language model answers if there is one; no creation of the
    same is offered.
    """
    verdict = draft.verdict
    if draft.wishes_anyway or draft.match is not None or not (verdict.undecided or verdict.kind == "create"):
        return None
    entry = nearest_set_aside(candidates.set_aside, candidates.thresholds)
    if entry is None or (entry.reason.code == "canary" and model is not None and verdict.kind != "create"):
        return None
    return unavailable_verdict(entry.candidate, entry.reason.code, entry.reason.words)


def _verdict_by_similarity(text: str, previous: RouteRecord | None, candidates: Candidates) -> RouteVerdict:
    follow_up = None
    if previous is not None and previous.specialist_id is not None and candidates.ranked:
        previous_id = str(previous.specialist_id)
        follow_up = follow_up_verdict(text, previous_id, candidates.ranked, candidates.thresholds)
    return follow_up or choose_by_similarity(candidates.ranked, candidates.thresholds)


def _analyze(candidates: Candidates, model: LanguageModel | None, ctx: CallContext) -> RoutingAnalysis:
    low = candidates.thresholds.low
    unable = only_unable(candidates.set_aside, candidates.query.canary_position, with_model=model is not None)
    near = sorted([*candidates.ranked, *unable], key=lambda candidate: -candidate.rank)
    offered = [candidate for candidate in near if not candidate.refused and candidate.probability >= low]
    purposes: dict[str, str] = {}
    if model is not None and offered:
        ids = [candidate.found.specialist_id for candidate in offered]
        rows = Specialist.objects.filter(pk__in=ids).values_list("pk", "spec_without_code__purpose")
        purposes = {str(pk): purpose for pk, purpose in rows}
    query, earlier = candidates.query, candidates.query.earlier
    history = NO_HISTORY
    if earlier.message_id is not None:
        history = request_history(query, candidates.embedder, message_id=earlier.message_id)
    message = AnalyzedMessage(query.text, offered, purposes, earlier, history)
    return message_analyze(message, model=model, ctx=ctx)


def _apply_analysis(verdict: RouteVerdict, analysis: RoutingAnalysis, candidates: Candidates) -> RouteVerdict:
    chosen = next((found for found in candidates.considered if found.found.specialist_id == analysis.choice), None)
    required = _required(candidates, analysis)
    if chosen is not None and not _lacks(chosen, required, candidates):
        reason = f"The language model chose {chosen.found.role}: {analysis.analysis.reason}"
        return RouteVerdict("specialist", chosen, reason)
    needs = f" The message asks to {ability_words(required.names)}." if required else ""
    return RouteVerdict(unrouted_kind(analysis.analysis), None, f"{verdict.reason}{needs}")


def _required(candidates: Candidates, analysis: RoutingAnalysis | None) -> RequiredAbilities:
    """Return the abilities that the message needs: by the language model when it analyzed, else by the rules."""
    by_rules = candidates.query.required
    if analysis is None or analysis.analysis.by == "rules":
        return by_rules
    return RequiredAbilities.of(analysis.analysis.required_capabilities, by_rules.hosts)


def _lacks(chosen: RankedCandidate, required: RequiredAbilities, candidates: Candidates) -> bool:
    found = chosen.found
    return bool(missing_abilities(required, {found.specialist_id: candidates.query.version_id(found)}))


def _missing(verdict: RouteVerdict, required: RequiredAbilities) -> tuple[str, ...]:
    """Return the needed abilities that nobody near has: of an offer all, else those that the general agent lacks."""
    if verdict.kind == "create":
        return required.names
    return general_lacks(required) if verdict.kind == "general" and not verdict.override else ()


def _build_route(verdict: RouteVerdict, candidates: Candidates, inputs: RouteInputs, watch: Stopwatch) -> Route:
    chosen = verdict.chosen if verdict.kind == "specialist" else None
    best = chosen or (candidates.ranked[0] if candidates.ranked else None)
    confidence = round(best.probability, 4) if best is not None else 0.0
    if verdict.override:
        confidence = 1.0  # as for the override itself: the user decided, not the probability
    required = _required(candidates, inputs.analysis)
    fields = {
        **_similarity_fields(verdict, candidates, chosen),
        **inputs.receipt_fields(verdict),
        "required_abilities": required.names,
        "missing_abilities": _missing(verdict, required),
    }
    if chosen is None:
        kept_out = canary_kept_out(candidates.set_aside, candidates.thresholds)
        receipt = RouteReceipt(**fields, chosen=verdict.kind, scope="", canary=kept_out, timings_ms=watch.timings())
        return Route(kind=verdict.kind, confidence=confidence, receipt=receipt)
    found = chosen.found
    version = canary_version(found.canary, candidates.query.canary_position(found), found.version_id)
    return Route(
        kind=verdict.kind,
        confidence=confidence,
        role=found.role,
        specialist_id=found.specialist_id,
        version_id=version.version_id,
        scope=route_scope(found),
        receipt=RouteReceipt(
            **fields,
            chosen=found.role,
            scope=found.scope,
            canary=version.explanation or canary_kept_out(candidates.set_aside, candidates.thresholds),
            timings_ms=watch.timings(),
        ),
    )


def _similarity_fields(verdict: RouteVerdict, candidates: Candidates, chosen: RankedCandidate | None) -> dict[str, Any]:
    ranked, thresholds = candidates.ranked, candidates.thresholds
    best = chosen or (ranked[0] if ranked else None)
    listed, not_listed = receipt_candidates(verdict, candidates)
    return {
        "candidates": listed,
        "not_listed": not_listed,
        "override": verdict.override,
        "unavailable": verdict.unavailable,
        "threshold": thresholds.for_candidate(best) if best is not None else thresholds.shared,
        "threshold_low": thresholds.low,
        "margin": round(ranked[0].rank - ranked[1].rank, 4) if len(ranked) > 1 else 1.0,
        "gate": candidates.calibration.name if candidates.calibration is not None else UNCALIBRATED,
        "space": candidates.space,
        "reason": verdict.reason,
    }
