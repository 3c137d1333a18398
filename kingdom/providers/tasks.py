"""Periodic tasks of the providers app. Safe to run twice and to kill."""

from celery import shared_task

from kingdom.providers import circuit_store


@shared_task
def host_circuits_purge() -> None:
    """Delete the circuits of hosts that no handler has called for a day."""
    circuit_store.host_circuits_purge()
