"""Days and tools told beside an amount, units of two countries, and the hours that a memory holds."""

import pytest

from tests.builtins.asking import ask, handler, payload

ROLE = "unit_converter"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a pint in the uk vs a pint in the states, how much more beer do i get in london", "**95.0848 millilitres**"),
        ("is a gallon in the UK bigger than a gallon in the US?", "the UK gallon is larger"),
        ("my recorder has 128 GB free, one hour of rehearsal takes 635 MB. how many full hours fit on it?", "**201**"),
        ("Karte mit 64 GB, eine Stunde Video braucht 4,5 GB. Wie viele Stunden passen drauf?", "**14** Stunden"),
        ("disque de 500 Go, une heure de film prend 2 Go, combien d'heures ?", "**250** heures"),
        ("how many hours are in 3 days", "**3 days = 72 hours**"),
        ("a pint in the uk in ml", "568.26125 millilitres"),
        ("128 GB in MB", "128,000 megabytes"),
    ],
)
def test_compares_countries_and_memory(text: str, expected: str) -> None:
    assert expected in ask(ROLE, text).answer


@pytest.mark.parametrize(
    ("text", "aside", "is_used"),
    [
        ("They forecast 14 inches of snow until friday!!! what is that in cm", "until friday", True),
        ("kite surfing tomorrow they say 18 knots. kmh?", "tomorrow", True),
        ("morgen 12 km laufen, wie viele Meilen", "morgen", True),
        ("80 miles on friday, in km?", "on friday", True),
        ("3 EL Öl = wieviel ml? hab nur einen Messbecher", "hab nur einen Messbecher", True),
        ("3 cups in ml? only have a kitchen scale", "only have a kitchen scale", True),
        ("what is 5 km in miles, and the weather tomorrow", "tomorrow", False),
        ("5 miles in km? remind me on friday", "on friday", False),
        ("5 cups in ml? i only have a tablespoon", "tablespoon", False),
    ],
)
def test_reads_days_and_tools_as_asides(text: str, aside: str, is_used: bool) -> None:
    used = handler(ROLE)(payload(text), None)["used"]
    start = text.index(aside)
    assert any(first <= start and start + len(aside) <= last for first, last in used) is is_used
