"""Budgets: usage, alerts, and the refusal of new work."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import Group
from django.db import IntegrityError, transaction
from django.test import Client
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.approvals.models import Notification
from kingdom.contracts.spec import TestCase
from kingdom.council.cases.opening import CaseOpening, case_open
from kingdom.council.models import CreationCase
from kingdom.orchestrator.models import Conversation, Message
from kingdom.orchestrator.pipeline.case_handoff import case_message_answer
from kingdom.sessions.budgets.selectors import budget_summary
from kingdom.sessions.budgets.services import BudgetExceeded
from kingdom.sessions.engine.replay import session_fork
from kingdom.sessions.models import Budget, Effect, UsageDay
from kingdom.sessions.services import session_open
from kingdom.specialists.registry.services import specialist_register
from kingdom.specialists.test_runs import services
from tests.factories import agent_spec, api_client, create_own_specialist
from tests.factories.cognition import model_spec
from tests.factories.sessions import complete_session, finish_session, store_version


@pytest.fixture
def bob(db: None) -> User:
    """Return another user."""
    return User.objects.create_user("bob")


def test_a_day_sums_the_usage_of_sessions(alice: User) -> None:
    version = store_version(model_spec())
    for _ in range(2):
        session = session_open(user_id=alice.pk, input_text="How many?", version_id=version.pk)
        effect = Effect.objects.create(
            session=session, seq=9, kind="spawn_worker", args_hash="0" * 64, repeatable=True, status="done"
        )
        Effect.objects.filter(pk=effect.pk).update(finished_at=effect.started_at + timedelta(milliseconds=500))
        complete_session(session, {})
    finish_session(alice)  # nobody worked: its tokens count, an execution it is not
    day = UsageDay.objects.get()
    assert (day.executions, day.tokens, day.cost_micros, day.sandbox_ms) == (2, 300, 15_000, 1000)
    assert budget_summary(user_id=alice.pk)["used"] == {
        "executions": 2,
        "tokens": 300,
        "cost_micros": 15_000,
        "sandbox_s": 1.0,
    }


@pytest.mark.parametrize(
    ("bound", "said"),
    [
        ({"tokens": 200}, "budget of tokens for today is used up (200 of 200)"),
        ({"cost_micros": 10_000}, "budget of cost for today is used up (0.01 USD of 0.01 USD)"),
    ],
)
def test_a_reached_limit_refuses_new_sessions(alice: User, bob: User, bound: dict[str, int], said: str) -> None:
    Budget.objects.create(scope="everybody", **bound)
    for _ in range(2):
        finish_session(alice)
    with pytest.raises(BudgetExceeded) as refused:
        session_open(user_id=alice.pk, input_text="More")
    assert said in refused.value.message
    assert "midnight UTC" in refused.value.message
    finish_session(bob)
    Budget.objects.create(scope="user", user=alice)  # her own: no bound
    finish_session(alice)


def test_the_limit_of_the_organisation_counts_all_users(alice: User, bob: User) -> None:
    Budget.objects.create(scope="organisation", tokens=200)
    finish_session(alice)
    finish_session(bob)
    for user in (alice, bob):
        with pytest.raises(BudgetExceeded, match="organisation"):
            finish_session(user)


def test_one_alert_a_day_is_sent_at_80_percent(alice: User) -> None:
    admin = User.objects.create_user("admin", is_staff=True)
    Budget.objects.create(scope="user", user=alice, tokens=1000)
    Budget.objects.create(scope="organisation", tokens=1000)
    for times in range(10):
        finish_session(alice)
        assert Notification.objects.filter(user=alice).count() == (times >= 7)
    assert (
        Notification.objects.get(user=alice).text
        == "You have used 80% of your budget of tokens for today (800 of 1,000)."
    )
    assert Notification.objects.get(user=admin).text.startswith("The organisation has used 80% of its budget")


def test_one_budget_per_scope_and_user(alice: User) -> None:
    Budget.objects.create(scope="organisation")
    for fields in ({"scope": "organisation"}, {"scope": "organisation", "user": alice}, {"scope": "user"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Budget.objects.create(**fields)


def test_usage_over_the_api_shows_today(alice: User) -> None:
    Budget.objects.create(scope="everybody", tokens=1000)
    finish_session(alice)
    client: APIClient = api_client(alice)
    today = client.get("/api/v1/me/usage/").json()["today"]
    assert (today["used"]["tokens"], today["bounds"]["tokens"], today["bounds"]["executions"]) == (100, 1000, None)


def test_a_spent_budget_is_a_429_with_its_own_code(alice: User) -> None:
    Budget.objects.create(scope="everybody", tokens=1)
    finish_session(alice)
    client = api_client(alice)
    conversation = client.post("/api/v1/conversations/", {}, format="json").json()["id"]
    refused = client.post(f"/api/v1/conversations/{conversation}/messages/", {"content": "Hello"}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (429, "budget_spent")


def test_a_spent_budget_blocks_all_new_work(alice: User) -> None:
    Budget.objects.create(scope="everybody", tokens=1)
    mine = specialist_register(
        spec=agent_spec("poem_writer"), owner=alice, tests=[TestCase(input="a", expected_output={})]
    )
    session = finish_session(alice)
    begins: list[Callable[[], object]] = [
        lambda: session_open(user_id=alice.pk, input_text="More"),
        lambda: session_fork(session_id=session.pk, at_seq=1),
        lambda: case_open(user_id=alice.pk, opening=CaseOpening(request="Check IBANs every week")),
        lambda: services.test_run_request(specialist_id=mine.pk, user=alice),
    ]
    for begin in begins:
        with pytest.raises(BudgetExceeded):
            begin()
    assert not CreationCase.objects.exists()


def test_a_running_creation_survives_a_spent_budget(alice: User) -> None:
    Budget.objects.create(scope="everybody", tokens=1)
    mine = create_own_specialist(alice)
    conversation = Conversation.objects.create(user=alice, title="A talk")
    message = Message.objects.create(conversation=conversation, role="user", content="Check this IBAN")
    finish_session(alice)
    case_message_answer(case=CreationCase(user=alice, message=message, specialist=mine, version=mine.current_version))
    notice = Notification.objects.get(user=alice, text__contains="is ready. Your message was not answered")
    assert notice.link == f"/c/{conversation.pk}/"


def test_a_refused_message_stays_in_the_chat_form(alice: User, client: Client) -> None:
    Budget.objects.create(scope="everybody", tokens=1)
    finish_session(alice)
    client.force_login(alice)
    answer = client.post("/say/", {"content": "Translate this, please."})
    assert "budget of tokens for today is used up" in answer.content.decode()
    assert answer.status_code == 429


def test_admin_changes_of_budgets_are_in_the_history(alice: User, bob: User, client: Client) -> None:
    User.objects.filter(pk=bob.pk).update(is_staff=True)
    bob.groups.add(Group.objects.get(name="operator"))
    client.force_login(User.objects.get(pk=bob.pk), backend="django.contrib.auth.backends.ModelBackend")
    page = "/admin/kingdom_sessions/budget/"
    form = {"scope": "user", "user": alice.pk, "tokens": "1000", "executions": "", "cost_micros": "", "sandbox_s": ""}
    assert "Choose a user" in client.post(f"{page}add/", {**form, "user": ""}).content.decode()
    assert client.post(f"{page}add/", form).status_code == 302
    assert "budget already exists" in client.post(f"{page}add/", form).content.decode()
    budget = Budget.objects.get()
    assert client.post(f"{page}{budget.pk}/change/", {**form, "tokens": "2000"}).status_code == 302
    history = client.get(f"{page}{budget.pk}/history/").content.decode()
    assert "tokens: 1000 → 2000" in history
    assert "bob" in history
    bob.groups.set([Group.objects.get(name="auditor")])
    assert client.post(f"{page}{budget.pk}/change/", {**form, "tokens": "1"}).status_code == 403
    assert Budget.objects.get().tokens == 2000
