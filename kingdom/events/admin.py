"""Read-only admin of domain events."""

from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from kingdom.core.web.admin_base import ReadOnlyAdmin
from kingdom.events.event_types import EVENT_TYPES
from kingdom.events.models import DomainEvent


class NameFilter(admin.SimpleListFilter):
    """Filter by the name of an event. Django's own filter would read all rows to list the names."""

    title = "name"
    parameter_name = "name"

    def lookups(self, _request: HttpRequest, _model_admin: Any) -> list[tuple[str, str]]:  # noqa: ANN401 - Django's signature
        """Return the names that there are."""
        return [(name, name) for name in sorted(EVENT_TYPES)]

    def queryset(self, _request: HttpRequest, queryset: QuerySet[DomainEvent]) -> QuerySet[DomainEvent]:
        """Return the rows with the selected name."""
        return queryset.filter(name=self.value()) if self.value() else queryset


@admin.register(DomainEvent)
class DomainEventAdmin(ReadOnlyAdmin):
    """Domain events, newest first: by their numbers, which have an index, and not by their times."""

    list_display = ("created_at", "name", "user", "session_id", "workflow_id")
    list_select_related = ("user",)
    list_filter = (NameFilter,)
    ordering = ("-id",)
    search_fields = ("user__username",)
    fields = ("id", "created_at", "name", "user", "session_id", "workflow_id", "fields")
