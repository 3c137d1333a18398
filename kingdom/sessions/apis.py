"""HTTP API of sessions: state, events, cancellation and usage."""

import uuid
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from kingdom.accounts.access import access_transaction
from kingdom.core.errors import BadInput
from kingdom.core.sse import LAST_EVENT_ID_PARAMETERS, described_by, sse_response
from kingdom.core.web.api import READ_ERRORS, WRITE_ERRORS, caller_id, problem_schemas
from kingdom.sessions.budgets.usage import usage_summary
from kingdom.sessions.events.log_retention import is_log_deleted
from kingdom.sessions.events.presenters import present_event, present_session
from kingdom.sessions.events.streams import session_stream
from kingdom.sessions.models import EgressReceipt, Session
from kingdom.sessions.selectors import events_after, session_of, session_state
from kingdom.sessions.services import session_cancel


class SessionSpecialistOut(serializers.Serializer[Any]):
    """The specialist of the session."""

    id = serializers.UUIDField()
    role = serializers.CharField()
    status = serializers.CharField()
    version = serializers.IntegerField()
    digest = serializers.CharField()


class ReceiptOut(serializers.Serializer[Any]):
    """The kernel's record of one finished effect."""

    seq = serializers.IntegerField()
    kind = serializers.CharField()
    name = serializers.CharField(allow_blank=True)
    status = serializers.CharField()
    args_hash = serializers.CharField()
    result_hash = serializers.CharField(allow_blank=True)
    attempts = serializers.IntegerField()
    started_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    ms = serializers.FloatField(allow_null=True)


class EgressOut(serializers.Serializer[Any]):
    """One request of a specialist's code to the outside.

    Credentials stand there by name, sensitive headers are ••••.
    """

    seq = serializers.IntegerField(help_text="The effect it belongs to.")
    number = serializers.IntegerField()
    method = serializers.CharField(allow_blank=True)
    url = serializers.CharField(allow_blank=True)
    host = serializers.CharField(allow_blank=True)
    headers = serializers.DictField(child=serializers.CharField())
    body_hash = serializers.CharField(allow_blank=True)
    credentials = serializers.ListField(child=serializers.CharField())
    outcome = serializers.ChoiceField(choices=EgressReceipt.Outcome.choices)
    reason = serializers.CharField(allow_blank=True, help_text="Why it was refused or failed.")
    status = serializers.IntegerField(allow_null=True, help_text="The host's HTTP status.")
    sent_bytes = serializers.IntegerField()
    received_bytes = serializers.IntegerField()
    masked = serializers.IntegerField(help_text="Number of secrets masked in the host's answer.")
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)
    ms = serializers.FloatField(allow_null=True)


class SessionErrorOut(serializers.Serializer[Any]):
    """The error of a failed session."""

    code = serializers.CharField()
    message = serializers.CharField()


class PartOut(serializers.Serializer[Any]):
    """One request of a message that consists of several."""

    number = serializers.IntegerField(help_text="From 1, in the order of the message.")
    text = serializers.CharField()
    session_id = serializers.UUIDField(allow_null=True, help_text="The session that answers it; its id is its route's.")
    agent = serializers.CharField(allow_null=True)
    state = serializers.CharField(help_text="The state of its session, or `refused` without one.")
    answer = serializers.CharField(allow_blank=True)
    output = serializers.JSONField(help_text="Any JSON value, or null.")
    error = SessionErrorOut(allow_null=True)


class SessionOut(serializers.Serializer[Any]):
    """One session."""

    id = serializers.UUIDField()
    state = serializers.ChoiceField(choices=Session.State.choices)
    conversation_id = serializers.UUIDField(allow_null=True)
    specialist = SessionSpecialistOut(allow_null=True)
    answer = serializers.CharField(
        allow_blank=True, help_text="Of a stopped session (`cancelled`): what was streamed until then."
    )
    output = serializers.JSONField(help_text="Any JSON value, or null.")
    confidence = serializers.FloatField(allow_null=True, help_text="What the specialist states about its answer.")
    bypass = serializers.CharField(help_text="Why it skipped its mandatory tool, in its own words; or empty.")
    route = serializers.JSONField(help_text="As at /api/v1/routes/{id}/; null before routing.")
    parts = PartOut(many=True, help_text="The requests of a message that consists of several, else empty.")
    receipts = ReceiptOut(many=True)
    egress = EgressOut(many=True)
    usage = serializers.JSONField()
    error = SessionErrorOut(allow_null=True)
    trace_id = serializers.CharField()
    created_at = serializers.DateTimeField()
    finished_at = serializers.DateTimeField(allow_null=True)


class CancelledOut(serializers.Serializer[Any]):
    """The state now; the session ends a moment later."""

    id = serializers.UUIDField()
    state = serializers.ChoiceField(choices=Session.State.choices)


class SessionEventOut(serializers.Serializer[Any]):
    """One row of the session's log."""

    seq = serializers.IntegerField()
    kind = serializers.CharField()
    payload = serializers.JSONField()
    created_at = serializers.DateTimeField()


class SessionEventsOut(serializers.Serializer[Any]):
    """The log so far; ``log_deleted``: the session ended longer ago than logs are kept."""

    state = serializers.ChoiceField(choices=Session.State.choices)
    log_deleted = serializers.BooleanField()
    events = SessionEventOut(many=True)


