"""Scheduled tasks of credentials. Each may be killed and repeated at any time."""

from celery import shared_task

from kingdom.credentials.services import credentials_warn_expiring
from kingdom.credentials.vault.rotation import credentials_rotate

ROTATION_BATCH = 1000  # rows per run


@shared_task(name="kingdom.credentials.tasks.warn")
def warn() -> int:
    """Warn the owners of credentials that expire within a week; return how many."""
    return credentials_warn_expiring()


@shared_task(name="kingdom.credentials.tasks.rotate")
def rotate() -> dict[str, int]:
    """Re-wrap the data keys of rows under an older key; return the counts."""
    progress = credentials_rotate(limit=ROTATION_BATCH)
    return {"rotated": progress.rotated, "overtaken": progress.overtaken, "unreadable": len(progress.unreadable)}
