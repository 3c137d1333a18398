"""Streams of stored rows: what an announcement costs, and that none is lost."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest

from kingdom.core.sse import MessageFeed, Row, stored_rows_stream
from kingdom.sessions.events.streams import RowsOfOneMoment

pytestmark = [pytest.mark.asyncio, pytest.mark.django_db]


class Feed:
    """The messages of a subscription; without one the reader waits."""

    def __init__(self, messages: Sequence[dict[str, Any]]) -> None:
        self.left = list(messages)

    async def get(self) -> dict[str, Any]:
        """Return the next message."""
        while not self.left:
            await asyncio.sleep(0.01)
        return self.left.pop(0)


class Table:
    """A table of which each read finds the next of some results."""

    def __init__(self, *found: tuple[Sequence[int], bool]) -> None:
        self.found, self.reads = list(found), 0

    def read(self, _after: int) -> tuple[Sequence[Row], Row | None]:
        """Return the rows by their numbers, and whether that is the end."""
        self.reads += 1
        numbers, is_over = self.found.pop(0)
        return [{"seq": number} for number in numbers], {"over": True} if is_over else None


def events(*numbers: int) -> list[dict[str, Any]]:
    return [{"type": "event", "seq": number} for number in numbers]


async def streamed(table: Table, messages: Sequence[dict[str, Any]], *, of_one_moment: bool, after: int = 0) -> str:
    @asynccontextmanager
    async def feed() -> AsyncIterator[MessageFeed]:
        yield Feed(messages)

    rows = RowsOfOneMoment(table.read, lambda _message: "")
    read, live_frame = (rows.read, rows.live_frame) if of_one_moment else (table.read, lambda _message: "")
    frames = stored_rows_stream(
        feed(), read, after=after, row_frame=lambda row: f"{row['seq']} ", live_frame=live_frame, ping_s=5
    )
    return "".join([frame async for frame in frames])


async def test_announced_rows_that_were_read_cost_no_read() -> None:
    table = Table(((1, 2, 3), False), ((4, 5), True))
    assert (await streamed(table, events(1, 2, 3, 4, 5), of_one_moment=True)).startswith("1 2 3 4 5 event: final")
    assert table.reads == 2


async def test_where_the_end_may_come_after_its_row_each_announcement_is_a_read() -> None:
    table = Table(((1, 2), False), ((), True))
    assert "final" in await streamed(table, events(2), of_one_moment=False)
    assert table.reads == 2


async def test_what_only_the_client_has_seen_is_read_when_it_is_announced() -> None:
    table = Table(((), False), ((), True))  # it resumes after a number that is not there yet
    assert "final" in await streamed(table, events(3), of_one_moment=True, after=99)


async def test_lost_messages_are_read() -> None:
    table = Table(((1, 2), False), ((3,), True))
    assert "3 " in await streamed(table, [{"type": "resync"}], of_one_moment=True)
