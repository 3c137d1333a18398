"""REST API of permission rules."""

import uuid

from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from kingdom.approvals.models import PermissionRule
from kingdom.approvals.permissions.argument_patterns import describe_argument_pattern
from kingdom.approvals.permissions.selectors import may_name_specialist, permission_rules_of
from kingdom.approvals.permissions.services import RuleDraft, rule_create, rule_delete
from kingdom.core.errors import BadInput
from kingdom.core.web.api import (
    READ_ERRORS,
    WRITE_ERRORS,
    NewestFirstPagination,
    StrictSerializer,
    caller_id,
    problem_schemas,
)


class PermissionRuleOut(serializers.ModelSerializer[PermissionRule]):
    """One standing rule."""

    scope = serializers.SerializerMethodField(
        help_text="`own`, or `organisation` (made by admins; not yours to remove)."
    )
    specialist_id = serializers.UUIDField(
        allow_null=True, help_text="The specialist that it is about. `null`: see `specialist_id` of a new rule."
    )
    specialist_role = serializers.CharField(source="specialist.role", default="", help_text="Its name, or empty.")
    shape = serializers.DictField(child=serializers.CharField())
    text = serializers.SerializerMethodField(help_text="The shape in words.")
    approval_id = serializers.UUIDField(allow_null=True, help_text="The approval that created the rule.")

    class Meta:
        model = PermissionRule
        fields = [
            *("id", "scope", "effect", "tool", "agent", "specialist_id", "specialist_role", "shape", "text"),
            *("approval_id", "created_at"),
        ]

    @extend_schema_field(serializers.ChoiceField(choices=["own", "organisation"]))
    def get_scope(self, rule: PermissionRule) -> str:
        """Return the owner's scope."""
        return "organisation" if rule.user_id is None else "own"

    def get_text(self, rule: PermissionRule) -> str:
        """Return the shape in words."""
        return describe_argument_pattern(rule.shape)


class PermissionRuleIn(StrictSerializer):
    """A new rule of the caller."""

    effect = serializers.ChoiceField(choices=PermissionRule.Effect.choices)
    tool = serializers.CharField(
        max_length=120, help_text="An id like archon.http.request, a group like archon.fs.*, or *."
    )
    agent = serializers.CharField(
        max_length=100, allow_blank=True, default="", help_text="Empty (any), an identity, or an agent's id."
    )
    specialist_id = serializers.UUIDField(
        allow_null=True,
        default=None,
        help_text="The specialist that the rule is about. Without it an `allow` of one agent's id holds only for "
        "agents of workflows: specialists of several owners may have the same id.",
    )
    shape = serializers.DictField(
        child=serializers.CharField(max_length=2000), default=dict, help_text="Keys host, method, path, args."
    )


class PermissionRulesApi(GenericAPIView[PermissionRule]):
    """The rules that apply to the caller."""

    serializer_class = PermissionRuleOut
    pagination_class = NewestFirstPagination
    filter_backends = ()
    throttle_scopes = {"POST": "messages"}

    @extend_schema(
        operation_id="permission_rules_list",
        responses={200: PermissionRuleOut(many=True), **problem_schemas(*READ_ERRORS)},
    )
    def get(self, request: Request) -> Response:
        """List my rules and the organisation's, newest first."""
        page = self.paginate_queryset(permission_rules_of(user_id=caller_id(request)))
        return self.get_paginated_response(PermissionRuleOut(page, many=True).data)

    @extend_schema(
        operation_id="permission_rules_create",
        request=PermissionRuleIn,
        responses={201: PermissionRuleOut, **problem_schemas(*WRITE_ERRORS, 409)},
    )
    def post(self, request: Request) -> Response:
        """Create a rule of my own: allow without asking, ask, or deny. The same rule again returns the existing one."""
        body = PermissionRuleIn(data=request.data)
        body.is_valid(raise_exception=True)
        user_id, specialist_id = caller_id(request), body.validated_data["specialist_id"]
        if specialist_id is not None and not may_name_specialist(user_id=user_id, specialist_id=specialist_id):
            raise BadInput("There is no such specialist that you may use.")
        rule = rule_create(user_id=user_id, made_by_id=user_id, draft=RuleDraft(**body.validated_data))
        return Response(PermissionRuleOut(rule).data, status=201)


class PermissionRuleApi(GenericAPIView[PermissionRule]):
    """One of the caller's rules."""

    serializer_class = PermissionRuleOut

    @extend_schema(operation_id="permission_rules_delete", responses={204: None, **problem_schemas(*READ_ERRORS)})
    def delete(self, request: Request, rule_id: uuid.UUID) -> Response:
        """Remove one of my rules; from now on I am asked again."""
        rule_delete(user_id=caller_id(request), rule_id=rule_id)
        return Response(status=204)
