"""Access that ends while a request is handled, at the doors of programs and for what lasts: answers, tokens, schedules.

The requests are those of ``test_ended_access``: authenticated, then without access, then at the transaction that would
begin or change something.
"""

import asyncio
import json
import uuid
from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

import pytest
from asgiref.sync import ThreadSensitiveContext
from django.db import transaction
from django.http import HttpRequest
from django.test import AsyncClient, Client
from pydantic import SecretStr

from kingdom.accounts.access import AccessEnded, request_token_set
from kingdom.accounts.models import ApiToken, SignInLink, User
from kingdom.accounts.services import sign_in_link_create, token_create
from kingdom.approvals.models import Approval, PermissionRule
from kingdom.approvals.permissions.services import RuleDraft, rule_create
from kingdom.approvals.requests import services as approval_services
from kingdom.approvals.requests.services import approval_decide
from kingdom.core.errors import KingdomError
from kingdom.council.cases.services import case_reopen
from kingdom.council.engine.reaper import cases_reap
from kingdom.council.models import CreationCase
from kingdom.council.rules import state_machine
from kingdom.credentials.credential_rules import CredentialTarget
from kingdom.credentials.models import UserCredential
from kingdom.credentials.services import credential_store
from kingdom.doors.mcp.tools import Caller, tool_call
from kingdom.doors.openai import chat_turns
from kingdom.orchestrator.conversations import services as conversation_services
from kingdom.orchestrator.models import Message
from kingdom.schedules.models import Schedule
from kingdom.schedules.services import ScheduleDraft, schedule_create
from kingdom.security_log.request_actor import handled_request
from kingdom.sessions.models import Session
from kingdom.webhooks.models import EventWebhook
from kingdom.webhooks.services import event_webhook_create
from tests.factories import council
from tests.factories.access import change_password, close_account, delete_token, elsewhere
from tests.factories.approvals import answer_to, asked

pytestmark = pytest.mark.django_db(transaction=True)
T = TypeVar("T")
WAIT_S = 20
BLOCKED_S = 0.5


def keep_access(_user: User) -> None:
    return


ENDINGS = {"nothing": keep_access, "account": close_account, "token": delete_token, "password": change_password}


def ends_before(monkeypatch: pytest.MonkeyPatch, user: User, ending: str, module: object, name: str) -> None:
    """End a user's access in another connection, just before a function of a module is called."""
    original = getattr(module, name)

    def late(*args: object, **kwargs: object) -> object:
        elsewhere(lambda: ENDINGS[ending](user)).join(WAIT_S)
        return original(*args, **kwargs)

    monkeypatch.setattr(module, name, late)


def token_request(user: User) -> HttpRequest:
    """Return a request that a token of the user has authenticated."""
    token, _secret = token_create(user=user, name="program")
    request = HttpRequest()
    request.user = user
    request_token_set(request, token)
    return request


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_chat_of_the_openai_door_opens_no_session(alice: User, monkeypatch: pytest.MonkeyPatch, ending: str) -> None:
    _token, secret = token_create(user=alice, name="chat")
    ends_before(monkeypatch, alice, ending, chat_turns, "conversation_create")  # which holds the access from then on
    body = {"model": "kingdom", "messages": [{"role": "user", "content": "What is 12 * 7?"}]}
    headers = {"Authorization": f"Bearer {secret}"}

    async def post() -> Any:  # noqa: ANN401 - Django's response
        client = AsyncClient()
        return await client.post(
            "/v1/chat/completions", json.dumps(body), content_type="application/json", headers=headers
        )

    answer = asyncio.run(_until_session(post))
    assert (answer is None) == Message.objects.exists() == (ending == "nothing")
    assert answer is None or answer.status_code == 403, answer.content


