"""Dashboard of the admin: pending work, and the last 30 days as plots. A fixed number of queries, from hourly sums."""

from collections.abc import Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import AnonymousUser
from django.db.models import Count, QuerySet
from django.db.models.functions import TruncDate
from django.utils.formats import date_format
from django.utils.translation import gettext, pgettext

from kingdom.approvals.models import Approval
from kingdom.console.inbox.approval_presenter import kind_label
from kingdom.console.specialists.usage_presenter import localized_money
from kingdom.core.clock import utc_now
from kingdom.core.web.language import localized_number, localized_percent
from kingdom.council.models import CreationCase
from kingdom.credentials.models import CredentialUse
from kingdom.ministers.models import GuardianReview
from kingdom.specialists.evidence.hourly_metrics_selectors import MetricsSum, UsageReport, UsageRow
from kingdom.specialists.evidence.svg_charts import HEIGHT, WIDTH, ChartBar, ChartLine, bar_chart, line_chart
from kingdom.specialists.evidence.usage_snapshot import first_day_start, recent_usage
from kingdom.specialists.models.audit import AuditFinding
from kingdom.specialists.status.promotion_evidence import promotion_candidates

DAYS = 30
MAX_FINDINGS = 10
TELEMETRY_PERMISSION = "specialists.view_execution"
FINAL_STATES = ("completed", "rejected", "expired", "failed")


class Plot(NamedTuple):
    """One plot: bars or lines, ``figure`` for the whole period, ``top`` the value at full height."""

    title: str
    figure: str
    bars: Sequence[ChartBar] = ()
    lines: Sequence[ChartLine] = ()
    top: str = ""
    note: str = ""


class SumRow(NamedTuple):
    """The sums of one specialist or user as texts with their units; a rate is "" without a run that counts."""

    name: str
    executions: str
    success: str
    low: str
    latency: str
    tokens: str
    cost: str


class CaseStateCount(NamedTuple):
    """Number of creations in one state."""

    state: str
    label: str
    number: int


class CaseStateCounts(NamedTuple):
    """Creations by state: the open ones, and those that ended in the period."""

    open: Sequence[CaseStateCount]
    ended: Sequence[CaseStateCount]


def dashboard_context(user: AbstractBaseUser | AnonymousUser) -> dict[str, Any]:
    """Return the template values of the dashboard; empty without the permission to view executions."""
    if not getattr(user, "has_perm", lambda _name: False)(TELEMETRY_PERMISSION):
        return {}
    now = utc_now()
    days = [now.date() - timedelta(days=back) for back in range(DAYS - 1, -1, -1)]
    since = first_day_start(DAYS, now)
    usage, taken_at = recent_usage(DAYS)
    return {
        "box": (WIDTH, HEIGHT),
        "days": DAYS,
        "first": days[0],
        "last": days[-1],
        "usage_taken_at": taken_at,
        "pending": _pending_work(since),
        "cases": _case_states(since),
        "plots": [*_execution_plots(usage, days), *_count_plots(since, days)],
        "by_specialist": [_sum_row(row) for row in usage.by_specialist],
        "by_user": [_sum_row(row) for row in usage.by_user],
    }


def _sum_row(row: UsageRow) -> SumRow:
    return SumRow(
        row.name,
        localized_number(row.executions),
        "" if row.success is None else localized_percent(row.success, 1),
        "" if row.low is None else localized_percent(row.low, 1),
        f"{localized_number(row.latency_ms)} ms",
        localized_number(row.tokens),
        localized_money(row.cost * 1_000_000, settings.KINGDOM.currency),
    )


def _pending_work(since: datetime) -> dict[str, Any]:
    waiting = _count_by(Approval.objects.filter(state="pending"), "kind")
    undecided = GuardianReview.objects.filter(needs_human=True, overturned_at=None, created_at__gte=since)
    return {
        "ready": promotion_candidates(),
        "approvals": [(kind, kind_label(kind), number) for kind, number in waiting.items()],
        "findings": list(
            AuditFinding.objects.filter(state=AuditFinding.State.OPEN).select_related("specialist")[:MAX_FINDINGS]
        ),
        "guardian": undecided.count(),
    }


