"""An approval is decided once, by its owner, in time, and for the arguments that the owner saw."""

import threading
from collections.abc import Iterator
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.auth.models import Permission
from django.db import close_old_connections, connection, transaction
from django.db.utils import IntegrityError
from django.utils import timezone
from pytest_django import Settings

from kingdom.accounts.models import User
from kingdom.approvals.models import Approval, ApprovalEvent, Notification, PermissionRule, SessionGrant
from kingdom.approvals.requests.errors import AlreadyDecided, ApprovalExpired, ApprovalWithdrawn, ArgumentsChanged
from kingdom.approvals.requests.services import (
    ApprovalTerms,
    approval_decide,
    approval_request,
    approvals_cancel,
    approvals_expire,
)
from kingdom.approvals.signals import approval_decided
from kingdom.contracts.formats.canonical import json_digest
from kingdom.core.errors import BadInput, KingdomError, NotAllowed, NotFound
from tests.factories.approvals import HTTP, WRITE, answer_to, asked, batch, opened_words, session_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def decisions() -> Iterator[list[tuple[str, str]]]:
    """Return the (state, choice) pairs that receivers of the signal get."""
    received: list[tuple[str, str]] = []

    def record(approval: Approval, **_: Any) -> None:  # noqa: ANN401 - Django's own keywords
        received.append((approval.state, approval.choice))

    approval_decided.connect(record)
    yield received
    approval_decided.disconnect(record)


def snapshot(approval: Approval) -> tuple[object, ...]:
    """Return everything that a failing decision must not change."""
    row = Approval.objects.filter(pk=approval.pk).values().get()
    counts = [model.objects.count() for model in (ApprovalEvent, PermissionRule, SessionGrant, Notification)]
    return (*row.items(), *counts)


def test_a_decision_is_stored_with_its_event(alice: User, decisions: list[tuple[str, str]]) -> None:
    approval = asked(alice, session_of(alice))
    approval_decide(approval_id=approval.pk, actor_id=alice.pk, decision=answer_to(approval, "deny", note="not today"))

    approval.refresh_from_db()
    assert (approval.state, approval.choice, approval.note, approval.channel) == ("decided", "deny", "not today", "api")
    assert approval.decided_by == alice
    assert approval.decided_at is not None
    assert [(one.kind, one.actor_id, one.choice) for one in approval.events.all()] == [
        ("asked", None, ""),
        ("decided", alice.pk, "deny"),
    ]
    assert decisions == [("decided", "deny")]
    assert not SessionGrant.objects.exists()


def test_its_text_is_the_servers_and_its_hash_the_arguments(alice: User) -> None:
    approval = asked(alice, session_of(alice))

    assert approval.args_hash == json_digest(approval.subject)
    assert approval.title == "writer_sms_sender wants to use archon.http.request."
    assert "url: https://api.sms.example/v1/send" in approval.text
    assert approval.choices == ["once", "session", "always", "deny"]
    assert [one["text"] for one in approval.rule_preview] == [
        "writer_sms_sender may use archon.http.request without asking: POST to api.sms.example"
    ]
    assert Notification.objects.get(user=alice).link == f"/approvals/{approval.pk}/"


def test_the_same_question_is_asked_once(alice: User) -> None:
    session = session_of(alice)
    first = asked(alice, session)
    assert asked(alice, session) == first
    assert asked(alice) == asked(alice)
    assert Approval.objects.count() == 2
    assert Notification.objects.count() == 2

    changed = asked(alice, session, WRITE)
    first.refresh_from_db()
    assert (first.state, changed.state) == ("cancelled", "pending")
    assert asked(alice, session, WRITE, seq=9) != changed


def test_a_question_ends_after_the_hours_of_the_setting(alice: User, settings: Settings) -> None:
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"approval_hours": 0.5})
    before = timezone.now()
    request = asked(alice, session_of(alice))
    assert before <= request.expires_at - timedelta(minutes=30) <= timezone.now()


def test_the_database_itself_refuses_a_second_open_question_at_a_place(alice: User) -> None:
    first = asked(alice, session_of(alice))
    with pytest.raises(IntegrityError), transaction.atomic():
        Approval.objects.create(
            user=alice,
            session=first.session,
            session_seq=3,
            kind="tool",
            subject={},
            args_hash="x",
            choices=[],
            expires_at=timezone.now(),
        )
    with pytest.raises(IntegrityError), transaction.atomic():
        Approval.objects.filter(pk=first.pk).update(state="decided")


