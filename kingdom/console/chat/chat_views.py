"""Pages of conversations."""

import uuid

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import get_language, gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from kingdom.accounts.access import access_transaction
from kingdom.accounts.models import User
from kingdom.console.chat.chat_presenter import (
    MessageView,
    TurnContext,
    cases_once,
    message_view,
    turn_context,
    turn_view,
)
from kingdom.console.chat.conversation_list import conversation_groups, folders_of
from kingdom.console.request_params import current_user_id, form_text, parse_uuid, search_text
from kingdom.contracts.formats.canonical import text_digest
from kingdom.core.errors import BadInput, Busy, Conflict, KingdomError, TooLarge, Unavailable
from kingdom.core.stored_sentences import in_language
from kingdom.orchestrator.conversations.file_apis import MAX_UPLOAD
from kingdom.orchestrator.conversations.override_services import override_undo, route_override
from kingdom.orchestrator.conversations.selectors import (
    MessageSessions,
    conversation_of,
    message_tree,
    messages_with_sessions,
    previous_route,
    user_message_in,
    user_message_of,
)
from kingdom.orchestrator.conversations.services import (
    MAX_CONTENT,
    MessageOptions,
    branch_show,
    conversation_change,
    conversation_create,
    conversation_delete,
    message_post,
    message_repeat,
)
from kingdom.orchestrator.king.routing_rules import standalone_example
from kingdom.orchestrator.models import Conversation, Message, RouteRecord
from kingdom.orchestrator.sharing.share_services import is_sharing_allowed
from kingdom.sessions.models import Session
from kingdom.sessions.selectors import session_of
from kingdom.sessions.services import session_cancel
from kingdom.specialists.evidence.feedback import feedback_record
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.registry.selectors import specialists_visible

MAX_EXAMPLES = 4
MAX_KEY = 64
MAX_NAME = {"title": 200, "folder": 60}


@require_GET
@never_cache
@login_required
def chat(request: HttpRequest, conversation_id: uuid.UUID | None = None) -> HttpResponse:
    """Show a conversation, or an empty one to begin."""
    user_id = current_user_id(request)
    current = conversation_of(user_id=user_id, conversation_id=conversation_id) if conversation_id else None
    edited = parse_uuid(request.GET.get("edit"))
    return _chat_page(request, current, edited=user_message_in(current, edited) if current and edited else None)


@require_POST
@login_required
def message_submit(request: HttpRequest) -> HttpResponse:
    """Post a message from the form (without scripts); then show its conversation."""
    user_id = current_user_id(request)
    current: Conversation | None = None
    edited: uuid.UUID | None = None
    key = form_text(request, "key")[:MAX_KEY] or None
    try:
        conversation_id = parse_uuid(request.POST.get("conversation"))
        current = (
            conversation_of(user_id=user_id, conversation_id=conversation_id)
            if conversation_id
            else conversation_create(user_id=user_id, idempotency_key=key)
        )
        content = form_text(request, "content")
        sent = (
            f"{key}-{text_digest(content)}" if key else None
        )  # the form of a page can be sent again with another text
        edited = parse_uuid(request.POST.get("replaces"))
        message_post(
            user_id=user_id,
            conversation_id=current.pk,
            content=content,
            idempotency_key=sent,
            files=user_message_in(current, edited).files if edited else (),
            options=MessageOptions(replaces=edited, specialist=form_text(request, "specialist")),
        )
    except (BadInput, Busy, Conflict, TooLarge, Unavailable) as error:
        replaced = user_message_in(current, edited) if current and edited else None
        return _chat_page(request, current, error=error, edited=replaced, typed=form_text(request, "content"))
    return redirect("chat-conversation", conversation_id=current.pk)


