"""Tasks of the inbox. Each may be killed and repeated at any time."""

import uuid

from celery import shared_task

from kingdom.approvals.notifications.delivery import deliveries_due, delivery_send
from kingdom.approvals.requests.services import approvals_expire
from kingdom.core.clock import utc_now


@shared_task(name="kingdom.approvals.tasks.expire", ignore_result=True)
def expire() -> None:
    """Expire overdue questions. Periodic."""
    approvals_expire()


@shared_task(name="kingdom.approvals.tasks.notification_deliver", ignore_result=True)
def notification_deliver(delivery_id: str) -> None:
    """Try one delivery that is due; any other is left alone."""
    delivery_send(delivery_id=uuid.UUID(delivery_id))


@shared_task(name="kingdom.approvals.tasks.notifications_deliver", ignore_result=True)
def notifications_deliver() -> None:
    """Send deliveries to the workers that are due again, or whose message was lost. Periodic."""
    for delivery_id in deliveries_due(now=utc_now()):
        notification_deliver.delay(str(delivery_id))
