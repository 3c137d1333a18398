"""Documents are read to text in the real sandbox; hostile ones end there, within its bounds."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from pytest_django import Settings

from kingdom.accounts.models import User
from kingdom.contracts.attachments import FileKind
from kingdom.core.errors import ToolError
from kingdom.orchestrator.conversations.services import conversation_create
from kingdom.providers.sandboxes import _client
from kingdom.tools.documents import services
from kingdom.tools.documents.services import LIMITS, document_text
from kingdom.tools.files.attachments import attached_files, file_text
from kingdom.tools.files.services import file_upload
from tests.factories.documents import (
    archive,
    entity_bomb,
    page_loop,
    pdf_document,
    spreadsheet,
    stream_bomb,
    word_document,
    zip_bomb,
)
from tests.factories.sandboxd import Sandboxd
from tests.factories.sandboxd import daemon as daemon

pytestmark = [pytest.mark.sandbox, pytest.mark.django_db]
SALES = spreadsheet([["region", "amount"], ["North", 10], ["South, East", 20.5]], [["other", 1]])


@pytest.fixture(autouse=True)
def _sandbox(daemon: Sandboxd, settings: Settings, tmp_path: Path) -> Iterator[None]:
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"sandbox_socket": daemon.path, "data": tmp_path})
    _client.cache_clear()
    services._cache.clear()
    yield
    _client.cache_clear()


@pytest.mark.parametrize(
    ("kind", "data", "text"),
    [
        ("pdf", pdf_document("Hello there.", "Second page."), "Hello there.\n\nSecond page.\n\n"),
        (
            "document",
            word_document("Grüße aus Köln", table=[["name", "age"], ["Ann", "30"]]),
            "Grüße aus Köln\n\n| name | age |\n|---|---|\n| Ann | 30 |\n\n",
        ),
        ("spreadsheet", SALES, 'region,amount\nNorth,10\n"South, East",20.5\n'),
    ],
    ids=["pdf", "docx", "xlsx"],
)
def test_documents_become_text(kind: FileKind, data: bytes, text: str) -> None:
    read = document_text(user_id=1, data=data, kind=kind)
    assert (read.text, read.problem) == (text, "")
    assert read.sheets == (2 if kind == "spreadsheet" else 0)


@pytest.mark.parametrize(
    ("kind", "make", "problem"),  # a document is made in its own test: at collection every worker would make all
    [
        ("spreadsheet", zip_bomb, "too_large"),
        ("document", entity_bomb, "unreadable"),
        ("pdf", stream_bomb, "too_large|unreadable|no_text"),
        ("pdf", page_loop, "too_large|unreadable|no_text"),
        ("document", lambda: archive({f"{n}": b"" for n in range(6_000)}), "too_large"),
        ("spreadsheet", lambda: b"PK\x03\x04 no archive", "unreadable"),
        ("pdf", lambda: b"%PDF-1.7\n" + bytes(range(256)) * 1_000, "unreadable|no_text"),
        ("document", lambda: spreadsheet([["a"]]), "unreadable"),
        ("pdf", lambda: pdf_document(*["x" * 90_000] * 15), "too_large"),
        ("pdf", lambda: pdf_document(""), "no_text"),
    ],
    ids=["zip", "entities", "stream", "loop", "parts", "cut", "noise", "other", "long", "empty"],
)
def test_hostile_documents_end_in_the_sandbox(
    daemon: Sandboxd, kind: FileKind, make: Callable[[], bytes], problem: str
) -> None:
    data = make()
    assert len(data) < 2_000_000, "an upload's limit"
    read = document_text(user_id=1, data=data, kind=kind)
    assert read.problem in problem.split("|")
    assert read.text == ""
    again = document_text(user_id=1, data=SALES, kind="spreadsheet")
    assert again.problem == "", "the sandbox serves the next one"
    assert daemon.resident() < 300 << 20
    assert (LIMITS.timeout_s, LIMITS.memory_mb) == (25.0, 512)


def test_specialists_get_the_text_of_documents(alice: User) -> None:
    talk = str(conversation_create(user_id=alice.pk).pk)
    key = "-----BEGIN RSA PRIVATE KEY-----"
    for path, data in (("sales.xlsx", SALES), ("key.docx", word_document(key, "abc")), ("bad.pdf", b"%PDF-1.7 x")):
        file_upload(user_id=alice.pk, workspace_id=talk, path=path, data=data)
    found = attached_files(user_id=alice.pk, workspace_id=talk, paths=["sales.xlsx", "key.docx", "bad.pdf"])
    assert [(file.kind, file.header, file.sheets, file.problem) for file in found] == [
        ("spreadsheet", "region, amount", 2, ""),
        ("document", "", 0, "secret"),
        ("pdf", "", 0, "unreadable"),
    ]
    assert found[0].routing_line == "sales.xlsx: spreadsheet table with the columns region, amount"
    assert file_text(user_id=alice.pk, workspace_id=talk, path="sales.xlsx").startswith("region,amount\nNorth,10\n")
    with pytest.raises(ToolError, match="no text that can be read"):
        file_text(user_id=alice.pk, workspace_id=talk, path="bad.pdf")


def test_without_a_sandbox_nothing_is_read_and_nothing_is_kept(settings: Settings, tmp_path: Path) -> None:
    there = settings.KINGDOM
    settings.KINGDOM = there.model_copy(update={"sandbox_socket": tmp_path / "none.sock"})
    _client.cache_clear()
    assert document_text(user_id=1, data=SALES, kind="spreadsheet").problem == "unreadable"
    settings.KINGDOM = there
    _client.cache_clear()
    assert document_text(user_id=1, data=SALES, kind="spreadsheet").problem == ""
