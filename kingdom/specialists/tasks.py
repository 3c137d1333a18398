"""Celery's door to the registry: texts into vectors, gates kept fresh. Each task is safe to run twice and to kill."""

from datetime import timedelta
from uuid import UUID

from celery import shared_task
from django.utils import timezone

from kingdom.specialists.audit_services import canaries_settle as settle
from kingdom.specialists.audit_services import duplicates_audit, performance_audit
from kingdom.specialists.building_services import space_execute, spaces_refresh, specialist_refresh
from kingdom.specialists.embedding_services import process_embedder
from kingdom.specialists.gate_services import gate_fit
from kingdom.specialists.rollup_services import telemetry_purge
from kingdom.specialists.standing_models import StatusChange
from kingdom.specialists.standing_notices import change_notify as tell
from kingdom.specialists.suite_services import suite_execute
from kingdom.specialists.suite_services import suites_reap as send_again
from kingdom.specialists.switching_services import spaces_reap as spaces_send_again


@shared_task(ignore_result=True)
def specialist_embed_texts(specialist_id: str) -> None:
    """Bring one specialist's vectors in step with its spec in every space that is kept, and the gates with them when that is due."""
    specialist_refresh(specialist_id=UUID(specialist_id))


@shared_task(ignore_result=True)
def routing_refresh() -> None:
    """Embed what is not embedded yet, refit gates when that is due, and make vector indexes once they pay: in every complete space."""
    spaces_refresh()


@shared_task(ignore_result=True)
def space_work(space_id: int) -> None:
    """Build an embedding space beside the one that serves."""
    space_execute(space_id=space_id)


@shared_task(ignore_result=True)
def spaces_reap() -> None:
    """Send builds of spaces again that nobody works on. Periodic."""
    spaces_send_again()


@shared_task(ignore_result=True)
def gate_work() -> None:
    """Fit the gate of the serving space anew, beside the one that serves."""
    gate_fit(space=process_embedder().space)


@shared_task(ignore_result=True)
def change_notify(change_id: str) -> None:
    """Tell everybody whom a decision on a specialist concerns."""
    tell(change_id=UUID(change_id))


@shared_task(ignore_result=True)
def changes_notify() -> None:
    """Tell what the last two days' decisions left untold: a broker that was away, a worker that died half-way."""
    since = timezone.now() - timedelta(days=2)
    for change_id in StatusChange.objects.filter(created_at__gte=since).values_list("pk", flat=True):
        tell(change_id=change_id)


@shared_task(ignore_result=True)
def audit() -> None:
    """Let the Auditor judge the registry: records once an hour, twins once a day. More calls do nothing more."""
    settle()
    performance_audit()
    duplicates_audit(space=process_embedder().space)


@shared_task(ignore_result=True)
def suite_work(run_id: str) -> None:
    """Run all tests of a version for a decision."""
    suite_execute(run_id=UUID(run_id))


@shared_task(ignore_result=True)
def suites_reap() -> None:
    """Send runs of tests again that nobody works on. Periodic."""
    send_again()


@shared_task(ignore_result=True)
def telemetry_forget() -> None:
    """Delete executions that are older than the retention. Periodic."""
    telemetry_purge()


@shared_task(ignore_result=True)
def canaries_settle() -> None:
    """Carry out what the figures of versions that are let in have decided."""
    settle()
