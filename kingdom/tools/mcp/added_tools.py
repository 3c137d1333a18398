"""Tools of the MCP servers that admins added: those that this process knows, and the checks of each call.

The rows are the authority: each call looks whether its server is still there and active, and the tool granted. What a
process declares to agents follows within a heartbeat.
"""

import uuid
from collections.abc import Callable, Collection, Mapping, Sequence
from threading import Lock
from typing import Any, ClassVar

from kingdom.adapters.egress_proxy.port import EgressPolicy
from kingdom.contracts.identity import Identity, identity_of
from kingdom.core.database import in_database
from kingdom.core.errors import ToolError
from kingdom.tools.base import Result, ToolContext
from kingdom.tools.mcp.mcp_tool import McpTool, tool_kind
from kingdom.tools.mcp.server_tokens import opened_server
from kingdom.tools.mcp.servers import McpServer, listed_names
from kingdom.tools.models import AddedMcpServer, AddedMcpTool

_lock = Lock()
_stamp: object = None
_kinds: Mapping[str, type["AddedTool"]] = {}
_grants: Mapping[Identity, frozenset[str]] = {}


class AddedTool(McpTool):
    """One tool of a server that an admin added, by its row."""

    row_id: ClassVar[uuid.UUID]

    def refusal_reason(self, args: Mapping[str, Any], reach: Callable[[], EgressPolicy]) -> str:
        """Return why the tool cannot be called now: its server is paused or removed, or its declaration changed."""
        return _fault(self.id, self.server.name, self._row())

    async def run(self, ctx: ToolContext, args: Mapping[str, Any]) -> Result:
        """Return what the server answers. Raises ToolError for a tool that may not be called any more."""
        return await self.answered(await in_database(self._opened, ctx.call.agent_id), args)

    def _row(self) -> AddedMcpTool | None:
        return AddedMcpTool.objects.select_related("server").filter(pk=self.row_id).first()

    def _opened(self, agent_id: str) -> McpServer:
        row = self._row()
        fault = _fault(self.id, self.server.name, row)
        if fault or row is None:
            raise ToolError(fault)
        if _is_withdrawn(row, agent_id):
            raise ToolError(f"{self.id} is not granted to this agent any more.")
        return opened_server(row.server)


def _fault(tool_id: str, server: str, row: AddedMcpTool | None) -> str:
    if row is None:
        return f"The MCP server {server} was removed, or has another address. {tool_id} cannot be called."
    if row.server.state != AddedMcpServer.State.ACTIVE:
        return f"The MCP server {server} is paused by an admin. {tool_id} cannot be called until it is resumed."
    if row.refusal or not row.is_declared:
        return f"The MCP server {server} does not offer {tool_id} any more, or declares it otherwise."
    return ""


def _is_withdrawn(row: AddedMcpTool, agent_id: str) -> bool:
    """Return whether an admin has withdrawn the grant by which this process lets an agent call a tool."""
    identity = identity_of(agent_id)
    known = {name for name, tools in _grants.items() if row.tool_id in tools}
    if identity is Identity.MASTER:  # holds what any identity is granted
        return bool(known) and not row.identities
    return identity in known and identity not in row.identities


def added_tool_kinds() -> Sequence[type[AddedTool]]:
    """Return a class for each tool that this process knows. Reads no database."""
    return tuple(_kinds.values())


def added_grants() -> Mapping[Identity, frozenset[str]]:
    """Return the tools that admins granted, by identity, as this process knows them."""
    return _grants


def added_address(tool_id: str) -> str:
    """Return the URL of the server of a tool that this process knows, "" for any other tool."""
    kind = _kinds.get(tool_id)
    return kind.server.url if kind is not None else ""


def added_tools_load() -> bool:
    """Read the added tools anew if a row has changed; return whether one has. Blocking.

    A tool that has gone stays known, not offered, with its grants: a session that was declared it is told why it
    cannot be called.
    """
    global _stamp, _kinds, _grants
    with _lock:
        stamp = _rows_stamp()
        if stamp == _stamp or (_stamp is None and not any(stamp)):
            return False
        usable = (
            AddedMcpTool.objects.select_related("server").filter(refusal="").exclude(server__name__in=listed_names())
        )
        rows = {row.tool_id: row for row in usable}
        gone = {tool_id: _withdrawn(kind) for tool_id, kind in _kinds.items() if tool_id not in rows}
        _grants = {identity: _granted(identity, rows, gone) for identity in Identity}
        _stamp, _kinds = stamp, {**gone, **{tool_id: _kind(row) for tool_id, row in rows.items()}}
        return True


def _rows_stamp() -> list[list[tuple[uuid.UUID, int]]]:
    """Return what changes with every change of a row, and with rows that come and go."""
    return [list(model.objects.order_by("pk").values_list("pk", "revision")) for model in _MODELS]


def _granted(identity: Identity, rows: Mapping[str, AddedMcpTool], gone: Collection[str]) -> frozenset[str]:
    kept = _grants.get(identity, frozenset()) & frozenset(gone)
    return kept | {tool_id for tool_id, row in rows.items() if identity in row.identities}


def added_tools_forget() -> None:
    """Know none any more, as a process that has just started."""
    global _stamp, _kinds, _grants
    with _lock:
        _stamp, _kinds, _grants = None, {}, {}


_MODELS = (AddedMcpServer, AddedMcpTool)


def _kind(row: AddedMcpTool) -> type[AddedTool]:
    is_offered = row.is_declared and row.server.state == AddedMcpServer.State.ACTIVE
    declaration = {"name": row.name, "description": row.description, "args": row.args}
    server = McpServer(row.server.name, row.server.url)
    return tool_kind(AddedTool, server, declaration, row_id=row.pk, is_offered=is_offered)


def _withdrawn(kind: type[AddedTool]) -> type[AddedTool]:
    return type("WithdrawnTool", (kind,), {"is_offered": False, "__doc__": "A tool that has gone."})
