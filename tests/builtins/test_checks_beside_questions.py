"""A check or a layout of a JSON document beside a question about what is in it: both are answered."""

import pytest

from tests.builtins.asking import ask, unused_words

ROLE = "json_formatter"
PRICES = '[{"p":"mug","price":8.5},{"p":"lamp","price":39}]'


@pytest.mark.parametrize(
    ("text", "second"),
    [
        (f"valid? and what's the total price {PRICES}", "**47.5**"),
        (f"valid? which has the highest price {PRICES}", "**39**"),
        (f"check this json and tell me how many entries it has {PRICES}", "**2** entries"),
        (f"is this ok json and what is the average price {PRICES}", "**23.75**"),
        (f"validate it, then tell me the lowest price {PRICES}", "**8.5**"),
    ],
)
def test_a_document_is_checked_and_asked(text: str, second: str) -> None:
    answer = ask(ROLE, text).answer
    assert answer.startswith("Yes, this is valid JSON.")
    assert second in answer


def test_a_check_in_german_is_no_key() -> None:
    answer = ask(ROLE, f"prüfe das und nenne den höchsten Preis {PRICES}").answer
    assert answer.startswith("Ja, das ist gültiges JSON.")
    assert "**39**" in answer


@pytest.mark.parametrize(
    ("text", "block"),
    [
        (f"format this and tell me the average price {PRICES}", '[\n  {\n    "p": "mug"'),
        (f"tell me the average price and pretty print it {PRICES}", '[\n  {\n    "p": "mug"'),
        (f"minify this and tell me the average price {PRICES}", f"\n{PRICES}\n"),
    ],
)
def test_a_document_is_laid_out_and_asked(text: str, block: str) -> None:
    answer = ask(ROLE, text).answer
    assert answer.startswith("The average of `price` over 2 entries is **23.75**.")
    assert block in answer


@pytest.mark.parametrize("lead", ["is this valid json? and what is the total price", "valid? and the total price?"])
def test_a_faulty_document_is_asked_as_it_would_be_repaired(lead: str) -> None:
    text = f"{lead} {PRICES.replace('}]', '},]')}"
    answer = ask(ROLE, text).answer
    assert answer.startswith("This is not valid JSON: there is a comma before the closing bracket")
    assert "In the document as I would repair it: The sum of `price` over 2 entries is **47.5**." in answer
    assert "total price" not in unused_words(ROLE, text)


@pytest.mark.parametrize(
    "text",
    [
        'is this valid json and where is the error {"users": [1, 2], }',
        'is {"a":1 "b":2} valid json',
        'valid? what is wrong with it {"a":1 "b":2}',
    ],
)
def test_the_fault_alone_is_told_where_nothing_else_is_asked(text: str) -> None:
    assert "as I would repair it" not in ask(ROLE, text).answer


def test_a_check_and_a_layout_are_one_order() -> None:
    assert ask(ROLE, 'check and minify {"a": 1}').answer == 'Valid JSON, made small:\n\n```json\n{"a":1}\n```'
    assert ask(ROLE, 'check this and format it {"a":1}').answer.startswith("Valid JSON, formatted:")
