"""REST API of routes: show one, override one."""

import uuid

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from kingdom.core.web.api import READ_ERRORS, WRITE_ERRORS, StrictSerializer, caller_id, problem_schemas
from kingdom.orchestrator.conversations.apis import PostedOut, posted_body
from kingdom.orchestrator.conversations.override_services import override_undo, route_override
from kingdom.orchestrator.conversations.selectors import answer_confidence, route_of
from kingdom.orchestrator.models import RouteRecord
from kingdom.specialists.evidence.feedback import NO_REVIEW, reviews_by_session


class RouteOut(serializers.ModelSerializer[RouteRecord]):
    """The route of one message with its receipt."""

    message_id = serializers.UUIDField()
    session_id = serializers.UUIDField()
    intent = serializers.CharField(
        source="public.intent", help_text="specialist:<role>, create_specialist, general or ask."
    )
    agent = serializers.CharField(source="public.agent", allow_null=True)
    confidence = serializers.FloatField(help_text="Probability that the agent is the right one; not of its answer.")
    measured_confidence = serializers.SerializerMethodField(
        help_text="Probability that its answer is right, measured on messages like this one; null without outcomes."
    )
    unconfirmed = serializers.SerializerMethodField(
        help_text="Whether receipts contradict its answer: what it relies on was not done, or a failed call is hidden."
    )
    scope = serializers.CharField(source="public.scope", allow_null=True)
    by = serializers.CharField(help_text="king, user (override), or council (specialist created for the message).")
    analysis = serializers.JSONField(source="public.analysis", help_text="Task analysis; null when similarity decided.")
    receipt = serializers.JSONField(
        help_text="Candidates with scores and rejection reasons, the threshold and the margin."
    )
    overridden_to = serializers.CharField(source="public.overridden_to", allow_null=True)
    override_undone = serializers.BooleanField(
        source="public.override_undone", help_text="Whether the user took back the override that decided this route."
    )

    class Meta:
        model = RouteRecord
        fields = [
            "id", "message_id", "session_id", "created_at", "intent", "agent", "confidence", "measured_confidence",
            "unconfirmed", "scope", "by", "analysis", "receipt", "overridden_to", "overridden_at", "override_undone",
        ]  # fmt: skip

    def get_measured_confidence(self, route: RouteRecord) -> float | None:
        """Return the measured success of its version on messages like this one."""
        return answer_confidence(route)

    def get_unconfirmed(self, route: RouteRecord) -> bool:
        """Return whether the execution that answered failed as claimed without evidence."""
        return reviews_by_session([route.session_id]).get(route.session_id, NO_REVIEW).is_unconfirmed


class OverrideIn(StrictSerializer):
    """The specialist that should answer instead."""

    specialist = serializers.CharField(
        max_length=100, help_text="Id or role of a specialist you may use, or `general`."
    )


class RouteApi(GenericAPIView[RouteRecord]):
    """The route of one of the caller's messages."""

    serializer_class = RouteOut

    @extend_schema(operation_id="routes_get", responses={200: RouteOut, **problem_schemas(*READ_ERRORS)})
    def get(self, request: Request, route_id: uuid.UUID) -> Response:
        """Show the route of a message and its reasons."""
        return Response(RouteOut(route_of(user_id=caller_id(request), route_id=route_id)).data)


class RouteOverrideApi(GenericAPIView[RouteRecord]):
    """Override of a route."""

    serializer_class = PostedOut
    throttle_scopes = {"POST": "messages"}

    @extend_schema(
        operation_id="routes_override",
        request=OverrideIn,
        responses={202: PostedOut, **problem_schemas(*WRITE_ERRORS, 409)},
    )
    def post(self, request: Request, route_id: uuid.UUID) -> Response:
        """Choose another specialist. It answers the message again and learns it as an example."""
        body = OverrideIn(data=request.data)
        body.is_valid(raise_exception=True)
        posted, _ = route_override(
            user_id=caller_id(request), route_id=route_id, specialist=body.validated_data["specialist"]
        )
        return Response(posted_body(posted), status=202)

    @extend_schema(
        operation_id="routes_override_undo",
        request=None,
        responses={200: RouteOut, **problem_schemas(*WRITE_ERRORS, 409)},
    )
    def delete(self, request: Request, route_id: uuid.UUID) -> Response:
        """Take back the override that decided or replaced this route. Routing forgets it; the answers stay."""
        return Response(RouteOut(override_undo(user_id=caller_id(request), route_id=route_id)).data)
