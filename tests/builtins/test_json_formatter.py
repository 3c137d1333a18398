"""JSON and YAML: documents as people paste them, and the place of each kind of error."""

import json
from time import process_time

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st

from kingdom.cognition.message_reading.message_content import find_content
from tests.builtins.asking import ask, handler, output, unused_words

ROLE = "json_formatter"


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ('{"a":1}', '{\n  "a": 1\n}'),
        ('format {"a":[1,2],"b":{}} please', '{\n  "a": [\n    1,\n    2\n  ],\n  "b": {}\n}'),
        ('minify {"a": [1, 2]}', '{"a":[1,2]}'),
        ('make it as short as possible {"a": [1, 2]}', '{"a":[1,2]}'),
        ('minify\n```json\n{ "b" : 1.10,\n "a" : "x y" }\n```', '{"b":1.10,"a":"x y"}'),
        ('sort keys {"b":1,"a":{"d":1,"c":2}}', '{\n  "a": {\n    "c": 2,\n    "d": 1\n  },\n  "b": 1\n}'),
        ('pretty print with 4 spaces {"a":[1]}', '{\n    "a": [\n        1\n    ]\n}'),
        ("[]", "[]"),
        ('{"big": 12345678901234567890123, "f": 1.0, "e": 1E400, "z": -0.0}', None),
        ('to yaml {"a": 1, "b": ["x", "yes", "1", ""]}', 'a: 1\nb:\n  - x\n  - "yes"\n  - "1"\n  - ""'),
        ('to yaml [{"a": 1, "b": [2]}, [], {}]', "- a: 1\n  b:\n    - 2\n- []\n- {}"),
        (
            "convert to json\nname: Ann\ntags:\n  - x\n  - 12",
            '{\n  "name": "Ann",\n  "tags": [\n    "x",\n    12\n  ]\n}',
        ),
        (
            "as json:\n- 1\n- two\n- 0x1F\n- ~\n- 2024-01-02\n- on",
            '[\n  1,\n  "two",\n  31,\n  null,\n  "2024-01-02",\n  true\n]',
        ),
        ("a: &x [1]\nb: *x\nc:\n  <<: {q: 1, r: 5}\n  r: 2\nto json", None),
        ('minify {"s": "\\ud83d\\ude00 é"}', '{"s":"😀 é"}'),
        ('minify {"s": "\\ud800"}', '{"s":"\\ud800"}'),
        ("yaml:\nname: Ann\nfull name: Bob", "name: Ann\nfull name: Bob"),
    ],
)
def test_a_document_comes_back_in_the_form_asked_for(text: str, result: str | None) -> None:
    made = output(ROLE, text)
    assert made["valid"] is True
    if result is not None:
        assert made["result"] == result


@pytest.mark.parametrize(
    "number", ["1.0", "1.10", "1e400", "1E5", "-0.0", "12345678901234567890123", "0.1000000000000000055511151231257827"]
)
def test_a_number_stays_as_it_was_written(number: str) -> None:
    assert output(ROLE, f"minify [{number}]")["result"] == f"[{number}]"


