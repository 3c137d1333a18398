"""The circuit breaker: when a provider keeps failing, callers are told so at once instead of each waiting for it.

    closed ── threshold failures in a row ──▶ open ── after open_s ──▶ half_open (one caller tries)
       ▲                                       ▲                          │
       └────────── that call succeeds ─────────┼──────────────────────────┤
                                               └──── that call fails ─────┘

The state is one small value that all processes share, so every move is a pure function here and a compare-and-set in a store.
Times are seconds since 1970 (one clock for all hosts), given as arguments.
"""

from dataclasses import dataclass, replace
from typing import Literal, Protocol

CircuitState = Literal["closed", "open", "half_open"]


@dataclass(frozen=True, kw_only=True)
class Circuit:
    """The state of one provider's circuit. ``since`` is when it opened or when the trial began; ``last_failure`` the latest one's time."""

    state: CircuitState = "closed"
    failures: int = 0
    since: float = 0.0
    last_failure: float = 0.0


@dataclass(frozen=True, kw_only=True)
class CircuitBreakerPolicy:
    """When to open and for how long: settings, in seconds and counts.

    ``window_s``: failures farther apart do not add up. ``trial_s``: a trial with no verdict by then was lost with its process; the next
    caller tries instead.
    """

    threshold: int = 5
    window_s: float = 60.0
    open_s: float = 30.0
    trial_s: float = 150.0


@dataclass(frozen=True, kw_only=True)
class CallAdmission:
    """Whether a call may go, the state that follows (store it when it differs), and how long to wait if not (seconds)."""

    allowed: bool
    circuit: Circuit
    wait_s: float = 0.0


def admit_call(circuit: Circuit, policy: CircuitBreakerPolicy, now: float) -> CallAdmission:
    """Judge one call. A caller admitted with a changed circuit is the trial, and only if its compare-and-set wins."""
    if circuit.state == "closed":
        return CallAdmission(allowed=True, circuit=circuit)
    rest = policy.open_s if circuit.state == "open" else policy.trial_s
    wait = circuit.since + rest - now
    if wait > 0:
        return CallAdmission(allowed=False, circuit=circuit, wait_s=min(wait, policy.open_s))
    return CallAdmission(allowed=True, circuit=replace(circuit, state="half_open", since=now))


def record_success(circuit: Circuit) -> Circuit:
    """Return the circuit after a call that the provider answered. A late answer does not close an open circuit: only a trial does."""
    return circuit if circuit.state == "open" else Circuit()


def record_failure(circuit: Circuit, policy: CircuitBreakerPolicy, now: float) -> Circuit:
    """Return the circuit after a call that the provider did not answer."""
    if circuit.state == "open":
        return circuit
    if circuit.state == "half_open":
        return replace(circuit, state="open", since=now, last_failure=now)
    in_a_row = circuit.failures + 1 if now - circuit.last_failure <= policy.window_s else 1
    if in_a_row >= policy.threshold:
        return Circuit(state="open", failures=in_a_row, since=now, last_failure=now)
    return replace(circuit, failures=in_a_row, last_failure=now)


def abandon_trial(circuit: Circuit) -> Circuit:
    """Return the circuit after a trial that ended with no verdict (cancelled): the next caller may try at once."""
    return replace(circuit, state="open", since=0.0) if circuit.state == "half_open" else circuit


class CircuitStore(Protocol):
    """Where circuits live. Shared by all processes, so it is the database in production."""

    async def load(self, name: str) -> Circuit:
        """Return a provider's circuit; one never stored is closed."""
        ...

    async def compare_and_set(self, name: str, old: Circuit, new: Circuit) -> bool:
        """Store ``new`` if the circuit is still ``old``; say whether it was."""
        ...
