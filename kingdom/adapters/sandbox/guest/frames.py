"""Frames between pid 1 and the host, over two pipes.

A frame is one line of JSON and its blobs; ``size`` (to the sandbox) or ``sizes`` (to the host) are their lengths.
"""

import json
import os
import select
from typing import Any

IDLE_S = 15.0  # the host pings every 5 s; longer silence means that it has ended
CHUNK = 65_536


class Host:
    """The two pipes to the host."""

    def __init__(self) -> None:
        """Duplicate stdin and stdout, then point descriptors 0 to 2, which children inherit, to /dev/null."""
        self.source, self.sink = os.dup(0), os.dup(1)
        null = os.open("/dev/null", os.O_RDWR)
        for fd in (0, 1, 2):
            os.dup2(null, fd)
        os.close(null)
        self.buffer = b""

    def has_input(self, seconds: float) -> bool:
        """Return whether the host sends something within so many seconds."""
        return bool(self.buffer) or bool(select.select([self.source], [], [], seconds)[0])

    def fill(self) -> None:
        """Read the available bytes; exit when the host has closed its end."""
        data = os.read(self.source, CHUNK)
        if not data:
            os._exit(0)
        self.buffer += data

    def frame(self) -> tuple[dict[str, Any], bytes] | None:
        """Take one frame off the buffer and return header and blob; None while it is incomplete."""
        line, newline, rest = self.buffer.partition(b"\n")
        if not newline:
            return None
        header = json.loads(line)
        size = header["size"]
        if len(rest) < size:
            return None
        self.buffer = rest[size:]
        return header, rest[:size]

    def next(self) -> tuple[dict[str, Any], bytes]:
        """Wait for a frame that is not a ping."""
        while True:
            frame = self.frame()
            if frame is None:
                if not self.has_input(IDLE_S):
                    os._exit(0)
                self.fill()
            elif "ping" not in frame[0]:
                return frame

    def send(self, header: dict[str, Any], *blobs: bytes) -> None:
        """Send one frame."""
        header["sizes"] = [len(blob) for blob in blobs]
        data = json.dumps(header).encode() + b"\n" + b"".join(blobs)
        write_all(self.sink, data)


def write_all(fd: int, data: bytes) -> None:
    """Write all bytes."""
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]
