"""Questions and permission rules over HTTP."""

import uuid
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from kingdom.approvals.models import Approval, PermissionRule
from kingdom.approvals.permission_services import RuleDraft, rule_create, rule_delete
from kingdom.approvals.rules.choices import CHOICES, LONGEST_NOTE
from kingdom.approvals.rules.rendering import redacted
from kingdom.approvals.rules.shapes import described
from kingdom.approvals.selectors import approval_of, approvals_of, rules_for
from kingdom.approvals.services import Decision, approval_decide
from kingdom.core.api import READ, WRITE, NewestFirst, caller_id, problems

_ALL_CHOICES = sorted({choice for choices in CHOICES.values() for choice in choices})
STATE = OpenApiParameter("state", OpenApiTypes.STR, enum=list(Approval.State.values), description="Only those in this state.")


class PreviewOut(serializers.Serializer[Any]):
    """One rule that "always" would save."""

    tool = serializers.CharField()
    agent = serializers.CharField()
    shape = serializers.DictField(child=serializers.CharField())
    text = serializers.CharField()


class ApprovalOut(serializers.ModelSerializer[Approval]):
    """One question."""

    session_id = serializers.UUIDField(allow_null=True)
    conversation_id = serializers.UUIDField(source="session.conversation_id", allow_null=True, default=None)
    subject = serializers.SerializerMethodField(help_text="The canonical arguments; secrets are ••••.")
    choices = serializers.ListField(child=serializers.ChoiceField(choices=_ALL_CHOICES))
    rule_preview = PreviewOut(many=True, help_text="What the choice `always` would save.")
    choice = serializers.CharField(allow_blank=True)
    decided_by = serializers.CharField(source="decided_by.username", allow_null=True, default=None)

    class Meta:
        model = Approval
        fields = [
            *("id", "kind", "state", "title", "text", "subject", "args_hash", "choices", "rule_preview"),
            *("session_id", "conversation_id", "created_at", "expires_at", "choice", "note", "decided_by", "decided_at", "channel"),
        ]

    @extend_schema_field(serializers.JSONField())
    def get_subject(self, approval: Approval) -> object:
        """Return the arguments without secrets."""
        return redacted(approval.subject)


class DecisionIn(serializers.Serializer[Any]):
    """The answer."""

    choice = serializers.CharField(max_length=20, help_text="One of the question's `choices`.")
    args_hash = serializers.RegexField(r"^[0-9a-f]{64}$", help_text="The `args_hash` you saw: if it is another by now, nothing happens.")
    note = serializers.CharField(max_length=LONGEST_NOTE, allow_blank=True, default="", help_text="With `edit`: what to change.")


class RuleOut(serializers.ModelSerializer[PermissionRule]):
    """One standing rule."""

    scope = serializers.SerializerMethodField(help_text="`own`, or `organisation` (made by admins; not yours to remove).")
    shape = serializers.DictField(child=serializers.CharField())
    text = serializers.SerializerMethodField(help_text="The shape in words.")
    approval_id = serializers.UUIDField(allow_null=True, help_text="The question it was the answer to.")

    class Meta:
        model = PermissionRule
        fields = ["id", "scope", "effect", "tool", "agent", "shape", "text", "approval_id", "created_at"]

    @extend_schema_field(serializers.ChoiceField(choices=["own", "organisation"]))
    def get_scope(self, rule: PermissionRule) -> str:
        """Return whose it is."""
        return "organisation" if rule.user_id is None else "own"

    def get_text(self, rule: PermissionRule) -> str:
        """Return the shape in words."""
        return described(rule.shape)


class RuleIn(serializers.Serializer[Any]):
    """A rule of one's own."""

    effect = serializers.ChoiceField(choices=PermissionRule.Effect.choices)
    tool = serializers.CharField(max_length=120, help_text="An id like archon.http.request, a group like archon.fs.*, or *.")
    agent = serializers.CharField(max_length=100, allow_blank=True, default="", help_text="Empty (any), an identity, or an agent's id.")
    shape = serializers.DictField(child=serializers.CharField(max_length=2000), default=dict, help_text="Keys host, method, path, args.")


