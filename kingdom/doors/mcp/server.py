"""One request of an MCP client, by the official package: streamable HTTP without sessions; any process may answer."""

import json
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

import structlog
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel.server import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
    ToolAnnotations,
)
from rest_framework.exceptions import APIException, MethodNotAllowed

from kingdom.core.database import in_database
from kingdom.core.errors import KingdomError, NotAllowed
from kingdom.core.web.api import problem_response
from kingdom.core.web.body_limit import MAX_BODY_BYTES, Receive, Scope, Send
from kingdom.core.web.problem_details import problem_exception_handler
from kingdom.doors.access import token_user_id
from kingdom.doors.mcp.tools import TOOLS, Caller, tool_call

_INSTRUCTIONS = "Kingdom answers by specialists. Use list_specialists to see them, and ask to send one a message."
_UNEXPECTED = "Kingdom could not do this. The operator's log has the details."
_log = structlog.get_logger(__name__)
_Context = ServerRequestContext[Any, Any]


async def serve(scope: Scope, receive: Receive, send: Send) -> None:
    """Answer one HTTP request with an API token; the connection is held by the event loop and by no thread."""
    request = ASGIRequest(scope, BytesIO())
    try:
        _require_own_host(request)
        user_id = await in_database(token_user_id, request, scope="messages")
        _require_post(request)
    except (APIException, KingdomError, OperationalError, InterfaceError) as error:
        response = problem_response(error, request)
        if isinstance(error, MethodNotAllowed):
            response["Allow"] = "POST"
        await _send_response(send, response)
        return
    manager = StreamableHTTPSessionManager(
        _server(Caller(user_id, request)), stateless=True, max_request_body_size=MAX_BODY_BYTES
    )
    async with manager.run():
        await manager.handle_request(scope, receive, send)


def _require_own_host(request: ASGIRequest) -> None:
    """Raise NotAllowed for a foreign host name, and for a page of another site."""
    try:
        own = request.get_host()
    except DisallowedHost:
        raise NotAllowed("This is no name of this installation (KINGDOM_ALLOWED_HOSTS).") from None
    origin = request.headers.get("Origin")
    if origin is not None and urlsplit(origin).netloc != own:
        raise NotAllowed("Pages of other sites may not use this address.")


def _require_post(request: HttpRequest) -> None:
    """Raise MethodNotAllowed for a stream of the server's own messages: it sends none, and would be held for ever."""
    if request.method != "POST":
        raise MethodNotAllowed(str(request.method))


async def _send_response(send: Send, response: HttpResponse) -> None:
    headers = [(name.lower().encode(), value.encode()) for name, value in response.items()]
    await send({"type": "http.response.start", "status": response.status_code, "headers": headers})
    await send({"type": "http.response.body", "body": response.content})


def _server(caller: Caller) -> Server[Any]:
    async def list_tools(_: _Context, __: PaginatedRequestParams | None) -> ListToolsResult:
        return ListToolsResult(tools=[_declaration(name) for name in TOOLS])

    async def call_tool(_: _Context, params: CallToolRequestParams) -> CallToolResult:
        return await _result(caller, params)

    return Server(
        "kingdom", title="Kingdom", instructions=_INSTRUCTIONS, on_list_tools=list_tools, on_call_tool=call_tool
    )


def _declaration(name: str) -> Tool:
    tool = TOOLS[name]
    annotations = ToolAnnotations(read_only_hint=tool.read_only, open_world_hint=not tool.read_only)
    return Tool(
        name=name,
        description=tool.description,
        input_schema=tool.arguments.model_json_schema(),
        annotations=annotations,
    )


async def _result(caller: Caller, params: CallToolRequestParams) -> CallToolResult:
    """Return the result of a call; an error of the caller is a result that its model can read."""
    try:
        value = await tool_call(caller, params.name, params.arguments or {})
    except (KingdomError, APIException) as error:
        problem = problem_exception_handler(error, {})
        message = str(problem.data["detail"]) if problem is not None and problem.data is not None else _UNEXPECTED
        return CallToolResult(content=[TextContent(text=message)], is_error=True)
    except Exception:  # the edge: the client learns nothing of an unexpected error
        _log.exception("mcp_tool_failed", tool=params.name)
        return CallToolResult(content=[TextContent(text=_UNEXPECTED)], is_error=True)
    text = str(value.get("answer") or json.dumps(value, ensure_ascii=False))
    failed = value.get("state") not in (None, "completed", "awaiting_approval")
    return CallToolResult(content=[TextContent(text=text)], structured_content=value, is_error=failed)
