"""Messages that no specialist should get, shipped (config/negative_examples.md) or learned for one user."""

import json
from collections.abc import Callable, Sequence
from pathlib import Path

import numpy as np
from django.conf import settings
from django.db import connection

from kingdom.contracts.formats.canonical import stripped_text_digest
from kingdom.core.errors import BadConfiguration
from kingdom.routing.embeddings.request_text import request_vectors
from kingdom.routing.embeddings.similarity import NEGATIVE_NEIGHBOURS, Floats, Vectors, vector_literal
from kingdom.routing.embeddings.user_feedback_copy import PENDING_SUFFIX, batches
from kingdom.routing.models import NegativeExample
from kingdom.routing.spaces.active_embedder import active_embedder
from kingdom.runtime.ports import Embedder

FILE: Path = settings.BASE_DIR / "config" / "negative_examples.jsonl"
SIMILAR_COSINE = 0.8  # cosine from which two negative examples are similar
MIN_SIMILAR = 2  # similar earlier messages of the same user that a message needs to count as a negative example
ProgressCallback = Callable[[int], None]  # is called with the number of texts added since the last call


def negative_examples_read(path: Path | None = None) -> list[str]:
    """Return the distinct texts of a JSON Lines file (one ``{"text": …}`` per line) in order.

    Raises BadConfiguration with the line number for a line that is not of this form.
    """
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
    """Return the cosines of a message (d,) to the three nearest negative examples of a user, highest first.

    The text with the digest ``but_digest`` is excluded: a message does not support itself.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT -(vector <#> %s::halfvec(384)) AS near FROM negative_examples "
            "WHERE encoder = %s AND (owner_id IS NULL OR owner_id = %s) AND text_digest <> %s "
            "ORDER BY near DESC LIMIT %s",
            [vector_literal(vector), space, user_id, but_digest, NEGATIVE_NEIGHBOURS],
        )
        return np.array([row[0] for row in cursor.fetchall()], dtype=np.float64)


def report_progress(on_progress: ProgressCallback | None, texts: int) -> None:
    """Call ``on_progress`` with a number of texts, if it is set."""
    if on_progress is not None:
        on_progress(texts)


def negative_examples_add(
    *, space: str, texts: Sequence[str], vectors: Vectors, owner_id: int | None = None, source: str = "shipped"
) -> None:
    """Store negative examples with their vectors; existing rows stay as they are."""
    rows = [
        NegativeExample(
            encoder=space,
            text=text,
            text_digest=stripped_text_digest(text),
            vector=vector,
            owner_id=owner_id,
            source=source,
        )
        for text, vector in zip(texts, vectors, strict=True)
    ]
    NegativeExample.objects.bulk_create(rows, ignore_conflicts=True)


def negative_examples_load(
    *, embedder: Embedder | None = None, path: Path | None = None, on_progress: ProgressCallback | None = None
) -> int:
    """Store new shipped negative examples, delete outdated ones; return the number of new ones. Idempotent."""
    embedder = embedder or active_embedder()
    texts = {stripped_text_digest(text): text for text in negative_examples_read(path)}
    known = set(
        NegativeExample.objects.filter(encoder=embedder.space, owner=None).values_list("text_digest", flat=True)
    )
    missing = [text for digest, text in texts.items() if digest not in known]
    report_progress(on_progress, len(texts) - len(missing))
    for batch in batches(missing):
        negative_examples_add(space=embedder.space, texts=batch, vectors=request_vectors(batch, embedder, "query"))
        report_progress(on_progress, len(batch))
    NegativeExample.objects.filter(encoder=embedder.space, owner=None, source="shipped").exclude(
        text_digest__in=texts
    ).delete()
    return len(missing)


def negative_example_learn(*, text: str, user_id: int, embedder: Embedder | None = None) -> bool:
    """Make a message that no specialist got a negative example of its user once three similar ones exist.

    Return whether it is one now.

    It applies to that user only, so that one user's messages do not change the routes of others. Before the third
    similar message it is stored in a pending space, which no route reads.
    """
    embedder = embedder or active_embedder()
    vector = request_vectors([text], embedder, "query")[0]
    pending = embedder.space + PENDING_SUFFIX
    cosines = negative_examples_nearest(
        vector=vector, space=pending, user_id=user_id, but_digest=stripped_text_digest(text)
    )
    counts = int((cosines >= SIMILAR_COSINE).sum()) >= MIN_SIMILAR
    space = embedder.space if counts else pending
    negative_examples_add(space=space, texts=[text], vectors=vector[None], owner_id=user_id, source="learned")
    return counts
