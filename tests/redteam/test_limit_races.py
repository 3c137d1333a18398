"""Requests at the same moment: none of them passes a limit because the others were not stored yet."""

import threading
from collections.abc import Callable
from typing import Any

import pytest
from django.contrib.auth.backends import ModelBackend
from django.db import connection
from django.test import Client, override_settings
from pydantic import SecretStr
from pytest_django.fixtures import Settings

from kingdom.accounts.models import User
from kingdom.approvals.models import PermissionRule
from kingdom.approvals.permissions import services as permissions
from kingdom.approvals.permissions.services import RuleDraft, rule_create
from kingdom.core.errors import KingdomError
from kingdom.credentials import credential_rules
from kingdom.credentials.credential_rules import CredentialTarget
from kingdom.credentials.models import UserCredential
from kingdom.credentials.services import credential_store
from kingdom.orchestrator.conversations.services import conversation_create, message_post
from kingdom.orchestrator.models import Message
from kingdom.policies.models import Pattern
from kingdom.policies.services import policy_write
from kingdom.webhooks import services as webhooks
from kingdom.webhooks.models import EventWebhook
from kingdom.webhooks.services import event_webhook_create
from tests.factories import create_own_specialist

pytestmark = pytest.mark.django_db(transaction=True)
AT_ONCE, LIMIT = 8, 2
TIMEOUT_S = 30


def at_once(work: Callable[[int], object]) -> int:
    """Run ``work`` in threads that begin together; return how many were not refused."""
    begin, done = threading.Barrier(AT_ONCE), []

    def one(number: int) -> None:
        try:
            begin.wait(TIMEOUT_S)
            work(number)
            done.append(number)
        except KingdomError:
            pass  # refused by its limit
        finally:
            connection.close()

    threads = [threading.Thread(target=one, args=(number,)) for number in range(AT_ONCE)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(TIMEOUT_S)
    return len(done)


def test_webhooks(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(webhooks, "MAX_WEBHOOKS", LIMIT)
    address = "https://hooks.example.org/{}"
    made = at_once(lambda n: event_webhook_create(user_id=alice.pk, url=address.format(n), events=["MessagePosted"]))
    assert (made, EventWebhook.objects.count()) == (LIMIT, LIMIT)


def test_rules(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(permissions, "MAX_RULES_PER_USER", LIMIT)
    draft = "archon.fs.read"
    made = at_once(
        lambda n: rule_create(
            user_id=alice.pk,
            made_by_id=alice.pk,
            draft=RuleDraft(effect="allow", tool=draft, agent="", shape={"path": f"{n}.md"}),
        )
    )
    assert (made, PermissionRule.objects.filter(user=alice).count()) == (LIMIT, LIMIT)


def test_policy_drafts(alice: User, settings: Settings) -> None:
    kingdom = settings.KINGDOM.model_copy(update={"policy_drafts_per_user": LIMIT})
    with override_settings(KINGDOM=kingdom):
        made = at_once(lambda _: policy_write(user_id=alice.pk, text="notify me when a tool fails"))
    assert (made, Pattern.objects.filter(author=alice).count()) == (LIMIT, LIMIT)


def test_credentials(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(credential_rules, "MAX_CREDENTIALS_PER_USER", LIMIT)
    sender = create_own_specialist(alice, "sender")
    target = CredentialTarget(specialist_id=sender.pk, specialist_role="sender", hosts=("a.example.org",))
    made = at_once(
        lambda n: credential_store(
            user_id=alice.pk, target=target, credential_key=f"key_{n}", value=SecretStr("correct horse")
        )
    )
    assert (made, UserCredential.objects.count()) == (LIMIT, LIMIT)


def test_messages(alice: User, settings: Settings) -> None:
    talk = conversation_create(user_id=alice.pk)
    kingdom = settings.KINGDOM.model_copy(update={"user_open_messages": LIMIT})
    with override_settings(KINGDOM=kingdom):
        made = at_once(lambda n: message_post(user_id=alice.pk, conversation_id=talk.pk, content=f"message {n}"))
    assert (made, Message.objects.count()) == (LIMIT, LIMIT)


@pytest.mark.parametrize("door", ["/sign-in/", "/admin/login/", "/api/v1/auth/tokens/"])
def test_wrong_passwords(alice: User, door: str, monkeypatch: pytest.MonkeyPatch) -> None:
    checked, check = list[int](), ModelBackend.authenticate

    def counted(*args: object, **kwargs: object) -> object:
        checked.append(1)
        return check(*args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(ModelBackend, "authenticate", counted)
    answers = list[int]()
    form: dict[str, Any] = {"content_type": "application/json"} if "/api/" in door else {}
    with override_settings(AXES_FAILURE_LIMIT=LIMIT):
        at_once(
            lambda n: answers.append(
                Client(REMOTE_ADDR=f"10.0.0.{n}")
                .post(door, {"username": alice.username, "password": f"guess {n}", "name": "x"}, **form)
                .status_code
            )
        )
    assert len(checked) == LIMIT
    assert len(answers) == AT_ONCE
    assert 429 in answers or 403 in answers
