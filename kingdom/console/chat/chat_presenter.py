"""Rows turned into what templates show: words and numbers, no decisions."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.utils.safestring import SafeString

from kingdom.console.chat.activity import ActivityView, activity_of_sessions
from kingdom.console.chat.markdown import render_markdown
from kingdom.console.inbox.approval_presenter import ApprovalView, pending_approvals
from kingdom.console.specialists.case_presenter import CaseView, cases_by_message
from kingdom.orchestrator.conversations.selectors import MessageSessions
from kingdom.orchestrator.models import RouteRecord
from kingdom.sessions.events.lifecycle_rules import FINAL_STATES
from kingdom.sessions.events.presenters import present_error
from kingdom.sessions.models import Session
from kingdom.specialists.evidence.feedback import feedback_by_session

MAX_CANDIDATES = 5


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
    question: ApprovalView | None
    deeds: ActivityView | None
    offer: Mapping[str, Any] | None
    case: CaseView | None
    rating: str | None  # the reader's word on it, "" for none yet; None where no specialist worked


@dataclass(frozen=True, kw_only=True)
class TurnContext:
    """What stands beside the answers of some sessions: the questions they wait with, what they did, the reader's word, and cases."""

    questions: Mapping[UUID, ApprovalView] = field(default_factory=dict)
    deeds: Mapping[UUID, ActivityView] = field(default_factory=dict)
    cases: Mapping[UUID, CaseView] = field(default_factory=dict)
    ratings: Mapping[UUID, str] = field(default_factory=dict)


@dataclass(frozen=True, kw_only=True)
class MessageView:
    """A question and its answers."""

    message_id: str
    content: str
    files: list[str]
    turns: list[TurnView]


def turn_context(*, user_id: int, sessions: Sequence[Session]) -> TurnContext:
    """Return what stands beside the answers of these sessions. Four queries, and some more for each case of the Council."""
    offers = [route.message_id for one in sessions if (route := _route_of(one)) is not None and route.kind == "create"]
    waiting = [one.pk for one in sessions if one.state == Session.State.AWAITING_APPROVAL]
    return TurnContext(
        questions=pending_approvals(user_id=user_id, session_ids=waiting),
        deeds=activity_of_sessions([one.pk for one in sessions]),
        cases=cases_by_message(user_id=user_id, message_ids=offers),
        ratings=feedback_by_session([one.pk for one in sessions]),
    )


def message_view(exchange: MessageSessions, beside: TurnContext, before: str = "") -> MessageView:
    """Return a question with its sessions for the page. ``before`` is the role that answered the question before it."""
    turns = [turn_view(session, beside, before) for session in exchange.sessions]
    return MessageView(
        message_id=str(exchange.message.pk), content=exchange.message.content, files=exchange.message.files, turns=turns
    )


def turn_view(session: Session, beside: TurnContext, before: str = "") -> TurnView:
    """Return a session for the page. Offers to choose vanish once the choice was made; ``before`` as above."""
    route = _route_of(session)
    output = session.output
    case = (
        beside.cases.get(route.message_id)
        if route is not None and route.kind == "create" and route.message_id
        else None
    )
    choices = (
        output.get("choices", []) if isinstance(output, dict) and route is not None and route.kind == "ask" else []
    )
    return TurnView(
        session_id=str(session.pk),
        state=str(session.state),
        running=session.state not in FINAL_STATES,
        route=_route_view(route, before) if route is not None else None,
        answer=render_markdown(session.answer) if session.answer else None,
        output=json.dumps(output, indent=2, ensure_ascii=False)
        if output is not None and not choices and not _is_offer(output)
        else "",
        choices=[] if route is not None and route.overridden_to_id else choices,
        error=present_error(session),
        question=beside.questions.get(session.pk),
        deeds=beside.deeds.get(session.pk),
        offer=_offer_body(session) if case is None else None,
        case=case,
        rating=beside.ratings.get(session.pk),
    )


def _route_of(session: Session) -> RouteRecord | None:
    route: RouteRecord | None = getattr(session, "route", None)
    return route


def _offer_body(session: Session) -> Mapping[str, Any] | None:
    """Return what a click on the Council's offer sends, None where nothing is offered."""
    output = session.output
    body = output.get("body") if output is not None and _is_offer(output) and output.get("available") else None
    return body if isinstance(body, dict) else None


def _is_offer(output: Any) -> bool:  # noqa: ANN401 - any JSON value
    return isinstance(output, dict) and output.get("offer") == "create_specialist"


def _route_view(route: RouteRecord, before: str) -> RouteView:
    receipt: Mapping[str, Any] = route.receipt
    candidates = [_candidate_view(one, route) for one in receipt.get("candidates", [])[:MAX_CANDIDATES]]
    return RouteView(
        id=str(route.pk),
        name=_route_name(route),
        status=str(route.specialist.status) if route.kind == "specialist" and route.specialist else "",
        sure="" if route.kind != "specialist" or route.by == "user" else f"{route.confidence:.2f}",
        by_user=route.by == "user",
        reason=str(receipt.get("reason", "")),
        follow_up_of=str(receipt.get("follow_up_of", "")),
        changed_from=before if before and route.kind in ("specialist", "general") and before != route.role else "",
        candidates=candidates,
        bar=_format_number(receipt.get("threshold")),
        bar_low=_format_number(receipt.get("threshold_low")),
        margin=_format_number(receipt.get("margin")),
        gate=str(receipt.get("gate", "")),
        analysis=receipt.get("analysis"),
        overridden_to=route.overridden_to.role if route.overridden_to else "",
    )


def _route_name(route: RouteRecord) -> str:
    return {"create": "Nobody yet", "ask": "Your choice", "general": "general"}.get(route.kind, route.role)


def _candidate_view(candidate: Mapping[str, Any], route: RouteRecord) -> Mapping[str, Any]:
    chosen = route.kind in ("specialist", "general") and candidate.get("role") == route.role
    return {
        "role": candidate.get("role", ""),
        "status": candidate.get("status", ""),
        "probability": _format_number(candidate.get("probability")),
        "score": _format_number(candidate.get("score")),
        "nearest": candidate.get("nearest_example", ""),
        "why_not": "chosen" if chosen else candidate.get("why_not", ""),
        "chosen": chosen,
    }


def _format_number(value: object) -> str:
    return f"{value:.2f}" if isinstance(value, int | float) else ""
