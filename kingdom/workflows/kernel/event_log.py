"""The log of a workflow: one sequence, guarded by the lock of the workflow's row."""

import json
import uuid
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple

from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import timezone

from kingdom.adapters.pubsub_registry import LIVE_CHANNEL, pubsub_channel
from kingdom.cognition.inputs import to_jsonb
from kingdom.core.errors import Conflict, LostRace, NotFound
from kingdom.core.sql.composed_query import ComposedQuery
from kingdom.core.sql_parts import SqlPart, params_of, with_parts
from kingdom.events.event_store import PENDING_SQL, EventRun, NewEvent, event_params, events_follow, events_sql
from kingdom.events.event_types import EVENT_TYPES
from kingdom.workflows.models import Workflow, WorkflowEvent

# counter, event, and what of it is a domain event, in one statement: each step of each node writes here
_APPEND = """
WITH always AS (SELECT){parts},
counted AS (UPDATE workflows SET last_seq = %(seq)s{changes}
    WHERE id = %(workflow_id)s AND EXISTS (SELECT FROM {needs}) RETURNING id){domain_events}
INSERT INTO workflow_events (seq, kind, node_id, payload, created_at, workflow_id)
SELECT %(seq)s, %(kind)s, %(node_id)s, %(payload)s::jsonb, %(at)s, %(workflow_id)s
WHERE EXISTS (SELECT FROM counted)
RETURNING id, {pending}
"""
_STORED = events_sql("WHERE EXISTS (SELECT FROM counted)")
_DOMAIN = {"domain_events": f", domain AS ({_STORED})", "pending": PENDING_SQL}
_NO_DOMAIN = {"domain_events": "", "pending": "NULL"}
USAGE_FIELDS = ("prompt_tokens", "output_tokens", "thought_tokens", "cost_micros", "unpriced_tokens")
_ALWAYS = "always"  # a part that returns a row
# An advance is due: the periodic task begins it unless another one did. After a fault it waits.
_ADVANCE_DUE = ", enqueued_at = NULL, retry_at = CASE WHEN attempts > 0 THEN retry_at END"
_DOMAIN_EVENTS = EVENT_TYPES.keys() - {"AgentRunFinished"}  # that one is stored with its session's figures


def workflow_topic(workflow_id: uuid.UUID) -> str:
    """Return the live channel's topic of a workflow."""
    return f"workflow:{workflow_id}"


class RunEnd(NamedTuple):
    """What the end of a run changes in its workflow: it adds the usage of the session.

    ``advance_due``: the workflow can go on because of it, and the caller sees to that; if its process dies, the
    periodic task does.
    """

    usage: Mapping[str, Any]
    advance_due: bool


class WorkflowLocked(Conflict):
    """Another process changes this workflow now."""


def workflow_lock(workflow_id: uuid.UUID, *, wait: bool = True) -> Workflow:
    """Return a workflow with its user, locked until the transaction ends.

    Raises NotFound; without ``wait`` also WorkflowLocked. The order of locks: a session's row or an approval's comes
    before the workflow's, and none of them after it.
    """
    workflow = _LOCKS[wait].first(workflow_id=workflow_id)
    if workflow is None and not wait and Workflow.objects.filter(pk=workflow_id).exists():
        raise WorkflowLocked
    if workflow is None:
        raise NotFound("There is no such workflow.")
    return workflow


def _lock_query(wait: bool, workflow_id: uuid.UUID) -> QuerySet[Workflow]:
    rows = Workflow.objects.select_for_update(of=("self",), skip_locked=not wait)
    return rows.select_related("user").filter(pk=workflow_id)


_LOCKS = {wait: ComposedQuery(partial(_lock_query, wait), workflow_id=uuid.UUID) for wait in (True, False)}


def event_append(
    workflow: Workflow,
    kind: str,
    *,
    node_id: str = "",
    payload: Mapping[str, Any] | None = None,
    end: RunEnd | None = None,
    parts: Sequence[SqlPart] = (),
) -> WorkflowEvent:
    """Append one event to a locked workflow's log and publish it on commit. One statement.

    ``end`` is what the end of a run, of which the event tells, changes in the workflow. ``parts`` are the writes that
    it reports, none of them to the workflow's row: raises LostRace, and appends nothing, where the last of them wrote
    no row.
    """
    if not connection.in_atomic_block:
        raise RuntimeError("the workflow's row must be locked in a transaction")
    event = WorkflowEvent(
        workflow=workflow,
        seq=workflow.last_seq + 1,
        kind=kind,
        node_id=node_id,
        payload=to_jsonb(payload or {}),
        created_at=timezone.now(),
    )
    _event_store(workflow, event, parts, end)
    workflow.last_seq = event.seq
    message = {"type": "event", "seq": event.seq, "kind": kind}
    publish = partial(pubsub_channel(LIVE_CHANNEL).publish, workflow_topic(workflow.pk), message)
    transaction.on_commit(publish, robust=True)
    return event


def usage_add(workflow: Workflow, usage: Mapping[str, Any]) -> None:
    """Add what an ended session used to its locked workflow."""
    counts = _counts(usage)
    if counts:
        with connection.cursor() as cursor:
            statement = f"UPDATE workflows SET {_added(counts)} WHERE id = %(workflow_id)s"  # noqa: S608 - constants
            cursor.execute(statement, {"workflow_id": workflow.pk, **_count_params(counts)})


def _counts(usage: Mapping[str, Any]) -> Mapping[str, int]:
    return {name: int(usage[name]) for name in USAGE_FIELDS if usage.get(name)}


def _added(counts: Mapping[str, int]) -> str:
    """Return the assignment that adds counts to what a workflow used."""
    sums = (f"'{name}', coalesce((used ->> '{name}')::bigint, 0) + %(used_{name})s" for name in counts)
    return f"used = used || jsonb_build_object({', '.join(sums)})"


def _count_params(counts: Mapping[str, int]) -> dict[str, int]:
    return {f"used_{name}": count for name, count in counts.items()}


def _changes(end: RunEnd) -> str:
    counts = _counts(end.usage)
    return (f", {_added(counts)}" if counts else "") + (_ADVANCE_DUE if end.advance_due else "")


def _event_store(workflow: Workflow, event: WorkflowEvent, parts: Sequence[SqlPart], end: RunEnd | None) -> None:
    params: dict[str, Any] = {"seq": event.seq, "workflow_id": workflow.pk, "kind": event.kind}
    params |= {"node_id": event.node_id, "at": event.created_at, "payload": json.dumps(event.payload)}
    is_domain = event.kind in _DOMAIN_EVENTS
    if is_domain:
        fields = {**event.payload, "node": event.node_id, "approval": event.payload.get("approval_id")}
        run = EventRun(user_id=workflow.user_id, workflow_id=workflow.pk)
        params |= event_params(run, [NewEvent(event.kind, fields)], event.created_at)
    statement = _APPEND.format(
        parts=with_parts(parts),
        changes=_changes(end) if end is not None else "",
        needs=parts[-1].name if parts else _ALWAYS,
        **(_DOMAIN if is_domain else _NO_DOMAIN),
    )
    params |= _count_params(_counts(end.usage)) if end is not None else {}
    with connection.cursor() as cursor:
        cursor.execute(statement, params | params_of(parts))
        stored = cursor.fetchone()
    if stored is None:
        raise LostRace
    event.pk, pending = stored
    events_follow(pending)
