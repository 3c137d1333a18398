"""Replays that staff ask for: worked on lot by lot in the background, taken up again after a crash, kept to be looked at."""

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone

from kingdom.accounts.models import User
from kingdom.core.errors import BadInput, Conflict, KingdomError, NotFound
from kingdom.core.jobs import GIVEN_UP, MAX_ATTEMPTS, JobQueue, Lease
from kingdom.orchestrator.models import Message, ReplayDifference, ReplayRun
from kingdom.orchestrator.replay.changes import ReplayChange, space_check, space_embedder
from kingdom.orchestrator.replay.engine import BATCH_SIZE, ReplayBatch, Replayer, message_count_check, newest_messages
from kingdom.routing.models import RouterCalibration
from kingdom.routing.spaces.selectors import active_space_kind
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion

REPLAY_TASK = "kingdom.orchestrator.tasks.replay_work"
MAX_KEPT_RUNS = 50  # replays that are kept
OPEN_STATES = (ReplayRun.State.QUEUED, ReplayRun.State.RUNNING)
replay_jobs = JobQueue(ReplayRun, states=OPEN_STATES, task=REPLAY_TASK, lease_s=120.0)  # a batch takes seconds
Kind = ReplayRun.Change


@dataclass(frozen=True, kw_only=True)
class ReplayRequest:
    """What is asked for: the change (``target`` as in ``ReplayRun``), and over how many of the last messages."""

    change: ReplayRun.Change
    target: str
    last: int


@dataclass(frozen=True)
class _ChangeLabel:
    """A change in words, and what serves in its place now."""

    label: str
    serving: str = ""


@transaction.atomic
def replay_request(*, wanted: ReplayRequest, user: User | None = None) -> ReplayRun:
    """Have a change replayed; returns the run. Older ones than the last fifty go.

    Raises BadInput, NotFound and Conflict for what cannot be replayed, each with its reason.
    """
    message_count_check(wanted.last)
    aim = _describe(wanted)
    run = ReplayRun.objects.create(
        requested_by=user,
        change=wanted.change,
        target=wanted.target,
        last=wanted.last,
        label=aim.label[:160],
        serving=aim.serving,
    )
    old = (
        ReplayRun.objects.exclude(state__in=OPEN_STATES)
        .order_by("-created_at")
        .values_list("pk", flat=True)[MAX_KEPT_RUNS:]
    )
    ReplayRun.objects.filter(pk__in=list(old)).delete()
    replay_jobs.enqueue(run)
    return run


def _describe(wanted: ReplayRequest) -> _ChangeLabel:
    if wanted.change == Kind.SPACE:
        space_check(wanted.target)
        now = active_space_kind()
        return _ChangeLabel(f"space {wanted.target} instead of {now}", now)
    if wanted.change == Kind.GATE:
        return _describe_calibration(_calibration_number(wanted.target))
    if wanted.change == Kind.WITHOUT:
        return _describe_suspension(wanted.target)
    version = (
        SpecialistVersion.objects.filter(pk=_version_id(wanted.target), specialist__draft=False)
        .select_related("specialist")
        .first()
    )
    if version is None:
        raise NotFound("There is no such version.")
    return _ChangeLabel(f"{version.specialist.role}, version {version.number}, for everybody")


def _describe_calibration(gate_id: int) -> _ChangeLabel:
    gate = RouterCalibration.objects.filter(pk=gate_id).defer("parameters", "head").first()
    if gate is None:
        raise NotFound("There is no such gate. Old ones are cleared away.")
    active = RouterCalibration.objects.filter(encoder=gate.encoder, active=True).values_list("pk", flat=True).first()
    if active == gate_id:
        raise BadInput(f"Gate {gate_id} serves already; name another.")
    return _ChangeLabel(f"gate {gate_id} instead of {active or 'none'}", str(active or ""))


