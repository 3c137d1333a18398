"""Celery tasks of operations."""

from celery import shared_task
from django.core.cache import cache

from kingdom.ops import services


def echo_key(token: str) -> str:
    """Return the cache key of an echo."""
    return f"ops:echo:{token}"


@shared_task
def echo(token: str) -> None:
    """Answer a round trip of ``doctor``: store the token in the cache for a minute."""
    cache.set(echo_key(token), "1", 60)


@shared_task
def heartbeats_purge() -> None:
    """Delete heartbeats of processes that were killed long ago. Idempotent."""
    services.heartbeats_purge()
