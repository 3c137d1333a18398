"""What a message says of its JSON and the answer meets anyhow is used; what it does not meet is not."""

import pytest

from tests.builtins.asking import ask, unused_words

ORDERS = '[{"s":"open"},{"s":"closed"},{"s":"open"},{"s":"pending"}]'
NESTED = '{"a":{"x":1},"b":2}'


def left(message: str) -> set[str]:
    """Return the words of a message that the answer does not use."""
    return set(unused_words("json_formatter", message).lower().replace(",", " ").split())


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("pretty print with 4 spaces please, not 2: " + NESTED, '    "b": 2'),
        ("indent this with 2 spaces instead of 4: " + NESTED, '\n  "b": 2'),
        ("bitte einrücken, mit 4 leerzeichen statt 2: " + NESTED, '    "b": 2'),
        ("format mit 4 Leerzeichen, keine Tabs bitte: " + NESTED, '    "b": 2'),
        ("indente avec 4 espaces et pas 2 : " + NESTED, '    "b": 2'),
        ("formatea con 4 espacios en vez de 2: " + NESTED, '    "b": 2'),
        ("sortiere die Schlüssel alphabetisch, die Werte nicht anfassen: " + NESTED, '"a"'),
        ("trie les clés par ordre alphabétique sans toucher aux valeurs : " + NESTED, '"a"'),
        ("Ordena las claves alfabéticamente, los valores no los toques: " + NESTED, '"a"'),
        ("Just the top level keys please, not the nested ones: " + NESTED, "Keys (2): `a`, `b`"),
        ("which keys are on the top level? skip the nested ones " + NESTED, "Keys (2): `a`, `b`"),
        ('sum of all price fields, dont multiply with qty\n[{"price":2,"qty":3},{"price":5,"qty":1}]', "**7**"),
        ('Summe aller "preis" Felder? Die Menge nicht reinrechnen.\n[{"preis":2,"menge":3},{"preis":5}]', "**7**"),
        ('suma de precios, sin multiplicar por cantidad [{"precio":2,"cantidad":3},{"precio":5}]', "**7**"),
        ('make it one line with no spaces except inside the strings\n{"a": "x y", "b": 2}', '{"a":"x y","b":2}'),
        ('auf eine Zeile ohne Leerzeichen, aber nicht in den Texten: {"a": "x y", "b": 2}', '{"a":"x y","b":2}'),
        ("how many are open? Only open, leave out closed and pending.\n" + ORDERS, "**2** of 4"),
        ("how many are open? not the closed or pending ones, just open " + ORDERS, "**2** of 4"),
    ],
)  # fmt: skip
def test_what_an_answer_does_not_hold_anyhow_is_used(message: str, said: str) -> None:
    assert said in ask("json_formatter", message).answer
    assert not left(message) & {"not", "2", "4", "statt", "pas", "instead", "no", "nicht", "keine", "leave", "skip"}


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("how many are not closed? " + ORDERS, "**3** of 4"),
        ("how many are not open, not closed? " + ORDERS, "**1** of 4"),
        ("sort the keys but not the nested ones: " + '{"z":1,"a":{"d":4,"b":2}}', '"d": 4,\n    "b": 2'),
        ('fix the comma, don\'t change the values {"a":1 "b":2}', '"b": 2'),
        ("list the keys, also the nested ones: " + NESTED, "a.x"),
    ],
)
def test_exclusions_that_change_an_answer_stay_conditions(message: str, said: str) -> None:
    assert said in ask("json_formatter", message).answer


