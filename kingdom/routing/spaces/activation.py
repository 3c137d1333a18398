"""Activate an embedding space or a calibration, or undo the last activation. Each is recorded as a RoutingChange.

A switch is one compare-and-set on one row. The candidate query of the King reads that row, so that the next message in
any process uses the new space without a reload. The previous space stays up to date, so that an undo is the same
operation.
"""

from uuid import UUID

from django.conf import settings
from django.db import transaction

from kingdom.accounts.models import User
from kingdom.core.background.task_queue import task_send_on_commit
from kingdom.core.errors import Conflict, LostRace, NotFound
from kingdom.routing.models import ActiveEmbeddingSpace, EmbeddingSpace, RouterCalibration, RoutingChange
from kingdom.routing.spaces.selectors import active_space_kind, latest_routing_change
from kingdom.routing.spaces.services import State, actor_label, missing_text_count

CALIBRATION_TASK = "kingdom.routing.tasks.calibration_fit"
REFRESH_TASK = "kingdom.routing.tasks.routing_refresh"
_LOST_SWITCH = "Another switch came first. Look again, then switch."


class SpaceLacksTexts(Conflict):
    """The space was complete and lacks texts that came later; ``spaces_refresh`` embeds them."""


def _routing_change_record(change: RoutingChange, actor: User | None) -> RoutingChange:
    """Store a change and request a refresh of all maintained spaces after commit."""
    change.actor, change.actor_name = actor, actor_label(actor)
    change.save()
    task_send_on_commit(REFRESH_TASK)
    return change


def _require_switchable(kind: str, active_kind: str) -> None:
    space = EmbeddingSpace.objects.filter(kind=kind).first()
    if space is None:
        raise NotFound(f"There is no space {kind}. Build it first: manage.py embedding_space_build {kind}.")
    if space.state != State.READY:
        raise Conflict(f"{kind} is not complete: {space.progress}{f' ({space.error})' if space.error else ''}.")
    if missing := missing_text_count(space, active_kind):
        raise SpaceLacksTexts(
            f"{kind} lacks {missing} texts that {active_kind} has. They are embedded within minutes; then try again."
        )
    if not RouterCalibration.objects.filter(encoder=space.encoder, active=True).exists():
        raise Conflict(f"{kind} has no fitted calibration. Wait for the next refresh, then try again.")


@transaction.atomic
def space_switch(*, kind: str, actor: User | None = None, expected: str = "", reason: str = "") -> RoutingChange:
    """Activate another space and return the change. ``expected`` is the active kind that the caller saw; "" for any.

    Raises NotFound, Conflict with what is missing (a complete build, a fitted calibration; SpaceLacksTexts for texts),
    LostRace for a concurrent switch.
    """
    ActiveEmbeddingSpace.objects.bulk_create(
        [ActiveEmbeddingSpace(pk=1, kind=settings.KINGDOM.embedder)], ignore_conflicts=True
    )
    active_kind = active_space_kind()
    if expected and expected != active_kind:
        raise LostRace(f"{active_kind} is active now, not {expected}. Look again, then switch.")
    if kind == active_kind:
        raise Conflict(f"{kind} is active already.")
    _require_switchable(kind, active_kind)
    if ActiveEmbeddingSpace.objects.filter(pk=1, kind=active_kind).update(kind=kind) != 1:
        raise LostRace(_LOST_SWITCH)
    return _routing_change_record(
        RoutingChange(subject=RoutingChange.Subject.SPACE, before=active_kind, after=kind, reason=reason), actor
    )


def space_switch_refusal(kind: str) -> str:
    """Return why a space cannot be activated now, "" when it can."""
    try:
        _require_switchable(kind, active_space_kind())
    except (NotFound, Conflict) as error:
        return error.message
    return ""


@transaction.atomic
def calibration_switch(
    *, calibration_id: int, actor: User | None = None, expected: int | None = None, reason: str = ""
) -> RoutingChange:
    """Activate another calibration of its space and pin it: until ``calibration_unpin`` no refit replaces it.

    ``expected`` is the active calibration that the caller saw. Raises NotFound, Conflict for the active calibration,
    LostRace.
    """
    rows = RouterCalibration.objects
    calibration = rows.filter(pk=calibration_id).defer("parameters", "classifier").first()
    if calibration is None:
        raise NotFound("There is no such calibration. Old ones are deleted.")
    if calibration.active:
        raise Conflict(f"Calibration {calibration.pk} is active already.")
    active = rows.filter(encoder=calibration.encoder, active=True).values_list("pk", flat=True).first()
    if expected is not None and active != expected:
        raise LostRace(f"Calibration {active} is active now, not {expected}. Look again, then switch.")
    if active is not None and rows.filter(pk=active, active=True).update(active=False, pinned=False) != 1:
        raise LostRace(_LOST_SWITCH)
    if rows.filter(pk=calibration.pk, active=False).update(active=True, pinned=True) != 1:
        raise LostRace
    change = RoutingChange(
        subject=RoutingChange.Subject.CALIBRATION,
        encoder=calibration.encoder,
        before="" if active is None else str(active),
        after=str(calibration.pk),
        reason=reason,
    )
    return _routing_change_record(change, actor)


def calibration_fit_request() -> None:
    """Request a fit for the active space by a worker. A new calibration is stored without activation."""
    task_send_on_commit(CALIBRATION_TASK)


def calibration_unpin(*, calibration_id: int) -> None:
    """Allow automatic refits of a pinned calibration again. Raises Conflict when it is not pinned."""
    if RouterCalibration.objects.filter(pk=calibration_id, active=True, pinned=True).update(pinned=False) != 1:
        raise Conflict("This calibration is not pinned.")


@transaction.atomic
def routing_change_undo(
    *, subject: RoutingChange.Subject, actor: User | None = None, expected: UUID | None = None
) -> RoutingChange:
    """Undo the last switch of a space or calibration and return the new change.

    ``expected`` is the id of the change to undo.

    Raises NotFound before the first switch, Conflict and LostRace as ``space_switch`` and ``calibration_switch`` do.
    """
    last = latest_routing_change(subject)
    if last is None or not last.before:
        raise NotFound(f"There is no switch of a {subject} to undo.")
    if expected is not None and last.pk != expected:
        raise LostRace("Another switch came after that one. Look again.")
    reason = f"Undoes the switch of {last.created_at:%Y-%m-%d %H:%M}."
    if subject == RoutingChange.Subject.SPACE:
        return space_switch(kind=last.before, actor=actor, expected=last.after, reason=reason)
    return calibration_switch(calibration_id=int(last.before), actor=actor, expected=int(last.after), reason=reason)
