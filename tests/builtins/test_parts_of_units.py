"""Parts of a unit in words, alone and in a comparison, in four languages."""

import pytest

from tests.builtins.asking import ask


def said(message: str) -> str:
    """Return the answer of the unit converter."""
    return ask("unit_converter", message).answer or ""


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (
            "Allotment is a tenth of an acre, the rules say at most 400 square metres. Am I under?",
            ("**No**", "**0.1 acres**", "4.6856"),
        ),
        ("is a tenth of an acre more than 400 square metres?", ("**Yes**", "**0.1 acres**")),
        (
            "My plot is an eighth of an acre and 500 square metres is the limit. Is it under?",
            ("**No**", "**0.125 acres**"),
        ),
        ("Ist ein Zehntel Hektar mehr als 900 Quadratmeter?", ("**Ja**", "**0,1 ha**")),
        (
            "Mein Garten ist ein Zehntel Acre groß, erlaubt sind höchstens 400 Quadratmeter. Liege ich darunter?",
            ("**Nein**", "**0,1 acre**"),
        ),
        ("drei Viertel Pfund, ist das mehr als 350 g?", ("**Ja**", "**0,75 Pfund**")),
        ("un tercio de milla, ¿es más que 500 m?", ("**Sí**",)),
        ("a tenth of an acre in square metres", ("404.686",)),
        ("a fifth of a gallon in ml", ("757.0823568",)),
        ("five eighths of an inch in mm", ("15.875",)),
        ("three fifths of a mile in km", ("0.9656064",)),
        ("drei Fünftel Liter in ml", ("600 ml",)),
        ("un dixième d'acre en mètres carrés", ("404,686",)),
        ("trois cinquièmes de litre en ml", ("600 ml",)),
        ("la décima parte de un acre en metros cuadrados", ("404,686",)),
        ("zwei Drittel Meile in Meter", ("1.072,896",)),
        ("a sixth of a mile in m", ("268.224",)),
    ],
)
def test_a_part_of_a_unit_in_words(message: str, wanted: tuple[str, ...]) -> None:
    """It is the fraction of the unit, not the unit."""
    answer = said(message)
    assert all(one in answer for one in wanted), answer


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("a quarter of a mile in m", "402.336"),
        ("1 and 3/4 cups in ml", "414.029"),
        ("two and a third cups in ml", "552.039"),
        ("Is 1 acre more than 400 square metres?", "**1 acre**"),
        ("the fifth mile took 8 minutes, what is 1 mile in km", "1.609344"),
        ("10 acres in hectares", "4.046"),
    ],
)
def test_whole_units_and_mixed_numbers_stay(message: str, wanted: str) -> None:
    """An ordinal in front of a unit, mixed numbers and whole ones are read as before."""
    assert wanted in said(message)


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("the heat meter in our flat shows 3.6 GJ, I'd like that in kWh", "1,000 kilowatt hours**"),
        ("Combien de kWh font 3,6 gigajoules ?", "000 kWh**"),
        ("1000 kWh in GJ", "3.6 gigajoules**"),
        ("Die Regentonne aus den USA hat laut Aufkleber 8 Kubikfuß. Wie viel Liter passen da rein?", "226,535 l**"),
        ("8 pieds cubes en litres", "226,535 l**"),
        ("8 pies cúbicos en litros", "226,535 l**"),
        ("2 pouces cubes en ml", "32,774128 ml**"),
        ("8 pieds en cm", "243,84 cm**"),
        ("8 GB in MB", "8,000 megabytes**"),
        ("8 Kubikmeter in Liter", "8.000 l**"),
    ],
)
def test_gigajoules_and_cubic_feet(message: str, wanted: str) -> None:
    """Their names in other languages are read too, beside feet and gigabytes."""
    assert wanted in said(message)
