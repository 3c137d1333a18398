"""The stored vectors that a calibration is fitted on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from django.db import connection

from kingdom.routing.embeddings.similarity import Ints, Vectors
from kingdom.routing.models import EmbeddingKind

NEGATIVE_EXAMPLES = "bank"


@dataclass(frozen=True)
class FitInputs:
    """What a gate is fitted from: rows of shared specialists only, so that nothing private reaches what everybody is routed by.

    ``kinds``, ``digests`` and ``owners`` (places in ``ids``) go with the rows of ``vectors``; ``bank`` and ``bank_digests`` likewise.
    """

    ids: tuple[str, ...]
    owners: Ints
    kinds: tuple[str, ...]
    digests: tuple[str, ...]
    vectors: Vectors
    bank: Vectors
    bank_digests: tuple[str, ...]

    def counts(self) -> dict[str, int]:
        """Return how many texts each specialist has, and the bank under its own name: what tells whether a gate is old."""
        rows = np.bincount(self.owners, minlength=len(self.ids)).tolist() if self.ids else []
        return {**dict(zip(self.ids, rows, strict=True)), NEGATIVE_EXAMPLES: len(self.bank_digests)}


_SHARED_ROWS = """
SELECT e.specialist_id::text, e.kind, e.text_digest, halfvec_send(e.vector)
FROM agent_embeddings e JOIN dynamic_agents a ON a.id = e.specialist_id
WHERE e.shared AND e.encoder = %s AND e.kind <> 'centroid' AND a.status = 'verified' AND a.scope = 'global' AND a.routable
ORDER BY e.specialist_id, e.kind, e.text_digest
"""


_SHARED_COUNTS = """
SELECT e.specialist_id::text, count(*) FROM agent_embeddings e JOIN dynamic_agents a ON a.id = e.specialist_id
WHERE e.shared AND e.encoder = %s AND e.kind <> 'centroid' AND a.status = 'verified' AND a.scope = 'global' AND a.routable
GROUP BY e.specialist_id HAVING bool_or(e.kind <> 'negative')
"""


_NEGATIVE_ROWS = "SELECT text_digest, halfvec_send(vector) FROM routing_bank WHERE encoder = %s AND owner_id IS NULL ORDER BY text_digest"


def _vectors(sent: Sequence[Any]) -> Vectors:
    """Read vectors in pgvector's binary form: dimension and a spare half-word, then big-endian half floats."""
    if not sent:
        return np.zeros((0, 384), dtype=np.float32)
    return np.stack([np.frombuffer(bytes(one), dtype=">f2", offset=4) for one in sent]).astype(np.float32)


def fit_inputs(space: str) -> FitInputs:
    """Return everything a fit of this space's gate needs, in an order that depends on the rows alone."""
    with connection.cursor() as cursor:
        cursor.execute(_SHARED_ROWS, [space])
        rows = cursor.fetchall()
        cursor.execute(_NEGATIVE_ROWS, [space])
        bank = cursor.fetchall()
    ids = tuple(dict.fromkeys(row[0] for row in rows if row[1] != EmbeddingKind.NEGATIVE))
    places = {one: place for place, one in enumerate(ids)}
    rows = [row for row in rows if row[0] in places]
    return FitInputs(
        ids=ids,
        owners=np.array([places[row[0]] for row in rows], dtype=np.int64),
        kinds=tuple(row[1] for row in rows),
        digests=tuple(row[2] for row in rows),
        vectors=_vectors([row[3] for row in rows]),
        bank=_vectors([row[1] for row in bank]),
        bank_digests=tuple(row[0] for row in bank),
    )


def fit_counts(space: str) -> dict[str, int]:
    """Return what ``FitInputs.counts`` would, without reading a vector."""
    with connection.cursor() as cursor:
        cursor.execute(_SHARED_COUNTS, [space])
        counts = dict(cursor.fetchall())
        cursor.execute("SELECT count(*) FROM routing_bank WHERE encoder = %s AND owner_id IS NULL", [space])
        bank = cursor.fetchone()
    return {**counts, NEGATIVE_EXAMPLES: bank[0] if bank is not None else 0}