@pytest.mark.parametrize(
    ("document", "line", "column", "hint"),
    [
        ('{"a": 1, "b": 2,}', 1, 17, "trailing comma"),
        ('{"a": 1,\n "b": 2,\n}', 3, 1, "trailing comma"),
        ("[1, 2,]", 1, 7, "trailing comma"),
        ("{'a': 1}", 1, 2, "double quotes"),
        ("{a: 1}", 1, 2, "double quotes"),
        ('{"a" 1}', 1, 6, "colon"),
        ('{"a": 1 "b": 2}', 1, 9, "comma between"),
        ('{"a": True}', 1, 7, "true, false and null"),
        ('{"a": None}', 1, 7, "true, false and null"),
        ('{"a": NaN}', 1, 7, "null"),
        ('{"a": 01}', 1, 8, "leading zero"),
        ('{"a": +1}', 1, 7, "leading +"),
        ('{"a": .5}', 1, 7, "leading +, ."),
        ('{"a": "x\ny"}', 1, 9, "\\n"),
        ('{"a": "c:\\dir"}', 1, 10, "backslash"),
        ('{"a": "b', 1, 7, "double quote is missing"),
        ("[1, 2", 1, 6, "missing at the end"),
        ('{"a": [1, 2}', 1, 12, "comma between"),
        ('{"a": 1}}', 1, 9, "holds one value"),
        ("{“a”: 1}", 1, 2, "straight double quotes"),
        ('{// note\n"a": 1}', 1, 2, "no comments"),
        ('[1,, 2]', 1, 4, ""),
        ('{\n  "a": {\n    "b": tru\n  }\n}', 3, 10, ""),
    ],
)  # fmt: skip
def test_the_place_of_an_error_and_what_may_help(document: str, line: int, column: int, hint: str) -> None:
    made = output(ROLE, f"```json\n{document}\n```")
    error = made["error"]
    assert (made["valid"], error["line"], error["column"]) == (False, line, column)
    assert hint in error["hint"]
    assert error["shown"] in document.splitlines()[line - 1].replace("\t", " ")


@pytest.mark.parametrize(
    ("document", "line", "hint"),
    [
        ("a: b: c\nd: 1", 1, "Quote a text"),
        ("name: Ann\n\tage: 3", 2, "tabs"),
        ("a:\n  - 1\n - 2", 3, "indentation"),
        ("a: [1, 2\nb: 3", 2, "quote or bracket"),
        ('a: "open\nb: 1', 2, "quote or bracket"),
        ("a: *nothing\nb: 1", 1, ""),
    ],
)
def test_the_place_of_an_error_in_yaml(document: str, line: int, hint: str) -> None:
    made = output(ROLE, f"```yaml\n{document}\n```")
    assert (made["valid"], made["error"]["line"]) == (False, line)
    assert hint in made["error"]["hint"]


def test_the_line_is_shown_with_a_pointer() -> None:
    assert '```\n{"a": 1, "b": 2,}\n                ^\n```' in ask(ROLE, 'check {"a": 1, "b": 2,}').answer


@pytest.mark.parametrize("text", ['is {"a": 1} ok?', 'validate {"a": 1}', 'is this valid json?\n{"a": 1}'])
def test_a_question_of_validity_gets_a_yes(text: str) -> None:
    made = ask(ROLE, text)
    assert made.answer == "Yes, this is valid JSON: an object with 1 key."


def test_a_key_that_is_there_twice_is_warned_of() -> None:
    made = output(ROLE, '{"a": 1, "b": 2, "a": 3}')
    assert made["valid"] is True
    assert '"a" is there twice' in made["warnings"][0]


def test_a_follow_up_speaks_of_the_last_document() -> None:
    assert output(ROLE, "as yaml please", '{"a": 1}')["result"] == "a: 1"


@pytest.mark.parametrize(
    "bomb",
    [
        "a: &a [x,x,x,x,x,x,x,x,x]\n"
        + "".join(f"{b}: &{b} [{','.join(['*' + a] * 9)}]\n" for a, b in zip("abcdefgh", "bcdefghi", strict=True))
    ],
)
def test_aliases_that_stand_for_billions_are_refused(bomb: str) -> None:
    made = ask(ROLE, bomb)
    assert made.tag == "NULL"
    assert "unfolds" in made.answer


@pytest.mark.parametrize(
    "text", ["[" * 5000 + "]" * 5000, "[" * 150 + "]" * 150, "a: &x\n  b: *x\nc: 1\n", "- " * 500 + "\n- 1"]
)
def test_what_is_too_deep_is_told(text: str) -> None:
    assert ask(ROLE, text).tag == "NULL"


def test_yaml_tags_run_nothing() -> None:
    assert output(ROLE, "a: !!python/object/apply:os.system ['echo hi']\nb: 1\nto json")["valid"] is True


@pytest.mark.parametrize("text", ["", "hello, how are you?", "tell me: what is this", "json"])
def test_what_is_not_for_it(text: str) -> None:
    assert ask(ROLE, text).tag == "NULL"


