"""Plain questions on parts of amounts and prices in parts, each checked by computing the answer here."""

import random

import pytest

from tests.builtins.asking import ask
from tests.builtins.plain_sentences import cases, figures
from tests.rounds import rounds

UNITS, SUMS = "unit_converter", "calculator"
FEET, MILES = 3.280839895, 1.609344
PARTS = {
    "en": {"a tenth": 1 / 10, "a fifth": 1 / 5, "a sixth": 1 / 6, "three eighths": 3 / 8, "two thirds": 2 / 3},
    "de": {"ein Zehntel": 1 / 10, "ein Fünftel": 1 / 5, "drei Achtel": 3 / 8, "zwei Drittel": 2 / 3},
    "fr": {"un dixième": 1 / 10, "un cinquième": 1 / 5, "un sixième": 1 / 6},
    "es": {"un décimo": 1 / 10, "un quinto": 1 / 5, "un tercio": 1 / 3, "tres cuartos": 3 / 4},
}
OF_AMOUNTS = {
    "part": {
        "en": "\n{p} of {x} metres in feet\nI only walked {p} of the {x} m, how many feet is that\n",
        "de": "\n{p} von {x} Metern in Fuß\n",
        "fr": "\n{p} de {x} mètres en pieds\n",
        "es": "\n{p} de {x} metros en pies\n",
    }
}
OF_MILES = {
    "part": {
        "en": "\n{p} of a mile in km\nwhat is {p} of a mile in kilometres?\n",
        "de": "\n{p} Meile in km\n",
        "fr": "\n{p} de mile en km\n",
        "es": "\n{p} de milla en km\n",
    }
}
NO_WEIGHT = """
{n} kcal per hour, how much weight will I lose
{n} kcal per hour, how much weight will I lose in 2 hours
running burns {n} calories an hour. how many pounds do i lose if i run for 3 hours?
{n} kcal pro Stunde, wie viel nehme ich in 3 Stunden ab?
{n} kcal par heure, combien de kilos je perds en 3 heures ?
{n} kcal por hora, ¿cuánto peso pierdo en 2 horas?
"""
RATES = {
    "rates": {
        "en": """
A sofa costs {p} €. I pay {d} € now and the rest in {n} equal instalments. How high is each instalment?
{p} euros, {d} down, rest in {n} monthly instalments, how much per month
laptop {p} dollars with {d} deposit, remainder in {n} payments. how big is each payment
""",
        "de": "\nDas Sofa kostet {p} €, {d} € Anzahlung, Rest in {n} Raten. Wie hoch ist eine Rate?\n",
        "fr": "\nUn canapé à {p} €, {d} € d'acompte et le reste en {n} mensualités, combien par mois ?\n",
        "es": "\nUn sofá de {p} €, {d} € de entrada y el resto en {n} plazos, ¿cuánto es cada plazo?\n",
    }
}
SHARED = {
    "shared": {
        "en": """
i paid {a}, tom paid {b} and anna paid {c}, split by 3, how much is each share
We are three: I spent {a} €, Tom {b} € and Anna {c} €. What is the share of each of us?
split {a} + {b} + {c} between 3 people
{a}, {b} and {c} euros shared equally by 3 friends, how much per person
""",
        "de": "\nIch habe {a} €, Tom {b} € und Anna {c} € bezahlt. Wie viel ist das pro Person bei drei Leuten?\n",
        "fr": "\nJ'ai payé {a} €, Luc {b} € et Marie {c} €. On est trois, combien par personne ?\n",
    }
}
ONE_OF_MANY = {
    "one": {
        "en": """
{n} eggs cost {t} euros, what is that per egg
{n} cans for {t}, how much each
box of {n} pens {t} €, each?
""",
        "de": """
{n} Dosen kosten {t} €, was kostet eine?
Eine Packung mit {n} Eiern kostet {t} €. Was kostet ein Ei?
""",
        "es": "\n{n} latas por {t} €, ¿cuánto cada una?\n",
    }
}
TILES = """
I want to tile a bathroom of {a} m by {b} m with tiles of {s} cm by {s} cm. How many do I need?
¿cuántas baldosas de {s} x {s} cm necesito para un suelo de {a} m por {b} m?
combien de carreaux de {s} x {s} cm pour une pièce de {a} m sur {b} m ?
"""


def holds(role: str, message: str, wanted: float) -> None:
    """Assert that the answer to a message holds a number, but for its rounding."""
    made = ask(role, message)
    assert made.tag == "SUCCESS", (message, made.answer)
    assert any(one == pytest.approx(wanted, rel=2e-4, abs=0.006) for one in figures(made.answer)), (
        message,
        made.answer,
    )


def other_signs(number: float, language: str) -> str:
    """Return a price as a language writes it."""
    return f"{number:.2f}" if language == "en" else f"{number:.2f}".replace(".", ",")


@pytest.mark.parametrize(("kind", "language", "sentence"), cases(OF_AMOUNTS))
def test_part_of_an_amount(kind: str, language: str, sentence: str) -> None:
    """The amount itself is what a part of it was taken for."""
    drawn = random.Random(sentence)
    for words, part in PARTS[language].items():
        size = drawn.choice([120, 240, 360, 600])
        message = sentence.format(p=words, x=size)
        holds(UNITS, message, part * size * FEET)
        assert all(one != pytest.approx(size * FEET, rel=1e-4) for one in figures(ask(UNITS, message).answer))


