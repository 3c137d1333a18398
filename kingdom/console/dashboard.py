"""What the admin's front page shows: what waits for a person, and the last days in plots. A fixed number of reads, from sums."""

from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any, NamedTuple

from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, QuerySet, Sum
from django.db.models.functions import TruncDate

from kingdom.approvals.models import Approval
from kingdom.core.clock import utc_now
from kingdom.core.statistics import wilson
from kingdom.council.models import Case
from kingdom.credentials.models import CredentialUse
from kingdom.ministers.models import GuardianReview
from kingdom.specialists.audit_models import AuditEntry
from kingdom.specialists.models import TelemetryHour
from kingdom.specialists.review_selectors import waiting
from kingdom.specialists.rules.plots import HEIGHT, WIDTH, Bar, Line, bars, line

DAYS = 30
MOST = 10
SEE = "specialists.view_tasktelemetry"


class Plot(NamedTuple):
    """One plot: its title, the figure of the whole time, and bars or lines."""

    title: str
    figure: str
    bars: Sequence[Bar] = ()
    lines: Sequence[Line] = ()
    note: str = ""


class Row(NamedTuple):
    """One specialist or user with what it did in the time shown."""

    name: str
    executions: int
    success: float
    low: float
    latency_ms: float
    tokens: int
    cost: float


def dashboard(user: AbstractBaseUser | AnonymousUser) -> dict[str, Any]:
    """Return the front page's values for somebody of the staff; nothing of them without the permission to see telemetry."""
    if not getattr(user, "has_perm", lambda _name: False)(SEE):
        return {}
    days = [utc_now().date() - timedelta(days=back) for back in range(DAYS - 1, -1, -1)]
    since = days[0]
    return {"box": (WIDTH, HEIGHT), "days": DAYS, "waits": _waits(), "plots": _plots(days), **_tables(since)}


def _waits() -> dict[str, Any]:
    """Return what waits for somebody."""
    return {
        "ready": waiting(),
        "approvals": _counted(Approval.objects.filter(state="pending"), "kind"),
        "cases": _counted(Case.objects.exclude(state__in=("completed", "rejected", "expired", "failed")), "state"),
        "findings": list(AuditEntry.objects.filter(state=AuditEntry.State.OPEN).select_related("specialist")[:MOST]),
        "guardian": GuardianReview.objects.filter(
            needs_human=True, overturned_at=None, created_at__gte=utc_now() - timedelta(days=DAYS)
        ).count(),
    }


def _for_a_person() -> "QuerySet[GuardianReview]":
    since = utc_now() - timedelta(days=DAYS)
    return GuardianReview.objects.filter(needs_human=True, overturned_at=None, created_at__gte=since)


def _counted(rows: "QuerySet[Any]", name: str) -> dict[str, int]:
    return dict(rows.values_list(name).annotate(number=Count("pk")).order_by(name))


def _plots(days: Sequence[date]) -> list[Plot]:
    sums = {one["day"]: one for one in _by_day(days[0])}
    runs = [_of(sums, day, "runs") for day in days]
    good = [_of(sums, day, "good") for day in days]
    words = [f"{day:%b %d}" for day in days]
    total, right = int(sum(runs)), int(sum(good))
    rates = [g / n if n else None for g, n in zip(good, runs, strict=True)]
    lows = [wilson(int(g), int(n)).low if n else None for g, n in zip(good, runs, strict=True)]
    waits = [_of(sums, day, "ms") / n if n else None for day, n in zip(days, runs, strict=True)]
    tokens, costs = [_of(sums, day, "tokens") for day in days], [_of(sums, day, "cost") / 1e6 for day in days]
    return [
        Plot("Executions", f"{total:,}", bars(runs, [f"{w}: {n:.0f}" for w, n in zip(words, runs, strict=True)])),
        Plot(
            "Success, with its lower bound",
            f"{right / total:.1%} (at least {wilson(right, total).low:.1%})" if total else "no runs yet",
            lines=[line(rates, low=0, high=1), line(lows, low=0, high=1)],
            note="The lower line is the end of the 95 % interval of each day.",
        ),
        Plot("Mean time of an answer", f"{_mean(waits):,.0f} ms" if total else "no runs yet", lines=[line(waits, low=0)]),
        Plot("Tokens", f"{sum(tokens):,.0f}", bars(tokens, [f"{w}: {n:,.0f}" for w, n in zip(words, tokens, strict=True)])),
        Plot("Cost", f"{sum(costs):,.2f}", bars(costs, [f"{w}: {n:.2f}" for w, n in zip(words, costs, strict=True)])),
        _daily("Uses of credentials", CredentialUse.objects.all(), days),
        _daily("Blocked by the Guardian", GuardianReview.objects.filter(verdict="BLOCKED"), days),
    ]


def _by_day(since: date) -> list[Any]:
    hours = TelemetryHour.objects.filter(hour__date__gte=since).annotate(day=TruncDate("hour")).values("day")
    sums = hours.annotate(
        runs=Sum("executions"), good=Sum("successes"), ms=Sum("latency_ms_sum"), tokens=Sum("tokens"), cost=Sum("cost_micros")
    )
    return list(sums)


def _of(sums: Mapping[date, Mapping[str, Any]], day: date, name: str) -> float:
    return float(sums[day][name]) if day in sums else 0.0


def _mean(values: Sequence[float | None]) -> float:
    known = [value for value in values if value is not None]
    return sum(known) / len(known) if known else 0.0


def _daily(title: str, rows: "QuerySet[Any]", days: Sequence[date]) -> Plot:
    """Return a plot of how many rows each day has."""
    dates = rows.filter(created_at__date__gte=days[0]).annotate(day=TruncDate("created_at")).values_list("day")
    counts = Counter(dict(dates.annotate(number=Count("pk"))))
    values = [counts[day] for day in days]
    return Plot(title, f"{sum(values):,}", bars(values, [f"{day:%b %d}: {n}" for day, n in zip(days, values, strict=True)]))


def _tables(since: date) -> dict[str, list[Row]]:
    hours = TelemetryHour.objects.filter(hour__date__gte=since)
    names = {str(pk): name for pk, name in get_user_model().objects.values_list("pk", "username")[:10_000]}
    by_role = [_row(one["version__specialist__role"], one) for one in _summed(hours, "version__specialist__role")]
    by_user = [_row(names.get(str(one["user_ref"]), "gone"), one) for one in _summed(hours, "user_ref")]
    return {"by_specialist": by_role, "by_user": by_user}


def _summed(hours: "QuerySet[TelemetryHour]", name: str) -> list[Any]:
    sums = {"runs": "executions", "good": "successes", "ms": "latency_ms_sum", "read": "tokens", "cost": "cost_micros"}
    found = hours.values(name).annotate(**{key: Sum(field) for key, field in sums.items()})
    return list(found.order_by("-runs")[:MOST])


def _row(name: str, one: Mapping[str, Any]) -> Row:
    runs, good = one["runs"], one["good"]
    return Row(name, runs, good / runs if runs else 0.0, wilson(good, runs).low, one["ms"] / max(1, runs), one["read"], one["cost"] / 1e6)
