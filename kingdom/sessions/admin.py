"""Budgets in Django's admin: set by whoever may; usage is shown and never written."""

from django.contrib import admin
from django.db.models import Model
from django.http import HttpRequest

from kingdom.sessions.budget_models import Budget, UsageDay


@admin.register(Budget)
class BudgetAdmin(admin.ModelAdmin):  # type: ignore[type-arg] # generic only for the type checker
    """Bounds a day; an empty one is no bound."""

    list_display = ("whose", "user", "executions", "tokens", "cost_micros", "sandbox_s")
    list_select_related = ("user",)
    raw_id_fields = ("user",)


@admin.register(UsageDay)
class UsageDayAdmin(admin.ModelAdmin):  # type: ignore[type-arg] # generic only for the type checker
    """What was used, by user and day."""

    list_display = ("day", "user", "executions", "tokens", "cost_micros", "sandbox_ms")
    list_select_related = ("user",)
    list_filter = ("day",)
    search_fields = ("user__username",)
    ordering = ("-day",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Refuse."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Refuse."""
        return False
