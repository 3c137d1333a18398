"""The registry in Django's admin: read, and decide. What changes goes through services, which tell every process of it."""

import json
from collections.abc import Sequence
from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.contrib.admin.utils import lookup_field
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html

from kingdom.core.read_only import ReadOnly
from kingdom.specialists.admin_answers import Answering
from kingdom.specialists.admin_findings import Proposing
from kingdom.specialists.admin_review import DECIDE, csv_of, decide_all, review_page
from kingdom.specialists.admin_spaces import EmbeddingSpaceAdmin as EmbeddingSpaceAdmin
from kingdom.specialists.models import AuditEntry, AuditReport, Canary, Specialist, SpecialistVersion, StatusChange, SuiteRun, TaskTelemetry

MOST_VERSIONS = 1_000  # of roles that a search found
NEWEST_ROWS = 2_000  # that tell which ways of routing there are


class Downloadable(ReadOnly):
    """Rows to look at, and to take along."""

    only_shown: Sequence[str] = ()  # columns that are of no use in a file

    @admin.action(description="Download the chosen as CSV", permissions=["view"])
    def download(self, _request: HttpRequest, chosen: QuerySet[Any]) -> HttpResponseBase:
        """Stream the chosen rows, with the columns of the list."""
        names = [str(name) for name in self.list_display if name not in self.only_shown]
        rows = ([lookup_field(name, row, self)[2] for name in names] for row in chosen.iterator(chunk_size=2000))
        return csv_of(str(self.model._meta.verbose_name_plural).replace(" ", "_"), names, rows)


def _shown(value: object) -> str:
    return format_html("<pre>{}</pre>", json.dumps(value, indent=2, ensure_ascii=False))


