"""A file that has its name only when it is complete."""

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from kingdom.ops.backup.archive import ArchiveWriter, BackupHeader
from kingdom.ops.backup.complete_file import new_file

KILLED = """
import os, signal, sys
from pathlib import Path
from kingdom.ops.backup.complete_file import new_file
with new_file(Path(sys.argv[1])) as file:
    file.write(b"half of the users' words")
    file.flush()
    os.kill(os.getpid(), int(sys.argv[2]))
"""
HEADER = BackupHeader(format=1, release="0.1.0", created_at="", migrations=(), has_keys=False)


@pytest.fixture(params=["without a name", "hidden"])
def folder(request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder, of a file system that has files without names or not."""
    open_file: Callable[..., int] = os.open

    def without_tmpfile(path: str, flags: int, *rest: int) -> int:
        if flags & os.O_TMPFILE == os.O_TMPFILE:
            raise OSError(errno.EOPNOTSUPP, "not here", path)
        return open_file(path, flags, *rest)

    if request.param == "hidden":
        monkeypatch.setattr(os, "open", without_tmpfile)
    return tmp_path


def test_it_is_whole_and_private(folder: Path) -> None:
    with new_file(folder / "a.tar") as file:
        file.write(b"all")
        assert not (folder / "a.tar").exists()
    assert [path.name for path in folder.iterdir()] == ["a.tar"]
    assert ((folder / "a.tar").read_bytes(), (folder / "a.tar").stat().st_mode & 0o777) == (b"all", 0o600)


def test_an_error_leaves_nothing(folder: Path) -> None:
    with pytest.raises(OSError, match="full"), new_file(folder / "a.tar"):
        raise OSError(errno.ENOSPC, "full")
    assert list(folder.iterdir()) == []


def test_a_file_that_somebody_made_meanwhile_stays(folder: Path) -> None:
    with pytest.raises(FileExistsError), new_file(folder / "a.tar"):
        (folder / "a.tar").write_bytes(b"theirs")
    assert [(path.name, path.read_bytes()) for path in folder.iterdir()] == [("a.tar", b"theirs")]


@pytest.mark.parametrize("number", [9, 15])
def test_a_kill_leaves_nothing(tmp_path: Path, number: int) -> None:
    done = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path / "a.tar"), str(number)], check=False)
    assert done.returncode == -number
    assert list(tmp_path.iterdir()) == []


def test_a_full_disk_ends_with_its_own_error_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(OSError, match="full"), (tmp_path / "a").open("wb") as file, ArchiveWriter(file, HEADER):
        raise OSError(errno.ENOSPC, "full")
    assert capsys.readouterr().err == ""
