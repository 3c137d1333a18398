"""What somebody has used: counted from the sessions themselves, by API and by page alike."""

from datetime import timedelta
from typing import Any

from django.db.models import Count, IntegerField, Q, Sum
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Coalesce

from kingdom.core.clock import utc_now
from kingdom.sessions.budgets.models import UsageDay
from kingdom.sessions.budgets.selectors import budget_summary
from kingdom.sessions.models import Session

TOKEN_FIELDS = ("prompt_tokens", "output_tokens", "total_tokens")


def usage_summary(*, user_id: int, days: int) -> dict[str, Any]:
    """Return the user's sessions by state and role, and their tokens, of the last ``days`` days without trials, and today's budget."""
    sessions = Session.objects.filter(
        purpose=Session.Purpose.TASK, user_id=user_id, created_at__gte=utc_now() - timedelta(days=days)
    )
    sums = {name: Coalesce(Sum(Cast(KT(f"usage__{name}"), IntegerField())), 0) for name in TOKEN_FIELDS}
    states = {state: Count("pk", filter=Q(state=state)) for state in ("completed", "failed", "cancelled")}
    totals: dict[str, Any] = sessions.aggregate(sessions=Count("pk"), **states, **sums)
    roles = (
        sessions.exclude(version=None)
        .values_list("version__specialist__role")
        .annotate(number=Count("pk"))
        .order_by("-number")
    )
    return {"days": days, **totals, "by_specialist": dict(roles), "today": budget_summary(user_id=user_id)}


def usage_history(*, user_id: int, days: int) -> list[UsageDay]:
    """Return what a user has used on each of the last days that have anything, the newest first."""
    return list(
        UsageDay.objects.filter(user_id=user_id, day__gt=utc_now().date() - timedelta(days=days)).order_by("-day")
    )
