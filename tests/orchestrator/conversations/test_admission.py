"""A message that would wait too long is refused with the time to wait, and nothing of it is stored."""

from django.test import Client
from django.urls import reverse
from pytest_django import Settings
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.orchestrator.models import Conversation, Message
from kingdom.sessions.models import Session


def talk_of(user: User) -> str:
    return f"/api/v1/conversations/{Conversation.objects.create(user=user).pk}/messages/"


def limited(settings: Settings, **values: float) -> None:
    settings.KINGDOM = settings.KINGDOM.model_copy(update=values)


def stored() -> tuple[int, int]:
    return Message.objects.count(), Session.objects.count()


def test_a_queue_that_is_too_long_answers_503(
    as_alice: APIClient, as_bob: APIClient, alice: User, bob: User, settings: Settings
) -> None:
    limited(settings, max_queue_s=3.0)  # half a message a second, before it can be measured
    url = talk_of(alice)
    for _ in range(2):
        assert as_alice.post(url, {"content": "hello"}, format="json").status_code == 202
    refused = as_alice.post(url, {"content": "hello"}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (503, "queue_too_long")
    assert refused.headers["Content-Type"] == "application/problem+json"
    assert int(refused.headers["Retry-After"]) >= 5
    assert stored() == (2, 2)
    assert not Conversation.objects.filter(title="").exclude(messages=None).exists()
    assert as_bob.post(talk_of(bob), {"content": "hello"}, format="json").status_code == 202, "one user is before Bob"


def test_one_user_cannot_fill_the_queue(
    as_alice: APIClient, as_bob: APIClient, alice: User, bob: User, settings: Settings
) -> None:
    limited(settings, user_open_messages=2)
    url = talk_of(alice)
    answers = [as_alice.post(url, {"content": "hello"}, format="json") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [202, 202, 429]
    assert answers[-1].json()["code"] == "too_many_open_messages"
    assert int(answers[-1].headers["Retry-After"]) >= 1
    assert stored() == (2, 2)
    assert as_bob.post(talk_of(bob), {"content": "hello"}, format="json").status_code == 202
    Session.objects.filter(user=alice).update(state="completed")
    assert as_alice.post(url, {"content": "hello"}, format="json").status_code == 202


def test_a_repeated_post_is_answered_though_the_queue_is_full(
    as_alice: APIClient, alice: User, settings: Settings
) -> None:
    limited(settings, user_open_messages=1)
    url = talk_of(alice)
    answers = [
        as_alice.post(url, {"content": "hello"}, format="json", HTTP_IDEMPOTENCY_KEY=key) for key in ("k1", "k1", "k2")
    ]
    assert [answer.status_code for answer in answers] == [202, 202, 429]
    assert answers[0].json() == answers[1].json()


def test_the_page_says_what_to_do(client: Client, as_alice: APIClient, alice: User, settings: Settings) -> None:
    limited(settings, user_open_messages=1)
    as_alice.post(talk_of(alice), {"content": "hello"}, format="json")
    client.force_login(alice)
    page = client.post(reverse("say"), {"content": "hello"})
    assert "of your messages and workflows are open" in page.content.decode()
