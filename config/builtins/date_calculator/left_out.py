"""Counts that leave days out, or take some weekdays only: "excluding Sundays", "the 24th is off", "I work Mon, Wed and Fri"."""

import calendar
import re
from datetime import date, timedelta
from itertools import islice
from typing import NamedTuple

from config.builtins.date_calculator.periods import whole_months, whole_period
from config.builtins.date_calculator.public_holidays import (
    COUNTRY,
    COUNTRY_NAMES,
    FIRST_YEAR,
    HOLIDAYS_OFF,
    country_of_holidays,
    holidays_within,
)
from config.builtins.date_calculator.reading import DAY, DAYS, Answer, Asked, Found, clamped, shown
from config.builtins.date_calculator.recurrence import HOW_MANY
from config.builtins.wording import CannotError, blanked, plural

# In front of the days that are left out; the doubtful words may stand in front of something else, such as a break.
AWAY = r"(?:(?:am|'m|are|'re|is|'s|be|take|taking|have|has) (?:away|gone|off|absent|on leave|on holiday)|weg|verreist|im urlaub|absente?s?|en vacances|fuera|de vacaciones)(?: on| from| vom| du| del| of)?"
OFF_FROM = re.compile(
    r"(?:off|away|gone|absent|leave|holiday|verreist|urlaub|absente?s?|vacances|fuera|vacaciones|closed|shut) (?:from|vom|du|del)\Z",
    re.IGNORECASE,
)
LEAVES_OUT = re.compile(
    r"\b(?P<sure>exclud(?:e|es|ing)|except(?:ing)?(?: for)?|not (?:counting|including)|(?:don'?t|do not|never|not) (?:count|open|work)(?: on)?|apart from|other than|leav(?:e|ing) out|tak(?:e|ing) (?:out|off|away)|knock(?:ing)? off|skip(?:ping)?|"
    r"ausgenommen|sans compter|ne comptez? pas|sin contar|excluyendo|descontando)\b"
    rf"|\b(?P<doubtful>{AWAY}|without(?: counting)?|closed(?: on)?|shut(?: on)?|but not|(?:there is |there's |we have |have |has |hay |gibt es |pas d'|pas de )?(?:no|kein\w*|pas|sin) (?:school|class(?:es)?|lessons?|work|training|practice|delivery|deliveries|service|schule|unterricht|training|arbeit|ecole|cours|travail|clases?|colegio|trabajo)|no(?= \w+s\b)|minus(?= (?:the )?\d\d?(?:st|nd|rd|th)\b)|off on|ohne|ausser|abzuglich|geschlossen|nicht|sans|sauf|hors|hormis|excepte|ferme\w*|sin|excepto|salvo|cerrad[oa]s?)\b",
    re.IGNORECASE,
)
ARE_OUT = re.compile(  # behind the days that are left out
    r" (?:(?:are|is|an?|being|both|all|werden|wird|sind|soll|sollen|sont|est|son|esta|estan|nous sommes|we are|we're) ){0,3}(?:(?:days? )?off|closed|(?:public |bank )?holidays?|free|(?:not |un)(?:counted|included)|(?:don't|doesn't|do not|does not|dont|doesnt) count|excluded|left out|"
    r"geschlossen|taken (?:out|off)|abziehen|abgezogen|rausnehmen|weglassen|wegfallen|zu(?! \w+(?:tag|day))|ruhetag|frei|feiertage?|nicht (?:mit)?(?:gezahlt|gerechnet)|ausgeschlossen|feries?|fermee?s?|cerrad[oa]s?|exclus|non compris|ne comptent pas|ne compte pas|libres?|festivos?|no (?:se )?cuentan?|no incluid[oa]s?|excluid[oa]s?)\b",
    re.IGNORECASE,
)
BETWEEN_DAYS = re.compile(
    r"(?: |,|;|&|\+|/|\b(?:(?:and|und|et|y|or|nor|oder|ni) (?:also |auch |aussi |tambien )?(?:not|nicht|pas|without|ohne|sans|no|sin)(?: (?:count(?:ing)?|compter|contar))?|and|or|nor|neither(?! of)|either(?! of)|both(?! (?:days|dates|ends?)\b| ?(?:[.?!,;)]|\Z))|also|und|oder|et|ni|y|the|all|any|every|each|on|at|for|of|am|an|le|la|les|el|los|den|die|der|jeden|alle)\b)+",
    re.IGNORECASE,
)
ITEMS_LEFT = tuple(
    (name, re.compile(pattern, re.IGNORECASE))
    for name, pattern in (
        ("holidays", r"(?:(?:the|us|u\.s\.|uk|english|british|german|french|american) )?(?:(?:public|bank|school|national|statutory|federal|legal|gesetzliche\w*) )*(?:holidays?|feiertage?n?|(?:days|jours) feries|feries|festivos|feriados)\b"),
        ("weekends", r"(?:weekends?|week-ends?|wochenenden?|fine?s? (?:de|of) (?:week|semana))\b"),
        ("edges", r"(?:(?:either|neither|both|any|none|ninguno|aucun|kein\w*)(?: (?:of|from|des|der))?(?: (?:those|these|the|them|los|les))?(?: (?:two|2|beiden))?(?: (?:days|dates|ends|extremos|tage))|(?:those|these|this|them|diese[nr]?|ces|ceux-la|esos|estos) (?:two|2|both|beiden|zwei|deux|dos)(?: (?:days|dates|ones|tage|jours|dias))?\b|(?:either|neither|both)(?: of (?:them|those|these))?(?= ?(?:[.?!,;)]|\Z))|(?:both|beide[nr]?|ambos|(?:los )?2) (?:the )?(?:days|dates|ends?(?: days| dates)?)|ends|end days|end dates|extremos|bornes|extremos)\b"),
        ("one", r"(?:very )?(?P<which>first|last) ones?\b"),
        ("first", rf"(?:very )?(?:first|start(?:ing)?|arrival|1st(?= day))(?: (?:day|date))?\b(?! (?:of|week|month|weekend|{DAY})\b)"),
        ("last", rf"(?:very )?(?:last|final|end(?:ing)?|departure)(?: (?:day|date))?\b(?! (?:of|week|month|weekend|{DAY})\b)"),
        ("weekday", rf"(?P<day>{DAY})s?\b(?! ?\d)"),
        ("number", r"(?P<number>\d{1,2})(?:st|nd|rd|th|\.|er)?(?: ?(?:[-–]|to|until|through|bis|au|al) ?(?:the )?(?P<until>\d{1,2})(?:st|nd|rd|th|\.)?)?(?![\w:%€$]|[.,/:]\d)(?! ?(?:days?|weeks?|months?|years?|hours?|minutes?|mins?|euros?|people|am|pm)\b)"),
    )
)  # fmt: skip


