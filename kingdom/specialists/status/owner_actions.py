"""What an owner may do with a specialist of their own that was never shared: rename, pause, resume, delete."""

from typing import Literal
from uuid import UUID

from django.db import IntegrityError, transaction

from kingdom.accounts.access import access_transaction
from kingdom.accounts.models import User
from kingdom.contracts.identity import ROLE, Identity, identity_of
from kingdom.core.errors import BadInput, Conflict, NotFound
from kingdom.core.text.sentences import sentence
from kingdom.specialists.models.specialist import RoleReservation, Specialist, SpecialistRename
from kingdom.specialists.models.status import StatusChange
from kingdom.specialists.registry.role_reservations import role_check, version_role_check
from kingdom.specialists.status.selectors import is_or_was_shared
from kingdom.specialists.status.services import StatusDecision, status_change_create

OwnerAction = Literal["pause", "resume", "delete"]
_KINDS: dict[OwnerAction, tuple[StatusChange.Kind, str]] = {
    "pause": (StatusChange.Kind.SUSPEND, sentence("Paused by its owner.")),
    "resume": (StatusChange.Kind.RESTORE, sentence("Resumed by its owner.")),
    "delete": (StatusChange.Kind.DEPRECATE, sentence("Deleted by its owner.")),
}


@access_transaction()
def owner_action_apply(*, user: User, specialist_id: UUID, action: OwnerAction) -> StatusChange:
    """Pause, resume or delete a user's own specialist, as a status change with its row.

    A deleted one gets no message any more; its answers stay where they were given, and an admin can restore it. Raises
    NotFound for another user's, Conflict for one that is or was shared and to resume what its owner did not pause,
    IllegalTransition.
    """
    own = _own_unshared(user, specialist_id)
    if action == "resume" and not is_paused(own):
        raise Conflict(f"{own.role} was not paused by you. An admin can restore it.")
    kind, reason = _KINDS[action]
    return status_change_create(
        decision=StatusDecision(
            specialist_id=own.pk, kind=kind, reason=reason, actor=user, stop_sessions=action != "resume"
        )
    )


@access_transaction()
def owner_rename(*, user: User, specialist_id: UUID, role: str) -> Specialist:
    """Give a user's own specialist another name and return it. The same name again changes nothing.

    Its id, versions, evidence, credentials, consents and rules stay as they are. Raises NotFound for another user's,
    BadInput for a name of another form, Conflict for one that is or was shared or deleted and for a name that another
    of the user's specialists has or had, RoleReserved.
    """
    own = _own_unshared(user, specialist_id)
    if own.status == Specialist.Status.DEPRECATED:
        raise Conflict(f"{own.role} is deleted.")
    if own.role == role:
        return own
    _role_form_check(own, role)
    old, own.role = own.role, role
    role_check(own)
    version_role_check(own)
    if Specialist.objects.filter(created_by=user, role=role).exists():
        raise Conflict(f"You have a specialist called {role} already. Choose another name.")
    try:
        with transaction.atomic():
            own.save(update_fields=["role"])
    except IntegrityError:  # another request gave the name away at the same time
        raise Conflict(f"You have a specialist called {role} already. Choose another name.") from None
    if RoleReservation.objects.filter(specialist_id=own.pk).exists():
        RoleReservation.objects.get_or_create(role=role, defaults={"specialist_id": own.pk})
        role_check(own)
    SpecialistRename.objects.create(specialist=own, old_role=old, new_role=role)
    return own


def _own_unshared(user: User, specialist_id: UUID) -> Specialist:
    own = Specialist.objects.select_for_update().filter(pk=specialist_id, created_by=user, builtin=False).first()
    if own is None:
        raise NotFound("There is no such specialist.")
    if is_or_was_shared(own):
        raise Conflict(f"{own.role} is or was shared: an admin decides on it, since others rely on it.")
    return own


def _role_form_check(own: Specialist, role: str) -> None:
    identity = Identity(own.spec_snapshot["identity"])
    prefix = identity_of(role)
    if not ROLE.fullmatch(role) or role in set(Identity) or role.endswith("_") or "__" in role:
        raise BadInput("A name has lower-case letters, digits and single underscores, and begins with a letter.")
    if prefix not in (None, identity):
        raise BadInput(f"A name that begins with {prefix} is for specialists of that identity. Choose another name.")


def is_paused(specialist: Specialist) -> bool:
    """Return whether a specialist is suspended by its own owner. One without an owner never is."""
    if specialist.status != Specialist.Status.SUSPENDED or specialist.created_by_id is None:
        return False
    last = specialist.status_changes.order_by("-created_at").first()
    return last is not None and last.kind == StatusChange.Kind.SUSPEND and last.actor_id == specialist.created_by_id
