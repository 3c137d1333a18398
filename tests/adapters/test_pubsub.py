"""Publish/subscribe over PostgreSQL: messages arrive, and lost ones cause a resync."""

import asyncio
import json
import os
import time
from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from django.db import connection

from kingdom.adapters.pubsub import (
    RESYNC,
    PostgresPubSub,
    PubSubChannel,
    Subscription,
    _encode_message,
    _merge_deltas,
    _Message,
)
from kingdom.core.deployment.server_connection import server_parameters
from tests.factories.pubsub import read_until


@pytest.fixture
def channel(db: None) -> Iterator[PubSubChannel]:
    """A channel of this test."""
    wire = PostgresPubSub(server_parameters(), f"test_{os.getpid()}")
    made = PubSubChannel(wire, "test")
    yield made
    made.close()


def test_deltas_arrive_joined_in_order_and_only_where_they_belong(channel: PubSubChannel) -> None:
    async def scene() -> list[dict[str, Any]]:
        async with channel.subscribe("a") as mine, channel.subscribe("b") as other:
            text = "zwölf Boxkämpfer jagen Viktor " * 2000
            for at in range(0, len(text), 100):
                channel.publish("a", {"type": "delta", "at": 1, "offset": at, "delta": text[at : at + 100]})
            channel.publish("a", {"type": "event", "seq": 2})
            channel.publish("b", {"type": "event", "seq": 9})
            assert await read_until(other, "event") == [{"type": "event", "seq": 9}]
            messages = await read_until(mine, "event")
            assert "".join(message.get("delta", "") for message in messages) == text
            return messages

    messages = asyncio.run(scene())
    assert messages[-1] == {"type": "event", "seq": 2}
    assert len(messages) < 100  # 600 deltas went in


def test_a_broken_listener_comes_back_and_says_so(channel: PubSubChannel) -> None:
    async def scene() -> None:
        async with channel.subscribe("a") as feed:
            # a connection of its own: inside an event loop Django's would be another one, and stay open
            with psycopg.connect(**server_parameters(), autocommit=True) as knife:
                cut = knife.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE %s",
                    [f'LISTEN "test_{os.getpid()}"'],
                )
                assert cut.rowcount == 1
            assert await read_until(feed, "resync") == [RESYNC]
            channel.publish("a", {"type": "event", "seq": 1})
            assert (await read_until(feed, "event"))[-1] == {"type": "event", "seq": 1}

    asyncio.run(scene())


def test_a_server_that_is_away_costs_the_publisher_nothing() -> None:
    away = PubSubChannel(PostgresPubSub({"host": "/nowhere"}, "x"), "away")
    started = time.monotonic()
    for _ in range(1000):
        away.publish("a", {"type": "event"})
    assert time.monotonic() - started < 5  # it does not wait for a single connection attempt
    away.close()
    away.publish("a", {"type": "event"})


def test_a_slow_reader_is_told_to_read_the_log() -> None:
    async def scene() -> list[dict[str, Any]]:
        feed = Subscription()
        for place in range(2_001):
            feed.put({"type": "event", "seq": place})
        await asyncio.sleep(0.05)
        return [await feed.get()]

    assert asyncio.run(scene()) == [RESYNC]


def test_only_what_continues_is_joined() -> None:
    first, again = (
        {"at": 1, "attempt": 1, "offset": 3, "delta": "a"},
        {"at": 1, "attempt": 2, "offset": 0, "delta": "b"},
    )
    batch = [
        _Message("x", first),
        _Message("y", first),
        _Message("x", {**first, "offset": 4}),
        _Message("x", {**first, "offset": 0, "delta": "1234"}),
        _Message("x", again),
        _Message("x", {"type": "event"}),
    ]

    merged = [
        (message.topic, message.body.get("offset"), message.body.get("delta")) for message in _merge_deltas(batch)
    ]
    assert merged == [("x", 3, "aa"), ("y", 3, "a"), ("x", 0, "1234"), ("x", 0, "b"), ("x", None, None)]


def test_no_text_is_larger_than_notify_takes() -> None:
    texts = list(_encode_message(_Message("a", {"offset": 5, "delta": "\x01ü" * 9_000})))
    assert max(len(text.encode()) for text in texts) < 8_000
    end = 5
    for body in (json.loads(text)["body"] for text in texts):
        assert body["offset"] == end
        end += len(body["delta"])
    assert end == 18_005
    assert len(list(_encode_message(_Message("a", {"type": "event", "note": "x" * 9_000})))) == 1


def test_the_servers_own_limit_is_the_one_we_know(db: None) -> None:
    with connection.cursor() as cursor, pytest.raises(psycopg.Error, match="too long"):
        cursor.connection.execute("SELECT pg_notify('x', repeat('x', 8000))")
