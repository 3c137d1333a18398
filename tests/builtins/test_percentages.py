"""Percentages, interest, ranges and offers in words: results worked out by hand."""

import pytest

from tests.builtins.asking import ask, output

ROLE = "calculator"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("after a 20% discount i paid 68 euro. what was the price before", "85"),
        ("the price went up 10% to 55, what was it before?", "50"),
        ("si pago 63 euros con un 30% de descuento, ¿cuánto costaba antes?", "90"),
        ("37 out of 148, what percentage is that?", "25"),
        ("My rent goes from 840 to 903. By how many percent is that?", "7.5"),
        ("der preis ist von 80 auf 92 gestiegen, um wie viel prozent?", "15"),
        ("le loyer passe de 700 à 735, hausse en %?", "5"),
        ("gano 1450 € al mes y ahorro 290, ¿qué porcentaje ahorro?", "20"),
        ("60 is what percent more than 50", "20"),
        ("stock fell from 120 to 90 what percent drop", "-25"),
        ("i bought it for 80 and sold for 100, profit in percent?", "25"),
        ("18 is 30% of what", "60"),
        ("if 15% of my salary is 420 what's my salary", "2800"),
        ("30 % sind 66 Euro, wie viel sind 100 %?", "220"),
        ("how much vat is in 120 incl 20% vat", "20"),
        ("was ist die mwst in 119 euro brutto bei 19%", "19"),
        ("Was ist 15 Prozent von 240?", "36"),
        ("net price 250, vat 20 percent, gross?", "300"),
        ("cordless drill 89.99, black friday -25%. final price?", "67.4925"),
        ("add 19% to 340 then take 10% off", "364.14"),
        ("I earn 2,460 after 18% tax, gross salary?", "3000"),
        ("salary 3000 gross, 20% tax, whats net", "2400"),
        ("hourly 19.50, 37.5 hours a week, 4 weeks. gross?", "2925"),
        ("Jacke 129 Euro, 30% reduziert. Was zahl ich?", "90.3"),
        ("I need a 15% deposit on 24000", "3600"),
        ("split 187.20 evenly between 6 people", "31.2"),
        ("sum of all whole numbers from 1 to 250", "31375"),
        ("sum of the even numbers from 1 to 10", "30"),
        ("sum of the odd numbers from 2 to 9", "24"),
        ("100 / 7 rounded to 2 decimals", "14.29"),
        ("salary 60000 a year, how much a month", "5000"),
        ("how many times does 7 go into 105", "15"),
        ("5 kg kosten 12 euro, was kosten 8 kg", "19.2"),
    ],
)
def test_the_relation_of_the_numbers_is_read(message: str, expected: str) -> None:
    assert str(output(ROLE, message)["results"][0]["result"]) == expected


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("I put 1000 in savings at 10% a year compounded yearly. how much after 2 years", "1,210"),
        ("how much interest do 1000 in savings earn at 10% in 2 years", "210"),
        ("simple interest on 1000 at 10% for 2 years", "200"),
        ("invest 1000 at 12% compounded monthly for 1 year", "1,126.82503013"),
        ("Brutto 59,90 inkl. 7% MwSt, wie hoch ist der Nettobetrag", "55,98130841"),
    ],
)
def test_sums_that_grow_and_net_amounts(message: str, expected: str) -> None:
    assert f"**{expected}" in ask(ROLE, message).answer


def test_the_cheaper_of_two_offers_comes_first() -> None:
    made = ask(ROLE, "yoghurt: 3 for 4.99 or 5 for 7.99. price per piece of the cheaper offer?").answer
    assert made.startswith("**5 for 7.99** is the better deal: 1.60 each")


@pytest.mark.parametrize(
    "message",
    [
        "sin of 30",
        "a 7/16 inch hole, how many mm is that",  # no quotient
    ],
)
def test_what_is_not_computed_is_declined(message: str) -> None:
    assert ask(ROLE, message).tag == "NULL"
