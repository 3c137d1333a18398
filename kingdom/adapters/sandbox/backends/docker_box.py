"""A box in a container, over the socket that the engine attaches to its stdio."""

import socket
import struct
import time
from contextlib import suppress
from typing import Any, Protocol


class ContainerOwner(Protocol):
    """The part of the backend that a box uses."""

    def oom_kills(self, ident: str, since: float) -> int:
        """Return the number of memory kills of a container that was created at a Unix time."""
        ...

    def memory_bytes(self, ident: str) -> int:
        """Return the memory of a container, -1 when it cannot be told."""
        ...

    def was_killed(self, ident: str, since: float) -> bool:
        """Return whether the first process of a container that was created at a Unix time was killed."""
        ...

    def remove_soon(self, ident: str) -> None:
        """Queue a container for removal."""
        ...


class Demultiplexer:
    """Splits the engine's attach stream into stdout and stderr: 1 byte stream, 3 zero bytes, 4 bytes length, data."""

    def __init__(self) -> None:
        """Start with empty buffers."""
        self.buffer, self.startup_stderr = b"", b""

    def feed(self, data: bytes) -> bytes:
        """Return the bytes of stdout; keep the first 4 kB of stderr."""
        self.buffer += data
        out = b""
        while len(self.buffer) >= 8:
            stream, size = struct.unpack(">BxxxI", self.buffer[:8])
            if len(self.buffer) < 8 + size:
                break
            chunk, self.buffer = self.buffer[8 : 8 + size], self.buffer[8 + size :]
            if stream == 1:
                out += chunk
            else:
                self.startup_stderr = (self.startup_stderr + chunk)[:4_096]
        return out


class DockerBox:
    """One container and its attached socket."""

    def __init__(self, backend: "ContainerOwner", ident: str, raw: Any) -> None:  # noqa: ANN401 - socket.SocketIO of the SDK
        """Take a created container. ``raw`` is kept because the SDK closes the socket with its response."""
        self.ident, self.backend, self._raw = ident, backend, raw
        self._sock: socket.socket = raw._sock
        self._sock.setblocking(False)
        self._streams = Demultiplexer()
        self._dead = False
        self.created_at = time.time()

    def fileno(self) -> int:
        """Return the attached socket."""
        return self._sock.fileno()

    def writer(self) -> int:
        """Return the attached socket."""
        return self._sock.fileno()

    def read(self) -> bytes | None:
        """Return the bytes that pid 1 has sent."""
        try:
            data = self._sock.recv(65_536)
        except BlockingIOError:
            return None
        except OSError:  # closed by the engine, or by another thread
            return b""
        return self._streams.feed(data) or None if data else b""

    def write(self, data: bytes) -> int:
        """Write as much as fits."""
        try:
            return self._sock.send(data)
        except BlockingIOError:
            return 0
        except OSError:
            raise EOFError from None

    def startup_stderr(self) -> str:
        """Return what the interpreter wrote to stderr before pid 1 was ready."""
        return self._streams.startup_stderr.decode(errors="replace").strip()

    def on_guest_ready(self) -> None:
        """Do nothing: a container has all its limits from the start."""

    def oom_kills(self) -> int:
        """Return the backend's count of memory kills, which outlives the container."""
        return self.backend.oom_kills(self.ident, self.created_at)

    def memory_bytes(self) -> int:
        """Return the memory of the container."""
        return self.backend.memory_bytes(self.ident)

    def ended_outside(self) -> bool:
        """Return whether the container's first process was killed."""
        return self.backend.was_killed(self.ident, self.created_at)

    def kill(self) -> None:
        """Close the socket, which ends pid 1, then queue the container for removal.

        In this order: an attached client that does not read blocks the removal (moby#41827).
        """
        if self._dead:
            return
        self._dead = True
        with suppress(OSError):  # the engine has closed it
            self._sock.shutdown(socket.SHUT_RDWR)
        self._raw._response.close()
        self._raw.close()
        self._sock.close()
        self.backend.remove_soon(self.ident)
