"""Celery tasks of the operation."""

from celery import shared_task
from django.core.cache import cache

from kingdom.ops import services


def echo_key(token: str) -> str:
    """Return the cache key under which an echo comes back."""
    return f"ops:echo:{token}"


@shared_task
def echo(token: str) -> None:
    """Answer a round trip of ``doctor``: what was sent is found in the cache for a minute."""
    cache.set(echo_key(token), "1", 60)


@shared_task
def heartbeats_purge() -> None:
    """Forget processes that were killed long ago. Safe to run twice."""
    services.heartbeats_purge()
