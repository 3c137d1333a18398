"""Celery tasks of event webhooks. Each may be killed and repeated at any time."""

import uuid

from celery import shared_task

from kingdom.core.clock import utc_now
from kingdom.webhooks.delivery import event_deliveries_due, event_delivery_send


@shared_task(ignore_result=True)
def event_deliver(delivery_id: str) -> None:
    """Try one delivery that is due; any other is left alone."""
    event_delivery_send(delivery_id=uuid.UUID(delivery_id))


@shared_task(ignore_result=True)
def events_deliver() -> None:
    """Send what is due to the workers. Periodic."""
    for delivery_id in event_deliveries_due(now=utc_now()):
        event_deliver.delay(str(delivery_id))
