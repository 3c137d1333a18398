"""View models of the chat page."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from django.utils.safestring import SafeString
from django.utils.translation import get_language

from kingdom.console.chat.activity import ActivityView, activity_of_sessions
from kingdom.console.chat.pictures import PicturesView, pictures_of_sessions
from kingdom.console.chat.route_presenter import RouteView, route_view
from kingdom.console.inbox.approval_presenter import ApprovalView, pending_approvals
from kingdom.console.markup.code_highlight import CodeHighlighter
from kingdom.console.markup.markdown import render_markdown
from kingdom.console.specialists.case_presenter import CaseView, cases_by_message
from kingdom.orchestrator.conversations.selectors import MessageSessions
from kingdom.orchestrator.conversations.specialist_choice import addressed_role
from kingdom.orchestrator.king.routing_rules import standalone_examples
from kingdom.orchestrator.models import Message, MessagePart, RouteRecord
from kingdom.orchestrator.pipeline.answered_questions import BY_REPLY
from kingdom.sessions.events.lifecycle_rules import FINAL_STATES
from kingdom.sessions.events.presenters import present_error
from kingdom.sessions.models import Session
from kingdom.specialists.evidence.feedback import NO_REVIEW, AnswerReview, reviews_by_session

MAX_SUGGESTIONS = 2  # below an answer
_OFFER_KINDS = ("create", "general")  # routes whose answer may offer a creation


@dataclass(frozen=True, kw_only=True)
class PartView:
    """One request of a message that consists of several, as the list above the answers shows it.

    ``turn_id`` is the session that answers it; empty for a refused part, with ``refusal`` instead.
    """

    text: str
    turn_id: str
    refusal: str


@dataclass(frozen=True, kw_only=True)
class TurnView:
    """One session as an answer in the conversation.

    ``request`` is what it answers, empty for the whole message; ``parts`` are the requests of a message of several.
    ``is_stopped``: ``answer`` is what was streamed until then. ``message`` is what it answers. ``rating``
    is the reader's feedback, "" for none yet, None where there is nothing to rate. ``is_unconfirmed``: the receipts
    contradict the answer. ``nearest`` are recipes near to what nobody serves, as ``{"name", "body"}``; ``suggestions``
    further examples of the specialist that answered.
    """

    session_id: str
    state: str
    running: bool
    is_stopped: bool
    message: Message | None
    request: str
    parts: list[PartView]
    route: RouteView | None
    answer: SafeString | None
    output: str
    examples: list[str]
    suggestions: list[str]
    choices: list[Mapping[str, Any]]
    error: Mapping[str, str] | None
    approval: ApprovalView | None
    activity: ActivityView | None
    offer: Mapping[str, Any] | None
    nearest: list[Mapping[str, Any]]
    case: CaseView | None
    rating: str | None
    is_unconfirmed: bool
    bypass: str
    pictures: PicturesView | None


@dataclass(frozen=True, kw_only=True)
class TurnContext:
    """Data shown beside answers: by session id, and creations by message id; the time for colours of their code."""

    approvals: Mapping[UUID, ApprovalView] = field(default_factory=dict)
    activity: Mapping[UUID, ActivityView] = field(default_factory=dict)
    cases: Mapping[UUID, Sequence[CaseView]] = field(default_factory=dict)
    reviews: Mapping[UUID, AnswerReview] = field(default_factory=dict)
    pictures: Mapping[UUID, PicturesView] = field(default_factory=dict)
    highlighter: CodeHighlighter = field(default_factory=CodeHighlighter)


@dataclass(frozen=True, kw_only=True)
class MessageView:
    """A user's message with its answers; it is version ``number`` of ``versions``, with the ids of its neighbours."""

    message_id: str
    content: str
    files: list[str]
    turns: list[TurnView]
    number: int
    versions: int
    earlier: str
    later: str


