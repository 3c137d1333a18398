"""The stored texts and vectors that a calibration is fitted on.

They are read once, in one statement. The vectors go to a temporary file: a million of them are 0.8 GB.
"""

import hashlib
import tempfile
from array import array
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import IO, Any

import numpy as np
from django.conf import settings
from django.db import connection

from kingdom.routing.calibration.stored_examples import StoredExamples, halves_of, rows_of, vectors_of
from kingdom.routing.embeddings.similarity import Ints, Vectors
from kingdom.routing.models import EmbeddingKind

NEGATIVE_EXAMPLES = "negative_examples"  # their key among the counts, beside the specialist ids
_SHARED_TEXTS = """
agent_embeddings e JOIN dynamic_agents a ON a.id = e.specialist_id
WHERE e.shared AND e.encoder = %s AND e.kind <> 'centroid'
    AND a.status = 'verified' AND a.scope = 'global' AND a.routable
"""
# COPY streams its rows, also through a pooler, where a cursor of the server is not available. One row a specialist.
_SHARED_ROWS = f"""
COPY (
    SELECT e.specialist_id::text, array_agg(e.kind::text ORDER BY e.kind, e.text_digest),
        array_agg(e.text_digest::text ORDER BY e.kind, e.text_digest),
        string_agg(halfvec_send(e.vector), ''::bytea ORDER BY e.kind, e.text_digest)
    FROM {_SHARED_TEXTS}
    GROUP BY e.specialist_id HAVING bool_or(e.kind <> 'negative')
    ORDER BY e.specialist_id
) TO STDOUT (FORMAT BINARY)
"""  # noqa: S608 - formatted from a constant
_SHARED_TYPES = ("text", "text[]", "text[]", "bytea")
_SHARED_COUNTS = f"""
SELECT e.specialist_id::text, count(*) FROM {_SHARED_TEXTS}
GROUP BY e.specialist_id HAVING bool_or(e.kind <> 'negative')
"""  # noqa: S608 - formatted from a constant
_NEGATIVE_ROWS = """
SELECT text_digest, halfvec_send(vector) FROM negative_examples WHERE encoder = %s AND owner_id IS NULL
ORDER BY text_digest
"""
_NEGATIVE_COUNT = "SELECT count(*) FROM negative_examples WHERE encoder = %s AND owner_id IS NULL"


@dataclass(frozen=True)
class FitInputs:
    """The inputs of a fit: rows of shared specialists only, so that no private text influences the routes of others.

    ``examples`` are the distinct positive texts of each of ``ids``: a duplicate would find its copy when left out.
    ``feedback_vectors`` (k, d) were marked as wrong for the specialists ``feedback_owners`` (k,). ``counts`` are the
    numbers of texts by specialist id and of negative examples; a change causes a refit. ``digest`` is that of all
    texts.
    """

    ids: tuple[str, ...]
    examples: StoredExamples
    feedback_vectors: Vectors
    feedback_owners: Ints
    negative_vectors: Vectors
    counts: dict[str, int]
    digest: str


class _Reader:
    """Gathers the rows of one specialist after another."""

    def __init__(self, file: IO[bytes]) -> None:
        """The vectors of examples go to ``file``."""
        self._file, self._digest = file, hashlib.sha256()
        self._owners, self._calibrates = array("q"), array("b")
        self._feedback, self._feedback_owners = bytearray(), array("q")
        self._counts: dict[str, int] = {}

    def add(self, specialist_id: str, kinds: Sequence[str], digests: Sequence[str], sent: bytes) -> None:
        """Add all texts of a specialist, in their order."""
        owner, seen, kept, negative = len(self._counts), set[str](), [], []
        self._counts[specialist_id] = len(kinds)
        for row, (kind, text) in enumerate(zip(kinds, digests, strict=True)):
            self._digest.update(f"|{specialist_id}{kind}{text}".encode())
            if kind == EmbeddingKind.NEGATIVE:
                negative.append(row)
            elif text not in seen:
                seen.add(text)
                kept.append(row)
        halves = halves_of(sent)
        self._file.write(rows_of(halves, kept))
        self._owners.extend([owner] * len(kept))
        self._calibrates.extend([kinds[row] != EmbeddingKind.PURPOSE for row in kept])
        self._feedback += rows_of(halves, negative)
        self._feedback_owners.extend([owner] * len(negative))

    def inputs(self, negatives: Sequence[tuple[str, bytes]]) -> FitInputs:
        """Return everything, with the negative examples (digest and vector)."""
        for text, _ in negatives:
            self._digest.update(f"|negative example{text}".encode())
        ids = tuple(self._counts)
        owners = np.array(self._owners, dtype=np.int64)
        calibrates = np.array(self._calibrates, dtype=np.bool_)
        return FitInputs(
            ids=ids,
            examples=StoredExamples(self._file, owners, calibrates, len(ids)),
            feedback_vectors=vectors_of(bytes(self._feedback)),
            feedback_owners=np.array(self._feedback_owners, dtype=np.int64),
            negative_vectors=vectors_of(halves_of(b"".join(sent for _, sent in negatives))),
            counts={**self._counts, NEGATIVE_EXAMPLES: len(negatives)},
            digest=self._digest.hexdigest(),
        )


def _rows(statement: str, space: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, [space])
        return list(cursor.fetchall())


@contextmanager
def fit_inputs(space: str) -> Iterator[FitInputs]:
    """Give everything that a fit for this space needs, in an order that depends on the rows only."""
    # without a name: a kill leaves no copy; in the data folder, since the temporary one may be in memory
    with tempfile.TemporaryFile(dir=settings.KINGDOM.resolved_data) as file:
        reader = _Reader(file)
        with connection.wrap_database_errors, connection.cursor() as cursor, cursor.copy(_SHARED_ROWS, [space]) as copy:
            copy.set_types(_SHARED_TYPES)
            for specialist_id, kinds, digests, sent in copy.rows():
                reader.add(specialist_id, kinds, digests, sent)
        file.flush()
        yield reader.inputs([(digest, bytes(sent)) for digest, sent in _rows(_NEGATIVE_ROWS, space)])


def fit_counts(space: str) -> dict[str, int]:
    """Return the same as ``FitInputs.counts`` without reading a vector."""
    return {**dict(_rows(_SHARED_COUNTS, space)), NEGATIVE_EXAMPLES: _rows(_NEGATIVE_COUNT, space)[0][0]}
