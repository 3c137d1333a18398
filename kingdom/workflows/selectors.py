"""Reads of workflows; those for a user find that user's own only."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet

from kingdom.contracts.identity import Identity, identity_of
from kingdom.contracts.workflows.manifest import WorkflowManifest
from kingdom.core.errors import BadInput, NotFound
from kingdom.sessions.selectors import waiting_codes
from kingdom.specialists.registry.selectors import builtin_version
from kingdom.workflows.models import NodeRun, Workflow, WorkflowEvent, WorkflowNode
from kingdom.workflows.rules.graph_history import Graph, GraphEvent, graph_at, graph_row


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


def agent_version_id(node_id: str) -> uuid.UUID:
    """Return the version of the built-in that runs an agent, by the identity of its id. Raises NotFound."""
    return builtin_version(f"{identity_of(node_id) or Identity.WRITER}_agent").pk


def workflow_events_after(*, workflow_id: uuid.UUID, seq: int) -> QuerySet[WorkflowEvent]:
    """Return the events of a workflow after number ``seq``, in order."""
    return WorkflowEvent.objects.filter(workflow_id=workflow_id, seq__gt=seq).order_by("seq")


def workflow_wait(workflow: Workflow) -> Mapping[str, Any]:
    """Return why a workflow begins nothing now, or why Kingdom paused it, as its event says; empty without a reason.

    It has a ``code``; one of a circuit also the ``part``, its ``name`` and ``until``, one of a policy its ``reason``.
    When all of its sessions wait for a part of the installation, there is no event; the ``part`` is the fault's code.
    """
    kinds = {"running": ("WorkflowHeld", "AgentRunStarted"), "paused": ("WorkflowPaused",)}.get(workflow.state)
    if kinds is None:
        return {}
    newest = WorkflowEvent.objects.filter(workflow=workflow, kind__in=kinds).order_by("-seq").first()
    if workflow.state == "running" and (newest is None or newest.kind != "WorkflowHeld"):
        return _sessions_wait(workflow)
    return newest.payload if newest is not None else {}


def _sessions_wait(workflow: Workflow) -> Mapping[str, Any]:
    running = NodeRun.objects.filter(node__workflow=workflow, state=NodeRun.State.RUNNING, session__isnull=False)
    codes = waiting_codes(session_ids=[pk for pk in running.values_list("session_id", flat=True) if pk is not None])
    return {"code": "sessions_wait", "part": codes[0]} if codes and all(codes) else {}


def workflow_graph(*, workflow: Workflow, seq: int) -> Graph:
    """Return the graph of a workflow as it was after one of its events, from the log alone.

    The log of a workflow from before there were delegations names no edges: they are those of its plan. Raises BadInput
    for a number that the log does not have.
    """
    if not 1 <= seq <= workflow.last_seq:
        raise BadInput(f"at: this workflow has the events 1 to {workflow.last_seq}.")
    rows = WorkflowEvent.objects.filter(workflow=workflow, seq__lte=seq).order_by("seq")
    events = [GraphEvent(*row) for row in rows.values_list("seq", "kind", "node_id", "payload")]
    if "graph" not in events[0].payload:
        planned = [graph_row(node) for node in WorkflowManifest.model_validate(workflow.manifest).nodes]
        events[0] = events[0]._replace(payload={"graph": planned})
    return graph_at(events, seq)


def node_runs_of(*, workflow_id: uuid.UUID) -> QuerySet[NodeRun]:
    """Return the runs of a workflow's nodes in order, with their nodes but for the briefs, which may be large."""
    runs = NodeRun.objects.filter(node__workflow_id=workflow_id).select_related("node").defer("node__brief")
    return runs.order_by("node", "index")
