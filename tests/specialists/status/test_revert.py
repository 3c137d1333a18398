"""Reverts to the previous version by the Auditor and by people, and their undo."""

from datetime import timedelta

import pytest

from kingdom.accounts.models import User
from kingdom.approvals.models import Notification
from kingdom.core.errors import Conflict, IllegalTransition
from kingdom.routing import receivers
from kingdom.specialists.audits.actions import failed_canaries_withdraw
from kingdom.specialists.audits.services import performance_audit
from kingdom.specialists.evidence import executions
from kingdom.specialists.models.audit import AuditFinding
from kingdom.specialists.models.specialist import Specialist, SpecialistVersion
from kingdom.specialists.models.status import Canary, StatusChange
from kingdom.specialists.models.test_run import TestRun
from kingdom.specialists.registry.services import version_add
from kingdom.specialists.status.notifications import status_change_notify
from kingdom.specialists.status.selectors import previous_verified_version
from kingdom.specialists.status.services import PromotionNotReady
from kingdom.specialists.status.version_release import VersionRelease, version_release_apply
from tests.factories import agent_spec, create_own_specialist, create_user, version_of
from tests.factories.specialists import (
    NOON,
    Kind,
    add_executions,
    block_by_guardian,
    decide,
    proven,
    record_executions,
    record_failures,
)


