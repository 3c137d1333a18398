"""Admin pages of audit reports and findings."""

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase, HttpResponseNotAllowed
from django.shortcuts import redirect
from django.urls import URLPattern, path
from django.utils.translation import gettext

from kingdom.core.background.task_queue import task_send
from kingdom.core.web.admin_base import breakable_name
from kingdom.specialists.admin.change_proposals import ChangeProposalAdmin
from kingdom.specialists.admin.csv_export import CsvExportAdmin
from kingdom.specialists.admin.finding_resolution import RESOLVE_PERMISSION, FindingResolutionAdmin
from kingdom.specialists.models.audit import AuditFinding, AuditReport


@admin.register(AuditReport)
class AuditReportAdmin(CsvExportAdmin):
    """Reports of the Auditor, and the button that asks for one out of turn."""

    list_display = ("created_at", "kind", "looked_at", "finished_at")
    list_filter = ("kind",)
    change_list_template = "admin/specialists/auditreport/change_list.html"

    def get_urls(self) -> list[URLPattern]:
        """Add the address of the button."""
        page = path("now/", self.admin_site.admin_view(self.now_view), name="specialists_auditreport_now")
        return [page, *super().get_urls()]

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> HttpResponse:
        """Show the reports, and the button to those who may close findings."""
        more = {**(extra_context or {}), "may_audit": request.user.has_perm(RESOLVE_PERMISSION)}
        return super().changelist_view(request, more)

    def now_view(self, request: HttpRequest) -> HttpResponseBase:
        """Ask for an audit of all specialists now."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        if not request.user.has_perm(RESOLVE_PERMISSION):
            raise PermissionDenied
        task_send("kingdom.specialists.tasks.audit_run_now")
        said = gettext("The Auditor looks at all specialists now. Reload in a moment to see its report.")
        messages.success(request, said)
        return redirect("admin:specialists_auditreport_changelist")


@admin.register(AuditFinding)
class AuditFindingAdmin(FindingResolutionAdmin, ChangeProposalAdmin, CsvExportAdmin):
    """Findings of the Auditor."""

    readonly_fields = ("measured", "shows", "proposed")
    list_display = ("last_seen", "level", "code", "message", "state", "action", "role")
    exported = ("last_seen", "level", "code", "message", "state", "action", "specialist")
    list_filter = ("state", "level", "code")
    search_fields = ("message", "specialist__role")
    list_select_related = ("specialist",)
    actions = ("download",)

    @admin.display(description="specialist", ordering="specialist__role")
    def role(self, finding: AuditFinding) -> str:
        """Return the role of the specialist, which may be as long as a column is wide."""
        return "" if finding.specialist is None else breakable_name(finding.specialist.role)