@require_POST
@login_required
def message_repeat_submit(request: HttpRequest, conversation_id: uuid.UUID, message_id: uuid.UUID) -> HttpResponse:
    """Post a message again as a new branch; then show it."""
    user_id = current_user_id(request)
    key = form_text(request, "key")[:MAX_KEY]
    try:
        message_repeat(
            user_id=user_id,
            conversation_id=conversation_id,
            message_id=message_id,
            idempotency_key=f"{key}-{message_id}" if key else None,
        )
    except (BadInput, Busy, Conflict, TooLarge, Unavailable) as error:
        return _chat_page(request, conversation_of(user_id=user_id, conversation_id=conversation_id), error=error)
    return redirect("chat-conversation", conversation_id=conversation_id)


@require_POST
@login_required
def branch_submit(request: HttpRequest, conversation_id: uuid.UUID, message_id: uuid.UUID) -> HttpResponse:
    """Show the branch of a message; then the conversation at that message."""
    branch_show(user_id=current_user_id(request), conversation_id=conversation_id, message_id=message_id)
    return redirect(f"{reverse('chat-conversation', args=[conversation_id])}#message-{message_id}")


@require_POST
@login_required
def conversation_submit(request: HttpRequest, conversation_id: uuid.UUID) -> HttpResponse:
    """Change the title, the folder or the pin of a conversation; then show it."""
    given = {name: request.POST[name] for name in ("title", "folder") if name in request.POST}
    if any(len(text) > MAX_NAME[name] for name, text in given.items()):
        raise BadInput("This name is too long.")
    pinned = {"1": True, "0": False}.get(request.POST.get("pinned", ""))
    conversation_change(user_id=current_user_id(request), conversation_id=conversation_id, pinned=pinned, **given)
    return redirect("chat-conversation", conversation_id=conversation_id)


@require_POST
@login_required
def conversation_delete_submit(request: HttpRequest, conversation_id: uuid.UUID) -> HttpResponse:
    """Delete a conversation from the form (without scripts); then show an empty one."""
    conversation_delete(user_id=current_user_id(request), conversation_id=conversation_id)
    return redirect("chat")


@require_POST
@login_required
def session_stop_submit(request: HttpRequest, session_id: uuid.UUID) -> HttpResponse:
    """Stop a running answer from the form (without scripts); then show its conversation at that answer."""
    session = session_of(user_id=current_user_id(request), session_id=session_id)
    with access_transaction():
        session_cancel(session_id=session.pk)
    return _conversation_at(session)


@require_GET
@never_cache
@login_required
def message_fragment(request: HttpRequest, conversation_id: uuid.UUID, message_id: uuid.UUID) -> HttpResponse:
    """Show one message without its answers as a fragment, which the page's script inserts."""
    current = conversation_of(user_id=current_user_id(request), conversation_id=conversation_id)
    message = user_message_in(current, message_id)
    versions = message_tree(conversation_id=current.pk).versions(message.pk)
    view = message_view(MessageSessions(message=message, versions=versions), TurnContext())
    return render(request, "console/chat/_question.html", {"entry": view, "current": current, "key": uuid.uuid4().hex})


@require_POST
@login_required
def route_override_submit(request: HttpRequest, route_id: uuid.UUID) -> HttpResponse:
    """Override a route from the form (without scripts); then show the conversation."""
    posted, _ = route_override(
        user_id=current_user_id(request), route_id=route_id, specialist=request.POST.get("specialist", "")
    )
    return redirect("chat-conversation", conversation_id=posted.message.conversation_id)


@require_POST
@login_required
def route_override_undo(request: HttpRequest, route_id: uuid.UUID) -> HttpResponse:
    """Take back the override of a route from the form (without scripts); then show its conversation."""
    route = override_undo(user_id=current_user_id(request), route_id=route_id)
    return redirect("chat-conversation", conversation_id=route.message.conversation_id)


@require_POST
@login_required
def feedback_submit(request: HttpRequest, session_id: uuid.UUID) -> HttpResponse:
    """Record the reader's feedback on an answer; then show its conversation at that answer."""
    session = session_of(user_id=current_user_id(request), session_id=session_id)
    feedback = request.POST.get("feedback", "")
    if not isinstance(request.user, User) or feedback not in Execution.Feedback.values:
        raise BadInput("Rate the answer as good or bad.")
    feedback_record(user=request.user, session=session, feedback=Execution.Feedback(feedback))
    return _conversation_at(session)


