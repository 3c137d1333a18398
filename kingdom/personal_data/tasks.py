"""Celery tasks of exports and deletions."""

import uuid

from celery import shared_task

from kingdom.personal_data import deletions
from kingdom.personal_data.exports import export_jobs, export_write, exports_expire


@shared_task(ignore_result=True)
def export_work(export_id: str) -> None:
    """Write one export. Safe to repeat at any time."""
    export_write(export_id=uuid.UUID(export_id))


@shared_task(ignore_result=True)
def deletion_work(deletion_id: str) -> None:
    """Go on with the deletion of one account. Safe to repeat at any time."""
    deletions.deletion_work(deletion_id=uuid.UUID(deletion_id))


@shared_task(ignore_result=True)
def exports_reap() -> None:
    """Send lost exports again and delete expired files. Periodic, safe to repeat."""
    export_jobs.reap()
    exports_expire()


@shared_task(ignore_result=True)
def deletions_reap() -> None:
    """Go on with deletions that wait for stopped work or were lost. Periodic, safe to repeat."""
    deletions.deletion_jobs.reap()