class ApprovalsApi(GenericAPIView[Approval]):
    """The caller's inbox."""

    serializer_class = ApprovalOut
    pagination_class = NewestFirst
    filter_backends = ()

    @extend_schema(operation_id="approvals_list", parameters=[STATE], responses={200: ApprovalOut(many=True), **problems(*READ)})
    def get(self, request: Request) -> Response:
        """List what I am or was asked, newest first; `state=pending` is what waits for me."""
        found = approvals_of(user_id=caller_id(request), state=request.query_params.get("state", ""))
        return self.get_paginated_response(ApprovalOut(self.paginate_queryset(found), many=True).data)


class ApprovalApi(GenericAPIView[Approval]):
    """One question to the caller."""

    serializer_class = ApprovalOut

    @extend_schema(operation_id="approvals_get", responses={200: ApprovalOut, **problems(*READ)})
    def get(self, request: Request, approval_id: uuid.UUID) -> Response:
        """Show one question."""
        return Response(ApprovalOut(approval_of(user_id=caller_id(request), approval_id=approval_id)).data)


class ApprovalDecideApi(GenericAPIView[Approval]):
    """Answering."""

    serializer_class = ApprovalOut
    throttle_scopes = {"POST": "messages"}

    @extend_schema(operation_id="approvals_decide", request=DecisionIn, responses={200: ApprovalOut, **problems(*WRITE, 409, 410)})
    def post(self, request: Request, approval_id: uuid.UUID) -> Response:
        """Answer a question, once. Codes: `already_decided`, `approval_expired`, `approval_withdrawn`, `arguments_changed`."""
        given = DecisionIn(data=request.data)
        given.is_valid(raise_exception=True)
        user_id = caller_id(request)
        # a browser's session is the web page, a token is a program
        channel = "api" if request.auth is not None else "web"
        approval_decide(approval_id=approval_id, actor_id=user_id, decision=Decision(**given.validated_data, channel=channel))
        return Response(ApprovalOut(approval_of(user_id=user_id, approval_id=approval_id)).data)


class PermissionRulesApi(GenericAPIView[PermissionRule]):
    """The rules that count for the caller."""

    serializer_class = RuleOut
    pagination_class = NewestFirst
    filter_backends = ()
    throttle_scopes = {"POST": "messages"}

    @extend_schema(operation_id="permission_rules_list", responses={200: RuleOut(many=True), **problems(*READ)})
    def get(self, request: Request) -> Response:
        """List my rules and the organisation's, newest first."""
        page = self.paginate_queryset(rules_for(user_id=caller_id(request)))
        return self.get_paginated_response(RuleOut(page, many=True).data)

    @extend_schema(operation_id="permission_rules_create", request=RuleIn, responses={201: RuleOut, **problems(*WRITE, 409)})
    def post(self, request: Request) -> Response:
        """Make a rule of my own: allow without asking, ask, or deny. The same rule again gives the one that is there."""
        given = RuleIn(data=request.data)
        given.is_valid(raise_exception=True)
        user_id = caller_id(request)
        made = rule_create(user_id=user_id, made_by_id=user_id, draft=RuleDraft(**given.validated_data))
        return Response(RuleOut(made).data, status=201)


class PermissionRuleApi(GenericAPIView[PermissionRule]):
    """One of the caller's rules."""

    serializer_class = RuleOut

    @extend_schema(operation_id="permission_rules_delete", responses={204: None, **problems(*READ)})
    def delete(self, request: Request, rule_id: uuid.UUID) -> Response:
        """Remove one of my rules; from now on I am asked again."""
        rule_delete(user_id=caller_id(request), rule_id=rule_id)
        return Response(status=204)
