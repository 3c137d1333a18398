"""Branches of a conversation: edited and repeated messages keep the old ones; each branch has its own past."""

import uuid

import pytest
from pytest_django import DjangoAssertNumQueries
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.orchestrator.conversations.selectors import messages_before, messages_with_sessions, previous_route
from kingdom.orchestrator.models import Conversation, Message
from tests.factories import create_global_specialist, create_routed_message


@pytest.fixture
def talk(alice: User) -> Conversation:
    """An empty conversation of Alice's."""
    return Conversation.objects.create(user=alice)


def post(client: APIClient, talk: Conversation, content: str, **more: object) -> Message:
    url = f"/api/v1/conversations/{talk.pk}/messages/"
    answer = client.post(url, {"content": content, **more}, format="json")
    assert answer.status_code == 202, answer.content
    return Message.objects.get(pk=answer.json()["message_id"])


def shown(talk: Conversation) -> list[str]:
    talk.refresh_from_db()
    pairs = messages_with_sessions(conversation_id=talk.pk, branch=talk.branch)
    return [pair.message.content for pair in pairs]


def test_an_edited_message_opens_a_branch_and_the_old_one_is_kept(as_alice: APIClient, talk: Conversation) -> None:
    first, second = post(as_alice, talk, "first"), post(as_alice, talk, "second")
    post(as_alice, talk, "third")
    edited = post(as_alice, talk, "second, edited", replaces=str(second.pk))
    assert (edited.follows_id, edited.replaces_id) == (first.pk, second.pk)
    assert shown(talk) == ["first", "second, edited"]
    post(as_alice, talk, "fourth")
    assert shown(talk) == ["first", "second, edited", "fourth"]
    answer = as_alice.put(f"/api/v1/conversations/{talk.pk}/branch/", {"message_id": str(second.pk)}, format="json")
    assert answer.status_code == 200
    assert shown(talk) == ["first", "second", "third"]
    listed = as_alice.get(f"/api/v1/conversations/{talk.pk}/messages/").json()["results"]
    assert len(listed) == 5, "the list holds every branch"
    assert listed[3]["replaces_id"] == str(second.pk)


def test_a_message_is_answered_again_once_per_key(as_alice: APIClient, talk: Conversation) -> None:
    first = post(as_alice, talk, "first")
    url = f"/api/v1/conversations/{talk.pk}/messages/{first.pk}/again/"
    answers = [as_alice.post(url, HTTP_IDEMPOTENCY_KEY="k") for _ in range(2)]
    assert [answer.status_code for answer in answers] == [202, 202]
    assert answers[0].json() == answers[1].json()
    again = Message.objects.get(pk=answers[0].json()["message_id"])
    assert (again.content, again.replaces_id, again.follows_id) == ("first", first.pk, None)
    assert shown(talk) == ["first"]
    assert Message.objects.count() == 2


def test_the_past_of_a_message_is_its_own_branch(alice: User, as_alice: APIClient) -> None:
    specialist = create_global_specialist("right")
    first = create_routed_message(alice, specialist, "first")
    talk = first.conversation
    second = create_routed_message(alice, specialist, "second", conversation=talk)
    edited = post(as_alice, talk, "first, edited", replaces=str(first.message.pk))
    later = post(as_alice, talk, "later")
    assert messages_before(message=later) == [edited.pk]
    assert previous_route(message=later) is None, "what another branch was answered by is not its past"
    found = previous_route(message=second.message)
    assert found is not None
    assert found.pk == first.route.pk


def test_branches_are_their_owners_alone(as_alice: APIClient, as_bob: APIClient, talk: Conversation) -> None:
    first = post(as_alice, talk, "first")
    other = post(as_bob, Conversation.objects.create(user=User.objects.get(username="bob")), "his")
    base = f"/api/v1/conversations/{talk.pk}/"
    for client, status in ((as_bob, 404), (APIClient(), 401)):
        assert client.post(f"{base}messages/{first.pk}/again/").status_code == status
        assert client.put(f"{base}branch/", {"message_id": str(first.pk)}, format="json").status_code == status
    for strange in (other.pk, uuid.uuid4()):
        assert as_alice.post(f"{base}messages/{strange}/again/").status_code == 404
        answer = as_alice.post(f"{base}messages/", {"content": "x", "replaces": str(strange)}, format="json")
        assert (answer.status_code, answer["Content-Type"]) == (404, "application/problem+json")


def test_a_repeated_message_keeps_the_turns_that_a_program_brought(as_alice: APIClient, talk: Conversation) -> None:
    first = post(as_alice, talk, "hello there")
    Message.objects.filter(pk=first.pk).update(earlier_turns=[["before", "yes"]])
    again = post(as_alice, talk, "hello again", replaces=str(first.pk))
    assert again.earlier_turns == [["before", "yes"]]


def test_the_past_of_a_message_is_read_once(
    as_alice: APIClient, talk: Conversation, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    first, second = post(as_alice, talk, "first"), post(as_alice, talk, "second")
    with django_assert_num_queries(1):
        assert [messages_before(message=second) for _ in range(2)] == [[first.pk], [first.pk]]
