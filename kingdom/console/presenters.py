"""Rows turned into what templates show: words and numbers, no decisions."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString

from kingdom.console.markdown import render
from kingdom.orchestrator.models import RouteRecord
from kingdom.orchestrator.selectors import Exchange
from kingdom.sessions.models import Session
from kingdom.sessions.reports import error_shown
from kingdom.sessions.rules import FINAL

SHOWN_CANDIDATES = 5


@dataclass(frozen=True, kw_only=True)
class RouteView:
    """The route line and the panel behind "why?"."""

    id: str
    name: str
    status: str
    sure: str
    by_user: bool
    reason: str
    follow_up_of: str
    changed_from: str
    candidates: list[Mapping[str, Any]]
    bar: str
    bar_low: str
    margin: str
    gate: str
    analysis: Mapping[str, Any] | None
    overridden_to: str


@dataclass(frozen=True, kw_only=True)
class TurnView:
    """One session as an answer in the conversation."""

    session_id: str
    state: str
    running: bool
    route: RouteView | None
    answer: SafeString | None
    output: str
    choices: list[Mapping[str, Any]]
    error: Mapping[str, str] | None


@dataclass(frozen=True, kw_only=True)
class ExchangeView:
    """A question and its answers."""

    message_id: str
    content: str
    turns: list[TurnView]


def exchange_view(exchange: Exchange, before: str = "") -> ExchangeView:
    """Return a question with its sessions for the page. ``before`` is the role that answered the question before it."""
    turns = [turn_view(session, before) for session in exchange.sessions]
    return ExchangeView(message_id=str(exchange.message.pk), content=exchange.message.content, turns=turns)


def turn_view(session: Session, before: str = "") -> TurnView:
    """Return a session for the page. Offers to choose vanish once the choice was made; ``before`` as above."""
    route: RouteRecord | None = getattr(session, "route", None)
    output = session.output
    choices = output.get("choices", []) if isinstance(output, dict) and route is not None and route.kind == "ask" else []
    return TurnView(
        session_id=str(session.pk),
        state=str(session.state),
        running=session.state not in FINAL,
        route=_route_view(route, before) if route is not None else None,
        answer=render(session.answer) if session.answer else None,
        output=json.dumps(output, indent=2, ensure_ascii=False) if output is not None and not choices else "",
        choices=[] if route is not None and route.overridden_to_id else choices,
        error=error_shown(session),
    )


def _route_view(route: RouteRecord, before: str) -> RouteView:
    receipt: Mapping[str, Any] = route.receipt
    candidates = [_candidate_view(one, route) for one in receipt.get("candidates", [])[:SHOWN_CANDIDATES]]
    return RouteView(
        id=str(route.pk),
        name=_name(route),
        status=str(route.specialist.status) if route.kind == "specialist" and route.specialist else "",
        sure="" if route.kind != "specialist" or route.by == "user" else f"{route.confidence:.2f}",
        by_user=route.by == "user",
        reason=str(receipt.get("reason", "")),
        follow_up_of=str(receipt.get("follow_up_of", "")),
        changed_from=before if before and route.kind in ("specialist", "general") and before != route.role else "",
        candidates=candidates,
        bar=_number(receipt.get("threshold")),
        bar_low=_number(receipt.get("threshold_low")),
        margin=_number(receipt.get("margin")),
        gate=str(receipt.get("gate", "")),
        analysis=receipt.get("analysis"),
        overridden_to=route.overridden_to.role if route.overridden_to else "",
    )


def _name(route: RouteRecord) -> str:
    return {"create": "Nobody yet", "ask": "Your choice", "general": "general"}.get(route.kind, route.role)


def _candidate_view(candidate: Mapping[str, Any], route: RouteRecord) -> Mapping[str, Any]:
    chosen = route.kind in ("specialist", "general") and candidate.get("role") == route.role
    return {
        "role": candidate.get("role", ""),
        "status": candidate.get("status", ""),
        "probability": _number(candidate.get("probability")),
        "score": _number(candidate.get("score")),
        "nearest": candidate.get("nearest_example", ""),
        "why_not": "chosen" if chosen else candidate.get("why_not", ""),
        "chosen": chosen,
    }


def _number(value: object) -> str:
    return f"{value:.2f}" if isinstance(value, int | float) else ""
