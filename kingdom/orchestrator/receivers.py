"""What the orchestrator does when another room says that something happened."""

from typing import Any

from django.dispatch import receiver

from kingdom.council.models import CreationCase
from kingdom.council.signals import case_completed, case_opening
from kingdom.orchestrator.conversations.services import answer_store
from kingdom.orchestrator.pipeline.case_handoff import case_message_answer, case_message_validate
from kingdom.sessions.engine.completion import session_finished
from kingdom.sessions.models import Session


@receiver(session_finished, dispatch_uid="orchestrator.answer_store")
def on_session_finished(session: Session, **_: Any) -> None:  # noqa: ANN401 - Django's own keywords
    """Store the answer in the transaction that finishes the session: both are there, or neither is."""
    if session.purpose == Session.Purpose.TASK:
        answer_store(session=session)


@receiver(case_opening, dispatch_uid="orchestrator.creation_vouch")
def on_case_opening(case: CreationCase, **_: Any) -> bool:  # noqa: ANN401 - as above
    """Vouch for the conversation and the message that a case names, or refuse it."""
    return case_message_validate(case=case)


@receiver(case_completed, dispatch_uid="orchestrator.creation_answer")
def on_case_completed(case: CreationCase, **_: Any) -> None:  # noqa: ANN401 - as above
    """Have the message that started a case answered by who was made for it."""
    case_message_answer(case=case)
