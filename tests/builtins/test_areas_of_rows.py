"""The area or volume of the rows of a table, and tables that are no text to count."""

import pytest

from tests.builtins.asking import ask

PLANKS = "plank,length_cm,width_cm\np1,200,20\np2,180,25\np3,240,15"
BRETTER = "Brett;Länge (cm);Breite (cm)\np1;200;20\np2;180;25\np3;240;15"


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (f"{PLANKS}\n\nhow much area have i got in total in m2, length times width", "**1.21 m²** (12,100 cm²)"),
        (f"total area in m²?\n{PLANKS}", "**1.21 m²**"),
        (f"how many square metres is that altogether\n{PLANKS}", "**1.21 m²**"),
        (f"what is the area of all the planks in sq ft\n{PLANKS}", "**13.0243 ft²**"),
        (f"area of each plank in m2\n{PLANKS}", "| p2 | 0.45 |"),
        (f"how much area without p2 in total in m2\n{PLANKS}", "**0.76 m²**"),
        (f"Wie viel Fläche ist das insgesamt in qm?\n{BRETTER}", "**1,21 m²**"),
        (f"Gesamtfläche in Quadratmeter, Länge mal Breite\n{BRETTER}", "**1,21 m²**"),
        ("Quelle surface totale en m2 ?\nplanche,longueur_cm,largeur_cm\na,200,20\nb,180,25", "**0,85 m²**"),
        ("¿Cuánta superficie en total en m2?\ntabla,largo_cm,ancho_cm\na,200,20\nb,180,25", "**0,85 m²**"),
        ("total volume in litres?\nbox,length_cm,width_cm,height_cm\na,50,40,30\nb,20,20,20", "**68 l**"),
        ("total area in m2?\nplank,length_cm,width_cm,qty\np1,200,20,2\np2,180,25,1", "length_cm × width_cm × qty"),
        ("area in total\nroom,length_m,width_m\nkitchen,4,3\nbath,2.5,2", "**17 m²**"),
    ],
)
def test_an_area_is_the_sum_of_length_times_width(message: str, wanted: str) -> None:
    """The unit is that of the question, or that of the columns."""
    assert wanted in (ask("csv_statistics", message).answer or "")


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (f"total of length_cm\n{PLANKS}", "**620**"),
        (f"average width\n{PLANKS}", "**20**"),
        ("total area\ncountry,area\nA,200\nB,180", "**380**"),
        ("total area in m2\nplank,length,width\np1,200,20\np2,180,25", "There is no column “area”"),
        (f"length times width in total\n{PLANKS}", "together: **12,100**"),
    ],
)
def test_one_column_or_no_unit_is_no_area(message: str, wanted: str) -> None:
    """A column of areas is summed, and columns without a unit are not converted."""
    answer = ask("csv_statistics", message).answer or ""
    assert wanted in answer
    assert "²" not in answer


@pytest.mark.parametrize(
    "message",
    [
        f"{PLANKS}\n\nhow much area have i got in total in m2, length times width",
        f"total price\n{PLANKS}",
        f"how many square metres\n{PLANKS}",
        f"Wie viel ist das insgesamt?\n{BRETTER}",
        "count this: name,age\nAnn,30\nBob,41",
    ],
)
def test_a_table_is_no_text_to_count(message: str) -> None:
    """Its cells are no words of a text."""
    answer = ask("text_statistics", message)
    assert answer.tag == "NULL"


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        (f"how many characters has this:\n{PLANKS}", "Characters: **"),
        (f"how many words are in this table\n{PLANKS}", "Words: **"),
        ("how many lines?\na;b\n1;2\n3;4", "Lines: **"),
        ("Wie viele Zeichen?\na;b\n1;2\n3;4", "Zeichen: **"),
        ("how many words: Dear all, we meet\nat 5, in the hall, as ever\nand 6, not at 7, for tea", "Words: **"),
    ],
)
def test_a_count_of_text_is_told_of_a_table_too(message: str, wanted: str) -> None:
    """Who asks for words gets them."""
    assert wanted in (ask("text_statistics", message).answer or "")
