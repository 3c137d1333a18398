"""The settings that isolate a sandbox, field by field, without running anything."""

import json
import os
import socket
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from docker.types import HostConfig

from kingdom.adapters.sandbox.backends import cgroup, private_tree
from kingdom.adapters.sandbox.backends.bubblewrap_command import bwrap_arguments, systemd_scope_arguments
from kingdom.adapters.sandbox.backends.docker import container_settings, host_settings, isolate_host
from kingdom.adapters.sandbox.backends.docker_box import Demultiplexer
from kingdom.adapters.sandbox.backends.guest_program import guest_command, guest_source
from kingdom.adapters.sandbox.backends.private_tree import SandboxTree, prepare_tree
from kingdom.adapters.sandbox.backends.process_owner import is_owner_alive, owner_name
from kingdom.adapters.sandbox.backends.seccomp import docker_profile
from kingdom.adapters.sandbox.port import MAX_LIMITS, check_limits
from kingdom.adapters.sandbox.settings import load_sandbox_config
from kingdom.contracts.sandbox import SandboxLimits
from kingdom.core.errors import BadConfiguration, BadInput


def test_host_config() -> None:
    """What is sent to the engine: a change here changes the guarantees."""
    host = HostConfig(version="1.41", **host_settings(SandboxLimits(), "", docker_profile("x86_64")))
    fixed = {"NetworkMode": "none", "IpcMode": "none", "ReadonlyRootfs": True, "CapDrop": ["ALL"], "PidsLimit": 50}
    limits = {"CpuPeriod": 100_000, "CpuQuota": 50_000, "CpuShares": 256, "Memory": 256 << 20, "MemorySwap": 256 << 20}
    assert host.items() >= (fixed | limits).items()
    assert host["Tmpfs"]["/tmp"] == "rw,noexec,nosuid,nodev,size=32m,mode=1777,nr_inodes=4096"
    assert host["Tmpfs"]["/dev/mqueue"].startswith("ro,")
    assert host["LogConfig"]["Type"] == "none"
    assert {limit["Name"]: (limit["Soft"], limit["Hard"]) for limit in host["Ulimits"]} == {
        "nofile": (4096, 4096),
        "core": (0, 0),
        "fsize": (32 << 20, 32 << 20),
    }
    new_privileges, profile = host["SecurityOpt"]
    assert new_privileges == "no-new-privileges:true"
    assert json.loads(profile.removeprefix("seccomp="))["defaultAction"] == "SCMP_ACT_ERRNO"
    paths = {"Binds", "Mounts", "VolumesFrom", "Devices"}
    rights = {"Privileged", "CapAdd", "PidMode", "UsernsMode", "PortBindings"}
    assert not any(host.get(name) for name in paths | rights)


def test_masked_paths() -> None:
    """Everything of the host in /proc is hidden, whatever this kernel has there; nothing of a process is."""
    host = isolate_host({"NetworkMode": "none"})
    assert (host["NetworkMode"], host["CgroupnsMode"]) == ("none", "private")
    hidden = set(host["MaskedPaths"])
    assert {
        "/proc/cmdline",
        "/proc/meminfo",
        "/proc/sys",
        "/proc/stat",
        "/sys",
        "/dev/pts",
        "/etc/resolv.conf",
    } <= hidden
    kept = {f"/proc/{name}" for name in os.listdir("/proc") if not name.isdigit()} - hidden
    assert kept == {"/proc/self", "/proc/thread-self", "/proc/mounts", "/proc/net"}


def test_container_settings() -> None:
    made = container_settings("sha256:abc", "host.1.2", 1_800_000_000.9, 60_600)
    assert (made["user"], made["environment"], made["hostname"]) == ("60600:65534", {}, "sandbox")
    assert made["labels"] == {
        "kingdom.sandbox": "1",
        "kingdom.sandbox.owner": "host.1.2",
        "kingdom.sandbox.deadline": "1800000000",
    }
    assert made["command"][:4] == ["/usr/bin/python3", "-I", "-S", "-c"]
    assert "volumes" not in made


