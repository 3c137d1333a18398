"""Can any value fit a JSON schema? Contradictions are proven, never guessed: what cannot be decided counts as satisfiable.

Only finite values count, so a schema that needs itself inside itself for ever is a contradiction.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from math import ceil, floor
from typing import Any

from kingdom.contracts.json_schema import validation_errors
from kingdom.ministers.validator.json_pointers import child_pointer

TYPES = frozenset({"null", "boolean", "integer", "number", "string", "array", "object"})
MAX_DEPTH = 40  # of the search: references may lead anywhere
_MAX_STEPS = 20_000
Schema = Mapping[str, Any] | bool


@dataclass
class SatisfiabilitySearch:
    """One search over a schema: its root, what it is inside of, and how far it has gone."""

    root: Mapping[str, Any]
    open: set[str] = field(
        default_factory=set
    )  # references on the way here: meeting one again needs a value without an end
    steps: int = 0

    def impossible(self, schema: object, depth: int = 0) -> str:
        """Return why no value fits a schema, or "" when one may."""
        self.steps += 1
        if schema is False:
            return "it is false, and nothing fits false"
        if not isinstance(schema, Mapping) or depth > MAX_DEPTH or self.steps > _MAX_STEPS:
            return ""
        parts, loop = self.conjuncts(schema)
        if loop:
            return "it needs itself inside itself without an end"
        entered = {str(part["$ref"]) for part in parts if "$ref" in part} - self.open
        self.open |= entered
        try:
            return self._values(parts) or self._types(parts, depth) or self._branches(parts, depth)
        finally:
            self.open -= entered

    def conjuncts(self, schema: Mapping[str, Any]) -> tuple[list[Mapping[str, Any]], bool]:
        """Return all schemas that a value must fit at once (``allOf`` and references followed), and whether one leads back here."""
        found: list[Mapping[str, Any]] = []
        waiting: list[object] = [schema]
        seen: set[str] = set()
        while waiting and len(found) < 200:
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
        """Return what a reference inside the schema names; an empty schema for what is not found here."""
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

    def _values(self, parts: list[Mapping[str, Any]]) -> str:
        """A finite list of values is tried out, one by one."""
        lists = [
            [part["const"]] if "const" in part else part["enum"] for part in parts if "const" in part or "enum" in part
        ]
        if not lists:
            return ""
        shortest = min(lists, key=len)
        if not shortest:
            return "its enum is empty"
        whole = {"$defs": self.root.get("$defs", {}), "allOf": [_without_root_keywords(part) for part in parts]}
        if any(_has_ref(part) for part in parts):
            return ""
        return (
            ""
            if any(not validation_errors(value, whole) for value in shortest)
            else "none of its listed values fits the rest of it"
        )

    def _types(self, parts: list[Mapping[str, Any]], depth: int) -> str:
        allowed = set(TYPES)
        for part in parts:
            if "type" in part:
                named = {part["type"]} if isinstance(part["type"], str) else set(part["type"])
                allowed &= named | ({"integer"} if "number" in named else set())
        if not allowed:
            return "its types exclude each other"
        if "number" in allowed:
            allowed.discard("integer")
        checks: Mapping[str, Callable[[], str]] = {
            "number": lambda: _range_conflict(parts, whole=False),
            "integer": lambda: _range_conflict(parts, whole=True),
            "string": lambda: _size_conflict(parts, "minLength", "maxLength"),
            "array": lambda: self._array(parts, depth),
            "object": lambda: self._object(parts, depth),
        }
        reasons = [checks[name]() if name in checks else "" for name in sorted(allowed)]
        return "" if "" in reasons else reasons[0]

    def _array(self, parts: list[Mapping[str, Any]], depth: int) -> str:
        if reason := _size_conflict(parts, "minItems", "maxItems"):
            return reason
        least = max((int(part.get("minItems", 0)) for part in parts), default=0)
        for part in parts:
            first = part.get("prefixItems", [])
            needed = list(first[:least]) + ([part["items"]] if "items" in part and least > len(first) else [])
            for inner in needed:
                if reason := self.impossible(inner, depth + 1):
                    return f"it needs an item, and {reason}"
            if (
                "contains" in part
                and part.get("minContains", 1) > 0
                and (reason := self.impossible(part["contains"], depth + 1))
            ):
                return f"it must contain an item, and {reason}"
        return ""

    def _object(self, parts: list[Mapping[str, Any]], depth: int) -> str:
        required = sorted({str(name) for part in parts for name in part.get("required", [])})
        most = min((part["maxProperties"] for part in parts if "maxProperties" in part), default=len(required))
        if reason := _size_conflict(parts, "minProperties", "maxProperties"):
            return reason
        if most < len(required):
            return f"it needs {len(required)} properties and may have {most}"
        for name in required:
            own = [part["properties"][name] for part in parts if name in part.get("properties", {})]
            closed = any(_forbids_property(part, name) for part in parts)
            if closed:
                return f"it needs {name!r}, and additionalProperties forbids it"
            if own and (reason := self.impossible({"allOf": own}, depth + 1)):
                return f"it needs {name!r}, and there {reason}"
        return ""

    def _branches(self, parts: list[Mapping[str, Any]], depth: int) -> str:
        for part in parts:
            for word in ("anyOf", "oneOf"):
                branches = part.get(word)
                if branches and all(self.impossible(branch, depth + 1) for branch in branches):
                    return f"no branch of its {word} is possible"
            if part.get("not") in ({}, True):
                return "it excludes every value"
        return ""


def find_contradictions(schema: Mapping[str, Any], pointer: str) -> Iterator[tuple[str, str]]:
    """Yield (pointer, reason) for each part of a schema that no value can fit. A part that is just ``false`` says so on purpose."""
    for at, part in iter_subschemas(schema, pointer):
        reason = SatisfiabilitySearch(schema).impossible(part)
        if reason:
            yield at, reason


def iter_subschemas(schema: Mapping[str, Any], pointer: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the schema and all schemas in it that values are meant to fit, with their pointers; what stands under ``not`` is left out."""
    waiting: list[tuple[str, object]] = [(pointer, schema)]
    while waiting:
        at, part = waiting.pop()
        if not isinstance(part, Mapping):
            continue
        yield at, part
        for word in ("properties", "patternProperties", "$defs", "dependentSchemas"):
            inner = part.get(word)
            if isinstance(inner, Mapping):
                waiting += [(child_pointer(child_pointer(at, word), name), one) for name, one in inner.items()]
        for word in ("allOf", "anyOf", "oneOf", "prefixItems"):
            listed = part.get(word)
            if isinstance(listed, list):
                waiting += [(child_pointer(child_pointer(at, word), number), one) for number, one in enumerate(listed)]
        for word in ("items", "additionalProperties", "contains", "propertyNames"):
            waiting.append((child_pointer(at, word), part.get(word)))


