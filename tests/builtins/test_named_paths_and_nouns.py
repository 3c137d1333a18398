"""JSON: a path with arrows, a noun for the entries beside a condition, sums in verbs, a key that is there twice."""

import pytest

from tests.builtins.asking import ask

ROLE = "json_formatter"
HEATING = '{"zones":{"living":{"day":21,"night":18},"bath":{"day":23,"night":19.5}},"unit":"C"}'
TASKS = '[{"t":"maths p. 40","done":true},{"t":"essay","done":false},{"t":"vocab 3","done":false}]'
ITEMS = '{"order":{"id":8812,"items":[{"sku":"SCREW","qty":200},{"sku":"GLUE","qty":2}]}}'
TWICE = '{"tel": "0151 2233", "city": "Ulm", "tel": "0731 9988"}'


@pytest.mark.parametrize(
    "question",
    [
        "Someone sent me his settings. Which value is under zones > bath > night?",
        "what is at zones.bath.night",
        "what's under zones -> bath -> night please",
        "which value stands under zones › bath › night",
        "Welcher Wert steht unter zones > bath > night?",
        "quelle valeur est sous zones > bath > night ?",
        "qué valor hay en zones > bath > night",
    ],
)
def test_a_written_path_is_followed_alone(question: str) -> None:
    answer = ask(ROLE, f"{question} {HEATING}").answer
    assert "19.5" in answer
    assert "18" not in answer


@pytest.mark.parametrize("question", ["which night is > 18", "all values of night", "is day > night in the bath"])
def test_a_comparison_is_no_path(question: str) -> None:
    assert "`day.night`" not in ask(ROLE, f"{question} {HEATING}").answer


@pytest.mark.parametrize(
    ("question", "said"),
    [
        ("how many homework tasks are not done yet", "“homework” is not in the document; I took all its entries"),
        ("how many chores are not done", "“chores” is not in the document"),
        ("which jobs are not done yet?", "**2** of 3 entries have `done` ≠ true"),
        ("wie viele Hausaufgaben sind noch nicht done", "„Hausaufgaben“ steht nicht im Dokument"),
    ],
)
def test_a_noun_for_the_entries_is_told_beside_the_condition(question: str, said: str) -> None:
    assert said in ask(ROLE, f"{question} {TASKS}").answer


@pytest.mark.parametrize("question", ["how many are not done before monday", "how many done tasks weigh 5 kg"])
def test_a_word_that_is_a_condition_stays_open(question: str) -> None:
    assert "I took all its entries" not in ask(ROLE, f"{question} {TASKS}").answer


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (f"What quantity of glue did I order? {ITEMS}", "is **2**"),
        (f"which quantity of screw is there? {ITEMS}", "is **200**"),
        ('additionne les prix stp : [{"p":"rosier","prix":14.9},{"p":"thym","prix":3.5}]', "**18.4**"),
        ('addiere die Preise: [{"p":"a","preis":14.9},{"p":"b","preis":3.5}]', "**18.4**"),
        ('sort by weight heaviest 1st: [{"p":"A","kg":2.5},{"p":"B","kg":11}]', "highest first"),
        (f"Is it a mistake if the same name comes twice? {TWICE}", "**0731 9988**"),
        (f"Is it allowed that a key is there twice? {TWICE}", "it is a mistake in practice"),
        (f"Ist es ein Fehler, wenn derselbe Name zweimal vorkommt? {TWICE}", "in der Praxis aber ein Fehler"),
    ],
)
def test_quantities_sums_and_keys_that_are_there_twice(message: str, said: str) -> None:
    assert said in ask(ROLE, message).answer


BILL = '[{"k":"drink","p":2},{"k":"food","p":8},{"k":"drink","p":3}]'
ROOMS = '[{"room":1,"free":true},{"room":2,"free":false},{"room":3,"free":true}]'


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (f"how much do the drinks cost together, not the food? {BILL}", "**5**"),
        (f"total of the food but not the drinks {BILL}", "**8**"),
        (f"total of the drinks and the food {BILL}", "**13**"),
        (f"how many rooms are free and which ones? {ROOMS}", "**2** of 3 entries"),
        ('how many bottles are there [{"bottles":3,"kind":"wine"},{"bottles":5,"kind":"beer"}]', "is **8**"),
        ('remove all entries without email: [{"n":"A","email":"a@b.de"},{"n":"B","email":null}]', "**1** of 2 entries"),
        ('names only, sorted, please [{"name":"Tom","age":12},{"name":"Eva","age":9}]', '["Eva","Tom"]'),
        ('names only please [{"name":"Tom","age":12},{"name":"Eva","age":9}]', '["Tom","Eva"]'),
        ('remove email: [{"n":"A","email":"a@b.de"},{"n":"B","email":null}]', "Removed `email`"),
    ],
)
def test_what_is_denied_counted_taken_out_and_sorted(message: str, said: str) -> None:
    assert said in ask(ROLE, message).answer


def test_a_key_of_every_entry_is_not_found_at_the_first() -> None:
    assert "[0].price" not in ask(ROLE, 'does every entry have a price? [{"n":"A","price":1},{"n":"B"}]').answer
