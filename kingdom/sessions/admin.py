"""Sessions' settings in Django's admin: raised sandbox limits, budgets; usage is shown and never written."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from kingdom.core.read_only import ReadOnly
from kingdom.sessions.budget_models import Budget, UsageDay
from kingdom.sessions.models import RaisedLimits


@admin.register(RaisedLimits)
class RaisedLimitsAdmin(admin.ModelAdmin):  # type: ignore[type-arg] # generic only for the type checker
    """Who has more than the platform gives, how much, and why. The one place where sandbox limits can be raised, within fixed caps."""

    list_display = ("specialist", "memory_mb", "cpu", "processes", "timeout_s", "tmp_mb", "reason", "set_by", "updated_at")
    list_select_related = ("specialist", "set_by")
    raw_id_fields = ("specialist",)

    def save_model(self, request: HttpRequest, obj: RaisedLimits, form: Any, change: bool) -> None:  # noqa: ANN401 - Django's signature
        """Keep who did it."""
        obj.set_by_id = request.user.pk
        super().save_model(request, obj, form, change)


@admin.register(Budget)
class BudgetAdmin(admin.ModelAdmin):  # type: ignore[type-arg] # generic only for the type checker
    """Bounds a day; an empty one is no bound."""

    list_display = ("whose", "user", "executions", "tokens", "cost_micros", "sandbox_s")
    list_select_related = ("user",)
    raw_id_fields = ("user",)


@admin.register(UsageDay)
class UsageDayAdmin(ReadOnly):
    """What was used, by user and day."""

    list_display = ("day", "user", "executions", "tokens", "cost_micros", "sandbox_ms")
    list_select_related = ("user",)
    list_filter = ("day",)
    search_fields = ("user__username",)
    ordering = ("-day",)
