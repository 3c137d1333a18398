"""Cells that are days: which of their figures is the month, and a span of days in signs."""

import re
from datetime import date

from config.builtins.csv_statistics.columns import Column

DAY_SIGNS = ("days", "other days")  # of filters: between two days, and outside of them
WEEKDAY_SIGNS = ("weekday", "other weekday")  # of filters: on these days of the week (Monday is 0), and on others
WEEKDAY_NAMES = {
    "en": "Monday Tuesday Wednesday Thursday Friday Saturday Sunday",
    "de": "Montag Dienstag Mittwoch Donnerstag Freitag Samstag Sonntag",
    "fr": "lundi mardi mercredi jeudi vendredi samedi dimanche",
    "es": "lunes martes miércoles jueves viernes sábado domingo",
}
FIRST_DAY, LAST_DAY = "0001-01-01", "9999-12-31"
CELL_DAY = re.compile(
    r"(?P<y>\d{4})-(?P<m>\d\d)-(?P<d>\d\d)(?:[T ].*)?|(?P<a>\d\d?)(?P<sign>[./])(?P<b>\d\d?)(?P=sign)(?P<year>\d{4})"
)


def day_columns(columns: list[Column]) -> list[int]:
    """Return the places of the columns that hold days alone, with day and month told apart."""
    return [place for place, one in enumerate(columns) if one.count and order_of_days(one) is not None]


def order_of_days(column: Column) -> bool | None:
    """Return whether days have the month first; None for other texts and both ways."""
    if column.dates:
        return False
    if column.values() is not None or not column.texts:
        return None
    parts: list[tuple[int, int, str]] = []
    for text in column.texts:
        found = CELL_DAY.fullmatch(text)
        if found is None:
            return None
        if found["a"]:
            parts.append((int(found["a"]), int(found["b"]), found["sign"]))
    if any(b > 12 for _, b, _ in parts):
        return None if any(a > 12 for a, _, _ in parts) else True
    return False if all(sign == "." for *_, sign in parts) or any(a > 12 for a, _, _ in parts) else None


def iso_day(text: str, *, months_first: bool) -> str:
    """Return the day of a cell as 2026-01-31."""
    found = CELL_DAY.fullmatch(text)
    if found is None:
        return ""
    month, day = (found["m"], found["d"]) if found["y"] else (found["a"], found["b"])[:: 1 if months_first else -1]
    return f"{found['y'] or found['year']}-{int(month):02}-{int(day):02}"


def days_text(values: tuple[str, ...], name: str) -> str:
    """Return the first and the last day that count in signs."""
    low, high = values
    first, last = f"{low} ≤ " if low != FIRST_DAY else "", f" ≤ {high}" if high != LAST_DAY else ""
    return f"{name} = {low}" if low == high else f"{first}{name}{last}"


def weekday_of(text: str, *, months_first: bool) -> str:
    """Return the day of the week of a cell as "0" for Monday to "6"."""
    day = iso_day(text, months_first=months_first)
    try:
        return str(date.fromisoformat(day).weekday()) if day else ""
    except ValueError:  # 2026-02-30
        return ""


def weekdays_text(values: tuple[str, ...], name: str, language: str, *, is_other: bool) -> str:
    """Return which days of the week count."""
    names = WEEKDAY_NAMES[language].split()
    return f"{name} {'≠' if is_other else '='} {' / '.join(names[int(value)] for value in values)}"
