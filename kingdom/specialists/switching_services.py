"""Which space and which gate serve: asked for, switched, switched back by people. A switch is one compare-and-set and its event row.

A switch is one statement on one row. The King's own statement reads that row with the candidates, so that the next message of any process
goes by it; nothing has to be told, reloaded or restarted. What was switched from is kept in step, so that the way back is as short.
"""

from datetime import timedelta
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils import timezone

from kingdom.accounts.models import User
from kingdom.core.dispatch import jobs_resend, task_send_on_commit
from kingdom.core.errors import BadInput, Conflict, LostRace, NotFound
from kingdom.specialists.models import RoutingGate
from kingdom.specialists.services import registry_changed
from kingdom.specialists.space_models import EmbeddingSpace, RoutingChange, RoutingChoice
from kingdom.specialists.space_selectors import KINDS, change_last, kind_serving, texts_missing
from kingdom.specialists.space_services import space_drop

BUILD_TASK = "kingdom.specialists.tasks.space_work"
GATE_TASK = "kingdom.specialists.tasks.gate_work"
REFRESH_TASK = "kingdom.specialists.tasks.routing_refresh"
SILENT = timedelta(minutes=2)  # a build whose worker has been silent for so long is another's
OPERATOR = "operator"  # whoever holds the shell
State = EmbeddingSpace.State


@transaction.atomic
def space_request(*, kind: str, user: User | None = None) -> EmbeddingSpace:
    """Have a space built beside the one that serves; returns it, as it is when it is under way. One that failed is begun again.

    Raises BadInput for a kind that there is not, Conflict for the one that serves and for one that is complete.
    """
    if kind not in KINDS:
        raise BadInput(f"A space is one of {', '.join(KINDS)}.")
    if kind == kind_serving():
        raise Conflict(f"{kind} serves now, and is kept in step by itself.")
    space, made = EmbeddingSpace.objects.get_or_create(kind=kind, defaults={"requested_by": user})
    if made or space.state == State.QUEUED:
        task_send_on_commit(BUILD_TASK, space.pk)
        return space
    if space.state == State.READY and not _lacks(space):
        raise Conflict(f"{kind} is complete: replay messages in it, or switch to it.")
    if space.state == State.BUILDING:
        return space
    again = EmbeddingSpace.objects.filter(pk=space.pk, state=space.state).update(state=State.QUEUED, error="", requested_by=user)
    if again != 1:
        raise LostRace
    task_send_on_commit(BUILD_TASK, space.pk)
    space.refresh_from_db()
    return space


def space_stop(*, kind: str, actor: User | None = None) -> None:
    """Stop a build; what is there stays, and asking for it again goes on from there. Raises Conflict when none is under way."""
    said = {"state": State.FAILED, "error": f"Stopped by {_name(actor)}.", "finished_at": timezone.now()}
    if EmbeddingSpace.objects.filter(kind=kind, state__in=(State.QUEUED, State.BUILDING)).update(**said) != 1:
        raise Conflict(f"{kind} is not being built.")


@transaction.atomic
def space_remove(*, kind: str) -> int:
    """Remove a space with its vectors and gates; return how many rows went. Nothing leads back then but to build it again.

    ``kind`` may be the id of vectors that no embedder has any more: of weights that were replaced. Raises NotFound, Conflict for the
    space that serves and for one that is being built.
    """
    space = EmbeddingSpace.objects.select_for_update().filter(kind=kind).first()
    if space is None:
        return _orphan_remove(kind)
    serving = kind_serving()
    shared = EmbeddingSpace.objects.filter(encoder=space.encoder).exclude(pk=space.pk).exists()
    if kind == serving:
        raise Conflict(f"{kind} serves now. Switch to another space first.")
    if space.state in (State.QUEUED, State.BUILDING):
        raise Conflict(f"{kind} is being built. Stop that first.")
    space.delete()
    return space_drop(space=space.encoder) if space.encoder and not shared else 0


def _orphan_remove(encoder: str) -> int:
    if EmbeddingSpace.objects.filter(encoder=encoder).exists():
        raise Conflict(f"{encoder} belongs to a space that is kept. Remove that by its name.")
    gone = space_drop(space=encoder)
    if not gone:
        raise NotFound(f"There is no space {encoder}.")
    return gone


def spaces_reap() -> int:
    """Send every build again that nobody works on: a broker that was away, a worker that died. Returns how many."""
    return jobs_resend(EmbeddingSpace.objects.all(), task=BUILD_TASK, working=State.BUILDING, silent=SILENT)


