"""Writes of sessions: open, bind, note, conclude, cancel."""

import uuid
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from kingdom.accounts.access import access_lock
from kingdom.cognition.inputs import INPUT_KINDS, ConversationTurn, Failure, UserMessage
from kingdom.cognition.state import SessionLimits
from kingdom.contracts.attachments import AttachedFile
from kingdom.contracts.model import ToolDeclaration
from kingdom.contracts.spec import AgentSpec
from kingdom.core.errors import BadInput, LostRace
from kingdom.core.sql_parts import SqlPart, insert_part
from kingdom.core.text.sentences import sentence
from kingdom.core.tracing import current_parent
from kingdom.events.models import DomainEvent
from kingdom.sessions.budgets.services import budget_check
from kingdom.sessions.engine.completion import STOPPED_BY_USER, SessionResult, session_finish, session_finish_cancelled
from kingdom.sessions.events import live_events
from kingdom.sessions.events.dispatch import RUN_TASK
from kingdom.sessions.events.event_log import (
    LogEntry,
    event_append,
    first_input_part,
    input_entry,
    log_append,
    session_lock,
)
from kingdom.sessions.events.lifecycle_rules import FINAL_STATES
from kingdom.sessions.models import Session, SessionEvent
from kingdom.sessions.version_specs import session_spec, tool_bound
from kingdom.tools.registry.tool_snapshots import tool_snapshot_store


@transaction.atomic
def session_open(
    *,
    user_id: int,
    input_text: str,
    conversation_id: uuid.UUID | None = None,
    task_name: str = RUN_TASK,
    trace_id: str = "",
    version_id: uuid.UUID | None = None,
) -> Session:
    """Store a new running session and return it. The caller enqueues its task, else the reaper does after a minute.

    With ``version_id`` it is bound to that version at once, without earlier turns. An empty ``trace_id`` is that of
    the present span, else generated.

    Raises BudgetExceeded when the budget of the user or of the organisation is used up, AccessEnded when the user or
    the present request may not begin work any more.
    """
    fields = {"user_id": user_id, "conversation_id": conversation_id, "input_text": input_text, "task_name": task_name}
    session = session_open_inside(Session(**fields, **_trace_fields(trace_id)))
    if version_id is not None:
        session_bind(session_id=session.pk, version_id=version_id)
        session.refresh_from_db()
    return session


def session_open_inside(session: Session) -> Session:
    """Store a new running session in the caller's transaction, which must store nothing when this raises.

    Raises what ``session_open`` raises.
    """
    access_lock(user_id=session.user_id)
    budget_check(user_id=session.user_id, execution=True)
    session.enqueued_at = timezone.now()
    if not session.trace_id:
        for name, value in _trace_fields("").items():
            setattr(session, name, value)
    session.save(force_insert=True)
    return session


class WorkspaceScope(NamedTuple):
    """Whose files a session without a conversation has, the tools that it may hold at most, and the kernel's own."""

    workspace: uuid.UUID
    ceiling: frozenset[str] | None = None
    kernel_tools: Sequence[ToolDeclaration] = ()


def session_in_workspace(
    *, user_id: int, input_text: str, version_id: uuid.UUID, spec: AgentSpec, scope: WorkspaceScope
) -> tuple[Session, Sequence[SqlPart]]:
    """Return a running session of a workspace with its message, bound to its version from the first, and its parts.

    ``spec`` is the version's. Call it in a transaction; the caller's next statement stores the parts. Nothing is stored
    when it raises BudgetExceeded. Its tools never change later. The caller sends its task.
    """
    budget_check(user_id=user_id, execution=True)
    session = Session(
        user_id=user_id,
        input_text=input_text,
        version_id=version_id,
        workspace=scope.workspace,
        grants_ceiling=None if scope.ceiling is None else sorted(scope.ceiling),
        limits=asdict(_default_limits()),
        task_name=RUN_TASK,
        enqueued_at=timezone.now(),
        last_seq=1,
        **_trace_fields(""),
    )
    if spec.engine == "model":
        session.tool_snapshot = tool_snapshot_store(spec.agent_id, tool_bound(session), scope.kernel_tools)
    stored = insert_part("new_session", session)  # it sets the time that its message names
    return session, [stored, first_input_part(session, _first_message(session, FirstInput()))]


def _trace_fields(trace_id: str) -> dict[str, str]:
    traced, parent_span = current_parent()
    return {"trace_id": trace_id or traced or uuid.uuid4().hex, "parent_span_id": parent_span}


def _default_limits() -> SessionLimits:
    return SessionLimits(max_steps=settings.KINGDOM.session_max_steps)


@transaction.atomic
def session_bind(
    *,
    session_id: uuid.UUID,
    version_id: uuid.UUID,
    text: str | None = None,
    history: Sequence[ConversationTurn] = (),
    attachments: Sequence[AttachedFile] = (),
    limits: SessionLimits | None = None,
) -> Session:
    """Bind a running session to a version, and append its message with the earlier turns as the first input.

    Compare-and-set on "not bound yet": raises LostRace when it is bound or no longer running. The recorded time is the
    session's ``created_at``. ``attachments`` are the files of its workspace that the message is about, with
    the beginning of their texts. ``text`` replaces the input: the answer to a question is served by the message that
    the question was about.
    """
    given = FirstInput(text=text, history=history, attachments=attachments, limits=limits)
    return locked_session_bind(session_lock(session_id), version_id, given)


