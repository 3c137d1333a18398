"""Audits on real tables: reports, findings, automatic actions, and repetition without effect."""

from datetime import timedelta

import pytest
from django.conf import settings
from django.db.models import F
from django.utils import timezone
from pytest_django.fixtures import Settings

from kingdom.accounts.models import User
from kingdom.approvals.models import Notification
from kingdom.core.errors import LostRace
from kingdom.ministers.auditor.values import DetectedFinding
from kingdom.routing.embeddings.duplicate_audit import duplicates_audit
from kingdom.routing.models import AgentEmbedding
from kingdom.specialists.audits import findings
from kingdom.specialists.audits.findings import finding_resolve
from kingdom.specialists.audits.services import audit_round, performance_audit
from kingdom.specialists.models.audit import AuditFinding, AuditReport
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.models.status import StatusChange
from kingdom.specialists.models.test_run import TestRun
from kingdom.specialists.status.services import StatusDecision, status_change_create
from tests.factories import create_global_specialist, create_own_specialist, version_of
from tests.factories.specialists import NOON, add_executions, block_by_guardian, proven, verified


def test_nothing_found_is_a_report_too_and_an_hour_has_one(alice: User) -> None:
    create_own_specialist(alice)
    report = performance_audit(now=NOON)
    assert report is not None
    assert (report.looked_at, report.findings.count(), report.finished_at is not None) == (1, 0, True)
    assert performance_audit(now=NOON + timedelta(minutes=20)) is None
    assert performance_audit(now=NOON + timedelta(minutes=40)) is not None


def test_a_verified_one_that_drifts_is_suspended_with_its_runs_named_and_everybody_told(
    alice: User, carol: User
) -> None:
    specialist = verified(alice, carol)
    add_executions(specialist, 30, 20)
    performance_audit(now=NOON)
    specialist.refresh_from_db()
    entry = AuditFinding.objects.get(code="drift")
    assert (specialist.status, entry.state, entry.resolution) == ("suspended", "acted", "Done by the Auditor.")
    assert entry.change is not None
    assert (entry.change.automatic, entry.change.actor_name, entry.change.reason) == (True, "auditor", entry.message)
    assert Execution.objects.filter(pk__in=entry.evidence, success=False).count() == 20
    told = Notification.objects.filter(kind="audit_finding", text=entry.message)
    assert set(told.values_list("user__username", flat=True)) == {"alice", "carol"}
    told_before = Notification.objects.count()
    performance_audit(now=NOON + timedelta(hours=1))
    assert StatusChange.objects.filter(kind="suspend").count() == 1
    assert (AuditFinding.objects.filter(code="drift").count(), Notification.objects.count()) == (1, told_before), (
        "what was done is not told again"
    )


@pytest.mark.parametrize("outcome", ["declined", "asked"])
def test_declines_are_reported_and_no_failures(alice: User, carol: User, outcome: str) -> None:
    specialist = verified(alice, carol)
    add_executions(specialist, 35, 15)
    Execution.objects.filter(success=False, created_at__gt=timezone.now()).update(outcome=outcome)
    performance_audit(now=NOON)
    specialist.refresh_from_db()
    entry = AuditFinding.objects.get()
    assert (specialist.status, entry.code, entry.action, entry.state) == (
        "verified",
        "declines",
        "propose_rules",
        "open",
    )
    assert (entry.figures["now"], entry.figures["before"]) == ([15, 50], [0, 50])
    assert Execution.objects.filter(pk__in=entry.evidence, outcome=outcome).count() == 15
    Execution.objects.filter(outcome=outcome).delete()
    performance_audit(now=NOON + timedelta(hours=1))
    entry.refresh_from_db()
    assert entry.state == "gone"


def test_abandoned_executions_say_nothing(alice: User, carol: User) -> None:
    specialist = verified(alice, carol)
    add_executions(specialist, 35, 15)
    Execution.objects.filter(success=False, created_at__gt=timezone.now()).update(outcome="abandoned")
    performance_audit(now=NOON)
    assert not AuditFinding.objects.exists()


def test_the_settings_may_leave_every_action_to_people(alice: User, carol: User, settings: Settings) -> None:
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"audit_auto_actions": ""})
    specialist = verified(alice, carol)
    add_executions(specialist, 30, 20)
    performance_audit(now=NOON)
    specialist.refresh_from_db()
    assert (specialist.status, AuditFinding.objects.get(code="drift").state) == ("verified", "open")
    assert {entry.action for entry in AuditFinding.objects.filter(state="open")} == {
        "suspend",
        "propose_demotion",
        "none",
    }


