"""What tokens cost: tiers, cached input, thoughts, and models without a price."""

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kingdom.contracts.model import Usage
from kingdom.contracts.prices import TokenPrice, model_names, with_cost

PRO = TokenPrice(input=Decimal("1.25"), cached_input=Decimal("0.125"), output=Decimal(10))
LONG = TokenPrice(input=Decimal("2.5"), cached_input=Decimal("0.25"), output=Decimal(15), from_prompt_tokens=200_001)


@pytest.mark.parametrize(
    ("usage", "micros"),
    [
        (Usage(prompt_tokens=1_000_000), 2_500_000),
        (Usage(prompt_tokens=200_000), 250_000),
        (Usage(prompt_tokens=200_001, output_tokens=1000), 515_003),  # 500,002.5 + 15,000
        (Usage(prompt_tokens=1000, cached_tokens=800, output_tokens=10, thought_tokens=90), 1350),  # 250 + 100 + 1000
        (Usage(prompt_tokens=1), 1),
        (Usage(), 0),
    ],
)
def test_what_a_call_costs(usage: Usage, micros: int) -> None:
    priced = with_cost(usage, [LONG, PRO])
    assert (priced.cost_micros, priced.unpriced_tokens) == (micros, 0)


def test_without_a_price_the_tokens_are_unpriced() -> None:
    priced = with_cost(Usage(prompt_tokens=5, output_tokens=3, thought_tokens=2), [])
    assert (priced.cost_micros, priced.unpriced_tokens) == (0, 10)
    short = with_cost(Usage(prompt_tokens=5), [LONG])  # its only price begins later
    assert short.unpriced_tokens == 5


@given(st.lists(st.builds(Usage, **{name: st.integers(0, 10**6) for name in ("prompt_tokens", "cost_micros")})))
def test_sums_lose_nothing(usages: list[Usage]) -> None:
    total = Usage()
    for usage in usages:
        total = total.plus(usage)
    assert total.prompt_tokens == sum(usage.prompt_tokens for usage in usages)
    assert total.cost_micros == sum(usage.cost_micros for usage in usages)


@pytest.mark.parametrize(
    ("answered", "listed"),
    [
        ("gpt-4o-2024-08-06", "gpt-4o"),
        ("models/gemini-2.0-flash-001", "gemini-2.0-flash"),
        ("gemini:gemini-2.5-flash", "gemini-2.5-flash"),
        ("llama3:8b", "llama3:8b"),
        ("gemini-2.5-flash-lite", "gemini-2.5-flash-lite"),
    ],
)
def test_the_name_that_a_model_is_listed_under(answered: str, listed: str) -> None:
    assert model_names(answered)[-1] == listed


def test_another_model_with_a_similar_name_is_another_model() -> None:
    assert "gemini-2.5-flash" not in model_names("gemini-2.5-flash-lite")
    assert "gpt-4o" not in model_names("gpt-4o-mini-2024-07-18")
