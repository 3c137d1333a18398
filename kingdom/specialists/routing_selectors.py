"""What routing reads: the candidates of a message in one round trip, the fitted gate, and what a fit is made from."""

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from django.db import connection

from kingdom.specialists.models import AgentEmbedding, RoutingGate
from kingdom.specialists.rules.canary import Let
from kingdom.specialists.rules.gate import Gate
from kingdom.specialists.rules.head import Head
from kingdom.specialists.rules.ranking import Found, LoadedGate
from kingdom.specialists.rules.scoring import BANK_NEAREST, NEVER, Floats, Ints, Vectors

Kind = AgentEmbedding.Kind
POSITIVE = (Kind.PURPOSE.value, Kind.EXAMPLE.value, Kind.GENERATED.value)
NEAREST_ROWS = 50
NEAREST_SPECIALISTS = 15
NEAREST_CENTROIDS = 10
BANK = "bank"
EF_SEARCH = 100  # pgvector's default of 40 would give fewer rows than are asked for

# The kinds are spelled out and not bound: the partial index is used only when the planner can see that they are its own.
KINDS_SQL = "kind IN ('purpose', 'example', 'generated')"

_CANDIDATES = f"""
WITH tuned AS MATERIALIZED (
    SELECT set_config('hnsw.ef_search', '{EF_SEARCH}', true) AS ef, set_config('hnsw.iterative_scan', 'relaxed_order', true) AS scan
),
-- The scans below wait for q, and q for the settings: so they hold for this statement, with no round trip of their own.
q AS MATERIALIZED (SELECT %(vector)s::halfvec(384) AS v FROM tuned WHERE ef <> '' AND scan <> ''),
near AS MATERIALIZED (
    SELECT specialist_id, vector <#> (SELECT v FROM q) AS far FROM agent_embeddings
    WHERE shared AND encoder = %(space)s AND {KINDS_SQL}
    ORDER BY vector <#> (SELECT v FROM q) LIMIT {NEAREST_ROWS}
),
wanted AS MATERIALIZED (
    (SELECT specialist_id FROM near GROUP BY specialist_id ORDER BY min(far) LIMIT {NEAREST_SPECIALISTS})
    UNION
    (SELECT specialist_id FROM agent_embeddings WHERE shared AND encoder = %(space)s AND kind = 'centroid'
     ORDER BY vector <#> (SELECT v FROM q) LIMIT {NEAREST_CENTROIDS})
    UNION
    (SELECT unnest(%(suggested)s::uuid[]))
    UNION
    (SELECT specialist_id FROM agent_embeddings WHERE owner_id = %(user)s AND encoder = %(space)s AND kind = 'example'
     ORDER BY vector <#> (SELECT v FROM q) LIMIT {NEAREST_CENTROIDS})
    UNION
    (SELECT id FROM dynamic_agents WHERE created_by_id = %(user)s AND NOT draft)
),
allowed AS (
    -- The only place that decides who sees whom: verified and global, or one's own; never a suspended or deprecated one.
    -- OFFSET 0 keeps the planner at one look-up a row: from its guesses it would rather walk all specialists.
    SELECT a.* FROM wanted CROSS JOIN LATERAL (
        SELECT id, current_version_id, role, status, scope, created_by_id FROM dynamic_agents a
        WHERE a.id = wanted.specialist_id AND a.routable AND NOT a.draft AND a.current_version_id IS NOT NULL AND (
            (a.status = 'verified' AND a.scope = 'global')
            OR (a.created_by_id = %(user)s AND a.status IN ('verified', 'unverified'))
        )
        OFFSET 0
    ) a
)
SELECT a.id, a.current_version_id, a.role, a.status, a.scope, e.best, e.centre, e.purpose, e.negative, e.nearest,
    (SELECT avg(near) FROM (
        SELECT -(vector <#> (SELECT v FROM q)) AS near FROM routing_bank
        WHERE encoder = %(space)s AND (owner_id IS NULL OR owner_id = %(user)s)
        ORDER BY vector <#> (SELECT v FROM q) LIMIT {BANK_NEAREST}) nearest),
    (SELECT id FROM routing_gates WHERE encoder = %(space)s AND active),
    c.share, c.previous_id, a.created_by_id = %(user)s,
    (SELECT kind FROM routing_choice WHERE id = 1)
FROM (SELECT 1) one LEFT JOIN allowed a ON TRUE
LEFT JOIN agent_canaries c ON c.specialist_id = a.id AND c.version_id = a.current_version_id AND c.state = 'running'
LEFT JOIN LATERAL (
    SELECT max(near) FILTER (WHERE {KINDS_SQL}) AS best, max(near) FILTER (WHERE kind = 'centroid') AS centre,
        max(near) FILTER (WHERE kind = 'purpose') AS purpose, max(near) FILTER (WHERE kind = 'negative') AS negative,
        (array_agg(text ORDER BY near DESC) FILTER (WHERE {KINDS_SQL}))[1] AS nearest
    FROM (SELECT kind, text, -(vector <#> (SELECT v FROM q)) AS near FROM agent_embeddings
          WHERE specialist_id = a.id AND encoder = %(space)s AND (owner_id IS NULL OR owner_id = %(user)s)) rows
) e ON TRUE
"""  # noqa: S608 - only constants of this module are spelled in


