"""An amount at a price for each unit, parts of a price taken off, sums of products, dozens, parts in words."""

import pytest

from tests.builtins.asking import ask

ROLE = "calculator"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("45 litres at £1.42 per litre", "**63.9**"),
        ("i earn 12.60/hr and worked 37.5 hrs this week", "**472.5**"),
        ("312 kWh at 0.28 per kWh", "**87.36**"),
        ("2 kg at 3.50 a kilo", "**7**"),
        ("40 Liter zu 1,79 Euro pro Liter", "**71,6**"),
        ("35 heures à 12,50 € de l'heure", "**437,5**"),
        ("a train ticket was 58 with a 1/3 off railcard what do i pay", "**38.66666667"),
        ("sofa 900, 1/4 off, how much now?", "**675**"),
        ("total of 12 x 4.5 and 8 x 3.25", "**80**"),
        ("what's the sum of 3 x 2.50, 2 x 4.99 and 1 x 7", "**24.48**"),
        ("how much is 3 dozen at 0.45 each", "**16.2**"),
        ("7 eighths as a decimal", "**0.875**"),
        ("3 sixteenths of 48", "**9**"),
        ("5 achtel als dezimalzahl", "**0,625**"),
        ("my mobile is 15.99 a month, how much over 2 years", "**383.76**"),
        ("double 47 and add 6", "**100**"),
        ("subtract 17 from 100 and divide by 4", "**20.75**"),
        ("dividir 96 entre 8 y sumar 5", "**17**"),
        ("teile 84 durch 7 und addiere 5", "**17**"),
        ("add 12 and 15 and 8", "**35**"),
        ("is 45 over 40", "**Yes**"),
        ("a price of 119 includes 19% VAT. what is it without?", "**100**"),
    ],
)
def test_prices_of_amounts_and_parts(message: str, expected: str) -> None:
    assert expected in ask(ROLE, message).answer


@pytest.mark.parametrize(
    "message",
    [
        "45 litres at £1.42 per gallon",
        "60 miles at 12 miles an hour",
        "is 3 years more than 30 months",
        "3 hours at 60 miles an hour",
        "Ich arbeite 38,5 Stunden für 17,20 € die Stunde. Wie viel im Monat?",
        "I work 37.5 hours at 12.60 an hour, what is that in a year?",
    ],
)
def test_units_that_do_not_agree_are_declined(message: str) -> None:
    assert ask(ROLE, message).tag == "NULL"
