"""Event stream of a session: the stored events, then the live ones, then the end."""

import asyncio
import uuid
from collections.abc import AsyncGenerator, Callable, Mapping, Sequence
from functools import partial
from typing import Any

from kingdom.core.errors import NotFound
from kingdom.core.sse import PING_INTERVAL_S, Row, sse_frame, stored_rows_stream, unless_away
from kingdom.sessions.events.lifecycle_rules import FINAL_STATES
from kingdom.sessions.events.live_text import continuous_subscribe
from kingdom.sessions.events.presenters import present_event, present_session
from kingdom.sessions.fair_queue import queue_positions
from kingdom.sessions.selectors import events_with_state, session_of, session_state

ReadRows = Callable[[int], tuple[Sequence[Row], Row | None]]
POSITION_S = 1.5  # quiet time after which a stream says how many are before it


def session_stream(
    *, user_id: int, session_id: uuid.UUID, after: int, ping_s: float = PING_INTERVAL_S
) -> AsyncGenerator[str]:
    """Yield a session's events after number ``after`` as SSE frames ``route``, ``step``, ``delta`` and ``final``.

    The text of the running model call comes from its beginning, also to who joins in the middle: the ``offset`` of a
    delta is the number of characters before it, 0 where a text starts. While
    nothing happens, transient frames ``waiting`` say how many messages are served before this one.
    """
    rows = RowsOfOneMoment(partial(_read_new, user_id, session_id), _delta_frame)
    frames = stored_rows_stream(
        continuous_subscribe(session_id),
        rows.read,
        after=after,
        row_frame=_stored_frame,
        live_frame=rows.live_frame,
        ping_s=ping_s,
    )
    return with_position(frames, partial(queue_positions.before, session_id))


class RowsOfOneMoment:
    """Rows and an end that one statement reads and one transaction changes.

    The announcement of a row that was read says nothing new: several are often read at once.
    """

    def __init__(self, read: ReadRows, live_frame: Callable[[Row], str]) -> None:
        """Take what ``stored_rows_stream`` takes."""
        self._read, self._live_frame = read, live_frame
        self._read_to = 0

    def read(self, after: int) -> tuple[Sequence[Row], Row | None]:
        """Return the rows after a number, and the end once there is one."""
        rows, end = self._read(after)
        if rows:
            self._read_to = rows[-1]["seq"]
        return rows, end

    def live_frame(self, message: Row) -> str | None:
        """Return the frame of a message, "" for one that asks for a read, None for one that says nothing new."""
        is_known = message.get("type") == "event" and message["seq"] <= self._read_to
        return None if is_known else self._live_frame(message)


async def with_position(
    frames: AsyncGenerator[str], before: Callable[[], int | None], *, quiet_s: float = POSITION_S
) -> AsyncGenerator[str]:
    """Yield frames, and after ``quiet_s`` seconds without one a frame ``waiting`` when its number has changed."""
    shown: int | None = None
    pending = asyncio.ensure_future(anext(frames))
    try:
        while True:
            await asyncio.wait({pending}, timeout=quiet_s)
            if not pending.done():
                count = await unless_away(before)
                if count and count != shown:
                    shown = count
                    yield sse_frame("waiting", {"before": count})
                continue
            try:
                frame = pending.result()
            except StopAsyncIteration:
                return
            pending = asyncio.ensure_future(anext(frames))
            yield frame
    finally:
        pending.cancel()
        await asyncio.wait({pending})
        await frames.aclose()


def _delta_frame(message: Mapping[str, Any]) -> str:
    if "delta" not in message:
        return ""
    position = {name: message[name] for name in ("at", "attempt", "offset")}
    return sse_frame("delta", {"text": message["delta"], **position})


def _stored_frame(row: Mapping[str, Any]) -> str:
    if row["kind"] in FINAL_STATES:  # the frame ``final`` replaces it
        return ""
    if row["kind"] == "route":
        return sse_frame("route", row["payload"], seq=row["seq"])
    return sse_frame("step", row, seq=row["seq"])


def _read_new(user_id: int, session_id: uuid.UUID, after: int) -> tuple[list[dict[str, Any]], dict[str, Any] | None]:
    """Return the new events, and the session's report when it is over.

    Most often one query: with new events comes the state that they led to. A session that is over then has all of them.
    """
    found, state = events_with_state(user_id=user_id, session_id=session_id, seq=after)
    if found and state not in FINAL_STATES:
        return [present_event(event) for event in found], None
    try:
        if not found:
            if session_state(user_id=user_id, session_id=session_id) not in FINAL_STATES:
                return [], None
            # perhaps it ended between the two queries
            found, _ = events_with_state(user_id=user_id, session_id=session_id, seq=after)
        session = session_of(user_id=user_id, session_id=session_id)
        return [present_event(event) for event in found], present_session(session)
    except NotFound:
        # deleted during the stream
        return [], {
            "id": str(session_id),
            "state": "deleted",
            "answer": "",
            "error": {"code": "not_found", "message": "It was deleted."},
        }
