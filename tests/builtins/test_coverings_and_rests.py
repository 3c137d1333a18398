"""Pieces that cover an area, what is left of things that are shared or put into groups, and offers for a named amount.

Expected values are worked out by hand.
"""

import pytest

from tests.builtins.asking import ask

ROLE = "calculator"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("floor is 4.2 m by 3.5 m, tiles are 30x30 cm, how many tiles do i need", "**164** (14.7 m² / 0.09 m²"),
        ("how many 30x30 cm tiles do I need for a 12 m2 bathroom?", "**134** (12 m² / 0.09 m²"),
        ("Wie viele Fliesen 20 x 25 cm brauche ich für eine Wand von 2,5 m x 3 m?", "**150** (7,5 m² / 0,05 m²"),
        ("combien de carreaux de 33 x 33 cm pour une cuisine de 3 m par 4 m ?", "**111** (12 m² / 0,1089 m²"),
        ("terrace 6 m x 4 m. slabs 50 cm x 1 m each, how many slabs", "**48** (24 m² / 0.5 m² = 48)"),
    ],
)
def test_pieces_to_cover(text: str, expected: str) -> None:
    assert expected in ask(ROLE, text).answer


@pytest.mark.parametrize(
    "text",
    [
        "how many tiles of 30 x 30 cm for 12 m2 with 10 % waste",
        "floor is 4.2 by 3.5, tiles are 30x30, how many tiles do i need",
        "tiles of 30 x 30 cm cost 2.50 each, how many tiles for 12 m2 and what is the price",
    ],
)
def test_pieces_that_cannot_be_counted(text: str) -> None:
    """Waste, prices and sides without a unit have no place in a division of areas."""
    assert "m² / 0.09" not in ask(ROLE, text).answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("17 kids in groups of 5, how many are left over", "**3 groups and 2 kids**"),
        ("53 eggs in boxes of 12. how many eggs remain?", "**4 boxes and 5 eggs**"),
        ("100 candies shared by 7 kids, how many are left?", "Each gets **14**, and **2** are left."),
        ("i have 23 cookies and 4 kids, everyone gets the same, how many left over", "Each gets **5**, and **3** are"),
        ("45 Bonbons werden gerecht auf 6 Kinder verteilt. Wie viele bleiben übrig?", "**7**, und **3** bleiben übrig"),
        ("50 cartes partagées entre 7 amis, combien en reste-t-il ?", "**7**, et il en reste **1**"),
    ],
)
def test_what_is_left(text: str, expected: str) -> None:
    """Things were once divided exactly: 14.28 candies for each."""
    assert expected in ask(ROLE, text).answer


def test_share_of_each_stays_a_division() -> None:
    assert "14.28571429" in ask(ROLE, "100 candies shared by 7 kids, how many does each get?").answer


def test_offers_compared_for_a_named_amount() -> None:
    found = ask(ROLE, "which is cheaper per 100 g: 250 g for 3.20 or 400 g for 4.90").answer
    assert "**400 g for 4.90** is the better deal" in found