def turn_context(*, user_id: int, sessions: Sequence[Session]) -> TurnContext:
    """Return the data shown beside the answers of these sessions. Five queries, and some per creation."""
    routes = [route for session in sessions if (route := _route_of(session)) is not None]
    waiting = [session.pk for session in sessions if session.state == Session.State.AWAITING_APPROVAL]
    session_ids = [session.pk for session in sessions]
    message_ids = [_offered_message(route) for route in routes if route.kind in _OFFER_KINDS]
    return TurnContext(
        approvals=pending_approvals(user_id=user_id, session_ids=waiting),
        activity=activity_of_sessions(session_ids),
        cases=cases_by_message(user_id=user_id, message_ids=message_ids),
        reviews=reviews_by_session(session_ids),
        pictures=pictures_of_sessions(sessions),
    )


def message_view(pair: MessageSessions, context: TurnContext, previous_role: str = "") -> MessageView:
    """Return a message with its sessions for the page; ``previous_role`` answered the message before."""
    versions = [str(version) for version in pair.versions] or [str(pair.message.pk)]
    index = versions.index(str(pair.message.pk))
    return MessageView(
        message_id=str(pair.message.pk),
        content=pair.message.content,
        files=pair.message.files,
        turns=[turn_view(session, context, pair.message, previous_role) for session in pair.sessions],
        number=index + 1,
        versions=len(versions),
        earlier="".join(versions[max(0, index - 1) : index]),
        later="".join(versions[index + 1 : index + 2]),
    )


def turn_view(session: Session, context: TurnContext, message: Message | None, previous_role: str = "") -> TurnView:
    """Return a session for the page. Choices disappear once the user has chosen.

    ``message`` is what it answers, None for a session without one; ``previous_role`` as above.
    """
    route = _route_of(session)
    choices = _choices(session, route)
    request = _request(session, route, message)
    case = _case_of(route, context, request)
    is_stopped = session.state == Session.State.CANCELLED
    review = context.reviews.get(session.pk, NO_REVIEW)
    return TurnView(
        session_id=str(session.pk),
        state=str(session.state),
        running=session.state not in FINAL_STATES,
        is_stopped=is_stopped,
        message=message,
        request=request,
        parts=_parts(session, route),
        route=route_view(route, "" if request else previous_role) if route is not None else None,
        answer=_answer(session, route, context.highlighter),
        output="" if choices else _output(session, route),
        examples=_examples(session),
        suggestions=_suggestions(session, route),
        choices=[] if route is not None and route.overridden_to_id else choices,
        error=present_error(session),
        approval=context.approvals.get(session.pk),
        activity=context.activity.get(session.pk),
        offer=_offer_body(session.output) if case is None else None,
        nearest=_nearest_recipes(session.output) if case is None else [],
        case=case,
        rating=None if is_stopped else review.feedback,
        is_unconfirmed=review.is_unconfirmed,
        bypass=session.bypass,
        pictures=context.pictures.get(session.pk),
    )


def _answer(session: Session, route: RouteRecord | None, highlighter: CodeHighlighter) -> SafeString | None:
    return render_markdown(session.answer, highlighter) if session.answer and not _is_split(route) else None


def _output(session: Session, route: RouteRecord | None) -> str:
    return "" if _is_by_king(session) or _is_split(route) else _json_text(session.output)


def _route_of(session: Session) -> RouteRecord | None:
    route: RouteRecord | None = getattr(session, "route", None)
    return route


def _request(session: Session, route: RouteRecord | None, message: Message | None) -> str:
    """Return the text of the part that a session or an override of it answers, empty for a whole message."""
    may_be_part = hasattr(session, "part") or (route is not None and route.by == "user")
    if message is None or not may_be_part:
        return ""
    wholes = (message.content, addressed_role(message.content)[1])
    return session.input_text if session.input_text not in wholes else ""


def _is_split(route: RouteRecord | None) -> bool:
    return route is not None and route.is_split


