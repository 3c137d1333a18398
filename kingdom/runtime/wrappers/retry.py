"""Tries again what may pass: never a permanent error, never after a word was shown, never past the deadline."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from kingdom.contracts.call_context import CallContext
from kingdom.contracts.model import ModelRequest, ModelResponse
from kingdom.core.clock import Monotonic, monotonic
from kingdom.core.errors import KingdomError
from kingdom.runtime.ports import LanguageModel, OnDelta

FINAL_FAULTS = frozenset({"deadline", "no_time", "breaker"})
"""Faults for which trying again at once has no sense although they pass with time."""


@dataclass(frozen=True, kw_only=True)
class RetryPolicy:
    """How often and how patiently, in seconds: the n-th wait is ``base_s * 2**n`` up to ``max_s``, shortened by up to ``jitter`` (0 to 1).

    A provider that names a time (``retry_after_s``) is given that time, lengthened by up to ``jitter`` of ``base_s``; one longer than
    ``max_s`` is not waited for. ``after_deltas`` permits a retry although text was already shown: the listener then sees it twice.
    """

    attempts: int = 4
    base_s: float = 0.5
    max_s: float = 20.0
    jitter: float = 0.5
    after_deltas: bool = False

    def wait_s(self, turn: int, asked_s: float | None, chance: float) -> float:
        """Return the seconds before the next try; ``turn`` counts from 0, ``chance`` is random in [0, 1)."""
        if asked_s is not None:
            return asked_s + chance * self.jitter * self.base_s
        return min(self.max_s, self.base_s * 2.0**turn) * (1 - chance * self.jitter)


class RetryingModel:
    """A model that tries again."""

    def __init__(
        self,
        inner: LanguageModel,
        policy: RetryPolicy | None = None,
        *,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        chance: Callable[[], float] = random.random,
        clock: Monotonic = monotonic,
    ) -> None:
        """Wrap a model; sleep, chance and clock are the world's unless given."""
        self._inner = inner
        self._policy = policy or RetryPolicy()
        self._sleep, self._chance, self._clock = sleep, chance, clock

    @property
    def name(self) -> str:
        """Return the wrapped model's name."""
        return self._inner.name

    async def generate(self, ctx: CallContext, request: ModelRequest, on_delta: OnDelta | None = None) -> ModelResponse:
        """Answer one request. Raises the last try's error."""
        shown = False

        async def show(text: str) -> None:
            nonlocal shown
            shown = True
            if on_delta is not None:
                await on_delta(text)

        for turn in range(self._policy.attempts - 1):
            try:
                return await self._inner.generate(ctx, request, None if on_delta is None else show)
            except KingdomError as error:
                wait = self._wait(error, ctx, turn)
                if wait is None or (shown and not self._policy.after_deltas):
                    raise
            await self._sleep(wait)
        return await self._inner.generate(ctx, request, on_delta)

    def _wait(self, error: KingdomError, ctx: CallContext, turn: int) -> float | None:
        """Return the seconds to wait before trying again, None to give up."""
        if error.permanent or error.extra.get("fault") in FINAL_FAULTS:
            return None
        asked = error.extra.get("retry_after_s")
        asked_s = float(asked) if isinstance(asked, int | float) else None
        if asked_s is not None and asked_s > self._policy.max_s:
            return None
        wait = self._policy.wait_s(turn, asked_s, self._chance())
        return None if ctx.deadline is not None and self._clock() + wait >= ctx.deadline else wait
