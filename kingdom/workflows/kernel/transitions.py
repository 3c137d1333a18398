"""Moves of workflows and nodes: compare-and-set by the state tables, with an event in the same transaction."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.utils import timezone

from kingdom.cognition.inputs import to_jsonb
from kingdom.core.errors import LostRace
from kingdom.core.sql_parts import update_part
from kingdom.workflows.hooks import workflow_finished
from kingdom.workflows.kernel.event_log import event_append
from kingdom.workflows.models import Workflow, WorkflowNode
from kingdom.workflows.rules.state_machine import FINAL_STATES, check_node_transition, check_workflow_transition

Payload = Mapping[str, Any]
_EMPTY: Payload = {}


def allowed_duration(workflow: Workflow) -> timedelta:
    """Return how long a workflow may take each time that it starts or goes on: by its manifest, else by the setting."""
    return timedelta(seconds=workflow.manifest.get("deadline_s") or settings.KINGDOM.workflow_deadline_s)


def deadline_from_now(workflow: Workflow) -> datetime:
    """Return when a workflow that starts or goes on now has to be over."""
    return timezone.now() + allowed_duration(workflow)


def workflow_move(workflow: Workflow, state: str, kind: str, payload: Payload = _EMPTY, **fields: Any) -> None:  # noqa: ANN401 - columns
    """Move a locked workflow to a state, store ``fields`` with it, and append the event.

    Raises IllegalTransition; LostRace when the workflow is not in the state that was read.
    """
    check_workflow_transition(workflow.state, state)
    ended = {"finished_at": timezone.now() if state in FINAL_STATES else None}
    changed = {"state": state, **ended, **{name: to_jsonb(value) for name, value in fields.items()}}
    if Workflow.objects.filter(pk=workflow.pk, state=workflow.state).update(**changed) != 1:
        raise LostRace
    for name, value in changed.items():
        setattr(workflow, name, value)
    event_append(workflow, kind, payload={"state": state, **payload})
    if state in FINAL_STATES:
        workflow_finished.send(Workflow, workflow=workflow)


def node_move(
    workflow: Workflow,
    node: WorkflowNode,
    state: str,
    kind: str,
    payload: Payload = _EMPTY,
    **fields: Any,  # noqa: ANN401 - columns
) -> None:
    """Move a node of a locked workflow to a state, store ``fields`` with it, and append the event.

    Raises IllegalTransition; LostRace when the node is not in the state that was read.
    """
    check_node_transition(node.state, state)
    changed = {"state": state, **fields}
    stored = WorkflowNode.objects.filter(pk=node.pk, state=node.state, attempt=node.attempt)
    shown = {"state": state, "attempt": fields.get("attempt", node.attempt), **payload}
    event_append(workflow, kind, node_id=node.node_id, payload=shown, parts=[update_part("moved", stored, **changed)])
    for name, value in changed.items():
        setattr(node, name, value)
