"""Release a new version of an existing specialist after final approval, as a canary if the specialist is shared."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from django.db import transaction

from kingdom.accounts.models import User
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.core.errors import Conflict, LostRace, NotAllowed, NotFound
from kingdom.core.text.sentences import sentence
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.models.status import StatusChange
from kingdom.specialists.registry.selectors import version_spec
from kingdom.specialists.registry.services import current_version_set, version_create
from kingdom.specialists.registry.spec_diff import spec_differences
from kingdom.specialists.signals import serving_version_changed
from kingdom.specialists.status import notifications
from kingdom.specialists.status.canary import canary_end, canary_start, stable_version
from kingdom.specialists.status.selectors import is_or_was_shared

SET_STATUS_PERMISSION = "specialists.set_specialist_status"


@dataclass(frozen=True, kw_only=True)
class VersionRelease:
    """A trained new version, the replaced version, and the approval with its actor and evidence (JSON)."""

    specialist_id: UUID
    base_id: UUID
    spec: AgentSpec
    tests: Sequence[TestCase]
    mock: bool
    actor: User
    reason: str
    evidence: Mapping[str, Any] = field(default_factory=dict)


def version_release_check(*, specialist: Specialist, spec: AgentSpec, actor: User) -> None:
    """Raise NotAllowed or Conflict if an actor cannot make a spec the next version of a specialist.

    The owner may release for an unverified specialist. For a specialist that is or was verified, staff with the
    permission to change statuses may, except its owner, and only a version with the same capabilities: users rely on
    them.
    """
    role, status = specialist.role, Specialist.Status(specialist.status)
    current = _replaceable_version(specialist, spec)
    if status == Specialist.Status.UNVERIFIED:
        if specialist.created_by_id != actor.pk:
            raise NotAllowed(f"Only its owner decides on a new version of {role}.")
        return
    if status == Specialist.Status.SUSPENDED and not is_or_was_shared(specialist):
        raise Conflict(f"{role} is paused or suspended. Resume it first.")
    if not may_change_shared_specialists(actor) or specialist.created_by_id == actor.pk:
        raise NotAllowed(f"{role} is or was shared: an admin who is not its owner decides on a new version.")
    differences = spec_differences(version_spec(current), spec)
    if changed := [difference.what for difference in differences if difference.power]:
        raise Conflict(
            f"Users rely on {role}, so that a new version may do no more and no less than before. "
            f"This one differs: {_joined(changed)}."
        )


def _replaceable_version(specialist: Specialist, spec: AgentSpec) -> SpecialistVersion:
    """Return the version to replace. Raises Conflict if the specialist or the spec does not allow a replacement."""
    role, current = specialist.role, specialist.current_version
    if specialist.builtin:
        raise Conflict(
            sentence("%(name)s comes with the product, and its versions with it. Fork it instead.", name=role)
        )
    if specialist.status == Specialist.Status.DEPRECATED or current is None:
        raise Conflict(sentence("%(name)s is out of service. Restore it first.", name=role))
    if spec.role != specialist.version_role:
        raise Conflict(f"This is a version of {spec.role}, not of {role}.")
    if specialist.versions.filter(digest=spec.digest()).exists():
        raise Conflict(sentence("%(name)s has had exactly this version already.", name=role))
    return current


def may_change_shared_specialists(user: User) -> bool:
    """Return whether a user may change shared specialists."""
    return user.is_active and user.is_staff and user.has_perm(SET_STATUS_PERMISSION)


@transaction.atomic
def version_release_apply(*, revision: VersionRelease) -> SpecialistVersion:
    """Make a trained version the current one of its specialist and return it.

    An unverified specialist stays unverified. A verified one gets a canary, with the last version that is no canary
    itself as the previous one. A suspended one becomes unverified and its owner's. Sends ``serving_version_changed``.
    Raises what ``version_release_check`` raises, NotFound, Conflict for a shared specialist's version that was trained
    on mock replies, and LostRace if another version than the replaced one is current.
    """
    rows = Specialist.objects.select_for_update(of=("self",)).select_related("current_version")
    specialist = rows.filter(pk=revision.specialist_id).first()
    if specialist is None:
        raise NotFound("The specialist of this version no longer exists.")
    before = specialist.current_version
    if before is None or before.pk != revision.base_id:
        text = sentence(
            "%(name)s has another version by now than the one that this was made from.", name=specialist.role
        )
        raise LostRace(text)
    version_release_check(specialist=specialist, spec=revision.spec, actor=revision.actor)
    if revision.mock and specialist.status != Specialist.Status.UNVERIFIED:
        raise Conflict("It was trained on mock replies. A shared specialist needs a training on real or recorded ones.")
    version = version_create(specialist, revision.spec, revision.tests)
    SpecialistVersion.objects.filter(pk=version.pk).update(mock_trained=revision.mock)
    change = _status_change_create(specialist, before, version, revision)
    current_version_set(specialist, version)
    Specialist.objects.filter(pk=specialist.pk, status=change.old_status).update(
        status=change.new_status, scope=change.new_scope
    )
    if change.new_status == Specialist.Status.VERIFIED:
        canary_start(
            specialist=specialist, version=version, previous=stable_version(specialist=specialist, version=before)
        )
    else:
        canary_end(specialist=specialist)
    serving_version_changed.send(sender=Specialist, specialist_id=specialist.pk)
    notifications.status_change_announce(change)
    return version


def _status_change_create(
    specialist: Specialist, before: SpecialistVersion, version: SpecialistVersion, revision: VersionRelease
) -> StatusChange:
    """Store the status change with the differences and the evidence of the approval."""
    suspended = specialist.status == Specialist.Status.SUSPENDED
    differences = [change._asdict() for change in spec_differences(version_spec(before), revision.spec)]
    return StatusChange.objects.create(
        specialist=specialist,
        version=version,
        digest=version.digest,
        kind=StatusChange.Kind.REVISE,
        old_status=specialist.status,
        new_status=Specialist.Status.UNVERIFIED if suspended else specialist.status,
        old_scope=specialist.scope,
        new_scope=Specialist.Scope.USER if suspended else specialist.scope,
        actor=revision.actor,
        actor_name=revision.actor.get_username(),
        reason=revision.reason,
        evidence={**revision.evidence, "differences": differences, "before": before.number, "after": version.number},
    )


def _joined(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"
