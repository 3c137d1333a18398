"""Budgets that apply to a user, and their usage."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from django.conf import settings
from django.db.models import Q, QuerySet, Sum
from django.db.models.functions import Coalesce

from kingdom.core.clock import utc_now
from kingdom.core.sql.composed_query import ComposedQuery
from kingdom.core.text.sentences import sentence_template
from kingdom.sessions.events.lifecycle_rules import FINAL_STATES
from kingdom.sessions.models import Budget, Session, UsageDay

BUDGET_FIELDS: Mapping[str, str] = {
    "executions": sentence_template("executions"),
    "tokens": sentence_template("tokens"),
    "cost_micros": sentence_template("cost"),
    "sandbox_s": sentence_template("sandbox seconds"),
}


def budget_summary(*, user_id: int) -> dict[str, Any]:
    """Return a user's usage and limits of today: ``{"used": {...}, "bounds": {...}}``, None for no limit.

    ``currency`` is that of the cost; ``unpriced_tokens`` counts tokens of models without a price, in no cost.
    """
    today = utc_now().date()
    used = usage_on(today, user_id)
    unpriced = UsageDay.objects.filter(day=today, user_id=user_id).aggregate(n=Coalesce(Sum("unpriced_tokens"), 0))["n"]
    budget = budget_effective(user_id)
    bounds = {name: getattr(budget, name) if budget is not None else None for name in BUDGET_FIELDS}
    return {"used": used, "bounds": bounds, "currency": settings.KINGDOM.currency, "unpriced_tokens": unpriced}


def budgets_applicable(user_id: int | None) -> list[tuple[Budget, dict[str, float]]]:
    """Return the budgets that apply to a user (None: to the installation itself), each with today's usage."""
    today = utc_now().date()
    by_scope = _budgets_by_scope(user_id)
    own = _own_budget(by_scope) if user_id is not None else None
    shared = by_scope.get(Budget.Scope.ORGANISATION)
    applicable = [(own, usage_on(today, user_id))] if own is not None else []
    return applicable + ([(shared, usage_on(today))] if shared is not None else [])


def executions_started(user_id: int | None) -> int:
    """Return the number of today's executions of a user (None: of all users), running ones included.

    A session that waits for its parts is none: each part is.
    """
    midnight = utc_now().replace(hour=0, minute=0, second=0, microsecond=0)
    running = Session.objects.filter(purpose=Session.Purpose.TASK, created_at__gte=midnight).exclude(
        state__in={*FINAL_STATES, Session.State.AWAITING_PARTS}
    )
    if user_id is not None:
        running = running.filter(user_id=user_id)
    return running.count() + int(usage_on(utc_now().date(), user_id)["executions"])


def budget_effective(user_id: int) -> Budget | None:
    """Return a user's own budget, else the one for everybody, else None."""
    return _own_budget(_budgets_by_scope(user_id))


def _budgets_by_scope(user_id: int | None) -> dict[str, Budget]:
    """Return the user's budget, that for everybody and the organisation's, those that exist."""
    budgets = _budgets.rows(user_id=user_id) if user_id is not None else Budget.objects.filter(_SHARED)
    return {budget.scope: budget for budget in budgets}


def _budgets_query(user_id: int) -> QuerySet[Budget]:
    return Budget.objects.filter(Q(scope=Budget.Scope.USER, user_id=user_id) | _SHARED)


_SHARED = Q(scope__in=(Budget.Scope.EVERYBODY, Budget.Scope.ORGANISATION))
_budgets = ComposedQuery(_budgets_query, user_id=int)


def _own_budget(by_scope: Mapping[str, Budget]) -> Budget | None:
    return by_scope.get(Budget.Scope.USER) or by_scope.get(Budget.Scope.EVERYBODY)


def usage_on(day: date, user_id: int | None = None) -> dict[str, float]:
    """Return the usage of a user (None: of all users) on a day, by the names of ``BUDGET_FIELDS``."""
    rows = UsageDay.objects.filter(day=day)
    if user_id is not None:
        rows = rows.filter(user_id=user_id)
    names = ("executions", "tokens", "cost_micros", "sandbox_ms")
    sums: dict[str, Any] = rows.aggregate(**{f"all_{name}": Coalesce(Sum(name), 0) for name in names})
    used: dict[str, float] = {name: sums[f"all_{name}"] for name in names[:3]}
    return {**used, "sandbox_s": round(sums["all_sandbox_ms"] / 1000, 1)}
