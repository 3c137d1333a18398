"""A session's events as a stream: the stored ones first, then those that come, then the end."""

import asyncio
import json
import uuid
from collections.abc import AsyncIterator
from typing import Any

from kingdom.adapters.pubsub import Subscription
from kingdom.core.db_retry import in_database
from kingdom.core.errors import NotFound
from kingdom.sessions.events.lifecycle_rules import FINAL_STATES
from kingdom.sessions.events.live_events import subscribe
from kingdom.sessions.events.presenters import present_event, present_session
from kingdom.sessions.selectors import events_after, session_of

PING_INTERVAL_S = 15.0
PING = ": ping\n\n"
_LINE_ENDS = {0x85: "\\u0085", 0x2028: "\\u2028", 0x2029: "\\u2029"}


def sse_frame(event: str, data: object, *, seq: int | None = None) -> str:
    """Return one server-sent event. Only stored events have an id: a client resumes from what is in the table, never from a delta.

    Characters that many clients take for the end of a line, against the standard, are escaped.
    """
    head = f"event: {event}\n" if seq is None else f"event: {event}\nid: {seq}\n"
    return f"{head}data: {json.dumps(data, ensure_ascii=False, separators=(',', ':')).translate(_LINE_ENDS)}\n\n"


async def session_stream(
    *, user_id: int, session_id: uuid.UUID, after: int, ping_s: float = PING_INTERVAL_S
) -> AsyncIterator[str]:
    """Yield a session's events after ``after`` as text frames until it is over.

    The order matters: first subscribe, then read the table. What is written between the two is both read and announced, so nothing
    is lost; what is announced twice is read once, since each read starts after the last sequence number. A quiet channel is not
    trusted either: with each ping the table is read again.
    """
    async with subscribe(session_id) as feed:
        while True:
            rows, end = await in_database(_read_new, user_id, session_id, after)
            for row in rows:
                after = row["seq"]
                if row["kind"] not in FINAL_STATES:
                    yield _stored_frame(row)
            if end is not None:
                yield sse_frame("final", end, seq=after)
                return
            async for delta in _delta_frames(feed, ping_s):
                yield delta


async def _delta_frames(feed: Subscription, ping_s: float) -> AsyncIterator[str]:
    """Yield deltas, until something else came or ``ping_s`` seconds were quiet."""
    while True:
        try:
            message = await asyncio.wait_for(feed.get(), timeout=ping_s)
        except TimeoutError:
            yield PING
            return
        if "delta" not in message:
            return
        yield sse_frame("delta", {"text": message["delta"], "at": message.get("at"), "attempt": message.get("attempt")})


def _stored_frame(row: dict[str, Any]) -> str:
    if row["kind"] == "route":
        return sse_frame("route", row["payload"], seq=row["seq"])
    return sse_frame("step", row, seq=row["seq"])


def _read_new(user_id: int, session_id: uuid.UUID, after: int) -> tuple[list[dict[str, Any]], dict[str, Any] | None]:
    """Read what is new, and the report when the session is over.

    The state is read before the rows: a session that is over then has all its rows.
    """
    try:
        session = session_of(user_id=user_id, session_id=session_id)
        end = present_session(session) if session.state in FINAL_STATES else None
        return [present_event(event) for event in events_after(session_id=session_id, seq=after)], end
    except NotFound:
        # deleted while we watched
        return [], {
            "id": str(session_id),
            "state": "deleted",
            "answer": "",
            "error": {"code": "not_found", "message": "It was deleted."},
        }
