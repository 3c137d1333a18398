"""Embedding spaces and gates in Django's admin: what serves, what could, and each switch after a page that says what it does."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest
from django.http.response import HttpResponseBase, HttpResponseNotAllowed
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path

from kingdom.accounts.models import User
from kingdom.core.errors import KingdomError
from kingdom.core.web.admin_base import ReadOnlyAdmin
from kingdom.routing.activation import (
    calibration_fit_request,
    calibration_switch,
    calibration_unpin,
    routing_change_undo,
    space_switch,
    space_switch_refusal,
)
from kingdom.routing.models import EmbeddingSpace, RouterCalibration, RoutingChange
from kingdom.routing.spaces.selectors import (
    SPACE_KINDS,
    active_space_kind,
    calibrations_list,
    latest_routing_change,
    spaces_list,
)
from kingdom.routing.spaces.services import space_remove, space_request, space_stop
from kingdom.specialists.status.services import LONGEST_REASON

SWITCH_PERMISSION = "routing.switch_routing"
LONGEST_NUMBER = 18  # digits of a gate's
SPACES_PAGE = "admin:routing_embeddingspace_changelist"


class SwitchForm(forms.Form):
    """Why something is switched, bound to what served when its caller looked."""

    reason = forms.CharField(
        max_length=LONGEST_REASON,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text="Kept with the switch.",
    )
    expected = forms.CharField(widget=forms.HiddenInput, required=False)


@dataclass(frozen=True, kw_only=True)
class ConfirmationStep:
    """One thing to be confirmed: what it does in words, what served when it was shown, and how it is done."""

    title: str
    effects: tuple[str, ...]
    expected: str
    do: Callable[[str, str], str]  # from the reason and what was expected to what is said then


@admin.register(EmbeddingSpace)
class EmbeddingSpaceAdmin(ReadOnlyAdmin):
    """One page of all spaces, the gates of the one that serves, and the last switches."""

    list_display = ("kind", "encoder", "state")

    def get_urls(self) -> list[URLPattern]:
        """Add where buttons lead."""
        view, name = self.admin_site.admin_view, "routing_embeddingspace_"
        return [
            path("act/", view(self.act_view), name=f"{name}act"),
            path("switch/<str:kind>/", view(self.switch_view), name=f"{name}switch"),
            path("remove/<str:kind>/", view(self.remove_view), name=f"{name}remove"),
            path("gate/<int:gate_id>/", view(self.gate_view), name=f"{name}gate"),
            path("undo/<uuid:change_id>/", view(self.undo_view), name=f"{name}undo"),
            *super().get_urls(),
        ]

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        """Show everything there is to switch."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        spaces = spaces_list()
        serving = next((one.space.encoder for one in spaces if one.serves), "")
        last = [
            change
            for what in RoutingChange.What
            if (change := latest_routing_change(what)) is not None and change.before
        ]
        shown = {
            "title": "Embedding spaces and gates",
            "spaces": [(one, "" if one.serves else _switch_refusal(one.space.kind)) for one in spaces],
            "absent": [
                kind
                for kind in SPACE_KINDS
                if kind != active_space_kind() and kind not in {one.space.kind for one in spaces}
            ],
            "gates": calibrations_list(serving),
            "changes": RoutingChange.objects.all()[:10],
            "undoable": {change.pk for change in last},
            "may_switch": request.user.has_perm(SWITCH_PERMISSION),
            "may_replay": request.user.has_perm("orchestrator.replay_routes"),
        }
        return TemplateResponse(request, "admin/routing/spaces.html", {**self._context(request), **shown})

    def act_view(self, request: HttpRequest) -> HttpResponseBase:
        """Do what needs no second look: nothing that serves changes by it."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        actor = _operator(request)
        try:
            messages.success(
                request,
                _action_run(request.POST.get("act", ""), request.POST.get("what", "").replace("\x00", ""), actor),
            )
        except KingdomError as error:
            messages.error(request, error.message)
        return redirect(SPACES_PAGE)

    def switch_view(self, request: HttpRequest, kind: str) -> HttpResponseBase:
        """Let another space serve."""
        if kind not in SPACE_KINDS:
            raise Http404
        actor, now = _operator(request), active_space_kind()
        effects = (
            f"Every message from now on is routed in {kind} instead of {now}, in every process, at once.",
            f"{now} stays, and is kept in step: switching back is the same step.",
        )
        refused = space_switch_refusal(kind)

        def do(reason: str, expected: str) -> str:
            space_switch(kind=kind, actor=actor, expected=expected, reason=reason)
            return f"{kind} serves now."

        step = ConfirmationStep(
            title=f"Let {kind} serve",
            effects=(f"It would be refused now: {refused}",) if refused else effects,
            expected=now,
            do=do,
        )
        return self._confirmed(request, step)

    def gate_view(self, request: HttpRequest, gate_id: int) -> HttpResponseBase:
        """Let another gate serve."""
        actor = _operator(request)
        gate = get_object_or_404(RouterCalibration.objects.defer("parameters", "head"), pk=gate_id)
        now = RouterCalibration.objects.filter(encoder=gate.encoder, active=True).values_list("pk", flat=True).first()
        effects = (
            f"Gate {gate_id} judges messages in {gate.encoder} instead of gate {now or 'none'}, in every process, at once.",
            "It stays until somebody switches again or lets gates be refitted by themselves: new fits wait beside it.",
        )

        def do(reason: str, expected: str) -> str:
            calibration_switch(gate_id=gate_id, actor=actor, expected=_number(expected), reason=reason)
            return f"Gate {gate_id} serves now."

        return self._confirmed(
            request,
            ConfirmationStep(title=f"Let gate {gate_id} serve", effects=effects, expected=str(now or ""), do=do),
        )

    def undo_view(self, request: HttpRequest, change_id: UUID) -> HttpResponseBase:
        """Switch back."""
        actor = _operator(request)
        change = get_object_or_404(RoutingChange, pk=change_id)
        what = RoutingChange.What(change.what)

        def do(_reason: str, _expected: str) -> str:
            back = routing_change_undo(what=what, actor=actor, expected=change_id)
            return f"The {what} {back.after} serves again."

        effects = (f"The {what} {change.before} serves again instead of {change.after}, in every process, at once.",)
        return self._confirmed(
            request, ConfirmationStep(title="Switch back", effects=effects, expected=change.after, do=do)
        )

    def remove_view(self, request: HttpRequest, kind: str) -> HttpResponseBase:
        """Forget a space."""
        _operator(request)
        space = get_object_or_404(EmbeddingSpace, kind=kind.replace("\x00", ""))

        def do(_reason: str, _expected: str) -> str:
            return f"{kind} is gone: {space_remove(kind=kind)} rows."

        effects = (
            f"All vectors and gates of {space.encoder or kind} are deleted.",
            "Then there is no way back but to build it again.",
        )
        return self._confirmed(request, ConfirmationStep(title=f"Remove {kind}", effects=effects, expected="", do=do))

    def _confirmed(self, request: HttpRequest, step: ConfirmationStep) -> HttpResponseBase:
        """Show what a step does; a POST does it."""
        form = SwitchForm(request.POST if request.method == "POST" else None, initial={"expected": step.expected})
        if request.method == "POST" and form.is_valid():
            try:
                messages.success(request, step.do(form.cleaned_data["reason"].strip(), form.cleaned_data["expected"]))
            except KingdomError as error:
                messages.error(request, error.message)
            return redirect(SPACES_PAGE)
        shown = {"title": step.title, "effects": step.effects, "form": form}
        return TemplateResponse(request, "admin/routing/switch.html", {**self._context(request), **shown})

    def _context(self, request: HttpRequest) -> dict[str, Any]:
        return {**self.admin_site.each_context(request), "opts": self.opts}


def _action_run(act: str, what: str, actor: User) -> str:
    """Carry out one of the small buttons and return what to say."""
    match act:
        case "build":
            space_request(kind=what, user=actor)
            return f"{what} is being built. This page shows how far it is."
        case "stop":
            space_stop(kind=what, actor=actor)
            return f"The build of {what} stops."
        case "fit":
            calibration_fit_request()
            return "A worker fits the gate. It appears below when it is another one than those there are."
        case "release" if (number := _number(what)) is not None:
            calibration_unpin(gate_id=number)
            return f"Gate {what} is refitted by itself again."
        case _:
            raise PermissionDenied


def _switch_refusal(kind: str) -> str:
    """Return why a space cannot be switched to. Kinds are few; of one that is none any more nothing has to be read."""
    return space_switch_refusal(kind) if kind in SPACE_KINDS else f"No embedder is called {kind} any more. Remove it."


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER else None


def _operator(request: HttpRequest) -> User:
    if not isinstance(request.user, User) or not request.user.has_perm(SWITCH_PERMISSION):
        raise PermissionDenied
    return request.user


@admin.register(RouterCalibration)
class RouterCalibrationAdmin(ReadOnlyAdmin):
    """Fitted gates, with the figures of their fit."""

    list_display = ("id", "created_at", "encoder", "active", "pinned")
    list_filter = ("encoder", "active")
    ordering = ("-pk",)
    exclude = ("parameters", "head")

    def get_queryset(self, request: HttpRequest) -> Any:  # noqa: ANN401 - Django's own
        """Leave the numbers in the database."""
        return super().get_queryset(request).defer("parameters", "head")


@admin.register(RoutingChange)
class RoutingChangeAdmin(ReadOnlyAdmin):
    """Every switch of a space or a gate."""

    list_display = ("created_at", "what", "encoder", "before", "after", "actor_name", "reason")
    list_filter = ("what",)
