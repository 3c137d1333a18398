"""Embed the texts of specialists and the route feedback of users. Runs in the worker, never in the web process."""

from collections.abc import Mapping
from uuid import UUID

import numpy as np
from django.db import transaction
from django.db.models import QuerySet

from kingdom.contracts.formats.canonical import stripped_text_digest
from kingdom.contracts.spec import AgentSpec
from kingdom.core.background.jobs import advisory_lock
from kingdom.core.errors import BadConfiguration
from kingdom.routing.embeddings.erasure import user_texts_lock
from kingdom.routing.embeddings.negative_examples import (
    ProgressCallback,
    negative_examples_load,
    negative_examples_read,
    report_progress,
)
from kingdom.routing.embeddings.request_text import request_text, request_vectors
from kingdom.routing.embeddings.similarity import Vectors, unit_rows
from kingdom.routing.embeddings.user_feedback_copy import user_texts_copy
from kingdom.routing.models import DIMENSIONS, POSITIVE_KINDS, AgentEmbedding
from kingdom.routing.spaces.active_embedder import active_embedder
from kingdom.runtime.ports import Embedder
from kingdom.specialists.models.specialist import Specialist

Kind = AgentEmbedding.Kind
Source = AgentEmbedding.Source
TextKey = tuple[str, str]  # kind and digest


def purpose_line(role: str, purpose: str) -> str:
    """Return the text that represents a specialist's role and purpose."""
    return f"{role.replace('_', ' ')}: {purpose}"


def specialist_embed(*, specialist_id: UUID | str, embedder: Embedder | None = None) -> int:
    """Update a specialist's rows in the embedder's space to its current spec; return the number of new texts.

    Idempotent and safe to kill: texts are embedded first, then rows and centroid change in one transaction under a
    lock. User feedback stays. Returns 0 for a specialist that does not exist.
    """
    embedder = embedder or active_embedder()
    # ``everything``: the Council embeds a draft just before its release.
    specialist = Specialist.everything.filter(pk=specialist_id).first()
    if specialist is None:
        return 0
    texts = _spec_texts(AgentSpec.model_validate(specialist.spec_snapshot))
    stored = set(_spec_rows(specialist, embedder.space).values_list("kind", "text_digest"))
    if stored == set(texts) and _shared_rows(specialist.pk, embedder.space).filter(kind=Kind.CENTROID).exists():
        return 0
    missing = {key: text for key, text in texts.items() if key not in stored}
    vectors = _document_vectors(list(missing.values()), embedder)
    with transaction.atomic():
        advisory_lock(f"embed:{specialist.pk}:{embedder.space}")
        # A newer version may have been released and embedded while this one was embedded: then start again.
        same_version = Specialist.everything.filter(pk=specialist.pk, current_version=specialist.current_version_id)
        outdated = not same_version.exists()
        if not outdated:
            _rows_replace(specialist, embedder.space, missing, texts, vectors)
    return specialist_embed(specialist_id=specialist_id, embedder=embedder) if outdated else len(missing)


def _document_vectors(texts: list[str], embedder: Embedder) -> Vectors:
    return request_vectors(texts, embedder, "document") if texts else np.zeros((0, DIMENSIONS), dtype=np.float32)


def _rows_replace(
    specialist: Specialist, space: str, missing: Mapping[TextKey, str], texts: Mapping[TextKey, str], vectors: Vectors
) -> None:
    for kind, digest in set(_spec_rows(specialist, space).values_list("kind", "text_digest")) - set(texts):
        _spec_rows(specialist, space).filter(kind=kind, text_digest=digest).delete()
    embeddings_add(specialist_id=specialist.pk, space=space, texts=missing, vectors=vectors)
    centroid_set(specialist_id=specialist.pk, space=space)


def _spec_texts(spec: AgentSpec) -> dict[TextKey, str]:
    purpose = purpose_line(spec.role, spec.purpose)
    examples = {(Kind.EXAMPLE.value, stripped_text_digest(request_text(text))): text for text in spec.examples}
    return {(Kind.PURPOSE.value, stripped_text_digest(purpose)): purpose} | examples


def _shared_rows(specialist_id: UUID, space: str) -> QuerySet[AgentEmbedding]:
    return AgentEmbedding.objects.filter(specialist_id=specialist_id, encoder=space, owner=None)


def _spec_rows(specialist: Specialist, space: str) -> QuerySet[AgentEmbedding]:
    return _shared_rows(specialist.pk, space).filter(source=Source.SPEC).exclude(kind=Kind.CENTROID)


