"""Specialists in training: a row that nobody is routed to, whose version is the real one. Success turns it into a specialist as it is."""

from collections.abc import Collection, Sequence
from datetime import datetime
from uuid import UUID

from django.db import IntegrityError, connection, transaction

from kingdom.accounts.models import User
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.core.errors import Conflict, LostRace
from kingdom.sessions.models import Session
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.registry.services import current_version_set, serialized_test_cases, version_create

DELETE_BATCH = 50
_CLEANUP_LOCK = 0x6B696E67_64726166  # "kingdraf": any number, the same in all processes


@transaction.atomic
def draft_register(*, spec: AgentSpec, owner: User, tests: Sequence[TestCase]) -> SpecialistVersion:
    """Enter a specialist that is to be trained, and return its version (``version.specialist`` is the draft).

    The same spec with the same tests of the same owner gives the same draft again, so that a stage may be repeated. A role that is
    taken is no hindrance here; ``draft_release`` judges that.
    """
    User.objects.select_for_update(no_key=True).get(pk=owner.pk)  # two at once must not both find nothing
    same = SpecialistVersion.objects.filter(specialist__draft=True, specialist__created_by=owner, digest=spec.digest())
    found = same.filter(tests=serialized_test_cases(tests)).select_related("specialist").order_by("created_at").first()
    if found is not None:
        return found
    snapshot = spec.model_dump(mode="json")
    draft = Specialist.everything.create(role=spec.role, created_by=owner, spec_snapshot=snapshot, draft=True)
    version = version_create(draft, spec, tests)
    current_version_set(draft, version)
    return version


def draft_release(*, specialist: Specialist, forked_from_id: UUID | None = None) -> Specialist:
    """Turn a trained draft into its owner's unverified specialist: the same row, version and digest. Returns it.

    ``forked_from_id`` is the version that it is a fork of; that stays with it.

    The caller has its texts embedded after commit (``dispatch.specialist_embed_later``). Raises Conflict when the owner has got another
    specialist of this role meanwhile, LostRace when it is no draft any more, or gone.
    """
    try:
        with transaction.atomic():
            if (
                Specialist.everything.filter(pk=specialist.pk, draft=True).update(
                    draft=False, forked_from_id=forked_from_id
                )
                != 1
            ):
                raise LostRace(f"{specialist.role} is not in training any more.")
    except IntegrityError as error:
        raise Conflict(
            f"You have a specialist called {specialist.role} by now. Choose another name for this one."
        ) from error
    specialist.refresh_from_db()
    return specialist


def version_mock_trained_set(*, version_id: UUID, mock: bool) -> None:
    """Write down whether what a version was trained on was made up. Before a mock training: True; after a real one: False."""
    SpecialistVersion.objects.filter(pk=version_id).update(mock_trained=mock)


def drafts_delete(*, older_than: datetime, keep: Collection[UUID] = ()) -> int:
    """Delete drafts made before a moment, with their trials, except those whose version or own id is in ``keep``; returns how many went.

    At most 50 a call, one caller at a time; safe to run twice and to kill.
    """
    with transaction.atomic():
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [_CLEANUP_LOCK])
            row = cursor.fetchone()
        if row is None or not row[0]:
            return 0
        old = Specialist.everything.filter(draft=True, created_at__lt=older_than).exclude(pk__in=list(keep))
        old = old.exclude(versions__in=list(keep)).order_by("created_at")
        gone = [one for one in old[:DELETE_BATCH] if _draft_delete(one)]
    return len(gone)


def _draft_delete(draft: Specialist) -> bool:
    locked = Specialist.everything.select_for_update().filter(pk=draft.pk, draft=True).first()
    if locked is None:
        return False
    Session.objects.filter(version__specialist=locked, purpose=Session.Purpose.TRIAL).delete()
    Specialist.everything.filter(pk=locked.pk).update(current_version=None)
    locked.delete()
    return True
