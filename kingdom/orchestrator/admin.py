"""Admin of route receipts: candidates, scores and reasons, without the message."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from kingdom.core.web.admin_base import IdSearchAdmin
from kingdom.orchestrator.demand.admin import SharedWishesAdmin
from kingdom.orchestrator.models import RouteRecord
from kingdom.orchestrator.replay.admin import ReplayRunAdmin as ReplayRunAdmin

_HEAD = format_html(
    "<tr>{}</tr>",
    format_html_join("", '<th scope="col">{}</th>', [(name,) for name in ("role", "score", "probability", "why not")]),
)
_ROW = '<tr><th scope="row">{}</th><td>{}</td><td>{}</td><td>{}</td></tr>'


@admin.register(RouteRecord)
class RouteRecordAdmin(SharedWishesAdmin, IdSearchAdmin):
    """Route receipts, newest first."""

    list_display = ("created_at", "kind", "role", "confidence", "scope", "by", "overridden_to")
    list_select_related = ("overridden_to",)
    list_filter = ("created_at",)
    fields = (*list_display, "session", "version", "reason", "thresholds", "candidates")
    raw_id_fields = ("session",)
    search_help_text = "Full id of a route or a session."

    def get_queryset(self, request: HttpRequest) -> QuerySet[RouteRecord]:
        """Load receipts on the detail page only."""
        routes = super().get_queryset(request)
        match = request.resolver_match
        return routes.defer("receipt") if match is not None and "object_id" not in match.kwargs else routes

    @admin.display(description="why")
    def reason(self, route: RouteRecord) -> str:
        """Return the reason."""
        return str(route.receipt.get("reason", ""))

    @admin.display(description="thresholds")
    def thresholds(self, route: RouteRecord) -> str:
        """Return the thresholds, and the calibration and space that they belong to."""
        names = ("gate", "space", "threshold", "threshold_low", "margin")
        return ", ".join(f"{name} {route.receipt.get(name, '')}" for name in names)

    @admin.display(description="considered")
    def candidates(self, route: RouteRecord) -> SafeString:
        """Return the candidates with their figures, without nearest examples: some are private text."""
        rows = (
            (found["role"], _figure(found["score"]), _figure(found["probability"]), found["why_not"])
            for found in route.receipt["candidates"]
        )
        return format_html("<table>{}{}</table>", _HEAD, format_html_join("", _ROW, rows))


def _figure(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"
