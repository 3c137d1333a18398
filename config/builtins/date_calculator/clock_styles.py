"""One time of day in the other style, a duration in one unit, and other ways to say a plain question."""

import re
from fractions import Fraction
from typing import Any

from config.builtins.wording import Mapped, Replacement, fold

STYLED = re.compile(
    r"\W*(?:(?:what(?:'?s| is| time is)|convert|change|write|put|show|how do (?:i|you) (?:write|say)|was ist|wie schreibt man|c'est quoi|que es) )?(?:the time )?"
    r"(?P<hour>\d{1,2})(?:[:.h](?P<minute>[0-5]\d))? ?(?P<half>[ap]\.?m\b\.?)? ?(?:hours |hrs |h |uhr )?(?:(?:in|to|as|into|on|auf|im|en|a|au) )?(?:the |a |an |dem |le |format |formato )*"
    r"(?:(?P<twelve>am ?/ ?pm|a\.?m\.? (?:or|and) p\.?m\.?|12[- ]?(?:hours?|hrs?|h|stunden|heures|horas)?)|(?P<day>24[- ]?(?:hours?|hrs?|h|stunden|heures|horas)?|military|european))[- ]?(?:time|clock|format|notation|uhr|style)?(?: (?:format|time|please|pls|bitte))?\W*",
    re.IGNORECASE,
)


PLAIN_WISHES: tuple[
    tuple[re.Pattern[str], Replacement], ...
] = (  # what is said, and the words of it that the rest reads
    (
        re.compile(
            r"(?<=[a-z]) (?<=day |ays |eek |eks |nth |ths |ght )(?:ahead of|in advance of|prior to)(?! (?:schedule|time|plan|target|us|them|me|him|her|you)\b)",
            re.IGNORECASE,
        ),
        " before",
    ),
    (  # a time of day, where a clock elsewhere is asked for: "14h à Montréal, quelle heure à Nantes ?"
        re.compile(
            r"(?<![\d.:,-])(?P<hour>[01]?\d|2[0-3]) hours (?=(?:at|in|a|en) [A-Z][^?.!]{2,30}[,;] ?¿?(?:at )?what time\b)"
        ),
        r"\g<hour>:00 ",
    ),
    (
        re.compile(
            r"\b(?:has|hat) (?:the|this) year left\b|\bleft (?:in l'|of (?:the )?|of this |in )year\b", re.IGNORECASE
        ),
        "left in the year",
    ),
    (
        re.compile(
            r"\b(?:count|number of|amount of) (?:all )?(?:the )?(?=(?:mon|tues|wednes|thurs|fri|satur|sun)days\b)",
            re.IGNORECASE,
        ),
        "how many ",
    ),
    (  # "at 1500 UTC", "1830z"
        re.compile(
            r"(?<![\d.:,/-])(?P<h>[01]\d|2[0-3])(?P<m>[0-5]\d) ?(?:(?:hours?|hrs?|h) )?(?P<zone>UTC|GMT|zulu\b(?: time)?|z)(?![\w+-])(?<!\b(?:19|20)\d\d z)",
            re.IGNORECASE,
        ),
        lambda match: f"{match['h']}:{match['m']} {'UTC' if match['zone'].lower().startswith('z') else match['zone']}",
    ),
    (re.compile(r"\bcalender(?= ?weeks?\b)", re.IGNORECASE), "calendar"),
    (re.compile(r"\bfalls? on an?\b(?: \.\.\.)?(?=\W*\Z)", re.IGNORECASE), "is what weekday"),
    (
        re.compile(
            r"\A\W*(?:number of |total )?days (?=in (?:the month of )?[a-z]{3,9}\.?(?: \d{4})?\W*\Z)", re.IGNORECASE
        ),
        "how many days ",
    ),
    (
        re.compile(
            r"\b(?:when|what day|what date|by when|until when)\b(?: (?:do|does|should|must|would|will|can|have)\b)? ?(?:i|we|he|she|they|you|it)? ?(?:(?:have|need|got) to |must |should |better )?(?:start|begin|order|apply|cancel|kick off|get going|plant|sow)\b(?: (?:at the latest|latest|with it|it|training|studying))?(?=\W*\Z)",
            re.IGNORECASE,
        ),
        "count back",
    ),
)
CLOCK_TIME = re.compile(
    r"\d[:.]\d\d(?!\d|\.\d)|\b\d{1,2} ?(?:[ap]\.?m\b|uhr\b|o'clock)|\bnoon\b|\bmidnight\b", re.IGNORECASE
)
SPAN_UNITS = (("w", 604_800), ("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1))
SPAN_UNIT = r"(?:weeks?|wks?|days?|hours?|hrs?|h|minutes?|mins?|min|seconds?|secs?|sec|s)"
SPAN_PART = rf"(?:\d{{1,7}}(?:\.\d{{1,6}})? ?{SPAN_UNIT})"
SPAN_IN_UNIT = re.compile(
    rf"\W*(?:(?:what(?:'?s| is)|convert|how (?:much|long) is|how many (?P<ahead>{SPAN_UNIT}) (?:is|are(?: in| there in)?|in)) )?(?P<parts>{SPAN_PART}(?:(?:,? ?(?:and|&) ?|,? ){SPAN_PART}){{1,4}})(?: (?:in|to|into|as|in total in|expressed in) (?P<unit>{SPAN_UNIT}))?(?: (?:total|altogether|please|pls))?\W*",
    re.IGNORECASE,
)


def with_plain_wishes(mapped: Mapped) -> Mapped:
    """Return a message with the usual words in place of the rarer ones that say the same."""
    has_clock = CLOCK_TIME.search(mapped.text) is not None  # "the trip takes an hour, when do I start" counts in hours
    for said, usual in PLAIN_WISHES[:-1] if has_clock else PLAIN_WISHES:
        mapped = mapped.sub(said, usual)
    return mapped


def unit_seconds(name: str) -> int:
    """Return the seconds of one unit of time."""
    return next(seconds for start, seconds in SPAN_UNITS if name.lower().startswith(start))


def duration_in_unit(text: str) -> dict[str, Any] | None:
    """Return the answer, without ``used``, to a question for a duration of several parts in one unit; None for others."""
    match = SPAN_IN_UNIT.fullmatch(text[:160])
    unit = (match["unit"] or match["ahead"]) if match else None
    if match is None or unit is None or len(text) > 160:
        return None
    parts = re.findall(rf"(\d{{1,7}}(?:\.\d{{1,6}})?) ?({SPAN_UNIT})(?![a-z])", match["parts"], re.IGNORECASE)
    total = sum((Fraction(number) * unit_seconds(name) for number, name in parts), Fraction(0))
    value = total / unit_seconds(unit)
    shown_value = f"{value.numerator:,}" if value.denominator == 1 else f"{float(value):,.6g}"
    return {
        "status": "SUCCESS",
        "answer": f"{match['parts'].strip()} = **{shown_value} {unit}**",
        "output": {"kind": "duration", "minutes": int(total // 60)},
        "confidence": 0.95,
        "definite": True,
    }


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
