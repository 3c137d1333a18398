"""Budgets that apply to a user, and what is used of them."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.db.models import Sum
from django.db.models.functions import Coalesce

from kingdom.core.clock import utc_now
from kingdom.sessions.budgets.models import Budget, UsageDay
from kingdom.sessions.events.lifecycle_rules import FINAL_STATES
from kingdom.sessions.models import Session

BUDGET_FIELDS: Mapping[str, str] = {
    "executions": "executions",
    "tokens": "tokens",
    "cost_micros": "cost",
    "sandbox_s": "sandbox seconds",
}


def budget_summary(*, user_id: int) -> dict[str, Any]:
    """Return what a user has used today and their bounds, None for what has none."""
    used = usage_on(utc_now().date(), user_id)
    budget = budget_effective(user_id)
    bounds = {name: getattr(budget, name) if budget is not None else None for name in BUDGET_FIELDS}
    return {"used": used, "bounds": bounds}


def budgets_applicable(user_id: int) -> list[tuple[Budget, dict[str, float]]]:
    """Return the budgets that hold for a user, each with what was used of it."""
    today = utc_now().date()
    own, whole = budget_effective(user_id), Budget.objects.filter(whose=Budget.Whose.ORGANISATION).first()
    mine = [(own, usage_on(today, user_id))] if own is not None else []
    return mine + ([(whole, usage_on(today))] if whole is not None else [])


def executions_started(user_id: int | None) -> int:
    """Return today's executions, those that go on with them."""
    midnight = utc_now().replace(hour=0, minute=0, second=0, microsecond=0)
    running = Session.objects.filter(purpose=Session.Purpose.TASK, created_at__gte=midnight).exclude(
        state__in=FINAL_STATES
    )
    if user_id is not None:
        running = running.filter(user_id=user_id)
    return running.count() + int(usage_on(utc_now().date(), user_id)["executions"])


def budget_effective(user_id: int) -> Budget | None:
    found = {
        budget.whose: budget
        for budget in Budget.objects.filter(user_id=user_id) | Budget.objects.filter(whose=Budget.Whose.EVERYBODY)
    }
    return found.get(Budget.Whose.USER) or found.get(Budget.Whose.EVERYBODY)


def usage_on(day: date, user_id: int | None = None) -> dict[str, float]:
    """Return what a user, or everybody together, has used on a day."""
    rows = UsageDay.objects.filter(day=day)
    if user_id is not None:
        rows = rows.filter(user_id=user_id)
    names = ("executions", "tokens", "cost_micros", "sandbox_ms")
    sums: dict[str, Any] = rows.aggregate(**{f"all_{name}": Coalesce(Sum(name), 0) for name in names})
    used: dict[str, float] = {name: sums[f"all_{name}"] for name in names[:3]}
    return {**used, "sandbox_s": round(sums["all_sandbox_ms"] / 1000, 1)}
