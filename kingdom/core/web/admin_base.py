"""Pages of Django's admin that show and never write: whatever changes goes through services."""

import uuid
from typing import Any

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest

from kingdom.core.web.pagination import BoundedCountPaginator

NEWEST_FIRST_FIELD = "created_at"


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg] # generic only for the type checker
    """Rows to look at, the newest first, however many there are. A subclass opens again what its services carry out."""

    paginator = BoundedCountPaginator
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER  # each would count the whole table

    def get_ordering(self, request: HttpRequest) -> Any:  # noqa: ANN401 - Django's own type names expressions, too
        """Return the order: the subclass's, the model's, or the newest first; numbers of rows are random and say nothing."""
        named = [field.name for field in self.model._meta.fields]
        return (
            self.ordering
            or self.model._meta.ordering
            or ([f"-{NEWEST_FIRST_FIELD}"] if NEWEST_FIRST_FIELD in named else [])
        )

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401 - Django's signature
        """Refuse; seeing is another permission."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401 - Django's signature
        """Refuse."""
        return False


class IdSearchAdmin(ReadOnlyAdmin):
    """Rows of a table so large that a search for a part of a word would read all of it: they are found by a whole id."""

    search_fields = ("pk",)
    found_by = "pk"  # the column that the id is looked for in
    search_help_text = "A whole id."

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[Any], search_term: str) -> tuple[Any, bool]:
        """Return the rows with that id; nothing for what is none."""
        words = search_term.strip()
        if not words:
            return queryset, False
        try:
            return queryset.filter(**{self.found_by: uuid.UUID(words)}), False
        except ValueError:
            return queryset.none(), False
