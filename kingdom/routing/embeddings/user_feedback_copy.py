"""Copy route feedback and learned negative examples of users into an embedding space that lacks them."""

from collections.abc import Iterator, Sequence
from typing import TypeVar
from uuid import UUID

from django.db import transaction
from django.db.models import QuerySet

from kingdom.routing.embeddings.erasure import user_texts_lock
from kingdom.routing.embeddings.request_text import request_vectors
from kingdom.routing.models import AgentEmbedding, NegativeExample
from kingdom.runtime.ports import Embedder

Source = AgentEmbedding.Source
PENDING_SUFFIX = "|seen"  # suffix of the space of learned messages that are not negative examples yet
BATCH = 64  # texts per call of the embedder
_KEY = ("specialist_id", "kind", "text_digest", "owner_id")
BatchItem = TypeVar("BatchItem")


def batches(items: Sequence[BatchItem]) -> Iterator[Sequence[BatchItem]]:
    """Yield consecutive batches of ``BATCH`` items."""
    for start in range(0, len(items), BATCH):
        yield items[start : start + BATCH]


def user_texts_copy(*, embedder: Embedder) -> tuple[int, int]:
    """Embed user texts that only other spaces have; return the numbers of feedback texts and negative examples."""
    return _feedback_copy(embedder), _learned_copy(embedder)


def _feedback_copy(embedder: Embedder) -> int:
    feedback = AgentEmbedding.objects.filter(source=Source.FEEDBACK)
    present = set(feedback.filter(encoder=embedder.space).values_list(*_KEY))
    others = feedback.exclude(encoder=embedder.space).order_by("pk").defer("vector")
    elsewhere = {_feedback_key(row): row.text for row in others}
    missing = [(key, text) for key, text in elsewhere.items() if key not in present]
    common = {"encoder": embedder.space, "source": Source.FEEDBACK}
    for batch in batches(missing):
        vectors = request_vectors([text for _, text in batch], embedder, "query")
        rows = [
            AgentEmbedding(**dict(zip(_KEY, key, strict=True)), text=text, vector=vector, **common)
            for (key, text), vector in zip(batch, vectors, strict=True)
        ]
        with transaction.atomic():
            user_texts_lock()
            kept = set(_same_texts(rows).values_list(*_KEY))
            AgentEmbedding.objects.bulk_create(
                [row for row in rows if _feedback_key(row) in kept], ignore_conflicts=True
            )
    return len(missing)


def _feedback_key(row: AgentEmbedding) -> tuple[UUID, str, str, int | None]:
    return row.specialist_id, row.kind, row.text_digest, row.owner_id


def _same_texts(rows: Sequence[AgentEmbedding]) -> QuerySet[AgentEmbedding]:
    """Return the feedback rows of these texts now. A user may have erased or changed one while it was embedded."""
    return AgentEmbedding.objects.filter(source=Source.FEEDBACK, text_digest__in=[row.text_digest for row in rows])


def _learned_copy(embedder: Embedder) -> int:
    """Copy learned negative examples of users into the embedder's space, pending ones into its pending space."""
    missing = _missing_learned(embedder.space)
    for batch in batches(list(missing.items())):
        vectors = request_vectors([text for _, (_, text) in batch], embedder, "query")
        rows = [
            NegativeExample(
                encoder=space, text=text, text_digest=digest, vector=vector, owner_id=owner, source="learned"
            )
            for ((owner, digest), (space, text)), vector in zip(batch, vectors, strict=True)
        ]
        with transaction.atomic():
            user_texts_lock()
            same = NegativeExample.objects.filter(
                owner__isnull=False, text_digest__in=[row.text_digest for row in rows]
            )
            kept = set(same.values_list("owner_id", "text_digest"))
            NegativeExample.objects.bulk_create(
                [row for row in rows if (row.owner_id, row.text_digest) in kept], ignore_conflicts=True
            )
    return len(missing)


def _missing_learned(space: str) -> dict[tuple[int | None, str], tuple[str, str]]:
    """Return target space and text of each learned message that the space lacks, by owner and digest."""
    own = (space, space + PENDING_SUFFIX)
    learned = NegativeExample.objects.filter(owner__isnull=False)
    present = set(learned.filter(encoder__in=own).values_list("owner_id", "text_digest"))
    missing: dict[tuple[int | None, str], tuple[str, str]] = {}
    for row in learned.exclude(encoder__in=own).order_by("pk").defer("vector"):
        key, pending = (row.owner_id, row.text_digest), row.encoder.endswith(PENDING_SUFFIX)
        if key not in present and not (pending and key in missing):
            missing[key] = (own[pending], row.text)
    return missing
