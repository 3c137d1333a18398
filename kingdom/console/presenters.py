"""Rows turned into what templates show: words and numbers, no decisions."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.utils.safestring import SafeString

from kingdom.console.creations import CaseView, cases_by_message
from kingdom.console.deeds import DeedsView, deeds_of
from kingdom.console.markdown import render
from kingdom.console.questions import QuestionView, questions_waiting
from kingdom.orchestrator.models import RouteRecord
from kingdom.orchestrator.selectors import Exchange
from kingdom.sessions.models import Session
from kingdom.sessions.reports import error_shown
from kingdom.sessions.rules import FINAL
from kingdom.specialists.telemetry_selectors import ratings_of

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
    question: QuestionView | None
    deeds: DeedsView | None
    offer: Mapping[str, Any] | None
    case: CaseView | None
    rating: str | None  # the reader's word on it, "" for none yet; None where no specialist worked


@dataclass(frozen=True, kw_only=True)
class Beside:
    """What stands beside the answers of some sessions: the questions they wait with, what they did, the reader's word, and cases."""

    questions: Mapping[UUID, QuestionView] = field(default_factory=dict)
    deeds: Mapping[UUID, DeedsView] = field(default_factory=dict)
    cases: Mapping[UUID, CaseView] = field(default_factory=dict)
    ratings: Mapping[UUID, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class ExchangeView:
    """A question and its answers."""

    message_id: str
    content: str
    files: list[str]
    turns: list[TurnView]


def beside(*, user_id: int, sessions: Sequence[Session]) -> Beside:
    """Return what stands beside the answers of these sessions. Four queries, and some more for each case of the Council."""
    offers = [route.message_id for one in sessions if (route := _route_of(one)) is not None and route.kind == "create"]
    waiting = [one.pk for one in sessions if one.state == Session.State.AWAITING_APPROVAL]
    return Beside(
        questions=questions_waiting(user_id=user_id, session_ids=waiting),
        deeds=deeds_of([one.pk for one in sessions]),
        cases=cases_by_message(user_id=user_id, message_ids=offers),
        ratings=ratings_of([one.pk for one in sessions]),
    )


def exchange_view(exchange: Exchange, beside: Beside, before: str = "") -> ExchangeView:
    """Return a question with its sessions for the page. ``before`` is the role that answered the question before it."""
    turns = [turn_view(session, beside, before) for session in exchange.sessions]
    return ExchangeView(message_id=str(exchange.message.pk), content=exchange.message.content, files=exchange.message.files, turns=turns)


def turn_view(session: Session, beside: Beside, before: str = "") -> TurnView:
    """Return a session for the page. Offers to choose vanish once the choice was made; ``before`` as above."""
    route = _route_of(session)
    output = session.output
    case = beside.cases.get(route.message_id) if route is not None and route.kind == "create" and route.message_id else None
    choices = output.get("choices", []) if isinstance(output, dict) and route is not None and route.kind == "ask" else []
    return TurnView(
        session_id=str(session.pk),
        state=str(session.state),
        running=session.state not in FINAL,
        route=_route_view(route, before) if route is not None else None,
        answer=render(session.answer) if session.answer else None,
        output=json.dumps(output, indent=2, ensure_ascii=False) if output is not None and not choices and not _offers(output) else "",
        choices=[] if route is not None and route.overridden_to_id else choices,
        error=error_shown(session),
        question=beside.questions.get(session.pk),
        deeds=beside.deeds.get(session.pk),
        offer=_offer(session) if case is None else None,
        case=case,
        rating=beside.ratings.get(session.pk),
    )


def _route_of(session: Session) -> RouteRecord | None:
    route: RouteRecord | None = getattr(session, "route", None)
    return route


def _offer(session: Session) -> Mapping[str, Any] | None:
    """Return what a click on the Council's offer sends, None where nothing is offered."""
    output = session.output
    body = output.get("body") if output is not None and _offers(output) and output.get("available") else None
    return body if isinstance(body, dict) else None


def _offers(output: Any) -> bool:  # noqa: ANN401 - any JSON value
    return isinstance(output, dict) and output.get("offer") == "create_specialist"


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
