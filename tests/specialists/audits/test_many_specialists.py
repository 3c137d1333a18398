"""Audits of many specialists: in batches, without a long transaction, and behind the decisions of people."""

from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django.fixtures import Settings

from kingdom.accounts.models import User
from kingdom.ministers.auditor.values import AuditSubject
from kingdom.specialists.audits import findings, subjects
from kingdom.specialists.audits.services import audit_round, performance_audit, safety_audit
from kingdom.specialists.audits.subjects import AuditResult, audit_subject, audit_subjects, audit_thresholds
from kingdom.specialists.models.audit import AuditFinding, AuditReport
from kingdom.specialists.models.execution import Execution
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.models.status import StatusChange
from tests.factories import create_own_specialist, version_of
from tests.factories.specialists import NOON, add_executions, block_by_guardian, decide, verified


def _some(owner: User, admin: User) -> list[Specialist]:
    """Return specialists of every kind that the Auditor tells apart."""
    plain, failing, drifting, blocked, unused = (
        create_own_specialist(owner, "plain_one"),
        create_own_specialist(owner, "failing_one"),
        verified(owner, admin, "drifting_one"),
        verified(owner, admin, "blocked_one"),
        create_own_specialist(owner, "unused_one"),
    )
    add_executions(plain, 5, 0)
    add_executions(failing, 10, 5, "handler_timeout")
    add_executions(drifting, 30, 20)
    add_executions(blocked, 20, 0)
    Execution.objects.filter(version=version_of(blocked), user__username="dora").update(outcome="declined")
    block_by_guardian(version_of(blocked), final=True)
    return [plain, failing, drifting, blocked, unused]


def _seen(subject: AuditSubject) -> tuple[int, ...]:
    kinds = (subject.executions, subject.verified_executions, subject.replies, subject.verified_replies)
    return (*map(len, kinds), len(subject.safety_failures))


def test_each_specialist_is_seen_with_its_own_executions(alice: User, carol: User) -> None:
    some = _some(alice, carol)
    thresholds = audit_thresholds()
    together = audit_subjects(some, thresholds)
    assert [_seen(subject) for subject in together] == [
        (5, 0, 0, 0, 0),
        (15, 0, 0, 0, 0),
        (50, 50, 50, 50, 0),
        (15, 50, 20, 50, 1),
        (0, 0, 0, 0, 0),
    ]
    assert together == [audit_subject(specialist, thresholds) for specialist in some]


def test_the_statements_of_a_batch_do_not_grow_with_it(alice: User, carol: User) -> None:
    some, thresholds = _some(alice, carol), audit_thresholds()
    with CaptureQueriesContext(connection) as one:
        audit_subjects(some[2:3], thresholds)
    with CaptureQueriesContext(connection) as all_of_them:
        audit_subjects(some, thresholds)
    assert len(all_of_them) == len(one) <= 9


def test_batches_find_what_one_look_finds(alice: User, carol: User, monkeypatch: pytest.MonkeyPatch) -> None:
    _some(alice, carol)
    whole = subjects.performance_findings(NOON)
    monkeypatch.setattr(subjects, "BATCH", 2)
    monkeypatch.setattr(findings, "BATCH", 1)
    in_batches = subjects.performance_findings(NOON)
    assert in_batches[0] == whole[0] == 5
    assert list(in_batches[1]) == list(whole[1])
    assert {finding.code for finding in whole[1]} >= {"error_cluster", "drift", "safety_failure"}
    performance_audit(now=NOON)
    assert AuditFinding.objects.count() == len(whole[1])
    performance_audit(now=NOON + timedelta(hours=1))
    assert AuditFinding.objects.count() == len(whole[1]), "repetitions are updates"


def test_what_an_admin_decides_while_the_audit_looks_stands(alice: User, carol: User) -> None:
    specialist = verified(alice, carol)
    add_executions(specialist, 30, 20)
    Execution.objects.filter(created_at__gt=timezone.now()).update(created_at=timezone.now())

    def look() -> AuditResult:
        found = subjects.performance_findings(NOON)
        decide(specialist, StatusChange.Kind.SUSPEND, carol, reason="I look at it.")
        decide(specialist, StatusChange.Kind.RESTORE, carol, reason="It is mended.")
        return found

    audit_round(kind=AuditReport.Kind.PERFORMANCE, slot=NOON, look=look)
    specialist.refresh_from_db()
    assert (specialist.status, AuditFinding.objects.get(code="drift").state) == ("verified", "open")
    performance_audit(now=NOON + timedelta(hours=1))
    specialist.refresh_from_db()
    assert (specialist.status, AuditFinding.objects.get(code="drift").state) == ("verified", "gone")


def test_an_audit_looks_outside_a_transaction(alice: User, transactional_db: None) -> None:
    create_own_specialist(alice)
    states = list[bool]()

    def look() -> AuditResult:
        states.append(connection.in_atomic_block)
        return 1, []

    assert audit_round(kind=AuditReport.Kind.PERFORMANCE, slot=NOON, look=look) is not None
    assert audit_round(kind=AuditReport.Kind.PERFORMANCE, slot=NOON, look=look) is None
    assert states == [False], "an hour with a report is not looked at again"


def test_what_is_stored_while_the_audit_looks_is_not_gone(alice: User, settings: Settings) -> None:
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"audit_auto_actions": ""})
    specialist = create_own_specialist(alice)

    def look() -> AuditResult:
        block_by_guardian(version_of(specialist), final=True)
        assert safety_audit(specialist_id=specialist.pk) is not None
        return 1, []

    audit_round(kind=AuditReport.Kind.PERFORMANCE, slot=NOON, look=look)
    assert AuditFinding.objects.get(code="safety_failure").state == "open"