class TestRefused:
    """Each refusal has its own code and changes nothing."""

    def refused(
        self,
        approval: Approval,
        error: type[KingdomError],
        actor: User,
        decisions: list[tuple[str, str]],
        **answer: str,
    ) -> str:
        before, seen_before = snapshot(approval), list(decisions)
        with pytest.raises(error) as raised:
            approval_decide(approval_id=approval.pk, actor_id=actor.pk, decision=answer_to(approval, **answer))
        assert snapshot(approval) == before
        assert decisions == seen_before
        return raised.value.code

    def test_another_user(self, alice: User, bob: User, carol: User, decisions: list[tuple[str, str]]) -> None:
        approval = asked(alice)
        for actor, channel in ((bob, "api"), (bob, "admin"), (carol, "api"), (carol, "web")):
            assert self.refused(approval, NotFound, actor, decisions, channel=channel) == "not_found"

    def test_decided_twice(self, alice: User, decisions: list[tuple[str, str]]) -> None:
        approval = asked(alice)
        approval_decide(approval_id=approval.pk, actor_id=alice.pk, decision=answer_to(approval, "always"))
        assert PermissionRule.objects.count() == 1
        assert self.refused(approval, AlreadyDecided, alice, decisions, choice="deny") == "already_decided"
        assert self.refused(approval, AlreadyDecided, alice, decisions, choice="always") == "already_decided"

    def test_after_expiry(self, alice: User, decisions: list[tuple[str, str]]) -> None:
        approval = asked(alice)
        Approval.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
        assert self.refused(approval, ApprovalExpired, alice, decisions) == "approval_expired"
        assert approvals_expire() == 1
        assert self.refused(approval, ApprovalExpired, alice, decisions) == "approval_expired"

    def test_changed_arguments(self, alice: User, decisions: list[tuple[str, str]]) -> None:
        approval = asked(alice)
        assert self.refused(approval, ArgumentsChanged, alice, decisions, args_hash="0" * 64) == "arguments_changed"

    def test_taken_back(self, alice: User, decisions: list[tuple[str, str]]) -> None:
        session = session_of(alice)
        approval = asked(alice, session)
        assert approvals_cancel(session_id=session.pk, reason="The session is over.") == 1
        assert approvals_cancel(session_id=session.pk, reason="again") == 0
        assert self.refused(approval, ApprovalWithdrawn, alice, decisions) == "approval_withdrawn"

    @pytest.mark.parametrize("choice", ["", "allow", "retry", "ALWAYS", "once "])
    def test_a_choice_that_is_not_offered(self, alice: User, decisions: list[tuple[str, str]], choice: str) -> None:
        assert self.refused(asked(alice, session_of(alice)), BadInput, alice, decisions, choice=choice) == "bad_input"

    def test_an_edit_that_does_not_say_what(self, alice: User, decisions: list[tuple[str, str]]) -> None:
        approval = approval_request(
            user_id=alice.pk, kind="quality", subject={"node": "writer_a", "reason": "Semantic Null"}
        )
        assert approval.choices == ["retry", "edit", "skip", "abort"]
        assert self.refused(approval, BadInput, alice, decisions, choice="edit", note="  ") == "bad_input"
        assert self.refused(approval, BadInput, alice, decisions, choice="edit", note="x" * 8001) == "bad_input"
        done = approval_decide(
            approval_id=approval.pk, actor_id=alice.pk, decision=answer_to(approval, "edit", note="Name the source.")
        )
        assert (done.choice, done.note) == ("edit", "Name the source.")


def test_staff_with_the_right_decide_over_the_admin_but_only_this_once(alice: User, carol: User, bob: User) -> None:
    approval = asked(alice, session_of(alice))
    with pytest.raises(NotAllowed, match="Open the words"):
        approval_decide(approval_id=approval.pk, actor_id=carol.pk, decision=answer_to(approval, channel="admin"))
    opened_words(carol, approval)
    with pytest.raises(BadInput, match="Only the owner"):
        approval_decide(
            approval_id=approval.pk, actor_id=carol.pk, decision=answer_to(approval, "always", channel="admin")
        )
    bob.user_permissions.add(Permission.objects.get(codename="decide_for_others"))
    with pytest.raises(NotFound):  # the right alone is not staff
        approval_decide(approval_id=approval.pk, actor_id=bob.pk, decision=answer_to(approval, channel="admin"))
    done = approval_decide(approval_id=approval.pk, actor_id=carol.pk, decision=answer_to(approval, channel="admin"))
    assert (done.decided_by, done.channel) == (carol, "admin")


