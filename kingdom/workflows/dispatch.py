"""The queue of workflows: a message is a hint that a workflow may go on; the rows say what is to be done."""

from kingdom.core.background.jobs import JobQueue
from kingdom.workflows.models import Workflow

ADVANCE_TASK = "kingdom.workflows.tasks.workflow_advance"
workflow_jobs = JobQueue(Workflow, states=(Workflow.State.RUNNING,), task=ADVANCE_TASK)


def workflow_enqueue(workflow: Workflow) -> None:
    """Send the workflow's task after commit. Without a broker the periodic task sends it later."""
    workflow_jobs.enqueue(workflow)
