"""Reads from the database what the gate needs to judge a batch, in one statement."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from django.db import connection

from kingdom.approvals.permissions.rule_matching import EffectiveRule
from kingdom.approvals.permissions.selectors import RULES_SQL, effective_rules_parse
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.tools import ToolRequest
from kingdom.events.event_store import PENDING_SQL, event_params, events_follow, events_sql
from kingdom.events.tool_events import tool_event_run, tool_requested_events
from kingdom.tools.base import Tool
from kingdom.tools.gate.rate_limits import TAKE_SQL, rate_limit_values, wait_seconds

# An earlier attempt that has begun this batch has counted it already, so it takes nothing from its buckets now.
_SNAPSHOT_SQL = f"""
WITH begun AS (
    SELECT call_id, result FROM tool_calls WHERE session_id = %(session_id)s AND call_id = ANY (%(call_ids)s::text[])
),
wanted AS (
    SELECT key, cost FROM unnest(%(keys)s::text[], %(costs)s::float8[]) AS costs(key, cost)
     WHERE NOT EXISTS (SELECT 1 FROM begun)
),
domain AS ({events_sql("WHERE NOT EXISTS (SELECT 1 FROM begun)")}),
{TAKE_SQL}
SELECT {PENDING_SQL}, (SELECT coalesce(json_object_agg(call_id, result), '{{}}') FROM begun),
       (SELECT wait FROM waits), (SELECT count(*) FROM taken), {RULES_SQL}
"""  # noqa: S608 - constants of this product


class GateSnapshot(NamedTuple):
    """What a batch is judged by.

    ``begun`` has the result, or None, of each call that was begun, by its stored id. ``wait`` is the seconds before the
    other calls may run. ``rules`` are the effective permission rules.
    """

    begun: Mapping[str, Any]
    wait: float
    rules: list[EffectiveRule]


def gate_snapshot_load(
    ctx: CallContext, *, requests: Sequence[ToolRequest], call_ids: Sequence[str], tools: Sequence[Tool]
) -> GateSnapshot:
    """Count a batch of tools against the rate limits of its user, its session and each tool, and return its snapshot.

    Blocking. The first attempt of a batch stores the events of its requests.

    ``call_ids`` are the stored ids of the whole batch. Without tools nothing is counted.
    """
    rates = rate_limit_values(ctx, tools)
    ids: dict[str, Any] = {
        "session_id": uuid.UUID(ctx.session_id),
        "user_id": int(ctx.user_id),
        "call_ids": list(call_ids),
    }
    with connection.cursor() as cursor:
        events = event_params(tool_event_run(ctx), tool_requested_events(ctx, requests))
        cursor.execute(_SNAPSHOT_SQL, {**rates, **ids, **events})
        row = cursor.fetchone()
    if row is None:  # this SELECT always returns one row
        raise RuntimeError("the gate's query returned no row")
    pending, begun, wait, taken, *rules = row
    events_follow(pending)
    return GateSnapshot(begun, 0.0 if begun else wait_seconds(wait, taken, rates), effective_rules_parse(*rules))
