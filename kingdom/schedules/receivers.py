"""Receivers of signals of sessions."""

from typing import Any

from django.dispatch import receiver

from kingdom.schedules.firing import run_finished
from kingdom.sessions.engine.completion import session_finished
from kingdom.sessions.models import Session


@receiver(session_finished, dispatch_uid="schedules.run_finished")
def on_session_finished(session: Session, **_: Any) -> None:  # noqa: ANN401 - Django's signature
    """Settle the run of a session, in the transaction that finishes it."""
    if session.conversation_id is not None and session.purpose == Session.Purpose.TASK:
        run_finished(session=session)
