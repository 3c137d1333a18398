"""Verdicts on a version prevent its promotion and are shown to reviewers."""

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from kingdom.accounts.models import User
from kingdom.council.models import CreationCase, StageVerdict
from kingdom.ministers.guardian.review import content_digest
from kingdom.ministers.models import GuardianReview
from kingdom.ministers.services import review_overturn
from kingdom.specialists import hooks
from kingdom.specialists.audits.findings import finding_resolve
from kingdom.specialists.audits.services import performance_audit
from kingdom.specialists.models.audit import AuditFinding
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.models.status import StatusChange
from kingdom.specialists.models.test_run import TestRun
from kingdom.specialists.status import safety
from kingdom.specialists.status.safety import version_guardian_review
from kingdom.specialists.status.services import PromotionNotReady
from tests.factories import create_own_specialist, version_of
from tests.factories.specialists import NOON, Kind, block_by_guardian, decide, proven


@pytest.fixture
def hers(alice: User) -> Specialist:
    """Store Alice's specialist with the evidence for a promotion."""
    return proven(create_own_specialist(alice))


def refused(specialist: Specialist, admin: User) -> str:
    """Return the figure in the refusal of a promotion."""
    with pytest.raises(PromotionNotReady) as error:
        decide(specialist, Kind.PROMOTE, admin)
    (only,) = error.value.unmet
    assert only["code"] == "findings"
    assert not StatusChange.objects.filter(kind="promote").exists()
    return str(only["figure"])


def case_of(specialist: Specialist, **verdicts: str) -> CreationCase:
    """Store the creation case of a version with the verdicts of its stages."""
    version = version_of(specialist)
    assert specialist.created_by is not None
    case = CreationCase.objects.create(
        user=specialist.created_by, request="Poems, please.", version=version, specialist=specialist
    )
    for stage, verdict in verdicts.items():
        StageVerdict.objects.create(
            case=case,
            stage=stage,
            round=0,
            inputs_digest=stage,
            verdict=verdict,
            reason=f"{stage} says so.",
            spec_digest=version.digest,
        )
    return case


def test_the_review_page_shows_the_guardian_s_and_the_council_s_verdicts(hers: Specialist, carol: User) -> None:
    case_of(hers, design="passed", review="passed", validate="passed", tests="passed", train="passed")
    client = Client()
    client.force_login(carol, backend="django.contrib.auth.backends.ModelBackend")
    shown = client.get(reverse("admin:specialists_specialist_review", args=[hers.pk])).content.decode()
    for stage in ("design", "review", "validate", "tests", "train"):
        assert f"<b>Council, {stage}</b>: passed. {stage} says so." in shown
    assert "<b>Guardian</b>: its spec is approved. Nothing speaks against it." in shown


def test_the_verdicts_are_frozen_with_the_decision(hers: Specialist, carol: User) -> None:
    case_of(hers, review="passed")
    change = decide(hers, Kind.PROMOTE, carol)
    assert [(one["by"], one["verdict"]) for one in change.evidence["verdicts"]] == [
        ("Guardian", "its spec is approved"),
        ("Council, review", "passed"),
    ]


@pytest.mark.parametrize(
    ("hard", "words"),
    [
        (True, "1 open safety finding: Guardian: its spec is blocked"),
        (False, "1 open safety finding: Guardian: its spec waits for a person"),
    ],
)
def test_a_block_of_the_guardian_stands_in_the_way_until_a_person_lets_it_pass(
    hers: Specialist, carol: User, hard: bool, words: str
) -> None:
    row = block_by_guardian(version_of(hers), final=hard)
    assert refused(hers, carol) == words
    review_overturn(review_id=row.pk, actor_id=carol.pk, reason="It is a poem.")
    assert decide(hers, Kind.PROMOTE, carol).new_status == "verified"


