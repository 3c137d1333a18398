"""Activation of an embedding space or a calibration, each recorded as a RoutingChange, and its undo."""

from uuid import UUID

from django.conf import settings
from django.db import transaction

from kingdom.accounts.models import User
from kingdom.core.errors import Conflict, LostRace, NotFound
from kingdom.core.task_queue import task_send_on_commit
from kingdom.routing.models import ActiveEmbeddingSpace, EmbeddingSpace, RouterCalibration, RoutingChange
from kingdom.routing.spaces.selectors import active_space_kind, latest_routing_change
from kingdom.routing.spaces.services import State, actor_label, missing_text_count

CALIBRATION_TASK = "kingdom.routing.tasks.fit_router_calibration"


REFRESH_TASK = "kingdom.routing.tasks.routing_refresh"


def _routing_change_record(change: RoutingChange, actor: User | None) -> RoutingChange:
    """Store a change, tell every process of it, and have both spaces brought in step once it is committed."""
    change.actor, change.actor_name = actor, actor_label(actor)
    change.save()
    task_send_on_commit(REFRESH_TASK)
    return change


def _require_switchable(kind: str, now: str) -> None:
    space = EmbeddingSpace.objects.filter(kind=kind).first()
    if space is None:
        raise NotFound(f"There is no space {kind}. Build it first: manage.py embedding_space_build {kind}")
    if space.state != State.READY:
        raise Conflict(f"{kind} is not complete: {space.progress}{f' ({space.error})' if space.error else ''}.")
    if missing := missing_text_count(space, now):
        raise Conflict(
            f"{kind} lacks {missing} texts that {now} has. They are brought along within minutes; then try again."
        )
    if not RouterCalibration.objects.filter(encoder=space.encoder, active=True).exists():
        raise Conflict(f"{kind} has no fitted gate, so it could not tell when to refuse.")


@transaction.atomic
def space_switch(*, kind: str, actor: User | None = None, expected: str = "", reason: str = "") -> RoutingChange:
    """Let another space serve, and return the change. ``expected`` is the kind that served when its caller looked; "" for any.

    Raises NotFound, Conflict with what is missing (a build that is not complete, texts, a fitted gate), LostRace for the second of two.
    """
    ActiveEmbeddingSpace.objects.bulk_create(
        [ActiveEmbeddingSpace(pk=1, kind=settings.KINGDOM.embedder)], ignore_conflicts=True
    )
    now = active_space_kind()
    if expected and expected != now:
        raise LostRace(f"{now} serves now, not {expected}. Look again, then switch.")
    if kind == now:
        raise Conflict(f"{kind} serves already.")
    _require_switchable(kind, now)
    if ActiveEmbeddingSpace.objects.filter(pk=1, kind=now).update(kind=kind) != 1:
        raise LostRace("Another switch came first. Look again, then switch.")
    return _routing_change_record(
        RoutingChange(what=RoutingChange.What.SPACE, before=now, after=kind, reason=reason), actor
    )


def space_switch_refusal(kind: str) -> str:
    """Return why a space cannot be switched to now, "" when it can: what a page says before anybody tries."""
    try:
        _require_switchable(kind, active_space_kind())
    except (NotFound, Conflict) as error:
        return error.message
    return ""


@transaction.atomic
def calibration_switch(
    *, gate_id: int, actor: User | None = None, expected: int | None = None, reason: str = ""
) -> RoutingChange:
    """Let another fitted gate of a space serve there, and pin it: until ``gate_release`` no refit takes its place by itself.

    ``expected`` is the gate that served when its caller looked. Raises NotFound, Conflict for the one that serves, LostRace.
    """
    gate = RouterCalibration.objects.filter(pk=gate_id).defer("parameters", "head").first()
    if gate is None:
        raise NotFound("There is no such gate. Old ones are cleared away.")
    if gate.active:
        raise Conflict(f"Gate {gate.pk} serves already.")
    active = RouterCalibration.objects.filter(encoder=gate.encoder, active=True).values_list("pk", flat=True).first()
    if expected is not None and active != expected:
        raise LostRace(f"Gate {active} serves now, not {expected}. Look again, then switch.")
    if (
        active is not None
        and RouterCalibration.objects.filter(pk=active, active=True).update(active=False, pinned=False) != 1
    ):
        raise LostRace("Another switch came first. Look again, then switch.")
    if RouterCalibration.objects.filter(pk=gate.pk, active=False).update(active=True, pinned=True) != 1:
        raise LostRace
    before = "" if active is None else str(active)
    change = RoutingChange(
        what=RoutingChange.What.GATE, encoder=gate.encoder, before=before, after=str(gate.pk), reason=reason
    )
    return _routing_change_record(change, actor)


def calibration_fit_request() -> None:
    """Have the gate of the serving space fitted anew by a worker; it appears beside the one that serves when it is another."""
    task_send_on_commit(CALIBRATION_TASK)


def calibration_unpin(*, gate_id: int) -> None:
    """Let a gate that a person chose be refitted by itself again. Raises Conflict when it is not pinned."""
    if RouterCalibration.objects.filter(pk=gate_id, active=True, pinned=True).update(pinned=False) != 1:
        raise Conflict("This gate is not pinned.")


@transaction.atomic
def routing_change_undo(
    *, what: RoutingChange.What, actor: User | None = None, expected: UUID | None = None
) -> RoutingChange:
    """Switch back what was switched last, by the same switch. ``expected`` is the change that its caller means.

    Raises NotFound when nothing was switched yet, Conflict and LostRace as the switches do.
    """
    last = latest_routing_change(what)
    if last is None or not last.before:
        raise NotFound(f"There is no switch of a {what} to undo.")
    if expected is not None and last.pk != expected:
        raise LostRace("Another switch came after that one. Look again.")
    reason = f"Undoes the switch of {last.created_at:%Y-%m-%d %H:%M}."
    if what == RoutingChange.What.SPACE:
        return space_switch(kind=last.before, actor=actor, expected=last.after, reason=reason)
    return calibration_switch(gate_id=int(last.before), actor=actor, expected=int(last.after), reason=reason)