class FrameOut(serializers.Serializer[Any]):
    """One event of the stream. Stored ones have an id to resume after; `delta` and `waiting` have none.

    A `delta` is text of the answer that is being written: a client that joins late gets it from its beginning. `offset`
    is the number of characters (code points) before it; 0 starts the text again.
    """

    event = serializers.ChoiceField(choices=["route", "step", "delta", "waiting", "final"])
    id = serializers.CharField(required=False)
    # the SSE standard's name; DRF's metaclass keeps the field apart from its own ``data`` attribute
    data = serializers.CharField(
        help_text="JSON: the route, the log's row, `{text, at, attempt, offset}`, or the whole session."
    )  # type: ignore[assignment]


class TodayOut(serializers.Serializer[Any]):
    """Today's budget (UTC): executions, tokens, cost_micros and sandbox_s, training included."""

    used = serializers.DictField(child=serializers.FloatField())
    bounds = serializers.DictField(child=serializers.FloatField(allow_null=True), help_text="null: no limit.")
    currency = serializers.CharField(help_text="The currency of the cost.")
    unpriced_tokens = serializers.IntegerField(help_text="Tokens of models without a price; in no cost.")


class UsageOut(serializers.Serializer[Any]):
    """The caller's usage of the last days."""

    days = serializers.IntegerField()
    sessions = serializers.IntegerField()
    completed = serializers.IntegerField()
    failed = serializers.IntegerField()
    cancelled = serializers.IntegerField()
    prompt_tokens = serializers.IntegerField()
    output_tokens = serializers.IntegerField()
    total_tokens = serializers.IntegerField()
    by_specialist = serializers.DictField(child=serializers.IntegerField(), help_text="Sessions by role.")
    today = TodayOut()


class SessionApi(GenericAPIView[Session]):
    """One of the caller's sessions."""

    serializer_class = SessionOut

    @extend_schema(operation_id="sessions_get", responses={200: SessionOut, **problem_schemas(*READ_ERRORS)})
    def get(self, request: Request, session_id: uuid.UUID) -> Response:
        """Return a session with its answer, route, receipts and usage."""
        return Response(present_session(session_of(user_id=caller_id(request), session_id=session_id)))


class SessionCancelApi(GenericAPIView[Session]):
    """Cancels a session."""

    serializer_class = CancelledOut

    @extend_schema(
        operation_id="sessions_cancel",
        request=None,
        responses={202: CancelledOut, **problem_schemas(*WRITE_ERRORS, 409)},
    )
    def post(self, request: Request, session_id: uuid.UUID) -> Response:
        """Stop a session; its model call is closed within a second. A finished session stays as it is."""
        session = session_of(user_id=caller_id(request), session_id=session_id)
        with access_transaction():
            session_cancel(session_id=session.pk)
        session.refresh_from_db(fields=["state"])
        return Response({"id": str(session.pk), "state": str(session.state)}, status=202)


class UsageApi(GenericAPIView[Session]):
    """The caller's usage."""

    serializer_class = UsageOut

    @extend_schema(
        operation_id="me_usage",
        parameters=[OpenApiParameter("days", OpenApiTypes.INT, description="1 to 366; 30 when not given.")],
        responses={200: UsageOut, **problem_schemas(*READ_ERRORS)},
    )
    def get(self, request: Request) -> Response:
        """Return the caller's sessions and tokens of the last days."""
        days = _bounded_int(request.query_params.get("days"), name="days", least=1, most=366, default=30)
        return Response(usage_summary(user_id=caller_id(request), days=days))


class SessionEventsSchema(GenericAPIView[Session]):
    """OpenAPI description of ``session_events``, because a DRF view cannot stream."""

    serializer_class = SessionEventsOut

    @extend_schema(
        operation_id="sessions_events",
        parameters=LAST_EVENT_ID_PARAMETERS,
        responses={
            (200, "text/event-stream"): OpenApiResponse(
                FrameOut,
                description="`route`, `step` (with ids), `delta`, `waiting` (without), `: ping` each 15 s, "
                "and `final` with the whole session.",
            ),
            (200, "application/json"): SessionEventsOut,
            **problem_schemas(*READ_ERRORS),
        },
    )
    def get(self, request: Request, session_id: uuid.UUID) -> Response:
        """Stream a session until its end (`text/event-stream`, the default), or list its log (`application/json`)."""
        raise NotImplementedError


@described_by(SessionEventsSchema)
async def session_events(request: HttpRequest, session_id: uuid.UUID) -> HttpResponseBase:
    """Return the session's events, as a stream or as JSON."""
    return await sse_response(
        request,
        admit=lambda user_id: _require_session(user_id, session_id),
        frames=lambda user_id, after: session_stream(user_id=user_id, session_id=session_id, after=after),
        listing=lambda user_id, after: _event_list(user_id, session_id, after),
    )


def _require_session(user_id: int, session_id: uuid.UUID) -> None:
    session_state(user_id=user_id, session_id=session_id)


def _event_list(user_id: int, session_id: uuid.UUID, after: int) -> dict[str, Any]:
    session = session_of(user_id=user_id, session_id=session_id)
    events = [present_event(event) for event in events_after(session_id=session_id, seq=after)]
    return {"state": str(session.state), "log_deleted": not events and is_log_deleted(session), "events": events}


def _bounded_int(text: str | None, *, name: str, least: int, most: int, default: int) -> int:
    """Return a whole number of the request. Raises BadInput for another text, or a number out of bounds."""
    if not text:
        return default
    if not (text.isascii() and text.isdigit() and len(text) <= 10 and least <= int(text) <= most):
        raise BadInput(f"{name} is a whole number from {least:,} to {most:,}.")
    return int(text)
