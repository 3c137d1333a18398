"""The registry in Django's admin: read, and decide. What changes goes through services, which tell every process of it."""

import json
from typing import Any
from uuid import UUID

from django.contrib import admin
from django.core.paginator import Paginator
from django.db import connection
from django.db.models import QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.urls import URLPattern, path, reverse
from django.utils.functional import cached_property
from django.utils.html import format_html

from kingdom.core.read_only import ReadOnly
from kingdom.specialists.admin_review import DECIDE, csv_of, decide_all, review_page
from kingdom.specialists.models import AuditEntry, AuditReport, Specialist, SpecialistVersion, StatusChange, SuiteRun, TaskTelemetry


class Downloadable(ReadOnly):
    """Rows to look at, and to take along."""

    @admin.action(description="Download the chosen as CSV", permissions=["view"])
    def download(self, _request: HttpRequest, chosen: QuerySet[Any]) -> HttpResponseBase:
        """Stream the chosen rows, with the columns of the list."""
        names = [str(name) for name in self.list_display if hasattr(self.model, str(name))]
        rows = ([getattr(row, name) for name in names] for row in chosen.iterator(chunk_size=2000))
        return csv_of(str(self.model._meta.verbose_name_plural).replace(" ", "_"), names, rows)


class Estimated(Paginator):  # type: ignore[type-arg] # generic only for the type checker
    """Pages of a table that grows for ever: without a filter its size is what the planner knows, since counting would read all of it."""

    @cached_property
    def count(self) -> int:
        """Return the number of rows, estimated where that is allowed and the table is large."""
        if not isinstance(self.object_list, QuerySet) or self.object_list.query.where:
            return super().count
        with connection.cursor() as cursor:
            cursor.execute("SELECT reltuples::bigint FROM pg_class WHERE oid = %s::regclass", [self.object_list.model._meta.db_table])
            row = cursor.fetchone()
        return int(row[0]) if row is not None and row[0] > 10_000 else super().count


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
    exclude = ("spec_snapshot",)
    readonly_fields = ("spec",)
    actions = ("download", "suspend", "demote", "deprecate")

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


@admin.register(TaskTelemetry)
class TaskTelemetryAdmin(Downloadable):
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
    actions = ("download",)
    paginator = Estimated
    show_full_result_count = False


@admin.register(StatusChange)
class StatusChangeAdmin(Downloadable):
    """Decisions, as they were made."""

    list_display = ("created_at", "specialist", "kind", "old_status", "new_status", "actor_name", "automatic", "reason")
    list_filter = ("kind", "automatic")
    search_fields = ("specialist__role", "actor_name", "reason")
    list_select_related = ("specialist",)
    actions = ("download",)


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
class AuditEntryAdmin(Downloadable):
    """What the Auditor found."""

    list_display = ("last_seen", "level", "code", "message", "state", "action", "specialist")
    list_filter = ("state", "level", "code")
    search_fields = ("message", "specialist__role")
    list_select_related = ("specialist",)
    actions = ("download",)
