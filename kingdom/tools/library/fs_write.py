"""``archon.fs.write``."""

import asyncio
from collections.abc import Mapping
from typing import Any

from kingdom.tools.base import Result, Tool, ToolContext, result_schema, schema

MAX_CHARS = 500_000


class FsWrite(Tool):
    """Writes a text file of the conversation's workspace, whole."""

    id = "archon.fs.write"
    description = f"Make or replace a text file of this conversation's workspace, whole, at most {MAX_CHARS} characters."
    args = schema(
        {
            "path": {"type": "string", "description": "Relative path, e.g. report.md; folders on the way are made."},
            "content": {"type": "string", "maxLength": MAX_CHARS},
        },
        "path",
        "content",
    )
    result = result_schema({"bytesWritten": {"type": "integer"}})
    side = "write"

    async def run(self, ctx: ToolContext, args: Mapping[str, Any]) -> Result:
        """Return ``{success, bytesWritten}``."""
        return {"success": True, "bytesWritten": await save(ctx, args["path"], args["content"])}


async def save(ctx: ToolContext, path: str, text: str) -> int:
    """Write a text within the user's quota and return its bytes. Raises ToolError."""
    data = text.encode("utf-8", "replace")
    await ctx.quota.check(path, len(data))
    written = await asyncio.to_thread(lambda: ctx.workspace().write(path, data))
    await ctx.quota.kept()
    return written
