"""What a person decides about a node: retry, edit the prompt and retry, skip, abort. On a locked workflow."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal

from django.db.models import F
from django.utils import timezone

from kingdom.contracts.workflows.manifest import ManifestNode, WorkflowManifest
from kingdom.core.errors import BadInput, IllegalTransition
from kingdom.core.text.sentences import sentence
from kingdom.workflows.dispatch import workflow_enqueue
from kingdom.workflows.kernel.completion import workflow_fail
from kingdom.workflows.kernel.delegation.answers import delegation_taints, parents_waiting
from kingdom.workflows.kernel.delegation.graph_edits import children_supersede, delegated_supersede
from kingdom.workflows.kernel.node_sessions import runs_cancel
from kingdom.workflows.kernel.questions import questions_withdraw
from kingdom.workflows.kernel.run_results import run_artefacts, run_result, runs_of, runs_read_outside
from kingdom.workflows.kernel.transitions import deadline_from_now, node_move, workflow_move
from kingdom.workflows.models import NodeRun, Workflow, WorkflowNode
from kingdom.workflows.rules.node_results import skipped_brief
from kingdom.workflows.rules.state_machine import (
    AWAITING_APPROVAL,
    CANCELLED,
    DRAFT,
    FAILED,
    FINAL_STATES,
    OPEN_NODE_STATES,
    PENDING,
    RUNNING,
    SKIPPED,
)

NodeAction = Literal["retry", "edit", "skip", "abort"]
AGENT_RETRIED, AGENT_SKIPPED, AGENT_ABORTED = "AgentRetried", "AgentSkipped", "AgentAborted"
WORKFLOW_RESUMED = "WorkflowResumed"


def node_action_apply(workflow: Workflow, node: WorkflowNode, action: NodeAction, prompt: str = "") -> None:
    """Apply a decision to a node of a locked workflow, and let the workflow go on.

    Retry and edit also reset every node that waits for it and has begun. Raises IllegalTransition, BadInput.
    """
    if workflow.state == DRAFT:
        raise IllegalTransition("Start this workflow first.", state=workflow.state)
    if action in ("retry", "edit"):
        _rerun(workflow, node, prompt if action == "edit" else "", edit=action == "edit")
    elif workflow.state in FINAL_STATES:
        raise IllegalTransition(f"This workflow is {workflow.state}. A node of it can only be run again.")
    elif action == "skip":
        _skip(workflow, node)
    else:
        _abort(workflow, node)
        return
    _go_on(workflow)


def _rerun(workflow: Workflow, node: WorkflowNode, prompt: str, *, edit: bool) -> None:
    if edit and not prompt.strip():
        raise BadInput("prompt: give the new prompt.")
    others = _nodes_below(workflow, node)
    if node.state == PENDING:
        raise IllegalTransition(f"{node.node_id} has not begun yet.")
    if node.error_code == "budget_exceeded":
        Workflow.objects.filter(pk=workflow.pk).update(budget_extensions=F("budget_extensions") + 1)
        workflow.refresh_from_db(fields=["budget_extensions"])
    superseded = delegated_supersede(workflow, [node, *others])
    others = [other for other in others if other.node_id not in superseded]
    _reset(
        [node], workflow, keep=not edit and node.state in (AWAITING_APPROVAL, FAILED), prompt=prompt if edit else None
    )
    _reset(others, workflow, keep=False, prompt=None)


def _nodes_below(workflow: Workflow, node: WorkflowNode) -> list[WorkflowNode]:
    """Return the nodes that begin again with one: those that wait for it, and those that stopped with the workflow."""
    manifest = WorkflowManifest.model_validate(workflow.manifest)
    waiting = parents_waiting(workflow, manifest, node.node_id)
    below = manifest.dependants(node.node_id) - waiting
    others = workflow.nodes.exclude(pk=node.pk).exclude(node_id__in=waiting)
    return [
        other
        for other in others
        if other.state in (CANCELLED, FAILED) or (other.node_id in below and other.state != PENDING)
    ]


def _reset(nodes: Iterable[WorkflowNode], workflow: Workflow, *, keep: bool, prompt: str | None) -> None:
    """Return nodes to pending with a new attempt; ``keep`` keeps the runs of a map that ended well."""
    nodes = list(nodes)
    runs_cancel(nodes)
    questions_withdraw(nodes)
    for node in nodes:
        done = node.runs.filter(attempt=node.attempt, state__in=(NodeRun.State.COMPLETED, NodeRun.State.NULL))
        is_partial = node.runs.filter(attempt=node.attempt).exclude(pk__in=done.values("pk")).exists()
        if keep and is_partial:
            done.update(attempt=F("attempt") + 1)
        fields: dict[str, Any] = {
            "brief": None,
            "error_code": "",
            "error_message": "",
            "approval": None,
            "finished_at": None,
        }
        if prompt is not None:
            fields["edited_prompt"] = prompt
        payload = {"edited": prompt is not None, "next_attempt": node.attempt + 1}
        node_move(workflow, node, PENDING, AGENT_RETRIED, payload, **fields)
        WorkflowNode.objects.filter(pk=node.pk).update(attempt=node.attempt + 1)
        node.attempt += 1


def _skip(workflow: Workflow, node: WorkflowNode) -> None:
    if node.state not in OPEN_NODE_STATES:  # the nodes below have read what it handed on
        raise IllegalTransition(f"{node.node_id} has ended already. It can only be run again.", state=node.state)
    runs_cancel([node])
    questions_withdraw([node])
    children_supersede(workflow, [node])
    task = WorkflowManifest.model_validate(workflow.manifest).node(node.node_id)
    runs = runs_of(node)
    # what was said without evidence is not passed on
    results = [] if node.error_code == "protocol_violation" else [run_result(run) for run in runs]
    artefacts, tainted = run_artefacts(runs), _is_from_outside(workflow, task, runs)
    brief = skipped_brief(task, results, node.error_message, artefacts=artefacts, tainted=tainted)
    ended = {"brief": brief.to_json(), "error_code": "", "error_message": ""}  # the brief's gap has the reason
    node_move(workflow, node, SKIPPED, AGENT_SKIPPED, {"gap": brief.gap}, **ended)


def _is_from_outside(workflow: Workflow, task: ManifestNode, runs: Sequence[NodeRun]) -> bool:
    """Return whether what the runs of a skipped node gave came from outside, by themselves or by the nodes before."""
    if not runs:
        return False
    nodes = {node.node_id: node for node in workflow.nodes.all()}
    above = [nodes[name].brief for name in task.depends_on]
    is_handed_on = any(brief["tainted"] for brief in above if brief is not None)
    children = WorkflowManifest.model_validate(workflow.manifest).nodes
    return runs_read_outside(runs) or is_handed_on or delegation_taints(task, nodes, children)


def _abort(workflow: Workflow, node: WorkflowNode) -> None:
    runs_cancel([node])
    questions_withdraw([node])
    reason = node.error_message or sentence("%(name)s was aborted.", name=node.node_id)
    code = node.error_code or "aborted"
    node_move(workflow, node, FAILED, AGENT_ABORTED, {"error": reason}, error_code=code, error_message=reason)
    workflow_fail(workflow, code, reason)


def _go_on(workflow: Workflow) -> None:
    """Let a locked workflow run on when it waited for a person, or was over; a paused one stays paused."""
    waits = workflow.nodes.filter(state=AWAITING_APPROVAL).exists()
    if workflow.state in FINAL_STATES or (workflow.state == AWAITING_APPROVAL and not waits):
        ended: dict[str, Any] = {"answer": "", "output": None, "error_code": "", "error_message": ""}
        fields: dict[str, Any] = ended if workflow.state in FINAL_STATES else {}
        fields |= {"started_at": workflow.started_at or timezone.now()}  # of a draft that was cancelled there is none
        # the time that a person took is not the workflow's
        workflow_move(workflow, RUNNING, WORKFLOW_RESUMED, **fields, deadline_at=deadline_from_now(workflow))
    if workflow.state == RUNNING:
        workflow_enqueue(workflow)
