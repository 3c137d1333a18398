"""What the orchestrator does when another room says that something happened."""

from typing import Any

from django.dispatch import receiver

from kingdom.council.models import Case
from kingdom.council.signals import case_completed, case_opening
from kingdom.orchestrator.creation_services import creation_answer, creation_vouch
from kingdom.orchestrator.services import answer_store
from kingdom.sessions.models import Session
from kingdom.sessions.signals import session_finished


@receiver(session_finished, dispatch_uid="orchestrator.answer_store")
def session_answered(session: Session, **_: Any) -> None:  # noqa: ANN401 - Django's own keywords
    """Store the answer in the transaction that finishes the session: both are there, or neither is."""
    if session.purpose == Session.Purpose.TASK:
        answer_store(session=session)


@receiver(case_opening, dispatch_uid="orchestrator.creation_vouch")
def case_named_a_message(case: Case, **_: Any) -> bool:  # noqa: ANN401 - as above
    """Vouch for the conversation and the message that a case names, or refuse it."""
    return creation_vouch(case=case)


@receiver(case_completed, dispatch_uid="orchestrator.creation_answer")
def case_made_a_specialist(case: Case, **_: Any) -> None:  # noqa: ANN401 - as above
    """Have the message that started a case answered by who was made for it."""
    creation_answer(case=case)
