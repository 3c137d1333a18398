"""Pages of shared conversations: the owner's switch, and what anybody with the link reads."""

import uuid
from collections.abc import Callable
from functools import wraps
from itertools import count

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from kingdom.console.chat.activity import activity_of_sessions
from kingdom.console.markup.code_highlight import CodeHighlighter
from kingdom.console.markup.markdown import render_markdown
from kingdom.console.request_params import current_user_id
from kingdom.core.errors import NotFound
from kingdom.orchestrator.conversations.file_apis import download_response
from kingdom.orchestrator.conversations.selectors import conversation_of
from kingdom.orchestrator.models import ConversationShare
from kingdom.orchestrator.sharing.share_services import (
    is_sharing_allowed,
    share_by_token,
    share_create,
    share_of,
    share_revoke,
    shared_messages,
)
from kingdom.orchestrator.sharing.transcript import answer_role, is_stopped
from kingdom.tools.files.services import file_read
from kingdom.tools.files.version_services import version_read, versions_of


@require_http_methods(["GET", "POST"])
@never_cache
@login_required
def share_page(request: HttpRequest, conversation_id: uuid.UUID) -> HttpResponse:
    """Show the owner whether a conversation is shared; make a link, whose address is shown once, or end it."""
    user_id = current_user_id(request)
    conversation = conversation_of(user_id=user_id, conversation_id=conversation_id)
    url = ""
    if request.method == "POST" and request.POST.get("do") == "end":
        share_revoke(user_id=user_id, conversation_id=conversation_id)
        return redirect("share-page", conversation_id=conversation_id)
    if request.method == "POST":
        given = {"with_files": "files" in request.POST, "with_arguments": "arguments" in request.POST}
        _, token = share_create(user_id=user_id, conversation_id=conversation_id, **given)
        url = request.build_absolute_uri(reverse("shared", args=[token]))
    context = {
        "conversation": conversation,
        "allowed": is_sharing_allowed(),
        "share": share_of(conversation),
        "url": url,
    }
    return render(request, "console/chat/share.html", context)


def _unlisted(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Keep a page out of search engines, and its address, which holds the token, out of other sites' logs."""

    @wraps(view)
    def wrapped(request: HttpRequest, token: str) -> HttpResponse:
        response = view(request, token)
        response.headers["X-Robots-Tag"] = "noindex, nofollow, noarchive"
        response.headers["Referrer-Policy"] = "no-referrer"
        return response

    return wrapped


@require_GET
@never_cache
@_unlisted
def shared(request: HttpRequest, token: str) -> HttpResponse:
    """Show a shared conversation to anybody with its link: questions and answers, and what the owner chose besides."""
    share = share_by_token(token)
    pairs = shared_messages(share)
    sessions = [session.pk for pair in pairs for session in pair.sessions]
    activity = activity_of_sessions(sessions) if share.with_arguments else {}
    highlighter = CodeHighlighter()
    number = count(1)
    messages = [
        {
            "content": pair.message.content,
            "files": pair.message.files if share.with_files else [],
            "answers": [
                {
                    "role": answer_role(session),
                    "answer": render_markdown(session.answer, highlighter),
                    "text": session.answer,
                    "text_id": f"text-{next(number)}",
                    "stopped": session.error_message if is_stopped(session) else "",
                    "activity": activity.get(session.pk),
                }
                for session in pair.sessions
            ],
        }
        for pair in pairs
    ]
    context = {"title": share.conversation.title, "share": share, "token": token, "shared_messages": messages}
    return render(request, "console/chat/shared.html", context)


@require_GET
@never_cache
@_unlisted
def shared_file(request: HttpRequest, token: str) -> HttpResponse:
    """Return a file that a shared message came with, if its owner chose to show files."""
    share = share_by_token(token)
    path = request.GET.get("path", "")
    shown = {name for pair in shared_messages(share) for name in pair.message.files} if share.with_files else set()
    if path not in shown:
        raise NotFound("There is no such file.")
    return download_response(path, _file_then(share, path))


def _file_then(share: ConversationShare, path: str) -> bytes:
    """Return a file as it was when the link was made. Raises NotFound when it was removed since, or was not there."""
    workspace_id = str(share.conversation_id)
    current = file_read(workspace_id=workspace_id, path=path)
    versions = versions_of(workspace_id=workspace_id, path=path)
    then = versions.filter(created_at__lte=share.created_at).first()
    if then is not None:
        return version_read(workspace_id=workspace_id, path=path, number=then.number)
    if versions.exists():
        raise NotFound("There is no such file.")
    return current
