"""The stored vectors that a calibration is fitted on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from django.db import connection

from kingdom.routing.embeddings.similarity import Ints, Vectors
from kingdom.routing.models import DIMENSIONS, EmbeddingKind

NEGATIVE_EXAMPLES = "negative_examples"  # their key among the counts, beside the specialist ids
_SHARED_TEXTS = """
agent_embeddings e JOIN dynamic_agents a ON a.id = e.specialist_id
WHERE e.shared AND e.encoder = %s AND e.kind <> 'centroid'
    AND a.status = 'verified' AND a.scope = 'global' AND a.routable
"""
_SHARED_ROWS = f"""
SELECT e.specialist_id::text, e.kind, e.text_digest, halfvec_send(e.vector) FROM {_SHARED_TEXTS}
ORDER BY e.specialist_id, e.kind, e.text_digest
"""  # noqa: S608 - formatted from a constant
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

    ``kinds``, ``digests`` and ``owners`` (indexes into ``ids``) are parallel to ``vectors``; ``negative_digests`` is
    parallel to ``negative_vectors``.
    """

    ids: tuple[str, ...]
    owners: Ints
    kinds: tuple[str, ...]
    digests: tuple[str, ...]
    vectors: Vectors
    negative_vectors: Vectors
    negative_digests: tuple[str, ...]

    def counts(self) -> dict[str, int]:
        """Return the numbers of texts by specialist id and of negative examples; a change causes a refit."""
        rows = np.bincount(self.owners, minlength=len(self.ids)).tolist() if self.ids else []
        return {**dict(zip(self.ids, rows, strict=True)), NEGATIVE_EXAMPLES: len(self.negative_digests)}


def _vectors(sent: Sequence[Any]) -> Vectors:
    """Return vectors from pgvector's binary form: dimension and an unused half-word, then big-endian half floats."""
    if not sent:
        return np.zeros((0, DIMENSIONS), dtype=np.float32)
    return np.stack([np.frombuffer(bytes(data), dtype=">f2", offset=4) for data in sent]).astype(np.float32)


def _rows(statement: str, space: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(statement, [space])
        return list(cursor.fetchall())


def fit_inputs(space: str) -> FitInputs:
    """Return everything that a fit for this space needs, in an order that depends on the rows only."""
    stored, negatives = _rows(_SHARED_ROWS, space), _rows(_NEGATIVE_ROWS, space)
    ids = tuple(dict.fromkeys(row[0] for row in stored if row[1] != EmbeddingKind.NEGATIVE))
    indexes = {specialist_id: index for index, specialist_id in enumerate(ids)}
    rows = [row for row in stored if row[0] in indexes]
    owners, kinds, digests, vectors = zip(*rows, strict=True) if rows else ((), (), (), ())
    return FitInputs(
        ids=ids,
        owners=np.array([indexes[owner] for owner in owners], dtype=np.int64),
        kinds=kinds,
        digests=digests,
        vectors=_vectors(vectors),
        negative_vectors=_vectors([row[1] for row in negatives]),
        negative_digests=tuple(row[0] for row in negatives),
    )


def fit_counts(space: str) -> dict[str, int]:
    """Return the same as ``FitInputs.counts`` without reading a vector."""
    return {**dict(_rows(_SHARED_COUNTS, space)), NEGATIVE_EXAMPLES: _rows(_NEGATIVE_COUNT, space)[0][0]}
