"""What a credential may be given for: a specialist that the user can use, and the hosts that its spec declares."""

from collections.abc import Sequence
from typing import NamedTuple
from uuid import UUID

from django.db.models import Q

from kingdom.contracts.spec import AgentSpec
from kingdom.core.errors import BadInput, Conflict, NotFound
from kingdom.credentials.credential_rules import CredentialTarget
from kingdom.specialists.models.specialist import Specialist, SpecialistQuerySet

_SEVERAL = "You can use {count} specialists called {role}. Say which one by specialist_id: {ids}."


class CredentialNeed(NamedTuple):
    """One credential that a specialist asks for: its name and the host that gets it."""

    specialist_id: UUID
    role: str
    name: str
    host: str


def credential_target(
    *, user_id: int, credential_key: str, specialist_id: UUID | None = None, role: str = "", hosts: Sequence[str] = ()
) -> CredentialTarget:
    """Return what a user gives a credential for: one specialist, and hosts that its spec declares for this name.

    Without ``specialist_id`` the role must name exactly one specialist that the user can use; without ``hosts`` they
    are those of the spec. Raises NotFound for a specialist that does not exist or is hidden from the user, Conflict for
    several of the role, BadInput for a name or host that the spec does not declare.
    """
    specialist = _specialist_of(user_id, specialist_id, role)
    spec = AgentSpec.model_validate(specialist.spec_snapshot)
    declared = spec_credential_hosts(spec, credential_key)
    if not declared:
        names = ", ".join(dict.fromkeys(credential.name for credential in spec.credentials))
        asks = f"It asks for: {names}." if names else "It asks for none."
        raise BadInput(f"{spec.role} asks for no credential called {credential_key}. {asks}")
    if unknown := sorted(set(hosts) - set(declared)):
        raise BadInput(f"{spec.role} sends {credential_key} to {', '.join(declared)}, not to {', '.join(unknown)}.")
    return CredentialTarget(
        specialist_id=specialist.pk, specialist_role=spec.role, hosts=tuple(sorted(set(hosts))) or declared
    )


def spec_credential_hosts(spec: AgentSpec, name: str) -> tuple[str, ...]:
    """Return the hosts that a spec declares for one credential, sorted."""
    return tuple(sorted({credential.host for credential in spec.credentials if credential.name == name}))


def credential_needs(*, user_id: int) -> list[CredentialNeed]:
    """Return the credentials that the user's and the shared specialists ask for, sorted by role and name."""
    specialists = _usable(user_id).filter(draft=False, spec_without_code__credentials__0__isnull=False)
    return sorted(
        CredentialNeed(specialist.pk, specialist.role, credential.name, credential.host)
        for specialist in specialists
        for credential in AgentSpec.model_validate(specialist.spec_snapshot).credentials
    )


def _usable(user_id: int) -> SpecialistQuerySet:
    """Return the specialists that a user sees, and those of the user in training."""
    return Specialist.everything.visible_to(user_id).filter(builtin=False)


def _specialist_of(user_id: int, specialist_id: UUID | None, role: str) -> Specialist:
    if specialist_id is not None:
        named = Q(pk=specialist_id) & (Q(role=role) if role else Q())
        specialist = _usable(user_id).filter(named).first()
        if specialist is None:
            raise NotFound("There is no such specialist that you can use. Look it up under Specialists.")
        return specialist
    found = list(_usable(user_id).filter(role=role, draft=False).order_by("created_at"))
    if not found:
        raise NotFound(f"There is no specialist called {role} that you can use. Look it up under Specialists.")
    if len(found) > 1:
        ids = ", ".join(str(specialist.pk) for specialist in found)
        raise Conflict(_SEVERAL.format(count=len(found), role=role, ids=ids))
    return found[0]
