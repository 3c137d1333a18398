"""Files in a backup are those of the database's snapshot, whatever users do meanwhile."""

import os
import time
import uuid
from pathlib import Path

import psycopg
import pytest
from django.db import connection
from pytest_django import Settings

from kingdom.accounts.models import User
from kingdom.config import Config
from kingdom.ops.backup.database_copy import database_snapshot
from kingdom.ops.backup.workspace_files import files_at_snapshot
from kingdom.tools.files.file_writes import FileAuthor, file_remove, file_write


@pytest.fixture
def author(transactional_db: None, tmp_path: Path, settings: Settings) -> FileAuthor:
    """A user with a workspace in a folder of this test."""
    settings.KINGDOM = Config.model_validate({"KINGDOM_DATA": str(tmp_path)})
    user = User.objects.create(username="alice")
    return FileAuthor(user_id=user.pk, workspace_id=str(uuid.uuid4()))


def _parameters() -> dict[str, object]:
    known = connection.get_connection_params()
    return {name: known[name] for name in ("host", "port", "user", "dbname") if known.get(name)}


def _at_snapshot(author: FileAuthor, meanwhile: object) -> dict[str, bytes]:
    root = author.folder.parent
    with database_snapshot(_parameters()) as (snapshot, _):
        meanwhile()  # type: ignore[operator]
        found = dict(files_at_snapshot(snapshot, root, taken_at=time.time() - 1))
    return {name.removeprefix(f"{author.workspace_id}/"): content for name, content in found.items()}


def test_changes_after_the_snapshot_are_left_out(author: FileAuthor) -> None:
    for name in ("kept", "changed", "removed", "twice"):
        file_write(author=author, path=f"{name}.txt", data=f"{name} at first".encode())
    for path in author.folder.iterdir():
        os.utime(path, (0, time.time() - 600))

    def meanwhile() -> None:
        file_write(author=author, path="changed.txt", data=b"changed later")
        file_write(author=author, path="new/file.txt", data=b"later")
        file_write(author=author, path="twice.txt", data=b"again")
        file_write(author=author, path="twice.txt", data=b"and again")
        file_remove(author=author, path="removed.txt")

    assert _at_snapshot(author, meanwhile) == {
        f"{name}.txt": f"{name} at first".encode() for name in ("kept", "changed", "removed", "twice")
    }


def test_a_file_without_a_version_and_an_old_edit_by_hand_are_kept(author: FileAuthor) -> None:
    file_write(author=author, path="edited.txt", data=b"by the product")
    file_write(author=author, path="gone.txt", data=b"gone")
    file_remove(author=author, path="gone.txt")
    (author.folder / "edited.txt").write_bytes(b"by hand")
    (author.folder / "untracked.txt").write_bytes(b"copied here")
    (author.folder / "link").symlink_to("/etc/passwd")
    for name in ("edited.txt", "untracked.txt"):
        os.utime(author.folder / name, (0, time.time() - 600))
    assert _at_snapshot(author, lambda: None) == {"edited.txt": b"by hand", "untracked.txt": b"copied here"}


def test_a_deleted_conversations_files_come_from_the_database(author: FileAuthor) -> None:
    file_write(author=author, path="a.txt", data=b"alive")

    def meanwhile() -> None:
        with psycopg.connect(**_parameters(), autocommit=True) as other:  # type: ignore[arg-type]
            other.execute("DELETE FROM file_versions")
        (author.folder / "a.txt").unlink()
        author.folder.rmdir()

    assert _at_snapshot(author, meanwhile) == {"a.txt": b"alive"}
