"""Reduces JSON Schema (2020-12) to the keywords that Gemini supports. Pure."""

from collections.abc import Mapping
from typing import Any

# The keywords the structured-output guide of the Gemini API lists for responseJsonSchema (also used for function
# parameters). The other keywords are enforced as well: the answer is validated against the whole schema afterwards.
PLAIN = frozenset(
    {
        "$id",
        "$ref",
        "$anchor",
        "type",
        "format",
        "title",
        "description",
        "enum",
        "minItems",
        "maxItems",
        "minimum",
        "maximum",
        "required",
    }
)
ONE = frozenset({"items", "additionalProperties"})
MANY = frozenset({"prefixItems", "anyOf", "oneOf"})
NAMED = frozenset({"properties", "$defs"})


def to_gemini_schema(schema: Any) -> Any:  # noqa: ANN401 - a JSON schema is any JSON value
    """Return the schema with only the keywords that Gemini supports; ``const`` becomes ``enum`` of one value."""
    if not isinstance(schema, Mapping):
        return schema
    if "$ref" in schema:  # beside $ref only keywords that start with $ are accepted
        return {key: _value(key, value) for key, value in schema.items() if key.startswith("$") and _known(key)}
    supported = {key: _value(key, value) for key, value in schema.items() if _known(key)}
    if "const" in schema and isinstance(schema["const"], str | int | float):
        supported["enum"] = [schema["const"]]
    return supported


def _known(key: str) -> bool:
    return key in PLAIN or key in ONE or key in MANY or key in NAMED


def _value(key: str, value: Any) -> Any:  # noqa: ANN401 - any JSON value
    if key in ONE:
        return to_gemini_schema(value)
    if key in MANY:
        return [to_gemini_schema(part) for part in value]
    if key in NAMED:
        return {name: to_gemini_schema(part) for name, part in value.items()}
    return value


def with_property_ordering(schema: dict[str, Any]) -> dict[str, Any]:
    """Return the schema with ``propertyOrdering``.

    Listeners show the first property while the others are being written.
    """
    names = list(schema.get("properties", {}))
    return {**schema, "propertyOrdering": names} if len(names) > 1 else schema