async def _until_session(call: Callable[[], Coroutine[Any, Any, T]]) -> T | None:
    """Return what a call returns, None when it has opened a session: no worker runs here, it would wait for ever."""

    async def in_own_thread() -> T:  # as the server gives each request: this one works at the same time
        async with ThreadSensitiveContext():
            return await call()

    async with asyncio.timeout(60):
        calling = asyncio.create_task(in_own_thread())
        while not calling.done():
            if await Session.objects.aexists():
                calling.cancel()
                await asyncio.wait({calling})
                return None
            await asyncio.sleep(0.05)
        return calling.result()


@pytest.mark.parametrize("ending", ENDINGS)
def test_a_call_of_the_mcp_door_opens_no_session(alice: User, monkeypatch: pytest.MonkeyPatch, ending: str) -> None:
    token, _secret = token_create(user=alice, name="program")
    request = HttpRequest()
    request.user = alice
    request_token_set(request, token)
    vars(request)["kingdom_token_scopes"] = frozenset({"chat"})
    ends_before(monkeypatch, alice, ending, conversation_services, "_check_content")

    def ask() -> Coroutine[Any, Any, object]:
        return tool_call(Caller(alice.pk, request), "ask", {"message": "What is 12 * 7?"})

    if ending == "nothing":
        assert asyncio.run(_until_session(ask)) is None
    else:
        with pytest.raises(AccessEnded):
            asyncio.run(_until_session(ask))
    assert Session.objects.exists() == Message.objects.exists() == (ending == "nothing")


