"""``archon.fs.edit``."""

from collections.abc import Mapping
from typing import Any

from kingdom.core.errors import ToolError
from kingdom.tools.base import Result, Tool, ToolContext, result_schema, schema
from kingdom.tools.library.fs_write import MAX_CHARS

AMBIGUOUS_MATCH = "Include more of the surrounding text so that it occurs once, or set all to true."


class FsEdit(Tool):
    """Replaces text in a file of the conversation's workspace."""

    id = "archon.fs.edit"
    description = (
        "Replace text in a file of this conversation's workspace. The text must occur exactly once, unless all is true."
    )
    args = schema(
        {
            "path": {"type": "string"},
            "find": {
                "type": "string",
                "minLength": 1,
                "maxLength": MAX_CHARS,
                "description": "The exact text, white space included.",
            },
            "replace": {"type": "string", "maxLength": MAX_CHARS},
            "all": {"type": "boolean", "description": "Replace every match."},
        },
        "path",
        "find",
        "replace",
    )
    result = result_schema({"matchCount": {"type": "integer"}})
    side = "write"

    async def run(self, ctx: ToolContext, args: Mapping[str, Any]) -> Result:
        """Return ``{success, matchCount}``; with no match, or several without ``all``, the file is not changed."""
        path, find = args["path"], args["find"]
        text = await _file_text(ctx, path)
        count = text.count(find)
        if count == 0:
            return {
                "success": False,
                "matchCount": 0,
                "error": f"{path} does not contain this text. Read the file and copy the text exactly.",
            }
        if count > 1 and not args.get("all", False):
            return {
                "success": False,
                "matchCount": count,
                "error": f"{path} contains this text {count} times. {AMBIGUOUS_MATCH}",
            }
        edited = text.replace(find, args["replace"])
        if len(edited) > MAX_CHARS:
            raise ToolError(f"{path} would have {len(edited)} characters; the maximum is {MAX_CHARS}.")
        await ctx.file_store.write(path, edited)
        return {"success": True, "matchCount": count}


async def _file_text(ctx: ToolContext, path: str) -> str:
    try:
        return (await ctx.file_store.read(path)).decode("utf-8")
    except UnicodeDecodeError as error:
        raise ToolError(f"{path} is not UTF-8 text.") from error
