"""``archon.memory.put`` and ``archon.memory.get``."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.db import transaction

from kingdom.cognition.inputs import to_jsonb
from kingdom.contracts.formats.canonical import canonical_json
from kingdom.core.background.jobs import advisory_lock
from kingdom.core.database import in_database
from kingdom.core.errors import ToolError
from kingdom.tools.base import Result, Tool, ToolContext, result_schema, schema
from kingdom.tools.models import MemoryItem

MAX_KEYS, MAX_VALUE = 64, 20_000  # keys of one session, characters of one value as JSON


class MemoryPut(Tool):
    """Stores a value in the session's working memory."""

    id = "archon.memory.put"
    description = (
        "Store a JSON value under a key until this session ends; "
        f"at most {MAX_KEYS} keys of {MAX_VALUE} characters each."
    )
    args = schema(
        {"key": {"type": "string", "minLength": 1, "maxLength": 100}, "value": {"description": "Any JSON value."}},
        "key",
        "value",
    )
    result = result_schema({})
    side = "write"

    @property
    def repeatable(self) -> bool:
        """True: storing the same value twice has no further effect."""
        return True

    async def run(self, ctx: ToolContext, args: Mapping[str, Any]) -> Result:
        """Return ``{success}``."""
        await in_database(_memory_put, uuid.UUID(ctx.call.session_id), to_jsonb(args["key"]), to_jsonb(args["value"]))
        return {"success": True}


def _memory_put(session_id: uuid.UUID, key: str, value: Any) -> None:  # noqa: ANN401 - any JSON value
    if len(canonical_json(value)) > MAX_VALUE:
        raise ToolError(f"The value has more than {MAX_VALUE} characters as JSON.")
    items = MemoryItem.objects.filter(session_id=session_id)
    with transaction.atomic():
        advisory_lock(f"memory:{session_id}")  # two calls at once may not both take the last place
        if not items.filter(key=key).exists() and items.count() >= MAX_KEYS:
            raise ToolError(f"The working memory is full: it has {MAX_KEYS} keys. Use one of them again.")
        MemoryItem.objects.update_or_create(
            session_id=session_id, key=key, defaults={"value": {"is": value}}
        )  # wrapped: JSON null alone would be stored as SQL NULL


class MemoryGet(Tool):
    """Reads the session's working memory."""

    id = "archon.memory.get"
    description = "Return the value stored under a key in this session, or all keys without one."
    args = schema({"key": {"type": "string", "maxLength": 100}})
    result = result_schema({"value": {}, "keys": {"type": "array", "items": {"type": "string"}}})
    side = "read"

    async def run(self, ctx: ToolContext, args: Mapping[str, Any]) -> Result:
        """Return ``{success, value}``, or ``{success, keys}`` without a key."""
        return await in_database(_memory_get, uuid.UUID(ctx.call.session_id), to_jsonb(args.get("key", "")))


def _memory_get(session_id: uuid.UUID, key: str) -> Result:
    items = MemoryItem.objects.filter(session_id=session_id)
    if not key:
        return {"success": True, "keys": sorted(items.values_list("key", flat=True))}
    item = items.filter(key=key).first()
    if item is None:
        raise ToolError(f"Nothing is stored under {key}.")
    return {"success": True, "value": item.value["is"]}
