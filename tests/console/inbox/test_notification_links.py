"""Links of notifications: every kind leads its receiver to a page, and nobody else."""

import re
from datetime import timedelta
from pathlib import Path

from django.conf import LazySettings
from django.test import Client
from django.utils import timezone
from pydantic import SecretStr

import kingdom
from kingdom.accounts.models import User
from kingdom.approvals.models import Approval, Notification
from kingdom.approvals.notifications.services import notification_create
from kingdom.approvals.requests.services import approval_request
from kingdom.approvals.tasks import expire
from kingdom.council.cases.notifications import FORK_PROPOSAL_KIND as OFFER
from kingdom.council.models import CreationCase
from kingdom.credentials.models import UserCredential
from kingdom.credentials.services import credential_store
from kingdom.credentials.tasks import warn
from kingdom.personal_data.exports import EXPORT_KIND, export_request, export_write
from kingdom.schedules.models import Schedule
from kingdom.schedules.runs.firing import schedules_fire
from kingdom.schedules.services import ScheduleDraft, schedule_create
from kingdom.sessions.models import Budget, Session
from kingdom.sessions.services import session_conclude
from kingdom.specialists.audits.services import performance_audit
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.models.status import StatusChange
from kingdom.specialists.status.notifications import status_change_notify
from kingdom.specialists.status.services import StatusDecision, status_change_create
from tests.factories import create_own_specialist
from tests.factories.credentials import target_of
from tests.factories.sessions import finish_session
from tests.factories.specialists import proven

Kind = StatusChange.Kind


def leads(user: User, kind: str) -> None:
    """Follow each notice of a kind as its receiver does; a stranger gets what is absent."""
    told = list(Notification.objects.filter(user=user, kind=kind))
    assert told, f"{user} was not told of {kind}"
    client = Client()
    client.force_login(user, backend="django.contrib.auth.backends.ModelBackend")
    for notice in told:
        opened = client.post(f"/notifications/{notice.pk}/", follow=True)
        assert (opened.status_code, opened.redirect_chain[0][0]) == (200, notice.link), kind


def decided(specialist: Specialist, kind: Kind, actor: User) -> None:
    change = status_change_create(
        decision=StatusDecision(specialist_id=specialist.pk, kind=kind, reason="So it is.", actor=actor)
    )
    status_change_notify(change_id=change.pk)


def test_decisions_on_a_specialist(alice: User, bob: User, carol: User) -> None:
    mine = proven(create_own_specialist(alice))
    for kind in (Kind.PROMOTE, Kind.SUSPEND, Kind.RESTORE, Kind.DEMOTE, Kind.DEPRECATE):
        decided(mine, kind, carol)
        leads(alice, f"specialist_{kind}")
    leads(bob, "specialist_promote")  # told while it was everybody's; where that led is still there
    assert Notification.objects.filter(user=bob, kind="specialist_deprecate").count() == 0


def test_questions_in_time_and_too_late(alice: User) -> None:
    subject = {
        "agent": "writer_poet",
        "tools": [{"call_id": "1", "name": "archon.fs.write", "args": {"path": "a", "content": "b"}}],
    }
    approval = approval_request(user_id=alice.pk, kind="tool", subject=subject)
    leads(alice, "approval")
    Approval.objects.filter(pk=approval.pk).update(expires_at=timezone.now() - timedelta(minutes=1))
    expire()
    leads(alice, "approval_expired")


def test_budgets(alice: User, carol: User) -> None:
    Budget.objects.create(scope="everybody", tokens=100)
    Budget.objects.create(scope="organisation", tokens=100)
    finish_session(alice)
    leads(alice, "budget")
    leads(carol, "budget")


def test_a_key_that_expires(alice: User) -> None:
    until = timezone.now() + timedelta(days=1)
    stored = credential_store(
        user_id=alice.pk,
        target=target_of("poet"),
        credential_key="api_key",
        value=SecretStr("k" * 20),
        expires_at=until,
    )
    assert UserCredential.objects.get() == stored
    warn()
    leads(alice, "credential_expiry")


def test_findings_of_the_auditor(alice: User, bob: User, carol: User) -> None:
    User.objects.filter(pk=bob.pk).update(is_staff=True)  # staff without a permission are told, too
    mine = proven(create_own_specialist(alice), 30, 40)
    assert performance_audit() is not None
    assert mine.audit_findings.exists()
    for user in (alice, carol):
        leads(user, "audit_finding")


def test_cases_and_what_becomes_of_them(alice: User) -> None:
    case = CreationCase.objects.create(user=alice, request="Check IBANs")
    notification_create(user_id=alice.pk, kind="creation", text="Ready.", link=f"/creations/{case.pk}/")
    leads(alice, "creation")
    mine = create_own_specialist(alice)
    notification_create(
        user_id=alice.pk, kind=OFFER, text="Taken.", link=f"/specialists/{mine.pk}/?offer={case.pk}&as=completed"
    )
    leads(alice, OFFER)


def test_another_s_page_is_absent(alice: User, bob: User) -> None:
    mine = create_own_specialist(alice)
    client = Client()
    client.force_login(bob, backend="django.contrib.auth.backends.ModelBackend")
    assert client.get(f"/specialists/{mine.pk}/").status_code == 404
    assert client.post(f"/specialists/{mine.pk}/do/", {"do": "run"}).status_code == 404
    performance_audit()
    for entry in mine.audit_findings.all():
        assert client.get(f"/audits/{entry.pk}/").status_code == 404


def test_what_a_schedule_sent(alice: User) -> None:
    draft = ScheduleDraft(message="How many days until Christmas?", cron="0 8 * * *")
    schedule, _ = schedule_create(user_id=alice.pk, draft=draft)
    Schedule.objects.filter(pk=schedule.pk).update(next_at=schedule.created_at)
    schedules_fire()
    session = Session.objects.get(schedule_run__schedule=schedule)
    Session.objects.filter(pk=session.pk).update(state=Session.State.RUNNING)
    session_conclude(session_id=session.pk, answer="33 days")
    leads(alice, "schedule")


def test_an_export_that_is_ready(alice: User, settings: LazySettings, tmp_path: Path) -> None:
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"data": tmp_path})
    assert export_write(export_id=export_request(user_id=alice.pk).pk)
    leads(alice, EXPORT_KIND)


def test_no_kind_is_forgotten_here() -> None:
    """Every call that tells somebody something is one of those above: a new one belongs here."""
    root = Path(kingdom.__file__).parent
    telling = {
        str(path.relative_to(root))
        for path in root.rglob("*.py")
        if re.search(r"notifications?_create\(", path.read_text())
    }
    assert telling == {
        "approvals/disclosures.py",  # a message without a link: what was opened is the user's own row
        "approvals/notifications/services.py",
        "approvals/requests/services.py",
        "council/cases/notifications.py",
        "council/proposals/evolution.py",
        "orchestrator/demand/proposals.py",  # followed in tests/orchestrator/demand/test_proposals.py
        "orchestrator/pipeline/case_handoff.py",
        "personal_data/exports.py",
        "policies/evaluation/actions.py",  # without a link: it says itself what the policy did
        "schedules/runs/results.py",
        "sessions/budgets/services.py",
        "sessions/receivers.py",
        "specialists/audits/findings.py",
        "specialists/status/notifications.py",
        "webhooks/delivery.py",  # without a link: webhooks have no page, the API lists them
    }
