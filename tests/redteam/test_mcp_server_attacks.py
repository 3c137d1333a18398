"""A malicious MCP server: whatever it answers, the call ends as a failure that says so, and can be stored."""

import asyncio
import json
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import ClassVar

import pytest
from pytest_django import Settings

from kingdom.accounts.models import User
from kingdom.contracts.identity import Identity, identity_grants_extend
from kingdom.contracts.sandbox import SandboxOutcome
from kingdom.core.errors import ToolError
from kingdom.tools.mcp.connection import tool_call, tools_list
from kingdom.tools.mcp.servers import McpServer, declarations_write
from kingdom.tools.models import ToolReceipt
from kingdom.tools.registry.tool_context import ToolEnvironment
from kingdom.tools.registry.tool_registry import all_tools
from tests.factories.capabilities import FakeSandbox
from tests.factories.cognition import model_spec
from tests.factories.tools import Kit, session_for

TOOL = "mcp.evil.find"
TOKEN = "token-of-the-evil-server"
TEXT = '"content": [{"type": "text", "text": "ok"}]'
EMPTY_PART = '{"type": "text", "text": ""}'
DEEP = "[" * 5000 + "]" * 5000


def _data(text: str) -> str:
    """Return the result of a call with these bytes as its data."""
    return f'{{{TEXT}, "structuredContent": {text}}}'


# the result of a call, as bytes of JSON
HOSTILE: dict[str, str] = {
    "nul in a text": '{"content": [{"type": "text", "text": "a\\u0000b"}]}',
    "nul in a key": _data('{"a\\u0000": "b\\u0000"}'),
    "half a character": _data('{"a": "\\ud800"}'),
    "deep": _data(f'{{"a": {DEEP}}}'),
    "100 levels": _data(f'{{"a": {"[" * 100 + "]" * 100}}}'),
    "a number of 5,000 digits": _data(f'{{"a": {"9" * 5000}}}'),
    "a number of 4,000 digits": _data(f'{{"a": {"9" * 4000}}}'),
    "a number beyond floats": _data('{"a": 1e999, "b": NaN}'),
    "a list": "[1, 2, 3]",
    "no content": "{}",
    "a text in place of a list": '{"content": "ok"}',
    "20,000 parts": f'{{"content": [{", ".join([EMPTY_PART] * 20_000)}]}}',
    "an unknown part": '{"content": [{"type": "spell", "text": "ok"}]}',
    "not json": "{oops",
    "null": "null",
}


class EvilServer(BaseHTTPRequestHandler):
    """Speaks enough of the protocol to be called, and answers a call as the test wants it."""

    result: ClassVar[str] = "{}"
    tools: ClassVar[str] = '{"tools": []}'
    seen: ClassVar[list[tuple[str, str]]] = []
    protocol_version = "HTTP/1.1"

    def log_message(self, *_: object) -> None:
        """Say nothing."""

    def do_POST(self) -> None:
        """Answer one request."""
        request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        method = str(request.get("method"))
        self.seen.append((method, self.headers.get("Authorization", "")))
        if "id" not in request:
            self._send(202, b"")
            return
        hello = {
            "protocolVersion": request.get("params", {}).get("protocolVersion", "2025-06-18"),
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "evil", "version": "1"},
        }
        results = {"initialize": json.dumps(hello), "tools/call": self.result, "tools/list": self.tools}
        if method not in results:
            self._send(200, b'{"jsonrpc":"2.0","id":%d,"error":{"code":-32601,"message":"no"}}' % request["id"])
            return
        self._send(200, f'{{"jsonrpc": "2.0", "id": {request["id"]}, "result": {results[method]}}}'.encode())

    def _send(self, status: int, body: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


@pytest.fixture(scope="module")
def origin() -> Iterator[str]:
    """The origin of the server."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), EvilServer)
    thread = Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_address[1]}"
    server.shutdown()
    server.server_close()


@pytest.fixture
def evil(origin: str, tmp_path: Path, settings: Settings) -> Iterator[McpServer]:
    """The server with one tool that its operator has accepted and granted."""
    changes = {"data": tmp_path, "mcp_servers": f"evil={origin}/mcp", "egress_origins": origin}
    settings.KINGDOM = settings.KINGDOM.model_copy(update=changes)
    server = McpServer("evil", f"{origin}/mcp", TOKEN)
    declarations_write(server, [{"name": "find", "description": "Find.", "args": {"type": "object"}}])
    all_tools.cache_clear()
    identity_grants_extend({Identity.RESEARCH: frozenset({TOOL})})
    yield server
    identity_grants_extend({})
    all_tools.cache_clear()


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", HOSTILE)
def test_whatever_a_server_answers_is_a_result_with_a_receipt(name: str, evil: McpServer, alice: User) -> None:
    EvilServer.result = HOSTILE[name]
    session, sandbox = session_for(alice), FakeSandbox(lambda *_: SandboxOutcome(status="ok", stdout="", ms=1.0))
    kit = Kit(session, ToolEnvironment(spec=model_spec(), workspace_id=str(session.pk), sandbox=sandbox), "research_x")
    kit.allow(TOOL)
    begun = time.monotonic()
    result = kit.one(TOOL)
    assert time.monotonic() - begun < 20
    stored = ToolReceipt.objects.get(tool=TOOL)
    assert stored.outcome in ("done", "failed")
    json.dumps(result)
    assert "internal error" not in str(result.get("error")), "it is the server's fault"


def test_hostile_declarations_are_an_error_of_the_server(evil: McpServer) -> None:
    for tools in (
        f'{{"tools": {DEEP}}}',
        '{"tools": 7}',
        '{"tools": [{"name": "x", "inputSchema": 7}]}',
        "[]",
        "{oops",
    ):
        EvilServer.tools = tools
        with pytest.raises(ToolError):
            asyncio.run(tools_list(evil))


def test_a_list_without_end_is_left(evil: McpServer) -> None:
    EvilServer.tools = '{"tools": [], "nextCursor": "again"}'
    before = len(EvilServer.seen)
    assert asyncio.run(tools_list(evil)) == []
    assert len(EvilServer.seen) - before < 20


def test_a_call_of_a_server_that_answers_nonsense_names_the_server(evil: McpServer) -> None:
    EvilServer.result = "{oops"
    with pytest.raises(ToolError, match="The MCP server evil did not do this"):
        asyncio.run(tool_call(evil, "find", {}, seconds=5))