@require_GET
@never_cache
@login_required
def turn_fragment(request: HttpRequest, session_id: uuid.UUID) -> HttpResponse:
    """Show one answer as a fragment, which the page's script inserts."""
    user_id = current_user_id(request)
    session = session_of(user_id=user_id, session_id=session_id)
    route: RouteRecord | None = getattr(session, "route", None)
    earlier = previous_route(message=route.message) if route is not None else None
    message = route.message if route is not None else user_message_of(session=session)
    context_data = turn_context(user_id=user_id, sessions=[session])
    view = turn_view(session, context_data, message, earlier.role if earlier else "")
    context = {"turn": view, "specialists": _selectable_specialists(user_id), "key": uuid.uuid4().hex}
    return render(request, "console/chat/_turn.html", context)


def _conversation_at(session: Session) -> HttpResponse:
    if session.conversation_id is None:
        return redirect("chat")
    return redirect(f"{reverse('chat-conversation', args=[session.conversation_id])}#turn-{session.pk}")


def _chat_page(
    request: HttpRequest,
    current: Conversation | None,
    error: KingdomError | None = None,
    edited: Message | None = None,
    typed: str = "",
) -> HttpResponse:
    user_id, search = current_user_id(request), search_text(request)
    message_views = _message_views(user_id, current) if current else []
    specialists = _selectable_specialists(user_id)
    context = {
        "current": current,
        "conversation_groups": conversation_groups(user_id=user_id, search=search),
        "folders": folders_of(user_id=user_id) if current else [],
        "search": search,
        "message_views": message_views,
        "specialists": specialists,
        "mentions": [_mention(specialist) for specialist in specialists],
        "examples": _example_messages(specialists) if not message_views else [],
        "edited": edited,
        "typed": typed or (edited.content if edited else ""),
        "may_share": is_sharing_allowed(),
        "error": in_language(error.message) if error else "",
        "max_content": MAX_CONTENT,
        "max_upload": MAX_UPLOAD,
        "max_upload_mb": MAX_UPLOAD // 1_000_000,
        "key": uuid.uuid4().hex,
    }
    return render(request, "console/chat/chat.html", context, status=error.status if error else 200)


def _message_views(user_id: int, current: Conversation) -> list[MessageView]:
    views: list[MessageView] = []
    previous_role = ""
    pairs = messages_with_sessions(conversation_id=current.pk, branch=current.branch)
    context = turn_context(user_id=user_id, sessions=[session for pair in pairs for session in pair.sessions])
    for pair in pairs:
        views.append(message_view(pair, context, previous_role))
        roles = [turn.route.name for turn in views[-1].turns if turn.route is not None and turn.route.status]
        previous_role = roles[-1] if roles else previous_role
    cases_once(views)
    return views


def _selectable_specialists(user_id: int) -> list[dict[str, str]]:
    in_service = specialists_visible(user_id=user_id).filter(status__in=("verified", "unverified"))
    return [
        {
            "id": str(specialist.pk),
            "role": specialist.role,
            "status": str(specialist.status),
            "engine": str(specialist.spec_without_code.get("engine", "")),
            "example": standalone_example(specialist.spec_without_code.get("examples") or (), get_language() or "en"),
        }
        for specialist in in_service.select_related(None)
    ]


def _mention(specialist: dict[str, str]) -> dict[str, str]:
    """Return a specialist of the list behind "@"; ``status`` is empty for a verified one."""
    status = specialist["status"]
    return {"role": specialist["role"], "status": "" if status == "verified" else gettext(status)}


def _example_messages(specialists: list[dict[str, str]]) -> list[dict[str, str]]:
    """Return specialists with an example that works without a language model."""
    usable = [specialist for specialist in specialists if specialist["engine"] == "handler" and specialist["example"]]
    return usable[:MAX_EXAMPLES]
