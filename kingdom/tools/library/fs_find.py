"""``archon.fs.find``."""

from collections.abc import Mapping
from typing import Any

from kingdom.tools.base import Result, Tool, ToolContext, result_schema, schema

MAX_RESULTS = 500  # files in one answer


class FsFind(Tool):
    """Lists files of the conversation's workspace."""

    id = "archon.fs.find"
    description = (
        "List the files of this conversation's workspace whose path or name matches a shell pattern, "
        f"at most {MAX_RESULTS}."
    )
    args = schema(
        {
            "base": {"type": "string", "description": "Folder to look in; the whole workspace by default."},
            "pattern": {
                "type": "string",
                "maxLength": 200,
                "description": "Shell pattern, e.g. *.csv; all files by default.",
            },
        }
    )
    result = result_schema(
        {
            "files": {"type": "array", "items": {"type": "string"}},
            "count": {"type": "integer"},
            "more": {"type": "boolean"},
        }
    )
    side = "read"

    async def run(self, ctx: ToolContext, args: Mapping[str, Any]) -> Result:
        """Return ``{success, files, count}``, and ``more: true`` when there are further files."""
        pattern, base = args.get("pattern") or "*", args.get("base") or "."
        entries = await ctx.file_store.find(pattern, base=base, limit=MAX_RESULTS + 1)
        files = [entry.path for entry in entries[:MAX_RESULTS]]
        return {
            "success": True,
            "files": files,
            "count": len(files),
            **({"more": True} if len(entries) > MAX_RESULTS else {}),
        }
