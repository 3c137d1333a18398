"""Meters every model call, failed and cancelled ones included."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace

from kingdom.contracts.call_context import CallContext
from kingdom.contracts.model import FinishReason, ModelPurpose, ModelRequest, ModelResponse, Usage
from kingdom.core.clock import Monotonic, monotonic
from kingdom.core.errors import KingdomError
from kingdom.core.tracing import SpanKind, span
from kingdom.runtime.ports import LanguageModel, OnDelta

CHARS_PER_TOKEN = 4
"""The usual estimate for English text (libraries.md section 1.1), used only when the provider reports no tokens."""


@dataclass(frozen=True, kw_only=True)
class ModelUse:
    """One model call: ``error`` is the error's code, ``cancelled`` or "" for an answer; ``seconds`` is its duration."""

    model: str
    purpose: ModelPurpose
    usage: Usage = field(default_factory=Usage)
    finish: FinishReason | None = None
    error: str = ""
    seconds: float = 0.0


OnUsage = Callable[[CallContext, ModelUse], Awaitable[Usage]]


class MeteredModel:
    """A model whose every call is reported. It wraps the adapter directly, so that each retry and repair counts."""

    def __init__(self, inner: LanguageModel, on_usage: OnUsage, *, clock: Monotonic = monotonic) -> None:
        """Wrap a model; ``on_usage`` is awaited once after each call, also a failed one.

        The usage that it returns, with the cost, becomes that of the response.
        """
        self._inner = inner
        self._on_usage = on_usage
        self._clock = clock

    @property
    def name(self) -> str:
        """Return the wrapped model's name."""
        return self._inner.name

    async def generate(self, ctx: CallContext, request: ModelRequest, on_delta: OnDelta | None = None) -> ModelResponse:
        """Answer one request and report it. Raises what the model raises."""
        attributes = {"gen_ai.operation.name": "chat", "gen_ai.request.model": self.name}
        with span(f"chat {self.name}", attributes, kind=SpanKind.CLIENT) as traced:
            response = await self._metered(ctx, request, on_delta)
            counts = {"input": response.usage.prompt_tokens, "output": response.usage.output_tokens}
            traced.set_attributes({f"gen_ai.usage.{side}_tokens": count for side, count in counts.items()})
            traced.set_attribute("gen_ai.response.model", response.model)
        return response

    async def _metered(self, ctx: CallContext, request: ModelRequest, on_delta: OnDelta | None) -> ModelResponse:
        start = self._clock()
        response: ModelResponse | None = None
        error, streamed = "unexpected", 0

        async def count(text: str) -> None:
            nonlocal streamed
            streamed += len(text)
            if on_delta is not None:
                await on_delta(text)

        try:
            response = await self._inner.generate(ctx, request, None if on_delta is None else count)
        except KingdomError as failure:
            error = failure.code
            raise
        except asyncio.CancelledError:
            error = "cancelled"
            raise
        finally:
            model = response.model if response and response.model else self.name
            common = ModelUse(model=model, purpose=request.purpose, seconds=self._clock() - start)
            usage = await self._on_usage(ctx, _with_usage(common, request, response, error, streamed))
        return replace(response, usage=usage)


def _with_usage(
    use: ModelUse, request: ModelRequest, response: ModelResponse | None, error: str, streamed: int
) -> ModelUse:
    if response is None:
        # A provider bills a call that was cancelled or failed after its first words; it does not bill one that it
        # refused.
        usage = estimate_usage(request, streamed) if streamed or error == "cancelled" else Usage()
        return ModelUse(model=use.model, purpose=use.purpose, seconds=use.seconds, usage=usage, error=error)
    counted = response.usage.total_tokens > 0
    usage = response.usage if counted else estimate_usage(request, len(response.text))
    return ModelUse(model=use.model, purpose=use.purpose, seconds=use.seconds, usage=usage, finish=response.finish)


def estimate_usage(request: ModelRequest, output_chars: int) -> Usage:
    """Return the tokens of a call estimated from its length."""
    prompt = sum(len(message.text) for message in request.messages) // CHARS_PER_TOKEN
    output = -(-output_chars // CHARS_PER_TOKEN)
    return Usage(prompt_tokens=prompt, output_tokens=output, total_tokens=prompt + output, estimated=True)
