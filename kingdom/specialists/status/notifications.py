"""Notifications on status changes: to the owner, and to the users who gain or lose a specialist."""

from collections.abc import Sequence
from uuid import UUID

from django.contrib.auth import get_user_model
from django.db import transaction

from kingdom.approvals.models import Notification
from kingdom.approvals.notifications.services import notifications_create
from kingdom.core.background.task_queue import task_send_on_commit
from kingdom.core.text.sentences import sentence, sentence_template
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.models.status import Canary, StatusChange
from kingdom.specialists.status.canary_rules import canary_sentence

NOTIFY_TASK = "kingdom.specialists.tasks.status_change_notify"
NOTIFY_BATCH = 500  # users per transaction

_MESSAGES = {
    "promote": sentence_template("%(name)s is verified now."),
    "suspend": sentence_template("%(name)s is suspended and takes no more requests. Why: %(sentence)s"),
    "demote": sentence_template(
        "%(name)s is no longer verified; only its owner may use it until it is verified again. Why: %(sentence)s"
    ),
    "deprecate": sentence_template("%(name)s is deprecated. Why: %(sentence)s"),
    "restore": sentence_template("%(name)s is back in service."),
    "revert": sentence_template("%(name)s is served by the version before again. Why: %(sentence)s"),
    "revise": sentence_template("%(name)s has a new version. Why: %(sentence)s"),
}
_SUCCEEDED = sentence_template("%(name)s is deprecated. %(successor)s takes its place. Why: %(sentence)s")
_FOR_EVERYBODY = sentence_template("Everybody may use it.")


def status_change_announce(change: StatusChange) -> None:
    """Request the notifications of a change after commit. If the message is lost, the hourly task sends them."""
    task_send_on_commit(NOTIFY_TASK, change.pk)


def status_change_notify(*, change_id: UUID) -> int:
    """Notify every user whom a change concerns, each once; return the number of new notifications. Idempotent."""
    change = StatusChange.objects.filter(pk=change_id).select_related("specialist", "successor").first()
    if change is None:
        return 0
    recipients = sorted(_recipients(change))
    starts = range(0, len(recipients), NOTIFY_BATCH)
    return sum(_notify_batch(change, recipients[start : start + NOTIFY_BATCH]) for start in starts)


@transaction.atomic
def _notify_batch(change: StatusChange, user_ids: Sequence[int]) -> int:
    """Notify the users without a notification of the change. The row lock keeps workers from doing it twice."""
    StatusChange.objects.select_for_update(of=("self",)).get(pk=change.pk)
    # The id of the change in the link identifies its notifications.
    kind, link = f"specialist_{change.kind}", f"/specialists/{change.specialist_id}/?change={change.pk}"
    existing = Notification.objects.filter(user_id__in=user_ids, kind=kind, link=link)
    notified = set(existing.values_list("user_id", flat=True))
    waiting = [user_id for user_id in user_ids if user_id not in notified]
    if waiting:
        notifications_create(user_ids=waiting, kind=kind, text=_message(change), link=link)
    return len(waiting)


def _recipients(change: StatusChange) -> set[int]:
    """Return the ids of the users to notify.

    The owner; for a newly verified specialist all users; for one that is no longer verified all of its users.
    """
    specialist = change.specialist
    recipients = {specialist.created_by_id} if specialist.created_by_id else set[int]()
    if change.new_status == Specialist.Status.VERIFIED and change.old_status != Specialist.Status.VERIFIED:
        recipients |= set(get_user_model().objects.filter(is_active=True).values_list("pk", flat=True))
    elif change.old_status == Specialist.Status.VERIFIED:
        used = Execution.objects.filter(version__specialist=specialist, user__is_active=True)
        recipients |= {pk for pk in used.values_list("user_id", flat=True).distinct() if pk is not None}
    return recipients


def _message(change: StatusChange) -> str:
    values = {"name": change.specialist.role, "sentence": change.reason}
    is_succeeded = change.kind == StatusChange.Kind.DEPRECATE and change.successor is not None
    text = sentence(
        _SUCCEEDED if is_succeeded else _MESSAGES[change.kind],
        successor=change.successor.role if change.successor else "",
        **values,
    )
    canary = Canary.objects.filter(specialist=change.specialist_id, state=Canary.State.RUNNING).first()
    if canary is None or change.new_status != Specialist.Status.VERIFIED:
        return f"{text} {_FOR_EVERYBODY}" if change.kind == StatusChange.Kind.PROMOTE else text
    return f"{text} {canary_sentence(canary.share, canary.required_executions, is_first=canary.previous_id is None)}"
