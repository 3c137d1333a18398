"""Admin review page of a specialist with its status form, and the confirmation page of bulk status changes."""

from collections.abc import Callable
from typing import Any
from uuid import UUID

from django import forms
from django.contrib import messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.core.exceptions import PermissionDenied
from django.db.models import Count, Q, QuerySet
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy

from kingdom.accounts.models import User
from kingdom.core.errors import BadInput, KingdomError
from kingdom.core.stored_sentences import in_language
from kingdom.specialists.evidence.review import ConfidenceCalibration, specialist_review
from kingdom.specialists.evidence.svg_charts import HEIGHT, WIDTH, ChartBar, bar_chart
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.models.status import StatusChange
from kingdom.specialists.status.rules import ALLOWED_STATUS_CHANGES
from kingdom.specialists.status.services import LONGEST_REASON, StatusDecision, status_change_create
from kingdom.specialists.test_runs.services import test_run_request

VIEW_PERMISSION, SET_STATUS_PERMISSION, RUN_TESTS_PERMISSION = (
    "specialists.view_specialist",
    "specialists.set_specialist_status",
    "specialists.run_tests",
)
Context = Callable[[HttpRequest], dict[str, Any]]


class StatusChangeForm(forms.Form):
    """A status change of one specialist, bound to the reviewed version."""

    kind = forms.ChoiceField(choices=StatusChange.Kind.choices, label=gettext_lazy("Decision"))
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text=gettext_lazy("Stored, and sent to the users it concerns."),
    )
    digest = forms.CharField(widget=forms.HiddenInput)
    successor = forms.CharField(
        label=gettext_lazy("Successor"),
        required=False,
        max_length=100,
        help_text=gettext_lazy("For a deprecation: the role of its successor."),
    )
    stop_sessions = forms.BooleanField(required=False, label=gettext_lazy("Cancel its running sessions"))


