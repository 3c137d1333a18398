"""Forgetting what a user wrote. Apart from the embedding services, whose encoder libraries the web process has no use for."""

import hashlib
from collections.abc import Iterable

from django.db import connection, transaction

from kingdom.routing.models import AgentEmbedding, NegativeExample


def text_digest(text: str) -> str:
    """Return the digest two equal texts share, whatever space surrounds them."""
    return hashlib.sha256(text.strip().encode()).hexdigest()


def user_texts_lock() -> None:
    """Keep what users chose and taught still until this transaction ends: a copy into another space must not outlive its forgetting."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended('personal texts', 0))")


@transaction.atomic
def user_feedback_erase(*, user_id: int, texts: Iterable[str]) -> int:
    """Delete what was kept of a user's own messages (choices and bank), e.g. with their conversation; return how many rows went."""
    digests = [text_digest(text) for text in texts]
    user_texts_lock()
    rows, _ = AgentEmbedding.objects.filter(owner_id=user_id, text_digest__in=digests).delete()
    learned, _ = NegativeExample.objects.filter(owner_id=user_id, text_digest__in=digests).delete()
    return rows + learned
