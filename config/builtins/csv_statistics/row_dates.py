"""Conditions on a column of days: "who started after 2020", "orders between 3 May and June 2024"."""

import re
from calendar import monthrange
from collections.abc import Iterator
from datetime import date, timedelta

from config.builtins.csv_statistics.columns import Column, FoundText, compile_caseless, is_year
from config.builtins.csv_statistics.columns_named import MONTHS, NUMBERS_OF_NAMES, TIME_NAME
from config.builtins.csv_statistics.day_cells import FIRST_DAY, LAST_DAY, day_columns
from config.builtins.csv_statistics.filters import Condition, Filter, Reading

MONTH_NAMED = TIME_NAME.pattern
DAY_NAMED = (
    r"(?P<NAME>\d{4}-\d\d(?:-\d\d)?|\d\d?[./]\d\d?[./]\d{4}"
    rf"|\d\d?(?:st|nd|rd|th)?\.? (?:of |de )?(?:{MONTH_NAMED}),? (?:of |de )?\d{{4}}|(?:{MONTH_NAMED}) \d\d?(?:st|nd|rd|th)?,? \d{{4}}|(?:{MONTH_NAMED}) (?:of |de )?\d{{4}}"
    r"|(?:19|20)\d\d)(?![\w/-]|\.\d)"
)
YEARLESS = (  # of the year that all days of the table are in
    r"|\d\d?(?:st|nd|rd|th)?\.? (?:of |de )?(?:MONTH)\b(?!,? (?:of |de )?\d{4})|(?:MONTH) \d\d?(?:st|nd|rd|th)?(?!,? ?\d)|(?:MONTH)\b(?! \d)"
)
DAYS_OF_MONTH = compile_caseless(  # "between the 5th and the 18th of November"
    rf"\b(?:between|from|zwischen|vom?|entre|de[ls]?|du) (?:the |dem |den |der |le |el )?(?P<low>\d\d?)(?:st|nd|rd|th|\.)? (?:and|to|until|till|und|bis|et|au|y|al?|-) (?:the |dem |den |der |le |el |zum )?(?P<high>\d\d?)(?:st|nd|rd|th|\.)? (?:of |de )?(?P<month>{MONTH_NAMED})(?: (?:of |de )?(?P<year>\d{{4}}))?"
)
BOUNDS_OF_DAYS = (
    ("between", r"\b(?:between|from|zwischen|vom?|entre|de[ls]?|du) (?:the |dem |den |der )?{low} (?:and|to|until|till|und|bis|et|au|y|al?|-) (?:the |dem |den |der )?{high}"),
    ("after", r"\b(?:after|later than|nach|per|apres|despues de(?:l)?|more than) (?:the |dem |den |der )?{low}"),
    ("since", r"\b(?:since|from|seit|ab|depuis|a partir d[eu]|desde|starting(?: in| on| from)?) (?:the |dem |den |der )?{low}(?= on(?:wards?)?\b|\b)"),
    ("before", r"\b(?:before|earlier than|prior to|vor|avant|antes de(?:l)?|less than) (?:the |dem |den |der )?{low}"),
    ("until", r"\b(?:until|till|by|up to|bis|jusqu'(?:au|en|a)|hasta) (?:the |dem |den |der )?{low}"),
    ("in", r"\b(?:in|on|during|within|of|im|am|en|le|el|durante|for) (?:the year |jahr |annee |year )?{low}"),
)  # fmt: skip


def day_conditions(text: str, reading: Reading) -> Iterator[Condition]:
    """Yield the conditions on the only, or the named, column of days."""
    places = day_columns(reading.columns)
    if not places:
        return
    yield from days_of_month(text, reading, places)
    yield from weekdays_named(text, places)
    has_years = any(is_year(reading.columns[place]) for place in reading.numeric)
    year = only_year(reading.columns[places[0]]) if len(places) == 1 else ""
    day_named = with_yearless(DAY_NAMED) if year else DAY_NAMED
    for how, pattern in BOUNDS_OF_DAYS:
        day = DAY_NAMED if how == "in" else day_named
        said = pattern.replace("{low}", day.replace("NAME", "low")).replace("{high}", day.replace("NAME", "high"))
        for match in re.finditer(said, text, re.IGNORECASE):
            named = [one.column for one in reading.mentions if one.column in places and one.end <= match.start()]
            place = named[-1] if named else places[0] if len(places) == 1 else -1
            span = bounds_of(how, match, year)
            is_open = has_years and not named and len(match["low"]) == 4
            # "in May 2024" has a rule of its own for days as 2024-05-31
            is_month = how == "in" and place >= 0 and reading.columns[place].dates and TIME_NAME.match(match["low"])
            if place >= 0 and span is not None and not is_open and not is_month:
                yield Condition(Filter(place, "days", span), start_of(match, text, reading, place), match.end())


def with_yearless(pattern: str) -> str:
    """Return the pattern of a day that may leave its year out."""
    days, bracket, rest = pattern.rpartition(r")(?![\w/-]")
    return days + YEARLESS.replace("MONTH", MONTH_NAMED) + bracket + rest


def only_year(column: Column) -> str:
    """Return the year that all days of a column are in."""
    is_single = column.dates and column.count and column.low[:4] == column.high[:4]
    return column.low[:4] if is_single else ""


