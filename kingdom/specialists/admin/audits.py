"""Admin pages of audit reports and findings."""

from django.contrib import admin

from kingdom.specialists.admin.change_proposals import ChangeProposalAdmin
from kingdom.specialists.admin.csv_export import CsvExportAdmin
from kingdom.specialists.admin.finding_resolution import FindingResolutionAdmin
from kingdom.specialists.models.audit import AuditFinding, AuditReport


@admin.register(AuditReport)
class AuditReportAdmin(CsvExportAdmin):
    """Reports of the Auditor."""

    list_display = ("created_at", "kind", "looked_at", "finished_at")
    list_filter = ("kind",)


@admin.register(AuditFinding)
class AuditFindingAdmin(FindingResolutionAdmin, ChangeProposalAdmin, CsvExportAdmin):
    """Findings of the Auditor."""

    readonly_fields = ("measured", "shows", "proposed")
    list_display = ("last_seen", "level", "code", "message", "state", "action", "specialist")
    list_filter = ("state", "level", "code")
    search_fields = ("message", "specialist__role")
    list_select_related = ("specialist",)
    actions = ("download",)
