"""Answers in JSON: which of an answer's values is given, and what fits no schema."""

import json
from typing import Any

import pytest

from kingdom.core.errors import BadInput
from kingdom.doors.openai.chat_requests import parse_door_chat
from kingdom.doors.openai.errors import AnswerDoesNotFit
from kingdom.doors.openai.json_answer import json_answer

OBJECT = {"type": "object"}
NUMBER = {"type": "object", "properties": {"result": {"type": "number"}}, "required": ["result"]}


@pytest.mark.parametrize(
    ("answer", "output", "schema", "given"),
    [
        ("It is 84.", {"result": 84}, OBJECT, {"result": 84}),
        ("It is 84.", None, OBJECT, {"answer": "It is 84."}),
        ("It is 84.", [84], OBJECT, {"answer": "It is 84."}),
        ('{"a": [1, null]}', None, OBJECT, {"a": [1, None]}),
        ("[1]", None, OBJECT, {"answer": "[1]"}),
        ("[1]", None, {"type": "array"}, [1]),
        ("NaN", None, {}, {"answer": "NaN"}),
        ('{"a": 1e999}', None, OBJECT, {"answer": '{"a": 1e999}'}),
        ('{"a": "\\ud800"}', None, OBJECT, {"answer": '{"a": "\\ud800"}'}),
        ("[" * 100_000, None, OBJECT, {"answer": "[" * 100_000}),
        ("It is 84.", {"result": 84}, NUMBER, {"result": 84}),
        ('{"result": 5}', {"other": 1}, NUMBER, {"result": 5}),
    ],
)
def test_the_first_value_that_fits_is_given(answer: str, output: Any, schema: Any, given: Any) -> None:  # noqa: ANN401
    assert json.loads(json_answer(answer=answer, output=output, schema=schema)) == given


@pytest.mark.parametrize("schema", [NUMBER, {"type": "array"}, {"type": "object", "required": ["result", "unit"]}])
def test_an_answer_that_fits_no_schema_is_an_error_of_its_field(schema: dict[str, Any]) -> None:
    with pytest.raises(AnswerDoesNotFit) as unfit:
        json_answer(answer="It is 84.", output={"result": "84"}, schema=schema)
    assert (unfit.value.status, unfit.value.extra["param"]) == (400, "response_format")


def request(**more: object) -> bytes:
    return json.dumps({"model": "king", "messages": [{"role": "user", "content": "Hi"}], **more}).encode()


def schema_format(schema: object) -> dict[str, Any]:
    return {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema}}


@pytest.mark.parametrize(
    ("more", "param"),
    [
        ({"response_format": {"type": "json_schema"}}, "response_format"),
        ({"response_format": {"type": "xml"}}, "response_format.type"),
        ({"response_format": schema_format({"type": "nothing"})}, "response_format"),
        ({"response_format": schema_format({"$ref": "http://127.0.0.1/schema.json"})}, "response_format"),
        ({"response_format": schema_format({"pattern": "(?=a)"})}, "response_format"),
        ({"response_format": {"type": "json_object"}, "stop": "}"}, "stop"),
        ({"stop": ["a", "b", "c", "d", "e"]}, "stop"),
        ({"stop": ""}, "stop"),
        ({"stop": ["a", ""]}, "stop"),
        ({"stop": "x" * 1_001}, "stop"),
        ({"temperature": 2.1}, "temperature"),
        ({"temperature": -0.1}, "temperature"),
        ({"max_tokens": 0}, "max_tokens"),
        ({"max_completion_tokens": -1}, "max_completion_tokens"),
    ],
)
def test_a_parameter_out_of_its_bounds_is_refused_by_its_name(more: dict[str, Any], param: str) -> None:
    with pytest.raises(BadInput) as refused:
        parse_door_chat(request(**more))
    assert str(refused.value.extra["param"]).startswith(param)


def test_the_newer_name_of_a_limit_precedes_the_older() -> None:
    limited = parse_door_chat(request(max_tokens=1, max_completion_tokens=2)).limited_text()
    assert limited.add("123456789") == "12345678"
