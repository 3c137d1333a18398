"""The durable loop of a session: rebuild the state, then decide and interpret until an Exit or a pause."""

import asyncio
import threading
import uuid
from collections.abc import Awaitable, Callable
from functools import partial

import structlog
from django.db import InterfaceError, OperationalError

from kingdom.cognition.inputs import Failure
from kingdom.contracts.spec import AgentSpec
from kingdom.core.background.event_loop import run_async
from kingdom.core.background.jobs import Lease, LeaseLost
from kingdom.core.background.lease_keeper import LeaseKeeper
from kingdom.core.background.task_queue import worker_stopping
from kingdom.core.clock import Monotonic, monotonic
from kingdom.core.database import in_database, infrastructure_fault, with_db_retry
from kingdom.core.errors import InfrastructureFault, KingdomError
from kingdom.core.text.sentences import sentence, sentence_template
from kingdom.core.tracing import SpanKind, span
from kingdom.runtime.context import RunCancelled, RuntimeContext
from kingdom.runtime.ports import CapabilityGraph
from kingdom.sessions.engine import step_transactions
from kingdom.sessions.engine.capabilities import build_capability_graph
from kingdom.sessions.engine.lease import session_take
from kingdom.sessions.engine.step_executor import StepExecutor
from kingdom.sessions.engine.worker_turns import handler_turns
from kingdom.sessions.events.dispatch import session_jobs
from kingdom.sessions.events.live_text import commands_subscribe
from kingdom.sessions.models import Session
from kingdom.sessions.version_specs import session_spec

PrepareHook = Callable[[RuntimeContext, Session], Awaitable[Session | None]]
GraphFactory = Callable[[Session, AgentSpec], CapabilityGraph]
_log = structlog.get_logger(__name__)
_INTERNAL_ERROR = sentence_template(
    "This failed by a fault of Kingdom itself, which was recorded under %(id)s. Try again."
)


def session_run(
    *,
    session_id: uuid.UUID,
    prepare: PrepareHook | None = None,
    graphs: GraphFactory = build_capability_graph,
    lease: Lease | None = None,
) -> bool:
    """Run a session until it ends, pauses or is handed over; returns whether this worker held its lease.

    Safe to call at any time from any number of workers: only the holder of the lease runs. ``prepare`` is awaited
    first for a session without a version; it binds one (``session_bind``) or ends the session (``session_conclude``),
    returns the bound session or None to have it read again, and is called again after a crash. ``lease`` is a lease
    that the caller already holds. Call it from a thread without an event loop: database work runs on that thread.
    """
    lease = lease or session_take(session_id=session_id)
    if lease is None:
        return False
    run_async(_SessionRunner(lease, prepare, graphs).run)
    return True


def sessions_hand_over() -> int:
    """Ask all sessions of this process to hand over to other workers, for a shutdown; returns their number."""
    with _lock:
        runners = list(_active_runners)
    for runner in runners:
        runner.hand_over()
    return len(runners)


_lock = threading.Lock()
_active_runners: set["_SessionRunner"] = set()


