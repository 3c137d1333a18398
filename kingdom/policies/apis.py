"""REST API of policies: write one in plain words, read, activate, deactivate, delete a draft."""

import uuid
from collections.abc import Callable, Sequence
from typing import Any

from django.db.models import Count, Q
from drf_spectacular.utils import extend_schema, extend_schema_view
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from kingdom.accounts.token_scopes import ADMIN, has_scope
from kingdom.core.errors import BadInput
from kingdom.core.web.api import (
    READ_ERRORS,
    WRITE_ERRORS,
    NewestFirstPagination,
    StrictSerializer,
    StrictTextField,
    caller_id,
    problem_schemas,
)
from kingdom.policies.evaluation.dry_run import with_details
from kingdom.policies.models import Pattern, PatternFired
from kingdom.policies.rules.plain_words import MAX_TEXT
from kingdom.policies.selectors import may_activate, pattern_visible, patterns_visible
from kingdom.policies.services import policy_activate, policy_deactivate, policy_draft_delete, policy_write


class PolicyIn(StrictSerializer):
    """A rule in plain words."""

    text = StrictTextField(
        max_length=MAX_TEXT, help_text="E.g. “stop a workflow when a tool fails 3 times in 10 minutes”."
    )


class PatternDefinitionOut(serializers.Serializer[Any]):
    """A pattern as data."""

    id = serializers.CharField()
    name = serializers.CharField()
    trigger_event = serializers.CharField()
    condition = serializers.CharField()
    action = serializers.DictField(help_text="RequestApproval, Block, Notify or Suspend, with its reason.")


class DryRunOut(serializers.Serializer[Any]):
    """What the policy would have done."""

    events = serializers.IntegerField(help_text="Stored events of its trigger that it was held against.")
    matches = serializers.IntegerField()
    examples = serializers.ListField(child=serializers.DictField())
    since = serializers.DateTimeField(allow_null=True)
    complete = serializers.BooleanField(help_text="False when more events are stored than were looked at.")
    sentence = serializers.CharField()


class PolicyOut(serializers.Serializer[Any]):
    """A policy."""

    id = serializers.UUIDField()
    text = serializers.CharField(allow_blank=True)
    pattern = PatternDefinitionOut()
    dry_run = DryRunOut(allow_null=True)
    state = serializers.ChoiceField(choices=Pattern.State.choices)
    covers = serializers.ChoiceField(choices=["own", "everybody"], help_text="Whose runs it is about.")
    fired = serializers.IntegerField(
        help_text="How often it fired; on your own runs if it is for everybody and you are not staff with the right."
    )
    error_count = serializers.IntegerField()
    last_error = serializers.CharField(allow_blank=True)
    created_at = serializers.DateTimeField()


def present_policies(patterns: Sequence[Pattern], *, viewer_id: int, as_staff: bool = True) -> list[dict[str, Any]]:
    """Return policies as JSON values.

    The text, dry run and last error of one describe the events that it covers. Only staff with the right, and the user
    whose runs it covers, get them; for others ``fired`` counts their own runs alone.
    """
    sees_all = as_staff and may_activate(viewer_id)
    full = {pattern.pk for pattern in patterns if sees_all or pattern.covers_id == viewer_id}
    fired = PatternFired.objects.filter(pattern__in=patterns).filter(Q(pattern__in=full) | Q(user_id=viewer_id))
    counts = dict(fired.order_by().values_list("pattern").annotate(number=Count("pk")))
    return [_present_policy(pattern, pattern.pk in full, counts.get(pattern.pk, 0)) for pattern in patterns]


def _present_policy(pattern: Pattern, is_full: bool, fired: int) -> dict[str, Any]:
    report = with_details(pattern.dry_run, user_id=pattern.covers_id) if is_full and pattern.dry_run else None
    return {
        "id": str(pattern.pk),
        "text": pattern.text if is_full else "",
        "pattern": pattern.definition.to_json(),
        "dry_run": report,
        "state": str(pattern.state),
        "covers": "everybody" if pattern.covers_id is None else "own",
        "fired": fired,
        "error_count": pattern.error_count,
        "last_error": pattern.last_error if is_full else "",
        "created_at": pattern.created_at.isoformat(),
    }


