"""The whole product through its API: routing, answers, streams, cancellation, resumption, fifty clients at once."""

import asyncio
import json
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from typing import Any

import httpx
import pytest

from tests.gemini_server.answers import Answer, Seen
from tests.plugins.product import Product
from tests.rounds import rounds

pytestmark = [pytest.mark.journey, pytest.mark.asyncio]
CLIENTS = rounds(20, 50)
TIMEOUT_S = 240.0
STORY = "Good morning is bonjour. " * 20
TRANSLATED = json.dumps(
    {
        "answer": STORY,
        "output": {"source_language": "en", "target_language": "fr", "translation": "bonjour", "notes": []},
        "confidence": 0.9,
        "status": "SUCCESS",
    }
)


class Talk:
    """One user's client on a running product."""

    def __init__(self, client: httpx.AsyncClient) -> None:
        self.client = client

    async def post(self, content: str) -> dict[str, str]:
        made = await self.client.post("/api/v1/conversations/", json={})
        posted = await self.client.post(
            f"/api/v1/conversations/{made.json()['id']}/messages/", json={"content": content}
        )
        assert posted.status_code == 202, posted.text
        answer: dict[str, str] = posted.json()
        return answer

    async def events(self, url: str, last_id: int | None = None) -> AsyncGenerator[dict[str, Any], None]:
        headers = {"Accept": "text/event-stream", **({"Last-Event-ID": str(last_id)} if last_id is not None else {})}
        async with self.client.stream("GET", url, headers=headers) as answer:
            assert answer.status_code == 200
            frame: dict[str, Any] = {}
            async for line in answer.aiter_lines():
                name, _, value = line.partition(": ")
                if line:
                    frame[name] = value
                elif "data" in frame:
                    yield {
                        "event": frame["event"],
                        "id": int(frame["id"]) if "id" in frame else None,
                        "data": json.loads(frame["data"]),
                    }
                    frame = {}

    async def all(self, posted: dict[str, str]) -> list[dict[str, Any]]:
        return [one async for one in self.events(posted["events_url"])]

    async def final(self, content: str) -> dict[str, Any]:
        seen = await self.all(await self.post(content))
        assert seen[-1]["event"] == "final"
        data: dict[str, Any] = seen[-1]["data"]
        return {**data, "streamed": "".join(one["data"]["text"] for one in seen if one["event"] == "delta")}


@asynccontextmanager
async def talk(product: Product, user: str = "alice") -> AsyncIterator[Talk]:
    headers = {"Authorization": f"Token {product.token(user)}"}
    limits = httpx.Limits(max_connections=2 * CLIENTS)
    async with httpx.AsyncClient(base_url=product.url, headers=headers, timeout=TIMEOUT_S, limits=limits) as client:
        yield Talk(client)


async def test_a_newcomers_messages_without_a_key(product: Product) -> None:
    async with talk(product) as alice:
        checked = await alice.final("is ann@exa_mple.com a valid address?")
        assert (checked["state"], checked["specialist"]["role"]) == ("completed", "email_validator")
        assert checked["receipts"][0]["status"] == "done"
        assert checked["output"] is not None
        route = (await alice.client.get(f"/api/v1/routes/{checked['id']}/")).json()
        assert (route["intent"], route["agent"]) == ("specialist:email_validator", "email_validator")
        assert len(route["receipt"]["candidates"]) > 5, "everyone who was considered"
        poem = await alice.final("write me a poem about the sea")
        assert poem["state"] == "completed"
        assert "needs a language model, and none is set up here. " in poem["answer"]
        assert "**unit_converter**" in poem["answer"]


async def test_an_override_is_answered_and_remembered(product: Product) -> None:
    async with talk(product, "bob") as bob:
        made = (await bob.client.post("/api/v1/conversations/", json={})).json()
        url = f"/api/v1/conversations/{made['id']}/messages/"
        first = (await bob.client.post(url, json={"content": "14 kg in pounds"})).json()
        assert (await bob.all(first))[-1]["data"]["specialist"]["role"] == "unit_converter"
        again = await bob.client.post(f"{first['route_url']}override/", json={"specialist": "text_statistics"})
        assert again.status_code == 202
        last = await bob.all(again.json())
        assert last[0]["data"]["by"] == "user"
        assert last[-1]["data"]["specialist"]["role"] == "text_statistics"
        listed = (await bob.client.get(url)).json()["results"]
        assert [one["role"] for one in listed] == ["user", "specialist", "specialist"]
        # what was chosen counts: the same words go there by themselves now
        assert (await bob.final("14 kg in pounds"))["route"]["agent"] == "text_statistics"


