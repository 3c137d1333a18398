"""Schedules in the admin: read-only, since they act under their users' rights."""

from django.contrib import admin

from kingdom.core.web.admin_base import ReadOnlyAdmin
from kingdom.schedules.models import Schedule, ScheduleRun


@admin.register(Schedule)
class ScheduleAdmin(ReadOnlyAdmin):
    """Schedules and webhooks of all users."""

    list_display = ("created_at", "user", "cron", "time_zone", "state", "next_at")
    list_filter = ("state", "catch_up")
    list_select_related = ("user",)


@admin.register(ScheduleRun)
class ScheduleRunAdmin(ReadOnlyAdmin):
    """What schedules did."""

    list_display = ("due_at", "schedule", "outcome", "left_out")
    list_filter = ("outcome",)
    list_select_related = ("schedule",)
