"""Exports: everything of one user and nothing of others, no held-out test, no secret; they expire, and only once."""

import json
import uuid
from collections.abc import Mapping
from datetime import timedelta
from io import BytesIO
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from django.conf import LazySettings
from django.conf import settings as django_settings
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoCaptureOnCommitCallbacks
from rest_framework.test import APIClient

from kingdom.accounts.models import User
from kingdom.approvals.models import Notification
from kingdom.orchestrator.models import Conversation
from kingdom.personal_data import exports
from kingdom.personal_data.archive import archive_write
from kingdom.personal_data.exported_rows import NOT_ROWS, ROW_FILES
from kingdom.personal_data.exports import EXPORT_PAUSE, export_name, export_request, export_write, exports_expire
from kingdom.personal_data.models import DataExport
from kingdom.sessions.services import session_conclude
from kingdom.specialists.models.specialist import SpecialistVersion
from kingdom.tools.files.services import file_upload
from tests.factories import create_global_specialist, create_own_specialist, create_routed_message
from tests.factories.owned_rows import WITH_WORDS, WORD, owned_row, owner_path
from tests.factories.rows import plant

pytestmark = pytest.mark.django_db
HELD_OUT = "ostrichsecret"


@pytest.fixture(autouse=True)
def data(settings: LazySettings, tmp_path: Path) -> Path:
    """A data folder of the test's own."""
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"data": tmp_path})
    return tmp_path


def export_path(export_id: uuid.UUID) -> Path:
    """Where the file of an export is by default."""
    folder: Path = django_settings.KINGDOM.resolved_data / "exports"
    return folder / export_name(export_id)


def unpacked(archive: BytesIO | Path) -> Mapping[str, str]:
    with ZipFile(archive) as file:
        assert file.testzip() is None
        return {name: file.read(name).decode() for name in file.namelist()}


def test_every_model_with_words_is_exported_or_says_why_not() -> None:
    exported = {file.model for file in ROW_FILES}
    names = {model._meta.label for model in WITH_WORDS}
    assert names - exported - set(NOT_ROWS) == set(), "export its rows, or say in NOT_ROWS why not"
    assert exported & set(NOT_ROWS) == set()
    assert set(NOT_ROWS) <= names


def test_all_words_of_the_user_and_no_others(alice: User, bob: User, tmp_path: Path) -> None:
    exported = [model for model in WITH_WORDS if model._meta.label in {file.model for file in ROW_FILES}]
    rows = [owned_row(model, alice, owner_path(model)) for model in exported]
    archive_write(tmp_path / "alice.zip", user=alice)
    archive_write(tmp_path / "bob.zip", user=bob)
    files = unpacked(tmp_path / "alice.zip")
    lines = {file.model: [json.loads(line) for line in files[f"{file.path}.jsonl"].splitlines()] for file in ROW_FILES}
    for row in rows:
        assert WORD in json.dumps(lines[row._meta.label]), row._meta.label
    assert "sealed" not in files["credentials/credentials.jsonl"]
    assert WORD not in "".join(unpacked(tmp_path / "bob.zip").values())


def test_conversations_files_versions_and_specialists_without_held_out_tests(alice: User, tmp_path: Path) -> None:
    asked = create_routed_message(alice, create_global_specialist("right"), "What is *this*?")
    Conversation.objects.filter(pk=asked.conversation.pk).update(title="../../etc: my/talk")
    session_conclude(session_id=asked.session.pk, answer="It is **that**.")
    for text in (b"first", b"second"):
        file_upload(user_id=alice.pk, workspace_id=str(asked.conversation.pk), path="a/notes.txt", data=text)
    mine = create_own_specialist(alice, "poem_writer")
    tests = [{"input": HELD_OUT, "held_out": True}, {"input": HELD_OUT}, {"input": "shown", "held_out": False}]
    plant(SpecialistVersion, specialist=mine, number=2, digest="2" * 64, spec=mine.spec_snapshot, tests=tests)
    archive_write(tmp_path / "out.zip", user=alice)
    files = unpacked(tmp_path / "out.zip")
    (folder,) = {name.rsplit("/", 1)[0] for name in files if name.endswith("conversation.md")}
    assert (".." in folder, folder.count("/")) == (False, 1)
    assert "What is *this*?" in files[f"{folder}/conversation.md"]
    (message,) = json.loads(files[f"{folder}/conversation.json"])["messages"]
    assert message["answers"][0]["answer"] == "It is **that**."
    assert files[f"{folder}/files/a/notes.txt"] == "second"
    assert files[f"{folder}/versions/a/notes.txt.v1"] == "first"
    version = json.loads(next(text for name, text in files.items() if name.endswith("version-2.json")))
    assert ([test["input"] for test in version["tests"]], version["held_out_tests"]) == (["shown"], 2)
    assert HELD_OUT not in "".join(files.values())


