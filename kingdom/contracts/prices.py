"""What the tokens of a language model cost."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import ROUND_HALF_UP, Decimal

from kingdom.contracts.model import Usage

_DATED = re.compile(r"-(?:\d{4}-\d{2}-\d{2}|\d{8}|\d{3})$")  # gpt-4o-2024-08-06, gemini-2.0-flash-001
_PROVIDER = re.compile(r"^(?:gemini|openai):")


@dataclass(frozen=True, kw_only=True)
class TokenPrice:
    """Prices of one million tokens, for calls that send at least ``from_prompt_tokens``.

    ``search`` is that of a thousand calls in which the provider searched the web; None: unknown.
    """

    input: Decimal
    cached_input: Decimal
    output: Decimal
    from_prompt_tokens: int = 0
    search: Decimal | None = None


def model_names(model: str) -> tuple[str, ...]:
    """Return the names under which a model may be listed, the exact one first.

    Providers answer with a resource path (``models/…``) or a dated version (``…-2024-08-06``, ``…-001``) of the model
    that was asked for; an adapter without an answer names its provider (``gemini:…``). Nothing else is taken off:
    ``gemini-2.5-flash-lite`` is not ``gemini-2.5-flash``.
    """
    name = _PROVIDER.sub("", model).rpartition("/")[2]
    return tuple(dict.fromkeys((model, name, _DATED.sub("", name))))


def with_cost(usage: Usage, prices: Sequence[TokenPrice]) -> Usage:
    """Return a call's usage with its cost; without a price of it or of its searches, its tokens count as unpriced.

    Of the prices of one model, the one with the highest ``from_prompt_tokens`` that the call reaches holds for the
    whole call. Thoughts are billed as output, by Gemini and by OpenAI.
    """
    reached = [price for price in prices if price.from_prompt_tokens <= usage.prompt_tokens]
    if not reached:
        return replace(usage, cost_micros=0, unpriced_tokens=usage.billed_tokens)
    price = max(reached, key=lambda one: one.from_prompt_tokens)
    if usage.searches and price.search is None:
        return replace(usage, cost_micros=0, unpriced_tokens=usage.billed_tokens)
    cached = min(usage.cached_tokens, usage.prompt_tokens)
    # a price of a million tokens is a token's price in millionths; one of a thousand searches is a thousandth of that
    micros = (
        (usage.prompt_tokens - cached) * price.input
        + cached * price.cached_input
        + (usage.output_tokens + usage.thought_tokens) * price.output
        + usage.searches * (price.search or 0) * 1000
    )
    return replace(usage, cost_micros=int(micros.to_integral_value(ROUND_HALF_UP)), unpriced_tokens=0)


def money_decimals(micros: float) -> int:
    """Return how many decimals an amount of millionths is shown with: two, up to six below one hundredth."""
    amount = micros / 1_000_000
    return 2 if amount >= 0.01 or not micros else len(f"{amount:.6f}".rstrip("0").partition(".")[2])


def format_money(micros: float, currency: str) -> str:
    """Return an amount of millionths with its currency, with the separators of English."""
    return f"{micros / 1_000_000:,.{money_decimals(micros)}f} {currency}"
