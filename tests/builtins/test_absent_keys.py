"""Entries without a key at all, products beside plain sums, the best entry and the mean of all, JSON on one line."""

import pytest

from tests.builtins.asking import DrawingHost, ask, handler, payload

ROLE = "json_formatter"
GOODS = '[{"sku": "A1", "price": 10}, {"sku": "B2"}, {"sku": "C3", "price": null}, {"sku": "D4", "price": 0}]'


@pytest.mark.parametrize(
    "question",
    [
        "which products have no price key at all? null counts as having one",
        "which entries have no price key?",
        "which entries lack the key price?",
        "which ones are missing the price field completely, null doesn't count as missing",
        "list the entries where the key price is missing",
        "which entries have no price at all? null is not missing",
        "bei welchen fehlt der Schlüssel price ganz? null zählt als vorhanden",
        "welche Einträge haben keinen Schlüssel price?",
        "quels produits n'ont pas la clé price ? null ne compte pas comme absent",
        "¿qué productos no tienen la clave price?",
    ],
)
def test_an_absent_key_is_no_null(question: str) -> None:
    given = handler(ROLE)(payload(f"{question}\n{GOODS}"), DrawingHost())
    assert given["answer"].startswith("**1**")
    assert ": B2. " in given["answer"]
    assert given["answer"].endswith('[{"sku":"B2"}]')
    assert given["definite"] is True


def test_null_counts_where_a_message_says_so() -> None:
    answer = ask(ROLE, f"which products have no price key? null counts as missing\n{GOODS}").answer
    assert answer.startswith("**2** of 4 entries lack the key `price`: B2, C3.")


@pytest.mark.parametrize(
    "question",
    ["which entries have a price key?", "which entries have no price?", "which keys are missing?",
     "which entries have no discount key?", "how many keys has the first entry?",
     "which products over 5 euros have no price key?"],
)  # fmt: skip
def test_other_questions_of_keys_are_not_about_absent_ones(question: str) -> None:
    assert "lack the key" not in ask(ROLE, f"{question}\n{GOODS}").answer


CART = '[{"item": "lamp", "price": 24.5, "qty": 2}, {"item": "rug", "price": 89, "qty": 1}]'


@pytest.mark.parametrize(
    "question",
    [
        "add up price times qty pls, not just the prices",
        "total of qty x price, not only the price",
        "sum of price * qty, not the sum of the prices",
        "price times qty in total, not simply the price",
        "total of price times qty please (not the prices alone)",
    ],
)
def test_a_product_is_not_the_plain_sum(question: str) -> None:
    given = handler(ROLE)(payload(f"{question}\n{CART}"), DrawingHost())
    assert "**138**" in given["answer"]
    text = payload(f"{question}\n{CART}")["text"]
    assert any(start <= text.index("not ") < end for start, end in given["used"])


@pytest.mark.parametrize(
    "question",
    ["sum of the prices, not just the price of the lamp", "sum of price times qty, not just the rugs"],
)  # fmt: skip
def test_an_exclusion_of_other_things_stays_unread(question: str) -> None:
    text = f"{question}\n{CART}"
    given = handler(ROLE)(payload(text), DrawingHost())
    assert not any(start <= text.index("not ") < end for start, end in given["used"])


WINES = '[{"vin": "Chablis", "prix": 18.9}, {"vin": "Morgon", "prix": 12.5}, {"vin": "Pomerol", "prix": 42}]'


@pytest.mark.parametrize(
    ("question", "best"),
    [
        ("c'est lequel le vin le plus cher et quelle est la moyenne des prix ?", "Pomerol"),
        ("quel vin est le plus cher ? et la moyenne des prix ?", "Pomerol"),
        ("lequel est le vin le moins cher, et quelle est la moyenne des prix ?", "Morgon"),
        ("welcher vin hat den höchsten prix? und der Durchschnitt von prix?", "Pomerol"),
        ("which vin has the highest prix and what is the average prix?", "Pomerol"),
        ("which vin has the highest prix? and the average prix?", "Pomerol"),
    ],
)
def test_the_best_entry_and_the_mean_of_all_are_two_answers(question: str, best: str) -> None:
    answer = ask(ROLE, f"{question} {WINES}").answer
    assert f'[{{"vin":"{best}"' in answer
    assert "**24.466666" in answer


@pytest.mark.parametrize(
    "question", ["which color has the highest average price?", "welche color hat den höchsten Durchschnitt von price?"]
)
def test_the_best_mean_of_groups_stays_one_answer(question: str) -> None:
    rows = '[{"color": "red", "price": 20}, {"color": "red", "price": 10}, {"color": "white", "price": 18}]'
    assert "**white**" in ask(ROLE, f"{question} {rows}").answer


@pytest.mark.parametrize(
    "order",
    [
        "squeeze this onto one line without the spaces",
        "put it all on one line, strip the spaces",
        "bitte auf eine Zeile ohne Leerzeichen",
        "sur une seule ligne sans les espaces",
        "en una sola línea sin espacios",
    ],
)
def test_a_document_on_one_line_keeps_the_spaces_of_its_texts(order: str) -> None:
    text = f'{order}\n{{\n  "title": "Night Train",\n  "tags": [ "slow" ]\n}}'
    assert '{"title":"Night Train","tags":["slow"]}' in ask(ROLE, text).answer
    assert "**" not in ask("text_statistics", text).answer
    assert "NightTrain" not in ask("text_statistics", text).answer


@pytest.mark.parametrize(
    ("text", "made"), [("remove the spaces: a b c", "abc"), ("put this on one line: [a] b\nc", "[a] b c")]
)
def test_texts_that_are_no_documents_lose_their_spaces(text: str, made: str) -> None:
    assert f"```\n{made}\n```" in ask("text_statistics", text).answer


def test_one_value_a_line_has_no_line_for_an_entry_without_it() -> None:
    people = '[{"name": "Lea", "email": "lea@mail.test"}, {"name": "Omar", "email": "omar@mail.test"}, {"name": "Pia"}]'
    answer = ask(ROLE, f"give me only the emails from this, one per line: {people}").answer
    assert answer == "`email` of 2 entries:\n\nlea@mail.test\nomar@mail.test"
    assert "null" in ask(ROLE, f"all emails as a list: {people}").answer
