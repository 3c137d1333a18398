"""``archon.memory.get``."""

import uuid
from collections.abc import Mapping
from typing import Any

from kingdom.cognition.inputs import storable
from kingdom.core.database import in_database
from kingdom.core.errors import ToolError
from kingdom.tools.base import Result, Tool, ToolContext, result_schema, schema
from kingdom.tools.models import MemoryItem


class MemoryGet(Tool):
    """Returns what the session's working memory holds."""

    id = "archon.memory.get"
    description = "Return the value kept under a key in this session, or all keys when none is given."
    args = schema({"key": {"type": "string", "maxLength": 100}})
    result = result_schema({"value": {}, "keys": {"type": "array", "items": {"type": "string"}}})
    side = "read"

    async def run(self, ctx: ToolContext, args: Mapping[str, Any]) -> Result:
        """Return ``{success, value}``, or ``{success, keys}`` without a key."""
        return await in_database(_get, uuid.UUID(ctx.call.session_id), storable(args.get("key", "")))


def _get(session_id: uuid.UUID, key: str) -> Result:
    mine = MemoryItem.objects.filter(session_id=session_id)
    if not key:
        return {"success": True, "keys": sorted(mine.values_list("key", flat=True))}
    found = mine.filter(key=key).first()
    if found is None:
        raise ToolError(f"Nothing is kept under {key}.")
    return {"success": True, "value": found.value["is"]}
