"""Deleted accounts: nothing in the user's words is left, work is stopped first, what others rely on stays."""

import logging
from pathlib import Path
from typing import Any

import pytest
from django.conf import LazySettings
from django.db import connection
from django.test import Client
from pytest_django import DjangoCaptureOnCommitCallbacks
from rest_framework.test import APIClient

from kingdom.accounts.models import ApiToken, User
from kingdom.approvals.models import DisclosureEvent
from kingdom.core.background.jobs import LeaseLost
from kingdom.core.field_classes import declared_classes
from kingdom.council.models import CreationCase
from kingdom.ministers.models import GuardianReview
from kingdom.orchestrator.conversations.services import conversation_delete
from kingdom.orchestrator.models import Conversation
from kingdom.personal_data.deletions import deletion_jobs, deletion_work
from kingdom.personal_data.exports import export_request, export_write
from kingdom.personal_data.models import FORMER_USER, AccountDeletion, DataExport
from kingdom.policies.models import Pattern
from kingdom.security_log.models import SecurityEvent
from kingdom.sessions.models import Session
from kingdom.specialists.models.specialist import Specialist
from kingdom.specialists.models.status import StatusChange
from kingdom.specialists.status.services import StatusDecision, status_change_create
from kingdom.tools.files.services import file_upload
from kingdom.workflows.models import Workflow
from tests.factories import create_own_specialist, create_routed_message, version_of
from tests.factories.owned_rows import OWN_MODELS, WITH_WORDS, WORD, owned_row, owner_path
from tests.factories.rows import plant
from tests.factories.specialists import proven

pytestmark = pytest.mark.django_db
PASSWORD = "a long pass of alice 7!"
KEEP_THE_NUMBER = {  # rows without words that outlive the account
    *("approvals.DisclosureEvent", "personal_data.AccountDeletion", "specialists.HourlyMetrics")
}


@pytest.fixture(autouse=True)
def data(settings: LazySettings, tmp_path: Path) -> Path:
    """A data folder of the test's own."""
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"data": tmp_path})
    return tmp_path


def delete(user: User) -> None:
    """Delete an account as its user and the worker do."""
    user.set_password(PASSWORD)
    user.save()
    client = Client()
    client.force_login(user)
    page = client.post("/me/delete/", {"username": user.username, "password": PASSWORD}, follow=True)
    assert "Your account is closed." in page.content.decode()
    assert deletion_work(deletion_id=AccountDeletion.objects.get().pk)


def tables_with(word: str) -> list[str]:
    """Return every table of every schema in which a word stands, in text or as bytes."""
    found = []
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT format('%I.%I', table_schema, table_name) FROM information_schema.tables"
            " WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')"
        )
        for (table,) in cursor.fetchall():
            sql = f"SELECT count(*) FROM {table} t WHERE strpos(t::text, %s) > 0 OR strpos(t::text, %s) > 0"
            cursor.execute(sql, [word, word.encode().hex()])
            row = cursor.fetchone()
            found += [table] if row is not None and row[0] else []
    return found


