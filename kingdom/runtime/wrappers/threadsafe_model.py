"""A language model for code in another thread.

Its calls run on the run's event loop, so that stopping the run stops them.
"""

import asyncio
from collections.abc import Coroutine
from typing import Any

from kingdom.contracts.call_context import CallContext
from kingdom.contracts.model import ModelRequest, ModelResponse
from kingdom.runtime.context import RuntimeContext
from kingdom.runtime.ports import LanguageModel, OnDelta


class ThreadsafeModel:
    """A model that is awaited in one event loop and runs in another."""

    def __init__(self, inner: LanguageModel, context: RuntimeContext, loop: asyncio.AbstractEventLoop) -> None:
        """Keep the model, the run's context and the run's event loop."""
        self._inner = inner
        self._context = context
        self._loop = loop

    @property
    def name(self) -> str:
        """Return the wrapped model's name."""
        return self._inner.name

    async def generate(self, ctx: CallContext, request: ModelRequest, on_delta: OnDelta | None = None) -> ModelResponse:
        """Answer as the inner model does.

        Raises RunCancelled when the run is stopped; the upstream call is closed by then.
        """
        work: Coroutine[Any, Any, ModelResponse] = self._context.run(self._inner.generate(ctx, request, on_delta))
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self._loop))
