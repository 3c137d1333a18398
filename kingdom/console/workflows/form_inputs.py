"""What the form of a new workflow gives it to read: uploaded files, and the conversation that it was opened from."""

import uuid

from django.http import HttpRequest

from kingdom.console.request_params import form_text
from kingdom.core.errors import BadInput, ToolError
from kingdom.core.workspace_paths import path_components
from kingdom.workflows.api.serializers import MAX_POSTED_BYTES, MAX_POSTED_FILES
from kingdom.workflows.services import PlanInputs


def plan_inputs(request: HttpRequest) -> PlanInputs:
    """Return the files and the conversation of a form. Raises BadInput for files that are too many or too large."""
    uploads = request.FILES.getlist("files")
    if len(uploads) > MAX_POSTED_FILES or sum(upload.size or 0 for upload in uploads) > MAX_POSTED_BYTES:
        raise BadInput(f"Send at most {MAX_POSTED_FILES} files of {MAX_POSTED_BYTES:,} bytes in all.")
    files = {_path(upload.name or ""): upload.read() for upload in uploads}
    if len(files) < len(uploads):
        raise BadInput("Two files have the same name.")
    conversation = conversation_asked(request)
    return PlanInputs(files, uuid.UUID(conversation) if conversation else None)


def conversation_asked(request: HttpRequest) -> str:
    """Return the conversation that the page was opened from or the form names, "" for none."""
    text = form_text(request, "conversation") or request.GET.get("conversation", "")
    try:
        return str(uuid.UUID(text))
    except ValueError:
        return ""


def _path(name: str) -> str:
    try:
        return "/".join(path_components(name))
    except ToolError as error:
        raise BadInput(f"{name[:100]}: {error.message}") from error
