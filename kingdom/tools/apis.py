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

SESSION_PARAMETER = OpenApiParameter("session", OpenApiTypes.UUID, description="Only receipts of one session.")
TOOL_PARAMETER = OpenApiParameter(
    "tool", OpenApiTypes.STR, description="Only receipts of one tool, e.g. archon.fs.write."
)
OUTCOME_PARAMETER = OpenApiParameter(
    "outcome", OpenApiTypes.STR, enum=list(ToolReceipt.Outcome.values), description="Only receipts with this outcome."
)


class ReceiptPagination(NewestFirstPagination):
    """Pages of receipts, by their position in the chain, newest first."""

    ordering = "-seq"


class ToolReceiptOut(serializers.ModelSerializer[ToolReceipt]):
    """The kernel's record of one tool call.

    Secrets are shown as ••••, long texts are cut; the hashes cover the full values.
    """

    ms = serializers.SerializerMethodField(help_text="Duration in milliseconds.")

    class Meta:
        model = ToolReceipt
        fields = [
            *("seq", "session_id", "agent_id", "tool", "side", "outcome", "reason", "args", "args_hash", "result_hash"),
            *("started_at", "finished_at", "ms", "previous_hash", "hash"),
        ]

    def to_representation(self, instance: ToolReceipt) -> dict[str, Any]:
        """Return the fields, without arguments of a trial. The hash covers them where they were stored."""
        fields = super().to_representation(instance)
        return {**fields, "args": {}} if vars(instance)["of_trial"] else fields

    def get_ms(self, receipt: ToolReceipt) -> float:
        """Return the duration in milliseconds."""
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
        """List the receipts of my agents' tool calls, refused ones included, newest first."""
        filters: dict[str, Any] = {
            "session_id": _session_filter(request),
            "tool": query_text(request, "tool"),
            "outcome": _outcome_filter(request),
        }
        receipts = receipts_of_user(user_id=caller_id(request), **filters)
        return self.get_paginated_response(ToolReceiptOut(self.paginate_queryset(receipts), many=True).data)


def _session_filter(request: Request) -> uuid.UUID | None:
    text = query_text(request, "session")
    try:
        return uuid.UUID(text) if text else None
    except ValueError:
        raise BadInput("session must be the id of a session.") from None


def _outcome_filter(request: Request) -> str:
    text = query_text(request, "outcome")
    if text and text not in ToolReceipt.Outcome.values:
        raise BadInput(f"outcome must be one of {', '.join(ToolReceipt.Outcome.values)}.")
    return text