MOST_PLACES_LEFT = 12  # of one message


class LeftOut(NamedTuple):
    """What a message leaves out of a count: weekdays, days, bare days of the month, the edges; and where it says so."""

    weekdays: set[int]
    days: list[Found]
    numbers: set[int]
    edges: set[str]
    places: list[tuple[int, int]]
    holidays_of: str = ""


COUNTED_IN_PERIOD = re.compile(
    r"\b(?:how many|number of)\b[^?.!]*?\b(?:in|during|this|next|within|of)\b(?: the)? ?(?:[a-z]{3,9}|20\d\d)\b(?<!that)(?<!them)",
    re.IGNORECASE,
)


def is_whole_time(asked: Asked, match: "re.Match[str]") -> bool:
    """Return whether days that somebody is off are the very time that is counted: "school is off from 21 Dec to 6 Jan, how many days is that"."""
    is_alone = len(asked.dates) == 2 and not WEEKDAY_RANGE.search(asked.text)
    return is_alone and OFF_FROM.search(match.group()) is not None and not COUNTED_IN_PERIOD.search(asked.text)


def left_out(asked: Asked) -> LeftOut:
    """Return the days that a message leaves out. Raises CannotError where what stands behind "excluding" is none."""
    found = LeftOut(set(), [], set(), set(), [])
    for match in islice(LEAVES_OUT.finditer(asked.text), MOST_PLACES_LEFT):
        if is_whole_time(asked, match):
            continue
        end = items_from(asked, match.end(), found)
        if end > match.end():
            found.places.append((match.start(), end))
        elif match["sure"] and counts_days(asked) and not LIMITING.match(asked.text, match.end()):
            raise CannotError(f"I do not know which days “{asked.text[match.start() : match.end() + 30].strip()}” are.")
    for match in islice(ARE_OUT.finditer(asked.text), MOST_PLACES_LEFT):
        items_before(asked, match, found)
    for match in ONLY_WORKDAYS.finditer(asked.text):
        found.weekdays.update((5, 6))
        found.places.append(match.span())
    return with_holidays(asked, found)


