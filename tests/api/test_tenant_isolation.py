"""Tenant isolation with valid requests: rows of other users answer 404, strangers get 401.

That every route is tried is checked in tests/redteam/test_access_matrix.py.
"""

from collections.abc import Callable
from typing import Any

import pytest
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.specialists.models.specialist import Specialist
from tests.factories import RoutedMessage, create_global_specialist, create_own_specialist, create_routed_message

API = "/api/v1/"
Call = tuple[str, Callable[[RoutedMessage, Specialist], str], dict[str, Any] | None]

CALLS: dict[str, Call] = {
    "conversation": ("get", lambda asked, _: f"conversations/{asked.conversation.pk}/", None),
    "conversation-rename": ("patch", lambda asked, _: f"conversations/{asked.conversation.pk}/", {"title": "mine"}),
    "conversation-delete": ("delete", lambda asked, _: f"conversations/{asked.conversation.pk}/", None),
    "messages": ("get", lambda asked, _: f"conversations/{asked.conversation.pk}/messages/", None),
    "messages-post": (
        "post",
        lambda asked, _: f"conversations/{asked.conversation.pk}/messages/",
        {"content": "hello"},
    ),
    "route": ("get", lambda asked, _: f"routes/{asked.route.pk}/", None),
    "route-override": ("post", lambda asked, _: f"routes/{asked.route.pk}/override/", {"specialist": "everyones"}),
    "session": ("get", lambda asked, _: f"sessions/{asked.session.pk}/", None),
    "session-cancel": ("post", lambda asked, _: f"sessions/{asked.session.pk}/cancel/", {}),
    "session-events": ("get", lambda asked, _: f"sessions/{asked.session.pk}/events/", None),
    "specialist": ("get", lambda _, own: f"specialists/{own.pk}/", None),
    "specialist-export": ("get", lambda _, own: f"specialists/{own.pk}/export/", None),
}
LISTS = {
    "conversations": "conversations/",
    "specialists": "specialists/",
    "tokens": "auth/tokens/",
    "me": "me/",
    "me-usage": "me/usage/",
}


def call(client: APIClient, given: Call, asked: RoutedMessage, own: Specialist) -> int:
    method, path, body = given
    # asking for JSON keeps the event stream from streaming
    answer = getattr(client, method)(API + path(asked, own), body, format="json", HTTP_ACCEPT="application/json")
    return int(answer.status_code)


@pytest.fixture
def own(alice: User) -> Specialist:
    """Alice's unverified specialist."""
    return create_own_specialist(alice)


@pytest.fixture
def asked(alice: User, own: Specialist) -> RoutedMessage:
    """Alice's question to it."""
    create_global_specialist("everyones")
    return create_routed_message(alice, own)


@pytest.mark.parametrize("name", CALLS)
def test_it_is_there_for_its_owner_alone(
    name: str, as_alice: APIClient, as_bob: APIClient, as_stranger: APIClient, asked: RoutedMessage, own: Specialist
) -> None:
    assert call(as_bob, CALLS[name], asked, own) == 404
    assert call(as_stranger, CALLS[name], asked, own) == 401
    assert call(as_alice, CALLS[name], asked, own) in (200, 202, 204), "or the two answers above prove nothing"


@pytest.mark.parametrize("path", LISTS.values())
def test_lists_are_closed_to_strangers(path: str, as_stranger: APIClient, db: None) -> None:
    assert as_stranger.get(API + path).status_code == 401


def test_bobs_lists_say_nothing_of_alice(as_bob: APIClient, asked: RoutedMessage, own: Specialist) -> None:
    assert as_bob.get(API + "conversations/").json()["results"] == []
    assert as_bob.get(API + "conversations/", {"q": "poem"}).json()["results"] == []
    for query in ({}, {"q": "poem"}, {"status": "unverified"}, {"scope": "user"}):
        assert own.role not in str(as_bob.get(API + "specialists/", query).json())
    assert as_bob.get(API + "me/usage/").json()["sessions"] == 0


@pytest.mark.parametrize("by", ["role", "id"])
def test_bob_cannot_choose_alices_specialist(by: str, bob: User, as_bob: APIClient, own: Specialist) -> None:
    his = create_routed_message(bob, create_global_specialist("everyones"))
    wanted = own.role if by == "role" else str(own.pk)
    answer = as_bob.post(f"{API}routes/{his.route.pk}/override/", {"specialist": wanted}, format="json")
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
