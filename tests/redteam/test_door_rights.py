"""What a program still gets after its token was revoked, and what a door says in front of the application."""

import asyncio
import gc
import json
import re
from collections.abc import MutableMapping
from contextvars import Context, copy_context
from typing import Any

import httpx
import pytest
from asgiref.sync import ThreadSensitiveContext, async_to_sync, sync_to_async
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.test import AsyncClient, AsyncRequestFactory
from rest_framework.exceptions import NotAuthenticated

from kingdom.accounts.models import User
from kingdom.accounts.services import token_create
from kingdom.asgi import application
from kingdom.core.errors import BadInput
from kingdom.core.sse import authorized_stream, while_authorized
from kingdom.doors.mcp.tools import Caller, tool_call
from kingdom.doors.openai.views import chat_completions
from kingdom.sessions.models import Session

pytestmark = pytest.mark.asyncio
OFTEN_S = 0.05


async def test_work_is_over_when_its_caller_has_lost_access() -> None:
    ended = asyncio.Event()

    async def work() -> str:
        try:
            await asyncio.Event().wait()
        finally:
            ended.set()
        return "never"

    rights = iter([True, True, False])
    with pytest.raises(NotAuthenticated):
        await while_authorized(work(), lambda: next(rights), recheck_s=OFTEN_S)
    assert ended.is_set()


async def test_work_of_a_caller_with_access_is_answered() -> None:
    assert await while_authorized(asyncio.sleep(4 * OFTEN_S, "done"), lambda: True, recheck_s=OFTEN_S) == "done"


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("stream", [False, True])
async def test_a_revoked_token_gets_no_answer_of_a_chat(
    alice: User, monkeypatch: pytest.MonkeyPatch, stream: bool
) -> None:
    """No worker runs here: without the check the request would wait for ever."""
    for check in (while_authorized, authorized_stream):
        monkeypatch.setattr(check, "__kwdefaults__", {"recheck_s": OFTEN_S})
    token, secret = await sync_to_async(token_create)(user=alice, name="chat")
    body = {"model": "kingdom", "messages": [{"role": "user", "content": "What is 12 * 7?"}], "stream": stream}
    asked = asyncio.create_task(_whole_answer(secret, body))
    async with asyncio.timeout(20):
        while not await Session.objects.filter(user=alice).aexists():
            assert not asked.done(), asked.result()
            await asyncio.sleep(OFTEN_S)
        await token.adelete()
        status, text = await asked
    assert set(re.findall('"content": "([^"]*)"', text)) <= {""}
    if status == 200:
        assert stream, "an answer that is no stream has a status of its own"
    else:
        assert (status, json.loads(text)["error"]["code"]) == (401, "invalid_api_key")
    await _cancelled(alice)


@pytest.mark.django_db(transaction=True)
async def test_a_reader_who_leaves_after_the_first_chunk_stops_the_session(alice: User) -> None:
    _, secret = await sync_to_async(token_create)(user=alice, name="chat")
    body = {"model": "kingdom", "messages": [{"role": "user", "content": "What is 12 * 7?"}], "stream": True}
    left = asyncio.Event()
    requests = [{"type": "http.request", "body": json.dumps(body).encode(), "more_body": False}]

    async def receive() -> dict[str, Any]:
        if requests:
            return requests.pop()
        await left.wait()
        return {"type": "http.disconnect"}

    async def send(message: MutableMapping[str, Any]) -> None:
        if b"chat.completion.chunk" in message.get("body", b""):
            left.set()
            await asyncio.Event().wait()  # a client that reads no more

    path = "/v1/chat/completions"
    headers = {"authorization": f"Bearer {secret}", "content-type": "application/json", "host": "127.0.0.1"}
    scope = {"type": "http", "method": "POST", "path": path, "raw_path": path.encode(), "query_string": b""}
    named = [(name.encode(), value.encode()) for name, value in headers.items()]
    async with ThreadSensitiveContext():  # as the server gives each request: this test works at the same time
        await application({**scope, "headers": named, "client": ("127.0.0.1", 1)}, receive, send)
    await _cancelled(alice)


@pytest.mark.django_db(transaction=True)
async def test_an_answer_that_was_begun_and_never_read_stops_the_session(alice: User) -> None:
    """Only the garbage collector ends it, in the context of a request whose thread has ended."""
    _, secret = await sync_to_async(token_create)(user=alice, name="chat")
    body = {"model": "kingdom", "messages": [{"role": "user", "content": "What is 12 * 7?"}], "stream": True}
    request = AsyncRequestFactory().post(
        "/v1/chat/completions",
        json.dumps(body),
        content_type="application/json",
        headers={"Authorization": f"Bearer {secret}"},
    )
    unread: list[HttpResponseBase] = []

    async def begin() -> Context:
        unread.append(await chat_completions(request))
        return copy_context()

    context = await sync_to_async(async_to_sync(begin))()
    assert unread[0].streaming
    context.run(unread.clear)
    gc.collect()
    await _cancelled(alice)


async def _cancelled(user: User) -> None:
    async with asyncio.timeout(20):
        while (await Session.objects.aget(user=user)).state != Session.State.CANCELLED:
            await asyncio.sleep(OFTEN_S)


async def test_a_body_beyond_the_limit_is_an_error_that_the_client_reads() -> None:
    transport = httpx.ASGITransport(app=application)
    async with httpx.AsyncClient(transport=transport, base_url="http://127.0.0.1") as client:
        refused = await client.post("/v1/chat/completions", content=b"x" * (2 * 1024 * 1024 + 1))
    error = refused.json()["error"]
    assert (refused.status_code, error["code"], error["type"]) == (413, "too_large", "invalid_request_error")
    assert "2,097,152 bytes" in error["message"]


async def _whole_answer(secret: str, body: dict[str, Any]) -> tuple[int, str]:
    headers = {"Authorization": f"Bearer {secret}"}
    text, path = json.dumps(body), "/v1/chat/completions"
    async with ThreadSensitiveContext():  # as the server gives each request: this test works at the same time
        response: Any = await AsyncClient().post(path, text, content_type="application/json", headers=headers)
        if not response.streaming:
            return response.status_code, response.content.decode()
        return response.status_code, b"".join([piece async for piece in response.streaming_content]).decode()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("header", ["Host", "Origin"])
async def test_a_page_of_another_site_reaches_no_tool(alice: User, header: str) -> None:
    """A name that an attacker resolves to this machine, and a page of the attacker's: before the token is looked at."""
    _, secret = await sync_to_async(token_create)(user=alice, name="mcp")
    evil = {"Host": "evil.example", "Origin": "https://evil.example"}[header]
    headers = {"Authorization": f"Bearer {secret}", "Accept": "application/json, text/event-stream", header: evil}
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/list"}
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=application), base_url="http://127.0.0.1") as client:
        assert (await client.post("/mcp", json=call, headers=headers)).status_code == 403
        del headers[header]
        assert (await client.post("/mcp", json=call, headers=headers)).status_code == 200


@pytest.mark.parametrize("field", ["message", "specialist", "conversation_id"])
async def test_a_nul_character_is_the_fault_of_its_sender(field: str) -> None:
    with pytest.raises(BadInput, match=f"{field}: it contains a NUL character"):
        await tool_call(Caller(1, HttpRequest()), "ask", {"message": "hi", field: "a\x00b"})
