"""Admin of replays: request one, watch its progress, compare the routes."""

from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils.translation import gettext, gettext_lazy

from kingdom.accounts.models import User
from kingdom.core.errors import KingdomError
from kingdom.core.stored_sentences import in_language
from kingdom.core.web.admin_base import ReadOnlyAdmin
from kingdom.orchestrator.models import ReplayRun
from kingdom.orchestrator.replay.changes import specialists_named
from kingdom.orchestrator.replay.engine import MAX_MESSAGES
from kingdom.orchestrator.replay.jobs import ReplayRequest, replay_cancel, replay_request
from kingdom.routing.models import EmbeddingSpace, RoutingChange
from kingdom.routing.spaces.selectors import active_space_kind, calibrations_list, latest_routing_change
from kingdom.specialists.models.specialist import Specialist

REPLAY_PERMISSION = "orchestrator.replay_routes"
DIFFERENCES_PER_PAGE = 25
Kind = ReplayRun.Change
_SWITCHES = {
    Kind.SPACE: (RoutingChange.Subject.SPACE, "switch"),
    Kind.CALIBRATION: (RoutingChange.Subject.CALIBRATION, "calibration"),
}
_HELP = gettext_lazy(
    "The name of a space, the number of a calibration, the role or id of a specialist, or the id of a version."
)


class ReplayForm(forms.Form):
    """One change, and the number of last messages."""

    change = forms.ChoiceField(
        label=gettext_lazy("Change"),
        choices=[
            (Kind.SPACE, gettext_lazy("use another embedding space")),
            (Kind.CALIBRATION, gettext_lazy("use another calibration")),
            (Kind.WITHOUT, gettext_lazy("suspend a specialist")),
            (Kind.WITH_VERSION, gettext_lazy("activate a version for all users")),
        ],
    )
    target = forms.CharField(label=gettext_lazy("Target"), max_length=100, help_text=_HELP)
    last = forms.IntegerField(label=gettext_lazy("Last messages"), min_value=1, max_value=MAX_MESSAGES, initial=500)

    def replay_request(self) -> ReplayRequest:
        """Return the request of a valid form."""
        values = self.cleaned_data
        change, target = Kind(values["change"]), values["target"].strip()
        return ReplayRequest(change=change, target=target, message_count=values["last"])


@admin.register(ReplayRun)
class ReplayRunAdmin(ReadOnlyAdmin):
    """Replays, newest first, each with its differences."""

    list_display = ("label", "created_at", "requested_by", "state", "done", "difference_count")
    list_select_related = ("requested_by",)
    list_filter = ("change", "state")

    def get_urls(self) -> list[URLPattern]:
        """Add the page for a new replay."""
        new = path("new/", self.admin_site.admin_view(self.new_view), name="orchestrator_replayrun_new")
        return [new, *super().get_urls()]

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:  # noqa: ANN401 - Django's own
        """Show the list with a link to request a replay."""
        may_replay = request.user.has_perm(REPLAY_PERMISSION)
        return super().changelist_view(request, {**(extra_context or {}), "may_replay": may_replay})

    def new_view(self, request: HttpRequest) -> HttpResponseBase:
        """Request a replay; the page suggests possible changes."""
        user = _require_replay_permission(request)
        initial = {name: request.GET[name] for name in ("change", "target", "last") if name in request.GET}
        form = ReplayForm(request.POST if request.method == "POST" else None, initial=initial)
        if request.method == "POST" and form.is_valid():
            try:
                run = replay_request(request=form.replay_request(), user=user)
            except KingdomError as error:
                form.add_error(None, in_language(error.message))
            else:
                return redirect(reverse("admin:orchestrator_replayrun_change", args=[run.pk]))
        context = {"title": gettext("New replay"), "form": form, "suggestions": _suggested_changes()}
        return TemplateResponse(request, "admin/orchestrator/replayrun/new.html", {**self._context(request), **context})

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the progress and the differences of a replay; a POST cancels it."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        run = get_object_or_404(ReplayRun.objects.select_related("requested_by"), pk=_parse_uuid(object_id))
        if request.method == "POST":
            _require_replay_permission(request)
            replay_cancel(run_id=run.pk)
            return redirect(request.path)
        may_replay = request.user.has_perm(REPLAY_PERMISSION)
        context = {
            "title": run.label,
            "run": run,
            "percent": f"{run.share * 100:.1f}",
            "page": Paginator(run.differences.order_by("pk"), DIFFERENCES_PER_PAGE).get_page(request.GET.get("p", "1")),
            "may_replay": may_replay,
            "next_step": _next_step_link(run, request.user),
        }
        template = "admin/orchestrator/replayrun/detail.html"
        return TemplateResponse(request, template, {**self._context(request), **context})

    def _context(self, request: HttpRequest) -> dict[str, Any]:
        return {**self.admin_site.each_context(request), "opts": self.opts}


def _suggested_changes() -> list[tuple[str, str, str]]:
    """Return possible changes as (change, target, link text)."""
    active = active_space_kind()
    ready = EmbeddingSpace.objects.filter(state=EmbeddingSpace.State.READY).order_by("kind")
    encoders = dict(ready.values_list("kind", "encoder"))
    spaces = [
        (str(Kind.SPACE), kind, gettext("the space %(kind)s instead of %(active)s") % {"kind": kind, "active": active})
        for kind in encoders
        if kind != active
    ]
    calibrations = [
        (str(Kind.CALIBRATION), str(calibration.pk), f"{gettext('calibration')} {calibration.pk}")
        for calibration in calibrations_list(encoders.get(active, ""))
        if not calibration.active
    ]
    return [*spaces, *calibrations]


def _next_step_link(run: ReplayRun, user: Any) -> tuple[str, str] | None:  # noqa: ANN401 - a user or anonymous
    """Return URL and text of the page that makes or undoes the change; None while it runs or without permission."""
    if run.state != ReplayRun.State.DONE:
        return None
    if run.change in _SWITCHES:
        return _switch_link(run) if user.has_perm("routing.switch_routing") else None
    return _review_link(run) if user.has_perm("specialists.view_specialist") else None


def _switch_link(run: ReplayRun) -> tuple[str, str]:
    what, url_name = _SWITCHES[Kind(run.change)]
    last = latest_routing_change(what)
    if last is not None and last.after == run.target and last.created_at > run.created_at:
        return reverse("admin:routing_embeddingspace_undo", args=[last.pk]), f"Undo the switch to {run.target}"
    return reverse(f"admin:routing_embeddingspace_{url_name}", args=[run.target]), f"Switch to {run.target}"


def _review_link(run: ReplayRun) -> tuple[str, str] | None:
    if run.change == Kind.WITHOUT:
        specialists = specialists_named(run.target)
    else:
        specialists = Specialist.objects.filter(versions=_parse_uuid(run.target))
    row = specialists.values_list("pk", "role").first()
    return (reverse("admin:specialists_specialist_review", args=[row[0]]), f"Review {row[1]}") if row else None


def _parse_uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def _require_replay_permission(request: HttpRequest) -> User:
    if not isinstance(request.user, User) or not request.user.has_perm(REPLAY_PERMISSION):
        raise PermissionDenied
    return request.user
