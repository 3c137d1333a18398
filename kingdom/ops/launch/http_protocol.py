"""uvicorn's HTTP protocol with bounds on what a client may send and how slowly. No Django here.

Without them, headers without end hold memory, and requests that never finish hold a socket each.
"""

import asyncio
import resource
from asyncio import TimerHandle
from collections.abc import Callable

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MAX_HEAD_BYTES = 65_536  # request line and headers
HEAD_TIMEOUT_S = 30.0  # from the connection, or the end of the request before, to the end of the headers
MIN_BODY_RATE = 1_024  # bytes a second, averaged over a period
BODY_PERIOD_S = 10.0
FRAMING_PER_BYTE = 8  # bytes of sizes and line ends for each byte of a chunked body: as much as chunks of one byte need
MAX_PIPELINED = 32  # requests that came before the answers to those before them
MAX_CONNECTIONS = 8_192  # of one process
RESERVED_FILES = 256  # descriptors that connections leave for the database, files and children
MAX_BODY_BYTES_HELD = 256 * 2**20  # of all bodies that have begun and are not complete
_BUSY = (
    b"HTTP/1.1 503 Service Unavailable\r\nContent-Type: text/plain\r\nRetry-After: 5\r\nConnection: close\r\n"
    b"Content-Length: 34\r\n\r\nToo much is under way. Try later.\n"
)


class TooManyRequests(Exception):
    """More than 32 requests wait for the answers to those before them on one connection."""


class HeadTooLarge(Exception):
    """The request line and headers are longer than 64 kB."""


class ServerLoad:
    """What the connections of this process hold together.

    Who holds something longest gives way to who comes: a slow client can fill a bound, but not keep others out.
    """

    def __init__(self) -> None:
        """Nothing is held yet."""
        self._waiting: dict[BoundedHttpProtocol, None] = {}  # for a request's headers, the longest first
        self._bodies: dict[BoundedHttpProtocol, int] = {}  # bytes of incomplete bodies, the oldest first
        self._body_bytes = 0

    def wait(self, connection: "BoundedHttpProtocol") -> None:
        """Note that a connection waits for the headers of a request."""
        self._waiting[connection] = None

    def forget_waiting(self, connection: "BoundedHttpProtocol") -> None:
        """Note that a connection has a request, or has ended."""
        self._waiting.pop(connection, None)

    def make_room(self, connections: int) -> bool:
        """Close a connection that waits when there are too many; return False when none waits."""
        if connections <= min(MAX_CONNECTIONS, resource.getrlimit(resource.RLIMIT_NOFILE)[0] - RESERVED_FILES):
            return True
        if not self._waiting:
            return False
        next(iter(self._waiting)).refuse_busy()
        return True

    def add_body(self, connection: "BoundedHttpProtocol", size: int) -> None:
        """Count bytes of a body, and refuse the oldest incomplete ones while all together are too many."""
        self._bodies[connection] = self._bodies.get(connection, 0) + size
        self._body_bytes += size
        while self._body_bytes > MAX_BODY_BYTES_HELD:
            next(iter(self._bodies)).refuse_busy()

    def forget_body(self, connection: "BoundedHttpProtocol") -> None:
        """Note that a body is complete, or that its connection has ended."""
        self._body_bytes -= self._bodies.pop(connection, 0)


_load = ServerLoad()


