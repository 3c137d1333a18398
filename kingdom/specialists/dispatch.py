"""What the registry starts in the background. Tasks go by name: importing them would load the sentence encoder's libraries into web."""

from uuid import UUID

import structlog
from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

_log = structlog.get_logger(__name__)
EMBED_TASK = "kingdom.specialists.tasks.specialist_embed_texts"


def specialist_embed_later(*, specialist_id: UUID) -> None:
    """Have a specialist's texts embedded once the present transaction is committed.

    With the broker away nothing is lost: ``routing_refresh`` embeds it on its next round.
    """
    transaction.on_commit(lambda: _send(str(specialist_id)), robust=True)  # by now it is stored, and brokers fail in many ways


def _send(specialist_id: str) -> None:
    try:
        current_app.send_task(EMBED_TASK, args=[specialist_id])
    except OperationalError:
        _log.warning("specialist_not_enqueued", specialist_id=specialist_id)
