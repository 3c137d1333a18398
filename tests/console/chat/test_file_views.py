"""Pages of a conversation's files: the owner's alone, listed in pages, shown as text, deleted."""

import threading
from pathlib import Path

import pytest
from django.test import Client
from pytest_django import Settings

from kingdom.accounts.models import User
from kingdom.console.chat import file_views
from kingdom.core.errors import Busy
from kingdom.orchestrator.conversations.services import conversation_create
from kingdom.orchestrator.models import Conversation
from kingdom.tools.documents import pending_reads
from kingdom.tools.documents.services import DocumentText
from kingdom.tools.files.services import file_upload, files_of
from tests.factories.documents import pdf_document
from tests.factories.files import store_files

pytestmark = pytest.mark.django_db


@pytest.fixture
def talk(alice: User, tmp_path: Path, settings: Settings) -> Conversation:
    """A conversation of Alice's with two files."""
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"data": tmp_path})
    talk = conversation_create(user_id=alice.pk, title="Sales")
    for path, data in (("data/sales.csv", b"region,amount\nNorth,<b>1</b>\n"), ("long.txt", b"x" * 20_001)):
        file_upload(user_id=alice.pk, workspace_id=str(talk.pk), path=path, data=data)
    return talk


def test_files_are_listed_shown_and_deleted(as_alice: Client, talk: Conversation) -> None:
    page = as_alice.get(f"/c/{talk.pk}/files/").content.decode()
    assert "2 files of this conversation" in page
    assert f'href="/c/{talk.pk}/files/show/?path=data%2Fsales.csv"' in page
    shown = as_alice.get(f"/c/{talk.pk}/files/show/?path=data/sales.csv").content.decode()
    assert "sales.csv: CSV table with the columns region, amount" in shown
    assert "North,&lt;b&gt;1&lt;/b&gt;" in shown
    cut = as_alice.get(f"/c/{talk.pk}/files/show/?path=long.txt").content.decode()
    assert "The first 20000 of 20001 characters:" in cut
    answer = as_alice.post(f"/c/{talk.pk}/files/delete/", {"path": "long.txt"})
    assert (answer.status_code, answer["Location"]) == (302, f"/c/{talk.pk}/files/")
    assert [entry.path for entry in files_of(workspace_id=str(talk.pk))] == ["data/sales.csv"]


def test_a_document_that_is_being_read_says_so_and_reloads(
    as_alice: Client, talk: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    busy = threading.Event()

    def read(**_: object) -> DocumentText:
        busy.wait(20)
        return DocumentText(text="Hello there.")

    monkeypatch.setattr(pending_reads, "document_read", read)
    monkeypatch.setattr(file_views, "DOCUMENT_WAIT_S", 0.05)
    file_upload(user_id=talk.user_id, workspace_id=str(talk.pk), path="a.pdf", data=pdf_document("Hello there."))
    page = as_alice.get(f"/c/{talk.pk}/files/show/?path=a.pdf")
    assert page.status_code == 202
    assert '<meta http-equiv="refresh" content="5">' in page.content.decode()
    assert "being read in a sandbox" in page.content.decode()
    busy.set()
    monkeypatch.setattr(file_views, "DOCUMENT_WAIT_S", 20)
    shown = as_alice.get(f"/c/{talk.pk}/files/show/?path=a.pdf").content.decode()
    assert "Hello there." in shown
    assert "refresh" not in shown


def test_a_document_that_got_no_sandbox_says_so_and_does_not_reload(
    as_alice: Client, talk: Conversation, monkeypatch: pytest.MonkeyPatch
) -> None:
    def read(**_: object) -> DocumentText:
        raise Busy("All sandboxes are busy.")

    monkeypatch.setattr(pending_reads, "document_read", read)
    file_upload(user_id=talk.user_id, workspace_id=str(talk.pk), path="a.pdf", data=pdf_document("Hello there."))
    page = as_alice.get(f"/c/{talk.pk}/files/show/?path=a.pdf")
    assert page.status_code == 503
    assert "No sandbox was free within a minute" in page.content.decode()
    assert "refresh" not in page.content.decode()


def test_many_files_are_paged(as_alice: Client, talk: Conversation, tmp_path: Path) -> None:
    store_files(talk.user_id, str(talk.pk), {f"{number:03}.txt": b"x" for number in range(200)})
    first = as_alice.get(f"/c/{talk.pk}/files/").content.decode()
    assert "202 files of this conversation" in first
    assert 'href="?after=199.txt"' in first
    rest = as_alice.get(f"/c/{talk.pk}/files/?after=199.txt").content.decode()
    assert "long.txt" in rest
    assert "More files" not in rest


def test_they_are_the_owner_s_alone(client: Client, bob: User, talk: Conversation) -> None:
    as_bob, as_admin = Client(), Client()
    as_bob.force_login(bob)
    as_admin.force_login(User.objects.create_superuser("root"))
    for path in ("files/", "files/show/?path=long.txt"):
        for other in (as_bob, as_admin):
            assert other.get(f"/c/{talk.pk}/{path}").status_code == 404
        assert client.get(f"/c/{talk.pk}/{path}").status_code == 302
    for other in (as_bob, as_admin, client):
        other.post(f"/c/{talk.pk}/files/delete/", {"path": "long.txt"})
    assert len(files_of(workspace_id=str(talk.pk))) == 2


@pytest.mark.parametrize("path", ["none.txt", "../a", "/etc/passwd", ""])
def test_a_path_that_names_no_file_is_not_found(as_alice: Client, talk: Conversation, path: str) -> None:
    assert as_alice.get(f"/c/{talk.pk}/files/show/", {"path": path}).status_code == 404
    assert as_alice.post(f"/c/{talk.pk}/files/delete/", {"path": path}).status_code == 404
    assert as_alice.get(f"/c/{talk.pk}/files/delete/").status_code == 405
