"""REST API of a conversation's files, which its specialists read and write."""

import uuid
from typing import Any
from urllib.parse import quote, urlencode

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kingdom.core.errors import BadInput
from kingdom.core.web.api import READ_ERRORS, caller_id, problem_schemas
from kingdom.core.web.parsers import RawBodyParser
from kingdom.orchestrator.conversations.selectors import conversation_of
from kingdom.tools.files.services import file_delete, file_page, file_read, file_upload

MAX_UPLOAD = 2_000_000  # bytes, below the limit of request bodies
PATH_PARAMETER = OpenApiParameter(
    "path", OpenApiTypes.STR, required=True, description="Relative path of a file, e.g. data/sales.csv."
)

AFTER_PARAMETER = OpenApiParameter("after", OpenApiTypes.STR, description="List the files whose path comes after this.")


class FileBodyParser(RawBodyParser):
    """Parser of a file's bytes."""

    limit, limit_text = MAX_UPLOAD, f"A file has at most {MAX_UPLOAD // 1_000_000} MB."


class FileOut(serializers.Serializer[Any]):
    """A file: path and size in bytes."""

    path = serializers.CharField()
    size = serializers.IntegerField()


class FilesOut(serializers.Serializer[Any]):
    """Files of a conversation, sorted by path, at most 1,000 at once."""

    files = FileOut(many=True)
    count = serializers.IntegerField(help_text="The number of all files.")
    next = serializers.CharField(allow_null=True, help_text="The URL of the next page.")


class FilesApi(APIView):
    """The files of one of the caller's conversations."""

    parser_classes = (FileBodyParser,)
    throttle_scopes = {"POST": "messages"}

    @extend_schema(
        operation_id="files_list",
        parameters=[AFTER_PARAMETER],
        responses={200: FilesOut, **problem_schemas(*READ_ERRORS)},
    )
    def get(self, request: Request, conversation_id: uuid.UUID) -> Response:
        """List the files, 1,000 at a time."""
        after = request.query_params.get("after", "")
        page = file_page(workspace_id=workspace_id_of(request, conversation_id), after=after)
        following = request.build_absolute_uri(f"{request.path}?{urlencode({'after': page.after})}")
        files = [entry._asdict() for entry in page.files]
        return Response({"files": files, "count": page.total, "next": following if page.after else None})

    @extend_schema(
        operation_id="files_upload",
        parameters=[PATH_PARAMETER],
        request={"application/octet-stream": OpenApiTypes.BINARY},
        responses={201: FileOut, **problem_schemas(*READ_ERRORS, 413)},
    )
    def post(self, request: Request, conversation_id: uuid.UUID) -> Response:
        """Create or replace a file from the raw body: text, PDF, images, office documents; at most 2 MB."""
        workspace_id, path = workspace_id_of(request, conversation_id), file_path_of(request)
        parsed: Any = request.data
        data = parsed.get("body", b"")  # DRF skips the parser for an empty body
        entry = file_upload(user_id=caller_id(request), workspace_id=workspace_id, path=path, data=data)
        return Response(entry._asdict(), status=201)


class FileApi(APIView):
    """One file of one of the caller's conversations."""

    @extend_schema(
        operation_id="files_download",
        parameters=[PATH_PARAMETER],
        responses={(200, "application/octet-stream"): OpenApiTypes.BINARY, **problem_schemas(*READ_ERRORS)},
    )
    def get(self, request: Request, conversation_id: uuid.UUID) -> HttpResponse:
        """Download a file, always as an attachment."""
        path = file_path_of(request)
        data = file_read(workspace_id=workspace_id_of(request, conversation_id), path=path)
        return download_response(path, data)

    @extend_schema(
        operation_id="files_delete", parameters=[PATH_PARAMETER], responses={204: None, **problem_schemas(*READ_ERRORS)}
    )
    def delete(self, request: Request, conversation_id: uuid.UUID) -> Response:
        """Delete a file; its versions stay until the conversation is deleted."""
        file_delete(
            user_id=caller_id(request),
            workspace_id=workspace_id_of(request, conversation_id),
            path=file_path_of(request),
        )
        return Response(status=204)


def download_response(path: str, data: bytes) -> HttpResponse:
    """Return an attachment response. A browser must never render a file that a specialist wrote."""
    name = quote(path.rsplit("/", 1)[-1])
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{name}", "X-Content-Type-Options": "nosniff"}
    return HttpResponse(data, content_type="application/octet-stream", headers=headers)


def workspace_id_of(request: Request, conversation_id: uuid.UUID) -> str:
    """Return the workspace id of one of the caller's conversations. Raises NotFound."""
    return str(conversation_of(user_id=caller_id(request), conversation_id=conversation_id).pk)


def file_path_of(request: Request) -> str:
    """Return the file path of the request. Raises BadInput."""
    path = request.query_params.get("path", "")
    if not path:
        raise BadInput("The file path is missing: add ?path=notes.txt")
    return path
