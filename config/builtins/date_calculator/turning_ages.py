"""The age that somebody reaches in a named time: "born on 2 December 1941, how old does she turn this week?"."""

import re
from datetime import date, timedelta

from config.builtins.date_calculator.phrases import day_in
from config.builtins.date_calculator.reading import Answer, Asked, added, clamped, shown
from config.builtins.wording import fill_in

TURN_WORDS = (
    r"turn(?:s|ing)?|reach(?:es)?|celebrat\w+|cumpl(?:e|o|en|ir|ira|iran)|fete(?:ra)?|feiert"
    r"|(?:va(?:-t-(?:il|elle|on))?|vais|aller) (?:avoir|feter)|aura(?:-t-(?:il|elle))?"
)
AGE_ASKED_THEN = re.compile(
    rf"\b(?:how old|(?:how many|what|which) (?:years?|age|birthday)|what age)\b[^?.!]{{0,60}}?\b(?P<turn>{TURN_WORDS})\b"
    r"|\bhow old\b(?P<other>[^?.!]{0,60})",
    re.IGNORECASE,
)
NAMED_TIME = re.compile(
    r"\b(?:(?P<this>this|esta|este|cette|ce|diese[rnms]?)|(?P<next>next|coming|proxim[oa]|prochaine?|kommende[nr]?|nachste[nr]?)) "
    r"(?P<unit>week|month|year)(?: (?P<behind>next|prochaine?|que viene|proxim[oa]))?\b"
    r"|\b(?:the |la |le |el )?(?P<unit2>week|month|year) (?:next|prochaine?|que viene|proxim[oa])\b",
    re.IGNORECASE,
)
BIRTHDAY_TOLD = re.compile(r"\b(?:birthday|bday|geburtstag|anniversaire|cumpleanos)\b", re.IGNORECASE)
BORN_IN_YEAR = re.compile(r"\bborn (?:in |en )?(?P<year>(?:18|19|20)\d\d)\b(?! ?[-/.]\d)", re.IGNORECASE)
PAST_TURN = re.compile(r"\b(?:did|was|were|turned|cumplio|cumplido|cumplidos|hatte|war|avait)\b", re.IGNORECASE)
ONE_BORN = 1
TURN_TEXTS = {
    "en": ("**{age}**: the birthday is on {day}.", "No birthday falls between {first} and {last}: the age is **{before}** then, and the next birthday ({age}) is on {day}."),
    "de": ("**{age} Jahre**: Der Geburtstag ist am {day}.", "Zwischen dem {first} und dem {last} liegt kein Geburtstag: Das Alter ist dann **{before}**, der nächste Geburtstag ({age}) ist am {day}."),
    "fr": ("**{age} ans** : l'anniversaire est le {day}.", "Aucun anniversaire entre le {first} et le {last} : l'âge est alors **{before} ans**, et le prochain anniversaire ({age}) est le {day}."),
    "es": ("**{age} años**: el cumpleaños es el {day}.", "No hay cumpleaños entre el {first} y el {last}: la edad es entonces **{before} años**, y el próximo cumpleaños ({age}) es el {day}."),
}  # fmt: skip


def turning_age(asked: Asked, language: str) -> tuple[Answer, list[tuple[int, int]]] | None:
    """Return the age that somebody of a told day of birth reaches in a named week, month or year; None for other questions."""
    question = AGE_ASKED_THEN.search(asked.text)
    if question is None or len(asked.dates) != ONE_BORN or asked.durations or PAST_TURN.search(question.group()):
        return None
    born, named = asked.dates[0].day, NAMED_TIME.search(asked.text)
    year = BORN_IN_YEAR.search(asked.text) if asked.dates[0].open_year and BIRTHDAY_TOLD.search(asked.text) else None
    if year is not None:
        born = clamped(int(year["year"]), born.month, born.day)
    if (
        born >= asked.today
        or (asked.dates[0].open_year and year is None)
        or (named is None and question["turn"] is None)
    ):
        return None
    if named is None and year is None and not re.fullmatch(r"cumpl\w+|turn\w*", question["turn"], re.IGNORECASE):
        return None
    first, last = bounds_of(named, asked.today)
    day = next(one for year in range(150) if (one := added(born, 12 * year, "month")) >= first and one > born)
    age = day.year - born.year
    days = {"day": day, "first": first, "last": last}
    words = {key: shown(one) if language == "en" else day_in(one.isoformat(), language) for key, one in days.items()}
    text = TURN_TEXTS[language][named is not None and day > last]
    output = {"kind": "age", "from": born.isoformat(), "date": day.isoformat(), "years": age}
    places = [one.span() for one in (question, named, year) if one is not None]
    return (fill_in(text, age=age, before=age - 1, **words), output), places


def bounds_of(named: "re.Match[str] | None", today: date) -> tuple[date, date]:
    """Return the first and the last day of a named week, month or year; from today on where none is named."""
    if named is None:
        return today, today
    unit = (named["unit"] or named["unit2"]).lower()
    step = 1 if named["next"] or named["behind"] or named["unit2"] else 0
    if unit == "week":
        first = today - timedelta(days=today.weekday()) + timedelta(days=7 * step)
        return first, first + timedelta(days=6)
    first = added(today.replace(day=1), step, "month") if unit == "month" else date(today.year + step, 1, 1)
    return first, added(first, 1 if unit == "month" else 12, "month") - timedelta(days=1)
