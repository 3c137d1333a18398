"""Frames to and from one box, with deadlines."""

import select
import time
from collections.abc import Callable

from kingdom.adapters.sandbox.host.frames import Frame, ProtocolError, decode_frame
from kingdom.adapters.sandbox.port import START_S, BackendLost, Box
from kingdom.contracts.sandbox import SandboxLimits


class BoxLost(Exception):
    """The box ended, missed its deadline (text ``late``), or its caller disconnected."""


class BoxConnection:
    """Frames to and from one box, each with a deadline on the monotonic clock."""

    def __init__(
        self, box: Box, limits: SandboxLimits, abort: Callable[[], bool] | None = None, abort_fd: int = -1
    ) -> None:
        """When ``abort_fd`` is readable, ``abort`` returns whether the caller has disconnected."""
        self.box, self.limits, self.abort, self.abort_fd = box, limits, abort, abort_fd
        self.buffer = b""

    def send(self, data: bytes, deadline: float) -> None:
        """Write a whole frame. Raises BoxLost."""
        view = memoryview(data)
        while view:
            self._wait(deadline, writing=True)
            try:
                view = view[self.box.write(bytes(view[:65_536])) :]
            except EOFError:
                raise BoxLost("the sandbox ended") from None

    def receive(self, deadline: float) -> Frame:
        """Wait for one frame. Raises BoxLost, ProtocolError."""
        while True:
            decoded = decode_frame(self.buffer, self.limits)
            if decoded is not None:
                frame, self.buffer = decoded
                return frame
            self._wait(deadline)
            data = self.box.read()
            if data == b"":
                raise BoxLost("the sandbox ended")
            self.buffer += data or b""

    def _wait(self, deadline: float, *, writing: bool = False) -> None:
        left = deadline - time.monotonic()
        if left <= 0:
            raise BoxLost("late")
        watched = [self.abort_fd] if self.abort_fd >= 0 else []
        try:
            if writing:
                ready = select.select(watched, [self.box.writer()], [], left)
            else:
                ready = select.select([*watched, self.box.fileno()], [], [], left)
        except (OSError, ValueError):  # another thread has closed the descriptor
            raise BoxLost("the sandbox ended") from None
        if self.abort_fd in ready[0] and self.abort and self.abort():
            raise BoxLost("the caller disconnected")
        if not any(ready):
            raise BoxLost("late")


def await_hello(box: Box) -> None:
    """Wait until pid 1 of a started box reports ready. Raises BackendLost with what it wrote to stderr."""
    try:
        frame = BoxConnection(box, SandboxLimits()).receive(time.monotonic() + START_S)
        if frame.end == "hello":
            box.on_guest_ready()
            return
        problem = f"its first frame was {frame.end}"
    except (BoxLost, ProtocolError, OSError) as error:
        problem = f"{error}; {box.startup_stderr()}"
    box.kill()
    raise BackendLost(f"A sandbox did not start: {problem}")
