"""Live feed of a running session: each event after its commit, and the answer's text in parts."""

import asyncio
import threading
from collections.abc import Iterator
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.db import connection

from kingdom.sessions.engine.runner import session_run
from kingdom.sessions.events import live_events
from kingdom.sessions.models import Session, SessionEvent
from tests.factories.capabilities import ScriptedModel, always, answer, graph
from tests.factories.sessions import OpenSession

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def _live() -> Iterator[None]:
    yield
    live_events.live_events_close()


def watched(session: Session, model: ScriptedModel) -> list[dict[str, Any]]:
    """Run a session in a thread and return the messages of its feed; each announced event must be stored."""

    @sync_to_async
    def stored(seq: int) -> bool:
        return SessionEvent.objects.filter(session_id=session.pk, seq=seq).exists()

    def work() -> None:
        session_run(session_id=session.pk, graphs=always(graph(model=model)))
        connection.close()

    async def scene() -> list[dict[str, Any]]:
        messages: list[dict[str, Any]] = []
        async with live_events.subscribe(session.pk) as feed:
            thread = threading.Thread(target=work)
            thread.start()
            while not messages or messages[-1].get("kind") != "completed":
                messages.append(await asyncio.wait_for(feed.get(), timeout=20))
                if messages[-1]["type"] == "event":
                    assert await stored(messages[-1]["seq"])
            await asyncio.to_thread(thread.join)
        await sync_to_async(lambda: connection.close())()
        return messages

    return asyncio.run(scene())


def test_text_is_streamed_without_tags(open_model: OpenSession) -> None:
    session = open_model()
    messages = watched(session, ScriptedModel([answer("Three words here. [STATUS: SUCCESS]")]))

    deltas = [message for message in messages if message["type"] == "delta"]
    assert "".join(delta["delta"] for delta in deltas).rstrip() == "Three words here."
    assert {(delta["at"], delta["attempt"]) for delta in deltas} == {(1, 1)}
    announced = [message["seq"] for message in messages if message["type"] == "event"]
    assert announced == sorted(announced)
    assert announced[-1] == Session.objects.get(pk=session.pk).last_seq


def test_only_the_answer_of_structured_output_is_streamed(open_model: OpenSession) -> None:
    session = open_model(output_schema={"type": "object"})
    text = '{"answer": "Three words here.", "output": {"secret": 1}, "confidence": 0.5, "status": "SUCCESS"}'
    value = {"answer": "Three words here.", "output": {"secret": 1}, "confidence": 0.5, "status": "SUCCESS"}
    messages = watched(session, ScriptedModel([answer(text, parsed=value)]))

    assert "".join(message.get("delta", "") for message in messages) == "Three words here."
    session.refresh_from_db()
    assert (session.output, session.confidence) == ({"secret": 1}, 0.5)