def _parts(session: Session, route: RouteRecord | None) -> list[PartView]:
    parts = MessagePart.objects.filter(run=session).select_related("message") if _is_split(route) else ()
    return [PartView(text=part.text, turn_id=str(part.session_id or ""), refusal=part.refusal) for part in parts]


def _case_of(route: RouteRecord | None, context: TurnContext, request: str) -> CaseView | None:
    """Return the creation of a turn: that of its own request; for a whole message else the newest one.

    A user may have changed the request of a whole message. ``request`` is the text of a part, empty for none.
    """
    if route is None or route.kind not in _OFFER_KINDS:
        return None
    cases = context.cases.get(_offered_message(route), ())
    wanted = str((_offer_body(route.session.output) or {}).get("request", "")) or request
    own = next((case for case in cases if case.request.strip() == wanted.strip()), None)
    return own or (next(iter(cases), None) if not request and route.by != BY_REPLY else None)


def _offered_message(route: RouteRecord) -> UUID:
    """Return the id of the message that an offer is about: the answer to an offer repeats it for the message before."""
    output: Any = route.session.output if route.by == BY_REPLY else None
    named = (output.get("body") or {}).get("message") if _is_offer(output) else None
    return UUID(named) if named else route.message_id


def cases_once(views: Sequence[MessageView]) -> None:
    """Leave each creation only in the last turn that shows it: an offer and the answer to it are about the same one."""
    seen: set[str] = set()
    for turns in (view.turns for view in reversed(views)):
        for index, turn in reversed(list(enumerate(turns))):
            if turn.case is not None and turn.case.id in seen:
                turns[index] = replace(turn, case=None)
            elif turn.case is not None:
                seen.add(turn.case.id)


def _choices(session: Session, route: RouteRecord | None) -> list[Mapping[str, Any]]:
    """Return the choices of a near tie."""
    if route is None or route.kind != "ask" or not isinstance(session.output, dict):
        return []
    choices: list[Mapping[str, Any]] = session.output.get("choices", [])
    return choices


def _json_text(output: object) -> str:
    return json.dumps(output, indent=2, ensure_ascii=False) if output is not None else ""


def _suggestions(session: Session, route: RouteRecord | None) -> list[str]:
    """Return examples of the specialist that answered, without what was asked: they are known to be its own."""
    is_answered = session.state == Session.State.COMPLETED and session.answer
    if not is_answered or route is None or route.kind != "specialist" or session.version is None:
        return []
    stored = map(str, session.version.specialist.spec_without_code.get("examples", ()))
    texts = standalone_examples(list(stored), get_language() or "en")
    asked = session.input_text.strip()
    return [example for example in texts if example.strip() != asked][:MAX_SUGGESTIONS]


def _offer_body(output: Any) -> Mapping[str, Any] | None:  # noqa: ANN401 - any JSON value
    """Return the form that accepts the Council's offer, None without an offer."""
    body = output.get("body") if _is_offer(output) and output.get("available") else None
    return body if isinstance(body, dict) else None


def _nearest_recipes(output: Any) -> list[Mapping[str, Any]]:  # noqa: ANN401 - any JSON value
    """Return the recipes that an answer lists because nothing could be designed."""
    return list(output.get("nearest", ())) if _is_offer(output) and not output.get("available") else []


def _is_offer(output: Any) -> bool:  # noqa: ANN401 - any JSON value
    return isinstance(output, dict) and output.get("offer") == "create_specialist"


def _is_by_king(session: Session) -> bool:
    """Return whether the output is the King's own, whose text and buttons show all of it; no specialist has run."""
    output = session.output if session.version_id is None else None
    return isinstance(output, dict) and bool(output.keys() & {"small_talk", "needs", "offer"})


def _examples(session: Session) -> list[str]:
    """Return the messages to try that the King's own answer names."""
    output: Any = session.output
    return [str(entry["example"]) for entry in output.get("examples", [])] if _is_by_king(session) else []
