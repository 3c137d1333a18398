"""Admin page of executions."""

from collections.abc import Iterable
from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from kingdom.core.web.admin_base import OfferedValuesFilter, breakable_name
from kingdom.specialists.admin.csv_export import CsvExportAdmin
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.specialist import SpecialistVersion

MAX_VERSIONS = 1_000  # versions that a search for a role considers
NEWEST_ROWS = 2_000  # rows whose values the filter offers


class RoutedFilter(OfferedValuesFilter):
    """Filter by the way of routing. Offers the values of the newest rows."""

    title = "routed"
    parameter_name = "routed"

    def offered(self) -> Iterable[str]:
        """Return the values of the newest rows, each once."""
        newest = Execution.objects.order_by("-created_at").values("routed")[:NEWEST_ROWS]
        return {row["routed"] for row in newest}


@admin.register(Execution)
class ExecutionAdmin(CsvExportAdmin):
    """List of executions."""

    list_display = (
        "created_at",
        "name",
        "number",
        "user",
        "outcome",
        "confidence",
        "latency_ms",
        "output_tokens",
        "error",
    )
    exported = (
        *("created_at", "role", "version", "user", "routed", "outcome", "confidence", "latency_ms", "output_tokens"),
        *("error_code", "feedback"),
    )
    list_filter = ("created_at", "outcome", RoutedFilter, "feedback")
    search_fields = ("error_code",)
    search_help_text = "A part of a specialist's role, or a complete error code."
    list_select_related = ("version__specialist", "user")
    actions = ("download",)

    @admin.display(description="specialist")
    def role(self, row: Execution) -> str:
        """Return the role of the specialist."""
        return row.version.specialist.role

    @admin.display(description="specialist")
    def name(self, row: Execution) -> str:
        """Return the role, which may be as long as a column is wide."""
        return breakable_name(self.role(row))

    @admin.display(description="version", ordering="version__number")
    def number(self, row: Execution) -> int:
        """Return the number of the version."""
        return row.version.number

    @admin.display(description="error code", ordering="error_code")
    def error(self, row: Execution) -> str:
        """Return the code of the error."""
        return breakable_name(row.error_code)

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Execution], search_term: str
    ) -> tuple[Any, bool]:
        """Search roles first and then their executions: a search in joined tables would read every execution."""
        words = search_term.strip()
        if not words:
            return queryset, False
        versions = SpecialistVersion.objects.filter(specialist__role__icontains=words).values_list("pk", flat=True)
        return queryset.filter(Q(version__in=list(versions[:MAX_VERSIONS])) | Q(error_code=words)), False
