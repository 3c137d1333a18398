"""Measures as people write them: the are, the Pfund of 500 g, doses, races, and two amounts that may be one."""

import pytest

from tests.builtins.asking import ask, unused_words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "unser schrebergarten hat laut vertrag 3,5 Ar. wieviel quadratmeter hab ich da zu mähen",
            "**3,5 a = 350 m²**",
        ),
        ("wie viel Ar sind 350 m²", "= 3,5 a"),
        ("12 Ar in Hektar", "= 0.12 hectares"),
        ("un terrain de 8 ares, ça fait combien de m² ?", "= 800 m²"),
        ("una parcela de 5 áreas en metros cuadrados", "= 500 m²"),
        ("plot of 12 ares in acres", "0.296526 acres"),
    ],
)
def test_converts_the_are(text: str, expected: str) -> None:
    assert expected in ask("unit_converter", text).answer


@pytest.mark.parametrize("text", ["there are 3 are in square root", "what is 3 AR in dollars", "how are 5 in total"])
def test_takes_no_other_word_for_the_are(text: str) -> None:
    assert ask("unit_converter", text).tag == "NULL"


@pytest.mark.parametrize(
    ("text", "taken", "other"),
    [
        ("3 Pfund Mehl in kg", "= 1,5 kg**", "1,3608 kg"),
        ("ein halbes Pfund Butter in Gramm", "= 250 g**", "226,7962 g"),
        ("wie viel Pfund sind 2 kg", "= 4 Pfund**", "4,4092 lb"),
        ("2 Pfund Mehl in Tassen", "7,98 cup**", "7,2393 cup"),
        ("2 livres de pommes en kg", "= 1 kg**", "0,9072 kg"),
        ("200 livres en kg", "90,718474 kg**", "100 kg"),
    ],
)
def test_says_which_pound_was_taken(text: str, taken: str, other: str) -> None:
    answer = ask("unit_converter", text).answer
    assert taken in answer
    assert other in answer
    assert "453" in answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("3 pounds of flour in kg", "1.36077711 kilograms**"),
        ("rechne 10 Stone und 4 Pfund in Kilogramm um", "65,31730128 kg**"),
        ("3 englische Pfund in kg", "1,36077711 kg**"),
        ("Combien font 3,5 livres (pounds) en kilogrammes ?", "1,587573"),
    ],
)
def test_keeps_the_english_pound(text: str, expected: str) -> None:
    answer = ask("unit_converter", text).answer
    assert expected in answer
    assert "500 g" not in answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("syrup dose is 15 mg per kilo, kid weighs 18.5 kg. total mg?", "**277.5 milligrams**"),
        ("0,5 mg pro kg, Katze wiegt 4 kg, wie viel mg?", "**2 mg**"),
        ("jarabe 15 mg por kilo, el niño pesa 18,5 kg, ¿cuántos mg?", "**277,5 mg**"),
        ("15 mg par kilo, l'enfant pèse 18,5 kg, combien au total ?", "**277,5 mg**"),
        ("how much is 0.25 mg", "0.00025 grams"),
    ],
)
def test_gives_a_dose_in_its_unit(text: str, expected: str) -> None:
    assert expected in ask("unit_converter", text).answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Doctor wrote 0.25 mg but the box from pharmacy says 250 mcg. is this the same ???", "**Yes**"),
        ("are 1.5 l and 1500 ml the same?", "**Yes**"),
        ("Im Rezept steht 0,5 l, auf der Packung 50 cl. Ist das das gleiche?", "**Ja**"),
        ("le médecin a écrit 0,5 g et la boîte dit 500 mg, c'est la même chose ?", "**Oui**"),
        ("dice 2 kg y la etiqueta 2000 g, ¿es lo mismo?", "**Sí**"),
        ("5 mg and 5 mcg: is it the same?", "**No**"),
        ("pump says 30 psi, manual 2.4 bar, is that the same", "**No**"),
    ],
)
def test_says_whether_two_amounts_are_the_same(text: str, expected: str) -> None:
    assert ask("unit_converter", text).answer.startswith(expected)


def test_says_nothing_of_another_sameness() -> None:
    answer = ask("unit_converter", "0.25 mg and 250 mcg, is this the same price?").answer
    assert "Yes" not in answer
    assert "price" in unused_words("unit_converter", "0.25 mg and 250 mcg, is this the same price?")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "signed up for a half marathon (21.1 km) what is it in miles so i can cry",
            "**21.1 kilometres ≈ 13.1109 miles**",
        ),
        ("Half marathon is 13.1 miles right? So how many km", "**13.1 miles = 21.0824064 kilometres**"),
        ("le marathon (42,195 km) en miles", "**42.195 kilometres ≈ 26.2188 miles**"),
        ("Halbmarathon (21,1 km) in Meilen", "**21,1 km ≈ 13,1109 mi**"),
        ("half marathon (10 km) in miles", "- 21.0975 kilometres ≈ 13.1094 miles\n- 10 kilometres ≈ 6.21371 miles"),
        ("which is longer, a half marathon or 20 km", "**21.0975 kilometres** is longer"),
    ],
)
def test_takes_the_distance_beside_the_name_of_a_race(text: str, expected: str) -> None:
    assert expected in ask("unit_converter", text).answer
