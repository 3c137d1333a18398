"""Replays in Django's admin: what a change would do to the last messages, before anybody carries it out."""

from typing import Any
from uuid import UUID

import structlog
from django import forms
from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.core.paginator import Page, Paginator
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse

from kingdom.accounts.models import User
from kingdom.core.errors import KingdomError
from kingdom.core.web.admin_base import ReadOnlyAdmin
from kingdom.orchestrator.models import ReplayDifference, ReplayRun
from kingdom.orchestrator.replay.engine import MAX_MESSAGES
from kingdom.orchestrator.replay.jobs import ReplayRequest, replay_cancel, replay_request
from kingdom.routing.models import EmbeddingSpace, RoutingChange
from kingdom.routing.spaces.selectors import active_space_kind, calibrations_list, latest_routing_change
from kingdom.specialists.models.specialist import Specialist

REPLAY_PERMISSION = "orchestrator.replay_routes"
DIFFERENCES_PER_PAGE = 25  # flips a page
EXCERPT_CHARS = 80  # characters of a message, as many as the command shows
Kind = ReplayRun.Change
_log = structlog.get_logger(__name__)
_HELP = "The name of a space, the number of a gate, the role (or id) of a specialist, or the id of a version."


class ReplayForm(forms.Form):
    """One change, over the last messages."""

    change = forms.ChoiceField(
        label="What would be done",
        choices=[
            (Kind.SPACE, "another embedding space"),
            (Kind.GATE, "another gate"),
            (Kind.WITHOUT, "a specialist suspended"),
            (Kind.WITH_VERSION, "a version put in service for everybody"),
        ],
    )
    target = forms.CharField(label="Which", max_length=100, help_text=_HELP)
    last = forms.IntegerField(label="Last messages", min_value=1, max_value=MAX_MESSAGES, initial=500)


@admin.register(ReplayRun)
class ReplayRunAdmin(ReadOnlyAdmin):
    """Replays, the newest first; each with what would flip."""

    list_display = ("label", "created_at", "requested_by", "state", "done", "flips")
    list_select_related = ("requested_by",)
    list_filter = ("change", "state")

    def get_urls(self) -> list[URLPattern]:
        """Add the page that asks for one."""
        return [
            path("new/", self.admin_site.admin_view(self.new_view), name="orchestrator_replayrun_new"),
            *super().get_urls(),
        ]

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> Any:  # noqa: ANN401 - Django's own
        """Show the list, with the way to a new one."""
        return super().changelist_view(
            request, {**(extra_context or {}), "may_replay": request.user.has_perm(REPLAY_PERMISSION)}
        )

    def new_view(self, request: HttpRequest) -> HttpResponseBase:
        """Ask for a replay; what can be tried now is offered."""
        actor = _require_replay_permission(request)
        given = {name: request.GET[name] for name in ("change", "target", "last") if name in request.GET}
        form = ReplayForm(request.POST if request.method == "POST" else None, initial=given)
        if request.method == "POST" and form.is_valid():
            said = form.cleaned_data
            try:
                run = replay_request(
                    wanted=ReplayRequest(change=Kind(said["change"]), target=said["target"].strip(), last=said["last"]),
                    user=actor,
                )
            except KingdomError as error:
                form.add_error(None, error.message)
            else:
                return redirect(reverse("admin:orchestrator_replayrun_change", args=[run.pk]))
        shown = {"title": "What would flip?", "form": form, "offered": _suggested_changes()}
        return TemplateResponse(request, "admin/orchestrator/replayrun/new.html", {**self._context(request), **shown})

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show how far a replay is, and what it has found; a POST stops it."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        run = get_object_or_404(ReplayRun.objects.select_related("requested_by"), pk=_parse_uuid(object_id))
        if request.method == "POST":
            _require_replay_permission(request)
            replay_cancel(run_id=run.pk)
            return redirect(request.path)
        words = "words" in request.GET and request.user.has_perm(REPLAY_PERMISSION)
        if words:
            _log.info("replay_words_shown", run_id=str(run.pk), user_id=request.user.pk)
        shown = {
            "title": run.label,
            "run": run,
            "percent": f"{run.share * 100:.1f}",
            "page": _difference_page(run, request.GET.get("p", "1"), words=words),
            "words": words,
            "begin": EXCERPT_CHARS,
            "may_replay": request.user.has_perm(REPLAY_PERMISSION),
            "next": _next_step_link(run, request.user),
        }
        return TemplateResponse(
            request, "admin/orchestrator/replayrun/detail.html", {**self._context(request), **shown}
        )

    def _context(self, request: HttpRequest) -> dict[str, Any]:
        return {**self.admin_site.each_context(request), "opts": self.opts}


def _difference_page(run: ReplayRun, number: str, *, words: bool) -> Page[ReplayDifference]:
    """Return one page of what would flip; without ``words`` no message is read."""
    found = run.found.order_by("pk")
    return Paginator(found.select_related("message") if words else found, DIFFERENCES_PER_PAGE).get_page(number)


def _suggested_changes() -> list[tuple[str, str, str]]:
    """Return what can be tried now: change, target, and the words of the link."""
    serving = active_space_kind()
    kinds = (
        EmbeddingSpace.objects.filter(state=EmbeddingSpace.State.READY).order_by("kind").values_list("kind", "encoder")
    )
    encoder = next((one for kind, one in kinds if kind == serving), "")
    spaces = [(str(Kind.SPACE), kind, f"the space {kind} instead of {serving}") for kind, _ in kinds if kind != serving]
    gates = [
        (str(Kind.GATE), str(gate.pk), f"gate {gate.pk}") for gate in calibrations_list(encoder) if not gate.active
    ]
    return [*spaces, *gates]


def _next_step_link(run: ReplayRun, user: Any) -> tuple[str, str] | None:  # noqa: ANN401 - a user or nobody
    """Return where the change itself is carried out or undone, and the words of the link; None while it goes on or without the right."""
    if run.state != ReplayRun.State.DONE:
        return None
    if run.change in (Kind.WITHOUT, Kind.WITH_VERSION):
        return _review_link(run) if user.has_perm("specialists.view_specialist") else None
    if not user.has_perm("routing.switch_routing"):
        return None
    last = latest_routing_change(RoutingChange.What(run.change))
    if last is not None and last.after == run.target and last.created_at > run.created_at:
        return reverse("admin:routing_embeddingspace_undo", args=[last.pk]), f"Undo the switch to {run.target}"
    name = "switch" if run.change == Kind.SPACE else "gate"
    return reverse(f"admin:routing_embeddingspace_{name}", args=[run.target]), f"Switch to {run.target}"


def _review_link(run: ReplayRun) -> tuple[str, str] | None:
    pk = _parse_uuid(run.target)
    named = Q(role=run.target, status=Specialist.Status.VERIFIED) if pk is None else Q(pk=pk) | Q(versions=pk)
    found = Specialist.objects.filter(named).values_list("pk", "role").first()
    return (reverse("admin:specialists_specialist_review", args=[found[0]]), f"Decide on {found[1]}") if found else None


def _parse_uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None


def _require_replay_permission(request: HttpRequest) -> User:
    if not isinstance(request.user, User) or not request.user.has_perm(REPLAY_PERMISSION):
        raise PermissionDenied
    return request.user