def test_a_long_result_is_not_sent_twice() -> None:
    made = output(ROLE, json.dumps({"a": list(range(9000))}))
    assert (made["valid"], made["result"]) == (True, None)


DOCUMENTS: list[object] = [
    {"a": [1, "x: y", "# no", "- z", "", " lead", "true", "null", "1e3", "é", "\t", "a\nb", "'", '"']},
    [[], {}, [[1]], None, True, -5],
]


@pytest.mark.parametrize("document", DOCUMENTS, ids=["object", "list"])
def test_yaml_says_the_same_as_the_json_it_came_from(document: object) -> None:
    assert yaml.safe_load(output(ROLE, "to yaml " + json.dumps(document))["result"]) == document


BROKEN = "{'name': 'Ann', age: 30, \"x\": [1,2,],}"


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (f"is this valid? {BROKEN}", "a key has no quotes"),
        (f"is this valid? {BROKEN}", "column 35: there is a comma before the closing bracket"),
        (f"fix this: {BROKEN}", '"age": 30'),
        ('repair {"a": 1 "b": True}', '"b": true'),
        ('repair {"a": [1, 2', '"a": [\n    1,\n    2\n  ]'),
        ('fix {"a": 1, // note\n "b": 2}', '"b": 2'),
        ("fix {a: .5, b: +1, c: 007}", '"a": 0.5,\n  "b": 1,\n  "c": 7'),
        ('fix and minify {"a": 1,}', '{"a":1}'),
        ('what is the value of user.name in {"user": {"name": "Ann"}}', '"Ann"'),
        ('get items[1].id from {"items": [{"id": 7}, {"id": 8}]}', "8"),
        ('what is age in {"person": {"age": 30}}', "30"),
        ('how many items are in {"items": [1,2,3]}', "**3** entries"),
        ("how many elements does [1,2,3,4] have", "**4** entries"),
        ('list the keys of {"a":1,"b":2}', "`a`, `b`"),
        ('convert to csv [{"a":1,"b":"x"},{"a":3,"b":null}]', "a,b\n1,x\n3,"),
        ('Ist das gültiges JSON? {"a": 1}', "Ja, das ist gültiges JSON"),
        ('Formatiere dieses JSON {"a":1}', "Gültiges JSON, formatiert"),
        ('repariere {"a": 1,}', "Repariert"),
        ("Wie viele Einträge hat [1, 2]", "**2** entries"),
        ('répare ce JSON {"a": 1,}', "Réparé"),
        ('est-ce que ce JSON est valide ? {"a": 1}', "Oui, c'est du JSON valide"),
        ('¿es válido este JSON? {"a": 1,}', "no es JSON válido"),
        ('arregla este JSON {"a": 1,}', "Reparado"),
        ('minimiza {"a": 1}', '{"a":1}'),
    ],
)
def test_the_questions_that_people_ask(message: str, said: str) -> None:
    assert said in ask(ROLE, message).answer


def test_a_repair_follows_its_error() -> None:
    made = output(ROLE, "fix it for me", f"is this valid? {BROKEN}")
    assert json.loads(made["result"]) == {"name": "Ann", "age": 30, "x": [1, 2]}


LEAVES = st.none() | st.booleans() | st.integers() | st.text()
ANY_DOCUMENT = st.recursive(LEAVES, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=20)


@given(document=ANY_DOCUMENT)
def test_a_repair_of_what_is_whole_changes_nothing(document: object) -> None:
    names = handler(ROLE).__globals__
    value, faults = names["repaired"](json.dumps(document))
    assert (json.loads(names["compact"](value)), faults) == (document, [])


@given(text=st.text(alphabet="{}[]\":,' \n\\ab1.-tfn#/", max_size=60))
def test_a_repair_is_always_json(text: str) -> None:
    names = handler(ROLE).__globals__
    value, _ = names["repaired"]("{" + text)
    json.loads(names["compact"](value))