def _is_as_staff(request: Request) -> bool:
    """Return whether the rights of staff count: a token that may only read or write has those of its user alone."""
    return has_scope(request.auth, ADMIN)


def _policy_response(request: Request, pattern: Pattern, status: int = 200) -> Response:
    presented = present_policies([pattern], viewer_id=caller_id(request), as_staff=_is_as_staff(request))
    return Response(presented[0], status=status)


class PoliciesApi(GenericAPIView[Pattern]):
    """The policies that the caller may see."""

    serializer_class = PolicyOut
    throttle_scopes = {"POST": "messages"}
    pagination_class = NewestFirstPagination
    filter_backends = ()

    @extend_schema(operation_id="policies_list", responses={200: PolicyOut(many=True), **problem_schemas(*READ_ERRORS)})
    def get(self, request: Request) -> Response:
        """List my policies and those for everybody, newest first; staff with the right see all."""
        viewer = caller_id(request)
        as_staff = _is_as_staff(request)
        page = self.paginate_queryset(patterns_visible(user_id=viewer, as_staff=as_staff))
        return self.get_paginated_response(present_policies(page or (), viewer_id=viewer, as_staff=as_staff))

    @extend_schema(
        operation_id="policies_create",
        request=PolicyIn,
        responses={201: PolicyOut, **problem_schemas(*WRITE_ERRORS, 409)},
    )
    def post(self, request: Request) -> Response:
        """Make a draft of a rule in plain words, and hold it against the stored events. It acts once it is activated.

        A draft of staff with the right, whose token has the scope admin, is about everybody's runs, any other one about
        its author's.
        """
        body = PolicyIn(data=request.data)
        body.is_valid(raise_exception=True)
        text = body.validated_data["text"]
        try:
            pattern = policy_write(user_id=caller_id(request), text=text, as_staff=_is_as_staff(request))
        except BadInput as error:  # the condition of a pattern comes from the text, too
            error.extra = {"errors": [{"pointer": "/text", "detail": error.message}], **error.extra}
            raise
        return _policy_response(request, pattern, 201)


class PolicyApi(GenericAPIView[Pattern]):
    """One policy."""

    serializer_class = PolicyOut

    @extend_schema(operation_id="policies_get", responses={200: PolicyOut, **problem_schemas(*READ_ERRORS)})
    def get(self, request: Request, policy_id: uuid.UUID) -> Response:
        """Return a policy with its dry run."""
        pattern = pattern_visible(user_id=caller_id(request), pattern_id=policy_id, as_staff=_is_as_staff(request))
        return _policy_response(request, pattern)

    @extend_schema(operation_id="policies_delete", responses={204: None, **problem_schemas(*READ_ERRORS, 409)})
    def delete(self, request: Request, policy_id: uuid.UUID) -> Response:
        """Delete a draft that was never activated: its author, or staff who may activate it."""
        policy_draft_delete(actor_id=caller_id(request), pattern_id=policy_id, as_staff=_is_as_staff(request))
        return Response(status=204)


class _MoveApi(GenericAPIView[Pattern]):
    """Moves a policy."""

    serializer_class = PolicyOut
    throttle_scopes = {"POST": "messages"}
    move: Callable[..., Pattern]

    def post(self, request: Request, policy_id: uuid.UUID) -> Response:
        """Change the state of a policy and return it; each subclass says which change."""
        return _policy_response(request, type(self).move(actor_id=caller_id(request), pattern_id=policy_id))


def _described(operation: str, description: str) -> Callable[[type[_MoveApi]], type[_MoveApi]]:
    responses: dict[Any, Any] = {200: PolicyOut, **problem_schemas(*WRITE_ERRORS, 409)}
    return extend_schema_view(
        post=extend_schema(
            operation_id=f"policies_{operation}", description=description, request=None, responses=responses
        )
    )


@_described("activate", "Activate a policy. Only for staff with the right.")
class PolicyActivateApi(_MoveApi):
    """Lets a policy act from now on."""

    move = staticmethod(policy_activate)


@_described("deactivate", "Deactivate a policy; what it stopped stays stopped. Only for staff with the right.")
class PolicyDeactivateApi(_MoveApi):
    """Lets a policy act no more."""

    move = staticmethod(policy_deactivate)
