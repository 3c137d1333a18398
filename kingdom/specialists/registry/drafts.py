"""Drafts: specialists in training. A successful training releases the same row and version."""

from collections.abc import Collection, Sequence
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, transaction

from kingdom.accounts.models import User
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.core.background.jobs import advisory_lock_try
from kingdom.core.errors import Conflict, LostRace
from kingdom.sessions.models import Session
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.registry.role_reservations import role_check, role_reserve
from kingdom.specialists.registry.services import current_version_set, serialized_test_cases, version_create
from kingdom.specialists.signals import serving_version_changed

DELETE_BATCH = 50


@transaction.atomic
def draft_register(
    *, spec: AgentSpec, owner: User, tests: Sequence[TestCase], revises_id: UUID | None = None
) -> SpecialistVersion:
    """Create a draft and return its version (``version.specialist`` is the draft).

    Returns the existing draft for the same spec, tests and owner, so that a stage can be repeated. ``draft_release``
    checks whether the role is free. ``revises_id`` is the specialist whose next version it tries: the draft uses what
    its owner has given to that specialist.
    """
    User.objects.select_for_update(no_key=True).get(pk=owner.pk)  # without the lock two calls could create two drafts
    existing = draft_find(spec=spec, owner_id=owner.pk, tests=tests, revises_id=revises_id)
    if existing is not None:
        return existing
    draft = Specialist.everything.create(
        role=spec.role, created_by=owner, spec_snapshot=spec.model_dump(mode="json"), draft=True, revises_id=revises_id
    )
    version = version_create(draft, spec, tests)
    current_version_set(draft, version)
    return version


def draft_find(
    *, spec: AgentSpec, owner_id: int, tests: Sequence[TestCase], revises_id: UUID | None = None
) -> SpecialistVersion | None:
    """Return the version of the owner's draft for this spec and these tests, None before there is one."""
    drafts = SpecialistVersion.objects.filter(
        specialist__draft=True, specialist__created_by=owner_id, specialist__revises=revises_id, digest=spec.digest()
    )
    same_tests = drafts.filter(tests=serialized_test_cases(tests)).select_related("specialist")
    return same_tests.order_by("created_at").first()


def draft_release(*, specialist: Specialist, forked_from_id: UUID | None = None) -> Specialist:
    """Release a trained draft as an unverified specialist of its owner: the same row, version and digest. Returns it.

    ``forked_from_id`` is the version that it is a fork of. Sends ``serving_version_changed``. Raises Conflict if the
    owner has another specialist of this role, RoleReserved if the role belongs to a specialist that uses credentials,
    LostRace if the draft is released already or deleted.
    """
    draft = Specialist.everything.filter(pk=specialist.pk, draft=True, revises=None)
    try:
        with transaction.atomic():
            if draft.update(draft=False, forked_from_id=forked_from_id) != 1:
                raise LostRace(f"{specialist.role} is not in training any more.")
            specialist.refresh_from_db()
            role_check(specialist)
            role_reserve(specialist, AgentSpec.model_validate(specialist.spec_snapshot))
    except IntegrityError as error:
        raise Conflict(
            f"You have a specialist called {specialist.role} already. Choose another name for this one."
        ) from error
    serving_version_changed.send(sender=Specialist, specialist_id=specialist.pk)
    return specialist


def version_mock_trained_set(*, version_id: UUID, mock: bool) -> None:
    """Store whether a version was trained on mock replies: True before a mock training, False after a real one."""
    SpecialistVersion.objects.filter(pk=version_id).update(mock_trained=mock)


def drafts_delete(*, older_than: datetime, keep: Collection[UUID] = ()) -> int:
    """Delete drafts created before ``older_than`` with their trials; return how many.

    ``keep`` holds ids of drafts and versions to keep. At most 50 per call, one caller at a time. Idempotent and safe to
    kill.
    """
    with transaction.atomic():
        if not advisory_lock_try("cleanup:drafts"):
            return 0
        old = Specialist.everything.filter(draft=True, created_at__lt=older_than).exclude(pk__in=list(keep))
        old = old.exclude(versions__in=list(keep)).order_by("created_at")
        return sum(_draft_delete(draft) for draft in list(old[:DELETE_BATCH]))


def _draft_delete(draft: Specialist) -> bool:
    locked = Specialist.everything.select_for_update().filter(pk=draft.pk, draft=True).first()
    if locked is None:
        return False
    Session.objects.filter(version__specialist=locked, purpose=Session.Purpose.TRIAL).delete()
    Specialist.everything.filter(pk=locked.pk).update(current_version=None)
    locked.delete()
    return True
