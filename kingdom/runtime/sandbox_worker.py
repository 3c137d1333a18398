"""``SandboxWorker``: the worker port over a blocking sandbox."""

import asyncio
import contextlib
import functools
import threading
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any, Protocol, TypeVar

from kingdom.cognition.message_reading.misspellings import corrected_message, known_words, with_corrections
from kingdom.cognition.message_reading.self_repairs import repaired_message, with_repair
from kingdom.contracts.call_context import CallContext
from kingdom.contracts.handler_result import Span, parse_reading
from kingdom.contracts.sandbox import Program, SandboxLimits, SandboxOutcome
from kingdom.contracts.spec import AgentSpec, effective_limits
from kingdom.core.errors import Busy, KingdomError, SandboxLost, SandboxUnavailable
from kingdom.core.tracing import span
from kingdom.runtime.ports import OnRequest, Sandbox

T = TypeVar("T")


class HostCalls(Protocol):
    """The host calls of one run of a handler. Blocking; called on the run's own threads."""

    def on_request(self, op: str, args: Any) -> Any:  # noqa: ANN401 - any JSON value
        """Answer one request. Raises KingdomError to refuse, HumanInputRequired to end the run with a question."""
        ...

    def ended(self) -> tuple[str, ...]:
        """Store the effects of a successful run and return the paths of the files that it read.

        Raises KingdomError when that fails.
        """
        ...


HostCallsFactory = Callable[[CallContext], HostCalls]


class SandboxWorker:
    """Runs one version's handler code. The code comes from the version's spec, never from the caller."""

    def __init__(
        self,
        sandbox: Sandbox,
        spec: AgentSpec,
        host_calls: HostCallsFactory | None = None,
        *,
        max_limits: SandboxLimits | None = None,
    ) -> None:
        """Keep the sandbox, the spec with the handler, and the factory of its host calls (None: it may make none).

        ``max_limits`` are the limits that an admin has set, the platform's when None.
        """
        self._sandbox = sandbox
        self._spec = spec
        self._host_calls = host_calls
        self._limits = effective_limits(spec, max_limits)

    async def run(self, ctx: CallContext, payload: Mapping[str, Any]) -> SandboxOutcome:
        """Return how one call of the handler ended. Cancelling ends the run in the sandbox without waiting for it.

        Raises HumanInputRequired when a person must decide about a request of the handler first, SandboxLost.
        """
        code = self._spec.handler_code
        if code is None:
            return SandboxOutcome(status="refused", reason="this version has no handler")
        try:
            return await self._run(ctx, code, payload)
        except SandboxLost:
            raise
        except SandboxUnavailable as error:
            return SandboxOutcome(status="refused", reason=error.message)

    async def _run(self, ctx: CallContext, code: str, payload: Mapping[str, Any]) -> SandboxOutcome:
        calls = _WatchedCalls(self._host_calls(ctx)) if self._host_calls is not None else None
        outcome = await self._run_read(code, payload, calls)
        if _may_run_again(outcome, calls):
            outcome = await self._run_repaired(code, payload, calls) or outcome
        return outcome if calls is None or outcome.status != "ok" else await _finish_run(outcome, calls)

    async def _run_read(self, code: str, payload: Mapping[str, Any], calls: "_WatchedCalls | None") -> SandboxOutcome:
        """Return how a run ended, or one with misspelled words corrected where that is better."""
        outcome = await self._run_once(code, payload, calls)
        if not _may_run_again(outcome, calls):
            return outcome
        return await self._run_corrected(code, payload, calls, outcome.value) or outcome

    async def _run_repaired(
        self, code: str, payload: Mapping[str, Any], calls: "_WatchedCalls | None"
    ) -> SandboxOutcome | None:
        """Return how a run ended with a writer's own correction carried out; None where that answers nothing."""
        text = str(payload.get("text", ""))
        repaired = repaired_message(text)
        if repaired is None:
            return None
        again = await _answered(
            self._run_read(code, {**payload, "text": repaired.text}, calls), length=len(repaired.text)
        )
        value = with_repair(again[0].value, again[1], text, repaired) if again else None
        return replace(again[0], value=value) if again and value is not None else None

    async def _run_once(self, code: str, payload: Mapping[str, Any], calls: HostCalls | None) -> SandboxOutcome:
        on_request = calls.on_request if calls is not None else None
        program, now = Program(code=code), str(payload.get("now", ""))
        return await run_in_sandbox(self._sandbox, program, dict(payload), self._limits, now=now, on_request=on_request)

    async def _run_corrected(
        self,
        code: str,
        payload: Mapping[str, Any],
        calls: HostCalls | None,
        first: Any,  # noqa: ANN401 - what the handler returned
    ) -> SandboxOutcome | None:
        """Return how a second run ended, with words corrected that the first left out; None where that is no better."""
        text = str(payload.get("text", ""))
        used = _used(first, len(text))
        if used is None:
            return None
        is_declined = first.get("status") == "NULL"
        corrected = corrected_message(text, used, known_words(code), answer=first["answer"], is_declined=is_declined)
        if corrected is None:
            return None
        again = await _answered(
            self._run_once(code, {**payload, "text": corrected.text}, calls), length=len(corrected.text)
        )
        value = with_corrections(again[0].value, again[1], text, corrected, before=first["answer"]) if again else None
        return replace(again[0], value=value) if again and value is not None else None


