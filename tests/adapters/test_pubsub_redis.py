"""Publish/subscribe over Redis."""

import asyncio
import os
from collections.abc import Iterator

import pytest

from kingdom.adapters.pubsub import RESYNC, PubSubChannel
from kingdom.adapters.pubsub_redis import RedisPubSub
from tests.adapters.redis_server import resp_server
from tests.factories.pubsub import read_until


@pytest.fixture
def url() -> Iterator[str]:
    """A real server if TEST_REDIS_URL is set, else the minimal one."""
    if real := os.environ.get("TEST_REDIS_URL"):
        yield real
        return
    with resp_server() as server:
        yield f"redis://127.0.0.1:{server.server_address[1]}/0"


def test_messages_arrive_in_order(url: str) -> None:
    async def scene(channel: PubSubChannel) -> None:
        async with channel.subscribe("a") as feed:
            sent = ""
            for place in range(300):
                text = f"{place} ü "
                channel.publish("a", {"type": "delta", "at": 1, "offset": len(sent), "delta": text})
                sent += text
            channel.publish("a", {"type": "event", "seq": 2})
            messages = await read_until(feed, "event")
            assert "".join(message.get("delta", "") for message in messages) == sent

    channel = PubSubChannel(RedisPubSub(url, "kingdom_test"), "test")
    asyncio.run(scene(channel))
    channel.close()


def test_a_broken_connection_comes_back_and_says_so() -> None:
    with resp_server() as server:
        channel = PubSubChannel(RedisPubSub(f"redis://127.0.0.1:{server.server_address[1]}/0", "kingdom_test"), "test")

        async def scene() -> None:
            async with channel.subscribe("a") as feed:
                server.drop_all()
                assert await read_until(feed, "resync") == [RESYNC]
                channel.publish("a", {"type": "event", "seq": 1})
                assert (await read_until(feed, "event"))[-1] == {"type": "event", "seq": 1}

        asyncio.run(scene())
        channel.close()


def test_it_listens_once_the_server_has_confirmed() -> None:
    with resp_server() as server:
        server.subscribes_after_s = 0.3
        channel = PubSubChannel(RedisPubSub(f"redis://127.0.0.1:{server.server_address[1]}/0", "kingdom_test"), "test")

        async def scene() -> None:
            async with channel.subscribe("a") as feed:
                channel.publish("a", {"type": "event", "seq": 1})
                assert await read_until(feed, "event") == [{"type": "event", "seq": 1}]

        asyncio.run(scene())
        channel.close()
