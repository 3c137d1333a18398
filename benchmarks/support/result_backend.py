"""A Redis of a benchmark's own for the results of Celery's chords, started and stopped with it."""

import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

START_S = 20.0


def redis_program() -> str | None:
    """Return the path of Redis, None where it is not installed."""
    return shutil.which("redis-server") or shutil.which("valkey-server")


@contextmanager
def result_backend(folder: Path, program: str) -> Iterator[str]:
    """Run a Redis on a socket of the folder, in memory alone; yield the URL for Celery."""
    socket = folder / "results.sock"
    command = [program, "--port", "0", "--unixsocket", str(socket), "--save", "", "--appendonly", "no"]
    with (folder / "results.log").open("wb") as log:
        process = subprocess.Popen([*command, "--dir", str(folder)], stdout=log, stderr=log)
    try:
        until = time.monotonic() + START_S
        while not socket.exists():
            if time.monotonic() > until:
                raise TimeoutError(f"no Redis after {START_S:.0f} s")
            time.sleep(0.05)
        yield f"redis+socket://{socket}"
    finally:
        process.terminate()
        process.wait(20)
