"""Lengths, areas and volumes of shapes, choices and ranges, in four languages."""

import pytest

from tests.builtins.asking import ask, unused_words

ROLE = "calculator"


@pytest.mark.parametrize(
    ("message", "result"),
    [
        ("area of a circle with radius 5", "**78.53981634**"),
        ("circumference of a circle with a diameter of 10 cm", "**31.41592654**"),
        ("a square garden has a side of 12.5 m, what is its area", "**156.25**"),
        ("perimeter of rectangle 3 by 5", "**16**"),
        ("diagonal of a 16 by 9 rectangle", "**18.35755975**"),
        ("hypotenuse of 3 and 4", "**5**"),
        ("area of a triangle base 6 height 4", "**12**"),
        ("volume of a cylinder height 10 radius 2", "**125.6637061**"),
        ("surface area of a box 2 by 3 by 4", "**52**"),
        ("volume of sphere with diameter 10", "**523.5987756**"),
        ("Umfang eines Rechtecks 3,5 m und 5 m", "2 × (3,5 + 5) = **17**"),
        ("Fläche eines Kreises mit Radius 3 cm", "**28,27433388**"),
        ("aire d'un rectangle de 4 m sur 6 m", "**24**"),
        ("volumen de una esfera de radio 2", "**33,51032164**"),
    ],
)
def test_a_shape_is_computed(message: str, result: str) -> None:
    assert result in ask(ROLE, message).answer
    unused = unused_words(ROLE, message)
    assert not any(letter.isdigit() for letter in unused), unused


@pytest.mark.parametrize(
    "message",
    [
        "area of a rectangle of 4 m by 60 cm",
        "how much paint for a wall with an area of 3 by 4 and 2 coats per rectangle",
        "area of a circle",
        "volume of a box 2 by 3",
    ],
)
def test_what_a_shape_lacks_is_not_guessed(message: str) -> None:
    assert ask(ROLE, message).tag == "NULL"


@pytest.mark.parametrize(
    ("message", "result"), [("square of 5", "**25**"), ("3 cubed", "**27**"), ("square root of 16", "**4**")]
)
def test_powers_stay_powers(message: str, result: str) -> None:
    assert result in ask(ROLE, message).answer


@pytest.mark.parametrize(
    ("message", "result"),
    [
        ("10 choose 3", "**120**"),
        ("combinations of 3 out of 10", "**120**"),
        ("permutations of 2 from 5", "**20**"),
        ("C(5,2)", "**10**"),
        ("was ist 49 über 6", "**13.983.816**"),
        ("12 dozen", "**144**"),
        ("how many is 3 dozen plus 4", "**40**"),
        ("sum of 1 to 100", "**5,050**"),
        ("summe von 1 bis 10", "**55**"),
    ],
)
def test_choices_dozens_and_ranges(message: str, result: str) -> None:
    assert result in ask(ROLE, message).answer


@pytest.mark.parametrize("message", ["12:30 + 1:45", "sum of 1 to 100 and 7", "3 choose 10"])
def test_what_is_no_such_sum_is_not_computed(message: str) -> None:
    assert ask(ROLE, message).tag == "NULL"


@pytest.mark.parametrize(
    ("message", "result"),
    [
        ("if I save 1000 at 5% compounded yearly, how much will I have after 10 years", "**1,628.89"),
        ("i earn 20 an hour and work 38 hours a week, what is that a year before tax", "**39,520**"),
        ("i drove 300 miles, my car does 25 mpg and gas is 3.49 a gallon, what did it cost", "**41.88**"),
        ("a 420 mile trip, 28 miles to the gallon, gas costs 3.60 per gallon. how much do I pay?", "**54**"),
    ],
)
def test_when_a_sum_is_due_is_no_condition(message: str, result: str) -> None:
    assert result in ask(ROLE, message).answer
    assert not any(letter.isalnum() for letter in unused_words(ROLE, message))
