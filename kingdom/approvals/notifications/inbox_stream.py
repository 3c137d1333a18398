"""One person's inbox as a stream: word of what changes, from the moment of connecting. The rows are the truth; a stream may lose."""

import asyncio
import json
from collections.abc import AsyncIterator, Mapping
from typing import Any

from kingdom.adapters.pubsub_registry import LIVE_CHANNEL, pubsub_channel
from kingdom.approvals.notifications.events import user_topic

PING_S = 15.0
_LINE_ENDS = {
    0x85: "\\u0085",
    0x2028: "\\u2028",
    0x2029: "\\u2029",
}  # ends of a line to many clients, against the standard


async def inbox_stream(*, user_id: int, ping_s: float = PING_S) -> AsyncIterator[str]:
    """Yield frames ``notification``, ``approval`` (each with its JSON) and ``resync`` (read the lists again) for ever, pings when quiet.

    The first frame is a ``resync``: what happened before the stream was open is in the lists.
    """
    async with pubsub_channel(LIVE_CHANNEL).subscribe(user_topic(user_id)) as feed:
        yield _sse_frame({"type": "resync"})
        while True:
            try:
                yield _sse_frame(await asyncio.wait_for(feed.get(), timeout=ping_s))
            except TimeoutError:
                yield ": ping\n\n"


def _sse_frame(message: Mapping[str, Any]) -> str:
    body = json.dumps(
        {key: value for key, value in message.items() if key != "type"}, ensure_ascii=False, separators=(",", ":")
    )
    return f"event: {message['type']}\ndata: {body.translate(_LINE_ENDS)}\n\n"
