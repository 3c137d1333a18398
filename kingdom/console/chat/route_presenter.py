"""View model of a route: the line above an answer, and the receipt behind it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.translation import gettext, gettext_noop

from kingdom.core.stored_sentences import in_language
from kingdom.core.web.language import localized_number
from kingdom.orchestrator.conversations.specialist_choice import BY_REQUEST
from kingdom.orchestrator.models import SPLIT, RouteRecord

_SURENESS = (
    (0.9, gettext_noop("sure")),
    (0.7, gettext_noop("fairly sure")),
    (0.0, gettext_noop("not sure")),
)  # from this confidence on
MAX_REQUEST = 2_000  # characters of a request to the Council
MAX_CANDIDATES = 5  # shown at once; the others unfold
_ROUTE_NAMES = {
    "create": gettext_noop("No specialist"),
    "ask": gettext_noop("Your choice"),
    "general": gettext_noop("general"),
    SPLIT: gettext_noop("Several requests"),
}


@dataclass(frozen=True, kw_only=True)
class RouteView:
    """The route line of an answer and the receipt behind "why?"."""

    id: str
    name: str
    status: str
    confidence: str
    sureness: str
    request: Mapping[str, str]
    by_user: bool
    is_split: bool
    reason: str
    follow_up_of: str
    changed_from: str
    candidates: list[Mapping[str, Any]]
    more_candidates: list[Mapping[str, Any]]
    not_listed: int
    threshold: str
    margin: str
    analysis: Mapping[str, Any] | None
    overridden_to: str
    may_undo: bool
    undone: bool


def route_view(route: RouteRecord, previous_role: str) -> RouteView:
    """Return a route for the page; ``previous_role`` answered the message before."""
    receipt: Mapping[str, Any] = route.receipt
    specialist = route.specialist if route.kind == "specialist" else None
    changed = route.kind in ("specialist", "general") and previous_role != route.role
    by_user = route.by in ("user", BY_REQUEST) or bool(receipt.get("override"))
    considered = [_candidate_view(found, route) for found in receipt.get("candidates", [])]
    return RouteView(
        id=str(route.pk),
        name=gettext(_ROUTE_NAMES[route.kind]) if route.kind in _ROUTE_NAMES else route.role,
        status=str(specialist.status) if specialist is not None else "",
        confidence=_confidence(route, by_user=by_user),
        sureness=_sureness(route, by_user=by_user),
        request={
            "request": route.text[:MAX_REQUEST],
            "message": str(route.message_id),
            "conversation": str(route.message.conversation_id),
        },
        by_user=by_user,
        is_split=route.is_split,
        reason=in_language(receipt.get("reason", "")),
        follow_up_of=str(receipt.get("follow_up_of", "")),
        changed_from=previous_role if changed else "",
        candidates=considered[:MAX_CANDIDATES],
        more_candidates=considered[MAX_CANDIDATES:],
        not_listed=int(receipt.get("not_listed", 0)),
        threshold=_format_number(receipt.get("threshold")),
        margin=_format_number(receipt.get("margin")),
        analysis=_analysis(receipt.get("analysis")),
        overridden_to=route.overridden_to.role if route.overridden_to else "",
        may_undo=route.may_undo_override,
        undone=route.override_undone_at is not None,
    )


def _analysis(found: Mapping[str, Any] | None) -> Mapping[str, str] | None:
    """Return the analysis of a message in the language of the page."""
    if found is None:
        return None
    codes = {name: gettext(str(found.get(name, "")).replace("_", " ")) for name in ("by", "complexity", "frequency")}
    return {**codes, "reason": in_language(found.get("reason", ""))}


def _confidence(route: RouteRecord, *, by_user: bool) -> str:
    return localized_number(route.confidence, 2) if route.kind == "specialist" and not by_user else ""


def _sureness(route: RouteRecord, *, by_user: bool) -> str:
    """Return how sure the King was of a specialist, in words."""
    if route.kind != "specialist" or by_user:
        return ""
    return gettext(next(words for least, words in _SURENESS if route.confidence >= least))


def _candidate_view(candidate: Mapping[str, Any], route: RouteRecord) -> Mapping[str, Any]:
    chosen = route.kind in ("specialist", "general") and candidate.get("role") == route.role
    return {
        "role": candidate.get("role", ""),
        "status": candidate.get("status", ""),
        "probability": _format_number(candidate.get("probability")),
        "score": _format_number(candidate.get("score")),
        "nearest": candidate.get("nearest_example", ""),
        "why_not": gettext("chosen") if chosen else in_language(candidate.get("why_not", "")),
        "chosen": chosen,
    }


def _format_number(value: object) -> str:
    return localized_number(value, 2) if isinstance(value, int | float) else ""
