"""File API of conversations."""

from pathlib import Path

import pytest
from pytest_django import Settings
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.orchestrator.conversations.services import conversation_create
from tests.factories.conversations import upload_file
from tests.factories.files import store_files

pytestmark = pytest.mark.django_db
BYTES = "application/octet-stream"


@pytest.fixture
def url(alice: User, tmp_path: Path, settings: Settings) -> str:
    """The files of a conversation of Alice's."""
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"data": tmp_path})
    return f"/api/v1/conversations/{conversation_create(user_id=alice.pk).pk}/files/"


def test_up_and_down(as_alice: APIClient, url: str) -> None:
    assert as_alice.get(url).json() == {"files": [], "count": 0, "next": None}
    sales = "Stück;Preis\n3;4,50\n".encode()
    assert upload_file(as_alice, url, "data/sales.csv", sales, "text/csv")[0] == 201
    assert upload_file(as_alice, url, "empty.txt", b"")[0] == 201
    assert as_alice.get(url).json()["files"] == [
        {"path": "data/sales.csv", "size": len(sales)},
        {"path": "empty.txt", "size": 0},
    ]
    got = as_alice.get(f"{url}content/?path=data/sales.csv")
    assert (got.status_code, got.content, got["Content-Type"]) == (200, sales, BYTES)
    assert got["Content-Disposition"] == "attachment; filename*=UTF-8''sales.csv"
    assert as_alice.delete(f"{url}content/?path=empty.txt").status_code == 204
    assert as_alice.get(url).json()["count"] == 1


def test_they_are_hers_alone(as_alice: APIClient, as_bob: APIClient, as_stranger: APIClient, url: str) -> None:
    upload_file(as_alice, url, "a.txt", b"1")
    for client, status in ((as_bob, 404), (as_stranger, 401)):
        assert client.get(url).status_code == status
        assert client.get(f"{url}content/?path=a.txt").status_code == status
        assert client.delete(f"{url}content/?path=a.txt").status_code == status
        assert upload_file(client, url, "b.txt", b"2")[0] == status
    assert as_alice.get(url).json()["count"] == 1


@pytest.mark.parametrize("path", ["../a.txt", "/etc/passwd", "a/../../b", "a%00b", "", "x" * 2000, "a%E2%80%AEb"])
def test_paths_stay_inside(as_alice: APIClient, url: str, path: str) -> None:
    assert upload_file(as_alice, url, path, b"1")[0] == 400
    assert as_alice.get(f"{url}content/?path={path}").status_code in (400, 404)


@pytest.mark.parametrize(
    ("data", "told"),
    [
        (b"\x7fELF\x02\x01\x01" + b"\x00" * 50, "This format is not supported"),
        (b"-----BEGIN RSA PRIVATE KEY-----\nabc", "a private key"),
        (b"x" * 2_000_001, "A file has at most 2 MB."),
    ],
)
def test_what_is_not_taken(as_alice: APIClient, url: str, data: bytes, told: str) -> None:
    status, body = upload_file(as_alice, url, "a.bin", data)
    assert (status in (400, 413), told in body) == (True, True)
    assert as_alice.get(url).json()["count"] == 0


def test_pictures_and_documents_are(as_alice: APIClient, url: str) -> None:
    for name, data in (
        ("a.png", b"\x89PNG\r\n\x1a\n\x00"),
        ("b.pdf", b"%PDF-1.7\xff"),
        ("c.xlsx", b"PK\x03\x04\x00"),
        ("d.webp", b"RIFF1234WEBP"),
    ):
        assert upload_file(as_alice, url, name, data)[0] == 201
        assert as_alice.get(f"{url}content/?path={name}").content == data


def test_a_quota(as_alice: APIClient, url: str, settings: Settings) -> None:
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"workspace_files": 1})
    assert upload_file(as_alice, url, "a.txt", b"1")[0] == 201
    assert upload_file(as_alice, url, "a.txt", b"2")[0] == 201
    status, body = upload_file(as_alice, url, "b.txt", b"1")
    assert (status, "your quota of 1 files" in body) == (400, True)


def test_more_than_a_thousand_files_are_listed_in_pages(
    as_alice: APIClient, url: str, settings: Settings, alice: User
) -> None:
    names = ["a.txt", *(f"b/{number:04}.txt" for number in range(1_001))]
    store_files(alice.pk, url.split("/")[-3], dict.fromkeys(names, b"x"))
    first = as_alice.get(url).json()
    assert (len(first["files"]), first["count"], first["files"][0]["path"]) == (1_000, 1_002, "a.txt")
    rest = as_alice.get(first["next"]).json()
    assert [file["path"] for file in rest["files"]] == ["b/0999.txt", "b/1000.txt"]
    assert (rest["count"], rest["next"]) == (1_002, None)


def test_texts_of_other_encodings_are_taken_and_reviewed(as_alice: APIClient, url: str) -> None:
    german = "Größe;Straße;Anzahl\nMüller;Königstraße;3\nJäger;Brücke;5\n"
    assert upload_file(as_alice, url, "a.csv", german.encode("cp1252"))[0] == 201
    secret = ("Schlüssel für Köln\n-----BEGIN RSA PRIVATE KEY-----\nabc").encode("utf-16")
    status, body = upload_file(as_alice, url, "b.txt", secret)
    assert (status, "a private key" in body) == (400, True)
