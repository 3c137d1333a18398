"""Read-only admin of domain events."""

from collections.abc import Iterable

from django.contrib import admin

from kingdom.core.web.admin_base import OfferedValuesFilter, ReadOnlyAdmin
from kingdom.events.event_types import EVENT_TYPES
from kingdom.events.models import DomainEvent


class NameFilter(OfferedValuesFilter):
    """Filter by the name of an event."""

    title = "name"
    parameter_name = "name"

    def offered(self) -> Iterable[str]:
        """Return the names that there are."""
        return EVENT_TYPES


@admin.register(DomainEvent)
class DomainEventAdmin(ReadOnlyAdmin):
    """Domain events, newest first: by their numbers, which have an index, and not by their times."""

    list_display = ("created_at", "name", "user", "session_id", "workflow_id")
    list_select_related = ("user",)
    list_filter = (NameFilter,)
    ordering = ("-id",)
    search_fields = ("user__username",)
    fields = ("id", "created_at", "name", "user", "session_id", "workflow_id", "fields")
