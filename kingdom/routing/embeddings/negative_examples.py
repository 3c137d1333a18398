"""The shipped bank of messages for nobody: generic requests no specialist should claim (config/negative_examples.md)."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from django.conf import settings
from django.db import connection

from kingdom.core.errors import BadConfiguration
from kingdom.routing.embeddings.erasure import text_digest
from kingdom.routing.embeddings.similarity import Floats, Vectors, vector_literal
from kingdom.routing.embeddings.user_feedback_copy import PENDING_SUFFIX, batches
from kingdom.routing.models import NegativeExample
from kingdom.routing.spaces.active_embedder import active_embedder
from kingdom.runtime.ports import Embedder

FILE: Path = settings.BASE_DIR / "config" / "negative_examples.jsonl"


def negative_examples_read(path: Path | None = None) -> list[str]:
    """Return the texts of a JSON Lines file (``{"text": …}`` a line), each once, in order. Raises BadConfiguration naming the line."""
    file = path or FILE
    texts: dict[str, None] = {}
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip():
            continue
        try:
            texts[str(json.loads(line)["text"]).strip()] = None
        except (ValueError, KeyError, TypeError) as error:
            raise BadConfiguration(f"{file.name}, line {number}: expected an object with a text.") from error
    return list(texts)


def negative_examples_nearest(*, vector: Vectors, space: str, user_id: int, but_digest: str = "") -> Floats:
    """Return the cosines, highest first, of a message (d,) to the bank texts that count for a user, at most three.

    The text with ``but_digest`` is left out: a message does not support itself.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT -(vector <#> %s::halfvec(384)) AS near FROM routing_bank "
            "WHERE encoder = %s AND (owner_id IS NULL OR owner_id = %s) AND text_digest <> %s ORDER BY near DESC LIMIT 3",
            [vector_literal(vector), space, user_id, but_digest],
        )
        return np.array([row[0] for row in cursor.fetchall()], dtype=np.float64)


ProgressCallback = Callable[[int], None]  # hears how many texts more are there


SIMILAR_COSINE = 0.8  # cosine from which two messages for nobody are alike


MIN_SIMILAR = 2  # alike ones of the same user that a third needs: one odd message is no pattern


def report_progress(told: ProgressCallback | None, texts: int) -> None:
    if told is not None:
        told(texts)


def negative_examples_add(
    *, space: str, texts: Sequence[str], vectors: Vectors, owner_id: int | None = None, source: str = "shipped"
) -> None:
    """Store texts for nobody with their vectors; those that are there already stay."""
    rows = [
        NegativeExample(
            encoder=space, text=text, text_digest=text_digest(text), vector=vector, owner_id=owner_id, source=source
        )
        for text, vector in zip(texts, vectors, strict=True)
    ]
    NegativeExample.objects.bulk_create(rows, ignore_conflicts=True)


def negative_examples_load(
    *, embedder: Embedder | None = None, path: Path | None = None, told: ProgressCallback | None = None
) -> int:
    """Bring the shipped texts for nobody into the embedder's space; return how many were new. Idempotent."""
    embedder = embedder or active_embedder()
    texts = {text_digest(text): text for text in negative_examples_read(path)}
    known = set(
        NegativeExample.objects.filter(encoder=embedder.space, owner=None).values_list("text_digest", flat=True)
    )
    missing = [text for digest, text in texts.items() if digest not in known]
    report_progress(told, len(texts) - len(missing))
    for piece in batches(missing):
        negative_examples_add(space=embedder.space, texts=piece, vectors=embedder.embed(piece, "query"))
        report_progress(told, len(piece))
    NegativeExample.objects.filter(encoder=embedder.space, owner=None, source="shipped").exclude(
        text_digest__in=texts
    ).delete()
    return len(missing)


def negative_example_learn(*, text: str, user_id: int, embedder: Embedder | None = None) -> bool:
    """Let a message that went to nobody count as such for its user, once three alike did; return whether it counts from now on.

    Only the user's own bank learns: what one user writes never keeps others from their specialists. Below three alike the message is
    stored as ``seen`` in a space of its own, which no route reads.
    """
    embedder = embedder or active_embedder()
    vector = embedder.embed([text], "query")[0]
    seen = embedder.space + PENDING_SUFFIX
    near = negative_examples_nearest(vector=vector, space=seen, user_id=user_id, but_digest=text_digest(text))
    alike = int((near >= SIMILAR_COSINE).sum())
    counts = alike >= MIN_SIMILAR
    space = embedder.space if counts else seen
    negative_examples_add(space=space, texts=[text], vectors=vector[None], owner_id=user_id, source="learned")
    return counts
