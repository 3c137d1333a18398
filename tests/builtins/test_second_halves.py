"""The second half of a question: a further day, figure or cost is answered, or named as left out; never passed over."""

import pytest

from tests.builtins.asking import ask

NOW = "2026-11-29T20:00:00+00:00"  # a Sunday
TICKETS = "\n\nticket,agent,minutes\n101,Sam,12\n102,Rita,45\n103,Sam,30\n104,Rita,20\n105,Omar,8\n106,Sam,18"
COUNTS = "| Sam | 3 |\n| Rita | 2 |\n| Omar | 1 |"
MEANS = "| Rita | 32.5 |\n| Sam | 20 |\n| Omar | 8 |"
SUMS = "| Rita | 65 |\n| Sam | 60 |\n| Omar | 8 |"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "We got married on June 18, 2011. What day is our 20th anniversary and how many weeks from today is it?",
            ("**Wednesday, 18 June 2031**", "**237 weeks and 3 days** away"),
        ),
        ("what date is 100 days after 3 march 2027 and how many weeks away is that?", ("**27 weeks and 5 days**",)),
        (
            "my passport expires 3 march 2031. what weekday is that and how many years from now is it?",
            ("**Monday**", "**4 years, 3 months and 3 days**"),
        ),
        ("what day is 4 july 2027 and how long is it from today?", ("**Sunday**", "**217 days** away")),
        (
            "Welches Datum ist 100 Tage nach dem 3.3.2027 und wie viele Wochen sind es ab heute?",
            ("**Freitag, 11. Juni 2027**", "**27 Wochen und 5 Tage**"),
        ),
        (
            "Quel jour est 100 jours après le 3 mars 2027 et combien de semaines à partir d'aujourd'hui ?",
            ("**vendredi 11 juin 2027**", "**27 semaines et 5 jours**"),
        ),
        (
            "¿Qué fecha es 100 días después del 3 de marzo de 2027 y cuántas semanas faltan desde hoy?",
            ("**viernes, 11 de junio de 2027**", "**27 semanas y 5 días**"),
        ),
    ],
)
def test_counts_from_today_to_the_day_of_the_first_question(text: str, expected: tuple[str, ...]) -> None:
    answer = ask("date_calculator", text, now=NOW).answer
    assert [one for one in expected if one not in answer] == [], answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("what day is it today and how many weeks is it until christmas", "**3 weeks and 5 days** (26 days)"),
        (
            "when is easter 2027 and how many weeks from today is 4 july 2027?",
            "to Sunday, 4 July 2027 it is **31 weeks**",
        ),
        ("which calendar week is it and how many days are left in the year", "32 days are left"),
    ],
)
def test_counts_to_a_day_of_its_own(text: str, expected: str) -> None:
    assert expected in ask("date_calculator", text, now=NOW).answer


@pytest.mark.parametrize(
    ("question", "tables"),
    [
        ("How many tickets per agent, and the mean minutes per agent?", (COUNTS, MEANS)),
        ("how many tickets does each agent have, and the total minutes per agent?", (COUNTS, SUMS)),
        ("tickets per agent and the average minutes per agent", (COUNTS, MEANS)),
        ("number of tickets and mean minutes per agent", (COUNTS, MEANS)),
        ("count and average of minutes by agent", (COUNTS, MEANS)),
        ("for each agent: how many tickets, and the average minutes", (COUNTS, MEANS)),
        ("how many minutes per agent and the mean minutes per agent", (SUMS, MEANS)),
        ("min and max minutes per agent", ("| Rita | 45 |\n| Sam | 30 |", "| Rita | 20 |\n| Sam | 12 |")),
        ("sum of minutes per agent and the highest minutes per agent", (SUMS, "| Rita | 45 |\n| Sam | 30 |")),
        ("combien de tickets par agent et la moyenne des minutes par agent ?", ("| Sam | 3 |", "| Rita | 32,5 |")),
        ("Anzahl der Tickets pro agent und mittlere minutes pro agent", ("| Sam | 3 |", "| Rita | 32,5 |")),
        ("mean minutes per agent and the overall mean", (MEANS, "The mean of minutes is **22.1667**")),
        ("how many tickets per agent, and the mean minutes over all?", (COUNTS, "The mean of minutes is **22.1667**")),
        ("total minutes per agent and how many minutes overall", (SUMS, "The sum of minutes is **133**")),
        ("how many tickets per agent, and who has the most?", (COUNTS, "agent: **Sam** (number of rows: **3**)")),
        ("how many agents are there and what is the mean of minutes?", ("**3** different values", "**22.1667**")),
        ("average number of tickets per agent", ("On average **2** rows per agent",)),
        ("which agent has the most tickets and the highest average minutes", ("**Sam** (number of", "**Rita** (mean")),
        ("which agent has the highest total minutes and how many tickets did he have", ("**Rita** (sum", "is **2**")),
    ],
)
def test_answers_each_figure_of_the_groups(question: str, tables: tuple[str, ...]) -> None:
    answer = ask("csv_statistics", question + TICKETS).answer
    assert [one for one in tables if one not in answer] == [], answer


