"""Django admin pages of embedding spaces, calibrations and their switches. Each switch needs a confirmation page."""

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
from django.utils.translation import gettext, gettext_lazy

from kingdom.accounts.models import User
from kingdom.core.errors import KingdomError
from kingdom.core.stored_sentences import in_language
from kingdom.core.web.admin_base import ReadOnlyAdmin
from kingdom.routing.models import EmbeddingSpace, RouterCalibration, RoutingChange
from kingdom.routing.spaces.activation import (
    calibration_fit_request,
    calibration_switch,
    calibration_unpin,
    routing_change_undo,
    space_switch,
    space_switch_refusal,
)
from kingdom.routing.spaces.selectors import (
    SPACE_KINDS,
    SpaceSummary,
    active_space_kind,
    calibrations_list,
    latest_routing_change,
    spaces_list,
)
from kingdom.routing.spaces.services import space_remove, space_request, space_stop
from kingdom.specialists.status.services import LONGEST_REASON

SWITCH_PERMISSION = "routing.switch_routing"
MAX_DIGITS = 18  # of a calibration id
SPACES_PAGE = "admin:routing_embeddingspace_changelist"


class SwitchForm(forms.Form):
    """The reason of a switch, and the active value that its author saw."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=LONGEST_REASON,
        required=False,
        widget=forms.Textarea(attrs={"rows": 2}),
        help_text=gettext_lazy("Stored with the switch."),
    )
    expected = forms.CharField(widget=forms.HiddenInput, required=False)


@dataclass(frozen=True, kw_only=True)
class ConfirmationStep:
    """A confirmation page: its effects in words, the active value that it shows, and the action.

    ``action`` takes the reason and the expected value and returns the success message.
    """

    title: str
    effects: tuple[str, ...]
    expected: str
    action: Callable[[str, str], str]


@admin.register(EmbeddingSpace)
class EmbeddingSpaceAdmin(ReadOnlyAdmin):
    """One page of all spaces, the calibrations of the active space, and the last switches."""

    list_display = ("kind", "encoder", "state")

    def get_urls(self) -> list[URLPattern]:
        """Add the addresses of the buttons."""
        view, name = self.admin_site.admin_view, "routing_embeddingspace_"
        return [
            path("act/", view(self.act_view), name=f"{name}act"),
            path("switch/<str:kind>/", view(self.switch_view), name=f"{name}switch"),
            path("remove/<str:kind>/", view(self.remove_view), name=f"{name}remove"),
            path("calibration/<int:calibration_id>/", view(self.calibration_view), name=f"{name}calibration"),
            path("undo/<uuid:change_id>/", view(self.undo_view), name=f"{name}undo"),
            *super().get_urls(),
        ]

    def changelist_view(self, request: HttpRequest, extra_context: dict[str, Any] | None = None) -> TemplateResponse:
        """Show spaces, calibrations and switches, with the buttons that the user may use."""
        if not self.has_view_permission(request):
            raise PermissionDenied
        spaces = spaces_list()
        present = {active_space_kind(), *(summary.space.kind for summary in spaces)}
        page = {
            "title": gettext("Embedding spaces and calibrations"),
            "spaces": [(summary, _switch_refusal(summary)) for summary in spaces],
            "absent": [kind for kind in SPACE_KINDS if kind not in present],
            "calibrations": calibrations_list(
                next((summary.space.encoder for summary in spaces if summary.active), "")
            ),
            "changes": RoutingChange.objects.all()[:10],
            "undoable": _undoable_changes(),
            "may_switch": request.user.has_perm(SWITCH_PERMISSION),
            "may_replay": request.user.has_perm("orchestrator.replay_routes"),
        }
        return TemplateResponse(request, "admin/routing/spaces.html", {**self._context(request), **page})

    def act_view(self, request: HttpRequest) -> HttpResponseBase:
        """Run an action that needs no confirmation: it does not change what is active."""
        if request.method != "POST":
            return HttpResponseNotAllowed(["POST"])
        actor = _operator(request)
        target = request.POST.get("what", "")
        try:
            messages.success(request, _action_run(request.POST.get("act", ""), target, actor))
        except KingdomError as error:
            messages.error(request, in_language(error.message))
        return redirect(SPACES_PAGE)

    def switch_view(self, request: HttpRequest, kind: str) -> HttpResponseBase:
        """Activate another space."""
        if kind not in SPACE_KINDS:
            raise Http404
        actor, active = _operator(request), active_space_kind()
        refusal = space_switch_refusal(kind)
        names = {"kind": kind, "active": active}
        effects = (
            gettext("From now on every process routes every message in %(kind)s instead of %(active)s.") % names,
            gettext("%(active)s stays up to date: you can switch back in the same way.") % names,
        )

        def action(reason: str, expected: str) -> str:
            space_switch(kind=kind, actor=actor, expected=expected, reason=reason)
            return gettext("%(kind)s is active now.") % {"kind": kind}

        step = ConfirmationStep(
            title=gettext("Activate %(kind)s") % {"kind": kind},
            effects=(gettext("The switch is not possible now: %(refusal)s") % {"refusal": in_language(refusal)},)
            if refusal
            else effects,
            expected=active,
            action=action,
        )
        return self._confirmed(request, step)

    def calibration_view(self, request: HttpRequest, calibration_id: int) -> HttpResponseBase:
        """Activate another calibration."""
        actor = _operator(request)
        rows = RouterCalibration.objects.defer("parameters", "classifier")
        encoder = get_object_or_404(rows, pk=calibration_id).encoder
        active = RouterCalibration.objects.filter(encoder=encoder, active=True).values_list("pk", flat=True).first()
        names = {"number": calibration_id, "encoder": encoder, "active": active or gettext("none")}
        effects = (
            gettext("From now on every process uses calibration %(number)s in %(encoder)s instead of %(active)s.")
            % names,
            gettext(
                "It stays active until the next switch or until you allow automatic refits. New fits stay inactive."
            ),
        )

        def action(reason: str, expected: str) -> str:
            calibration_switch(calibration_id=calibration_id, actor=actor, expected=_number(expected), reason=reason)
            return gettext("Calibration %(number)s is active now.") % names

        title = gettext("Activate calibration %(number)s") % names
        return self._confirmed(
            request, ConfirmationStep(title=title, effects=effects, expected=str(active or ""), action=action)
        )

    def undo_view(self, request: HttpRequest, change_id: UUID) -> HttpResponseBase:
        """Undo the last switch of a space or a calibration."""
        actor = _operator(request)
        change = get_object_or_404(RoutingChange, pk=change_id)
        subject = RoutingChange.Subject(change.subject)

        def action(_reason: str, _expected: str) -> str:
            undone = routing_change_undo(subject=subject, actor=actor, expected=change_id)
            return gettext("%(after)s is active again.") % {"after": undone.after}

        names = {"before": change.before, "after": change.after}
        effects = (gettext("%(before)s becomes active again in every process instead of %(after)s.") % names,)
        return self._confirmed(
            request,
            ConfirmationStep(title=gettext("Undo the switch"), effects=effects, expected=change.after, action=action),
        )

    def remove_view(self, request: HttpRequest, kind: str) -> HttpResponseBase:
        """Delete a space with its vectors and calibrations."""
        _operator(request)
        space = get_object_or_404(EmbeddingSpace, kind=kind)

        def action(_reason: str, _expected: str) -> str:
            return gettext("%(kind)s is removed: %(count)s rows.") % {"kind": kind, "count": space_remove(kind=kind)}

        effects = (
            gettext("All vectors and calibrations of %(space)s are deleted.") % {"space": space.encoder or kind},
            gettext("To use the space again you must build it again."),
        )
        step = ConfirmationStep(
            title=gettext("Remove %(kind)s") % {"kind": kind}, effects=effects, expected="", action=action
        )
        return self._confirmed(request, step)

    def _confirmed(self, request: HttpRequest, step: ConfirmationStep) -> HttpResponseBase:
        """Show the confirmation page; run the action on a POST."""
        form = SwitchForm(request.POST if request.method == "POST" else None, initial={"expected": step.expected})
        if request.method == "POST" and form.is_valid():
            reason, expected = form.cleaned_data["reason"].strip(), form.cleaned_data["expected"]
            try:
                messages.success(request, step.action(reason, expected))
            except KingdomError as error:
                messages.error(request, in_language(error.message))
            return redirect(SPACES_PAGE)
        page = {"title": step.title, "effects": step.effects, "form": form}
        return TemplateResponse(request, "admin/routing/switch.html", {**self._context(request), **page})

    def _context(self, request: HttpRequest) -> dict[str, Any]:
        return {**self.admin_site.each_context(request), "opts": self.opts}


def _undoable_changes() -> set[UUID]:
    last = (latest_routing_change(subject) for subject in RoutingChange.Subject)
    return {change.pk for change in last if change is not None and change.before}


def _action_run(action: str, target: str, actor: User) -> str:
    """Run the action of a button and return the success message."""
    match action:
        case "build":
            space_request(kind=target, user=actor)
            return gettext("The build of %(space)s is requested. This page shows its progress.") % {"space": target}
        case "stop":
            space_stop(kind=target, actor=actor)
            return gettext("The build of %(space)s stops.") % {"space": target}
        case "fit":
            calibration_fit_request()
            return gettext("A worker fits a calibration. It appears below if it differs from the stored ones.")
        case "release" if (number := _number(target)) is not None:
            calibration_unpin(calibration_id=number)
            return gettext("Calibration %(number)s is refitted automatically again.") % {"number": target}
        case _:
            raise PermissionDenied


def _switch_refusal(summary: SpaceSummary) -> str:
    """Return why a space cannot be activated, "" when it can or is active."""
    if summary.active:
        return ""
    kind = summary.space.kind
    return (
        space_switch_refusal(kind)
        if kind in SPACE_KINDS
        else f"There is no embedder {kind} any more. Remove the space."
    )


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdigit() and len(text) <= MAX_DIGITS else None


def _operator(request: HttpRequest) -> User:
    if not isinstance(request.user, User) or not request.user.has_perm(SWITCH_PERMISSION):
        raise PermissionDenied
    return request.user


@admin.register(RouterCalibration)
class RouterCalibrationAdmin(ReadOnlyAdmin):
    """Calibrations with the metrics of their fit."""

    list_display = ("id", "created_at", "encoder", "active", "pinned")
    list_filter = ("encoder", "active")
    ordering = ("-pk",)
    exclude = ("parameters", "classifier")

    def get_queryset(self, request: HttpRequest) -> Any:  # noqa: ANN401 - Django's own
        """Return the calibrations without their large columns."""
        return super().get_queryset(request).defer("parameters", "classifier")


@admin.register(RoutingChange)
class RoutingChangeAdmin(ReadOnlyAdmin):
    """All switches of spaces and calibrations."""

    list_display = ("created_at", "subject", "encoder", "before", "after", "actor_name", "reason")
    list_filter = ("subject",)