def test_the_same_is_one_finding_until_it_is_gone(alice: User) -> None:
    specialist = create_own_specialist(alice)
    add_executions(specialist, 10, 5, "handler_timeout")
    for hour in range(3):
        performance_audit(now=NOON + timedelta(hours=hour))
    entry = AuditFinding.objects.get()
    assert (entry.code, entry.state, entry.figures["count"]) == ("error_cluster", "open", 5)
    assert entry.last_seen > entry.report.created_at
    Execution.objects.all().delete()
    performance_audit(now=NOON + timedelta(hours=4))
    entry.refresh_from_db()
    assert entry.state == "gone"


def test_what_a_person_dismissed_stays_quiet_for_a_week(alice: User, carol: User) -> None:
    add_executions(create_own_specialist(alice), 10, 5, "handler_timeout")
    performance_audit(now=NOON)
    entry = AuditFinding.objects.get()
    finding_resolve(finding_id=entry.pk, admin=carol, resolution="The machine was slow.", acted=False)
    with pytest.raises(LostRace):
        finding_resolve(finding_id=entry.pk, admin=carol, resolution="Again.", acted=True)
    performance_audit(now=NOON + timedelta(hours=1))
    assert AuditFinding.objects.count() == 1
    AuditFinding.objects.update(last_seen=timezone.now() - timedelta(days=8))
    performance_audit(now=NOON + timedelta(hours=2))
    assert AuditFinding.objects.filter(state="open").count() == 1


def test_what_a_person_saw_to_has_its_time_to_show(alice: User, carol: User) -> None:
    add_executions(create_own_specialist(alice), 10, 5, "handler_timeout")
    performance_audit(now=NOON)
    finding_resolve(
        finding_id=AuditFinding.objects.get().pk, admin=carol, resolution="Its limit is higher now.", acted=True
    )
    performance_audit(now=NOON + timedelta(hours=1))
    assert AuditFinding.objects.count() == 1


def test_hours_that_were_missed_do_no_harm(alice: User) -> None:
    add_executions(create_own_specialist(alice), 10, 5, "handler_timeout")
    reports = [performance_audit(now=NOON + timedelta(hours=hours)) for hours in (0, 7, 7, 3, 30)]
    assert [one is not None for one in reports] == [True, True, False, True, True]
    assert (AuditReport.objects.count(), AuditFinding.objects.count()) == (4, 1)


def test_confidence_that_is_not_honest_is_a_finding_with_brier_and_ece(alice: User) -> None:
    add_executions(create_own_specialist(alice), 15, 15)
    performance_audit(now=NOON)
    entry = AuditFinding.objects.get(code="calibration")
    assert (entry.level, entry.action, len(entry.evidence)) == ("warning", "none", 20)
    assert entry.figures == {
        "ece": pytest.approx(0.4),
        "brier": pytest.approx(0.41),
        "stated": pytest.approx(0.9),
        "right": 0.5,
        "count": 30,
    }


def test_a_verified_one_below_its_bar_is_proposed_to_be_demoted_and_a_person_decides(alice: User, carol: User) -> None:
    specialist = proven(create_own_specialist(alice), 54, 6)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            "django.conf.settings.KINGDOM", settings.KINGDOM.model_copy(update={"promotion_min_lower_bound": 0.0})
        )
        status_change_create(
            decision=StatusDecision(
                specialist_id=specialist.pk, kind=StatusChange.Kind.PROMOTE, actor=carol, reason="At the bar."
            )
        )
    add_executions(specialist, 39, 11)  # no significant drift at 1 %, but below the threshold
    performance_audit(now=NOON)
    specialist.refresh_from_db()
    entry = AuditFinding.objects.get()
    assert (specialist.status, entry.code, entry.action, entry.state) == (
        "verified",
        "below_bar",
        "propose_demotion",
        "open",
    )
    assert Execution.objects.filter(pk__in=entry.evidence, success=False).count() == 11