class _SessionRunner:
    """One worker's run of one session."""

    def __init__(
        self, lease: Lease, prepare: PrepareHook | None, graphs: GraphFactory, clock: Monotonic = monotonic
    ) -> None:
        self._lease = lease
        self._prepare = prepare
        self._graphs = graphs
        self._clock = clock
        self._keeper = LeaseKeeper(
            partial(session_jobs.renew, lease), interrupt=self._interrupt, lease_s=session_jobs.lease_s, clock=clock
        )
        self._leaving = False

    async def run(self) -> None:
        """Run while holding the lease. Each end is recorded, or the reaper takes the session over."""
        self._loop = asyncio.get_running_loop()
        self._progress = StepExecutor(lease=self._lease, until=lambda: self._keeper.safe_until, clock=self._clock)
        with _lock:
            _active_runners.add(self)
        self._leaving = self._leaving or worker_stopping.is_set()  # perhaps before this run could be told
        try:
            commands = commands_subscribe(self._lease.job_id, self._progress.streamed.send_again)
            async with self._keeper.kept(commands):
                await self._guarded()
        finally:
            with _lock:
                _active_runners.discard(self)

    def hand_over(self) -> None:
        """Stop at the next interruptible effect; callable from any thread."""
        self._loop.call_soon_threadsafe(self._leave)

    def _leave(self) -> None:
        self._leaving = True
        if self._progress.is_interruptible:
            self._progress.cancel()

    async def _guarded(self) -> None:
        """Run and record how it ended. A fault of the installation makes the session wait, never fail."""
        try:
            try:
                await self._work()
            except RunCancelled:
                await self._stopped()
            except LeaseLost:
                raise
            except Exception as error:
                await self._record(error)
        except LeaseLost:
            _log.warning("lease_lost", session_id=str(self._lease.job_id))
        except (OperationalError, InterfaceError):
            # the lease expires and the reaper enqueues the session again
            _log.exception("database_gone", session_id=str(self._lease.job_id))

    async def _record(self, error: Exception) -> None:
        """Record an error of the run. Raises LeaseLost, and errors of the database when it is away too long."""
        fault = infrastructure_fault(error)
        if fault is not None:
            await self._wait(fault)
        elif isinstance(error, KingdomError):
            await self._fail(Failure(code=error.code, message=error.message))
        else:  # an internal fault ends this session, never the worker
            _log.error("session_fault", session_id=str(self._lease.job_id), exc_info=error)
            await self._fail(Failure(code="internal_error", message=_INTERNAL_ERROR % {"id": self._lease.job_id}))

    async def _wait(self, fault: InfrastructureFault) -> None:
        _log.warning("session_waits", session_id=str(self._lease.job_id), code=fault.code, reason=fault.message)
        until = self._clock() + session_jobs.lease_s
        used = self._progress.usage
        await with_db_retry(step_transactions.step_wait, lambda: until, self._clock, self._lease, fault, used)

    async def _work(self) -> None:
        session = await in_database(step_transactions.session_load, self._lease)
        parent = (session.trace_id, session.parent_span_id)
        names: dict[str, str | int] = {"kingdom.session.id": str(session.pk)}
        names["kingdom.session.attempt"] = self._lease.attempts
        with span("run session", names, kind=SpanKind.CONSUMER, parent=parent):
            await self._work_on(session)

    async def _work_on(self, session: Session) -> None:
        if session.version_id is None:
            session = await self._prepare_session(session)
        if session.state != Session.State.RUNNING:
            return
        if not await in_database(_needs_turn, session):
            await self._steps(session)
        elif handler_turns.try_enter(session.user_id):
            try:
                await self._steps(session)
            finally:
                handler_turns.leave(session.user_id)
        else:  # the thread that finishes a session takes the next one
            await in_database(session_jobs.release, self._lease)

    async def _steps(self, session: Session) -> None:
        loaded = await in_database(step_transactions.session_rebuild, session)
        self._progress.start(loaded, self._graphs(session, loaded.spec))
        while not self._leaving:
            if not await self._progress.next():
                return
        raise RunCancelled

    async def _prepare_session(self, session: Session) -> Session:
        if self._prepare is not None:
            context = self._progress.context(session)
            bound = await context.run(_await_prepare(self._prepare, context, session))
            if bound is not None:
                return bound
            session = await in_database(step_transactions.session_load, self._lease, fenced=False)
        if session.version_id is None and session.state == Session.State.RUNNING:
            await self._fail(
                Failure(code="not_routed", message=sentence("No specialist was found for this. Ask again."))
            )
            session = await in_database(step_transactions.session_load, self._lease, fenced=False)
        return session

    async def _stopped(self) -> None:
        if self._keeper.lost:
            _log.warning("lease_lost", session_id=str(self._lease.job_id))
        # a lease that was lost to an absent database and that nobody took since is given back, and does not count
        is_cancelled = self._keeper.stop_requested and not self._keeper.lost
        until = self._clock() + session_jobs.lease_s
        if is_cancelled:
            cancel = partial(step_transactions.step_cancel, partial_answer=self._progress.streamed.text)
            await with_db_retry(cancel, lambda: until, self._clock, self._lease)
        else:
            await with_db_retry(step_transactions.step_hand_over, lambda: until, self._clock, self._lease)

    async def _fail(self, failure: Failure) -> None:
        until = self._clock() + session_jobs.lease_s
        used = self._progress.usage
        await with_db_retry(step_transactions.step_fail, lambda: until, self._clock, self._lease, failure, used)

    def _interrupt(self) -> None:
        self._progress.cancel()


def _needs_turn(session: Session) -> bool:
    """Return whether a session runs a handler. A trial's training has its own bound."""
    is_bound_task = session.purpose == Session.Purpose.TASK and session.version_id is not None
    return is_bound_task and session_spec(session).engine == "handler"


async def _await_prepare(prepare: PrepareHook, context: RuntimeContext, session: Session) -> Session | None:
    return await prepare(context, session)