def embeddings_add(*, specialist_id: UUID, space: str, texts: Mapping[TextKey, str], vectors: Vectors) -> None:
    """Store texts, keyed by kind and digest, with their vectors in the same order; existing rows stay as they are."""
    rows = [
        AgentEmbedding(
            specialist_id=specialist_id, encoder=space, kind=kind, text_digest=digest, text=text, vector=vector
        )
        for ((kind, digest), text), vector in zip(texts.items(), vectors, strict=True)
    ]
    AgentEmbedding.objects.bulk_create(rows, ignore_conflicts=True)


def centroid_set(*, specialist_id: UUID, space: str) -> None:
    """Store the centroid of a specialist's shared texts in a space."""
    shared = _shared_rows(specialist_id, space)
    positive = shared.filter(kind__in=POSITIVE_KINDS).order_by("pk").values_list("vector", flat=True)
    vectors = [vector.to_numpy() for vector in positive]
    shared.filter(kind=Kind.CENTROID).delete()
    if vectors:
        mean = unit_rows(np.stack(vectors).astype(np.float64).mean(axis=0, keepdims=True))[0]
        AgentEmbedding.objects.create(
            specialist_id=specialist_id, encoder=space, kind=Kind.CENTROID, text_digest="centroid", vector=mean
        )


@transaction.atomic
def route_feedback_record(
    *, user_id: int, text: str, right_id: UUID | None, wrong_id: UUID | None, embedder: Embedder | None = None
) -> None:
    """Store a user's override of a route, for that user only.

    An example of the right specialist, a negative of the wrong one.

    Either may be None. A later override of the same text replaces the earlier one.
    """
    embedder = embedder or active_embedder()
    digest, vector = stripped_text_digest(text), request_vectors([text], embedder, "query")[0]
    user_texts_lock()
    # Of all spaces, so that a copy from another space cannot restore the replaced override.
    rows = AgentEmbedding.objects.filter(owner_id=user_id, text_digest=digest)
    fields = {"encoder": embedder.space, "text": text, "text_digest": digest, "vector": vector, "owner_id": user_id}
    choices = [(right_id, Kind.EXAMPLE, Kind.NEGATIVE)]
    if wrong_id != right_id:
        choices.append((wrong_id, Kind.NEGATIVE, Kind.EXAMPLE))
    for specialist_id, kind, opposite in choices:
        if specialist_id is not None:
            rows.filter(specialist_id=specialist_id, kind=opposite).delete()
            row = AgentEmbedding(specialist_id=specialist_id, kind=kind, source=Source.FEEDBACK, **fields)
            AgentEmbedding.objects.bulk_create([row], ignore_conflicts=True)


def space_rebuild(*, embedder: Embedder | None = None, on_progress: ProgressCallback | None = None) -> dict[str, int]:
    """Embed all specialists, user texts and negative examples that the embedder's space lacks.

    Return counts of what was new.

    Other spaces do not change. ``on_progress`` is called with numbers of new texts and may stop the build by an
    exception; stored texts stay, and the next call continues from there. Raises BadConfiguration for an embedder of
    another dimension than the tables.
    """
    embedder = embedder or active_embedder()
    if embedder.dimensions != DIMENSIONS:
        raise BadConfiguration(f"The embedder gives {embedder.dimensions} dimensions; the tables hold {DIMENSIONS}.")
    new = 0
    specialists = _routable_specialists()
    for specialist_id, count in specialists:
        new += specialist_embed(specialist_id=specialist_id, embedder=embedder)
        report_progress(on_progress, count)
    feedback, learned = user_texts_copy(embedder=embedder)
    return {
        "specialists": len(specialists),
        "texts": new,
        "choices": feedback + learned,
        "negative_examples": negative_examples_load(embedder=embedder, on_progress=on_progress),
    }


def space_text_count() -> int:
    """Return the number of shared texts of a complete space."""
    return sum(count for _, count in _routable_specialists()) + len(negative_examples_read())


def _routable_specialists() -> list[tuple[UUID, int]]:
    """Return the specialists in service with the number of texts of their spec."""
    in_service = [Specialist.Status.VERIFIED, Specialist.Status.UNVERIFIED]
    rows = (
        Specialist.objects.filter(status__in=in_service).order_by("pk").values_list("pk", "spec_without_code__examples")
    )
    return [(pk, 1 + len(examples or ())) for pk, examples in rows]
