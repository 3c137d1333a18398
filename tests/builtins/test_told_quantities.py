"""Problems in sentences, read by the roles of their quantities; each kind beside neighbours that it must not read.

Expected values are worked out by hand.
"""

import pytest

from tests.builtins.asking import ask, unused_words
from tests.builtins.test_unused_content import shown_words

ROLE = "calculator"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("500 g for 1.20 or 1 kg for 2.10, better deal?", "**1 kg for 2.10** is the better deal: 2.10 per kg"),
        ("Which is the better deal, 750g for 3.99 or 1.2kg for 5.99?", "4.99 per kg (1.2kg for 5.99), 5.32 per kg"),
        ("what is cheaper: 6 x 330 ml for 4.50 or 2 l for 3?", "**2 l for 3**"),
        ("Was ist günstiger, 400 g für 2,79 € oder 1 kg für 6,49 €?", "**1 kg für 6,49 €** ist günstiger: 6,49 pro kg"),
        ("a 12 pack costs 9.48, the 8 pack 6.56. which is cheaper per can?", "0.79 each"),
        ("is 2 for 5 or 4 for 10 cheaper?", "Both cost the same: 2.50 each"),
    ],
)
def test_the_better_of_offers(text: str, expected: str) -> None:
    """Grams and kilograms were once divided as if they were the same."""
    assert expected in ask(ROLE, text).answer


@pytest.mark.parametrize("text", ["is 500 g or 1 kg cheaper?", "500 g for 1.20 or 1 l for 2.10, better deal?"])
def test_offers_that_do_not_compare(text: str) -> None:
    assert "deal" not in ask(ROLE, text).answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("5 apples at 0.40 and 3 pears at 0.55, total?", "3.65"),
        ("J'achète 3 paquets à 4,75 € et 2 paquets à 6,20 €. Combien je paie au total ?", "26,65"),
        ("2 shirts at $15 each and 3 pairs of socks at $4 each plus 8% tax, what do I pay?", "45.36"),
        ("2 notebooks for 3.50 each and a pen for 1.20, total?", "8.2"),
        ("I bought a book for 12.50, a pen for 1.20 and a bag for 30. total?", "43.7"),
        ("12 eggs cost 3.60, what's the price per egg?", "0.3"),
        ("12 eggs cost 3.60, what do 30 eggs cost?", "9"),
        ("3 nights at 84.50, total?", "253.5"),
        ("si 4 kilos cuestan 7 euros, ¿cuánto cuestan 10 kilos?", "17,5"),
        ("I got 4, 7, 9 and 12 points in my last four tests, what's my average?", "8"),
        ("Tengo 50 euros y gasto 12,30, 8,45 y 19,99. ¿Cuánto me queda?", "9,26"),
        ("I had 200, spent 45 on food and 30 on gas, then got 20 back. how much left?", "145"),
        ("I save 45 a week, how long until I have 900", "20"),
        ("I save 50 a month and already have 200, how many months until I have 1000?", "16"),
        ("I spent half of my money, then 12 euros, and have 8 left. how much did I start with?", "40"),
        ("I have 21 left after spending 30% of my money, how much did I have", "30"),
        ("I think of a number, double it and add 7, I get 31. what was my number?", "12"),
        ("what is 18% of 250, and then divide it by 3", "15"),
        ("add 12 and 30 and then multiply the result by 2", "84"),
        ("wall 4 m by 2.5 m, two coats. paint covers 10 m2 per litre. how many litres do i need", "2"),
        ("Rechnung über 487,90 € brutto, wie viel Mehrwertsteuer (19 %) steckt da drin?", "77,9"),
        ("Drei Freunde teilen 96 Euro plus 10 % Trinkgeld. Wie viel zahlt jeder?", "35,2"),
        ("gcf of 84 and 126", "42"),
        ("1.5 million divided by 12", "125,000"),
        ("1.5 divided by 12", "0.125"),
        ("a pack of 8 batteries is 6.40, how much is one?", "0.8"),
        ("3 nights are 84.50 each, total?", "253.5"),
        ("My salary is 3200 and I get a 4.5% raise, new salary?", "3,344"),
        ("split 100 between two people in ratio 3:2", "60"),
        ("wht is 7 factoral", "5,040"),
    ],
)
def test_a_problem_by_the_roles_of_its_quantities(text: str, expected: str) -> None:
    assert f"**{expected}**" in ask(ROLE, text).answer


def test_each_ingredient_of_a_recipe() -> None:
    text = "recipe for 4 people needs 350g pasta and 6 eggs, I'm cooking for 6, how much of each?"
    assert ["**525**" in line or "**9**" in line for line in ask(ROLE, text).answer.splitlines()] == [True, True]


@pytest.mark.parametrize(
    "text",
    [
        "I had 200, spent 45 on food and half of it twice. how much left?",  # a half of what
        "I save 45 a week and spend 20 a month, how long until I have 900",  # two rates
        "2 shirts at 15 and 3 at 4, how much does each pay?",
    ],
)
def test_a_quantity_without_a_role_gives_no_answer(text: str) -> None:
    assert "**" not in ask(ROLE, text).answer


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("12 eggs cost 3.60, what's the price per egg? also what is the capital of Peru", "capital of Peru"),
        ("what's 15% of 80 and is that a good tip in Germany?", "is that a good tip in Germany"),
        ("My rent went up from 900 to 972. how many percent is that? do you think that's legal", "that's legal"),
        ("what is 20% off 60 without the tax", "without"),
    ],
)
def test_what_a_problem_did_not_consume_is_said(text: str, left: str) -> None:
    """The whole message was once declared as used: nothing could be seen to be left out."""
    assert left in unused_words(ROLE, text)
    assert left in shown_words(ROLE, text)


@pytest.mark.parametrize(
    "text",
    [
        "a jacket costs 120, it's 30% off and then 8% sales tax is added, total?",
        "how much is 18% VAT on 250 and what's the total",
        "recipe for 4 people uses 350 g flour, im cooking for 7. how much flour?",
        "A phone costs 480 after a 20% discount. What was the original price?",
        "we split 84 so that Kim gets twice as much as Leo. how much is Leo's?",
        "Auf Arbeit 18,50 pro Stunde, 160 Stunden, 30 % Abzüge. Was bleibt?",
    ],
)
def test_a_problem_that_is_read_whole_says_nothing_is_left(text: str) -> None:
    assert not shown_words(ROLE, text).startswith(("I ", "Das ", "Nicht "))


@pytest.mark.parametrize(
    ("before", "text", "expected"), [("50 minus 20% of 50", "now add 15", "55"), ("12*7", "divide by 4", "21")]
)
def test_a_step_from_the_result_before(before: str, text: str, expected: str) -> None:
    assert f"**{expected}**" in ask(ROLE, text, before).answer
    assert "**" not in ask(ROLE, text).answer
