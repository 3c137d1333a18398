"""A real Redis, for the queue and the live channel of several machines; it may be killed."""

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import RedisError

from tests.plugins.postgres import throwaway_folder
from tests.plugins.product import free_port, wait_for


def redis_program() -> str:
    """Return the path of Redis. Fails when it is not installed, and names the script that installs it."""
    found = shutil.which(os.environ.get("REDIS_SERVER", "redis-server")) or shutil.which("valkey-server")
    if found is None:
        pytest.fail("There is no Redis: ``make pooler`` installs it.")
    return found


class RedisServer:
    """A Redis on one port. With ``durable`` each write is on disk before it is answered; else it is in memory alone."""

    def __init__(self, folder: Path, *, durable: bool) -> None:
        """Start nothing yet."""
        self.folder, self.port = folder, free_port()
        written = ("--appendonly", "yes", "--appendfsync", "always") if durable else ("--appendonly", "no")
        self._options = ["--port", str(self.port), "--bind", "127.0.0.1", "--save", "", *written, "--dir", str(folder)]
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        """The address of its databases, without a number."""
        return f"redis://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Start it on what its folder holds and wait until it answers."""
        with (self.folder / "redis.log").open("ab") as log:
            self._process = subprocess.Popen([redis_program(), *self._options], stdout=log, stderr=log)
        wait_for(lambda: _answers(self.port), timeout_s=20.0, what="Redis")

    def kill(self, *, forget: bool = False) -> None:
        """Kill it with SIGKILL; with ``forget`` what it had written goes with it."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(timeout=20)
        if forget:
            shutil.rmtree(self.folder / "appendonlydir", ignore_errors=True)

    def stop(self) -> None:
        """Shut it down."""
        if self._process is not None:
            self._process.terminate()
            self._process.wait(timeout=20)


@contextlib.contextmanager
def running_redis_server(*, durable: bool = False) -> Iterator[RedisServer]:
    """Run a Redis, and stop it."""
    with throwaway_folder() as folder:
        server = RedisServer(folder, durable=durable)
        server.start()
        try:
            yield server
        finally:
            server.stop()


@contextlib.contextmanager
def running_redis() -> Iterator[str]:
    """Run a Redis that keeps its data in memory alone; yield its URL."""
    with running_redis_server() as server:
        yield server.url


def _answers(port: int) -> bool:
    client = Redis(port=port)
    try:
        return bool(client.ping())
    except RedisError:
        return False
    finally:
        client.close()
