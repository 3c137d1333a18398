"""``archon.fs.write``."""

from collections.abc import Mapping
from typing import Any

from kingdom.tools.base import Result, Tool, ToolContext, result_schema, schema

MAX_CHARS = 500_000


class FsWrite(Tool):
    """Writes a whole text file of the conversation's workspace."""

    id = "archon.fs.write"
    description = (
        f"Create or replace a whole text file of this conversation's workspace, at most {MAX_CHARS} characters."
    )
    args = schema(
        {
            "path": {"type": "string", "description": "Relative path, e.g. report.md; missing folders are created."},
            "content": {"type": "string", "maxLength": MAX_CHARS},
        },
        "path",
        "content",
    )
    result = result_schema({"bytesWritten": {"type": "integer"}})
    side = "write"

    async def run(self, ctx: ToolContext, args: Mapping[str, Any]) -> Result:
        """Return ``{success, bytesWritten}``."""
        size = await ctx.file_store.write(args["path"], args["content"], was_shown=True)
        return {"success": True, "bytesWritten": size}
