"""The MCP door of a running product, by the package's own client over streamable HTTP."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx2
import pytest
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client

from tests.browser.approval_seed import ROLE, begin
from tests.gemini_server.answers import Answer, Seen
from tests.plugins.product import Product, wait_for

pytestmark = [pytest.mark.journey, pytest.mark.sandbox, pytest.mark.asyncio]


@asynccontextmanager
async def connected(product: Product, user: str) -> AsyncIterator[Client]:
    """Connect as a user."""
    headers = {"Authorization": f"Bearer {product.token(user)}"}
    async with (
        httpx2.AsyncClient(headers=headers, timeout=60) as http,
        Client(streamable_http_client(f"{product.url}/mcp", http_client=http)) as client,
    ):
        yield client


async def test_a_program_lists_and_asks_specialists(product: Product) -> None:
    async with connected(product, "robot") as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert set(tools) == {"list_specialists", "ask", "list_approvals"}  # none decides
        assert tools["ask"].input_schema["required"] == ["message"]
        listed = (await client.call_tool("list_specialists", {})).structured_content
        assert "calculator" in [found["role"] for found in (listed or {})["specialists"]]
        first = await client.call_tool("ask", {"message": "What is 12 * 7?"})
        facts: dict[str, Any] = first.structured_content or {}
        assert (facts["state"], facts["specialist"], first.is_error) == ("completed", "calculator", False)
        assert "84" in facts["answer"]
        arguments = {"message": "How many words are here?", "specialist": "text_statistics"}
        second = await client.call_tool("ask", {**arguments, "conversation_id": facts["conversation_id"]})
        assert (second.structured_content or {})["specialist"] == "text_statistics"
        assert (await client.call_tool("list_approvals", {})).structured_content == {"approvals": []}
        refused = await client.call_tool("ask", {"message": "a", "specialist": "nobody"})
        assert refused.is_error
        assert "no specialist" in str(refused.content[0])
        unknown = await client.call_tool("ask", {"message": "a", "specialst": "x"})
        assert unknown.is_error
    async with connected(product, "stranger") as other:  # another user's conversation is not there
        foreign = await other.call_tool("ask", {"message": "a", "conversation_id": facts["conversation_id"]})
        assert foreign.is_error


async def test_nobody_enters_without_a_token(product: Product) -> None:
    async with httpx2.AsyncClient() as http:
        for headers in ({}, {"Authorization": "Bearer not-a-token-of-this-place"}, {"Cookie": "sessionid=x"}):
            answer = await http.post(f"{product.url}/mcp", json={}, headers=headers)
            assert answer.status_code == 401
            assert answer.headers["content-type"] == "application/problem+json"
            assert "www-authenticate" in answer.headers
        card = (await http.get(f"{product.url}/.well-known/agent-card.json")).json()
    assert "calculator" in [skill["id"] for skill in card["skills"]]
    assert card["preferredTransport"] == "MCP"


async def test_a_client_that_leaves_stops_the_session(product_with_model: tuple[Product, Any]) -> None:
    product, server = product_with_model
    server.clear()
    server.rule(lambda seen: Answer(text="{}", first_byte_s=60) if _is_work(seen) else None)
    gone, asked = len(server.disconnects), len(server.requests)

    async def ask() -> None:
        async with connected(product, "robot") as client:
            await client.call_tool("ask", {"message": "translate to French: good morning everybody"})

    call = asyncio.create_task(ask())
    await asyncio.to_thread(
        wait_for, lambda: any(map(_is_work, server.requests[asked:])), timeout_s=60, what="the model call"
    )
    call.cancel()
    await asyncio.wait({call})
    assert await asyncio.to_thread(server.wait_for_disconnect, within_s=15, count=gone + 1)


def _is_work(seen: Seen) -> bool:
    """Whether a specialist asks, and not the King who analyses a message."""
    return "should_create_specialist" not in json.dumps(seen.schema)


async def test_what_waits_for_a_decision_is_listed_and_decided_by_a_person_alone(product: Product) -> None:
    keeper = await asyncio.to_thread(begin, product, "mcp_keeper")
    async with connected(product, keeper.user) as client:
        asked = await client.call_tool("ask", {"message": "remember the milk", "specialist": ROLE})
        facts: dict[str, Any] = asked.structured_content or {}
        assert facts["state"] == "awaiting_approval"
        assert "needs a person's decision" in facts["answer"]
        listed = (await client.call_tool("list_approvals", {})).structured_content or {}
    (waiting,) = listed["approvals"]
    assert "notes/today.txt" in waiting["text"]
    assert waiting["decide_at"] == f"{product.url}/approvals/{waiting['id']}/"
    (question,) = keeper.api("GET", "/api/v1/approvals/?state=pending")["results"]
    assert question["id"] == waiting["id"]
