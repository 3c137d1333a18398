"""A case's events as a stream: the stored ones first, then those that come, then the end."""

import asyncio
import uuid
from collections.abc import AsyncIterator
from typing import Any

from kingdom.adapters.channels import LIVE, channel
from kingdom.core.database import in_database
from kingdom.core.errors import NotFound
from kingdom.council.moving import topic_of
from kingdom.council.reports import event_shown, summary
from kingdom.council.rules.moves import FINAL
from kingdom.council.selectors import case_of, events_after
from kingdom.sessions.streams import PING, PING_S, frame


async def case_stream(*, user_id: int, case_id: uuid.UUID, after: int, ping_s: float = PING_S) -> AsyncIterator[str]:
    """Yield a case's events after ``after`` as text frames (``event`` with ids) until it is over (``final``, with the case).

    First subscribe, then read the table: what is written between the two is both read and announced, so nothing is lost. A quiet
    channel is not trusted either: with each ping the table is read again.
    """
    async with channel(LIVE).subscribe(topic_of(case_id)) as feed:
        while True:
            rows, end = await in_database(_read, user_id, case_id, after)
            for row in rows:
                after = row["seq"]
                yield frame("event", row, seq=after)
            if end is not None:
                yield frame("final", end, seq=after)
                return
            try:
                await asyncio.wait_for(feed.get(), timeout=ping_s)
            except TimeoutError:
                yield PING


def _read(user_id: int, case_id: uuid.UUID, after: int) -> tuple[list[dict[str, Any]], dict[str, Any] | None]:
    """Read what is new, and the case when it is over. The state is read before the rows: a case that is over then has all its rows."""
    try:
        case = case_of(user_id=user_id, case_id=case_id)
        end = summary(case) if case.state in FINAL else None
        return [event_shown(event) for event in events_after(case_id=case_id, seq=after)], end
    except NotFound:  # deleted while we watched
        return [], {"id": str(case_id), "state": "deleted"}
