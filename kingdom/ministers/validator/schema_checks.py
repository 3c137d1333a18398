"""Checks of a spec's schemas: they are valid, bounded, self-contained and satisfiable."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kingdom.contracts.formats.canonical import canonical_json
from kingdom.contracts.formats.json_schema import SchemaError, check_schema, validation_errors
from kingdom.contracts.verdicts import ValidationIssue
from kingdom.ministers.guardian.capability_diff import MAX_SCHEMA_DEPTH, MAX_SCHEMA_NODES
from kingdom.ministers.validator.json_pointers import child_pointer, issue, walk_json
from kingdom.ministers.validator.schema_satisfiability import find_contradictions

MAX_CHARACTERS = 100_000
SCHEMA_DIALECT = "https://json-schema.org/draft/2020-12/schema"
_REFERENCES = ("$ref", "$dynamicRef", "$recursiveRef")
_OBSOLETE_KEYWORDS = {
    "dependencies": "dependentRequired or dependentSchemas",
    "additionalItems": "items with prefixItems",
}


def check_schemas(
    input_schema: Mapping[str, Any], output_schema: Mapping[str, Any], engine: str
) -> tuple[list[ValidationIssue], list[ValidationIssue]]:
    """Return (issues, suggestions) of a spec's two schemas."""
    issues = [*schema_issues(input_schema, "/input_schema"), *schema_issues(output_schema, "/output_schema")]
    suggestions = [
        *_obsolete_keyword_issues(input_schema, "/input_schema"),
        *_obsolete_keyword_issues(output_schema, "/output_schema"),
    ]
    if not output_schema:
        suggestions.append(
            issue("schema.open", "/output_schema", "Without an output schema nothing checks the structure of answers.")
        )
    return issues, suggestions


def schema_issues(schema: Mapping[str, Any], pointer: str) -> list[ValidationIssue]:
    """Return the issues of a schema: of its size, else its references, else its validity, else its contradictions."""
    if not schema:
        return []
    found = _size_issues(schema, pointer) or list(_reference_issues(schema, pointer))
    if found:
        return found
    if schema.get("$schema", SCHEMA_DIALECT).rstrip("#") != SCHEMA_DIALECT:
        return [
            issue("schema.dialect", child_pointer(pointer, "$schema"), "Schemas must be of JSON Schema draft 2020-12.")
        ]
    try:
        check_schema(schema)
    except SchemaError as fault:
        return [issue("schema.invalid", pointer, f"It is not a valid JSON Schema of draft 2020-12: {fault}")]
    return [
        issue("schema.unsatisfiable", at, f"No value can match this: {reason}.")
        for at, reason in find_contradictions(schema, pointer)
    ]


def _size_issues(schema: Mapping[str, Any], pointer: str) -> list[ValidationIssue]:
    count = 0
    for at, _, depth in walk_json(schema, pointer, MAX_SCHEMA_NODES):
        count += 1
        if depth > MAX_SCHEMA_DEPTH:
            return [issue("schema.deep", at, f"It is nested deeper than {MAX_SCHEMA_DEPTH} levels.")]
    if count > MAX_SCHEMA_NODES:
        return [issue("schema.large", pointer, f"It has more than {MAX_SCHEMA_NODES} parts.")]
    try:
        length = len(canonical_json(schema))
    except (TypeError, ValueError):
        return [issue("schema.invalid", pointer, "It contains a value that JSON does not have.")]
    return (
        [issue("schema.large", pointer, f"It is longer than {MAX_CHARACTERS:,} characters.")]
        if length > MAX_CHARACTERS
        else []
    )


def _reference_issues(schema: Mapping[str, Any], pointer: str) -> Iterator[ValidationIssue]:
    for at, part, _ in walk_json(schema, pointer, MAX_SCHEMA_NODES):
        if not isinstance(part, Mapping) or at.endswith(("/properties", "/const", "/default")):
            continue
        for word in _REFERENCES:
            target = part.get(word)
            if isinstance(target, str) and not target.startswith("#"):
                yield issue(
                    "schema.remote_ref",
                    child_pointer(at, word),
                    f"{target[:80]} is outside the schema; references must stay inside it.",
                )


def _obsolete_keyword_issues(schema: Mapping[str, Any], pointer: str) -> Iterator[ValidationIssue]:
    for at, part, _ in walk_json(schema, pointer, MAX_SCHEMA_NODES):
        if isinstance(part, Mapping) and not at.endswith("/properties"):
            for word in sorted(_OBSOLETE_KEYWORDS.keys() & part.keys()):
                yield issue(
                    "schema.old_word",
                    child_pointer(at, word),
                    f"{word} is from an older draft and has no effect; use {_OBSOLETE_KEYWORDS[word]}.",
                )


def check_examples(examples: Sequence[str], input_schema: Mapping[str, Any]) -> Iterator[ValidationIssue]:
    """Yield an issue for each example that the input schema rejects; the schema must be valid.

    An example is validated as ``{"text": example}``, the input that a handler gets.
    """
    for number, example in enumerate(examples):
        errors = validation_errors({"text": example}, input_schema, most=1)
        if errors:
            yield issue("examples.input", f"/examples/{number}", f"The input schema rejects this example: {errors[0]}")
