"""What a policy that suspends does to a workflow."""

from django.db import transaction

from kingdom.events.models import DomainEvent
from kingdom.workflows.kernel.event_log import workflow_lock
from kingdom.workflows.kernel.transitions import workflow_move
from kingdom.workflows.rules.state_machine import AWAITING_APPROVAL, PAUSED, RUNNING


@transaction.atomic
def workflow_suspend(event: DomainEvent, reason: str) -> str:
    """Pause the workflow of an event; its user resumes it. What runs goes on to its end, nothing more begins.

    Returns "" for an event of no workflow.
    """
    if event.workflow_id is None:
        return ""
    workflow = workflow_lock(event.workflow_id)
    if workflow.state not in (RUNNING, AWAITING_APPROVAL):
        return "nothing_to_suspend"
    workflow_move(workflow, PAUSED, "WorkflowPaused", {"code": "policy", "reason": reason})
    return "workflow_paused"
