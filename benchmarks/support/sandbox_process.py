"""A sandboxd of a benchmark's own."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


@contextmanager
def sandbox_daemon(socket: Path, backend: str) -> Iterator[None]:
    """Start the daemon on a socket with a backend (``docker``, ``bubblewrap``), and stop it."""
    command = [sys.executable, "-m", "kingdom.adapters.sandbox.daemon", "--socket", str(socket), "--backend", backend]
    daemon = subprocess.Popen(command, stderr=subprocess.DEVNULL, cwd=ROOT)
    try:
        yield
    finally:
        daemon.terminate()
        daemon.wait(30)
