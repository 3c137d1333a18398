"""The caller's own receipts over HTTP: what their agents did, tried and were refused."""

import uuid
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from kingdom.core.errors import BadInput
from kingdom.core.web.api import READ_ERRORS, NewestFirstPagination, caller_id, problem_schemas, query_text
from kingdom.tools.models import ToolReceipt
from kingdom.tools.receipts.selectors import receipts_of_user

SESSION_PARAMETER = OpenApiParameter("session", OpenApiTypes.UUID, description="Only those of one session.")
TOOL_PARAMETER = OpenApiParameter("tool", OpenApiTypes.STR, description="Only those of one tool, e.g. archon.fs.write.")
OUTCOME_PARAMETER = OpenApiParameter(
    "outcome", OpenApiTypes.STR, enum=list(ToolReceipt.Outcome.values), description="Only those that ended so."
)


class ReceiptPagination(NewestFirstPagination):
    """Pages of receipts, by their place in the chain."""

    ordering = "-seq"


class ToolReceiptOut(serializers.ModelSerializer[ToolReceipt]):
    """The kernel's record of one call of a tool. Secrets are ••••, long texts are cut; the hashes cover all of them."""

    ms = serializers.SerializerMethodField(help_text="How long it took, in milliseconds.")

    class Meta:
        model = ToolReceipt
        fields = [
            *("seq", "session_id", "agent_id", "tool", "side", "outcome", "reason", "args", "args_hash", "result_hash"),
            *("started_at", "finished_at", "ms", "previous_hash", "hash"),
        ]

    def get_ms(self, receipt: ToolReceipt) -> float:
        """Return the milliseconds between its times."""
        return round((receipt.finished_at - receipt.started_at).total_seconds() * 1000, 1)


class ToolReceiptsApi(GenericAPIView[ToolReceipt]):
    """The caller's receipts."""

    serializer_class = ToolReceiptOut
    pagination_class = ReceiptPagination
    filter_backends = ()

    @extend_schema(
        operation_id="tool_receipts_list",
        parameters=[SESSION_PARAMETER, TOOL_PARAMETER, OUTCOME_PARAMETER],
        responses={200: ToolReceiptOut(many=True), **problem_schemas(*READ_ERRORS)},
    )
    def get(self, request: Request) -> Response:
        """List the receipts of my agents' tool calls, newest first, refused ones, too."""
        filters: dict[str, Any] = {
            "session_id": _session_filter(request),
            "tool": query_text(request, "tool"),
            "outcome": _outcome_filter(request),
        }
        found = receipts_of_user(user_id=caller_id(request), **filters)
        return self.get_paginated_response(ToolReceiptOut(self.paginate_queryset(found), many=True).data)


def _session_filter(request: Request) -> uuid.UUID | None:
    text = query_text(request, "session")
    try:
        return uuid.UUID(text) if text else None
    except ValueError:
        raise BadInput("session is a session's id.") from None


def _outcome_filter(request: Request) -> str:
    text = query_text(request, "outcome")
    if text and text not in ToolReceipt.Outcome.values:
        raise BadInput(f"outcome is one of {', '.join(ToolReceipt.Outcome.values)}.")
    return text
