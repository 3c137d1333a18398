"""What the gate has to know of the database to judge a batch: one statement, one way there and back."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db import connection

from kingdom.approvals.permissions.rule_matching import EffectiveRule
from kingdom.approvals.permissions.selectors import RULES_SQL, effective_rules_parse
from kingdom.contracts.call_context import CallContext
from kingdom.tools.base import Tool
from kingdom.tools.gate.rate_limits import TAKE_SQL, rate_limit_values, wait_seconds

# A batch that an earlier try has begun was counted then, so it takes nothing from its buckets any more.
_SNAPSHOT_SQL = f"""
WITH begun AS (SELECT call_id, result FROM tool_calls WHERE session_id = %(session_id)s AND call_id = ANY (%(call_ids)s::text[])),
wanted AS (
    SELECT key, cost FROM unnest(%(keys)s::text[], %(costs)s::float8[]) AS one(key, cost) WHERE NOT EXISTS (SELECT 1 FROM begun)
),
{TAKE_SQL}
SELECT (SELECT coalesce(json_object_agg(call_id, result), '{{}}') FROM begun),
       (SELECT wait FROM waits), (SELECT count(*) FROM taken), {RULES_SQL}
"""  # noqa: S608 - constants of this product


class GateSnapshot(NamedTuple):
    """Calls that were begun, by their stored id, with their result or None; after how many seconds the rest may go on; the rules."""

    begun: Mapping[str, Any]
    wait: float
    rules: list[EffectiveRule]


def gate_snapshot_load(ctx: CallContext, *, call_ids: Sequence[str], tools: Sequence[Tool]) -> GateSnapshot:
    """Count a batch of tools for its user, its session and each of its tools, and return what it is judged by. Blocking.

    ``call_ids`` are those of the whole batch in their stored form. Without tools nothing is counted.
    """
    rates = rate_limit_values(ctx, tools)
    place: dict[str, Any] = {
        "session_id": uuid.UUID(ctx.session_id),
        "user_id": int(ctx.user_id),
        "call_ids": list(call_ids),
    }
    with connection.cursor() as cursor:
        cursor.execute(_SNAPSHOT_SQL, {**rates, **place})
        row = cursor.fetchone()
    if row is None:  # a SELECT of one row always has one
        raise RuntimeError("the database gave no facts")
    begun, wait, taken, standing, granted = row
    return GateSnapshot(
        begun, 0.0 if begun else wait_seconds(wait, taken, rates), effective_rules_parse(standing, granted)
    )