@pytest.mark.parametrize(
    "message",
    [
        'is this valid? dont fix it just tell me where the error is\n{"a":1,}',
        'is this ok? don\'t repair it, only say where it breaks\n{"a":1,}',
        'ist das gültig? bitte nicht korrigieren, nur sagen wo der fehler ist\n{"a":1,}',
        "c'est valide ? ne le corrige pas, dis-moi juste où est l'erreur\n{\"a\":1,}",
        '¿es válido? no lo arregles, solo dime dónde está el error\n{"a":1,}',
    ],
)
def test_a_repair_that_is_not_wanted_is_not_made(message: str) -> None:
    answer = ask("json_formatter", message).answer
    assert '{"a":1,}' in answer
    assert '"a": 1' not in answer
    assert not left(message) & {"dont", "don't", "nicht", "pas", "no"}


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ('how many have status exactly open, lowercase? [{"status":"open"},{"status":"Open"}]', "**1** of 2"),
        ('which have status open, case sensitive? [{"status":"open"},{"status":"Open"}]', "**1** of 2"),
        ('Wie viele haben status "Open", groß geschrieben? [{"status":"open"},{"status":"Open"}]', "**1** von 2"),
        ('how many have status open? [{"status":"open"},{"status":"Open"}]', "**2** of 2"),
        ('Which fields here are null? Only null, not empty: {"c":null,"d":"","e":[]}', "**1** with null: `c`"),
        ('which fields are empty, not null? {"a":"","b":null,"c":[],"d":1}', "**2** with nothing in it: `a`, `c`"),
        ('which fields are empty? {"a":"","b":null,"c":[],"d":1}', "**3**"),
    ],
)
def test_values_are_meant_as_exactly_as_a_question_says(message: str, said: str) -> None:
    assert said in ask("json_formatter", message).answer


LINES = '{"level":"error","n":1}\n{"level":"info","n":2}\n{"level":"error","n":3}'


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("these are json lines from our sensor, how many have level error?\n" + LINES, "**2** of 3"),
        ("das sind JSON-Zeilen aus unserem Log, wie viele haben level error?\n" + LINES, "**2** von 3"),
        ("ndjson: what is the average n?\n" + LINES, "**2**"),
        ("is this valid ndjson?\n" + LINES, "**Yes**: these are 3 lines"),
        ("what colour is the sky?\n" + LINES, "I do not understand"),
        ("is this valid json?\n" + LINES, "not valid JSON"),
    ],
)
def test_lines_of_json_are_entries(message: str, said: str) -> None:
    assert said in ask("json_formatter", message).answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ('My linter complains about this but I dont see why: {"h":"1","p":5,"h":"2"}', 'keep the last one: "2"'),
        ('mein Parser meckert über das hier, ich sehe nicht warum: {"a":1,"a":2}', "behalten den letzten: 2"),
        ('ce json est valide ? j\'ai deux fois id\n{"id":1,"nom":"A","id":2}', "gardent la dernière : 2"),
        ('is that ok? name is in there twice {"name":"a","name":"b"}', 'keep the last one: "b"'),
        ('is this valid? server just says 400\n{"a":1 "b":2}', "not valid JSON"),
        ('ist das gültig? {"a":1 "b":2}', "es fehlt ein Komma"),
        ('ce json est-il valide ? {"a":1,}', "virgule avant"),
        ('¿es válido este json? {"a":1,}', "hay una coma antes"),
    ],
)
def test_faults_are_told_to_who_tells_of_a_complaint_in_their_language(message: str, said: str) -> None:
    assert said in ask("json_formatter", message).answer
    assert not left(message) & {"linter", "complains", "meckert", "deux", "twice", "400"}


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ('cuántos productos hay en total, sumando todas las secciones? {"f":["a","b"],"v":["c"]}', "**3** entradas"),
        ('how many items in total across all lists? {"f":["a","b"],"v":["c"]}', "**3** entries in 2 lists"),
        ('Wie viele Früchte sind es insgesamt, über alle Kategorien? {"f":["a","b"],"v":["c"]}', "**3** Einträge"),
        ('{"u":[{"name":"Raj","mail":"r@y"},{"name":"Ana"}]}\nwhats rajs mail? and the path to it', "`u[0].mail`"),
        ('what changed?\n{"h":["a","b"]}\n{"h":["a","b","c"]}', '"c"` is only in the second'),
    ],
)  # fmt: skip
def test_parts_of_a_document_together(message: str, said: str) -> None:
    assert said in ask("json_formatter", message).answer


def test_entries_of_one_kind_are_not_all_entries() -> None:
    answer = ask(
        "json_formatter", 'how many apples are in total? {"red":["apple","cherry"],"yellow":["banana"]}'
    ).answer
    assert "**3**" not in answer
