"""Usage reports of a user, counted from the sessions; shared by the API and the pages."""

from datetime import timedelta
from typing import Any

from django.db.models import Count, IntegerField, Q, Sum
from django.db.models.fields.json import KT
from django.db.models.functions import Cast, Coalesce

from kingdom.core.clock import utc_now
from kingdom.sessions.budgets.selectors import budget_summary
from kingdom.sessions.models import Session, UsageDay

TOKEN_FIELDS = ("prompt_tokens", "output_tokens", "total_tokens")


def usage_summary(*, user_id: int, days: int) -> dict[str, Any]:
    """Return sessions by state and role, tokens of the last ``days`` days (without trials), and today's budget."""
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
    """Return a user's days with usage among the last ``days`` days, the newest first."""
    since = utc_now().date() - timedelta(days=days)
    return list(UsageDay.objects.filter(user_id=user_id, day__gt=since).order_by("-day"))
