"""Cassettes of a specialist: the owner's consent, the end of a recording, and its removal."""

import uuid

from django.db import IntegrityError
from django.db.models import Q, QuerySet
from django.utils import timezone

from kingdom.accounts.access import access_transaction
from kingdom.contracts.capabilities.sending import may_send
from kingdom.contracts.spec import AgentSpec, TestCase
from kingdom.core.errors import Conflict, LostRace, NotFound
from kingdom.sessions.gateway.exchange_recorder import CONSENT_LIFE, cassette_discard
from kingdom.sessions.models import Cassette, EgressReceipt, RecordedExchange, Session
from kingdom.sessions.trials.cassette_replay import replay_cassette
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.models.supervised_use import SupervisedUse
from kingdom.specialists.registry.selectors import version_spec
from kingdom.specialists.sending.cassette_answers import cassette_answers_delete
from kingdom.specialists.sending.contract_tests import contract_tests

_NOT_SUPERVISED = (
    "A request of this use was denied, failed, was answered with an error, or was not approved by you in your inbox, "
    "so nothing of it was kept. Record another use."
)


def cassette_open(*, user_id: int, specialist_id: uuid.UUID) -> Cassette:
    """Store the owner's consent to record the next use of the current version, for 24 hours; return its cassette.

    Returns the one that waits already. Raises NotFound for another user's specialist, Conflict for one that sends
    nothing or is not unverified.
    """
    specialist = _own_specialist(user_id, specialist_id)
    version = specialist.current_version
    if version is None or not may_send(version_spec(version)):
        raise Conflict(f"{specialist.role} sends nothing, so there is nothing to record: its tests read the real host.")
    if specialist.status != Specialist.Status.UNVERIFIED:
        raise Conflict(f"{specialist.role} is {specialist.status}: only uses of an unverified specialist are recorded.")
    waiting = Cassette.objects.filter(version=version, state=Cassette.State.RECORDING)
    try:
        with access_transaction():
            waiting.filter(Q(created_at__lt=timezone.now() - CONSENT_LIFE) | ~Q(user=user_id)).delete()
            found = waiting.first()
            return found or Cassette.objects.create(version=version, user_id=user_id)
    except IntegrityError:
        found = waiting.first()
        if found is None:
            raise LostRace from None
        return found


def is_recordable(specialist: Specialist) -> bool:
    """Return whether the next use of a specialist may be recorded: it sends, and is unverified."""
    version = specialist.current_version
    sends = version is not None and may_send(version_spec(version))
    return sends and specialist.status == Specialist.Status.UNVERIFIED


@access_transaction()
def cassette_delete(*, user_id: int, specialist_id: uuid.UUID, cassette_id: uuid.UUID) -> None:
    """Withdraw the consent and delete what was recorded, with what tests answered on it.

    Raises NotFound for what is not the user's own.
    """
    if not _delete(_own_cassettes(user_id, specialist_id).filter(pk=cassette_id)):
        raise NotFound("There is no such recording.")


@access_transaction()
def cassettes_delete(*, user_id: int, specialist_id: uuid.UUID) -> int:
    """Delete all recordings of a user's own specialist as ``cassette_delete`` does; return how many."""
    return _delete(_own_cassettes(user_id, specialist_id))


def _own_cassettes(user_id: int, specialist_id: uuid.UUID) -> QuerySet[Cassette]:
    _own_specialist(user_id, specialist_id)
    return Cassette.objects.filter(version__specialist=specialist_id, user=user_id)


def _delete(cassettes: QuerySet[Cassette]) -> int:
    ids = list(cassettes.select_for_update().values_list("pk", flat=True))
    cassette_answers_delete(ids)
    cassettes.filter(pk__in=ids).delete()
    return len(ids)


def cassettes_of(specialist: Specialist) -> list[Cassette]:
    """Return the recordings of a specialist's owner, newest first."""
    own = Cassette.objects.filter(version__specialist=specialist, user=specialist.created_by_id)
    return list(own.select_related("version").prefetch_related("exchanges").order_by("-created_at")[:20])


def recorded_cassette(specialist_id: uuid.UUID | None) -> Cassette | None:
    """Return the newest complete recording of a specialist's owner, of any of its versions; None without one."""
    if specialist_id is None:
        return None
    owner = Specialist.everything.filter(pk=specialist_id).values_list("created_by", flat=True).first()
    done = Cassette.objects.filter(version__specialist=specialist_id, user=owner, state=Cassette.State.RECORDED)
    return done.order_by("-finished_at").first()


def cassette_for_tests(spec: AgentSpec, specialist_id: uuid.UUID | None) -> Cassette | None:
    """Return the recording that the tests of a version replay; None for one that sends nothing or has none."""
    return recorded_cassette(specialist_id) if may_send(spec) else None


def cassette_tests(cassette: Cassette | None) -> tuple[TestCase, ...]:
    """Return the contract tests of a recording, none without one."""
    if cassette is None:
        return ()
    replay = replay_cassette(cassette)
    return contract_tests(replay.input_text, [reply.shape for reply in replay.replies if not reply.read_only])


def cassette_close(*, session: Session, use: SupervisedUse | None) -> None:
    """End the recording of a finished session: complete when it was a supervised use, discarded with the reason else.

    A use that only read leaves the recording open. Only an owner's use is recorded, so that others cost no statement.
    Call it in the transaction that finishes the session.
    """
    if session.version is None or session.version.specialist.created_by_id != session.user_id:
        return
    recorded = RecordedExchange.objects.filter(session=session, cassette__state=Cassette.State.RECORDING)
    cassette = Cassette.objects.select_for_update().filter(exchanges__in=recorded).order_by("pk").first()
    if cassette is None:
        return
    sends = session.egress.filter(read_only=False).exclude(outcome=EgressReceipt.Outcome.REFUSED)
    if not sends.exists():
        recorded.delete()
        return
    if use is None or recorded.filter(read_only=False).count() != len(use.sends):
        cassette_discard(cassette=cassette, problem=_NOT_SUPERVISED)
        return
    cassette.exchanges.exclude(session=session).delete()  # of a use that runs at the same time
    Cassette.objects.filter(pk=cassette.pk, state=Cassette.State.RECORDING).update(
        state=Cassette.State.RECORDED, input_text=session.input_text, finished_at=timezone.now()
    )


def _own_specialist(user_id: int, specialist_id: uuid.UUID) -> Specialist:
    own = Specialist.objects.filter(pk=specialist_id, created_by=user_id, builtin=False)
    found = own.select_related("current_version").first()
    if found is None:
        raise NotFound("There is no such specialist.")
    return found
