"""A case's events over HTTP, as a stream or as JSON."""

import uuid
from collections.abc import AsyncIterator
from functools import partial
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from kingdom.adapters.pubsub_registry import LIVE_CHANNEL, pubsub_channel
from kingdom.core.errors import NotFound
from kingdom.core.sse import (
    LAST_EVENT_ID_PARAMETERS,
    PING_INTERVAL_S,
    described_by,
    sse_frame,
    sse_response,
    stored_rows_stream,
)
from kingdom.core.web.api import READ_ERRORS, problem_schemas
from kingdom.council.api.serializers import CaseEventOut
from kingdom.council.cases.event_log import case_topic
from kingdom.council.models import CreationCase
from kingdom.council.presenters import case_event_detail, case_summary
from kingdom.council.rules.state_machine import FINAL_STATES
from kingdom.council.selectors import case_events_after, case_get


class CaseEventsOut(serializers.Serializer[Any]):
    """All events so far."""

    state = serializers.ChoiceField(choices=CreationCase.State.choices)
    events = CaseEventOut(many=True)


class CaseFrameOut(serializers.Serializer[Any]):
    """One event of the stream. Its id is the point to resume after."""

    event = serializers.ChoiceField(choices=["event", "final"])
    id = serializers.CharField()
    # `data` is the name in the SSE standard; DRF's metaclass keeps the field apart from its own attribute
    data = serializers.CharField(help_text="JSON: the event, or at the end the case.")  # type: ignore[assignment]


class CreationEventsSchema(GenericAPIView[CreationCase]):
    """Only the OpenAPI description: ``creation_events`` answers, since a DRF view cannot stream."""

    serializer_class = CaseEventsOut

    @extend_schema(
        operation_id="creations_events",
        parameters=LAST_EVENT_ID_PARAMETERS,
        responses={
            (200, "text/event-stream"): OpenApiResponse(
                CaseFrameOut, description="`event` with ids, `: ping` each 15 s, then `final`."
            ),
            (200, "application/json"): CaseEventsOut,
            **problem_schemas(*READ_ERRORS),
        },
    )
    def get(self, request: Request, case_id: uuid.UUID) -> Response:
        """Stream a case's events until it ends (`text/event-stream`, the default) or list them (`application/json`)."""
        raise NotImplementedError


@described_by(CreationEventsSchema)
async def creation_events(request: HttpRequest, case_id: uuid.UUID) -> HttpResponseBase:
    """Answer with the case's events, streamed or as JSON."""
    return await sse_response(
        request,
        admit=lambda user_id: _require_case(user_id, case_id),
        frames=lambda user_id, after: case_event_stream(user_id=user_id, case_id=case_id, after=after),
        listing=lambda user_id, after: _case_events(user_id, case_id, after),
    )


def case_event_stream(
    *, user_id: int, case_id: uuid.UUID, after: int, ping_s: float = PING_INTERVAL_S
) -> AsyncIterator[str]:
    """Yield a case's events after ``after`` as frames ``event`` with ids, at its end ``final`` with the case."""
    return stored_rows_stream(
        pubsub_channel(LIVE_CHANNEL).subscribe(case_topic(case_id)),
        partial(_read_new_events, user_id, case_id),
        after=after,
        row_frame=lambda row: sse_frame("event", row, seq=row["seq"]),
        ping_s=ping_s,
    )


def _require_case(user_id: int, case_id: uuid.UUID) -> None:
    case_get(user_id=user_id, case_id=case_id)


def _case_events(user_id: int, case_id: uuid.UUID, after: int) -> dict[str, Any]:
    case = case_get(user_id=user_id, case_id=case_id)
    return {
        "state": str(case.state),
        "events": [case_event_detail(event) for event in case_events_after(case_id=case_id, seq=after)],
    }


def _read_new_events(
    user_id: int, case_id: uuid.UUID, after: int
) -> tuple[list[dict[str, Any]], dict[str, Any] | None]:
    """Return the new events, and the case when it has ended.

    The state is read before the events: an ended case then has all its events.
    """
    try:
        case = case_get(user_id=user_id, case_id=case_id)
        end = case_summary(case) if case.state in FINAL_STATES else None
        return [case_event_detail(event) for event in case_events_after(case_id=case_id, seq=after)], end
    except NotFound:  # deleted while it was watched
        return [], {"id": str(case_id), "state": "deleted"}
