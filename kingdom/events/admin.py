"""Read-only admin of domain events."""

from django.contrib import admin

from kingdom.core.web.admin_base import ReadOnlyAdmin
from kingdom.events.models import DomainEvent


@admin.register(DomainEvent)
class DomainEventAdmin(ReadOnlyAdmin):
    """Domain events, newest first."""

    list_display = ("created_at", "name", "user", "session_id", "workflow_id")
    list_select_related = ("user",)
    list_filter = ("name",)
    search_fields = ("user__username",)
    fields = ("id", "created_at", "name", "user", "session_id", "workflow_id", "fields")
