"""Keeping the hourly sums: added up with each row, proven against the rows, and what remains when old rows go."""

from datetime import datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from kingdom.specialists.models.execution import Execution

KEPT = 200  # newest rows of each version that always stay: decisions and audits look at the single runs
BATCH = 5_000
_ADD = """
INSERT INTO telemetry_hours (hour, version_id, user_ref, executions, successes, confidence_count, confidence_sum, latency_ms_sum, tokens,
    cost_micros)
VALUES (date_trunc('hour', %(at)s AT TIME ZONE 'UTC') AT TIME ZONE 'UTC', %(version)s, %(user)s, 1, %(good)s, %(sure)s, %(confidence)s,
    %(latency)s, %(tokens)s, %(cost)s)
ON CONFLICT (version_id, hour, user_ref) DO UPDATE SET executions = telemetry_hours.executions + 1,
    successes = telemetry_hours.successes + EXCLUDED.successes,
    confidence_count = telemetry_hours.confidence_count + EXCLUDED.confidence_count,
    confidence_sum = telemetry_hours.confidence_sum + EXCLUDED.confidence_sum,
    latency_ms_sum = telemetry_hours.latency_ms_sum + EXCLUDED.latency_ms_sum,
    tokens = telemetry_hours.tokens + EXCLUDED.tokens, cost_micros = telemetry_hours.cost_micros + EXCLUDED.cost_micros
"""
# An account that is gone leaves rows without a user, while the hours keep its number: they are compared over all users of an hour.
_WRONG = """
WITH counted AS (
    SELECT version_id, date_trunc('hour', created_at AT TIME ZONE 'UTC') AT TIME ZONE 'UTC' AS hour, count(*) AS executions,
        count(*) FILTER (WHERE good) AS successes
    FROM task_telemetry GROUP BY 1, 2
), stored AS (
    SELECT version_id, hour, sum(executions) AS executions, sum(successes) AS successes FROM telemetry_hours GROUP BY 1, 2
)
SELECT counted.version_id::text, counted.hour, coalesce(stored.executions, 0), counted.executions,
    coalesce(stored.successes, 0), counted.successes
FROM counted LEFT JOIN stored USING (version_id, hour)
WHERE counted.hour >= %s AND (coalesce(stored.executions, 0), coalesce(stored.successes, 0)) <> (counted.executions, counted.successes)
ORDER BY 2, 1
"""
_OLD = """
DELETE FROM task_telemetry WHERE id IN (
    SELECT id FROM (
        SELECT id, created_at, row_number() OVER (PARTITION BY version_id ORDER BY created_at DESC) AS place FROM task_telemetry
    ) rows WHERE place > %s AND created_at < %s LIMIT %s
)
"""


class HourMismatch(NamedTuple):
    """One hour of one version whose sums do not say what its rows say."""

    version_id: str
    hour: datetime
    stored: tuple[int, int]
    counted: tuple[int, int]


def hourly_metrics_add(row: Execution) -> None:
    """Add a new row to its hour. In the transaction that writes the row."""
    bound: dict[str, Any] = {
        "at": row.created_at,
        "version": row.version_id,
        "user": row.user_id or 0,
        "good": int(row.good),
        "sure": int(row.confidence is not None),
        "confidence": row.confidence or 0.0,
        "latency": row.latency_ms,
        "tokens": row.prompt_tokens + row.output_tokens,
        "cost": row.cost_micros,
    }
    with connection.cursor() as cursor:
        cursor.execute(_ADD, bound)


def hourly_metrics_correct(row: Execution, change: int) -> None:
    """Move a row's hour by what its user's word changed (1 or -1). In the transaction that stores the word."""
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE telemetry_hours SET successes = successes + %s WHERE version_id = %s AND user_ref = %s AND hour = "
            "date_trunc('hour', %s AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'",
            [change, row.version_id, row.user_id or 0, row.created_at],
        )


def hourly_metrics_verify() -> list[HourMismatch]:
    """Return the hours whose sums differ from their rows. Hours that the retention has reached are taken at their word."""
    since = timezone.now() - timedelta(days=settings.KINGDOM.telemetry_days)
    with connection.cursor() as cursor:
        cursor.execute(_WRONG, [since + timedelta(hours=1)])
        return [
            HourMismatch(row[0], row[1], (int(row[2]), int(row[4])), (int(row[3]), int(row[5])))
            for row in cursor.fetchall()
        ]


def executions_purge() -> int:
    """Delete rows older than the retention, but for each version's newest; returns how many. The hours keep their sums."""
    before, gone = timezone.now() - timedelta(days=settings.KINGDOM.telemetry_days), 0
    while True:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(_OLD, [KEPT, before, BATCH])
            deleted = int(cursor.rowcount)
        gone += deleted
        if deleted < BATCH:
            return gone
