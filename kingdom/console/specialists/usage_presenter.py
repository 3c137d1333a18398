"""View models of budget usage."""

from collections.abc import Mapping, Sequence
from datetime import date, timedelta
from typing import Any, NamedTuple, Protocol

from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_noop

from kingdom.contracts.prices import money_decimals
from kingdom.core.web.language import localized_number
from kingdom.specialists.evidence.svg_charts import ChartBar, bar_chart

USAGE_LABELS = {
    "executions": gettext_noop("executions"),
    "tokens": gettext_noop("tokens"),
    "cost_micros": gettext_noop("cost"),
    "sandbox_s": gettext_noop("seconds of code in the sandbox"),
}
NEAR_LIMIT_SHARE = 0.8


class BudgetUsage(NamedTuple):
    """Usage of one budget item: ``limit`` is "" without one, ``percent`` is 0 to 100."""

    name: str
    used: str
    limit: str
    percent: int
    near: bool


class UsagePlot(NamedTuple):
    """Bars of one figure by day, oldest first; ``figure`` is the sum and ``top`` the value of the highest bar."""

    title: str
    figure: str
    top: str
    bars: Sequence[ChartBar]


class DayUsage(Protocol):
    """The usage of one day."""

    executions: int
    tokens: int


def usage_plots(used: Mapping[date, DayUsage], *, today: date, days: int) -> list[UsagePlot]:
    """Return plots of the last ``days`` days; a day without usage is 0. None at all without any usage."""
    shown = [today - timedelta(days=ago) for ago in range(days - 1, -1, -1)]
    plots = [
        _usage_plot(gettext("Executions"), shown, [used[day].executions if day in used else 0 for day in shown]),
        _usage_plot(gettext("Tokens"), shown, [used[day].tokens if day in used else 0 for day in shown]),
    ]
    return [plot for plot in plots if plot.figure != "0"]


def _usage_plot(title: str, days: Sequence[date], values: Sequence[int]) -> UsagePlot:
    labels = [
        f"{date_format(day, gettext('j M'))}: {localized_number(value)}"
        for day, value in zip(days, values, strict=True)
    ]
    return UsagePlot(title, localized_number(sum(values)), localized_number(max(values)), bar_chart(values, labels))


def budget_usage_rows(budget: Mapping[str, Any]) -> list[BudgetUsage]:
    """Return the rows of a budget summary."""
    used, bounds, currency = budget["used"], budget["bounds"], budget["currency"]
    return [_budget_usage(name, used[name], bounds[name], currency) for name in USAGE_LABELS]


def _budget_usage(name: str, used: float, limit: float | None, currency: str) -> BudgetUsage:
    label, used_text = gettext(USAGE_LABELS[name]), _format_value(name, used, currency)
    if limit is None:
        return BudgetUsage(label, used_text, "", 0, near=False)
    share = min(1.0, used / limit) if limit else 1.0
    limit_text = _format_value(name, limit, currency)
    return BudgetUsage(label, used_text, limit_text, round(share * 100), near=share >= NEAR_LIMIT_SHARE)


def _format_value(name: str, value: float, currency: str) -> str:
    return localized_money(value, currency) if name == "cost_micros" else localized_number(value)


def localized_money(micros: float, currency: str) -> str:
    """Return an amount of millionths with its currency, with the separators of the active language."""
    return f"{localized_number(micros / 1_000_000, money_decimals(micros))} {currency}"
