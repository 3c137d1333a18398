"""Ages on another day than the told one, days that are in no calendar, and the year of a day behind a later one. Now is
Saturday, 2026-11-21."""

import pytest

from tests.builtins.asking import ask


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("A puppy is 9 weeks old today. How old will it be at Christmas?", "**13 weeks and 6 days** old"),
        ("our puppy is 9 weeks old today, how many weeks old is she at christmas", "**13 weeks and 6 days** old"),
        ("How old will a kitten be on 24 December that is 7 weeks old today?", "**11 weeks and 5 days** old"),
        ("The puppy was 8 weeks old on 14 November 2026. How old will he be at Christmas?", "**13 weeks and 6 days**"),
        ("The puppy was 8 weeks old on 14 November 2026. How old is he now?", "**9 weeks** old"),
        ("The puppy is 9 weeks old today. How many months old is he on 1 March 2027?", "**5 months and 10 days**"),
        ("The baby is 5 months and 3 days old today. How old will she be on 1 March 2027?", "**8 months and 11 days**"),
        ("Unser Welpe ist heute 9 Wochen alt. Wie alt ist er an Weihnachten?", "**13 Wochen und 6 Tage** alt"),
        ("Notre chiot a 9 semaines aujourd'hui. Quel âge aura-t-il à Noël ?", "**13 semaines et 6 jours**"),
        ("El cachorro tiene 9 semanas hoy. ¿Qué edad tendrá en Navidad?", "**13 semanas y 6 días**"),
    ],
)
def test_counts_on_from_a_told_age(text: str, expected: str) -> None:
    assert expected in ask("date_calculator", text).answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The puppy was born on 19 September 2026. How old is it at Christmas?", "0 years, 3 months and 6 days"),
        ("when was she born if she is 9 weeks old today", "**Saturday, 19 September 2026**"),
        ("how old is somebody born on 3 May 1990 at Christmas", "36 years"),
        ("how old will my dog, born 12 June 2020, be at easter", "6 years, 9 months and 16 days"),
        ("Wie alt ist jemand, der am 3. Mai 1990 geboren ist, an Weihnachten?", "**36 Jahre**"),
        ("Born 3 May 1990, how old was she at Christmas?", "35 years"),
    ],
)
def test_keeps_ages_from_a_birth(text: str, expected: str) -> None:
    assert expected in ask("date_calculator", text).answer


def test_says_that_years_alone_leave_the_birthday_open() -> None:
    found = ask("date_calculator", "My son is 5 years old. How old will he be at Christmas?")
    assert found.tag == "NULL"
    assert "5 or 6" in found.answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("is 2026-02-30 a real date", "**No**: There is no 30 February 2026"),
        ("Is 31/04/2026 a valid date?", "**No**: There is no 31 April"),
        ("does 30 february exist", "**No**: There is no 30 February"),
        ("is there a 29 february in 2027", "**No**: There is no 29 February 2027"),
        ("is 29 february 2028 a real date", "**Yes**: it is Tuesday"),
        ("is 2026-13-01 a valid date", "**No**: There is no month 13"),
        ("Gab es den 29. Februar 1900?", "**Nein**, dieses Datum gibt es nicht: der Monat 2/1900 hat 28 Tage."),
        ("Ist der 30.02.2026 ein echtes Datum?", "**Nein**"),
        ("Le 31 avril 2027 existe-t-il ?", "**Non**, cette date n'existe pas"),
        ("¿Es 30/02/2026 una fecha válida?", "**No**, esa fecha no existe"),
    ],
)
def test_says_whether_a_day_is_in_the_calendar(text: str, expected: str) -> None:
    assert expected in ask("date_calculator", text).answer


@pytest.mark.parametrize(
    "text",
    [
        "is there a bank holiday on 1 May 2027",
        "what is the real date of the 4th advent",
        "is my visa valid on 3 May 2027 if it ends on 4 May 2027",
    ],
)
def test_judges_no_day_that_is_not_asked(text: str) -> None:
    assert "**Yes**: it is" not in ask("date_calculator", text).answer


@pytest.mark.parametrize("text", ["2026-02-30", "is 2026-11-30 a real date", "what is 2026-13-01"])
def test_takes_no_date_for_a_difference(text: str) -> None:
    assert ask("calculator", text).tag == "NULL"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Invoice of 2026-11-30: 3 x 45.50 plus 19%", "**162.435**"),
        ("2026-1994", "**32**"),
        ("2026 - 11 - 30", "**1,985**"),
    ],
)
def test_computes_beside_a_date(text: str, expected: str) -> None:
    assert expected in ask("calculator", text).answer


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("How many days is it from 31 December 2026 back to 1 December?", 30),
        ("days between 31 December 2026 and 1 December", 30),
        ("Wie viele Tage sind es vom 31. Dezember 2026 zurück bis zum 1. Dezember?", 30),
        ("Wie viele Tage liegen zwischen dem 24. Dezember 2026 und dem 6. Dezember?", 18),
        ("The trip ends on 31 December 2026 and starts on 1 December. How many days is that?", 30),
        ("The lease ends on 31 March 2027, it began on 1 October. How many months is that?", 181),
        ("Combien de jours entre le 31 décembre 2026 et le 1er décembre ?", 30),
    ],
)
def test_reads_a_day_behind_a_later_one_as_the_earlier(text: str, days: int) -> None:
    assert abs(ask("date_calculator", text).output["days"]) == days


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("days from 20 December 2026 to 5 January", 16),
        ("from 31 December 2026 to 1 December", 335),
        ("contract from 15 March 2026, ends 1 March. how many days?", 351),
        ("Wie viele Tage vom 24. Dezember 2026 bis 6. Januar?", 13),
        ("We leave on 28 December 2026 and are back on 3 January. How many days is that?", 6),
    ],
)
def test_keeps_the_year_that_follows(text: str, days: int) -> None:
    assert ask("date_calculator", text).output["days"] == days
