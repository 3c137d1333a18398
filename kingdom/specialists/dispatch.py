"""What the registry starts in the background. Tasks go by name: importing them would load the sentence encoder's libraries into web."""

from uuid import UUID

from kingdom.core.dispatch import task_send_on_commit

EMBED_TASK = "kingdom.specialists.tasks.specialist_embed_texts"


def specialist_embed_later(*, specialist_id: UUID) -> None:
    """Have a specialist's texts embedded once the present transaction is committed.

    With the broker away nothing is lost: ``routing_refresh`` embeds it on its next round.
    """
    task_send_on_commit(EMBED_TASK, specialist_id)
