"""Sandbox limits in the admin: the one place where they can be raised for a specialist, within fixed caps."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from kingdom.sessions.models import RaisedLimits


@admin.register(RaisedLimits)
class RaisedLimitsAdmin(admin.ModelAdmin):  # type: ignore[type-arg] # generic only for the type checker
    """Who has more than the platform gives, how much, and why."""

    list_display = ("specialist", "memory_mb", "cpu", "processes", "timeout_s", "tmp_mb", "reason", "set_by", "updated_at")
    list_select_related = ("specialist", "set_by")
    raw_id_fields = ("specialist",)

    def save_model(self, request: HttpRequest, obj: RaisedLimits, form: Any, change: bool) -> None:  # noqa: ANN401 - Django's signature
        """Keep who did it."""
        obj.set_by_id = request.user.pk
        super().save_model(request, obj, form, change)
