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

from kingdom.core.api import READ, WRITE, caller_id, problems
from kingdom.core.errors import BadInput
from kingdom.council.exporting import Exported, specialist_export
from kingdom.council.importing import specialist_import
from kingdom.council.models import Case
from kingdom.council.rules.exchange import MOST_BYTES

VERSION = OpenApiParameter("version", OpenApiTypes.INT, description="A version by its number; without it the current one.")
FILE = "file"


class Whole(BaseParser):
    """Reads a JSON body as the bytes it is: its signature is over what is written, so nobody may tidy it up first."""

    media_type = "application/json"

    def parse(self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None) -> dict[str, bytes]:
        """Return ``{"file": bytes}``, one byte more than the bound at most."""
        return {FILE: stream.read(MOST_BYTES + 1)}


class ImportOut(serializers.Serializer[Any]):
    """The case that an import is."""

    case = serializers.UUIDField()
    state = serializers.ChoiceField(choices=Case.State.choices)
    url = serializers.CharField(help_text="Of the case: its card, and where to say yes.")
    page = serializers.CharField(help_text="The same for people.")


class FileIn(serializers.Serializer[Any]):
    """The file as a form sends it."""

    file = serializers.FileField()


class ExportApi(GenericAPIView[Case]):
    """A specialist as a file."""

    serializer_class = ImportOut

    @extend_schema(
        operation_id="specialists_export",
        parameters=[VERSION],
        responses={(200, "application/json"): OpenApiTypes.OBJECT, **problems(*READ, 409, 413)},
    )
    def get(self, request: Request, pk: uuid.UUID) -> HttpResponse:
        """Download a specialist as one signed file: spec, tests, and what is claimed of it; no secret, no name, no conversation."""
        return download(specialist_export(user_id=caller_id(request), specialist_id=pk, number=_number(request)))


class ImportApi(GenericAPIView[Case]):
    """A specialist from a file."""

    serializer_class = ImportOut
    parser_classes = (Whole, MultiPartParser)
    throttle_scopes = {"POST": "messages"}

    @extend_schema(
        operation_id="specialists_import",
        request={"application/json": OpenApiTypes.OBJECT, "multipart/form-data": FileIn},
        responses={202: ImportOut, **problems(*WRITE, 409)},
    )
    def post(self, request: Request) -> Response:
        """Open a case with the specialist in a file (the body, or a form's `file`). It is judged, and nothing is made before your yes."""
        case = specialist_import(user_id=caller_id(request), content=_content(request))
        url = reverse("creation", args=[case.pk])
        shown = {"case": str(case.pk), "state": case.state, "url": url, "page": reverse("creation-page", args=[case.pk])}
        return Response(shown, status=202, headers={"Location": url})


def download(exported: Exported) -> HttpResponse:
    """Return a file to be saved. Its name is a role and a number: nothing in it needs quoting."""
    disposition = {"Content-Disposition": f'attachment; filename="{exported.name}"'}
    return HttpResponse(exported.content, content_type="application/json", headers=disposition)


def _number(request: Request) -> int | None:
    text = request.query_params.get("version", "")
    if text and not (text.isascii() and text.isdigit() and len(text) <= 6):
        raise BadInput("version is the number of a version, e.g. 2.")
    return int(text) if text else None


def _content(request: Request) -> bytes:
    given: Any = request.data
    found = given.get(FILE) if hasattr(given, "get") else None
    if isinstance(found, bytes):
        return found
    if found is None or not hasattr(found, "read"):
        raise BadInput("Send the file: as the body (application/json), or as the field `file` of a form.")
    content: bytes = found.read(MOST_BYTES + 1)
    return content
