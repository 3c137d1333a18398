"""Breaks of working time: several of one length ("two 15 minute breaks") are one length, and a paid one is not taken off."""

import re

from config.builtins.wording import SMALL_NUMBERS, Mapped

BREAK_COUNTS = {word: count for words in SMALL_NUMBERS.values() for word, count in words.items() if 1 < count < 11}
BREAK_NOUN = r"(?:breaks?|pausen|pauses|rests|descansos|pausas)"
COUNTED_BREAKS = re.compile(
    rf"(?<![\w.,:])(?P<n>[2-9]|10|{'|'.join(sorted(BREAK_COUNTS, key=len, reverse=True))})(?: ?[x×*] ?| (?:times |mal |fois |veces )?)"
    rf"(?P<m>\d{{1,3}})[ -]?(?P<unit>minutes?|mins?|hours?)[ -](?=(?:of )?(?:(?:un-?paid|paid|short|coffee|tea|lunch) )*{BREAK_NOUN}\b)",
    re.IGNORECASE,
)
PAID_BREAK = re.compile(  # it counts as working time
    r"(?<!un)(?<!un-)(?<!not )\bpaid (?:\w+ ){0,3}(?:breaks?|lunch)\b|\b(?:breaks?|lunch)\b (?:is|are|was|were) (?:fully )?paid\b"
    r"|(?<!un)\bbezahlte[nrs]? (?:\w+ ){0,2}pausen?\b|\bpauses? payees?\b|\bdescansos? pagados?\b",
    re.IGNORECASE,
)


def with_whole_breaks(mapped: Mapped) -> Mapped:
    """Return a message in which several breaks of one length are one length."""
    return mapped.sub(COUNTED_BREAKS, whole_break)


def whole_break(match: "re.Match[str]") -> str:
    """Return several breaks of one length as one of them all."""
    word = match["n"].lower()
    count = int(word) if word.isdigit() else BREAK_COUNTS[word]
    unit = "hours" if match["unit"].lower().startswith("h") else "minutes"
    return f"{count * int(match['m'])} {unit} "
