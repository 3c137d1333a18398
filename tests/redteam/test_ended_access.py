"""Access that ends while a request is handled begins no work: account closed, token deleted, password changed.

The request is authenticated, then its access ends in another connection, then the request reaches the transaction that
would open a session.
"""

from collections.abc import Callable

import pytest
from django.db import transaction
from django.test import Client

from kingdom.accounts.access import AccessEnded
from kingdom.accounts.models import User
from kingdom.accounts.services import token_create
from kingdom.core.errors import KingdomError
from kingdom.council.cases.opening import CaseOpening, case_open
from kingdom.orchestrator.conversations import services
from kingdom.orchestrator.conversations.services import conversation_create
from kingdom.orchestrator.models import Message
from kingdom.sessions.models import Session
from kingdom.sessions.services import session_open
from kingdom.sessions.tasks import session_reap
from kingdom.workflows.services import workflow_start
from tests.factories.access import change_password, close_account, delete_token, elsewhere
from tests.factories.workflows import create_worker, draft_workflow, worker_node

pytestmark = pytest.mark.django_db(transaction=True)
WAIT_S = 20
BLOCKED_S = 0.5


def keep_access(_user: User) -> None:
    return


@pytest.fixture
def ended_by(monkeypatch: pytest.MonkeyPatch, alice: User) -> Callable[[Callable[[User], None]], None]:
    """End Alice's access between the authentication of her next message and the transaction that stores it."""

    def arrange(end: Callable[[User], None]) -> None:
        check = services._check_content

        def late_check(*args: object) -> None:
            elsewhere(lambda: end(alice)).join(WAIT_S)
            check(*args)  # type: ignore[arg-type] # those of the original

        monkeypatch.setattr(services, "_check_content", late_check)

    return arrange


ENDINGS = {
    "nothing": (keep_access, 202, 202),
    "account": (close_account, 403, 403),
    "token": (delete_token, 403, 202),  # the browser has none
    "password": (change_password, 403, 403),
}


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_token_whose_access_ends_meanwhile_posts_nothing(
    alice: User, ended_by: Callable[[Callable[[User], None]], None], ending: str
) -> None:
    _token, secret = token_create(user=alice, name="program")
    conversation = conversation_create(user_id=alice.pk)
    end, expected, _ = ENDINGS[ending]
    ended_by(end)
    answer = Client().post(
        f"/api/v1/conversations/{conversation.pk}/messages/",
        {"content": "What is 12 * 7?"},
        "application/json",
        headers={"Authorization": f"Token {secret}"},
    )
    assert answer.status_code == expected, answer.content
    assert (expected == 202) == Session.objects.exists() == Message.objects.exists()
    assert expected == 202 or answer.json()["code"] == "access_ended"


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_browser_whose_access_ends_meanwhile_posts_nothing(
    alice: User, ended_by: Callable[[Callable[[User], None]], None], ending: str
) -> None:
    browser = Client()
    browser.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    conversation = conversation_create(user_id=alice.pk)
    end, _, expected = ENDINGS[ending]
    ended_by(end)
    path = f"/api/v1/conversations/{conversation.pk}/messages/"
    answer = browser.post(path, {"content": "What is 12 * 7?"}, "application/json")
    assert answer.status_code == expected, answer.content
    assert (expected == 202) == Session.objects.exists()


def test_closing_an_account_waits_for_work_that_begins_and_then_stops_it(alice: User) -> None:
    with transaction.atomic():
        session = session_open(user_id=alice.pk, input_text="What is 12 * 7?")
        closing = elsewhere(lambda: close_account(alice))
        closing.join(BLOCKED_S)
        assert closing.is_alive(), "it must wait for the transaction that begins work"
    closing.join(WAIT_S)
    session.refresh_from_db()
    assert (session.state, session.error_message) == ("cancelled", "The account was closed.")


def test_work_that_begins_while_an_account_is_closed_waits_and_is_refused(alice: User) -> None:
    refusals: list[KingdomError] = []

    def begin() -> None:
        try:
            session_open(user_id=alice.pk, input_text="What is 12 * 7?")
        except KingdomError as error:
            refusals.append(error)

    with transaction.atomic():
        close_account(alice)
        beginning = elsewhere(begin)
        beginning.join(BLOCKED_S)
        assert beginning.is_alive()
    beginning.join(WAIT_S)
    assert [type(one) for one in refusals] == [AccessEnded]
    assert not Session.objects.exists()


def test_two_who_begin_at_once_do_not_wait_for_each_other(alice: User) -> None:
    with transaction.atomic():
        session_open(user_id=alice.pk, input_text="one")
        other = elsewhere(lambda: session_open(user_id=alice.pk, input_text="two"))
        other.join(WAIT_S)
        assert not other.is_alive()
    assert Session.objects.count() == 2


def test_a_closed_account_opens_no_creation_and_starts_no_workflow(alice: User) -> None:
    create_worker()
    draft = draft_workflow(alice, worker_node("one"))
    close_account(alice)
    with pytest.raises(AccessEnded):
        case_open(user_id=alice.pk, opening=CaseOpening(request="Turn a list of dates into weekdays, every morning."))
    with pytest.raises(AccessEnded):
        workflow_start(user_id=alice.pk, workflow_id=draft.pk)


def test_cases_opened_at_once_do_not_wait_for_each_other(alice: User) -> None:
    opened: list[object] = []
    wanted = "Turn a list of {} into weekdays, every morning."

    def begin(word: str) -> None:
        opened.append(case_open(user_id=alice.pk, opening=CaseOpening(request=wanted.format(word))))

    threads = [elsewhere(lambda word=word: begin(word)) for word in ("dates", "months")]  # type: ignore[misc]
    for thread in threads:
        thread.join(WAIT_S)
    assert len(opened) == 2


def test_the_reaper_stops_what_still_runs_for_a_closed_account(alice: User, bob: User) -> None:
    hers, his = (session_open(user_id=user.pk, input_text="What is 12 * 7?") for user in (alice, bob))
    User.objects.filter(pk=alice.pk).update(is_active=False)  # past every signal, as a killed process leaves it
    session_reap()
    hers.refresh_from_db()
    his.refresh_from_db()
    assert (hers.state, his.state) == ("cancelled", "running")