class ReasonForm(forms.Form):
    """The reason of a bulk status change."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"), max_length=LONGEST_REASON, widget=forms.Textarea(attrs={"rows": 3})
    )
    stop_sessions = forms.BooleanField(required=False, label=gettext_lazy("Cancel their running sessions"))


def review_page(request: HttpRequest, pk: UUID, context: Context) -> HttpResponseBase:
    """Show the review page; a POST changes the status or requests a test run."""
    specialist = get_object_or_404(Specialist.objects.select_related("current_version", "created_by"), pk=pk)
    actor = _staff_user(request)
    digest = specialist.current_version.reviewed_digest if specialist.current_version else ""
    form = StatusChangeForm(request.POST or None, initial={"digest": digest})
    if request.method == "POST" and _post_handle(request, specialist, actor, form):
        return redirect(reverse("admin:specialists_specialist_review", args=[pk]))
    review = specialist_review(specialist, decides=actor.pk if actor.has_perm(SET_STATUS_PERMISSION) else None)
    form.fields["kind"].choices = [(kind, gettext(kind)) for kind in review.decisions]  # type: ignore[attr-defined] # it is a ChoiceField
    page = {
        "title": gettext("Review of %(role)s") % {"role": specialist.role},
        "review": review,
        "form": form,
        "may_decide": actor.has_perm(SET_STATUS_PERMISSION),
        "may_run": actor.has_perm(RUN_TESTS_PERMISSION),
        "box": (WIDTH, HEIGHT),
        "bins": _calibration_bars(review.calibration) if review.calibration else (),
    }
    return TemplateResponse(request, "admin/specialists/review.html", {**context(request), **page})


def _calibration_bars(calibration: ConfidenceCalibration) -> tuple[ChartBar, ...]:
    labels = [f"stated {part.stated:.0%}, right {part.right:.0%} of {part.size}" for part in calibration.bins]
    return bar_chart([part.right for part in calibration.bins], labels, top=1.0)


def _post_handle(request: HttpRequest, specialist: Specialist, actor: User, form: StatusChangeForm) -> bool:
    """Run the requested action and return whether it succeeded. A refusal is shown on the page."""
    try:
        if "run" in request.POST:
            _require_permission(actor, RUN_TESTS_PERMISSION)
            test_run_request(specialist_id=specialist.pk, user=actor)
            messages.success(request, gettext("The tests are running. This page shows their progress."))
            return True
        _require_permission(actor, SET_STATUS_PERMISSION)
        if not form.is_valid():
            return False
        values = form.cleaned_data
        change = status_change_create(
            decision=StatusDecision(
                specialist_id=specialist.pk,
                kind=StatusChange.Kind(values["kind"]),
                reason=values["reason"],
                actor=actor,
                reviewed_digest=values["digest"],
                successor_id=_successor_id(specialist, values["successor"]),
                stop_sessions=values["stop_sessions"],
            )
        )
    except KingdomError as error:
        messages.error(request, in_language(error.message))
        return False
    messages.success(request, _done_text(specialist, change))
    return True


def _successor_id(specialist: Specialist, role: str) -> UUID | None:
    """Return the id of a successor by role, None for no role. Raises BadInput if users cannot see it."""
    if not role.strip():
        return None
    visible = Specialist.objects.visible_to(specialist.created_by_id or 0).exclude(pk=specialist.pk)
    successor = visible.filter(role=role.strip()).order_by("-status").first()
    if successor is None:
        raise BadInput(f"The users of {specialist.role} can see no specialist called {role.strip()}.")
    return successor.pk


def bulk_status_page(
    request: HttpRequest, selected: QuerySet[Specialist], kind: str, context: dict[str, Any]
) -> HttpResponseBase | None:
    """Return the confirmation page of a bulk status change; None once the confirmed changes are carried out."""
    actor = _staff_user(request)
    _require_permission(actor, SET_STATUS_PERMISSION)
    form = ReasonForm(request.POST if "confirmed" in request.POST else None)
    if form.is_bound and form.is_valid():
        _change_each(request, selected, kind, actor, form.cleaned_data)
        return None
    page = {
        "title": gettext("Several specialists: %(kind)s") % {"kind": gettext(kind)},
        "kind": kind,
        "effects": [_effect(specialist, kind) for specialist in _with_running_sessions(selected)],
        "form": form,
        "selected": selected.values_list("pk", flat=True),
        "checkbox": ACTION_CHECKBOX_NAME,
        "action": request.POST.get("action", ""),
    }
    return TemplateResponse(request, "admin/specialists/decide.html", {**context, **page})


def _change_each(
    request: HttpRequest, selected: QuerySet[Specialist], kind: str, actor: User, values: dict[str, Any]
) -> None:
    for specialist in selected:
        decision = StatusDecision(
            specialist_id=specialist.pk,
            kind=StatusChange.Kind(kind),
            reason=values["reason"],
            actor=actor,
            stop_sessions=values["stop_sessions"],
        )
        try:
            change = status_change_create(decision=decision)
        except KingdomError as error:
            values = {"role": specialist.role, "reason": in_language(error.message)}
            messages.error(request, gettext("Not done for %(role)s: %(reason)s") % values)
        else:
            messages.success(request, _done_text(specialist, change))


def _done_text(specialist: Specialist, change: StatusChange) -> str:
    values = {"role": specialist.role, "status": gettext(str(change.new_status))}
    return gettext("Done: %(role)s is %(status)s now.") % values


def _with_running_sessions(selected: QuerySet[Specialist]) -> QuerySet[Specialist]:
    running = Count(
        "versions__sessions", filter=Q(versions__sessions__state__in=["running", "awaiting_approval"]), distinct=True
    )
    return selected.annotate(running=running).select_related("created_by")


def _effect(specialist: Specialist, kind: str) -> dict[str, Any]:
    """Return the effect of a status change on one specialist: the new status and the number of running sessions."""
    target = ALLOWED_STATUS_CHANGES[kind].get(specialist.status)
    unchanged, before = gettext("unchanged: this is not possible now"), gettext("its status before")
    new_status = unchanged if target is None else gettext(str(target.status)) if target.status else before
    return {"specialist": specialist, "new_status": new_status, "running": specialist.running}  # type: ignore[attr-defined] # annotated


def _staff_user(request: HttpRequest) -> User:
    if not isinstance(request.user, User) or not request.user.is_staff or not request.user.has_perm(VIEW_PERMISSION):
        raise PermissionDenied
    return request.user


def _require_permission(actor: User, permission: str) -> None:
    if not actor.has_perm(permission):
        raise PermissionDenied
