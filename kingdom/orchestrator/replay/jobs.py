"""Replays requested by staff: leased background jobs that work in batches and resume after a crash."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from kingdom.accounts.models import User
from kingdom.core.background.jobs import GIVEN_UP, MAX_ATTEMPTS, JobQueue, Lease
from kingdom.core.background.task_queue import check_worker_stopping
from kingdom.core.errors import BadInput, Conflict, InfrastructureFault, KingdomError
from kingdom.orchestrator.models import Message, ReplayDifference, ReplayRun
from kingdom.orchestrator.replay.changes import (
    ReplayChange,
    calibration_get,
    space_check,
    space_embedder,
    specialist_get,
    version_get,
)
from kingdom.orchestrator.replay.engine import BATCH_SIZE, ReplayBatch, Replayer, message_count_check, newest_messages
from kingdom.routing.models import RouterCalibration
from kingdom.routing.spaces.selectors import active_space_kind

REPLAY_TASK = "kingdom.orchestrator.tasks.replay_work"
MAX_KEPT_RUNS = 50
OPEN_STATES = (ReplayRun.State.QUEUED, ReplayRun.State.RUNNING)
replay_jobs = JobQueue(ReplayRun, states=OPEN_STATES, task=REPLAY_TASK, lease_s=120.0)  # a batch takes seconds
Kind = ReplayRun.Change


@dataclass(frozen=True, kw_only=True)
class ReplayRequest:
    """A change (``target`` as in ``ReplayRun``) and the number of last messages to route."""

    change: ReplayRun.Change
    target: str
    message_count: int


@dataclass(frozen=True)
class _ChangeLabel:
    """A change as text, and the active target that it would replace."""

    label: str
    active_target: str = ""


@transaction.atomic
def replay_request(*, request: ReplayRequest, user: User | None = None) -> ReplayRun:
    """Create a run and send its task after commit; delete all but the newest fifty finished runs.

    Raises BadInput, NotFound and Conflict for a change that cannot be replayed.
    """
    message_count_check(request.message_count)
    described = _describe(request)
    run = ReplayRun.objects.create(
        requested_by=user,
        change=request.change,
        target=request.target,
        message_count=request.message_count,
        label=described.label[:160],
        active_target=described.active_target,
    )
    finished = ReplayRun.objects.exclude(state__in=OPEN_STATES).order_by("-created_at").values_list("pk", flat=True)
    ReplayRun.objects.filter(pk__in=list(finished[MAX_KEPT_RUNS:])).delete()
    replay_jobs.enqueue(run)
    return run


def _describe(request: ReplayRequest) -> _ChangeLabel:
    """Check that a change is possible and return its label."""
    if request.change == Kind.SPACE:
        space_check(request.target)
        active = active_space_kind()
        return _ChangeLabel(f"space {request.target} instead of {active}", active)
    if request.change == Kind.CALIBRATION:
        return _describe_calibration(_calibration_id(request.target))
    if request.change == Kind.WITHOUT:
        return _ChangeLabel(f"without {specialist_get(request.target).role}")
    version = version_get(_version_id(request.target))
    return _ChangeLabel(f"{version.specialist.role}, version {version.number}, for all users")


def _describe_calibration(calibration_id: int) -> _ChangeLabel:
    encoder = calibration_get(calibration_id).encoder
    active = RouterCalibration.objects.filter(encoder=encoder, active=True).values_list("pk", flat=True).first()
    if active == calibration_id:
        raise BadInput(f"Calibration {calibration_id} is already active.")
    return _ChangeLabel(f"calibration {calibration_id} instead of {active or 'none'}", str(active or ""))


def _calibration_id(text: str) -> int:
    if not text.isascii() or not text.isdigit() or len(text) > 18:
        raise BadInput("Specify a calibration by its number.")
    return int(text)


def _version_id(text: str) -> UUID:
    try:
        return UUID(text)
    except ValueError:
        raise BadInput("Specify a version by its id.") from None


def replay_cancel(*, run_id: UUID) -> None:
    """Cancel an open run after its current batch; stored differences stay. A finished run does not change."""
    ReplayRun.objects.filter(pk=run_id, state__in=OPEN_STATES).update(
        state=ReplayRun.State.CANCELLED, finished_at=timezone.now()
    )


def replay_execute(*, run_id: UUID) -> bool:
    """Execute a run to its end; return whether this worker held it. Idempotent after a crash at any point.

    Each batch is stored with its cursor in one transaction, from which the next worker resumes.
    """
    lease = replay_jobs.take(run_id, state=ReplayRun.State.RUNNING, started_at=timezone.now())
    if lease is None:
        return False
    with replay_jobs.interruptible(lease):
        _execute(ReplayRun.objects.get(pk=run_id), lease)
    return True


def _execute(run: ReplayRun, lease: Lease) -> None:
    try:
        if lease.attempts > MAX_ATTEMPTS:
            raise Conflict(GIVEN_UP)
        _replay_batches(run, lease)
    except InfrastructureFault:
        raise
    except KingdomError as error:
        _finish(lease, ReplayRun.State.FAILED, error=error.message)


def _replay_batches(run: ReplayRun, lease: Lease) -> None:
    replayer = Replayer(_change_of(run))
    messages = newest_messages(run.message_count - run.done, until=run.created_at, after=_cursor(run))
    if replay_jobs.renew(lease, total=run.done + len(messages)) is None:
        return
    for start in range(0, len(messages), BATCH_SIZE):
        check_worker_stopping()
        batch_messages = messages[start : start + BATCH_SIZE]
        if not _store_batch(run, lease, batch_messages, replayer.batch(batch_messages)):
            return
    _finish(lease, ReplayRun.State.DONE)


def _change_of(run: ReplayRun) -> ReplayChange:
    if run.change == Kind.SPACE:
        return ReplayChange(embedder=space_embedder(run.target))
    if run.change == Kind.CALIBRATION:
        return ReplayChange(calibration_id=int(run.target))
    if run.change == Kind.WITHOUT:
        return ReplayChange(without=run.target)
    return ReplayChange(with_version=UUID(run.target))


def _cursor(run: ReplayRun) -> tuple[datetime, UUID] | None:
    return (run.cursor_at, run.cursor_id) if run.cursor_at is not None and run.cursor_id is not None else None


@transaction.atomic
def _store_batch(run: ReplayRun, lease: Lease, messages: list[Message], batch: ReplayBatch) -> bool:
    """Store the differences of a batch and the cursor; return False if the lease is lost."""
    last = messages[-1]
    renewed = replay_jobs.renew(
        lease,
        done=F("done") + len(messages),
        current_ms=F("current_ms") + batch.current_ms,
        changed_ms=F("changed_ms") + batch.changed_ms,
        difference_count=F("difference_count") + len(batch.differences),
        cursor_at=last.created_at,
        cursor_id=last.pk,
        attempts=1,
    )
    if renewed is None:
        return False
    # lock the messages: one that is deleted concurrently must not leave a dangling difference
    ids = [difference.message_id for difference in batch.differences]
    locked = Message.objects.select_for_update(of=("self",), no_key=True).filter(pk__in=ids)
    existing = set(locked.values_list("pk", flat=True))
    ReplayDifference.objects.bulk_create(
        ReplayDifference(run=run, message_id=found.message_id, current=dict(found.current), changed=dict(found.changed))
        for found in batch.differences
        if found.message_id in existing
    )
    return True


def _finish(lease: Lease, state: ReplayRun.State, error: str = "") -> None:
    replay_jobs.finish(lease, state=state, error=error, finished_at=timezone.now())


def replays_reap() -> int:
    """Send replays again whose worker or message was lost; return how many. Periodic."""
    return replay_jobs.reap()
