"""A specialist's review page in Django's admin, its decision form, and decisions on several after a page that lists effects."""

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

from kingdom.accounts.models import User
from kingdom.core.errors import BadInput, KingdomError
from kingdom.specialists.evidence.review import specialist_review
from kingdom.specialists.evidence.svg_charts import HEIGHT, WIDTH, bar_chart
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.models.status import StatusChange
from kingdom.specialists.status.rules import ALLOWED_STATUS_CHANGES
from kingdom.specialists.status.services import LONGEST_REASON, StatusDecision, status_change_create
from kingdom.specialists.test_runs.services import request_test_run

VIEW_PERMISSION, SET_STATUS_PERMISSION, RUN_TESTS_PERMISSION = (
    "specialists.view_specialist",
    "specialists.set_specialist_status",
    "specialists.run_tests",
)
Context = Callable[[HttpRequest], dict[str, Any]]


class DecisionForm(forms.Form):
    """A decision on one specialist, bound to the version that was looked at."""

    kind = forms.ChoiceField(choices=StatusChange.Kind.choices, label="Decision")
    reason = forms.CharField(
        max_length=LONGEST_REASON,
        widget=forms.Textarea(attrs={"rows": 3}),
        help_text="Kept, and told to those it concerns.",
    )
    digest = forms.CharField(widget=forms.HiddenInput)
    successor = forms.CharField(
        required=False, max_length=100, help_text="Of a deprecated one: the role of who takes its place."
    )
    stop_sessions = forms.BooleanField(required=False, label="Stop what runs on it now")


class ReasonForm(forms.Form):
    """The reason for a decision on several."""

    reason = forms.CharField(max_length=LONGEST_REASON, widget=forms.Textarea(attrs={"rows": 3}))
    stop_sessions = forms.BooleanField(required=False, label="Stop what runs on them now")


def review_page(request: HttpRequest, pk: UUID, context: Context) -> HttpResponseBase:
    """Show everything on one specialist; a POST decides, or has its tests run."""
    specialist = get_object_or_404(Specialist.objects.select_related("current_version", "created_by"), pk=pk)
    actor = _staff_user(request)
    form = DecisionForm(
        request.POST or None,
        initial={"digest": specialist.current_version.digest if specialist.current_version else ""},
    )
    if request.method == "POST" and _post_handle(request, specialist, actor, form):
        return redirect(reverse("admin:specialists_specialist_review", args=[pk]))
    review = specialist_review(specialist, decides=actor.pk if actor.has_perm(SET_STATUS_PERMISSION) else None)
    form.fields["kind"].choices = [(kind, kind) for kind in review.decisions]  # type: ignore[attr-defined] # a ChoiceField has them
    calibration = review.calibration
    shown = {
        "title": f"Review of {specialist.role}",
        "review": review,
        "form": form,
        "may_decide": actor.has_perm(SET_STATUS_PERMISSION),
        "may_run": actor.has_perm(RUN_TESTS_PERMISSION),
        "box": (WIDTH, HEIGHT),
        "bins": bar_chart(
            [one.right for one in calibration.bins],
            [f"stated {one.stated:.0%}, right {one.right:.0%} of {one.size}" for one in calibration.bins],
            top=1.0,
        )
        if calibration
        else (),
    }
    return TemplateResponse(request, "admin/specialists/review.html", {**context(request), **shown})


def _post_handle(request: HttpRequest, specialist: Specialist, actor: User, form: DecisionForm) -> bool:
    """Do what was asked for; returns whether it is done. What was refused is said on the page."""
    try:
        if "run" in request.POST:
            _require_permission(actor, RUN_TESTS_PERMISSION)
            request_test_run(specialist_id=specialist.pk, user=actor)
            messages.success(request, "The tests are running. This page shows how far they are.")
            return True
        _require_permission(actor, SET_STATUS_PERMISSION)
        if not form.is_valid():
            return False
        said = form.cleaned_data
        change = status_change_create(
            decision=StatusDecision(
                specialist_id=specialist.pk,
                kind=StatusChange.Kind(said["kind"]),
                reason=said["reason"],
                actor=actor,
                digest=said["digest"],
                successor_id=_successor(specialist, said["successor"]),
                stop_sessions=said["stop_sessions"],
            )
        )
    except KingdomError as error:
        messages.error(request, error.message)
        return False
    messages.success(request, f"Done: {specialist.role} is {change.new_status} now.")
    return True


def _successor(specialist: Specialist, role: str) -> UUID | None:
    """Return the specialist of a role that those who used this one can see, None where no role was given. Raises BadInput for none."""
    if not role.strip():
        return None
    seen = Specialist.objects.visible_to(specialist.created_by_id or 0).exclude(pk=specialist.pk)
    found = seen.filter(role=role.strip()).order_by("-status").first()
    if found is None:
        raise BadInput(f"Nobody who may use {specialist.role} can see a specialist called {role.strip()}.")
    return found.pk


def bulk_decision_page(
    request: HttpRequest, chosen: QuerySet[Specialist], kind: str, context: dict[str, Any]
) -> HttpResponseBase | None:
    """Ask about a decision on several, with what it does to each; with the answer, decide one by one and say what became of each."""
    actor = _staff_user(request)
    _require_permission(actor, SET_STATUS_PERMISSION)
    form = ReasonForm(request.POST if "confirmed" in request.POST else None)
    if form.is_bound and form.is_valid():
        _decide_each(request, chosen, kind, actor, form.cleaned_data)
        return None
    shown = {
        "title": f"{kind.capitalize()} several specialists",
        "kind": kind,
        "effects": [_effect(one, kind) for one in _with_effects(chosen)],
        "form": form,
        "selected": chosen.values_list("pk", flat=True),
        "checkbox": ACTION_CHECKBOX_NAME,
        "action": request.POST.get("action", ""),
    }
    return TemplateResponse(request, "admin/specialists/decide.html", {**context, **shown})


def _decide_each(
    request: HttpRequest, chosen: QuerySet[Specialist], kind: str, actor: User, said: dict[str, Any]
) -> None:
    for specialist in chosen:
        decision = StatusDecision(
            specialist_id=specialist.pk,
            kind=StatusChange.Kind(kind),
            reason=said["reason"],
            actor=actor,
            stop_sessions=said["stop_sessions"],
        )
        try:
            change = status_change_create(decision=decision)
        except KingdomError as error:
            messages.error(request, f"Not done for {specialist.role}: {error.message}")
        else:
            messages.success(request, f"Done: {specialist.role} is {change.new_status} now.")


def _with_effects(chosen: QuerySet[Specialist]) -> QuerySet[Specialist]:
    running = Q(versions__sessions__state__in=["running", "awaiting_approval"])
    return chosen.annotate(running=Count("versions__sessions", filter=running, distinct=True)).select_related(
        "created_by"
    )


def _effect(specialist: Specialist, kind: str) -> dict[str, Any]:
    """Return what a decision does to one specialist: where it leads, who is served by it, what runs now."""
    target = ALLOWED_STATUS_CHANGES[kind].get(specialist.status)
    leads = "nothing: it is not possible from here" if target is None else target.status or "what it was before"
    return {"specialist": specialist, "leads": leads, "running": specialist.running}  # type: ignore[attr-defined] # annotated


def _staff_user(request: HttpRequest) -> User:
    if not isinstance(request.user, User) or not request.user.is_staff or not request.user.has_perm(VIEW_PERMISSION):
        raise PermissionDenied
    return request.user


def _require_permission(actor: User, permission: str) -> None:
    if not actor.has_perm(permission):
        raise PermissionDenied
