"""Edits of a running workflow's graph: each is an event, so that the graph of any time can be computed from the log."""

from collections.abc import Sequence

from django.utils import timezone

from kingdom.contracts.workflows.briefs import Brief
from kingdom.contracts.workflows.delegation import with_nodes
from kingdom.contracts.workflows.manifest import ManifestNode, WorkflowManifest
from kingdom.workflows.kernel.event_log import event_append
from kingdom.workflows.kernel.node_sessions import runs_cancel
from kingdom.workflows.kernel.questions import questions_withdraw
from kingdom.workflows.kernel.transitions import node_move
from kingdom.workflows.models import Delegation, Workflow, WorkflowNode
from kingdom.workflows.rules.graph_history import GRAPH_EDITED, graph_row
from kingdom.workflows.rules.state_machine import SETTLED_STATES, SKIPPED
from kingdom.workflows.selectors import agent_version_id

AGENT_SUPERSEDED = "AgentSuperseded"


def nodes_add(workflow: Workflow, parent: str, spawned: Sequence[ManifestNode]) -> None:
    """Add delegated nodes to a locked workflow: its manifest, their rows, and the event that says what was added."""
    before = WorkflowManifest.model_validate(workflow.manifest)
    after = with_nodes(before, spawned)
    workflow.manifest = after.model_dump(mode="json")
    workflow.save(update_fields=["manifest"])
    WorkflowNode.objects.bulk_create(
        WorkflowNode(
            workflow=workflow,
            position=len(before.nodes) + place,
            node_id=node.id,
            role=node.role,
            version_id=agent_version_id(node.id),
        )
        for place, node in enumerate(spawned)
    )
    waits = {node.id: list(node.depends_on) for node in after.nodes}
    changed = {node.id: waits[node.id] for node in before.nodes if waits[node.id] != list(node.depends_on)}
    edit = {"added": [graph_row(node) for node in spawned], "depends_on": changed}
    event_append(workflow, GRAPH_EDITED, node_id=parent, payload=edit)


def children_supersede(workflow: Workflow, parents: Sequence[WorkflowNode]) -> frozenset[str]:
    """Give up what nodes of a locked workflow have delegated and still wait for: they are run again, or skipped.

    Returns the ids of all children of them: what a node delegates when it is run again is new.
    """
    Delegation.objects.filter(node__in=parents, answered_at=None).update(answered_at=timezone.now())
    manifest = WorkflowManifest.model_validate(workflow.manifest)
    above = {parent.node_id for parent in parents}
    tasks = {node.id: node for node in manifest.nodes if node.is_child and node.parent in above}
    children = [node for node in workflow.nodes.filter(node_id__in=tasks) if node.state not in SETTLED_STATES]
    if not tasks:
        return frozenset()
    below = children_supersede(workflow, list(workflow.nodes.filter(node_id__in=tasks)))
    runs_cancel(children)
    questions_withdraw(children)
    for node in children:
        brief = Brief(source=node.node_id, task=tasks[node.node_id].prompt, status="skipped")
        ended = {"brief": brief.to_json(), "error_code": "", "error_message": "", "finished_at": timezone.now()}
        node_move(workflow, node, SKIPPED, AGENT_SUPERSEDED, {"parent": tasks[node.node_id].parent}, **ended)
    return below | tasks.keys()
