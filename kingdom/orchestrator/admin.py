"""Route receipts in Django's admin: who was considered, with which figures, and why the others were not. The message is its writer's."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from kingdom.core.web.admin_base import IdSearchAdmin
from kingdom.orchestrator.models import RouteRecord
from kingdom.orchestrator.replay.admin import ReplayRunAdmin as ReplayRunAdmin

_HEAD = format_html(
    "<tr>{}</tr>",
    format_html_join("", '<th scope="col">{}</th>', [(one,) for one in ("role", "score", "sure", "why not")]),
)
_ROW = '<tr><th scope="row">{}</th><td>{}</td><td>{}</td><td>{}</td></tr>'


@admin.register(RouteRecord)
class RouteRecordAdmin(IdSearchAdmin):
    """The King's verdicts, the newest first."""

    list_display = ("created_at", "kind", "role", "confidence", "scope", "by", "overridden_to")
    list_select_related = ("overridden_to",)
    list_filter = ("created_at",)
    fields = (*list_display, "session", "version", "reason", "thresholds", "candidates")
    raw_id_fields = ("session",)
    search_help_text = "A route's or a session's whole id."

    def get_queryset(self, request: HttpRequest) -> QuerySet[RouteRecord]:
        """Leave the receipts in the database until one is looked at."""
        found = super().get_queryset(request)
        return (
            found.defer("receipt")
            if request.resolver_match is not None and "object_id" not in request.resolver_match.kwargs
            else found
        )

    @admin.display(description="why")
    def reason(self, route: RouteRecord) -> str:
        """Return the reason in words."""
        return str(route.receipt.get("reason", ""))

    @admin.display(description="thresholds")
    def thresholds(self, route: RouteRecord) -> str:
        """Return what it was measured with."""
        names = ("gate", "space", "threshold", "threshold_low", "margin")
        return ", ".join(f"{name} {route.receipt.get(name, '')}" for name in names)

    @admin.display(description="considered")
    def candidates(self, route: RouteRecord) -> SafeString:
        """Return the candidates with their figures, without the texts that they were near to: some are a user's own."""
        rows = (
            (one["role"], _figure(one["score"]), _figure(one["probability"]), one["why_not"])
            for one in route.receipt["candidates"]
        )
        return format_html("<table>{}{}</table>", _HEAD, format_html_join("", _ROW, rows))


def _figure(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"
