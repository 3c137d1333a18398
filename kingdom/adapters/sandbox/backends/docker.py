"""The Docker backend: runc by default, gVisor's runsc when the operator asks for it. The only file that speaks to an engine."""

import json
import socket
import struct
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from queue import SimpleQueue
from typing import Any

from docker.errors import APIError, DockerException, NotFound
from docker.types import LogConfig, Ulimit
from requests.exceptions import RequestException

from kingdom.adapters.sandbox.backends.docker_engine import connect_engine, find_image
from kingdom.adapters.sandbox.backends.guest_program import guest_command
from kingdom.adapters.sandbox.backends.process_owner import is_owner_alive, owner_name
from kingdom.adapters.sandbox.backends.seccomp import docker_profile, machine_architecture
from kingdom.adapters.sandbox.port import ALL_GUARANTEES, BackendLost
from kingdom.adapters.sandbox.settings import SandboxConfig
from kingdom.contracts.sandbox import SandboxLimits
from kingdom.core.errors import SandboxUnavailable

LABEL = "kingdom.sandbox"
LIFE_S = 3_600
PROBE_S = 1
ASKED_S = 10  # when the operator asks for this backend, a busy engine is better than none
REMOVERS = 8
PERIOD_US = 100_000
CPU_SHARES = 256  # a quarter of an ordinary process's weight, when the machine is busy
# All sandboxes under one group of their own, so that an operator can bound them together; the name depends on who keeps the groups.
PARENTS: Mapping[str, str] = {"cgroupfs": "/kingdom-sandboxes", "systemd": "kingdom.slice"}


