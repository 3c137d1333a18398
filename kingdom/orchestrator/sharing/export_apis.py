"""REST API of exports of conversations."""

import json
import uuid
from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from kingdom.core.errors import BadInput
from kingdom.core.web.api import READ_ERRORS, caller_id, problem_schemas
from kingdom.orchestrator.conversations.selectors import conversation_of
from kingdom.orchestrator.models import Conversation
from kingdom.orchestrator.sharing.transcript import conversation_data, conversation_markdown

_AS = OpenApiParameter("as", OpenApiTypes.STR, enum=["json", "markdown"], description="The form; `json` without it.")


class ExportApi(APIView):
    """A conversation to take along."""

    @extend_schema(
        operation_id="conversations_export",
        parameters=[_AS],
        responses={
            (200, "application/json"): OpenApiTypes.OBJECT,
            (200, "text/markdown"): OpenApiTypes.STR,
            **problem_schemas(*READ_ERRORS),
        },
    )
    def get(self, request: Request, conversation_id: uuid.UUID) -> HttpResponse:
        """Download a conversation with all branches, as JSON or as Markdown."""
        conversation = conversation_of(user_id=caller_id(request), conversation_id=conversation_id)
        form = request.query_params.get("as", "json")
        if form not in ("json", "markdown"):
            raise BadInput("`as` is json or markdown.")
        return _download(conversation, is_json=form == "json")


def _download(conversation: Conversation, *, is_json: bool) -> HttpResponse:
    name = f"conversation-{conversation.pk}.{'json' if is_json else 'md'}"
    headers = {"Content-Disposition": f'attachment; filename="{name}"', "X-Content-Type-Options": "nosniff"}
    if not is_json:
        text = conversation_markdown(conversation)
        return HttpResponse(text, content_type="text/markdown; charset=utf-8", headers=headers)
    body: dict[str, Any] = conversation_data(conversation)
    text = json.dumps(body, ensure_ascii=False, indent=2)
    return HttpResponse(text, content_type="application/json", headers=headers)
