"""``archon.fs.read``."""

import asyncio
from collections.abc import Mapping
from typing import Any

from django.conf import settings

from kingdom.core.errors import ToolError
from kingdom.tools.base import Result, Tool, ToolContext, result_schema, schema
from kingdom.tools.documents.services import DOCUMENT_KINDS, LIMITS
from kingdom.tools.files.attachments import text_of
from kingdom.tools.files.content_policy import part_boundary
from kingdom.tools.files.text_decoding import decode_text

MAX_BYTES = 200_000  # the largest text file that is given to a language model
PART_CHARS = 200_000  # of a document's text in one result
_PROBLEMS = {
    "no_text": "has no text; it may be a scan",
    "too_large": "is too large to be read",
    "secret": "holds a secret, so its text is not given",
}


class FsRead(Tool):
    """Reads a text file or document of the conversation's workspace."""

    id = "archon.fs.read"
    description = (
        f"Read a text file (at most {MAX_BYTES} bytes) or the text of a PDF, DOCX or XLSX document of this "
        "conversation's workspace. A long document comes in parts: read on with offset = next_offset."
    )
    args = schema(
        {
            "path": {"type": "string", "description": "Relative path, e.g. notes.txt or data/sales.csv."},
            "offset": {"type": "integer", "minimum": 0, "description": "Of a document: the character to begin at."},
        },
        "path",
    )
    result = result_schema(
        {"content": {"type": "string"}, "chars": {"type": "integer"}, "next_offset": {"type": "integer"}}
    )
    side = "read"

    @property
    def time_limit_s(self) -> float:
        """The time to read a document, after the longest wait for a free sandbox (KINGDOM_SANDBOX_WAIT_S)."""
        return self.seconds + LIMITS.timeout_s + float(settings.KINGDOM.sandbox_wait_s)

    async def run(self, ctx: ToolContext, args: Mapping[str, Any]) -> Result:
        """Return ``{success, content}``; of a document also ``chars``, of its whole text, and ``next_offset``."""
        path = args["path"]
        data = await ctx.file_store.read(path)
        return await asyncio.to_thread(_content, ctx, path, data, args.get("offset", 0))

    async def part_boundary(self, ctx: ToolContext, args: Mapping[str, Any]) -> str:
        """Return the text around the character at which a later part begins."""
        offset = args.get("offset", 0)
        if not offset:
            return ""
        data = await ctx.file_store.read(args["path"])
        return await asyncio.to_thread(_boundary, ctx, args["path"], data, offset)


def _boundary(ctx: ToolContext, path: str, data: bytes, offset: int) -> str:
    text = decode_text(data)
    return part_boundary(text if text is not None else text_of(int(ctx.call.user_id), path, data)[1].text, offset)


def _content(ctx: ToolContext, path: str, data: bytes, offset: int) -> Result:
    text = decode_text(data)
    if text is not None and len(data) > MAX_BYTES:
        raise ToolError(f"{path} has {len(data)} bytes; at most {MAX_BYTES} are read.")
    if text is not None:
        return {"success": True, "content": text[offset:]}
    kind, document = text_of(int(ctx.call.user_id), path, data)
    if kind not in DOCUMENT_KINDS:
        raise ToolError(f"{path} is not a text file ({len(data)} bytes).")
    if document.problem:
        raise ToolError(f"{path} {_PROBLEMS.get(document.problem, 'cannot be read')}.")
    end = offset + PART_CHARS
    part: dict[str, Any] = {"success": True, "content": document.text[offset:end], "chars": len(document.text)}
    return {**part, "next_offset": end} if end < len(document.text) else part
