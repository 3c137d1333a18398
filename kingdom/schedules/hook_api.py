"""The door of webhooks: a call with the secret in its address starts what the owner set up."""

import re
from collections.abc import Mapping
from typing import IO, Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.parsers import BaseParser
from rest_framework.request import Request
from rest_framework.response import Response

from kingdom.core.errors import BadInput, TooLarge
from kingdom.core.web.api import WRITE_ERRORS, problem_schemas
from kingdom.schedules.firing import MAX_HOOK_BYTES, hook_call
from kingdom.schedules.models import ScheduleRun
from kingdom.schedules.selectors import schedule_of_hook

_KEY = re.compile(r"[\x21-\x7e]{1,200}")


class HookParser(BaseParser):
    """Parser of a caller's body of any media type."""

    media_type = "*/*"

    def parse(
        self, stream: IO[bytes], media_type: str | None = None, parser_context: Mapping[str, Any] | None = None
    ) -> dict[str, bytes]:
        """Return ``{"body": bytes}``. Raises TooLarge."""
        data = stream.read(MAX_HOOK_BYTES + 1)
        if len(data) > MAX_HOOK_BYTES:
            raise TooLarge(f"A webhook takes at most {MAX_HOOK_BYTES:,} bytes.")
        return {"body": data}


class HookOut(serializers.Serializer[Any]):
    """What a call started."""

    run_id = serializers.UUIDField()
    outcome = serializers.CharField()


class HookApi(GenericAPIView[ScheduleRun]):
    """One webhook. The secret is the whole authentication; a caller learns nothing about its owner."""

    authentication_classes = ()
    permission_classes = ()
    parser_classes = (HookParser,)
    throttle_scope = "hooks"
    serializer_class = HookOut

    @extend_schema(
        operation_id="hooks_call",
        auth=[],
        request={"application/json": OpenApiTypes.OBJECT, "text/plain": OpenApiTypes.STR},
        parameters=[OpenApiParameter("Idempotency-Key", OpenApiTypes.STR, OpenApiParameter.HEADER)],
        responses={202: HookOut, **problem_schemas(*WRITE_ERRORS, 409)},
    )
    def post(self, request: Request, secret: str) -> Response:
        """Send the webhook's message. The body, at most 64 kB of text or JSON, is attached to it as a file: as data."""
        schedule = schedule_of_hook(secret=secret)
        key = request.headers.get("Idempotency-Key")
        if key is not None and not _KEY.fullmatch(key):
            raise BadInput("The header Idempotency-Key holds 1 to 200 visible ASCII characters.")
        data: Any = request.data
        run = hook_call(
            schedule=schedule, body=data.get("body", b""), media_type=request.content_type or "", call_key=key
        )
        return Response({"run_id": str(run.pk), "outcome": run.outcome}, status=202)
