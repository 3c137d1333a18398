"""The circuit breaker: while a provider keeps failing, calls fail at once instead of waiting for it.

    closed ── threshold failures in a row ──▶ open ── after open_s ──▶ half_open (one caller tries)
       ▲                                       ▲                          │
       └────────── that call succeeds ─────────┼──────────────────────────┤
                                               └──── that call fails ─────┘

All processes share the state, so every transition is a pure function and a compare-and-set in a store. Times are
arguments, in seconds since 1970.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Literal, Protocol

MAX_RACES = 8  # lost compare-and-sets until a call gives up
CircuitState = Literal["closed", "open", "half_open"]


@dataclass(frozen=True, kw_only=True)
class Circuit:
    """The state of one provider's circuit. ``since`` is the time it opened or its probe began."""

    state: CircuitState = "closed"
    failures: int = 0
    since: float = 0.0
    last_failure: float = 0.0


@dataclass(frozen=True, kw_only=True)
class CircuitBreakerPolicy:
    """When to open and for how long, in seconds and counts.

    ``window_s``: failures farther apart do not add up. ``probe_s``: a probe without a result by then was lost with its
    process, and the next caller tries.
    """

    threshold: int = 5
    window_s: float = 60.0
    open_s: float = 30.0
    probe_s: float = 150.0


@dataclass(frozen=True, kw_only=True)
class CallAdmission:
    """Whether a call is allowed, the next state (store it when it differs), and the seconds to wait if refused."""

    allowed: bool
    circuit: Circuit
    wait_s: float = 0.0


def admit_call(circuit: Circuit, policy: CircuitBreakerPolicy, now: float) -> CallAdmission:
    """Return whether one call is allowed. A changed circuit makes this call the probe, if its compare-and-set wins."""
    if circuit.state == "closed":
        return CallAdmission(allowed=True, circuit=circuit)
    duration = policy.open_s if circuit.state == "open" else policy.probe_s
    wait = circuit.since + duration - now
    if wait > 0:
        return CallAdmission(allowed=False, circuit=circuit, wait_s=min(wait, policy.open_s))
    return CallAdmission(allowed=True, circuit=replace(circuit, state="half_open", since=now))


def record_success(circuit: Circuit) -> Circuit:
    """Return the circuit after an answered call. A late answer does not close an open circuit: only a probe does."""
    return circuit if circuit.state == "open" else Circuit()


def record_failure(circuit: Circuit, policy: CircuitBreakerPolicy, now: float) -> Circuit:
    """Return the circuit after a failed call."""
    if circuit.state == "open":
        return circuit
    if circuit.state == "half_open":
        return replace(circuit, state="open", since=now, last_failure=now)
    in_a_row = circuit.failures + 1 if now - circuit.last_failure <= policy.window_s else 1
    if in_a_row >= policy.threshold:
        return Circuit(state="open", failures=in_a_row, since=now, last_failure=now)
    return replace(circuit, failures=in_a_row, last_failure=now)


def abandon_probe(circuit: Circuit) -> Circuit:
    """Return the circuit after a cancelled probe: the next caller may try at once."""
    return replace(circuit, state="open", since=0.0) if circuit.state == "half_open" else circuit


class CircuitStore(Protocol):
    """Storage of circuits, shared by all processes: the database in production."""

    async def load(self, name: str) -> Circuit:
        """Return a provider's circuit; an unknown one is closed."""
        ...

    async def compare_and_set(self, name: str, old: Circuit, new: Circuit) -> bool:
        """Store ``new`` if the circuit is still ``old``; return whether it was."""
        ...


class CircuitOpen(Exception):
    """The circuit refuses a call. ``wait_s``: seconds until the next one may be tried."""

    def __init__(self, wait_s: float) -> None:
        """Keep the wait."""
        super().__init__(f"open for {wait_s:.0f} s")
        self.wait_s = wait_s


@dataclass(frozen=True, kw_only=True)
class SharedCircuit:
    """One circuit in a store, moved by compare-and-set. ``now`` returns seconds since 1970."""

    store: CircuitStore
    name: str
    policy: CircuitBreakerPolicy
    now: Callable[[], float]

    async def enter(self) -> bool:
        """Admit one call; return whether it is the probe of a circuit that was open. Raises CircuitOpen."""
        for _ in range(MAX_RACES):
            seen = await self.store.load(self.name)
            admission = admit_call(seen, self.policy, self.now())
            if not admission.allowed:
                raise CircuitOpen(admission.wait_s)
            if admission.circuit == seen:
                return False
            if await self.store.compare_and_set(self.name, seen, admission.circuit):
                return True
        raise CircuitOpen(1.0)  # another process makes the probe call

    async def wait_s(self) -> float:
        """Return the seconds until the next call may be tried; 0 when one may be now."""
        return admit_call(await self.store.load(self.name), self.policy, self.now()).wait_s

    async def succeeded(self) -> None:
        """Record an answered call."""
        await self._move(record_success)

    async def failed(self) -> None:
        """Record a failed call."""
        await self._move(lambda circuit: record_failure(circuit, self.policy, self.now()))

    async def abandoned(self) -> None:
        """Record that a probe ended without a verdict."""
        await self._move(abandon_probe)

    async def _move(self, move: Callable[[Circuit], Circuit]) -> None:
        for _ in range(MAX_RACES):
            seen = await self.store.load(self.name)
            new = move(seen)
            if new == seen or await self.store.compare_and_set(self.name, seen, new):
                return
