"""``archon.tools.help``."""

from collections.abc import Mapping
from typing import Any

from kingdom.core.errors import ToolError
from kingdom.tools.base import Result, Tool, ToolContext, result_schema, schema


class ToolsHelp(Tool):
    """Tells everything about one of the asking agent's tools."""

    id = "archon.tools.help"
    description = "Tell how one of your tools is used: its arguments, its result, its limits."
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
        tool = next((one for one in ctx.granted if one.id == args["name"]), None)
        if tool is None:
            raise ToolError(f"You have no tool {args['name']}. archon.tools.list tells which you have.")
        shown = {"name": tool.id, "description": tool.description, "side_effect": tool.side}
        limits = {"per_minute": tool.per_minute, "seconds": tool.seconds}
        return {"success": True, **shown, "args": dict(tool.args), "result": dict(tool.result), "limits": limits}


_TOOL_SCHEMA = {
    "type": "object",
    "properties": {name: {"type": "string"} for name in ("name", "description", "side_effect")},
}


class ToolsList(Tool):
    """Lists the tools that the asking agent holds."""

    id = "archon.tools.list"
    description = "List the tools you have."
    args = schema({})
    result = result_schema({"tools": {"type": "array", "items": _TOOL_SCHEMA}, "count": {"type": "integer"}})
    side = "read"

    async def run(self, ctx: ToolContext, args: Mapping[str, Any]) -> Result:
        """Return ``{success, tools: [{name, description, side_effect}], count}``."""
        tools = [{"name": tool.id, "description": tool.description, "side_effect": tool.side} for tool in ctx.granted]
        return {"success": True, "tools": tools, "count": len(tools)}
