"""Sending cases to the workers, by the task's name: the web process has no use for what the stages import."""

from django.utils import timezone

from kingdom.core.task_queue import task_send_on_commit
from kingdom.council.models import CreationCase

STAGE_RUN_TASK = "kingdom.council.tasks.stage_run"


def case_enqueue(case: CreationCase) -> None:
    """Send the case's next stage once the transaction has committed. A broker that is away loses nothing: the reaper sends it later."""
    CreationCase.objects.filter(pk=case.pk).update(enqueued_at=timezone.now())
    task_send_on_commit(STAGE_RUN_TASK, case.pk)
