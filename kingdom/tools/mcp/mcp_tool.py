"""Tools of MCP servers in the registry.

Whatever a server says of its tool, each call is one that leaves this installation: no agent holds it before the
operator grants it, a person is asked, its arguments are scanned for secrets, and its result is data from outside.
"""

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, TypeVar

import structlog
from django.utils.module_loading import import_string

from kingdom.core.background.circuit_breaker import CircuitOpen, SharedCircuit
from kingdom.core.clock import utc_now
from kingdom.core.errors import BadConfiguration, ToolError
from kingdom.providers.circuit_store import MCP_POLICY, DatabaseCircuitStore, mcp_circuit
from kingdom.tools.base import Result, Tool, ToolContext, result_schema
from kingdom.tools.files.content_policy import text_review
from kingdom.tools.mcp.servers import McpServer, declarations_read, mcp_servers

MAX_DESCRIPTION = 1_000
_CALL = "kingdom.tools.mcp.connection.tool_call"  # by name: the package is imported at the first call
_log = structlog.get_logger(__name__)


class McpTool(Tool):
    """One tool of one server; a subclass for each has its declaration."""

    result = result_schema(
        {"content": {"type": "string"}, "data": {}, "untrusted": {"const": True}, "server": {"type": "string"}}
    )
    side = "network"
    per_minute = 60
    seconds = 60.0
    server: ClassVar[McpServer]
    remote_name: ClassVar[str]

    async def run(self, ctx: ToolContext, args: Mapping[str, Any]) -> Result:
        """Return ``{success, content, data?, server, untrusted: true}``."""
        return await self.answered(self.server, args)

    async def answered(self, server: McpServer, args: Mapping[str, Any]) -> Result:
        """Return what a server answers to a call."""
        values = await self._called(server, args)
        data = {"data": values["data"]} if values["data"] is not None else {}
        if values["failed"]:
            return {"success": False, "error": values["text"] or "The server said that it failed.", "untrusted": True}
        return {"success": True, "content": values["text"], **data, "server": server.name, "untrusted": True}

    async def _called(self, server: McpServer, args: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return what the server answered. Raises ToolError, also while its circuit is open."""
        circuit = _circuit(server)
        try:
            trial = await circuit.enter()
        except CircuitOpen:
            message = f"The MCP server {server.name} has failed several times. It is not called for a while."
            raise ToolError(message) from None
        try:
            call = import_string(_CALL)
            values: Mapping[str, Any] = await call(server, self.remote_name, args, seconds=self.seconds - 5)
        except ToolError as error:
            await (circuit.succeeded() if error.extra.get("reachable") else circuit.failed())
            raise
        except BaseException:  # a cancelled trial must not keep the circuit half open
            if trial:
                await circuit.abandoned()
            raise
        await circuit.succeeded()
        return values


KindT = TypeVar("KindT", bound=McpTool)


def mcp_tool_kinds() -> Iterator[type[McpTool]]:
    """Yield a class for each accepted tool of the listed servers. What cannot be used is logged and left out."""
    try:
        servers = mcp_servers()
    except BadConfiguration as error:
        _log.error("mcp_servers_left_out", error=error.message)
        return
    for server in servers:
        try:
            declared = declarations_read(server)
        except (OSError, ValueError) as error:
            _log.error("mcp_server_left_out", server=server.name, error=str(error)[:300])
            continue
        for declaration in declared:
            if refusal := declaration_refusal(declaration):
                _log.error("mcp_tool_left_out", server=server.name, tool=str(declaration["name"])[:60], error=refusal)
            else:
                yield tool_kind(McpTool, server, declaration)


def declaration_refusal(declaration: Mapping[str, Any]) -> str:
    """Return why a declaration is not used, "" when it is: models read its texts as part of their instructions."""
    texts = f"{declaration['description']}\n{declaration['args']}"
    if text_review("tool declaration", texts).marks:
        return "its words read like orders to an agent"
    return "" if isinstance(declaration["args"], dict) else "its arguments have no schema"


def tool_id(server: McpServer, name: str) -> str:
    """Return the id of a server's tool, ``mcp.<server>.<name>``."""
    return f"mcp.{server.name}.{name.lower().replace('-', '_')}"


def tool_kind(base: type[KindT], server: McpServer, declaration: Mapping[str, Any], **more: object) -> type[KindT]:
    """Return the class of one tool of a server, with these attributes more."""
    words = str(declaration["description"])[:MAX_DESCRIPTION]
    fields = {
        "id": tool_id(server, str(declaration["name"])),
        "description": f"A tool of the MCP server {server.name}, outside of Kingdom. Its own words: {words}",
        "args": declaration["args"],
        "server": server,
        "remote_name": str(declaration["name"]),
        "__doc__": "One tool of an MCP server.",
        **more,
    }
    return type("ServerTool", (base,), fields)


def _circuit(server: McpServer) -> SharedCircuit:
    return SharedCircuit(
        store=DatabaseCircuitStore(),
        name=mcp_circuit(server.name),
        policy=MCP_POLICY,
        now=lambda: utc_now().timestamp(),
    )
