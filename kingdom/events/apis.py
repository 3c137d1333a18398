"""REST API of domain events: the caller's own, in order."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from kingdom.core.web.api import READ_ERRORS, StrictSerializer, caller_id, problem_schemas
from kingdom.events.event_types import EVENT_TYPES
from kingdom.events.models import DomainEvent
from kingdom.events.selectors import events_of, events_settled

MAX_EVENTS = 200


class EventOut(serializers.ModelSerializer[DomainEvent]):
    """One event."""

    session = serializers.UUIDField(source="session_id", allow_null=True)
    workflow = serializers.UUIDField(source="workflow_id", allow_null=True)
    # the name that the events' reference uses; DRF's metaclass keeps it apart from its own attribute
    fields = serializers.DictField(help_text="See the events' reference.")  # type: ignore[assignment]

    class Meta:
        model = DomainEvent
        fields = ["id", "name", "created_at", "session", "workflow", "fields"]


class EventQuery(StrictSerializer):
    """Which events."""

    run = serializers.UUIDField(required=False, help_text="Id of a session, or of a workflow with its sessions.")
    name = serializers.ChoiceField(required=False, choices=sorted(EVENT_TYPES))
    after = serializers.IntegerField(default=0, min_value=0, max_value=2**63 - 1, help_text="Only those after this id.")


class EventsOut(serializers.Serializer[Any]):
    """Events in order, and the id to go on after."""

    events = EventOut(many=True)
    next_after = serializers.IntegerField(allow_null=True, help_text="None when there are no more now.")


class EventsApi(GenericAPIView[DomainEvent]):
    """The caller's events."""

    serializer_class = EventsOut
    pagination_class = None
    filter_backends = ()

    @extend_schema(
        operation_id="events_list", parameters=[EventQuery], responses={200: EventsOut, **problem_schemas(*READ_ERRORS)}
    )
    def get(self, request: Request) -> Response:
        """List my events in their order, at most 200 at once."""
        query = EventQuery(data=request.query_params.dict())
        query.is_valid(raise_exception=True)
        values = query.validated_data
        found = events_of(user_id=caller_id(request), run_id=values.get("run"), name=values.get("name", ""))
        rows = list(events_settled(found.filter(pk__gt=values["after"])).order_by("pk")[: MAX_EVENTS + 1])
        page = rows[:MAX_EVENTS]
        following = page[-1].pk if len(rows) > MAX_EVENTS else None
        return Response({"events": EventOut(page, many=True).data, "next_after": following})
