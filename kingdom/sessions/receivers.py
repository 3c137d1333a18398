"""What the sessions room does when another room says that something happened."""

from typing import Any

from django.dispatch import receiver

from kingdom.approvals.models import Approval
from kingdom.approvals.notice_services import notice_create
from kingdom.approvals.signals import approval_decided
from kingdom.credentials.models import UserCredential
from kingdom.credentials.signals import credential_warned
from kingdom.sessions.approving import session_resume
from kingdom.sessions.budget_services import usage_add
from kingdom.sessions.models import Session
from kingdom.sessions.signals import session_finished


@receiver(approval_decided, dispatch_uid="sessions.session_resume")
def question_closed(approval: Approval, **_: Any) -> None:  # noqa: ANN401 - Django's own keywords
    """Go on in the transaction that decides: the answer and what follows from it are both there, or neither is."""
    session_resume(approval=approval)


@receiver(credential_warned, dispatch_uid="sessions.credential_notice")
def credential_expires(credential: UserCredential, **_: Any) -> None:  # noqa: ANN401 - Django's own keywords
    """Tell the owner: sessions are what stops when the credential has expired."""
    until = f"{credential.expires_at:%Y-%m-%d %H:%M} UTC"
    which = f"{credential.credential_key} of {credential.specialist_role}"
    text = f"The credential {which} expires on {until}. Replace it, or work that needs it will stop and ask."
    notice_create(user_id=credential.user_id, kind="credential_expiry", text=text, link=f"/credentials/{credential.pk}/")


@receiver(session_finished, dispatch_uid="sessions.usage_add")
def session_used(session: Session, **_: Any) -> None:  # noqa: ANN401 - Django's own keywords
    """Add what a session used to its user's day, in the transaction that ends it."""
    usage_add(session=session)
