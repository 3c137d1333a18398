"""Conversations, messages and routes over HTTP."""

import re
import uuid
from typing import Any

from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from kingdom.core.errors import BadInput
from kingdom.core.web.api import (
    READ_ERRORS,
    WRITE_ERRORS,
    NewestFirstPagination,
    caller_id,
    problem_schemas,
    query_text,
)
from kingdom.orchestrator.conversations.file_mentions import MAX_MENTIONED_FILES
from kingdom.orchestrator.conversations.selectors import conversation_of, conversations_of, messages_of, route_of
from kingdom.orchestrator.conversations.services import (
    MAX_CONTENT,
    PostedMessage,
    conversation_create,
    conversation_delete,
    conversation_rename,
    message_post,
    route_override,
)
from kingdom.orchestrator.models import Conversation, Message, RouteRecord

_KEY = re.compile(r"[\x21-\x7e]{1,200}")
SEARCH = OpenApiParameter("q", OpenApiTypes.STR, description="Text to look for, at most 200 characters.")
IDEMPOTENCY = OpenApiParameter(
    "Idempotency-Key",
    OpenApiTypes.STR,
    OpenApiParameter.HEADER,
    description="1 to 200 visible ASCII characters. The same key with the same body gives the first answer again.",
)


class ConversationPagination(NewestFirstPagination):
    """Pages of conversations."""

    ordering = "-updated_at"


class MessagePagination(NewestFirstPagination):
    """Pages of messages, in the order they were written."""

    ordering = "created_at"


class ConversationOut(serializers.ModelSerializer[Conversation]):
    """A conversation."""

    class Meta:
        model = Conversation
        fields = ["id", "title", "created_at", "updated_at"]


class ConversationIn(serializers.Serializer[Any]):
    """What to call it; without a title the first message gives one."""

    title = serializers.CharField(max_length=200, allow_blank=True, default="")


class RenameIn(serializers.Serializer[Any]):
    """The new title."""

    title = serializers.CharField(max_length=200)


class MessageOut(serializers.ModelSerializer[Message]):
    """One turn; an answer's ``session_id`` is the session it came from."""

    session_id = serializers.UUIDField(allow_null=True)
    files = serializers.ListField(
        child=serializers.CharField(), help_text="Files of the conversation that went with it."
    )

    class Meta:
        model = Message
        fields = ["id", "role", "content", "files", "created_at", "session_id"]


class MessageIn(serializers.Serializer[Any]):
    """What the user says."""

    content = serializers.CharField(trim_whitespace=False, help_text=f"At most {MAX_CONTENT:,} characters.")
    files = serializers.ListField(
        child=serializers.CharField(max_length=1024),
        max_length=MAX_MENTIONED_FILES,
        default=list,
        help_text="Paths of uploaded files that it is about; those that the text names need not be here.",
    )


class PostedOut(serializers.Serializer[Any]):
    """Where to look for the route and the answer."""

    message_id = serializers.UUIDField()
    session_id = serializers.UUIDField()
    route_url = serializers.CharField(help_text="There as soon as the King has spoken.")
    events_url = serializers.CharField(help_text="Server-sent events until the answer, or JSON.")


class RouteOut(serializers.ModelSerializer[RouteRecord]):
    """The King's verdict on one message, with its reasons."""

    message_id = serializers.UUIDField()
    session_id = serializers.UUIDField()
    intent = serializers.CharField(
        source="public.intent", help_text="specialist:<role>, create_specialist, general or ask."
    )
    agent = serializers.CharField(source="public.agent", allow_null=True)
    confidence = serializers.FloatField()
    scope = serializers.CharField(source="public.scope", allow_null=True)
    by = serializers.CharField(
        help_text="king, user for an override, or council for a specialist that was made for it."
    )
    analysis = serializers.JSONField(
        source="public.analysis", help_text="What the message needs, or null when similarity decided."
    )
    receipt = serializers.JSONField(help_text="Candidates with scores, the bar, the margin, and why not the rest.")
    overridden_to = serializers.CharField(source="public.overridden_to", allow_null=True)

    class Meta:
        model = RouteRecord
        fields = [
            "id", "message_id", "session_id", "created_at", "intent", "agent", "confidence", "scope", "by", "analysis", "receipt",
            "overridden_to", "overridden_at",
        ]  # fmt: skip


class OverrideIn(serializers.Serializer[Any]):
    """Who should have answered."""

    specialist = serializers.CharField(
        max_length=100, help_text="Id or role of a specialist you may use; `general` for none of them."
    )


def posted_body(posted: PostedMessage) -> dict[str, str]:
    """Return the body of a 202: ids and addresses."""
    session_id = str(posted.session_id)
    return {
        "message_id": str(posted.message.pk),
        "session_id": session_id,
        "route_url": reverse("route", args=[session_id]),
        "events_url": reverse("session-events", args=[session_id]),
    }


