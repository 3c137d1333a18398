"""The pages of the approvals room: questions, standing rules, notifications. Everything through services and selectors."""

import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from kingdom.approvals.models import Approval
from kingdom.approvals.requests.selectors import approval_of, approvals_of
from kingdom.approvals.requests.services import ApprovalDecision, approval_decide
from kingdom.console.inbox.approval_presenter import approval_view
from kingdom.console.request_params import current_user_id, page_number
from kingdom.core.errors import BadInput, Conflict, Gone, NotAllowed

MAX_PENDING = 100  # open questions on the page; more than a person ever has
ANSWERED_PER_PAGE = 20  # answered ones on a page
_USER_ERRORS = (
    BadInput,
    Conflict,
    Gone,
    NotAllowed,
)  # answered already, over, changed, not this way: said on the question's page


@require_GET
@never_cache
@login_required
def approvals(request: HttpRequest) -> HttpResponse:
    """Show what waits for an answer, then what was answered, newest first."""
    user_id = current_user_id(request)
    mine = approvals_of(user_id=user_id).order_by("-created_at")
    waiting = mine.filter(state=Approval.State.PENDING)[:MAX_PENDING]
    past = Paginator(mine.exclude(state=Approval.State.PENDING), ANSWERED_PER_PAGE).get_page(page_number(request))
    context = {
        "waiting": [approval_view(one) for one in waiting],
        "past": [approval_view(one) for one in past],
        "page": past,
    }
    return render(request, "console/approvals.html", context)


@require_GET
@never_cache
@login_required
def approval(request: HttpRequest, approval_id: uuid.UUID) -> HttpResponse:
    """Show one question: where its notification leads."""
    user_id = current_user_id(request)
    found = approval_of(user_id=user_id, approval_id=approval_id)
    return render(request, "console/approval.html", {"question": approval_view(found)})


@require_POST
@login_required
def approval_answer(request: HttpRequest, approval_id: uuid.UUID) -> HttpResponse:
    """Take an answer from the form; then show the question as it stands, with a word on what happened."""
    given = request.POST
    decision = ApprovalDecision(
        choice=given.get("choice", ""),
        args_hash=given.get("args_hash", ""),
        note=_clean_text(given.get("note", "")),
        channel="web",
    )
    try:
        approval_decide(approval_id=approval_id, actor_id=current_user_id(request), decision=decision)
    except _USER_ERRORS as error:
        messages.error(request, error.message)
    else:
        messages.success(request, "Your answer is on its way.")
    return redirect("approval-page", approval_id=approval_id)


def _clean_text(text: str) -> str:
    return text.replace("\x00", "").strip()