class BoundedHttpProtocol(HttpToolsProtocol):
    """Closes a connection whose headers are too large or too slow, or whose body is sent or answer read too slowly."""

    _timer: TimerHandle | None = None
    _reader_timer: TimerHandle | None = None  # while an answer waits for its client to read it
    _head_bytes = 0  # of the present request, while its headers are not complete
    _field_bytes = 0  # of the names and values among them
    _body_bytes = 0  # of the present period
    _framing_bytes = 0  # of a chunked body: names and values after it, options of its chunks
    _reading_head = True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn's
        """Start the time for the first headers."""
        super().connection_made(transport)
        if not _load.make_room(len(self.connections)):
            self.refuse_busy()
            return
        _load.wait(self)
        self._restart_timer(HEAD_TIMEOUT_S, self._refuse)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timers."""
        self._stop_timer()
        self._stop_reader_timer()
        _load.forget_waiting(self)
        _load.forget_body(self)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse what came, unless the headers have grown over their bound."""
        if self._reading_head:
            self._head_bytes += len(data)
        else:
            self._body_bytes += len(data)
            self._framing_bytes += len(data)
        super().data_received(data)
        if (self._head_bytes if self._reading_head else self._framing_bytes) > MAX_HEAD_BYTES:
            self._refuse()
        elif self._reading_head and self._head_bytes and self._timer is None and self._is_idle():
            self._restart_timer(
                HEAD_TIMEOUT_S, self._refuse
            )  # e.g. empty lines: they have ended the time between requests

    def on_message_begin(self) -> None:
        """Start the time for the headers of a request."""
        super().on_message_begin()
        self._reading_head, self._field_bytes = True, 0
        self._restart_timer(HEAD_TIMEOUT_S, self._refuse)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Refuse headers that came in one piece and are too large together; those after a body count for nothing.

        uvicorn would add them to the headers that the application has: past what a proxy in front filters.
        """
        if not self._reading_head:
            return
        super().on_header(name, value)
        self._field_bytes += len(name) + len(value)
        if len(self.url) + self._field_bytes > MAX_HEAD_BYTES:
            raise HeadTooLarge  # answered as an invalid request

    def on_headers_complete(self) -> None:
        """Start watching the rate of the body."""
        self._reading_head, self._head_bytes, self._body_bytes, self._framing_bytes = False, 0, 0, 0
        self._restart_timer(BODY_PERIOD_S, self._check_body_rate)
        _load.forget_waiting(self)
        if len(self.pipeline) >= MAX_PIPELINED:
            raise TooManyRequests  # answered as an invalid request; uvicorn would keep as many as a client sends
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Let the body pay for what frames it."""
        self._framing_bytes -= FRAMING_PER_BYTE * len(body)
        super().on_body(body)
        if not self.cycle.response_complete:
            _load.add_body(self, len(body))

    def on_message_complete(self) -> None:
        """Stop the timer: the request is complete."""
        self._stop_timer()
        _load.forget_body(self)
        self._reading_head, self._head_bytes = True, 0
        if self._is_idle():
            _load.wait(self)  # it was answered before its body was complete
        super().on_message_complete()

    def on_response_complete(self) -> None:
        """Wait for the next request; what still comes of a body is dropped."""
        super().on_response_complete()
        _load.forget_body(self)
        if self._reading_head and not self.pipeline and not self.transport.is_closing():
            _load.wait(self)

    def refuse_busy(self) -> None:
        """Answer 503, unless an answer has begun, and close the connection: the process holds too much."""
        _load.forget_waiting(self)
        _load.forget_body(self)
        if not self.transport.is_closing() and not (self.cycle and self.cycle.response_started):
            self.transport.write(_BUSY)
        self._refuse()

    def _check_body_rate(self) -> None:
        if self._body_bytes < MIN_BODY_RATE * BODY_PERIOD_S and not self.flow.read_paused:
            self._refuse()  # where reading is paused the application is slow, not the client
            return
        self._body_bytes = 0
        self._restart_timer(BODY_PERIOD_S, self._check_body_rate)

    def pause_writing(self) -> None:
        """Start watching whether the client reads its answer: what it does not read is held in memory."""
        super().pause_writing()
        self._watch_reader()

    def resume_writing(self) -> None:
        """Stop watching: it has read enough."""
        self._stop_reader_timer()
        super().resume_writing()

    def _watch_reader(self) -> None:
        unread = self.transport.get_write_buffer_size()
        self._reader_timer = self.loop.call_later(HEAD_TIMEOUT_S, self._check_reader, unread)

    def _check_reader(self, before: int) -> None:
        if before - self.transport.get_write_buffer_size() < MIN_BODY_RATE * HEAD_TIMEOUT_S:
            self.transport.abort()
            return
        self._watch_reader()

    def _stop_reader_timer(self) -> None:
        if self._reader_timer is not None:
            self._reader_timer.cancel()
            self._reader_timer = None

    def _is_idle(self) -> bool:
        """Return whether no answer is under way."""
        return self.cycle is None or self.cycle.response_complete

    def _refuse(self) -> None:
        self._stop_timer()
        if not self.transport.is_closing():
            self.transport.close()

    def _restart_timer(self, seconds: float, action: Callable[[], None]) -> None:
        self._stop_timer()
        self._timer = self.loop.call_later(seconds, action)

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
