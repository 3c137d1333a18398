"""Writes of notices: telling somebody, reading, and where they go besides the inbox."""

import uuid
from collections.abc import Mapping, Sequence

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from kingdom.adapters.broker.port import EgressRefused
from kingdom.adapters.notify import webhook_target
from kingdom.approvals import queue
from kingdom.approvals.models import Notice, NoticeDelivery, NoticeSettings
from kingdom.approvals.rules.rendering import visible
from kingdom.approvals.selectors import owned_by
from kingdom.core.errors import BadInput, NotFound

_LONGEST = 900  # characters; the marks of a cut come on top


@transaction.atomic
def notice_create(*, user_id: int, kind: str, text: str, link: str = "") -> Notice:
    """Tell a user something: in the inbox and live at once, and by the ways out that are set. ``link`` is a path of this site."""
    (notice,) = notices_create(user_ids=[user_id], kind=kind, text=text, link=link)
    return notice


@transaction.atomic
def notices_create(*, user_ids: Sequence[int], kind: str, text: str, link: str = "") -> list[Notice]:
    """Tell several users the same, as ``notice_create`` does, in three statements however many they are."""
    said = visible(text, _LONGEST)
    made = Notice.objects.bulk_create(Notice(user_id=user_id, kind=kind[:40], text=said, link=link[:300]) for user_id in user_ids)
    for notice in made:
        queue.announce(notice.user_id, {"type": "notice", "id": str(notice.pk), "kind": notice.kind, "text": said, "link": notice.link})
    kept = {one.user_id: one for one in NoticeSettings.objects.filter(Q(user_id__in=user_ids) | Q(user=None))}
    due = timezone.now()
    deliveries = [NoticeDelivery(notice=notice, way=way, due_at=due) for notice in made for way in _ways(notice.user_id, kept)]
    for delivery in NoticeDelivery.objects.bulk_create(deliveries):
        queue.deliver(delivery.pk)
    return made


def notice_read(*, user_id: int, notice_id: uuid.UUID) -> Notice:
    """Mark one of the user's notices as read; the first time counts. Raises NotFound for another's or none."""
    Notice.objects.filter(pk=notice_id, user_id=user_id, read_at=None).update(read_at=timezone.now())
    found = Notice.objects.filter(pk=notice_id, user_id=user_id).first()
    if found is None:
        raise NotFound("You have no such notice.")
    return found


def notices_read(*, user_id: int, link: str = "") -> int:
    """Mark all of a user's notices as read, with ``link`` those that lead there; returns how many were not."""
    unread = Notice.objects.filter(user_id=user_id, read_at=None)
    return (unread.filter(link=link) if link else unread).update(read_at=timezone.now())


@transaction.atomic
def notice_settings_set(*, user_id: int | None, email: bool, webhook_url: str) -> NoticeSettings:
    """Set where a user's notices go (None: the organisation's copies). Another address gets another signing key.

    Raises BadInput for an address that is no webhook's, or for e-mail where the user has no address.
    """
    if webhook_url:
        try:
            webhook_target(webhook_url, settings.KINGDOM.egress_origins)
        except EgressRefused as error:
            raise BadInput(f"webhook_url: {error.message}") from None
    if email and user_id is not None and not get_user_model().objects.filter(pk=user_id).exclude(email="").exists():
        raise BadInput("There is no e-mail address in your account. Ask your admin to enter it.")
    NoticeSettings.objects.filter(owned_by(user_id)).get_or_create(defaults={"user_id": user_id})
    kept = NoticeSettings.objects.select_for_update().get(owned_by(user_id))
    if webhook_url != kept.webhook_url:
        kept.webhook_generation += 1
    kept.email, kept.webhook_url = email, webhook_url
    kept.save()
    return kept


def _ways(user_id: int, kept: Mapping[int | None, NoticeSettings]) -> list[NoticeDelivery.Way]:
    own, house = kept.get(user_id) or NoticeSettings(user_id=user_id), kept.get(None) or NoticeSettings()
    mail = own.email and settings.KINGDOM.email_url is not None
    wanted = {
        NoticeDelivery.Way.EMAIL: mail,
        NoticeDelivery.Way.WEBHOOK: own.webhook_url,
        NoticeDelivery.Way.ORGANISATION: house.webhook_url,
    }
    return [way for way, on in wanted.items() if on]
