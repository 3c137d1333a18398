"""The pages: conversations and the status page. Everything through services and selectors."""

import uuid

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from kingdom.accounts.models import User
from kingdom.console.chat.chat_presenter import MessageView, message_view, turn_context, turn_view
from kingdom.core.errors import BadInput, Busy, KingdomError, TooLarge
from kingdom.orchestrator.conversations.selectors import (
    conversation_of,
    conversations_of,
    messages_with_sessions,
    previous_route,
)
from kingdom.orchestrator.conversations.services import MAX_CONTENT, conversation_create, message_post, route_override
from kingdom.orchestrator.models import Conversation, RouteRecord
from kingdom.sessions.selectors import session_of
from kingdom.specialists.evidence.feedback import feedback_record
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.registry.selectors import specialists_visible

MAX_CONVERSATIONS = 50
MAX_EXAMPLES = 4


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
def message_submit(request: HttpRequest) -> HttpResponse:
    """Take a message from the form when scripts are off; then show its conversation."""
    user_id = int(request.user.pk or 0)
    current: Conversation | None = None
    try:
        given = request.POST.get("conversation")
        current = (
            conversation_of(user_id=user_id, conversation_id=_parse_uuid(given))
            if given
            else conversation_create(user_id=user_id)
        )
        message_post(
            user_id=user_id, conversation_id=current.pk, content=request.POST.get("content", "").replace("\x00", "")
        )
    except (BadInput, Busy, TooLarge) as error:
        return _chat_page(request, user_id, current, fault=error)
    return redirect("chat-conversation", conversation_id=current.pk)


@require_POST
@login_required
def route_override_submit(request: HttpRequest, route_id: uuid.UUID) -> HttpResponse:
    """Take another specialist from the form when scripts are off; then show the conversation."""
    user_id = int(request.user.pk or 0)
    posted, _ = route_override(user_id=user_id, route_id=route_id, specialist=request.POST.get("specialist", ""))
    return redirect("chat-conversation", conversation_id=posted.message.conversation_id)


@require_POST
@login_required
def feedback_submit(request: HttpRequest, session_id: uuid.UUID) -> HttpResponse:
    """Keep the reader's word on an answer; then show its conversation at that answer."""
    session = session_of(user_id=int(request.user.pk or 0), session_id=session_id)
    said = request.POST.get("feedback", "")
    if not isinstance(request.user, User) or said not in Execution.Feedback.values:
        raise BadInput("Say whether it was right: good or bad.")
    feedback_record(user=request.user, session=session, feedback=Execution.Feedback(said))
    if session.conversation_id is None:
        return redirect("chat")
    return redirect(f"{reverse('chat-conversation', args=[session.conversation_id])}#turn-{session.pk}")


@require_GET
@never_cache
@login_required
def turn_fragment(request: HttpRequest, session_id: uuid.UUID) -> HttpResponse:
    """Show one answer as it stands: the fragment that the page's script puts in place."""
    user_id = int(request.user.pk or 0)
    session = session_of(user_id=user_id, session_id=session_id)
    route: RouteRecord | None = getattr(session, "route", None)
    earlier = previous_route(message=route.message) if route is not None else None
    context = {
        "turn": turn_view(session, turn_context(user_id=user_id, sessions=[session]), earlier.role if earlier else ""),
        "specialists": _selectable_specialists(user_id),
    }
    return render(request, "console/_turn.html", context)


def _chat_page(
    request: HttpRequest, user_id: int, current: Conversation | None, fault: KingdomError | None = None
) -> HttpResponse:
    search = request.GET.get("q", "").replace("\x00", "").strip()[:200]
    exchanges = _message_views(user_id, current) if current else []
    specialists = _selectable_specialists(user_id)
    context = {
        "current": current,
        "conversations": conversations_of(user_id=user_id, search=search)[:MAX_CONVERSATIONS],
        "search": search,
        "exchanges": exchanges,
        "specialists": specialists,
        "examples": _example_messages(specialists) if not exchanges else [],
        "fault": fault.message if fault else "",
        "max_content": MAX_CONTENT,
    }
    return render(request, "console/chat.html", context, status=fault.status if fault else 200)


def _message_views(user_id: int, current: Conversation) -> list[MessageView]:
    shown: list[MessageView] = []
    before = ""
    exchanges = messages_with_sessions(conversation_id=current.pk)
    more = turn_context(user_id=user_id, sessions=[session for one in exchanges for session in one.sessions])
    for exchange in exchanges:
        shown.append(message_view(exchange, more, before))
        roles = [turn.route.name for turn in shown[-1].turns if turn.route is not None and turn.route.status]
        before = roles[-1] if roles else before
    return shown


def _selectable_specialists(user_id: int) -> list[dict[str, str]]:
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


def _example_messages(specialists: list[dict[str, str]]) -> list[dict[str, str]]:
    """Return things to try that work now: handler specialists need no model."""
    return [one for one in specialists if one["engine"] == "handler" and one["example"]][:MAX_EXAMPLES]


def _parse_uuid(text: str) -> uuid.UUID:
    try:
        return uuid.UUID(text)
    except ValueError:
        raise BadInput("This conversation's id is not one.") from None
