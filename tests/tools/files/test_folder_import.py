"""What an earlier release kept on the disk, and somebody changed there by hand, is taken over once."""

import os
from pathlib import Path

import pytest

from kingdom.accounts.models import User
from kingdom.tools.files.file_writes import FileAuthor, file_write
from kingdom.tools.files.folder_import import folders_import
from kingdom.tools.files.services import file_read, files_of
from kingdom.tools.models import FileVersion

pytestmark = pytest.mark.django_db
WORKSPACE = "11111111-1111-4111-8111-111111111111"
SECRET = b"-----BEGIN RSA PRIVATE KEY-----\nMIIEow\n"


@pytest.fixture
def folder(alice: User, tmp_path: Path) -> Path:
    """A folder that holds two files as the earlier release had written them."""
    (tmp_path / WORKSPACE / "a").mkdir(parents=True)
    for path in ("a/kept.txt", "old.txt"):
        file_write(author=FileAuthor(user_id=alice.pk, workspace_id=WORKSPACE), path=path, data=b"1")
        (tmp_path / WORKSPACE / path).write_bytes(b"1")
    return tmp_path / WORKSPACE


def test_only_what_the_database_lacks_is_stored(folder: Path, tmp_path: Path) -> None:
    (folder / "old.txt").write_bytes(b"by hand")
    (folder / "new.txt").write_bytes(b"new")
    (folder / "a" / "kept.txt").write_bytes(b"of an earlier version")
    os.utime(folder / "a" / "kept.txt", (1, 1))
    (folder / "link").symlink_to("/etc/passwd")
    assert folders_import(tmp_path) == 2
    assert [entry.path for entry in files_of(workspace_id=WORKSPACE)] == ["a/kept.txt", "new.txt", "old.txt"]
    assert file_read(workspace_id=WORKSPACE, path="old.txt") == b"by hand"
    assert file_read(workspace_id=WORKSPACE, path="a/kept.txt") == b"1"
    assert not folder.exists()
    assert folders_import(tmp_path) == 0


def test_a_refused_file_stays_with_its_folder(folder: Path, tmp_path: Path) -> None:
    (folder / "key.txt").write_bytes(SECRET)
    for _ in range(2):
        assert folders_import(tmp_path) == 0
        assert (folder / "key.txt").read_bytes() == SECRET
    assert not FileVersion.objects.filter(path="key.txt").exists()


def test_files_of_nobody_stay_and_other_folders_too(tmp_path: Path) -> None:
    strays = [tmp_path / WORKSPACE / "a.txt", tmp_path / "lost+found" / "a.txt"]
    for stray in strays:
        stray.parent.mkdir()
        stray.write_text("x")
    (tmp_path / WORKSPACE.replace("1", "2")).mkdir()
    assert folders_import(tmp_path) == 0
    assert all(stray.exists() for stray in strays)
    assert sorted(path.name for path in tmp_path.iterdir()) == [WORKSPACE, "lost+found"]
    assert folders_import(tmp_path / "none") == 0
