"""JSON as people paste it: repaired, cleaned, asked for a key, its place, and sums of products."""

import json

import pytest

from tests.builtins.asking import ask, output

ROLE = "json_formatter"
CART = '{"cart":[{"item":"lamp","price":39.5,"qty":2},{"item":"rug","price":120,"qty":1}]}'


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ('please remove the comments so my parser eats it:\n{\n // a\n "a": 1 /* b */\n}', {"a": 1}),
        ('my array got cut off by the log viewer, close it properly: [{"a":1},{"a":2}', [{"a": 1}, {"a": 2}]),
        ("{'a': None, 'b': ('x','y')}\nthats a python dict printout, make real json", {"a": None, "b": ["x", "y"]}),
        ('bitte ohne Kommentare: {"a": 1 // eins\n}', {"a": 1}),
        ('minify:\n{\n  "a": 1,\n  "b": [ 1, 2 ]\n}', {"a": 1, "b": [1, 2]}),
        ('remove nulls {"a":null,"b":1,"c":{"d":null}}', {"b": 1, "c": {}}),
        ('remove empty values {"a":"","b":1,"c":{"d":null}}', {"b": 1}),
        ("dedupe [1,2,2,3,1]", [1, 2, 3]),
        (
            'keys to snake_case please {"firstName":"A","home":{"zipCode":1}}',
            {"first_name": "A", "home": {"zip_code": 1}},
        ),
        ('add a field "active": true to each [{"id":1}]', [{"id": 1, "active": True}]),
        ('unescape "{\\"a\\": [1, 2]}"', {"a": [1, 2]}),
    ],
)
def test_a_document_is_changed_as_wished(message: str, expected: object) -> None:
    assert json.loads(output(ROLE, message)["result"]) == expected


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (f"sum of price*qty in cart? {CART}", "**199**"),
        ('does it have a key called "timeout"? {"retries":3}', "**No**"),
        ('is there a field named zip in {"addr":{"zip":"1010"}}?', "`addr.zip`"),
        ('does this contain email? {"user":{"email":"x@y.z"}}', "`user.email`"),
        ('how do i get to "deep", whats the path\n{"a":{"b":[10,{"d":"deep"}]}}', "`a.b[1].d`"),
        ('how many users are older than 30? [{"n":"A","age":31},{"n":"B","age":25}]', "**1** of 2"),
        ('welche schlüssel hat das? {"a":1,"b":{"c":2}}', "`a`, `b`"),
        ('escape this as string {"a":"b"}', '"{\\"a\\":\\"b\\"}"'),
    ],
)
def test_a_question_about_a_document(message: str, expected: str) -> None:
    assert expected in ask(ROLE, message).answer


def test_the_words_and_not_the_document_tell_the_language() -> None:
    assert "of 2 entries" in ask(ROLE, 'get all names [{"name":"x"},{"name":"y"}]').answer
