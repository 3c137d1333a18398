"""Notices over HTTP: the inbox, reading, and where they go besides it."""

import uuid
from typing import Any

from asgiref.sync import sync_to_async
from django.db import close_old_connections
from django.http import HttpRequest, HttpResponseNotAllowed, StreamingHttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import APIException
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from kingdom.adapters.notify import webhook_key_text
from kingdom.approvals.delivery import signing_key
from kingdom.approvals.models import Notice, NoticeSettings
from kingdom.approvals.notice_services import notice_read, notice_settings_set
from kingdom.approvals.selectors import notice_settings_of, notices_of
from kingdom.approvals.streams import inbox_stream
from kingdom.core.api import READ, WRITE, NewestFirst, admit, caller_id, problem_response, problems
from kingdom.core.errors import BadInput, KingdomError

UNREAD = OpenApiParameter("unread", OpenApiTypes.BOOL, description="`true`: only those not read yet.")


class NoticeOut(serializers.ModelSerializer[Notice]):
    """One notice."""

    class Meta:
        model = Notice
        fields = ["id", "kind", "text", "link", "created_at", "read_at"]


class NoticeSettingsOut(serializers.ModelSerializer[NoticeSettings]):
    """Where my notices go besides the inbox."""

    class Meta:
        model = NoticeSettings
        fields = ["email", "webhook_url"]


class NoticeSettingsIn(serializers.Serializer[Any]):
    """Where they shall go."""

    email = serializers.BooleanField(default=False)
    webhook_url = serializers.CharField(max_length=2000, allow_blank=True, default="", help_text="https://…; empty: no webhook.")


class NoticeSettingsMade(NoticeSettingsOut):
    """The answer that also holds the webhook's signing key."""

    webhook_key = serializers.CharField(allow_blank=True, help_text="Verifies `webhook-signature`. Another address gets another key.")

    class Meta(NoticeSettingsOut.Meta):
        fields = [*NoticeSettingsOut.Meta.fields, "webhook_key"]


class NoticesApi(GenericAPIView[Notice]):
    """The caller's notices."""

    serializer_class = NoticeOut
    pagination_class = NewestFirst
    filter_backends = ()

    @extend_schema(operation_id="notices_list", parameters=[UNREAD], responses={200: NoticeOut(many=True), **problems(*READ)})
    def get(self, request: Request) -> Response:
        """List my notices, newest first."""
        unread = request.query_params.get("unread", "false")
        if unread not in ("true", "false"):
            raise BadInput("unread is true or false.")
        page = self.paginate_queryset(notices_of(user_id=caller_id(request), unread=unread == "true"))
        return self.get_paginated_response(NoticeOut(page, many=True).data)


class NoticeReadApi(GenericAPIView[Notice]):
    """Reading."""

    serializer_class = NoticeOut

    @extend_schema(operation_id="notices_read", request=None, responses={200: NoticeOut, **problems(*WRITE)})
    def post(self, request: Request, notice_id: uuid.UUID) -> Response:
        """Mark a notice as read. The first time counts."""
        return Response(NoticeOut(notice_read(user_id=caller_id(request), notice_id=notice_id)).data)


class NoticeSettingsApi(GenericAPIView[NoticeSettings]):
    """E-mail and webhook."""

    serializer_class = NoticeSettingsOut

    @extend_schema(operation_id="notice_settings_get", responses={200: NoticeSettingsOut, **problems(*READ)})
    def get(self, request: Request) -> Response:
        """Show where my notices go besides the inbox."""
        return Response(NoticeSettingsOut(notice_settings_of(user_id=caller_id(request))).data)

    @extend_schema(operation_id="notice_settings_set", request=NoticeSettingsIn, responses={200: NoticeSettingsMade, **problems(*WRITE)})
    def put(self, request: Request) -> Response:
        """Set e-mail and webhook. The answer holds the key that signs what comes to the webhook."""
        given = NoticeSettingsIn(data=request.data)
        given.is_valid(raise_exception=True)
        kept = notice_settings_set(user_id=caller_id(request), **given.validated_data)
        key = webhook_key_text(signing_key(kept)) if kept.webhook_url else ""
        return Response({**NoticeSettingsOut(kept).data, "webhook_key": key})


class InboxEventsSchema(GenericAPIView[Notice]):
    """Only the description: ``inbox_events`` answers (a view of DRF cannot stream)."""

    serializer_class = NoticeOut

    @extend_schema(
        operation_id="notices_events",
        responses={
            (200, "text/event-stream"): OpenApiResponse(
                OpenApiTypes.STR,
                description="`notice`, `approval` (id, state, choice), `resync` (read the lists again), `: ping` each 15 s. It has no end.",
            ),
            **problems(*READ),
        },
    )
    def get(self, request: Request) -> Response:
        """Watch my inbox. Read the lists first: the stream tells what happens from now on."""
        raise NotImplementedError


async def inbox_events(request: HttpRequest) -> HttpResponseBase:
    """Answer with the stream of the caller's inbox."""
    if request.method not in ("GET", "HEAD"):
        return HttpResponseNotAllowed(["GET", "HEAD"])
    try:
        user_id = await sync_to_async(_admit, thread_sensitive=True)(request)
    except (APIException, KingdomError) as error:
        return problem_response(error, request)
    headers = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
    return StreamingHttpResponse(inbox_stream(user_id=user_id), content_type="text/event-stream", headers=headers)


# What a DRF view carries: the schema's generator finds the description by it.
vars(inbox_events).update({"cls": InboxEventsSchema, "initkwargs": {}})


def _admit(request: HttpRequest) -> int:
    try:
        return admit(request)
    finally:
        close_old_connections()  # the stream lives long, and needs none
