"""Read-only pages of Django's admin: all writes go through services."""

import uuid
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from kingdom.core.web.pagination import BoundedCountPaginator

NEWEST_FIRST_FIELD = "created_at"
_ID_LOOKUPS = frozenset({"", "exact", "id__exact", "pk__exact"})  # of a row that belongs to another
_FILTER_LOOKUPS = frozenset({"", "exact", "isnull", "in", "gte", "gt", "lt", "lte"})  # that Django's filters send


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg] # generic only for the type checker
    """Rows to read, newest first, in tables of any size. A subclass enables the actions that its services perform."""

    paginator = BoundedCountPaginator
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER  # each facet counts the whole table

    def get_ordering(self, request: HttpRequest) -> Any:  # noqa: ANN401 - Django's own type names expressions, too
        """Return the subclass's order, else the model's, else newest first: ids are random and have no order."""
        names = [field.name for field in self.model._meta.fields]
        return (
            self.ordering
            or self.model._meta.ordering
            or ([f"-{NEWEST_FIRST_FIELD}"] if NEWEST_FIRST_FIELD in names else [])
        )

    def lookup_allowed(self, lookup: str, value: object, request: HttpRequest) -> bool:
        """Allow what the page's own filters send, and nothing else.

        Django allows lookups on every field of the model. ``?request__regex=`` would answer questions about words
        that the page does not show, letter by letter.
        """
        filters = self.get_list_filter(request)
        allowed = {name if isinstance(name, str) else getattr(name, "parameter_name", None) for name in filters}
        name, _, kind = lookup.partition("__")
        relations = {field.name for field in self.model._meta.concrete_fields if field.is_relation}
        return (name in allowed and kind in _FILTER_LOOKUPS) or (name in relations and kind in _ID_LOOKUPS)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401 - Django's signature
        """Refuse; viewing is a permission of its own."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401 - Django's signature
        """Refuse."""
        return False


class IdSearchAdmin(ReadOnlyAdmin):
    """Rows of a table too large for text search: they are found by a whole id."""

    search_fields = ("pk",)
    found_by = "pk"  # the column that is searched for the id
    search_help_text = "A whole id."

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Any], search_term: str) -> tuple[Any, bool]:
        """Return the rows with that id; no rows for a term that is not an id."""
        term = search_term.strip()
        if not term:
            return queryset, False
        try:
            return queryset.filter(**{self.found_by: uuid.UUID(term)}), False
        except ValueError:
            return queryset.none(), False
