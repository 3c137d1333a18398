"""Runs the parts of a message side by side, and answers the message when all have ended.

The message's session waits and holds no worker. Each part is a session of its own with a route of its own; the
transaction that ends the last one ends the message's session, too. So a killed worker loses no part, and none is
answered twice.
"""

import uuid
from collections.abc import Sequence
from datetime import timedelta
from functools import partial

from django.db import transaction

from kingdom.cognition.inputs import Failure
from kingdom.contracts.routes import Route
from kingdom.core.text.sentences import sentence
from kingdom.orchestrator.models import SPLIT, Message, MessagePart, RouteRecord
from kingdom.orchestrator.parts.part_replies import PartResult, limit_reply, nothing_reply, parts_reply
from kingdom.orchestrator.parts.part_routing import RoutedPart
from kingdom.sessions.budgets.services import BudgetExceeded
from kingdom.sessions.engine.completion import STOPPED_BY_USER, session_finish_cancelled
from kingdom.sessions.events.dispatch import session_enqueue
from kingdom.sessions.events.event_log import event_append, session_lock
from kingdom.sessions.events.lifecycle_rules import FINAL_STATES
from kingdom.sessions.models import Session
from kingdom.sessions.services import session_await_parts, session_cancel, session_conclude, session_open

MAX_PARTS = 5
ROUTE_NOTE, PARTS_NOTE, PART_NOTE = "route", "parts", "part_finished"
_STOPPED = sentence("The message that this is a part of was stopped.")


@transaction.atomic
def parts_open(*, run: Session, message: Message, route: Route, parts: Sequence[RoutedPart]) -> None:
    """Open a session for each part of a message, at most five, and let the message's session wait for them.

    ``route`` is the route of the whole message; its receipt is kept. A part that the budget forbids is refused alone.
    A session that the user stopped meanwhile is cancelled instead, without parts. Raises LeaseLost when another worker
    has the session.
    """
    locked = session_lock(run.pk, run.lease_owner)
    if locked.cancel_requested_at is not None:  # without a lease nobody would read it any more
        session_finish_cancelled(locked, STOPPED_BY_USER)
        return
    session_await_parts(locked)
    record = _route_of_run(locked, message, route, len(parts))
    rows = [_part_open(locked, message, number, part) for number, part in enumerate(parts, start=1)]
    event_append(locked, ROUTE_NOTE, record.public)
    event_append(locked, PARTS_NOTE, {"parts": [row.public for row in rows]})
    _conclude_if_over(locked)


@transaction.atomic
def part_finished(*, part: MessagePart, session: Session) -> None:
    """Note in the log of a message's session that one of its parts ended; end it with the last one.

    Call it in the transaction that ends the part's session.
    """
    run = session_lock(part.run_id)
    if run.state == Session.State.AWAITING_PARTS:
        part.session = session
        event_append(run, PART_NOTE, part.public)
        _conclude_if_over(run)


def parts_cancel(*, run: Session) -> None:
    """Stop the open parts of a message's session that was stopped, after its transaction."""
    open_parts = Session.objects.filter(part__run=run, finished_at=None).values_list("pk", flat=True)
    for session_id in open_parts:
        transaction.on_commit(partial(session_cancel, session_id=session_id, reason=_STOPPED), robust=True)


@transaction.atomic
def part_of_stopped_run_cancel(session_id: uuid.UUID) -> bool:
    """Cancel a part whose message was stopped, should its worker have died before it did; return whether it was."""
    if not MessagePart.objects.filter(session_id=session_id, run__state=Session.State.CANCELLED).exists():
        return False
    session_finish_cancelled(session_lock(session_id), _STOPPED)
    return True


def route_record_create(session: Session, message: Message, route: Route, by: str = "king") -> RouteRecord:
    """Store the route of a session."""
    record = route_record_of(session, message, route, by)
    record.save(force_insert=True)
    return record


def route_record_of(session: Session, message: Message, route: Route, by: str = "king") -> RouteRecord:
    """Return the unsaved route of a session. It shares the session's id: its URL is known before it is routed."""
    return RouteRecord(
        id=session.pk,
        message=message,
        session=session,
        kind=route.kind,
        role=route.role,
        specialist_id=route.specialist_id or None,
        version_id=route.version_id or None,
        confidence=route.confidence,
        scope=route.scope or "",
        receipt=route.receipt.model_dump(mode="json"),
        by=by,
    )


def _route_of_run(run: Session, message: Message, route: Route, count: int) -> RouteRecord:
    reason = f"The message consists of {count} requests for different specialists; each has a route of its own."
    receipt = route.receipt.model_copy(update={"chosen": SPLIT, "reason": reason})
    return RouteRecord.objects.create(
        id=run.pk,
        message=message,
        session=run,
        kind=SPLIT,
        confidence=route.confidence,
        receipt=receipt.model_dump(mode="json"),
    )


def _part_open(run: Session, message: Message, number: int, part: RoutedPart) -> MessagePart:
    row = MessagePart(message=message, run=run, number=number, start=part.span.start, end=part.span.end)
    if number > MAX_PARTS:
        row.refusal = limit_reply(message.content, MAX_PARTS)
    else:
        try:
            row.session = _session_open(run, message, number, part)
        except BudgetExceeded as error:
            row.refusal = error.message
    row.save(force_insert=True)
    return row


@transaction.atomic
def _session_open(run: Session, message: Message, number: int, part: RoutedPart) -> Session:
    session = session_open(
        user_id=run.user_id,
        conversation_id=run.conversation_id,
        input_text=part.text,
        task_name=run.task_name,
        trace_id=run.trace_id,
    )
    # handlers read the time of the message, which is that of its first session; the microseconds keep the order
    Session.objects.filter(pk=session.pk).update(created_at=run.created_at + timedelta(microseconds=number))
    route_record_create(session, message, part.route)
    session_enqueue(session)
    return session


def _conclude_if_over(run: Session) -> None:
    """End a locked session that waits, when all of its parts have ended."""
    parts = list(run.parts.select_related("session__route", "message"))
    states = [part.session.state if part.session is not None else "failed" for part in parts]
    if not set(states) <= FINAL_STATES:
        return
    if "completed" in states:
        results = [_result(part) for part in parts]
        output = {
            "parts": [
                {"number": part.number, "output": part.session.output if part.session else None} for part in parts
            ]
        }
        session_conclude(session_id=run.pk, answer=parts_reply(parts[0].message.content, results), output=output)
    elif set(states) == {"cancelled"}:
        session_finish_cancelled(run, sentence("All parts were stopped."))
    else:
        text = nothing_reply(parts[0].message.content, len(parts))
        session_conclude(session_id=run.pk, failure=Failure(code="parts_failed", message=text))


def _result(part: MessagePart) -> PartResult:
    session = part.session
    if session is None:
        return PartResult(part.text, error=part.refusal)
    failed = session.state != Session.State.COMPLETED
    return PartResult(part.text, session.answer, session.error_message if failed else "")
