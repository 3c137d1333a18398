"""Calls of an MCP server by the official package, over the egress proxy's own HTTP: checked and pinned addresses, no
redirect, bounded time and size.
"""

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

import httpx2
from django.conf import settings
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.exceptions import MCPError
from mcp_types import CallToolResult

from kingdom.adapters.egress_proxy.http_transport import HttpRequest, default_tls_context, resolve_public, send_request
from kingdom.adapters.egress_proxy.port import EgressFailed
from kingdom.adapters.egress_proxy.url_parser import parse_origins, parse_url
from kingdom.cognition.inputs import to_jsonb
from kingdom.core.clock import monotonic
from kingdom.core.errors import KingdomError, ToolError
from kingdom.tools.mcp.servers import McpServer

MAX_BYTES = 1_000_000  # of one answer of a server
LIST_S = 30.0
MAX_PAGES = 10  # of a list of tools
_HOP_HEADERS = frozenset({"host", "content-length", "connection", "accept-encoding", "transfer-encoding"})


class _EgressTransport(httpx2.AsyncBaseTransport):
    """Sends each request as a handler's request is sent. The stream of a GET, which only pushes news, is declined."""

    def __init__(self, deadline: float) -> None:
        self._deadline = deadline
        self.failure: KingdomError | None = None

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        if request.method == "GET":
            return httpx2.Response(405, request=request)
        body = await request.aread()
        try:
            return await asyncio.to_thread(self._send, request, body)
        except KingdomError as error:
            self.failure = error
            raise httpx2.ConnectError(error.message, request=request) from None

    def _send(self, request: httpx2.Request, body: bytes) -> httpx2.Response:
        target = parse_url(str(request.url))
        opened = target.origin in parse_origins(settings.KINGDOM.egress_origins)
        if target.scheme != "https" and not opened:
            raise EgressFailed(f"{target.origin} is not encrypted. The operator can open it.", reason="scheme")
        answer = send_request(
            HttpRequest(
                method=request.method,
                target=target,
                resource=target.resource,
                headers={name: value for name, value in request.headers.items() if name.lower() not in _HOP_HEADERS},
                body=body,
                addresses=resolve_public(target, opened=opened),
                deadline=self._deadline,
                max_body_bytes=MAX_BYTES,
            ),
            tls=default_tls_context(),
        )
        if answer.truncated:
            raise EgressFailed(f"{target.host} answered with more than {MAX_BYTES:,} bytes.", reason="size")
        headers = [pair for pair in answer.headers if pair[0].lower() not in (b"content-encoding", b"content-length")]
        return httpx2.Response(answer.status, headers=headers, content=answer.body, request=request)


@asynccontextmanager
async def _connected(server: McpServer, seconds: float) -> AsyncIterator[Client]:
    """Connect to a server. Raises ToolError, which says why, for whatever goes wrong."""
    transport = _EgressTransport(monotonic() + seconds)
    headers = {"Authorization": f"Bearer {server.token}"} if server.token else {}
    try:
        async with (
            asyncio.timeout(seconds),
            httpx2.AsyncClient(transport=transport, headers=headers) as http,
            Client(streamable_http_client(server.url, http_client=http)) as client,
        ):
            yield client
    except (TimeoutError, MCPError, httpx2.HTTPError, ExceptionGroup) as error:
        reason = transport.failure.message if transport.failure is not None else type(error).__name__
        message = f"The MCP server {server.name} did not do this: {reason}"
        raise ToolError(message, reachable=isinstance(error, MCPError) and transport.failure is None) from None


async def tools_list(server: McpServer) -> list[dict[str, Any]]:
    """Return what a server declares now: ``{"name", "description", "args"}`` by name. Raises ToolError."""
    declared: list[dict[str, Any]] = []
    async with _connected(server, LIST_S) as client:
        cursor: str | None = None
        for _ in range(MAX_PAGES):
            page = await client.list_tools(cursor=cursor)
            declared += [
                {"name": tool.name, "description": tool.description or "", "args": tool.input_schema}
                for tool in page.tools
            ]
            cursor = page.next_cursor
            if cursor is None:
                break
    return sorted(declared, key=lambda one: str(one["name"]))


async def tool_call(server: McpServer, name: str, args: Mapping[str, Any], *, seconds: float) -> dict[str, Any]:
    """Return ``{"text", "data", "failed"}`` of one call; parts that are no text are counted. Raises ToolError."""
    async with _connected(server, seconds) as client:
        result = await client.call_tool(name, dict(args))
    try:
        return _values(result)
    except ValueError as error:
        message = f"The MCP server {server.name} answered with data that cannot be stored: {error}."
        raise ToolError(message, reachable=True) from None


def _values(result: CallToolResult) -> dict[str, Any]:
    texts = [part.text for part in result.content if part.type == "text"]
    others = len(result.content) - len(texts)
    note = [f"({others} parts that are no text were left out.)"] if others else []
    return {
        "text": "\n".join([*texts, *note]),
        "data": to_jsonb(result.structured_content),
        "failed": bool(result.is_error),
    }
