"""Measures that a message rules out count as used where the answer has none of them; others stay unused."""

import pytest

from tests.builtins.asking import ask, unused_words

ROLE = "unit_converter"


@pytest.mark.parametrize(
    ("message", "said"),
    [
        ("My car does 6.2 l/100km. What's that in mpg? UK gallons please, not the US ones", "45.5614 UK mpg"),
        ("250 km in nautical miles, not the ordinary miles", "134.989 nautical miles"),
        ("20 nautical miles in km not regular miles please", "37.04 kilometres"),
        ("2 3/4 cups of flour. American cups, not the metric ones. How many ml?", "650.618 millilitres"),
        ("he is 12 stone 4. how much is that in pounds only, without the stones", "172 pounds"),
        ("5 gallons in litres, not the US ones", "5 UK gallons = 22.73045 litres"),
        ("12 gallons in litres, UK not US", "54.55308 litres"),
        ("3 oz in ml, fluid ounces, not the weight ones", "88.7206 millilitres"),
        ("anderthalb Pfund Hack, deutsche Pfund, nicht die englischen. wieviel gramm sind das", "1,5 Pfund = 750 g"),
        ("3 Pfund in Gramm, aber englische Pfund, nicht deutsche", "3 lb = 1.360,77711 g"),
        ("30 gallonen in liter, britische, nicht die amerikanischen", "136,3827 l"),
        ("10 gallons en litres, pas les américains", "45,4609 l"),
        ("cuántos litros son 10 galones, no los americanos", "45,4609 l"),
    ],
)
def test_what_is_ruled_out_is_used_where_the_answer_lacks_it(message: str, said: str) -> None:
    assert f"{said}**" in ask(ROLE, message).answer
    left = unused_words(ROLE, message).lower().split()
    assert not {"not", "nicht", "without", "pas", "no", "us", "metric", "ordinary", "englischen"} & set(left)


def test_a_pound_that_is_named_needs_no_note() -> None:
    assert "680" not in ask(ROLE, "2 Pfund Hack in Gramm, nicht die englischen").answer
    assert "907" in ask(ROLE, "2 Pfund Hack in Gramm").answer


def test_the_small_part_of_a_result_is_left_out_where_it_is_ruled_out() -> None:
    assert "lb)" in ask(ROLE, "80 kg in stone").answer
    assert "lb)" not in ask(ROLE, "80 kg in stone only, without the pounds").answer


@pytest.mark.parametrize(
    ("message", "kept"),
    [
        ("100 miles to nautical miles not sea miles", "not"),  # both are the same
        ("500 ml of milk without sugar in cups", "without"),
        ("what is 5 km in miles, not exactly", "not"),
        ("I'm not in the US, how many ml is a cup", "I'm"),
        ("12 cups in ml, not the big ones", "not"),
    ],
)
def test_what_is_not_ruled_out_stays_unused(message: str, kept: str) -> None:
    assert kept in unused_words(ROLE, message)
    assert "UK" not in ask(ROLE, message).answer.replace("say UK", "")
