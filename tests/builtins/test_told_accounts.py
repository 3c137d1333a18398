"""Sums of an account: a price that changes within the year, what a sale leaves, things at a price, and a tax."""

import pytest

from tests.builtins.asking import ask

ROLE = "calculator"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("gas 240 a month, price goes up 8 percent from april, what do I pay for the whole year", "**3,052.8**"),
        ("Strom kostet 95 Euro im Monat und steigt ab Juli um 12 %. Was zahle ich im ganzen Jahr?", "**1.208,4**"),
        ("rent is 780 a month, from september it goes up to 820. total for the year?", "**9,520**"),
        ("internet 30 a month, drops by 10 % from october, cost for the whole year", "**351**"),
        ("sell 120 mugs at 9 each, cost 4.20 each and 150 stall fee. profit?", "**426**"),
        ("we sold 80 cakes at 3.50 each, materials cost 1.10 each. how much profit", "**192**"),
        ("3 coffees at 3.40 and 2 croissants at 2.10, what's that", "**14.4**"),
        ("4 Brötchen zu 0,45 und 2 Brezeln zu 0,95, was macht das?", "**3,7**"),
        ("rent 840 plus 95 utilities, times 12", "**11,220**"),
        ("Was sind 19 % MwSt auf 350 Euro, und brutto?", "**416,5**"),
        ("what is 20% VAT on 80, and gross?", "**96**"),
    ],
)
def test_an_account_is_summed(text: str, expected: str) -> None:
    assert expected in ask(ROLE, text).answer


@pytest.mark.parametrize(
    ("text", "not_said"),
    [
        ("3 coffees at 3.40 and 2 croissants at 2.10, with 10 % tip", "**14.4**"),
        ("gas 240 a month, price goes up 8 percent from april, what is the new price", "3,052"),
        ("wie viel MwSt stecken in 119 Euro brutto bei 19 %?", "141"),
        ("sell 120 mugs at 9 each, cost 4.20 each, 10 % broke. profit?", "**576**"),
        ("meet at 3 and 2 hours later at 5 at 10 euros", "**60**"),
    ],
)
def test_another_account_is_not_taken_for_it(text: str, not_said: str) -> None:
    assert not_said not in ask(ROLE, text).answer
