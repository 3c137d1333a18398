"""A real Redis, for the queue and the live channel of several machines."""

import contextlib
import os
import shutil
import subprocess
from collections.abc import Iterator

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


@contextlib.contextmanager
def running_redis() -> Iterator[str]:
    """Run a Redis that keeps its data in memory alone; yield its URL."""
    port = free_port()
    with throwaway_folder() as folder:
        options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", str(folder)]
        with (folder / "redis.log").open("wb") as log:
            process = subprocess.Popen([redis_program(), *options], stdout=log, stderr=log)
        try:
            wait_for(lambda: _answers(port), timeout_s=20.0, what="Redis")
            yield f"redis://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(timeout=20)


def _answers(port: int) -> bool:
    client = Redis(port=port)
    try:
        return bool(client.ping())
    except RedisError:
        return False
    finally:
        client.close()
