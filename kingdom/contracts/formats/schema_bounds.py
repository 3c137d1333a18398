"""Bounds of JSON schemas that users and models write: what validating against one can cost. Pure.

A chain of ``$ref`` that doubles at each level is small as text and exponential when it is validated. So the size that
counts is that of the schema with every reference replaced by what it refers to. References that lead back to
themselves have no such size and are refused.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

MAX_EXPANDED_NODES = 2_000
MAX_EXPANDED_DEPTH = 16  # schemas inside schemas
MAX_COST = 50_000_000  # expanded nodes times nodes of the value: about a second of the validator
MAX_LISTED_COST = 200_000  # the validator makes all errors before it gives the first: beyond, only one is asked for
_DYNAMIC = ("$dynamicRef", "$recursiveRef", "$dynamicAnchor", "$recursiveAnchor")
_SCHEMA = (
    "additionalProperties", "contains", "contentSchema", "else", "if", "items", "not", "propertyNames", "then",
    "unevaluatedItems", "unevaluatedProperties",
)  # fmt: skip
_SCHEMA_LISTS = ("allOf", "anyOf", "oneOf", "prefixItems")
_SCHEMA_MAPS = ("properties", "patternProperties", "dependentSchemas")
_VALUES = ("enum", "const", "required", "dependentRequired")  # compared with each value


class SchemaBoundError(ValueError):
    """The schema could cost more than is allowed; the text says why."""


class SchemaSize(NamedTuple):
    """How large a schema is with its references replaced: ``nodes`` (keywords and values, all of an ``enum``) and
    ``depth`` of schemas.
    """

    nodes: int
    depth: int


def expanded_size(schema: Mapping[str, Any]) -> SchemaSize:
    """Return the size of a schema with its references replaced.

    Raises SchemaBoundError when it is larger than 2,000 nodes or 16 levels, or when a reference leads back to itself,
    is dynamic, or leads to no place in the schema.
    """
    return _Expansion(schema).size(schema, ())


def value_nodes(value: object, most: int) -> int:
    """Return how many values a JSON value holds, itself included; counting ends soon after ``most``."""
    count, stack = 0, [value]
    while stack and count <= most:
        found = stack.pop()
        count += 1
        if isinstance(found, Mapping):
            stack.extend(found.values())
        elif isinstance(found, list | tuple):
            stack.extend(found)
    return count


def validation_cost(size: SchemaSize, value: object, *, unique_items: bool) -> int:
    """Return the work of one validation: the schema's nodes times the value's; more than ``MAX_COST`` is too much.

    ``uniqueItems`` compares items with each other, so the value's nodes count squared where the schema has it.
    """
    nodes = value_nodes(value, MAX_COST)
    return max(nodes * size.nodes, nodes * nodes if unique_items else 0)


class _Expansion:
    """One walk over a schema; sizes of referred places are computed once."""

    def __init__(self, root: Mapping[str, Any]) -> None:
        self._root = root
        self._known: dict[str, SchemaSize] = {}

    def size(self, schema: object, via: tuple[str, ...]) -> SchemaSize:
        """Return the size of one subschema; ``via`` are the references that led here."""
        if not isinstance(schema, Mapping):
            return SchemaSize(1, 1)
        if any(word in schema for word in _DYNAMIC) or (schema is not self._root and "$id" in schema):
            raise SchemaBoundError("references are fixed places of the schema: no dynamic ones, no $id inside")
        nodes, depth = len(schema) + 1 + _compared_values(schema), 0
        for inner in _subschemas(schema):
            found = self.size(inner, via)
            nodes, depth = nodes + found.nodes, max(depth, found.depth)
            self._check(nodes, depth + 1)
        if isinstance(reference := schema.get("$ref"), str):
            found = self._referred(reference, via)
            nodes, depth = nodes + found.nodes, max(depth, found.depth)
        return self._check(nodes, depth + 1)

    def _check(self, nodes: int, depth: int) -> SchemaSize:
        if nodes > MAX_EXPANDED_NODES:
            raise SchemaBoundError(f"with its references replaced it has more than {MAX_EXPANDED_NODES:,} parts")
        if depth > MAX_EXPANDED_DEPTH:
            raise SchemaBoundError(f"with its references replaced it is nested deeper than {MAX_EXPANDED_DEPTH} levels")
        return SchemaSize(nodes, depth)

    def _referred(self, reference: str, via: tuple[str, ...]) -> SchemaSize:
        if reference in via:
            raise SchemaBoundError(f"the reference {reference[:80]} leads back to itself")
        if reference not in self._known:
            self._known[reference] = self.size(self._target(reference), (*via, reference))
        return self._known[reference]

    def _target(self, reference: str) -> object:
        if reference == "#":
            raise SchemaBoundError("the reference # leads back to itself")
        place: object = self._root
        if not reference.startswith("#/"):
            raise SchemaBoundError(f"the reference {reference[:80]} is not a place of the schema, like #/$defs/name")
        for part in reference[2:].split("/"):
            place = _child(place, part.replace("~1", "/").replace("~0", "~"), reference)
        return place


def _child(place: object, key: str, reference: str) -> object:
    if isinstance(place, Mapping) and key in place:
        return place[key]
    if isinstance(place, list | tuple) and key.isascii() and key.isdigit() and len(key) < 6 and int(key) < len(place):
        return place[int(key)]
    raise SchemaBoundError(f"the reference {reference[:80]} leads nowhere")


def _compared_values(schema: Mapping[str, Any]) -> int:
    return sum(value_nodes(schema[word], MAX_EXPANDED_NODES) for word in _VALUES if word in schema)


def _subschemas(schema: Mapping[str, Any]) -> Iterator[object]:
    """Yield what stands in the places of subschemas; ``$defs`` count where they are referred to."""
    for word in _SCHEMA:
        if word in schema:
            yield schema[word]
    for word in _SCHEMA_LISTS:
        if isinstance(found := schema.get(word), list | tuple):
            yield from found
    for word in _SCHEMA_MAPS:
        if isinstance(found := schema.get(word), Mapping):
            yield from found.values()
