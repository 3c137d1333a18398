"""Frames over the pipes between the host and the sandbox, read without a byte too many.

A frame to the sandbox is two lengths of eight hexadecimal digits, a JSON header and a blob. Its reader takes exactly
its bytes: pid 1 and the process of a call share the pipe, and the bytes of one call must not enter any other process.
A frame to the host is one line of JSON, whose ``sizes`` are the lengths of the blobs after it.
"""

import json
import os
import select
from collections.abc import Callable
from typing import Any

IDLE_S = 15.0  # the host pings every 5 s; longer silence means that it has ended
CHUNK = 65_536
PREFIX = 16


class Host:
    """The two pipes to the host."""

    def __init__(self) -> None:
        """Duplicate stdin and stdout, then point descriptors 0 to 2, which children inherit, to /dev/null."""
        self.source, self.sink = os.dup(0), os.dup(1)
        null = os.open("/dev/null", os.O_RDWR)
        for fd in (0, 1, 2):
            os.dup2(null, fd)
        os.close(null)

    def close(self) -> None:
        """Close both pipes in this process."""
        os.close(self.source)
        os.close(self.sink)

    def has_input(self, seconds: float) -> bool:
        """Return whether the host sends something within so many seconds."""
        return bool(select.select([self.source], [], [], seconds)[0])

    def read(self, size: int) -> bytes:
        """Read so many bytes; exit when the host has closed its end or is silent."""
        if not self.has_input(IDLE_S):
            os._exit(1)
        return os.read(self.source, min(size, CHUNK))

    def frame(self) -> tuple[dict[str, Any], bytes]:
        """Wait for the next frame and return its header and blob."""
        return read_frame(self.read)

    def next(self) -> tuple[dict[str, Any], bytes]:
        """Wait for a frame that is not a ping."""
        while True:
            frame = self.frame()
            if "ping" not in frame[0]:
                return frame

    def send(self, header: dict[str, Any], *blobs: bytes) -> None:
        """Send one frame."""
        header["sizes"] = [len(blob) for blob in blobs]
        write_all(self.sink, json.dumps(header).encode() + b"\n" + b"".join(blobs))


def read_frame(read: Callable[[int], bytes]) -> tuple[dict[str, Any], bytes]:
    """Read one frame by ``read(size)``; exit the process at the end of the pipe."""
    sizes = read_exactly(read, PREFIX)
    return json.loads(read_exactly(read, int(sizes[:8], 16))), read_exactly(read, int(sizes[8:], 16))


def read_exactly(read: Callable[[int], bytes], size: int) -> bytes:
    """Read exactly ``size`` bytes; exit the process at the end of the pipe."""
    parts = []
    while size:
        data = read(size)
        if not data:
            os._exit(1)
        parts.append(data)
        size -= len(data)
    return parts[0] if len(parts) == 1 else b"".join(parts)


def encode_frame(header: dict[str, Any], blob: bytes) -> bytes:
    """Encode one frame to the process of a call."""
    line = json.dumps(header).encode()
    return b"%08x%08x%s%s" % (len(line), len(blob), line, blob)


def write_all(fd: int, data: bytes) -> None:
    """Write all bytes."""
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]