@transaction.atomic
def space_switch(*, kind: str, actor: User | None = None, expected: str = "", reason: str = "") -> RoutingChange:
    """Let another space serve, and return the change. ``expected`` is the kind that served when its caller looked; "" for any.

    Raises NotFound, Conflict with what is missing (a build that is not complete, texts, a fitted gate), LostRace for the second of two.
    """
    RoutingChoice.objects.bulk_create([RoutingChoice(pk=1, kind=settings.KINGDOM.embedder)], ignore_conflicts=True)
    now = kind_serving()
    if expected and expected != now:
        raise LostRace(f"{now} serves now, not {expected}. Look again, then switch.")
    if kind == now:
        raise Conflict(f"{kind} serves already.")
    _check(kind, now)
    if RoutingChoice.objects.filter(pk=1, kind=now).update(kind=kind) != 1:
        raise LostRace("Another switch came first. Look again, then switch.")
    return _changed(RoutingChange(what=RoutingChange.What.SPACE, before=now, after=kind, reason=reason), actor)


def switch_refusal(kind: str) -> str:
    """Return why a space cannot be switched to now, "" when it can: what a page says before anybody tries."""
    try:
        _check(kind, kind_serving())
    except (NotFound, Conflict) as error:
        return error.message
    return ""


def _check(kind: str, now: str) -> None:
    space = EmbeddingSpace.objects.filter(kind=kind).first()
    if space is None:
        raise NotFound(f"There is no space {kind}. Build it first: manage.py space_build {kind}")
    if space.state != State.READY:
        raise Conflict(f"{kind} is not complete: {space.progress}{f' ({space.error})' if space.error else ''}.")
    if missing := _lacks(space, now):
        raise Conflict(f"{kind} lacks {missing} texts that {now} has. They are brought along within minutes; then try again.")
    if not RoutingGate.objects.filter(encoder=space.encoder, active=True).exists():
        raise Conflict(f"{kind} has no fitted gate, so it could not tell when to refuse.")


def _lacks(space: EmbeddingSpace, now: str = "") -> int:
    serving = EmbeddingSpace.objects.filter(kind=now or kind_serving()).values_list("encoder", flat=True).first()
    return texts_missing(now=serving, then=space.encoder) if serving else 0


@transaction.atomic
def gate_switch(*, gate_id: int, actor: User | None = None, expected: int | None = None, reason: str = "") -> RoutingChange:
    """Let another fitted gate of a space serve there, and pin it: until ``gate_release`` no refit takes its place by itself.

    ``expected`` is the gate that served when its caller looked. Raises NotFound, Conflict for the one that serves, LostRace.
    """
    gate = RoutingGate.objects.filter(pk=gate_id).defer("parameters", "head").first()
    if gate is None:
        raise NotFound("There is no such gate. Old ones are cleared away.")
    if gate.active:
        raise Conflict(f"Gate {gate.pk} serves already.")
    active = RoutingGate.objects.filter(encoder=gate.encoder, active=True).values_list("pk", flat=True).first()
    if expected is not None and active != expected:
        raise LostRace(f"Gate {active} serves now, not {expected}. Look again, then switch.")
    if active is not None and RoutingGate.objects.filter(pk=active, active=True).update(active=False, pinned=False) != 1:
        raise LostRace("Another switch came first. Look again, then switch.")
    if RoutingGate.objects.filter(pk=gate.pk, active=False).update(active=True, pinned=True) != 1:
        raise LostRace
    before = "" if active is None else str(active)
    change = RoutingChange(what=RoutingChange.What.GATE, encoder=gate.encoder, before=before, after=str(gate.pk), reason=reason)
    return _changed(change, actor)


def gate_request() -> None:
    """Have the gate of the serving space fitted anew by a worker; it appears beside the one that serves when it is another."""
    task_send_on_commit(GATE_TASK)


def gate_release(*, gate_id: int) -> None:
    """Let a gate that a person chose be refitted by itself again. Raises Conflict when it is not pinned."""
    if RoutingGate.objects.filter(pk=gate_id, active=True, pinned=True).update(pinned=False) != 1:
        raise Conflict("This gate is not pinned.")


@transaction.atomic
def routing_undo(*, what: RoutingChange.What, actor: User | None = None, expected: UUID | None = None) -> RoutingChange:
    """Switch back what was switched last, by the same switch. ``expected`` is the change that its caller means.

    Raises NotFound when nothing was switched yet, Conflict and LostRace as the switches do.
    """
    last = change_last(what)
    if last is None or not last.before:
        raise NotFound(f"There is no switch of a {what} to undo.")
    if expected is not None and last.pk != expected:
        raise LostRace("Another switch came after that one. Look again.")
    reason = f"Undoes the switch of {last.created_at:%Y-%m-%d %H:%M}."
    if what == RoutingChange.What.SPACE:
        return space_switch(kind=last.before, actor=actor, expected=last.after, reason=reason)
    return gate_switch(gate_id=int(last.before), actor=actor, expected=int(last.after), reason=reason)


def _changed(change: RoutingChange, actor: User | None) -> RoutingChange:
    """Store a change, tell every process of it, and have both spaces brought in step once it is committed."""
    change.actor, change.actor_name = actor, _name(actor)
    change.save()
    registry_changed()
    task_send_on_commit(REFRESH_TASK)
    return change


def _name(actor: User | None) -> str:
    return actor.get_username() if actor is not None else OPERATOR
