"""A tool: one class."""

from collections.abc import Mapping
from typing import Any

from kingdom.tools.base import Result, Tool, ToolContext, result_schema, schema


class Greet(Tool):
    """Greets a person."""

    id = "acme.office.greet"
    description = "Return a greeting for a person by name."
    args = schema({"name": {"type": "string", "minLength": 1, "maxLength": 100}}, "name")
    result = result_schema({"greeting": {"type": "string"}})
    side = "read"

    async def run(self, ctx: ToolContext, args: Mapping[str, Any]) -> Result:
        """Return ``{success, greeting}``."""
        return {"success": True, "greeting": f"Welcome to Acme, {args['name']}."}
