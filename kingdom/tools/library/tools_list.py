"""``archon.tools.list``."""

from collections.abc import Mapping
from typing import Any

from kingdom.tools.base import Result, Tool, ToolContext, result_schema, schema

_ONE = {"type": "object", "properties": {name: {"type": "string"} for name in ("name", "description", "side_effect")}}


class ToolsList(Tool):
    """Lists the tools that the asking agent holds."""

    id = "archon.tools.list"
    description = "List the tools you have."
    args = schema({})
    result = result_schema({"tools": {"type": "array", "items": _ONE}, "count": {"type": "integer"}})
    side = "read"

    async def run(self, ctx: ToolContext, args: Mapping[str, Any]) -> Result:
        """Return ``{success, tools: [{name, description, side_effect}], count}``."""
        tools = [{"name": tool.id, "description": tool.description, "side_effect": tool.side} for tool in ctx.granted]
        return {"success": True, "tools": tools, "count": len(tools)}
