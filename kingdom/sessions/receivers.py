"""What the sessions room does when another room says that something happened."""

from typing import Any

from django.dispatch import receiver

from kingdom.approvals.models import Approval
from kingdom.approvals.signals import approval_decided
from kingdom.sessions.approving import session_resume


@receiver(approval_decided, dispatch_uid="sessions.session_resume")
def question_closed(approval: Approval, **_: Any) -> None:  # noqa: ANN401 - Django's own keywords
    """Go on in the transaction that decides: the answer and what follows from it are both there, or neither is."""
    session_resume(approval=approval)
