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

from kingdom.core.api import READ, admit, problem_response, problems
from kingdom.core.database import in_database
from kingdom.core.errors import BadInput, KingdomError
from kingdom.council.apis import CaseEventOut
from kingdom.council.models import Case
from kingdom.council.reports import event_shown
from kingdom.council.selectors import case_of, events_after
from kingdom.council.streams import case_stream

LAST_SEQ = 2**31 - 1


class CaseEventsOut(serializers.Serializer[Any]):
    """The log so far."""

    state = serializers.ChoiceField(choices=Case.State.choices)
    events = CaseEventOut(many=True)


class CaseFrameOut(serializers.Serializer[Any]):
    """One event of the stream. Each has an id to resume after."""

    event = serializers.ChoiceField(choices=["event", "final"])
    id = serializers.CharField()
    # the standard's word; the class attribute is DRF's, and its metaclass keeps the two apart
    data = serializers.CharField(help_text="JSON: the log's row, or at the end the case.")  # type: ignore[assignment]


class CreationEventsSchema(GenericAPIView[Case]):
    """Only the description: ``creation_events`` answers (a view of DRF cannot stream)."""

    serializer_class = CaseEventsOut

    @extend_schema(
        operation_id="creations_events",
        parameters=[
            OpenApiParameter("last_event_id", OpenApiTypes.INT, description="Only events after this one; Last-Event-ID does the same."),
            OpenApiParameter("Last-Event-ID", OpenApiTypes.INT, OpenApiParameter.HEADER),
        ],
        responses={
            (200, "text/event-stream"): OpenApiResponse(CaseFrameOut, description="`event` with ids, `: ping` each 15 s, then `final`."),
            (200, "application/json"): CaseEventsOut,
            **problems(*READ),
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
        after = _after(request)
        user_id = await in_database(_admit, request, case_id)
    except (APIException, KingdomError) as error:
        return problem_response(error, request)
    if form == "application/json":
        return JsonResponse(await in_database(_listed, user_id, case_id, after))
    frames = case_stream(user_id=user_id, case_id=case_id, after=after)
    headers = {"Cache-Control": "no-cache", "X-Accel-Buffering": "no"}
    return StreamingHttpResponse(frames, content_type="text/event-stream", headers=headers)


vars(creation_events).update({"cls": CreationEventsSchema, "initkwargs": {}})  # the schema's generator finds the description by it


def _admit(request: HttpRequest, case_id: uuid.UUID) -> int:
    user_id = admit(request)
    case_of(user_id=user_id, case_id=case_id)
    return user_id


def _listed(user_id: int, case_id: uuid.UUID, after: int) -> dict[str, Any]:
    case = case_of(user_id=user_id, case_id=case_id)
    return {"state": str(case.state), "events": [event_shown(event) for event in events_after(case_id=case_id, seq=after)]}


def _after(request: HttpRequest) -> int:
    given = request.headers.get("Last-Event-ID") or request.GET.get("last_event_id")
    if not given:
        return 0
    if not (given.isascii() and given.isdigit() and len(given) <= 10 and int(given) <= LAST_SEQ):
        raise BadInput(f"last_event_id is a whole number from 0 to {LAST_SEQ:,}.")
    return int(given)