PEOPLE = (
    '[{"name":"Ann","age":30,"city":"Rome","active":true,"price":5.5},'
    '{"name":"Bob","age":25,"city":"Paris","active":false,"price":12},'
    '{"name":"Cy","age":41,"city":"Rome","active":true,"price":20}]'
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("sum of price of the active ones", "The sum of `price` over 2 entries with `active` = true is **25.5**."),
        ("what is the total price for Rome", "**25.5**"),
        ("how many people are not in Rome", "**1** of 3 entries have `city` ≠"),
        ("how many live in Rome or Paris", "**3** of 3"),
        ("how many have age at least 30", "**2** of 3 entries have `age` ≥ 30"),
        ("how many have price <= 12", "**2** of 3"),
        ("how many have no city", "**0** of 3"),
        ("show only those with price under 10", "**1** of 3"),
        ("which has the highest price", '"name":"Cy"'),
        ("what is the name of the one with the highest price", '"name":"Cy"'),
        ("sort by city and then by age", "Sorted by `city`, `age`"),
        ("sort by price, only the active ones", "**2** of 3 entries have `active` = true. Sorted by `price`"),
        ("sum of age and price", "**37.5**"),
        ("cuántos tienen age mayor que 26", "**2** de 3 entradas"),
        ("wie viele haben age über 26", "Auf **2** von 3 Einträgen"),
        ("combien ont un age supérieur à 26", "**2** entrées sur 3"),
        ("who is above average age?", '"name":"Cy"'),
        ("how many have a price below the average", "**2** of 3 entries have `price` < 12.5"),
        ("wer liegt über dem Durchschnitt beim price", '"name":"Cy"'),
        ("median age", "The median of `age` over 3 entries is **30**."),
        ("average age by city", "| Rome | 35.5 |\n| Paris | 25 |"),
        ("sum of price per city for the active ones", "| Rome | 25.5 |"),
        ("list names only", '`name` of 3 entries:\n\n["Ann","Bob","Cy"]'),
        ("just the names in city Rome", '["Ann","Cy"]'),
        ("solo name y age", '[{"name":"Ann","age":30}'),
    ],
)
def test_a_question_about_entries_is_answered_whole(question: str, answer: str) -> None:
    text = f"{question} {PEOPLE}"
    assert answer in ask(ROLE, text).answer
    assert not find_content(unused_words(ROLE, text))


@pytest.mark.parametrize("question", ["the first two entries sorted by age", "sort by age without Bob"])
def test_what_an_answer_about_entries_leaves_out_is_asked_about(question: str) -> None:
    text = f"{question} {PEOPLE}"
    assert find_content(unused_words(ROLE, text))


def test_a_figure_of_entries_is_exact_and_never_infinite() -> None:
    assert "**12345678901234567891**" in ask(ROLE, 'sum of n [{"n":12345678901234567890},{"n":1}]').answer
    assert "too large" in ask(ROLE, 'sum of n [{"n":1e400},{"n":6}]').answer


def test_many_keys_take_no_minutes() -> None:
    """A pattern for each of 7,000 keys took 40 seconds, and the sandbox stopped it."""
    document = json.dumps([{f"k{place}": place} for place in range(7_000)])
    began = process_time()
    assert ask(ROLE, f"how many are active {document}").answer.startswith("I find no “active”")
    assert process_time() - began < 10


def test_a_word_that_only_looks_like_an_order_changes_nothing() -> None:
    assert output(ROLE, "format this order [3,1,2]")["result"].split() == ["[", "3,", "1,", "2", "]"]


def test_the_second_of_an_order_is_not_the_first() -> None:
    rows = '[{"n":"Ann","age":30},{"n":"Bob","age":25},{"n":"Cid","age":41}]'
    answer = ask("json_formatter", f"second youngest person {rows}").answer
    assert "**30**" in answer
    assert "Ann" in answer


def test_which_keys_is_no_question_for_a_key_called_does() -> None:
    assert "there is no" not in ask("json_formatter", 'which keys does this have? {"a":1,"b":2}').answer
