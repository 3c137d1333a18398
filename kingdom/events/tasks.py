"""Celery tasks of domain events."""

from datetime import timedelta

from celery import shared_task
from django.conf import settings
from django.utils import timezone

from kingdom.events.models import DomainEvent


@shared_task(ignore_result=True)
def events_purge() -> None:
    """Delete events older than the setting. Periodic."""
    oldest = timezone.now() - timedelta(days=settings.KINGDOM.event_days)
    DomainEvent.objects.filter(created_at__lt=oldest).delete()
