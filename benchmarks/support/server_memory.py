"""The memory of the database server while something runs."""

import threading
from pathlib import Path
from types import TracebackType
from typing import Self

import psutil
from django.db import connection

SAMPLE_S = 0.25


class ServerMemory:
    """Samples the proportional memory of all processes of the server; ``peak_mb`` is the largest sum."""

    def __init__(self) -> None:
        """Find the server of the present connection, which must run on this machine."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            backend = int(cursor.fetchone()[0])
        parent = psutil.Process(backend).parent()
        assert parent is not None
        self._server, self.peak_mb = parent, 0
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._sample, daemon=True)

    def __enter__(self) -> Self:
        """Begin to sample."""
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End to sample."""
        self._ended.set()
        self._thread.join()

    def _sample(self) -> None:
        while True:
            total = sum(_proportional_kb(pid) for pid in self._pids())
            self.peak_mb = max(self.peak_mb, total >> 10)
            if self._ended.wait(SAMPLE_S):
                return

    def _pids(self) -> list[int]:
        return [self._server.pid, *(child.pid for child in self._server.children())]


def _proportional_kb(pid: int) -> int:
    """Return a process's memory in kB, what it shares with others divided among them; 0 for one that ended."""
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="ascii")
    except (OSError, ProcessLookupError):
        return 0
    return int(text.partition("\nPss:")[2].split()[0])
