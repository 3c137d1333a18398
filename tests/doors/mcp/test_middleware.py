"""The middleware in front of Django: requests at once do not wait for each other."""

import asyncio
import threading

import pytest

from kingdom.core.database import in_database
from kingdom.core.web.body_limit import Message, Receive, Scope, Send
from kingdom.doors.mcp.middleware import McpMiddleware

pytestmark = pytest.mark.asyncio
TIMEOUT_S = 5.0
_meeting = threading.Barrier(2)


async def meet(scope: Scope, receive: Receive, send: Send) -> None:
    """Serve a request whose work in the database ends only while another request is in the database, too."""
    await in_database(_meeting.wait, TIMEOUT_S)


async def test_two_requests_are_in_the_database_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kingdom.doors.mcp.middleware._SERVE", f"{__name__}.meet")
    middleware = McpMiddleware(meet)
    scope = {"type": "http", "path": "/mcp"}

    async def receive() -> dict[str, object]:
        return {"type": "http.disconnect"}

    async def send(_: object) -> None:
        return None

    await asyncio.gather(*(middleware(scope, receive, send) for _ in range(2)))


async def answer(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer as the package does: with a header that lets a browser keep the answer."""
    await send({"type": "http.response.start", "status": 200, "headers": [(b"Cache-Control", b"no-cache")]})
    await send({"type": "http.response.body", "body": b"{}"})


async def test_no_cache_keeps_an_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kingdom.doors.mcp.middleware._SERVE", f"{__name__}.answer")
    sent: list[Message] = []

    async def receive() -> Message:
        return {"type": "http.request", "body": b""}

    async def send(message: Message) -> None:
        sent.append(message)

    await McpMiddleware(answer)({"type": "http", "path": "/mcp"}, receive, send)
    assert sent[0]["headers"] == [(b"cache-control", b"private, no-store, no-transform")]
