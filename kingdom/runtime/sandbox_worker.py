"""``SandboxWorker``: the worker port over a blocking sandbox."""

import asyncio
import contextlib
import functools
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from kingdom.contracts.call_context import CallContext
from kingdom.contracts.sandbox import Program, SandboxLimits, SandboxOutcome
from kingdom.contracts.spec import AgentSpec
from kingdom.core.errors import KingdomError, SandboxUnavailable
from kingdom.runtime.ports import OnRequest, Sandbox

T = TypeVar("T")


class HostCalls(Protocol):
    """What one run of a handler may ask for. Blocking; called on threads of the run's own."""

    def on_request(self, op: str, args: Any) -> Any:  # noqa: ANN401 - any JSON value
        """Answer one request. Raises KingdomError to refuse, PersonNeeded to end the run with a question."""
        ...

    def ended(self) -> None:
        """Keep what is to be kept of a run that has ended well. Raises KingdomError when it cannot be kept."""
        ...


HostCallsFactory = Callable[[CallContext], HostCalls]


class SandboxWorker:
    """Runs one version's handler code. The code comes from the version's spec, never from the caller."""

    def __init__(
        self,
        sandbox: Sandbox,
        spec: AgentSpec,
        door: HostCallsFactory | None = None,
        *,
        most: SandboxLimits | None = None,
    ) -> None:
        """Keep the sandbox, the spec whose handler will run, and what answers the handler's requests (None: nothing is open).

        ``most`` are the limits that an admin has set for it, the platform's when None.
        """
        self._sandbox = sandbox
        self._spec = spec
        self._door = door
        self._limits = effective_limits(spec, most)

    async def run(self, ctx: CallContext, payload: Mapping[str, Any]) -> SandboxOutcome:
        """Return how one call of the handler ended. Cancelling ends the run in the sandbox and waits for nothing.

        Raises PersonNeeded when the handler asked for what a person must decide first.
        """
        if self._spec.handler_code is None:
            return SandboxOutcome(status="refused", reason="this version has no handler")
        program, now = Program(code=self._spec.handler_code), str(payload.get("now", ""))
        try:
            way = self._door(ctx) if self._door is not None else None
            asks = way.on_request if way is not None else None
            outcome = await run_in_sandbox(
                self._sandbox, program, dict(payload), self._limits, now=now, on_request=asks
            )
        except SandboxUnavailable as error:
            return SandboxOutcome(status="refused", reason=error.message)
        return outcome if way is None or outcome.status != "ok" else await _finish_run(outcome, way)


async def _finish_run(outcome: SandboxOutcome, way: HostCalls) -> SandboxOutcome:
    try:
        await run_in_thread(way.ended)
    except KingdomError as error:
        return replace(outcome, status="error", value=None, stderr="", reason=error.message)
    return outcome


async def run_in_sandbox(
    sandbox: Sandbox,
    program: Program,
    payload: object,
    limits: SandboxLimits,
    *,
    now: str = "",
    on_request: OnRequest | None = None,
) -> SandboxOutcome:
    """Return how one run in a sandbox ended. Cancelling ends the run and waits for nothing. Raises SandboxUnavailable, Busy, BadInput."""
    run = _StoppableRun()
    try:
        return await run_in_thread(
            lambda: sandbox.run(program, payload, limits, now=now, on_request=on_request, on_open=run.opened)
        )
    except asyncio.CancelledError:
        run.stop()
        raise


class _StoppableRun:
    """One run that may be stopped before it has begun."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._end: Callable[[], None] | None = None
        self._stopped = False

    def opened(self, end: Callable[[], None]) -> None:
        with self._lock:
            self._end = end
        if self._stopped:
            end()

    def stop(self) -> None:
        self._stopped = True
        with self._lock:
            end = self._end
        if end is not None:
            end()


def effective_limits(spec: AgentSpec, most: SandboxLimits | None = None) -> SandboxLimits:
    """Return the sandbox limits of a spec: it may only go below the platform's defaults, or what an admin has set, never above."""
    base = most or SandboxLimits()
    wanted = spec.limits
    if wanted is None:
        return base
    return replace(
        base,
        memory_mb=min(base.memory_mb, wanted.memory_mb or base.memory_mb),
        timeout_s=min(base.timeout_s, wanted.timeout_s or base.timeout_s),
        processes=min(base.processes, wanted.processes or base.processes),
    )


async def run_in_thread(work: Callable[[], T]) -> T:
    """Run blocking work in a daemon thread of its own.

    Not in the loop's executor: ``asyncio.run`` waits for that one at its end, so a cancelled session would hang on its sandbox.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()

    def tell(settle: Callable[[], None]) -> None:
        if not answer.done():  # else it was cancelled meanwhile
            settle()

    def body() -> None:
        try:
            settle = functools.partial(answer.set_result, work())
        except Exception as error:  # the edge of a thread: it must reach the caller, whatever it is
            settle = functools.partial(answer.set_exception, error)
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(tell, settle)

    threading.Thread(target=body, name="blocking-call", daemon=True).start()
    return await answer
