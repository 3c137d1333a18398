"""Celery tasks of policies."""

from celery import shared_task

from kingdom.policies import services
from kingdom.policies.evaluation.event_policies import events_evaluate_late


@shared_task(ignore_result=True)
def late_events_evaluate() -> None:
    """Hold patterns against events that their own process did not get to. Periodic."""
    events_evaluate_late()


@shared_task(ignore_result=True)
def policy_drafts_purge() -> None:
    """Delete drafts of policies that nobody has activated in the days of the setting. Periodic."""
    services.policy_drafts_purge()
