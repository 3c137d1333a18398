"""Rate limits in the database: leaky buckets (GCRA) that all processes share, taken for a whole batch in one statement.

A bucket of N a minute lets N calls pass at once and gains one every 60/N seconds. ``until`` is when it will be full again; a call moves
it on by 60/N seconds, and is refused when that would be more than a minute from now.
"""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.db import connection
from django.utils import timezone

from kingdom.contracts.call_context import CallContext
from kingdom.tools.base import Tool
from kingdom.tools.models import ToolRate

WINDOW_S = 60.0
RETENTION = timedelta(hours=1)
# Two expressions over the statement's own ``wanted(key, cost)``: rows are locked in the order of their keys, so that two batches never wait
# for each other; ``waits.wait`` is after how many seconds the batch could go on, and it is counted in all of its buckets only when that is
# now. A bucket made at this very moment by another batch is bounded, too: what does not fit is not counted there, and the batch is refused.
TAKE_SQL = """
held AS (SELECT key, until FROM tool_rates WHERE key = ANY (%(keys)s::text[]) ORDER BY key FOR UPDATE),
waits AS (
    SELECT coalesce(max(extract(epoch FROM greatest(held.until, statement_timestamp()) - statement_timestamp()) + cost - %(window)s), 0)
           AS wait FROM wanted LEFT JOIN held USING (key)
),
taken AS (
    INSERT INTO tool_rates AS rate (key, until)
    SELECT key, statement_timestamp() + cost * interval '1 second' FROM wanted, waits WHERE wait <= 0 ORDER BY key
        ON CONFLICT (key) DO UPDATE
       SET until = greatest(rate.until, statement_timestamp()) + (EXCLUDED.until - statement_timestamp())
     WHERE greatest(rate.until, statement_timestamp()) + (EXCLUDED.until - statement_timestamp())
           <= statement_timestamp() + %(window)s * interval '1 second'
    RETURNING key
)
"""
WANTED_SQL = "wanted AS (SELECT key, cost FROM unnest(%(keys)s::text[], %(costs)s::float8[]) AS one(key, cost))"
_TAKE_STATEMENT = f"WITH {WANTED_SQL}, {TAKE_SQL} SELECT (SELECT wait FROM waits), (SELECT count(*) FROM taken)"  # noqa: S608 - constants
_WAIT_SQL = """
SELECT max(extract(epoch FROM greatest(rate.until, statement_timestamp()) - statement_timestamp()) + cost - %(window)s)
  FROM unnest(%(keys)s::text[], %(costs)s::float8[]) AS wanted(key, cost) LEFT JOIN tool_rates AS rate USING (key)
"""


def rate_limit_take(ctx: CallContext, tools: Sequence[Tool]) -> float:
    """Count a batch for its user, its session and each of its tools, all or none.

    Returns 0.0 when it may go on, else after how many seconds it would.
    """
    values = rate_limit_values(ctx, tools)
    with connection.cursor() as cursor:
        cursor.execute(_TAKE_STATEMENT, values)
        row = cursor.fetchone() or (WINDOW_S, 0)
    return wait_seconds(row[0], row[1], values)


def wait_seconds(wait: float, taken: int, values: Mapping[str, Any]) -> float:
    """Return the seconds that a batch has to wait, by the columns of ``TAKE_SQL``: 0.0 when it was counted in all of its buckets."""
    return 0.0 if taken == len(values["keys"]) else max(0.1, math.ceil(float(wait) * 10) / 10)


def rate_limit_wait(ctx: CallContext, tools: Sequence[Tool]) -> float:
    """Return after how many seconds a batch could go on, counting nothing; 0.0 when it could now."""
    with connection.cursor() as cursor:
        cursor.execute(_WAIT_SQL, rate_limit_values(ctx, tools))
        row = cursor.fetchone()
    return max(0.0, math.ceil(float(row[0] or 0) * 10) / 10) if row else 0.0


def rate_limits_purge() -> int:
    """Delete the rows that limit nobody any more; returns how many."""
    return ToolRate.objects.filter(until__lt=timezone.now() - RETENTION).delete()[0]


def rate_limit_values(ctx: CallContext, tools: Sequence[Tool]) -> Mapping[str, Any]:
    """Return what a batch takes from each bucket, in seconds: ``{keys, costs, window}``, in the order of the keys."""
    config, made = settings.KINGDOM, dict[str, float]()
    if not ctx.trial:  # a trial has a rate of its own and takes nothing of its user's
        for tool, count in Counter(tools).items():
            made[f"user:{ctx.user_id}:{tool.id}"] = count * WINDOW_S / tool.per_minute
        if tools:
            made[f"user:{ctx.user_id}"] = len(tools) * WINDOW_S / config.tool_rate_user
    if tools:
        made[f"session:{ctx.session_id}"] = len(tools) * WINDOW_S / config.tool_rate_session
    keys = sorted(made)
    return {"keys": keys, "costs": [made[key] for key in keys], "window": WINDOW_S}
