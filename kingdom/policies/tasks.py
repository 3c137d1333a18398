"""Celery tasks of policies."""

from celery import shared_task

from kingdom.policies.evaluation.event_policies import events_evaluate_late


@shared_task(ignore_result=True)
def late_events_evaluate() -> None:
    """Hold patterns against events that their own process did not get to. Periodic."""
    events_evaluate_late()