class ConversationsApi(GenericAPIView[Conversation]):
    """The caller's conversations."""

    serializer_class = ConversationOut
    pagination_class = ConversationPagination
    filter_backends = ()

    @extend_schema(
        operation_id="conversations_list",
        parameters=[SEARCH],
        responses={200: ConversationOut(many=True), **problem_schemas(*READ_ERRORS)},
    )
    def get(self, request: Request) -> Response:
        """List my conversations, the latest used first; with `q` those that say it in the title or a message."""
        page = self.paginate_queryset(conversations_of(user_id=caller_id(request), search=query_text(request)))
        return self.get_paginated_response(ConversationOut(page, many=True).data)

    @extend_schema(
        operation_id="conversations_create",
        request=ConversationIn,
        responses={201: ConversationOut, **problem_schemas(*WRITE_ERRORS)},
    )
    def post(self, request: Request) -> Response:
        """Open a conversation."""
        given = ConversationIn(data=request.data)
        given.is_valid(raise_exception=True)
        made = conversation_create(user_id=caller_id(request), title=given.validated_data["title"])
        return Response(ConversationOut(made).data, status=201)


class ConversationApi(GenericAPIView[Conversation]):
    """One of the caller's conversations."""

    serializer_class = ConversationOut

    @extend_schema(operation_id="conversations_get", responses={200: ConversationOut, **problem_schemas(*READ_ERRORS)})
    def get(self, request: Request, conversation_id: uuid.UUID) -> Response:
        """Show a conversation."""
        return Response(
            ConversationOut(conversation_of(user_id=caller_id(request), conversation_id=conversation_id)).data
        )

    @extend_schema(
        operation_id="conversations_rename",
        request=RenameIn,
        responses={200: ConversationOut, **problem_schemas(*WRITE_ERRORS)},
    )
    def patch(self, request: Request, conversation_id: uuid.UUID) -> Response:
        """Rename a conversation."""
        given = RenameIn(data=request.data)
        given.is_valid(raise_exception=True)
        renamed = conversation_rename(
            user_id=caller_id(request), conversation_id=conversation_id, title=given.validated_data["title"]
        )
        return Response(ConversationOut(renamed).data)

    @extend_schema(operation_id="conversations_delete", responses={204: None, **problem_schemas(*READ_ERRORS)})
    def delete(self, request: Request, conversation_id: uuid.UUID) -> Response:
        """Delete a conversation with its messages, sessions and routes. What still runs is stopped."""
        conversation_delete(user_id=caller_id(request), conversation_id=conversation_id)
        return Response(status=204)


class MessagesApi(GenericAPIView[Message]):
    """The messages of one conversation."""

    serializer_class = MessageOut
    pagination_class = MessagePagination
    filter_backends = ()
    throttle_scopes = {"POST": "messages"}

    @extend_schema(
        operation_id="messages_list", responses={200: MessageOut(many=True), **problem_schemas(*READ_ERRORS)}
    )
    def get(self, request: Request, conversation_id: uuid.UUID) -> Response:
        """List the messages, oldest first."""
        page = self.paginate_queryset(messages_of(user_id=caller_id(request), conversation_id=conversation_id))
        return self.get_paginated_response(MessageOut(page, many=True).data)

    @extend_schema(
        operation_id="messages_post",
        parameters=[IDEMPOTENCY],
        request=MessageIn,
        responses={202: PostedOut, **problem_schemas(*WRITE_ERRORS, 409, 422)},
    )
    def post(self, request: Request, conversation_id: uuid.UUID) -> Response:
        """Say something. The answer comes by the session's events."""
        given = MessageIn(data=request.data)
        given.is_valid(raise_exception=True)
        posted = message_post(
            user_id=caller_id(request),
            conversation_id=conversation_id,
            content=given.validated_data["content"],
            idempotency_key=_idempotency_key(request),
            files=given.validated_data["files"],
        )
        return Response(posted_body(posted), status=202)


class RouteApi(GenericAPIView[RouteRecord]):
    """The route of one of the caller's messages."""

    serializer_class = RouteOut

    @extend_schema(operation_id="routes_get", responses={200: RouteOut, **problem_schemas(*READ_ERRORS)})
    def get(self, request: Request, route_id: uuid.UUID) -> Response:
        """Show where a message went and why."""
        return Response(RouteOut(route_of(user_id=caller_id(request), route_id=route_id)).data)


class RouteOverrideApi(GenericAPIView[RouteRecord]):
    """The user's own choice."""

    serializer_class = PostedOut
    throttle_scopes = {"POST": "messages"}

    @extend_schema(
        operation_id="routes_override",
        request=OverrideIn,
        responses={202: PostedOut, **problem_schemas(*WRITE_ERRORS, 409)},
    )
    def post(self, request: Request, route_id: uuid.UUID) -> Response:
        """Choose another specialist. The message is answered again, and becomes an example of the right one."""
        given = OverrideIn(data=request.data)
        given.is_valid(raise_exception=True)
        posted, _ = route_override(
            user_id=caller_id(request), route_id=route_id, specialist=given.validated_data["specialist"]
        )
        return Response(posted_body(posted), status=202)


def _idempotency_key(request: Request) -> str | None:
    key = request.headers.get("Idempotency-Key")
    if key is not None and not _KEY.fullmatch(key):
        raise BadInput("Idempotency-Key must be 1 to 200 visible ASCII characters.")
    return key
