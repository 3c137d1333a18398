"""Messages to a named specialist: by @ or by the request; the receipt says so; others' specialists stay unknown."""

import pytest
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.orchestrator.conversations.specialist_choice import addressed_role
from kingdom.orchestrator.models import Conversation, RouteRecord
from tests.factories import create_global_specialist, create_own_specialist


@pytest.mark.parametrize(
    ("text", "role", "rest"),
    [
        ("@unit_converter how many cups?", "unit_converter", "how many cups?"),
        ("@a, b\nc", "a", "b\nc"),
        ("@a", "", "@a"),
        ("@a   ", "", "@a   "),
        (" @a b", "", " @a b"),
        ("mail to @a b", "", "mail to @a b"),
        ("@Ann hello", "", "@Ann hello"),
        ("@a@b.example hello", "", "@a@b.example hello"),
    ],
)
def test_only_an_at_at_the_beginning_names_a_specialist(text: str, role: str, rest: str) -> None:
    assert addressed_role(text) == (role, rest)


def post(client: APIClient, content: str, **more: object) -> tuple[int, dict[str, str]]:
    owner = User.objects.get(username="alice")
    talk = Conversation.objects.create(user=owner)
    answer = client.post(f"/api/v1/conversations/{talk.pk}/messages/", {"content": content, **more}, format="json")
    return answer.status_code, answer.json()


@pytest.mark.parametrize("by_name", [True, False])
def test_the_named_specialist_gets_the_message_and_the_receipt_says_so(as_alice: APIClient, by_name: bool) -> None:
    specialist = create_global_specialist("right")
    more = {} if by_name else {"specialist": str(specialist.pk)}
    status, posted = post(as_alice, f"{'@right ' if by_name else ''}how much?", **more)
    assert status == 202
    route = RouteRecord.objects.get(pk=posted["session_id"])
    assert (route.role, route.by, route.session.input_text) == ("right", "request", "how much?")
    assert "names this specialist" in route.receipt["reason"]
    again = as_alice.post(f"/api/v1/conversations/{route.message.conversation_id}/messages/{route.message_id}/again/")
    repeated = RouteRecord.objects.get(pk=again.json()["session_id"])
    assert (repeated.role, repeated.session.input_text) == ("right", "how much?")


def test_names_that_the_user_does_not_know_are_text(as_alice: APIClient, bob: User) -> None:
    create_own_specialist(bob, "his")
    for content in ("@his hello", "@nobody hello"):
        status, posted = post(as_alice, content)
        assert status == 202
        assert not RouteRecord.objects.filter(pk=posted["session_id"]).exists(), "the King chooses"
    assert post(as_alice, "hello", specialist="his")[0] == 404
