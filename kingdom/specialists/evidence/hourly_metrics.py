"""Maintain the hourly sums of executions, verify them, and delete old executions."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import NamedTuple
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from kingdom.core.sql_parts import SqlPart
from kingdom.specialists.models.execution import UNCOUNTED, Execution
from kingdom.specialists.models.specialist import SpecialistVersion

KEPT = 200  # newest executions of each version that are never deleted: status changes and audits read them
BATCH = 5_000
VERSIONS_BATCH = 1_000
_HOUR = "date_trunc('hour', {} AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'"
# ``execution`` is the insertion of the execution, as a part of the same statement
_ADD = f"""
INSERT INTO telemetry_hours (hour, version_id, user_ref, executions, successes, uncounted, confidence_count,
    confidence_sum, latency_ms_sum, tokens, cost_micros)
SELECT {_HOUR.format("%(hours_at)s::timestamptz")}, %(hours_version)s::uuid, %(hours_user)s, 1, %(hours_success)s,
    %(hours_uncounted)s, %(hours_stated)s, %(hours_confidence)s, %(hours_latency)s, %(hours_tokens)s, %(hours_cost)s
FROM {{execution}} WHERE true
ON CONFLICT (version_id, hour, user_ref) DO UPDATE SET executions = telemetry_hours.executions + 1,
    successes = telemetry_hours.successes + EXCLUDED.successes,
    uncounted = telemetry_hours.uncounted + EXCLUDED.uncounted,
    confidence_count = telemetry_hours.confidence_count + EXCLUDED.confidence_count,
    confidence_sum = telemetry_hours.confidence_sum + EXCLUDED.confidence_sum,
    latency_ms_sum = telemetry_hours.latency_ms_sum + EXCLUDED.latency_ms_sum,
    tokens = telemetry_hours.tokens + EXCLUDED.tokens, cost_micros = telemetry_hours.cost_micros + EXCLUDED.cost_micros
RETURNING id
"""  # noqa: S608 - formatted from constants
_CORRECT = f"""
UPDATE telemetry_hours SET successes = successes + %s, uncounted = uncounted + %s
WHERE version_id = %s AND user_ref = %s AND hour = {_HOUR.format("%s")}
"""  # noqa: S608 - formatted from a constant
# Deleting an account clears the user of its executions but not the user_ref of its hours, so users are summed.
_MISMATCHES = f"""
WITH counted AS (
    SELECT version_id, {_HOUR.format("created_at")} AS hour, count(*) AS executions,
        count(*) FILTER (WHERE counts_as_success) AS successes
    FROM task_telemetry GROUP BY 1, 2
), stored AS (
    SELECT version_id, hour, sum(executions) AS executions, sum(successes) AS successes
    FROM telemetry_hours GROUP BY 1, 2
)
SELECT counted.version_id::text, counted.hour, coalesce(stored.executions, 0), counted.executions,
    coalesce(stored.successes, 0), counted.successes
FROM counted LEFT JOIN stored USING (version_id, hour)
WHERE counted.hour >= %s
    AND (coalesce(stored.executions, 0), coalesce(stored.successes, 0)) <> (counted.executions, counted.successes)
ORDER BY 2, 1
"""  # noqa: S608 - formatted from a constant
# By version, along the index of its executions: a window over the whole table would sort all of it for each batch.
_OLD = """
DELETE FROM task_telemetry WHERE id IN (
    SELECT old.id FROM unnest(%(versions)s::uuid[]) AS version (id)
    CROSS JOIN LATERAL (
        SELECT created_at FROM task_telemetry WHERE version_id = version.id
        ORDER BY created_at DESC OFFSET %(kept)s - 1 LIMIT 1
    ) AS oldest_kept
    CROSS JOIN LATERAL (
        SELECT id FROM task_telemetry
        WHERE version_id = version.id AND created_at < least(oldest_kept.created_at, %(before)s)
        LIMIT %(batch)s
    ) AS old LIMIT %(batch)s
)
"""


class HourMismatch(NamedTuple):
    """An hour of a version whose sums differ from its executions."""

    version_id: str
    hour: datetime
    stored: tuple[int, int]
    counted: tuple[int, int]


def hourly_metrics_add_part(row: Execution, *, execution: SqlPart) -> SqlPart:
    """Return what adds an execution without feedback to its hour, if the part that stores it has stored it."""
    params = {
        "hours_at": row.created_at,
        "hours_version": row.version_id,
        "hours_user": row.user_id or 0,
        "hours_success": int(row.success),
        "hours_uncounted": int(row.outcome in UNCOUNTED),
        "hours_stated": int(row.confidence is not None),
        "hours_confidence": row.confidence or 0.0,
        "hours_latency": row.latency_ms,
        "hours_tokens": row.prompt_tokens + row.output_tokens,
        "hours_cost": row.cost_micros,
    }
    return SqlPart("hours", _ADD.format(execution=execution.name), params)


def hourly_metrics_correct(row: Execution, *, successes: int, uncounted: int) -> None:
    """Change the sums of an hour by -1 to 1 each, in the transaction that stores the correction."""
    with connection.cursor() as cursor:
        cursor.execute(_CORRECT, [successes, uncounted, row.version_id, row.user_id or 0, row.created_at])


def hourly_metrics_verify() -> list[HourMismatch]:
    """Return the hours whose sums differ from their executions, without hours older than the retention."""
    since = timezone.now() - timedelta(days=settings.KINGDOM.telemetry_days)
    with connection.cursor() as cursor:
        cursor.execute(_MISMATCHES, [since + timedelta(hours=1)])
        return [
            HourMismatch(row[0], row[1], (int(row[2]), int(row[4])), (int(row[3]), int(row[5])))
            for row in cursor.fetchall()
        ]


def executions_purge() -> int:
    """Delete executions older than the retention except the newest of each version; return how many. The sums stay."""
    before = timezone.now() - timedelta(days=settings.KINGDOM.telemetry_days)
    versions = list(SpecialistVersion.objects.values_list("pk", flat=True))
    starts = range(0, len(versions), VERSIONS_BATCH)
    return sum(_executions_purge(versions[start : start + VERSIONS_BATCH], before) for start in starts)


def _executions_purge(versions: Sequence[UUID], before: datetime) -> int:
    total = 0
    while True:
        with transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(_OLD, {"versions": list(versions), "kept": KEPT, "before": before, "batch": BATCH})
            deleted = int(cursor.rowcount)
        total += deleted
        if deleted < BATCH:
            return total
