"""Celery tasks of schedules."""

from celery import shared_task

from kingdom.schedules.runs.file_triggers import triggers_fire
from kingdom.schedules.runs.firing import schedules_fire


@shared_task(ignore_result=True)
def schedules_due() -> None:
    """Send the messages that are due. Periodic; two at once send nothing twice."""
    schedules_fire()
    triggers_fire()
