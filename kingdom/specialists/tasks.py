"""Celery tasks of the registry. Each is idempotent and safe to kill."""

from datetime import timedelta
from uuid import UUID

from celery import shared_task
from django.utils import timezone

from kingdom.specialists.audits import actions
from kingdom.specialists.audits.services import performance_audit
from kingdom.specialists.evidence import hourly_metrics, usage_snapshot
from kingdom.specialists.models.status import StatusChange
from kingdom.specialists.status.notifications import status_change_notify as notify_concerned_users
from kingdom.specialists.test_runs import services as test_runs


@shared_task(ignore_result=True)
def status_change_notify(change_id: str) -> None:
    """Notify the users whom a status change concerns."""
    notify_concerned_users(change_id=UUID(change_id))


@shared_task(ignore_result=True)
def status_changes_notify() -> None:
    """Send the missing notifications on status changes of the last two days. Periodic."""
    since = timezone.now() - timedelta(days=2)
    for change_id in StatusChange.objects.filter(created_at__gte=since).values_list("pk", flat=True):
        notify_concerned_users(change_id=change_id)


@shared_task(ignore_result=True)
def audit_run() -> None:
    """Withdraw failed canaries and audit the recorded performance. Periodic; one report an hour."""
    actions.failed_canaries_withdraw()
    performance_audit()


@shared_task(ignore_result=True)
def audit_run_now() -> None:
    """Audit the recorded performance out of turn, as an admin asked."""
    performance_audit(out_of_turn=True)


@shared_task(ignore_result=True)
def test_run_execute(run_id: str) -> None:
    """Run all tests of a version."""
    test_runs.test_run_execute(run_id=UUID(run_id))


@shared_task(name="kingdom.specialists.tasks.requeue_test_runs", ignore_result=True)  # the name in the rows of beat
def test_runs_reap() -> None:
    """Requeue test runs without a live worker. Periodic."""
    test_runs.test_runs_reap()


@shared_task(name="kingdom.specialists.tasks.purge_executions", ignore_result=True)  # the name in the rows of beat
def executions_purge() -> None:
    """Delete executions older than the retention. Periodic."""
    hourly_metrics.executions_purge()


@shared_task(ignore_result=True)
def failed_canaries_withdraw() -> None:
    """Take versions with a failed canary out of service."""
    actions.failed_canaries_withdraw()


@shared_task(ignore_result=True)
def usage_refresh(days: int) -> None:
    """Add up the usage of the last days for the admin's front page."""
    usage_snapshot.usage_refresh(days)
