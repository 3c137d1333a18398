"""``archon.tools.help`` and ``archon.tools.list``."""

from collections.abc import Mapping
from typing import Any

from kingdom.core.errors import ToolError
from kingdom.tools.base import Result, Tool, ToolContext, result_schema, schema


class ToolsHelp(Tool):
    """Describes one of the calling agent's tools."""

    id = "archon.tools.help"
    description = "Describe one of your tools: its arguments, its result, its limits."
    args = schema({"name": {"type": "string", "maxLength": 120}}, "name")
    result = result_schema(
        {
            "name": {"type": "string"},
            "description": {"type": "string"},
            "side_effect": {"type": "string"},
            "args": {"type": "object"},
            "result": {"type": "object"},
            "limits": {"type": "object"},
        }
    )
    side = "read"

    async def run(self, ctx: ToolContext, args: Mapping[str, Any]) -> Result:
        """Return ``{success, name, description, side_effect, args, result, limits}``."""
        tool = next((tool for tool in ctx.granted if tool.id == args["name"]), None)
        if tool is None:
            raise ToolError(f"You have no tool {args['name']}. archon.tools.list shows the tools you have.")
        description = {"name": tool.id, "description": tool.description, "side_effect": tool.side}
        limits = {"per_minute": tool.per_minute, "seconds": tool.seconds}
        return {"success": True, **description, "args": dict(tool.args), "result": dict(tool.result), "limits": limits}


_TOOL_SCHEMA = {
    "type": "object",
    "properties": {name: {"type": "string"} for name in ("name", "description", "side_effect")},
}


class ToolsList(Tool):
    """Lists the tools of the calling agent."""

    id = "archon.tools.list"
    description = "List the tools you have."
    args = schema({})
    result = result_schema({"tools": {"type": "array", "items": _TOOL_SCHEMA}, "count": {"type": "integer"}})
    side = "read"

    async def run(self, ctx: ToolContext, args: Mapping[str, Any]) -> Result:
        """Return ``{success, tools: [{name, description, side_effect}], count}``."""
        tools = [{"name": tool.id, "description": tool.description, "side_effect": tool.side} for tool in ctx.granted]
        return {"success": True, "tools": tools, "count": len(tools)}
