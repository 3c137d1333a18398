"""Find the candidates of a message in one database round trip."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db import connection

from kingdom.routing.embeddings.overrides import SAME_WORDS_COSINE, LearnedMessage
from kingdom.routing.embeddings.similarity import BELOW_EVERY_COSINE, NEGATIVE_NEIGHBOURS, Vectors, vector_literal
from kingdom.routing.models import POSITIVE_KINDS_SQL
from kingdom.routing.ranking import ForkOrigin, NearbySpecialist
from kingdom.specialists.status.canary_rules import CanaryState

NEAREST_ROWS = 50
NEAREST_SPECIALISTS = 15
NEAREST_CENTROIDS = 10
NEAREST_OVERRIDES = 20  # messages of the user's own overrides that are compared with the message
EF_SEARCH = 100  # pgvector's default of 40 returns fewer rows than the query asks for


_CANDIDATES = f"""
WITH tuned AS MATERIALIZED (
    SELECT set_config('hnsw.ef_search', '{EF_SEARCH}', true) AS ef,
        set_config('hnsw.iterative_scan', 'relaxed_order', true) AS scan
),
-- q depends on tuned and every scan on q, so the settings apply to this statement without another round trip.
q AS MATERIALIZED (SELECT %(vector)s::halfvec(384) AS v FROM tuned WHERE ef <> '' AND scan <> ''),
near AS MATERIALIZED (
    SELECT specialist_id, vector <#> (SELECT v FROM q) AS far FROM agent_embeddings
    WHERE shared AND encoder = %(space)s AND {POSITIVE_KINDS_SQL}
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
    -- The only visibility rule of routing: verified and global, or owned by the user; never deprecated. The owner's
    -- suspended ones are found to say that they are suspended: the King sets them aside.
    -- OFFSET 0 forces one index look-up per row; from its estimates the planner would scan all specialists.
    SELECT a.* FROM wanted CROSS JOIN LATERAL (
        SELECT id, current_version_id, role, status, scope, created_by_id, needs_model, credential_names,
            forked_from_id
        FROM dynamic_agents a
        WHERE a.id = wanted.specialist_id AND a.routable AND NOT a.draft AND a.current_version_id IS NOT NULL AND (
            (a.status = 'verified' AND a.scope = 'global')
            OR (a.created_by_id = %(user)s AND a.status IN ('verified', 'unverified', 'suspended'))
        )
        OFFSET 0
    ) a
)
SELECT a.id, a.current_version_id, a.role, a.status, a.scope, e.best, e.centre, e.purpose, e.negative, e.nearest,
    (SELECT avg(near) FROM (
        SELECT -(vector <#> (SELECT v FROM q)) AS near FROM negative_examples
        WHERE encoder = %(space)s AND (owner_id IS NULL OR owner_id = %(user)s)
        ORDER BY vector <#> (SELECT v FROM q) LIMIT {NEGATIVE_NEIGHBOURS}) nearest),
    (SELECT id FROM router_calibrations WHERE encoder = %(space)s AND active),
    c.share, c.previous_id, a.created_by_id = %(user)s,
    (SELECT kind FROM active_embedding_space WHERE id = 1), e.learned,
    (SELECT jsonb_agg(jsonb_build_array(specialist_id, text_digest, text, cosine) ORDER BY created_at DESC, id DESC)
     FROM (SELECT *, -(vector <#> (SELECT v FROM q)) AS cosine FROM agent_embeddings
           WHERE owner_id = %(user)s AND encoder = %(space)s AND kind = 'example' AND source = 'feedback'
           ORDER BY text_digest = %(digest)s DESC, vector <#> (SELECT v FROM q) LIMIT {NEAREST_OVERRIDES}) chosen
     WHERE text_digest = %(digest)s OR cosine >= {SAME_WORDS_COSINE}),
    a.needs_model,
    (SELECT jsonb_agg(name ORDER BY name) FROM jsonb_array_elements_text(a.credential_names) name WHERE NOT EXISTS (
        SELECT FROM user_credentials held WHERE held.user_id = %(user)s AND held.specialist_id = a.id
            AND held.credential_key = name AND held.revoked_at IS NULL
            AND (held.expires_at IS NULL OR held.expires_at > now()))),
    (SELECT jsonb_build_array(origin.specialist_id, origin.spec - 'role' = present.spec - 'role')
     FROM agent_versions origin, agent_versions present
     WHERE origin.id = a.forked_from_id AND present.id = a.current_version_id)
FROM (SELECT 1) always LEFT JOIN allowed a ON TRUE
LEFT JOIN agent_canaries c ON c.specialist_id = a.id AND c.version_id = a.current_version_id AND c.state = 'running'
LEFT JOIN LATERAL (
    SELECT max(near) FILTER (WHERE {POSITIVE_KINDS_SQL}) AS best, max(near) FILTER (WHERE kind = 'centroid') AS centre,
        max(near) FILTER (WHERE kind = 'purpose') AS purpose, max(near) FILTER (WHERE kind = 'negative') AS negative,
        (array_agg(text ORDER BY near DESC) FILTER (WHERE {POSITIVE_KINDS_SQL}))[1] AS nearest,
        (array_agg(source ORDER BY near DESC) FILTER (WHERE {POSITIVE_KINDS_SQL}))[1] = 'feedback' AS learned
    FROM (SELECT kind, source, text, -(vector <#> (SELECT v FROM q)) AS near FROM agent_embeddings
          WHERE specialist_id = a.id AND encoder = %(space)s AND (owner_id IS NULL OR owner_id = %(user)s)) rows
) e ON TRUE
"""  # noqa: S608 - formatted from constants of this module only


@dataclass(frozen=True)
class CandidateSet:
    """The result of one round trip.

    Candidates, similarity to the negative examples (0 without any), id of the active calibration, near messages of the
    user's overrides (newest first).

    ``active_kind`` is the embedder kind of the active space; None before the first switch, when the setting decides.
    """

    found: list[NearbySpecialist]
    negative_similarity: float
    calibration_id: int | None
    active_kind: str | None
    learned: Sequence[LearnedMessage]


def candidates_near(
    *, vector: Vectors, space: str, user_id: int, suggested: Sequence[str] = (), digest: str = ""
) -> CandidateSet:
    """Return the specialists near a message (d,) that this user may be routed to, in one statement.

    The owner's suspended ones are among them; the caller sets them aside. Global verified specialists are found by
    the nearest examples and centroids; all of the user's own are included by a separate subquery, because a vector
    index scan with an owner filter would walk past all other rows. ``suggested`` ids are always included. ``digest`` is
    that of the message, to find an override of the same text.
    """
    parameters: dict[str, Any] = {
        "vector": vector_literal(vector),
        "space": space,
        "user": user_id,
        "suggested": list(suggested),
        "digest": digest,
    }
    with connection.cursor() as cursor:
        cursor.execute(_CANDIDATES, parameters)
        rows = cursor.fetchall()
    found = [_nearby_specialist(row) for row in rows if row[0] is not None and row[5] is not None]
    learned = [LearnedMessage(*message) for message in json.loads(rows[0][17] or "[]")]
    return CandidateSet(found, float(rows[0][10] or 0.0), rows[0][11], rows[0][15], learned)


def _nearby_specialist(row: Sequence[Any]) -> NearbySpecialist:
    best = float(row[5])
    return NearbySpecialist(
        specialist_id=str(row[0]),
        version_id=str(row[1]),
        role=row[2],
        status=row[3],
        scope=row[4],
        best=best,
        centre=best if row[6] is None else float(row[6]),
        purpose=0.0 if row[7] is None else float(row[7]),
        negative=BELOW_EVERY_COSINE if row[8] is None else float(row[8]),
        nearest=row[9] or "",
        canary=None
        if row[12] is None
        else CanaryState(share=float(row[12]), previous=str(row[13] or ""), owned=bool(row[14])),
        learned=bool(row[16]),
        needs_model=bool(row[18]),
        missing_credentials=tuple(dict.fromkeys(json.loads(row[19] or "[]"))),
        fork=None if row[20] is None else ForkOrigin(*json.loads(row[20])),
    )
