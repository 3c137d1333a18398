"""What the tools room hears: a workspace's row goes with its user, and the files go with the row."""

from typing import Any

from django.db.models.signals import post_delete
from django.dispatch import receiver

from kingdom.tools.models import WorkspaceUse
from kingdom.tools.workspace_services import folder_delete


@receiver(post_delete, sender=WorkspaceUse)
def workspace_gone(instance: WorkspaceUse, **_: Any) -> None:  # noqa: ANN401 - a signal's arguments
    """Remove the files, too."""
    folder_delete(instance.workspace)
