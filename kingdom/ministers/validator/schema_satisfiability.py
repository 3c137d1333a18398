"""Satisfiability of JSON schemas. Contradictions are proven: an undecided schema counts as satisfiable.

Only finite values count, so a schema that requires itself inside itself is a contradiction.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil, floor
from typing import Any

from kingdom.contracts.formats.json_schema import validation_errors
from kingdom.ministers.validator.json_pointers import child_pointer

TYPES = frozenset({"null", "boolean", "integer", "number", "string", "array", "object"})
MAX_DEPTH = 40  # of the search, since references may be recursive
_MAX_STEPS = 20_000
_MAX_CONJUNCTS = 200
_MAP_KEYWORDS = ("properties", "patternProperties", "$defs", "dependentSchemas")
_LIST_KEYWORDS = ("allOf", "anyOf", "oneOf", "prefixItems")
_SCHEMA_KEYWORDS = ("items", "additionalProperties", "contains", "propertyNames")


@dataclass
class SatisfiabilitySearch:
    """The state of one search: the root schema, the references being expanded, and the number of steps."""

    root: Mapping[str, Any]
    open: set[str] = field(default_factory=set)  # a reference inside itself would need an infinite value
    steps: int = 0

    def contradiction(self, schema: object, depth: int = 0) -> str:
        """Return why no value can match a schema, or ``""`` when one may."""
        self.steps += 1
        if schema is False:
            return "it is false, which matches nothing"
        if not isinstance(schema, Mapping) or depth > MAX_DEPTH or self.steps > _MAX_STEPS:
            return ""
        parts, is_recursive = self.conjuncts(schema)
        if is_recursive:
            return "it requires itself inside itself without end"
        entered = {str(part["$ref"]) for part in parts if "$ref" in part} - self.open
        self.open |= entered
        try:
            return (
                self._value_contradiction(parts)
                or self._type_contradiction(parts, depth)
                or self._branch_contradiction(parts, depth)
            )
        finally:
            self.open -= entered

    def conjuncts(self, schema: Mapping[str, Any]) -> tuple[list[Mapping[str, Any]], bool]:
        """Return the schemas that a value must match at once, and whether one refers to an open reference.

        ``allOf`` and references are followed.
        """
        found: list[Mapping[str, Any]] = []
        waiting: list[object] = [schema]
        seen: set[str] = set()
        while waiting and len(found) < _MAX_CONJUNCTS:
            part = waiting.pop()
            if part is False:
                found.append({"enum": []})
            if not isinstance(part, Mapping):
                continue
            found.append(part)
            waiting += list(part.get("allOf", []))
            name = part.get("$ref")
            if isinstance(name, str):
                if name in self.open:
                    return found, True
                if name not in seen:
                    seen.add(name)
                    waiting.append(self.target(name))
        return found, False

    def target(self, name: str) -> object:
        """Return the target of a reference inside the schema, or an empty schema when it is not found."""
        if name == "#":
            return self.root
        if not name.startswith("#/"):
            return {}
        at: object = self.root
        for part in name[2:].split("/"):
            key = part.replace("~1", "/").replace("~0", "~")
            if isinstance(at, Mapping) and key in at:
                at = at[key]
            elif isinstance(at, list) and key.isdigit() and int(key) < len(at):
                at = at[int(key)]
            else:
                return {}
        return at

    def _value_contradiction(self, parts: list[Mapping[str, Any]]) -> str:
        """Try each value of the shortest ``enum`` or ``const``."""
        lists = [list(_listed_values(part)) for part in parts if "const" in part or "enum" in part]
        if [] in lists:
            return "its enum is empty"
        if not lists or any(map(_has_ref, parts)):
            return ""
        whole = {"$defs": self.root.get("$defs", {}), "allOf": [_without_root_keywords(part) for part in parts]}
        has_match = any(not validation_errors(value, whole) for value in min(lists, key=len))
        return "" if has_match else "none of its values matches the rest"

    def _type_contradiction(self, parts: list[Mapping[str, Any]], depth: int) -> str:
        allowed = set(TYPES)
        for part in parts:
            if "type" in part:
                allowed &= _type_names(part["type"])
        if not allowed:
            return "its types exclude each other"
        if "number" in allowed:
            allowed.discard("integer")
        reasons = [self._contradiction_of(name, parts, depth) for name in sorted(allowed)]
        return "" if "" in reasons else reasons[0]

    def _contradiction_of(self, type_name: str, parts: list[Mapping[str, Any]], depth: int) -> str:
        match type_name:
            case "number" | "integer":
                return _range_conflict(parts, integer=type_name == "integer")
            case "string":
                return _size_conflict(parts, "minLength", "maxLength")
            case "array":
                return _size_conflict(parts, "minItems", "maxItems") or self._array_contradiction(parts, depth)
            case "object":
                return self._object_contradiction(parts, depth)
            case _:
                return ""

    def _array_contradiction(self, parts: list[Mapping[str, Any]], depth: int) -> str:
        least = max((int(part.get("minItems", 0)) for part in parts), default=0)
        for part in parts:
            for schema in _required_items(part, least):
                if reason := self.contradiction(schema, depth + 1):
                    return f"it needs an item, and {reason}"
            must_contain = "contains" in part and part.get("minContains", 1) > 0
            if must_contain and (reason := self.contradiction(part["contains"], depth + 1)):
                return f"it must contain an item, and {reason}"
        return ""

    def _object_contradiction(self, parts: list[Mapping[str, Any]], depth: int) -> str:
        required = sorted({str(name) for part in parts for name in part.get("required", [])})
        if reason := _size_conflict(parts, "minProperties", "maxProperties"):
            return reason
        most = min((part["maxProperties"] for part in parts if "maxProperties" in part), default=len(required))
        if most < len(required):
            return f"it needs {len(required)} properties and may have {most}"
        reasons = (self._property_contradiction(parts, name, depth) for name in required)
        return next(filter(None, reasons), "")

    def _property_contradiction(self, parts: list[Mapping[str, Any]], name: str, depth: int) -> str:
        if any(_forbids_property(part, name) for part in parts):
            return f"it needs {name!r}, and additionalProperties forbids it"
        schemas = [part["properties"][name] for part in parts if name in part.get("properties", {})]
        reason = self.contradiction({"allOf": schemas}, depth + 1) if schemas else ""
        return reason and f"it needs {name!r}, and there {reason}"

    def _branch_contradiction(self, parts: list[Mapping[str, Any]], depth: int) -> str:
        for part in parts:
            for word in ("anyOf", "oneOf"):
                branches = part.get(word)
                if branches and all(self.contradiction(branch, depth + 1) for branch in branches):
                    return f"no branch of its {word} is possible"
            if part.get("not") in ({}, True):
                return "it excludes every value"
        return ""


def find_contradictions(schema: Mapping[str, Any], pointer: str) -> Iterator[tuple[str, str]]:
    """Yield (pointer, reason) for each subschema that no value can match, but not for a plain ``false``."""
    for at, part in iter_subschemas(schema, pointer):
        reason = SatisfiabilitySearch(schema).contradiction(part)
        if reason:
            yield at, reason


def iter_subschemas(schema: Mapping[str, Any], pointer: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield (pointer, schema) of the schema and its subschemas that values should match, so not those below ``not``."""
    waiting: list[tuple[str, object]] = [(pointer, schema)]
    while waiting:
        at, part = waiting.pop()
        if isinstance(part, Mapping):
            yield at, part
            waiting += _subschemas(at, part)


