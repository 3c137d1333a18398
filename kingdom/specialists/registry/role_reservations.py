"""Roles of specialists that use credentials: no other specialist gets such a name, also when its holder was deleted."""

from uuid import UUID

from kingdom.contracts.spec import AgentSpec
from kingdom.core.errors import Conflict
from kingdom.specialists.models.specialist import RoleReservation, Specialist


class RoleReserved(Conflict):
    """This name belongs to a specialist that uses credentials, or did, and is not given to another one. Choose another
    name.
    """

    code = "role_reserved"


def is_role_reserved(role: str, *, holder_id: UUID | None = None) -> bool:
    """Return whether a role belongs to another specialist than ``holder_id``, existing or deleted."""
    holders = RoleReservation.objects.filter(role=role)
    return (holders if holder_id is None else holders.exclude(specialist_id=holder_id)).exists()


def reserved_roles() -> frozenset[str]:
    """Return all reserved roles."""
    return frozenset(RoleReservation.objects.values_list("role", flat=True))


def role_check(specialist: Specialist) -> None:
    """Raise RoleReserved if the role of a specialist belongs to another one. Specialists of the product are exempt."""
    if not specialist.builtin and is_role_reserved(specialist.role, holder_id=specialist.pk):
        raise RoleReserved(
            f"The name {specialist.role} belongs to a specialist that uses credentials, or did, and is not given to "
            "another one. Choose another name."
        )


def version_role_check(specialist: Specialist) -> None:
    """Raise Conflict if another specialist of the same owner was renamed but its versions still have this role.

    Permission rules name an agent by the role of its version: they would hold for the other one too.
    """
    renamed = Specialist.objects.filter(created_by=specialist.created_by_id, spec_without_code__role=specialist.role)
    other = renamed.exclude(pk=specialist.pk).exclude(role=specialist.role).first()
    if other is not None and specialist.created_by_id is not None:
        raise Conflict(
            f"{other.role} was called {specialist.role} before, and your rules still name it so. Choose another name."
        )


def role_reserve(specialist: Specialist, spec: AgentSpec) -> None:
    """Reserve the role of a specialist that is no draft, if this version of it uses credentials. Idempotent.

    Raises RoleReserved if it belongs to another one. A specialist that used credentials before names were reserved
    keeps its own.
    """
    if not spec.credentials or specialist.draft or specialist.builtin:
        return
    if specialist.versions.filter(spec__credentials__0__isnull=False).exclude(digest=spec.digest()).exists():
        return
    RoleReservation.objects.get_or_create(role=specialist.role, defaults={"specialist_id": specialist.pk})
    role_check(specialist)
