"""What the orchestrator does when another room says that something happened."""

from typing import Any

from django.dispatch import receiver

from kingdom.orchestrator.services import answer_store
from kingdom.sessions.models import Session
from kingdom.sessions.signals import session_finished


@receiver(session_finished, dispatch_uid="orchestrator.answer_store")
def session_answered(session: Session, **_: Any) -> None:  # noqa: ANN401 - Django's own keywords
    """Store the answer in the transaction that finishes the session: both are there, or neither is."""
    if session.purpose == Session.Purpose.TASK:
        answer_store(session=session)
