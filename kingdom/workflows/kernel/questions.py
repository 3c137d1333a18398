"""The questions of the guards: a card in the inbox of the workflow's user, and what becomes of its node."""

import uuid
from functools import partial

from django.db import transaction

from kingdom.approvals.models import Approval
from kingdom.approvals.requests.services import approval_request, approval_withdraw
from kingdom.contracts.workflows.manifest import ManifestNode
from kingdom.core.text.sentences import sentence
from kingdom.workflows.kernel.event_log import event_append
from kingdom.workflows.kernel.transitions import node_move
from kingdom.workflows.models import Workflow, WorkflowNode
from kingdom.workflows.rules.guards import Halt
from kingdom.workflows.rules.state_machine import AWAITING_APPROVAL, FINAL_STATES

AGENT_FAILED, APPROVAL_REQUESTED = "AgentFailed", "ApprovalRequested"
OVER = sentence("The workflow that this is about does not wait for it any more.")


def node_halt(workflow: Workflow, node: WorkflowNode, task: ManifestNode, halt: Halt) -> None:
    """Let a node of a locked workflow wait for its user: the event of the failure, the card, and the question's event.

    The choices are those of every ``quality`` question: retry, edit the prompt and retry, skip, abort.
    """
    failure = {"error": halt.reason, "code": halt.code, "recovery_hint": halt.recovery_hint}
    subject = {
        "workflow_id": str(workflow.pk),
        "workflow": workflow.request[:300] or ", ".join(row["id"] for row in workflow.manifest["nodes"])[:300],
        "node": node.node_id,
        "attempt": node.attempt,
        "reason": halt.reason,
        "recovery_hint": halt.recovery_hint,
        "prompt": node.edited_prompt or task.prompt,
        "specialist": task.specialist,
    }
    approval = approval_request(user_id=workflow.user_id, kind="quality", subject=subject)
    node_move(
        workflow,
        node,
        AWAITING_APPROVAL,
        AGENT_FAILED,
        failure,
        error_code=halt.code,
        error_message=halt.reason,
        approval=approval,
    )
    asked = {"approval_id": str(approval.pk), "kind": "quality", "choices": approval.choices, **failure}
    event_append(workflow, APPROVAL_REQUESTED, node_id=node.node_id, payload=asked)


def question_of(node: WorkflowNode) -> Approval | None:
    """Return the open question about a node, None without one."""
    approval = node.approval
    is_open = approval is not None and approval.state == Approval.State.PENDING
    return approval if is_open and node.state == AWAITING_APPROVAL else None


def questions_withdraw(nodes: list[WorkflowNode]) -> None:
    """Withdraw the open questions about nodes after the commit: an approval's lock comes before the workflow's."""
    for node in nodes:
        if node.approval_id is not None:
            transaction.on_commit(partial(approval_withdraw, approval_id=node.approval_id, reason=OVER), robust=True)


def stray_questions() -> list[uuid.UUID]:
    """Return open questions that no node waits for any more: a worker died before it withdrew them."""
    stray = WorkflowNode.objects.filter(approval__state=Approval.State.PENDING, workflow__state__in=FINAL_STATES)
    return [pk for pk in stray.values_list("approval_id", flat=True)[:500] if pk is not None]
