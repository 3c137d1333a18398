"""Status changes: required evidence, permissions, stored evidence and notifications."""

from datetime import timedelta

import pytest
from django.db import DatabaseError, connection, transaction
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from kingdom.accounts.models import User
from kingdom.approvals.models import Notification
from kingdom.core.errors import BadInput, IllegalTransition, LostRace
from kingdom.events.models import DomainEvent
from kingdom.sessions.models import Session
from kingdom.sessions.services import session_open
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.models.status import StatusChange
from kingdom.specialists.models.test_run import TestRun
from kingdom.specialists.registry.services import version_add
from kingdom.specialists.status.notifications import status_change_notify
from kingdom.specialists.status.services import PromotionNotReady
from tests.factories import agent_spec, create_global_specialist, create_own_specialist, create_user, version_of
from tests.factories.specialists import Kind, at_once, decide, proven

EVENT_WORDS = {
    "promote": "Promoted",
    "demote": "Demoted",
    "suspend": "Suspended",
    "deprecate": "Deprecated",
    "restore": "Restored",
}


def test_promotion_verifies_for_all_and_freezes_its_evidence(alice: User, carol: User) -> None:
    specialist = proven(create_own_specialist(alice))
    change = decide(specialist, Kind.PROMOTE, carol, digest=version_of(specialist).digest)
    assert (specialist.status, specialist.scope, specialist.admin_approved_by) == ("verified", "global", carol)
    assert (change.actor_name, change.digest, change.automatic) == ("carol", version_of(specialist).digest, False)
    assert change.evidence["executions"] == 60
    assert [one["code"] for one in change.evidence["conditions"] if not one["met"]] == []


@pytest.mark.parametrize(
    ("good", "bad", "confidence", "figure"),
    [
        (47, 0, 0.9, "47 executions (50 needed)"),
        (45, 5, 0.9, "lower bound of the success rate 78.6% (at least 80% needed)"),
    ],
)
def test_what_is_missing_is_named(
    alice: User, carol: User, good: int, bad: int, confidence: float, figure: str
) -> None:
    specialist = proven(create_own_specialist(alice), good, bad, confidence)
    with pytest.raises(PromotionNotReady) as refused:
        decide(specialist, Kind.PROMOTE, carol)
    assert figure in refused.value.message
    assert [one["figure"] for one in refused.value.extra["unmet"]] == [figure]  # type: ignore[attr-defined]
    assert Specialist.objects.get().status == "unverified"
    assert not StatusChange.objects.exists()


def test_the_owner_and_the_auditor_cannot_verify(carol: User) -> None:
    specialist = proven(create_own_specialist(carol))
    for actor in (carol, None):
        with pytest.raises(PromotionNotReady):
            decide(specialist, Kind.PROMOTE, actor)
    other = create_user("dave", staff=True)
    decide(specialist, Kind.PROMOTE, other)
    decide(specialist, Kind.SUSPEND, None, reason="It drifts.")
    for actor in (carol, None):
        with pytest.raises(PromotionNotReady, match="Neither its owner nor the Auditor"):
            decide(specialist, Kind.RESTORE, actor)
    decide(specialist, Kind.RESTORE, other)
    assert (specialist.status, specialist.scope) == ("verified", "global")


def test_tests_of_old_and_mock_training_stand_in_the_way(alice: User, carol: User) -> None:
    specialist = proven(create_own_specialist(alice))
    TestRun.objects.update(finished_at=timezone.now() - timedelta(hours=25))
    with pytest.raises(PromotionNotReady, match="run them again"):
        decide(specialist, Kind.PROMOTE, carol)
    TestRun.objects.update(finished_at=timezone.now())
    specialist.versions.update(mock_trained=True)
    TestRun.objects.update(mock=True)
    with pytest.raises(PromotionNotReady, match="mock replies"):
        decide(specialist, Kind.PROMOTE, carol)


