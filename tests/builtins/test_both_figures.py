"""Calculator: a share and the sum it makes, a new pay and how much more it is, a reduced price and what is saved."""

import pytest

from tests.builtins.asking import ask

BOTH = [
    ("was sind 19 % von 1.340 euro und was macht es dann zusammen", ("254,6", "1.594,6")),
    ("Wie viel sind 19 % von 250 und wie viel ist das insgesamt?", ("47,5", "297,5")),
    ("what is 20% of 80 and what does it come to altogether", ("16", "96")),
    ("what is 8 % of 250 and the total with it?", ("20", "270")),
    ("how much is a 20 % tip on 64, and the total?", ("12.8", "76.8")),
    ("combien font 20 % de 80 et combien au total ?", ("16", "96")),
    ("cuánto es el 21 % de 200 y cuánto suma en total?", ("42", "242")),
    ("20 % of 80, and in total?", ("16", "96")),
    ("how much is 18% VAT on 250 and what's the total", ("45", "295")),
    ("what is 15 % of 80 and how much is left?", ("12", "68")),
    ("Was sind 15 % von 80 und wie viel bleibt übrig?", ("12", "68")),
    (
        "My salary is 2,840 a month and goes up 3.5 percent. what will it be and how much more is that per year?",
        ("2,939.4", "1,192.8"),
    ),
    ("my pay is 500 per week and rises by 4 %. What is my new pay and how much more a year?", ("520", "1,040")),
    ("My salary of 3000 rises by 5 %. What is the new salary and the difference?", ("3,150", "150")),
    ("rent of 900 goes up 4 percent, how much will we pay and how much more is that?", ("936", "36")),
    (
        "Mein Lohn von 2840 im Monat steigt um 3,5 Prozent. Wie hoch ist er dann und wie viel mehr ist das im Jahr?",
        ("2.939,4", "1.192,8"),
    ),
    ("my salary of 2500 goes up by 3% from April, how much more is that a month", ("2,575", "75")),
    ("rent of 800 goes up by 3%, how much more do i pay", ("824", "24")),
    ("price 80, 15 % off: what do I pay and how much do I save?", ("68", "12")),
    ("Preis 80, 15 % Rabatt: was zahle ich und wie viel spare ich?", ("68", "12")),
]


@pytest.mark.parametrize(("message", "figures"), BOTH)
def test_both_figures_are_given(message: str, figures: tuple[str, str]) -> None:
    """Two figures are asked for, and both are answered."""
    answer = ask("calculator", message).answer
    assert all(f"**{figure}**" in answer for figure in figures), answer


@pytest.mark.parametrize(
    ("message", "figure"),
    [
        ("what is 20% of 80?", "16"),
        ("was sind 19 % von 1.340 euro insgesamt", "254,6"),
        ("we sold 65 % of 400 tickets, how many are left?", "140"),
        ("20 % of 80 plus 5 in total", "21"),
        ("price 80, 15 % off: what do I pay in total?", "68"),
        ("My salary is 2,840 a month and goes up 3.5 percent. what will it be?", "2,939.4"),
        ("My salary is 2,840 a month and goes up 3.5 percent. how much more is that per year?", "1,192.8"),
        ("20 % of what is 80 in total?", "400"),
        ("80 is 20 % of what total?", "400"),
        ("20 % of the total is 80, what is the total?", "400"),
    ],
)
def test_one_figure_stays_one(message: str, figure: str) -> None:
    """A single question has a single result."""
    answer = ask("calculator", message).answer
    assert f"**{figure}**" in answer
    assert answer.count("**") == 2, answer


def test_a_whole_that_is_named_is_not_sought() -> None:
    """A share of a number is no share of an unknown whole."""
    assert "400" not in ask("calculator", "what is 20 % of the total 80").answer


@pytest.mark.parametrize(
    ("message", "left"),
    [
        ("started with 520, spent 80 and 45.50, got 200 wages, what is left", "594.5"),
        ("hatte 520, ausgegeben 80 und 45,50, dann 200 verdient, was bleibt", "594,5"),
        ("I had 520, spent 80, paid 45.50. what is left", "394.5"),
        ("I got 520, spent 80 and 45.50, what's left?", "394.5"),
    ],
)
def test_what_comes_in_between_is_added_to_what_is_left(message: str, left: str) -> None:
    assert f"**{left}**" in ask("calculator", message).answer
