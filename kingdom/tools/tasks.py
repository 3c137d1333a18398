"""Periodic tasks of the tools app. Safe to run twice and to kill."""

from celery import shared_task

from kingdom.tools.gate.rate_limits import rate_limits_purge


@shared_task
def rates_purge() -> None:
    """Delete the rate-limit buckets that are full again."""
    rate_limits_purge()