def _subschemas(pointer: str, schema: Mapping[str, Any]) -> Iterator[tuple[str, object]]:
    for word in _MAP_KEYWORDS:
        inner = schema.get(word)
        for name, part in inner.items() if isinstance(inner, Mapping) else ():
            yield child_pointer(child_pointer(pointer, word), name), part
    for word in _LIST_KEYWORDS:
        listed = schema.get(word)
        for number, part in enumerate(listed if isinstance(listed, list) else ()):
            yield child_pointer(child_pointer(pointer, word), number), part
    for word in _SCHEMA_KEYWORDS:
        yield child_pointer(pointer, word), schema.get(word)


def _listed_values(part: Mapping[str, Any]) -> Sequence[Any]:
    return [part["const"]] if "const" in part else part["enum"]


def _type_names(value: str | list[str]) -> set[str]:
    names = {value} if isinstance(value, str) else set(value)
    return names | ({"integer"} if "number" in names else set())


def _required_items(part: Mapping[str, Any], least: int) -> list[object]:
    """Return the schemas of the items that an array of at least ``least`` items has."""
    first = part.get("prefixItems", [])
    return list(first[:least]) + ([part["items"]] if "items" in part and least > len(first) else [])


def _forbids_property(part: Mapping[str, Any], name: str) -> bool:
    """Return whether a closed schema does not name a property."""
    return (
        part.get("additionalProperties") is False
        and name not in part.get("properties", {})
        and not part.get("patternProperties")
    )


def _size_conflict(parts: list[Mapping[str, Any]], low: str, high: str) -> str:
    least = max((part[low] for part in parts if low in part), default=0)
    most = min((part[high] for part in parts if high in part), default=least)
    return f"its {low} {least} is above its {high} {most}" if least > most else ""


def _range_conflict(parts: list[Mapping[str, Any]], *, integer: bool) -> str:
    # (bound, is exclusive); of equal bounds the exclusive one is stricter
    lows = [*_bounds(parts, "minimum", False), *_bounds(parts, "exclusiveMinimum", True)]
    highs = [*_bounds(parts, "maximum", False), *_bounds(parts, "exclusiveMaximum", True)]
    if not lows or not highs:
        return ""
    low, above = max(lows)
    high, below = min(highs, key=lambda bound: (bound[0], not bound[1]))
    if low > high or (low == high and (above or below)):
        return f"its minimum {low} is above its maximum {high}"
    if integer and _least_integer(low, above) > -_least_integer(-high, below):
        return f"there is no whole number between {low} and {high}"
    return ""


def _least_integer(bound: float, is_exclusive: bool) -> int:
    return floor(bound) + 1 if is_exclusive else ceil(bound)


def _bounds(parts: list[Mapping[str, Any]], word: str, is_exclusive: bool) -> list[tuple[float, bool]]:
    return [(part[word], is_exclusive) for part in parts if word in part]


def _has_ref(part: object) -> bool:
    if isinstance(part, Mapping):
        return "$ref" in part or any(_has_ref(inner) for inner in part.values())
    return isinstance(part, list) and any(map(_has_ref, part))


def _without_root_keywords(part: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in part.items() if key not in ("$defs", "$schema", "$id")}
