"""A language model for code in a thread beside a run: the calls are made on the run's own loop, so that stopping the run stops them."""

import asyncio
from collections.abc import Coroutine
from typing import Any

from kingdom.contracts.call_context import CallContext
from kingdom.contracts.model import ModelRequest, ModelResponse
from kingdom.runtime.context import RuntimeContext
from kingdom.runtime.ports import LanguageModel, OnDelta


class ThreadsafeModel:
    """The model port, awaited in one loop and carried out in another."""

    def __init__(self, inner: LanguageModel, context: RuntimeContext, loop: asyncio.AbstractEventLoop) -> None:
        """Keep the model, the run's context and the loop that the run lives on."""
        self._inner = inner
        self._context = context
        self._loop = loop

    @property
    def name(self) -> str:
        """The model's own name."""
        return self._inner.name

    async def generate(self, ctx: CallContext, request: ModelRequest, on_delta: OnDelta | None = None) -> ModelResponse:
        """Answer as the inner model does. Raises Stopped when the run is stopped; the upstream call is closed by then."""
        work: Coroutine[Any, Any, ModelResponse] = self._context.run(self._inner.generate(ctx, request, on_delta))
        return await asyncio.wrap_future(asyncio.run_coroutine_threadsafe(work, self._loop))
