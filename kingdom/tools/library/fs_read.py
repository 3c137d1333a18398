"""``archon.fs.read``."""

import asyncio
from collections.abc import Mapping
from typing import Any

from kingdom.core.errors import ToolError
from kingdom.tools.base import Result, Tool, ToolContext, result_schema, schema
from kingdom.tools.files.text_decoding import decode_text

MAX_BYTES = 200_000  # the largest file that is given to a language model


class FsRead(Tool):
    """Reads a text file of the conversation's workspace."""

    id = "archon.fs.read"
    description = f"Read a text file (at most {MAX_BYTES} bytes) of this conversation's workspace."
    args = schema(
        {"path": {"type": "string", "description": "Relative path, e.g. notes.txt or data/sales.csv."}}, "path"
    )
    result = result_schema({"content": {"type": "string"}})
    side = "read"

    async def run(self, ctx: ToolContext, args: Mapping[str, Any]) -> Result:
        """Return ``{success, content}``."""
        data = await asyncio.to_thread(lambda: ctx.workspace().read(args["path"], limit=MAX_BYTES))
        text = decode_text(data)
        if text is None:
            raise ToolError(f"{args['path']} is not a text file ({len(data)} bytes).")
        return {"success": True, "content": text}
