"""Writes of notifications: telling somebody, reading, and where they go besides the inbox."""

import uuid
from collections.abc import Mapping, Sequence

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from kingdom.adapters.egress_proxy.port import EgressRefused
from kingdom.adapters.notification_delivery import webhook_target
from kingdom.approvals.models import Notification, NotificationDelivery, NotificationSettings
from kingdom.approvals.models.ownership import owner_filter
from kingdom.approvals.notifications import events
from kingdom.approvals.text_rendering import escape_invisible
from kingdom.core.errors import BadInput, NotFound

_MAX_TEXT_LENGTH = 900  # characters; the marks of a cut come on top


@transaction.atomic
def notification_create(*, user_id: int, kind: str, text: str, link: str = "") -> Notification:
    """Tell a user something: in the inbox and live at once, and by the ways out that are set. ``link`` is a path of this site."""
    (notice,) = notifications_create(user_ids=[user_id], kind=kind, text=text, link=link)
    return notice


@transaction.atomic
def notifications_create(*, user_ids: Sequence[int], kind: str, text: str, link: str = "") -> list[Notification]:
    """Tell several users the same, as ``notice_create`` does, in three statements however many they are."""
    said = escape_invisible(text, _MAX_TEXT_LENGTH)
    made = Notification.objects.bulk_create(
        Notification(user_id=user_id, kind=kind[:40], text=said, link=link[:300]) for user_id in user_ids
    )
    for notice in made:
        events.publish_on_commit(
            notice.user_id,
            {"type": "notification", "id": str(notice.pk), "kind": notice.kind, "text": said, "link": notice.link},
        )
    kept = {one.user_id: one for one in NotificationSettings.objects.filter(Q(user_id__in=user_ids) | Q(user=None))}
    due = timezone.now()
    deliveries = [
        NotificationDelivery(notification=notice, way=way, due_at=due)
        for notice in made
        for way in _delivery_channels(notice.user_id, kept)
    ]
    for delivery in NotificationDelivery.objects.bulk_create(deliveries):
        events.deliver_on_commit(delivery.pk)
    return made


def notification_mark_read(*, user_id: int, notification_id: uuid.UUID) -> Notification:
    """Mark one of the user's notifications as read; the first time counts. Raises NotFound for another's or none."""
    Notification.objects.filter(pk=notification_id, user_id=user_id, read_at=None).update(read_at=timezone.now())
    found = Notification.objects.filter(pk=notification_id, user_id=user_id).first()
    if found is None:
        raise NotFound("You have no such notification.")
    return found


def notifications_mark_read(*, user_id: int, link: str = "") -> int:
    """Mark all of a user's notifications as read, with ``link`` those that lead there; returns how many were not."""
    unread = Notification.objects.filter(user_id=user_id, read_at=None)
    return (unread.filter(link=link) if link else unread).update(read_at=timezone.now())


@transaction.atomic
def notification_settings_set(*, user_id: int | None, email: bool, webhook_url: str) -> NotificationSettings:
    """Set where a user's notifications go (None: the organisation's copies). Another address gets another signing key.

    Raises BadInput for an address that is no webhook's, or for e-mail where the user has no address.
    """
    if webhook_url:
        try:
            webhook_target(webhook_url, settings.KINGDOM.egress_origins)
        except EgressRefused as error:
            raise BadInput(f"webhook_url: {error.message}") from None
    if email and user_id is not None and not get_user_model().objects.filter(pk=user_id).exclude(email="").exists():
        raise BadInput("There is no e-mail address in your account. Ask your admin to enter it.")
    NotificationSettings.objects.filter(owner_filter(user_id)).get_or_create(defaults={"user_id": user_id})
    kept = NotificationSettings.objects.select_for_update().get(owner_filter(user_id))
    if webhook_url != kept.webhook_url:
        kept.webhook_generation += 1
    kept.email, kept.webhook_url = email, webhook_url
    kept.save()
    return kept


def _delivery_channels(user_id: int, kept: Mapping[int | None, NotificationSettings]) -> list[NotificationDelivery.Way]:
    own, house = kept.get(user_id) or NotificationSettings(user_id=user_id), kept.get(None) or NotificationSettings()
    mail = own.email and settings.KINGDOM.email_url is not None
    wanted = {
        NotificationDelivery.Way.EMAIL: mail,
        NotificationDelivery.Way.WEBHOOK: own.webhook_url,
        NotificationDelivery.Way.ORGANISATION: house.webhook_url,
    }
    return [way for way, on in wanted.items() if on]