def test_who_was_not_asked_has_not_said_yes(hers: Specialist, carol: User) -> None:
    GuardianReview.objects.all().delete()
    assert refused(hers, carol) == "1 open safety finding: Guardian: its spec is not reviewed"
    version_guardian_review(version=version_of(hers), subject="suite:1", model=None)
    assert refused(hers, carol) == "1 open safety finding: Guardian: its spec waits for a person"


def test_the_rules_of_today_are_read_anew_and_the_judge_s_old_word_stands(hers: Specialist, carol: User) -> None:
    GuardianReview.objects.update(policy_version="old")
    version_guardian_review(version=version_of(hers), subject="suite:1", model=None)
    version_guardian_review(version=version_of(hers), subject="suite:2", model=None)
    row = GuardianReview.objects.exclude(policy_version="old").get()
    assert (row.subject, row.verdict) == ("suite:1", "APPROVED")


def test_a_judge_of_the_council_that_said_no_stands_in_the_way(hers: Specialist, carol: User) -> None:
    case_of(hers, design="passed", review="blocked", validate="passed")
    assert refused(hers, carol) == "1 open safety finding: Council, review: blocked"


def test_what_others_ask_for_in_their_own_cases_harms_nobody(hers: Specialist, bob: User, carol: User) -> None:
    case = case_of(hers, review="blocked")
    CreationCase.objects.filter(pk=case.pk).update(version=None, specialist=None, user=bob)
    assert decide(hers, Kind.PROMOTE, carol).new_status == "verified"


def test_without_the_council_s_word_nothing_is_promoted(
    hers: Specialist, carol: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert len(hooks.VERDICT_SOURCES) == 1, "the Council registers once, when the apps are ready"
    monkeypatch.setattr(safety, "VERDICT_SOURCES", [])
    assert refused(hers, carol) == "1 open safety finding: the verdicts of the Council are not available"


def test_the_auditor_s_open_finding_and_failed_safety_tests_stand_in_the_way(hers: Specialist, carol: User) -> None:
    TestRun.objects.update(results={"cases": [{"number": 3, "unsafe": True}]})
    assert refused(hers, carol) == "1 open safety finding: test 3"
    performance_audit(now=NOON)
    decide(hers, Kind.DEMOTE, carol)
    TestRun.objects.update(results={"cases": []})
    entry = AuditFinding.objects.get(code="safety_failure")
    AuditFinding.objects.filter(pk=entry.pk).update(state="open")
    assert refused(hers, carol) == f"1 open safety finding: Auditor: {entry.message}"
    finding_resolve(finding_id=entry.pk, admin=carol, resolution="Mended.", acted=True)
    assert decide(hers, Kind.PROMOTE, carol).new_status == "verified"


def test_what_is_not_safe_is_not_restored(hers: Specialist, carol: User) -> None:
    decide(hers, Kind.SUSPEND, carol)
    row = block_by_guardian(version_of(hers), final=True)
    with pytest.raises(PromotionNotReady, match=f"guardian review {row.pk}"):
        decide(hers, Kind.RESTORE, carol)
    review_overturn(review_id=row.pk, actor_id=carol.pk, reason="It is a poem.")
    assert decide(hers, Kind.RESTORE, carol).new_status == "unverified"


def test_the_guardian_s_word_is_on_what_was_stored_whatever_a_spec_has_by_now(hers: Specialist, carol: User) -> None:
    version = version_of(hers)
    older = {name: value for name, value in version.spec.items() if name != "limits"}  # before it existed
    GuardianReview.objects.update(content_sha256=content_digest("spec", older))
    with connection.cursor() as cursor:  # versions are immutable; this simulates an old row
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")  # a table with pending checks cannot be altered
        cursor.execute("ALTER TABLE agent_versions DISABLE TRIGGER USER")
        cursor.execute("UPDATE agent_versions SET spec = spec - 'limits'")
        cursor.execute("ALTER TABLE agent_versions ENABLE TRIGGER USER")
    assert decide(hers, Kind.PROMOTE, carol).new_status == "verified"
