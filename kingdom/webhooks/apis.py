"""REST API of event webhooks: register, list with deliveries, remove."""

import uuid
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response

from kingdom.core.web.api import (
    READ_ERRORS,
    WRITE_ERRORS,
    StrictSerializer,
    StrictTextField,
    caller_id,
    problem_schemas,
)
from kingdom.events.event_types import EVENT_TYPES
from kingdom.webhooks.models import EventDelivery, EventWebhook
from kingdom.webhooks.services import event_webhook_create, event_webhook_delete, event_webhook_of

MAX_DELIVERIES = 100


class EventWebhookIn(StrictSerializer):
    """An address and the names of events."""

    url = StrictTextField(max_length=2000, help_text="https, and no private address.")
    events = serializers.ListField(
        child=serializers.ChoiceField(choices=sorted(EVENT_TYPES)), min_length=1, max_length=len(EVENT_TYPES)
    )
    everybody = serializers.BooleanField(default=False, help_text="Everybody's events; staff with the permission.")


class EventWebhookOut(serializers.ModelSerializer[EventWebhook]):
    """A webhook."""

    everybody = serializers.SerializerMethodField()
    events = serializers.ListField(child=serializers.CharField())

    class Meta:
        model = EventWebhook
        fields = ["id", "url", "events", "everybody", "state", "last_error", "created_at"]

    def get_everybody(self, webhook: EventWebhook) -> bool:
        """Return whether it gets everybody's events."""
        return webhook.covers_id is None


class EventWebhookCreatedOut(EventWebhookOut):
    """A new webhook with the secret that checks its signatures."""

    secret = serializers.CharField(help_text="whsec_…, as in Standard Webhooks. Shown once.")

    class Meta(EventWebhookOut.Meta):
        fields = [*EventWebhookOut.Meta.fields, "secret"]


class EventDeliveryOut(serializers.ModelSerializer[EventDelivery]):
    """One event for the webhook."""

    event = serializers.IntegerField(source="event_id")

    class Meta:
        model = EventDelivery
        fields = ["id", "event", "state", "attempts", "due_at", "sent_at", "error", "created_at"]


class EventWebhookDetailOut(EventWebhookOut):
    """A webhook with its newest deliveries."""

    deliveries = EventDeliveryOut(many=True)

    class Meta(EventWebhookOut.Meta):
        fields = [*EventWebhookOut.Meta.fields, "deliveries"]


class EventWebhooksApi(GenericAPIView[EventWebhook]):
    """The caller's webhooks."""

    serializer_class = EventWebhookOut
    throttle_scopes = {"POST": "messages"}
    pagination_class = None
    filter_backends = ()

    @extend_schema(
        operation_id="event_webhooks_list", responses={200: EventWebhookOut(many=True), **problem_schemas(*READ_ERRORS)}
    )
    def get(self, request: Request) -> Response:
        """List my webhooks."""
        rows = EventWebhook.objects.filter(user_id=caller_id(request)).order_by("created_at")
        return Response(EventWebhookOut(rows, many=True).data)

    @extend_schema(
        operation_id="event_webhooks_create",
        request=EventWebhookIn,
        responses={201: EventWebhookCreatedOut, **problem_schemas(*WRITE_ERRORS, 409)},
    )
    def post(self, request: Request) -> Response:
        """Register an address for events; the secret is in this answer only."""
        body = EventWebhookIn(data=request.data)
        body.is_valid(raise_exception=True)
        webhook, secret = event_webhook_create(user_id=caller_id(request), **body.validated_data)
        return Response({**EventWebhookOut(webhook).data, "secret": secret}, status=201)


class EventWebhookApi(GenericAPIView[EventWebhook]):
    """One of the caller's webhooks."""

    serializer_class = EventWebhookDetailOut

    @extend_schema(
        operation_id="event_webhooks_get", responses={200: EventWebhookDetailOut, **problem_schemas(*READ_ERRORS)}
    )
    def get(self, request: Request, webhook_id: uuid.UUID) -> Response:
        """Return a webhook with its 100 newest deliveries."""
        webhook = event_webhook_of(user_id=caller_id(request), webhook_id=webhook_id)
        rows = webhook.deliveries.order_by("-created_at", "-event_id")[:MAX_DELIVERIES]
        shown: dict[str, Any] = {**EventWebhookOut(webhook).data, "deliveries": EventDeliveryOut(rows, many=True).data}
        return Response(shown)

    @extend_schema(operation_id="event_webhooks_delete", responses={204: None, **problem_schemas(*READ_ERRORS)})
    def delete(self, request: Request, webhook_id: uuid.UUID) -> Response:
        """Remove a webhook; what waits for it is not sent any more."""
        event_webhook_delete(user_id=caller_id(request), webhook_id=webhook_id)
        return Response(status=204)
