"""Usage by day, by specialist and by user, from one pass over the hourly sums."""

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
DELETED_ACCOUNT = "a deleted account"

# One pass for the three groupings. Sums of floats: a sum of bigints is numeric in PostgreSQL and takes three times as
# long.
_SUMS = """
WITH sums AS (
    SELECT GROUPING(h.version_id, h.user_ref) AS kind, h.hour, h.version_id, h.user_ref,
        sum(h.executions)::bigint AS runs,
        sum(h.uncounted)::bigint AS uncounted, sum(h.successes)::bigint AS good,
        sum(h.latency_ms_sum) AS ms, sum(h.tokens::float8) AS tokens,
        sum(h.cost_micros::float8) AS cost
    FROM telemetry_hours h WHERE h.hour >= %s AND h.hour < %s
    GROUP BY GROUPING SETS ((h.hour), (h.version_id), (h.user_ref))
)
SELECT kind, hour, version_id, user_ref, runs, uncounted, good, ms, tokens, cost FROM (
    SELECT sums.*, row_number() OVER (PARTITION BY kind ORDER BY runs DESC, user_ref) AS place FROM sums
) ranked WHERE kind <> 2 OR place <= %s
"""
_BY_HOUR, _BY_VERSION, _BY_USER = 3, 1, 2  # values of GROUPING: the bits of the columns that are not grouped


@dataclass
class MetricsSum:
    """Sums of executions, successes, milliseconds, prompt and output tokens, and cost in millionths.

    ``uncounted`` are the executions that enter no success rate: declined, asked back and abandoned ones.
    """

    runs: int = 0
    uncounted: int = 0
    good: int = 0
    ms: float = 0.0
    tokens: float = 0.0
    cost_micros: float = 0.0

    @property
    def counted(self) -> int:
        """The executions that a success rate is of."""
        return self.runs - self.uncounted

    @property
    def rate(self) -> float | None:
        """The success rate, None without an execution that counts."""
        return self.good / self.counted if self.counted > 0 else None

    @property
    def low(self) -> float | None:
        """The lower end of the rate's 95 % interval, None without a rate."""
        return wilson_interval(self.good, self.counted).low if self.counted > 0 else None

    def add(self, other: "MetricsSum") -> None:
        """Add another sum to this one."""
        for field in fields(self):
            setattr(self, field.name, getattr(self, field.name) + getattr(other, field.name))


class UsageRow(NamedTuple):
    """The usage of one specialist or user; times in milliseconds, ``low`` is the lower Wilson bound of ``success``.

    Both are None without an execution that counts.
    """

    name: str
    executions: int
    success: float | None
    low: float | None
    latency_ms: float
    tokens: float
    cost: float


@dataclass(frozen=True)
class UsageReport:
    """The usage of a period: by day (UTC), and of the ten most used specialists and most active users."""

    by_day: dict[date, MetricsSum]
    by_specialist: Sequence[UsageRow]
    by_user: Sequence[UsageRow]


def usage_between(since: datetime, until: datetime) -> UsageReport:
    """Return the usage of the hours from ``since`` to before ``until``, in three queries."""
    days, versions, users = defaultdict[date, MetricsSum](MetricsSum), dict[Any, MetricsSum](), dict[int, MetricsSum]()
    with connection.cursor() as cursor:
        cursor.execute(_SUMS, [since, until, TOP_ROWS])
        for kind, hour, version_id, user_ref, *sums in cursor.fetchall():
            total = MetricsSum(*sums)
            if kind == _BY_HOUR:
                days[hour.astimezone(UTC).date()].add(total)
            elif kind == _BY_VERSION:
                versions[version_id] = total
            else:
                users[user_ref] = total
    return UsageReport(dict(days), _specialists(versions), _users(users))


def _specialists(versions: dict[Any, MetricsSum]) -> list[UsageRow]:
    """Return the rows of specialists, each with the sum of its versions."""
    names, sums = dict[Any, str](), defaultdict[Any, MetricsSum](MetricsSum)
    known = SpecialistVersion.objects.filter(pk__in=versions).values_list("pk", "specialist_id", "specialist__role")
    for version_id, specialist_id, role in known:
        names[specialist_id] = role
        sums[specialist_id].add(versions[version_id])
    return _rows((names[specialist_id], total) for specialist_id, total in sums.items())


def _users(users: dict[int, MetricsSum]) -> list[UsageRow]:
    names = dict(get_user_model().objects.filter(pk__in=users).values_list("pk", "username"))
    return _rows((names.get(user_id, DELETED_ACCOUNT), total) for user_id, total in users.items())


def _rows(named: Iterable[tuple[str, MetricsSum]]) -> list[UsageRow]:
    top = sorted(named, key=lambda row: (-row[1].runs, row[0]))[:TOP_ROWS]
    return [
        UsageRow(
            name=name,
            executions=total.runs,
            success=total.rate,
            low=total.low,
            latency_ms=total.ms / max(1, total.runs),
            tokens=total.tokens,
            cost=total.cost_micros / 1e6,
        )
        for name, total in top
    ]
