"""Circuits in the database: what one process learns of a provider, all know."""

from dataclasses import asdict

from asgiref.sync import sync_to_async
from django.db import IntegrityError, InterfaceError, OperationalError, connection, transaction

from kingdom.core.circuit_breaker import Circuit
from kingdom.providers.models import ProviderCircuit as CircuitRow


class DatabaseCircuitStore:
    """The breaker's store for production. While the database is away circuits count as closed: a breaker spares, it does not guard."""

    async def load(self, name: str) -> Circuit:
        """Return a provider's circuit; one never stored is closed."""
        return await sync_to_async(_load)(name)

    async def compare_and_set(self, name: str, old: Circuit, new: Circuit) -> bool:
        """Store ``new`` if the circuit is still ``old``; say whether it was."""
        return await sync_to_async(_compare_and_set)(name, old, new)


def _load(name: str) -> Circuit:
    try:
        row = CircuitRow.objects.filter(pk=name).first()
    except (OperationalError, InterfaceError):
        return Circuit()
    else:
        return Circuit(**row.state) if row is not None else Circuit()
    finally:
        _give_back()


def _compare_and_set(name: str, old: Circuit, new: Circuit) -> bool:
    try:
        if CircuitRow.objects.filter(pk=name, state=asdict(old)).update(state=asdict(new)) == 1:
            return True
        return old == Circuit() and _create(name, new)
    except (OperationalError, InterfaceError):
        return True  # there is nobody to compare with, and nothing to try again for
    finally:
        _give_back()


def _create(name: str, new: Circuit) -> bool:
    """Store the first circuit of a provider; False when somebody else stored one meanwhile."""
    try:
        with transaction.atomic():
            CircuitRow.objects.create(name=name, state=asdict(new))
    except IntegrityError:
        return False
    return True


def _give_back() -> None:
    if not connection.in_atomic_block:
        connection.close()
