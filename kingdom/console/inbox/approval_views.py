"""Pages of approvals."""

import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from kingdom.approvals.models import Approval
from kingdom.approvals.requests.selectors import approval_of, approvals_of
from kingdom.approvals.requests.services import ApprovalDecision, approval_decide
from kingdom.console.inbox.approval_presenter import approval_view
from kingdom.console.request_params import current_user_id, form_text, page_number
from kingdom.core.errors import BadInput, Conflict, Gone, NotAllowed
from kingdom.core.stored_sentences import in_language

MAX_PENDING = 100
ANSWERED_PER_PAGE = 20
_USER_ERRORS = (BadInput, Conflict, Gone, NotAllowed)  # shown on the approval's page


@require_GET
@never_cache
@login_required
def approvals(request: HttpRequest) -> HttpResponse:
    """Show pending approvals, then closed ones, newest first."""
    user_id = current_user_id(request)
    own = approvals_of(user_id=user_id).order_by("-created_at")
    pending = own.filter(state=Approval.State.PENDING)[:MAX_PENDING]
    closed = Paginator(own.exclude(state=Approval.State.PENDING), ANSWERED_PER_PAGE).get_page(page_number(request))
    context = {
        "pending": [approval_view(approval) for approval in pending],
        "closed": [approval_view(approval) for approval in closed],
        "page": closed,
    }
    return render(request, "console/inbox/approvals.html", context)


@require_GET
@never_cache
@login_required
def approval(request: HttpRequest, approval_id: uuid.UUID) -> HttpResponse:
    """Show one approval; its notification links here."""
    found = approval_of(user_id=current_user_id(request), approval_id=approval_id)
    return render(request, "console/inbox/approval.html", {"approval": approval_view(found)})


@require_POST
@login_required
def approval_answer(request: HttpRequest, approval_id: uuid.UUID) -> HttpResponse:
    """Take an answer from the form; then show the approval with a message."""
    user_id, choice, note = current_user_id(request), form_text(request, "choice"), form_text(request, "note").strip()
    if choice != "edit" and approval_of(user_id=user_id, approval_id=approval_id).kind == Approval.Kind.QUALITY:
        note = ""  # the field holds the present prompt, which only an edit sends
    decision = ApprovalDecision(choice=choice, args_hash=request.POST.get("args_hash", ""), note=note, channel="web")
    try:
        approval_decide(approval_id=approval_id, actor_id=user_id, decision=decision)
    except _USER_ERRORS as error:
        messages.error(request, in_language(error.message))
    else:
        messages.success(request, gettext("Answer sent."))
    return redirect("approval-page", approval_id=approval_id)
