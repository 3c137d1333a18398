"""The text of a running answer: whole for each reader, whenever it joins and whatever is lost; kept when stopped."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator, Iterator
from contextlib import aclosing
from typing import Any

import pytest
from django.db import connection

from kingdom.contracts.call_context import CallContext
from kingdom.contracts.model import ModelRequest, ModelResponse
from kingdom.runtime.ports import OnDelta
from kingdom.sessions.engine.replay import session_replay
from kingdom.sessions.engine.runner import session_run
from kingdom.sessions.events import live_events
from kingdom.sessions.events.live_text import ContinuousText
from kingdom.sessions.events.streams import session_stream
from kingdom.sessions.models import Session
from kingdom.sessions.services import session_cancel
from tests.factories.capabilities import always, graph
from tests.factories.sessions import OpenSession

TEXT = "Zwölf Boxkämpfer jagen Viktor quer über den großen Sylter Deich. " * 300


@pytest.fixture(autouse=True)
def _live() -> Iterator[None]:
    yield
    live_events.live_events_close()


class PausedModel:
    """A model that writes the first half of a text, waits for ``go`` and then writes the rest without an end."""

    name = "paused"

    def __init__(self) -> None:
        """Not yet asked."""
        self.halfway, self.go, self.written = threading.Event(), threading.Event(), threading.Event()

    async def generate(self, ctx: CallContext, request: ModelRequest, on_delta: OnDelta | None = None) -> ModelResponse:
        """Write the text word by word, in two halves."""
        assert on_delta is not None
        middle = len(TEXT) // 2
        for half, done in ((TEXT[:middle], self.halfway), (TEXT[middle:], self.written)):
            for start in range(0, len(half), 50):
                await on_delta(half[start : start + 50])
            done.set()
            await asyncio.to_thread(self.go.wait, 20)
        await asyncio.sleep(60)
        raise AssertionError("nobody stopped it")


async def read_text(frames: AsyncIterator[str], length: int) -> str:
    """Return the text that a page shows after the deltas up to a length."""
    shown = ""
    while len(shown) < length:
        frame = await asyncio.wait_for(anext(frames), 20)
        if frame.startswith("event: delta"):
            delta = json.loads(frame.partition("data: ")[2])
            shown = shown if delta["offset"] else ""
            assert delta["offset"] == len(shown)
            shown += delta["text"]
    return shown


@pytest.mark.django_db(transaction=True)
def test_each_reader_gets_the_whole_text_and_a_stop_keeps_it(open_model: OpenSession) -> None:
    session, model = open_model(), PausedModel()

    def work() -> None:
        session_run(session_id=session.pk, graphs=always(graph(model=model)))
        connection.close()

    def stream() -> Any:  # noqa: ANN401 - an async generator
        return session_stream(user_id=session.user_id, session_id=session.pk, after=0, ping_s=20)

    async def scene() -> tuple[str, str]:
        thread = threading.Thread(target=work)
        thread.start()
        assert await asyncio.to_thread(model.halfway.wait, 20)
        async with aclosing(stream()) as first, aclosing(stream()) as second:
            half = TEXT[: len(TEXT) // 2].rstrip()
            assert await read_text(first, len(half)) == half  # nothing more is written now
            model.go.set()
            assert await asyncio.to_thread(model.written.wait, 20)
            late = await read_text(second, len(TEXT.rstrip()))
            await asyncio.to_thread(cancel)
            final = ""
            async for frame in first:
                final = frame
        await asyncio.to_thread(thread.join, 20)
        return late, json.loads(final.partition("data: ")[2])["answer"]

    def cancel() -> None:
        session_cancel(session_id=session.pk)
        connection.close()

    late, final = asyncio.run(scene())
    assert late == final == TEXT.rstrip()
    stored = Session.objects.get(pk=session.pk)
    assert (stored.state, stored.answer, stored.error_code) == ("cancelled", TEXT.rstrip(), "cancelled")
    assert session_replay(session_id=session.pk).identical


class Script:
    """A feed of given messages; ``asked`` counts the requests for the text."""

    def __init__(self, *messages: dict[str, Any]) -> None:
        """Take the messages, oldest first."""
        self.messages, self.asked, self.time = list(messages), 0, 0.0

    async def get(self) -> dict[str, Any]:
        """Return the next message, ``{"type": "end"}`` after the last."""
        self.time += 0.6
        return self.messages.pop(0) if self.messages else {"type": "end"}

    def ask(self) -> None:
        """Count."""
        self.asked += 1


def passed_on(script: Script) -> list[Any]:
    async def scene() -> list[Any]:
        feed = ContinuousText(script, script.ask, lambda: script.time)
        found: list[Any] = []
        while (message := await feed.get())["type"] != "end":
            is_text = "delta" in message
            found.append((message["at"], message["offset"], message["delta"]) if is_text else message["type"])
        return found

    return asyncio.run(scene())


def delta(offset: int, text: str, at: int = 1, attempt: int = 1) -> dict[str, Any]:
    return {"type": "delta", "at": at, "attempt": attempt, "offset": offset, "delta": text}


def test_a_repeated_text_is_not_doubled_and_another_one_starts_again() -> None:
    script = Script(delta(0, "Good "), delta(0, "Good d"), delta(5, "day"), delta(0, "Bye", at=3), delta(0, "Good day"))
    assert passed_on(script) == [(1, 0, "Good "), (1, 5, "d"), (1, 6, "ay"), (3, 0, "Bye")]
    assert script.asked == 1


def test_a_gap_waits_for_the_text_and_asks_for_it_again() -> None:
    script = Script(
        delta(4, "in "), delta(7, "the "), delta(11, "middle"), delta(0, "was in the middle"), delta(17, ".")
    )
    assert passed_on(script) == [(1, 0, "was in the middle"), (1, 17, ".")]
    assert script.asked == 2  # at the start, and once more when no answer came for a second


def test_lost_messages_are_asked_for() -> None:
    script = Script(delta(0, "a"), {"type": "resync"}, {"type": "event", "seq": 4})
    assert passed_on(script) == [(1, 0, "a"), "resync", "event"]
    assert script.asked == 2


def test_a_worker_of_the_release_before_sends_no_offsets() -> None:
    first, second = delta(0, "a"), delta(0, "b")
    del first["offset"], second["offset"]
    assert passed_on(Script(first, second)) == [(1, 0, "a"), (1, 1, "b")]
