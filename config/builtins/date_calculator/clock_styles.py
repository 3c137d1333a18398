"""One time of day in the other style: 22:35 with am or pm, 3:15 pm on the 24-hour clock."""

import re
from typing import Any

from config.builtins.wording import fold

STYLED = re.compile(
    r"\W*(?:(?:what(?:'?s| is| time is)|convert|change|write|put|show|how do (?:i|you) (?:write|say)|was ist|wie schreibt man|c'est quoi|que es) )?(?:the time )?"
    r"(?P<hour>\d{1,2})(?:[:.h](?P<minute>[0-5]\d))? ?(?P<half>[ap]\.?m\b\.?)? ?(?:hours |hrs |h |uhr )?(?:(?:in|to|as|into|on|auf|im|en|a|au) )?(?:the |a |an |dem |le |format |formato )*"
    r"(?:(?P<twelve>am ?/ ?pm|a\.?m\.? (?:or|and) p\.?m\.?|12[- ]?(?:hours?|hrs?|h|stunden|heures|horas)?)|(?P<day>24[- ]?(?:hours?|hrs?|h|stunden|heures|horas)?|military|european))[- ]?(?:time|clock|format|notation|uhr|style)?(?: (?:format|time|please|pls|bitte))?\W*",
    re.IGNORECASE,
)


def clock_in_style(text: str) -> dict[str, Any] | None:
    """Return the answer, without ``used``, to a question for one time in the other style; None for other messages."""
    match = STYLED.fullmatch(fold(text[:120]))
    if match is None or len(text) > 120 or (match["minute"] is None and match["half"] is None):
        return None
    hour, minute = int(match["hour"]), int(match["minute"] or 0)
    if hour > (12 if match["half"] else 24) or (match["half"] and hour == 0):
        return None
    if match["half"]:
        hour = hour % 12 + (12 if match["half"].lower().startswith("p") else 0)
    hour %= 24
    clock = f"{hour:02}:{minute:02}"
    half = f"{hour % 12 or 12}:{minute:02} {'pm' if hour >= 12 else 'am'}"
    first, second = (clock, half) if match["twelve"] else (half, clock)
    return {
        "status": "SUCCESS",
        "answer": f"{first} = **{second}**",
        "output": {"kind": "clock", "time": clock},
        "confidence": 0.95,
        "definite": True,
    }
