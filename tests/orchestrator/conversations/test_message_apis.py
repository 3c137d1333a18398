"""Messages API: stored, answered with 202, once per Idempotency-Key."""

import pytest
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.orchestrator.conversations.services import MAX_CONTENT, TASK_NAME
from kingdom.orchestrator.models import Conversation, Message
from kingdom.sessions.models import Session


@pytest.fixture
def talk(alice: User) -> Conversation:
    """An empty conversation of Alice's."""
    return Conversation.objects.create(user=alice)


def url(talk: Conversation) -> str:
    return f"/api/v1/conversations/{talk.pk}/messages/"


def test_a_message_is_stored_with_a_running_session(as_alice: APIClient, talk: Conversation) -> None:
    answer = as_alice.post(url(talk), {"content": "is ann@example.org valid?"}, format="json")
    assert answer.status_code == 202
    session = Session.objects.get()
    message = Message.objects.get()
    assert answer.json() == {
        "message_id": str(message.pk),
        "session_id": str(session.pk),
        "route_url": f"/api/v1/routes/{session.pk}/",
        "events_url": f"/api/v1/sessions/{session.pk}/events/",
    }
    assert (session.state, session.version, session.task_name) == ("running", None, TASK_NAME)
    assert (message.session_id, message.role) == (session.pk, "user")
    assert as_alice.get(answer.json()["route_url"]).status_code == 404, "the King has not spoken"


def test_the_first_message_gives_the_title_and_the_second_does_not(as_alice: APIClient, talk: Conversation) -> None:
    for content in (
        "\n  is ann@example.org valid, and what about a rather long list of other addresses?\nmore",
        "second",
    ):
        as_alice.post(url(talk), {"content": content}, format="json")
    talk.refresh_from_db()
    assert talk.title == "is ann@example.org valid, and what about a rather long list…"


def test_the_same_key_and_body_give_the_same_answer(as_alice: APIClient, talk: Conversation) -> None:
    answers = [
        as_alice.post(url(talk), {"content": "hello"}, format="json", HTTP_IDEMPOTENCY_KEY="k1") for _ in range(2)
    ]
    assert [one.status_code for one in answers] == [202, 202]
    assert answers[0].json() == answers[1].json()
    assert (Message.objects.count(), Session.objects.count()) == (1, 1)


def test_the_same_key_with_another_body_is_refused(as_alice: APIClient, talk: Conversation) -> None:
    as_alice.post(url(talk), {"content": "hello"}, format="json", HTTP_IDEMPOTENCY_KEY="k1")
    other = as_alice.post(url(talk), {"content": "good bye"}, format="json", HTTP_IDEMPOTENCY_KEY="k1")
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")
    assert Message.objects.count() == 1


def test_a_key_belongs_to_one_conversation(as_alice: APIClient, alice: User, talk: Conversation) -> None:
    second = Conversation.objects.create(user=alice)
    for one in (talk, second):
        assert (
            as_alice.post(url(one), {"content": one.title + "x"}, format="json", HTTP_IDEMPOTENCY_KEY="k").status_code
            == 202
        )
    assert Message.objects.count() == 2


@pytest.mark.parametrize(
    ("content", "status", "code"),
    [
        ("", 400, "bad_input"),
        ("  \n", 400, "bad_input"),
        ("a\x00b", 400, "bad_input"),
        ("x" * (MAX_CONTENT + 1), 413, "too_large"),
    ],
)
def test_what_is_no_message_is_refused(
    as_alice: APIClient, talk: Conversation, content: str, status: int, code: str
) -> None:
    answer = as_alice.post(url(talk), {"content": content}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (status, code)
    assert not Session.objects.exists()


def test_a_message_of_the_greatest_length_is_taken(as_alice: APIClient, talk: Conversation) -> None:
    assert as_alice.post(url(talk), {"content": "ä" * MAX_CONTENT}, format="json").status_code == 202


@pytest.mark.parametrize("key", ["", "k" * 201, "ä", "a b"])
def test_a_key_that_is_none_is_refused(as_alice: APIClient, talk: Conversation, key: str) -> None:
    answer = as_alice.post(url(talk), {"content": "hello"}, format="json", HTTP_IDEMPOTENCY_KEY=key)
    assert (answer.status_code, answer.json()["code"]) == (400, "bad_input")


def test_the_list_is_in_the_order_of_writing(as_alice: APIClient, talk: Conversation) -> None:
    for content in ("one", "two", "three"):
        as_alice.post(url(talk), {"content": content}, format="json")
    listed = as_alice.get(url(talk)).json()["results"]
    assert [one["content"] for one in listed] == ["one", "two", "three"]


@pytest.mark.parametrize("content", [5, 0.5, True, ["hello"], {"text": "hello"}, None])
def test_a_text_that_is_no_string_is_refused(as_alice: APIClient, talk: Conversation, content: object) -> None:
    answer = as_alice.post(url(talk), {"content": content}, format="json")
    assert (answer.status_code, answer.json()["errors"][0]["pointer"]) == (400, "/content")
    assert not Message.objects.exists()
    renamed = as_alice.patch(f"/api/v1/conversations/{talk.pk}/", {"title": content}, format="json")
    assert renamed.status_code == 400


def test_a_key_makes_one_conversation_of_one_user(as_alice: APIClient, as_bob: APIClient) -> None:
    made = [
        client.post("/api/v1/conversations/", {}, format="json", HTTP_IDEMPOTENCY_KEY=key)
        for client, key in ((as_alice, "k1"), (as_alice, "k1"), (as_alice, "k2"), (as_bob, "k1"))
    ]
    assert [answer.status_code for answer in made] == [201] * 4
    ids = [answer.json()["id"] for answer in made]
    assert ids[0] == ids[1]
    assert len(set(ids)) == 3
    assert Conversation.objects.get(pk=ids[3]).user.username == "bob"
