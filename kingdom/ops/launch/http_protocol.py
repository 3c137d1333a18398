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


class HeadTooLarge(Exception):
    """The request line and headers are longer than 64 kB."""


class BoundedHttpProtocol(HttpToolsProtocol):
    """Closes a connection whose headers are too large or too slow, or whose body is slower than 1 kB a second."""

    _timer: TimerHandle | None = None
    _head_bytes = 0  # of the present request, while its headers are not complete
    _body_bytes = 0  # of the present period
    _reading_head = True

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override] # as uvicorn's
        """Start the time for the first headers."""
        super().connection_made(transport)
        self._restart_timer(HEAD_TIMEOUT_S, self._refuse)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timer."""
        self._stop_timer()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse what came, unless the headers have grown over their bound."""
        if self._reading_head:
            self._head_bytes += len(data)
        else:
            self._body_bytes += len(data)
        super().data_received(data)
        if self._reading_head and self._head_bytes > MAX_HEAD_BYTES:
            self._refuse()

    def on_message_begin(self) -> None:
        """Start the time for the headers of a request."""
        super().on_message_begin()
        self._reading_head = True
        self._restart_timer(HEAD_TIMEOUT_S, self._refuse)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Refuse headers that came in one piece and are too large together."""
        super().on_header(name, value)
        if len(self.url) + sum(len(known) + len(text) for known, text in self.headers) > MAX_HEAD_BYTES:
            raise HeadTooLarge  # answered as an invalid request

    def on_headers_complete(self) -> None:
        """Start watching the rate of the body."""
        self._reading_head, self._head_bytes, self._body_bytes = False, 0, 0
        self._restart_timer(BODY_PERIOD_S, self._check_body_rate)
        super().on_headers_complete()

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
