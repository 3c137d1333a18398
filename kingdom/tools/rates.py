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
from django.db import connection, transaction
from django.utils import timezone

from kingdom.contracts.calls import CallContext
from kingdom.tools.base import Tool
from kingdom.tools.models import ToolRate

WINDOW_S = 60.0
KEEP = timedelta(hours=1)
# Rows are locked in the order of their keys, so that two batches never wait for each other.
_TAKE = """
INSERT INTO tool_rates AS rate (key, until)
SELECT key, statement_timestamp() + cost * interval '1 second'
  FROM unnest(%(keys)s::text[], %(costs)s::float8[]) AS wanted(key, cost)
 WHERE cost <= %(window)s
 ORDER BY key
    ON CONFLICT (key) DO UPDATE
   SET until = greatest(rate.until, statement_timestamp()) + (EXCLUDED.until - statement_timestamp())
 WHERE greatest(rate.until, statement_timestamp()) + (EXCLUDED.until - statement_timestamp())
       <= statement_timestamp() + %(window)s * interval '1 second'
RETURNING key
"""
_WAIT = """
SELECT max(extract(epoch FROM greatest(rate.until, statement_timestamp()) - statement_timestamp()) + cost - %(window)s)
  FROM unnest(%(keys)s::text[], %(costs)s::float8[]) AS wanted(key, cost) LEFT JOIN tool_rates AS rate USING (key)
"""


def rates_take(ctx: CallContext, tools: Sequence[Tool]) -> float:
    """Count a batch for its user, its session and each of its tools, all or none.

    Returns 0.0 when it may go on, else after how many seconds it would.
    """
    costs = _costs(ctx, tools)
    values: dict[str, Any] = {"keys": list(costs), "costs": list(costs.values()), "window": WINDOW_S}
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_TAKE, values)
        if len(cursor.fetchall()) == len(costs):
            return 0.0
        transaction.set_rollback(True)
    return max(0.1, rates_wait(ctx, tools))


def rates_wait(ctx: CallContext, tools: Sequence[Tool]) -> float:
    """Return after how many seconds a batch could go on, counting nothing; 0.0 when it could now."""
    costs = _costs(ctx, tools)
    with connection.cursor() as cursor:
        cursor.execute(_WAIT, {"keys": list(costs), "costs": list(costs.values()), "window": WINDOW_S})
        row = cursor.fetchone()
    return max(0.0, math.ceil(float(row[0] or 0) * 10) / 10) if row else 0.0


def rates_forget() -> int:
    """Delete the rows that limit nobody any more; returns how many."""
    return ToolRate.objects.filter(until__lt=timezone.now() - KEEP).delete()[0]


def _costs(ctx: CallContext, tools: Sequence[Tool]) -> Mapping[str, float]:
    """Return the seconds that a batch takes from each bucket, in the order of the keys."""
    config, made = settings.KINGDOM, dict[str, float]()
    if not ctx.trial:  # a trial has a rate of its own and takes nothing of its user's
        for tool, count in Counter(tools).items():
            made[f"user:{ctx.user_id}:{tool.id}"] = count * WINDOW_S / tool.per_minute
        made[f"user:{ctx.user_id}"] = len(tools) * WINDOW_S / config.tool_rate_user
    made[f"session:{ctx.session_id}"] = len(tools) * WINDOW_S / config.tool_rate_session
    return dict(sorted(made.items()))
