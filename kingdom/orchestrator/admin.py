"""Admin of route receipts: candidates, scores and reasons, without the message; each look is recorded."""

import uuid
from typing import Any, NamedTuple, get_args

from django.contrib import admin
from django.db.models import F, Q, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy

from kingdom.accounts.models import User
from kingdom.contracts.routes import RouteKind
from kingdom.core.field_classes import owner_id
from kingdom.core.stored_sentences import in_language
from kingdom.core.web.admin_base import IdSearchAdmin
from kingdom.orchestrator.demand.admin import SharedWishesAdmin
from kingdom.orchestrator.models import RouteRecord
from kingdom.orchestrator.replay.admin import ReplayRunAdmin as ReplayRunAdmin
from kingdom.security_log.models import SecurityEventKind
from kingdom.security_log.request_actor import request_actor
from kingdom.security_log.services import security_event_record
from kingdom.specialists.models.specialist import Specialist

_COLUMNS = (gettext_lazy("role"), gettext_lazy("score"), gettext_lazy("probability"), gettext_lazy("why not"))
_ROW = '<tr><th scope="row">{}</th><td>{}</td><td>{}</td><td>{}</td></tr>'


@admin.register(RouteRecord)
class RouteRecordAdmin(SharedWishesAdmin, IdSearchAdmin):
    """Route receipts, newest first."""

    list_display = ("created_at", "user", "kind", "role", "confidence", "scope", "by", "overridden_to")
    list_select_related = ("overridden_to",)
    list_filter = ("created_at",)
    fields = (*list_display, "session", "version", "reason", "abilities", "thresholds", "candidates")
    raw_id_fields = ("session",)
    search_help_text = "A user's name, a role, a kind, or the whole id of a route, session, message or specialist."

    def get_queryset(self, request: HttpRequest) -> QuerySet[RouteRecord]:
        """Load the names of users, and receipts on the detail page only."""
        routes: QuerySet[RouteRecord] = super().get_queryset(request).annotate(username=F("session__user__username"))
        match = request.resolver_match
        return routes.defer("receipt") if match is not None and "object_id" not in match.kwargs else routes

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[RouteRecord], search_term: str
    ) -> tuple[QuerySet[RouteRecord], bool]:
        """Return the routes that a term names; it is no question about what a user wrote."""
        term = search_term.strip()
        return (queryset.filter(routes_named(term).condition) if term else queryset), False

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:  # noqa: ANN401 - Django's signature
        """Show the list; record whose or which routes were looked for. A term that names nothing is not stored."""
        if self.has_view_permission(request):
            term = request.GET.get("q", "").strip()
            by = routes_named(term).by if term else ""
            _record_look(request, "route records", {"step": "routes_listed", "by": by, "named": term if by else ""})
        return super().changelist_view(request, extra_context)

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401 - Django's signature
        """Show one route; record the look, with the user whose message it is about."""
        route = kwargs.get("obj")
        if route is not None:
            details = {"step": "route_shown", "owner_id": owner_id(route)}
            _record_look(request, f"orchestrator.routerecord {route.pk}", details)
        return super().render_change_form(request, context, *args, **kwargs)

    @admin.display(description="user", ordering="username")
    def user(self, route: RouteRecord) -> str:
        """Return the name of the user whose message it is about. The words are asked for with a reason."""
        return str(getattr(route, "username", ""))

    @admin.display(description="needs")
    def abilities(self, route: RouteRecord) -> str:
        """Return the abilities that the message needs, and which of them nobody near has."""
        needed, missing = (route.receipt.get(f"{kind}_abilities") or () for kind in ("required", "missing"))
        lacking = f"; {gettext('missing:')} {', '.join(missing)}" if missing else ""
        return f"{', '.join(needed) or gettext('none')}{lacking}"

    @admin.display(description="why")
    def reason(self, route: RouteRecord) -> str:
        """Return the reason."""
        return in_language(route.receipt.get("reason", ""))

    @admin.display(description="thresholds")
    def thresholds(self, route: RouteRecord) -> str:
        """Return the thresholds, and the calibration and space that they belong to."""
        names = {"calibration": "gate"} | {name: name for name in ("space", "threshold", "threshold_low", "margin")}
        if not route.receipt.get("space"):  # the message names the specialist, or no specialist answers
            return gettext("none")
        values = {label: route.receipt.get(name) or "-" for label, name in names.items()}
        shown = {name: _figure(value) if isinstance(value, float) else value for name, value in values.items()}
        return ", ".join(f"{name} {value}" for name, value in shown.items())

    @admin.display(description="considered")
    def candidates(self, route: RouteRecord) -> SafeString:
        """Return the candidates with their figures, without nearest examples: some are private text."""
        rows = (
            (found["role"], _figure(found["score"]), _figure(found["probability"]), in_language(found["why_not"]))
            for found in route.receipt["candidates"]
        )
        head = format_html_join("", '<th scope="col">{}</th>', [(name,) for name in _COLUMNS])
        return format_html("<table><tr>{}</tr>{}</table>", head, format_html_join("", _ROW, rows))


class NamedRoutes(NamedTuple):
    """The condition of the routes that a term names.

    ``by`` says by what: ``id``, ``kind``, ``user``, ``role``, "" for nothing.
    """

    condition: Q
    by: str


def routes_named(term: str) -> NamedRoutes:
    """Return the routes that a term names: by an id, a kind, a user's name or a specialist's role."""
    try:
        key = uuid.UUID(term)
    except ValueError:
        pass
    else:
        return NamedRoutes(Q(pk=key) | Q(message=key) | Q(specialist=key), "id")
    if term in get_args(RouteKind):
        return NamedRoutes(Q(kind=term), "kind")
    user = User.objects.filter(username=term).values_list("pk", flat=True).first()
    if user is not None:
        return NamedRoutes(Q(message__conversation__user=user), "user")
    ids = list(Specialist.objects.filter(role=term).values_list("pk", flat=True))
    return NamedRoutes(Q(specialist__in=ids), "role" if ids else "")


def _record_look(request: HttpRequest, subject: str, details: dict[str, Any]) -> None:
    actor = request_actor(request)
    security_event_record(SecurityEventKind.BREAK_GLASS, subject=subject, details=details, actor=actor)


def _figure(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"
