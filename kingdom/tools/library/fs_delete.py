"""``archon.fs.delete``."""

from collections.abc import Mapping
from typing import Any

from kingdom.tools.base import Result, Tool, ToolContext, result_schema, schema


class FsDelete(Tool):
    """Removes a file of the conversation's workspace."""

    id = "archon.fs.delete"
    description = (
        "Remove one file of this conversation's workspace. Its versions are kept, so that a person can restore it."
    )
    args = schema({"path": {"type": "string"}}, "path")
    result = result_schema({})
    side = "write"

    async def run(self, ctx: ToolContext, args: Mapping[str, Any]) -> Result:
        """Return ``{success}``."""
        await ctx.file_store.delete(args["path"])
        return {"success": True}
