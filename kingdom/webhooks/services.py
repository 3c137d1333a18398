"""Writes of event webhooks: register, remove."""

import uuid
from collections.abc import Sequence

from django.conf import settings
from django.contrib.auth import get_user_model
from django.db import transaction

from kingdom.accounts.access import access_lock, access_transaction
from kingdom.adapters.egress_proxy.port import EgressRefused
from kingdom.adapters.notification_delivery import webhook_secret, webhook_target
from kingdom.core.background.jobs import advisory_lock
from kingdom.core.errors import BadInput, Conflict, NotAllowed, NotFound
from kingdom.webhooks.delivery import may_cover_everybody, signing_key
from kingdom.webhooks.models import EventWebhook

MAX_WEBHOOKS = 20  # of one user


def event_webhook_create(
    *, user_id: int, url: str, events: Sequence[str], everybody: bool = False
) -> tuple[EventWebhook, str]:
    """Register an address for events of some names; returns it with its secret, which is shown only now.

    Raises BadInput for an address that cannot be a webhook, NotAllowed for everybody's events without the permission,
    Conflict for one too many, and AccessEnded.
    """
    try:
        webhook_target(url, settings.KINGDOM.egress_origins)
    except EgressRefused as error:
        raise BadInput(f"url: {error.message}") from None
    if everybody and not may_cover_everybody(get_user_model().objects.get(pk=user_id)):
        raise NotAllowed("Only staff with the permission get the events of everybody.")
    with transaction.atomic():
        access_lock(user_id=user_id)
        advisory_lock(f"webhooks:{user_id}")  # two requests at once may not both be the last one allowed
        if EventWebhook.objects.filter(user_id=user_id).count() >= MAX_WEBHOOKS:
            raise Conflict(f"You have {MAX_WEBHOOKS} webhooks. Remove one first.")
        webhook = EventWebhook.objects.create(
            user_id=user_id, covers_id=None if everybody else user_id, url=url, events=sorted(set(events))
        )
    return webhook, webhook_secret(signing_key(webhook))


@access_transaction()
def event_webhook_delete(*, user_id: int, webhook_id: uuid.UUID) -> None:
    """Remove one of a user's webhooks with its deliveries. Raises NotFound."""
    event_webhook_of(user_id=user_id, webhook_id=webhook_id).delete()


def event_webhook_of(*, user_id: int, webhook_id: uuid.UUID) -> EventWebhook:
    """Return one of a user's webhooks. Raises NotFound."""
    webhook = EventWebhook.objects.filter(user_id=user_id, pk=webhook_id).first()
    if webhook is None:
        raise NotFound("You have no such webhook.")
    return webhook
