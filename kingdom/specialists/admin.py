"""The registry in Django's admin: read, and nothing else. What changes it goes through services, which tell every process of it."""

import json

from django.contrib import admin
from django.db.models import Model, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html

from kingdom.specialists.models import Specialist, SpecialistVersion, TaskTelemetry


class ReadOnly(admin.ModelAdmin):  # type: ignore[type-arg] # generic only for the type checker
    """Pages that show and never write."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Refuse; seeing is another permission."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Model | None = None) -> bool:
        """Refuse."""
        return False


def _shown(value: object) -> str:
    return format_html("<pre>{}</pre>", json.dumps(value, indent=2, ensure_ascii=False))


@admin.register(Specialist)
class SpecialistAdmin(ReadOnly):
    """Specialists, with what they did."""

    list_display = (
        "role",
        "created_by",
        "status",
        "scope",
        "builtin",
        "execution_count",
        "success_count",
        "avg_confidence",
        "last_used_at",
    )
    list_filter = ("status", "scope", "builtin")
    search_fields = ("role", "created_by__username")
    list_select_related = ("created_by",)
    ordering = ("role",)
    exclude = ("spec_snapshot",)
    readonly_fields = ("spec",)

    @admin.display(description="spec")
    def spec(self, specialist: Specialist) -> str:
        """Show the current version's spec as JSON."""
        return _shown(specialist.spec_snapshot)


@admin.register(SpecialistVersion)
class SpecialistVersionAdmin(ReadOnly):
    """Versions, by the digest of their spec."""

    list_display = ("specialist", "number", "digest", "created_at")
    search_fields = ("specialist__role", "digest")
    list_select_related = ("specialist",)
    ordering = ("-created_at",)
    exclude = ("spec", "tests")
    readonly_fields = ("spec_json", "tests_json")

    def get_queryset(self, request: HttpRequest) -> QuerySet[SpecialistVersion]:
        """Leave those in training out."""
        return super().get_queryset(request).filter(specialist__draft=False)

    @admin.display(description="spec")
    def spec_json(self, version: SpecialistVersion) -> str:
        """Show the spec as JSON."""
        return _shown(version.spec)

    @admin.display(description="tests")
    def tests_json(self, version: SpecialistVersion) -> str:
        """Show the tests as JSON, the held-out ones too: an administrator may see them."""
        return _shown(version.tests)


@admin.register(TaskTelemetry)
class TaskTelemetryAdmin(ReadOnly):
    """Evidence, row by row."""

    list_display = (
        "created_at",
        "version",
        "user",
        "routed",
        "success",
        "confidence",
        "latency_ms",
        "output_tokens",
        "error_code",
        "feedback",
    )
    list_filter = ("success", "routed", "feedback")
    search_fields = ("version__specialist__role", "error_code")
    list_select_related = ("version", "user")
    ordering = ("-created_at",)
    date_hierarchy = "created_at"
