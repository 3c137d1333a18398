"""kill -9 of the engine during a call: the call ends, no process stays, and the daemon reports the reason."""

import os
import shutil
import signal
import subprocess
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from kingdom.adapters.sandbox import SandboxClient
from kingdom.adapters.sandbox.backends.seccomp import SECCOMP_FILE
from kingdom.contracts.sandbox import Program, SandboxLimits, SandboxOutcome
from kingdom.core.errors import KingdomError, SandboxUnavailable
from tests.factories.sandboxd import Sandboxd, wait_for

pytestmark = [pytest.mark.sandbox, pytest.mark.docker, pytest.mark.chaos]
SCRIPT = SECCOMP_FILE.parents[2] / "scripts" / "engine.sh"
UNPACKED = Path("/var/lib/kingdom-engine")
MARK = "engine-kill-test"
SPIN = Program(code=f"# {MARK}\ndef handle(p, ctx):\n    while True:\n        pass\n")


@pytest.fixture
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, str]]:
    """A second engine with its own socket, so that the machine's engine is not killed."""
    if os.geteuid() != 0 or not ((UNPACKED / "unpacked").exists() or shutil.which("dockerd")):
        pytest.skip("no engine can be started here: run scripts/engine.sh start as root")
    root = Path(tmp_path_factory.mktemp("e"))
    if (UNPACKED / "unpacked").exists():
        (root / "root").symlink_to(UNPACKED / "root")
        (root / "unpacked").touch()
    environ = {**os.environ, "KINGDOM_ENGINE_ROOT": str(root), "KINGDOM_ENGINE_SOCKET": str(root / "docker.sock")}
    started = subprocess.run([SCRIPT, "start"], env=environ, capture_output=True, text=True, timeout=60, check=False)
    assert started.returncode == 0, started.stderr
    try:
        yield {"DOCKER_HOST": f"unix://{root}/docker.sock", "PIDFILE": str(root / "dockerd.pid")}
    finally:
        subprocess.run([SCRIPT, "stop"], env=environ, capture_output=True, timeout=60, check=False)
        sweep(str(root))


def sweep(root: str) -> None:
    """Remove the shims and mounts that an engine leaves when it is killed with -9."""
    for folder in Path("/proc").iterdir():
        try:
            if (
                folder.name.isdigit()
                and int(folder.name) != os.getpid()
                and root.encode() in (folder / "cmdline").read_bytes()
            ):
                os.kill(int(folder.name), signal.SIGKILL)
        except OSError:  # it ended while we looked
            continue
    mounts = [
        line.split()[1] for line in Path("/proc/mounts").read_text().splitlines() if line.split()[1].startswith(root)
    ]
    for mount in sorted(mounts, reverse=True):
        subprocess.run(["umount", "-l", mount], capture_output=True, check=False)


def supervisors(ancestor: str) -> int:
    """Return the number of running pid 1 processes whose shim belongs to an engine's folder."""
    found = 0
    for folder in Path("/proc").iterdir():
        try:
            if folder.name.isdigit() and b"not pid 1" in (folder / "cmdline").read_bytes():
                parent = (folder / "stat").read_text().rpartition(")")[2].split()[1]
                found += ancestor.encode() in Path(f"/proc/{parent}/cmdline").read_bytes()
        except OSError:  # it ended while we looked
            continue
    return found


def _spin(client: SandboxClient, ends: list[object]) -> None:
    try:
        ends.append(client.run(SPIN, 1, SandboxLimits()))
    except KingdomError as error:
        ends.append(error)


def test_engine_killed(engine: dict[str, str], tmp_path: Path) -> None:
    folder = str(Path(engine["PIDFILE"]).parent)
    daemon = Sandboxd(tmp_path, "docker", {"DOCKER_HOST": engine["DOCKER_HOST"]})
    ends: list[object] = []
    worker = threading.Thread(target=_spin, args=(daemon.client, ends))
    try:
        worker.start()
        wait_for(lambda: daemon.client.status()["running"] == 1 and supervisors(folder) >= 1, 90)
        os.kill(int(Path(engine["PIDFILE"]).read_text()), signal.SIGKILL)
        worker.join(timeout=90)
        assert len(ends) == 1
        assert isinstance(ends[0], SandboxUnavailable) or (
            isinstance(ends[0], SandboxOutcome) and ends[0].status in ("crashed", "timeout")
        )
        wait_for(lambda: supervisors(folder) == 0, 60)
        with pytest.raises(SandboxUnavailable, match="docker: "):
            daemon.client.run(SPIN, 1, SandboxLimits())
        assert daemon.client.status()["backend"] == "refused"
    finally:
        daemon.close()
