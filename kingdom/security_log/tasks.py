"""Celery tasks of the security log."""

from celery import shared_task

from kingdom.security_log.services import security_log_seal


@shared_task
def seal() -> None:
    """Seal the events recorded since the last run. Idempotent."""
    security_log_seal()
