"""The queue of creation cases. The task goes by name: the web process does not import the stages."""

from kingdom.core.jobs import JobQueue
from kingdom.council.models import CreationCase
from kingdom.council.rules.state_machine import WORKING_STATES

STAGE_RUN_TASK = "kingdom.council.tasks.stage_run"
case_jobs = JobQueue(CreationCase, states=tuple(WORKING_STATES), task=STAGE_RUN_TASK)


def case_enqueue(case: CreationCase) -> None:
    """Send the case's next stage after commit."""
    case_jobs.enqueue(case)
