"""Writes to the event log: one sequence per session, guarded by the row lock and, for workers, by their lease."""

import json
import uuid
from collections.abc import Mapping
from functools import partial
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from kingdom.cognition import inputs
from kingdom.cognition.inputs import InputEvent, to_jsonb
from kingdom.core.background.jobs import LeaseLost
from kingdom.core.errors import NotFound
from kingdom.events.event_store import PENDING_SQL, event_params, events_follow, events_sql
from kingdom.sessions.events import live_events
from kingdom.sessions.events.session_domain_events import session_domain_events, session_event_run
from kingdom.sessions.models import Session, SessionEvent

# counter and event in one statement, and what of it is a domain event: every step of every session writes here
_APPEND = """
WITH counted AS (UPDATE sessions SET last_seq = %(seq)s WHERE id = %(session_id)s){domain_events}
INSERT INTO session_events (seq, kind, payload, created_at, session_id)
VALUES (%(seq)s, %(kind)s, %(payload)s::jsonb, %(at)s, %(session_id)s)
RETURNING id, {pending}
"""
_APPEND_ONLY = _APPEND.format(domain_events="", pending="NULL")
_APPEND_EVENTS = _APPEND.format(domain_events=f", domain AS ({events_sql()})", pending=PENDING_SQL)


def session_lock(session_id: uuid.UUID, owner: str | None = None) -> Session:
    """Return the row, locked until the transaction ends.

    With ``owner``, that worker must hold the running session: the fence against writes of a worker that lost its lease.
    Raises NotFound, LeaseLost.
    """
    rows = Session.objects.select_for_update().filter(pk=session_id)
    session = next(iter(rows), None)  # first() would add a sort
    if session is None:
        raise LeaseLost if owner is not None else NotFound("There is no such session.")
    if owner is not None and (session.lease_owner != owner or session.state != Session.State.RUNNING):
        raise LeaseLost
    return session


def event_append(session: Session, kind: str, payload: Mapping[str, Any]) -> SessionEvent:
    """Append one event to a locked session's log and publish it on commit."""
    if not connection.in_atomic_block:
        raise RuntimeError("the session's row must be locked in a transaction")
    session.last_seq += 1
    event = SessionEvent(
        session=session, seq=session.last_seq, kind=kind, payload=to_jsonb(payload), created_at=timezone.now()
    )
    params: dict[str, Any] = {"seq": event.seq, "session_id": session.pk, "kind": kind, "at": event.created_at}
    params["payload"] = json.dumps(event.payload)
    domain_events = session_domain_events(session, kind, event.payload)
    if domain_events:
        params |= event_params(session_event_run(session), domain_events, event.created_at)
    with connection.cursor() as cursor:
        cursor.execute(_APPEND_EVENTS if domain_events else _APPEND_ONLY, params)
        event.pk, pending = cursor.fetchone() or (None, None)
    events_follow(pending)
    if session.purpose == Session.Purpose.TASK:  # trials have no watchers
        transaction.on_commit(partial(live_events.event_publish, session.pk, event.seq, kind), robust=True)
    return event


def input_append(session: Session, event: InputEvent) -> SessionEvent:
    """Append an input to a locked session's log. It is progress: the count of failed attempts starts again."""
    if session.attempts > 1:
        session.attempts = 1
        session.save(update_fields=["attempts"])
    return event_append(session, event.type, inputs.to_json(event))
