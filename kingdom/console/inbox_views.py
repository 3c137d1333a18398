"""The pages of the approvals room: questions, standing rules, notices. Everything through services and selectors."""

import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from kingdom.approvals.models import Approval, Notice
from kingdom.approvals.notice_services import notice_read, notices_read
from kingdom.approvals.permission_services import rule_delete
from kingdom.approvals.rules.shapes import described
from kingdom.approvals.selectors import approval_of, approvals_of, notices_of, rules_for
from kingdom.approvals.services import Decision, approval_decide
from kingdom.console.context import inbox_counts
from kingdom.console.pages import page_number, reader_id
from kingdom.console.questions import question_view
from kingdom.core.errors import BadInput, Conflict, Gone, NotAllowed

WAITING = 100  # open questions on the page; more than a person ever has
PAST = 20  # answered ones on a page
NOTICES = 30
_TOLD = (BadInput, Conflict, Gone, NotAllowed)  # answered already, over, changed, not this way: said on the question's page


@require_GET
@never_cache
@login_required
def approvals(request: HttpRequest) -> HttpResponse:
    """Show what waits for an answer, then what was answered, newest first."""
    user_id = reader_id(request)
    mine = approvals_of(user_id=user_id).order_by("-created_at")
    waiting = mine.filter(state=Approval.State.PENDING)[:WAITING]
    past = Paginator(mine.exclude(state=Approval.State.PENDING), PAST).get_page(page_number(request))
    context = {"waiting": [question_view(one) for one in waiting], "past": [question_view(one) for one in past], "page": past}
    return render(request, "console/approvals.html", context)


@require_GET
@never_cache
@login_required
def approval(request: HttpRequest, approval_id: uuid.UUID) -> HttpResponse:
    """Show one question: where its notice leads."""
    user_id = reader_id(request)
    found = approval_of(user_id=user_id, approval_id=approval_id)
    return render(request, "console/approval.html", {"question": question_view(found)})


@require_POST
@login_required
def approval_answer(request: HttpRequest, approval_id: uuid.UUID) -> HttpResponse:
    """Take an answer from the form; then show the question as it stands, with a word on what happened."""
    given = request.POST
    decision = Decision(
        choice=given.get("choice", ""), args_hash=given.get("args_hash", ""), note=_plain(given.get("note", "")), channel="web"
    )
    try:
        approval_decide(approval_id=approval_id, actor_id=reader_id(request), decision=decision)
    except _TOLD as error:
        messages.error(request, error.message)
    else:
        messages.success(request, "Your answer is on its way.")
    return redirect("approval-page", approval_id=approval_id)


@require_GET
@never_cache
@login_required
def rules(request: HttpRequest) -> HttpResponse:
    """Show the reader's standing rules, to be removed, and the organisation's."""
    user_id = reader_id(request)
    rows = [
        {
            "id": str(one.pk),
            "own": one.user_id == user_id,
            "effect": {"allow": "may use", "ask": "asks before it uses", "deny": "may never use"}[str(one.effect)],
            "agent": one.agent or "every agent",
            "tool": one.tool,
            "shape": described(one.shape),
            "created_at": one.created_at,
            "approval_id": one.approval_id,
        }
        for one in rules_for(user_id=user_id).order_by("-created_at")
    ]
    context = {"own": [one for one in rows if one["own"]], "others": [one for one in rows if not one["own"]]}
    return render(request, "console/rules.html", context)


@require_POST
@login_required
def rule_remove(request: HttpRequest, rule_id: uuid.UUID) -> HttpResponse:
    """Remove one of the reader's own rules."""
    rule_delete(user_id=reader_id(request), rule_id=rule_id)
    messages.success(request, "The rule is gone: from now on you are asked again.")
    return redirect("rules-page")


@require_GET
@never_cache
@login_required
def notices(request: HttpRequest) -> HttpResponse:
    """Show the reader's notices, newest first."""
    found = Paginator(notices_of(user_id=reader_id(request)).order_by("-created_at", "pk"), NOTICES).get_page(page_number(request))
    return render(request, "console/notices.html", {"page": found, "notices": [_notice_view(one) for one in found]})


@require_POST
@login_required
def notice_open(request: HttpRequest, notice_id: uuid.UUID) -> HttpResponse:
    """Mark a notice as read and go where it leads."""
    found = notice_read(user_id=reader_id(request), notice_id=notice_id)
    return redirect(_inside(found.link) or reverse("notices-page"))


@require_POST
@login_required
def notices_clear(request: HttpRequest) -> HttpResponse:
    """Mark everything as read."""
    notices_read(user_id=reader_id(request))
    return redirect("notices-page")


@require_GET
@never_cache
@login_required
def counts(request: HttpRequest) -> HttpResponse:
    """Return the numbers in the head of every page, as JSON for the page's script."""
    return JsonResponse(inbox_counts(reader_id(request)))


def _notice_view(notice: Notice) -> dict[str, object]:
    return {
        "id": str(notice.pk),
        "text": notice.text,
        "link": _inside(notice.link),
        "read": notice.read_at is not None,
        "created_at": notice.created_at,
    }


def _inside(link: str) -> str:
    """Return a link if it is a path of this site; a notice must not lead elsewhere."""
    return link if link.startswith("/") and not link.startswith(("//", "/\\")) else ""


def _plain(text: str) -> str:
    return text.replace("\x00", "").strip()
