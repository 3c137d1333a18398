"""Erase stored texts of a user, without the encoder libraries, which the web process must not import."""

from collections.abc import Iterable

from django.db import transaction

from kingdom.contracts.formats.canonical import stripped_text_digest
from kingdom.core.background.jobs import advisory_lock
from kingdom.routing.models import AgentEmbedding, NegativeExample


def user_texts_lock() -> None:
    """Lock the texts of all users until the transaction ends: no copy into another space may survive an erasure."""
    advisory_lock("personal texts")


def override_texts(*, user_id: int, digest: str) -> list[str]:
    """Return the texts with a digest (one, in any spelling of its outer white space) that a user's overrides taught."""
    learned = AgentEmbedding.objects.filter(owner_id=user_id, text_digest=digest)
    return sorted(set(learned.values_list("text", flat=True)))


@transaction.atomic
def user_feedback_erase(*, user_id: int, texts: Iterable[str]) -> int:
    """Delete a user's route feedback and negative examples with these texts; return the number of rows."""
    digests = [stripped_text_digest(text) for text in texts]
    user_texts_lock()
    rows, _ = AgentEmbedding.objects.filter(owner_id=user_id, text_digest__in=digests).delete()
    learned, _ = NegativeExample.objects.filter(owner_id=user_id, text_digest__in=digests).delete()
    return rows + learned
