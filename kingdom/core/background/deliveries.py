"""Deliveries: messages to other machines, claimed by one worker and sent outside any transaction, at least once.

A worker that dies between sending and recording leaves its claim. When it has expired, another one sends again, with
the same id.
"""

from datetime import datetime, timedelta
from typing import Any, TypeVar

from django.db import models
from django.db.models import F, QuerySet

CLAIM_LEASE = timedelta(minutes=2)  # longer than any attempt; afterwards another worker may claim it
MAX_ATTEMPTS = 10
MIN_BACKOFF = timedelta(seconds=30)
MAX_BACKOFF = timedelta(hours=4)


class Delivery(models.Model):
    """The columns of a delivery."""

    class State(models.TextChoices):
        """State; the last two are final."""

        WAITING = "waiting"
        SENT = "sent"
        GIVEN_UP = "given_up"

    state = models.CharField(max_length=10, choices=State.choices, default=State.WAITING)
    attempts = models.PositiveSmallIntegerField(default=0)
    due_at = models.DateTimeField()
    error = models.CharField(max_length=200, blank=True)
    sent_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        abstract = True


DeliveryT = TypeVar("DeliveryT", bound=Delivery)


def backoff_delay(attempts: int) -> timedelta:
    """Return the delay after so many attempts: 30 s, doubling, at most 4 hours; ten attempts span about 4 hours."""
    return min(MIN_BACKOFF * (1 << min(attempts, 20)), MAX_BACKOFF)


def delivery_claim(rows: QuerySet[DeliveryT], *, now: datetime) -> DeliveryT | None:
    """Claim the one delivery of ``rows`` and return it; None when it is not due, is over, or another worker has it."""
    waiting = rows.filter(state=Delivery.State.WAITING)
    claimed = waiting.filter(due_at__lte=now).update(due_at=now + CLAIM_LEASE, attempts=F("attempts") + 1)
    return waiting.first() if claimed == 1 else None


def delivery_update(delivery: Delivery, **changes: Any) -> None:  # noqa: ANN401 - values of columns
    """Store what became of a claimed delivery; nothing when it is over or another worker has claimed it since."""
    own = type(delivery)._default_manager.filter(pk=delivery.pk, attempts=delivery.attempts)
    own.filter(state=Delivery.State.WAITING).update(**changes)
