"""REST API of links to conversations: see, make, revoke."""

import uuid
from typing import Any

from django.urls import reverse
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kingdom.core.web.api import READ_ERRORS, WRITE_ERRORS, StrictSerializer, caller_id, problem_schemas
from kingdom.orchestrator.conversations.selectors import conversation_of
from kingdom.orchestrator.models import ConversationShare
from kingdom.orchestrator.sharing.share_services import is_sharing_allowed, share_create, share_of, share_revoke


class ShareIn(StrictSerializer):
    """What the link shows besides questions and answers."""

    files = serializers.BooleanField(default=False, help_text="Names and contents of the attached files.")
    tool_arguments = serializers.BooleanField(default=False, help_text="Requests and tool calls with arguments.")


class ShareOut(serializers.Serializer[Any]):
    """An open link; its address is shown once, when it is made."""

    created_at = serializers.DateTimeField()
    files = serializers.BooleanField()
    tool_arguments = serializers.BooleanField()
    url = serializers.CharField(allow_null=True, help_text="Only in the answer that makes it.")


class SharingOut(serializers.Serializer[Any]):
    """Whether the operator allows links, and the open one."""

    allowed = serializers.BooleanField()
    share = ShareOut(allow_null=True)


class ShareApi(APIView):
    """The link to one of the caller's conversations."""

    @extend_schema(operation_id="conversations_share_get", responses={200: SharingOut, **problem_schemas(*READ_ERRORS)})
    def get(self, request: Request, conversation_id: uuid.UUID) -> Response:
        """Show whether a conversation is shared, and how."""
        share = share_of(conversation_of(user_id=caller_id(request), conversation_id=conversation_id))
        body = _share_body(share, None) if share is not None else None
        return Response({"allowed": is_sharing_allowed(), "share": body})

    @extend_schema(
        operation_id="conversations_share", request=ShareIn, responses={201: ShareOut, **problem_schemas(*WRITE_ERRORS)}
    )
    def post(self, request: Request, conversation_id: uuid.UUID) -> Response:
        """Make a link by which anybody reads the conversation as it is now. It ends the link before."""
        body = ShareIn(data=request.data)
        body.is_valid(raise_exception=True)
        share, token = share_create(
            user_id=caller_id(request),
            conversation_id=conversation_id,
            with_files=body.validated_data["files"],
            with_arguments=body.validated_data["tool_arguments"],
        )
        url = request.build_absolute_uri(reverse("shared", args=[token]))
        return Response(_share_body(share, url), status=201)

    @extend_schema(operation_id="conversations_share_end", responses={204: None, **problem_schemas(*READ_ERRORS)})
    def delete(self, request: Request, conversation_id: uuid.UUID) -> Response:
        """End the link: from now on it shows nothing."""
        share_revoke(user_id=caller_id(request), conversation_id=conversation_id)
        return Response(status=204)


def _share_body(share: ConversationShare, url: str | None) -> dict[str, Any]:
    return {
        "created_at": share.created_at,
        "files": share.with_files,
        "tool_arguments": share.with_arguments,
        "url": url,
    }
