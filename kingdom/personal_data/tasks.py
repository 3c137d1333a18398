"""Celery tasks of exports and deletions."""

import uuid

from celery import shared_task

from kingdom.personal_data.exports import export_jobs, export_write, exports_expire


@shared_task(ignore_result=True)
def export_work(export_id: str) -> None:
    """Write one export. Safe to repeat at any time."""
    export_write(export_id=uuid.UUID(export_id))


@shared_task(ignore_result=True)
def exports_reap() -> None:
    """Send lost exports again and delete expired files. Periodic, safe to repeat."""
    export_jobs.reap()
    exports_expire()
