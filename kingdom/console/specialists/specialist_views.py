"""The pages of specialists: the reader's own and everybody's, and one with its record; findings; what the reader has used."""

import uuid
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from kingdom.accounts.models import User
from kingdom.console.request_params import current_user_id, page_number
from kingdom.console.specialists.usage_presenter import budget_usage_rows
from kingdom.core.errors import BadInput, Busy, Conflict, NotAllowed, NotFound
from kingdom.council.proposals.fork_proposals import fork_proposal_open
from kingdom.sessions.budgets.selectors import budget_summary
from kingdom.sessions.budgets.usage import usage_history, usage_summary
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.registry import detail_selectors
from kingdom.specialists.registry.selectors import open_test_run, specialist_card
from kingdom.specialists.status.promotion_evidence import promotion_evidence_summary
from kingdom.specialists.test_runs.services import request_test_run

SPECIALISTS_PER_PAGE = 30
DAYS = 30
FINDINGS_PERMISSION = "specialists.view_auditfinding"
_USER_ERRORS = (BadInput, Busy, Conflict, NotAllowed)


@require_GET
@never_cache
@login_required
def specialists(request: HttpRequest) -> HttpResponse:
    """Show the reader's own specialists, whatever became of them, and those that everybody may use."""
    user_id = current_user_id(request)
    shared = Paginator(detail_selectors.specialists_shared(user_id=user_id), SPECIALISTS_PER_PAGE).get_page(
        page_number(request)
    )
    own = detail_selectors.specialists_owned(user_id=user_id)[:SPECIALISTS_PER_PAGE]
    context = {
        "own": [_specialist_row(one) for one in own],
        "shared": [_specialist_row(one) for one in shared],
        "page": shared,
    }
    return render(request, "console/specialists.html", context)


@require_GET
@never_cache
@login_required
def specialist(request: HttpRequest, specialist_id: uuid.UUID) -> HttpResponse:
    """Show one specialist: what it is and how it stands; to its owner, its record as well."""
    user_id = current_user_id(request)
    found = detail_selectors.specialist_for_reader(user_id=user_id, pk=specialist_id)
    mine = found.created_by_id == user_id
    hidden = not mine and detail_selectors.is_card_private(found)
    context = {
        "one": {**_specialist_row(found), "purpose": "It is its owner's alone by now."}
        if hidden
        else _specialist_row(found),
        "card": None if hidden else specialist_card(found),
        "mine": mine,
        "changes": detail_selectors.status_changes_of(found, whole=mine or found.builtin),
        "usable": found.status in (Specialist.Status.VERIFIED, Specialist.Status.UNVERIFIED)
        and (mine or found.status == Specialist.Status.VERIFIED),
    }
    return render(request, "console/specialist.html", {**context, **(_owner_context(found) if mine else {})})


@require_POST
@login_required
def specialist_action(request: HttpRequest, specialist_id: uuid.UUID) -> HttpResponse:
    """Have the reader's own specialist tested, or offered back to where it was forked from, by the button that was pressed."""
    user_id = current_user_id(request)
    found = detail_selectors.specialist_for_reader(user_id=user_id, pk=specialist_id)
    if found.created_by_id != user_id:
        raise NotFound("There is no such specialist.")
    try:
        if request.POST.get("do") == "offer":
            fork_proposal_open(
                user_id=user_id, specialist_id=found.pk, why=request.POST.get("why", "").replace("\x00", "")
            )
            messages.success(request, "It is offered back. You hear what becomes of it.")
        else:
            request_test_run(specialist_id=found.pk, user=User.objects.get(pk=user_id))
            messages.success(request, "The tests are running. This page shows how far they are.")
    except _USER_ERRORS as error:
        messages.error(request, error.message)
    return redirect("specialist-page", specialist_id=specialist_id)


@require_GET
@never_cache
@login_required
def finding(request: HttpRequest, entry_id: uuid.UUID) -> HttpResponse:
    """Show a finding of the Auditor: where its notification leads."""
    entry = detail_selectors.finding_for_reader(
        user_id=current_user_id(request), staff=request.user.is_staff, pk=entry_id
    )
    figures = [
        (name.replace("_", " "), f"{value:.3f}" if isinstance(value, float) else value)
        for name, value in entry.figures.items()
    ]
    context = {
        "entry": entry,
        "figures": figures,
        "admin": request.user.is_staff and request.user.has_perm(FINDINGS_PERMISSION),
    }
    return render(request, "console/finding.html", context)


@require_GET
@never_cache
@login_required
def usage(request: HttpRequest) -> HttpResponse:
    """Show what the reader has used, and what is left of today's budget."""
    user_id = current_user_id(request)
    context = {
        "bounds": budget_usage_rows(budget_summary(user_id=user_id)),
        "days": usage_history(user_id=user_id, days=DAYS),
        "sums": usage_summary(user_id=user_id, days=DAYS),
        "number": DAYS,
    }
    return render(request, "console/usage.html", context)


def _specialist_row(one: Specialist) -> dict[str, Any]:
    """Return a specialist as a row: who it is, how it stands, what it did."""
    return {
        "id": str(one.pk),
        "role": one.role,
        "purpose": one.spec_snapshot.get("purpose", ""),
        "status": one.status,
        "look": {"verified": "good", "suspended": "bad", "deprecated": "bad"}.get(one.status, ""),
        "runs": one.execution_count,
        "rate": f"{one.success_count / one.execution_count:.0%}" if one.execution_count else "",
        "last_used_at": one.last_used_at,
    }


def _owner_context(found: Specialist) -> dict[str, Any]:
    """Return what the owner sees beside: the evidence, each version with its tests, what the Auditor found."""
    version = found.current_version
    return {
        "evidence": promotion_evidence_summary(found),
        "versions": detail_selectors.versions_with_test_runs(found),
        "findings": detail_selectors.open_findings_of(found),
        "running": open_test_run(version) if version is not None else None,
    }