def _may_run_again(outcome: SandboxOutcome, calls: "_WatchedCalls | None") -> bool:
    return outcome.status == "ok" and (calls is None or calls.only_read)


async def _answered(run: Awaitable[SandboxOutcome], *, length: int) -> tuple[SandboxOutcome, tuple[Span, ...]] | None:
    """Return how another run on a changed text of a length ended, and what it used; None where it answered nothing."""
    try:
        outcome = await run
    except (SandboxUnavailable, SandboxLost, Busy):  # the answer to the message itself stands
        return None
    used = _used(outcome.value, length) if outcome.status == "ok" else None
    return (outcome, used) if used and outcome.value.get("status") != "NULL" else None


class _WatchedCalls:
    """Host calls that note whether a run did more than read files: only then it may run a second time."""

    def __init__(self, calls: HostCalls) -> None:
        self._calls = calls
        self.only_read = True

    def on_request(self, op: str, args: Any) -> Any:  # noqa: ANN401 - as the port's
        self.only_read = self.only_read and op == "files.read"
        return self._calls.on_request(op, args)

    def ended(self) -> tuple[str, ...]:
        return self._calls.ended()


def _used(value: Any, length: int) -> tuple[Span, ...] | None:  # noqa: ANN401 - what a handler returned
    """Return the places of the message that an answer in words declares as used, None where it declares none."""
    reading = parse_reading(value, length) if isinstance(value, Mapping) else ""
    return None if isinstance(reading, str) or not isinstance(value.get("answer"), str) else reading.used


async def _finish_run(outcome: SandboxOutcome, calls: HostCalls) -> SandboxOutcome:
    try:
        files_read = await run_in_thread(calls.ended)
    except KingdomError as error:
        return replace(outcome, status="error", value=None, stderr="", reason=error.message)
    return replace(outcome, files_read=files_read)


async def run_in_sandbox(
    sandbox: Sandbox,
    program: Program,
    payload: object,
    limits: SandboxLimits,
    *,
    now: str = "",
    on_request: OnRequest | None = None,
) -> SandboxOutcome:
    """Return how one run in a sandbox ended. Cancelling ends the run without waiting for it.

    Raises SandboxUnavailable, Busy, BadInput.
    """
    run = _StoppableRun()
    try:
        with span("run in sandbox", {"kingdom.sandbox.backend": sandbox.name}) as traced:
            outcome = await run_in_thread(
                lambda: sandbox.run(program, payload, limits, now=now, on_request=on_request, on_open=run.opened)
            )
            traced.set_attribute("kingdom.sandbox.status", outcome.status)
            return outcome
    except asyncio.CancelledError:
        run.stop()
        raise


class _StoppableRun:
    """A run that can be stopped before it has started."""

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


async def run_in_thread(work: Callable[[], T]) -> T:
    """Run blocking work in a daemon thread of its own.

    Not in the loop's executor: ``asyncio.run`` waits for it at its end, so a cancelled session would hang until its
    sandbox ends.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[T] = loop.create_future()

    def deliver(settle: Callable[[], None]) -> None:
        if not answer.done():  # not cancelled meanwhile
            settle()

    def body() -> None:
        try:
            settle = functools.partial(answer.set_result, work())
        except Exception as error:  # a thread's boundary: every exception must reach the caller
            settle = functools.partial(answer.set_exception, error)
        with contextlib.suppress(RuntimeError):  # the loop is closed: nothing waits for the answer
            loop.call_soon_threadsafe(deliver, settle)

    threading.Thread(target=body, name="blocking-call", daemon=True).start()
    return await answer
