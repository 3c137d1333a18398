"""Concurrent status changes, executions, feedback and audits leave one consistent result."""

from collections.abc import Callable
from typing import Any

import pytest
from pytest_django.fixtures import Settings

from kingdom.accounts.access import AccessEnded
from kingdom.accounts.models import User
from kingdom.approvals.models import Notification
from kingdom.events.models import DomainEvent
from kingdom.personal_data import erasure
from kingdom.personal_data.erasure import account_erase
from kingdom.routing.embeddings.duplicate_audit import duplicates_audit
from kingdom.routing.models import AgentEmbedding
from kingdom.sessions.models import Session
from kingdom.sessions.services import session_open
from kingdom.specialists.audits.actions import failed_canaries_withdraw
from kingdom.specialists.audits.services import performance_audit
from kingdom.specialists.evidence import executions
from kingdom.specialists.evidence.executions import counters_verify, execution_record
from kingdom.specialists.evidence.feedback import feedback_record
from kingdom.specialists.models.audit import AuditFinding, AuditReport
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.models.status import Canary, StatusChange
from kingdom.specialists.registry.services import version_add
from kingdom.specialists.status.owner_actions import owner_action_apply
from tests.factories import agent_spec, create_global_specialist, create_own_specialist, create_user, version_of
from tests.factories.specialists import NOON, Kind, add_executions, at_once, decide, proven, record_failures, verified
from tests.rounds import rounds

pytestmark = pytest.mark.django_db(transaction=True)
ROUNDS = rounds(4, 20)
BAD = Execution.Feedback.BAD


@pytest.fixture(autouse=True)
def _quiet(monkeypatch: pytest.MonkeyPatch, settings: Settings) -> None:
    monkeypatch.setattr(executions, "canary_settlement_request", lambda: None)
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"promotion_min_lower_bound": 0.0})


@pytest.fixture
def alice(transactional_db: None) -> User:
    """Create the owner."""
    return create_user("alice")


@pytest.fixture
def carol(transactional_db: None) -> User:
    """Create an administrator."""
    return create_user("carol", staff=True)


@pytest.fixture
def dave(transactional_db: None) -> User:
    """Create another administrator."""
    return create_user("dave", staff=True)


def decided(specialist: Specialist, kind: str, admin: User | None, **more: object) -> Callable[[], StatusChange]:
    """Return a function that makes the status change when it is called."""
    return lambda: decide(Specialist.objects.get(pk=specialist.pk), Kind(kind), admin, **more)


def chain(specialist: Specialist) -> list[str]:
    """Return the kinds of all status changes in order, and check that each starts at the end of the one before."""
    changes = list(specialist.status_changes.order_by("created_at"))
    specialist.refresh_from_db()
    stood = [("unverified", "user"), *((one.new_status, one.new_scope) for one in changes)]
    assert [(one.old_status, one.old_scope) for one in changes] == stood[:-1]
    assert stood[-1] == (specialist.status, specialist.scope)
    return [str(one.kind) for one in changes]


def test_two_admins_at_once(alice: User, carol: User, dave: User) -> None:
    for number in range(ROUNDS):
        specialist = proven(create_own_specialist(alice, f"role_{number}"))
        outcomes = at_once(decided(specialist, "promote", carol), decided(specialist, "promote", dave))
        assert sorted(outcomes) == ["illegal_move", "promote"]
        assert chain(specialist) == ["promote"]
        assert specialist.admin_approved_by == specialist.status_changes.get().actor
    assert Canary.objects.filter(state="running").count() == ROUNDS


def test_an_execution_that_fails_meanwhile(alice: User, carol: User) -> None:
    for number in range(ROUNDS):
        specialist = proven(
            create_own_specialist(alice, f"role_{number}"), 54, 6
        )  # exactly at the threshold; one more failure is below it
        session = session_open(user_id=alice.pk, input_text="Hm", version_id=version_of(specialist).pk)
        session.state = Session.State.FAILED
        outcomes = at_once(
            decided(specialist, "promote", carol), lambda failed=session: execution_record(session=failed)
        )
        kinds = chain(specialist)
        assert sorted(outcomes) == (["done", "promote"] if kinds else ["done", "promotion_not_ready"])
        assert Execution.objects.filter(version=version_of(specialist)).count() == 61
        if kinds:
            change, canary = specialist.status_changes.get(), specialist.canaries.get()
            assert (change.evidence["executions"], change.evidence["successes"]) == (60, 54), (
                "the stored evidence is that of the promotion"
            )
            # it counts for the canary unless it was stored in the instant before the canary began
            assert (canary.executions, canary.successes) in ((1, 0), (0, 0))


