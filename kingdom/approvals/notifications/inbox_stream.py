"""The inbox as a stream of changes since the connection. The rows are the truth; a stream may lose messages."""

import asyncio
from collections.abc import AsyncIterator, Mapping
from typing import Any

from kingdom.adapters.pubsub_registry import LIVE_CHANNEL, pubsub_channel
from kingdom.approvals.notifications.events import user_topic
from kingdom.core.sse import PING, PING_INTERVAL_S, sse_frame
from kingdom.core.stored_sentences import sentence_for


async def inbox_stream(*, user_id: int, language: str = "", ping_s: float = PING_INTERVAL_S) -> AsyncIterator[str]:
    """Yield frames ``notification``, ``approval``, ``conversation`` (each with JSON) and ``resync``, and pings.

    The text of a notification is in ``language``. The stream has no end. A ``resync`` means that the lists are to
    be read again. It is the first frame, too: what happened before the stream was open is in the lists.
    """
    async with pubsub_channel(LIVE_CHANNEL).subscribe(user_topic(user_id)) as feed:
        yield _message_frame({"type": "resync"})
        while True:
            try:
                async with asyncio.timeout(ping_s):
                    message = await feed.get()
            except TimeoutError:
                yield PING
            else:
                yield _message_frame(message, language)


def _message_frame(message: Mapping[str, Any], language: str = "") -> str:
    content = {key: value for key, value in message.items() if key != "type"}
    if "text" in content:
        content["text"] = sentence_for(str(content["text"]), language)
    return sse_frame(str(message["type"]), content)