def with_holidays(asked: Asked, found: LeftOut) -> LeftOut:
    """Return what is left out with the public holidays of the country that a message names beside its working days."""
    country = country_of_holidays(asked) if WORKING_DAYS.search(asked.text) else ""
    if not country:
        return found
    days = [asked.today, *(one.day for one in asked.dates)]
    first, last = date(max(1, min(days).year - 1), 1, 1), date(min(9999, max(days).year + 2), 12, 31)
    off = holidays_within(country, max(first, date(FIRST_YEAR, 1, 1)), last) if min(days).year >= FIRST_YEAR else []
    if not off:
        return found
    found.days.extend(Found(0, 0, day) for day in off)
    found.places.extend(
        match.span() for one in (HOLIDAYS_OFF, COUNTRY, OFF_WORDS) for match in one.finditer(asked.text)
    )
    return found._replace(holidays_of=COUNTRY_NAMES[country])


OFF_WORDS = re.compile(
    r"\b(?:off|taken off|taking off|count(?:ed|ing)?|out|abgezogen|abziehen|deduits?|descontad[oa]s)\b", re.IGNORECASE
)


ONLY_WORKDAYS = re.compile(
    r"\b(?:only|just|nur|seulement|uniquement|solo) (?:count(?:ing)? )?(?:the )?(?:week ?days|work(?:ing)? ?days|business (?:days|week))(?: count(?:ed|s)?| zahlen| comptent| cuentan)?\b"
    r"|\b(?:count(?:ing)? )?(?:week ?days|working days|business days) only\b|\b(?:week ?days|working days|business days) (?:alone )?count\b(?! as)",
    re.IGNORECASE,
)
LIMITING = re.compile(r" (?:breaks?|lunch|pauses?|the year|it\b|on it|for)\b|[.?!]?\Z", re.IGNORECASE)
TIME_TOLD = re.compile(r"\d[:h]\d\d|\b(?:hours?|minutes?)\b", re.IGNORECASE)


def counts_days(asked: Asked) -> bool:
    """Return whether a message asks for a number of days, not for one of hours or minutes."""
    is_count = COUNTED.search(asked.text) is not None and bool(asked.dates)
    return is_count and not asked.durations and not TIME_TOLD.search(asked.text)


def items_from(asked: Asked, start: int, found: LeftOut) -> int:
    """Add the days that stand from a place on, and return where the last of them ends; the place itself without any."""
    end = at = start
    while True:
        gap = BETWEEN_DAYS.match(asked.text, at)
        at = gap.end() if gap else at
        after = item_at(asked, at, found)
        if after == at:
            return end
        end = at = after


