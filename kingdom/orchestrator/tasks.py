"""Celery's door to the orchestrator."""

import uuid

from celery import shared_task

from kingdom.orchestrator.answering import message_answer as answer


@shared_task(ignore_result=True)
def message_answer(session_id: str) -> None:
    """Answer one message: route it, run its session. Safe to run again after a crash at any point."""
    answer(session_id=uuid.UUID(session_id))
