"""REST API of file versions: list, download, compare, restore."""

import uuid
from typing import Any

from django.http import HttpResponse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from kingdom.core.errors import BadInput
from kingdom.core.web.api import READ_ERRORS, WRITE_ERRORS, StrictSerializer, caller_id, problem_schemas
from kingdom.orchestrator.conversations.file_apis import (
    PATH_PARAMETER,
    download_response,
    file_path_of,
    workspace_id_of,
)
from kingdom.tools.files.file_writes import FileAuthor
from kingdom.tools.files.version_services import (
    version_latest_number,
    version_read,
    version_restore,
    versions_compare,
    versions_of,
)
from kingdom.tools.models import FileVersion

MAX_VERSION_NUMBER = 2**31 - 1
VERSION_PARAMETER = OpenApiParameter("version", OpenApiTypes.INT, required=True, description="Version number.")


class VersionOut(serializers.ModelSerializer[FileVersion]):
    """One version of a file."""

    by = serializers.CharField(source="agent_id", help_text="The agent that wrote it; empty for yourself.")

    class Meta:
        model = FileVersion
        fields = ["number", "size", "sha256", "deleted", "by", "session_id", "created_at"]


class VersionsOut(serializers.Serializer[Any]):
    """The kept versions of a file, newest first, at most 50."""

    path = serializers.CharField()
    versions = VersionOut(many=True)


class DiffOut(serializers.Serializer[Any]):
    """The difference between two versions."""

    path = serializers.CharField()
    start = serializers.IntegerField()
    end = serializers.IntegerField()
    diff = serializers.CharField(allow_blank=True, help_text="Unified diff; empty for equal versions.")
    added = serializers.IntegerField(help_text="Number of added lines.")
    removed = serializers.IntegerField(help_text="Number of removed lines.")


class RestoreIn(StrictSerializer):
    """A file and the version to restore."""

    path = serializers.CharField(max_length=1024)
    version = serializers.IntegerField(min_value=1, max_value=MAX_VERSION_NUMBER)


class RestoredOut(serializers.Serializer[Any]):
    """The restored file; ``version`` is the number of its newest version."""

    path = serializers.CharField()
    size = serializers.IntegerField()
    version = serializers.IntegerField()


class VersionsApi(APIView):
    """The versions of one file."""

    @extend_schema(
        operation_id="files_versions",
        parameters=[PATH_PARAMETER],
        responses={200: VersionsOut, **problem_schemas(*READ_ERRORS)},
    )
    def get(self, request: Request, conversation_id: uuid.UUID) -> Response:
        """List the versions of a file, newest first; also of a deleted file."""
        path = file_path_of(request)
        versions = versions_of(workspace_id=workspace_id_of(request, conversation_id), path=path)
        return Response({"path": path, "versions": VersionOut(versions, many=True).data})


class VersionApi(APIView):
    """One version of one file."""

    @extend_schema(
        operation_id="files_version_download",
        parameters=[PATH_PARAMETER, VERSION_PARAMETER],
        responses={(200, "application/octet-stream"): OpenApiTypes.BINARY, **problem_schemas(*READ_ERRORS)},
    )
    def get(self, request: Request, conversation_id: uuid.UUID) -> HttpResponse:
        """Download one version of a file."""
        path = file_path_of(request)
        data = version_read(
            workspace_id=workspace_id_of(request, conversation_id),
            path=path,
            number=_version_number(request, "version"),
        )
        return download_response(path, data)


class DiffApi(APIView):
    """Two versions of one file."""

    @extend_schema(
        operation_id="files_diff",
        parameters=[
            PATH_PARAMETER,
            OpenApiParameter("start", OpenApiTypes.INT, required=True, description="Number of the earlier version."),
            OpenApiParameter("end", OpenApiTypes.INT, description="Number of the later version; default: the newest."),
        ],
        responses={200: DiffOut, **problem_schemas(*READ_ERRORS)},
    )
    def get(self, request: Request, conversation_id: uuid.UUID) -> Response:
        """Compare two versions of a text file."""
        workspace_id, path = workspace_id_of(request, conversation_id), file_path_of(request)
        start = _version_number(request, "start")
        end = (
            _version_number(request, "end")
            if "end" in request.query_params
            else version_latest_number(workspace_id=workspace_id, path=path)
        )
        diff = versions_compare(workspace_id=workspace_id, path=path, start=start, end=end)
        return Response({"path": path, **diff._asdict()})


class RestoreApi(APIView):
    """Restore of an earlier version."""

    throttle_scopes = {"POST": "messages"}

    @extend_schema(
        operation_id="files_restore", request=RestoreIn, responses={200: RestoredOut, **problem_schemas(*WRITE_ERRORS)}
    )
    def post(self, request: Request, conversation_id: uuid.UUID) -> Response:
        """Restore an earlier version as the newest one. Idempotent."""
        body = RestoreIn(data=request.data)
        body.is_valid(raise_exception=True)
        path, number = body.validated_data["path"], body.validated_data["version"]
        author = FileAuthor(user_id=caller_id(request), workspace_id=workspace_id_of(request, conversation_id))
        entry = version_restore(author=author, path=path, number=number)
        latest = version_latest_number(workspace_id=author.workspace_id, path=entry.path)
        return Response({**entry._asdict(), "version": latest})


def _version_number(request: Request, name: str) -> int:
    """Return a version number of the query. Raises BadInput."""
    text = request.query_params.get(name, "")
    if not (text.isascii() and text.isdigit() and len(text) <= 10 and 1 <= int(text) <= MAX_VERSION_NUMBER):
        raise BadInput(f"{name} must be a version number, 1 or more.")
    return int(text)
