"""A session's events as a stream: the stored ones first, then those that come, then the end."""

import asyncio
import json
import uuid
from collections.abc import AsyncIterator
from typing import Any

from kingdom.adapters.live import Feed
from kingdom.core.errors import NotFound
from kingdom.sessions.database import in_database
from kingdom.sessions.live import subscribe
from kingdom.sessions.reports import event_shown, report
from kingdom.sessions.rules import FINAL
from kingdom.sessions.selectors import events_after, session_of

PING_S = 15.0
PING = ": ping\n\n"
_LINE_ENDS = {0x85: "\\u0085", 0x2028: "\\u2028", 0x2029: "\\u2029"}


def frame(event: str, data: object, *, seq: int | None = None) -> str:
    """Return one server-sent event. Only stored events have an id: a client resumes from what is in the table, never from a delta.

    Characters that many clients take for the end of a line, against the standard, are escaped.
    """
    head = f"event: {event}\n" if seq is None else f"event: {event}\nid: {seq}\n"
    return f"{head}data: {json.dumps(data, ensure_ascii=False, separators=(',', ':')).translate(_LINE_ENDS)}\n\n"


async def session_stream(*, user_id: int, session_id: uuid.UUID, after: int, ping_s: float = PING_S) -> AsyncIterator[str]:
    """Yield a session's events after ``after`` as text frames until it is over.

    The order matters: first subscribe, then read the table. What is written between the two is both read and announced, so nothing
    is lost; what is announced twice is read once, since each read starts after the last sequence number. A quiet channel is not
    trusted either: with each ping the table is read again.
    """
    async with subscribe(session_id) as feed:
        while True:
            rows, end = await in_database(_read, user_id, session_id, after)
            for row in rows:
                after = row["seq"]
                if row["kind"] not in FINAL:
                    yield _stored(row)
            if end is not None:
                yield frame("final", end, seq=after)
                return
            async for delta in _deltas(feed, ping_s):
                yield delta


async def _deltas(feed: Feed, ping_s: float) -> AsyncIterator[str]:
    """Yield deltas, until something else came or ``ping_s`` seconds were quiet."""
    while True:
        try:
            message = await asyncio.wait_for(feed.get(), timeout=ping_s)
        except TimeoutError:
            yield PING
            return
        if "delta" not in message:
            return
        yield frame("delta", {"text": message["delta"], "at": message.get("at"), "attempt": message.get("attempt")})


def _stored(row: dict[str, Any]) -> str:
    if row["kind"] == "route":
        return frame("route", row["payload"], seq=row["seq"])
    return frame("step", row, seq=row["seq"])


def _read(user_id: int, session_id: uuid.UUID, after: int) -> tuple[list[dict[str, Any]], dict[str, Any] | None]:
    """Read what is new, and the report when the session is over.

    The state is read before the rows: a session that is over then has all its rows.
    """
    try:
        session = session_of(user_id=user_id, session_id=session_id)
        end = report(session) if session.state in FINAL else None
        return [event_shown(event) for event in events_after(session_id=session_id, seq=after)], end
    except NotFound:
        # deleted while we watched
        return [], {"id": str(session_id), "state": "deleted", "answer": "", "error": {"code": "not_found", "message": "It was deleted."}}
