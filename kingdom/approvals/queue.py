"""Saying it on commit: to who watches live, and to the workers that carry notices out of the house."""

import uuid
from functools import partial
from typing import Any

import structlog
from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

from kingdom.adapters.channels import LIVE, channel

_log = structlog.get_logger(__name__)


def topic_of(user_id: int) -> str:
    """Return the live channel's topic of one person."""
    return f"user:{user_id}"


def announce(user_id: int, body: dict[str, Any]) -> None:
    """Publish to one person's topic once the transaction has committed."""
    transaction.on_commit(lambda: channel(LIVE).publish(topic_of(user_id), body), robust=True)


def deliver(delivery_id: uuid.UUID) -> None:
    """Have a delivery carried out once the transaction has committed. A broker that is away loses nothing: the schedule sends it later."""
    transaction.on_commit(partial(_send, delivery_id), robust=True)


def _send(delivery_id: uuid.UUID) -> None:
    try:
        current_app.send_task("kingdom.approvals.tasks.notice_deliver", args=[str(delivery_id)])
    except OperationalError:
        _log.warning("notice_not_enqueued", delivery_id=str(delivery_id))
