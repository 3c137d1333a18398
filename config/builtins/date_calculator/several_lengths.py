"""Several lengths of time in one message: joined they add up, an extension comes step by step, others cannot be told apart."""

import calendar
import re
from datetime import date
from itertools import pairwise
from typing import Any

from config.builtins.date_calculator.reading import Asked, added, duration_matches, shown
from config.builtins.wording import CannotError, plural

JOINED_LENGTHS = re.compile(
    r"[\s,]*(?:(?:and|plus|then|und|dann|et|puis|y|luego|\+|&|another|more|further|additional|an extra|extra|of|the|a|minus|less|before|after|from|later|earlier|that|it|noch|later by|followed by|days?|weeks?|months?|years?|working|business|time)\b[\s,]*|[+&]\s*)*",
    re.IGNORECASE,
)
EXTENDED = re.compile(
    r"\b(?:exten\w+|renew\w*|prolong\w*|add(?:ed|ing)?|another|(?:then|after that|afterwards)|more|further|again|verlanger\w*|nochmal|weitere\w*|danach|renouvel\w*|ensuite|ampli\w*|prorrog\w*|renov\w*|despues|snooz\w*|postpone\w*|delay\w*|put off|push\w*)\b",
    re.IGNORECASE,
)
NEXT_PART = re.compile(
    r"\b(?:takes?|another|dauert|dure|dura)\W*\Z", re.IGNORECASE
)  # "phase one takes 2 weeks, phase two takes 3 weeks"
SENTENCE = re.compile(r"[.?!;](?!\d)")
SEVERAL_LENGTHS = "I see several lengths of time ({lengths}) and cannot tell how they belong together. Ask for one day at a time, e.g. '3 months before 31 March 2027'."
Step = tuple[str, dict[str, Any]]


def in_steps(asked: Asked, start: date, sign: int) -> Step | None:
    """Return the days that follow one after another from lengths in several sentences; None where all lengths add up.

    Raises CannotError for lengths that neither are joined nor follow each other.
    """
    lengths = duration_matches(asked.rest)
    gaps = [asked.rest[one.end() : two.start()] for one, two in pairwise(lengths)]
    if len(lengths) < 2 or all(JOINED_LENGTHS.fullmatch(gap) or NEXT_PART.search(gap) for gap in gaps):
        return None
    if sign > 0 and all(
        EXTENDED.search(asked.rest[one.end() - 40 if one.end() > 40 else 0 : two.end() + 30])
        for one, two in pairwise(lengths)
    ):
        return stepped_days(asked, start) if any(SENTENCE.search(gap) for gap in gaps) else None
    told = ", ".join(one.group() for one in lengths)
    raise CannotError(SEVERAL_LENGTHS.replace("{lengths}", told))


def stepped_days(asked: Asked, start: date) -> Step:
    """Return each of the days to which the lengths lead, one after the other."""
    day, days, said = start, [], []
    for count, unit in asked.durations:
        before, day = day, added(day, count, unit)
        days.append(day)
        said.append(f"{plural(count, unit.replace('work ', 'working '))} after {shown(before)} is **{shown(day)}**.")
    output = {
        "kind": "date",
        "from": start.isoformat(),
        "date": day.isoformat(),
        "weekday": calendar.day_name[day.weekday()],
    }
    return "\n\n".join(said), {**output, "dates": [one.isoformat() for one in days]}
