"""Sending cases to the workers, by the task's name: the web process has no use for what the stages import."""

import uuid

import structlog
from celery import current_app
from django.db import transaction
from django.utils import timezone
from kombu.exceptions import OperationalError

from kingdom.council.models import Case

STAGE_TASK = "kingdom.council.tasks.stage_run"
_log = structlog.get_logger(__name__)


def case_enqueue(case: Case) -> None:
    """Send the case's next stage once the transaction has committed. A broker that is away loses nothing: the reaper sends it later."""
    Case.objects.filter(pk=case.pk).update(enqueued_at=timezone.now())
    # robust: brokers fail with errors of their own clients too, and by now the case is stored
    transaction.on_commit(lambda: _send(case.pk), robust=True)


def _send(case_id: uuid.UUID) -> None:
    try:
        current_app.send_task(STAGE_TASK, args=[str(case_id)])
    except OperationalError:
        _log.warning("case_not_enqueued", case_id=str(case_id))
