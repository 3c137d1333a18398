"""Writes of notifications, their read marks and their delivery settings."""

import uuid
from collections.abc import Mapping, Sequence

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from kingdom.accounts.access import access_transaction
from kingdom.adapters.egress_proxy.port import EgressRefused
from kingdom.adapters.notification_delivery import webhook_target
from kingdom.approvals.models import Notification, NotificationDelivery, NotificationSettings
from kingdom.approvals.models.ownership import owner_filter
from kingdom.approvals.notifications import events
from kingdom.approvals.text_rendering import escape_invisible
from kingdom.core.errors import BadInput, NotFound

_MAX_TEXT_LENGTH = 900  # characters, without the mark of a truncated text


@transaction.atomic
def notification_create(*, user_id: int, kind: str, text: str, link: str = "") -> Notification:
    """Notify a user in the inbox, live, and on the channels of their settings. ``link`` is a path of this site."""
    (notification,) = notifications_create(user_ids=[user_id], kind=kind, text=text, link=link)
    return notification


@transaction.atomic
def notifications_create(*, user_ids: Sequence[int], kind: str, text: str, link: str = "") -> list[Notification]:
    """Notify several users like ``notification_create``, in three statements for any number of users."""
    shown = escape_invisible(text, _MAX_TEXT_LENGTH)
    notifications = Notification.objects.bulk_create(
        Notification(user_id=user_id, kind=kind[:40], text=shown, link=link[:300]) for user_id in user_ids
    )
    for notification in notifications:
        events.publish_on_commit(
            notification.user_id,
            {
                "type": "notification",
                "id": str(notification.pk),
                "kind": notification.kind,
                "text": shown,
                "link": notification.link,
            },
        )
    stored = NotificationSettings.objects.filter(Q(user_id__in=user_ids) | Q(user=None))
    by_user = {row.user_id: row for row in stored}
    due = timezone.now()
    deliveries = [
        NotificationDelivery(notification=notification, way=way, due_at=due)
        for notification in notifications
        for way in _delivery_channels(notification.user_id, by_user)
    ]
    for delivery in NotificationDelivery.objects.bulk_create(deliveries):
        events.deliver_on_commit(delivery.pk)
    return notifications


def notification_mark_read(*, user_id: int, notification_id: uuid.UUID) -> Notification:
    """Mark one of the user's notifications as read; the first time counts. Raises NotFound for others."""
    Notification.objects.filter(pk=notification_id, user_id=user_id, read_at=None).update(read_at=timezone.now())
    found = Notification.objects.filter(pk=notification_id, user_id=user_id).first()
    if found is None:
        raise NotFound("You have no such notification.")
    return found


def notifications_mark_read(*, user_id: int, link: str = "") -> int:
    """Mark a user's notifications as read, with ``link`` only those with it; returns how many were unread."""
    unread = Notification.objects.filter(user_id=user_id, read_at=None)
    return (unread.filter(link=link) if link else unread).update(read_at=timezone.now())


@access_transaction()
def notification_settings_set(*, user_id: int | None, email: bool, webhook_url: str) -> NotificationSettings:
    """Set where a user's notifications go (None: the organisation's copies). A new address gets a new signing key.

    Raises BadInput for an address that cannot be a webhook, or for e-mail when the user has no address.
    """
    if webhook_url:
        try:
            webhook_target(webhook_url, settings.KINGDOM.egress_origins)
        except EgressRefused as error:
            raise BadInput(f"webhook_url: {error.message}") from None
    if email and user_id is not None and not get_user_model().objects.filter(pk=user_id).exclude(email="").exists():
        raise BadInput("There is no e-mail address in your account. Ask your admin to enter it.")
    NotificationSettings.objects.filter(owner_filter(user_id)).get_or_create(defaults={"user_id": user_id})
    row = NotificationSettings.objects.select_for_update().get(owner_filter(user_id))
    if webhook_url != row.webhook_url:
        row.webhook_generation += 1
    row.email, row.webhook_url = email, webhook_url
    row.save()
    return row


def _delivery_channels(
    user_id: int, by_user: Mapping[int | None, NotificationSettings]
) -> list[NotificationDelivery.Way]:
    own = by_user.get(user_id) or NotificationSettings(user_id=user_id)
    organisation = by_user.get(None) or NotificationSettings()
    enabled = {
        NotificationDelivery.Way.EMAIL: own.email and settings.KINGDOM.email_url is not None,
        NotificationDelivery.Way.WEBHOOK: own.webhook_url,
        NotificationDelivery.Way.ORGANISATION: organisation.webhook_url,
    }
    return [way for way, is_enabled in enabled.items() if is_enabled]
