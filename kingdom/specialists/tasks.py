"""Celery's door to the registry: texts into vectors, gates kept fresh. Each task is safe to run twice and to kill."""

from datetime import timedelta
from uuid import UUID

from celery import shared_task
from django.utils import timezone

from kingdom.specialists.audits.actions import failed_canaries_withdraw as settle
from kingdom.specialists.audits.services import performance_audit
from kingdom.specialists.evidence.hourly_metrics import executions_purge
from kingdom.specialists.models.status import StatusChange
from kingdom.specialists.status.notifications import status_change_notify as tell
from kingdom.specialists.test_runs.services import execute_test_run
from kingdom.specialists.test_runs.services import reap_test_runs as send_again


@shared_task(ignore_result=True)
def status_change_notify(change_id: str) -> None:
    """Tell everybody whom a decision on a specialist concerns."""
    tell(change_id=UUID(change_id))


@shared_task(ignore_result=True)
def status_changes_notify() -> None:
    """Tell what the last two days' decisions left untold: a broker that was away, a worker that died half-way."""
    since = timezone.now() - timedelta(days=2)
    for change_id in StatusChange.objects.filter(created_at__gte=since).values_list("pk", flat=True):
        tell(change_id=change_id)


@shared_task(ignore_result=True)
def audit_run() -> None:
    """Audit the recorded performance once an hour. Further calls in the same hour do nothing."""
    settle()
    performance_audit()


@shared_task(ignore_result=True)
def execute_version_tests(run_id: str) -> None:
    """Run all tests of a version for a decision."""
    execute_test_run(run_id=UUID(run_id))


@shared_task(ignore_result=True)
def requeue_test_runs() -> None:
    """Send runs of tests again that nobody works on. Periodic."""
    send_again()


@shared_task(ignore_result=True)
def purge_executions() -> None:
    """Delete executions that are older than the retention. Periodic."""
    executions_purge()


@shared_task(ignore_result=True)
def withdraw_failed_canaries() -> None:
    """Carry out what the figures of versions that are let in have decided."""
    settle()
