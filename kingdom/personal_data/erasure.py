"""What is deleted with an account, in which order, and what stays.

Each step is repeatable: a worker that dies leaves an account from which another one goes on.
"""

from collections.abc import Callable, Iterable
from typing import Any

from axes.models import AccessAttempt, AccessFailureLog, AccessLog
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.contrib.sessions.models import Session as BrowserSession
from django.db import models, transaction
from django.db.models import Q, QuerySet, RestrictedError

from kingdom.accounts.models import SignedInSession, User
from kingdom.approvals.models import DisclosureEvent, Notification
from kingdom.core.text.sentences import sentence
from kingdom.council.cases.event_log import case_lock
from kingdom.council.cases.transitions import case_transition
from kingdom.council.models import CreationCase
from kingdom.council.rules import state_machine
from kingdom.events.models import DomainEvent
from kingdom.ministers.models import GuardianReview
from kingdom.orchestrator.conversations.services import conversation_delete
from kingdom.orchestrator.models import Conversation, Message
from kingdom.personal_data.models import FORMER_USER
from kingdom.policies.models import Pattern
from kingdom.routing.models import RoutingChange
from kingdom.schedules.models import Schedule
from kingdom.sessions.models import Session
from kingdom.sessions.services import session_cancel
from kingdom.specialists.models.specialist import Specialist, SpecialistRename
from kingdom.specialists.models.status import StatusChange
from kingdom.specialists.models.test_run import TestRun
from kingdom.tools.files.workspace_services import workspace_delete
from kingdom.tools.models import WorkspaceUsage
from kingdom.tools.receipts.services import receipts_purge
from kingdom.workflows.models import Workflow
from kingdom.workflows.rules.state_machine import FINAL_STATES as ENDED_WORKFLOW
from kingdom.workflows.services import workflow_cancel

BATCH_SIZE = 500
_REASON = sentence("The account was deleted.")


def work_stop(*, user_id: int) -> bool:
    """Stop everything that runs for a user and begin nothing new; return whether all of it is over."""
    Schedule.objects.filter(user_id=user_id).delete()
    for workflow in Workflow.objects.filter(user_id=user_id).exclude(state__in=ENDED_WORKFLOW):
        workflow_cancel(user_id=user_id, workflow_id=workflow.pk)
    for case_id in list(_open_cases(user_id).values_list("pk", flat=True)):
        _case_stop(case_id)
    running = Session.objects.filter(user_id=user_id, finished_at=None)
    for session_id in list(running.values_list("pk", flat=True)):
        session_cancel(session_id=session_id, reason=_REASON)
    return not running.exists() and not _open_cases(user_id).exists()


def account_erase(*, user_id: int, progress: Callable[[], None] = lambda: None) -> None:
    """Delete an account of which nothing runs any more, with everything that is in its user's words.

    ``progress`` is called before each conversation, folder, specialist and batch of rows; what it raises ends this.

    Kept: shared specialists without their owner (``shared_specialists``), active policies for everybody, executions
    and status changes without the user, the security log (number and name, under its seal), disclosures (the number).
    """
    for conversation_id in list(Conversation.objects.filter(user_id=user_id).values_list("pk", flat=True)):
        progress()
        messages = Message.objects.filter(conversation_id=conversation_id)
        _reviews_erase("message", messages)
        conversation_delete(user_id=user_id, conversation_id=conversation_id)
    for workspace_id in list(WorkspaceUsage.objects.filter(user_id=user_id).values_list("pk", flat=True)):
        progress()
        with transaction.atomic():
            workspace_delete(workspace_id=workspace_id)
    progress()
    _reviews_erase("case", CreationCase.objects.filter(user_id=user_id))
    shared_specialists_release(user_id=user_id)
    _reviews_erase("suite", TestRun.objects.filter(version__specialist__created_by_id=user_id))
    _specialists_delete(user_id, progress)
    for owned in (Workflow, Session, CreationCase, DomainEvent, Notification):
        _delete_in_batches(owned._base_manager.filter(user_id=user_id), progress)
    progress()
    _account_delete(user_id)
    receipts_purge(user_id=user_id)


