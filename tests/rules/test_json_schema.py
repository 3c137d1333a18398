"""Schemas of users: bounded, self-contained, linear in time."""

import pytest

from kingdom.contracts.formats.json_schema import SchemaError, check_schema, validation_errors


def test_a_valid_value_has_no_errors() -> None:
    assert (
        validation_errors({"a": 1}, {"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}})
        == []
    )


def test_an_error_names_its_path() -> None:
    (fault,) = validation_errors({"a": [1, "x"]}, {"properties": {"a": {"items": {"type": "integer"}}}})
    assert fault.startswith("a/1: ")


@pytest.mark.parametrize(
    "schema",
    [
        pytest.param({"type": "strin"}, id="no-such-type"),
        pytest.param({"pattern": "("}, id="broken-pattern"),
        pytest.param({"pattern": "(?=a)b"}, id="look-around"),
        pytest.param({"$ref": "http://127.0.0.1:9/x"}, id="remote-reference"),
        pytest.param({"$ref": "file:///etc/passwd"}, id="file-reference"),
        pytest.param({"$ref": "#/nowhere"}, id="reference-to-nothing"),
        pytest.param({"multipleOf": 0}, id="multiple-of-zero"),
        pytest.param({"const": "x" * 200_000}, id="too-long"),
    ],
)
def test_a_schema_that_cannot_be_used_is_refused(schema: dict[str, object]) -> None:
    with pytest.raises(SchemaError):
        check_schema(schema)


def test_a_deep_schema_is_refused() -> None:
    schema: dict[str, object] = {}
    for _ in range(5000):
        schema = {"properties": {"a": schema}}
    with pytest.raises(SchemaError):
        check_schema(schema)


def test_a_pattern_that_backtracks_elsewhere_is_harmless() -> None:
    assert validation_errors(
        "a" * 60 + "!", {"pattern": "^(a+)+$"}
    )  # exponential on a backtracking engine: this test would not end


@pytest.mark.parametrize("value", [object(), {1: 2}], ids=["object", "key"])
def test_a_value_that_is_not_json_is_an_error(value: object) -> None:
    assert validation_errors(value, {"type": "object"})
