"""Files are rows: every process of every host has the same ones, and no disk has any."""

from pathlib import Path

import pytest
from pytest_django import Settings

from kingdom.accounts.models import User
from kingdom.core.errors import ToolError
from kingdom.tools.files.file_writes import FileAuthor, file_remove, file_write, path_remove
from kingdom.tools.files.services import file_info, file_page, file_read, files_of
from kingdom.tools.files.workspace_files import file_content, files_matching
from kingdom.tools.models import WorkspaceUsage

pytestmark = pytest.mark.django_db
WORKSPACE = "11111111-1111-4111-8111-111111111111"


@pytest.fixture
def author(alice: User) -> FileAuthor:
    return FileAuthor(user_id=alice.pk, workspace_id=WORKSPACE)


def put(author: FileAuthor, path: str, data: bytes = b"x") -> int:
    return file_write(author=author, path=path, data=data)


def test_no_disk_has_them(author: FileAuthor, tmp_path: Path, settings: Settings) -> None:
    """A host once listed what its own disk had, so a file of one host was missing on another."""
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"data": tmp_path})
    put(author, "a/notes.txt", b"one")
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"data": tmp_path / "other"})  # another host
    assert file_read(workspace_id=WORKSPACE, path="./a//notes.txt") == b"one"
    put(author, "a/notes.txt", b"three")
    assert [tuple(entry) for entry in files_of(workspace_id=WORKSPACE)] == [("a/notes.txt", 5)]
    assert list(tmp_path.rglob("*")) == []
    assert WorkspaceUsage.objects.values_list("bytes", "files").get() == (5, 1)


def test_what_is_removed_is_gone(author: FileAuthor) -> None:
    put(author, "a.txt")
    file_remove(author=author, path="a.txt")
    assert file_info(workspace_id=WORKSPACE, path="a.txt") is None
    assert file_page(workspace_id=WORKSPACE).total == 0
    with pytest.raises(ToolError, match="not there"):
        file_remove(author=author, path="a.txt")
    assert put(author, "a.txt") == 1
    assert file_read(workspace_id=WORKSPACE, path="a.txt") == b"x"


def test_a_folder_is_not_a_file(author: FileAuthor) -> None:
    put(author, "a/b.txt")
    for act in (
        lambda: file_content(WORKSPACE, "a"),
        lambda: put(author, "a"),
        lambda: file_remove(author=author, path="a"),
        lambda: put(author, "a/b.txt/c"),
        lambda: files_matching(WORKSPACE, "*", base="b", limit=9),
    ):
        with pytest.raises(ToolError):
            act()
    assert path_remove(author=author, path="a", recursive=True) == 1
    assert put(author, "a") == 1, "a folder without files is none"


@pytest.mark.parametrize("other", ["notes.txt", "A/Notes.txt", "a/NOTES.txt"])
def test_two_names_that_differ_in_case_are_refused(author: FileAuthor, other: str) -> None:
    put(author, "a/Notes.txt")
    put(author, "Notes.txt")
    with pytest.raises(ToolError, match="only in case"):
        put(author, other)


def test_sizes_are_bounded_and_the_bound_is_said(author: FileAuthor) -> None:
    with pytest.raises(ToolError, match="at most 8388608 are written"):
        put(author, "big.bin", b"\x00" * ((8 << 20) + 1))
    put(author, "big.txt", b"x" * 11)
    with pytest.raises(ToolError, match="at most 10"):
        file_content(WORKSPACE, "big.txt", limit=10)


@pytest.mark.parametrize(
    ("pattern", "base", "limit", "found"),
    [
        ("*.csv", ".", 9, ["a.csv", "a/b.csv", "a/deep/b.csv"]),
        ("b.*", "a/", 2, ["a/b.csv", "a/b.txt"]),
        ("a/*", "./a/deep", 9, ["a/deep/b.csv"]),
        ("*.pdf", "", 9, []),
    ],
)
def test_names_and_paths_match_a_pattern_below_a_folder(
    author: FileAuthor, pattern: str, base: str, limit: int, found: list[str]
) -> None:
    for path in ("a/b.csv", "a/deep/b.csv", "a.csv", "a/b.txt"):
        put(author, path)
    assert [entry.path for entry in files_matching(WORKSPACE, pattern, base=base, limit=limit)] == found