@admin.register(Specialist)
class SpecialistAdmin(Downloadable):
    """Specialists, with what they did."""

    list_display = (
        "role",
        "created_by",
        "review",
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
    exclude = ("spec_snapshot", "forked_from")
    readonly_fields = ("lineage", "spec")
    only_shown = ("review",)
    actions = ("download", "export", "suspend", "demote", "deprecate")

    def get_urls(self) -> list[URLPattern]:
        """Add the review page."""
        page = path("<uuid:pk>/review/", self.admin_site.admin_view(self.review_view), name="specialists_specialist_review")
        return [page, *super().get_urls()]

    def review_view(self, request: HttpRequest, pk: UUID) -> HttpResponseBase:
        """Show and decide."""
        return review_page(request, pk, self._context)

    def has_decide_permission(self, request: HttpRequest) -> bool:
        """Say whether the caller may decide on specialists."""
        return request.user.has_perm(DECIDE)

    @admin.display(description="review")
    def review(self, specialist: Specialist) -> str:
        """Link to the review page."""
        return format_html('<a href="{}">review</a>', reverse("admin:specialists_specialist_review", args=[specialist.pk]))

    @admin.action(description="Export the chosen one as a signed file", permissions=["view"])
    def export(self, request: HttpRequest, chosen: QuerySet[Specialist]) -> HttpResponseBase | None:
        """Send the browser to the file, which the Council makes: it knows the verdicts."""
        found = list(chosen[:2])
        if len(found) == 1:
            return redirect("specialist-download", specialist_id=found[0].pk)
        self.message_user(request, "Choose one specialist: a file carries one.", messages.WARNING)
        return None

    @admin.action(description="Suspend the chosen", permissions=["decide"])
    def suspend(self, request: HttpRequest, chosen: QuerySet[Specialist]) -> HttpResponseBase | None:
        """Take them out of service, after a page that says what that does."""
        return decide_all(request, chosen, "suspend", self._context(request))

    @admin.action(description="Demote the chosen", permissions=["decide"])
    def demote(self, request: HttpRequest, chosen: QuerySet[Specialist]) -> HttpResponseBase | None:
        """Take verified away, after a page that says what that does."""
        return decide_all(request, chosen, "demote", self._context(request))

    @admin.action(description="Deprecate the chosen", permissions=["decide"])
    def deprecate(self, request: HttpRequest, chosen: QuerySet[Specialist]) -> HttpResponseBase | None:
        """Retire them, after a page that says what that does."""
        return decide_all(request, chosen, "deprecate", self._context(request))

    def _context(self, request: HttpRequest) -> dict[str, Any]:
        return {**self.admin_site.each_context(request), "opts": self.opts}

    @admin.display(description="forked from")
    def lineage(self, specialist: Specialist) -> str:
        """Show what it began as a copy of."""
        source = specialist.forked_from
        return f"{source.specialist.role}, version {source.number} ({source.digest[:12]})" if source is not None else "nobody"

    @admin.display(description="spec")
    def spec(self, specialist: Specialist) -> str:
        """Show the current version's spec as JSON."""
        return _shown(specialist.spec_snapshot)


@admin.register(SpecialistVersion)
class SpecialistVersionAdmin(Downloadable):
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


class RoutedFilter(admin.SimpleListFilter):
    """How messages came to a specialist, by the ways of the newest rows: Django's own filter would read all rows for it."""

    title = "routed"
    parameter_name = "routed"

    def lookups(self, _request: HttpRequest, _model_admin: Any) -> list[tuple[str, str]]:  # noqa: ANN401 - Django's signature
        """Return the ways."""
        newest = TaskTelemetry.objects.order_by("-created_at").values("routed")[:NEWEST_ROWS]
        return [(one, one) for one in sorted({row["routed"] for row in newest})]

    def queryset(self, _request: HttpRequest, queryset: QuerySet[TaskTelemetry]) -> QuerySet[TaskTelemetry]:
        """Narrow the list."""
        return queryset.filter(routed=self.value()) if self.value() else queryset


@admin.register(TaskTelemetry)
class TaskTelemetryAdmin(Downloadable):
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
    def role(self, row: TaskTelemetry) -> str:
        """Name whose work it was."""
        return row.version.specialist.role

    def get_search_results(self, request: HttpRequest, queryset: QuerySet[TaskTelemetry], search_term: str) -> tuple[Any, bool]:
        """Look in the few roles first, and then for their rows: a search in joined words would read every row there is."""
        words = search_term.strip()
        if not words:
            return queryset, False
        versions = list(SpecialistVersion.objects.filter(specialist__role__icontains=words).values_list("pk", flat=True)[:MOST_VERSIONS])
        return queryset.filter(Q(version__in=versions) | Q(error_code=words)), False


@admin.register(StatusChange)
class StatusChangeAdmin(Downloadable):
    """Decisions, as they were made."""

    list_display = ("created_at", "specialist", "kind", "old_status", "new_status", "actor_name", "automatic", "reason")
    list_filter = ("kind", "automatic")
    search_fields = ("specialist__role", "actor_name", "reason")
    list_select_related = ("specialist",)
    actions = ("download",)


@admin.register(Canary)
class CanaryAdmin(Downloadable):
    """Newly verified versions while they are let in by and by."""

    list_display = ("created_at", "specialist", "version", "previous", "share", "successes", "executions", "needed", "state")
    list_filter = ("state",)
    list_select_related = ("specialist", "version", "previous")


@admin.register(SuiteRun)
class SuiteRunAdmin(Downloadable):
    """Runs of all tests."""

    list_display = ("created_at", "version", "state", "passed", "total", "mock", "finished_at")
    list_filter = ("state",)
    search_fields = ("version__specialist__role",)
    list_select_related = ("version__specialist",)


@admin.register(AuditReport)
class AuditReportAdmin(Downloadable):
    """The Auditor's rounds."""

    list_display = ("created_at", "kind", "looked_at", "finished_at")
    list_filter = ("kind",)


@admin.register(AuditEntry)
class AuditEntryAdmin(Answering, Proposing, Downloadable):
    """What the Auditor found."""

    readonly_fields = ("measured", "shows", "proposed")
    list_display = ("last_seen", "level", "code", "message", "state", "action", "specialist")
    list_filter = ("state", "level", "code")
    search_fields = ("message", "specialist__role")
    list_select_related = ("specialist",)
    actions = ("download",)
