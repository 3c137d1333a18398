"""Writes of the sessions room: opening, binding, notes, stopping, answering, forking."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from kingdom.approvals.requests.services import ApprovalDecision, approval_decide
from kingdom.cognition.inputs import INPUT_KINDS, ConversationTurn, Failure, Shutdown, UserMessage
from kingdom.cognition.state import SessionLimits
from kingdom.core.errors import BadInput, Conflict, LostRace
from kingdom.sessions.budgets.services import budget_check
from kingdom.sessions.engine.completion import SessionResult, result_of, session_finish
from kingdom.sessions.events import live_events, state_rebuild
from kingdom.sessions.events.dispatch import RUN_TASK
from kingdom.sessions.events.event_log import event_append, input_append, session_lock
from kingdom.sessions.events.lifecycle_rules import FINAL_STATES
from kingdom.sessions.models import Session, SessionEvent
from kingdom.sessions.selectors import pending_question
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
    """Store a new running session and return it. Its task is the caller's to enqueue after commit; the reaper does it after a minute.

    With ``version_id`` it is bound to that version at once, without earlier turns. ``trace_id`` is made when none is given.
    Raises BudgetSpent when the user, or the organisation, has used up what is allowed for today.
    """
    budget_check(user_id=user_id, execution=True)
    session = Session.objects.create(
        user_id=user_id,
        conversation_id=conversation_id,
        input_text=input_text,
        task_name=task_name,
        trace_id=trace_id or uuid.uuid4().hex,
        enqueued_at=timezone.now(),
    )
    if version_id is not None:
        session_bind(session_id=session.pk, version_id=version_id)
        session.refresh_from_db()
    return session


@transaction.atomic
def session_bind(
    *,
    session_id: uuid.UUID,
    version_id: uuid.UUID,
    history: Sequence[ConversationTurn] = (),
    files: Sequence[str] = (),
    limits: SessionLimits | None = None,
) -> Session:
    """Bind a running session to the version that will work on it, and record its message with the earlier turns as the first input.

    Compare-and-set on "not bound yet": raises LostRace when it is bound or no longer running. The recorded time is the session's
    own ``created_at``. ``files`` are the paths in its workspace that the message is about.
    """
    session = session_lock(session_id)
    bounds = limits or SessionLimits(max_steps=settings.KINGDOM.session_max_steps)
    kept = {
        "max_steps": bounds.max_steps,
        "max_delegations": bounds.max_delegations,
        "max_rejections": bounds.max_rejections,
    }
    free = Session.objects.filter(pk=session_id, version=None, state=Session.State.RUNNING)
    if free.update(version_id=version_id, limits=kept) != 1:
        raise LostRace("This session has its specialist already, or is over.")
    session.refresh_from_db()
    spec = state_rebuild.session_spec(session)
    if spec.engine == "model":
        session.tool_set = tool_snapshot_store(spec.agent_id)
        session.save(update_fields=["tool_set"])
    message = UserMessage(
        text=session.input_text,
        now=session.created_at.isoformat(timespec="seconds"),
        history=tuple(history),
        files=tuple(files),
    )
    input_append(session, message)
    return session


@transaction.atomic
def session_note(*, session_id: uuid.UUID, kind: str, payload: Mapping[str, Any]) -> SessionEvent:
    """Add a note to a session's log: people see it, the state never depends on it. Raises NotFound, BadInput for an input's kind."""
    if kind in INPUT_KINDS:
        raise BadInput(f"{kind} is an input, not a note.")
    return event_append(session_lock(session_id), kind, payload)


@transaction.atomic
def session_conclude(
    *, session_id: uuid.UUID, answer: str = "", output: object = None, failure: Failure | None = None
) -> Session:
    """End a running session without a specialist: with an answer (a question back, an offer), or failed with ``failure``.

    Raises LostRace when it is not running any more.
    """
    session = session_lock(session_id)
    if session.state != Session.State.RUNNING:
        raise LostRace("This session is over already.")
    result = SessionResult(state="failed" if failure else "completed", answer=answer, output=output, failure=failure)
    return session_finish(session, result)


@transaction.atomic
def session_cancel(*, session_id: uuid.UUID, reason: str = "Stopped by you.") -> Session:
    """Stop a session; one that is over stays as it is.

    When a worker has it, the worker is told and stops what runs, upstream calls included, within a second. When none has it, it is
    cancelled here and now. Raises NotFound.
    """
    session = session_lock(session_id)
    if session.state in FINAL_STATES:
        return session
    if session.cancel_requested_at is None:
        session.cancel_requested_at = timezone.now()
        session.save(update_fields=["cancel_requested_at"])
    held = (
        session.lease_owner != "" and session.lease_expires_at is not None and session.lease_expires_at > timezone.now()
    )
    if session.state == Session.State.RUNNING and held:
        transaction.on_commit(lambda: live_events.cancel_publish(session_id), robust=True)
        return session
    if session.version_id is None:
        return session_finish(
            session, SessionResult(state="cancelled", failure=Failure(code="cancelled", message=reason))
        )
    input_append(session, Shutdown(reason=reason))
    return session_finish(session, result_of(state_rebuild.session_fold(session)[-1][1].state))


@transaction.atomic
def session_answer(*, session_id: uuid.UUID, choice: str, channel: str = "session") -> Session:
    """Answer the pending question of a session that waits, as its user, and let it go on.

    The same as deciding its approval, for callers who have the session at hand: one answer, one way. Choices are in the question:
    ``once``, ``session``, ``always`` or ``deny`` for tools (``allow`` means once), ``retry``, ``skip`` or ``done`` for an effect whose
    outcome is not known. Raises NotFound, Conflict when nothing is asked, BadInput for another choice.
    """
    session = session_lock(session_id)
    question = pending_question(session)
    if session.state != Session.State.AWAITING_APPROVAL or question is None:
        raise Conflict("This session asks nothing now.")
    given = "once" if choice == "allow" and question["kind"] == "tool" else choice
    decision = ApprovalDecision(choice=given, args_hash=question["args_hash"], channel=channel)
    approval_decide(approval_id=uuid.UUID(question["approval_id"]), actor_id=session.user_id, decision=decision)
    session.refresh_from_db()
    return session
