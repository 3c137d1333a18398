"""What the sessions room does when another room says that something happened."""

from typing import Any

from django.dispatch import receiver

from kingdom.approvals.models import Approval
from kingdom.approvals.notifications.services import notification_create
from kingdom.approvals.signals import approval_decided
from kingdom.credentials.models import UserCredential
from kingdom.credentials.services import credential_warned
from kingdom.sessions.approval_flow import session_resume
from kingdom.sessions.budgets.services import usage_add
from kingdom.sessions.engine.completion import session_finished
from kingdom.sessions.models import Session


@receiver(approval_decided, dispatch_uid="sessions.session_resume")
def resume_on_approval_decided(approval: Approval, **_: Any) -> None:  # noqa: ANN401 - Django's own keywords
    """Go on in the transaction that decides: the answer and what follows from it are both there, or neither is."""
    session_resume(approval=approval)


@receiver(credential_warned, dispatch_uid="sessions.credential_notice")
def notify_on_credential_warned(credential: UserCredential, **_: Any) -> None:  # noqa: ANN401 - Django's own keywords
    """Tell the owner: sessions are what stops when the credential has expired."""
    until = f"{credential.expires_at:%Y-%m-%d %H:%M} UTC"
    which = f"{credential.credential_key} of {credential.specialist_role}"
    text = f"The credential {which} expires on {until}. Replace it, or work that needs it will stop and ask."
    notification_create(
        user_id=credential.user_id, kind="credential_expiry", text=text, link=f"/credentials/{credential.pk}/"
    )


@receiver(session_finished, dispatch_uid="sessions.usage_add")
def usage_on_session_finished(session: Session, **_: Any) -> None:  # noqa: ANN401 - Django's own keywords
    """Add what a session used to its user's day, in the transaction that ends it."""
    usage_add(session=session)
