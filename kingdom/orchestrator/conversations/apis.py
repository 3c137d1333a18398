"""REST API of conversations and messages."""

import uuid
from dataclasses import asdict
from typing import Any

from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from kingdom.core.web.api import (
    IDEMPOTENCY,
    READ_ERRORS,
    WRITE_ERRORS,
    NewestFirstPagination,
    StrictSerializer,
    StrictTextField,
    caller_id,
    idempotency_key,
    problem_schemas,
    query_text,
)
from kingdom.orchestrator.conversations.message_search import search_snippets
from kingdom.orchestrator.conversations.selectors import conversation_of, conversations_of, messages_of
from kingdom.orchestrator.conversations.services import (
    MAX_CONTENT,
    MessageOptions,
    PostedMessage,
    branch_show,
    conversation_change,
    conversation_create,
    conversation_delete,
    message_post,
    message_repeat,
)
from kingdom.orchestrator.models import Conversation, Message
from kingdom.tools.files.file_mentions import MAX_MENTIONED_FILES

FOLDER = OpenApiParameter("folder", OpenApiTypes.STR, description="Only conversations of this folder.")
SEARCH = OpenApiParameter("q", OpenApiTypes.STR, description="Search text, at most 200 characters.")


class ConversationPagination(NewestFirstPagination):
    """Pages of conversations."""

    ordering = "-updated_at"


class MessagePagination(NewestFirstPagination):
    """Pages of messages, oldest first."""

    ordering = "created_at"


class SnippetOut(serializers.Serializer[Any]):
    """A piece of the message that was found; `match` stands between the other two."""

    before = serializers.CharField()
    match = serializers.CharField()
    after = serializers.CharField()


class ConversationOut(serializers.ModelSerializer[Conversation]):
    """A conversation."""

    branch = serializers.UUIDField(
        allow_null=True, help_text="A message of the branch that is shown and continued; null for the newest."
    )

    class Meta:
        model = Conversation
        fields = ["id", "title", "created_at", "updated_at", "branch", "pinned_at", "folder"]


class ConversationIn(StrictSerializer):
    """The title; without one the first message sets it."""

    title = StrictTextField(max_length=200, allow_blank=True, default="")


class ConversationFoundOut(ConversationOut):
    """A conversation of a list; with a search also where it was found."""

    snippet = serializers.SerializerMethodField()

    class Meta(ConversationOut.Meta):
        fields = [*ConversationOut.Meta.fields, "snippet"]

    @extend_schema_field(SnippetOut(allow_null=True))
    def get_snippet(self, conversation: Conversation) -> dict[str, str] | None:
        """Return the snippet of the newest message that was found, None without one."""
        found = self.context.get("snippets", {}).get(conversation.pk)
        return asdict(found) if found is not None else None


class ConversationChangeIn(StrictSerializer):
    """What shall change; what is left out stays."""

    title = StrictTextField(max_length=200, required=False)
    pinned = serializers.BooleanField(required=False)
    folder = StrictTextField(max_length=60, allow_blank=True, required=False, help_text="A name; empty for none.")


class MessageOut(serializers.ModelSerializer[Message]):
    """A message or an answer; ``session_id`` of an answer is the session that produced it."""

    session_id = serializers.UUIDField(allow_null=True)
    files = serializers.ListField(child=serializers.CharField(), help_text="Attached files of the conversation.")
    follows_id = serializers.UUIDField(
        allow_null=True, help_text="Your message before it on its branch; null for the message before it in time."
    )
    replaces_id = serializers.UUIDField(
        allow_null=True, help_text="Your message that this one is an edited or repeated version of, else null."
    )

    class Meta:
        model = Message
        fields = ["id", "role", "content", "files", "created_at", "session_id", "follows_id", "replaces_id"]


class MessageIn(StrictSerializer):
    """A user's message."""

    content = StrictTextField(
        trim_whitespace=False,
        allow_blank=True,
        default="",
        help_text=f"At most {MAX_CONTENT:,} characters; may be empty with files.",
    )
    files = serializers.ListField(
        child=StrictTextField(max_length=1024),
        max_length=MAX_MENTIONED_FILES,
        default=list,
        help_text="Paths of uploaded files to attach; files that the text names are found without it.",
    )

    replaces = serializers.UUIDField(
        allow_null=True, default=None, help_text="Your message that this one is an edited version of: a new branch."
    )
    specialist = serializers.CharField(
        max_length=100,
        allow_blank=True,
        default="",
        help_text="Id or role of the specialist that shall answer; `@role` at the beginning of the text does the same.",
    )


class BranchIn(StrictSerializer):
    """A message of the branch."""

    message_id = serializers.UUIDField()


class PostedOut(serializers.Serializer[Any]):
    """Ids of a posted message, and the URLs of its route and events."""

    message_id = serializers.UUIDField()
    session_id = serializers.UUIDField()
    route_url = serializers.CharField(help_text="404 until the message is routed.")
    events_url = serializers.CharField(help_text="Server-sent events until the answer, or JSON.")


