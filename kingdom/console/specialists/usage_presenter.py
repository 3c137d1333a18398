"""View models of budget usage."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from kingdom.contracts.prices import format_money

USAGE_LABELS = {
    "executions": "executions",
    "tokens": "tokens",
    "cost_micros": "cost",
    "sandbox_s": "seconds of code in the sandbox",
}
NEAR_LIMIT_SHARE = 0.8


class BudgetUsage(NamedTuple):
    """Usage of one budget item: ``limit`` is "" without one, ``percent`` is 0 to 100."""

    name: str
    used: str
    limit: str
    percent: int
    near: bool


def budget_usage_rows(budget: Mapping[str, Any]) -> list[BudgetUsage]:
    """Return the rows of a budget summary."""
    used, bounds, currency = budget["used"], budget["bounds"], budget["currency"]
    return [_budget_usage(name, used[name], bounds[name], currency) for name in USAGE_LABELS]


def _budget_usage(name: str, used: float, limit: float | None, currency: str) -> BudgetUsage:
    label, used_text = USAGE_LABELS[name], _format_value(name, used, currency)
    if limit is None:
        return BudgetUsage(label, used_text, "", 0, near=False)
    share = min(1.0, used / limit) if limit else 1.0
    limit_text = _format_value(name, limit, currency)
    return BudgetUsage(label, used_text, limit_text, round(share * 100), near=share >= NEAR_LIMIT_SHARE)


def _format_value(name: str, value: float, currency: str) -> str:
    return format_money(value, currency) if name == "cost_micros" else f"{value:,.0f}"
