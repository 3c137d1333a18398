"""JSON schemas (draft 2020-12) of answers: checking them, and wrapping one so that a model gives answer and output at once."""

from collections.abc import Mapping
from typing import Any

from kingdom.contracts.json_schema import SchemaError, validation_errors

_OUTPUT_POINTER = "#/properties/output/anyOf/0"


def validation_error(value: object, schema: Mapping[str, Any]) -> str | None:
    """Return what is wrong with a value in one sentence, None when it fits. A schema that cannot be used is a fault, too."""
    try:
        found = validation_errors(value, schema, most=1)
    except SchemaError as error:
        return f"the output schema cannot be used: {error}"
    return found[0] if found else None


def answer_schema(output_schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema a model answers by: ``answer`` first, so that it can be streamed, then ``output``, ``confidence``, ``status``."""
    return {
        "type": "object",
        "properties": {
            "answer": {"type": "string", "description": "The answer for the user, in markdown sentences."},
            "output": {"anyOf": [_rebase_refs(output_schema), {"type": "null"}]},
            "confidence": {"type": "number", "minimum": 0, "maximum": 1},
            "status": {"type": "string", "enum": ["SUCCESS", "NULL"]},
        },
        "required": ["answer", "output", "confidence", "status"],
        "additionalProperties": False,
    }


def _rebase_refs(schema: Any) -> Any:  # noqa: ANN401 - any part of a schema
    """Return a schema whose local references still hold at its new place."""
    if isinstance(schema, Mapping):
        return {
            key: _rebase_ref(item) if key == "$ref" and isinstance(item, str) else _rebase_refs(item)
            for key, item in schema.items()
        }
    if isinstance(schema, list | tuple):
        return [_rebase_refs(item) for item in schema]
    return schema


def _rebase_ref(ref: str) -> str:
    if ref == "#":
        return _OUTPUT_POINTER
    return _OUTPUT_POINTER + ref[1:] if ref.startswith("#/") else ref
