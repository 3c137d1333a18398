"""The durable loop: load events, fold, step, record the decision, interpret, record the input, and so on until an Exit or a pause."""

import asyncio
import threading
import uuid
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import structlog
from asgiref.sync import async_to_sync
from django.conf import settings
from django.db import InterfaceError, OperationalError

from kingdom.cognition.inputs import Failure
from kingdom.contracts.spec import AgentSpec
from kingdom.core.clock import Monotonic, monotonic
from kingdom.core.errors import KingdomError
from kingdom.runtime.context import RuntimeContext, Stopped
from kingdom.runtime.graph import CapabilityGraph
from kingdom.sessions import live, steps
from kingdom.sessions.capabilities import graph_for
from kingdom.sessions.database import in_database, patiently
from kingdom.sessions.lease import Lease, lease_renew, lease_take
from kingdom.sessions.log import LeaseLost
from kingdom.sessions.models import Session
from kingdom.sessions.progress import Progress

Prepare = Callable[[RuntimeContext, Session], Awaitable[None]]
GraphFor = Callable[[Session, AgentSpec], CapabilityGraph]
_log = structlog.get_logger(__name__)
_FAULT = "This failed by a fault of Kingdom itself, which was recorded under {trace}. Try again."


def session_run(*, session_id: uuid.UUID, prepare: Prepare | None = None, graphs: GraphFor = graph_for, lease: Lease | None = None) -> bool:
    """Work on a session until it ends, pauses, or goes elsewhere; returns whether this worker had it.

    Safe to call at any time, from any number of workers: only the one that gets the lease works. ``prepare`` is awaited first for a
    session that has no version yet; it binds one (``session_bind``) or ends the session (``session_conclude``), and is called again
    after a crash. ``lease`` is what the caller holds it by already. Call it from a thread with no event loop: database work runs on
    that thread.
    """
    lease = lease or lease_take(session_id=session_id)
    if lease is None:
        return False
    async_to_sync(_Run(lease, prepare, graphs).go)()
    return True


def hand_over_all() -> int:
    """Ask every session of this process to stop where it may and go on elsewhere; returns how many were asked. For shutdowns."""
    with _lock:
        runs = list(_runs)
    for run in runs:
        run.hand_over()
    return len(runs)


_lock = threading.Lock()
_runs: set["_Run"] = set()


class _Run:
    """One worker's turn at one session."""

    def __init__(self, lease: Lease, prepare: Prepare | None, graphs: GraphFor, clock: Monotonic = monotonic) -> None:
        self._lease = lease
        self._prepare = prepare
        self._graphs = graphs
        self._clock = clock
        self._safe_until = clock() + settings.KINGDOM.lease_s  # before that nobody else can have the lease
        self._lost = False
        self._leaving = False
        self._stop_asked = False

    async def go(self) -> None:
        """Run with the lease held; every way out is recorded or leaves the session to the reaper."""
        self._loop = asyncio.get_running_loop()
        self._progress = Progress(lease=self._lease, until=lambda: self._safe_until, clock=self._clock)
        with _lock:
            _runs.add(self)
        try:
            async with self._held():
                await self._guarded()
        finally:
            with _lock:
                _runs.discard(self)

    def hand_over(self) -> None:
        """Stop where it may; from any thread."""
        self._loop.call_soon_threadsafe(self._leave)

    def _leave(self) -> None:
        self._leaving = True
        if self._progress.may_stop:
            self._progress.cancel()

    async def _guarded(self) -> None:
        """The edge of the loop: nothing goes past it but what the reaper mends."""
        try:
            await self._work()
        except Stopped:
            await self._stopped()
        except LeaseLost:
            _log.warning("lease_lost", session_id=str(self._lease.session_id))
        except (OperationalError, InterfaceError):
            _log.exception("database_gone", session_id=str(self._lease.session_id))  # the lease runs out and the reaper sends it again
        except KingdomError as error:
            await self._fail(Failure(code=error.code, message=error.message))
        except Exception:  # the edge of a loop: a fault of ours ends this session, never the worker
            _log.exception("session_fault", session_id=str(self._lease.session_id))
            await self._fail(Failure(code="internal_error", message=_FAULT.format(trace=self._lease.session_id)))

    async def _work(self) -> None:
        session = await in_database(steps.session_load, self._lease)
        if session.version_id is None:
            session = await self._prepared(session)
        if session.state != Session.State.RUNNING:
            return
        loaded = await in_database(steps.steps_load, session)
        self._progress.start(loaded, self._graphs(session, loaded.spec))
        while await self._progress.next():
            if self._leaving:
                raise Stopped

    async def _prepared(self, session: Session) -> Session:
        if self._prepare is not None:
            context = self._progress.context(session)
            await context.run(_called(self._prepare, context, session))
            session = await in_database(steps.session_load, self._lease, fenced=False)
        if session.version_id is None and session.state == Session.State.RUNNING:
            await self._fail(Failure(code="not_routed", message="No specialist was found for this. Ask again."))
            session = await in_database(steps.session_load, self._lease, fenced=False)
        return session

    async def _stopped(self) -> None:
        if self._lost:
            _log.warning("lease_lost", session_id=str(self._lease.session_id))
        elif self._stop_asked:
            await patiently(steps.step_cancel, lambda: self._safe_until, self._clock, self._lease)
        else:
            await in_database(steps.step_hand_over, self._lease)

    async def _fail(self, failure: Failure) -> None:
        try:
            await in_database(steps.step_fail, self._lease, failure)
        except LeaseLost:
            _log.warning("lease_lost", session_id=str(self._lease.session_id))

    @asynccontextmanager
    async def _held(self) -> AsyncIterator[None]:
        """Renew the lease and listen for a stop while the block runs."""
        keeper = asyncio.create_task(self._keep())
        try:
            yield
        finally:
            keeper.cancel()
            await asyncio.wait({keeper})
            if not keeper.cancelled() and (error := keeper.exception()) is not None:
                _log.error("lease_keeper_fault", session_id=str(self._lease.session_id), exc_info=error)

    async def _keep(self) -> None:
        async with live.subscribe_control(self._lease.session_id) as feed:
            while not self._lost:
                await self._renew()
                try:
                    await asyncio.wait_for(feed.get(), timeout=settings.KINGDOM.lease_s / 3)
                except TimeoutError:
                    continue

    async def _renew(self) -> None:
        asked_at = self._clock()
        try:
            stop = await in_database(lease_renew, self._lease)
        except (OperationalError, InterfaceError):
            if self._clock() < self._safe_until:
                return
            stop = None  # by now another worker may have it
        if stop is None:
            self._lost = True
        else:
            self._safe_until = asked_at + settings.KINGDOM.lease_s
            self._stop_asked = self._stop_asked or stop
        if self._lost or self._stop_asked:
            self._progress.cancel()


async def _called(prepare: Prepare, context: RuntimeContext, session: Session) -> None:
    await prepare(context, session)
