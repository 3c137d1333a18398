"""Stores domain events: alone, or as a part of another statement, so that a hot path needs no statement more.

A statement that contains ``events_sql`` as a common table expression takes ``event_params`` besides its own parameters,
and passes the ids that wait for patterns to ``events_follow``.
"""

import json
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from django.db import connection, transaction
from django.utils import timezone

from kingdom.cognition.inputs import to_jsonb
from kingdom.events.event_types import declared_fields

_WORKFLOW_OF_SESSION = """
(SELECT workflow.id FROM sessions session JOIN workflows workflow ON workflow.id = session.workspace
  WHERE session.id = %(event_session)s::uuid AND session.conversation_id IS NULL)
"""
_EVENTS_SQL = f"""
INSERT INTO domain_events (created_at, name, session_id, workflow_id, user_id, fields, pending)
SELECT %(event_at)s, event.name, %(event_session)s::uuid,
       coalesce(%(event_workflow)s::uuid, {_WORKFLOW_OF_SESSION}),
       %(event_user)s::bigint, event.fields, false
  FROM jsonb_to_recordset(%(events)s::jsonb) AS event (name text, fields jsonb) {{when}}
RETURNING id, pending
"""  # noqa: S608 - constants of this product
PENDING_SQL = "(SELECT json_agg(id) FROM domain WHERE pending)"  # of an expression that is named ``domain``
# What a follower gets: the ids of events, after their commit, that patterns are to be held against.
EventFollower = Callable[[Sequence[int]], None]
EVENT_FOLLOWERS: list[EventFollower] = []


@dataclass(frozen=True)
class NewEvent:
    """An event to store. Of the fields only those that its type declares are stored."""

    name: str
    fields: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class EventRun:
    """Whose events they are and of which run; the workflow of a node's session is found by the session."""

    user_id: int | None
    session_id: uuid.UUID | None = None
    workflow_id: uuid.UUID | None = None


def events_sql(when: str = "") -> str:
    """Return the expression that stores events and returns ``id`` and ``pending``; ``when`` is a WHERE clause."""
    return _EVENTS_SQL.format(when=when)


def workflow_of_session(session_id: uuid.UUID) -> uuid.UUID | None:
    """Return the workflow that a session belongs to, None for any other session."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {_WORKFLOW_OF_SESSION}", {"event_session": session_id})
        (workflow_id,) = cursor.fetchone() or (None,)
    return workflow_id


def event_params(run: EventRun, events: Sequence[NewEvent], at: datetime | None = None) -> dict[str, Any]:
    """Return the parameters of ``events_sql``."""
    rows = [{"name": event.name, "fields": to_jsonb(declared_fields(event.name, event.fields))} for event in events]
    return {
        "event_at": at or timezone.now(),
        "event_session": run.session_id,
        "event_workflow": run.workflow_id,
        "event_user": run.user_id,
        "events": json.dumps(rows),
    }


def events_store(run: EventRun, *events: NewEvent) -> None:
    """Store events in the transaction of what they report. One statement; none without events."""
    if not events:
        return
    with connection.cursor() as cursor:
        cursor.execute(events_sql(), event_params(run, events))
        events_follow([pk for pk, pending in cursor.fetchall() if pending])


def events_follow(ids: Sequence[int] | None) -> None:
    """Hand events that wait for patterns to the followers after the commit; a periodic task repeats a lost call."""
    if ids:
        transaction.on_commit(partial(_hand_over, list(ids)), robust=True)


def _hand_over(ids: Sequence[int]) -> None:
    for follow in EVENT_FOLLOWERS:
        follow(ids)
