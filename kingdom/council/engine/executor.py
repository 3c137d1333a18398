"""One worker's turn at a case: one stage, run once for one set of inputs, its word stored together with the move it leads to.

Safe to kill at any instant: before the store nothing has happened, after it the case has moved.
"""

import asyncio
import threading
import time
import uuid
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from typing import Any, NamedTuple, cast

import structlog
from asgiref.sync import async_to_sync
from django.db import InterfaceError, OperationalError, connection, transaction

from kingdom.adapters.pubsub_registry import CONTROL_CHANNEL, pubsub_channel
from kingdom.contracts.call_context import CallContext
from kingdom.core.clock import monotonic
from kingdom.core.database import in_database
from kingdom.core.errors import KingdomError
from kingdom.core.jobs import GIVEN_UP, MAX_ATTEMPTS, Lease, LeaseKeeper, LeaseLost
from kingdom.council.cases.dispatch import case_enqueue, case_jobs
from kingdom.council.cases.event_log import case_event_append, case_lock, case_topic
from kingdom.council.cases.stage_results import case_fail, case_verdict_apply
from kingdom.council.cases.verdicts import StageAttempt, stage_attempt_of, verdict_find, verdict_store
from kingdom.council.engine.draft_embedding import draft_embed, trained_draft_embed
from kingdom.council.models import CreationCase, StageVerdict
from kingdom.council.rules.pipeline import pipeline_step
from kingdom.council.stages.base import Stage, StageContext, StageResult
from kingdom.providers.language_models import language_model_or_none
from kingdom.runtime.context import RunCancelled, RuntimeContext
from kingdom.runtime.wrappers.threadsafe_model import ThreadsafeModel

STAGE_MODULES: Mapping[str, str] = {
    "design": "design.designer",
    "review": "review",
    "validate": "validate",
    "tests": "test_generation",
    "train": "train",
}
RETRY_DELAYS_S = (5.0, 15.0, 60.0, 120.0)  # seconds between attempts of a stage whose service was unavailable
RELEASE_DELAY_S = 0.5  # a full server has room again when the next one lets go
_INTERNAL_ERROR = (
    "This failed by a fault of Kingdom itself, which was recorded under {case}. Open the case again to try once more."
)
_log = structlog.get_logger(__name__)
StageLoader = Callable[[str], Stage]


def stage_load(name: str) -> Stage:
    """Return a stage by its name in the pipeline."""
    found: Stage = import_module(f"kingdom.council.stages.{STAGE_MODULES[name]}").run
    return found


def case_run(*, case_id: uuid.UUID, stages: StageLoader = stage_load) -> bool:
    """Work on the stage that a case is at; returns whether this worker had it. The next stage is another task, sent on commit.

    Safe to call at any time, from any number of workers: only the one that gets the lease works. Call it from a thread with no event loop.
    """
    lease = case_jobs.take(case_id)
    if lease is None:
        return False
    async_to_sync(_StageRun(lease, stages).run)()
    return True


def running_cases_hand_over() -> int:
    """Ask every stage of this process to stop and go on elsewhere; returns how many were asked. For shutdowns."""
    with _running_lock:
        turns = list(_running)
    for turn in turns:
        turn.hand_over()
    return len(turns)


_running_lock = threading.Lock()
_running: set["_StageRun"] = set()


class _TimedResult(NamedTuple):
    result: StageResult
    ms: float


