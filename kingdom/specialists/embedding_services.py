"""The texts that routing knows specialists by, kept in step with their specs in each embedding space. Runs in the worker, never in web."""

import functools
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from uuid import UUID

import numpy as np
from django.conf import settings
from django.db import connection, transaction
from django.db.models import QuerySet

from kingdom.adapters.embeddings.factory import Kind as EmbedderKind
from kingdom.adapters.embeddings.factory import build_embedder
from kingdom.contracts.spec import AgentSpec
from kingdom.core.errors import BadConfiguration
from kingdom.runtime.ports import Embedder
from kingdom.sessions.capabilities import model_config
from kingdom.specialists.bank import bank_read
from kingdom.specialists.forgetting_services import text_digest
from kingdom.specialists.models import DIMENSIONS, AgentEmbedding, BankText, Specialist
from kingdom.specialists.routing_selectors import POSITIVE, bank_nearest
from kingdom.specialists.rules.scoring import Vectors, unit_rows

Kind = AgentEmbedding.Kind
Source = AgentEmbedding.Source
BATCH = 256
BANK_ALIKE = 0.8  # cosine from which two messages for nobody are alike
BANK_SUPPORT = 2  # alike ones of the same user that a third needs: one odd message is no pattern


@functools.cache
def process_embedder() -> Embedder:
    """Return this process's embedder, by the settings. Nothing is loaded before the first text."""
    return embedder_of(settings.KINGDOM.embedder)


def embedder_of(kind: EmbedderKind) -> Embedder:
    """Return the embedder of a kind, with this installation's folder, key and address; ModelNotConfigured for Gemini without a key."""
    return build_embedder(kind, settings.KINGDOM.resolved_data / "models", model_config("chat"))


def purpose_line(role: str, purpose: str) -> str:
    """Return the line a specialist is known by before its first example."""
    return f"{role.replace('_', ' ')}: {purpose}"


def specialist_embed(*, specialist_id: UUID | str, embedder: Embedder | None = None) -> int:
    """Bring a specialist's rows in step with its current spec in the embedder's space; return how many texts were new.

    Idempotent and safe to kill: texts are embedded first, rows and centroid then change in one transaction under a lock.
    What users chose (``source`` feedback) stays. A specialist that is gone is 0 texts.
    """
    embedder = embedder or process_embedder()
    specialist = Specialist.everything.filter(pk=specialist_id).first()  # the Council embeds a draft just before it is released
    if specialist is None:
        return 0
    spec = AgentSpec.model_validate(specialist.spec_snapshot)
    wanted = _wanted(purpose_line(spec.role, spec.purpose), spec.examples)
    known = set(_spec_rows(specialist, embedder.space).values_list("kind", "text_digest"))
    missing = {key: text for key, text in wanted.items() if key not in known}
    if known == set(wanted) and _everybodys(specialist.pk, embedder.space).filter(kind=Kind.CENTROID).exists():
        return 0
    vectors = embedder.embed(list(missing.values()), "document") if missing else np.zeros((0, DIMENSIONS), dtype=np.float32)
    with transaction.atomic():
        _lock(f"embed:{specialist.pk}:{embedder.space}")
        for kind, digest in known - set(wanted):
            _spec_rows(specialist, embedder.space).filter(kind=kind, text_digest=digest).delete()
        rows_add(specialist_id=specialist.pk, space=embedder.space, texts=missing, vectors=vectors)
        centroid_set(specialist_id=specialist.pk, space=embedder.space)
    return len(missing)


def _wanted(purpose: str, examples: Iterable[str]) -> dict[tuple[str, str], str]:
    wanted = {(Kind.PURPOSE.value, text_digest(purpose)): purpose}
    return wanted | {(Kind.EXAMPLE.value, text_digest(text)): text for text in examples}


def _everybodys(specialist_id: UUID, space: str) -> QuerySet[AgentEmbedding]:
    return AgentEmbedding.objects.filter(specialist_id=specialist_id, encoder=space, owner=None)


def _spec_rows(specialist: Specialist, space: str) -> QuerySet[AgentEmbedding]:
    return _everybodys(specialist.pk, space).filter(source=Source.SPEC).exclude(kind=Kind.CENTROID)