@pytest.mark.parametrize("ending", ENDINGS)
def test_an_answer_by_a_token_that_ended_decides_nothing(
    alice: User, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    approval = asked(alice)
    _token, secret = token_create(user=alice, name="program")
    ends_before(monkeypatch, alice, ending, approval_services, "access_lock")
    answer = Client().post(
        f"/api/v1/approvals/{approval.pk}/decide/",
        {"choice": "always", "args_hash": approval.args_hash},
        "application/json",
        headers={"Authorization": f"Token {secret}"},
    )
    approval.refresh_from_db()
    assert (answer.status_code == 200) == (approval.state == Approval.State.DECIDED) == (ending == "nothing")
    assert ending == "nothing" or (answer.status_code, answer.json()["code"]) == (403, "access_ended")
    assert PermissionRule.objects.filter(user=alice).exists() == (ending == "nothing")


@pytest.mark.parametrize("ending", ["nothing", "account", "password"])
def test_an_answer_by_a_browser_that_was_signed_out_decides_nothing(
    alice: User, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    approval = asked(alice)
    browser = Client()
    browser.force_login(alice, backend="django.contrib.auth.backends.ModelBackend")
    ends_before(monkeypatch, alice, ending, approval_services, "access_lock")
    browser.post(f"/approvals/{approval.pk}/answer/", {"choice": "once", "args_hash": approval.args_hash})
    approval.refresh_from_db()
    assert (approval.state == Approval.State.DECIDED) == (ending == "nothing")


def test_closing_an_account_waits_for_an_answer_that_is_stored(alice: User) -> None:
    approval = asked(alice)
    with transaction.atomic():
        approval_decide(approval_id=approval.pk, actor_id=alice.pk, decision=answer_to(approval))
        closing = elsewhere(lambda: close_account(alice))
        closing.join(BLOCKED_S)
        assert closing.is_alive()
    closing.join(WAIT_S)
    assert not closing.is_alive()


def test_an_answer_waits_for_an_account_that_is_closed_and_is_refused(alice: User) -> None:
    approval = asked(alice)
    refused: list[KingdomError] = []

    def decide() -> None:
        try:
            approval_decide(approval_id=approval.pk, actor_id=alice.pk, decision=answer_to(approval))
        except KingdomError as error:
            refused.append(error)

    with transaction.atomic():
        close_account(alice)
        deciding = elsewhere(decide)
        deciding.join(BLOCKED_S)
        assert deciding.is_alive()
    deciding.join(WAIT_S)
    assert [type(error) for error in refused] == [AccessEnded]
    approval.refresh_from_db()
    assert approval.state != Approval.State.DECIDED


def _credential(user: User) -> object:
    target = CredentialTarget(specialist_id=uuid.uuid4(), specialist_role="mail_writer", hosts=("mail.example",))
    return credential_store(user_id=user.pk, target=target, credential_key="mail_key", value=SecretStr("k" * 20))


LASTING: dict[str, tuple[type[Any], Callable[[User], object]]] = {
    "token": (ApiToken, lambda user: token_create(user=user, name="another")),
    "sign-in link": (SignInLink, lambda user: sign_in_link_create(user=user)),
    "rule": (
        PermissionRule,
        lambda user: rule_create(
            user_id=user.pk, made_by_id=user.pk, draft=RuleDraft(effect="allow", tool="archon.fs.read")
        ),
    ),
    "schedule": (
        Schedule,
        lambda user: schedule_create(user_id=user.pk, draft=ScheduleDraft(message="Hello", cron="0 8 * * *")),
    ),
    "webhook": (
        EventWebhook,
        lambda user: event_webhook_create(user_id=user.pk, url="https://hooks.example/x", events=["SessionCompleted"]),
    ),
    "credential": (UserCredential, _credential),
}


@pytest.mark.parametrize("what", LASTING)
@pytest.mark.parametrize("ending", ENDINGS)
def test_a_request_without_access_makes_nothing_that_lasts(alice: User, what: str, ending: str) -> None:
    model, make = LASTING[what]
    request = token_request(alice)
    elsewhere(lambda: ENDINGS[ending](alice)).join(WAIT_S)
    before = model.objects.count()
    with handled_request(request):
        if ending == "nothing":
            make(alice)
        else:
            with pytest.raises(AccessEnded):
                make(alice)
    assert model.objects.count() == before + (ending == "nothing")


def test_a_new_password_ends_a_token_that_is_made_meanwhile(alice: User) -> None:
    request = token_request(alice)
    with handled_request(request), transaction.atomic():
        token_create(user=alice, name="another")
        changing = elsewhere(lambda: change_password(alice))
        changing.join(BLOCKED_S)
        assert changing.is_alive(), "it must wait for the token, and end it"
    changing.join(WAIT_S)
    assert not ApiToken.objects.filter(user=alice).exists()


def test_a_token_that_is_asked_for_while_the_password_changes_is_not_made(alice: User) -> None:
    request = token_request(alice)
    refused: list[KingdomError] = []

    def make() -> None:
        try:
            with handled_request(request):
                token_create(user=alice, name="another")
        except KingdomError as error:
            refused.append(error)

    with transaction.atomic():
        change_password(alice)
        making = elsewhere(make)
        making.join(BLOCKED_S)
        assert making.is_alive()
    making.join(WAIT_S)
    assert [type(error) for error in refused] == [AccessEnded]
    assert not ApiToken.objects.filter(user=alice).exists()


def test_a_creation_of_a_closed_account_is_stopped_and_may_be_opened_again(alice: User, bob: User) -> None:
    hers, his = council.opened(alice), council.opened(bob)
    assert hers.state == state_machine.DESIGNING
    close_account(alice)
    hers.refresh_from_db()
    his.refresh_from_db()
    assert (hers.state, hers.error_code) == (state_machine.FAILED, "account_closed")
    assert his.state == state_machine.DESIGNING
    User.objects.filter(pk=alice.pk).update(is_active=True)
    assert case_reopen(user_id=alice.pk, case_id=hers.pk).state == state_machine.DESIGNING


def test_the_reaper_stops_creations_that_a_killed_process_left(alice: User) -> None:
    case = council.opened(alice)
    User.objects.filter(pk=alice.pk).update(is_active=False)  # past every signal
    cases_reap()
    case.refresh_from_db()
    assert case.state == state_machine.FAILED
    assert CreationCase.objects.filter(user=alice).count() == 1
