"""Months and days of the week in a question, as the table writes them: "March" for a table with "Mar"."""

import re
from collections.abc import Iterable

from config.builtins.wording import Mapped, fold

LONG_NAMES = (
    "january february march april may june july august september october november december "
    "monday tuesday wednesday thursday friday saturday sunday",
    "januar februar marz april mai juni juli august september oktober november dezember "
    "montag dienstag mittwoch donnerstag freitag samstag sonntag",
    "janvier fevrier mars avril mai juin juillet aout septembre octobre novembre decembre "
    "lundi mardi mercredi jeudi vendredi samedi dimanche",
    "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre "
    "lunes martes miercoles jueves viernes sabado domingo",
)
MONTHS = 12  # lower numbers of names are months
SHORTEST_NAME = 3  # letters; "Mo" and "Di" are words of too many languages


def numbers_of_names() -> dict[str, frozenset[int]]:
    """Return which months (0 to 11) and days (12 to 18) a name, full or cut to three or four letters, may mean."""
    found: dict[str, set[int]] = {}
    for listed in LONG_NAMES:
        for place, name in enumerate(listed.split()):
            for length in (SHORTEST_NAME, 4, len(name)):
                found.setdefault(name[:length], set()).add(place)
    return {name: frozenset(places) for name, places in found.items()}


NUMBERS_OF_NAMES = numbers_of_names()
ENGLISH_MONTHS = [name[:SHORTEST_NAME] for name in LONG_NAMES[0].split()[:12]]
# In a question full names and the short English months only: "die", "mit" and "sam" are other words.
TIME_NAME = re.compile(rf"\b(?:{'|'.join([*' '.join(LONG_NAMES).split(), *ENGLISH_MONTHS])})\b\.?", re.IGNORECASE)


def with_table_names(made: Mapped, values: Iterable[str]) -> Mapped:
    """Return a question in which a month or day that the table has under another name stands as in the table."""
    known = {fold(value).casefold(): value for value in values if fold(value).casefold() in NUMBERS_OF_NAMES}
    kinds = {number < 12 for name in known for number in NUMBERS_OF_NAMES[name] if len(NUMBERS_OF_NAMES[name]) == 1}

    def as_known(match: "re.Match[str]") -> str:
        name = match.group().rstrip(".").lower()
        same = [
            value
            for folded, value in known.items()
            if {number for number in NUMBERS_OF_NAMES[folded] & NUMBERS_OF_NAMES[name] if (number < 12) in kinds}
        ]
        return same[0] if name not in known and len(same) == 1 else match.group()

    return made.sub(TIME_NAME, as_known) if known else made
