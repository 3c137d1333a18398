"""What the registry does when another room says that something happened."""

from typing import Any

from django.dispatch import receiver

from kingdom.sessions.engine.completion import session_finished
from kingdom.sessions.models import Session
from kingdom.specialists.evidence.executions import execution_record


@receiver(session_finished, dispatch_uid="specialists.telemetry_record")
def execution_record_on_finish(session: Session, **_: Any) -> None:  # noqa: ANN401 - Django's own keywords
    """Write the telemetry row in the transaction that finishes the session: both are there, or neither is. A trial is no evidence."""
    if session.purpose == Session.Purpose.TASK:
        execution_record(session=session)