def item_at(asked: Asked, at: int, found: LeftOut) -> int:
    """Add the one day, or the one kind of days, at a place, and return where it ends; the place itself for none."""
    day = next((one for one in asked.dates if one.start == at), None)
    if day is not None and asked.text[day.start : day.end].lower() not in DAYS:
        return days_from(asked, day, found)
    for name, pattern in ITEMS_LEFT:
        match = pattern.match(asked.text, at)
        if match is not None:
            add_item(name, match, found)
            return match.end()
    return named_day_end(asked, at, found)


THE_DAY = re.compile(  # "not the exam day", "without the day itself"
    r"(?:the |den |le |el )?(?:(?P<noun>[a-z]{3,15})[- ]?(?:day|tag)(?: itself)?|(?:day|date)(?: (?:itself|selbst|meme|mismo))|(?:day|jour|dia) (?:of|de) (?:the )?(?P<of>[a-z]{3,15}))\b"
    r"(?: either)?",
    re.IGNORECASE,
)


def named_day_end(asked: Asked, at: int, found: LeftOut) -> int:
    """Add the one day that a message names, where it is called by what is told of it, and return where that ends."""
    match = THE_DAY.match(asked.text, at)
    coming = [
        one for one in asked.dates if one.day > asked.today and asked.text[one.start : one.end].lower() not in DAYS
    ]
    noun = (match["noun"] or match["of"] or "") if match else ""
    is_told = not noun or re.search(rf"\b{noun}", asked.text[:at], re.IGNORECASE) is not None
    if match is None or len(coming) != 1 or not is_told:
        return at
    found.edges.add("last")
    return match.end()


def add_item(name: str, match: "re.Match[str]", found: LeftOut) -> None:
    """Add what one item names; which days are holidays is not known: the answer says so."""
    if name == "weekday":
        found.weekdays.add(DAYS[match["day"].lower()])
    elif name == "weekends":
        found.weekdays.update((5, 6))
    elif name == "number":
        found.numbers.update(range(int(match["number"]), int(match["until"] or match["number"]) + 1))
    elif name == "one":
        found.edges.add(f"{match['which'].lower()} one")
    elif name != "holidays":
        found.edges.update(("first", "last") if name == "edges" else (name,))


TO_DAY = re.compile(r" ?(?:[-–]|to|until|through|till|bis|au|al) ?(?:the )?", re.IGNORECASE)
LONGEST_GAP = 400  # days


def days_from(asked: Asked, day: Found, found: LeftOut) -> int:
    """Add a day, or all days from it to the one that is named as their end, and return where that is told."""
    gap = TO_DAY.match(asked.text, day.end)
    last = next((one for one in asked.dates if gap and one.start == gap.end() and one.day >= day.day), day)
    count = min((last.day - day.day).days, LONGEST_GAP)
    found.days.extend(day._replace(day=day.day + timedelta(days=place)) for place in range(count + 1))
    return last.end


WORD_START = re.compile(r"\b\w")
LONGEST_CLAUSE = 80  # characters


END_WORDS = r"(?:and|or|nor|und|oder|et|y|from|to|until|till|between|after|before|by|since|through|bis|ab)"
NO_START = re.compile(
    rf"\b{END_WORDS}(?: the)? \Z", re.IGNORECASE
)  # a list of days that are off begins with no end of a span
NO_FIRST = re.compile(rf"{END_WORDS}\b", re.IGNORECASE)


def items_before(asked: Asked, match: "re.Match[str]", found: LeftOut) -> None:
    """Add the days that stand right in front of words such as "are off"."""
    first = max(0, match.start() - LONGEST_CLAUSE)
    for word in WORD_START.finditer(asked.text, first, match.start()):
        new = LeftOut(set(), [], set(), set(), [])
        if NO_START.search(asked.text[: word.start()]) or NO_FIRST.match(asked.text, word.start()):
            continue
        if items_from(asked, word.start(), new) != match.start() or (new.edges and any(new[:3])):
            continue
        found.weekdays.update(new.weekdays)
        found.days.extend(new.days)
        found.numbers.update(new.numbers)
        found.edges.update(new.edges)
        found.places.append((word.start(), match.end()))
        return


