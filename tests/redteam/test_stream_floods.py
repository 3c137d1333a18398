"""One user opens streams without end: each process holds so many of them and says so, and gives each place back."""

import asyncio
import gc
from collections.abc import Coroutine
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from django.http import StreamingHttpResponse
from django.test import AsyncClient
from pytest_django import Settings

from kingdom.accounts.models import User
from kingdom.accounts.services import token_create
from kingdom.core.web.body_limit import Message
from kingdom.doors.mcp.server import serve
from kingdom.orchestrator.conversations.services import conversation_create
from kingdom.sessions.models import Session
from tests.factories.workflows import create_worker, draft_workflow, worker_node

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]
MOST, WAIT_S = 3, 5
INBOX = "/api/v1/notifications/events/"
ADDRESSES = (
    INBOX,
    "/api/v1/events/stream/",
    "/api/v1/sessions/{session}/events/",
    "/api/v1/workflows/{workflow}/events/",
)


class Reader:
    """A program with a token of a user."""

    def __init__(self, secret: str) -> None:
        self._headers = {"Authorization": f"Bearer {secret}"}

    def open(self, address: str, **headers: str) -> Coroutine[Any, Any, Any]:
        return AsyncClient().get(address, headers=self._headers | headers)


@pytest.fixture
def reader(alice: User, settings: Settings) -> Reader:
    """Alice's program, on an installation that holds three streams of a user."""
    settings.KINGDOM = settings.KINGDOM.model_copy(update={"user_streams": MOST})
    return Reader(token_create(user=alice, name="program")[1])


async def ended(stream: StreamingHttpResponse) -> None:
    """End a stream as the server does when its client leaves, after it was read."""
    parts = aiter(stream)
    reading = asyncio.ensure_future(anext(parts))
    await asyncio.wait({reading}, timeout=0.1)
    reading.cancel()
    await asyncio.wait({reading})
    await parts.aclose()  # type: ignore[attr-defined] # a generator


async def test_all_kinds_of_streams_share_one_bound(reader: Reader, alice: User, bob: User) -> None:
    def stored() -> dict[str, object]:
        create_worker()
        conversation = conversation_create(user_id=alice.pk)
        session = Session.objects.create(user=alice, conversation=conversation, input_text="hello")
        return {"session": session.pk, "workflow": draft_workflow(alice, worker_node("analyze_a")).pk}

    ids = await sync_to_async(stored)()
    addresses = [address.format(**ids) for address in ADDRESSES]
    held = [await reader.open(address) for address in addresses[:MOST]]
    assert [stream.status_code for stream in held] == [200] * MOST
    for address in addresses:
        refused = await reader.open(address)
        assert (refused.status_code, refused.json()["code"]) == (429, "too_many_streams")
        assert refused.headers["Retry-After"]
    listing = await reader.open(addresses[2], Accept="application/json")
    assert listing.status_code == 200, "a list holds no place"
    other = Reader((await sync_to_async(token_create)(user=bob, name="program"))[1])
    assert (await other.open(INBOX)).status_code == 200
    await ended(held.pop())
    again = await reader.open(INBOX)
    assert again.status_code == 200


async def test_a_response_that_nobody_reads_gives_its_place_back(reader: Reader) -> None:
    for _ in range(3 * MOST):
        stream = await reader.open(INBOX)
        assert stream.status_code == 200
        del stream  # the client left before the first byte
        gc.collect()
    for _ in range(3 * MOST):
        stream = await reader.open(INBOX)
        assert stream.status_code == 200
        stream.close()


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"])
async def test_the_mcp_door_holds_no_stream_open_that_it_never_writes_to(alice: User, method: str) -> None:
    _token, secret = await sync_to_async(token_create)(user=alice, name="program")
    names = {"host": "localhost", "accept": "text/event-stream", "authorization": f"Bearer {secret}"}
    headers = [(name.encode(), value.encode()) for name, value in names.items()]
    scope = {"type": "http", "method": method, "path": "/mcp", "query_string": b"", "headers": headers}
    sent, asked = list[Message](), list[None]()

    async def receive() -> Message:
        asked.append(None)
        if len(asked) > 1:
            await asyncio.Event().wait()  # the client stays
        return {"type": "http.request", "body": b""}

    async def send(message: Message) -> None:
        sent.append(message)

    async with asyncio.timeout(WAIT_S):
        await serve(scope, receive, send)
    assert sent[0]["status"] == 405
    assert (b"allow", b"POST") in sent[0]["headers"]


async def test_a_stream_that_is_refused_takes_no_place(reader: Reader) -> None:
    for _ in range(3 * MOST):
        assert (await reader.open(f"{INBOX}?last_event_id=x")).status_code == 400
    held = [await reader.open(INBOX) for _ in range(MOST)]
    assert [stream.status_code for stream in held] == [200] * MOST
