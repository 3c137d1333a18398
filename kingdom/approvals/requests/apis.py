"""REST API of approvals."""

import uuid
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from kingdom.approvals.approval_choices import CHOICES, MAX_NOTE_LENGTH
from kingdom.approvals.models import Approval
from kingdom.approvals.requests.selectors import approval_of, approvals_of
from kingdom.approvals.requests.services import ApprovalDecision, approval_decide
from kingdom.approvals.text_rendering import redact_json
from kingdom.core.web.api import (
    READ_ERRORS,
    WRITE_ERRORS,
    NewestFirstPagination,
    StrictSerializer,
    caller_id,
    problem_schemas,
)

_ALL_CHOICES = sorted({choice for choices in CHOICES.values() for choice in choices})
STATE_PARAMETER = OpenApiParameter(
    "state", OpenApiTypes.STR, enum=list(Approval.State.values), description="Only those in this state."
)


class RulePreviewOut(serializers.Serializer[Any]):
    """One rule that "always" would save."""

    tool = serializers.CharField()
    agent = serializers.CharField()
    specialist_id = serializers.CharField(default="", help_text="The specialist that the rule is about, or empty.")
    shape = serializers.DictField(child=serializers.CharField())
    text = serializers.CharField()


class ApprovalOut(serializers.ModelSerializer[Approval]):
    """One question."""

    session_id = serializers.UUIDField(allow_null=True)
    conversation_id = serializers.UUIDField(source="session.conversation_id", allow_null=True, default=None)
    subject = serializers.SerializerMethodField(help_text="The canonical arguments; secrets are ••••.")
    choices = serializers.ListField(child=serializers.ChoiceField(choices=_ALL_CHOICES))
    rule_preview = RulePreviewOut(many=True, help_text="What the choice `always` would save.")
    choice = serializers.CharField(allow_blank=True)
    decided_by = serializers.CharField(source="decided_by.username", allow_null=True, default=None)

    class Meta:
        model = Approval
        fields = [
            *("id", "kind", "state", "title", "text", "subject", "args_hash", "choices", "rule_preview", "session_id"),
            *("conversation_id", "created_at", "expires_at", "choice", "note", "decided_by", "decided_at", "channel"),
        ]

    @extend_schema_field(serializers.JSONField())
    def get_subject(self, approval: Approval) -> object:
        """Return the arguments without secrets."""
        return redact_json(approval.subject)


class ApprovalDecisionIn(StrictSerializer):
    """The answer."""

    choice = serializers.CharField(max_length=20, help_text="One of the question's `choices`.")
    args_hash = serializers.RegexField(
        r"^[0-9a-f]{64}$", help_text="The `args_hash` you saw; if it has changed, nothing happens."
    )
    note = serializers.CharField(
        max_length=MAX_NOTE_LENGTH, allow_blank=True, default="", help_text="With `edit`: what to change."
    )


class ApprovalsApi(GenericAPIView[Approval]):
    """The caller's inbox."""

    serializer_class = ApprovalOut
    pagination_class = NewestFirstPagination
    filter_backends = ()

    @extend_schema(
        operation_id="approvals_list",
        parameters=[STATE_PARAMETER],
        responses={200: ApprovalOut(many=True), **problem_schemas(*READ_ERRORS)},
    )
    def get(self, request: Request) -> Response:
        """List my approvals, newest first; `state=pending` are those that need my answer."""
        found = approvals_of(user_id=caller_id(request), state=request.query_params.get("state", ""))
        return self.get_paginated_response(ApprovalOut(self.paginate_queryset(found), many=True).data)


class ApprovalApi(GenericAPIView[Approval]):
    """One question to the caller."""

    serializer_class = ApprovalOut

    @extend_schema(operation_id="approvals_get", responses={200: ApprovalOut, **problem_schemas(*READ_ERRORS)})
    def get(self, request: Request, approval_id: uuid.UUID) -> Response:
        """Show one question."""
        return Response(ApprovalOut(approval_of(user_id=caller_id(request), approval_id=approval_id)).data)


class ApprovalDecideApi(GenericAPIView[Approval]):
    """The decision of an approval."""

    serializer_class = ApprovalOut
    throttle_scopes = {"POST": "messages"}

    @extend_schema(
        operation_id="approvals_decide",
        request=ApprovalDecisionIn,
        responses={200: ApprovalOut, **problem_schemas(*WRITE_ERRORS, 409, 410)},
    )
    def post(self, request: Request, approval_id: uuid.UUID) -> Response:
        """Decide once. Codes: `already_decided`, `approval_expired`, `approval_withdrawn`, `arguments_changed`."""
        body = ApprovalDecisionIn(data=request.data)
        body.is_valid(raise_exception=True)
        user_id = caller_id(request)
        # A request with a session cookie comes from a web page, one with a token from a program.
        channel = "api" if request.auth is not None else "web"
        approval_decide(
            approval_id=approval_id, actor_id=user_id, decision=ApprovalDecision(**body.validated_data, channel=channel)
        )
        return Response(ApprovalOut(approval_of(user_id=user_id, approval_id=approval_id)).data)