def _case_states(since: datetime) -> CaseStateCounts:
    ended = CreationCase.objects.filter(state__in=FINAL_STATES, finished_at__gte=since)
    open_cases = CreationCase.objects.exclude(state__in=FINAL_STATES)
    return CaseStateCounts(open=_state_counts(open_cases), ended=_state_counts(ended))


def _state_counts(cases: "QuerySet[CreationCase]") -> list[CaseStateCount]:
    counts = _count_by(cases, "state").items()
    return [
        CaseStateCount(state, pgettext("admin", CreationCase.State(state).label).lower(), number)
        for state, number in counts
    ]


def _count_by(rows: "QuerySet[Any]", name: str) -> dict[str, int]:
    return dict(rows.values_list(name).annotate(number=Count("pk")).order_by(name))


def _execution_plots(usage: UsageReport, days: Sequence[date]) -> list[Plot]:
    sums = [usage.by_day.get(day, MetricsSum()) for day in days]
    total = MetricsSum()
    for day in sums:
        total.add(day)
    costs = [day.cost_micros / 1e6 for day in sums]
    return [
        _bar_plot(gettext("Executions"), localized_number(total.runs), days, [day.runs for day in sums]),
        _success_plot(sums, total),
        _latency_plot(sums, total),
        _bar_plot(gettext("Tokens"), localized_number(total.tokens), days, [day.tokens for day in sums]),
        _bar_plot(
            gettext("Cost"),
            localized_money(total.cost_micros, settings.KINGDOM.currency),
            days,
            costs,
            places=2,
            unit=settings.KINGDOM.currency,
        ),
    ]


def _success_plot(sums: Sequence[MetricsSum], total: MetricsSum) -> Plot:
    figure = gettext("no runs yet")
    if total.rate is not None and total.low is not None:
        values = {"rate": localized_number(total.rate * 100, 1), "low": localized_number(total.low * 100, 1)}
        figure = gettext("%(rate)s%% (at least %(low)s%%)") % values
    lines = [
        line_chart([day.rate for day in sums], low=0, high=1),
        line_chart([day.low for day in sums], low=0, high=1),
    ]
    note = gettext("The dashed line is the lower end of each day's 95 % interval.")
    return Plot(gettext("Success"), figure, lines=lines, top="100 %", note=note)


def _latency_plot(sums: Sequence[MetricsSum], total: MetricsSum) -> Plot:
    line = line_chart([day.ms / day.runs if day.runs else None for day in sums], low=0)
    figure = f"{localized_number(total.ms / total.runs)} ms" if total.runs else gettext("no runs yet")
    return Plot(
        gettext("Mean time of an answer"),
        figure,
        lines=[line],
        top=f"{localized_number(line.high)} ms" if total.runs else "",
    )


def _count_plots(since: datetime, days: Sequence[date]) -> list[Plot]:
    uses, blocks = CredentialUse.objects.all(), GuardianReview.objects.filter(verdict="BLOCKED")
    return [
        _daily_count_plot(gettext("Uses of credentials"), uses, since, days),
        _daily_count_plot(gettext("Blocked by the Guardian"), blocks, since, days),
    ]


def _daily_count_plot(title: str, rows: "QuerySet[Any]", since: datetime, days: Sequence[date]) -> Plot:
    dates = rows.filter(created_at__gte=since).annotate(day=TruncDate("created_at", tzinfo=UTC))
    counts = dict(dates.values_list("day").annotate(number=Count("pk")).order_by("day"))
    values = [counts.get(day, 0) for day in days]
    return _bar_plot(title, localized_number(sum(values)), days, values)


def _bar_plot(
    title: str, figure: str, days: Sequence[date], values: Sequence[float], *, places: int = 0, unit: str = ""
) -> Plot:
    """Return a plot with one bar a day."""
    dates = [date_format(day, gettext("M j")) for day in days]
    texts = [f"{localized_number(value, places)} {unit}".strip() for value in values]
    labels = [f"{day}: {text}" for day, text in zip(dates, texts, strict=True)]
    top = max(zip(values, texts, strict=True), default=(0.0, ""))
    return Plot(title, figure, bar_chart(values, labels), top=top[1] if top[0] else "")
