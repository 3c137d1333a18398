"""The months, quarters and years that a question names as a whole."""

import calendar
import re
from datetime import date

from config.builtins.date_calculator.reading import MONTH, Asked, made
from config.builtins.date_calculator.recurrence import month_of, quarter_of
from config.builtins.wording import CannotError

WHOLE_MONTH = re.compile(  # no day beside it
    rf"\b(?:in|of|during|for|im|en|de|has|does)(?: the)?(?: month of)? (?P<month>{MONTH})\.?(?:,? (?:of |de )?(?P<year>\d{{4}}))?\b(?! ?\d)",
    re.IGNORECASE,
)


MONTH_NAME = re.compile(  # "Dec 23" is a day
    rf"\b(?P<month>{MONTH})\b(?!\.?,? (?:the )?\d{{1,2}}(?:st|nd|rd|th)?\b)\.?(?:,? (?:of |de )?(?P<year>\d{{4}}))?",
    re.IGNORECASE,
)
PART_OF_MONTH = re.compile(
    r"\b(?:left|remain\w*|after|before|since|until|till|first|second|last|half|ago)\b|\b\d{1,2}(?:st|nd|rd|th|\.)",
    re.IGNORECASE,
)


def whole_months(asked: Asked) -> tuple[date, date] | None:
    """Return the first and the last day of the month, or of the months from one to another, that a question names.

    None for a question about a part of a month. Raises CannotError for months apart, such as "in March and June".
    """
    if (
        WHOLE_MONTH.search(asked.text) is None
        and re.search(rf"\bfrom (?:{MONTH})\b", asked.text, re.IGNORECASE) is None
        and re.search(rf"\b(?:{MONTH})\b\.?,? \d{{4}}\b", asked.text, re.IGNORECASE) is None
    ):
        return None
    found = list(MONTH_NAME.finditer(asked.text))
    inside = all(any(match.start() <= one.start < match.end() for match in found) for one in asked.dates)
    is_range = (
        len(found) == 2
        and re.search(r"\b(?:from|between)\b|\b(?:to|till|until|through)\b|[-–]", asked.text[: found[1].start()])
        is not None
    )
    part = PART_OF_MONTH.search(asked.text)
    if not found or not inside or (part and not (is_range and part.group().lower() in ("till", "until"))):
        return None
    if len(found) > 2:
        raise CannotError("Ask for one month, or for the months from one to another.")
    (year, first, _), (last_year, last, _) = (month_of(found[place], asked.today) for place in (0, -1))
    if len(found) == 2:
        year = year if found[0]["year"] else last_year - (first > last)
        last_year = last_year if found[1]["year"] else year + (last < first)
        if not is_range and (last_year * 12 + last) - (year * 12 + first) != 1:
            raise CannotError("Ask for one month, or for the months from one to another.")
    return made(year, first, 1), made(last_year, last, calendar.monthrange(last_year, last)[1])


YEAR_ONLY = re.compile(
    r"\b(?:in|of|during|has|have|had|does|did|en|im|hat|hatte) (?:the year )?(?P<year>\d{4})\b|\b(?P<had>\d{4}) (?:has|have|had)\b",
    re.IGNORECASE,
)


def whole_period(asked: Asked) -> tuple[date, date] | None:
    """Return the first and the last day of the quarter or the year that a question without days names."""
    if asked.dates:
        return None
    if (quarter := quarter_of(asked)) is not None:
        return quarter
    year = YEAR_ONLY.search(asked.text)
    number = int(year["year"] or year["had"]) if year else 0
    return (made(number, 1, 1), made(number, 12, 31)) if number else None
