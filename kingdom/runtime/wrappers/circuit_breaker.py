"""A model behind a circuit breaker that all processes share."""

from collections.abc import Callable

from kingdom.contracts.call_context import CallContext
from kingdom.contracts.model import ModelRequest, ModelResponse
from kingdom.core.circuit_breaker import (
    Circuit,
    CircuitBreakerPolicy,
    CircuitStore,
    abandon_trial,
    admit_call,
    record_failure,
    record_success,
)
from kingdom.core.clock import Clock, utc_now
from kingdom.core.errors import ModelError, ModelNotConfigured, ModelUnavailable, ModelUnreachable
from kingdom.runtime.ports import LanguageModel, OnDelta

MAX_RACES = 8


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
        self._store = store
        self._circuit = circuit or inner.name.split(":", 1)[0]
        self._policy = policy or CircuitBreakerPolicy()
        self._clock = clock

    @property
    def name(self) -> str:
        """Return the wrapped model's name."""
        return self._inner.name

    async def generate(self, ctx: CallContext, request: ModelRequest, on_delta: OnDelta | None = None) -> ModelResponse:
        """Answer one request.

        Raises ModelUnreachable (``fault="breaker"``, ``retry_after_s``) while the circuit is open.
        """
        trial = await self._enter()
        try:
            response = await self._inner.generate(ctx, request, on_delta)
        except (ModelNotConfigured, ModelError):
            await self._move(record_success)  # the provider answers: it refuses this request or the key
            raise
        except ModelUnavailable as error:
            if error.extra.get("fault") != "no_time":
                await self._move(self._failed)
            elif trial:  # the provider was not called, so there is no verdict
                await self._move(abandon_trial)
            raise
        except BaseException:  # a cancelled trial must not keep the circuit half open
            if trial:
                await self._move(abandon_trial)
            raise
        await self._move(record_success)
        return response

    def _failed(self, circuit: Circuit) -> Circuit:
        return record_failure(circuit, self._policy, self._now())

    def _now(self) -> float:
        return self._clock().timestamp()

    async def _enter(self) -> bool:
        """Admit this call or raise; True when it is the trial of a circuit that was open."""
        for _ in range(MAX_RACES):
            seen = await self._store.load(self._circuit)
            admission = admit_call(seen, self._policy, self._now())
            if not admission.allowed:
                raise _circuit_open_error(self.name, admission.wait_s)
            if admission.circuit == seen:
                return False
            if await self._store.compare_and_set(self._circuit, seen, admission.circuit):
                return True
        raise _circuit_open_error(self.name, 1.0)  # another process makes the trial call

    async def _move(self, move: Callable[[Circuit], Circuit]) -> None:
        for _ in range(MAX_RACES):
            seen = await self._store.load(self._circuit)
            new = move(seen)
            if new == seen or await self._store.compare_and_set(self._circuit, seen, new):
                return


def _circuit_open_error(name: str, wait_s: float) -> ModelUnreachable:
    wait = max(1.0, wait_s)
    message = f"{name} has failed several times in a row and is not called for a while. Try again in {wait:.0f} s."
    return ModelUnreachable(message, fault="breaker", retry_after_s=wait)
