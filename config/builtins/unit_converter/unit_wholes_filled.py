"""What share of one amount another one fills: "how much of the garden would a 3 m by 4 m pool take up"."""

import re
from decimal import Context, Decimal, localcontext
from typing import Any

from config.builtins.unit_converter.problem_terms import Unreadable, told_amounts
from config.builtins.unit_converter.unit_names import FLAGS, NAME, shown, told_rows
from config.builtins.unit_converter.unit_stock import COUNT_AHEAD
from config.builtins.wording import Mapped, fill_in, localized

SHARE_FILLED = re.compile(
    r"\bhow much of (?P<whole>(?:an?|the|my|our|your|his|her|their|this|that) [^?!;]*?\d[^?!;]*?) (?:would|will|does|do|could|can) (?P<part>(?:an?|one|two|three|four|five|six|the|my|our|this|that|\d)\b[^?!;]*?\d?[^?!;]*?) (?:fill|cover|take up|occupy|use up)(?: up)?(?= ?(?:[?.!]|\Z))",
    FLAGS,
)
SHARE_TEXTS = {
    "en": "**{share} %** ({part} ÷ {whole}).",
    "de": "**{share} %** ({part} ÷ {whole}).",
    "fr": "**{share} %** ({part} ÷ {whole}).",
    "es": "**{share} %** ({part} ÷ {whole}).",
}


ONE_OF_UNIT = re.compile(rf"\bone[ -](?=(?:{NAME})(?![A-Za-z]))", FLAGS)  # "a one-acre paddock"


SHARE_WITH_ONE_PLACE = 10  # per cent


def asks_share_filled(mapped: Mapped) -> "re.Match[str] | None":
    """Return the question what share of a whole a part fills; None for other messages."""
    return SHARE_FILLED.search(mapped.text)


def share_filled(mapped: Mapped, text: str, language: str) -> dict[str, Any] | None:
    """Return the share of a whole that a part fills, without ``used``; None unless the message has just these two amounts."""
    asked = asks_share_filled(mapped)
    if asked is None:
        return None
    try:
        told = told_amounts(mapped.text, [], [])
    except (Unreadable, KeyError):
        return None
    wholes = [one for one in told if asked.start("whole") <= one.start < asked.end("whole")]
    parts = [one for one in told if asked.start("part") <= one.start < asked.end("part")]
    if len(told) != len(wholes) + len(parts) or len(wholes) != 1 or len(parts) != 1:
        return None
    if any(COUNT_AHEAD.search(mapped.text[: one.start]) for one in told):
        return None  # several of a size
    whole, part = wholes[0].sizes[0], parts[0].sizes[0]
    if whole.powers != part.powers or not whole.powers or whole.value <= 0:
        return None
    with localcontext(Context(prec=30)):
        share = part.value / whole.value * Decimal(100)
        share = round(share, 1 if share >= SHARE_WITH_ONE_PLACE else 2).normalize()
    said = [re.sub(r"\s+", " ", text[slice(*mapped.span(one.start, one.end))]) for one in (parts[0], wholes[0])]
    answer = fill_in(SHARE_TEXTS[language], share=localized(shown(share), language), part=said[0], whole=said[1])
    row = {"value": float(part.value), "from": "", "to": "%", "result": float(share), "text": answer.replace("**", "")}
    return told_rows(answer, [row], "count", [], 0.9)
