"""Documents that are made from one: flat, with a path for each value, or the JSON Schema that it fits. Names formats that are not written."""

import re
from typing import Any

from config.builtins.json_formatter.values import Literal
from config.builtins.wording import CannotError, fold

FLATTENS = re.compile(
    r"\b(?:flatten\w*|un-?nest\w*|make (?:it|this|that) flat|flach (?:machen|klopfen)|abflachen|aplati\w*|aplana\w*)\b",
    re.IGNORECASE,
)
SCHEMA_WANTED = re.compile(
    r"\b(?:generate|create|make|build|write|infer|derive|give me|get|produce|what is|erzeug\w*|erstell\w*|generier\w*|gener[ea]\w*|genere[rz]?|cree[rz]?|crea)\b[^.\n]{0,30}?\b(?:json[ -]?)?schema\b|\b(?:to|as|into|als|en) (?:a |an )?json[ -]?schema\b|\bjson[ -]?schema (?:for|of|from|fur|von|de|para)\b",
    re.IGNORECASE,
)
OTHER_FORMATS = re.compile(
    r"\b(?:to|into|as|in|nach|zu|als|en|a) (?:an? |eine?n? |un )?(?P<format>xml|toml|ini|html|sql|xlsx?|excel|protobuf|bson|markdown)\b",
    re.IGNORECASE,
)
SPREADSHEET = re.compile(
    r"\bcsv\b|\bexcel\b(?![ -]*(?:files?|format|workbook|datei|fichier|archivo))", re.IGNORECASE
)  # opens CSV
MOST_PATHS = 20_000
Derived = tuple[Any, str, tuple[int, int]]  # the document, what it is, and where that is asked


def derived(value: Any, words: str) -> Derived | None:  # noqa: ANN401 - any JSON value
    """Return the document that is made from this one; None when none is asked for. Raises CannotError for other formats."""
    folded = fold(words)
    if (match := FLATTENS.search(folded)) is not None and isinstance(value, dict | list):
        flat: dict[str, Any] = {}
        flatten_into(flat, value, "")
        return flat, "Flattened:", match.span()
    if (match := SCHEMA_WANTED.search(folded)) is not None:
        schema = {"$schema": "https://json-schema.org/draft/2020-12/schema", **schema_of([value])}
        return schema, "A JSON Schema that this document fits:", match.span()
    match = OTHER_FORMATS.search(folded)
    if match is not None and not (match["format"].lower() in ("excel", "xls", "xlsx") and SPREADSHEET.search(folded)):
        raise CannotError(f"I write JSON, YAML and CSV; {match['format'].upper()} I cannot write.")
    return None


def flatten_into(flat: dict[str, Any], value: Any, path: str) -> None:  # noqa: ANN401 - any JSON value
    """Add the values within a value by their paths (``a.b[0]``); empty objects and lists stay. Raises CannotError for too many."""
    if len(flat) >= MOST_PATHS:
        raise CannotError(f"This document has more than {MOST_PATHS:,} values; I stop there.")
    if isinstance(value, dict) and value:
        for key, item in value.items():
            flatten_into(flat, item, f"{path}.{key}" if path else str(key))
    elif isinstance(value, list) and value:
        for place, item in enumerate(value):
            flatten_into(flat, item, f"{path}[{place}]")
    else:
        flat[path] = value


def schema_of(values: list[Any]) -> dict[str, Any]:
    """Return the schema that all of some values fit; a key that not each object has is not required."""
    kinds = list(dict.fromkeys(schema_type(value) for value in values))
    if "integer" in kinds and "number" in kinds:
        kinds.remove("integer")
    schema: dict[str, Any] = {"type": kinds[0] if len(kinds) == 1 else kinds}
    objects = [value for value in values if isinstance(value, dict)]
    if objects:
        keys = list(dict.fromkeys(key for one in objects for key in one))
        schema["properties"] = {key: schema_of([one[key] for one in objects if key in one]) for key in keys}
        schema["required"] = [key for key in keys if all(key in one for one in objects)]
    items = [item for value in values if isinstance(value, list) for item in value]
    if items:
        schema["items"] = schema_of(items)
    return schema


def schema_type(value: Any) -> str:  # noqa: ANN401 - any JSON value
    """Return the type of a value as JSON Schema calls it; 1.0 is an integer there, too."""
    if isinstance(value, Literal):
        return "integer" if float(value).is_integer() and abs(float(value)) < 2**53 else "number"
    return {dict: "object", list: "array", str: "string", bool: "boolean"}.get(type(value), "null")
