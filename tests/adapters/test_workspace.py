"""Known ways to escape from a workspace, with both ways to resolve paths."""

import ctypes
import os
import stat
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path

import pytest

from kingdom.adapters import workspace as room
from kingdom.adapters.workspace import Workspace, path_components
from kingdom.core.errors import ToolError
from tests.rounds import rounds


@pytest.fixture(params=[True, False], ids=["openat2", "stepwise"])
def inside(request: pytest.FixtureRequest, tmp_path: Path) -> Workspace:
    if request.param and not room._BY_KERNEL:
        pytest.fail("this kernel has no openat2: run the suite on Linux 5.6 or later")
    return Workspace(tmp_path / "inside", confine_by_kernel=request.param)


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    path = tmp_path / "secret.txt"
    path.write_text("the canary")
    return path


def test_what_is_written_is_read(inside: Workspace) -> None:
    assert inside.write("a/b/notes.txt", b"hello") == 5
    assert inside.read("a/b/notes.txt") == b"hello"
    assert inside.read("./a//b/./notes.txt") == b"hello"
    assert [entry.path for entry in inside.find("*.txt")] == ["a/b/notes.txt"]
    inside.delete("a/b/notes.txt")
    with pytest.raises(ToolError, match="not there"):
        inside.read("a/b/notes.txt")


@pytest.mark.parametrize(
    "path",
    [
        pytest.param("../secret.txt", id="parent"),
        pytest.param("a/../../secret.txt", id="parent-inside"),
        pytest.param("a/..", id="parent-at-the-end"),
        pytest.param("/etc/passwd", id="absolute"),
        pytest.param("//etc/passwd", id="double-slash"),
        pytest.param("a\x00.txt", id="nul"),
        pytest.param("a\nb", id="newline"),
        pytest.param("..\\secret.txt", id="back-slash"),
        pytest.param("x" * 300, id="long-name"),
        pytest.param("a/" * 20 + "b", id="deep"),
        pytest.param("a" * 2000, id="long-path"),
        pytest.param("", id="empty"),
        pytest.param(".", id="itself"),
        pytest.param("cafe\u0301.txt", id="decomposed"),
        pytest.param("a\u200bb", id="zero-width"),
        pytest.param("a\u202eb", id="right-to-left-override"),
        pytest.param("\udc80", id="surrogate"),
        pytest.param(".kingdom-draft-1", id="reserved"),
    ],
)
def test_what_is_not_plainly_a_relative_path_is_refused(path: str) -> None:
    with pytest.raises(ToolError):
        path_components(path)


def test_a_link_to_the_outside_is_not_followed(inside: Workspace, secret: Path, tmp_path: Path) -> None:
    (tmp_path / "inside" / "link.txt").symlink_to(secret)
    (tmp_path / "inside" / "folder").symlink_to(tmp_path)
    for path in ("link.txt", "folder/secret.txt"):
        with pytest.raises(ToolError):
            inside.read(path)
    assert inside.find("*") == []
    with pytest.raises(ToolError):
        inside.write("folder/new.txt", b"x")
    assert not (tmp_path / "new.txt").exists()
    inside.write("link.txt", b"replaced")
    assert secret.read_text() == "the canary"
    assert inside.read("link.txt") == b"replaced"


def test_a_link_that_stays_inside_is_refused_too(inside: Workspace, tmp_path: Path) -> None:
    inside.write("real.txt", b"x")
    (tmp_path / "inside" / "alias").symlink_to("real.txt")
    with pytest.raises(ToolError, match="link"):
        inside.read("alias")


def test_a_hard_link_is_refused(inside: Workspace, secret: Path, tmp_path: Path) -> None:
    os.link(secret, tmp_path / "inside" / "hard.txt")
    with pytest.raises(ToolError, match="hard link"):
        inside.read("hard.txt")
    inside.write("hard.txt", b"mine")
    assert secret.read_text() == "the canary"


def test_a_fifo_and_a_device_do_not_hang_and_are_refused(inside: Workspace, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "inside" / "pipe")
    with pytest.raises(ToolError, match="not a plain file"):
        inside.read("pipe")
    if os.geteuid() == 0:
        os.mknod(tmp_path / "inside" / "zero", stat.S_IFCHR | 0o600, os.makedev(1, 5))
        with pytest.raises(ToolError):
            inside.read("zero")


def test_a_folder_is_not_a_file(inside: Workspace) -> None:
    inside.write("a/b.txt", b"x")
    for act in (
        lambda: inside.read("a"),
        lambda: inside.write("a", b"x"),
        lambda: inside.delete("a"),
        lambda: inside.write("a/b.txt/c", b""),
    ):
        with pytest.raises(ToolError):
            act()


def test_two_names_that_differ_in_case_are_refused(inside: Workspace) -> None:
    inside.write("Notes.txt", b"x")
    with pytest.raises(ToolError, match="only in case"):
        inside.write("notes.txt", b"y")


def test_sizes_are_bounded_and_the_bound_is_said(inside: Workspace) -> None:
    with pytest.raises(ToolError, match="at most 10"):
        inside.write("big.txt", b"x" * 11, limit=10)
    inside.write("big.txt", b"x" * 11)
    with pytest.raises(ToolError, match="at most 10"):
        inside.read("big.txt", limit=10)


def test_no_draft_is_left_behind(inside: Workspace, tmp_path: Path) -> None:
    inside.write("a/b.txt", b"x")
    with pytest.raises(ToolError):
        inside.write("a", b"x")
    assert [path.name for path in (tmp_path / "inside").rglob("*")] == ["a", "b.txt"]


@contextmanager
def racing(tmp_path: Path) -> Iterator[Path]:
    """Swap the folder ``d`` and a link to the outside in a loop; yield the outside folder."""
    folder, link, outside = tmp_path / "inside" / "d", tmp_path / "inside" / "d.link", tmp_path / "outside"
    outside.mkdir()
    (outside / "f.txt").write_text("the canary")
    link.symlink_to(outside)
    exchange = partial(
        ctypes.CDLL(None).renameat2, -100, bytes(folder), -100, bytes(link), 2
    )  # AT_FDCWD, RENAME_EXCHANGE
    stop = threading.Event()

    def swap() -> None:
        while not stop.is_set():
            exchange()

    racer = threading.Thread(target=swap)
    racer.start()
    try:
        yield outside
    finally:
        stop.set()
        racer.join()


def test_a_link_swapped_between_check_and_use_never_leaks(inside: Workspace, tmp_path: Path) -> None:
    inside.write("d/f.txt", b"honest")
    honest = refused = 0
    with racing(tmp_path):
        for _ in range(rounds(1_000, 10_000)):
            try:
                assert inside.read("d/f.txt") == b"honest"
                honest += 1
            except ToolError:
                refused += 1
    assert honest > 0
    assert refused > 0


def test_a_link_swapped_under_a_write_never_writes_outside(tmp_path: Path, inside: Workspace) -> None:
    (tmp_path / "inside" / "d").mkdir()
    with racing(tmp_path) as outside:
        for _ in range(rounds(300, 2_000)):
            with suppress(ToolError):
                inside.write("d/w.txt", b"mine")
    assert [path.name for path in outside.iterdir()] == ["f.txt"]
