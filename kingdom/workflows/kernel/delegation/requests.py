"""What the kernel says to a node's session that delegates: the law is applied here, and nowhere by a prompt."""

from typing import NamedTuple

from kingdom.cognition.state import MAX_DELEGATIONS
from kingdom.contracts.tools import ToolRequest
from kingdom.contracts.workflows.delegation import judge_delegation
from kingdom.contracts.workflows.delegation_request import (
    STRATEGIES,
    DelegationRefusal,
    DelegationRequest,
    parse_delegation,
)
from kingdom.contracts.workflows.manifest import ManifestNode, WorkflowManifest
from kingdom.sessions.engine.delegation import DelegationVerdict, refusal
from kingdom.sessions.models import Session
from kingdom.workflows.dispatch import workflow_enqueue
from kingdom.workflows.kernel.delegation.graph_edits import nodes_add
from kingdom.workflows.kernel.event_log import event_append, workflow_lock
from kingdom.workflows.models import Delegation, NodeRun, Workflow
from kingdom.workflows.rules.state_machine import FINAL_STATES, RUNNING

DELEGATION_REQUESTED, DELEGATION_REFUSED = "DelegationRequested", "DelegationRefused"


class _Granted(NamedTuple):
    """A request that the law allows, and the nodes that it adds."""

    request: DelegationRequest
    nodes: tuple[ManifestNode, ...]


def delegation_judge(session: Session, seq: int, request: ToolRequest) -> DelegationVerdict | None:
    """Judge the delegation of a locked session and edit the graph; None for a session of no workflow.

    Call it in the transaction that closes the effect or lets the session wait: the graph, the event and the answer
    are stored together. The workflow's row is locked after the session's.
    """
    workflow_id = NodeRun.objects.filter(session=session).values_list("node__workflow_id", flat=True).first()
    if workflow_id is None:
        return None
    workflow = workflow_lock(workflow_id)
    run = NodeRun.objects.select_related("node").get(session=session)
    judged = _judged(workflow, run, session, request)
    asked = {"session_id": str(session.pk), "call_id": request.call_id, "strategy": _strategy(request)}
    if isinstance(judged, DelegationRefusal):
        event_append(workflow, DELEGATION_REQUESTED, node_id=run.node.node_id, payload={**asked, "granted": False})
        said = {"code": judged.code, "message": judged.message, "reason": judged.reason}
        event_append(workflow, DELEGATION_REFUSED, node_id=run.node.node_id, payload={**asked, **said})
        code = judged.code if judged.code == "escalation" else f"delegation_{judged.code}"
        return refusal(code, judged.message, judged.reason)
    added = [node.id for node in judged.nodes]
    granted = {"granted": True, "reason": judged.request.reason, "nodes": added}
    event_append(workflow, DELEGATION_REQUESTED, node_id=run.node.node_id, payload={**asked, **granted})
    Delegation.objects.create(node=run.node, session=session, seq=seq, strategy=judged.request.strategy, children=added)
    nodes_add(workflow, run.node.node_id, judged.nodes)
    if workflow.state == RUNNING:
        workflow_enqueue(workflow)
    if judged.request.strategy == "child":
        return DelegationVerdict(None)
    return DelegationVerdict({"success": True, "message": "They work beside you; go on.", "nodes": added})


def _strategy(request: ToolRequest) -> str:
    strategy = request.args.get("strategy", "child")
    return strategy if strategy in STRATEGIES else ""


def _judged(workflow: Workflow, run: NodeRun, session: Session, request: ToolRequest) -> _Granted | DelegationRefusal:
    if run.state != NodeRun.State.RUNNING or workflow.state in FINAL_STATES:
        return DelegationRefusal("not_running", "This run was given up, or its workflow is over.")
    parsed = parse_delegation(request.args)
    if isinstance(parsed, DelegationRefusal):
        return parsed
    manifest = WorkflowManifest.model_validate(workflow.manifest)
    most = int(session.limits.get("max_delegations", MAX_DELEGATIONS))
    made = Delegation.objects.filter(session=session).count()
    nodes = judge_delegation(manifest, run.node.node_id, parsed, made=made, most=most)
    return nodes if isinstance(nodes, DelegationRefusal) else _Granted(parsed, nodes)
