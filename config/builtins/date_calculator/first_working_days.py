"""Working days of which the first is told: "ten working days starting tomorrow" count tomorrow as day one."""

import calendar
import re
from datetime import timedelta

from config.builtins.date_calculator.reading import Answer, Asked, added, shown
from config.builtins.wording import plural

FIRST_TOLD = re.compile(
    r"\b(?:starting|beginning|begin|start|starts|begins|counting|counted|beginnend|angefangen|a partir|at partir|a compter|at compter|en comptant|empezando|contando|comenzando)"
    r"(?: (?:on|from|with|of|de|des|dem|den|the|am|at|mit|ab|le|el|du|since))* \Z",
    re.IGNORECASE,
)
FROM_TOLD = re.compile(r"\bfrom (?:the )?\Z", re.IGNORECASE)
AND_ON = re.compile(r"\A,? (?:on(?:wards?)?|an|forward)\b(?! \d)", re.IGNORECASE)
BACK_AT = re.compile(
    r"\b(?:back|return\w*|resume\w*|again|how many|before|ago|prior|earlier|zuruck|wieder|retour\w*|vuelv\w*|regres\w*|not counting|after)\b",
    re.IGNORECASE,
)


def from_first_working_day(asked: Asked) -> Answer | None:
    """Return the last of some working days whose first is told; None for other questions."""
    if len(asked.dates) != 1 or len(asked.durations) != 1 or BACK_AT.search(asked.text):
        return None
    (count, unit), named = asked.durations[0], asked.dates[0]
    before, behind = asked.text[: named.start], asked.text[named.end :]
    is_first = FIRST_TOLD.search(before) or (FROM_TOLD.search(before) and AND_ON.match(behind))
    if unit != "work day" or count < 1 or not is_first:
        return None
    last = added(named.day - timedelta(days=1), count, unit)
    output = {
        "kind": "date",
        "from": named.day.isoformat(),
        "date": last.isoformat(),
        "weekday": calendar.day_name[last.weekday()],
    }
    said = plural(count, "working day")
    text = (
        f"With {shown(named.day)} as the first day, {said} end on **{shown(last)}**. Public holidays are not taken off."
    )
    return text, output