def test_another_version_than_the_one_looked_at_is_not_promoted(alice: User, carol: User) -> None:
    specialist = proven(create_own_specialist(alice))
    seen = version_of(specialist).digest
    version_add(specialist=specialist, spec=agent_spec("poem_writer", purpose="Writes better poems."))
    with pytest.raises(LostRace, match="another version now"):
        decide(specialist, Kind.PROMOTE, carol, digest=seen)
    with pytest.raises(PromotionNotReady, match=r"0 executions \(50 needed\)"):
        decide(specialist, Kind.PROMOTE, carol)


def test_a_role_that_is_verified_already_is_taken(alice: User, carol: User) -> None:
    create_global_specialist("poem_writer")
    specialist = proven(create_own_specialist(alice))
    with pytest.raises(PromotionNotReady, match="another specialist has this role"):
        decide(specialist, Kind.PROMOTE, carol)


@pytest.mark.parametrize(
    ("kinds", "end"),
    [
        (["promote", "demote"], ("unverified", "user")),
        (["promote", "suspend", "demote"], ("unverified", "user")),
        (["promote", "suspend", "deprecate", "restore"], ("verified", "global")),
        (["suspend", "restore"], ("unverified", "user")),
        (["deprecate", "restore"], ("unverified", "user")),
    ],
)
def test_ways_there_and_back(alice: User, carol: User, kinds: list[str], end: tuple[str, str]) -> None:
    specialist = proven(create_own_specialist(alice))
    for kind in kinds:
        decide(specialist, Kind(kind), carol)
    assert (specialist.status, specialist.scope) == end
    assert specialist.status_changes.count() == len(kinds)
    stored = DomainEvent.objects.filter(fields__specialist_id=str(specialist.pk)).order_by("pk")
    assert [event.name for event in stored] == [f"Specialist{EVENT_WORDS[kind]}" for kind in kinds]
    assert stored.reverse()[0].fields["status"] == specialist.status


@pytest.mark.parametrize(
    ("kinds", "refused"), [([], "demote"), ([], "restore"), (["deprecate"], "suspend"), (["suspend"], "promote")]
)
def test_what_the_law_book_does_not_have_is_refused(alice: User, carol: User, kinds: list[str], refused: str) -> None:
    specialist = proven(create_own_specialist(alice))
    for kind in kinds:
        decide(specialist, Kind(kind), carol)
    with pytest.raises(IllegalTransition):
        decide(specialist, Kind(refused), carol)


def test_a_decision_says_why_and_names_a_fitting_successor(alice: User, bob: User, carol: User) -> None:
    specialist, foreign, better = (
        create_own_specialist(alice),
        create_own_specialist(bob, "other"),
        create_own_specialist(alice, "better"),
    )
    with pytest.raises(BadInput, match="Give a reason"):
        decide(specialist, Kind.DEPRECATE, carol, reason="  ")
    for successor in (foreign, specialist):
        with pytest.raises(BadInput, match="successor"):
            decide(specialist, Kind.DEPRECATE, carol, successor_id=successor.pk)
    assert decide(specialist, Kind.DEPRECATE, carol, successor_id=better.pk).successor == better


def test_what_runs_finishes_or_stops_by_choice(alice: User, carol: User) -> None:
    specialist = create_own_specialist(alice)
    session = session_open(user_id=alice.pk, input_text="Go on", version_id=version_of(specialist).pk)
    decide(specialist, Kind.SUSPEND, carol)
    assert Session.objects.get(pk=session.pk).state == "running"
    decide(specialist, Kind.RESTORE, carol)
    decide(specialist, Kind.SUSPEND, carol, stop_sessions=True)
    session.refresh_from_db()
    assert (session.state, "taken out of service" in session.error_message) == ("cancelled", True)


