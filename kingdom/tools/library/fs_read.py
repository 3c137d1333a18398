"""``archon.fs.read``."""

import asyncio
from collections.abc import Mapping
from typing import Any

from kingdom.core.errors import ToolError
from kingdom.tools.base import Result, Tool, ToolContext, result_schema, schema

MAX_BYTES = 200_000  # the largest file that is given to a language model


class FsRead(Tool):
    """Reads a text file of the conversation's workspace."""

    id = "archon.fs.read"
    description = f"Read a text file (UTF-8, at most {MAX_BYTES} bytes) of this conversation's workspace."
    args = schema(
        {"path": {"type": "string", "description": "Relative path, e.g. notes.txt or data/sales.csv."}}, "path"
    )
    result = result_schema({"content": {"type": "string"}})
    side = "read"

    async def run(self, ctx: ToolContext, args: Mapping[str, Any]) -> Result:
        """Return ``{success, content}``."""
        data = await asyncio.to_thread(lambda: ctx.workspace().read(args["path"], limit=MAX_BYTES))
        try:
            return {"success": True, "content": data.decode("utf-8")}
        except UnicodeDecodeError as error:
            raise ToolError(f"{args['path']} is not UTF-8 text ({len(data)} bytes).") from error