def test_a_word_that_takes_a_success_away_meanwhile(alice: User, carol: User) -> None:
    for number in range(ROUNDS // 2):
        specialist = proven(create_own_specialist(alice, f"role_{number}"), 53, 6)
        session = session_open(user_id=alice.pk, input_text="Hm", version_id=version_of(specialist).pk)
        session.state, session.answer, session.status_tag = Session.State.COMPLETED, "Two.", "SUCCESS"
        execution_record(session=session)
        at_once(
            decided(specialist, "promote", carol),
            lambda one=session: feedback_record(user=alice, session=one, feedback=BAD),
        )
        kinds = chain(specialist)
        assert kinds in ([], ["promote"])
        if kinds:
            assert specialist.status_changes.get().evidence["successes"] == 54
        assert Execution.objects.filter(version=version_of(specialist), counts_as_success=True).count() == 53


def test_a_new_version_meanwhile(alice: User, carol: User) -> None:
    for number in range(ROUNDS):
        specialist = proven(create_own_specialist(alice, f"role_{number}"))
        seen = version_of(specialist).digest
        other = agent_spec(specialist.role, purpose="Another.")
        outcomes = at_once(
            decided(specialist, "promote", carol, digest=seen),
            lambda one=specialist, new=other: version_add(specialist=Specialist.objects.get(pk=one.pk), spec=new),
        )
        kinds = chain(specialist)
        assert (version_of(specialist).digest == seen) == bool(kinds)
        assert sorted(outcomes) == (["conflict", "promote"] if kinds else ["done", "lost_race"])


def test_a_suspension_meanwhile(alice: User, carol: User) -> None:
    for number in range(ROUNDS):
        specialist = proven(create_own_specialist(alice, f"role_{number}"))
        outcomes = at_once(decided(specialist, "promote", carol), decided(specialist, "suspend", None))
        kinds = chain(specialist)
        assert (kinds, sorted(outcomes)) in [
            (["promote", "suspend"], ["promote", "suspend"]),
            (["suspend"], ["illegal_move", "suspend"]),
        ]
        assert specialist.status == "suspended"
        assert not specialist.canaries.filter(state="running").exists()


def promotion_events(specialist: Specialist) -> int:
    """Return how many domain events say that a specialist was promoted."""
    events = DomainEvent.objects.filter(name="SpecialistPromoted", fields__specialist_id=str(specialist.pk))
    return events.count()


def test_a_deletion_by_its_owner_meanwhile(alice: User, carol: User) -> None:
    for number in range(ROUNDS):
        specialist = proven(create_own_specialist(alice, f"role_{number}"))
        outcomes = at_once(
            decided(specialist, "promote", carol),
            lambda one=specialist: owner_action_apply(user=alice, specialist_id=one.pk, action="delete"),
        )
        kinds = chain(specialist)
        assert (kinds, sorted(outcomes)) in [
            (["promote"], ["conflict", "promote"]),  # what others rely on is not its owner's to delete
            (["deprecate"], ["deprecate", "illegal_move"]),
        ]
        assert promotion_events(specialist) == kinds.count("promote")


def test_a_retraining_a_suspension_and_two_promotions_at_once(alice: User, carol: User, dave: User) -> None:
    for number in range(ROUNDS):
        specialist = proven(create_own_specialist(alice, f"role_{number}"))
        seen = version_of(specialist).digest
        other = agent_spec(specialist.role, purpose="Another.")
        at_once(
            decided(specialist, "promote", carol, digest=seen),
            decided(specialist, "promote", dave, digest=seen),
            decided(specialist, "suspend", None),
            lambda one=specialist, new=other: version_add(specialist=Specialist.objects.get(pk=one.pk), spec=new),
        )
        kinds = chain(specialist)
        assert kinds.count("promote") <= 1
        assert kinds.count("suspend") == 1
        assert promotion_events(specialist) == kinds.count("promote")
        promoted = specialist.status_changes.filter(kind="promote").first()
        assert promoted is None or promoted.digest == seen


def test_an_erasure_of_the_owners_account_meanwhile(carol: User) -> None:
    for number in range(ROUNDS):
        owner = create_user(f"owner{number}")
        specialist = proven(create_own_specialist(owner, f"role_{number}"))
        owner.is_active = False
        owner.save(update_fields=["is_active"])
        outcomes = at_once(decided(specialist, "promote", carol), lambda one=owner.pk: account_erase(user_id=one))
        left = Specialist.everything.filter(pk=specialist.pk).first()
        assert sorted(outcomes) == (["done", "promote"] if left else ["done", "not_found"])
        assert left is None or (left.status, left.created_by_id) == ("verified", None)
        assert not User.objects.filter(pk=owner.pk).exists()


def test_a_specialist_that_is_promoted_between_two_steps_of_an_erasure_stays(
    alice: User, carol: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    specialist = proven(create_own_specialist(alice, "poem_writer"))
    release, calls = erasure.shared_specialists_release, list[int]()

    def promoted_after(*, user_id: int) -> None:
        release(user_id=user_id)
        if not calls:
            decide(Specialist.objects.get(pk=specialist.pk), Kind.PROMOTE, carol)
        calls.append(user_id)

    monkeypatch.setattr(erasure, "shared_specialists_release", promoted_after)
    account_erase(user_id=alice.pk)
    specialist.refresh_from_db()
    assert (specialist.status, specialist.created_by_id) == ("verified", None)
    assert not User.objects.filter(pk=alice.pk).exists()


def test_an_admin_whose_account_is_closed_meanwhile_promotes_before_it_or_not_at_all(alice: User) -> None:
    for number in range(ROUNDS):
        admin = create_user(f"admin{number}", staff=True)
        specialist = proven(create_own_specialist(alice, f"role_{number}"))

        def close(user: User = admin) -> None:
            user.is_active = False
            user.save(update_fields=["is_active"])

        outcomes = at_once(decided(specialist, "promote", admin), close)
        kinds = chain(specialist)
        assert sorted(outcomes) == (["done", "promote"] if kinds else ["access_ended", "done"])
        with pytest.raises(AccessEnded):
            decide(specialist, Kind.SUSPEND, admin)


def test_a_restoration_meets_another_loss(alice: User, carol: User, dave: User) -> None:
    for number in range(ROUNDS // 2):
        specialist = proven(create_own_specialist(alice, f"role_{number}"))
        decide(specialist, Kind.PROMOTE, carol)
        decide(specialist, Kind.SUSPEND, carol)
        at_once(decided(specialist, "restore", dave), decided(specialist, "demote", carol))
        assert chain(specialist)[2:] in (["restore", "demote"], ["demote"])
        assert specialist.status == "unverified"


def test_two_beats_at_once_leave_one_report_one_action_and_one_notice_each(alice: User, carol: User) -> None:
    specialist = verified(alice, carol)
    add_executions(specialist, 30, 20)
    outcomes = at_once(*[lambda: performance_audit(now=NOON)] * 4)
    assert len(outcomes) == 4
    assert (AuditReport.objects.count(), AuditFinding.objects.filter(code="drift").count()) == (1, 1)
    assert chain(specialist) == ["promote", "suspend"]
    drift = AuditFinding.objects.get(code="drift")
    assert Notification.objects.filter(kind="audit_finding", text=drift.message).count() == 2, (
        "one for the owner, one for the admin"
    )


def test_two_rounds_of_different_kinds_do_not_harm_each_other(alice: User) -> None:
    for role, first in (("one", 1.0), ("two", 0.99)):
        vector = [first, 1 - first] + [0.0] * 382
        AgentEmbedding.objects.create(
            specialist=create_global_specialist(role), kind="centroid", text_digest="c", encoder="test", vector=vector
        )
    twins: list[Any] = [lambda: duplicates_audit(now=NOON, space="test")] * 2
    at_once(*twins, *[lambda: performance_audit(now=NOON)] * 2)
    assert sorted(AuditReport.objects.values_list("kind", flat=True)) == ["duplicates", "performance"]
    assert AuditFinding.objects.filter(code="near_duplicate", state="open").count() == 1


def test_what_a_canary_decided_is_done_once(alice: User, carol: User) -> None:
    specialist = verified(alice, carol)
    record_failures(specialist)
    at_once(*[failed_canaries_withdraw] * 4)
    assert chain(specialist) == ["promote", "suspend"]


def test_many_words_and_ends_at_once_leave_counters_that_agree(alice: User) -> None:
    specialist = create_own_specialist(alice)
    sessions = [session_open(user_id=alice.pk, input_text="Hm", version_id=version_of(specialist).pk) for _ in range(8)]
    for one in sessions:
        one.state, one.answer, one.confidence = Session.State.COMPLETED, "Two.", 0.5
        one.status_tag = "SUCCESS"
    for one in sessions[:4]:
        execution_record(session=one)
    words: list[Any] = [lambda one=one: feedback_record(user=alice, session=one, feedback=BAD) for one in sessions[:4]]
    ends: list[Any] = [lambda one=one: execution_record(session=one) for one in sessions[4:]]
    at_once(*words, *ends)
    specialist.refresh_from_db()
    assert (specialist.execution_count, specialist.success_count, counters_verify()) == (8, 4, [])


def test_a_round_with_several_actions_and_an_admin_do_not_wait_for_each_other(
    alice: User, carol: User, dave: User
) -> None:
    several = [verified(alice, carol, f"role_{number}") for number in range(4)]
    for one in several:
        add_executions(one, 30, 20)
    outcomes = at_once(lambda: performance_audit(now=NOON), *(decided(one, "demote", dave) for one in several))
    assert set(outcomes) <= {"performance", "demote", "illegal_move"}
    assert {chain(one)[-1] for one in several} <= {"demote", "suspend"}
    assert AuditReport.objects.count() == 1
