"""A case's events as a stream: the stored ones first, then those that come, then the end."""

import asyncio
import uuid
from collections.abc import AsyncIterator
from typing import Any

from kingdom.adapters.pubsub_registry import LIVE_CHANNEL, pubsub_channel
from kingdom.core.database import in_database
from kingdom.core.errors import NotFound
from kingdom.council.cases.event_log import case_topic
from kingdom.council.presenters import case_event_detail, case_summary
from kingdom.council.rules.state_machine import FINAL_STATES
from kingdom.council.selectors import case_events_after, case_get
from kingdom.sessions.events.streams import PING, PING_INTERVAL_S, sse_frame


async def case_event_stream(
    *, user_id: int, case_id: uuid.UUID, after: int, ping_s: float = PING_INTERVAL_S
) -> AsyncIterator[str]:
    """Yield a case's events after ``after`` as text frames (``event`` with ids) until it is over (``final``, with the case).

    First subscribe, then read the table: what is written between the two is both read and announced, so nothing is lost. A quiet
    channel is not trusted either: with each ping the table is read again.
    """
    async with pubsub_channel(LIVE_CHANNEL).subscribe(case_topic(case_id)) as feed:
        while True:
            rows, end = await in_database(_read_new_events, user_id, case_id, after)
            for row in rows:
                after = row["seq"]
                yield sse_frame("event", row, seq=after)
            if end is not None:
                yield sse_frame("final", end, seq=after)
                return
            try:
                await asyncio.wait_for(feed.get(), timeout=ping_s)
            except TimeoutError:
                yield PING


def _read_new_events(
    user_id: int, case_id: uuid.UUID, after: int
) -> tuple[list[dict[str, Any]], dict[str, Any] | None]:
    """Read what is new, and the case when it is over. The state is read before the rows: a case that is over then has all its rows."""
    try:
        case = case_get(user_id=user_id, case_id=case_id)
        end = case_summary(case) if case.state in FINAL_STATES else None
        return [case_event_detail(event) for event in case_events_after(case_id=case_id, seq=after)], end
    except NotFound:  # deleted while we watched
        return [], {"id": str(case_id), "state": "deleted"}
