"""Periodic work of the tools room. Safe to run twice and to kill."""

from celery import shared_task

from kingdom.tools.rates import rates_forget


@shared_task
def rates_purge() -> None:
    """Forget the rates that are full again."""
    rates_forget()
