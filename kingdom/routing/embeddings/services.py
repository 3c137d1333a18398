"""The texts that routing knows specialists by, kept in step with their specs in each embedding space. Runs in the worker, never in web."""

from collections.abc import Iterable, Mapping
from uuid import UUID

import numpy as np
from django.db import connection, transaction
from django.db.models import QuerySet

from kingdom.adapters.embeddings.factory import EmbedderKind as EmbedderKind
from kingdom.contracts.spec import AgentSpec
from kingdom.core.errors import BadConfiguration
from kingdom.core.task_queue import task_send_on_commit
from kingdom.routing.embeddings.erasure import text_digest, user_texts_lock
from kingdom.routing.embeddings.negative_examples import (
    ProgressCallback,
    negative_examples_load,
    negative_examples_read,
    report_progress,
)
from kingdom.routing.embeddings.similarity import Vectors, unit_rows
from kingdom.routing.embeddings.user_feedback_copy import user_texts_copy
from kingdom.routing.models import DIMENSIONS, POSITIVE_KINDS, AgentEmbedding
from kingdom.routing.spaces.active_embedder import active_embedder
from kingdom.runtime.ports import Embedder
from kingdom.specialists.models.specialist import Specialist

Kind = AgentEmbedding.Kind
Source = AgentEmbedding.Source


def purpose_line(role: str, purpose: str) -> str:
    """Return the line a specialist is known by before its first example."""
    return f"{role.replace('_', ' ')}: {purpose}"


def specialist_embed(*, specialist_id: UUID | str, embedder: Embedder | None = None) -> int:
    """Bring a specialist's rows in step with its current spec in the embedder's space; return how many texts were new.

    Idempotent and safe to kill: texts are embedded first, rows and centroid then change in one transaction under a lock.
    What users chose (``source`` feedback) stays. A specialist that is gone is 0 texts.
    """
    embedder = embedder or active_embedder()
    specialist = Specialist.everything.filter(
        pk=specialist_id
    ).first()  # the Council embeds a draft just before it is released
    if specialist is None:
        return 0
    spec = AgentSpec.model_validate(specialist.spec_snapshot)
    wanted = _wanted_texts(purpose_line(spec.role, spec.purpose), spec.examples)
    known = set(_spec_rows(specialist, embedder.space).values_list("kind", "text_digest"))
    missing = {key: text for key, text in wanted.items() if key not in known}
    if known == set(wanted) and _shared_rows(specialist.pk, embedder.space).filter(kind=Kind.CENTROID).exists():
        return 0
    vectors = (
        embedder.embed(list(missing.values()), "document") if missing else np.zeros((0, DIMENSIONS), dtype=np.float32)
    )
    with transaction.atomic():
        _lock(f"embed:{specialist.pk}:{embedder.space}")
        # A version may have come while its predecessor was embedded, and been embedded first: then this is old, and starts again.
        late = not Specialist.everything.filter(
            pk=specialist.pk, current_version=specialist.current_version_id
        ).exists()
        if not late:
            _rows_replace(specialist, embedder.space, missing, wanted, vectors)
    return specialist_embed(specialist_id=specialist_id, embedder=embedder) if late else len(missing)


def _rows_replace(
    specialist: Specialist,
    space: str,
    missing: Mapping[tuple[str, str], str],
    wanted: Mapping[tuple[str, str], str],
    vectors: Vectors,
) -> None:
    for kind, digest in set(_spec_rows(specialist, space).values_list("kind", "text_digest")) - set(wanted):
        _spec_rows(specialist, space).filter(kind=kind, text_digest=digest).delete()
    embeddings_add(specialist_id=specialist.pk, space=space, texts=missing, vectors=vectors)
    centroid_set(specialist_id=specialist.pk, space=space)


def _wanted_texts(purpose: str, examples: Iterable[str]) -> dict[tuple[str, str], str]:
    wanted = {(Kind.PURPOSE.value, text_digest(purpose)): purpose}
    return wanted | {(Kind.EXAMPLE.value, text_digest(text)): text for text in examples}


def _shared_rows(specialist_id: UUID, space: str) -> QuerySet[AgentEmbedding]:
    return AgentEmbedding.objects.filter(specialist_id=specialist_id, encoder=space, owner=None)


def _spec_rows(specialist: Specialist, space: str) -> QuerySet[AgentEmbedding]:
    return _shared_rows(specialist.pk, space).filter(source=Source.SPEC).exclude(kind=Kind.CENTROID)


def _lock(name: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [name])


