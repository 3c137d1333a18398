"""A case's events over HTTP, as a stream or as JSON."""

import uuid
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from kingdom.adapters.pubsub_registry import LIVE_CHANNEL, pubsub_channel
from kingdom.core.sse import LAST_EVENT_ID_PARAMETERS, StoredLog, described_by
from kingdom.core.web.api import READ_ERRORS, StreamFrameOut, problem_schemas
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


class CaseFrameOut(StreamFrameOut):
    """One event of the stream. Its id is the point to resume after."""

    data = serializers.CharField(help_text="JSON: the event, or at the end the case.")


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
    return await case_log(case_id).response(request)


def case_log(case_id: uuid.UUID) -> StoredLog[CreationCase]:
    """Return the events of a case, to be read by its owner."""
    return StoredLog(
        ident=case_id,
        find=lambda user_id: case_get(user_id=user_id, case_id=case_id),
        events=lambda after: [case_event_detail(one) for one in case_events_after(case_id=case_id, seq=after)],
        state=lambda case: str(case.state),
        summary=case_summary,
        final=FINAL_STATES,
        feed=lambda: pubsub_channel(LIVE_CHANNEL).subscribe(case_topic(case_id)),
    )
