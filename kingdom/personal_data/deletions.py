"""Writes of deletions: a user confirms, loses access at once, and a worker deletes everything."""

import uuid
from functools import partial

from django.http import HttpRequest
from django.views.decorators.debug import sensitive_variables

from kingdom.accounts.access import access_transaction
from kingdom.accounts.models import User
from kingdom.accounts.password_checks import password_user
from kingdom.core.background.jobs import JobQueue, Lease, LeaseLost
from kingdom.core.background.task_queue import check_worker_stopping
from kingdom.core.clock import utc_now
from kingdom.core.errors import BadInput, Conflict
from kingdom.personal_data.erasure import account_erase, work_stop
from kingdom.personal_data.models import AccountDeletion
from kingdom.security_log.models import SecurityEventKind
from kingdom.security_log.request_actor import request_actor
from kingdom.security_log.services import security_event_record

STOP_WAIT_S = 3.0  # between looks at work that is being stopped
_State = AccountDeletion.State
deletion_jobs = JobQueue(
    AccountDeletion, states=(_State.PENDING,), task="kingdom.personal_data.tasks.deletion_work", lease_s=900.0
)


@sensitive_variables()
def deletion_request(*, request: HttpRequest, user_id: int, username: str, password: str) -> AccountDeletion:
    """Deactivate an account at once and let a worker delete it; there is no waiting time and no way back.

    Raises BadInput for another name than the account's or a wrong password (of a user who has one), and Conflict for
    the last administrator.
    """
    user = User.objects.get(pk=user_id)
    if username.strip() != user.get_username():
        raise BadInput("Type your user name exactly as it is. Nothing was deleted.")
    if user.has_usable_password():
        known = password_user(request, username=user.username, password=password)
        if known is None or known.pk != user.pk:
            raise BadInput("This is not your password. Nothing was deleted.")
    with access_transaction(exclusive=True):
        administrators = User.objects.select_for_update().filter(is_superuser=True, is_active=True)
        if user.is_superuser and not administrators.exclude(pk=user_id).exists():
            raise Conflict("You are the only administrator. Make somebody else one first.")
        deletion, is_new = AccountDeletion.objects.get_or_create(user_ref=user_id)
        if is_new:
            security_event_record(
                SecurityEventKind.ACCOUNT_DELETED, subject=f"user {user_id}", actor=request_actor(request)
            )
        user.is_active = False
        user.save(update_fields=["is_active"])
        deletion_jobs.enqueue(deletion)
    return deletion


def deletion_work(*, deletion_id: uuid.UUID) -> bool:
    """Stop a user's work, or delete the account once it has stopped; return whether it is deleted now.

    Safe to kill and to repeat at any time.
    """
    lease = deletion_jobs.take(deletion_id)
    if lease is None:
        return False
    with deletion_jobs.interruptible(lease):
        user_id = AccountDeletion.objects.values_list("user_ref", flat=True).get(pk=deletion_id)
        if not work_stop(user_id=user_id):
            deletion_jobs.give_back(lease, wait_s=STOP_WAIT_S)
            return False
        account_erase(user_id=user_id, progress=partial(_lease_renew, lease))
        return deletion_jobs.finish(lease, state=_State.DONE, finished_at=utc_now())
    return False


def _lease_renew(lease: Lease) -> None:
    check_worker_stopping()
    if deletion_jobs.renew(lease) is None:
        raise LeaseLost("Another worker deletes this account.")
