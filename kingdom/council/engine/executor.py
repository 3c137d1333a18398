"""One worker's run of one stage: its verdict is stored together with the state transition that it causes.

Safe to kill at any instant: before the store nothing has changed, after it the case has moved.
"""

import asyncio
import threading
import time
import uuid
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from typing import Any, cast

import structlog
from django.db import InterfaceError, OperationalError, connection

from kingdom.adapters.pubsub_registry import CONTROL_CHANNEL, pubsub_channel
from kingdom.contracts.call_context import CallContext
from kingdom.core.background.event_loop import run_async
from kingdom.core.background.jobs import GIVEN_UP, MAX_ATTEMPTS, Lease, LeaseLost
from kingdom.core.background.lease_keeper import LeaseKeeper
from kingdom.core.background.task_queue import worker_stopping
from kingdom.core.clock import monotonic
from kingdom.core.database import in_database, infrastructure_fault, with_db_retry
from kingdom.core.errors import KingdomError
from kingdom.core.text.sentences import sentence_template
from kingdom.council.cases.event_log import case_topic
from kingdom.council.cases.transitions import case_jobs
from kingdom.council.cases.verdicts import StageAttempt
from kingdom.council.engine.draft_embedding import draft_embed, trained_draft_embed
from kingdom.council.engine.stage_transactions import (
    TimedResult,
    attempt_load,
    result_store,
    stage_event_append,
    stage_fail,
    stage_release_for_retry,
    stage_retry_or_fail,
    stage_wait,
)
from kingdom.council.models import StageVerdict
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
_INTERNAL_ERROR = sentence_template(
    "This failed by a fault of Kingdom itself, which was recorded under %(id)s. Open the case again to try once more."
)
_log = structlog.get_logger(__name__)
StageLoader = Callable[[str], Stage]


def stage_load(name: str) -> Stage:
    """Return a stage by its name in the pipeline."""
    stage: Stage = import_module(f"kingdom.council.stages.{STAGE_MODULES[name]}").run
    return stage


def case_run(*, case_id: uuid.UUID, stages: StageLoader = stage_load) -> bool:
    """Run the current stage of a case; return whether this worker got the lease.

    The next stage is another task, sent on commit. Safe to call at any time, from any number of workers. Call it from a
    thread without an event loop.
    """
    lease = case_jobs.take(case_id)
    if lease is None:
        return False
    run_async(_StageRun(lease, stages).run)
    return True


def running_cases_hand_over() -> int:
    """Stop every stage of this process so that another worker continues; return their number. For shutdowns."""
    with _running_lock:
        runs = list(_running)
    for run in runs:
        run.hand_over()
    return len(runs)


_running_lock = threading.Lock()
_running: set["_StageRun"] = set()