@dataclass(frozen=True, kw_only=True)
class FirstInput:
    """What a session gets when it is bound: see ``session_bind``."""

    text: str | None = None
    history: Sequence[ConversationTurn] = ()
    attachments: Sequence[AttachedFile] = ()
    limits: SessionLimits | None = None
    temperature: float | None = None


def _first_message(session: Session, given: FirstInput) -> UserMessage:
    return UserMessage(
        text=session.input_text,
        now=session.created_at.isoformat(timespec="seconds"),
        history=tuple(given.history),
        files=tuple(file.path for file in given.attachments),
        attachments=tuple(given.attachments),
        status_required=True,
        worker=session.is_of_node,
        temperature=given.temperature,
    )


def locked_session_bind(
    session: Session,
    version_id: uuid.UUID,
    given: FirstInput,
    *,
    entries: Sequence[LogEntry] = (),
    parts: Sequence[SqlPart] = (),
) -> Session:
    """Bind a locked session as ``session_bind`` does; ``entries`` and ``parts`` are stored before its message.

    Raises LostRace when it is bound or no longer running.
    """
    if session.version_id is not None or session.state != Session.State.RUNNING:
        raise LostRace("This session already has its specialist, or is over.")
    session.version_id, session.limits = version_id, asdict(given.limits or _default_limits())
    session.input_text = session.input_text if given.text is None else given.text
    spec = session_spec(session)
    if spec.engine == "model":
        session.tool_snapshot = tool_snapshot_store(spec.agent_id, tool_bound(session))
    first = input_entry(_first_message(session, given))
    bound = {"version": version_id, "limits": session.limits, "input_text": session.input_text}
    bound["tool_snapshot"] = session.tool_snapshot
    events = log_append(session, [*entries, first], parts=parts, old_state=Session.State.RUNNING, **bound)
    session.first_input = events[-1]
    return session


@transaction.atomic
def session_await_parts(session: Session) -> None:
    """Let a locked session without a version wait for the sessions of its parts; no worker holds it meanwhile.

    Compare-and-set on "running and not bound": raises LostRace. The module that opens the parts ends it.
    """
    unbound = Session.objects.filter(pk=session.pk, version=None, state=Session.State.RUNNING)
    waiting = {"state": Session.State.AWAITING_PARTS, "lease_owner": "", "lease_expires_at": None, "attempts": 0}
    if unbound.update(**waiting) != 1:
        raise LostRace("This session already has its specialist, or is over.")
    session.refresh_from_db()


@transaction.atomic
def session_note(*, session_id: uuid.UUID, kind: str, payload: Mapping[str, Any]) -> SessionEvent:
    """Append a note to a session's log; the state never depends on notes.

    Raises NotFound, BadInput for an input's kind.
    """
    if kind in INPUT_KINDS:
        raise BadInput(f"{kind} is an input, not a note.")
    return event_append(session_lock(session_id), kind, payload)


@transaction.atomic
def session_conclude(
    *, session_id: uuid.UUID, answer: str = "", output: object = None, failure: Failure | None = None
) -> Session:
    """End a session without a specialist: with an answer (a question, a proposal), or failed with ``failure``.

    Raises LostRace when it neither runs nor waits for its parts.
    """
    session = session_lock(session_id)
    if session.state not in (Session.State.RUNNING, Session.State.AWAITING_PARTS):
        raise LostRace("This session is already over.")
    result = SessionResult(state="failed" if failure else "completed", answer=answer, output=output, failure=failure)
    return session_finish(session, result)


@transaction.atomic
def session_cancel(*, session_id: uuid.UUID, reason: str = STOPPED_BY_USER) -> Session:
    """Stop a session and return it; one that is over stays as it is.

    A worker that holds it gets a message and stops within a second, upstream calls included. Without a worker the
    session is cancelled immediately. Raises NotFound.
    """
    session = session_lock(session_id)
    if session.state in FINAL_STATES:
        return session
    if session.cancel_requested_at is None:
        session.cancel_requested_at = timezone.now()
        session.save(update_fields=["cancel_requested_at"])
    expires_at = session.lease_expires_at
    is_leased = session.lease_owner != "" and expires_at is not None and expires_at > timezone.now()
    if session.state == Session.State.RUNNING and is_leased:
        transaction.on_commit(lambda: live_events.cancel_publish(session_id), robust=True)
        return session
    return session_finish_cancelled(session, reason)


def sessions_stop_closed(*, user_id: int | None = None) -> int:
    """Stop the tasks of closed accounts, or everything of one that was closed; return how many there were."""
    of_closed = Session.objects.filter(finished_at=None, user__is_active=False)
    chosen = of_closed.filter(purpose=Session.Purpose.TASK) if user_id is None else of_closed.filter(user_id=user_id)
    session_ids = list(chosen.values_list("pk", flat=True))
    for session_id in session_ids:
        session_cancel(session_id=session_id, reason=sentence("The account was closed."))
    return len(session_ids)


def session_suspend(event: DomainEvent, reason: str) -> str:
    """Stop the session of an event that a policy suspends; "" for one of a workflow, which is paused instead."""
    if event.session_id is None or event.workflow_id is not None:
        return ""
    before = Session.objects.filter(pk=event.session_id).exclude(state__in=FINAL_STATES).exists()
    if not before:
        return "nothing_to_suspend"
    session_cancel(session_id=event.session_id, reason=reason)
    return "session_stopped"
