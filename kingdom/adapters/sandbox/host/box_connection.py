"""Frames to and from one box, with deadlines."""

import select
import time
from collections.abc import Callable

from kingdom.adapters.sandbox.host.frames import Frame, ProtocolError, decode_frame
from kingdom.adapters.sandbox.port import START_S, BackendLost, Box
from kingdom.contracts.sandbox import SandboxLimits

ENDED = "the sandbox ended"


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

    def attach(self, abort: Callable[[], bool] | None, abort_fd: int) -> None:
        """Serve another caller from now on."""
        self.abort, self.abort_fd = abort, abort_fd

    def detach(self) -> None:
        """Serve no caller: the descriptor of the last one may be another's soon."""
        self.attach(None, -1)

    def send(self, data: bytes, deadline: float) -> None:
        """Write a whole frame. Raises BoxLost."""
        view = memoryview(data)
        while view:
            self._wait(deadline, writing=True)
            try:
                view = view[self.box.write(bytes(view[:65_536])) :]
            except EOFError:
                raise BoxLost(ENDED) from None

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
                raise BoxLost(ENDED)
            self.buffer += data or b""

    def _wait(self, deadline: float, *, writing: bool = False) -> None:
        left = deadline - time.monotonic()
        if left <= 0:
            raise BoxLost("late")
        ready = self._poll(left, writing=writing)
        if any(event & select.POLLNVAL for event in ready.values()):  # closed while it was waited for
            raise BoxLost(ENDED)
        if self.abort_fd in ready and self.abort and self.abort():
            raise BoxLost("the caller disconnected")
        if not ready:
            raise BoxLost("late")

    def _poll(self, timeout_s: float, *, writing: bool) -> dict[int, int]:
        """Wait for the box or the caller; return the events by descriptor. Raises BoxLost when the box is closed."""
        poll = select.poll()
        try:
            if self.abort_fd >= 0:
                poll.register(self.abort_fd, select.POLLIN)
            if writing:
                poll.register(self.box.writer(), select.POLLOUT)
            else:
                poll.register(self.box.fileno(), select.POLLIN)
            return dict(poll.poll(timeout_s * 1000))
        except (OSError, ValueError):  # another thread has closed the box: it has no descriptor
            raise BoxLost(ENDED) from None


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


def is_silent(box: Box) -> bool:
    """Return whether a waiting box has sent nothing. One that sends unasked, or has ended, must not be used."""
    poll = select.poll()
    try:
        poll.register(box.fileno(), select.POLLIN)
        return not poll.poll(0)
    except (OSError, ValueError):  # killed by a thread that closes the pool
        return False
