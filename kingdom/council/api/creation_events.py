"""A case's events over HTTP, streamed or as JSON."""

import uuid
from typing import Any

from django.http import HttpRequest, JsonResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.exceptions import APIException, MethodNotAllowed, NotAcceptable
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from kingdom.core.database import in_database
from kingdom.core.errors import BadInput, KingdomError
from kingdom.core.web.api import READ_ERRORS, authorize_request, problem_response, problem_schemas
from kingdom.council.api.creations import CaseEventOut
from kingdom.council.api.event_stream import case_event_stream
from kingdom.council.models import CreationCase
from kingdom.council.presenters import case_event_detail
from kingdom.council.selectors import case_events_after, case_get

MAX_SEQ = 2**31 - 1


class CaseEventsOut(serializers.Serializer[Any]):
    """The log so far."""

    state = serializers.ChoiceField(choices=CreationCase.State.choices)
    events = CaseEventOut(many=True)


class CaseFrameOut(serializers.Serializer[Any]):
    """One event of the stream. Each has an id to resume after."""

    event = serializers.ChoiceField(choices=["event", "final"])
    id = serializers.CharField()
    # the standard's word; the class attribute is DRF's, and its metaclass keeps the two apart
    data = serializers.CharField(help_text="JSON: the log's row, or at the end the case.")  # type: ignore[assignment]


class CreationEventsSchema(GenericAPIView[CreationCase]):
    """Only the description: ``creation_events`` answers (a view of DRF cannot stream)."""

    serializer_class = CaseEventsOut

    @extend_schema(
        operation_id="creations_events",
        parameters=[
            OpenApiParameter(
                "last_event_id",
                OpenApiTypes.INT,
                description="Only events after this one; Last-Event-ID does the same.",
            ),
            OpenApiParameter("Last-Event-ID", OpenApiTypes.INT, OpenApiParameter.HEADER),
        ],
        responses={
            (200, "text/event-stream"): OpenApiResponse(
                CaseFrameOut, description="`event` with ids, `: ping` each 15 s, then `final`."
            ),
            (200, "application/json"): CaseEventsOut,
            **problem_schemas(*READ_ERRORS),
        },
    )
    def get(self, request: Request, case_id: uuid.UUID) -> Response:
        """Watch a case until it is over (`Accept: text/event-stream`, the default), or list its log (`application/json`)."""
        raise NotImplementedError


async def creation_events(request: HttpRequest, case_id: uuid.UUID) -> HttpResponseBase:
    """Answer with the case's events, streamed or as JSON."""
    try:
        if request.method != "GET":
            raise MethodNotAllowed(str(request.method))
        form = request.get_preferred_type(["text/event-stream", "application/json"])
        if form is None:
            raise NotAcceptable("Accept text/event-stream or application/json.")
        after = _last_event_id(request)
        user_id = await in_database(_authorize, request, case_id)
    except (APIException, KingdomError) as error:
        return problem_response(error, request)
    if form == "application/json":
        return JsonResponse(await in_database(_case_events, user_id, case_id, after))
    frames = case_event_stream(user_id=user_id, case_id=case_id, after=after)
    headers = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
    return StreamingHttpResponse(frames, content_type="text/event-stream", headers=headers)


vars(creation_events).update(
    {"cls": CreationEventsSchema, "initkwargs": {}}
)  # the schema's generator finds the description by it


def _authorize(request: HttpRequest, case_id: uuid.UUID) -> int:
    user_id = authorize_request(request)
    case_get(user_id=user_id, case_id=case_id)
    return user_id


def _case_events(user_id: int, case_id: uuid.UUID, after: int) -> dict[str, Any]:
    case = case_get(user_id=user_id, case_id=case_id)
    return {
        "state": str(case.state),
        "events": [case_event_detail(event) for event in case_events_after(case_id=case_id, seq=after)],
    }


def _last_event_id(request: HttpRequest) -> int:
    given = request.headers.get("Last-Event-ID") or request.GET.get("last_event_id")
    if not given:
        return 0
    if not (given.isascii() and given.isdigit() and len(given) <= 10 and int(given) <= MAX_SEQ):
        raise BadInput(f"last_event_id is a whole number from 0 to {MAX_SEQ:,}.")
    return int(given)
