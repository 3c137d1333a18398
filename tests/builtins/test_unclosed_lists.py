"""Repairs of a list or an object that is not closed before what follows it, and of a list that has keys."""

import json

import pytest

from tests.builtins.asking import ask, output

ROLE = "json_formatter"


@pytest.mark.parametrize(
    ("document", "meant"),
    [
        ('{"scores": [12, 15, 9, "class": "4b"}', {"scores": [12, 15, 9], "class": "4b"}),
        ('{"a": [1, 2 "b": 3, "c": [4]}', {"a": [1, 2], "b": 3, "c": [4]}),
        ('{"a": [[1,2],[3,4, "b": 1}', {"a": [[1, 2], [3, 4]], "b": 1}),
        ('{"a": ["x", "y", "b": true}', {"a": ["x", "y"], "b": True}),
        ("{a: [1, 2, b: 3}", {"a": [1, 2], "b": 3}),
        ('{"u": {"tags": ["x", "y", "age": 3}, "ok": true}', {"u": {"tags": ["x", "y"], "age": 3}, "ok": True}),
        ('[{"a":1,"b":2, {"a":3,"b":4}]', [{"a": 1, "b": 2}, {"a": 3, "b": 4}]),
    ],
)
def test_a_bracket_is_closed_where_what_follows_belongs_outside(document: str, meant: object) -> None:
    found = output(ROLE, f"fix this json: {document}")
    assert json.loads(found["result"]) == meant
    assert "its place is a guess" in ask(ROLE, f"fix this json: {document}").answer


@pytest.mark.parametrize(
    ("document", "meant"),
    [
        ('{"a": ["x": 1, "y": 2]}', {"a": {"x": 1, "y": 2}}),
        ('["x": 1, "y": 2]', {"x": 1, "y": 2}),
        ('{"a": ["x", "y": 2, "z"]}', {"a": ["x", "y", None, 2, "z"]}),
        ('{"t": [12:30, 13:45]}', {"t": ["12:30", "13:45"]}),
        ('{"urls": [http://a.de/x, https://b.de]}', {"urls": ["http://a.de/x", "https://b.de"]}),
        ('{"a": [1, 2, 3', {"a": [1, 2, 3]}),
    ],
)
def test_other_lists_are_closed_where_they_end(document: str, meant: object) -> None:
    found = output(ROLE, f"fix this json: {document}")
    assert json.loads(found["result"]) == meant
    assert "its place is a guess" not in ask(ROLE, f"fix this json: {document}").answer


def test_the_guess_is_told_in_german() -> None:
    answer = ask(ROLE, 'repariere {"noten": [1, 2, 3, "klasse": "4b"}').answer
    assert "] ergänzen; wo, ist geraten." in answer
