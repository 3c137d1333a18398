"""Kills for want of memory are counted in the product's own group: those in sandboxes tell nothing of its workers."""

from pathlib import Path

import pytest

from kingdom.ops.processes.killed_processes import kills_for_memory

GROUP = "user.slice/kingdom"


def _write(file: Path, text: str) -> None:
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text)


@pytest.mark.parametrize(
    ("own", "file", "text"),
    [
        (f"0::/{GROUP}\n", f"{GROUP}/memory.events.local", "low 0\noom 5\noom_kill 3\noom_group_kill 0\n"),
        (
            f"9:name=systemd:/\n4:memory:/{GROUP}\n0::/\n",
            f"memory/{GROUP}/memory.oom_control",
            "under_oom 0\noom_kill 3\n",
        ),
        ("4:cpu,memory:/\n", "memory/memory.oom_control", "oom_kill_disable 0\noom_kill 3\n"),
    ],
    ids=["version 2", "version 1", "version 1, the root"],
)
def test_the_own_group_is_counted(tmp_path: Path, own: str, file: str, text: str) -> None:
    _write(tmp_path / "proc/self/cgroup", own)
    _write(tmp_path / "proc/vmstat", "oom_kill 198\n")
    _write(tmp_path / "cgroup" / file, text)
    assert kills_for_memory(tmp_path / "proc", tmp_path / "cgroup") == 3


@pytest.mark.parametrize("own", ["", "0::/gone\n", "4:memory:/gone\n"])
def test_without_a_group_the_machine_is_counted(tmp_path: Path, own: str) -> None:
    _write(tmp_path / "proc/self/cgroup", own)
    _write(tmp_path / "proc/vmstat", "nr_free_pages 7\noom_kill 198\n")
    assert kills_for_memory(tmp_path / "proc", tmp_path / "cgroup") == 198


def test_nothing_is_known_where_nothing_counts(tmp_path: Path) -> None:
    assert kills_for_memory(tmp_path, tmp_path) is None


def test_this_machine_counts() -> None:
    assert kills_for_memory() is not None
