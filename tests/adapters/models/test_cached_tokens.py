"""Cached input and thoughts as each provider counts them, and what they cost."""

from decimal import Decimal

from google.genai import types

from kingdom.adapters.models.gemini.messages import to_usage as gemini_usage
from kingdom.adapters.models.openai_messages import to_usage as openai_usage
from kingdom.contracts.prices import TokenPrice, with_cost

PRICE = TokenPrice(input=Decimal("1.25"), cached_input=Decimal("0.125"), output=Decimal(10))
MICROS = 250 + 100 + 1000  # 200 tokens sent anew, 800 from the cache, 10 written and 90 thought


def test_gemini_counts_thoughts_beside_the_answer() -> None:
    counts = types.GenerateContentResponseUsageMetadata(
        prompt_token_count=1000, cached_content_token_count=800, candidates_token_count=10, thoughts_token_count=90
    )
    usage = with_cost(gemini_usage(counts), [PRICE])
    assert (usage.cached_tokens, usage.output_tokens, usage.thought_tokens) == (800, 10, 90)
    assert usage.cost_micros == MICROS


def test_openai_counts_thoughts_in_the_answer() -> None:
    counts = {
        "prompt_tokens": 1000,
        "completion_tokens": 100,
        "prompt_tokens_details": {"cached_tokens": 800},
        "completion_tokens_details": {"reasoning_tokens": 90},
    }
    usage = with_cost(openai_usage(counts), [PRICE])
    assert (usage.cached_tokens, usage.output_tokens, usage.thought_tokens) == (800, 10, 90)
    assert usage.cost_micros == MICROS