def _lock(name: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_advisory_xact_lock(hashtextextended(%s, 0))", [name])


def rows_add(*, specialist_id: UUID, space: str, texts: Mapping[tuple[str, str], str], vectors: Vectors) -> None:
    """Store texts, keyed by kind and digest, with their vectors in the same order; those that are there already stay."""
    rows = [
        AgentEmbedding(specialist_id=specialist_id, encoder=space, kind=kind, text_digest=digest, text=text, vector=vector)
        for ((kind, digest), text), vector in zip(texts.items(), vectors, strict=True)
    ]
    AgentEmbedding.objects.bulk_create(rows, ignore_conflicts=True)


def centroid_set(*, specialist_id: UUID, space: str) -> None:
    """Compute a specialist's centroid from its rows that count for all."""
    everybody = _everybodys(specialist_id, space)
    vectors = [row.to_numpy() for row in everybody.filter(kind__in=POSITIVE).order_by("pk").values_list("vector", flat=True)]
    everybody.filter(kind=Kind.CENTROID).delete()
    if vectors:
        mean = unit_rows(np.stack(vectors).astype(np.float64).mean(axis=0, keepdims=True))[0]
        AgentEmbedding.objects.create(specialist_id=specialist_id, encoder=space, kind=Kind.CENTROID, text_digest="centroid", vector=mean)


def bank_load(*, embedder: Embedder | None = None, path: Path | None = None) -> int:
    """Bring the shipped texts for nobody into the embedder's space; return how many were new. Idempotent."""
    embedder = embedder or process_embedder()
    texts = {text_digest(text): text for text in bank_read(path)}
    known = set(BankText.objects.filter(encoder=embedder.space, owner=None).values_list("text_digest", flat=True))
    missing = {digest: text for digest, text in texts.items() if digest not in known}
    if missing:
        bank_add(space=embedder.space, texts=list(missing.values()), vectors=embedder.embed(list(missing.values()), "query"))
    BankText.objects.filter(encoder=embedder.space, owner=None, source="shipped").exclude(text_digest__in=texts).delete()
    return len(missing)


def bank_add(*, space: str, texts: Sequence[str], vectors: Vectors, owner_id: int | None = None, source: str = "shipped") -> None:
    """Store texts for nobody with their vectors; those that are there already stay."""
    rows = [
        BankText(encoder=space, text=text, text_digest=text_digest(text), vector=vector, owner_id=owner_id, source=source)
        for text, vector in zip(texts, vectors, strict=True)
    ]
    BankText.objects.bulk_create(rows, ignore_conflicts=True)


def bank_learn(*, text: str, user_id: int, embedder: Embedder | None = None) -> bool:
    """Let a message that went to nobody count as such for its user, once three alike did; return whether it counts from now on.

    Only the user's own bank learns: what one user writes never keeps others from their specialists. Below three alike the message is
    stored as ``seen`` in a space of its own, which no route reads.
    """
    embedder = embedder or process_embedder()
    vector = embedder.embed([text], "query")[0]
    seen = f"{embedder.space}|seen"
    near = bank_nearest(vector=vector, space=seen, user_id=user_id, but_digest=text_digest(text))
    alike = int((near >= BANK_ALIKE).sum())
    counts = alike >= BANK_SUPPORT
    space = embedder.space if counts else seen
    bank_add(space=space, texts=[text], vectors=vector[None], owner_id=user_id, source="learned")
    return counts


@transaction.atomic
def route_feedback(*, user_id: int, text: str, right_id: UUID | None, wrong_id: UUID | None, embedder: Embedder | None = None) -> None:
    """Keep what a user chose instead of the King: an example of the right specialist and a negative of the wrong one, for that user alone.

    Either may be None. Choosing again turns an earlier choice for the same words round.
    """
    embedder = embedder or process_embedder()
    digest, vector = text_digest(text), embedder.embed([text], "query")[0]
    rows = AgentEmbedding.objects.filter(owner_id=user_id, encoder=embedder.space, text_digest=digest)
    for specialist_id, kind, other in ((right_id, Kind.EXAMPLE, Kind.NEGATIVE), (wrong_id, Kind.NEGATIVE, Kind.EXAMPLE)):
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


def space_rebuild(*, embedder: Embedder | None = None) -> dict[str, int]:
    """Bring every specialist, every user's choices and the bank into the embedder's space; return counts of what was new.

    Other spaces are left alone: the new one is built beside the one in use.
    """
    embedder = embedder or process_embedder()
    if embedder.dimensions != DIMENSIONS:
        raise BadConfiguration(f"The embedder gives {embedder.dimensions} dimensions; the tables hold {DIMENSIONS}.")
    routed = Specialist.objects.filter(status__in=[Specialist.Status.VERIFIED, Specialist.Status.UNVERIFIED])
    ids = list(routed.order_by("pk").values_list("pk", flat=True))
    texts = sum(specialist_embed(specialist_id=one, embedder=embedder) for one in ids)
    return {"specialists": len(ids), "texts": texts, "choices": _choices_copy(embedder), "bank": bank_load(embedder=embedder)}


def _choices_copy(embedder: Embedder) -> int:
    """Embed users' choices that only other spaces have."""
    kept = AgentEmbedding.objects.filter(source=Source.FEEDBACK)
    here = set(kept.filter(encoder=embedder.space).values_list("specialist_id", "kind", "text_digest", "owner_id"))
    missing = {
        (row.specialist_id, row.kind, row.text_digest, row.owner_id): row.text
        for row in kept.exclude(encoder=embedder.space).order_by("pk").defer("vector")
    }
    missing = {key: text for key, text in missing.items() if key not in here}
    keys = list(missing)
    for start in range(0, len(keys), BATCH):
        piece = keys[start : start + BATCH]
        vectors = embedder.embed([missing[key] for key in piece], "query")
        rows = [
            AgentEmbedding(
                specialist_id=key[0],
                kind=key[1],
                text_digest=key[2],
                owner_id=key[3],
                text=missing[key],
                encoder=embedder.space,
                vector=vector,
                source=Source.FEEDBACK,
            )
            for key, vector in zip(piece, vectors, strict=True)
        ]
        AgentEmbedding.objects.bulk_create(rows, ignore_conflicts=True)
    return len(missing)
