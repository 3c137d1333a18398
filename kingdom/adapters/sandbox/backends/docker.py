"""The Docker backend: runs boxes as containers, with runc or the configured runtime, e.g. gVisor's runsc."""

import json
import signal
import threading
import time
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from itertools import islice
from pathlib import Path
from queue import SimpleQueue
from typing import Any

from docker.errors import APIError, DockerException, NotFound
from docker.types import LogConfig, Ulimit
from requests.exceptions import RequestException

from kingdom.adapters.sandbox.backends.cgroup import MOUNT, read_memory_bytes, read_oom_kills
from kingdom.adapters.sandbox.backends.docker_box import DockerBox
from kingdom.adapters.sandbox.backends.docker_engine import connect_engine, find_image
from kingdom.adapters.sandbox.backends.guest_program import guest_command
from kingdom.adapters.sandbox.backends.host_facts import container_masks
from kingdom.adapters.sandbox.backends.process_owner import is_owner_alive, owner_name
from kingdom.adapters.sandbox.backends.seccomp import docker_profile, machine_architecture
from kingdom.adapters.sandbox.backends.user_numbers import GROUP, USER_NUMBERS
from kingdom.adapters.sandbox.port import ALL_GUARANTEES, BackendLost
from kingdom.adapters.sandbox.settings import SandboxConfig
from kingdom.contracts.sandbox import SandboxLimits
from kingdom.core.errors import SandboxUnavailable

LABEL = "kingdom.sandbox"
LIFE_S = 3_600
END_EVENT_S = 15  # a busy engine tells that late how a container ended
PROBE_S = (1, 2, 4)  # an engine of a busy machine is asked again before a weaker backend serves
CONFIGURED_PROBE_S = (10,)  # longer when this backend is configured: then there is no other to fall back to
REMOVERS = 8
PERIOD_US = 100_000
PID1_FILES = 4096  # each call has the guest's CALL_FILES; pid 1 must pass descriptors on where a call cannot
CPU_SHARES = 256  # a quarter of an ordinary process's weight, when the machine is busy
# Parent group of all sandboxes, so that an operator can bound them together. Its name depends on the cgroup driver.
PARENTS: Mapping[str, str] = {"cgroupfs": "/kingdom-sandboxes", "systemd": "kingdom.slice"}


def host_settings(limits: SandboxLimits, runtime: str, profile: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of the engine's HostConfig: all isolation and limits of a container."""
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
            # The engine mounts a message queue file system here; files in it would outlive a call.
            "/dev/mqueue": "ro,noexec,nosuid,nodev,size=4k,mode=0555",
        },
        "cap_drop": ["ALL"],
        "security_opt": ["no-new-privileges:true", "seccomp=" + json.dumps(profile)],
        "ulimits": [
            Ulimit(name="nofile", soft=PID1_FILES, hard=PID1_FILES),
            Ulimit(name="core", soft=0, hard=0),
            Ulimit(name="fsize", soft=32 << 20, hard=32 << 20),
        ],
        "log_config": LogConfig(type="none"),
        "auto_remove": True,
        "oom_score_adj": 500,
    }


def isolate_host(host: dict[str, Any]) -> dict[str, Any]:
    """Add to a HostConfig what the SDK has no argument for: hide the host's facts and the names of control groups."""
    return {**host, "MaskedPaths": container_masks(), "CgroupnsMode": "private"}


def container_settings(image: str, owner: str, deadline: float, uid: int) -> dict[str, Any]:
    """Return the other arguments of a container. Any owner may remove it after ``deadline``, a Unix time."""
    return {
        "image": image,
        "command": guest_command(),
        "user": f"{uid}:{GROUP}",
        "hostname": "sandbox",
        "working_dir": "/tmp",  # noqa: S108
        "environment": {},
        "stdin_open": True,
        "labels": {LABEL: "1", f"{LABEL}.owner": owner, f"{LABEL}.deadline": str(int(deadline))},
    }


def _memory_groups(parent: str, ident: str) -> list[Path]:
    """Return where the control group of a container may be: each cgroup version and driver."""
    name = f"docker-{ident}.scope" if parent.endswith(".slice") else ident
    return [mount / parent.strip("/") / name for mount in (MOUNT / "memory", MOUNT)]


