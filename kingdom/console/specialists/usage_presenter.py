"""What was used of a day's budget, as the page shows it."""

from collections.abc import Mapping
from typing import Any, NamedTuple

USAGE_LABELS = {
    "executions": "executions",
    "tokens": "tokens",
    "cost_micros": "cost",
    "sandbox_s": "seconds of code in the sandbox",
}
NEAR_LIMIT_SHARE = 0.8


class BudgetUsage(NamedTuple):
    """One thing that is counted: what was used of it, the bound ("" for none), and how full it is, 0 to 100 at most."""

    name: str
    used: str
    bound: str
    percent: int
    near: bool


def budget_usage_rows(budget: Mapping[str, Mapping[str, Any]]) -> list[BudgetUsage]:
    """Return what ``budget_of`` returns as rows."""
    return [_budget_usage(name, budget["used"][name], budget["bounds"][name]) for name in USAGE_LABELS]


def _budget_usage(name: str, used: float, bound: float | None) -> BudgetUsage:
    share = 0.0 if bound is None else min(1.0, used / bound if bound else 1.0)
    written = "" if bound is None else _format_value(name, bound)
    return BudgetUsage(
        USAGE_LABELS[name],
        _format_value(name, used),
        written,
        round(share * 100),
        bound is not None and share >= NEAR_LIMIT_SHARE,
    )


def _format_value(name: str, value: float) -> str:
    return f"{value / 1_000_000:,.2f}" if name == "cost_micros" else f"{value:,.0f}"
