"""A workflow's events over HTTP, as a stream or as JSON."""

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
from kingdom.workflows.kernel.event_log import workflow_topic
from kingdom.workflows.models import Workflow
from kingdom.workflows.presenters import present_event, present_workflow
from kingdom.workflows.rules.state_machine import FINAL_STATES
from kingdom.workflows.selectors import workflow_events_after, workflow_of


class WorkflowEventOut(serializers.Serializer[Any]):
    """One event."""

    seq = serializers.IntegerField()
    kind = serializers.CharField(help_text="For example AgentStarted, AgentFailed, ApprovalRequested.")
    node = serializers.CharField(allow_blank=True)
    payload = serializers.DictField()
    created_at = serializers.DateTimeField()


class WorkflowEventsOut(serializers.Serializer[Any]):
    """All events so far."""

    state = serializers.ChoiceField(choices=Workflow.State.choices)
    events = WorkflowEventOut(many=True)


class WorkflowFrameOut(StreamFrameOut):
    """One event of the stream. Its id is the point to resume after."""

    data = serializers.CharField(help_text="JSON: the event, or at the end the workflow.")


class WorkflowEventsSchema(GenericAPIView[Workflow]):
    """Only the OpenAPI description: ``workflow_events`` answers, since a DRF view cannot stream."""

    serializer_class = WorkflowEventsOut

    @extend_schema(
        operation_id="workflows_events",
        parameters=LAST_EVENT_ID_PARAMETERS,
        responses={
            (200, "text/event-stream"): OpenApiResponse(
                WorkflowFrameOut, description="`event` with ids, `: ping` each 15 s, then `final`."
            ),
            (200, "application/json"): WorkflowEventsOut,
            **problem_schemas(*READ_ERRORS),
        },
    )
    def get(self, request: Request, workflow_id: uuid.UUID) -> Response:
        """Stream a workflow's events to its end (`text/event-stream`, the default), or list them as JSON."""
        raise NotImplementedError


@described_by(WorkflowEventsSchema)
async def workflow_events(request: HttpRequest, workflow_id: uuid.UUID) -> HttpResponseBase:
    """Answer with the workflow's events, streamed or as JSON."""
    return await workflow_log(workflow_id).response(request)


def workflow_log(workflow_id: uuid.UUID) -> StoredLog[Workflow]:
    """Return the events of a workflow, to be read by their owner."""
    return StoredLog(
        ident=workflow_id,
        find=lambda user_id: workflow_of(user_id=user_id, workflow_id=workflow_id),
        events=lambda after: [present_event(one) for one in workflow_events_after(workflow_id=workflow_id, seq=after)],
        state=lambda workflow: str(workflow.state),
        summary=present_workflow,
        final=FINAL_STATES,
        feed=lambda: pubsub_channel(LIVE_CHANNEL).subscribe(workflow_topic(workflow_id)),
    )
