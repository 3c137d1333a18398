"""Who hears of a decision on a specialist: its owner of everything, everybody of what they may use from now on or no longer."""

from collections.abc import Sequence
from uuid import UUID

from django.contrib.auth import get_user_model
from django.db import transaction

from kingdom.approvals.models import Notification
from kingdom.approvals.notifications.services import notifications_create
from kingdom.core.task_queue import task_send_on_commit
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.models.status import StatusChange

NOTIFY_TASK = "kingdom.specialists.tasks.status_change_notify"
EMBED_TASK = "kingdom.routing.tasks.specialist_embed_texts"
NOTIFY_BATCH = 500  # users told in one transaction

_MESSAGES = {
    "promote": "{role} is verified now: everybody may use it.",
    "suspend": "{role} is suspended and takes no more requests. Why: {reason}",
    "demote": "{role} is no longer verified; only its owner may use it until it is verified again. Why: {reason}",
    "deprecate": "{role} is deprecated.{successor} Why: {reason}",
    "restore": "{role} is back in service.",
    "revert": "{role} is served by the version before again. Why: {reason}",
    "revise": "{role} has a new version. Why: {reason}",
}


def status_change_announce(change: StatusChange) -> None:
    """Have a change told after commit. With the broker away the hourly sweep tells it."""
    task_send_on_commit(NOTIFY_TASK, change.pk)


def embedding_request(specialist_id: UUID) -> None:
    """Have a specialist's texts embedded after commit: another version serves. With the broker away ``routing_refresh`` does it."""
    task_send_on_commit(EMBED_TASK, specialist_id)


def status_change_notify(*, change_id: UUID) -> int:
    """Tell everybody whom a change concerns, each once, however often this is called; returns how many were told now."""
    change = StatusChange.objects.filter(pk=change_id).select_related("specialist", "successor").first()
    if change is None:
        return 0
    concerned = sorted(_recipients(change))
    return sum(
        _notify_batch(change, concerned[at : at + NOTIFY_BATCH]) for at in range(0, len(concerned), NOTIFY_BATCH)
    )


@transaction.atomic
def _notify_batch(change: StatusChange, user_ids: Sequence[int]) -> int:
    """Tell those of some users who do not know yet. One at a time: a worker and the hourly sweep would both find nobody told."""
    StatusChange.objects.select_for_update(of=("self",)).get(pk=change.pk)
    kind, link = (
        f"specialist_{change.kind}",
        f"/specialists/{change.specialist_id}/?change={change.pk}",
    )  # the mark tells who was told
    told = set(
        Notification.objects.filter(user_id__in=user_ids, kind=kind, link=link).values_list("user_id", flat=True)
    )
    waiting = [user_id for user_id in user_ids if user_id not in told]
    if waiting:
        notifications_create(user_ids=waiting, kind=kind, text=_message(change), link=link)
    return len(waiting)


def _recipients(change: StatusChange) -> set[int]:
    """Return whom to tell: the owner; everybody of what they may use from now on; of the rest all who used it while it was everybody's."""
    specialist = change.specialist
    concerned = {specialist.created_by_id} if specialist.created_by_id else set[int]()
    if change.new_status == Specialist.Status.VERIFIED and change.old_status != Specialist.Status.VERIFIED:
        concerned |= set(get_user_model().objects.filter(is_active=True).values_list("pk", flat=True))
    elif change.old_status == Specialist.Status.VERIFIED:
        used = Execution.objects.filter(version__specialist=specialist, user__is_active=True)
        concerned |= {pk for pk in used.values_list("user_id", flat=True).distinct() if pk is not None}
    return concerned


def _message(change: StatusChange) -> str:
    successor = f" {change.successor.role} takes its place." if change.successor else ""
    return _MESSAGES[change.kind].format(role=change.specialist.role, reason=change.reason, successor=successor)