def posted_body(posted: PostedMessage) -> dict[str, str]:
    """Return the body of a 202 response: ids and URLs."""
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
        parameters=[SEARCH, FOLDER],
        responses={200: ConversationFoundOut(many=True), **problem_schemas(*READ_ERRORS)},
    )
    def get(self, request: Request) -> Response:
        """List your conversations, latest used first.

        `q` searches titles, and messages for words that begin with each of its words.
        """
        search, folder = query_text(request), request.query_params.get("folder", "")
        conversations = conversations_of(user_id=caller_id(request), search=search)
        page = self.paginate_queryset(conversations.filter(folder=folder) if folder else conversations) or []
        snippets = search_snippets([conversation.pk for conversation in page], search) if search else {}
        rows = ConversationFoundOut(page, many=True, context={"snippets": snippets})
        return self.get_paginated_response(rows.data)

    @extend_schema(
        operation_id="conversations_create",
        parameters=[IDEMPOTENCY],
        request=ConversationIn,
        responses={201: ConversationOut, **problem_schemas(*WRITE_ERRORS, 422)},
    )
    def post(self, request: Request) -> Response:
        """Create a conversation; the same `Idempotency-Key` with the same title returns the same one."""
        body = ConversationIn(data=request.data)
        body.is_valid(raise_exception=True)
        conversation = conversation_create(
            user_id=caller_id(request), title=body.validated_data["title"], idempotency_key=idempotency_key(request)
        )
        return Response(ConversationOut(conversation).data, status=201)


class ConversationApi(GenericAPIView[Conversation]):
    """One of the caller's conversations."""

    serializer_class = ConversationOut

    @extend_schema(operation_id="conversations_get", responses={200: ConversationOut, **problem_schemas(*READ_ERRORS)})
    def get(self, request: Request, conversation_id: uuid.UUID) -> Response:
        """Show a conversation."""
        conversation = conversation_of(user_id=caller_id(request), conversation_id=conversation_id)
        return Response(ConversationOut(conversation).data)

    @extend_schema(
        operation_id="conversations_change",
        request=ConversationChangeIn,
        responses={200: ConversationOut, **problem_schemas(*WRITE_ERRORS)},
    )
    def patch(self, request: Request, conversation_id: uuid.UUID) -> Response:
        """Rename a conversation, pin it, or put it into a folder."""
        body = ConversationChangeIn(data=request.data)
        body.is_valid(raise_exception=True)
        changed = conversation_change(
            user_id=caller_id(request), conversation_id=conversation_id, **body.validated_data
        )
        return Response(ConversationOut(changed).data)

    @extend_schema(operation_id="conversations_delete", responses={204: None, **problem_schemas(*READ_ERRORS)})
    def delete(self, request: Request, conversation_id: uuid.UUID) -> Response:
        """Delete a conversation with its messages, sessions and routes. Running sessions are cancelled."""
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
        """List the messages of all branches, oldest first."""
        page = self.paginate_queryset(messages_of(user_id=caller_id(request), conversation_id=conversation_id))
        return self.get_paginated_response(MessageOut(page, many=True).data)

    @extend_schema(
        operation_id="messages_post",
        parameters=[IDEMPOTENCY],
        request=MessageIn,
        responses={202: PostedOut, **problem_schemas(*WRITE_ERRORS, 409, 422, 503)},
    )
    def post(self, request: Request, conversation_id: uuid.UUID) -> Response:
        """Post a message. The answer arrives through the session's events."""
        body = MessageIn(data=request.data)
        body.is_valid(raise_exception=True)
        posted = message_post(
            user_id=caller_id(request),
            conversation_id=conversation_id,
            content=body.validated_data["content"],
            idempotency_key=idempotency_key(request),
            files=body.validated_data["files"],
            options=MessageOptions(
                replaces=body.validated_data["replaces"], specialist=body.validated_data["specialist"]
            ),
        )
        return Response(posted_body(posted), status=202)


class MessageRepeatApi(GenericAPIView[Message]):
    """Answering a message again."""

    serializer_class = PostedOut
    throttle_scopes = {"POST": "messages"}

    @extend_schema(
        operation_id="messages_repeat",
        parameters=[IDEMPOTENCY],
        request=None,
        responses={202: PostedOut, **problem_schemas(*WRITE_ERRORS, 409, 422, 503)},
    )
    def post(self, request: Request, conversation_id: uuid.UUID, message_id: uuid.UUID) -> Response:
        """Post one of your messages again as a new branch; it is routed and answered anew."""
        posted = message_repeat(
            user_id=caller_id(request),
            conversation_id=conversation_id,
            message_id=message_id,
            idempotency_key=idempotency_key(request),
        )
        return Response(posted_body(posted), status=202)


class BranchApi(GenericAPIView[Conversation]):
    """The branch of a conversation that is shown."""

    serializer_class = ConversationOut

    @extend_schema(
        operation_id="conversations_branch",
        request=BranchIn,
        responses={200: ConversationOut, **problem_schemas(*WRITE_ERRORS)},
    )
    def put(self, request: Request, conversation_id: uuid.UUID) -> Response:
        """Show the branch of one of your messages; new messages continue it."""
        body = BranchIn(data=request.data)
        body.is_valid(raise_exception=True)
        shown = branch_show(
            user_id=caller_id(request), conversation_id=conversation_id, message_id=body.validated_data["message_id"]
        )
        return Response(ConversationOut(shown).data)
