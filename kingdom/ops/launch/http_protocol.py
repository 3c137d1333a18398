"""uvicorn's HTTP protocol with bounds on what a client may send and how slowly. No Django here.

Without them, headers without end hold memory, and requests that never finish hold a socket each.
"""

import asyncio
from asyncio import TimerHandle
from collections.abc import Callable

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

MAX_HEAD_BYTES = 65_536  # request line and headers
HEAD_TIMEOUT_S = 30.0  # from the connection, or the end of the request before, to the end of the headers
MIN_BODY_RATE = 1_024  # bytes a second, averaged over a period
BODY_PERIOD_S = 10.0
FRAMING_PER_BYTE = 8  # bytes of sizes and line ends for each byte of a chunked body: as much as chunks of one byte need


MAX_PIPELINED = 32  # requests that came before the answers to those before them


class TooManyRequests(Exception):
    """More than 32 requests wait for the answers to those before them on one connection."""


class HeadTooLarge(Exception):
    """The request line and headers are longer than 64 kB."""


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
        self._restart_timer(HEAD_TIMEOUT_S, self._refuse)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timers."""
        self._stop_timer()
        self._stop_reader_timer()
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
        if len(self.pipeline) >= MAX_PIPELINED:
            raise TooManyRequests  # answered as an invalid request; uvicorn would keep as many as a client sends
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        """Let the body pay for what frames it."""
        self._framing_bytes -= FRAMING_PER_BYTE * len(body)
        super().on_body(body)

    def on_message_complete(self) -> None:
        """Stop the timer: the request is complete."""
        self._stop_timer()
        self._reading_head, self._head_bytes = True, 0
        super().on_message_complete()

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
