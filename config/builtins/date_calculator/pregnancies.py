"""Weeks of a pregnancy and the due date, counted from the first day of the last period."""

import calendar
import re
from datetime import timedelta
from typing import Any

from config.builtins.date_calculator.reading import Answer, Asked, shown
from config.builtins.wording import fill_in, plural

LAST_PERIOD = re.compile(
    r"\b(?:(?:the )?(?:first|1st|second|2nd)? ?day of (?:the |my |her |der |meiner |mes |de |mi )*)?(?:last|letzte\w*|dernieres?|ultima) (?:menstrual |monthly )?(?:cycle|periods?|periode|regel\w*|menstruation\w*|regles|regla|menstruacion|periodo)\b|\blmp\b",
    re.IGNORECASE,
)
PREGNANCY = re.compile(
    r"\b(?:pregnan\w*|far along|due(?: date)?|conceiv\w*|conception|gestation\w*|trimester|schwanger\w*|ssw|geburtstermin|entbindungstermin|enceinte|grossesse|terme|accouche\w*|embaraz\w*|parto)\b",
    re.IGNORECASE,
)
LENGTH = 280  # days from the first day of the last period to the due date (Naegele's rule)
TOLD_LENGTHS = ((280, "day"), (40, "week"))
PREGNANCY_PARTS = (
    LAST_PERIOD,
    PREGNANCY,
    re.compile(
        r"\b(?:far along|along|baby|expecting|weeks? and days?|280 days|40 weeks|how many|when's|when|today)\b",
        re.IGNORECASE,
    ),
)


def pregnancy(asked: Asked) -> Answer | None:
    """Return the weeks since the first day of the last period and the due date; None for other messages."""
    if not LAST_PERIOD.search(asked.text) or not PREGNANCY.search(asked.text):
        return None
    days = [one for one in asked.dates if one.day != asked.today] or asked.dates
    if len(days) != 1 or any(one not in TOLD_LENGTHS for one in asked.durations):
        return None
    start = days[0].day
    due, passed = start + timedelta(days=LENGTH), (asked.today - start).days
    output: dict[str, Any] = {
        "kind": "date",
        "from": start.isoformat(),
        "date": due.isoformat(),
        "weekday": calendar.day_name[due.weekday()],
    }
    said = f"The due date, {LENGTH} days after {shown(start)}, is **{shown(due)}**."
    if not 0 <= passed <= LENGTH + 28:
        return said, output | {"due": []}
    weeks = f"{plural(passed // 7, 'week')} and {plural(passed % 7, 'day')}"
    return f"From {shown(start)} to today it is **{weeks}**. {said}", output | {"due": [passed // 7, passed % 7]}


DUE_TEXTS = {
    "de": ("Vom {from_day} bis heute sind es **{weeks} Wochen und {days} Tage**. ", "Der errechnete Termin, 280 Tage danach, ist **{due}**."),
    "fr": ("Du {from_day} à aujourd'hui, cela fait **{weeks} semaines et {days} jours**. ", "Le terme, 280 jours après, est le **{due}**."),
    "es": ("Del {from_day} a hoy son **{weeks} semanas y {days} días**. ", "La fecha prevista, 280 días después, es **{due}**."),
}  # fmt: skip


def due_in(output: dict[str, Any], days: dict[str, str], language: str) -> str:
    """Return the sentence of a due date in German, French or Spanish; ``days`` has the two days in words."""
    ahead, due = DUE_TEXTS[language]
    told = dict(zip(("weeks", "days"), output["due"], strict=False))
    first = fill_in(ahead, from_day=days["from"], **told) if told else ""
    return first + fill_in(due, due=days["date"])
