"""What single users chose and taught, brought from the spaces that have it into one that has not."""

from collections.abc import Iterator, Sequence
from typing import TypeVar

from django.db import transaction
from django.db.models import QuerySet

from kingdom.routing.embeddings.erasure import user_texts_lock
from kingdom.routing.models import AgentEmbedding, NegativeExample
from kingdom.runtime.ports import Embedder

Source = AgentEmbedding.Source
PENDING_SUFFIX = "|seen"  # messages for nobody that do not count yet lie in a space of this name beside each
BATCH = 64  # texts that are embedded at a time
BatchItem = TypeVar("BatchItem")


def batches(items: Sequence[BatchItem]) -> Iterator[Sequence[BatchItem]]:
    """Cut into lots of ``BATCH``."""
    for start in range(0, len(items), BATCH):
        yield items[start : start + BATCH]


def user_texts_copy(*, embedder: Embedder) -> tuple[int, int]:
    """Embed what single users chose or taught and only other spaces have; return how many choices and how many messages for nobody."""
    return _choices_copy(embedder), _learned_copy(embedder)


def _choices_copy(embedder: Embedder) -> int:
    kept = AgentEmbedding.objects.filter(source=Source.FEEDBACK)
    here = set(kept.filter(encoder=embedder.space).values_list("specialist_id", "kind", "text_digest", "owner_id"))
    found = {
        (row.specialist_id, row.kind, row.text_digest, row.owner_id): row.text
        for row in kept.exclude(encoder=embedder.space).order_by("pk").defer("vector")
    }
    missing = [(key, text) for key, text in found.items() if key not in here]
    for piece in batches(missing):
        vectors = embedder.embed([text for _, text in piece], "query")
        rows = [
            AgentEmbedding(
                specialist_id=key[0],
                kind=key[1],
                text_digest=key[2],
                owner_id=key[3],
                text=text,
                encoder=embedder.space,
                vector=vector,
                source=Source.FEEDBACK,
            )
            for (key, text), vector in zip(piece, vectors, strict=True)
        ]
        with transaction.atomic():
            user_texts_lock()
            there = set(_current_choices(rows).values_list("specialist_id", "kind", "text_digest", "owner_id"))
            still = [row for row in rows if (row.specialist_id, row.kind, row.text_digest, row.owner_id) in there]
            AgentEmbedding.objects.bulk_create(still, ignore_conflicts=True)
    return len(missing)


def _current_choices(rows: Sequence[AgentEmbedding]) -> QuerySet[AgentEmbedding]:
    """Return what is kept of these choices now; a user may have forgotten or turned round one while it was embedded."""
    return AgentEmbedding.objects.filter(source=Source.FEEDBACK, text_digest__in=[row.text_digest for row in rows])


def _learned_copy(embedder: Embedder) -> int:
    """Bring users' own messages for nobody along, those that count as such and those that wait for others alike."""
    own = (embedder.space, embedder.space + PENDING_SUFFIX)
    learned = NegativeExample.objects.filter(owner__isnull=False)
    here = set(learned.filter(encoder__in=own).values_list("owner_id", "text_digest"))
    found: dict[tuple[int | None, str], tuple[str, str]] = {}
    for row in learned.exclude(encoder__in=own).order_by("pk").defer("vector"):
        key, counts = (row.owner_id, row.text_digest), not row.encoder.endswith(PENDING_SUFFIX)
        if key not in here and (counts or key not in found):
            found[key] = (own[0] if counts else own[1], row.text)
    for piece in batches(list(found.items())):
        vectors = embedder.embed([text for _, (_, text) in piece], "query")
        rows = [
            NegativeExample(
                encoder=space, text=text, text_digest=key[1], vector=vector, owner_id=key[0], source="learned"
            )
            for (key, (space, text)), vector in zip(piece, vectors, strict=True)
        ]
        with transaction.atomic():
            user_texts_lock()
            there = set(
                learned.filter(text_digest__in=[row.text_digest for row in rows]).values_list("owner_id", "text_digest")
            )
            NegativeExample.objects.bulk_create(
                [row for row in rows if (row.owner_id, row.text_digest) in there], ignore_conflicts=True
            )
    return len(found)
