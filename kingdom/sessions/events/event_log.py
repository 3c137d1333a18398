"""Writes to the event log: one sequence per session, guarded by the row lock and, for workers, by their lease."""

import json
import uuid
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from kingdom.cognition import inputs
from kingdom.cognition.inputs import INPUT_KINDS, InputEvent, to_jsonb
from kingdom.core.background.jobs import LeaseLost
from kingdom.core.errors import LostRace, NotFound
from kingdom.core.sql.composed_query import ComposedQuery
from kingdom.core.sql_parts import SqlPart, column_values, insert_part, params_of, with_parts
from kingdom.events.event_store import PENDING_SQL, event_params, events_follow, events_sql
from kingdom.sessions.events import live_events
from kingdom.sessions.events.session_domain_events import session_domain_events, session_event_run
from kingdom.sessions.models import Session, SessionEvent

# counter, events and what of them is a domain event in one statement: every step of every session writes here
_APPEND = """
WITH always AS (SELECT){parts},
counted AS (UPDATE sessions SET last_seq = %(last_seq)s{changes}
    WHERE id = %(session_id)s AND last_seq = %(seq_before)s
    AND %(old_state)s IN ('', state) AND EXISTS (SELECT FROM {needs}) RETURNING id){domain}
INSERT INTO session_events (seq, kind, payload, created_at, session_id)
SELECT entry.seq, entry.kind, entry.payload, entry.at, %(session_id)s
FROM (VALUES {rows}) AS entry (seq, kind, payload, at) WHERE EXISTS (SELECT FROM counted) ORDER BY entry.seq
RETURNING id, {pending}
"""
ALWAYS = "always"  # a part that returns a row
_ROW = "(%(seq_{n})s::int, %(kind_{n})s::text, %(payload_{n})s::jsonb, %(at_{n})s::timestamptz)"
_DOMAIN = f", domain AS ({events_sql('WHERE EXISTS (SELECT FROM counted)')})"


class LogEntry(NamedTuple):
    """What a new row of the log says."""

    kind: str
    payload: Mapping[str, Any]


def session_lock(session_id: uuid.UUID, owner: str | None = None) -> Session:
    """Return the row, locked until the transaction ends.

    With ``owner``, that worker must hold the running session: the fence against writes of a worker that lost its lease.
    Raises NotFound, LeaseLost.
    """
    session = _locked.first(session_id=session_id)
    if session is None:
        raise LeaseLost if owner is not None else NotFound("There is no such session.")
    if owner is not None and (session.lease_owner != owner or session.state != Session.State.RUNNING):
        raise LeaseLost
    return session


def _locked_query(session_id: uuid.UUID) -> QuerySet[Session]:
    return Session.objects.select_for_update().filter(pk=session_id)


_locked = ComposedQuery(_locked_query, session_id=uuid.UUID)


def event_append(session: Session, kind: str, payload: Mapping[str, Any]) -> SessionEvent:
    """Append one event to a locked session's log and publish it on commit."""
    return log_append(session, [LogEntry(kind, payload)])[0]


def input_append(session: Session, event: InputEvent) -> SessionEvent:
    """Append an input to a locked session's log. It is progress: the count of failed attempts starts again."""
    return log_append(session, [input_entry(event)])[0]


def input_entry(event: InputEvent) -> LogEntry:
    """Return the row of the log for an input."""
    return LogEntry(event.type, inputs.to_json(event))


def first_input_part(session: Session, event: InputEvent) -> SqlPart:
    """Return what stores the first input of a session that another part of the statement stores; publish it on commit.

    Such a session has ``last_seq`` 1. Its first input must be no domain event: no part stores one. Raises ValueError.
    """
    entry = input_entry(event)
    if session_domain_events(session, entry.kind, entry.payload):
        raise ValueError("the first input of this session is a domain event, too")
    _publish_on_commit(session, entry.kind)
    return insert_part("first_input", _event(session, session.last_seq, entry))


def log_append(
    session: Session,
    entries: Sequence[LogEntry],
    *,
    parts: Sequence[SqlPart] = (),
    needs: str = ALWAYS,
    old_state: str = "",
    **changes: Any,  # noqa: ANN401 - values of the session's fields
) -> Sequence[SessionEvent]:
    """Append events to a locked session's log and publish the last one on commit. One statement.

    ``changes`` are fields of the session, which the caller has set on it already, ``parts`` other writes. Where the
    part ``needs`` returns no row, nothing is appended and the result is empty. Compare-and-set on the length of the log
    and on ``old_state``, if given: raises LostRace.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("the session's row must be locked in a transaction")
    if session.attempts > 1 and not INPUT_KINDS.isdisjoint(entry.kind for entry in entries):
        session.attempts = changes["attempts"] = 1
    events = [_event(session, number, entry) for number, entry in enumerate(entries, start=session.last_seq + 1)]
    stored = _stored(session, events, [column_values(Session, changes, "set"), *parts], needs, old_state)
    if not stored and needs != ALWAYS:
        return ()
    if len(stored) != len(events):
        raise LostRace("This session went on meanwhile, or is over.")
    _appended(session, events, stored)
    return events


def _event(session: Session, seq: int, entry: LogEntry) -> SessionEvent:
    payload = to_jsonb(entry.payload)
    return SessionEvent(session=session, seq=seq, kind=entry.kind, payload=payload, created_at=timezone.now())


def _stored(
    session: Session, events: Sequence[SessionEvent], parts: Sequence[SqlPart], needs: str, old_state: str
) -> Sequence[tuple[int, Any]]:
    """Run the statement; return the id of each event that it stored, and what waits for patterns."""
    columns, *others = parts
    domain_events = [found for event in events for found in session_domain_events(session, event.kind, event.payload)]
    rows = ", ".join(_ROW.format(n=number) for number in range(len(events)))
    domain, pending = (_DOMAIN, PENDING_SQL) if domain_events else ("", "NULL")
    statement = _APPEND.format(
        parts=with_parts(others), changes=columns.sql, needs=needs, domain=domain, rows=rows, pending=pending
    )
    params = {**_event_params(events), **params_of(parts), "session_id": session.pk}
    params |= {"seq_before": session.last_seq, "old_state": old_state}
    if domain_events:
        params |= event_params(session_event_run(session), domain_events, events[-1].created_at)
    with connection.cursor() as cursor:
        cursor.execute(statement, params)
        stored: Sequence[tuple[int, Any]] = cursor.fetchall()
    return stored


def _event_params(events: Sequence[SessionEvent]) -> dict[str, Any]:
    params: dict[str, Any] = {"last_seq": events[-1].seq}
    for number, event in enumerate(events):
        params |= {f"seq_{number}": event.seq, f"kind_{number}": event.kind, f"at_{number}": event.created_at}
        params[f"payload_{number}"] = json.dumps(event.payload)
    return params


def _appended(session: Session, events: Sequence[SessionEvent], stored: Sequence[tuple[int, Any]]) -> None:
    for event, (event_id, _) in zip(events, stored, strict=True):
        event.pk = event_id
    session.last_seq = events[-1].seq
    events_follow(stored[0][1])
    _publish_on_commit(session, events[-1].kind)  # who reads it reads those before it, too


def _publish_on_commit(session: Session, kind: str) -> None:
    if session.purpose == Session.Purpose.TASK:  # trials have no watchers
        publish = partial(live_events.event_publish, session.pk, session.last_seq, kind)
        transaction.on_commit(publish, robust=True)
