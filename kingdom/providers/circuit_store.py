"""Stores circuits in the database, shared by all processes."""

from dataclasses import asdict

from asgiref.sync import sync_to_async
from django.db import IntegrityError, InterfaceError, OperationalError, transaction

from kingdom.core.background.circuit_breaker import Circuit, CircuitBreakerPolicy, admit_call
from kingdom.core.clock import utc_now
from kingdom.core.database import release_connection
from kingdom.providers.models import ProviderCircuit


class DatabaseCircuitStore:
    """The circuit store of production. While the database is unavailable, circuits count as closed."""

    async def load(self, name: str) -> Circuit:
        """Return a provider's circuit; one never stored is closed."""
        return await sync_to_async(_load)(name)

    async def compare_and_set(self, name: str, old: Circuit, new: Circuit) -> bool:
        """Store ``new`` if the circuit is still ``old``; return whether it was."""
        return await sync_to_async(_compare_and_set)(name, old, new)


def circuit_wait_s(provider: str) -> tuple[bool, float]:
    """Return whether a provider's circuit is closed, and the seconds until its next trial call, 0 when it is due."""
    circuit = _load(provider)
    admission = admit_call(circuit, CircuitBreakerPolicy(), utc_now().timestamp())
    return circuit.state == "closed", admission.wait_s


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
        if ProviderCircuit.objects.filter(pk=name, state=asdict(old)).update(state=asdict(new)) == 1:
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
