"""Pages of a conversation's files: list, preview, delete."""

import uuid

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import cache_control, never_cache
from django.views.decorators.http import require_GET, require_POST

from kingdom.console.chat.pictures import picture_response
from kingdom.console.request_params import current_user_id, form_text
from kingdom.core.errors import Busy, NotFound, Unavailable
from kingdom.orchestrator.conversations.selectors import conversation_of
from kingdom.tools.documents.pending_reads import DocumentPending
from kingdom.tools.files.attachments import attached_files
from kingdom.tools.files.services import file_delete, file_info, file_page

PAGE_SIZE = 200
MAX_VERSION_DIGITS = 9
DOCUMENT_WAIT_S = 5.0  # a page does not wait longer for a sandbox
RELOAD_S = 5


@require_GET
@never_cache
@login_required
def conversation_files(request: HttpRequest, conversation_id: uuid.UUID) -> HttpResponse:
    """List the files of a conversation, 200 at a time."""
    conversation = conversation_of(user_id=current_user_id(request), conversation_id=conversation_id)
    page = file_page(workspace_id=str(conversation.pk), after=request.GET.get("after", ""), size=PAGE_SIZE)
    return render(request, "console/chat/files.html", {"conversation": conversation, "page": page})


@require_GET
@never_cache
@login_required
def conversation_file(request: HttpRequest, conversation_id: uuid.UUID) -> HttpResponse:
    """Show the beginning of one file's text, as specialists get it. A browser never renders the file itself.

    A document that is still being read gets a page that says so and reloads itself; one that no sandbox could read
    within a minute gets a page that says that.
    """
    user_id = current_user_id(request)
    conversation = conversation_of(user_id=user_id, conversation_id=conversation_id)
    entry = file_info(workspace_id=str(conversation.pk), path=request.GET.get("path", ""))
    if entry is None:
        raise NotFound("There is no such file.")
    context = {"conversation": conversation, "path": entry.path, "size": entry.size}
    try:
        (file,) = attached_files(
            user_id=user_id, workspace_id=str(conversation.pk), paths=[entry.path], wait_s=DOCUMENT_WAIT_S
        )
    except DocumentPending:
        return render(request, "console/chat/file_pending.html", {**context, "reload_s": RELOAD_S}, status=202)
    except (Busy, Unavailable):
        return render(request, "console/chat/file_pending.html", context, status=503)
    return render(request, "console/chat/file.html", {**context, "file": file})


@require_GET
@cache_control(private=True, no_cache=True)
@login_required
def conversation_picture(request: HttpRequest, conversation_id: uuid.UUID) -> HttpResponseBase:
    """Show one version of a picture (PNG or JPEG), for the image below an answer.

    A browser keeps it and asks each time whether it may show it still: 304 with its ETag, which reads no content.
    """
    conversation = conversation_of(user_id=current_user_id(request), conversation_id=conversation_id)
    number = request.GET.get("version", "")
    if not number.isascii() or not number.isdigit() or len(number) > MAX_VERSION_DIGITS:
        raise NotFound("There is no such picture.")
    return picture_response(request, str(conversation.pk), request.GET.get("path", ""), int(number))


@require_POST
@login_required
def conversation_file_delete(request: HttpRequest, conversation_id: uuid.UUID) -> HttpResponse:
    """Delete one file; its versions stay until the conversation is deleted. Then show the list."""
    user_id = current_user_id(request)
    conversation = conversation_of(user_id=user_id, conversation_id=conversation_id)
    file_delete(user_id=user_id, workspace_id=str(conversation.pk), path=form_text(request, "path"))
    return redirect(reverse("conversation-files", args=[conversation.pk]))