@dataclass(frozen=True)
class Nearby:
    """What one round trip found: the candidates, the message's bank score (0 without a bank), and the number of the active gate.

    ``serving`` is the kind of embedder whose space serves now; None where none was ever switched to, so that the setting says it.
    """

    found: list[Found]
    bank: float
    gate_id: int | None
    serving: str | None


def vector_literal(vector: Vectors) -> str:
    """Return a vector (d,) as pgvector reads it."""
    return "[" + ",".join(format(float(value), ".5g") for value in vector) + "]"


def candidates_near(*, vector: Vectors, space: str, user_id: int, suggested: Sequence[str] = ()) -> Nearby:
    """Return the specialists near a message (d,) that this user may be routed to, in one statement.

    Global verified ones come by the nearest examples and centroids, the user's own all, by their own path: through the vector index a
    filter for one owner would have to walk past everybody else's rows. ``suggested`` are ids to look at in any case.
    """
    bound: dict[str, Any] = {"vector": vector_literal(vector), "space": space, "user": user_id, "suggested": list(suggested)}
    with connection.cursor() as cursor:
        cursor.execute(_CANDIDATES, bound)
        rows = cursor.fetchall()
    found = [_found(row) for row in rows if row[0] is not None and row[5] is not None]
    return Nearby(found, float(rows[0][10] or 0.0), rows[0][11], rows[0][15])


def _found(row: Sequence[Any]) -> Found:
    best = float(row[5])
    return Found(
        specialist_id=str(row[0]),
        version_id=str(row[1]),
        role=row[2],
        status=row[3],
        scope=row[4],
        best=best,
        centre=best if row[6] is None else float(row[6]),
        purpose=0.0 if row[7] is None else float(row[7]),
        negative=NEVER if row[8] is None else float(row[8]),
        nearest=row[9] or "",
        canary=None if row[12] is None else Let(share=float(row[12]), previous=str(row[13] or ""), owned=bool(row[14])),
    )


_cache: dict[str, tuple[int, LoadedGate]] = {}
_cache_lock = threading.Lock()


def gate_cached(space: str) -> LoadedGate | None:
    """Return the gate this process last used for a space, without asking the database; the first time, the active one."""
    held = _cache.get(space)
    if held is not None:
        return held[1]
    active = RoutingGate.objects.filter(encoder=space, active=True).values_list("pk", flat=True).first()
    return gate_current(space, active)


def gate_current(space: str, gate_id: int | None) -> LoadedGate | None:
    """Return the gate with that number, from this process's cache when it is the one held."""
    with _cache_lock:
        held = _cache.get(space)
        if held is not None and held[0] == gate_id:
            return held[1]
        row = RoutingGate.objects.filter(pk=gate_id).first() if gate_id is not None else None
        if row is None:
            _cache.pop(space, None)
            return None
        loaded = gate_load(row)
        _cache[space] = (row.pk, loaded)
        return loaded


def gate_forget(space: str) -> None:
    """Drop a space's gate from this process's cache."""
    with _cache_lock:
        _cache.pop(space, None)


def gate_load(row: RoutingGate) -> LoadedGate:
    """Return a stored gate ready for use."""
    stored = row.parameters
    ids = tuple(stored["specialists"])
    head = None
    if row.head is not None:
        table = np.frombuffer(bytes(row.head), dtype="<f4").reshape(len(ids), -1)
        head = Head(np.ascontiguousarray(table[:, :-1]), table[:, -1].astype(np.float64))
    return LoadedGate(
        name=f"{row.encoder}:{row.pk}",
        plain=Gate.from_json(stored["plain"]),
        full=Gate.from_json(stored["full"]) if stored["full"] else None,
        head=head,
        order={one: place for place, one in enumerate(ids)},
        shifts=dict(zip(ids, stored["shifts"], strict=True)),
        ids=ids,
    )


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
        return {**dict(zip(self.ids, rows, strict=True)), BANK: len(self.bank_digests)}


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
_BANK_ROWS = "SELECT text_digest, halfvec_send(vector) FROM routing_bank WHERE encoder = %s AND owner_id IS NULL ORDER BY text_digest"


def fit_inputs(space: str) -> FitInputs:
    """Return everything a fit of this space's gate needs, in an order that depends on the rows alone."""
    with connection.cursor() as cursor:
        cursor.execute(_SHARED_ROWS, [space])
        rows = cursor.fetchall()
        cursor.execute(_BANK_ROWS, [space])
        bank = cursor.fetchall()
    ids = tuple(dict.fromkeys(row[0] for row in rows if row[1] != Kind.NEGATIVE))
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
    return {**counts, BANK: bank[0] if bank is not None else 0}


def _vectors(sent: Sequence[Any]) -> Vectors:
    """Read vectors in pgvector's binary form: dimension and a spare half-word, then big-endian half floats."""
    if not sent:
        return np.zeros((0, 384), dtype=np.float32)
    return np.stack([np.frombuffer(bytes(one), dtype=">f2", offset=4) for one in sent]).astype(np.float32)


def bank_nearest(*, vector: Vectors, space: str, user_id: int, but_digest: str = "") -> Floats:
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
