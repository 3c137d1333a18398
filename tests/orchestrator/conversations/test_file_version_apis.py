"""File versions API: list, compare, restore; tenant isolation."""

from pathlib import Path

import pytest
from pytest_django import Settings
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.orchestrator.conversations.services import conversation_create, conversation_delete
from kingdom.tools.models import FileVersion, WorkspaceUsage
from tests.factories.conversations import upload_file

pytestmark = pytest.mark.django_db


@pytest.fixture
def url(alice: User, tmp_path: Path, settings: Settings) -> str:
    """The files of a conversation of Alice's."""
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"data": tmp_path})
    return f"/api/v1/conversations/{conversation_create(user_id=alice.pk).pk}/files/"


def listed(client: APIClient, url: str, path: str = "notes.md") -> list[dict[str, object]]:
    answer = client.get(f"{url}versions/?path={path}")
    assert answer.status_code == 200, answer.content
    found: list[dict[str, object]] = answer.json()["versions"]
    return found


def restore(client: APIClient, url: str, version: int, path: str = "notes.md") -> tuple[int, dict[str, object]]:
    answer = client.post(f"{url}restore/", {"path": path, "version": version}, format="json")
    return answer.status_code, answer.json()


def test_a_life_of_a_file(as_alice: APIClient, url: str) -> None:
    for text in (b"milk\n", b"milk\nbread\n", b"milk\nbread\n"):
        assert upload_file(as_alice, url, "notes.md", text)[0] == 201
    assert [(one["number"], one["size"], one["deleted"], one["by"]) for one in listed(as_alice, url)] == [
        (2, 11, False, ""),
        (1, 5, False, ""),
    ], "what is there already makes no version"

    diff = as_alice.get(f"{url}diff/?path=notes.md&start=1").json()
    assert (diff["start"], diff["end"], diff["added"], diff["removed"]) == (1, 2, 1, 0)
    assert diff["diff"] == "--- notes.md #1\n+++ notes.md #2\n@@ -1 +1,2 @@\n milk\n+bread\n"
    assert as_alice.get(f"{url}diff/?path=notes.md&start=2&end=2").json()["diff"] == ""
    assert as_alice.get(f"{url}versions/content/?path=notes.md&version=1").content == b"milk\n"

    assert as_alice.delete(f"{url}content/?path=notes.md").status_code == 204
    assert as_alice.get(url).json()["count"] == 0
    assert next((one["number"], one["deleted"]) for one in listed(as_alice, url)) == (3, True)
    assert as_alice.get(f"{url}versions/content/?path=notes.md&version=3").status_code == 404

    assert restore(as_alice, url, 1) == (200, {"path": "notes.md", "size": 5, "version": 4})
    assert restore(as_alice, url, 1) == (200, {"path": "notes.md", "size": 5, "version": 4}), "twice is once"
    assert as_alice.get(f"{url}content/?path=notes.md").content == b"milk\n"
    assert restore(as_alice, url, 3)[0] == 400


def test_they_are_hers_alone(as_alice: APIClient, as_bob: APIClient, as_stranger: APIClient, url: str) -> None:
    upload_file(as_alice, url, "notes.md", b"1")
    upload_file(as_alice, url, "notes.md", b"2")
    for client, status in ((as_bob, 404), (as_stranger, 401)):
        for tail in (
            "versions/?path=notes.md",
            "versions/content/?path=notes.md&version=1",
            "diff/?path=notes.md&start=1",
        ):
            assert client.get(f"{url}{tail}").status_code == status
        assert restore(client, url, 1)[0] == status
    assert as_alice.get(f"{url}content/?path=notes.md").content == b"2"


@pytest.mark.parametrize(
    ("tail", "status"),
    [
        ("versions/?path=none.md", 404),
        ("versions/?path=../notes.md", 404),
        ("versions/", 400),
        ("versions/content/?path=notes.md&version=7", 404),
        ("versions/content/?path=notes.md&version=x", 400),
        ("versions/content/?path=notes.md", 400),
        ("diff/?path=notes.md&start=0", 400),
        ("diff/?path=notes.md&start=1&end=9", 404),
        ("diff/?path=notes.md", 400),
    ],
)
def test_what_is_not_there_and_what_is_no_number(as_alice: APIClient, url: str, tail: str, status: int) -> None:
    upload_file(as_alice, url, "notes.md", b"1")
    answer = as_alice.get(f"{url}{tail}")
    assert answer.status_code == status
    assert {"type", "title", "status", "detail", "code"} <= set(answer.json())


@pytest.mark.parametrize(
    "body", [{}, {"path": "notes.md"}, {"path": "notes.md", "version": "x"}, {"path": "", "version": 1}]
)
def test_what_is_no_restore(as_alice: APIClient, url: str, body: dict[str, object]) -> None:
    answer = as_alice.post(f"{url}restore/", body, format="json")
    assert answer.status_code == 400
    assert answer.json()["errors"]


def test_pictures_are_not_compared(as_alice: APIClient, url: str) -> None:
    for tail in (b"\xff", b"\xfe"):
        upload_file(as_alice, url, "a.png", b"\x89PNG\r\n\x1a\n" + tail)
    answer = as_alice.get(f"{url}diff/?path=a.png&start=1")
    assert (answer.status_code, "not UTF-8 text" in answer.json()["detail"]) == (400, True)


def test_the_oldest_go_first(as_alice: APIClient, url: str, settings: Settings) -> None:
    for number in range(53):
        upload_file(as_alice, url, "notes.md", str(number).encode())
    numbers = [one["number"] for one in listed(as_alice, url)]
    assert numbers == list(range(53, 3, -1))
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"workspace_mb": 1})
    for number in range(4):
        upload_file(as_alice, url, "large.txt", bytes([97 + number]) * 400_000)
    assert [one["number"] for one in listed(as_alice, url, "large.txt")] == [4, 3]
    assert [one["number"] for one in listed(as_alice, url)] == [53], "the newest of each file stays"


def test_they_go_with_their_conversation(as_alice: APIClient, alice: User, url: str) -> None:
    upload_file(as_alice, url, "notes.md", b"1")
    assert WorkspaceUsage.objects.count() == FileVersion.objects.count() == 1
    conversation = WorkspaceUsage.objects.get().workspace
    conversation_delete(user_id=alice.pk, conversation_id=conversation)  # type: ignore[arg-type] # Django reads the text as well
    assert WorkspaceUsage.objects.count() == FileVersion.objects.count() == 0