def test_stopping_cancels_sessions_that_wait_for_what_they_delegated(alice: User, carol: User) -> None:
    specialist = create_own_specialist(alice)
    session = session_open(user_id=alice.pk, input_text="Go on", version_id=version_of(specialist).pk)
    Session.objects.filter(pk=session.pk).update(state=Session.State.AWAITING_PARTS)
    decide(specialist, Kind.SUSPEND, carol, stop_sessions=True)
    session.refresh_from_db()
    assert (session.state, "taken out of service" in session.error_message) == ("cancelled", True)


def test_history_never_changes(alice: User, carol: User) -> None:
    change = decide(create_own_specialist(alice), Kind.SUSPEND, carol)
    with pytest.raises(DatabaseError, match="never changes"), transaction.atomic():
        StatusChange.objects.update(reason="Nothing happened.")
    with pytest.raises(DatabaseError, match="kept"), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE; DELETE FROM agent_status_changes")
    carol.delete()
    change.refresh_from_db()
    assert (change.actor, change.actor_name) == (None, "carol")


def test_those_concerned_hear_of_it_once(alice: User, bob: User, carol: User) -> None:
    specialist = proven(create_own_specialist(alice))
    promoted = decide(specialist, Kind.PROMOTE, carol)
    assert status_change_notify(change_id=promoted.pk) == 3
    assert status_change_notify(change_id=promoted.pk) == 0
    Execution.objects.create(version=version_of(specialist), user=bob, routed="specialist", success=True, latency_ms=1)
    lost = decide(specialist, Kind.DEMOTE, carol, reason="It guesses.")
    assert status_change_notify(change_id=lost.pk) == 2
    assert set(Notification.objects.filter(kind="specialist_demote").values_list("user__username", flat=True)) == {
        "alice",
        "bob",
    }
    assert "It guesses." in Notification.objects.filter(kind="specialist_demote").first().text  # type: ignore[union-attr]


def test_many_are_told_in_few_statements(
    alice: User, carol: User, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    User.objects.bulk_create(User(username=f"user{number}") for number in range(1200))
    promoted = decide(proven(create_own_specialist(alice)), Kind.PROMOTE, carol)
    with django_assert_max_num_queries(30):  # three batches of 500
        assert status_change_notify(change_id=promoted.pk) == 1202
    assert Notification.objects.filter(kind="specialist_promote").values("user").distinct().count() == 1202


@pytest.mark.django_db(transaction=True)
def test_two_who_tell_at_once_tell_once(alice: User, carol: User) -> None:
    promoted = decide(proven(create_own_specialist(alice)), Kind.PROMOTE, carol)
    at_once(*[lambda: status_change_notify(change_id=promoted.pk)] * 4)
    assert Notification.objects.filter(kind="specialist_promote").count() == 2


@pytest.mark.django_db(transaction=True)
def test_two_admins_at_once_promote_once(alice: User, carol: User) -> None:
    specialist = proven(create_own_specialist(alice))
    outcomes = at_once(*[lambda: decide(Specialist.objects.get(pk=specialist.pk), Kind.PROMOTE, carol)] * 4)
    assert sorted(outcomes) == ["illegal_move"] * 3 + ["promote"]
    assert StatusChange.objects.count() == 1


@pytest.mark.django_db(transaction=True)
def test_a_new_version_meanwhile_is_promoted_by_no_one(alice: User, carol: User) -> None:
    specialist = proven(create_own_specialist(alice))
    seen = version_of(specialist).digest
    outcomes = at_once(
        lambda: decide(Specialist.objects.get(pk=specialist.pk), Kind.PROMOTE, carol, digest=seen),
        lambda: version_add(
            specialist=Specialist.objects.get(pk=specialist.pk), spec=agent_spec("poem_writer", purpose="Another.")
        ),
    )
    specialist.refresh_from_db()
    promoted = specialist.status == "verified"
    assert (version_of(specialist).digest == seen) == promoted  # either it was promoted or its version changed
    assert len([one for one in outcomes if one in ("lost_race", "conflict")]) == 1
