"""The next birthday behind a day of birth, as a further question."""

import re
from typing import Any

from config.builtins.date_calculator.phrases import day_in
from config.builtins.date_calculator.reading import Answer, Asked, added, shown
from config.builtins.wording import fill_in

NEXT_BIRTHDAY = re.compile(
    r"\bnext (?P<real>(?:real|actual|proper|true|leap)(?: day| year)? )?(?:birthdays?|bday)\b|\bnext (?P<real2>echte[rn]? |richtige[rn]? )?geburtstag\b|\b(?:next|prochain) (?P<real3>vrai )?anniversaire\b|\bnext (?P<real4>verdadero )?cumpleanos\b",
    re.IGNORECASE,
)


def with_next_birthday(answer: Answer | None, asked: Asked) -> Answer | None:
    """Return an answer about a day of birth with the next birthday where that is asked for, too; of 29 February in a leap year."""
    wanted, born = NEXT_BIRTHDAY.search(asked.text), min((one.day for one in asked.dates), default=None)
    if answer is None or wanted is None or born is None or born > asked.today:
        return answer
    years = asked.today.year - born.year
    coming = (added(born, 12 * count, "month") for count in range(years, years + 9))
    is_real = any(wanted.groupdict().values()) and born.month == 2
    day = next(one for one in coming if one >= asked.today and (not is_real or one.day == born.day))
    sentence, output = answer
    return f"{sentence} The next birthday is **{shown(day)}**.", output | {"next_birthday": day.isoformat()}


NEXT_TEXTS = {
    "de": " Der nächste Geburtstag ist **{day}**.",
    "fr": " Le prochain anniversaire est **{day}**.",
    "es": " El próximo cumpleaños es **{day}**.",
}


def birthday_said(output: dict[str, Any], language: str) -> str:
    """Return the sentence on the next birthday of an answer in German, French or Spanish; "" where it has none."""
    if language not in NEXT_TEXTS or output["kind"] != "difference" or "next_birthday" not in output:
        return ""
    return fill_in(NEXT_TEXTS[language], day=day_in(output["next_birthday"], language))
