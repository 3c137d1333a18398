"""What the admin's front page shows: what waits for a person, and the last days in plots. A fixed number of reads, from sums."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, NamedTuple

from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, QuerySet
from django.db.models.functions import TruncDate

from kingdom.approvals.models import Approval
from kingdom.core.clock import utc_now
from kingdom.core.statistics import wilson_interval
from kingdom.council.models import CreationCase
from kingdom.credentials.models import CredentialUse
from kingdom.ministers.models import GuardianReview
from kingdom.specialists.evidence.hourly_metrics_selectors import MetricsSum, UsageReport, usage_between
from kingdom.specialists.evidence.review import promotion_candidates
from kingdom.specialists.evidence.svg_charts import HEIGHT, WIDTH, ChartBar, ChartLine, bar_chart, line_chart
from kingdom.specialists.models.audit import AuditFinding

DAYS = 30
MAX_FINDINGS = 10
TELEMETRY_PERMISSION = "specialists.view_execution"
FINAL_STATES = ("completed", "rejected", "expired", "failed")


class Plot(NamedTuple):
    """One plot: its title, the figure of the whole time, bars or lines, and what its height stands for."""

    title: str
    figure: str
    bars: Sequence[ChartBar] = ()
    lines: Sequence[ChartLine] = ()
    top: str = ""
    note: str = ""


class CaseStateCount(NamedTuple):
    """How many cases of the Council stand in one state; ``words`` is the state for people."""

    state: str
    words: str
    number: int


class CaseStateCounts(NamedTuple):
    """Where the Council's cases stand: those that go on, and those that ended within the days shown."""

    going: Sequence[CaseStateCount]
    ended: Sequence[CaseStateCount]


def dashboard_context(user: AbstractBaseUser | AnonymousUser) -> dict[str, Any]:
    """Return the front page's values for somebody of the staff; nothing of them without the permission to see telemetry."""
    if not getattr(user, "has_perm", lambda _name: False)(TELEMETRY_PERMISSION):
        return {}
    now = utc_now()
    days = [now.date() - timedelta(days=back) for back in range(DAYS - 1, -1, -1)]
    since = datetime.combine(days[0], time(), UTC)
    work = usage_between(since, now + timedelta(hours=1))
    return {
        "box": (WIDTH, HEIGHT),
        "days": DAYS,
        "first": days[0],
        "last": days[-1],
        "waits": _pending_work(since),
        "cases": _case_states(since),
        "plots": [*_execution_plots(work, days), *_count_plots(since, days)],
        "by_specialist": work.by_specialist,
        "by_user": work.by_user,
    }


def _pending_work(since: datetime) -> dict[str, Any]:
    """Return what waits for somebody."""
    doubtful = GuardianReview.objects.filter(needs_human=True, overturned_at=None, created_at__gte=since)
    return {
        "ready": promotion_candidates(),
        "approvals": _count_by(Approval.objects.filter(state="pending"), "kind"),
        "findings": list(
            AuditFinding.objects.filter(state=AuditFinding.State.OPEN).select_related("specialist")[:MAX_FINDINGS]
        ),
        "guardian": doubtful.count(),
    }


def _case_states(since: datetime) -> CaseStateCounts:
    ended = CreationCase.objects.filter(state__in=FINAL_STATES, finished_at__gte=since)
    going = CreationCase.objects.exclude(state__in=FINAL_STATES)
    named = (
        [
            CaseStateCount(state, CreationCase.State(state).label.lower(), number)
            for state, number in _count_by(rows, "state").items()
        ]
        for rows in (going, ended)
    )
    return CaseStateCounts(*named)


def _count_by(rows: "QuerySet[Any]", name: str) -> dict[str, int]:
    return dict(rows.values_list(name).annotate(number=Count("pk")).order_by(name))


def _execution_plots(work: UsageReport, days: Sequence[date]) -> list[Plot]:
    """Return the plots of work: how much, how good, how fast, what it took."""
    sums = [work.by_day.get(day, MetricsSum()) for day in days]
    whole = MetricsSum()
    for one in sums:
        whole.add(one)
    return [
        _bar_plot("Executions", f"{whole.runs:,}", days, [one.runs for one in sums]),
        _success_plot(sums, whole),
        _latency_plot(sums, whole),
        _bar_plot("Tokens", f"{whole.tokens:,.0f}", days, [one.tokens for one in sums]),
        _bar_plot(
            "Cost", f"{whole.cost_micros / 1e6:,.2f}", days, [one.cost_micros / 1e6 for one in sums], form=",.2f"
        ),
    ]


def _success_plot(sums: Sequence[MetricsSum], whole: MetricsSum) -> Plot:
    rates = [one.good / one.runs if one.runs else None for one in sums]
    lows = [wilson_interval(one.good, one.runs).low if one.runs else None for one in sums]
    said = (
        f"{whole.good / whole.runs:.1%} (at least {wilson_interval(whole.good, whole.runs).low:.1%})"
        if whole.runs
        else "no runs yet"
    )
    note = "The lower, broken line is the low end of each day's 95 % interval."
    return Plot(
        "Success",
        said,
        lines=[line_chart(rates, low=0, high=1), line_chart(lows, low=0, high=1)],
        top="100 %",
        note=note,
    )


def _latency_plot(sums: Sequence[MetricsSum], whole: MetricsSum) -> Plot:
    drawn = line_chart([one.ms / one.runs if one.runs else None for one in sums], low=0)
    said = f"{whole.ms / whole.runs:,.0f} ms" if whole.runs else "no runs yet"
    return Plot("Mean time of an answer", said, lines=[drawn], top=f"{drawn.high:,.0f} ms" if whole.runs else "")


def _count_plots(since: datetime, days: Sequence[date]) -> list[Plot]:
    """Return the plots of what is counted row by row."""
    uses, blocks = CredentialUse.objects.all(), GuardianReview.objects.filter(verdict="BLOCKED")
    return [
        _daily_count_plot("Uses of credentials", uses, since, days),
        _daily_count_plot("Blocked by the Guardian", blocks, since, days),
    ]


def _daily_count_plot(title: str, rows: "QuerySet[Any]", since: datetime, days: Sequence[date]) -> Plot:
    dates = rows.filter(created_at__gte=since).annotate(day=TruncDate("created_at", tzinfo=UTC))
    counts = dict(dates.values_list("day").annotate(number=Count("pk")).order_by("day"))
    values = [counts.get(day, 0) for day in days]
    return _bar_plot(title, f"{sum(values):,}", days, values)


def _bar_plot(title: str, figure: str, days: Sequence[date], values: Sequence[float], *, form: str = ",.0f") -> Plot:
    """Return a plot of one bar a day; ``form`` is how its values are written."""
    labels = [f"{day:%b %d}: {value:{form}}" for day, value in zip(days, values, strict=True)]
    highest = max(values, default=0.0)
    return Plot(title, figure, bar_chart(values, labels), top=f"{highest:{form}}" if highest else "")
