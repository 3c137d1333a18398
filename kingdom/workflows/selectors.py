"""Reads of workflows; those for a user find that user's own only."""

import uuid

from django.db.models import QuerySet

from kingdom.core.errors import NotFound
from kingdom.workflows.models import NodeRun, Workflow, WorkflowEvent, WorkflowNode


def workflows_of(*, user_id: int) -> QuerySet[Workflow]:
    """Return a user's workflows."""
    return Workflow.objects.filter(user_id=user_id)


def workflow_of(*, user_id: int, workflow_id: uuid.UUID) -> Workflow:
    """Return one of a user's workflows. Raises NotFound."""
    workflow = workflows_of(user_id=user_id).filter(pk=workflow_id).first()
    if workflow is None:
        raise NotFound("You have no such workflow.")
    return workflow


def node_of(*, user_id: int, workflow_id: uuid.UUID, node_id: str) -> WorkflowNode:
    """Return a node of one of a user's workflows, with its approval. Raises NotFound."""
    workflow_of(user_id=user_id, workflow_id=workflow_id)
    nodes = WorkflowNode.objects.filter(workflow_id=workflow_id, node_id=node_id)
    node = nodes.select_related("approval").first()
    if node is None:
        raise NotFound(f"This workflow has no node {node_id[:100]}.")
    return node


def workflow_events_after(*, workflow_id: uuid.UUID, seq: int) -> QuerySet[WorkflowEvent]:
    """Return the events of a workflow after number ``seq``, in order."""
    return WorkflowEvent.objects.filter(workflow_id=workflow_id, seq__gt=seq).order_by("seq")


def node_runs_of(*, workflow_id: uuid.UUID) -> QuerySet[NodeRun]:
    """Return the runs of a workflow's nodes in order, with their nodes but for the briefs, which may be large."""
    runs = NodeRun.objects.filter(node__workflow_id=workflow_id).select_related("node").defer("node__brief")
    return runs.order_by("node", "index")
