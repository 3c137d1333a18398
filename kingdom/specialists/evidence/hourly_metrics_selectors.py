"""Usage by day, by specialist and by user, from one pass over the hourly sums."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields
from datetime import UTC, date, datetime
from typing import Any, NamedTuple

from django.db import connection

from kingdom.core.statistics import wilson_interval

TOP_ROWS = 10
DELETED_ACCOUNT = "a deleted account"

# One pass for the three groupings. Sums of floats: a sum of bigints is numeric in PostgreSQL and takes three times as
# long. A specialist is the sum of its versions; only the first rows of specialists and users leave the database.
_SUMS = """
WITH sums AS (
    SELECT GROUPING(h.version_id, h.user_ref) AS kind, h.hour, h.version_id, h.user_ref,
        sum(h.executions)::bigint AS runs,
        sum(h.uncounted)::bigint AS uncounted, sum(h.successes)::bigint AS good,
        sum(h.latency_ms_sum) AS ms, sum(h.tokens::float8) AS tokens,
        sum(h.cost_micros::float8) AS cost
    FROM telemetry_hours h WHERE h.hour >= %(since)s AND h.hour < %(until)s
    GROUP BY GROUPING SETS ((h.hour), (h.version_id), (h.user_ref))
), specialists AS (
    SELECT role, sum(runs)::bigint AS runs, sum(uncounted)::bigint, sum(good)::bigint, sum(ms), sum(tokens), sum(cost)
    FROM sums JOIN agent_versions v ON v.id = version_id JOIN dynamic_agents s ON s.id = v.specialist_id
    WHERE kind = 1 GROUP BY s.id, role ORDER BY runs DESC, role LIMIT %(top)s
), users AS (
    SELECT coalesce(username, %(deleted)s), runs, uncounted, good, ms, tokens, cost
    FROM sums LEFT JOIN accounts_user u ON u.id = user_ref
    WHERE kind = 2 ORDER BY runs DESC, 1, user_ref LIMIT %(top)s
)
SELECT 'day', hour, '', runs, uncounted, good, ms, tokens, cost FROM sums WHERE kind = 3
UNION ALL SELECT 'specialist', NULL, specialists.* FROM specialists
UNION ALL SELECT 'user', NULL, users.* FROM users
"""


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


def usage_rows(since: datetime, until: datetime) -> Sequence[tuple[Any, ...]]:
    """Return the sums of the hours from ``since`` to before ``until``, in one query.

    Each row has "day", "specialist" or "user", the hour, the name, then the sums.
    """
    with connection.cursor() as cursor:
        cursor.execute(_SUMS, {"since": since, "until": until, "top": TOP_ROWS, "deleted": DELETED_ACCOUNT})
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows


def usage_report(rows: Iterable[tuple[Any, ...]]) -> UsageReport:
    """Return the usage that such rows hold."""
    days = defaultdict[date, MetricsSum](MetricsSum)
    named: dict[str, list[tuple[str, MetricsSum]]] = {"specialist": [], "user": []}
    for kind, hour, name, *sums in rows:
        if kind == "day":
            days[hour.astimezone(UTC).date()].add(MetricsSum(*sums))
        else:
            named[kind].append((name, MetricsSum(*sums)))
    return UsageReport(dict(days), _rows(named["specialist"]), _rows(named["user"]))


def _rows(named: Iterable[tuple[str, MetricsSum]]) -> list[UsageRow]:
    """Return the rows of the most used or most active, the first one first."""
    top = sorted(named, key=lambda row: (-row[1].runs, row[0]))
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