WEEKDAY_RANGE = re.compile(
    rf"\b(?P<from>{DAY})s?\b(?: ?[-–] ?| (?:to|through|thru|until|till|bis|a|au) )(?P<to>{DAY})s?\b(?! ?\d)",
    re.IGNORECASE,
)
WEEKDAY_LIST = re.compile(
    rf"\b(?:{DAY})s?(?:(?:, ?| ?& ?| ?/ ?| ?\+ ?|,? (?:and|und|et|y|plus) )(?:on |of |the |de )?(?:{DAY})s?\b)+(?! ?\d)",
    re.IGNORECASE,
)
COUNTED = re.compile(
    r"\bhow many (?!hours|minutes|seconds|weeks|months|years|weekends)|\bhow often\b|\b(?:number|count) of\b|\bworking days\b|\bhow many times\b|\bhow long\b|\A\W*(?:the )?(?:days|nights|tage|jours|dias) (?:from|until|till|to|between|left|since)\b",
    re.IGNORECASE,
)
WORKING_DAYS = re.compile(
    r"\bbusiness week\b|\b(?:business|working|work|school)[ -]?days?\b|\bweek ?days\b|\b(?:every|each|any|jeden?) (?:week ?day|werktag|arbeitstag)\b",
    re.IGNORECASE,
)
WEEKEND_DAYS = re.compile(
    r"\b(?:how many|number of|count(?: the)?) (?:weekend ?days|wochenendtage|days from week-?end|days (?:of|from) fin (?:of|de) (?:week|semana))\b",
    re.IGNORECASE,
)
USUAL_WEEK = frozenset(range(5))


def named_week(asked: Asked, left: LeftOut) -> set[int] | None:
    """Return the weekdays that a message takes alone: "Monday to Thursday", "Mondays and Fridays"; None for no such words."""
    text = asked.text
    for start, end in left.places:
        text = blanked(text, start, end)
    for one in asked.dates:
        if any(sign.isdigit() for sign in text[one.start : one.end]):
            text = blanked(text, one.start, one.end)
    if WEEKEND_DAYS.search(text):
        return {5, 6}
    if (span := WEEKDAY_RANGE.search(text)) is not None:
        first, last = DAYS[span["from"].lower()], DAYS[span["to"].lower()]
        return {(first + step) % 7 for step in range((last - first) % 7 + 1)}
    listed = WEEKDAY_LIST.search(text)
    return (
        {DAYS[name.lower()] for name in re.findall(rf"\b({DAY})s?\b", listed.group(), re.IGNORECASE)}
        if listed
        else None
    )


def counted_without(asked: Asked) -> Answer | None:
    """Return how many days a time has without those that are left out, or of the weekdays named; None for other questions."""
    left = left_out(asked)
    week = named_week(asked, left)
    has_left = any(left[:4])
    if not (has_left or (week and week != USUAL_WEEK)):
        return None
    if asked.durations:
        return shifted_without(asked, left) if has_left else None
    if not COUNTED.search(asked.text) or (span := counted_span(asked, left)) is None:
        return None
    first, last = span
    taken = week or counted_weekdays(asked.text)
    out = days_out(left, first, last)
    if (last - first).days > LONGEST_SPAN:
        raise CannotError("I leave out days of at most 200 years.")
    everyday = [first + timedelta(days=place) for place in range((last - first).days + 1)]
    count = sum(1 for day in everyday if day.weekday() in taken - left.weekdays and day not in out)
    count -= len(left.edges & {"first one", "last one"})
    return without_answer((first, last), count, taken, left, sorted(day for day in out if day.weekday() in taken))


LONGEST_SPAN = 73_100  # days


