"""``SandboxWorker``: the worker port over a blocking sandbox."""

import asyncio
import contextlib
import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from kingdom.contracts.calls import CallContext
from kingdom.contracts.sandbox import Limits, Outcome, Program
from kingdom.contracts.spec import AgentSpec
from kingdom.core.errors import SandboxUnavailable
from kingdom.runtime.ports import Sandbox


class SandboxWorker:
    """Runs one version's handler code. The code comes from the version's spec, never from the caller."""

    def __init__(self, sandbox: Sandbox, spec: AgentSpec) -> None:
        """Keep the sandbox and the spec whose handler will run."""
        self._sandbox = sandbox
        self._spec = spec

    async def run(self, ctx: CallContext, payload: Mapping[str, Any]) -> Outcome:
        """Return how one call of the handler ended. Cancelling ends the run in the sandbox and waits for nothing."""
        if self._spec.handler_code is None:
            return Outcome(status="refused", reason="this version has no handler")
        program, now = Program(code=self._spec.handler_code), str(payload.get("now", ""))
        limits = limits_of(self._spec)
        run = _Run()
        try:
            return await _in_thread(lambda: self._sandbox.run(program, dict(payload), limits, now=now, on_open=run.opened))
        except SandboxUnavailable as error:
            return Outcome(status="refused", reason=error.message)
        except asyncio.CancelledError:
            run.stop()
            raise


class _Run:
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


def limits_of(spec: AgentSpec) -> Limits:
    """Return the sandbox limits of a spec: it may only go below the platform's defaults, never above."""
    base = Limits()
    wanted = spec.limits
    if wanted is None:
        return base
    return replace(
        base,
        memory_mb=min(base.memory_mb, wanted.memory_mb or base.memory_mb),
        timeout_s=min(base.timeout_s, wanted.timeout_s or base.timeout_s),
        processes=min(base.processes, wanted.processes or base.processes),
    )


async def _in_thread(work: Callable[[], Outcome]) -> Outcome:
    """Run blocking work in a daemon thread of its own.

    Not in the loop's executor: ``asyncio.run`` waits for that one at its end, so a cancelled session would hang on its sandbox.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[Outcome] = loop.create_future()

    def tell(outcome: Outcome | None, error: Exception | None) -> None:
        if answer.done():  # cancelled meanwhile
            return
        if error is not None:
            answer.set_exception(error)
        elif outcome is not None:
            answer.set_result(outcome)

    def body() -> None:
        outcome, failure = None, None
        try:
            outcome = work()
        except Exception as error:  # the edge of a thread: it must reach the caller, whatever it is
            failure = error
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody waits any more
            loop.call_soon_threadsafe(tell, outcome, failure)

    threading.Thread(target=body, name="sandbox-call", daemon=True).start()
    return await answer
