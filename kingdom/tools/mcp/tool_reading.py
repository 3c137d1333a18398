"""Reads what an MCP server that an admin added declares, outside of any transaction."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from kingdom.cognition.inputs import to_jsonb
from kingdom.contracts.formats.canonical import canonical_json
from kingdom.contracts.formats.json_schema import SchemaError, check_schema
from kingdom.core.background.event_loop import run_async
from kingdom.core.errors import KingdomError
from kingdom.tools.base import TOOL_ID
from kingdom.tools.mcp.connection import tools_list
from kingdom.tools.mcp.mcp_tool import declaration_refusal, tool_id
from kingdom.tools.mcp.server_services import ToolDeclared, ToolsRead, mcp_tools_store
from kingdom.tools.mcp.server_tokens import opened_server
from kingdom.tools.mcp.servers import McpServer
from kingdom.tools.models import AddedMcpServer

MAX_TOOLS = 200  # of one server
MAX_DECLARATION = 20_000  # characters


def mcp_tools_read(*, server_id: uuid.UUID) -> None:
    """Read the tools of a server and store them with their faults. It takes LIST_S seconds at most, and blocks."""
    server = AddedMcpServer.objects.filter(pk=server_id).first()
    if server is None:
        return
    try:
        opened = opened_server(server)
        read = _read(opened, run_async(tools_list, opened))
    except KingdomError as error:
        read = ToolsRead(error=error.message, is_failed=True)
    mcp_tools_store(server_id=server.pk, url=server.url, read=read)


def _read(server: McpServer, declared: Sequence[Mapping[str, Any]]) -> ToolsRead:
    """Return the declarations; of tools with one id the first. What has no valid id is counted."""
    found: dict[str, ToolDeclared] = {}
    for declaration in declared:
        known_as = tool_id(server, str(declaration["name"]))
        if TOOL_ID.fullmatch(known_as) and known_as not in found and len(found) < MAX_TOOLS:
            found[known_as] = _declared(known_as, declaration)
    left_out = len(declared) - len(found)
    error = (
        f"{left_out} tools were left out: their names are no ids, are there twice, or are too many." if left_out else ""
    )
    return ToolsRead(declarations=tuple(found.values()), error=error)


def _declared(known_as: str, declaration: Mapping[str, Any]) -> ToolDeclared:
    name, description = (to_jsonb(str(declaration[key])) for key in ("name", "description"))
    try:
        args = to_jsonb(declaration["args"])
        refusal = _refusal(name, description, args)
    except (ValueError, TypeError, RecursionError):
        args, refusal = {}, "it cannot be stored"
    if refusal:
        name, description, args = name[:200], description[:1_000], {}
    return ToolDeclared(known_as, name, description, args, refusal[:300])


def _refusal(name: str, description: str, args: Mapping[str, Any]) -> str:
    """Return why a declaration is not used, "" when it is. Raises ValueError for arguments that are no JSON."""
    if len(name) + len(description) + len(canonical_json(args)) > MAX_DECLARATION:
        return f"it is longer than {MAX_DECLARATION:,} characters"
    if refusal := declaration_refusal({"description": description, "args": args}):
        return refusal
    try:
        check_schema(args)
    except SchemaError as error:
        return f"its arguments cannot be checked: {error}"
    return ""
