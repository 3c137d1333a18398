"""Carrying notifications out: claimed by one worker, sent outside any transaction, tried again with longer and longer waits."""

import uuid
from datetime import datetime, timedelta
from typing import Any

import structlog
from django.conf import settings
from django.db.models import F

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
from kingdom.contracts.canonical import canonical_json
from kingdom.core.clock import Clock, utc_now

CLAIM_LEASE = timedelta(minutes=2)  # longer than any try takes: afterwards another worker may have it
MAX_ATTEMPTS = 10
MIN_BACKOFF = timedelta(seconds=30)
MAX_BACKOFF = timedelta(hours=4)
BATCH_SIZE = 500
_log = structlog.get_logger(__name__)


def backoff_delay(attempts: int) -> timedelta:
    """Return how long to wait after so many tries: 30 s, doubling, at most 4 hours; ten tries span a good 4 hours in all."""
    return min(MIN_BACKOFF * (1 << min(attempts, 20)), MAX_BACKOFF)


def deliveries_due(*, now: datetime) -> list[uuid.UUID]:
    """Return the ids of deliveries whose time has come, at most 500."""
    due = NotificationDelivery.objects.filter(state=NotificationDelivery.State.WAITING, due_at__lte=now)
    return list(due.order_by("due_at").values_list("pk", flat=True)[:BATCH_SIZE])


def delivery_send(*, delivery_id: uuid.UUID, clock: Clock = utc_now) -> bool:
    """Try one delivery that is due; returns whether it arrived. Safe to call at any time, from any number of workers.

    A worker killed between sending and recording sends again after two minutes, under the same id.
    """
    now = clock()
    waiting = NotificationDelivery.objects.filter(pk=delivery_id, state=NotificationDelivery.State.WAITING)
    if waiting.filter(due_at__lte=now).update(due_at=now + CLAIM_LEASE, attempts=F("attempts") + 1) != 1:
        return False
    delivery = NotificationDelivery.objects.select_related("notification__user").get(pk=delivery_id)
    mine = waiting.filter(attempts=delivery.attempts)
    try:
        _send(delivery, now)
    except DeliveryFailed as error:
        over = error.permanent or delivery.attempts >= MAX_ATTEMPTS
        state = NotificationDelivery.State.GIVEN_UP if over else NotificationDelivery.State.WAITING
        mine.update(state=state, error=error.message[:200], due_at=clock() + backoff_delay(delivery.attempts - 1))
        _log.warning(
            "notification_not_delivered", delivery_id=str(delivery_id), way=delivery.way, code=error.code, given_up=over
        )
        return False
    mine.update(state=NotificationDelivery.State.SENT, sent_at=clock(), error="")
    return True


def webhook_signing_key(kept: NotificationSettings) -> bytes:
    """Return the key that signs what goes to somebody's webhook."""
    return webhook_key(settings.SECRET_KEY, str(kept.user_id or "organisation"), kept.webhook_generation)


def _send(delivery: NotificationDelivery, now: datetime) -> None:
    """Send it to where it goes today. Raises NotifyFailed, NotifyRefused when that way was closed meanwhile."""
    house = delivery.way == NotificationDelivery.Way.ORGANISATION
    kept = notification_settings_of(user_id=None if house else delivery.notification.user_id)
    if delivery.way == NotificationDelivery.Way.EMAIL:
        _send_email(delivery, kept)
        return
    if not kept.webhook_url:
        raise DeliveryRejected("The webhook was taken away meanwhile.")
    hook = WebhookEndpoint(url=kept.webhook_url, key=webhook_signing_key(kept), origins=settings.KINGDOM.egress_origins)
    webhook_send(hook, message_id=str(delivery.pk), body=canonical_json(_webhook_body(delivery, house)), now=now)


def _send_email(delivery: NotificationDelivery, kept: NotificationSettings) -> None:
    notice = delivery.notification
    if not kept.email or not notice.user.email:
        raise DeliveryRejected("E-mail was switched off meanwhile.")
    text = f"{notice.text}\n\n{_link(notice.link)}\n\nYou get this since you asked for notifications by e-mail; Kingdom's settings end it."
    email_send(to=notice.user.email, subject=f"Kingdom: {notice.text[:150]}", text=text, message_id=str(delivery.pk))


def _webhook_body(delivery: NotificationDelivery, house: bool) -> dict[str, Any]:
    """Return the message. The organisation is told who and what kind, not the words: those are the user's own."""
    notice = delivery.notification
    told = {"user": notice.user.get_username()} if house else {"text": notice.text}
    data = {"id": str(notice.pk), "kind": notice.kind, "link": _link(notice.link), **told}
    return {"type": f"notification.{notice.kind}", "timestamp": notice.created_at.isoformat(), "data": data}


def _link(path: str) -> str:
    return f"{settings.KINGDOM.public_url}{path}" if path else ""