def shared_specialists(*, user_id: int) -> QuerySet[Specialist]:
    """Return a user's specialists that others rely on: verified for all, used by others, or another's successor."""
    by_others = Session.objects.filter(purpose=Session.Purpose.TASK).exclude(user_id=user_id)
    used = by_others.filter(version__specialist__created_by_id=user_id).values("version__specialist")
    others = StatusChange.objects.exclude(specialist__created_by_id=user_id).values("successor")
    is_verified = Q(status=Specialist.Status.VERIFIED, scope=Specialist.Scope.GLOBAL)
    mine = Specialist.objects.filter(created_by_id=user_id)
    return mine.filter(is_verified | Q(pk__in=used) | Q(pk__in=others.filter(successor__created_by_id=user_id)))


@transaction.atomic
def shared_specialists_release(*, user_id: int) -> None:
    """Keep the specialists of a user that others rely on, without their owner, and end the name in decisions."""
    kept = list(shared_specialists(user_id=user_id).values_list("pk", flat=True))
    SpecialistRename.objects.filter(specialist__in=kept).delete()
    Specialist.objects.filter(pk__in=kept).update(created_by=None)
    Pattern.objects.filter(author_id=user_id, state=Pattern.State.ACTIVE).exclude(covers_id=user_id).update(author=None)
    for decisions in (StatusChange, RoutingChange):
        decisions._base_manager.filter(actor_id=user_id).update(actor=None, actor_name=FORMER_USER)


def _open_cases(user_id: int) -> QuerySet[CreationCase]:
    return CreationCase.objects.filter(user_id=user_id, state__in=state_machine.OPEN_STATES)


@transaction.atomic
def _case_stop(case_id: Any) -> None:  # noqa: ANN401 - a key
    case = case_lock(case_id)
    if case.state in state_machine.OPEN_STATES:
        case_transition(case=case, to=state_machine.REJECTED, reason=_REASON)


def _specialists_delete(user_id: int, progress: Callable[[], None]) -> None:
    """Delete the specialists that nobody else uses, with their versions, tests and trials, staff's trials included."""
    for specialist in Specialist.everything.filter(created_by_id=user_id):
        progress()
        try:
            deleted = _specialist_delete(specialist)
        except RestrictedError:  # another user has begun to use it meanwhile
            deleted = False
        if not deleted:
            shared_specialists_release(user_id=user_id)


@transaction.atomic
def _specialist_delete(specialist: Specialist) -> bool:
    """Delete a specialist, and return whether it was; not one that an admin has promoted meanwhile."""
    list(Specialist.everything.select_for_update().filter(pk=specialist.pk))  # as a promotion does
    if shared_specialists(user_id=specialist.created_by_id or 0).filter(pk=specialist.pk).exists():
        return False
    own = Q(user_id=specialist.created_by_id) | ~Q(purpose=Session.Purpose.TASK)
    _delete_in_batches(Session.objects.filter(own, version__specialist=specialist))
    Specialist.everything.filter(pk=specialist.pk).update(current_version=None)
    specialist.delete()
    return True


@transaction.atomic
def _account_delete(user_id: int) -> None:
    user = User.objects.filter(pk=user_id).first()
    if user is None:
        return
    keys = SignedInSession.objects.filter(user_id=user_id).values_list("session_key", flat=True)
    BrowserSession.objects.filter(session_key__in=list(keys)).delete()
    for attempts in (AccessAttempt, AccessFailureLog, AccessLog):
        attempts.objects.filter(username=user.get_username()).delete()
    LogEntry.objects.filter(content_type=ContentType.objects.get_for_model(User), object_id=str(user_id)).delete()
    user.delete()
    DisclosureEvent.objects.filter(actor_ref=user_id).update(actor_name=FORMER_USER)


def _reviews_erase(subject: str, rows: QuerySet[Any]) -> None:
    """Delete the Guardian's verdicts on rows: their findings may quote them."""
    for keys in _batches(rows.values_list("pk", flat=True)):
        GuardianReview.objects.filter(subject__in=[f"{subject}:{key}" for key in keys]).delete()


def _batches(keys: Iterable[Any]) -> Iterable[list[Any]]:
    found = list(keys)
    return (found[start : start + BATCH_SIZE] for start in range(0, len(found), BATCH_SIZE))


def _delete_in_batches(rows: QuerySet[Any], progress: Callable[[], None] = lambda: None) -> None:
    model: type[models.Model] = rows.model
    while keys := list(rows.order_by().values_list("pk", flat=True)[:BATCH_SIZE]):
        progress()
        model._base_manager.filter(pk__in=keys).delete()
