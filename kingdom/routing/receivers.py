"""Receivers of the registry's signals. Imported by the web process, so without the encoder libraries."""

from typing import Any
from uuid import UUID

from django.dispatch import receiver

from kingdom.core.background.task_queue import task_send_on_commit
from kingdom.specialists.signals import serving_version_changed

EMBED_TASK = "kingdom.routing.tasks.specialist_embed_texts"


@receiver(serving_version_changed, dispatch_uid="routing.specialist_embed")
def specialist_embed_on_change(specialist_id: UUID, **_: Any) -> None:  # noqa: ANN401 - Django's own keywords
    """Request an embedding after commit. If the message is lost, ``routing_refresh`` embeds the texts."""
    task_send_on_commit(EMBED_TASK, specialist_id)
