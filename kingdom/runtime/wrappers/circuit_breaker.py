"""A model behind a circuit breaker that all processes share."""

from kingdom.contracts.call_context import CallContext
from kingdom.contracts.model import ModelRequest, ModelResponse
from kingdom.core.background.circuit_breaker import CircuitBreakerPolicy, CircuitOpen, CircuitStore, SharedCircuit
from kingdom.core.clock import Clock, utc_now
from kingdom.core.errors import ModelError, ModelNotConfigured, ModelUnavailable, ModelUnreachable
from kingdom.runtime.ports import LanguageModel, OnDelta

WAITED_FAULTS = frozenset({"server", "quota", "connect", "transport"})
"""Faults that the request has no part in. One that times out may do so each time, and is not repeated without end."""


class BreakerModel:
    """A model that is not called while its provider is down."""

    def __init__(
        self,
        inner: LanguageModel,
        store: CircuitStore,
        *,
        circuit: str = "",
        policy: CircuitBreakerPolicy | None = None,
        clock: Clock = utc_now,
    ) -> None:
        """Wrap a model. ``circuit`` is the key of the circuit, by default the provider (the name up to its colon)."""
        self._inner = inner
        self._circuit = SharedCircuit(
            store=store,
            name=circuit or inner.name.split(":", 1)[0],
            policy=policy or CircuitBreakerPolicy(),
            now=lambda: clock().timestamp(),
        )

    @property
    def name(self) -> str:
        """Return the wrapped model's name."""
        return self._inner.name

    async def generate(self, ctx: CallContext, request: ModelRequest, on_delta: OnDelta | None = None) -> ModelResponse:
        """Answer one request.

        Raises ModelUnreachable (``fault="breaker"``, ``retry_after_s``) while the circuit is open, also by the
        failure that opened it, if the request has no part in that.
        """
        try:
            probe = await self._circuit.enter()
        except CircuitOpen as refused:
            raise _circuit_open_error(self.name, refused.wait_s) from None
        try:
            response = await self._inner.generate(ctx, request, on_delta)
        except (ModelNotConfigured, ModelError):
            await self._circuit.succeeded()  # the provider answers: it refuses this request or the key
            raise
        except ModelUnavailable as error:
            wait_s = await self._recorded(error, probe=probe)
            if wait_s > 0:  # the provider is down: what called it waits for it, instead of failing by its last try
                raise _circuit_open_error(self.name, wait_s) from error
            raise
        except BaseException:  # a cancelled probe must not keep the circuit half open
            if probe:
                await self._circuit.abandoned()
            raise
        await self._circuit.succeeded()
        return response

    async def _recorded(self, error: ModelUnavailable, *, probe: bool) -> float:
        """Record a call that got no answer; return the seconds to wait if its circuit is open now, else 0."""
        fault = error.extra.get("fault")
        if fault == "no_time":  # the provider was not called, so there is no verdict
            if probe:
                await self._circuit.abandoned()
            return 0.0
        await self._circuit.failed()
        return await self._circuit.wait_s() if fault in WAITED_FAULTS else 0.0


def _circuit_open_error(name: str, wait_s: float) -> ModelUnreachable:
    wait = max(1.0, wait_s)
    message = f"{name} has failed several times in a row and is not called for a while. Try again in {wait:.0f} s."
    return ModelUnreachable(message, fault="breaker", retry_after_s=wait)