class DockerBackend:
    """Starts boxes as containers."""

    name = "docker"

    def __init__(self, config: SandboxConfig) -> None:
        """Connect to the engine and find the image. Raises SandboxUnavailable with what to do."""
        self._client = connect_engine(config.engine_url, PROBE_S if config.backend == "auto" else CONFIGURED_PROBE_S)
        self.api = self._client.api
        self.runtime = config.runtime
        info = self._call(self.api.info)
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
        self._removals: SimpleQueue[str | None] = SimpleQueue()
        self._alive: dict[str, int] = {}  # user numbers by container
        self._closing = False
        self._removal_thread = threading.Thread(target=self._run_removals, name="docker-removal", daemon=True)
        self._removal_thread.start()

    def _call(self, request: Callable[[], Any]) -> Any:  # noqa: ANN401 - the SDK's answers are untyped
        try:
            return request()
        except (DockerException, RequestException) as error:
            raise BackendLost(f"The Docker engine does not answer: {str(error)[:300]}") from error

    def start(self, limits: SandboxLimits) -> DockerBox:
        """Create, attach and start a container. Raises BackendLost."""
        settings = host_settings(limits, self.runtime, self._host)
        host = isolate_host(self.api.create_host_config(**settings, cgroup_parent=self._parent or None))
        uid = USER_NUMBERS.take()
        settings = container_settings(self.image, owner_name(), time.time() + LIFE_S, uid)
        try:
            ident: str = self._call(lambda: self.api.create_container(**settings, host_config=host))["Id"]
        except BackendLost:
            USER_NUMBERS.give_back(uid)
            raise
        self._alive[ident] = uid
        box: DockerBox | None = None
        try:
            stream = {"stdin": 1, "stdout": 1, "stderr": 1, "stream": 1}
            box = DockerBox(self, ident, self._call(lambda: self.api.attach_socket(ident, params=stream)))
            self._call(lambda: self._start(ident))
        except BackendLost:
            self._discard(ident, box)
            raise
        return box

    def _discard(self, ident: str, box: DockerBox | None) -> None:
        """Close and remove a container that did not start."""
        if box is not None:
            box.kill()  # an unclosed attached socket stays open in this process, and delays the removal
        if self._closing:  # the removal thread has ended
            self.remove(ident)
        elif box is None:
            self.remove_soon(ident)

    def _start(self, ident: str) -> None:
        if self._closing:
            raise BackendLost("The sandbox is being shut down.")
        self.api.start(ident)

    def oom_kills(self, ident: str, since: float) -> int:
        """Return the number of a container's processes that were killed for memory, -1 when it cannot be counted.

        From its control group; after the container's end from the engine's events.
        """
        if (count := read_oom_kills(_memory_groups(self._parent, ident))) >= 0:
            return count
        span = {"since": int(since) - 1, "until": int(time.time()) + 1}
        try:
            events = self.api.events(**span, filters={"container": ident, "event": ["oom"]}, decode=True)
            return sum(1 for _event in events)
        except (DockerException, RequestException):
            return -1

    def memory_bytes(self, ident: str) -> int:
        """Return the memory of a container's control group, -1 where it cannot be read."""
        return read_memory_bytes(_memory_groups(self._parent, ident))

    def was_killed(self, ident: str, since: float) -> bool:
        """Return whether the first process of a container that was created at a Unix time was killed.

        From the engine's events, which outlive the container; waits for that of its end, which a busy machine delays.
        True when the engine does not answer: the call is not to blame for that.
        """
        span = {"since": int(since) - 1, "until": int(time.time()) + END_EVENT_S}
        try:
            ends = self.api.events(**span, filters={"container": ident, "event": ["die"]}, decode=True)
            with closing(ends):
                return any(
                    end["Actor"]["Attributes"]["exitCode"] == str(128 + signal.SIGKILL) for end in islice(ends, 1)
                )
        except (DockerException, RequestException):
            return True

    def remove_soon(self, ident: str) -> None:
        """Queue a container for removal in another thread: it takes 50 ms."""
        self._removals.put(ident)

    def _run_removals(self) -> None:
        while (ident := self._removals.get()) is not None:
            if not self._closing:  # close() removes the rest itself, then closes the client
                self.remove(ident)

    def remove(self, ident: str) -> None:
        """Kill and remove a container; 404 and 409 mean that it is already removed or being removed."""
        try:
            self.api.remove_container(ident, force=True, v=True)
        except NotFound:
            pass
        except APIError as error:
            if error.status_code != 409:
                return  # stays in _alive: close() and reap() try again
        except (DockerException, RequestException):
            return
        USER_NUMBERS.give_back(self._alive.pop(ident, None))

    def reap(self) -> int:
        """Remove containers whose owner has ended or whose deadline has passed; return how many."""
        count = 0
        for item in self._call(lambda: self.api.containers(all=True, filters={"label": LABEL})):
            labels = item.get("Labels", {})
            is_late = time.time() > float(labels.get(f"{LABEL}.deadline", 0))
            if is_late or not is_owner_alive(labels.get(f"{LABEL}.owner", "")):
                self.remove(item["Id"])
                count += 1
        return count

    def close(self) -> None:
        """Remove every container of this process, then close the connection."""
        self._closing = True
        self._removals.put(None)
        # A request on a closed client ends in an exception that nobody handles: wait for the one on its way.
        self._removal_thread.join()
        with ThreadPoolExecutor(REMOVERS) as pool:
            list(pool.map(self.remove, list(self._alive)))
        for ident in list(self._alive):  # created meanwhile
            self.remove(ident)
        self._client.close()
