"""The files of a conversation over HTTP: what a person uploads is what its specialists read."""

import uuid
from collections.abc import Mapping
from typing import IO, Any
from urllib.parse import quote

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kingdom.core.errors import BadInput, TooLarge
from kingdom.core.web.api import READ_ERRORS, caller_id, problem_schemas
from kingdom.orchestrator.conversations.selectors import conversation_of
from kingdom.tools.files.services import file_delete, file_read, file_upload, files_of

MAX_UPLOAD = 2_000_000  # bytes, a little below the bound of all request bodies
PATH_PARAMETER = OpenApiParameter(
    "path", OpenApiTypes.STR, required=True, description="Relative path of a file, e.g. data/sales.csv."
)


class RawBodyParser(BaseParser):
    """Reads a body of any type as it is, up to the bound."""

    media_type = "*/*"

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> dict[str, bytes]:
        """Return ``{"body": bytes}``. Raises TooLarge."""
        data = stream.read(MAX_UPLOAD + 1)
        if len(data) > MAX_UPLOAD:
            raise TooLarge(f"A file has at most {MAX_UPLOAD:,} bytes.")
        return {"body": data}


class FileOut(serializers.Serializer[Any]):
    """One file: where it is, and its bytes."""

    path = serializers.CharField()
    size = serializers.IntegerField()


class FilesOut(serializers.Serializer[Any]):
    """The files of a conversation, by path; at most 1,000 are listed."""

    files = FileOut(many=True)
    count = serializers.IntegerField()


class FilesApi(APIView):
    """The files of one of the caller's conversations."""

    parser_classes = (RawBodyParser,)
    throttle_scopes = {"POST": "messages"}

    @extend_schema(operation_id="files_list", responses={200: FilesOut, **problem_schemas(*READ_ERRORS)})
    def get(self, request: Request, conversation_id: uuid.UUID) -> Response:
        """List the files."""
        found = files_of(workspace_id=workspace_id_of(request, conversation_id))
        return Response({"files": [entry._asdict() for entry in found], "count": len(found)})

    @extend_schema(
        operation_id="files_upload",
        parameters=[PATH_PARAMETER],
        request={"application/octet-stream": OpenApiTypes.BINARY},
        responses={201: FileOut, **problem_schemas(*READ_ERRORS, 413)},
    )
    def post(self, request: Request, conversation_id: uuid.UUID) -> Response:
        """Make or replace a file: the body is its bytes. UTF-8 text, PDF, pictures and office documents, at most 2 MB."""
        workspace_id, path = workspace_id_of(request, conversation_id), file_path_of(request)
        given: Any = request.data
        data = given.get("body", b"")  # DRF asks no parser about an empty body
        made = file_upload(user_id=caller_id(request), workspace_id=workspace_id, path=path, data=data)
        return Response(made._asdict(), status=201)


class FileApi(APIView):
    """One file of one of the caller's conversations."""

    @extend_schema(
        operation_id="files_download",
        parameters=[PATH_PARAMETER],
        responses={(200, "application/octet-stream"): OpenApiTypes.BINARY, **problem_schemas(*READ_ERRORS)},
    )
    def get(self, request: Request, conversation_id: uuid.UUID) -> HttpResponse:
        """Download a file. It is never shown in place: whatever a specialist wrote stays data."""
        path = file_path_of(request)
        data = file_read(workspace_id=workspace_id_of(request, conversation_id), path=path)
        return download_response(path, data)

    @extend_schema(
        operation_id="files_delete", parameters=[PATH_PARAMETER], responses={204: None, **problem_schemas(*READ_ERRORS)}
    )
    def delete(self, request: Request, conversation_id: uuid.UUID) -> Response:
        """Remove a file; its versions stay until the conversation is deleted."""
        file_delete(
            user_id=caller_id(request),
            workspace_id=workspace_id_of(request, conversation_id),
            path=file_path_of(request),
        )
        return Response(status=204)


def download_response(path: str, data: bytes) -> HttpResponse:
    """Return an answer that browsers save and never show: whatever a specialist wrote stays data."""
    name = quote(path.rsplit("/", 1)[-1])
    headers = {"Content-Disposition": f"attachment; filename*=UTF-8''{name}", "X-Content-Type-Options": "nosniff"}
    return HttpResponse(data, content_type="application/octet-stream", headers=headers)


def workspace_id_of(request: Request, conversation_id: uuid.UUID) -> str:
    """Return the id of the workspace of one of the caller's conversations. Raises NotFound."""
    return str(conversation_of(user_id=caller_id(request), conversation_id=conversation_id).pk)


def file_path_of(request: Request) -> str:
    """Return the file's path of the request. Raises BadInput."""
    path = request.query_params.get("path", "")
    if not path:
        raise BadInput("Say the file's path: ?path=notes.txt")
    return path
