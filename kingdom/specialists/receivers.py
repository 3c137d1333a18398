"""What the registry does when another room says that something happened."""

from typing import Any

from django.dispatch import receiver

from kingdom.sessions.models import Session
from kingdom.sessions.signals import session_finished
from kingdom.specialists.telemetry_services import telemetry_record


@receiver(session_finished, dispatch_uid="specialists.telemetry_record")
def session_counted(session: Session, **_: Any) -> None:  # noqa: ANN401 - Django's own keywords
    """Write the telemetry row in the transaction that finishes the session: both are there, or neither is. A trial is no evidence."""
    if session.purpose == Session.Purpose.TASK:
        telemetry_record(session=session)
