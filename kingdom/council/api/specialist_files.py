"""Specialists as files over HTTP: export a signed file; import one as a creation case."""

import uuid
from collections.abc import Mapping
from typing import IO, Any

from django.http import HttpResponse
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.parsers import BaseParser, MultiPartParser
from rest_framework.request import Request
from rest_framework.response import Response

from kingdom.core.errors import BadInput
from kingdom.core.web.api import READ_ERRORS, WRITE_ERRORS, StrictSerializer, caller_id, problem_schemas
from kingdom.council.models import CreationCase
from kingdom.council.proposals.exchange.exporter import ExportedFile, specialist_export
from kingdom.council.proposals.exchange.format import MAX_FILE_BYTES
from kingdom.council.proposals.exchange.importer import specialist_import

VERSION_PARAMETER = OpenApiParameter(
    "version", OpenApiTypes.INT, description="A version by its number; without it the current one."
)
FILE_FIELD = "file"


class RawJsonParser(BaseParser):
    """Return a JSON body as its bytes: the signature covers them exactly."""

    media_type = "application/json"

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> dict[str, bytes]:
        """Return ``{"file": bytes}`` with at most one byte more than the limit."""
        return {FILE_FIELD: stream.read(MAX_FILE_BYTES + 1)}


class SpecialistImportOut(serializers.Serializer[Any]):
    """The case that an import opens."""

    id = serializers.UUIDField(help_text="Of the case, as in `/creations/`.")
    state = serializers.ChoiceField(choices=CreationCase.State.choices)
    url = serializers.CharField(help_text="Of the case: its card and its commands.")
    page = serializers.CharField(help_text="The case's page in the browser.")


class SpecialistFileIn(StrictSerializer):
    """The file in a form."""

    file = serializers.FileField()


class SpecialistExportApi(GenericAPIView[CreationCase]):
    """Export a specialist."""

    serializer_class = SpecialistImportOut

    @extend_schema(
        operation_id="specialists_export",
        parameters=[VERSION_PARAMETER],
        responses={(200, "application/json"): OpenApiTypes.OBJECT, **problem_schemas(*READ_ERRORS, 409, 413)},
    )
    def get(self, request: Request, pk: uuid.UUID) -> HttpResponse:
        """Download a specialist as one signed file: spec, tests and claims; no secret, name or conversation."""
        return file_response(
            specialist_export(user_id=caller_id(request), specialist_id=pk, number=_version_number(request))
        )


class SpecialistImportApi(GenericAPIView[CreationCase]):
    """Import a specialist."""

    serializer_class = SpecialistImportOut
    parser_classes = (RawJsonParser, MultiPartParser)
    throttle_scopes = {"POST": "messages"}

    @extend_schema(
        operation_id="specialists_import",
        request={"application/json": OpenApiTypes.OBJECT, "multipart/form-data": SpecialistFileIn},
        responses={202: SpecialistImportOut, **problem_schemas(*WRITE_ERRORS, 409)},
    )
    def post(self, request: Request) -> Response:
        """Open a case with the specialist in a file (the body, or a form's `file`).

        It is judged; nothing is made before you confirm.
        """
        case = specialist_import(user_id=caller_id(request), content=_uploaded_bytes(request))
        url = reverse("creation", args=[case.pk])
        page = reverse("creation-page", args=[case.pk])
        body = {"id": str(case.pk), "state": case.state, "url": url, "page": page}
        return Response(body, status=202, headers={"Location": url})


def file_response(exported: ExportedFile) -> HttpResponse:
    """Return a file as a download. Its name holds a role and a number, so it needs no quoting."""
    disposition = {"Content-Disposition": f'attachment; filename="{exported.name}"'}
    return HttpResponse(exported.content, content_type="application/json", headers=disposition)


def _version_number(request: Request) -> int | None:
    text = request.query_params.get("version", "")
    if text and not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise BadInput("version is the number of a version, e.g. 2.")
    return int(text) if text else None


def _uploaded_bytes(request: Request) -> bytes:
    data: Any = request.data
    file = data.get(FILE_FIELD) if hasattr(data, "get") else None
    if isinstance(file, bytes):
        return file
    if file is None or not hasattr(file, "read"):
        raise BadInput("Send the file: as the body (application/json), or as the field `file` of a form.")
    content: bytes = file.read(MAX_FILE_BYTES + 1)
    return content
