"""Pool of empty boxes whose interpreter waits for a program, so that a first call takes milliseconds."""

import threading
import time
from collections import deque

from kingdom.adapters.sandbox.host.box_connection import await_hello, is_silent
from kingdom.adapters.sandbox.host.frames import encode_frame
from kingdom.adapters.sandbox.port import Backend, BackendLost, Box
from kingdom.contracts.sandbox import SandboxLimits
from kingdom.core.errors import KingdomError

PING_S = 5.0
OLD_S = 1_800.0
RETRY_S = 2.0
REFILL_S = 0.03  # delay: the start of another interpreter must not slow the call that has just taken a box


def box_shape(limits: SandboxLimits) -> tuple[float, ...]:
    """Return the limits that are fixed when a box starts."""
    return (limits.memory_mb, limits.cpu, limits.processes, limits.tmp_mb)


class BoxPool:
    """Keeps ``size`` boxes with default limits ready; boxes with other limits start on demand."""

    def __init__(self, backend: Backend, size: int) -> None:
        """Start the refilling thread."""
        self.backend, self.size = backend, size
        self._ready: deque[tuple[Box, float]] = deque()
        self._lock, self._wake, self._stopped = threading.Lock(), threading.Event(), False
        self._thread = threading.Thread(target=self._run, name="sandbox-pool", daemon=True)
        self._thread.start()
        self._wake.set()

    def __len__(self) -> int:
        """Return the number of waiting boxes."""
        return len(self._ready)

    def take(self, limits: SandboxLimits) -> Box:
        """Return a box that has reported ready. Raises BackendLost."""
        while box_shape(limits) == box_shape(SandboxLimits()):
            with self._lock:
                box = self._ready.popleft()[0] if self._ready else None
            self._wake.set()
            if box is None:
                break
            if is_silent(box):
                return box
            box.kill()
        return start_box(self.backend, limits)

    def stop(self) -> None:
        """Start no more boxes."""
        self._stopped = True
        self._wake.set()

    def close(self) -> None:
        """Stop, wait for a start in progress, and kill the waiting boxes."""
        self.stop()
        self._thread.join(timeout=5)
        while self._ready:
            self._ready.popleft()[0].kill()

    def _run(self) -> None:
        next_ping = time.monotonic() + PING_S
        while not self._stopped:
            if self._wake.wait(timeout=max(0.0, next_ping - time.monotonic())):
                time.sleep(REFILL_S)
            self._wake.clear()
            if time.monotonic() >= next_ping:
                self._ping_all()
                next_ping = time.monotonic() + PING_S
            try:
                self._fill()
            except KingdomError:
                self._wake.wait(timeout=RETRY_S)  # the next caller that needs a box gets the error

    def _fill(self) -> None:
        while len(self._ready) < self.size and not self._stopped:
            box = start_box(self.backend, SandboxLimits())
            with self._lock:
                self._ready.append((box, time.monotonic()))

    def _ping_all(self) -> None:
        """Ping each box; kill dead and old ones."""
        with self._lock:
            boxes, self._ready = list(self._ready), deque()
        for box, started in boxes:
            if time.monotonic() - started < OLD_S and is_silent(box) and _ping(box):
                with self._lock:
                    self._ready.append((box, started))
            else:
                box.kill()


def start_box(backend: Backend, limits: SandboxLimits) -> Box:
    """Start one box and wait until pid 1 reports ready. Raises BackendLost."""
    box = backend.start(limits)
    await_hello(box)
    return box


def _ping(box: Box) -> bool:
    try:
        return box.write(encode_frame({"ping": 1})) > 0
    except (EOFError, BackendLost):
        return False