@pytest.mark.parametrize(
    ("question", "said", "unsaid"),
    [
        ("how many tickets per agent?", COUNTS, "mean"),
        ("average minutes per agent", MEANS, "number of rows"),
        ("how many minutes per agent", SUMS, "number of rows"),
        (
            "which agent has the highest and which the lowest average minutes",
            "**Rita** (mean of minutes: **32.5**)",
            "45",
        ),
        ("who has the highest average minutes", "**Rita** (mean of minutes: **32.5**)", "number of rows"),
    ],
)
def test_one_figure_of_the_groups_stays_alone(question: str, said: str, unsaid: str) -> None:
    answer = ask("csv_statistics", question + TICKETS).answer
    assert said in answer
    assert unsaid not in answer


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        (
            "480 km, how many miles. it uses 6.5 l per 100km so how much petrol, and at 1.79 a litre what is the cost",
            ("**298.258 mi**", "**31.2 litres**", "**55.85**"),
        ),
        (
            "Strecke 480 km, wie viele Meilen? Mein Auto braucht 6,5 l auf 100 km, wie viel Benzin ist das?",
            ("**298,258 mi**", "**31,2 Liter**"),
        ),
        ("trajet de 480 km, combien de milles ? 6,5 l aux 100 km, combien d'essence ?", ("298,258 mi", "31,2 litres")),
        ("bmi for 80 kg and 180 cm and what should i weigh?", ("I cannot do this part", "BMI **24.7**")),
        ("60 W lamp, 5 hours a day, how many kWh, and what does it cost", ("I cannot do this part", "**0.3** kWh")),
        (
            "45 m2 wall, paint covers 10 m2 per litre, two coats, how many litres and what does it cost",
            ("I cannot do",),
        ),
        ("480 km at 6.5 l per 100 km, how many litres, and how long does it take?", ("I cannot do this part",)),
        ("a car does 14 km per litre, how many litres for 420 km and what does that cost?", ("I cannot do this part",)),
        ("Wie viele Liter für 250 km bei 7 l auf 100 km und wie lange dauert das?", ("Das kann ich nicht", "17,5")),
    ],
)
def test_a_consumption_tells_which_question_it_leaves_out(message: str, expected: tuple[str, ...]) -> None:
    answer = ask("unit_converter", message).answer
    assert [one for one in expected if one not in answer] == [], answer


@pytest.mark.parametrize(
    "message",
    [
        "I drive 420 km and use 6.5 l/100km, how much is that at 1.80€ per litre",
        "60 W lamp, 5 hours a day, what does it cost at 30 cents per kwh",
        "how long does it take to fill a 50 gallon tank at 5 gallons per minute",
        "mein BMI bei 1,80 m und 75 kg?",
    ],
)
def test_one_question_about_a_consumption_is_answered_whole(message: str) -> None:
    answer = ask("unit_converter", message).answer
    assert "cannot" not in answer
    assert "kann ich nicht" not in answer


def test_fuel_and_its_cost_are_both_computed() -> None:
    message = "trip of 480 km, my car uses 6.5 l per 100km so how much petrol, and at 1.79 a litre what does it cost"
    assert all(one in ask("calculator", message).answer for one in ("**31.2**", "**55.85**"))
