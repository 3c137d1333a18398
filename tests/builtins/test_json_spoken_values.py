"""Values and figures of a document that a question names in its own words."""

import pytest

from tests.builtins.asking import ask, handler, payload

CUSTOMER = '{"customer":{"id":881,"name":"F. Okafor","address":{"street":"12 Canal Rd","city":"Leeds"}}}'
SHOP = '[{"item":"mug","price":4,"stock":0},{"item":"cup","price":3,"stock":9}]'


@pytest.mark.parametrize(
    ("text", "start"),
    [
        (f"which city does this customer live in? {CUSTOMER}", "`city` is **Leeds**."),
        (f"what street is it? {CUSTOMER}", "`street` is **12 Canal Rd**."),
        (f"how much does the mug cost? {SHOP}", "`price` (mug) is **4**."),
        ('welche Stadt steht da drin? {"kunde":{"name":"Meyer","stadt":"Köln"}}', "`stadt` ist **Köln**."),
        ('dans quelle ville habite ce client ? {"client":{"nom":"Roux","ville":"Lyon"}}', "`ville` est **Lyon**."),
        ('is the user active? {"user":{"name":"x","active":false}}', "**No**: `active` is **false**."),
        ('average rating? {"reviews":[{"stars":5},{"stars":3},{"stars":1}]}',
         "The average of `stars` over 3 entries is **3**."),
        ('¿total de las ventas? {"ventas":[{"mes":"enero","importe":12},{"mes":"mayo","importe":9}]}',
         "La suma de `importe` en 2 entradas es **21**."),
        (f"which products are out of stock? {SHOP}", "**1** of 2 entries have `stock` = 0."),
        (f"what is in stock, which items? {SHOP}", "**1** of 2 entries have `stock` ≠ 0."),
    ],
)  # fmt: skip
def test_a_value_is_named_in_plain_words(text: str, start: str) -> None:
    assert ask("json_formatter", text).answer.startswith(start)


@pytest.mark.parametrize(
    "text",
    [
        f"what is the colour of it? {SHOP}",
        'when was this order shipped? {"order":5,"state":"open"}',
        'what is the name? [{"name":"a"},{"name":"b"}]',
        'is this valid? {"id":1}',
    ],
)
def test_what_is_not_there_or_not_one_value_is_not_made_up(text: str) -> None:
    assert " is **" not in ask("json_formatter", text).answer


def test_an_answer_to_a_question_over_a_document_is_definite() -> None:
    assert handler("json_formatter")(payload(f"which city is it? {CUSTOMER}"), None)["definite"] is True
    assert handler("json_formatter")(payload(f"nice weather {CUSTOMER}"), None)["definite"] is False