def test_bubblewrap_line() -> None:
    words = bwrap_arguments(SandboxTree(Path("/tree"), ("unshare",)), SandboxLimits(tmp_mb=8), 9)
    namespaces = {f"--unshare-{name}" for name in ("user", "ipc", "pid", "net", "uts", "cgroup")}
    assert namespaces | {"--disable-userns", "--new-session", "--die-with-parent", "--as-pid-1", "--clearenv"} <= set(
        words
    )
    binds = [words[at + 1 : at + 3] for at, word in enumerate(words) if "bind" in word]
    assert binds[0] == ["/tree", "/"]
    assert binds[-1] == ["/tree/dev", "/dev"]
    masks = {path: empty for empty, path in binds[1:-1]}
    assert set(masks.values()) == {"/tree/dev/null"}
    assert {"/proc/cmdline", "/proc/meminfo", "/proc/cpuinfo", "/proc/loadavg"} <= set(masks)
    assert words[words.index("--size") + 1] == str(8 << 20)
    assert words[words.index("--cap-drop") + 1] == "ALL"
    read_only = [words[at + 1] for at, word in enumerate(words) if word == "--remount-ro"]
    assert {"/proc/sys", "/proc"} <= set(read_only)
    assert {words[at + 1] for at, word in enumerate(words) if word == "--tmpfs"} == {*read_only, "/tmp"} - {"/proc"}


def test_bubblewrap_line_of_a_shared_tree() -> None:
    """Without root the devices are the host's own, one by one, and /dev has nothing else."""
    words = bwrap_arguments(SandboxTree(Path("/tree")), SandboxLimits(), 9)
    devices = [words[at + 1] for at, word in enumerate(words) if word == "--dev-bind"]
    assert devices == [f"/dev/{name}" for name in ("null", "zero", "full", "random", "urandom")]
    assert "--dev" not in words


@pytest.mark.parametrize("program", [None, "#!/bin/sh\nexec sleep 60\n"])
def test_a_probe_that_cannot_run_or_hangs_leaves_the_tree_shared(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str | None
) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    if program is not None:
        (programs / "unshare").write_text(program)
        (programs / "unshare").chmod(0o755)
    monkeypatch.setattr("os.geteuid", lambda: 0)
    monkeypatch.setattr("os.defpath", f"{programs}:/bin" if program else str(programs))
    monkeypatch.setattr(private_tree, "PROBE_S", 0.2)
    monkeypatch.setattr(private_tree, "_device_layer", lambda layer: layer)
    assert not prepare_tree(tmp_path).is_private