def embeddings_add(*, specialist_id: UUID, space: str, texts: Mapping[tuple[str, str], str], vectors: Vectors) -> None:
    """Store texts, keyed by kind and digest, with their vectors in the same order; those that are there already stay."""
    rows = [
        AgentEmbedding(
            specialist_id=specialist_id, encoder=space, kind=kind, text_digest=digest, text=text, vector=vector
        )
        for ((kind, digest), text), vector in zip(texts.items(), vectors, strict=True)
    ]
    AgentEmbedding.objects.bulk_create(rows, ignore_conflicts=True)


def centroid_set(*, specialist_id: UUID, space: str) -> None:
    """Compute a specialist's centroid from its rows that count for all."""
    everybody = _shared_rows(specialist_id, space)
    vectors = [
        row.to_numpy()
        for row in everybody.filter(kind__in=POSITIVE_KINDS).order_by("pk").values_list("vector", flat=True)
    ]
    everybody.filter(kind=Kind.CENTROID).delete()
    if vectors:
        mean = unit_rows(np.stack(vectors).astype(np.float64).mean(axis=0, keepdims=True))[0]
        AgentEmbedding.objects.create(
            specialist_id=specialist_id, encoder=space, kind=Kind.CENTROID, text_digest="centroid", vector=mean
        )


@transaction.atomic
def route_feedback_record(
    *, user_id: int, text: str, right_id: UUID | None, wrong_id: UUID | None, embedder: Embedder | None = None
) -> None:
    """Keep what a user chose instead of the King: an example of the right specialist and a negative of the wrong one, for that user alone.

    Either may be None. Choosing again turns an earlier choice for the same words round.
    """
    embedder = embedder or active_embedder()
    digest, vector = text_digest(text), embedder.embed([text], "query")[0]
    user_texts_lock()
    rows = AgentEmbedding.objects.filter(
        owner_id=user_id, text_digest=digest
    )  # of all spaces: no other may bring the old choice back
    for specialist_id, kind, other in (
        (right_id, Kind.EXAMPLE, Kind.NEGATIVE),
        (wrong_id, Kind.NEGATIVE, Kind.EXAMPLE),
    ):
        if specialist_id is None or (kind == Kind.NEGATIVE and wrong_id == right_id):
            continue
        rows.filter(specialist_id=specialist_id, kind=other).delete()
        AgentEmbedding.objects.bulk_create(
            [
                AgentEmbedding(
                    specialist_id=specialist_id,
                    encoder=embedder.space,
                    kind=kind,
                    text=text,
                    text_digest=digest,
                    vector=vector,
                    source=Source.FEEDBACK,
                    owner_id=user_id,
                )
            ],
            ignore_conflicts=True,
        )


def space_rebuild(*, embedder: Embedder | None = None, told: ProgressCallback | None = None) -> dict[str, int]:
    """Bring every specialist, what users chose and taught, and the bank into the embedder's space; return counts of what was new.

    Other spaces are left alone: the new one is built beside the one in use. ``told`` hears of texts as they are there, so that it can
    stop this by an exception; what was brought stays, and the next time goes on from there.
    """
    embedder = embedder or active_embedder()
    if embedder.dimensions != DIMENSIONS:
        raise BadConfiguration(f"The embedder gives {embedder.dimensions} dimensions; the tables hold {DIMENSIONS}.")
    new = 0
    routed = _routable_specialists()
    for specialist_id, count in routed:
        new += specialist_embed(specialist_id=specialist_id, embedder=embedder)
        report_progress(told, count)
    choices, learned = user_texts_copy(embedder=embedder)
    return {
        "specialists": len(routed),
        "texts": new,
        "choices": choices + learned,
        "bank": negative_examples_load(embedder=embedder, told=told),
    }


def space_text_count() -> int:
    """Return how many texts a whole space holds of what counts for all."""
    return sum(count for _, count in _routable_specialists()) + len(negative_examples_read())


def _routable_specialists() -> list[tuple[UUID, int]]:
    """Return whoever can be routed to, with the number of texts of the spec."""
    routed = Specialist.objects.filter(status__in=[Specialist.Status.VERIFIED, Specialist.Status.UNVERIFIED]).order_by(
        "pk"
    )
    return [(pk, 1 + len(examples or ())) for pk, examples in routed.values_list("pk", "spec_snapshot__examples")]


EMBED_TASK = "kingdom.routing.tasks.specialist_embed_texts"


def specialist_embed_later(*, specialist_id: UUID) -> None:
    """Have a specialist's texts embedded once the present transaction is committed.

    With the broker away nothing is lost: ``routing_refresh`` embeds it on its next round.
    """
    task_send_on_commit(EMBED_TASK, specialist_id)
