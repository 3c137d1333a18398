"""Two units without numbers, drives with stops, paces of miles, and words that are units of another language only."""

import pytest

from tests.builtins.asking import ask

ROLE = "unit_converter"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("UK pint vs US pint in ml, whats the difference?", ("568.2612", "473.1765", "**95.0848 millilitres**")),
        ("difference between a uk gallon and a us gallon", ("4.5461", "3.7854", "the UK gallon is larger")),
        ("how much bigger is an imperial pint than a US pint", ("**95.0848 millilitres**",)),
        ("nautical mile vs mile?", ("1.852", "1.6093", "the nautical mile is larger")),
        ("short ton vs long ton?", ("907.1847", "1,016.0469")),
        ("difference between kg and lb?", ("453.5924", "the kilogram is larger")),
        (
            "Was ist der Unterschied zwischen einer US-Gallone und einer britischen Gallone in Litern?",
            ("3,7854", "4,5461", "**0,7607 l**"),
        ),
    ],
)
def test_units_of_one_kind_are_set_against_each_other(message: str, expected: tuple[str, ...]) -> None:
    answer = ask(ROLE, message).answer
    assert all(one in answer for one in expected)


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("2 pints vs 1 litre, which is more", "**1 litre** is more"),
        ("whats the difference between 3 kg and 5 lb", "0.73203815 kilograms"),
        ("difference between 1 UK pint and 1 US pint in ml", "95.0848 millilitres"),
        ("whats bigger a pint or half a litre", "**0.5 litres** is bigger"),
        ("whats bigger, a pint or half a litre", "**0.5 litres** is bigger"),
        ("which is longer 1 mile or 1.5 km", "**1 mile** is longer"),
    ],
)
def test_amounts_are_compared_as_amounts(message: str, expected: str) -> None:
    assert expected in ask(ROLE, message).answer


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("how long does it take to drive 240 miles at 60mph if I stop once for 30 min", "**4 h 30 min**"),
        ("driving 500 km at 100 km/h with two 15 minute breaks, how long in total?", "**5 h 30 min**"),
        ("how long is a 180 mile trip at 45 mph with a half an hour lunch stop", "**4 h 30 min**"),
        ("how long does it take to cycle 60 km at 20 km/h if i stop twice for 10 minutes?", "**3 h 20 min**"),
        ("Wie lange brauche ich für 300 km bei 120 km/h mit zwei Pausen von je 15 Minuten?", "**3 h**"),
        ("combien de temps pour 450 km à 90 km/h avec une pause de 20 minutes ?", "**5 h 20 min**"),
        ("¿Cuánto tardo en 300 km a 100 km/h con dos paradas de 15 minutos?", "**3 h 30 min**"),
        ("how long does it take to drive 240 miles at 60mph", "**4 hours"),
    ],
)
def test_stops_are_added_to_a_drive(message: str, expected: str) -> None:
    assert expected in ask(ROLE, message).answer


def test_a_drive_with_a_time_of_day_is_no_sum_of_stops() -> None:
    answer = ask(ROLE, "240 miles at 60 mph, leaving at 9am with a 30 min stop, when do i arrive?").answer
    assert "4 h 30 min" not in answer


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("how long will a 12 GB game take to download at 50 Mbps? my son is asking every 5 mins", "**32 min**"),
        ("how long does a 12 GB download take at 50 Mbps? my son asks every 5 mins", "**32 min**"),
        ("i once ran 5 km, how many miles is that", "3.10686 miles"),
        ("2 onces in grams", "56,69904625 g"),
        ("10 mins per mile pace for a half marathon, what time?", "**2 h 11 min 6 s**"),
        ("8 minute miles in min per km", "4.97097 min/km"),
        ("petrol 1.45 a litre, what's that per gallon UK", "**6.59 per UK gallon**"),
        ("2 pints uk to ml", "1,136.5225 millilitres"),
        ("2 cups (US) in ml", "473.176473 millilitres"),
        ("the recipe gives us 2 pints, in ml?", "946.352946 millilitres"),
        ("cook 40 min per kg for 2.3 kg", "92 minutes"),
        ("a 60 W bulb 5 hours a day for 30 days, kWh?", "**9 kilowatt hours**"),
        ("fence 18 metres with a post every 1.8 m, how many posts", "**11** with one at each end"),
        ("a lamp every 20 m on a 400 m street, how many lamps", "**21** with one at each end"),
        ("how many 330ml cans do i need for 5 litres of cola", "**16**"),
        ("6 x 330 ml in litres", "1.98 litres"),
        ("4 x 250 g packs of butter in lb", "2.20462 pounds"),
        ("3 x 45 min in hours", "2.25 hours"),
        ("10 x 8 cm in inches", "3.14961 inches"),
        ("2 x 3 x 4 m in litres", "24,000 litres"),
        ("drove 280 miles on 32 litres, mpg uk?", "**39.78 mpg (UK)**"),
        ("drove 280 miles on 32 litres, mpg?", "or **33.12235311 mpg (US)**"),
        ("filled 41 litres after 612 km, consumption?", "**6.69935 l/100 km**"),
        ("20 miles nautiques en km", "37.04 kilometres"),
        ("500 MB over 4 Mbit/s, minutes?", "**16 min 40 s**"),
        ("a 10 minute mile is how fast in mph?", "6 miles per hour"),
    ],
)
def test_remarks_and_paces(message: str, expected: str) -> None:
    assert expected in ask(ROLE, message).answer
