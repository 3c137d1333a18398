"""Rate limits in the database: leaky buckets (GCRA) that all processes share. One statement counts a whole batch.

A bucket of N calls a minute allows N calls at once and refills by one call every 60/N seconds. ``until`` is when it is
full again. A call adds 60/N seconds to it and is refused when the sum is more than a minute from now.
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
# Three expressions over the statement's own ``wanted(key, cost)``. Rows are locked in the order of their keys, so that
# two batches cannot deadlock. ``waits.wait`` is the seconds before the batch may run; only a batch that may run now is
# counted, in all of its buckets. A bucket that another batch creates at the same moment is bounded, too: a batch that
# does not fit is not counted there, and it is refused.
TAKE_SQL = """
held AS (SELECT key, until FROM tool_rates WHERE key = ANY (%(keys)s::text[]) ORDER BY key FOR UPDATE),
waits AS (
    SELECT coalesce(
               max(
                   extract(epoch FROM greatest(held.until, statement_timestamp()) - statement_timestamp())
                   + cost - %(window)s
               ),
               0
           ) AS wait
      FROM wanted LEFT JOIN held USING (key)
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
_WAIT_SQL = """
SELECT max(extract(epoch FROM greatest(rate.until, statement_timestamp()) - statement_timestamp()) + cost - %(window)s)
  FROM unnest(%(keys)s::text[], %(costs)s::float8[]) AS wanted(key, cost) LEFT JOIN tool_rates AS rate USING (key)
"""


def wait_seconds(wait: float, taken: int, values: Mapping[str, Any]) -> float:
    """Return the seconds that a batch has to wait, from the columns of ``TAKE_SQL``.

    0.0 when all of its buckets have counted it.
    """
    return 0.0 if taken == len(values["keys"]) else max(0.1, math.ceil(float(wait) * 10) / 10)


def rate_limit_wait(ctx: CallContext, tools: Sequence[Tool]) -> float:
    """Return the seconds before a batch could run, without counting it; 0.0 when it could run now."""
    with connection.cursor() as cursor:
        cursor.execute(_WAIT_SQL, rate_limit_values(ctx, tools))
        row = cursor.fetchone()
    return max(0.0, math.ceil(float(row[0] or 0) * 10) / 10) if row else 0.0


def rate_limits_purge() -> int:
    """Delete the buckets that have been full for an hour; returns how many."""
    return ToolRate.objects.filter(until__lt=timezone.now() - RETENTION).delete()[0]


def rate_limit_values(ctx: CallContext, tools: Sequence[Tool]) -> Mapping[str, Any]:
    """Return what a batch takes from each bucket, in seconds: ``{keys, costs, window}``, sorted by key."""
    config, costs = settings.KINGDOM, dict[str, float]()
    if not ctx.trial:  # a trial counts against its session only, not against its user
        for tool, count in Counter(tools).items():
            costs[f"user:{ctx.user_id}:{tool.id}"] = count * WINDOW_S / tool.per_minute
        if tools:
            costs[f"user:{ctx.user_id}"] = len(tools) * WINDOW_S / config.tool_rate_user
    if tools:
        costs[f"session:{ctx.session_id}"] = len(tools) * WINDOW_S / config.tool_rate_session
    keys = sorted(costs)
    return {"keys": keys, "costs": [costs[key] for key in keys], "window": WINDOW_S}
