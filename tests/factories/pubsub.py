"""Reads the messages of a subscription."""

import asyncio
from typing import Any

from kingdom.adapters.pubsub import Subscription


async def read_until(subscription: Subscription, message_type: str) -> list[dict[str, Any]]:
    """Return the messages up to the first one of a type. Fails after 10 s without a message."""
    messages: list[dict[str, Any]] = []
    while not messages or messages[-1].get("type") != message_type:
        messages.append(await asyncio.wait_for(subscription.get(), timeout=10))
    return messages
