"""JSON Schema (draft 2020-12) for schemas that users and models write: bounded, self-contained, and linear in time.

A schema's ``pattern`` runs on an engine without backtracking (no look-around, no back references): ``^(a+)+$`` does not
block a worker. A ``$ref`` to anything outside the schema is refused and never fetched.
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

import jsonschema_rs

from kingdom.contracts.formats.canonical import canonical_json
from kingdom.contracts.formats.schema_bounds import (
    MAX_COST,
    MAX_LISTED_COST,
    SchemaBoundError,
    SchemaSize,
    expanded_size,
    validation_cost,
)

MAX_SCHEMA_LENGTH = 100_000  # characters of canonical JSON
MAX_ERRORS = 5
MAX_ERROR_LENGTH = 300  # characters of one error
_OUTPUT_POINTER = "#/properties/output/anyOf/0"
_EVIDENCE_SCHEMA: Mapping[str, Any] = {
    "type": "array",
    "description": "Each call that the answer relies on, and each that was refused or failed.",
    "items": {
        "type": "object",
        "properties": {
            "name": {"type": "string", "description": "The tool's name"},
            "outcome": {"type": "string", "enum": ["done", "failed", "refused"]},
        },
        "required": ["name", "outcome"],
        "additionalProperties": False,
    },
}


class _CompiledSchema(NamedTuple):
    validator: jsonschema_rs.Draft202012Validator
    size: SchemaSize


class SchemaError(ValueError):
    """The schema itself cannot be used."""


def check_schema(schema: Mapping[str, Any]) -> None:
    """Raise SchemaError, with one sentence, for a schema that cannot be used."""
    _compiled(_canonical_text(schema))


def validation_errors(value: object, schema: Mapping[str, Any], *, most: int = MAX_ERRORS) -> list[str]:
    """Return at most ``most`` errors of a JSON value, one sentence each with its path; an empty list for a valid value.

    Of a value that is large for its schema the first error alone. Raises SchemaError for a schema that cannot be used.
    """
    text = _canonical_text(schema)
    compiled = _compiled(text)
    cost = validation_cost(compiled.size, value, unique_items='"uniqueItems"' in text)
    if cost > MAX_COST:
        raise SchemaError("the value is too large to be checked against this schema")
    try:
        return _errors(compiled.validator, value, most if cost <= MAX_LISTED_COST else 1)
    except ValueError as error:
        if isinstance(error, SchemaError):
            raise
        return [f"it is not a JSON value: {str(error)[:MAX_ERROR_LENGTH]}"]


def _errors(validator: jsonschema_rs.Draft202012Validator, value: object, most: int) -> list[str]:
    if most > 1:
        return [_error_message(error) for error in islice(validator.iter_errors(value), most)]
    try:
        validator.validate(value)  # stops at the first error
    except jsonschema_rs.ValidationError as error:
        return [_error_message(error)]
    return []


def validation_error(value: object, schema: Mapping[str, Any]) -> str | None:
    """Return the first error of a value, None for a valid value. An unusable schema is an error, too."""
    try:
        errors = validation_errors(value, schema, most=1)
    except SchemaError as error:
        return f"the output schema cannot be used: {error}"
    return errors[0] if errors else None


def answer_schema(output_schema: Mapping[str, Any], *, with_evidence: bool = False) -> dict[str, Any]:
    """Return the schema of a model's whole answer.

    Its fields are ``answer`` (first, so that it can be streamed), ``output``, ``confidence``, ``status`` and, if asked
    for, ``evidence``, which may be left out: an answer that names no evidence claims none.
    """
    schema: dict[str, Any] = {
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
    if with_evidence:
        schema["properties"]["evidence"] = _EVIDENCE_SCHEMA
    return schema


def _canonical_text(schema: Mapping[str, Any]) -> str:
    try:
        text = canonical_json(schema)
    except (TypeError, ValueError, RecursionError) as error:
        raise SchemaError("the schema is not JSON, or nested too deeply") from error
    if len(text) > MAX_SCHEMA_LENGTH:
        raise SchemaError(f"the schema is longer than {MAX_SCHEMA_LENGTH} characters")
    return text


@lru_cache(maxsize=256)
def _compiled(text: str) -> _CompiledSchema:
    try:
        size = expanded_size(json.loads(text))
        validator = jsonschema_rs.Draft202012Validator(
            text, retriever=_refuse_reference, pattern_options=jsonschema_rs.RegexOptions()
        )
    except SchemaBoundError as error:
        raise SchemaError(f"the schema is too costly: {error}") from error
    except ValueError as error:
        raise SchemaError(f"the schema is not valid: {str(error).splitlines()[0][:MAX_ERROR_LENGTH]}") from error
    return _CompiledSchema(validator, size)


def _refuse_reference(uri: str) -> Any:  # noqa: ANN401 - the library's own signature
    raise ValueError("references stay inside the schema")


def _error_message(error: jsonschema_rs.ValidationError) -> str:
    path = "/".join(str(part) for part in error.instance_path)
    return f"{path}: {error.message}"[:MAX_ERROR_LENGTH] if path else error.message[:MAX_ERROR_LENGTH]


def _rebase_refs(schema: Any) -> Any:  # noqa: ANN401 - any part of a schema
    """Return a schema whose local references are still valid at its new position."""
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
