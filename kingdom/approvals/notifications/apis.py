"""REST API of notifications: the inbox, read marks and delivery settings."""

import uuid
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.translation import get_language
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from kingdom.adapters.notification_delivery import webhook_secret
from kingdom.approvals.models import Notification, NotificationSettings
from kingdom.approvals.notifications.delivery import webhook_signing_key
from kingdom.approvals.notifications.inbox_stream import inbox_stream
from kingdom.approvals.notifications.selectors import notification_settings_of, notifications_of
from kingdom.approvals.notifications.services import (
    notification_mark_read,
    notification_settings_set,
    notifications_mark_read,
)
from kingdom.core.errors import BadInput
from kingdom.core.sse import described_by, sse_response
from kingdom.core.stored_sentences import in_language
from kingdom.core.web.api import (
    READ_ERRORS,
    WRITE_ERRORS,
    NewestFirstPagination,
    StrictSerializer,
    caller_id,
    problem_schemas,
)

UNREAD_PARAMETER = OpenApiParameter("unread", OpenApiTypes.BOOL, description="`true`: only those not read yet.")


class NotificationOut(serializers.ModelSerializer[Notification]):
    """One notification."""

    class Meta:
        model = Notification
        fields = ["id", "kind", "text", "link", "created_at", "read_at"]

    def to_representation(self, instance: Notification) -> dict[str, Any]:
        """Return the fields, the text in the caller's language."""
        return {**super().to_representation(instance), "text": in_language(instance.text)}


class NotificationsReadOut(serializers.Serializer[dict[str, int]]):
    """How many notifications were unread."""

    marked = serializers.IntegerField()


class NotificationSettingsOut(serializers.ModelSerializer[NotificationSettings]):
    """Where my notifications go besides the inbox."""

    class Meta:
        model = NotificationSettings
        fields = ["email", "webhook_url"]


class NotificationSettingsIn(StrictSerializer):
    """New delivery settings."""

    email = serializers.BooleanField(default=False)
    webhook_url = serializers.CharField(
        max_length=2000, allow_blank=True, default="", help_text="https://…; empty: no webhook."
    )


class NotificationSettingsWithKey(NotificationSettingsOut):
    """The answer that also holds the webhook's signing key."""

    webhook_key = serializers.CharField(
        allow_blank=True, help_text="Verifies `webhook-signature`. Another address gets another key."
    )

    class Meta(NotificationSettingsOut.Meta):
        fields = [*NotificationSettingsOut.Meta.fields, "webhook_key"]


class NotificationsApi(GenericAPIView[Notification]):
    """The caller's notifications."""

    serializer_class = NotificationOut
    pagination_class = NewestFirstPagination
    filter_backends = ()

    @extend_schema(
        operation_id="notifications_list",
        parameters=[UNREAD_PARAMETER],
        responses={200: NotificationOut(many=True), **problem_schemas(*READ_ERRORS)},
    )
    def get(self, request: Request) -> Response:
        """List my notifications, newest first."""
        unread = request.query_params.get("unread", "false")
        if unread not in ("true", "false"):
            raise BadInput("unread is true or false.")
        page = self.paginate_queryset(notifications_of(user_id=caller_id(request), unread=unread == "true"))
        return self.get_paginated_response(NotificationOut(page, many=True).data)


class NotificationReadApi(GenericAPIView[Notification]):
    """The read mark of a notification."""

    serializer_class = NotificationOut

    @extend_schema(
        operation_id="notifications_read",
        request=None,
        responses={200: NotificationOut, **problem_schemas(*WRITE_ERRORS)},
    )
    def post(self, request: Request, notification_id: uuid.UUID) -> Response:
        """Mark a notification as read. The first time counts."""
        return Response(
            NotificationOut(notification_mark_read(user_id=caller_id(request), notification_id=notification_id)).data
        )


class NotificationsReadApi(GenericAPIView[Any]):
    """The read mark of all notifications."""

    serializer_class = NotificationsReadOut

    @extend_schema(
        operation_id="notifications_read_all",
        request=None,
        responses={200: NotificationsReadOut, **problem_schemas(*WRITE_ERRORS)},
    )
    def post(self, request: Request) -> Response:
        """Mark all my notifications as read; returns how many were unread."""
        return Response({"marked": notifications_mark_read(user_id=caller_id(request))})


class NotificationSettingsApi(GenericAPIView[NotificationSettings]):
    """E-mail and webhook."""

    serializer_class = NotificationSettingsOut

    @extend_schema(
        operation_id="notification_settings_get",
        responses={200: NotificationSettingsOut, **problem_schemas(*READ_ERRORS)},
    )
    def get(self, request: Request) -> Response:
        """Show where my notifications go besides the inbox."""
        return Response(NotificationSettingsOut(notification_settings_of(user_id=caller_id(request))).data)

    @extend_schema(
        operation_id="notification_settings_set",
        request=NotificationSettingsIn,
        responses={200: NotificationSettingsWithKey, **problem_schemas(*WRITE_ERRORS)},
    )
    def put(self, request: Request) -> Response:
        """Set e-mail and webhook. The answer holds the key that signs what comes to the webhook."""
        body = NotificationSettingsIn(data=request.data)
        body.is_valid(raise_exception=True)
        stored = notification_settings_set(user_id=caller_id(request), **body.validated_data)
        key = webhook_secret(webhook_signing_key(stored)) if stored.webhook_url else ""
        return Response({**NotificationSettingsOut(stored).data, "webhook_key": key})


class InboxEventsSchema(GenericAPIView[Notification]):
    """The OpenAPI description of ``inbox_events``: a view of DRF cannot stream."""

    serializer_class = NotificationOut

    @extend_schema(
        operation_id="notifications_events",
        responses={
            (200, "text/event-stream"): OpenApiResponse(
                OpenApiTypes.STR,
                description="`notification`, `approval` (id, state, choice), `conversation` (id, session_id, deleted: "
                "it has changed, by the opening of that session if there is one, or is gone), `resync` (read the lists "
                "again), `: ping` each 15 s. It has no end.",
            ),
            **problem_schemas(*READ_ERRORS),
        },
    )
    def get(self, request: Request) -> Response:
        """Watch my inbox. Read the lists first: the stream has only later changes."""
        raise NotImplementedError


@described_by(InboxEventsSchema)
async def inbox_events(request: HttpRequest) -> HttpResponseBase:
    """Answer with the stream of the caller's inbox."""
    language = get_language() or ""
    return await sse_response(
        request,
        admit=lambda _user_id: None,
        frames=lambda user_id, _after: inbox_stream(user_id=user_id, language=language),
    )