def test_no_row_file_or_log_line_of_the_user_s_words_is_left(
    alice: User,
    bob: User,
    data: Path,
    caplog: pytest.LogCaptureFixture,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    caplog.set_level(logging.DEBUG)
    owned = [model for model in WITH_WORDS if owner_path(model)]
    for model in owned:
        owned_row(model, alice, owner_path(model))
    for logged in (Workflow, Session, CreationCase):
        logged.objects.update(last_seq=100)  # a planted event has any number
    asked = create_routed_message(alice, create_own_specialist(alice, "own_role"), f"{WORD} in a message")
    file_upload(user_id=alice.pk, workspace_id=str(asked.conversation.pk), path=f"{WORD}.txt", data=WORD.encode())
    plant(GuardianReview, subject=f"message:{asked.message.pk}", reason=WORD, findings=[WORD])
    export_write(export_id=export_request(user_id=alice.pk).pk)
    kept = create_routed_message(bob, create_own_specialist(bob, "bobs_role"), "bob's own words")
    assert tables_with(WORD)
    user_id = alice.pk
    with django_capture_on_commit_callbacks(execute=True):
        delete(alice)
    assert tables_with(WORD) == []
    assert [path for path in data.rglob("*") if path.is_file()] == []
    assert WORD not in caplog.text
    for model in OWN_MODELS:
        if (declared := declared_classes(model)) is not None and declared.of:
            left = model._base_manager.filter(**{declared.of: user_id}).count()
            assert not left or model._meta.label in KEEP_THE_NUMBER, model._meta.label
    assert Conversation.objects.filter(pk=kept.conversation.pk).exists()


def test_others_specialists_and_decisions_stay_without_the_name(alice: User, bob: User, carol: User) -> None:
    shared, own = proven(create_own_specialist(alice, "shared_role")), create_own_specialist(alice, "private_role")
    decision = StatusDecision(specialist_id=shared.pk, kind=StatusChange.Kind.PROMOTE, reason="Good.", actor=carol)
    status_change_create(decision=decision)
    suspended = create_own_specialist(alice, "used_before")
    used = plant(Session, user=bob, version=version_of(suspended))
    trial = plant(Session, user=carol, version=version_of(own), purpose=Session.Purpose.TRIAL)
    for_all = plant(Pattern, author=alice, state=Pattern.State.ACTIVE)
    draft = plant(Pattern, author=alice, state=Pattern.State.DRAFT)
    changed = plant(StatusChange, specialist=create_own_specialist(bob, "bobs"), actor=alice, actor_name="alice")
    read = plant(DisclosureEvent, actor_ref=alice.pk, actor_name="alice", owner_ref=bob.pk)
    delete(alice)
    roles = ("shared_role", "used_before", "private_role")
    left = {found.role: found.created_by_id for found in Specialist.objects.filter(role__in=roles)}
    assert left == {"shared_role": None, "used_before": None}
    assert Session.objects.filter(pk=used.pk).exists()
    assert not Session.objects.filter(pk=trial.pk).exists()
    assert Pattern.objects.get(pk=for_all.pk).author_id is None
    assert not Pattern.objects.filter(pk=draft.pk).exists()
    changed.refresh_from_db()
    read.refresh_from_db()
    assert (changed.actor_id, changed.actor_name, read.actor_name) == (None, FORMER_USER, FORMER_USER)
    listed = Client()
    listed.force_login(bob)
    page = listed.get(f"/specialists/{shared.pk}/")
    assert (page.status_code, "alice" in page.content.decode()) == (200, False)


def test_a_specialist_that_another_user_begins_to_use_meanwhile_stays(
    alice: User, bob: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    specialist, used = create_own_specialist(alice, "late_role"), list[Session]()

    def begin(subject: str, _: object) -> None:
        if subject == "suite":  # after the shared specialists were released
            used.append(plant(Session, user=bob, version=version_of(specialist)))

    monkeypatch.setattr("kingdom.personal_data.erasure._reviews_erase", begin)
    delete(alice)
    assert Session.objects.filter(pk=used[0].pk).exists()
    assert Specialist.objects.get(pk=specialist.pk).created_by_id is None


def test_only_the_user_deletes_it_with_name_and_password(
    alice: User, bob: User, as_alice: APIClient, as_stranger: APIClient
) -> None:
    alice.set_password(PASSWORD)
    alice.keeps_tokens = True
    alice.save()
    url, right = "/api/v1/me/delete/", {"username": "alice", "password": PASSWORD}
    assert as_stranger.post(url, right, format="json").status_code == 401
    for wrong in ({"username": "bob"}, {"password": "guess"}, {"password": ""}):
        assert as_alice.post(url, right | wrong, format="json").status_code == 400
    assert not AccountDeletion.objects.exists()
    browser = Client()
    browser.force_login(alice)
    assert as_alice.post(url, right, format="json").status_code == 202
    assert as_alice.get("/api/v1/me/").status_code == 401, "tokens end at once"
    assert browser.get("/me/").status_code == 302, "and so do sign-ins"
    assert not ApiToken.objects.filter(user=alice).exists()
    assert SecurityEvent.objects.get(kind="account_deleted").subject == f"user {alice.pk}"
    assert User.objects.filter(pk=bob.pk, is_active=True).exists()


def test_the_last_administrator_stays(carol: User, alice: User) -> None:
    carol.set_unusable_password()
    carol.save()
    browser = Client()
    browser.force_login(carol)
    answer = browser.post("/me/delete/", {"username": "carol"}, follow=True)
    assert "only administrator" in answer.content.decode()
    User.objects.filter(pk=alice.pk).update(is_superuser=True)
    assert "is closed" in browser.post("/me/delete/", {"username": "carol"}, follow=True).content.decode()


@pytest.fixture
def running(alice: User) -> Session:
    """A session of Alice's that a worker holds."""
    asked = create_routed_message(alice, create_own_specialist(alice), "take your time")
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE sessions SET lease_owner = 'worker', lease_expires_at = now() + interval '1 minute' WHERE id = %s",
            [asked.session.pk],
        )
    return asked.session


def test_running_work_is_stopped_first(alice: User, running: Session) -> None:
    deletion = AccountDeletion.objects.create(user_ref=alice.pk)
    assert not deletion_work(deletion_id=deletion.pk)
    running.refresh_from_db()
    assert running.cancel_requested_at is not None
    assert User.objects.filter(pk=alice.pk).exists(), "a worker still holds its work"
    Session.objects.filter(pk=running.pk).update(lease_owner="", lease_expires_at=None)
    AccountDeletion.objects.update(retry_at=None)
    assert deletion_work(deletion_id=deletion.pk)
    assert not User.objects.filter(pk=alice.pk).exists()
    assert not deletion_work(deletion_id=deletion.pk), "it is over"


def test_a_killed_worker_is_followed_by_another(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    create_routed_message(alice, create_own_specialist(alice), "words")
    export_request(user_id=alice.pk)
    deletion = AccountDeletion.objects.create(user_ref=alice.pk)
    with monkeypatch.context() as patched:
        patched.setattr("kingdom.personal_data.erasure.receipts_purge", lambda **_: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            deletion_work(deletion_id=deletion.pk)
    AccountDeletion.objects.update(lease_owner="", lease_expires_at=None)
    assert deletion_work(deletion_id=deletion.pk)
    assert deletion_jobs.reap() == 0
    assert not DataExport.objects.exists()


def test_the_lease_is_renewed_while_an_account_is_deleted(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second conversation is not touched by a worker that another one has overtaken during the first."""
    for number in range(2):
        create_routed_message(alice, create_own_specialist(alice, f"role_{number}"), "words")
    deletion = AccountDeletion.objects.create(user_ref=alice.pk)

    def overtaken(**values: Any) -> None:  # noqa: ANN401 - passed on
        conversation_delete(**values)
        AccountDeletion.objects.update(lease_owner="another worker")

    with monkeypatch.context() as patched:
        patched.setattr("kingdom.personal_data.erasure.conversation_delete", overtaken)
        with pytest.raises(LeaseLost):
            deletion_work(deletion_id=deletion.pk)
    assert Conversation.objects.filter(user=alice).count() == 1
    AccountDeletion.objects.update(lease_owner="", lease_expires_at=None)
    assert deletion_work(deletion_id=deletion.pk)
