"""The text of a model call while it is written: sent by the worker in deltas, read by those who join at any time.

Each delta says at which character of the text it begins. Messages may be lost and readers may join late: a reader whose
position a delta does not continue asks the worker, which sends the text so far again.
"""

import asyncio
import threading
import uuid
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from typing import Any, Protocol

from kingdom.core.clock import Monotonic, monotonic
from kingdom.sessions.events import live_events

RESEND_S = 0.1  # all who ask within it get one copy
ASK_AGAIN_S = 1.0


class Feed(Protocol):
    """A subscription."""

    async def get(self) -> dict[str, Any]:
        """Return the next message; waits for one."""
        ...


class StreamedText:
    """What a session's model has written that may be shown: the text of its last call that has any.

    A model may write from another thread than that of the event loop; the lock keeps its deltas and copies in order.
    """

    def __init__(self, session_id: uuid.UUID) -> None:
        """Nothing is written yet."""
        self._session_id = session_id
        self._position = (0, 0)
        self._resend: asyncio.TimerHandle | None = None
        self._lock = threading.Lock()
        self.text = ""

    def add(self, at: int, attempt: int, text: str) -> None:
        """Send text; another ``at`` (number of the input that is answered) or ``attempt`` begins another text."""
        with self._lock:
            if (at, attempt) != self._position:
                self._position, self.text = (at, attempt), ""
            live_events.delta_publish(self._session_id, at, attempt, text, offset=len(self.text))
            self.text += text

    def send_again(self) -> None:
        """Send the text so far once more, soon. Call it from the event loop's thread."""
        if self.text and self._resend is None:
            self._resend = asyncio.get_running_loop().call_later(RESEND_S, self._send_all)

    def _send_all(self) -> None:
        self._resend = None
        with self._lock:
            live_events.delta_publish(self._session_id, *self._position, self.text, offset=0)


class ContinuousText:
    """A feed of a session without gaps and repeats in its text: a delta continues what was passed on before it.

    A delta of another ``at`` or ``attempt`` begins a text, with ``offset`` 0. Other messages are passed on as they are.
    """

    def __init__(self, feed: Feed, ask: Callable[[], None], clock: Monotonic = monotonic) -> None:
        """``ask()`` requests the text so far; it is called now, since the feed may begin in the middle of a text."""
        self._feed, self._ask, self._clock = feed, ask, clock
        self._position = (0, 0)
        self._length = 0
        self._ask_for_text()

    async def get(self) -> dict[str, Any]:
        """Return the next message; waits for one."""
        while True:
            message = await self._feed.get()
            if message["type"] == "resync":  # deltas may be lost
                self._ask_for_text()
            if "delta" not in message:
                return message
            fresh = self._continued(message)
            if fresh is not None:
                return fresh

    def _continued(self, message: dict[str, Any]) -> dict[str, Any] | None:
        """Return the new part of a delta; None for a known one, and for one that begins after a gap."""
        position = (message["at"], message["attempt"])
        if position < self._position:
            return None
        length = self._length if position == self._position else 0
        offset = message.get("offset", length)  # a worker of the release before sends none
        if offset > length:
            if self._clock() - self._asked_at >= ASK_AGAIN_S:
                self._ask_for_text()
            return None
        text = message["delta"][length - offset :]
        if not text:
            return None
        self._position, self._length = position, length + len(text)
        return {**message, "offset": length, "delta": text}

    def _ask_for_text(self) -> None:
        self._asked_at = self._clock()
        self._ask()


class CommandFeed:
    """The commands to a worker without the requests for its text, which are answered at once."""

    def __init__(self, feed: Feed, send_text: Callable[[], None]) -> None:
        """``send_text()`` is called for each request."""
        self._feed, self._send_text = feed, send_text

    async def get(self) -> dict[str, Any]:
        """Return the next command; waits for one."""
        while True:
            message = await self._feed.get()
            if message["type"] != "text_wanted":
                return message
            self._send_text()


@asynccontextmanager
async def continuous_subscribe(session_id: uuid.UUID) -> AsyncIterator[ContinuousText]:
    """Yield the feed of a session with its text from the beginning, as ``ContinuousText`` does."""
    async with live_events.subscribe(session_id) as feed:
        yield ContinuousText(feed, partial(live_events.text_ask, session_id))


@asynccontextmanager
async def commands_subscribe(session_id: uuid.UUID, send_text: Callable[[], None]) -> AsyncIterator[CommandFeed]:
    """Yield the commands to the worker of a session; ``send_text()`` answers a request for its text."""
    async with live_events.control_subscribe(session_id) as feed:
        yield CommandFeed(feed, send_text)
