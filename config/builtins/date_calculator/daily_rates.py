"""What a number of days costs at a price for each: "18 days at 7.50 a day, what is that altogether?"."""

import re
from decimal import Decimal
from typing import Any

DAILY_RATE = re.compile(
    r"(?<![\d.,])(?:[€$£] ?)?(?P<amount>\d{1,6}(?:[.,]\d{1,2})?) ?(?P<coin>cents?|ct|pence|p\b|centimes?|centimos?|rappen)? ?(?:[€$£]|euros?|eur|dollars?|usd|pounds?|gbp|chf|francs?)? ?(?:for |fur |pour |por )?(?:a|an|per|each|every|/|pro|je|par|por|al|the)? ?(?P<unit>day|night|working day|tag|nacht|jour|nuit|dia|noche)\b(?!s)",
    re.IGNORECASE,
)
TOTAL_WANTED = re.compile(
    r"\b(?:what (?:do|must|will|would|does|should) (?:i|we|he|she|it|they) (?:pay|owe|cost)|fine|altogether|total|in all|in sum|how much|what does (?:that|it) cost|what(?:'s| is|s) that|insgesamt|zusammen|wie ?viel (?:kostet|ist|macht)|en tout|au total|cela coute|ca coute|en total|cuanto (?:cuesta|es|sale))\b",
    re.IGNORECASE,
)
COUNTS_OF_KIND = {"difference": "days", "count": "count", "business_days": "business_days"}


def rate_total(text: str, output: dict[str, Any]) -> str:
    """Return the sum of a price for each day over the days of an answer, "" where a message asks for none."""
    rates = list(DAILY_RATE.finditer(text))
    key = COUNTS_OF_KIND.get(output["kind"], "")
    if len(rates) != 1 or key not in output or "weekday" in output or not TOTAL_WANTED.search(text):
        return ""
    count, amount = abs(output[key]), Decimal(rates[0]["amount"].replace(",", "."))
    amount = amount / 100 if rates[0]["coin"] else amount
    total = count * amount
    output["total"] = float(total)
    return f" {count} × {f'{amount:.2f}' if rates[0]['coin'] else rates[0]['amount']} = **{total:,.2f}**".replace(
        ".00**", "**"
    )
