"""Pages of workflows: the list, a new plan, the draft before its start, the run with its graph, and what moves it."""

import uuid
from collections.abc import Callable, Mapping
from typing import Any, cast, get_args

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from kingdom.console.request_params import current_user_id, form_text, page_number
from kingdom.console.workflows.form_inputs import conversation_asked, plan_inputs
from kingdom.console.workflows.labels import WORKFLOW_STATES
from kingdom.console.workflows.manifest_view import manifest_lines, manifest_parse
from kingdom.console.workflows.workflow_presenter import workflow_context
from kingdom.core.errors import BadInput, Busy, Conflict, Gone, KingdomError, NotAllowed, Unavailable
from kingdom.core.stored_sentences import in_language
from kingdom.workflows.kernel.node_actions import NodeAction
from kingdom.workflows.models import Workflow
from kingdom.workflows.presenters import workflow_title
from kingdom.workflows.selectors import workflow_of, workflows_of
from kingdom.workflows.services import (
    MAX_REQUEST_LENGTH,
    node_act,
    workflow_cancel,
    workflow_pause,
    workflow_plan,
    workflow_resume,
    workflow_start,
)

WORKFLOWS_PER_PAGE = 20
_MOVES: Mapping[str, Callable[..., Workflow]] = {
    "start": workflow_start,
    "pause": workflow_pause,
    "resume": workflow_resume,
    "cancel": workflow_cancel,
}
_USER_ERRORS = (BadInput, Conflict, Gone, NotAllowed, Busy, Unavailable)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def workflows(request: HttpRequest) -> HttpResponse:
    """Show the reader's workflows and the form of a new one; a POST plans one, which starts nothing."""
    if request.method != "POST":
        return _list_page(request)
    source: object = form_text(request, "request").strip()
    try:
        if form_text(request, "by") == "manifest":
            source = manifest_parse(form_text(request, "manifest"))
        workflow = workflow_plan(user_id=current_user_id(request), source=source, inputs=plan_inputs(request))
    except KingdomError as error:
        return _list_page(request, error, source)
    return redirect("workflow-page", workflow.pk)


@require_GET
@never_cache
@login_required
def workflow(request: HttpRequest, workflow_id: uuid.UUID) -> HttpResponse:
    """Show one workflow; ``?at=N`` draws its graph as it was after event N."""
    found = workflow_of(user_id=current_user_id(request), workflow_id=workflow_id)
    context = workflow_context(found, _event_number(request.GET.get("at", ""), found.last_seq))
    return render(request, "console/workflows/workflow.html", context)


@require_POST
@login_required
def workflow_move(request: HttpRequest, workflow_id: uuid.UUID) -> HttpResponse:
    """Start, pause, resume or cancel a workflow by a button of its page."""
    user_id, move = current_user_id(request), form_text(request, "move")
    workflow_of(user_id=user_id, workflow_id=workflow_id)
    try:
        if move not in _MOVES:
            raise BadInput("Choose start, pause, resume or cancel.")
        _MOVES[move](user_id=user_id, workflow_id=workflow_id)
    except _USER_ERRORS as error:
        messages.error(request, in_language(error.message))
    return redirect("workflow-page", workflow_id)


@require_POST
@login_required
def workflow_node_action(request: HttpRequest, workflow_id: uuid.UUID, node_id: str) -> HttpResponse:
    """Retry, edit, skip or abort a node by a button of the page."""
    user_id, action = current_user_id(request), form_text(request, "action")
    workflow_of(user_id=user_id, workflow_id=workflow_id)
    prompt = form_text(request, "prompt") if action == "edit" else ""
    try:
        if action not in get_args(NodeAction):
            raise BadInput("Choose retry, edit, skip or abort.")
        node_act(
            user_id=user_id, workflow_id=workflow_id, node_id=node_id, action=cast(NodeAction, action), prompt=prompt
        )
    except _USER_ERRORS as error:
        messages.error(request, in_language(error.message))
    return redirect(f"{reverse('workflow-page', args=[workflow_id])}#node-{node_id}")


def _list_page(request: HttpRequest, error: KingdomError | None = None, source: object = "") -> HttpResponse:
    """Return the list; after an error with what was typed, and a manifest's faults at their places."""
    own = workflows_of(user_id=current_user_id(request)).order_by("-created_at", "pk")
    page = Paginator(own, WORKFLOWS_PER_PAGE).get_page(page_number(request))
    faults = _faults(error, source)
    context = {
        "page": page,
        "rows": [_row(found) for found in page],
        "typed": {
            **{name: form_text(request, name) for name in ("request", "manifest", "by")},
            "conversation": conversation_asked(request),
        },
        "error": in_language(error.message) if error and not faults else "",
        "lines": manifest_lines(source, faults) if faults else [],
        "fault_count": len(faults),
        "max_request": MAX_REQUEST_LENGTH,
    }
    return render(request, "console/workflows/workflows.html", context, status=error.status if error else 200)


def _faults(error: KingdomError | None, source: object) -> list[dict[str, str]]:
    """Return the places of a manifest's faults; a request has no lines to show them at."""
    if error is None or isinstance(source, str):
        return []
    return cast(list[dict[str, str]], error.extra.get("errors", []))


def _row(found: Workflow) -> dict[str, Any]:
    return {
        "id": str(found.pk),
        "title": workflow_title(found),
        "shown": WORKFLOW_STATES[str(found.state)],
        "state": str(found.state),
        "created_at": found.created_at,
    }


def _event_number(text: str, last: int) -> int | None:
    """Return the number of an earlier event from the URL, None for the present."""
    if not text.isdecimal() or len(text) > 9:
        return None
    return int(text) if 1 <= int(text) < last else None
