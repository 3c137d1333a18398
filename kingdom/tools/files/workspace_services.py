"""Removes the files of workspaces: at once, and of those that nobody has any more."""

from collections.abc import Callable
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from kingdom.core.background.jobs import advisory_lock_try
from kingdom.tools.models import FileVersion, WorkspaceUsage

GRACE = timedelta(days=1)  # a younger workspace may belong to a conversation whose transaction is still open
BATCH_SIZE = 500
_SWEEP_LOCK = "kingdom.workspaces_sweep"


def workspace_delete(*, workspace_id: str) -> None:
    """Delete a workspace, if it exists: its size, and every version of its files."""
    WorkspaceUsage.objects.filter(pk=workspace_id).delete()
    FileVersion.objects.filter(workspace=workspace_id).delete()


def workspaces_sweep(*, alive: Callable[[set[str]], set[str]], grace: timedelta = GRACE) -> int:
    """Remove orphaned workspaces (versions and sizes) and return how many.

    ``alive`` returns those of some ids that belong to a conversation or session. Removes at most 500 at a time, in one
    process at a time; safe to run twice and to kill.
    """
    with transaction.atomic():
        if not advisory_lock_try(_SWEEP_LOCK):
            return 0
        old = _idle_workspaces(grace)
        orphans = sorted(old - alive(old))[:BATCH_SIZE] if old else []
        for workspace_id in orphans:
            workspace_delete(workspace_id=workspace_id)
        return len(orphans)


def _idle_workspaces(grace: timedelta) -> set[str]:
    versions = FileVersion.objects.filter(created_at__lt=timezone.now() - grace)
    return set(versions.order_by().values_list("workspace", flat=True).distinct())
