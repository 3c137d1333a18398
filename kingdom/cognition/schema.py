"""JSON schemas (draft 2020-12) of answers: checking them, and wrapping one so that a model gives answer and output at once."""

import re
from collections.abc import Mapping
from typing import Any

from jsonschema import Draft202012Validator
from jsonschema.exceptions import SchemaError, best_match
from referencing import Registry
from referencing.exceptions import Unresolvable

_CLOSED: Registry[Any] = Registry()  # resolves nothing outside the schema itself: the library's default would fetch URLs
_WRAPPED = "#/properties/output/anyOf/0"


def fault(value: object, schema: Mapping[str, Any]) -> str | None:
    """Return what is wrong with a value in one sentence, None when it fits. A schema that cannot be used is a fault, too."""
    try:
        Draft202012Validator.check_schema(schema)
        found = best_match(Draft202012Validator(schema, registry=_CLOSED).iter_errors(value))
    except SchemaError as error:
        return f"the output schema is not valid: {error.message[:200]}"
    except (Unresolvable, RecursionError, ArithmeticError, ValueError, re.error) as error:  # of $ref, recursion, multipleOf, $id, pattern
        return f"the output schema cannot be used: {type(error).__name__}"
    if found is None:
        return None
    place = "/".join(str(part) for part in found.absolute_path)
    return f"{place or 'the output'}: {found.message[:300]}"


def answer_schema(output_schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema a model answers by: ``answer`` first, so that it can be streamed, then ``output``, ``confidence``, ``status``."""
    return {
        "type": "object",
        "properties": {
            "answer": {"type": "string", "description": "The answer for the user, in markdown sentences."},
            "output": {"anyOf": [_moved(output_schema), {"type": "null"}]},
            "confidence": {"type": "number", "minimum": 0, "maximum": 1},
            "status": {"type": "string", "enum": ["SUCCESS", "NULL"]},
        },
        "required": ["answer", "output", "confidence", "status"],
        "additionalProperties": False,
    }


def _moved(schema: Any) -> Any:  # noqa: ANN401 - any part of a schema
    """Return a schema whose local references still hold at its new place."""
    if isinstance(schema, Mapping):
        return {key: _pointer(item) if key == "$ref" and isinstance(item, str) else _moved(item) for key, item in schema.items()}
    if isinstance(schema, list | tuple):
        return [_moved(item) for item in schema]
    return schema


def _pointer(ref: str) -> str:
    if ref == "#":
        return _WRAPPED
    return _WRAPPED + ref[1:] if ref.startswith("#/") else ref