def counted_weekdays(text: str) -> set[int]:
    """Return the weekdays that a question counts: one of them, the working days, or all."""
    one_day = HOW_MANY.search(text)
    if one_day is not None:
        return {DAYS[one_day["day"].lower()]}
    return set(USUAL_WEEK) if WORKING_DAYS.search(text) else set(range(7))


def counted_span(asked: Asked, left: LeftOut) -> tuple[date, date] | None:
    """Return the first and last day of the time that is counted; None where a message names no such time."""
    text = asked.text
    for start, end in left.places:
        text = blanked(text, start, end)
    named = [
        one
        for one in asked.dates
        if not any(start <= one.start < end for start, end in left.places)
        and (asked.text[one.start : one.end].lower() not in DAYS)
    ]
    bare = asked._replace(text=text, dates=named)
    if (whole := whole_months(bare) or whole_period(bare)) is not None:
        return whole
    if len(named) >= 2:
        return min(named[0].day, named[1].day), max(named[0].day, named[1].day)
    return open_span(bare)


REST_OF = re.compile(
    r"\b(?:left|remain\w*|to go|more|still)\b[^.?!]{0,40}\b(?P<what>month|year)\b|\b(?:this|the) (?P<what2>month|year) left\b|\b(?P<rest>this) (?P<what3>month|year)\b",
    re.IGNORECASE,
)


def open_span(asked: Asked) -> tuple[date, date] | None:
    """Return the time from today to the one day that is named, or to the end of this month or year."""
    if len(asked.dates) == 1 and asked.dates[0].day > asked.today:
        start = asked.today if WORKING_DAYS.search(asked.text) else asked.today + timedelta(days=1)
        return start, asked.dates[0].day
    rest = REST_OF.search(asked.text)
    if rest is None or asked.dates:
        return None
    is_year = (rest["what"] or rest["what2"] or rest["what3"]).lower() == "year"
    last = clamped(asked.today.year, 12 if is_year else asked.today.month, 31)
    return (date(last.year, 1 if is_year else last.month, 1) if rest["rest"] else asked.today), last


def within(one: Found, first: date, last: date) -> date:
    """Return a day whose year was not told in the year in which it lies within a time, if there is one."""
    years = (one.day.year, first.year, last.year) if one.open_year or one.shared_year else (one.day.year,)
    days = [clamped(year, one.day.month, one.day.day) for year in years]
    return next((day for day in days if first <= day <= last), one.day)


def days_out(left: LeftOut, first: date, last: date) -> set[date]:
    """Return the days that are left out by date, within a time. Raises CannotError for a bare day that is not once within it."""
    out = {within(one, first, last) for one in left.days}
    for number in left.numbers:
        days = [
            first + timedelta(days=place)
            for place in range(min((last - first).days + 1, 366))
            if (first + timedelta(days=place)).day == number
        ]
        ends = [day for day in days if day in (first, last)]
        days = ends if len(days) > 1 and len(ends) == 1 else days  # "from 1 March to 15 June, not counting the 1st"
        if len(days) != 1:
            raise CannotError(f"Say which month the {number} is of that I am to leave out.")
        out.add(days[0])
    out |= {first} if "first" in left.edges else set()
    return out | ({last} if "last" in left.edges else set())


