"""The log of a workflow: one sequence, guarded by the lock of the workflow's row."""

import uuid
from collections.abc import Mapping
from functools import partial
from typing import Any

from django.db import connection, transaction

from kingdom.adapters.pubsub_registry import LIVE_CHANNEL, pubsub_channel
from kingdom.cognition.inputs import to_jsonb
from kingdom.core.errors import NotFound
from kingdom.events.event_store import EventRun, NewEvent, events_store
from kingdom.events.event_types import EVENT_TYPES
from kingdom.workflows.models import Workflow, WorkflowEvent

_DOMAIN_EVENTS = EVENT_TYPES.keys() - {"AgentRunFinished"}  # that one is stored with its session's figures


def workflow_topic(workflow_id: uuid.UUID) -> str:
    """Return the live channel's topic of a workflow."""
    return f"workflow:{workflow_id}"


def workflow_lock(workflow_id: uuid.UUID) -> Workflow:
    """Return a workflow, locked until the transaction ends. Raises NotFound.

    The order of locks: a session's row or an approval's comes before the workflow's, and none of them after it.
    """
    workflow = next(iter(Workflow.objects.select_for_update().filter(pk=workflow_id)), None)
    if workflow is None:
        raise NotFound("There is no such workflow.")
    return workflow


def event_append(
    workflow: Workflow, kind: str, *, node_id: str = "", payload: Mapping[str, Any] | None = None
) -> WorkflowEvent:
    """Append one event to a locked workflow's log and publish it on commit."""
    if not connection.in_atomic_block:
        raise RuntimeError("the workflow's row must be locked in a transaction")
    workflow.last_seq += 1
    Workflow.objects.filter(pk=workflow.pk).update(last_seq=workflow.last_seq)
    event = WorkflowEvent.objects.create(
        workflow=workflow, seq=workflow.last_seq, kind=kind, node_id=node_id, payload=to_jsonb(payload or {})
    )
    if kind in _DOMAIN_EVENTS:
        run = EventRun(user_id=workflow.user_id, workflow_id=workflow.pk)
        events_store(
            run, NewEvent(kind, {**event.payload, "node": node_id, "approval": event.payload.get("approval_id")})
        )
    message = {"type": "event", "seq": event.seq, "kind": kind}
    publish = partial(pubsub_channel(LIVE_CHANNEL).publish, workflow_topic(workflow.pk), message)
    transaction.on_commit(publish, robust=True)
    return event