def test_a_tree_that_cannot_be_private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is used as it is, and file locks are then refused."""
    assert not prepare_tree(tmp_path / "a:b").is_private
    assert not prepare_tree(tmp_path).is_private, "there is no rootfs to mount over"
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    assert not prepare_tree(tmp_path).is_private


def test_systemd_scope_line() -> None:
    line = systemd_scope_arguments(["systemd-run", "--user", "--scope"], SandboxLimits())
    assert line[-1] == "--"
    assert {"MemoryMax=256M", "MemorySwapMax=0", "TasksMax=50", "CPUQuota=50%"} <= set(line)
    assert systemd_scope_arguments([], SandboxLimits()) == []


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """A cgroup version 2 tree made of ordinary files."""
    for folder in (tmp_path, tmp_path / cgroup.GROUP_NAME):
        folder.mkdir(exist_ok=True)
        (folder / "cgroup.subtree_control").write_text("")
    return tmp_path


def test_cgroup_version_2_files(tree: Path) -> None:
    """The version 2 branch on plain files: values of the files, and controllers enabled for children."""
    group = cgroup.ControlGroup("box", replace(SandboxLimits(), memory_mb=64, processes=7), 2, tree)
    assert (tree / "cgroup.subtree_control").read_text() == "+memory +pids +cpu"
    written = {path.name: path.read_text() for path in (tree / cgroup.GROUP_NAME / "box").iterdir()}
    assert written == {
        "memory.max": str(64 << 20),
        "pids.max": "7",
        "cpu.max": "200000 100000",
    }  # no swap file, no swap limit
    group.apply_cpu_limit()
    assert (tree / cgroup.GROUP_NAME / "box" / "cpu.max").read_text() == "50000 100000"
    (tree / cgroup.GROUP_NAME / "box" / "memory.events").write_text("low 0\noom 3\noom_kill 2\n")
    assert group.oom_kills() == 2
    assert group.entry_files() == [str(tree / cgroup.GROUP_NAME / "box" / "cgroup.procs")]


def test_cgroup_version_1_values() -> None:
    assert cgroup.limit_files(SandboxLimits(), 1) == {
        "memory": {"memory.limit_in_bytes": "268435456", "memory.memsw.limit_in_bytes": "268435456"},
        "pids": {"pids.max": "50"},
        "cpu": {"cpu.cfs_period_us": "100000", "cpu.cfs_quota_us": "50000"},
    }
    assert cgroup.limit_files(SandboxLimits(), 2)[""]["memory.swap.max"] == "0"


def test_owner_of_a_dead_process() -> None:
    assert is_owner_alive(owner_name())
    host, pid, _start = owner_name().rsplit(".", 2)
    assert not is_owner_alive(f"{host}.{pid}.1")  # the same number, another process
    done = subprocess.Popen(["true"])
    done.wait()
    assert not is_owner_alive(f"{socket.gethostname()}.{done.pid}.5")
    assert is_owner_alive("elsewhere.1.1")
    assert not is_owner_alive("nonsense")
    assert not is_owner_alive("")


@pytest.mark.parametrize(
    "field", ["memory_mb", "cpu", "processes", "timeout_s", "tmp_mb", "answer_bytes", "stderr_bytes"]
)
def test_limits_have_caps(field: str) -> None:
    check_limits(SandboxLimits())
    check_limits(MAX_LIMITS)
    wrongs: list[Any] = [getattr(MAX_LIMITS, field) * 2, 0, -1, float("nan"), True, "9"]
    for wrong in wrongs:
        with pytest.raises(BadInput):
            check_limits(replace(SandboxLimits(), **{field: wrong}))


def test_settings(tmp_path: Path) -> None:
    assert load_sandbox_config({"KINGDOM_SANDBOX_ROOT": "/x"}).root == Path("/x")
    read = load_sandbox_config(
        {"KINGDOM_SANDBOX_REQUIRE": "net, kernel", "KINGDOM_SANDBOX_RUNTIME": "runsc"}, backend=None, root=tmp_path
    )
    assert (read.backend, read.require, read.runtime, read.root) == (
        "auto",
        frozenset({"net", "kernel"}),
        "runsc",
        tmp_path,
    )
    for wrong in (
        {"KINGDOM_SANDBOX_BACKEND": "local"},
        {"KINGDOM_SANDBOX_RUNTIME": "sh"},
        {"KINGDOM_SANDBOX_REQUIRE": "magic"},
        {"KINGDOM_SANDBOX_WAIT_S": "0"},
        {"KINGDOM_SANDBOX_WAIT_S": "-1"},
        {"KINGDOM_SANDBOX_WAIT_S": "3600.1"},
    ):
        with pytest.raises(BadConfiguration):
            load_sandbox_config(wrong)


def test_demultiplexer() -> None:
    streams = Demultiplexer()
    data = b"\x01\0\0\0\0\0\0\x03abc\x02\0\0\0\0\0\0\x02no\x01\0\0\0\0\0\0\x01d"
    assert b"".join(streams.feed(data[at : at + 1]) for at in range(len(data))) == b"abcd"
    assert streams.startup_stderr == b"no"
    streams.feed(b"\x02\0\0\0\0\0\x20\0" + b"x" * 8192)
    assert len(streams.startup_stderr) == 4096


def test_supervisor_is_one_text_of_the_standard_library() -> None:
    text = guest_source()
    compile(text, "supervisor", "exec")
    assert "kingdom" not in text
    *_, given = guest_command()
    compile(given, "given", "exec")
    assert repr(text) in given
    assert len(given.encode()) < 131_072  # one argument of execve(2)


def test_the_daemon_runs_without_django() -> None:
    code = "import sys, kingdom.adapters.sandbox.daemon; sys.exit('django' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
