"""Receivers of the signals of the rooms below."""

from typing import Any

from django.dispatch import receiver

from kingdom.sessions.engine.completion import session_finished
from kingdom.sessions.models import Session
from kingdom.specialists.evidence.executions import execution_record


@receiver(session_finished, dispatch_uid="specialists.execution_record")
def execution_record_on_finish(session: Session, **_: Any) -> None:  # noqa: ANN401 - Django's own keywords
    """Record the execution in the transaction that finishes the session. Trials are not recorded."""
    if session.purpose == Session.Purpose.TASK:
        execution_record(session=session)