def test_expiry_is_told_once_and_leaves_the_rest(alice: User, decisions: list[tuple[str, str]]) -> None:
    over, young = asked(alice, session_of(alice)), asked(alice)
    Approval.objects.filter(pk=over.pk).update(expires_at=timezone.now())
    assert (approvals_expire(), approvals_expire()) == (1, 0)

    over.refresh_from_db()
    young.refresh_from_db()
    assert (over.state, over.choice, young.state) == ("expired", "", "pending")
    assert decisions == [("expired", "")]
    assert over.events.last().reason == "Nobody answered in time."  # type: ignore[union-attr]
    assert Notification.objects.filter(kind="approval_expired", user=alice).count() == 1


def test_an_expired_question_can_be_asked_again_at_once(alice: User) -> None:
    session = session_of(alice)
    first = asked(alice, session)
    Approval.objects.update(expires_at=timezone.now())
    assert asked(alice, session).pk != first.pk


def test_a_receiver_that_fails_takes_the_decision_back(alice: User, decisions: list[tuple[str, str]]) -> None:
    approval = asked(alice)

    def burst(**_: Any) -> None:  # noqa: ANN401 - Django's own keywords
        raise RuntimeError("no")

    approval_decided.connect(burst)
    try:
        before = snapshot(approval)
        with pytest.raises(RuntimeError):
            approval_decide(approval_id=approval.pk, actor_id=alice.pk, decision=answer_to(approval, "always"))
        assert snapshot(approval) == before
        Approval.objects.update(expires_at=timezone.now())
        other = asked(alice, session_of(alice))
        Approval.objects.filter(pk=other.pk).update(expires_at=timezone.now())
        assert approvals_expire() == 0
    finally:
        approval_decided.disconnect(burst)
    assert approvals_expire() == 2


def test_the_end_of_a_session_takes_its_questions_back(alice: User) -> None:
    session = session_of(alice)
    ours, other = asked(alice, session), asked(alice, session_of(alice))
    assert approvals_cancel(session_id=session.pk, reason="Stopped by you.") == 1
    ours.refresh_from_db()
    other.refresh_from_db()
    assert (ours.state, other.state) == ("cancelled", "pending")


def test_terms_narrow_choices_and_set_the_end(alice: User) -> None:
    terms = ApprovalTerms(choices=("confirm", "reject"), life=timedelta(minutes=10))
    approval = approval_request(user_id=alice.pk, kind="creation", subject={"role": "iban_checker"}, terms=terms)
    assert approval.choices == ["confirm", "reject"]
    assert timedelta(minutes=9) < approval.expires_at - timezone.now() <= timedelta(minutes=10)
    with pytest.raises(BadInput):
        approval_request(user_id=alice.pk, kind="creation", subject={}, terms=ApprovalTerms(choices=("always",)))
    with pytest.raises(BadInput):
        approval_request(user_id=alice.pk, kind="whim", subject={})


@pytest.mark.django_db(transaction=True)
def test_of_a_hundred_at_once_exactly_one_wins(decisions: list[tuple[str, str]]) -> None:
    alice = User.objects.create_user("alice")
    approval = asked(alice, session_of(alice))
    ready, results = threading.Barrier(100), list[str]()

    def decide(number: int) -> None:
        choice = ("once", "session", "always", "deny")[number % 4]
        close_old_connections()
        ready.wait(timeout=60)
        try:
            approval_decide(
                approval_id=approval.pk, actor_id=alice.pk, decision=answer_to(approval, choice, note=str(number))
            )
            results.append("won")
        except KingdomError as error:
            results.append(error.code)
        finally:
            connection.close()

    threads = [threading.Thread(target=decide, args=(number,)) for number in range(100)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=120)

    approval.refresh_from_db()
    assert sorted(set(results)) == ["already_decided", "won"]
    assert (len(results), results.count("won")) == (100, 1)
    assert decisions == [("decided", approval.choice)]
    assert approval.events.filter(kind="decided").count() == 1
    assert PermissionRule.objects.count() == (approval.choice == "always")
    expected = {"deny": 0, "once": 1, "always": 1, "session": 2}[approval.choice]
    assert SessionGrant.objects.count() == expected


def test_a_batch_is_one_question(alice: User) -> None:
    approval = approval_request(
        user_id=alice.pk, kind="tool", subject=batch(HTTP, WRITE, {"name": "archon.fs.read", "args": {"path": "a"}})
    )
    assert [one["tool"] for one in approval.rule_preview] == [
        "archon.http.request",
        "archon.fs.write",
    ]  # reading needs no rule
    assert approval.choices == ["once", "always", "deny"]  # there is no session
    assert approval.text.splitlines()[1:3] == ["It gave no reason.", "1. archon.http.request"]
