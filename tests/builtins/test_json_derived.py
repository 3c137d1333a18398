"""Documents that are made from one: flat, filtered, its schema; and formats that are not written."""

import json
from typing import Any

import jsonschema_rs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.builtins.asking import ask, output

ROLE = "json_formatter"
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-1000, 1000)
    | st.floats(-9, 9).map(lambda one: round(one, 2))
    | st.text("ab", max_size=3)
)
DOCUMENTS = st.recursive(
    LEAVES,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from("xyz"), inner, max_size=3),
    max_leaves=8,
)


def made(message: str) -> Any:  # noqa: ANN401 - any JSON value
    return json.loads(output(ROLE, message)["result"])


def test_a_document_is_flattened() -> None:
    flat = {"a.b": 1, "a.c[0]": 1, "a.c[1].d": 2, "e": {}}
    assert made('flatten {"a":{"b":1,"c":[1,{"d":2}]},"e":{}}') == flat


@given(document=st.dictionaries(st.sampled_from("xyz"), DOCUMENTS, min_size=1, max_size=3))
def test_a_document_fits_the_schema_that_is_made_from_it(document: dict[str, object]) -> None:
    schema = made(f"generate a json schema for this: {json.dumps(document)}")
    jsonschema_rs.meta.validate(schema)
    validator = jsonschema_rs.Draft202012Validator(schema)
    assert validator.is_valid(document)
    for key in document:
        missing = {name: value for name, value in document.items() if name != key}
        assert not validator.is_valid(missing)


@pytest.mark.parametrize("wanted", ["to xml", "convert this into an Excel file", "als TOML"])
def test_a_format_that_is_not_written_is_named(wanted: str) -> None:
    answer = ask(ROLE, f'{wanted} {{"a": 1}}')
    assert answer.tag == "NULL"
    assert answer.answer.startswith("I write JSON, YAML and CSV; ")


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        ('filter where a > 1 [{"a":1},{"a":2}]', [{"a": 2}]),
        ('filter by status active [{"n":1,"status":"active"},{"n":2,"status":"off"}]', [{"n": 1, "status": "active"}]),
    ],
)
def test_entries_are_filtered(message: str, kept: list[dict[str, object]]) -> None:
    assert made(message) == kept


def test_a_fault_is_told_once() -> None:
    assert "more:" not in ask(ROLE, 'is this valid json {"a":1,}').answer
    assert "1 more:" in ask(ROLE, "is this valid json {'a':1,}").answer
