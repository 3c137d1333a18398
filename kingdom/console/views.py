"""The pages: conversations and the status page. Everything through services and selectors."""

import uuid

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from kingdom.accounts.models import User
from kingdom.console.presenters import ExchangeView, beside, exchange_view, turn_view
from kingdom.console.status import parts_shown, sandbox_shown
from kingdom.core.errors import BadInput, Busy, KingdomError, NotAllowed, TooLarge
from kingdom.orchestrator.models import Conversation, RouteRecord
from kingdom.orchestrator.selectors import conversation_of, conversations_of, exchanges_of, previous_route
from kingdom.orchestrator.services import MAX_CONTENT, conversation_create, message_post, route_override
from kingdom.sessions.selectors import session_of
from kingdom.specialists.models import TaskTelemetry
from kingdom.specialists.selectors import specialists_visible
from kingdom.specialists.telemetry_services import feedback_record

LISTED = 50
EXAMPLES = 4


@require_GET
@never_cache
@login_required
def chat(request: HttpRequest, conversation_id: uuid.UUID | None = None) -> HttpResponse:
    """Show a conversation, or an empty one to begin."""
    user_id = int(request.user.pk or 0)
    current = conversation_of(user_id=user_id, conversation_id=conversation_id) if conversation_id else None
    return _chat_page(request, user_id, current)


@require_POST
@login_required
def say(request: HttpRequest) -> HttpResponse:
    """Take a message from the form when scripts are off; then show its conversation."""
    user_id = int(request.user.pk or 0)
    current: Conversation | None = None
    try:
        given = request.POST.get("conversation")
        current = conversation_of(user_id=user_id, conversation_id=_uuid(given)) if given else conversation_create(user_id=user_id)
        message_post(user_id=user_id, conversation_id=current.pk, content=request.POST.get("content", "").replace("\x00", ""))
    except (BadInput, Busy, TooLarge) as error:
        return _chat_page(request, user_id, current, fault=error)
    return redirect("chat-conversation", conversation_id=current.pk)


@require_POST
@login_required
def choose(request: HttpRequest, route_id: uuid.UUID) -> HttpResponse:
    """Take another specialist from the form when scripts are off; then show the conversation."""
    user_id = int(request.user.pk or 0)
    posted, _ = route_override(user_id=user_id, route_id=route_id, specialist=request.POST.get("specialist", ""))
    return redirect("chat-conversation", conversation_id=posted.message.conversation_id)


@require_POST
@login_required
def rate(request: HttpRequest, session_id: uuid.UUID) -> HttpResponse:
    """Keep the reader's word on an answer; then show its conversation at that answer."""
    session = session_of(user_id=int(request.user.pk or 0), session_id=session_id)
    said = request.POST.get("feedback", "")
    if not isinstance(request.user, User) or said not in TaskTelemetry.Feedback.values:
        raise BadInput("Say whether it was right: good or bad.")
    feedback_record(user=request.user, session=session, feedback=TaskTelemetry.Feedback(said))
    if session.conversation_id is None:
        return redirect("chat")
    return redirect(f"{reverse('chat-conversation', args=[session.conversation_id])}#turn-{session.pk}")


@require_GET
@never_cache
@login_required
def turn(request: HttpRequest, session_id: uuid.UUID) -> HttpResponse:
    """Show one answer as it stands: the fragment that the page's script puts in place."""
    user_id = int(request.user.pk or 0)
    session = session_of(user_id=user_id, session_id=session_id)
    route: RouteRecord | None = getattr(session, "route", None)
    earlier = previous_route(message=route.message) if route is not None else None
    context = {
        "turn": turn_view(session, beside(user_id=user_id, sessions=[session]), earlier.role if earlier else ""),
        "specialists": _choosable(user_id),
    }
    return render(request, "console/_turn.html", context)


@require_GET
@never_cache
@login_required
def status(request: HttpRequest) -> HttpResponse:
    """Show staff how the product stands: its parts, and what the sandbox guarantees."""
    if not (isinstance(request.user, User) and request.user.is_staff):
        raise NotAllowed("Only staff may see this page.")
    return render(request, "console/status.html", {"parts": parts_shown(request), "sandbox": sandbox_shown()})


def _chat_page(request: HttpRequest, user_id: int, current: Conversation | None, fault: KingdomError | None = None) -> HttpResponse:
    search = request.GET.get("q", "").replace("\x00", "").strip()[:200]
    exchanges = _exchanges(user_id, current) if current else []
    specialists = _choosable(user_id)
    context = {
        "current": current,
        "conversations": conversations_of(user_id=user_id, search=search)[:LISTED],
        "search": search,
        "exchanges": exchanges,
        "specialists": specialists,
        "examples": _examples(specialists) if not exchanges else [],
        "fault": fault.message if fault else "",
        "max_content": MAX_CONTENT,
    }
    return render(request, "console/chat.html", context, status=fault.status if fault else 200)


def _exchanges(user_id: int, current: Conversation) -> list[ExchangeView]:
    shown: list[ExchangeView] = []
    before = ""
    exchanges = exchanges_of(conversation_id=current.pk)
    more = beside(user_id=user_id, sessions=[session for one in exchanges for session in one.sessions])
    for exchange in exchanges:
        shown.append(exchange_view(exchange, more, before))
        roles = [turn.route.name for turn in shown[-1].turns if turn.route is not None and turn.route.status]
        before = roles[-1] if roles else before
    return shown


def _choosable(user_id: int) -> list[dict[str, str]]:
    found = specialists_visible(user_id=user_id).filter(status__in=("verified", "unverified"))
    return [
        {
            "id": str(one.pk),
            "role": one.role,
            "status": str(one.status),
            "engine": str(one.spec_snapshot.get("engine", "")),
            "example": str((one.spec_snapshot.get("examples") or [""])[0]),
        }
        for one in found
    ]


def _examples(specialists: list[dict[str, str]]) -> list[dict[str, str]]:
    """Return things to try that work now: handler specialists need no model."""
    return [one for one in specialists if one["engine"] == "handler" and one["example"]][:EXAMPLES]


def _uuid(text: str) -> uuid.UUID:
    try:
        return uuid.UUID(text)
    except ValueError:
        raise BadInput("This conversation's id is not one.") from None