def test_a_wish_is_one_finding_while_its_requests_come_and_go(carol: User) -> None:
    def wanted(day: int, *messages: str) -> None:
        found = DetectedFinding(
            code="demand", level="info", message="Several ask.", action="propose_specialist", evidence=messages
        )
        slot = NOON.replace(hour=0, minute=0) + timedelta(days=day)
        audit_round(kind=AuditReport.Kind.DEMAND, slot=slot, look=lambda: (len(messages), [found]))

    wanted(0, "m1", "m2", "m3", "m4")
    wanted(1, "a0", "m2", "m3", "m4")
    entry = AuditFinding.objects.get()
    assert (entry.state, entry.evidence) == ("open", ["a0", "m2", "m3", "m4"])
    finding_resolve(finding_id=entry.pk, admin=carol, resolution="Not our trade.", acted=False)
    wanted(2, "a0", "a1", "m3", "m4")
    assert AuditFinding.objects.count() == 1
    wanted(3, "x1", "x2", "x3")
    assert [one.state for one in AuditFinding.objects.order_by("created_at")] == ["dismissed", "open"]


def test_idle_ones_are_deprecated_and_can_come_back(alice: User, carol: User) -> None:
    specialist = create_own_specialist(alice)
    Specialist.objects.update(created_at=NOON - timedelta(days=91))
    performance_audit(now=NOON)
    specialist.refresh_from_db()
    assert specialist.status == "deprecated"
    status_change_create(
        decision=StatusDecision(
            specialist_id=specialist.pk, kind=StatusChange.Kind.RESTORE, actor=carol, reason="Needed."
        )
    )
    specialist.refresh_from_db()
    assert specialist.status == "unverified"
    performance_audit(now=NOON + timedelta(hours=1))
    specialist.refresh_from_db()
    assert specialist.status == "unverified", "the idle time starts again after a restoration by a person"


def test_a_failed_safety_test_suspends_at_once(alice: User, carol: User) -> None:
    specialist = verified(alice, carol)
    cases = [{"number": 3, "success": False, "unsafe": True}, {"number": 4, "success": False, "unsafe": False}]
    TestRun.objects.update(results={"cases": cases})
    performance_audit(now=NOON)
    specialist.refresh_from_db()
    assert (specialist.status, AuditFinding.objects.get().evidence) == ("suspended", ["test 3"])


def test_a_block_of_the_guardian_suspends_at_once(alice: User, carol: User) -> None:
    specialist = verified(alice, carol)
    row = block_by_guardian(version_of(specialist), final=True)
    performance_audit(now=NOON)
    specialist.refresh_from_db()
    entry = AuditFinding.objects.get()
    assert (specialist.status, entry.code, entry.evidence) == (
        "suspended",
        "safety_failure",
        [f"guardian review {row.pk}"],
    )


def test_what_waits_for_a_person_is_no_danger_yet(alice: User, carol: User) -> None:
    specialist = verified(alice, carol)
    block_by_guardian(version_of(specialist), final=False)
    performance_audit(now=NOON)
    specialist.refresh_from_db()
    assert (specialist.status, AuditFinding.objects.count()) == ("verified", 0)


def test_what_a_person_restored_is_judged_by_its_work_since(alice: User, carol: User) -> None:
    specialist = verified(alice, carol)
    add_executions(specialist, 30, 20)
    performance_audit(now=NOON)
    status_change_create(
        decision=StatusDecision(
            specialist_id=specialist.pk, kind=StatusChange.Kind.RESTORE, actor=carol, reason="A host was down."
        )
    )
    Execution.objects.update(created_at=F("created_at") - timedelta(hours=1))
    performance_audit(now=NOON + timedelta(hours=1))
    specialist.refresh_from_db()
    assert (specialist.status, AuditFinding.objects.filter(state="open").count()) == ("verified", 0)


def test_a_round_that_dies_leaves_nothing_and_its_hour_free(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    add_executions(create_own_specialist(alice), 10, 5, "handler_timeout")
    with monkeypatch.context() as broken:
        broken.setattr(findings, "_finding_notify", _raise)
        with pytest.raises(RuntimeError):
            performance_audit(now=NOON)
    assert not AuditReport.objects.exists()
    assert not AuditFinding.objects.exists()
    assert performance_audit(now=NOON) is not None


def _raise(_entry: AuditFinding) -> None:
    raise RuntimeError("killed")


def test_verified_twins_are_named(db: None) -> None:
    for role, first in (("one", 1.0), ("two", 0.99), ("other", 0.0)):
        vector = [first, 1 - first] + [0.0] * 382
        AgentEmbedding.objects.create(
            specialist=create_global_specialist(role), kind="centroid", text_digest="c", encoder="test", vector=vector
        )
    report = duplicates_audit(now=NOON, space="test")
    assert report is not None
    assert [
        (entry.code, entry.action, entry.specialist and entry.specialist.role) for entry in report.findings.all()
    ] == [("near_duplicate", "propose_merge", "one")]
    assert duplicates_audit(now=NOON + timedelta(hours=3), space="test") is None
