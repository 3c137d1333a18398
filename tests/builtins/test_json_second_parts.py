"""Two wishes for one JSON document without a question word: a figure of one key, and the entry at an end of another."""

import pytest

from tests.builtins.asking import ask

ENTRIES = (
    '[{"article":"lamp","qty":2,"price":39.0},{"article":"rug","qty":1,"price":119.5},'
    '{"article":"bulb","qty":6,"price":4.2}]'
)
CART = '{"cart":' + ENTRIES + "}"


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (f"sum of qty and the most expensive article in this cart:\n{CART}", ["**9**", "**rug**"]),
        (f"the total of qty and the cheapest article?\n{CART}", ["**9**", "**bulb**"]),
        (f"sum of price and the highest qty\n{CART}", ["**162.7**", "**6**"]),
        (f"Summe von qty und der teuerste article:\n{ENTRIES}", ["**9**", "**rug**"]),
        (f"somme de qty et l'article le plus cher\n{ENTRIES}", ["**9**", "**rug**"]),
        (f"suma de qty y el articulo más caro\n{ENTRIES}", ["**9**", "**rug**"]),
        (f"how many articles, and the most expensive one?\n{ENTRIES}", ["**3**", "**rug**"]),
    ],
)
def test_both_wishes_are_answered(message: str, said: list[str]) -> None:
    answer = ask("json_formatter", message).answer
    assert [one for one in said if one not in answer] == []


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (f"average of price and qty\n{ENTRIES}", "`qty` over 3 entries is **3**"),
        (f"total price per article and the sum of qty\n{ENTRIES}", "| rug | 119.5 | 1 |"),
        (f"what is the cheapest and the most expensive article\n{ENTRIES}", "**bulb**"),
        (f"which articles have qty over 1 and the price above 10\n{ENTRIES}", "lamp"),
        (f"list the article and the price\n{ENTRIES}", "rug"),
    ],
)
def test_what_one_reading_serves_is_not_parted(message: str, said: str) -> None:
    assert said in ask("json_formatter", message).answer