def _forbids_property(part: Mapping[str, Any], name: str) -> bool:
    """Say whether a schema forbids a property by naming all that there may be."""
    return (
        part.get("additionalProperties") is False
        and name not in part.get("properties", {})
        and not part.get("patternProperties")
    )


def _size_conflict(parts: list[Mapping[str, Any]], low: str, high: str) -> str:
    least = max((part[low] for part in parts if low in part), default=0)
    most = min((part[high] for part in parts if high in part), default=least)
    return f"its {low} {least} is above its {high} {most}" if least > most else ""


def _range_conflict(parts: list[Mapping[str, Any]], *, whole: bool) -> str:
    lows = [(part["minimum"], False) for part in parts if "minimum" in part]
    lows += [(part["exclusiveMinimum"], True) for part in parts if "exclusiveMinimum" in part]
    highs = [(part["maximum"], False) for part in parts if "maximum" in part]
    highs += [(part["exclusiveMaximum"], True) for part in parts if "exclusiveMaximum" in part]
    if not lows or not highs:
        return ""
    low, above = max(lows)
    high, below = min(highs, key=lambda bound: (bound[0], not bound[1]))
    if low > high or (low == high and (above or below)):
        return f"its least number {low} is above its largest {high}"
    if whole:
        first = floor(low) + 1 if above else ceil(low)
        last = ceil(high) - 1 if below else floor(high)
        return f"there is no whole number between {low} and {high}" if first > last else ""
    return ""


def _has_ref(part: object) -> bool:
    if isinstance(part, Mapping):
        return "$ref" in part or any(_has_ref(inner) for inner in part.values())
    return isinstance(part, list) and any(map(_has_ref, part))


def _without_root_keywords(part: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in part.items() if key not in ("$defs", "$schema", "$id")}
