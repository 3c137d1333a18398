"""What pages read of the hourly sums: by day, by specialist, by user, in one pass over the hours."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, date, datetime
from typing import Any, NamedTuple

from django.contrib.auth import get_user_model
from django.db import connection

from kingdom.core.statistics import wilson_interval
from kingdom.specialists.models.specialist import SpecialistVersion

TOP_ROWS = 10
DELETED_ACCOUNT = "an account that is gone"

# One pass for the three groupings. Sums as floats: PostgreSQL's numeric, which a sum of bigints is, takes three times as long.
_SUMS = """
WITH sums AS (
    SELECT GROUPING(h.version_id, h.user_ref) AS kind, h.hour, h.version_id, h.user_ref, sum(h.executions)::bigint AS runs,
        sum(h.successes)::bigint AS good, sum(h.latency_ms_sum) AS ms, sum(h.tokens::float8) AS tokens, sum(h.cost_micros::float8) AS cost
    FROM telemetry_hours h WHERE h.hour >= %s AND h.hour < %s
    GROUP BY GROUPING SETS ((h.hour), (h.version_id), (h.user_ref))
)
SELECT kind, hour, version_id, user_ref, runs, good, ms, tokens, cost FROM (
    SELECT sums.*, row_number() OVER (PARTITION BY kind ORDER BY runs DESC, user_ref) AS place FROM sums
) ranked WHERE kind <> 2 OR place <= %s
"""
_BY_HOUR, _BY_VERSION, _BY_USER = 3, 1, 2  # GROUPING's bits: which of the two columns a row is not about


@dataclass
class MetricsSum:
    """Work added up: executions, how many were right, milliseconds, tokens read and written, millionths of the prices' currency."""

    runs: int = 0
    good: int = 0
    ms: float = 0.0
    tokens: float = 0.0
    cost_micros: float = 0.0

    def add(self, other: "MetricsSum") -> None:
        """Add another sum to this one."""
        for one in fields(self):
            setattr(self, one.name, getattr(self, one.name) + getattr(other, one.name))


class UsageRow(NamedTuple):
    """One specialist or user with what it did."""

    name: str
    executions: int
    success: float
    low: float
    latency_ms: float
    tokens: float
    cost: float


@dataclass(frozen=True)
class UsageReport:
    """The work of some time: by day (UTC), and of the ten most used specialists and most active users."""

    by_day: dict[date, MetricsSum]
    by_specialist: Sequence[UsageRow]
    by_user: Sequence[UsageRow]


def usage_between(since: datetime, until: datetime) -> UsageReport:
    """Return the work of the hours from ``since`` to before ``until``, in three statements however much there is."""
    days, versions, users = defaultdict[date, MetricsSum](MetricsSum), dict[Any, MetricsSum](), dict[int, MetricsSum]()
    with connection.cursor() as cursor:
        cursor.execute(_SUMS, [since, until, TOP_ROWS])
        for kind, hour, version_id, user_ref, *sums in cursor.fetchall():
            found = MetricsSum(*sums)
            if kind == _BY_HOUR:
                days[hour.astimezone(UTC).date()].add(found)
            elif kind == _BY_VERSION:
                versions[version_id] = found
            else:
                users[user_ref] = found
    return UsageReport(dict(days), _specialists(versions), _users(users))


def _specialists(versions: dict[Any, MetricsSum]) -> list[UsageRow]:
    """Add up a specialist's versions."""
    names, sums = dict[Any, str](), defaultdict[Any, MetricsSum](MetricsSum)
    known = SpecialistVersion.objects.filter(pk__in=versions).values_list("pk", "specialist_id", "specialist__role")
    for version_id, specialist_id, role in known:
        names[specialist_id] = role
        sums[specialist_id].add(versions[version_id])
    return _rows((names[one], found) for one, found in sums.items())


def _users(users: dict[int, MetricsSum]) -> list[UsageRow]:
    names = dict(get_user_model().objects.filter(pk__in=users).values_list("pk", "username"))
    return _rows((names.get(one, DELETED_ACCOUNT), found) for one, found in users.items())


def _rows(named: Iterable[tuple[str, MetricsSum]]) -> list[UsageRow]:
    most = sorted(named, key=lambda one: (-one[1].runs, one[0]))[:TOP_ROWS]
    return [
        UsageRow(
            name=name,
            executions=one.runs,
            success=one.good / one.runs if one.runs else 0.0,
            low=wilson_interval(one.good, one.runs).low,
            latency_ms=one.ms / max(1, one.runs),
            tokens=one.tokens,
            cost=one.cost_micros / 1e6,
        )
        for name, one in most
    ]
