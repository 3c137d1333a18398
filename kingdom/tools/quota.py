"""How much a user's files may take, over all their workspaces."""

import asyncio
from collections.abc import Callable

from django.conf import settings
from django.db.models import Sum

from kingdom.adapters.workspace import Workspace
from kingdom.core.database import in_database
from kingdom.core.errors import ToolError
from kingdom.tools.base import Quota
from kingdom.tools.models import WorkspaceUse

MEGABYTE = 1 << 20
MOST_COUNTED = 1_000_000  # files of one workspace that are counted: more than any quota


class UserQuota(Quota):
    """One user's quota, seen from one workspace. The workspace itself is counted anew each time: nothing can drift."""

    def __init__(self, *, user_id: int, workspace_id: str, workspace: Callable[[], Workspace]) -> None:
        """Keep whose it is."""
        self._user_id, self._id, self._workspace = user_id, workspace_id, workspace

    async def check(self, path: str, size: int) -> None:
        """Raise ToolError when a file of ``size`` bytes at ``path`` would be too much."""
        files = {**await self._sizes(), path: size}
        others = await in_database(self._others)
        config = settings.KINGDOM
        if others[0] + sum(files.values()) > config.workspace_mb * MEGABYTE:
            raise ToolError(f"Your files would take more than {config.workspace_mb} MB, which is the most. Delete some first.")
        if others[1] + len(files) > config.workspace_files:
            raise ToolError(f"You would have more than {config.workspace_files} files, which is the most. Delete some first.")

    async def kept(self) -> None:
        """Count the workspace again, after a change."""
        sizes = await self._sizes()
        await in_database(self._store, sum(sizes.values()), len(sizes))

    async def _sizes(self) -> dict[str, int]:
        entries = await asyncio.to_thread(lambda: self._workspace().find(limit=MOST_COUNTED))
        return {entry.path: entry.size for entry in entries}

    def _others(self) -> tuple[int, int]:
        mine = WorkspaceUse.objects.filter(user_id=self._user_id).exclude(pk=self._id)
        sums = mine.aggregate(bytes=Sum("bytes", default=0), files=Sum("files", default=0))
        return sums["bytes"], sums["files"]

    def _store(self, size: int, files: int) -> None:
        fields = {"user_id": self._user_id, "bytes": size, "files": files}
        WorkspaceUse.objects.update_or_create(workspace=self._id, defaults=fields)
