"""Pages of Django's admin that show and never write: whatever changes goes through services."""

from typing import Any

from django.contrib import admin
from django.http import HttpRequest


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg] # generic only for the type checker
    """Rows to look at. A subclass opens again what its services carry out."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401 - Django's signature
        """Refuse; seeing is another permission."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:  # noqa: ANN401 - Django's signature
        """Refuse."""
        return False
