"""Celery tasks of domain events."""

from datetime import timedelta

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from kingdom.events.models import DomainEvent

PURGE_BATCH = 5_000  # events deleted by one transaction


@shared_task(ignore_result=True)
def events_purge() -> None:
    """Delete events older than the setting, in batches of their own transactions. Periodic, safe to kill and repeat."""
    oldest = timezone.now() - timedelta(days=settings.KINGDOM.event_days)
    old = DomainEvent.objects.filter(created_at__lt=oldest).order_by("pk")
    while ids := list(old.values_list("pk", flat=True)[:PURGE_BATCH]):
        DomainEvent.objects.filter(pk__in=ids).delete()
