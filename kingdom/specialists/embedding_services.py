"""The texts that routing knows specialists by, kept in step with their specs in each embedding space. Runs in the worker, never in web."""

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

import numpy as np
import structlog
from django.conf import settings
from django.db import connection, transaction
from django.db.models import QuerySet

from kingdom.adapters.embeddings.factory import Kind as EmbedderKind
from kingdom.adapters.embeddings.factory import build_embedder
from kingdom.contracts.spec import AgentSpec
from kingdom.core.errors import BadConfiguration, KingdomError
from kingdom.runtime.ports import Embedder
from kingdom.sessions.capabilities import model_config
from kingdom.specialists.bank import bank_read
from kingdom.specialists.forgetting_services import personal_lock, text_digest
from kingdom.specialists.models import DIMENSIONS, AgentEmbedding, BankText, Specialist
from kingdom.specialists.personal_services import SEEN, personal_copy, pieces
from kingdom.specialists.routing_selectors import POSITIVE, bank_nearest
from kingdom.specialists.rules.scoring import Vectors, unit_rows
from kingdom.specialists.space_selectors import kind_serving, kinds_kept

Kind = AgentEmbedding.Kind
Source = AgentEmbedding.Source
Told = Callable[[int], None]  # hears how many texts more are there
BANK_ALIKE = 0.8  # cosine from which two messages for nobody are alike
BANK_SUPPORT = 2  # alike ones of the same user that a third needs: one odd message is no pattern
_log = structlog.get_logger(__name__)


@functools.cache
def embedder_kept(kind: EmbedderKind) -> Embedder:
    """Return this process's embedder of a kind. Nothing is loaded before the first text."""
    return embedder_of(kind)


def settings_embedder() -> Embedder:
    """Return the embedder that the setting names: for what is measured with it and must not move when routing's space is switched."""
    return embedder_kept(settings.KINGDOM.embedder)


def process_embedder() -> Embedder:
    """Return this process's embedder of the space that serves now. One read by primary key."""
    _last.kind = kind_serving()
    return embedder_kept(_last.kind)


def embedder_last() -> Embedder:
    """Return the embedder that served when this process last looked, without a read; the caller checks by what it finds."""
    return embedder_kept(_last.kind) if _last.kind else process_embedder()


def kind_last() -> str:
    """Return the kind of the embedder that served when this process last looked."""
    return _last.kind


@dataclass
class _Last:
    """What this process last saw serving."""

    kind: str = ""


_last = _Last()


def embedder_of(kind: EmbedderKind) -> Embedder:
    """Return the embedder of a kind, with this installation's folder, key and address; ModelNotConfigured for Gemini without a key."""
    return build_embedder(kind, settings.KINGDOM.resolved_data / "models", model_config("chat"))


def embedders_kept(*, building: bool = True) -> list[Embedder]:
    """Return the embedders of all spaces that are kept in step, the one that serves first; one beside it that is away is left out."""
    found = [process_embedder()]
    for kind in kinds_kept(building=building)[1:]:
        try:
            found.append(embedder_kept(kind))
        except KingdomError as error:
            _log.warning("space_not_kept", kind=kind, reason=error.message)
    return list({one.space: one for one in found}.values())


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
        # A version may have come while its predecessor was embedded, and been embedded first: then this is old, and starts again.
        late = not Specialist.everything.filter(pk=specialist.pk, current_version=specialist.current_version_id).exists()
        if not late:
            _rows_replace(specialist, embedder.space, missing, wanted, vectors)
    return specialist_embed(specialist_id=specialist_id, embedder=embedder) if late else len(missing)


def _rows_replace(
    specialist: Specialist, space: str, missing: Mapping[tuple[str, str], str], wanted: Mapping[tuple[str, str], str], vectors: Vectors
) -> None:
    for kind, digest in set(_spec_rows(specialist, space).values_list("kind", "text_digest")) - set(wanted):
        _spec_rows(specialist, space).filter(kind=kind, text_digest=digest).delete()
    rows_add(specialist_id=specialist.pk, space=space, texts=missing, vectors=vectors)
    centroid_set(specialist_id=specialist.pk, space=space)


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


def bank_load(*, embedder: Embedder | None = None, path: Path | None = None, told: Told | None = None) -> int:
    """Bring the shipped texts for nobody into the embedder's space; return how many were new. Idempotent."""
    embedder = embedder or process_embedder()
    texts = {text_digest(text): text for text in bank_read(path)}
    known = set(BankText.objects.filter(encoder=embedder.space, owner=None).values_list("text_digest", flat=True))
    missing = [text for digest, text in texts.items() if digest not in known]
    _tell(told, len(texts) - len(missing))
    for piece in pieces(missing):
        bank_add(space=embedder.space, texts=piece, vectors=embedder.embed(piece, "query"))
        _tell(told, len(piece))
    BankText.objects.filter(encoder=embedder.space, owner=None, source="shipped").exclude(text_digest__in=texts).delete()
    return len(missing)


def _tell(told: Told | None, texts: int) -> None:
    if told is not None:
        told(texts)


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
    seen = embedder.space + SEEN
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
    personal_lock()
    rows = AgentEmbedding.objects.filter(owner_id=user_id, text_digest=digest)  # of all spaces: no other may bring the old choice back
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


def space_rebuild(*, embedder: Embedder | None = None, told: Told | None = None) -> dict[str, int]:
    """Bring every specialist, what users chose and taught, and the bank into the embedder's space; return counts of what was new.

    Other spaces are left alone: the new one is built beside the one in use. ``told`` hears of texts as they are there, so that it can
    stop this by an exception; what was brought stays, and the next time goes on from there.
    """
    embedder = embedder or process_embedder()
    if embedder.dimensions != DIMENSIONS:
        raise BadConfiguration(f"The embedder gives {embedder.dimensions} dimensions; the tables hold {DIMENSIONS}.")
    new = 0
    routed = _routed()
    for specialist_id, count in routed:
        new += specialist_embed(specialist_id=specialist_id, embedder=embedder)
        _tell(told, count)
    choices, learned = personal_copy(embedder=embedder)
    return {"specialists": len(routed), "texts": new, "choices": choices + learned, "bank": bank_load(embedder=embedder, told=told)}


def space_total() -> int:
    """Return how many texts a whole space holds of what counts for all."""
    return sum(count for _, count in _routed()) + len(bank_read())


def _routed() -> list[tuple[UUID, int]]:
    """Return whoever can be routed to, with the number of texts of the spec."""
    routed = Specialist.objects.filter(status__in=[Specialist.Status.VERIFIED, Specialist.Status.UNVERIFIED]).order_by("pk")
    return [(pk, 1 + len(examples or ())) for pk, examples in routed.values_list("pk", "spec_snapshot__examples")]