def host_settings(limits: SandboxLimits, runtime: str, profile: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of the engine's HostConfig: the whole fence of a container in one place."""
    return {
        "runtime": runtime or None,
        "network_mode": "none",
        "ipc_mode": "none",
        "mem_limit": limits.memory_mb << 20,
        "memswap_limit": limits.memory_mb << 20,
        "cpu_period": PERIOD_US,
        "cpu_quota": int(limits.cpu * PERIOD_US),
        "cpu_shares": CPU_SHARES,
        "pids_limit": limits.processes,
        "read_only": True,
        "tmpfs": {
            "/tmp": f"rw,noexec,nosuid,nodev,size={limits.tmp_mb}m,mode=1777,nr_inodes=4096",  # noqa: S108
            # The engine mounts a message queue file system here, where anybody may make files that outlive a call.
            "/dev/mqueue": "ro,noexec,nosuid,nodev,size=4k,mode=0555",
        },
        "cap_drop": ["ALL"],
        "security_opt": ["no-new-privileges:true", "seccomp=" + json.dumps(profile)],
        "ulimits": [
            Ulimit(name="nofile", soft=256, hard=256),
            Ulimit(name="core", soft=0, hard=0),
            Ulimit(name="fsize", soft=32 << 20, hard=32 << 20),
        ],
        "log_config": LogConfig(type="none"),
        "auto_remove": True,
        "oom_score_adj": 500,
    }


def container_settings(image: str, owner: str, deadline: float) -> dict[str, Any]:
    """Return the rest of a container's arguments. ``deadline`` is a Unix time after which anybody may remove it."""
    return {
        "image": image,
        "command": guest_command(),
        "user": "65534:65534",
        "hostname": "sandbox",
        "working_dir": "/tmp",  # noqa: S108
        "environment": {},
        "stdin_open": True,
        "labels": {LABEL: "1", f"{LABEL}.owner": owner, f"{LABEL}.deadline": str(int(deadline))},
    }


class Demultiplexer:
    """Takes the engine's attach stream apart: 1 byte stream, 3 zero bytes, 4 bytes length, data."""

    def __init__(self) -> None:
        """Start with nothing."""
        self.buffer, self.complaint = b"", b""

    def feed(self, data: bytes) -> bytes:
        """Return the bytes of stdout; the first 4 kB of stderr are kept as the start-up complaint."""
        self.buffer += data
        out = b""
        while len(self.buffer) >= 8:
            stream, size = struct.unpack(">BxxxI", self.buffer[:8])
            if len(self.buffer) < 8 + size:
                break
            chunk, self.buffer = self.buffer[8 : 8 + size], self.buffer[8 + size :]
            if stream == 1:
                out += chunk
            else:
                self.complaint = (self.complaint + chunk)[:4_096]
        return out


class DockerBox:
    """One container and the attached socket."""

    def __init__(self, backend: "DockerBackend", ident: str, raw: Any) -> None:  # noqa: ANN401 - socket.SocketIO of the SDK
        """Take over a created container. ``raw`` keeps the SDK's response alive, which would close the socket."""
        self.ident, self.backend, self._raw = ident, backend, raw
        self._sock: socket.socket = raw._sock
        self._sock.setblocking(False)
        self._streams = Demultiplexer()
        self._dead = False
        self.born = time.time()

    def fileno(self) -> int:
        """Return the attached socket."""
        return self._sock.fileno()

    def writer(self) -> int:
        """Return the attached socket."""
        return self._sock.fileno()

    def read(self) -> bytes | None:
        """Return what the supervisor sent."""
        try:
            data = self._sock.recv(65_536)
        except BlockingIOError:
            return None
        except OSError:  # closed by the engine, or by another thread
            return b""
        return self._streams.feed(data) or None if data else b""

    def write(self, data: bytes) -> int:
        """Write as much as fits."""
        try:
            return self._sock.send(data)
        except BlockingIOError:
            return 0
        except OSError:
            raise EOFError from None

    def complaint(self) -> str:
        """Return what the interpreter wrote to stderr before the supervisor took over."""
        return self._streams.complaint.decode(errors="replace").strip()

    def on_guest_ready(self) -> None:
        """Nothing: an engine's container has all its limits from the start."""

    def oom_kills(self) -> int:
        """Return the engine's count of memory kills, which it still knows when the container is gone."""
        return self.backend.oom_events(self.ident, self.born)

    def kill(self) -> None:
        """Close the socket at once (pid 1 ends by itself then) and have the container removed.

        In this order: an attached client that has stopped reading freezes the engine's view of the container (moby#41827).
        """
        if self._dead:
            return
        self._dead = True
        with suppress(OSError):  # the engine was first
            self._sock.shutdown(socket.SHUT_RDWR)
        self._raw._response.close()
        self._raw.close()
        self._sock.close()
        self.backend.remove_soon(self.ident)


class DockerBackend:
    """Starts containers."""

    name = "docker"

    def __init__(self, config: SandboxConfig) -> None:
        """Reach the engine within a second and find the image. Raises SandboxUnavailable with what to do."""
        self._client = connect_engine(config.engine_url, PROBE_S if config.backend == "auto" else ASKED_S)
        self.api = self._client.api
        self.runtime = config.runtime
        info = self._ask(self.api.info)
        if self.runtime and self.runtime not in info.get("Runtimes", {}):
            raise SandboxUnavailable(
                f"The engine has no runtime {self.runtime}: add it to daemon.json, or unset KINGDOM_SANDBOX_RUNTIME."
            )
        self.image = find_image(self.api, config)
        self.guarantees = ALL_GUARANTEES if self.runtime == "runsc" else ALL_GUARANTEES - {"kernel"}
        self.facts: Mapping[str, Any] = {
            "engine": info.get("ServerVersion", ""),
            "runtime": self.runtime or info.get("DefaultRuntime", "runc"),
            "image": self.image,
        }
        self._host = docker_profile(machine_architecture())
        self._parent = PARENTS.get(info.get("CgroupDriver", ""), "")
        self._doomed: SimpleQueue[str | None] = SimpleQueue()
        self._alive: set[str] = set()
        self._closing = False
        self._janitor = threading.Thread(target=self._sweep, name="docker-janitor", daemon=True)
        self._janitor.start()

    def _ask(self, ask: Callable[[], Any]) -> Any:  # noqa: ANN401 - the SDK's answers are untyped
        try:
            return ask()
        except (DockerException, RequestException) as error:
            raise BackendLost(f"The Docker engine does not answer: {str(error)[:300]}") from error

    def start(self, limits: SandboxLimits) -> DockerBox:
        """Create, attach, start."""
        host = self.api.create_host_config(
            **host_settings(limits, self.runtime, self._host), cgroup_parent=self._parent or None
        )
        settings = container_settings(self.image, owner_name(), time.time() + LIFE_S)
        ident: str = self._ask(lambda: self.api.create_container(**settings, host_config=host))["Id"]
        self._alive.add(ident)
        try:
            stream = {"stdin": 1, "stdout": 1, "stderr": 1, "stream": 1}
            box = DockerBox(self, ident, self._ask(lambda: self.api.attach_socket(ident, params=stream)))
            self._ask(lambda: self._start(ident))
        except BackendLost:
            if self._closing:  # the janitor has left: whoever closes waits for this thread
                self.remove(ident)
            else:
                self.remove_soon(ident)
            raise
        return box

    def _start(self, ident: str) -> None:
        if self._closing:
            raise BackendLost("The sandbox is being shut down.")
        self.api.start(ident)

    def oom_events(self, ident: str, since: float) -> int:
        """Count the engine's out-of-memory events of one container."""
        span = {"since": int(since) - 1, "until": int(time.time()) + 1}
        try:
            events = self.api.events(**span, filters={"container": ident, "event": ["oom"]}, decode=True)
            return sum(1 for _event in events)
        except (DockerException, RequestException):
            return -1

    def remove_soon(self, ident: str) -> None:
        """Hand a container to the janitor: removing takes 50 ms that no caller has to wait for."""
        self._doomed.put(ident)

    def _sweep(self) -> None:
        while (ident := self._doomed.get()) is not None:
            self.remove(ident)

    def remove(self, ident: str) -> None:
        """Kill and remove; 404 and 409 (already on its way) are as good."""
        try:
            self.api.remove_container(ident, force=True, v=True)
        except NotFound:
            pass
        except APIError as error:
            if error.status_code != 409:
                return  # stays in _alive: close() and the reaper will try again
        except (DockerException, RequestException):
            return
        self._alive.discard(ident)

    def reap(self) -> int:
        """Remove containers whose owner is gone or whose deadline has passed."""
        count = 0
        for item in self._ask(lambda: self.api.containers(all=True, filters={"label": LABEL})):
            labels = item.get("Labels", {})
            late = time.time() > float(labels.get(f"{LABEL}.deadline", 0))
            if late or not is_owner_alive(labels.get(f"{LABEL}.owner", "")):
                self.remove(item["Id"])
                count += 1
        return count

    def close(self) -> None:
        """Remove every container of this process, then the connection."""
        self._closing = True
        with ThreadPoolExecutor(REMOVERS) as pool:
            list(pool.map(self.remove, list(self._alive)))
        self._doomed.put(None)
        self._janitor.join(timeout=2)
        for ident in list(self._alive):  # one that was being made meanwhile
            self.remove(ident)
        self._client.close()
