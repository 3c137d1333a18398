"""Conversations API: create, rename, search, page, delete with all dependent rows."""

from typing import Any

import pytest
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.orchestrator.models import Conversation, Message, RouteRecord
from kingdom.sessions.models import Effect, Session, SessionEvent
from tests.factories import create_own_specialist, create_routed_message

URL = "/api/v1/conversations/"


def test_open_rename_and_show(as_alice: APIClient) -> None:
    made = as_alice.post(URL, {}, format="json")
    assert (made.status_code, made.json()["title"]) == (201, "")
    one = f"{URL}{made.json()['id']}/"
    assert as_alice.patch(one, {"title": " Addresses "}, format="json").json()["title"] == "Addresses"
    assert as_alice.get(one).json()["title"] == "Addresses"


@pytest.mark.parametrize("title", ["", "x" * 201, "a\x00b", None, ["a"]])
def test_a_title_that_is_none_is_refused(as_alice: APIClient, alice: User, title: object) -> None:
    one = Conversation.objects.create(user=alice, title="kept")
    assert as_alice.patch(f"{URL}{one.pk}/", {"title": title}, format="json").status_code == 400
    one.refresh_from_db()
    assert one.title == "kept"


def test_search_looks_in_titles_and_messages(as_alice: APIClient, alice: User) -> None:
    named = Conversation.objects.create(user=alice, title="About Otters")
    said = Conversation.objects.create(user=alice, title="else")
    Conversation.objects.create(user=alice, title="neither")
    Message.objects.create(conversation=said, role="user", content="an otter swims")
    found = as_alice.get(URL, {"q": "otter"}).json()["results"]
    assert {one["id"] for one in found} == {str(named.pk), str(said.pk)}


def test_pages_by_cursor_show_each_once(as_alice: APIClient, alice: User) -> None:
    for number in range(7):
        Conversation.objects.create(user=alice, title=str(number))
    seen: list[str] = []
    url: str | None = f"{URL}?limit=3"
    while url:
        page = as_alice.get(url).json()
        seen += [one["title"] for one in page["results"]]
        url = page["next"]
    assert seen == ["6", "5", "4", "3", "2", "1", "0"]


def test_deleting_takes_everything_along_and_stops_what_runs(as_alice: APIClient, alice: User) -> None:
    asked = create_routed_message(alice, create_own_specialist(alice))
    assert as_alice.delete(f"{URL}{asked.conversation.pk}/").status_code == 204
    for model in (Conversation, Message, RouteRecord, Session, SessionEvent, Effect):
        assert not model._default_manager.exists(), model


def test_a_new_name_is_no_new_activity(as_alice: APIClient, alice: User) -> None:
    older = Conversation.objects.create(user=alice, title="older")
    Conversation.objects.create(user=alice, title="newer")
    as_alice.patch(f"{URL}{older.pk}/", {"title": "renamed"}, format="json")
    assert [one["title"] for one in as_alice.get(URL).json()["results"]] == ["newer", "renamed"]


def test_the_same_key_with_another_title_is_refused(as_alice: APIClient) -> None:
    def created(title: str) -> Any:  # noqa: ANN401 - a response
        headers = {"Idempotency-Key": "k1"}
        return as_alice.post(URL, {"title": title}, format="json", headers=headers)

    first, other = created("Sales"), created("Purchases")
    assert (other.status_code, other.json()["code"]) == (422, "idempotency_key_reused")
    Conversation.objects.update(title="renamed since")
    assert created("Sales").json()["id"] == first.json()["id"]
    Conversation.objects.update(request_digest="")
    assert created("Purchases").status_code == 201, "created by an earlier release, which stored no digest"