class _StageRun:
    """One worker's turn."""

    def __init__(self, lease: Lease, stages: StageLoader) -> None:
        self._lease = lease
        self._stages = stages
        self._gone = False  # the lease, or this worker
        self._leaving = False

    async def run(self) -> None:
        """Work with the lease held; every way out is recorded or leaves the case to the reaper."""
        self._loop = asyncio.get_running_loop()
        self._context = RuntimeContext(call=CallContext(trace_id=self._lease.job_id.hex))
        with _running_lock:
            _running.add(self)
        keeper = LeaseKeeper(partial(case_jobs.renew, self._lease), interrupt=self._stop, lease_s=case_jobs.lease_s)
        moves = pubsub_channel(CONTROL_CHANNEL).subscribe(case_topic(self._lease.job_id))
        try:
            async with keeper.kept(moves):
                await self._run_guarded()
        finally:
            with _running_lock:
                _running.discard(self)

    def hand_over(self) -> None:
        """Stop; from any thread."""
        self._leaving = True
        self._loop.call_soon_threadsafe(self._stop)

    def _stop(self) -> None:
        self._gone = True
        self._context.cancel()

    async def _run_guarded(self) -> None:
        """The edge of the loop: nothing goes past it but what the reaper mends."""
        case_id = str(self._lease.job_id)
        try:
            await self._work()
        except (RunCancelled, LeaseLost):
            await self._on_stopped()
        except (OperationalError, InterfaceError):
            _log.exception("database_gone", case_id=case_id)
            await self._give_back()
        except KingdomError as error:
            await in_database(_retry_or_fail, self._lease, error)
        except Exception:  # the edge of a loop: a fault of ours ends this case, never the worker
            _log.exception("case_fault", case_id=case_id)
            await in_database(_fail, self._lease, "internal_error", _INTERNAL_ERROR.format(case=case_id))

    async def _work(self) -> None:
        if self._lease.attempts > MAX_ATTEMPTS:
            await in_database(_fail, self._lease, "worker_lost", GIVEN_UP)
            return
        task, known = await in_database(_load_attempt, self._lease)
        said = None if known is not None else await self._run_stage(task)
        version_id = _passed_version_id(task, known, said)
        if version_id:
            # before the move, so that whoever sees it completed can be routed to it; off this thread, where the lease is renewed
            await asyncio.to_thread(_release_connection_after, trained_draft_embed, version_id)
        await in_database(_store_result, self._lease, task, known, said)

    async def _run_stage(self, task: StageAttempt) -> _TimedResult:
        model = language_model_or_none()
        deadline = monotonic() + task.step.timeout_s
        call = CallContext(trace_id=self._lease.job_id.hex, user_id=str(task.stage_input.user_id), deadline=deadline)
        self._context = RuntimeContext(call=call, _stop=self._context._stop)
        context = StageContext(
            runtime=self._context,
            model=ThreadsafeModel(model, self._context, self._loop) if model is not None else None,
            progress=self._progress,
            cancelled=lambda: self._gone,
        )
        await in_database(
            _append_event, self._lease, "stage_started", {"stage": task.step.stage, "round": task.stage_input.round}
        )
        started = time.perf_counter()
        result = await self._run_in_thread(task, context)
        return _TimedResult(result, (time.perf_counter() - started) * 1000)

    async def _run_in_thread(self, task: StageAttempt, context: StageContext) -> StageResult:
        """Run the stage in a thread; beside a training, embed what is trained, so that nobody waits for that afterwards."""
        stage = asyncio.to_thread(_release_connection_after, self._stages(task.step.stage), task.stage_input, context)
        if task.step.stage != "train":
            return cast(StageResult, await stage)
        beside = asyncio.create_task(asyncio.to_thread(_release_connection_after, draft_embed, task.stage_input))
        try:
            return cast(StageResult, await stage)
        finally:
            await asyncio.wait({beside})
            if (error := beside.exception()) is not None:  # it is done again before the release, and then it counts
                _log.warning("draft_not_embedded", case_id=str(self._lease.job_id), error=type(error).__name__)

    def _progress(self, kind: str, payload: Mapping[str, Any]) -> None:
        """Tell who watches; from any thread of a stage. Raises LeaseLost."""
        _release_connection_after(_append_event, self._lease, kind, payload)

    async def _on_stopped(self) -> None:
        if self._leaving:
            await in_database(_release_and_requeue, self._lease)
        else:
            _log.info("case_left", case_id=str(self._lease.job_id))

    async def _give_back(self) -> None:
        """Give the case back for another try soon; where the database is still away, its lease runs out and the reaper sends it again."""
        await asyncio.sleep(RELEASE_DELAY_S)
        try:
            await in_database(_release_for_retry, self._lease)
        except (OperationalError, InterfaceError):
            _log.warning("case_not_given_back", case_id=str(self._lease.job_id))


def _load_attempt(lease: Lease) -> tuple[StageAttempt, StageVerdict | None]:
    with transaction.atomic():
        case = case_lock(lease.job_id, lease.owner)
    step = pipeline_step(case.pipeline, case.state)
    if step is None:
        raise LeaseLost
    task = stage_attempt_of(case, step)
    return task, verdict_find(task)


def _passed_version_id(task: StageAttempt, known: StageVerdict | None, said: _TimedResult | None) -> str:
    """Return the version that a training has just passed, "" otherwise."""
    if task.step.stage != "train":
        return ""
    verdict, details = (
        (known.verdict, known.details)
        if known is not None
        else (said.result.verdict, said.result.details)
        if said
        else ("", {})
    )
    return str(details.get("version_id", "")) if verdict == "passed" else ""


@transaction.atomic
def _store_result(lease: Lease, task: StageAttempt, known: StageVerdict | None, said: _TimedResult | None) -> None:
    case = case_lock(lease.job_id, lease.owner)
    if case.state != task.step.state:
        raise LeaseLost
    row = known
    if row is None and said is not None:
        row = verdict_store(task=task, result=said.result, ms=said.ms)
    if row is None:
        raise LeaseLost
    case_verdict_apply(case=case, task=task, row=row)


@transaction.atomic
def _append_event(lease: Lease, kind: str, payload: Mapping[str, Any]) -> None:
    case_event_append(case_lock(lease.job_id, lease.owner), kind, payload=payload)


@transaction.atomic
def _retry_or_fail(lease: Lease, error: KingdomError) -> None:
    """Try again after a while when a part was away; fail when trying again is no help, or was tried often enough."""
    if error.permanent or lease.attempts > len(RETRY_DELAYS_S):
        _fail(lease, error.code, error.message)
        return
    wait_s = RETRY_DELAYS_S[lease.attempts - 1]
    _append_event(lease, "waiting", {"code": error.code, "message": error.message, "again_in_s": wait_s})
    case_jobs.release(lease, wait_s=wait_s)


def _release_for_retry(lease: Lease) -> None:
    """Let the reaper send the case again after a wait that grows with each try. The try counts: a store that always fails must end."""
    case_jobs.release(lease, wait_s=RETRY_DELAYS_S[min(lease.attempts, len(RETRY_DELAYS_S)) - 1])


@transaction.atomic
def _fail(lease: Lease, code: str, message: str) -> None:
    try:
        case = case_lock(lease.job_id, lease.owner)
    except LeaseLost:
        _log.warning("case_lost", case_id=str(lease.job_id))
        return
    case_fail(case=case, code=code, message=message)


@transaction.atomic
def _release_and_requeue(lease: Lease) -> None:
    case_jobs.release(lease)
    case = CreationCase.objects.filter(pk=lease.job_id, lease_owner="").first()
    if case is not None:
        case_enqueue(case)


def _release_connection_after(stage_input: Callable[..., Any], *args: Any) -> Any:  # noqa: ANN401 - whatever the work takes and gives
    try:
        return stage_input(*args)
    finally:
        if not connection.in_atomic_block:
            connection.close()  # this thread's own
