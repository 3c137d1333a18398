"""The supervisor's two pipes to the host.

A frame is one line of JSON and the blobs after it: ``size`` (towards the sandbox) or ``sizes`` (towards the host) are their lengths.
"""

import json
import os
import select
from typing import Any

IDLE_S = 15.0  # the host pings every 5 s; silence means that it is gone
CHUNK = 65_536


class Host:
    """The two private pipes to the host."""

    def __init__(self) -> None:
        """Take stdin and a private copy of stdout; what children inherit as 0, 1 and 2 leads nowhere."""
        self.source, self.sink = os.dup(0), os.dup(1)
        null = os.open("/dev/null", os.O_RDWR)
        for fd in (0, 1, 2):
            os.dup2(null, fd)
        os.close(null)
        self.buffer = b""

    def waiting(self, seconds: float) -> bool:
        """Tell whether the host sends something within so many seconds."""
        return bool(self.buffer) or bool(select.select([self.source], [], [], seconds)[0])

    def fill(self) -> None:
        """Read what is there; the host's end of the pipe closed means the end of this sandbox."""
        data = os.read(self.source, CHUNK)
        if not data:
            os._exit(0)
        self.buffer += data

    def frame(self) -> tuple[dict[str, Any], bytes] | None:
        """Take one whole frame from the buffer, or nothing yet."""
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
            got = self.frame()
            if got is None:
                if not self.waiting(IDLE_S):
                    os._exit(0)
                self.fill()
            elif "ping" not in got[0]:
                return got

    def put(self, header: dict[str, Any], *blobs: bytes) -> None:
        """Send one frame."""
        header["sizes"] = [len(blob) for blob in blobs]
        data = json.dumps(header).encode() + b"\n" + b"".join(blobs)
        write_all(self.sink, data)


def write_all(fd: int, data: bytes) -> None:
    """Write every byte."""
    view = memoryview(data)
    while view:
        view = view[os.write(fd, view) :]