async def test_many_stream_at_once_and_none_waits_for_a_slow_model(product_with_model: tuple[Product, Any]) -> None:
    product, server = product_with_model
    server.clear()
    server.rule(lambda seen: Answer(text="late", first_byte_s=TIMEOUT_S) if "slowly" in seen.last_text else None)
    server.rule(lambda seen: _story(seen))
    async with AsyncExitStack() as stack:
        users = [await stack.enter_async_context(talk(product, f"user{number}")) for number in range(5)]
        slow = await users[0].post("translate slowly to French: good morning")
        work = [
            users[number % 5].final(f"translate to French: good morning number {number}")
            for number in range(CLIENTS - 1)
        ]
        answers = await asyncio.wait_for(asyncio.gather(*work), TIMEOUT_S)
        assert {one["state"] for one in answers} == {"completed"}, [
            one for one in answers if one["state"] != "completed"
        ]
        assert all("bonjour" in one["answer"] and "bonjour" in one["streamed"] for one in answers)
        # the slow one still waits for its model: nobody waited for it
        session = (await users[0].client.get(f"/api/v1/sessions/{slow['session_id']}/")).json()
        assert session["state"] == "running"
        await users[0].client.post(f"/api/v1/sessions/{slow['session_id']}/cancel/")
        assert (await users[0].all(slow))[-1]["data"]["state"] == "cancelled"


@pytest.mark.parametrize("moment", ["before the first word", "in the middle"])
async def test_the_stop_button_closes_the_upstream_call_within_a_second(
    product_with_model: tuple[Product, Any], moment: str
) -> None:
    product, server = product_with_model
    server.clear()
    early = moment == "before the first word"

    def answer(seen: Seen) -> Answer | None:
        if not _is_work(seen):
            return None
        if early:
            return Answer(text=TRANSLATED, first_byte_s=TIMEOUT_S)
        # only the structured answer streams to the client, so only that one is slow
        return Answer(text=TRANSLATED, pieces=20, piece_delay_s=2) if seen.schema else Answer(text=TRANSLATED)

    server.rule(answer)
    gone, asked = len(server.disconnects), len(server.requests)
    async with talk(product) as alice:
        posted = await alice.post("translate to French: good morning everybody")
        async with aclosing(alice.events(posted["events_url"])) as events:
            async for one in events:
                if one["event"] == ("route" if early else "delta"):
                    break
        await _until(lambda: any(map(_is_work, server.requests[asked:])))
        await alice.client.post(f"/api/v1/sessions/{posted['session_id']}/cancel/")
        assert await asyncio.to_thread(server.wait_for_disconnect, within_s=10, count=gone + 1)
        last = (await alice.all(posted))[-1]
    assert (last["data"]["state"], last["data"]["error"]["code"]) == ("cancelled", "cancelled")


async def test_the_stop_button_reaches_the_kings_own_question(product_with_model: tuple[Product, Any]) -> None:
    """Between the bars the King asks the model; a user who stops then must not wait for that either."""
    product, server = product_with_model
    server.clear()
    server.rule(lambda seen: Answer(text="{}", first_byte_s=TIMEOUT_S) if not _is_work(seen) else None)
    gone, asked = len(server.disconnects), len(server.requests)
    async with talk(product) as alice:
        posted = await alice.post("please think about what the seven wonders have to do with my aunt")
        await _until(lambda: len(server.requests) > asked)
        await alice.client.post(f"/api/v1/sessions/{posted['session_id']}/cancel/")
        assert await asyncio.to_thread(server.wait_for_disconnect, within_s=10, count=gone + 1)
        assert (await alice.all(posted))[-1]["data"]["state"] == "cancelled"


async def test_a_dropped_client_resumes_and_misses_nothing(product_with_model: tuple[Product, Any]) -> None:
    product, server = product_with_model
    server.clear()
    server.rule(lambda seen: _story(seen, piece_delay_s=0.2))
    ids: list[int] = []
    last: dict[str, Any] = {}
    async with talk(product) as alice:
        posted = await alice.post("translate to French: good morning again")
        while last.get("event") != "final":  # the line breaks after each single event
            async with aclosing(alice.events(posted["events_url"], ids[-1] if ids else None)) as events:
                last = await anext(one async for one in events if one["id"] is not None)
                ids.append(last["id"])
    assert ids == list(range(1, len(ids) + 1))
    assert last["data"]["answer"].startswith("Good morning is bonjour.")


async def test_nothing_is_left_running(product_with_model: tuple[Product, Any]) -> None:
    product, _ = product_with_model
    status, usage = product.call("GET", "/api/v1/me/usage/")
    assert status == 200
    assert usage["sessions"] == usage["completed"] + usage["failed"] + usage["cancelled"]


def _story(seen: Seen, **how: Any) -> Answer | None:  # noqa: ANN401 - fields of Answer
    if not _is_work(seen) or not any("French" in text for text in seen.texts):
        return None
    # first the translator may use its tools and says what it has to say, then it is asked for the form
    return Answer(text=TRANSLATED if seen.schema else STORY, pieces=10, **how)


def _is_work(seen: Seen) -> bool:
    """Whether a specialist asks, and not the King who analyses a message."""
    return "should_create_specialist" not in json.dumps(seen.schema)


async def _until(done: Any) -> None:  # noqa: ANN401 - a function
    for _ in range(int(TIMEOUT_S / 0.05)):
        if done():
            return
        await asyncio.sleep(0.05)
    raise AssertionError("it did not come so far")