def _describe_suspension(who: str) -> _ChangeLabel:
    named = Q(role=who, status=Specialist.Status.VERIFIED)
    with suppress(ValueError):  # a role
        named = Q(pk=UUID(who))
    found = Specialist.objects.filter(named).first()
    if found is None:
        raise NotFound(f"No verified specialist is called {who}.")
    return _ChangeLabel(f"without {found.role}")


def _calibration_number(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise BadInput("A gate is named by its number.")
    return int(text)


def _version_id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise BadInput("A version is named by its id.") from None


def replay_cancel(*, run_id: UUID) -> None:
    """Stop a replay after its lot; what was found stays. One that is over stays as it is."""
    ReplayRun.objects.filter(pk=run_id, state__in=OPEN_STATES).update(
        state=ReplayRun.State.CANCELLED, finished_at=timezone.now()
    )


def replay_execute(*, run_id: UUID) -> bool:
    """Work on a replay until it ends; returns whether this worker had it. Safe to call at any time, by any number, and to kill.

    Every lot is stored with the place it ended at, in one transaction: the next worker goes on from there.
    """
    lease = replay_jobs.take(run_id, state=ReplayRun.State.RUNNING, started_at=timezone.now())
    if lease is None:
        return False
    run = ReplayRun.objects.get(pk=run_id)
    try:
        if lease.attempts > MAX_ATTEMPTS:
            raise Conflict(GIVEN_UP)
        _replay_batches(run, lease)
    except KingdomError as error:
        _finish(lease, ReplayRun.State.FAILED, error=error.message)
    return True


def _replay_batches(run: ReplayRun, lease: Lease) -> None:
    replayer = Replayer(_change_of(run))
    left = run.last - run.done
    messages = newest_messages(left, until=run.created_at, after=_cursor(run))
    if replay_jobs.renew(lease, total=run.done + len(messages)) is None:
        return
    for start in range(0, len(messages), BATCH_SIZE):
        piece = messages[start : start + BATCH_SIZE]
        if not _store_batch(run, lease, piece, replayer.lot(piece)):
            return
    _finish(lease, ReplayRun.State.DONE)


def _change_of(run: ReplayRun) -> ReplayChange:
    if run.change == Kind.SPACE:
        return ReplayChange(embedder=space_embedder(run.target))
    if run.change == Kind.GATE:
        return ReplayChange(gate_id=int(run.target))
    return (
        ReplayChange(without=run.target) if run.change == Kind.WITHOUT else ReplayChange(with_version=UUID(run.target))
    )


def _cursor(run: ReplayRun) -> tuple[datetime, UUID] | None:
    return (run.after_at, run.after_id) if run.after_at is not None and run.after_id is not None else None


@transaction.atomic
def _store_batch(run: ReplayRun, lease: Lease, messages: list[Message], lot: ReplayBatch) -> bool:
    """Keep what a lot has shown; returns False when the run is no longer this worker's. Messages deleted meanwhile leave nothing."""
    end = messages[-1]
    renewed = replay_jobs.renew(
        lease,
        done=F("done") + len(messages),
        now_ms=F("now_ms") + lot.now_ms,
        then_ms=F("then_ms") + lot.then_ms,
        after_at=end.created_at,
        after_id=end.pk,
        attempts=1,
    )
    if renewed is None:
        return False
    held = Message.objects.select_for_update(of=("self",), no_key=True).filter(
        pk__in=[flip.message_id for flip in lot.flips]
    )
    there = set(held.values_list("pk", flat=True))
    rows = [
        ReplayDifference(run=run, message_id=flip.message_id, now=dict(flip.now), then=dict(flip.then))
        for flip in lot.flips
        if flip.message_id in there
    ]
    ReplayDifference.objects.bulk_create(rows)
    ReplayRun.objects.filter(pk=run.pk).update(flips=F("flips") + len(lot.flips))
    return True


def _finish(lease: Lease, state: ReplayRun.State, error: str = "") -> None:
    replay_jobs.finish(lease, state=state, error=error, finished_at=timezone.now())


def replays_reap() -> int:
    """Send replays again whose worker or message was lost; return how many. Periodic."""
    return replay_jobs.reap()
