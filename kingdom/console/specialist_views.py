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
from kingdom.console.pages import page_number, reader_id
from kingdom.console.usage import bounds_view
from kingdom.core.errors import BadInput, Busy, Conflict, NotAllowed, NotFound
from kingdom.council.offering_back import offer_back
from kingdom.sessions.budget_services import budget_of, usage_days
from kingdom.sessions.usage import usage_of
from kingdom.specialists import page_selectors
from kingdom.specialists.evidence_selectors import evidence_shown
from kingdom.specialists.models import Specialist
from kingdom.specialists.selectors import public_card
from kingdom.specialists.suite_selectors import suite_open
from kingdom.specialists.suite_services import suite_request

LISTED = 30
DAYS = 30
SEE_FINDINGS = "specialists.view_auditentry"
_FAULTS = (BadInput, Busy, Conflict, NotAllowed)


@require_GET
@never_cache
@login_required
def specialists(request: HttpRequest) -> HttpResponse:
    """Show the reader's own specialists, whatever became of them, and those that everybody may use."""
    user_id = reader_id(request)
    shared = Paginator(page_selectors.specialists_shared(user_id=user_id), LISTED).get_page(page_number(request))
    own = page_selectors.specialists_own(user_id=user_id)[:LISTED]
    context = {"own": [_row(one) for one in own], "shared": [_row(one) for one in shared], "page": shared}
    return render(request, "console/specialists.html", context)


@require_GET
@never_cache
@login_required
def specialist(request: HttpRequest, specialist_id: uuid.UUID) -> HttpResponse:
    """Show one specialist: what it is and how it stands; to its owner, its record as well."""
    user_id = reader_id(request)
    found = page_selectors.specialist_known(user_id=user_id, pk=specialist_id)
    mine = found.created_by_id == user_id
    hidden = not mine and page_selectors.card_is_private(found)
    context = {
        "one": {**_row(found), "purpose": "It is its owner's alone by now."} if hidden else _row(found),
        "card": None if hidden else public_card(found),
        "mine": mine,
        "changes": page_selectors.changes_of(found, whole=mine or found.builtin),
        "usable": found.status in (Specialist.Status.VERIFIED, Specialist.Status.UNVERIFIED)
        and (mine or found.status == Specialist.Status.VERIFIED),
    }
    return render(request, "console/specialist.html", {**context, **(_record(found) if mine else {})})


@require_POST
@login_required
def specialist_do(request: HttpRequest, specialist_id: uuid.UUID) -> HttpResponse:
    """Have the reader's own specialist tested, or offered back to where it was forked from, by the button that was pressed."""
    user_id = reader_id(request)
    found = page_selectors.specialist_known(user_id=user_id, pk=specialist_id)
    if found.created_by_id != user_id:
        raise NotFound("There is no such specialist.")
    try:
        if request.POST.get("do") == "offer":
            offer_back(user_id=user_id, specialist_id=found.pk, why=request.POST.get("why", "").replace("\x00", ""))
            messages.success(request, "It is offered back. You hear what becomes of it.")
        else:
            suite_request(specialist_id=found.pk, user=User.objects.get(pk=user_id))
            messages.success(request, "The tests are running. This page shows how far they are.")
    except _FAULTS as error:
        messages.error(request, error.message)
    return redirect("specialist-page", specialist_id=specialist_id)


@require_GET
@never_cache
@login_required
def finding(request: HttpRequest, entry_id: uuid.UUID) -> HttpResponse:
    """Show a finding of the Auditor: where its notice leads."""
    entry = page_selectors.finding_known(user_id=reader_id(request), staff=request.user.is_staff, pk=entry_id)
    figures = [(name.replace("_", " "), f"{value:.3f}" if isinstance(value, float) else value) for name, value in entry.figures.items()]
    context = {"entry": entry, "figures": figures, "admin": request.user.is_staff and request.user.has_perm(SEE_FINDINGS)}
    return render(request, "console/finding.html", context)


@require_GET
@never_cache
@login_required
def usage(request: HttpRequest) -> HttpResponse:
    """Show what the reader has used, and what is left of today's budget."""
    user_id = reader_id(request)
    context = {
        "bounds": bounds_view(budget_of(user_id=user_id)),
        "days": usage_days(user_id=user_id, days=DAYS),
        "sums": usage_of(user_id=user_id, days=DAYS),
        "number": DAYS,
    }
    return render(request, "console/usage.html", context)


def _row(one: Specialist) -> dict[str, Any]:
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


def _record(found: Specialist) -> dict[str, Any]:
    """Return what the owner sees beside: the evidence, each version with its tests, what the Auditor found."""
    version = found.current_version
    return {
        "evidence": evidence_shown(found),
        "versions": page_selectors.versions_of(found),
        "findings": page_selectors.findings_of(found),
        "running": suite_open(version) if version is not None else None,
    }
