"""Delivery of notifications: claimed by one worker, sent outside any transaction, retried with exponential backoff."""

import uuid
from datetime import datetime
from typing import Any

import structlog
from django.conf import settings

from kingdom.adapters.notification_delivery import (
    DeliveryFailed,
    DeliveryRejected,
    WebhookEndpoint,
    email_send,
    webhook_key,
    webhook_send,
)
from kingdom.approvals.models import NotificationDelivery, NotificationSettings
from kingdom.approvals.notifications.selectors import notification_settings_of
from kingdom.contracts.formats.canonical import canonical_json
from kingdom.core.background.deliveries import MAX_ATTEMPTS, backoff_delay, delivery_claim, delivery_update
from kingdom.core.clock import Clock, utc_now
from kingdom.core.stored_sentences import sentence_for
from kingdom.core.text.sentences import sentence_template

BATCH_SIZE = 500
_EMAIL_REASON = sentence_template(
    "You get this because notifications by e-mail are on; you can turn them off in Kingdom's settings."
)
_log = structlog.get_logger(__name__)


def deliveries_due(*, now: datetime) -> list[uuid.UUID]:
    """Return the ids of deliveries that are due, at most 500."""
    due = NotificationDelivery.objects.filter(state=NotificationDelivery.State.WAITING, due_at__lte=now)
    return list(due.order_by("due_at").values_list("pk", flat=True)[:BATCH_SIZE])


def delivery_send(*, delivery_id: uuid.UUID, clock: Clock = utc_now) -> bool:
    """Attempt one delivery that is due and return whether it arrived. Safe to call from any number of workers."""
    now = clock()
    rows = NotificationDelivery.objects.select_related("notification__user").filter(pk=delivery_id)
    delivery = delivery_claim(rows, now=now)
    if delivery is None:
        return False
    try:
        _send(delivery, now)
    except DeliveryFailed as error:
        over = error.permanent or delivery.attempts >= MAX_ATTEMPTS
        state = NotificationDelivery.State.GIVEN_UP if over else NotificationDelivery.State.WAITING
        due_at = clock() + backoff_delay(delivery.attempts - 1)
        delivery_update(delivery, state=state, error=error.message[:200], due_at=due_at)
        _log.warning(
            "notification_not_delivered", delivery_id=str(delivery_id), way=delivery.way, code=error.code, given_up=over
        )
        return False
    delivery_update(delivery, state=NotificationDelivery.State.SENT, sent_at=clock(), error="")
    return True


def webhook_signing_key(row: NotificationSettings) -> bytes:
    """Return the key that signs the messages to a webhook."""
    return webhook_key(settings.SECRET_KEY, str(row.user_id or "organisation"), row.webhook_generation)


def _send(delivery: NotificationDelivery, now: datetime) -> None:
    """Send to the current address. Raises DeliveryFailed, and DeliveryRejected when the channel is closed now."""
    if delivery.way == NotificationDelivery.Way.EMAIL:
        _send_email(delivery)
        return
    to_organisation = delivery.way == NotificationDelivery.Way.ORGANISATION
    row = notification_settings_of(user_id=None if to_organisation else delivery.notification.user_id)
    if not row.webhook_url:
        raise DeliveryRejected("The webhook was removed meanwhile.")
    hook = WebhookEndpoint(url=row.webhook_url, key=webhook_signing_key(row), origins=settings.KINGDOM.egress_origins)
    body = canonical_json(_webhook_body(delivery, to_organisation))
    webhook_send(hook, message_id=str(delivery.pk), body=body, now=now)


def _send_email(delivery: NotificationDelivery) -> None:
    notification = delivery.notification
    is_enabled = notification_settings_of(user_id=notification.user_id).email
    if not is_enabled or not notification.user.email:
        raise DeliveryRejected("E-mail was switched off meanwhile.")
    text, reason = (sentence_for(stored, notification.user.language) for stored in (notification.text, _EMAIL_REASON))
    email_send(
        to=notification.user.email,
        subject=f"Kingdom: {text[:150]}",
        text=f"{text}\n\n{_link(notification.link)}\n\n{reason}",
        message_id=str(delivery.pk),
    )


def _webhook_body(delivery: NotificationDelivery, to_organisation: bool) -> dict[str, Any]:
    """Return the message, its text in the user's language.

    The organisation gets the user and the kind, but not the text, which is private.
    """
    notification, user = delivery.notification, delivery.notification.user
    text = sentence_for(notification.text, user.language)
    content = {"user": user.get_username()} if to_organisation else {"text": text}
    data = {"id": str(notification.pk), "kind": notification.kind, "link": _link(notification.link), **content}
    timestamp = notification.created_at.isoformat()
    return {"type": f"notification.{notification.kind}", "timestamp": timestamp, "data": data}


def _link(path: str) -> str:
    return f"{settings.KINGDOM.public_url}{path}" if path else ""
