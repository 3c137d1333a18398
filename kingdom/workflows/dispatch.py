"""The queue of workflows: a message is a hint that a workflow may go on; the rows say what is to be done."""

from django.db.models.functions import Now

from kingdom.core.background.jobs import REAP_BATCH_SIZE, JobQueue
from kingdom.workflows.models import Workflow

ADVANCE_TASK = "kingdom.workflows.tasks.workflow_advance"
workflow_jobs = JobQueue(Workflow, states=(Workflow.State.RUNNING,), task=ADVANCE_TASK)


def workflow_enqueue(workflow: Workflow) -> None:
    """Send the workflow's task after commit. Without a broker the periodic task sends it later."""
    workflow_jobs.enqueue(workflow)


def late_workflows_enqueue() -> None:
    """Send running workflows whose time is over: nothing else may happen that would advance them."""
    late = Workflow.objects.filter(state=Workflow.State.RUNNING, deadline_at__lt=Now(), retry_at=None)
    for workflow in late.order_by("deadline_at")[:REAP_BATCH_SIZE]:
        workflow_enqueue(workflow)