@pytest.mark.parametrize(("kind", "language", "sentence"), cases(OF_MILES))
def test_part_of_a_unit(kind: str, language: str, sentence: str) -> None:
    for words, part in PARTS[language].items():
        holds(UNITS, sentence.format(p=words), part * MILES)


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("two and a fifth miles in km", 2.2 * MILES),
        ("two and a fifth miles", 2.2 * MILES),
        ("how many km is three and two fifths miles", 3.4 * MILES),
        ("zwei und ein Fünftel Meilen in km", 2.2 * MILES),
        ("five and three quarter miles in km", 5.75 * MILES),
        ("two thirds of 3,000 m in feet", 2000 * FEET),
        ("half of 400 m in feet", 200 * FEET),
        ("3 miles in km", 3 * MILES),
    ],
)
def test_wholes_with_parts(message: str, wanted: float) -> None:
    holds(UNITS, message, wanted)


def test_a_place_in_a_row_is_no_part() -> None:
    assert "2,400 metres" in ask(UNITS, "the fifth of 6 laps was 400 m, how many feet is that").answer


@pytest.mark.parametrize("sentence", NO_WEIGHT.strip().splitlines())
def test_energy_is_no_weight(sentence: str) -> None:
    assert ask(UNITS, sentence.format(n=500)).tag == "NULL"


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("I lose 0.5 kg per week, how much weight will I lose in 8 weeks", 4.0),
        ("500 kcal a day, 1 kg is 7700 kcal, how many kilos in 30 days", 15_000 / 7_700),
        ("12 bags of 25 kg each, how heavy is that", 300.0),
        ("I burn 500 kcal per hour, how many kcal in 3 hours", 1_500.0),
    ],
)
def test_weights_that_are_told(message: str, wanted: float) -> None:
    holds(UNITS, message, wanted)


@pytest.mark.parametrize("days", [17, 59, 110])
def test_weeks_and_days(days: int) -> None:
    wanted = f"{days // 7} wk {days % 7} d"
    for message in (
        f"{days} days in weeks and days",
        f"how many weeks and days is {days} days?",
        f"{days} Tage in Wochen und Tagen",
        f"{days} jours en semaines et jours",
    ):
        assert wanted in ask(UNITS, message).answer, message
    assert wanted not in ask(UNITS, f"{days} days in weeks").answer


@pytest.mark.parametrize("seconds", [3_725, 4_000, 7_384])
def test_hours_minutes_and_seconds(seconds: int) -> None:
    wanted = f"{seconds // 3600} h {seconds // 60 % 60} min {seconds % 60} s"
    assert wanted in ask(UNITS, f"{seconds} seconds in hours, minutes and seconds").answer
    assert f"{seconds // 60} min {seconds % 60} s" in ask(UNITS, f"{seconds} seconds in minutes and seconds").answer


@pytest.mark.parametrize("litres", [120, 130, 300])
def test_whole_minutes_have_no_sixty_seconds(litres: int) -> None:
    answer = ask(UNITS, f"Wie lange dauert es, {litres} Liter mit 10 l/min einzufüllen?").answer
    assert f"**{litres // 10} min**" in answer


@pytest.mark.parametrize(
    ("message", "wanted"),
    [
        ("two fifths of my 120 euros are gone, how much is that", 48),
        ("three quarters of my 480 euros are gone, how much is that", 360),
        ("three quarters of 480 euros are gone, how much is left", 120),
        ("Ein Drittel von 90 Euro ist weg, wie viel bleibt übrig?", 60),
        ("24 instalments of 49.00, total?", 1_176),
        ("350 g at 15.90 €/kg", 5.565),
        ("7.5 h x 14.00 €/h", 105),
        ("300 g flour for 12 persons, 2 persons?", 50),
        ("4 puissance 6", 4_096),
        ("3 elevado a 4", 81),
    ],
)
def test_sums(message: str, wanted: float) -> None:
    holds(SUMS, message, wanted)


@pytest.mark.parametrize(("kind", "language", "sentence"), cases(RATES))
def test_instalments_of_the_rest(kind: str, language: str, sentence: str) -> None:
    drawn = random.Random(sentence)
    for _ in range(rounds(3, 30)):
        price, down, count = drawn.choice([600, 900, 1200]), drawn.choice([100, 200, 300]), drawn.choice([6, 12, 24])
        holds(SUMS, sentence.format(p=price, d=down, n=count), (price - down) / count)


def test_instalments_with_interest_are_refused() -> None:
    message = "A sofa costs 1200 €. I pay 300 € now and the rest in 12 instalments at 3 % interest. How high is each?"
    assert ask(SUMS, message).tag == "NULL"


@pytest.mark.parametrize(("kind", "language", "sentence"), cases(SHARED))
def test_shares_of_what_was_paid(kind: str, language: str, sentence: str) -> None:
    drawn = random.Random(sentence)
    for _ in range(rounds(3, 30)):
        paid = [drawn.choice([12, 18, 24, 30, 36, 45]) for _ in range(3)]
        holds(SUMS, sentence.format(**dict(zip("abc", paid, strict=True))), sum(paid) / 3)


@pytest.mark.parametrize(("kind", "language", "sentence"), cases(ONE_OF_MANY))
def test_price_of_one(kind: str, language: str, sentence: str) -> None:
    drawn = random.Random(sentence)
    for _ in range(rounds(3, 30)):
        count, cents = drawn.choice([4, 6, 8, 12]), drawn.randint(30, 300)
        message = sentence.format(n=count, t=other_signs(count * cents / 100, language))
        holds(SUMS, message, cents / 100)


@pytest.mark.parametrize("sentence", TILES.strip().splitlines())
def test_tiles_of_a_floor(sentence: str) -> None:
    drawn = random.Random(sentence)
    for _ in range(rounds(3, 30)):
        length, width, side = drawn.randint(3, 6), drawn.randint(2, 4), drawn.choice([20, 25, 50])
        message = sentence.format(a=length, b=width, s=side)
        holds(SUMS, message, length * width * 10_000 / side**2)
