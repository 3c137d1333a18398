"""No schema costs more than its bounds, whatever its references do."""

import resource
import time
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingdom.contracts.formats.json_schema import SchemaError, check_schema, validation_errors
from kingdom.contracts.formats.schema_bounds import MAX_EXPANDED_NODES, SchemaBoundError, expanded_size


def doubling(levels: int) -> dict[str, Any]:
    """Return the schema of the attack: each level refers to the next one twice."""
    defs: dict[str, Any] = {f"l{levels}": {"type": "string"}}
    for n in range(levels):
        defs[f"l{n}"] = {"allOf": [{"$ref": f"#/$defs/l{n + 1}"}, {"$ref": f"#/$defs/l{n + 1}"}]}
    return {"$ref": "#/$defs/l0", "$defs": defs}


@pytest.mark.parametrize("levels", [10, 14, 200])
def test_a_chain_of_references_that_doubles_is_refused_at_once(levels: int) -> None:
    started = time.process_time()
    with pytest.raises(SchemaError, match="too costly"):
        validation_errors("x", doubling(levels))
    assert time.process_time() - started < 5


def test_a_short_chain_is_fine() -> None:
    assert validation_errors("x", doubling(4)) == []
    assert expanded_size(doubling(4)).nodes < MAX_EXPANDED_NODES


@pytest.mark.parametrize(
    ("schema", "why"),
    [
        ({"$ref": "#"}, "leads back"),
        ({"$defs": {"a": {"items": {"$ref": "#/$defs/a"}}}, "$ref": "#/$defs/a"}, "leads back"),
        ({"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"}, "leads back"),
        ({"$dynamicRef": "#x"}, "dynamic"),
        ({"properties": {"a": {"$id": "http://a.example/"}}}, "no \\$id inside"),
        ({"$ref": "#name"}, "not a place"),
        ({"$ref": "#/$defs/none"}, "leads nowhere"),
    ],
)
def test_references_without_a_size_are_refused(schema: dict[str, Any], why: str) -> None:
    with pytest.raises(SchemaBoundError, match=why):
        expanded_size(schema)
    with pytest.raises(SchemaError):
        check_schema(schema)


def test_depth_and_size_are_bounded() -> None:
    deep: dict[str, Any] = {"type": "string"}
    for _ in range(20):
        deep = {"items": deep}
    with pytest.raises(SchemaError, match="deeper than 16"):
        check_schema(deep)
    with pytest.raises(SchemaError, match="2,000 parts"):
        check_schema({"properties": {f"p{n}": {"type": "string"} for n in range(1000)}})


def test_a_value_too_large_for_its_schema_is_refused_with_a_reason() -> None:
    with pytest.raises(SchemaError, match="too large to be checked"):
        validation_errors(list(range(10_000)), {"type": "array", "uniqueItems": True})
    assert validation_errors(list(range(10_000)), {"type": "array", "items": {"type": "integer"}}) == []


references = st.sampled_from([f"#/$defs/d{n}" for n in range(6)] + ["#", "#/$defs/none"])
schemas = st.recursive(
    st.one_of(st.just({"type": "string"}), st.builds(lambda to: {"$ref": to}, references)),
    lambda inner: st.one_of(
        st.builds(lambda parts: {"allOf": parts}, st.lists(inner, max_size=4)),
        st.builds(lambda parts: {"anyOf": parts}, st.lists(inner, max_size=4)),
        st.builds(lambda part: {"items": part}, inner),
        st.builds(lambda part: {"properties": {"a": part, "b": part}}, inner),
    ),
    max_leaves=12,
)


@given(
    st.fixed_dictionaries({f"d{n}": schemas for n in range(6)}),
    st.recursive(st.text(max_size=3), st.lists, max_leaves=8),
)
def test_every_accepted_schema_is_validated_quickly(defs: dict[str, Any], value: object) -> None:
    started = time.process_time()
    with suppress(SchemaError):
        validation_errors(value, {"$defs": defs, "$ref": "#/$defs/d0"})
    assert time.process_time() - started < 2


MANY = 20_000
COSTLY: dict[str, tuple[dict[str, Any], Any]] = {
    "enum": ({"items": {"enum": [str(number) for number in range(1_800)]}}, ["x"] * MANY),
    "enum of objects": ({"items": {"enum": [{"a": [n] * 3} for n in range(600)]}}, [{"a": [1, 1, -1]}] * MANY),
    "enum of objects, the last": ({"items": {"enum": [{"a": [n]} for n in range(100)]}}, [{"a": [99]}] * MANY),
    "required": ({"items": {"required": [f"k{number}" for number in range(3_000)]}}, [{}] * MANY),
    "required, fewer": ({"items": {"required": [f"k{number}" for number in range(500)]}}, [{}] * MANY),
    "dependentRequired": (
        {"items": {"dependentRequired": {"a": [f"k{number}" for number in range(1_000)]}}},
        [{"a": 1}] * MANY,
    ),
    "const": ({"items": {"const": list(range(1_500))}}, [list(range(1_499))] * 200),
    "contains": ({"allOf": [{"contains": {"const": -number}} for number in range(1, 300)]}, list(range(MANY))),
    "oneOf": ({"items": {"oneOf": [{"const": number} for number in range(150)]}}, list(range(MANY))),
    "properties": ({"items": {"properties": {f"a{n}": {"type": "string"} for n in range(250)}}}, [{"a1": 1}] * MANY),
}


@pytest.mark.parametrize("name", COSTLY)
def test_a_value_with_very_many_errors_costs_seconds_at_most_and_little_memory(name: str) -> None:
    """The validator makes every error, with a copy of the ``enum``, before it gives the first one."""
    schema, value = COSTLY[name]
    started, memory = time.process_time(), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    with suppress(SchemaError):
        errors = validation_errors(value, schema)
        assert len(errors) == (0 if "last" in name else 1)
    assert time.process_time() - started < 4
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - memory < 100 << 10


def test_a_small_value_has_all_its_errors() -> None:
    assert len(validation_errors(["x"] * 3, {"items": {"enum": ["a"]}})) == 3
    assert len(validation_errors(["x"] * 9, {"items": {"enum": ["a"]}})) == 5
