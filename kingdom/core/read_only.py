"""Pages of Django's admin that show and never write: whatever changes goes through services."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest

from kingdom.core.paging import Bounded

NEWEST = "created_at"


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg] # generic only for the type checker
    """Rows to look at, the newest first, however many there are. A subclass opens again what its services carry out."""

    paginator = Bounded
    show_full_result_count = False

    def get_ordering(self, request: HttpRequest) -> Any:  # noqa: ANN401 - Django's own type names expressions, too
        """Return the order: the subclass's, the model's, or the newest first; numbers of rows are random and say nothing."""
        named = [field.name for field in self.model._meta.fields]
        return self.ordering or self.model._meta.ordering or ([f"-{NEWEST}"] if NEWEST in named else [])

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401 - Django's signature
        """Refuse; seeing is another permission."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401 - Django's signature
        """Refuse."""
        return False