class _StageRun:
    """One worker's run of one stage."""

    def __init__(self, lease: Lease, stages: StageLoader) -> None:
        self._lease = lease
        self._stages = stages
        self._gone = False  # the lease, or this worker
        self._leaving = False

    async def run(self) -> None:
        """Run while the lease is held. Every exit is recorded, or leaves the case to the reaper."""
        self._loop = asyncio.get_running_loop()
        self._context = RuntimeContext(call=CallContext(trace_id=self._lease.job_id.hex))
        with _running_lock:
            _running.add(self)
        if worker_stopping.is_set():  # the stop came before this run could be told
            self.hand_over()
        keeper = LeaseKeeper(partial(case_jobs.renew, self._lease), interrupt=self._stop, lease_s=case_jobs.lease_s)
        moves = pubsub_channel(CONTROL_CHANNEL).subscribe(case_topic(self._lease.job_id))
        try:
            async with keeper.kept(moves):
                await self._run_guarded()
        finally:
            with _running_lock:
                _running.discard(self)

    def hand_over(self) -> None:
        """Stop the run; safe from any thread."""
        self._leaving = True
        self._loop.call_soon_threadsafe(self._stop)

    def _stop(self) -> None:
        self._gone = True
        self._context.cancel()

    async def _run_guarded(self) -> None:
        """Record every error; what cannot be recorded is left to the reaper."""
        case_id = str(self._lease.job_id)
        try:
            await self._work()
        except RunCancelled:
            await self._on_stopped()
        except LeaseLost:
            _log.info("case_lost", case_id=case_id)
        except Exception as error:
            try:
                await self._record(error)
            except LeaseLost:
                _log.warning("case_lost", case_id=case_id)
            except (OperationalError, InterfaceError):  # its lease expires and the reaper sends it
                _log.exception("case_not_given_back", case_id=case_id)

    async def _record(self, error: Exception) -> None:
        """Record an error of the stage: a fault of the installation makes the case wait, any other counts."""
        case_id = str(self._lease.job_id)
        fault = infrastructure_fault(error)
        if fault is not None and self._leaving:
            await self._on_stopped()
        elif fault is not None:
            _log.warning("case_waits", case_id=case_id, code=fault.code, reason=fault.message)
            until = monotonic() + case_jobs.lease_s
            await with_db_retry(stage_wait, lambda: until, monotonic, self._lease, fault)
        elif isinstance(error, OperationalError):
            _log.error("database_refused", case_id=case_id, exc_info=error)
            await in_database(stage_release_for_retry, self._lease)
        elif isinstance(error, KingdomError):
            await in_database(stage_retry_or_fail, self._lease, error)
        else:  # an internal error fails the case and must not stop the worker
            _log.error("case_fault", case_id=case_id, exc_info=error)
            await in_database(stage_fail, self._lease, "internal_error", _INTERNAL_ERROR % {"id": case_id})

    async def _work(self) -> None:
        if self._lease.attempts > MAX_ATTEMPTS:
            await in_database(stage_fail, self._lease, "worker_lost", GIVEN_UP)
            return
        task, known = await in_database(attempt_load, self._lease)
        timed = None if known is not None else await self._run_stage(task)
        version_id = _passed_version_id(task, known, timed)
        if version_id:
            # before the transition, so that a completed case can be routed to; in a thread, since this loop renews the
            # lease
            await asyncio.to_thread(_release_connection_after, trained_draft_embed, version_id)
        await in_database(result_store, self._lease, task, known, timed)

    async def _run_stage(self, task: StageAttempt) -> TimedResult:
        model = language_model_or_none()
        deadline = monotonic() + task.stage.timeout_s
        call = CallContext(trace_id=self._lease.job_id.hex, user_id=str(task.stage_input.user_id), deadline=deadline)
        self._context = RuntimeContext(call=call, _stop=self._context._stop)
        context = StageContext(
            runtime=self._context,
            model=ThreadsafeModel(model, self._context, self._loop) if model is not None else None,
            progress=self._progress,
            cancelled=lambda: self._gone,
        )
        await in_database(
            stage_event_append,
            self._lease,
            "stage_started",
            {"stage": task.stage.name, "round": task.stage_input.round},
        )
        started = time.perf_counter()
        result = await self._run_in_thread(task, context)
        return TimedResult(result, (time.perf_counter() - started) * 1000)

    async def _run_in_thread(self, task: StageAttempt, context: StageContext) -> StageResult:
        """Run the stage in a thread. During a training, embed the draft in another, to complete the case sooner."""
        stage = asyncio.to_thread(_release_connection_after, self._stages(task.stage.name), task.stage_input, context)
        if task.stage.name != "train":
            return cast(StageResult, await stage)
        beside = asyncio.create_task(asyncio.to_thread(_release_connection_after, draft_embed, task.stage_input))
        try:
            return cast(StageResult, await stage)
        finally:
            await asyncio.wait({beside})
            if (error := beside.exception()) is not None:  # it is repeated before the release, where errors count
                _log.warning("draft_not_embedded", case_id=str(self._lease.job_id), error=type(error).__name__)

    def _progress(self, kind: str, payload: Mapping[str, Any]) -> None:
        """Append a progress event; safe from any thread of a stage. Raises LeaseLost."""
        _release_connection_after(stage_event_append, self._lease, kind, payload)

    async def _on_stopped(self) -> None:
        """Give the case back, unless it has moved or another worker has it: then this changes nothing."""
        if not self._leaving:
            _log.info("case_left", case_id=str(self._lease.job_id))
        until = monotonic() + case_jobs.lease_s
        await with_db_retry(case_jobs.give_back, lambda: until, monotonic, self._lease)


def _passed_version_id(task: StageAttempt, known: StageVerdict | None, timed: TimedResult | None) -> str:
    """Return the version that a training has just passed, "" otherwise."""
    if task.stage.name != "train":
        return ""
    verdict, details = (
        (known.verdict, known.details)
        if known is not None
        else (timed.result.verdict, timed.result.details)
        if timed
        else ("", {})
    )
    return str(details.get("version_id", "")) if verdict == "passed" else ""


def _release_connection_after(function: Callable[..., Any], *args: Any) -> Any:  # noqa: ANN401 - as the function
    try:
        return function(*args)
    finally:
        if not connection.in_atomic_block:
            connection.close()  # this thread's own
