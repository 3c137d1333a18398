"""Deliveries: claimed by one worker, sent outside any transaction, retried with backoff, given up after bounds."""

import uuid
from datetime import datetime
from typing import Any
from urllib.parse import urlsplit

import structlog
from django.conf import settings
from django.db import transaction
from django.db.models import F, Window
from django.db.models.functions import RowNumber

from kingdom.accounts.models import User
from kingdom.adapters.notification_delivery import DeliveryFailed, WebhookEndpoint, webhook_key, webhook_send
from kingdom.approvals.notifications.services import notification_create
from kingdom.contracts.formats.canonical import canonical_json
from kingdom.core.background.deliveries import MAX_ATTEMPTS, backoff_delay, delivery_claim, delivery_update
from kingdom.core.clock import Clock, utc_now
from kingdom.core.text.sentences import sentence
from kingdom.webhooks.models import EventDelivery, EventWebhook

BATCH_SIZE = 500
_log = structlog.get_logger(__name__)


def signing_key(webhook: EventWebhook) -> bytes:
    """Return the key that signs the messages to a webhook; it is derived and stored nowhere."""
    return webhook_key(settings.SECRET_KEY, f"events:{webhook.pk}", 1)


def may_cover_everybody(user: User) -> bool:
    """Return whether a user is active staff with the permission to get everybody's events."""
    return user.is_active and user.is_staff and user.has_perm("webhooks.cover_everybody")


def event_deliveries_due(*, now: datetime) -> list[uuid.UUID]:
    """Return the ids of deliveries that are due, at most 500: by turns of the webhooks' owners, the oldest first.

    One user with thousands of waiting deliveries delays those of nobody else.
    """
    due = EventDelivery.objects.filter(state=EventDelivery.State.WAITING, due_at__lte=now)
    turn = Window(RowNumber(), partition_by=F("webhook__user_id"), order_by=F("due_at").asc())
    return list(due.annotate(turn=turn).order_by("turn", "due_at").values_list("pk", flat=True)[:BATCH_SIZE])


def event_delivery_send(*, delivery_id: uuid.UUID, clock: Clock = utc_now) -> bool:
    """Attempt one delivery that is due and return whether it arrived. Safe to call from any number of workers."""
    now = clock()
    rows = EventDelivery.objects.select_related("webhook__user", "event").filter(pk=delivery_id)
    delivery = delivery_claim(rows, now=now)
    if delivery is None:
        return False
    webhook = delivery.webhook
    if not _is_still_allowed(webhook):
        delivery_update(delivery, state=EventDelivery.State.GIVEN_UP)
        return False
    hook = WebhookEndpoint(url=webhook.url, key=signing_key(webhook), origins=settings.KINGDOM.egress_origins)
    try:
        webhook_send(hook, message_id=str(delivery.pk), body=canonical_json(_message(delivery)), now=now)
    except DeliveryFailed as error:
        _log.warning("event_not_delivered", delivery_id=str(delivery_id), code=error.code)
        due_at = clock() + backoff_delay(delivery.attempts - 1)
        delivery_update(delivery, error=error.message[:200], due_at=due_at)
        if error.permanent or delivery.attempts >= MAX_ATTEMPTS:
            webhook_disable(webhook_id=webhook.pk, error=error.message)
        return False
    delivery_update(delivery, state=EventDelivery.State.SENT, sent_at=clock(), error="")
    return True


def _is_still_allowed(webhook: EventWebhook) -> bool:
    """Return whether a webhook may get events now; one whose owner lost the account or the right is disabled."""
    if webhook.state != EventWebhook.State.ACTIVE:
        return False
    if not webhook.user.is_active:
        webhook_disable(webhook_id=webhook.pk, error=sentence("The account of its owner is not active."))
        return False
    if webhook.covers_id is None and not may_cover_everybody(webhook.user):
        webhook_disable(
            webhook_id=webhook.pk, error=sentence("Its owner may not get the events of everybody any more.")
        )
        return False
    return True


@transaction.atomic
def webhook_disable(*, webhook_id: uuid.UUID, error: str) -> bool:
    """Disable a webhook, give up what waits for it and say so to its owner; returns whether it was active."""
    active = EventWebhook.objects.filter(pk=webhook_id, state=EventWebhook.State.ACTIVE)
    if active.update(state=EventWebhook.State.DISABLED, last_error=error[:200]) != 1:
        return False
    webhook = EventWebhook.objects.get(pk=webhook_id)
    waiting = EventDelivery.objects.filter(webhook=webhook, state=EventDelivery.State.WAITING)
    lost = waiting.update(state=EventDelivery.State.GIVEN_UP)
    host = urlsplit(webhook.url).hostname or ""
    text = sentence(
        "The webhook to %(host)s was switched off: %(sentence)s %(count)s events were not delivered. Register it "
        "again.",
        host=host,
        sentence=error,
        count=f"{lost:,}",
    )
    notification_create(user_id=webhook.user_id, kind="event_webhook", text=text)
    return True


def _message(delivery: EventDelivery) -> dict[str, Any]:
    event = delivery.event
    data = {
        "id": event.pk,
        "session": str(event.session_id) if event.session_id else None,
        "workflow": str(event.workflow_id) if event.workflow_id else None,
        "user": event.user_id,
        "fields": event.fields,
    }
    return {"type": event.name, "timestamp": event.created_at.isoformat(), "data": data}
