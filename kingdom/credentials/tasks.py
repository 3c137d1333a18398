"""Standing work of the vault. Each task may be killed and repeated at any time."""

from celery import shared_task

from kingdom.credentials.services import credentials_warn_expiring
from kingdom.credentials.vault.rotation import credentials_rotate

ROTATE_AT_ONCE = 1000  # rows a run; the rest waits for the next


@shared_task(name="kingdom.credentials.tasks.warn")
def warn() -> int:
    """Warn owners of credentials that expire within a week."""
    return credentials_warn_expiring()


@shared_task(name="kingdom.credentials.tasks.rotate")
def rotate() -> dict[str, int]:
    """Re-seal rows that a change of key has left behind; without such rows it does nothing."""
    done = credentials_rotate(limit=ROTATE_AT_ONCE)
    return {"rotated": done.rotated, "overtaken": done.overtaken, "unreadable": len(done.unreadable)}
