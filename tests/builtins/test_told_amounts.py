"""Amounts that a story tells: a way with its fuel, a race at a pace, a room with its height, prices of more."""

import pytest

from tests.builtins.asking import ask

NOW = "2026-11-28T10:00:00+00:00"  # a Saturday
SIGNUPS = "\nmonth,signups\nJan,820\nFeb,910\nMar,760\nApr,450\nMay,480"


@pytest.mark.parametrize(
    ("role", "text", "answer"),
    [
        ("unit_converter", "412 km with 31 litres, what is that per 100 km", "7.52427 l/100 km"),
        ("unit_converter", "we did 300 miles on 10 gallons, what mpg is that", "30 mpg"),
        ("unit_converter", "500 km und 40 Liter, wie hoch ist der Verbrauch?", "8 l/100 km"),
        ("unit_converter", "marathon at 5:20 per km, total time", "3 h 45 min 2 s"),
        ("unit_converter", "10 km à 5 min 20 par km, quel temps ?", "53 min 20 s"),
        ("unit_converter", "room is 4.2 by 3.8 and 2.5 m high, volume", "39.9 cubic metres"),
        ("calculator", "3 kg of apples were 7.47, so 5 kilos would be how much", "**12.45**"),
        ("calculator", "4 pizzas with 8 slices each, 9 of us eat 3 each, how many slices are left?", "**5**"),
        ("calculator", "5 Packungen mit 12 Keksen, 7 Kinder essen jedes 6, wie viele bleiben übrig?", "**18**"),
        ("csv_statistics", f"between which two months did signups drop hardest{SIGNUPS}", "**Mar** (760) to **Apr**"),
        (
            "csv_statistics",
            f"größter Anstieg zwischen zwei Monaten?{SIGNUPS}",
            "**Jan** (820) zu **Feb** (910): **90**",
        ),
        ("csv_statistics", "total montant\nclient;montant\nDurand;1 250,50\nMartin;980,00", "2,230.5"),
        ("csv_statistics", "semicolons to commas please\na;b\n1;2\n3;4", "a,b\n1,2\n3,4"),
        ("csv_statistics", "make json out of this csv\nname,pets\nAna,2", '{"name": "Ana", "pets": 2}'),
    ],
)
def test_a_told_amount_is_used(role: str, text: str, answer: str) -> None:
    assert answer in ask(role, text).answer


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        ("from fri 18:00 till mon 07:30, how many hours was that", "61 h 30 min"),
        ("von Fr 18:00 bis Mo 7:30, wie viele Stunden?", "61 h 30 min"),
        ("i work from 8:15 to 16:50 with a 45 min lunch, how much is that a day", "7 h 50 min"),
        ("wie alt wird oma 2027, jahrgang 1938", "89 Jahre"),
        ("how old will someone born in 1990 be in 2030", "**40**"),
        ("someone born 5 Feb 2001: days until the next birthday", "**69 days**"),
        ("every 2 weeks, last one was nov 19 2026, next three dates", "31 December 2026"),
        ("alle 2 Wochen ab 3.12.2026, die nächsten 3 Termine", "31. Dezember 2026"),
        ("Bescheid kam am 20.11.2026, ich hab 14 tage zeit ab da. letzter tag?", "4. Dezember 2026"),
    ],
)
def test_a_told_time_is_used(text: str, answer: str) -> None:
    assert answer in ask("date_calculator", text, now=NOW).answer


def test_times_of_day_that_are_not_understood_are_not_added_to_the_present() -> None:
    made = ask("date_calculator", "open 8:15, 12:10 and 16:50, then 45 minutes more", now=NOW).answer
    assert "UTC" not in made
