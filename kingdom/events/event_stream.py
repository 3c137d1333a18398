"""The caller's domain events as a stream that never ends, resumed after the last one that a client has seen."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import nullcontext
from functools import partial
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from kingdom.core.sse import (
    LAST_EVENT_ID_PARAMETERS,
    MAX_ROW_ID,
    described_by,
    sse_frame,
    sse_response,
    stored_rows_stream,
)
from kingdom.core.web.api import READ_ERRORS, StreamFrameOut, StrictSerializer, problem_schemas
from kingdom.events.apis import MAX_EVENTS, EventOut
from kingdom.events.event_types import EVENT_TYPES
from kingdom.events.models import DomainEvent
from kingdom.events.selectors import events_of, events_settled

POLL_S = 1.0  # events come from many tables' transactions, none of which sends a message for each


class EventStreamQuery(StrictSerializer):
    """Which events are streamed."""

    run = serializers.UUIDField(required=False, help_text="Id of a session, or of a workflow with its sessions.")
    name = serializers.ChoiceField(required=False, choices=sorted(EVENT_TYPES))


class EventFrameOut(StreamFrameOut):
    """One event of the stream. Its id is the point to resume after."""

    data = serializers.CharField(help_text="JSON: the event as in the list.")


class EventStreamSchema(GenericAPIView[DomainEvent]):
    """Only the OpenAPI description: ``event_stream`` answers, since a DRF view cannot stream."""

    serializer_class = EventFrameOut
    filter_backends = ()
    pagination_class = None

    @extend_schema(
        operation_id="events_stream",
        parameters=[EventStreamQuery, *LAST_EVENT_ID_PARAMETERS],
        responses={
            (200, "text/event-stream"): OpenApiResponse(
                EventFrameOut, description="`event` with ids in order, `: ping` each second."
            ),
            **problem_schemas(*READ_ERRORS),
        },
    )
    def get(self, request: Request) -> Response:
        """Stream my events in their order, from the first or after the last one seen, until the client leaves."""
        raise NotImplementedError


@described_by(EventStreamSchema)
async def event_stream(request: HttpRequest) -> HttpResponseBase:
    """Answer with the caller's events as a stream."""
    return await sse_response(
        request,
        admit=lambda _user_id: _check(request),
        frames=lambda user_id, after: _frames(request, user_id, after),
        max_id=MAX_ROW_ID,
    )


class _NoMessages:
    """A feed that is silent: the table is read each second."""

    async def get(self) -> dict[str, Any]:
        await asyncio.Event().wait()
        raise RuntimeError("unreachable")


def _query(request: HttpRequest) -> EventStreamQuery:
    given = request.GET.dict()
    given.pop("last_event_id", None)  # read with its header by ``sse_response``
    return EventStreamQuery(data=given)


def _check(request: HttpRequest) -> None:
    _query(request).is_valid(raise_exception=True)


def _frames(request: HttpRequest, user_id: int, after: int) -> AsyncGenerator[str]:
    query = _query(request)
    query.is_valid(raise_exception=True)  # as before: the request is the same
    read = partial(_rows_after, user_id, query.validated_data)
    return stored_rows_stream(
        nullcontext(_NoMessages()),
        read,
        after=after,
        row_frame=lambda row: sse_frame("event", row["event"], seq=row["seq"]),
        ping_s=POLL_S,
    )


def _rows_after(user_id: int, values: dict[str, Any], after: int) -> tuple[list[dict[str, Any]], None]:
    found = events_of(user_id=user_id, run_id=values.get("run"), name=values.get("name", "")).filter(pk__gt=after)
    rows = events_settled(found).order_by("pk")[:MAX_EVENTS]
    return [{"seq": row.pk, "event": EventOut(row).data} for row in rows], None
