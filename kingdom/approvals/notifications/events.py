"""Saying it on commit: to who watches live, and to the workers that carry notifications out of the house."""

import uuid
from typing import Any

from django.db import transaction

from kingdom.adapters.pubsub_registry import LIVE_CHANNEL, pubsub_channel
from kingdom.core.task_queue import task_send_on_commit


def user_topic(user_id: int) -> str:
    """Return the live channel's topic of one person."""
    return f"user:{user_id}"


def publish_on_commit(user_id: int, body: dict[str, Any]) -> None:
    """Publish to one person's topic once the transaction has committed."""
    transaction.on_commit(lambda: pubsub_channel(LIVE_CHANNEL).publish(user_topic(user_id), body), robust=True)


def deliver_on_commit(delivery_id: uuid.UUID) -> None:
    """Have a delivery carried out once the transaction has committed. A broker that is away loses nothing: the schedule sends it later."""
    task_send_on_commit("kingdom.approvals.tasks.notification_deliver", delivery_id)
