"""Admin page of executions."""

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest

from kingdom.specialists.admin.csv_export import CsvExportAdmin
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.specialist import SpecialistVersion

MAX_VERSIONS = 1_000  # of roles that a search found


NEWEST_ROWS = 2_000  # that tell which ways of routing there are


class RoutedFilter(admin.SimpleListFilter):
    """How messages came to a specialist, by the ways of the newest rows: Django's own filter would read all rows for it."""

    title = "routed"
    parameter_name = "routed"

    def lookups(self, _request: HttpRequest, _model_admin: Any) -> list[tuple[str, str]]:  # noqa: ANN401 - Django's signature
        """Return the ways."""
        newest = Execution.objects.order_by("-created_at").values("routed")[:NEWEST_ROWS]
        return [(one, one) for one in sorted({row["routed"] for row in newest})]

    def queryset(self, _request: HttpRequest, queryset: QuerySet[Execution]) -> QuerySet[Execution]:
        """Narrow the list."""
        return queryset.filter(routed=self.value()) if self.value() else queryset


@admin.register(Execution)
class ExecutionAdmin(CsvExportAdmin):
    """Evidence, row by row."""

    list_display = (
        "created_at",
        "role",
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
    list_filter = ("created_at", "success", RoutedFilter, "feedback")
    search_fields = ("error_code",)
    search_help_text = "A part of a specialist's role, or an error's whole code."
    list_select_related = ("version__specialist", "user")
    actions = ("download",)

    @admin.display(description="specialist")
    def role(self, row: Execution) -> str:
        """Name whose work it was."""
        return row.version.specialist.role

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Execution], search_term: str
    ) -> tuple[Any, bool]:
        """Look in the few roles first, and then for their rows: a search in joined words would read every row there is."""
        words = search_term.strip()
        if not words:
            return queryset, False
        versions = list(
            SpecialistVersion.objects.filter(specialist__role__icontains=words).values_list("pk", flat=True)[
                :MAX_VERSIONS
            ]
        )
        return queryset.filter(Q(version__in=versions) | Q(error_code=words)), False
