"""The list of conversations: search with snippets by an index, pins, folders, names, exports; each owner's alone."""

import json

import pytest
from django.db import connection
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.orchestrator.conversations.message_search import CONTEXT_CHARS, matching_messages, snippet_of
from kingdom.orchestrator.models import Conversation, Message
from kingdom.sessions.services import session_conclude
from tests.factories import create_global_specialist, create_routed_message

TEXT = "is ann@exa_mple.com valid, or o'brien? naïve"
URL = "/api/v1/conversations/"


def stored(user: User, *contents: str, title: str = "talk", **more: object) -> Conversation:
    talk = Conversation.objects.create(user=user, title=title, **more)
    for content in contents:
        Message.objects.create(conversation=talk, role="user", content=content)
    return talk


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("exa_mple", True),
        ("ANN exa", True),
        ("mple.com", True),
        ("naïv", True),
        ("o'brien", True),
        ("ple", False),
        ("ann elsewhere", False),
        ("!!! ???", False),
        ("' | ann:*", True),
        ("\\", False),
    ],
)
def test_words_of_a_query_begin_words_of_one_message(
    as_alice: APIClient, alice: User, bob: User, search: str, found: bool
) -> None:
    talk = stored(alice, TEXT, "elsewhere")
    stored(bob, TEXT, title="his")
    results = as_alice.get(URL, {"q": search}).json()["results"]
    assert [result["id"] for result in results] == ([str(talk.pk)] if found else [])
    if found:
        snippet = results[0]["snippet"]
        assert f"{snippet['before']}{snippet['match']}{snippet['after']}" == TEXT


@pytest.mark.parametrize(
    ("text", "word", "shown"),
    [
        ("The Council makes **iban_checker** (by a recipe).", "iban", "The Council makes iban_checker (by a recipe)."),
        ("17 × 23 = **391**", "391", "17 × 23 = 391"),
        ("so **very bold** it is", "bold", "so very bold it is"),
        ("what is 2**3 and 4 ** 2", "3", "what is 2**3 and 4 ** 2"),
    ],
)
def test_a_snippet_shows_bold_words_without_their_marks(text: str, word: str, shown: str) -> None:
    snippet = snippet_of(text, [word])
    assert snippet.before + snippet.match + snippet.after == shown


def test_a_snippet_is_short_and_a_title_alone_has_none(as_alice: APIClient, alice: User) -> None:
    snippet = snippet_of("x " * 500 + "needle" + " y" * 500, ["needle"])
    assert snippet.match == "needle"
    assert len(snippet.before) == len(snippet.after) == CONTEXT_CHARS + 1
    stored(alice, title="only the title")
    assert as_alice.get(URL, {"q": "title"}).json()["results"][0]["snippet"] is None


def test_the_search_uses_the_index(alice: User) -> None:
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        plan = matching_messages(["needle"]).explain()
    assert "message_words" in plan


def test_pins_folders_and_names(as_alice: APIClient, as_bob: APIClient, alice: User) -> None:
    talk = stored(alice)
    url = f"{URL}{talk.pk}/"
    changed = as_alice.patch(url, {"pinned": True, "folder": "  Work  items "}, format="json").json()
    assert (changed["folder"], changed["title"], changed["pinned_at"] is not None) == ("Work items", "talk", True)
    assert len(as_alice.get(URL, {"folder": "Work items"}).json()["results"]) == 1
    assert as_alice.get(URL, {"folder": "Home"}).json()["results"] == []
    changed = as_alice.patch(url, {"pinned": False, "title": "new"}, format="json").json()
    assert (changed["folder"], changed["title"], changed["pinned_at"]) == ("Work items", "new", None)
    for body in ({"title": ""}, {"folder": "x" * 61}, {"pinned": "perhaps"}):
        assert as_alice.patch(url, body, format="json").status_code == 400
    assert as_bob.patch(url, {"pinned": True}, format="json").status_code == 404
    assert APIClient().patch(url, {"pinned": True}, format="json").status_code == 401


def test_an_export_holds_every_branch(as_alice: APIClient, as_bob: APIClient, alice: User) -> None:
    asked = create_routed_message(alice, create_global_specialist("right"), "first")
    session_conclude(session_id=asked.session.pk, answer="**Yes**", output={"n": 1})
    url = f"{URL}{asked.conversation.pk}/"
    as_alice.post(f"{url}messages/", {"content": "edited", "replaces": str(asked.message.pk)}, format="json")
    response = as_alice.get(f"{url}export/")
    assert "attachment" in response["Content-Disposition"]
    data = json.loads(response.content)
    assert [message["content"] for message in data["messages"]] == ["first", "edited"]
    assert data["shown"] == [data["messages"][1]["id"]]
    answer = data["messages"][0]["answers"][0]
    assert (answer["by"], answer["answer"], answer["output"], answer["route"]["agent"]) == (
        *("right", "**Yes**", {"n": 1}), "right",
    )  # fmt: skip
    text = as_alice.get(f"{url}export/", {"as": "markdown"}).content.decode()
    assert "### right\n\n**Yes**" in text
    assert "version 2 of 2\n\nedited" in text
    assert as_alice.get(f"{url}export/", {"as": "html"}).status_code == 400
    assert as_bob.get(f"{url}export/").status_code == 404
    assert APIClient().get(f"{url}export/").status_code == 401
