"""Retries model calls: never a permanent error, never after text was shown, never past the deadline."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from tenacity import AsyncRetrying, RetryCallState, retry_if_exception, stop_after_attempt
from tenacity.stop import stop_base

from kingdom.contracts.call_context import CallContext
from kingdom.contracts.model import ModelRequest, ModelResponse
from kingdom.core.clock import Monotonic, monotonic
from kingdom.core.errors import KingdomError
from kingdom.runtime.ports import LanguageModel, OnDelta

FINAL_FAULTS = frozenset({"deadline", "no_time", "breaker"})
"""Faults that pass with time but for which an immediate retry is useless."""


@dataclass(frozen=True, kw_only=True)
class RetryPolicy:
    """How often to try and how long to wait, in seconds.

    The n-th wait is ``base_s * 2**n`` up to ``max_s``, shortened by up to ``jitter`` (0 to 1). When the provider names
    a wait (``retry_after_s``), that wait is taken, lengthened by up to ``jitter`` of ``base_s``; one longer than
    ``max_s`` ends the retries. ``after_deltas`` permits a retry although text was already shown: the listener then sees
    it twice.
    """

    attempts: int = 4
    base_s: float = 0.5
    max_s: float = 20.0
    jitter: float = 0.5
    after_deltas: bool = False

    def wait_s(self, turn: int, retry_after_s: float | None, random_value: float) -> float:
        """Return the seconds before the next attempt; ``turn`` counts from 0, ``random_value`` is in [0, 1)."""
        if retry_after_s is not None:
            return retry_after_s + random_value * self.jitter * self.base_s
        return min(self.max_s, self.base_s * 2.0**turn) * (1 - random_value * self.jitter)


class RetryingModel:
    """A model that retries calls that failed for a passing reason."""

    def __init__(
        self,
        inner: LanguageModel,
        policy: RetryPolicy | None = None,
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        random_value: Callable[[], float] = random.random,
        clock: Monotonic = monotonic,
    ) -> None:
        """Wrap a model; the sleep, the randomness and the clock can be replaced for tests."""
        self._inner = inner
        self._policy = policy or RetryPolicy()
        self._sleep, self._random_value, self._clock = sleep, random_value, clock

    @property
    def name(self) -> str:
        """Return the wrapped model's name."""
        return self._inner.name

    async def generate(self, ctx: CallContext, request: ModelRequest, on_delta: OnDelta | None = None) -> ModelResponse:
        """Answer one request. Raises the last attempt's error."""
        shown = False

        async def show(text: str) -> None:
            nonlocal shown
            shown = True
            if on_delta is not None:
                await on_delta(text)

        def may_retry(error: BaseException) -> bool:
            return self._is_retryable(error) and (not shown or self._policy.after_deltas)

        retrying = AsyncRetrying(
            retry=retry_if_exception(may_retry),
            wait=self._wait_s,
            stop=stop_after_attempt(self._policy.attempts) | _StopBeforeDeadline(ctx.deadline, self._clock),
            sleep=self._sleep,
            reraise=True,
        )
        return await retrying(self._inner.generate, ctx, request, None if on_delta is None else show)

    def _is_retryable(self, error: BaseException) -> bool:
        if not isinstance(error, KingdomError) or error.permanent or error.extra.get("fault") in FINAL_FAULTS:
            return False
        return (_retry_after_s(error) or 0.0) <= self._policy.max_s

    def _wait_s(self, state: RetryCallState) -> float:
        error = state.outcome.exception() if state.outcome is not None else None
        return self._policy.wait_s(state.attempt_number - 1, _retry_after_s(error), self._random_value())


class _StopBeforeDeadline(stop_base):
    """Stops when the next wait would reach the deadline."""

    def __init__(self, deadline: float | None, clock: Monotonic) -> None:
        self._deadline, self._clock = deadline, clock

    def __call__(self, retry_state: RetryCallState) -> bool:
        return self._deadline is not None and self._clock() + retry_state.upcoming_sleep >= self._deadline


def _retry_after_s(error: BaseException | None) -> float | None:
    seconds = error.extra.get("retry_after_s") if isinstance(error, KingdomError) else None
    return float(seconds) if isinstance(seconds, int | float) else None
