"""Spans with a break, lists of lengths, the year of an age, half birthdays, edges of a month, and fuel in its unit."""

import pytest

from tests.builtins.asking import ask


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Night shift 21:45 til 06:15 minus 45 min break. hours i get paid for?", "**7 h 45 min**"),
        ("shift 21:45, 06:15, minus 45 min break, paid hours?", "**7 h 45 min**"),
        ("worked 9:00 'til 17:30 less half an hour lunch, how long", "**8 h**"),
        ("add up my piano practice: 45 min, 1h10, 35min, 50 min, 1 h 25", "**4 h 45 min**"),
        ("total of 20 min, 1:10 and 35 min please", "**2 h 5 min**"),
        ("sum: 1h05, 2h10, 40min", "**3 h 55 min**"),
        ("Summe: 45 min, 1h10, 35 min", "**2 h 30 min**"),
        ("additionne 45 min, 1h10, 35 min", "**2 h 30 min**"),
        ("what year does a kid born in august 2013 turn 18", "**Friday, 1 August 2031**"),
        ("in which year will a child born on 3 May 2015 turn 16", "**Saturday, 3 May 2031**"),
        ("what year does someone born in 2013 turn 18", "one turns 18 in **2031**"),
        ("my daughter was born on 18 june, when's her half birthday", "**Friday, 18 December 2026**"),
        ("when is my half birthday, i was born on 29 august 1990", "**Sunday, 28 February 2027**"),
        ("Wann ist der halbe Geburtstag von ihr? Sie ist am 18. Juni geboren.", "**Freitag, 18. Dezember 2026**"),
        ("Wie viele Tage hat der Februar 2027, und auf welchen Wochentag fällt der letzte?", "**Sonntag, 28. Februar"),
        ("how many days does april 2027 have, and what weekday is the first", "**Thursday, 1 April 2027**"),
        ("how many days has june 2027 and on which weekday does it end?", "**Wednesday, 30 June 2027**"),
        ("combien de jours a février 2027 et quel jour de la semaine est le dernier ?", "**dimanche 28 février 2027**"),
    ],
)
def test_reads_lengths_ages_and_edges(text: str, expected: str) -> None:
    assert expected in ask("date_calculator", text).answer


def test_judges_the_half_birthday() -> None:
    answer = ask("date_calculator", "born on 18 june, when is her half birthday and is it on a weekend").answer
    assert "**No**: it is a Friday." in answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("add 7:30 and 8:15 minus 0:45", "**15 h 0 min**"),
        ("start at 1h10 and add 45 min and 30 min", "**02:25**"),
        ("I turn 40 in March 2027, what year was I born", "born in **1987**"),
        ("what year was somebody born who turned 18 in august 2013", "born in **1995**"),
        ("how many days are in march 2027", "March 2027 has **31 days**."),
        ("I was born on 18 june 1990, when is my next birthday", "18 June 2027"),
    ],
)
def test_keeps_what_only_looks_alike(text: str, expected: str) -> None:
    assert expected in ask("date_calculator", text).answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Der Mietwagen braucht laut Zettel 32 mpg. wie viel Liter auf 100 km sind das?", "**7,35046 Liter**"),
        ("my car does 32 mpg, how many litres for 250 km?", "**18.3761 litres**"),
        ("my car does 40 UK mpg, how many litres for 250 km?", "**17.6551 litres**"),
        ("ma voiture fait 30 mpg, combien de litres pour 100 km ?", "**7,8405 l**"),
        ("car uses 6 l/100km, how many gallons for 300 miles", "**7.6526 US gallons**"),
        ("car uses 7 l/100 km, how many litres for 350 km", "**24.5 litres**"),
    ],
)
def test_gives_fuel_in_the_unit_asked(text: str, expected: str) -> None:
    assert expected in ask("unit_converter", text).answer
