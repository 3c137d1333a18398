"""Kills parts of a running product, and measures how long each needs to heal."""

import http.client
import random
import signal
import socket
import statistics
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

import psutil
import psycopg
from docker.errors import DockerException
from requests.exceptions import RequestException

from kingdom.adapters.sandbox.backends.docker import LABEL
from kingdom.adapters.sandbox.backends.docker_engine import connect_engine
from kingdom.core.errors import SandboxUnavailable
from tests.plugins.product import Product

PARTS = ("web", "worker", "application", "beat", "sandboxd", "guest", "database")
# Web and worker are forked from the application's process and end with it.
DYING_TOGETHER = {
    "web": ("web", "application"),
    "worker": ("worker", "application"),
    "application": ("web", "worker", "application"),
}
HEAL_BOUND_S = 60.0
MEAN_PAUSE_S = 1.5
WELL_S = 10.0  # a part works so long between two kills: a fresh worker loads its encoder first
POLL_S = 0.1
STOPS = {"database": signal.SIGINT}  # SIGTERM would wait for its clients
ENGINE_S = 5


@dataclass(frozen=True)
class Heal:
    """How one part came back after one signal."""

    part: str
    signal: str
    seconds: float


class Killer:
    """Kills parts in a random order; a part is killed again only after it has healed."""

    def __init__(self, product: Product, seed: int) -> None:
        """Take a running product; ``seed`` decides the order."""
        self._product = product
        self._random = random.Random(seed)
        self._lock = threading.Lock()
        self._healing: dict[str, threading.Thread] = {}
        self._well_since: dict[str, float] = {}
        self._kills: dict[str, int] = dict.fromkeys(PARTS, 0)
        self.heals: list[Heal] = []

    def kill_one(self) -> int:
        """Send SIGKILL, or one time in five a stop, to a part that is well; return how many were killed."""
        well = [part for part in PARTS if self._is_due(part)]
        part = self._random.choice(well) if well else ""
        process = self._process(part) if part else None
        if process is None:
            return 0
        number = signal.SIGKILL if part == "guest" or self._random.random() < 0.8 else STOPS.get(part, signal.SIGTERM)
        try:
            process.send_signal(number)
        except psutil.Error:
            return 0
        self._kills[part] += 1
        if part != "guest":
            thread = threading.Thread(target=self._watch, args=(part, process.pid, number.name), daemon=True)
            self._healing[part] = thread
            thread.start()
        return 1

    def _is_due(self, part: str) -> bool:
        """Return whether a part, and what dies with it or makes it die, has been well long enough."""
        return all(self._is_well_for_long(one) for one in DYING_TOGETHER.get(part, (part,)))

    def _is_well_for_long(self, part: str) -> bool:
        healing = part in self._healing and self._healing[part].is_alive()
        return not healing and time.monotonic() - self._well_since.get(part, float("-inf")) >= WELL_S

    def pause_s(self) -> float:
        """Return the seconds until the next kill."""
        return min(5.0, self._random.expovariate(1 / MEAN_PAUSE_S))

    def wait_healed(self) -> None:
        """Wait until every part is well, or its time is over."""
        for thread in self._healing.values():
            thread.join(2 * HEAL_BOUND_S)

    def count(self, part: str) -> int:
        """Return how often a part was killed."""
        return self._kills[part]

    def heal_times(self) -> dict[str, dict[str, float]]:
        """Return the median and the longest seconds that each part needed."""
        found: dict[str, list[float]] = {}
        for heal in self.heals:
            found.setdefault(heal.part, []).append(heal.seconds)
        return {
            part: {"p50": round(statistics.median(times), 1), "max": round(max(times), 1)}
            for part, times in sorted(found.items())
        }

    def _process(self, part: str) -> psutil.Process | None:
        if part == "guest":
            return self._guest()
        with suppress(psutil.NoSuchProcess):
            return self._product.child(part)
        return None

    def _guest(self) -> psutil.Process | None:
        """Return a process of a sandbox: a child of sandboxd, or the host's view of a container's first process."""
        daemon = self._process("sandboxd")
        if daemon is None:
            return None
        below: list[psutil.Process] = []
        with suppress(psutil.NoSuchProcess):  # another part's kill may have ended it meanwhile
            below = daemon.children(recursive=True) or list(_containers(daemon.pid))
        return self._random.choice(below) if below else None

    def _watch(self, part: str, pid: int, name: str) -> None:
        start = time.monotonic()
        while time.monotonic() - start < 2 * HEAL_BOUND_S:
            process = self._process(part)
            if process is not None and process.pid != pid and self._is_well(part, process):
                break
            time.sleep(POLL_S)
        with self._lock:
            self._well_since[part] = time.monotonic()
            self.heals.append(Heal(part, name, time.monotonic() - start))

    def _is_well(self, part: str, process: psutil.Process) -> bool:
        try:
            match part:
                case "web" | "application":
                    return self._answers()
                case "worker" | "beat":
                    heartbeat = self._product.data / "run" / f"{part}.heartbeat"
                    return heartbeat.stat().st_mtime > process.create_time()
                case "sandboxd":
                    with socket.socket(socket.AF_UNIX) as probe:
                        probe.connect(str(self._product.data / "run" / "sandboxd.sock"))
                    return True
                case _:
                    return self._database_answers()
        except (OSError, psutil.Error, psycopg.Error):
            return False

    def _answers(self) -> bool:
        connection = http.client.HTTPConnection("127.0.0.1", self._product.port, timeout=5)
        try:
            connection.request("GET", "/sign-in/")
            return connection.getresponse().status in (200, 503)
        except http.client.HTTPException:
            return False
        finally:
            connection.close()

    def _database_answers(self) -> bool:
        """Whether the web process reaches the database: the product's own view, by its own account."""
        connection = http.client.HTTPConnection("127.0.0.1", self._product.port, timeout=15)
        try:
            connection.request("GET", "/healthz")
            return b'"database": "ok"' in connection.getresponse().read()
        except http.client.HTTPException:
            return False
        finally:
            connection.close()


def _containers(daemon: int) -> Iterator[psutil.Process]:
    """Yield the first process of each container that a sandbox daemon has made; none without an engine."""
    with suppress(DockerException, SandboxUnavailable, RequestException, psutil.Error):
        for container in connect_engine("", (ENGINE_S,)).containers.list(filters={"label": LABEL}):
            if container.labels.get(f"{LABEL}.owner", "").split(".")[-2:-1] == [str(daemon)]:
                yield psutil.Process(container.attrs["State"]["Pid"])
