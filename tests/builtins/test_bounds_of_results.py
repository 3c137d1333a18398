"""A bound that stands behind a conversion without its unit is set against the result."""

import pytest

from tests.builtins.asking import ask, unused_words

ROLE = "unit_converter"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("flat is 640 sq ft how many m2, landlord says over 60", "**not over 60 square metres** (0.54 square metres"),
        ("640 sq ft in m2, agent says more than 55", "**over 55 square metres** (4.46 square metres more)"),
        ("640 sq ft in m2, landlord says over 60 m2", "**not over 60 square metres**"),
        ("the parcel weighs 12 lb in kg, they say under 5", "**not under 5 kilograms** (0.44 kilograms more)"),
        ("my run was 3.2 miles how many km, watch says over 5", "**over 5 kilometres**"),
        ("bag is 49 lb how many kg, airline allows max 23", "**at most 23 kilograms** (0.77 kilograms less)"),
        ("65 mph in km/h, the sign says max 100", "**over 100 kilometres per hour** (4.61"),
        ("fish tank 30 gallons in liters, seller says at least 115", "**under 115 litres** (1.44 litres less)"),
        ("98.6 f in c, doctor says under 37.5", "**under 37.5 °C** (0.5 °C less)"),
        ("wohnung hat 640 sq ft wieviel m2, vermieter sagt über 60", "**nicht über 60 m²** (0,54 m² weniger)"),
        ("j'ai 640 pieds carrés en m2, le propriétaire dit plus de 60", "**pas plus de 60 m²**"),
        ("640 pies cuadrados en m2, el dueño dice más de 55", "**más de 55 m²**"),
    ],
)
def test_a_bound_is_set_against_the_result(message: str, expected: str) -> None:
    assert expected in ask(ROLE, message).answer


def test_the_bound_counts_as_read() -> None:
    assert unused_words(ROLE, "flat is 640 sq ft how many m2, landlord says over 60").strip(" ,") == "flat"


@pytest.mark.parametrize(
    "message",
    [
        "convert 5 miles to km, she is over 60",
        "12 lb in kg, flight 60",
        "10 kg in lb, 3 people",
        "i need over 60 g of sugar in oz",
        "640 sq ft in m2, landlord says over 60 people came",
        "12 lb in kg, the site says over 5 lb",
    ],
)
def test_other_numbers_are_no_bound(message: str) -> None:
    assert "So it is" not in ask(ROLE, message).answer
