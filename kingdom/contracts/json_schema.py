"""JSON Schema (draft 2020-12) for schemas that users and models write: bounded, closed to the outside, and linear in time.

A schema's ``pattern`` runs on an engine without backtracking (no look-around, no back references), so that ``^(a+)+$`` cannot hold a
worker; a ``$ref`` to anything outside the schema itself is refused and never fetched.
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from itertools import islice
from typing import Any, NamedTuple

import jsonschema_rs

from kingdom.contracts.canonical import canonical_json
from kingdom.contracts.schema_bounds import SchemaBoundError, SchemaSize, expanded_size, is_affordable

MAX_SCHEMA_LENGTH = 100_000  # characters of canonical JSON
MAX_ERRORS = 5
MAX_ERROR_LENGTH = 300  # characters of one fault


class _CompiledSchema(NamedTuple):
    validator: jsonschema_rs.Draft202012Validator
    size: SchemaSize


class SchemaError(ValueError):
    """The schema itself cannot be used."""


def check_schema(schema: Mapping[str, Any]) -> None:
    """Raise SchemaFault, with one sentence, for a schema that cannot be used."""
    _compiled(_text(schema))


def validation_errors(value: object, schema: Mapping[str, Any], *, most: int = MAX_ERRORS) -> list[str]:
    """Return what is wrong with a JSON value, one sentence each with its place, at most ``most``; an empty list when it fits.

    Raises SchemaFault for a schema that cannot be used.
    """
    text = _text(schema)
    compiled = _compiled(text)
    if not is_affordable(compiled.size, value, unique_items='"uniqueItems"' in text):
        raise SchemaError("the value is too large to be checked against this schema")
    try:
        return [_error_message(error) for error in islice(compiled.validator.iter_errors(value), most)]
    except ValueError as error:
        if isinstance(error, SchemaError):
            raise
        return [f"it is not a JSON value: {str(error)[:MAX_ERROR_LENGTH]}"]


def _text(schema: Mapping[str, Any]) -> str:
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
    place = "/".join(str(part) for part in error.instance_path)
    return f"{place}: {error.message}"[:MAX_ERROR_LENGTH] if place else error.message[:MAX_ERROR_LENGTH]
