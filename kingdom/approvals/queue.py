"""Saying it on commit: to who watches live, and to the workers that carry notices out of the house."""

import uuid
from typing import Any

from django.db import transaction

from kingdom.adapters.channels import LIVE, channel
from kingdom.core.dispatch import task_send_on_commit


def topic_of(user_id: int) -> str:
    """Return the live channel's topic of one person."""
    return f"user:{user_id}"


def announce(user_id: int, body: dict[str, Any]) -> None:
    """Publish to one person's topic once the transaction has committed."""
    transaction.on_commit(lambda: channel(LIVE).publish(topic_of(user_id), body), robust=True)


def deliver(delivery_id: uuid.UUID) -> None:
    """Have a delivery carried out once the transaction has committed. A broker that is away loses nothing: the schedule sends it later."""
    task_send_on_commit("kingdom.approvals.tasks.notice_deliver", delivery_id)
