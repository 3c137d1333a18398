"""The security log in the admin: to read, to find, to export."""

from django.contrib import admin
from django.http import HttpRequest, HttpResponseBase
from django.urls import URLPattern, path
from django.views.decorators.http import require_POST

from kingdom.core.errors import NotAllowed
from kingdom.core.web.admin_base import ReadOnlyAdmin
from kingdom.core.web.file_download import file_download
from kingdom.security_log.models import SecurityEvent, SecurityEventKind, SecuritySeal
from kingdom.security_log.selectors import security_log_lines
from kingdom.security_log.services import security_event_record, security_log_seal


@admin.register(SecurityEvent)
class SecurityEventAdmin(ReadOnlyAdmin):
    """Security events, newest first."""

    list_display = ("created_at", "kind", "actor_name", "address", "subject", "is_sealed")
    list_filter = ("kind",)
    search_fields = ("actor_name", "subject")
    fields = ("id", "created_at", "kind", "actor_id", "actor_name", "address", "subject", "details", "seal")
    change_list_template = "admin/security_log/events.html"

    @admin.display(boolean=True, description="sealed")
    def is_sealed(self, event: SecurityEvent) -> bool:
        """Return whether a seal covers the event."""
        return event.seal_id is not None

    def get_urls(self) -> list[URLPattern]:
        """Add the export."""
        export = self.admin_site.admin_view(require_POST(self.export))
        return [path("export/", export, name="security_log_export"), *super().get_urls()]

    def export(self, request: HttpRequest) -> HttpResponseBase:
        """Seal what is not sealed yet and return the whole log as JSON lines. Raises NotAllowed."""
        if not request.user.has_perm("security_log.export_security_log"):
            raise NotAllowed("You need the permission to export the security log.")
        security_event_record(SecurityEventKind.LOG_EXPORTED)
        security_log_seal()
        lines = (f"{line}\n" for line in security_log_lines())
        return file_download(request, lines, name="security-log.jsonl", content_type="application/x-ndjson")


@admin.register(SecuritySeal)
class SecuritySealAdmin(ReadOnlyAdmin):
    """Seals over events."""

    list_display = ("id", "created_at", "event_count", "digest")
