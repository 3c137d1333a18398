"""How often a measure goes into an amount, and offers with prices, which are no amounts to convert."""

import pytest

from tests.builtins.asking import ask

ROLE = "unit_converter"


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ("recipe needs 200 ml cream i only have a 1/3 cup measure, how many times", "**2.54 times** (about 2.5)"),
        ("need 500 ml water, 1/4 cup scoop, how many times do i have to fill it", "**8.45 times** (about 8.5)"),
        ("combien de fois 33 cl dans 2 l", "**6,06 fois** (environ 6)"),
        ("how many times do i fill a 250 ml cup for 2 liters", "**8"),
        ("need 500 ml water only have a 1/4 cup scoop how many scoops", "**9**"),
    ],
)
def test_a_number_of_times_need_not_be_whole(message: str, expected: str) -> None:
    assert expected in ask(ROLE, message).answer


@pytest.mark.parametrize(
    "message",
    [
        "700 g for 3.49 or 1 kg for 4.79 whats cheaper",
        "750 g for 4.20 or 1.2 kg for 6.60, which is the better deal",
        "500 g für 2,99 oder 800 g für 4,49, was ist günstiger",
        "which is cheaper, 750 g for 4.20 or 1.2 kg for 6.60",
    ],
)
def test_prices_of_offers_are_no_amounts(message: str) -> None:
    assert ask(ROLE, message).tag == "NULL"


def test_the_cheaper_offer_is_found_by_the_calculator() -> None:
    answer = ask("calculator", "700 g for 3.49 or 1 kg for 4.79 whats cheaper").answer
    assert "**1 kg for 4.79**" in answer
    assert "4.99 per kg" in answer
