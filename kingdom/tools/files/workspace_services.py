"""The folders of workspaces: their location and their removal."""

import re
import shutil
import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.utils import timezone

from kingdom.core.background.jobs import advisory_lock_try
from kingdom.tools.models import FileVersion, WorkspaceUsage

GRACE = timedelta(days=1)  # a younger workspace may belong to a conversation whose transaction is still open
BATCH_SIZE = 500
_ID = re.compile(r"[0-9a-f-]{36}")
_SWEEP_LOCK = "kingdom.workspaces_sweep"


def workspace_folder(workspace_id: str) -> Path:
    """Return a workspace's folder. Raises ValueError for an id that is not a UUID in canonical form."""
    if not _ID.fullmatch(workspace_id):
        raise ValueError("a workspace's id is a UUID")
    root: Path = settings.KINGDOM.resolved_data
    return root / "workspaces" / workspace_id


def workspace_delete(*, workspace_id: str) -> None:
    """Delete a workspace, if it exists: its rows now, its files when this transaction commits."""
    WorkspaceUsage.objects.filter(pk=workspace_id).delete()
    FileVersion.objects.filter(workspace=workspace_id).delete()
    workspace_folder_delete(workspace_id)


def workspace_folder_delete(workspace_id: str) -> None:
    """Remove a workspace's files when this transaction commits; errors are ignored."""
    transaction.on_commit(partial(shutil.rmtree, workspace_folder(workspace_id), ignore_errors=True))


def workspaces_sweep(*, alive: Callable[[set[str]], set[str]], grace: timedelta = GRACE) -> int:
    """Remove orphaned workspaces (folders, versions and sizes) and return how many.

    ``alive`` returns those of some ids that belong to a conversation or session. Removes at most 500 at a time, in one
    process at a time; safe to run twice and to kill.
    """
    with transaction.atomic():
        if not advisory_lock_try(_SWEEP_LOCK):
            return 0
        old = _idle_folders(grace) | _idle_workspaces(grace)
        orphans = sorted(old - alive(old))[:BATCH_SIZE] if old else []
        for workspace_id in orphans:
            workspace_delete(workspace_id=workspace_id)
        return len(orphans)


def _idle_folders(grace: timedelta) -> set[str]:
    """Return the ids of folders that have not changed within the grace period."""
    root: Path = settings.KINGDOM.resolved_data / "workspaces"
    if not root.is_dir():
        return set()
    before = time.time() - grace.total_seconds()
    return {entry.name for entry in root.iterdir() if _ID.fullmatch(entry.name) and entry.lstat().st_mtime < before}


def _idle_workspaces(grace: timedelta) -> set[str]:
    versions = FileVersion.objects.filter(created_at__lt=timezone.now() - grace)
    return set(versions.order_by().values_list("workspace", flat=True).distinct())


@receiver(post_delete, sender=WorkspaceUsage)
def workspace_usage_deleted(instance: WorkspaceUsage, **_: Any) -> None:  # noqa: ANN401 - a signal's arguments
    """Remove the files of a workspace whose size row was deleted."""
    workspace_folder_delete(instance.workspace)
