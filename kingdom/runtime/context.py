"""``RuntimeContext``: the context of every effect, and its cancellation."""

import asyncio
from collections.abc import Coroutine
from dataclasses import dataclass, field
from typing import Any, TypeVar

from kingdom.contracts.call_context import CallContext
from kingdom.core.clock import Monotonic, monotonic
from kingdom.core.errors import DeadlineExceeded
from kingdom.runtime.ports import OnDelta

T = TypeVar("T")


class RunCancelled(Exception):
    """The context was cancelled; the work has ended and its sockets are closed."""


@dataclass(frozen=True, kw_only=True)
class RuntimeContext:
    """The call's context and its cancellation. ``on_delta`` receives text as a model writes it."""

    call: CallContext
    on_delta: OnDelta | None = None
    clock: Monotonic = monotonic
    _stop: asyncio.Event = field(default_factory=asyncio.Event)

    def cancel(self) -> None:
        """Stop the work of this context. Call it only from the event loop's own thread."""
        self._stop.set()

    @property
    def cancelled(self) -> bool:
        """Whether ``cancel`` was called."""
        return self._stop.is_set()

    async def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Return the result of the work.

        Raises RunCancelled when the context is cancelled, DeadlineExceeded at its deadline.

        In both cases the work's task is cancelled *and awaited* first, so that none of its sockets is open afterwards.
        """
        if self.cancelled:
            work.close()  # it must not start
            raise RunCancelled
        task = asyncio.ensure_future(work)
        stop = asyncio.ensure_future(self._stop.wait())
        try:
            await asyncio.wait({task, stop}, timeout=self._left(), return_when=asyncio.FIRST_COMPLETED)
            if task.done():
                return task.result()
        finally:
            stop.cancel()
            await _end(task)
        if self.cancelled:
            raise RunCancelled
        raise DeadlineExceeded

    def _left(self) -> float | None:
        return None if self.call.deadline is None else max(0.0, self.call.deadline - self.clock())


async def _end(task: "asyncio.Future[Any]") -> None:
    """Cancel a task and wait until it has ended."""
    if not task.done():
        task.cancel()
        await asyncio.wait({task})
    if not task.cancelled():
        task.exception()  # mark the exception as retrieved