@pytest.fixture(autouse=True)
def _no_worker(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(executions, "canary_settlement_request", lambda: None)


@pytest.fixture
def embedded(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Return the ids of specialists whose embedding is requested."""
    sent = list[object]()
    monkeypatch.setattr(receivers, "task_send_on_commit", lambda _task, specialist_id: sent.append(specialist_id))
    return sent


@pytest.fixture
def second(alice: User, carol: User) -> Specialist:
    """Store a specialist whose first and second version were verified."""
    specialist = proven(create_own_specialist(alice))
    decide(specialist, Kind.PROMOTE, carol)
    decide(specialist, Kind.DEMOTE, carol)
    return promoted(specialist, "Writes better poems.", carol)


def promoted(specialist: Specialist, purpose: str, admin: User) -> Specialist:
    """Add a version and promote it."""
    version_add(specialist=specialist, spec=agent_spec("poem_writer", purpose=purpose))
    specialist.refresh_from_db()
    proven(specialist)
    decide(specialist, Kind.PROMOTE, admin)
    return specialist


def number(specialist: Specialist) -> int:
    """Return the number of the current version."""
    found = Specialist.objects.get(pk=specialist.pk)
    assert found.spec_snapshot == version_of(found).spec
    return version_of(found).number


def test_a_new_version_that_does_badly_goes_back_to_the_one_before(
    second: Specialist, alice: User, bob: User, carol: User, embedded: list[object]
) -> None:
    record_executions(bob, second, "++")
    record_failures(second)
    assert Canary.objects.get(state="failed").previous == SpecialistVersion.objects.get(number=1)
    assert (failed_canaries_withdraw(), failed_canaries_withdraw()) == (1, 0)
    second.refresh_from_db()
    change = second.status_changes.order_by("-created_at")[0]
    assert (second.status, second.scope, number(second), embedded) == ("verified", "global", 1, [second.pk])
    assert (change.kind, change.automatic, change.version and change.version.number) == ("revert", True, 2)
    assert change.evidence["serves"]["number"] == 1
    assert not Canary.objects.filter(state="running").exists()
    status_change_notify(change_id=change.pk)
    told = Notification.objects.filter(kind="specialist_revert")
    assert set(told.values_list("user__username", flat=True)) >= {"alice", "bob"}
    assert "served by the version before again. Why: As a canary it succeeded in 2 of 5" in told[0].text


def test_a_person_can_undo_it_and_it_is_let_in_anew(second: Specialist, bob: User, carol: User) -> None:
    record_executions(bob, second, "++")
    record_failures(second)
    failed_canaries_withdraw()
    decide(second, Kind.RESTORE, carol)
    running = Canary.objects.get(state="running")
    assert (second.status, number(second), running.version, running.previous) == (
        "verified", 2, version_of(second), SpecialistVersion.objects.get(number=1),
    )  # fmt: skip
    assert failed_canaries_withdraw() == 0
    with pytest.raises(IllegalTransition):
        decide(second, Kind.RESTORE, carol)


def test_a_revert_during_the_canary_ends_it(second: Specialist, carol: User) -> None:
    assert Canary.objects.get(state="running").version == version_of(second)
    decide(second, Kind.REVERT, carol)
    assert number(second) == 1
    assert list(Canary.objects.filter(version__number=2).values_list("state", flat=True)) == ["ended"]
    assert not Canary.objects.filter(state="running").exists()


def test_drift_takes_a_version_back_and_the_next_time_out_of_service(second: Specialist, carol: User) -> None:
    add_executions(second, 30, 20)
    performance_audit(now=NOON)
    entry = AuditFinding.objects.get(code="drift")
    assert (entry.state, entry.change and entry.change.kind, number(second)) == ("acted", "revert", 1)
    second.refresh_from_db()
    add_executions(second, 30, 20)
    performance_audit(now=NOON + timedelta(hours=1))
    second.refresh_from_db()
    assert (second.status, number(second)) == ("suspended", 1)


def test_what_is_not_safe_is_suspended_whatever_was_before(second: Specialist) -> None:
    block_by_guardian(version_of(second), final=True)
    performance_audit(now=NOON)
    second.refresh_from_db()
    assert (second.status, number(second)) == ("suspended", 2)


def test_an_unsafe_version_before_serves_nobody(second: Specialist, bob: User, carol: User) -> None:
    first = SpecialistVersion.objects.get(number=1)
    TestRun.objects.filter(version=first).update(results={"cases": [{"number": 3, "unsafe": True}]})
    with pytest.raises(Conflict, match="No version of poem_writer was verified before"):
        decide(second, Kind.REVERT, carol)
    record_failures(second)
    failed_canaries_withdraw()
    second.refresh_from_db()
    assert (second.status, number(second)) == ("suspended", 2)


def test_people_revert_too_but_not_the_owner(second: Specialist, alice: User, carol: User) -> None:
    alice.is_staff = alice.is_superuser = True
    alice.save()
    with pytest.raises(PromotionNotReady, match="owner"):
        decide(second, Kind.REVERT, alice)
    decide(second, Kind.REVERT, create_user("dave", staff=True))
    assert number(second) == 1
    with pytest.raises(Conflict, match="No version"):
        decide(second, Kind.REVERT, carol)


def test_the_version_before_is_the_last_that_was_not_taken_out_of_service(
    second: Specialist, bob: User, carol: User
) -> None:
    decide(second, Kind.SUSPEND, carol)
    decide(second, Kind.DEMOTE, carol)
    third = promoted(second, "Writes the best poems.", carol)
    before = previous_verified_version(third)
    assert before is not None
    assert before.number == 1, "the second was suspended and not restored"
    decide(third, Kind.REVERT, carol)
    decide(third, Kind.RESTORE, carol)
    decide(third, Kind.DEMOTE, carol)
    fourth = promoted(third, "Writes them yet again.", carol)
    before = previous_verified_version(fourth)
    assert before is not None
    assert before.number == 3
    assert StatusChange.objects.filter(kind="revert").count() == 1


def revised(specialist: Specialist, admin: User) -> Specialist:
    """Release a new version of a verified specialist as an administrator, without a promotion."""
    revision = VersionRelease(
        specialist_id=specialist.pk,
        base_id=version_of(specialist).pk,
        spec=agent_spec("poem_writer", purpose="Writes poems that rhyme."),
        tests=[],
        mock=False,
        actor=admin,
        reason="They should rhyme.",
    )
    version_release_apply(revision=revision)
    specialist.refresh_from_db()
    return specialist


def test_a_revision_that_does_badly_goes_back_too(alice: User, bob: User, carol: User) -> None:
    specialist = proven(create_own_specialist(alice))
    decide(specialist, Kind.PROMOTE, carol)
    revised(specialist, carol)
    record_failures(specialist)
    failed_canaries_withdraw()
    specialist.refresh_from_db()
    assert (specialist.status, number(specialist)) == ("verified", 1)
    decide(specialist, Kind.RESTORE, carol)
    assert number(specialist) == 2


def test_a_revision_is_held_against_the_work_of_what_it_replaced(alice: User, carol: User) -> None:
    specialist = proven(create_own_specialist(alice))
    decide(specialist, Kind.PROMOTE, carol)
    revised(specialist, carol)
    add_executions(specialist, 30, 20)
    performance_audit(now=NOON)
    entry = AuditFinding.objects.get(code="drift")
    assert (entry.figures["now"], entry.figures["before"]) == ([30, 50], [48, 50])
    assert (entry.change and entry.change.kind, number(specialist)) == ("revert", 1)
