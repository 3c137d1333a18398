"""Stores circuits in the database, shared by all processes."""

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import asdict
from datetime import timedelta
from typing import NamedTuple

from asgiref.sync import sync_to_async
from django.db import IntegrityError, InterfaceError, OperationalError, transaction
from django.db.models import Q

from kingdom.core.background.circuit_breaker import (
    MAX_RACES,
    Circuit,
    CircuitBreakerPolicy,
    admit_call,
    record_failure,
    record_success,
)
from kingdom.core.clock import utc_now
from kingdom.core.database import release_connection
from kingdom.providers.models import ProviderCircuit

SEARCH_CIRCUIT, HOST_PREFIX, MCP_PREFIX = "tool:archon.web.search", "host:", "mcp:"
MCP_POLICY = CircuitBreakerPolicy(threshold=3, open_s=60.0)
PROBE_CLAIM_S = 30.0
MAX_NAME = 120  # characters
HOST_UNUSED = timedelta(days=1)  # hosts are as many as users name; of each that failed there is a row


class DatabaseCircuitStore:
    """The circuit store of production. While the database is unavailable, circuits count as closed."""

    async def load(self, name: str) -> Circuit:
        """Return a provider's circuit; one never stored is closed."""
        return await sync_to_async(_load)(name)

    async def compare_and_set(self, name: str, old: Circuit, new: Circuit) -> bool:
        """Store ``new`` if the circuit is still ``old``; return whether it was."""
        return await sync_to_async(_compare_and_set)(name, old, new)


class OpenCircuit(NamedTuple):
    """The seconds until the next probe of a circuit that is not closed, and since when it has been due, else 0."""

    wait_s: float
    due_for_s: float


def open_circuits(names: Collection[str]) -> Mapping[str, OpenCircuit]:
    """Return those of some circuits that are not closed, by their names; for no circuit without a statement."""
    if not names:
        return {}
    now = utc_now().timestamp()
    rows = ProviderCircuit.objects.filter(pk__in=names).exclude(state__state="closed")
    return {row.name: _open_circuit(Circuit(**row.state), _policy(row.name), now) for row in rows}


def _policy(name: str) -> CircuitBreakerPolicy:
    return MCP_POLICY if name.startswith(MCP_PREFIX) else CircuitBreakerPolicy()


def _open_circuit(circuit: Circuit, policy: CircuitBreakerPolicy, now: float) -> OpenCircuit:
    duration = policy.open_s if circuit.state == "open" else policy.probe_s
    return OpenCircuit(admit_call(circuit, policy, now).wait_s, max(0.0, now - circuit.since - duration))


def circuit_probe_claim(name: str) -> bool:
    """Return whether the caller may begin the one run that tries a circuit: of all runs one each 30 seconds."""
    now = utc_now()
    claimed_before = Q(trial_claimed_at=None) | Q(trial_claimed_at__lt=now - timedelta(seconds=PROBE_CLAIM_S))
    return ProviderCircuit.objects.filter(claimed_before, pk=name).update(trial_claimed_at=now) == 1


def host_circuit(host: str) -> str:
    """Return the name of the circuit of a host that handlers call; a long name of a host by its digest."""
    name = f"{HOST_PREFIX}{host.lower()}"
    return name if len(name) <= MAX_NAME else f"{HOST_PREFIX}{hashlib.sha256(host.lower().encode()).hexdigest()}"


def mcp_circuit(server: str) -> str:
    """Return the name of the circuit of an MCP server."""
    return f"{MCP_PREFIX}{server}"


def circuit_record(name: str, *, answered: bool) -> None:
    """Record a call that was made whatever the circuit said; the first one when a probe is due counts as the probe.

    Such a circuit holds back only what has not begun: one user's failing calls refuse no call of another user.
    """
    policy, now = CircuitBreakerPolicy(), utc_now().timestamp()
    for _ in range(MAX_RACES):
        seen = _load(name)
        admitted = admit_call(seen, policy, now).circuit
        new = record_success(admitted) if answered else record_failure(admitted, policy, now)
        if new == seen or _compare_and_set(name, seen, new):
            return


def host_circuits_purge() -> int:
    """Delete the circuits of hosts that were not called for a day; return how many. An unknown circuit is closed.

    By then an open one lets the next call try, too. The circuits of providers are few and stay.
    """
    unused = ProviderCircuit.objects.filter(name__startswith=HOST_PREFIX, updated_at__lt=utc_now() - HOST_UNUSED)
    return unused.delete()[0]


def _load(name: str) -> Circuit:
    try:
        row = ProviderCircuit.objects.filter(pk=name).first()
    except (OperationalError, InterfaceError):
        return Circuit()
    else:
        return Circuit(**row.state) if row is not None else Circuit()
    finally:
        release_connection()


def _compare_and_set(name: str, old: Circuit, new: Circuit) -> bool:
    try:
        if ProviderCircuit.objects.filter(pk=name, state=asdict(old)).update(state=asdict(new), updated_at=utc_now()):
            return True
        return old == Circuit() and _create(name, new)
    except (OperationalError, InterfaceError):
        return True  # the database is unavailable: a retry cannot help
    finally:
        release_connection()


def _create(name: str, new: Circuit) -> bool:
    """Store the first circuit of a provider; return False when another process has stored one."""
    try:
        with transaction.atomic():
            ProviderCircuit.objects.create(name=name, state=asdict(new))
    except IntegrityError:
        return False
    return True
