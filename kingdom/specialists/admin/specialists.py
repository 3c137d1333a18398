"""Admin pages of specialists and versions. All changes go through services."""

import json
from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext, pgettext, pgettext_lazy

from kingdom.core.field_classes import is_hidden
from kingdom.core.text.secret_masking import MASK
from kingdom.core.web.admin_base import breakable_name
from kingdom.specialists.admin.csv_export import CsvExportAdmin
from kingdom.specialists.admin.review import SET_STATUS_PERMISSION, bulk_status_page, review_page
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion


def _json_block(value: object) -> str:
    return format_html('<pre tabindex="0">{}</pre>', json.dumps(value, indent=2, ensure_ascii=False))


_CODE_VIEW = "specialists_specialistversion_code"


@admin.register(Specialist)
class SpecialistAdmin(CsvExportAdmin):
    """Specialists with their counters."""

    list_display = (
        "name",
        "created_by",
        "review",
        "status",
        "scope",
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
    readonly_fields = ("review", "lineage", "spec")
    exported = (
        *("role", "created_by", "status", "scope", "builtin", "execution_count", "success_count", "uncounted_count"),
        *("avg_confidence", "last_used_at"),
    )
    actions = ("download", "export", "suspend", "demote", "deprecate")

    def get_urls(self) -> list[URLPattern]:
        """Add the review page."""
        page = path(
            "<uuid:pk>/review/", self.admin_site.admin_view(self.review_view), name="specialists_specialist_review"
        )
        return [page, *super().get_urls()]

    def review_view(self, request: HttpRequest, pk: UUID) -> HttpResponseBase:
        """Show the review page and change the status."""
        return review_page(request, pk, self._context)

    def has_decide_permission(self, request: HttpRequest) -> bool:
        """Return whether the user may change the status of specialists."""
        return request.user.has_perm(SET_STATUS_PERMISSION)

    @admin.display(description=pgettext_lazy("admin", "role"), ordering="role")
    def name(self, specialist: Specialist) -> str:
        """Return the role, which may be as long as a column is wide."""
        return breakable_name(specialist.role)

    @admin.display(description="review")
    def review(self, specialist: Specialist) -> str:
        """Link to the review page."""
        return format_html(
            '<a href="{}">{}</a>',
            reverse("admin:specialists_specialist_review", args=[specialist.pk]),
            pgettext("admin", "review"),
        )

    @admin.action(description="Export the selected specialist as a signed file", permissions=["view"])
    def export(self, request: HttpRequest, selected: QuerySet[Specialist]) -> HttpResponseBase | None:
        """Redirect to the file, which the Council creates with its verdicts."""
        specialists = list(selected[:2])
        if len(specialists) == 1:
            return redirect("specialist-download", specialist_id=specialists[0].pk)
        self.message_user(request, gettext("Choose one specialist: a file holds one."), messages.WARNING)
        return None

    @admin.action(description="Suspend the selected specialists", permissions=["decide"])
    def suspend(self, request: HttpRequest, selected: QuerySet[Specialist]) -> HttpResponseBase | None:
        """Suspend the selected specialists after a confirmation page."""
        return bulk_status_page(request, selected, "suspend", self._context(request))

    @admin.action(description="Demote the selected specialists", permissions=["decide"])
    def demote(self, request: HttpRequest, selected: QuerySet[Specialist]) -> HttpResponseBase | None:
        """Demote the selected specialists after a confirmation page."""
        return bulk_status_page(request, selected, "demote", self._context(request))

    @admin.action(description="Deprecate the selected specialists", permissions=["decide"])
    def deprecate(self, request: HttpRequest, selected: QuerySet[Specialist]) -> HttpResponseBase | None:
        """Deprecate the selected specialists after a confirmation page."""
        return bulk_status_page(request, selected, "deprecate", self._context(request))

    def _context(self, request: HttpRequest) -> dict[str, Any]:
        return {**self.admin_site.each_context(request), "opts": self.opts}

    @admin.display(description="forked from")
    def lineage(self, specialist: Specialist) -> str:
        """Return the version that the specialist was forked from."""
        source = specialist.forked_from
        if source is None:
            return gettext("none")
        return f"{source.specialist.role}, {gettext('version')} {source.number} ({source.digest[:12]})"

    @admin.display(description="spec")
    def spec(self, specialist: Specialist) -> str:
        """Return the current spec as JSON without its code, which can be long, and a link to its version's page."""
        shown = _json_block(specialist.spec_without_code)
        version = specialist.current_version
        if version is None:
            return shown
        page = reverse("admin:specialists_specialistversion_change", args=[version.pk])
        text = gettext("Its code is on the page of version %s") % version.number
        return format_html('{}<a href="{}">{}</a>', shown, page, text)


@admin.register(SpecialistVersion)
class SpecialistVersionAdmin(CsvExportAdmin):
    """Versions of specialists."""

    list_display = ("specialist", "number", "digest", "created_at")
    search_fields = ("specialist__role", "digest")
    list_select_related = ("specialist",)
    ordering = ("-created_at",)
    exclude = ("spec", "tests")
    readonly_fields = ("spec_json", "tests_json")

    def get_queryset(self, request: HttpRequest) -> QuerySet[SpecialistVersion]:
        """Return the versions of specialists that are not drafts."""
        return super().get_queryset(request).filter(specialist__draft=False)

    def get_urls(self) -> list[URLPattern]:
        """Add the code as a text."""
        code = path("<uuid:pk>/code/", self.admin_site.admin_view(self.code_view), name=_CODE_VIEW)
        return [code, *super().get_urls()]

    def code_view(self, request: HttpRequest, pk: UUID) -> HttpResponseBase:
        """Return the code of a version as a plain text: that of a shipped one has half a million characters."""
        version = get_object_or_404(self.get_queryset(request), pk=pk)
        if not self.has_view_permission(request, version):
            raise PermissionDenied
        return HttpResponse(version.spec.get("handler_code") or "", content_type="text/plain; charset=utf-8")

    @admin.display(description="spec")
    def spec_json(self, version: SpecialistVersion) -> str:
        """Return the spec as JSON without its code, and a link to the code."""
        shown = _json_block({name: value for name, value in version.spec.items() if name != "handler_code"})
        if not (code := version.spec.get("handler_code")):
            return shown
        page = reverse(f"admin:{_CODE_VIEW}", args=[version.pk])
        return format_html('{}<a href="{}">{}</a>', shown, page, gettext("Its code (%s characters)") % f"{len(code):,}")

    @admin.display(description="tests")
    def tests_json(self, version: SpecialistVersion) -> str:
        """Return the tests of a shipped specialist as JSON; tests of a user's may be made of the user's words."""
        if not is_hidden(version, "tests"):
            return _json_block(version.tests)
        held_out = sum(bool(test.get("held_out")) for test in version.tests)
        return f"{MASK} ({len(version.tests)} tests, {held_out} of them held out)"
