"""Events on commit: live updates for open streams, and tasks that deliver notifications."""

import uuid
from typing import Any

from django.db import transaction

from kingdom.adapters.pubsub_registry import LIVE_CHANNEL, pubsub_channel
from kingdom.core.background.task_queue import task_send_on_commit


def user_topic(user_id: int) -> str:
    """Return the live channel's topic of one user."""
    return f"user:{user_id}"


def publish_on_commit(user_id: int, body: dict[str, Any]) -> None:
    """Publish to one user's topic once the transaction has committed."""
    transaction.on_commit(lambda: pubsub_channel(LIVE_CHANNEL).publish(user_topic(user_id), body), robust=True)


def deliver_on_commit(delivery_id: uuid.UUID) -> None:
    """Send the task of a delivery once the transaction has committed; without a broker the schedule sends it later."""
    task_send_on_commit("kingdom.approvals.tasks.notification_deliver", delivery_id)
