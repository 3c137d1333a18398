"""Specialists as files, over HTTP: one out, signed; one in, as a case of the Council."""

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
from kingdom.core.web.api import READ_ERRORS, WRITE_ERRORS, caller_id, problem_schemas
from kingdom.council.models import CreationCase
from kingdom.council.proposals.exchange.exporter import ExportedFile, specialist_export
from kingdom.council.proposals.exchange.format import MAX_FILE_BYTES
from kingdom.council.proposals.exchange.importer import specialist_import

VERSION_PARAMETER = OpenApiParameter(
    "version", OpenApiTypes.INT, description="A version by its number; without it the current one."
)
FILE_FIELD = "file"


class RawJsonParser(BaseParser):
    """Reads a JSON body as the bytes it is: its signature is over what is written, so nobody may tidy it up first."""

    media_type = "application/json"

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> dict[str, bytes]:
        """Return ``{"file": bytes}``, one byte more than the bound at most."""
        return {FILE_FIELD: stream.read(MAX_FILE_BYTES + 1)}


class SpecialistImportOut(serializers.Serializer[Any]):
    """The case that an import is."""

    case = serializers.UUIDField()
    state = serializers.ChoiceField(choices=CreationCase.State.choices)
    url = serializers.CharField(help_text="Of the case: its card, and where to say yes.")
    page = serializers.CharField(help_text="The same for people.")


class SpecialistFileIn(serializers.Serializer[Any]):
    """The file as a form sends it."""

    file = serializers.FileField()


class SpecialistExportApi(GenericAPIView[CreationCase]):
    """A specialist as a file."""

    serializer_class = SpecialistImportOut

    @extend_schema(
        operation_id="specialists_export",
        parameters=[VERSION_PARAMETER],
        responses={(200, "application/json"): OpenApiTypes.OBJECT, **problem_schemas(*READ_ERRORS, 409, 413)},
    )
    def get(self, request: Request, pk: uuid.UUID) -> HttpResponse:
        """Download a specialist as one signed file: spec, tests, and what is claimed of it; no secret, no name, no conversation."""
        return file_response(
            specialist_export(user_id=caller_id(request), specialist_id=pk, number=_version_number(request))
        )


class SpecialistImportApi(GenericAPIView[CreationCase]):
    """A specialist from a file."""

    serializer_class = SpecialistImportOut
    parser_classes = (RawJsonParser, MultiPartParser)
    throttle_scopes = {"POST": "messages"}

    @extend_schema(
        operation_id="specialists_import",
        request={"application/json": OpenApiTypes.OBJECT, "multipart/form-data": SpecialistFileIn},
        responses={202: SpecialistImportOut, **problem_schemas(*WRITE_ERRORS, 409)},
    )
    def post(self, request: Request) -> Response:
        """Open a case with the specialist in a file (the body, or a form's `file`). It is judged, and nothing is made before your yes."""
        case = specialist_import(user_id=caller_id(request), content=_uploaded_bytes(request))
        url = reverse("creation", args=[case.pk])
        shown = {
            "case": str(case.pk),
            "state": case.state,
            "url": url,
            "page": reverse("creation-page", args=[case.pk]),
        }
        return Response(shown, status=202, headers={"Location": url})


def file_response(exported: ExportedFile) -> HttpResponse:
    """Return a file to be saved. Its name is a role and a number: nothing in it needs quoting."""
    disposition = {"Content-Disposition": f'attachment; filename="{exported.name}"'}
    return HttpResponse(exported.content, content_type="application/json", headers=disposition)


def _version_number(request: Request) -> int | None:
    text = request.query_params.get("version", "")
    if text and not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise BadInput("version is the number of a version, e.g. 2.")
    return int(text) if text else None


def _uploaded_bytes(request: Request) -> bytes:
    given: Any = request.data
    found = given.get(FILE_FIELD) if hasattr(given, "get") else None
    if isinstance(found, bytes):
        return found
    if found is None or not hasattr(found, "read"):
        raise BadInput("Send the file: as the body (application/json), or as the field `file` of a form.")
    content: bytes = found.read(MAX_FILE_BYTES + 1)
    return content