def test_owner_downloads_it_others_find_nothing(
    alice: User, as_alice: APIClient, as_bob: APIClient, as_stranger: APIClient, carol: User
) -> None:
    url = "/api/v1/me/exports/"
    assert as_stranger.post(url).status_code == 401
    begun = as_alice.post(url)
    assert (begun.status_code, begun.json()["state"]) == (202, "pending")
    assert as_alice.post(url).json()["id"] == begun.json()["id"], "one at a time"
    one = f"{url}{begun.json()['id']}/"
    assert as_alice.get(one).status_code == 404, "it is not ready"
    assert export_write(export_id=begun.json()["id"])
    assert not export_write(export_id=begun.json()["id"]), "once"
    admin, page = Client(), Client()
    admin.force_login(carol)
    page.force_login(alice)
    assert [client.get(one).status_code for client in (as_bob, as_stranger, admin)] == [404, 401, 404]
    for answer in (as_alice.get(one), page.get(f"/me/exports/{begun.json()['id']}/")):
        body = answer.getvalue()
        assert "alice" in unpacked(BytesIO(body))["account/account.json"]
        assert int(answer["Content-Length"]) == len(body)
    assert "Download" in page.get("/me/").content.decode()
    assert Notification.objects.filter(user=alice, kind="data_export").count() == 1
    assert as_bob.get(url).json()["results"] == []


def test_it_expires_and_a_new_one_replaces_it(alice: User, as_alice: APIClient, data: Path) -> None:
    first = export_request(user_id=alice.pk)
    export_write(export_id=first.pk)
    assert [path.stat().st_mode & 0o077 for path in (export_path(first.pk), data / "exports")] == [0, 0]
    DataExport.objects.update(expires_at=timezone.now() - timedelta(seconds=1))
    url = f"/api/v1/me/exports/{first.pk}/"
    assert as_alice.get(url).status_code == 410
    exports_expire()
    assert not export_path(first.pk).exists()
    assert as_alice.get(url).status_code == 410
    DataExport.objects.update(finished_at=timezone.now() - EXPORT_PAUSE)
    with_file = export_request(user_id=alice.pk)
    export_write(export_id=with_file.pk)
    DataExport.objects.update(finished_at=timezone.now() - EXPORT_PAUSE)
    page = Client()
    page.force_login(alice)
    assert "being collected" in page.post("/me/export/", follow=True).content.decode()
    assert DataExport.objects.get().pk not in (first.pk, with_file.pk)


def test_a_second_one_within_an_hour_is_refused(alice: User, as_alice: APIClient, data: Path) -> None:
    first = export_request(user_id=alice.pk)
    export_write(export_id=first.pk)
    answer = as_alice.post("/api/v1/me/exports/")
    assert (answer.status_code, answer.json()["code"]) == (429, "busy")
    assert 3_500 < int(answer["Retry-After"]) <= 3_600
    page = Client()
    page.force_login(alice)
    assert "within the last hour" in page.post("/me/export/", follow=True).content.decode()
    assert export_path(first.pk).exists(), "the file that is there stays"


def test_a_worker_that_died_leaves_nothing_behind(alice: User, monkeypatch: pytest.MonkeyPatch, data: Path) -> None:
    export = export_request(user_id=alice.pk)

    def fails(path: Path, **_: object) -> None:
        path.write_bytes(b"half")
        raise OSError("the disk is full")

    with monkeypatch.context() as patched:
        patched.setattr("kingdom.personal_data.exports.archive_write", fails)
        with pytest.raises(OSError, match="disk"):
            export_write(export_id=export.pk)
    assert list(data.joinpath("exports").iterdir()) == []
    DataExport.objects.update(lease_expires_at=timezone.now() - timedelta(seconds=1))
    assert export_write(export_id=export.pk), "another worker writes it"


def test_an_account_deleted_while_its_export_is_written_leaves_no_file(
    alice: User,
    monkeypatch: pytest.MonkeyPatch,
    data: Path,
    django_capture_on_commit_callbacks: DjangoCaptureOnCommitCallbacks,
) -> None:
    export = export_request(user_id=alice.pk)

    finish = exports._finish

    def finish_late(*values: Any) -> bool:  # noqa: ANN401 - passed on
        with django_capture_on_commit_callbacks(execute=True):
            DataExport.objects.get().delete()
        export_path(export.pk).write_bytes(b"words")  # as if it was moved there a moment later
        return finish(*values)

    monkeypatch.setattr(exports, "_finish", finish_late)
    assert not export_write(export_id=export.pk)
    assert list(data.joinpath("exports").iterdir()) == []


def test_a_file_of_many_rows_renews_the_lease_while_it_is_written(
    alice: User, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("kingdom.personal_data.archive.CHUNK_SIZE", "kingdom.personal_data.exported_rows.CHUNK_SIZE"):
        monkeypatch.setattr(name, 2)
    counts = []
    for _ in range(2):
        calls: list[None] = []
        archive_write(tmp_path / "out.zip", user=alice, progress=lambda: calls.append(None))  # noqa: B023 - called at once
        counts.append(len(calls))
        for _ in range(4):
            plant(Notification, user=alice)
    assert counts[1] - counts[0] == 2


def test_the_account_says_how_pages_look(alice: User, tmp_path: Path) -> None:
    User.objects.filter(pk=alice.pk).update(language="de", theme="dark")
    archive_write(tmp_path / "out.zip", user=User.objects.get(pk=alice.pk))
    account = json.loads(unpacked(tmp_path / "out.zip")["account/account.json"])
    assert (account["language"], account["theme"]) == ("de", "dark")
