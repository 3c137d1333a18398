"""While an answer takes long, its stream sends comment lines, which OpenAI's own client skips."""

import asyncio
from collections.abc import AsyncIterator
from typing import Any

import httpx2
import openai
import pytest
from asgiref.sync import sync_to_async
from django.test import AsyncClient

from kingdom.accounts.models import User
from kingdom.accounts.services import token_create
from kingdom.doors import session_frames
from kingdom.sessions.models import Session
from kingdom.sessions.services import session_conclude
from tests.factories import create_user

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.asyncio]
PINGS = 3


@pytest.fixture
def alice(transactional_db: None) -> User:
    """Return the caller."""
    return create_user("alice")


class ViewTransport(httpx2.AsyncBaseTransport):
    """Sends requests to the views of this process, and keeps the pieces of their streams."""

    def __init__(self) -> None:
        self.pieces: list[bytes] = []
        self.pinged = asyncio.Event()

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        headers = {"authorization": request.headers["authorization"]}
        body = await request.aread()
        response: Any = await AsyncClient().post(
            request.url.path, body, content_type="application/json", headers=headers
        )
        return httpx2.Response(
            response.status_code, headers=dict(response.headers), content=self._read(response.streaming_content)
        )

    async def _read(self, content: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
        async for piece in content:
            self.pieces.append(piece)
            if self.pieces.count(b": ping\n\n") >= PINGS:
                self.pinged.set()
            yield piece


async def test_pings_are_sent_until_the_answer_comes(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(session_frames, "QUIET_S", 0.05)
    _, secret = await sync_to_async(token_create)(user=alice, name="chat")
    transport = ViewTransport()
    http = httpx2.AsyncClient(transport=transport)
    async with openai.AsyncOpenAI(base_url="http://testserver/v1", api_key=secret, http_client=http) as kingdom:
        reading = asyncio.create_task(_answer(kingdom))
        async with asyncio.timeout(20):
            await transport.pinged.wait()  # no worker runs here: the message waits for its route
            assert not reading.done()
            session = await Session.objects.aget(user=alice)
            await sync_to_async(session_conclude)(session_id=session.pk, answer="It is 84.")
            assert await reading == "It is 84."
    assert transport.pieces[0].startswith(b"data: ")
    assert transport.pieces[-1] == b"data: [DONE]\n\n"


async def _answer(kingdom: openai.AsyncOpenAI) -> str:
    stream = await kingdom.chat.completions.create(
        model="king", messages=[{"role": "user", "content": "What is 12 * 7?"}], stream=True
    )
    return "".join([chunk.choices[0].delta.content or "" async for chunk in stream])
