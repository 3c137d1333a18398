"""The door of webhooks: a call with the secret in its address starts what the owner set up."""

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from kingdom.core.web.api import IDEMPOTENCY, WRITE_ERRORS, idempotency_key, problem_schemas
from kingdom.core.web.parsers import RawBodyParser
from kingdom.schedules.models import ScheduleRun
from kingdom.schedules.runs.firing import MAX_HOOK_BYTES, hook_call
from kingdom.schedules.selectors import schedule_of_hook


class HookBodyParser(RawBodyParser):
    """Parser of a caller's body."""

    limit, limit_text = MAX_HOOK_BYTES, f"A webhook takes at most {MAX_HOOK_BYTES:,} bytes."


class HookOut(serializers.Serializer[Any]):
    """What a call started."""

    run_id = serializers.UUIDField()
    outcome = serializers.CharField()


class HookApi(GenericAPIView[ScheduleRun]):
    """One webhook. The secret is the whole authentication; a caller learns nothing about its owner."""

    authentication_classes = ()
    permission_classes = ()
    parser_classes = (HookBodyParser,)
    throttle_scope = "hooks"
    serializer_class = HookOut

    @extend_schema(
        operation_id="hooks_call",
        auth=[],
        request={"application/json": OpenApiTypes.OBJECT, "text/plain": OpenApiTypes.STR},
        parameters=[IDEMPOTENCY],
        responses={202: HookOut, **problem_schemas(*WRITE_ERRORS, 409)},
    )
    def post(self, request: Request, secret: str) -> Response:
        """Start the webhook's message or workflow. The body, at most 64 kB of text or JSON, becomes a file."""
        schedule = schedule_of_hook(secret=secret)
        key = idempotency_key(request)
        data: Any = request.data
        run = hook_call(
            schedule=schedule, body=data.get("body", b""), media_type=request.content_type or "", call_key=key
        )
        return Response({"run_id": str(run.pk), "outcome": run.outcome}, status=202)
