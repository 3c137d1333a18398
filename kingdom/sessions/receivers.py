"""Signal receivers of sessions."""

from typing import Any

from django.db import transaction
from django.db.models.signals import post_save
from django.dispatch import receiver

from kingdom.accounts.models import User
from kingdom.approvals.models import Approval
from kingdom.approvals.notifications.services import notification_create
from kingdom.approvals.signals import approval_decided
from kingdom.contracts.model import Usage
from kingdom.core.text.sentences import sentence
from kingdom.credentials.models import UserCredential
from kingdom.credentials.services import credential_warned
from kingdom.policies.hooks import RUN_SUSPENDERS
from kingdom.providers.signals import model_call_metered, model_call_starting
from kingdom.sessions.approval_flow import session_resume
from kingdom.sessions.budgets.services import model_budget_check, model_usage_add, session_calls_add, session_usage_add
from kingdom.sessions.engine.completion import session_abort, session_finished
from kingdom.sessions.escalations import is_aborted
from kingdom.sessions.models import Session
from kingdom.sessions.services import session_suspend, sessions_stop_closed

if session_suspend not in RUN_SUSPENDERS:
    RUN_SUSPENDERS.append(session_suspend)


@receiver(approval_decided, dispatch_uid="sessions.session_resume")
def resume_on_approval_decided(approval: Approval, **_: Any) -> None:  # noqa: ANN401 - Django's own keywords
    """Resume the session in the transaction of the answer, so that both are committed or neither."""
    if is_aborted(approval):
        session_abort(approval=approval)
    else:
        session_resume(approval=approval)


@receiver(post_save, sender=User, dispatch_uid="sessions.user_deactivated")
def cancel_on_user_deactivated(instance: User, created: bool, **_: Any) -> None:  # noqa: ANN401 - Django's own keywords
    """Stop what runs for a user who is deactivated: it would go on with the user's files and keys.

    After the commit: what was opened before it is seen then, what comes later is refused (``access_lock``), and no lock
    of a session is waited for while the user's row is locked. If this process dies before it, the reaper stops it.
    """
    if not created and not instance.is_active:
        transaction.on_commit(lambda: sessions_stop_closed(user_id=instance.pk), robust=True)


@receiver(credential_warned, dispatch_uid="sessions.credential_notice")
def notify_on_credential_warned(credential: UserCredential, **_: Any) -> None:  # noqa: ANN401 - Django's own keywords
    """Notify the owner: sessions stop when the credential has expired."""
    until = f"{credential.expires_at:%Y-%m-%d %H:%M} UTC"
    text = sentence(
        "The credential %(key)s of %(role)s expires on %(until)s. Replace it, or work that needs it will stop and ask.",
        key=credential.credential_key,
        role=credential.specialist_role,
        until=until,
    )
    notification_create(
        user_id=credential.user_id, kind="credential_expiry", text=text, link=f"/credentials/{credential.pk}/"
    )


@receiver(session_finished, dispatch_uid="sessions.usage_add")
def usage_on_session_finished(session: Session, **_: Any) -> None:  # noqa: ANN401 - Django's own keywords
    """Add a session's execution and sandbox time to its user's day, in the transaction that ends it."""
    session_usage_add(session=session)


@receiver(model_call_starting, dispatch_uid="sessions.model_budget")
def budget_on_model_call_starting(user_id: int | None, **_: Any) -> None:  # noqa: ANN401 - Django's own keywords
    """Refuse a model call when a budget of tokens or cost is used up."""
    model_budget_check(user_id=user_id)


@receiver(model_call_metered, dispatch_uid="sessions.model_usage")
def usage_on_model_call_metered(
    user_id: int | None,
    usage: Usage,
    session_id: str = "",
    **_: Any,  # noqa: ANN401 - Django's own keywords
) -> None:
    """Add a model call to its user's day, and one that is in no log to its session."""
    model_usage_add(user_id=user_id, usage=usage)
    if session_id:
        session_calls_add(session_id=session_id, usage=usage)
