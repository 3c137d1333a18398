"""Pieces cut from several lengths: what is left of one plank is no part of the next piece."""

import pytest

from tests.builtins.asking import ask


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("How many 40 cm pieces from 4 planks of 3 m?", "**28 whole ones**: 7 from each of the 4"),
        ("How many 40 cm pieces from 4 3 m planks", "**28 whole ones**"),
        ("I have 4 planks of 3 m. How many pieces of 40 cm can I cut?", "**28 whole ones**"),
        ("I have four planks, each 3 m long. How many 40 cm pieces can I saw from them?", "**28 whole ones**"),
        ("How many shelves of 80 cm can I get out of three 2.4 m boards?", "**9 whole ones**"),
        ("from 5 rolls of 2.5 m ribbon, how many 30 cm bows", "**40 whole ones**"),
        ("We've two 5 m ropes, how many skipping ropes of 2.2 m can I cut?", "**4 whole ones**"),
        ("How many 2 cm slices from 3 cucumbers of 25 cm?", "**36 whole ones**"),
        ("How many 1 ft pieces can I cut from 4 boards of 7 ft 6 in", "**28 whole ones**"),
        ("Wie viele Stücke von 40 cm kann ich aus vier Brettern zu je 3 m sägen?", "**28 ganze**: 7 aus jedem der 4"),
        ("Combien de morceaux de 40 cm dans quatre planches de 3 m ?", "**28 entiers**"),
        ("¿Cuántos trozos de 40 cm salen de 4 tablas de 2,5 m?", "**24 enteros**"),
    ],
)
def test_cuts_each_length_by_itself(text: str, expected: str) -> None:
    assert expected in ask("unit_converter", text).answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("How many 8 ft boards do I need for 30 shelves of 3 ft?", "**15**: one gives 2"),
        ("How many planks of 3 m do I need for 30 pieces of 40 cm?", "**5**: one gives 7"),
        ("Wie viele Bretter von 3 m brauche ich für 30 Stücke von 40 cm?", "**5**: aus einem werden 7"),
    ],
)
def test_takes_as_many_lengths_as_the_pieces_need(text: str, expected: str) -> None:
    assert expected in ask("unit_converter", text).answer


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("How many 400 m laps are 4 runs of 3 km?", "**30 whole ones**"),
        ("How many full 175 ml glasses can I pour from six 75 cl bottles?", "**25 whole ones**"),
        ("How many 40 cm pieces from a 3 m plank?", "**7 whole ones**: 3 metres"),
        ("How many posts every 40 cm along 4 planks of 3 m?", "30 gaps"),
        ("how many 330 ml cans from 5 bottles of 2 litres", "**30 whole ones**"),
        ("How many metres are 4 planks of 3 m?", "**12 metres"),
    ],
)
def test_keeps_other_counts(text: str, expected: str) -> None:
    assert expected in ask("unit_converter", text).answer


@pytest.mark.parametrize(
    "text",
    [
        "How many 40 cm pieces from 4 planks of 3 m with a 3 mm kerf?",
        "How many 40 cm pieces from 4 planks of 3 m joined end to end?",
    ],
)
def test_cuts_nothing_where_more_is_told(text: str) -> None:
    assert "7 from each" not in ask("unit_converter", text).answer
