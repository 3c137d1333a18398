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
    """Give up what nodes of a locked workflow have delegated and still wait for: they are skipped, or out of time.

    Returns the ids of all children of them.
    """
    return _supersede(workflow, parents, siblings=False)


def delegated_supersede(workflow: Workflow, parents: Sequence[WorkflowNode]) -> frozenset[str]:
    """Give up all that nodes of a locked workflow have delegated: they are run again, and delegate anew.

    A sibling is given up even when it has ended: those that wait for it would get the result of the old attempt beside
    that of the new one. Returns the ids of all that they have delegated.
    """
    return _supersede(workflow, parents, siblings=True)


def _supersede(workflow: Workflow, parents: Sequence[WorkflowNode], *, siblings: bool) -> frozenset[str]:
    Delegation.objects.filter(node__in=parents, answered_at=None).update(answered_at=timezone.now())
    manifest = WorkflowManifest.model_validate(workflow.manifest)
    above = {parent.node_id for parent in parents}
    tasks = {node.id: node for node in manifest.nodes if node.parent in above and (siblings or node.is_child)}
    if not tasks:
        return frozenset()
    spawned = list(workflow.nodes.filter(node_id__in=tasks))
    below = _supersede(workflow, spawned, siblings=siblings)
    given_up = [node for node in spawned if _is_given_up(node, tasks[node.node_id])]
    runs_cancel(given_up)
    questions_withdraw(given_up)
    for node in given_up:
        brief = Brief(source=node.node_id, task=tasks[node.node_id].prompt, status="skipped")
        ended = {"brief": brief.to_json(), "error_code": "", "error_message": "", "finished_at": timezone.now()}
        node_move(workflow, node, SKIPPED, AGENT_SUPERSEDED, {"parent": tasks[node.node_id].parent}, **ended)
    return below | tasks.keys()


def _is_given_up(node: WorkflowNode, task: ManifestNode) -> bool:
    """Return whether a delegated node is to be skipped: nobody reads the brief of a child that has ended."""
    return node.state != SKIPPED if task.strategy == "sibling" else node.state not in SETTLED_STATES