def without_answer(span: tuple[date, date], count: int, taken: set[int], left: LeftOut, out: list[date]) -> Answer:
    """Return the sentence and the output of a count that leaves days out."""
    first, last = span
    inside = [day for day in out if first <= day <= last and day.weekday() not in left.weekdays]
    weekdays = sorted(left.weekdays & taken)
    output = {
        "kind": "count",
        "count": count,
        "from": first.isoformat(),
        "to": last.isoformat(),
        "taken": sorted(taken) if len(taken) < 7 else [],
        "left_out": {"weekdays": weekdays, "dates": [day.isoformat() for day in inside]},
    }
    names = [f"{calendar.day_name[day]}s" for day in weekdays] + [
        f"{day.day} {calendar.month_name[day.month]}" for day in inside
    ]
    rule = f"without {', '.join(names)}" if names else ""
    is_usual = taken == USUAL_WEEK
    only = (
        ""
        if is_usual
        else f"{', '.join(f'{calendar.day_name[day]}s' for day in sorted(taken))} only"
        if len(taken) < 7
        else ""
    )
    ends = "" if {first, last} & set(inside) else "both days counted"
    said = "; ".join(filter(None, [ends, only, rule, holidays_note(left) if is_usual else ""]))
    return (
        f"From {shown(first)} to {shown(last)} there {'is' if count == 1 else 'are'} **{plural(count, 'working day' if is_usual else 'day')}** ({said}).",
        output,
    )


def holidays_note(left: LeftOut) -> str:
    """Return which public holidays are taken off a count of working days."""
    return (
        f"public holidays of {left.holidays_of} taken off"
        if left.holidays_of
        else "other public holidays are not taken off"
    )


BACK_FROM = re.compile(
    r"\b(?:ago|before|earlier|minus|subtract|prior)\b|(?:days|weeks|go|count|counting) back\b", re.IGNORECASE
)
SHIFT_ASKED = re.compile(
    r"\b(?:after|from|later|before|ago|add|plus|in|within|which day|what (?:date|day)|when|deadline|due)\b",
    re.IGNORECASE,
)
MOST_STEPS = 20_000


def shifted_without(asked: Asked, left: LeftOut) -> Answer | None:
    """Answer which day comes some days after (or before) another when days in between do not count; None for other questions."""
    named = [one for one in asked.dates if not any(start <= one.start < end for start, end in left.places)]
    is_away = not named and left.days and re.search(rf"\b{AWAY}", asked.text, re.IGNORECASE)
    if len(asked.durations) != 1 or len(named) > 1 or left.edges or is_away:
        return None
    (count, unit), start = asked.durations[0], named[0].day if named else asked.today
    if unit not in ("day", "work day") or count > MOST_STEPS or not SHIFT_ASKED.search(asked.text):
        return None
    step = -1 if BACK_FROM.search(asked.rest) else 1
    taken = (set(USUAL_WEEK) if unit == "work day" else set(range(7))) - left.weekdays
    out = {one.day for one in left.days} | {day_of_month(number, start, step) for number in left.numbers}
    day, counted = start, 0
    while counted < count and taken:
        day += timedelta(days=step)
        counted += day.weekday() in taken and day not in out
    passed = sorted(one for one in out if not left.holidays_of or min(start, day) <= one <= max(start, day))
    names = [f"{calendar.day_name[one]}s" for one in sorted(left.weekdays)] + [shown(one) for one in passed]
    names += [f"public holidays of {left.holidays_of}"] if left.holidays_of and not names else []
    said = f"{plural(count, unit.replace('work ', 'working '))} {'before' if step < 0 else 'after'} {shown(start)}"
    output = {
        "kind": "date",
        "from": start.isoformat(),
        "date": day.isoformat(),
        "weekday": calendar.day_name[day.weekday()],
        "left_out": {},
    }
    return f"{said}, without {', '.join(names)}, is **{shown(day)}**.", output


def day_of_month(number: int, start: date, step: int) -> date:
    """Return the next day (or the one before) with a number of the month. Raises CannotError without one within two months."""
    days = [start + timedelta(days=step * place) for place in range(1, 63)]
    found = next((day for day in days if day.day == number), None)
    if found is None:
        raise CannotError(f"No month has a day {number}.")
    return found


def left_places(asked: Asked) -> list[tuple[int, int]]:
    """Return the places of the words by which a message leaves days out, or takes some weekdays only."""
    week = [match.span() for one in (WEEKDAY_RANGE, WEEKDAY_LIST) for match in one.finditer(asked.text)]
    return left_out(asked).places + week
