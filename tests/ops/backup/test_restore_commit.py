"""The renames at the end of a restore: killed at any of them, the next start finishes the same result."""

import os
from pathlib import Path

import pytest

from kingdom.ops.launch import restore_commit
from kingdom.ops.launch.restore_commit import READY, REPLACED_NAME, STAGING, complete_restore


class _KilledError(Exception):
    """Stands for a kill at a system call."""


def _prepared(data: Path) -> None:
    for folder, text in ((data, "old"), (data / READY, "new")):
        for name in ("pg", "workspaces", "keys"):
            (folder / name).mkdir(parents=True)
            (folder / name / "file").write_text(text)
    (data / READY / REPLACED_NAME).write_text("replaced-1")
    (data / STAGING).mkdir()


def _is_complete(data: Path) -> bool:
    return all(
        (data / name / "file").read_text() == "new" and (data / "replaced-1" / name / "file").read_text() == "old"
        for name in ("pg", "workspaces", "keys")
    ) and not any((data / name).exists() for name in (READY, STAGING))


@pytest.mark.parametrize("calls", range(12))
def test_a_kill_at_any_change_is_completed(tmp_path: Path, calls: int, monkeypatch: pytest.MonkeyPatch) -> None:
    _prepared(tmp_path)
    left = calls

    def dying(original: object) -> object:
        def call(*args: object, **more: object) -> object:
            nonlocal left
            if left == 0:
                raise _KilledError
            left -= 1
            return original(*args, **more)  # type: ignore[operator]

        return call

    with monkeypatch.context() as patched:
        for name in ("rename", "mkdir"):
            patched.setattr(os, name, dying(getattr(os, name)))
        patched.setattr(restore_commit, "sync_folder", dying(restore_commit.sync_folder))
        try:
            complete_restore(tmp_path)
        except _KilledError:
            complete = False
        else:
            complete = True
    assert complete == (calls >= 10), "six renames, a folder asked for three times, one sync"
    complete_restore(tmp_path)
    assert _is_complete(tmp_path)
    assert (tmp_path / "replaced-1").stat().st_mode & 0o777 == 0o700, "users' files may be in it"
    assert complete_restore(tmp_path) is False


def test_an_empty_folder_leaves_nothing_replaced(tmp_path: Path) -> None:
    _prepared(tmp_path / "x")
    (tmp_path / "x" / READY).rename(tmp_path / READY)
    (tmp_path / "workspaces").mkdir()
    assert complete_restore(tmp_path)
    assert sorted(path.name for path in tmp_path.iterdir() if path.name != "x") == ["keys", "pg", "workspaces"]
