"""A sandbox's two pipes without a process behind them."""

import fcntl
import os
from contextlib import suppress

HIGH_DESCRIPTOR = 1_100  # beyond the 1024 that select() can watch


class PipeBox:
    """The host's end of a box: two pipes whose descriptors are at least ``lowest``."""

    ident = "pipes"

    def __init__(self, lowest: int = 0) -> None:
        down, up = os.pipe(), os.pipe()
        self.guest_source, self.guest_sink = down[0], up[1]
        self._source, self._sink = (fcntl.fcntl(fd, fcntl.F_DUPFD_CLOEXEC, lowest) for fd in (up[0], down[1]))
        for fd in (up[0], down[1]):
            os.close(fd)
        self.killed, self.memory = False, -1

    def end(self) -> None:
        """Close the guest's end, as a sandbox that has ended."""
        os.close(self.guest_sink)
        self.guest_sink = -1

    def received(self) -> bytes:
        """Return what the host has sent so far; fails when there is nothing."""
        os.set_blocking(self.guest_source, False)
        return os.read(self.guest_source, 65_536)

    def fileno(self) -> int:
        return self._source

    def writer(self) -> int:
        return self._sink

    def read(self) -> bytes | None:
        return os.read(self._source, 65_536)

    def write(self, data: bytes) -> int:
        return os.write(self._sink, data)

    def on_guest_ready(self) -> None:
        """Nothing is to be done."""

    def startup_stderr(self) -> str:
        return ""

    def oom_kills(self) -> int:
        return -1

    def memory_bytes(self) -> int:
        return self.memory

    def ended_outside(self) -> bool:
        return False

    def kill(self) -> None:
        if not self.killed:
            self.killed = True
            for fd in (self._source, self._sink, self.guest_source, self.guest_sink):
                with suppress(OSError):
                    os.close(fd)