def days_of_month(text: str, reading: Reading, places: list[int]) -> Iterator[Condition]:
    """Yield the conditions "between the 5th and the 18th of November" on the only column of days."""
    for match in DAYS_OF_MONTH.finditer(text) if len(places) == 1 else ():
        year = match["year"] or only_year(reading.columns[places[0]])
        spans = [days_named(f"{match[day]} {match['month']} {year}") if year else None for day in ("low", "high")]
        if spans[0] is not None and spans[1] is not None:
            yield Condition(Filter(places[0], "days", (spans[0][0], spans[1][1])), *match.span())


WEEKDAY_WORDS = (
    "mondays? tuesdays? wednesdays? thursdays? fridays? saturdays? sundays?",
    "montags?|montagen dienstags?|dienstagen mittwochs?|mittwochen donnerstags?|donnerstagen freitags?|freitagen samstags?|samstagen|sonnabends? sonntags?|sonntagen",
    "lundis? mardis? mercredis? jeudis? vendredis? samedis? dimanches?",
    "lunes martes miercoles jueves viernes sabados? domingos?",
)
WEEKDAYS_NAMED = compile_caseless(
    r"(?<!\bwhich )(?<!\bper )(?<!\bby )(?<!\bper the )\b(?:(?:only |just |nur )?(?:on|at|during|of|for|am|an|im|les?|los|el|en) )?(?:the |den |dem )?(?:(?P<weekend>weekends?|wochenenden?|week-?ends?|fin(?:es)? de semana)|(?P<workdays>weekdays|working days|workdays|werktagen?|jours ouvr(?:able|e)s|dias laborables)|"
    + "|".join(f"(?P<day{place}>{'|'.join(words.split()[place] for words in WEEKDAY_WORDS)})" for place in range(7))
    + r")\b(?! \d)"
)


NO_WEEKDAYS = compile_caseless(
    r"\b(?:after|before|since|until|till|by|next|last|this|first|nach|vor|seit|bis|nachste[nr]?|letzte[nr]?|apres|avant|depuis|despues de|antes de|desde|hasta)(?: the)? \Z"
)
CONTRASTED = compile_caseless(r"\b(?:vs\.?|versus|compare\w*|than|against|als|que|gegen|contre)(?!\w)")


def weekdays_named(text: str, places: list[int]) -> Iterator[Condition]:
    """Yield the condition "on weekends", "on Mondays" on the only column of days."""
    found = [match for match in WEEKDAYS_NAMED.finditer(text) if not NO_WEEKDAYS.search(text[: match.start()])]
    named = {match: weekdays_of(match) for match in found}
    days = tuple(sorted({day for values in named.values() for day in values}))
    if len(places) != 1 or (CONTRASTED.search(text) and len(set(named.values())) > 1):
        return
    for match in found:
        yield Condition(Filter(places[0], "weekday", days), *match.span())


def weekdays_of(match: FoundText) -> tuple[str, ...]:
    """Return the days of the week that a match names."""
    if match["weekend"]:
        return ("5", "6")
    if match["workdays"]:
        return ("0", "1", "2", "3", "4")
    return tuple(str(place) for place in range(7) if match[f"day{place}"])


def start_of(match: FoundText, text: str, reading: Reading, place: int) -> int:
    """Return where a condition begins: with the name of its column, if that stands right before it."""
    named = [one for one in reading.mentions if one.column == place and one.end <= match.start()]
    is_near = named and re.fullmatch(
        r"(?: date| day)?(?: is| was| were| ist| est| es)? ?", text[named[-1].end : match.start()]
    )
    return named[-1].start if is_near else match.start()


def bounds_of(how: str, match: FoundText, year: str = "") -> tuple[str, str] | None:
    """Return the first and last day that count; None for one that does not exist."""
    low = days_named(match["low"], year)
    if low is None:
        return None
    if how == "between":
        high = days_named(match["high"], year)
        return (low[0], high[1]) if high is not None else None
    first = date.fromisoformat(low[0])
    return {
        "after": ((date.fromisoformat(low[1]) + timedelta(days=1)).isoformat(), LAST_DAY),
        "since": (low[0], LAST_DAY),
        "before": (FIRST_DAY, (first - timedelta(days=1)).isoformat()),
        "until": (FIRST_DAY, low[1]),
        "in": low,
    }[how]


def days_named(said: str, default_year: str = "") -> tuple[str, str] | None:
    """Return the first and last day of a named day, month or year; None for no day."""
    numbers = [int(part) for part in re.findall(r"\d+", said)]
    month = TIME_NAME.search(said)
    named = min(NUMBERS_OF_NAMES[month.group().rstrip(".").lower()]) + 1 if month else 0
    year = next((one for one in numbers if one > 1000), int(default_year or 0))
    if not year:
        return None
    others = [one for one in numbers if one != year] or [0]
    if named > MONTHS:
        return None
    if named:
        day = others[0]
    elif "-" in said:
        named, day = others[0], (*numbers, 0)[2]
    elif len(numbers) == 3:
        day, named = others[0], numbers[1]
    else:
        return f"{year}-01-01", f"{year}-12-31"
    if not 1 <= named <= MONTHS or day > monthrange(year, named)[1]:
        return None
    return f"{year}-{named:02}-{day or 1:02}", f"{year}-{named:02}-{day or monthrange(year, named)[1]:02}"
