"""``archon.fs.delete``."""

from collections.abc import Mapping
from typing import Any

from kingdom.tools.base import Result, Tool, ToolContext, result_schema, schema
from kingdom.tools.files.file_writes import MAX_FOLDER_FILES


class FsDelete(Tool):
    """Removes a file, or a folder with its files, of the conversation's workspace."""

    id = "archon.fs.delete"
    description = (
        "Remove a file of this conversation's workspace, or a folder with all its files when recursive is true. "
        "Versions are kept, so that a person can restore each file."
    )
    args = schema(
        {
            "path": {"type": "string", "description": "Relative path of a file or folder."},
            "recursive": {
                "type": "boolean",
                "description": f"Needed for a folder: remove all files below it, at most {MAX_FOLDER_FILES}.",
            },
        },
        "path",
    )
    result = result_schema({"count": {"type": "integer"}})
    side = "write"
    seconds = 60.0  # a folder's files are removed one by one

    async def run(self, ctx: ToolContext, args: Mapping[str, Any]) -> Result:
        """Return ``{success}``, and for a folder the ``count`` of its files."""
        recursive = args.get("recursive", False)
        count = await ctx.file_store.delete(args["path"], recursive=recursive)
        return {"success": True, **({"count": count} if recursive else {})}
