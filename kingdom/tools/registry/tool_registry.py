"""The registry of tools, and the tools that an agent is granted."""

from collections.abc import Mapping
from functools import cache
from inspect import isabstract

import structlog

from kingdom.contracts.formats.json_schema import SchemaError, check_schema
from kingdom.contracts.identity import provision
from kingdom.contracts.model import ToolDeclaration
from kingdom.core.errors import BadConfiguration
from kingdom.providers.packs import TOOLS, left_out_if_broken, pack_entries
from kingdom.tools.base import TOOL_ID, Tool
from kingdom.tools.library.chart_draw import ChartDraw
from kingdom.tools.library.exec_python import ExecPython
from kingdom.tools.library.fs_delete import FsDelete
from kingdom.tools.library.fs_edit import FsEdit
from kingdom.tools.library.fs_find import FsFind
from kingdom.tools.library.fs_read import FsRead
from kingdom.tools.library.fs_write import FsWrite
from kingdom.tools.library.http_request import HttpRequest
from kingdom.tools.library.memory import MemoryGet, MemoryPut
from kingdom.tools.library.tool_catalog import ToolsHelp, ToolsList
from kingdom.tools.library.web_search import WebSearch
from kingdom.tools.mcp.added_tools import added_tool_kinds
from kingdom.tools.mcp.mcp_tool import mcp_tool_kinds

# Owners of shipped tools and of those of MCP servers: a pack's tool with their ids would have their grants.
RESERVED_OWNERS = frozenset({"archon", "mcp"})
MIN_PER_MINUTE = 16  # calls a minute: the most that one request can contain
LIBRARY: tuple[type[Tool], ...] = (
    *(FsRead, FsFind, FsWrite, FsEdit, FsDelete),
    *(ToolsList, ToolsHelp),
    *(ChartDraw, ExecPython, WebSearch, HttpRequest, MemoryPut, MemoryGet),
)
_log = structlog.get_logger(__name__)


@cache
def all_tools() -> Mapping[str, Tool]:
    """Return this process's tools by id: the shipped ones, those of the listed packs and of MCP servers.

    Those of servers that an admin added are known once ``added_tools_refresh`` has read them.

    A pack's tool that cannot be loaded or breaks a rule is named and left out: it must not keep Kingdom from
    starting. Raises BadConfiguration for a shipped tool that does.
    """
    tools: dict[str, Tool] = {}
    for kind in LIBRARY:
        _register(tools, kind)
    for entry in pack_entries(TOOLS):
        with left_out_if_broken(entry):
            _register(tools, entry.load(), of_pack=True)
    for kind in (*mcp_tool_kinds(), *added_tool_kinds()):
        try:
            _register(tools, kind)
        except BadConfiguration as error:
            _log.error("mcp_tool_left_out", server=kind.server.name, tool=kind.remote_name[:60], error=error.message)
    return dict(sorted(tools.items()))


def granted_tools(agent_id: str, grants: frozenset[str] | None = None) -> tuple[Tool, ...]:
    """Return an agent's tools in order of their ids: those that the identity law grants and that exist and are offered.

    ``grants`` can only narrow them.
    """
    granted = provision(agent_id) if grants is None else provision(agent_id) & grants
    return tuple(tool for name, tool in all_tools().items() if name in granted and tool.is_offered)


def declarations(agent_id: str, ceiling: frozenset[str] | None = None) -> tuple[ToolDeclaration, ...]:
    """Return the declarations for a model: exactly the tools that its agent is granted, below a ceiling."""
    return tuple(
        ToolDeclaration(name=tool.id, description=tool.description, parameters=tool.args)
        for tool in granted_tools(agent_id, ceiling)
    )


def _register(tools: dict[str, Tool], kind: object, *, of_pack: bool = False) -> None:
    if not (isinstance(kind, type) and issubclass(kind, Tool)) or isabstract(kind):
        raise BadConfiguration(f"{kind!r} is not a class of tools")
    tool = kind()
    if not TOOL_ID.fullmatch(tool.id) or tool.id in tools:
        raise BadConfiguration(f"{tool.id!r} is not a unique id in the form owner.area.verb")
    if of_pack and (owner := tool.id.partition(".")[0]) in RESERVED_OWNERS:
        raise BadConfiguration(
            f"{tool.id!r}: ids of the owner {owner!r} are Kingdom's and are granted already. Begin the id with the "
            "name of your organization, as in acme.office.greet"
        )
    _check_declaration(tool)
    tools[tool.id] = tool


def _check_declaration(tool: Tool) -> None:
    if tool.side not in ("read", "write", "exec", "network") or tool.per_minute < MIN_PER_MINUTE or tool.seconds <= 0:
        raise BadConfiguration(f"{tool.id}: side, per_minute (at least {MIN_PER_MINUTE}) or seconds is invalid")
    try:
        check_schema(tool.args)
        check_schema(tool.result)
    except SchemaError as error:
        raise BadConfiguration(f"{tool.id}: {error}") from error
