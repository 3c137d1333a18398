"""Are the two schemas of a spec usable, bounded, closed to the outside, and possible?"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from kingdom.contracts.canonical import canonical_json
from kingdom.contracts.json_schema import SchemaError, check_schema, validation_errors
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
            issue("schema.open", "/output_schema", "Without an output schema nothing checks the form of its answers.")
        )
    return issues, suggestions


def schema_issues(schema: Mapping[str, Any], pointer: str) -> list[ValidationIssue]:
    """Return what makes a schema unusable; the first of size, references and form that does, then each part that nothing fits."""
    if not schema:
        return []
    found = _size_issues(schema, pointer) or list(_reference_issues(schema, pointer))
    if found:
        return found
    if schema.get("$schema", SCHEMA_DIALECT).rstrip("#") != SCHEMA_DIALECT:
        return [issue("schema.dialect", child_pointer(pointer, "$schema"), "Schemas are of JSON Schema draft 2020-12.")]
    try:
        check_schema(schema)
    except SchemaError as fault:
        return [issue("schema.invalid", pointer, f"It is no JSON Schema of draft 2020-12: {fault}")]
    return [
        issue("schema.unsatisfiable", at, f"No value can fit this: {reason}.")
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
        return [issue("schema.invalid", pointer, "It holds a value that JSON does not have.")]
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
            named = part.get(word)
            if isinstance(named, str) and not named.startswith("#"):
                yield issue(
                    "schema.remote_ref",
                    child_pointer(at, word),
                    f"{named[:80]} lies outside the schema; references stay inside it.",
                )


def _obsolete_keyword_issues(schema: Mapping[str, Any], pointer: str) -> Iterator[ValidationIssue]:
    for at, part, _ in walk_json(schema, pointer, MAX_SCHEMA_NODES):
        if isinstance(part, Mapping) and not at.endswith("/properties"):
            for word in sorted(_OBSOLETE_KEYWORDS.keys() & part.keys()):
                yield issue(
                    "schema.old_word",
                    child_pointer(at, word),
                    f"{word} is of an older draft and does nothing here; use {_OBSOLETE_KEYWORDS[word]}.",
                )


def check_examples(examples: Sequence[str], input_schema: Mapping[str, Any]) -> Iterator[ValidationIssue]:
    """Yield examples that the input schema refuses. A message is read as ``{"text": message}``, as handlers get it.

    Only called with a schema that can be used.
    """
    for number, example in enumerate(examples):
        wrong = validation_errors({"text": example}, input_schema, most=1)
        if wrong:
            yield issue("examples.input", f"/examples/{number}", f"The input schema refuses this example: {wrong[0]}")
