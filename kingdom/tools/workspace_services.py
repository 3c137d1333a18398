"""Workspaces as folders: where they are, and their end."""

import re
import shutil
from functools import partial
from pathlib import Path

from django.conf import settings
from django.db import transaction

from kingdom.tools.models import FileVersion, WorkspaceUse

_ID = re.compile(r"[0-9a-f-]{36}")


def workspace_folder(workspace_id: str) -> Path:
    """Return a workspace's folder. Raises ValueError for an id that is not a UUID in its usual form."""
    if not _ID.fullmatch(workspace_id):
        raise ValueError("a workspace's id is a UUID")
    root: Path = settings.KINGDOM.resolved_data
    return root / "workspaces" / workspace_id


def workspace_delete(*, workspace_id: str) -> None:
    """Forget a workspace: its rows now, its files when this commits. A workspace that there is not is fine."""
    WorkspaceUse.objects.filter(pk=workspace_id).delete()
    FileVersion.objects.filter(workspace=workspace_id).delete()
    folder_delete(workspace_id)


def folder_delete(workspace_id: str) -> None:
    """Remove a workspace's files when this commits; what is gone already or cannot be removed stops nobody."""
    transaction.on_commit(partial(shutil.rmtree, workspace_folder(workspace_id), ignore_errors=True))
