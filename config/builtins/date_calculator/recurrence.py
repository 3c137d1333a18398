"""Days that come again: the n-th weekday of a month, Friday the 13th, how many Mondays, a feast on a Sunday, leap years in a span."""

import calendar
import re
from datetime import date, timedelta
from typing import Any

from config.builtins.date_calculator.reading import DAY, DAYS, MONTH, MONTHS, Answer, Asked, added, clamped, made, shown
from config.builtins.wording import CannotError, blanked, plural

ORDINALS = {
    "first": 1,
    "1st": 1,
    "second": 2,
    "2nd": 2,
    "third": 3,
    "3rd": 3,
    "fourth": 4,
    "4th": 4,
    "fifth": 5,
    "5th": 5,
}
ORDINALS |= {
    "1": 1,
    "2": 2,
    "3": 3,
    "4": 4,
    "5": 5,
    "last": -1,
    "second to last": -2,
    "penultimate": -2,
    "second last": -2,
}
ORDINAL = "|".join(sorted(ORDINALS, key=len, reverse=True))
NTH = re.compile(
    rf"\b(?P<nth>{ORDINAL})\.? (?P<day>{DAY})s?(?: (?:of|in|im|from|the|this|that))*"
    rf" (?:(?P<rel>next|last|this|each|every|the)? ?(?P<what>month|year)|(?P<month>{MONTH})\.?(?:,? (?:of )?(?P<year>\d{{4}}))?|(?P<only>\d{{4}}))\b",
    re.IGNORECASE,
)
DAY_OF = re.compile(rf"\b(?P<end>last|first) (?:(?:working |business |work )day|day|weekday) (?:of|in)(?: the| each| every)? (?:(?P<rel>next|last|this) )?(?:(?P<what>month|year)|(?P<month>{MONTH})\.?(?:,? (?P<year>\d{{4}}))?)\b", re.IGNORECASE)  # fmt: skip
THE_13TH = re.compile(rf"\b(?P<day>{DAY})s?,? (?:the |der |den |le |el )?(?P<number>\d{{1,2}})(?:st|nd|rd|th|\.)?s?\b(?! ?(?:of |de )?(?:{MONTH})|[:/.-]?\d|:| ?(?:am|pm|days?|weeks?|months?|years?|hours?|minutes?))", re.IGNORECASE)  # fmt: skip
HOW_MANY = re.compile(rf"\bhow many (?P<day>{DAY})s?\b", re.IGNORECASE)
IS_A = re.compile(rf"\b(?:is|was|will)\b.*\ba (?P<day>{DAY})\b", re.IGNORECASE)
MONTHLY = re.compile(r"\b(?P<number>\d{1,2})(?:st|nd|rd|th) (?:day )?of (?:each|every) month\b|\b(?:each|every) month on the (?P<other>\d{1,2})(?:st|nd|rd|th)\b|\bmonthly on the (?P<third>\d{1,2})(?:st|nd|rd|th)\b", re.IGNORECASE)  # fmt: skip
EACH_NTH = re.compile(
    rf"\b(?P<nth>{ORDINAL})\.? (?P<day>{DAY})s?(?: (?:of|in|from))? (?:the )?(?:each|every|all) months?\b",
    re.IGNORECASE,
)
ALL_DAYS = re.compile(
    rf"\b(?:which|what|list|name|show|give|tell|all|every|dates?)\b[^.?!]*?\b(?P<day>{DAY})s\b", re.IGNORECASE
)
QUARTER = re.compile(r"\b(?:q(?P<number>[1-4])|(?P<name>first|second|third|fourth|1st|2nd|3rd|4th) quarter)\b(?: (?:of|in))?(?: (?P<year>\d{4}))?\b", re.IGNORECASE)  # fmt: skip
MAX_LISTED = 60  # days of one answer
FALLS = re.compile(rf"\b(?:falls?|fall|is|be|lands?)\b(?: again)? on an? (?P<day>{DAY})\b", re.IGNORECASE)


def recurring(asked: Asked) -> Answer | None:
    """Return the answer to a question about days that come again, None for others."""
    text = asked.text
    for pattern, answer in (
        (HOW_MANY, count_weekdays),
        (EACH_NTH, listed_days),
        (ALL_DAYS, listed_days),
        (MONTHLY, monthly_day),
        (NTH, nth_weekday),
        (DAY_OF, edge_of),
        (FALLS, feast_on),
        (THE_13TH, weekday_number),
        (IS_A, is_weekday),
    ):
        match = pattern.search(text)
        if match is not None and (found := answer(asked, match)) is not None:
            return found
    return leap_years(asked)


def month_of(match: "re.Match[str]", today: date) -> tuple[int, int, int]:
    """Return the first year and month, and the number of months, that a match names."""
    groups = match.groupdict()
    relative = {"next": 1, "last": -1}.get((groups.get("rel") or "").lower(), 0)
    if groups.get("month"):
        month = MONTHS[groups["month"].lower()]
        year = int(groups["year"]) if groups.get("year") else today.year + (month < today.month)
        return year, month, 1
    if groups.get("only"):
        return int(groups["only"]), 1, 12
    if (groups.get("what") or "").lower() == "year":
        return today.year + relative, 1, 12
    months = today.year * 12 + today.month - 1 + relative
    return months // 12, months % 12 + 1, 1


# "the third Thursday of the month, which date is it in October 2025"
MONTH_ELSEWHERE = re.compile(
    rf"\b(?:in|of|for|during|fur|im|pour|para|zu) (?P<month>{MONTH})\b\.?(?:,? (?:of )?(?P<year>\d{{4}}))?",
    re.IGNORECASE,
)


def nth_weekday(asked: Asked, match: "re.Match[str]") -> Answer | None:
    """Answer when the third Thursday of November is."""
    if match["rel"] and match["rel"].lower() in ("each", "every"):
        return None
    if OTHER_NTH.search(asked.text[: match.start()]):
        raise CannotError("Ask for one of these days at a time.")
    if len(several := several_nths(asked)) > 1:
        return nths_of_each(asked, several)
    is_open = (match["what"] or "").lower() == "month" and (match["rel"] or "the").lower() == "the"
    elsewhere = months_elsewhere(asked, match) if is_open else []
    listed = months_from(asked, match) if match["month"] else []
    if max(len(elsewhere), len(listed)) > 1 and not asked.durations:
        return nth_of_months(match, elsewhere if is_open else listed)
    year, month, months = (*elsewhere[0], 1) if elsewhere else month_of(match, asked.today)
    year = year_elsewhere(asked, match) or year
    first, day = made(year, month, 1), DAYS[match["day"].lower()]
    last = clamped(year, month + months - 1, 31)
    days = [first + timedelta(days=offset) for offset in range((day - first.weekday()) % 7, (last - first).days + 1, 7)]
    place = ORDINALS[match["nth"].lower()]
    where = f"{calendar.month_name[month]} {year}" if months == 1 else str(year)
    if place > len(days):
        raise CannotError(f"{where} has only {len(days)} {calendar.day_name[day]}s.")
    found = days[place - 1 if place > 0 else place]
    if asked.durations:
        return moved_from(asked, found, match)
    return f"The {match['nth'].lower()} {calendar.day_name[day]} of {where} is **{shown(found)}**.", dated_output(found)


MOST_NTHS = 6  # of one message


def several_nths(asked: Asked) -> "list[re.Match[str]]":
    """Return the n-th weekdays of named months that a message lists; [] where time is added to one, or several months stand behind one."""
    found = [one for one in NTH.finditer(asked.text) if one["month"]]
    is_plain = not asked.durations and not any(LISTED_MONTH.match(asked.text, one.end()) for one in found)
    return found if is_plain and len(found) <= MOST_NTHS else []


def nths_of_each(asked: Asked, matches: "list[re.Match[str]]") -> Answer:
    """Answer when each of several n-th weekdays is; a year told once is that of all."""
    years = {int(one["year"]) for one in matches if one["year"]}
    only = years.pop() if len(years) == 1 else 0
    told = [month_of(one, asked.today) for one in matches]
    months = [
        (only or year if not one["year"] else year, month) for one, (year, month, _) in zip(matches, told, strict=True)
    ]
    answers = [nth_of_months(one, [at]) for one, at in zip(matches, months, strict=True)]
    days = [output["date"] for _, output in answers]
    return " ".join(said for said, _ in answers), {"kind": "dates", "dates": days, "count": len(days)}


YEAR_TOLD = re.compile(r"(?<![\d.,/:-])(?:19|20)\d\d\b(?![./:-]?\d)")


def year_elsewhere(asked: Asked, match: "re.Match[str]") -> int:
    """Return the year that a message tells apart from a month without one: "thanksgiving 2027 (4th Thursday in November)"; 0 without it."""
    if not match["month"] or match["year"]:
        return 0
    other = [day for day in asked.dates if not re.fullmatch(r"[a-z' .]+\d{4}", asked.text[day.start : day.end], re.I)]
    free = [
        one
        for one in YEAR_TOLD.finditer(asked.text)
        if not (match.start() <= one.start() < match.end()) and not any(d.start <= one.start() < d.end for d in other)
    ]
    years = {int(one.group()) for one in free}
    return years.pop() if len(years) == 1 else 0


NTH_ALONE = re.compile(  # "it is always the third Thursday. Which date in January 2027?"; "every second Friday" is a rhythm
    rf"(?<!every )(?<!each )(?<!jeden )(?<!jede )(?<!chaque )(?<!cada )\b(?P<nth>{'|'.join(one for one in ORDINAL.split('|') if not one.isdigit() and one not in ('last', 'penultimate'))}|(?:(?<=the )|(?<=always )|(?<== )|(?<=: ))(?:last|penultimate)) (?P<day>{DAY})s?\b(?! (?:of|in|im|from|the|this|that|next|last|{MONTH})\b)",
    re.IGNORECASE,
)
LISTED_MONTH = re.compile(
    rf"(?:(?:,|,? (?:and|or|und|oder|et|ou|y|o|&))(?: in| for| of)? | ?[/+&] ?| (?!may (?:be|have|not|need|i|we|it|they)\b)|,)(?P<month>{MONTH})\b\.?(?:,? (?:of )?(?P<year>\d{{4}}))?",
    re.IGNORECASE,
)


BARE_MONTH = re.compile(  # "on the third thursday of the month. january?"
    rf"(?:[.?!,;:] ?|\b(?:and|so|what about|und|et|y) )(?P<month>{MONTH})\b\.?(?: (?P<year>\d{{4}}))? ?(?=[?!]|\Z)",
    re.IGNORECASE,
)


def nth_elsewhere(asked: Asked) -> Answer | None:
    """Answer when a weekday that comes in every month, such as the third Thursday, is in the months named elsewhere."""
    match = NTH_ALONE.search(asked.text)
    if match is None:
        return None
    months = months_elsewhere(asked, match)
    days = [one for one in asked.dates if re.search(r"\d", re.sub(r"\d{4}\Z", "", asked.text[one.start : one.end]))]
    return nth_of_months(match, months) if months and not days and not asked.durations else None


def nth_of_months(match: "re.Match[str]", months: list[tuple[int, int]]) -> Answer:
    """Return the n-th weekday of each of some months; the last one where a month has fewer raises CannotError."""
    name, place = calendar.day_name[DAYS[match["day"].lower()]], ORDINALS[match["nth"].lower()]
    found, said = [], []
    for year, month in months:
        first = made(year, month, 1)
        days = [first + timedelta(days=step) for step in range(calendar.monthrange(year, month)[1])]
        days = [day for day in days if day.weekday() == DAYS[match["day"].lower()]]
        where = f"{calendar.month_name[month]} {year}"
        if place > len(days):
            raise CannotError(f"{where} has only {len(days)} {name}s.")
        found.append(days[place - 1 if place > 0 else place])
        said.append(f"The {match['nth'].lower()} {name} of {where} is **{shown(found[-1])}**.")
    if len(found) == 1:
        return said[0], dated_output(found[0])
    return " ".join(said), {"kind": "dates", "dates": [day.isoformat() for day in found], "count": len(found)}


def months_from(asked: Asked, match: "re.Match[str]") -> list[tuple[int, int]]:
    """Return the month that a match names and those that are listed behind it; a year told once is that of all."""
    named = [match]
    while (following := LISTED_MONTH.match(asked.text, named[-1].end())) is not None:
        named.append(following)
    years = {int(one["year"]) for one in named if one["year"]}
    year = years.pop() if len(years) == 1 else None
    found = [month_of(one, asked.today) for one in named]
    return [(year if year and not one["year"] else at[0], at[1]) for one, at in zip(named, found, strict=True)]


def months_elsewhere(asked: Asked, match: "re.Match[str]") -> list[tuple[int, int]]:
    """Return the months that a message names apart from a day of each month; a year told once is that of all."""
    named: list[re.Match[str]] = []
    for one in MONTH_ELSEWHERE.finditer(asked.text):
        named.append(one)
        while (following := LISTED_MONTH.match(asked.text, named[-1].end())) is not None:
            named.append(following)
    named += BARE_MONTH.finditer(asked.text, match.end())
    apart = [one for one in named if one.start() >= match.end() or one.end() <= match.start()]
    years = {int(one["year"]) for one in apart if one["year"]}
    year = years.pop() if len(years) == 1 else None
    found = [month_of(one, asked.today) for one in apart]
    pairs = [(year if year and not one["year"] else at[0], at[1]) for one, at in zip(apart, found, strict=True)]
    return list(dict.fromkeys(pairs))


BEFORE_OR_MINUS = re.compile(r"\b(?:before|minus|less|earlier|ago|prior)\b|(?<=\w) [-–] (?=\d)", re.IGNORECASE)
AFTER_OR_PLUS = re.compile(r"\b(?:after|plus|later|from|add|past)\b|\+", re.IGNORECASE)


def moved_from(asked: Asked, day: date, match: "re.Match[str]") -> Answer | None:
    """Answer which day comes some time before or after the n-th weekday of a month; None where no word says which."""
    rest = blanked(asked.text, *match.span())
    back, ahead = BEFORE_OR_MINUS.search(rest), AFTER_OR_PLUS.search(rest)
    if bool(back) is bool(ahead) or any(unit in ("second", "minute", "hour") for _, unit in asked.durations):
        return None
    found = day
    for count, unit in asked.durations:
        found = added(found, -count if back else count, unit)
    said = " and ".join(plural(count, unit) for count, unit in asked.durations)
    return f"{said} {'before' if back else 'after'} {shown(day)} is **{shown(found)}**.", dated_output(found)


def monthly_day(asked: Asked, match: "re.Match[str]") -> Answer | None:
    """Answer when a day that comes every month is next, today included; a month without it is left out."""
    number = int(match["number"] or match["other"] or match["third"])
    months = asked.today.year * 12 + asked.today.month - 1
    for place in range(months, months + 4):
        found = day_if(place // 12, place % 12 + 1, number)
        if found and found >= asked.today:
            gap = (found - asked.today).days
            when = f"{plural(gap, 'day')} from now" if gap else "today"
            return f"The next {number}{ending(number)} is **{shown(found)}** ({when}).", dated_output(found)
    return None


def edge_of(asked: Asked, match: "re.Match[str]") -> Answer | None:
    """Answer which day the last or first (working) day of a month is."""
    is_open = (match["what"] or "").lower() == "month" and not match["rel"]
    elsewhere = months_elsewhere(asked, match) if is_open else []
    listed = months_from(asked, match) if match["month"] else []
    months = [(*one, 1) for one in elsewhere or (listed if len(listed) > 1 else [])]
    days = [edge_day(match, *one) for one in months or [month_of(match, asked.today)]]
    note = "" if not WORK_DAY.search(match.group()) else " Public holidays are not taken off."
    if len(days) == 1:
        return f"That is **{shown(days[0])}**.{note}", dated_output(days[0])
    lines = "\n".join(f"- **{shown(one)}**" for one in days)
    output = {"kind": "dates", "dates": [one.isoformat() for one in days], "count": len(days)}
    return f"Those are:\n\n{lines}" + (f"\n\n{note.strip()}" if note else ""), output


WORK_DAY = re.compile(r"work|business|weekday", re.IGNORECASE)


def edge_day(match: "re.Match[str]", year: int, month: int, months: int) -> date:
    """Return the first or last (working) day of some months."""
    last = match["end"].lower() == "last"
    found = clamped(year, month + months - 1, 31) if last else made(year, month, 1)
    while WORK_DAY.search(match.group()) and found.weekday() >= 5:
        found += timedelta(days=-1 if last else 1)
    return found


def weekday_number(asked: Asked, match: "re.Match[str]") -> Answer | None:
    """Answer when a weekday next falls on a day of the month, such as Friday the 13th, or how often in a year."""
    day, number = DAYS[match["day"].lower()], int(match["number"])
    if not 1 <= number <= 31:
        return None
    year = re.search(r"\b(?:in|of|during) (?:the year )?(\d{4})\b", asked.text, re.IGNORECASE)
    name = f"{calendar.day_name[day]} the {number}{ending(number)}"
    if year or re.search(r"\bhow many\b|\bthis year\b", asked.text, re.IGNORECASE):
        wanted = int(year[1]) if year else asked.today.year
        days = [found for month in range(1, 13) if (found := day_if(wanted, month, number)) and found.weekday() == day]
        listed = ", ".join(f"{one.day} {calendar.month_name[one.month]}" for one in days) or "none"
        output = {"kind": "count", "count": len(days), "weekday": calendar.day_name[day], "year": wanted}
        return f"{wanted} has **{len(days)}** {name}: {listed}.", output
    back = re.search(r"\b(?:last|previous|past)\b", asked.text, re.IGNORECASE)
    months = asked.today.year * 12 + asked.today.month - 1
    for step in range(400):
        place = months + (-step if back else step)
        found = day_if(place // 12, place % 12 + 1, number)
        if found and found.weekday() == day and (found < asked.today if back else found > asked.today):
            gap = abs((found - asked.today).days)
            output = dated_output(found) | {"days_from_now": (found - asked.today).days}
            return (
                f"The {'last' if back else 'next'} {name} is **{shown(found)}** ({plural(gap, 'day')} {'ago' if back else 'from now'}).",
                output,
            )
    return None


def day_if(year: int, month: int, day: int) -> date | None:
    """Return a day, None where the month is too short."""
    return date(year, month, day) if 1 <= year <= 9999 and day <= calendar.monthrange(year, month)[1] else None


def ending(number: int) -> str:
    """Return the ending of an English ordinal."""
    return "th" if 10 < number < 20 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


def count_weekdays(asked: Asked, match: "re.Match[str]") -> Answer | None:
    """Answer how many Mondays there are in a month or year, or between two days."""
    day = DAYS[match["day"].lower()]
    if THE_13TH.search(asked.text, match.start("day")):
        return None
    days = ends_named(asked, match)
    span = span_of(asked, match.end(), days)
    if span is None:
        return None
    first, last = span
    if first < asked.today <= last and LEFT.search(asked.text):
        first = asked.today
    is_before = len(days) == 1 and BEFORE_IT.search(asked.text, match.end()) is not None
    last = last - timedelta(days=1) if is_before and last.weekday() == day else last
    count = sum(1 for _ in range((day - first.weekday()) % 7, (last - first).days + 1, 7))
    output = {
        "kind": "count",
        "count": count,
        "weekday": calendar.day_name[day],
        "from": first.isoformat(),
        "to": last.isoformat(),
    }
    name = calendar.day_name[day] + ("" if count == 1 else "s")
    asks_day = IS_A_DAY.search(asked.text) if len(days) == 1 else None
    told = is_weekday(asked, asks_day) if asks_day is not None else None
    return (
        f"{told[0] + ' ' if told else ''}From {shown(first)} to {shown(last)} there {'is' if count == 1 else 'are'} **{count} {name}** (both days counted).",
        output,
    )


IS_A_DAY = re.compile(rf"\bis (?:that|it|this) (?:on )?a (?P<day>{DAY})\b", re.IGNORECASE)
BEFORE_IT = re.compile(  # the days before a day leave out the day itself
    rf"\b(?:before|ahead of|bevor|avant|antes)\b(?: (?:it|that|then|the|my|our|{MONTH}|\d))", re.IGNORECASE
)
LEFT = re.compile(r"\b(?:left|remain\w*|still|to go|more)\b", re.IGNORECASE)


def ends_named(asked: Asked, match: "re.Match[str]") -> list[date]:
    """Return the days that a message names beside the weekday that is counted, without that weekday itself."""
    counted = re.compile(rf"(?:{match['day']})s?", re.IGNORECASE)
    beside = [one for one in asked.dates if one.start > match.end("day") or one.end <= match.start("day")]
    is_span = re.search(r"\b(?:from|since|until|till|to|between|before|after)\b", asked.text, re.IGNORECASE)
    return [
        one.day
        for one in beside
        if not counted.fullmatch(asked.text[one.start : one.end])
        and (is_span or not re.fullmatch(rf"(?:{MONTH})\.? \d{{4}}", asked.text[one.start : one.end], re.IGNORECASE))
    ]


def span_of(asked: Asked, start: int, days: list[date]) -> tuple[date, date] | None:
    """Return the first and last day that a question is about: between two dates, until one, a month or a year."""
    if len(days) > 1:
        return min(days[:2]), max(days[:2])
    text = asked.text[start:]
    month = re.search(rf"\b({MONTH})\b\.?(?:,? (\d{{4}}))?", text, re.IGNORECASE)
    if days and not (month and re.search(rf"\bin (?:{MONTH})\b", text, re.IGNORECASE)):
        return min(asked.today, days[0]), max(asked.today, days[0])
    if month:
        number = MONTHS[month[1].lower()]
        year = int(month[2]) if month[2] else asked.today.year
        return made(year, number, 1), clamped(year, number, 31)
    relative = re.search(r"\b(this|next|last) (month|year)\b", text, re.IGNORECASE)
    if relative:
        step = {"next": 1, "last": -1}.get(relative[1].lower(), 0)
        months = asked.today.year * 12 + asked.today.month - 1 + step
        if relative[2].lower() == "month":
            return made(months // 12, months % 12 + 1, 1), clamped(months // 12, months % 12 + 1, 31)
        return made(asked.today.year + step, 1, 1), made(asked.today.year + step, 12, 31)
    year_only = re.search(r"\b(\d{4})\b", text)
    return (made(int(year_only[1]), 1, 1), made(int(year_only[1]), 12, 31)) if year_only else None


OTHER_NTH = re.compile(rf"\b(?P<nth>{ORDINAL})\.?(?: (?:{DAY})s?)? (?:and|&|und|et|y|or) (?:the )?\Z", re.IGNORECASE)


def listed_days(asked: Asked, match: "re.Match[str]") -> Answer | None:
    """Answer which days the Mondays of a span are, or the last Friday of each of its months (of a year without a span)."""
    day, nth = DAYS[match["day"].lower()], match.groupdict().get("nth")
    before = OTHER_NTH.search(asked.text[: match.start()]) if nth else None
    nths = {ORDINALS[one.lower()] for one in (nth, before and before["nth"]) if one}
    named = ends_named(asked, match)
    if nth and not before and len(named) < 2 and NEXT_ONE_ASKED.search(asked.text):
        coming = nth_days_from(ORDINALS[nth.lower()], day, named[0] if named else asked.today, 1)
        return f"The next one is **{shown(coming[0])}**.", dated_output(coming[0])
    if nth and not before and (wanted := NUMBER_WANTED.search(asked.text)) and len(named) < 2:
        return first_nth(ORDINALS[nth.lower()], day, named[0] if named else asked.today, int(wanted["count"]))
    span = quarter_of(asked) or span_of(asked, match.end(), named)
    if span is None and nth:
        span = asked.today, clamped(asked.today.year + 1, asked.today.month, asked.today.day)
    if span is None or THE_13TH.search(asked.text, match.start("day")):
        return None
    first, last = span
    found = [
        first + timedelta(days=offset)
        for offset in range((day - first.weekday()) % 7, (last - first).days + 1, 7)
        if not nths or any(is_nth(first + timedelta(days=offset), place) for place in nths)
    ]
    if len(found) > MAX_LISTED:
        raise CannotError(f"There are {len(found)} of them. I list at most {MAX_LISTED}: ask for a shorter time.")
    nth = f"{before['nth']} and {nth}" if before and nth else nth
    name = f"{nth.lower()} {calendar.day_name[day]} of each month" if nth else f"{calendar.day_name[day]}s"
    lines = "\n".join(f"- **{shown(one)}**" for one in found) or "None."
    output = {"kind": "dates", "dates": [one.isoformat() for one in found], "count": len(found)}
    return f"The {name} from {shown(first)} to {shown(last)}:\n\n{lines}", output


NUMBER_WANTED = re.compile(
    r"\b(?:first|next|coming|following|upcoming|premiere?s|prochaine?s|primer[oa]s|proxim[oa]s) (?P<count>\d{1,2})\b(?! ?(?:weeks?|months?|years?))",
    re.IGNORECASE,
)


def first_nth(place: int, weekday: int, start: date, count: int) -> Answer | None:
    """Return the first days from one on that are the n-th of their weekday in a month."""
    found = nth_days_from(place, weekday, start, count)
    lines = "\n".join(f"- **{shown(one)}**" for one in found)
    output = {"kind": "dates", "dates": [one.isoformat() for one in found], "count": len(found)}
    return (f"The first {count} from {shown(start)} on:\n\n{lines}", output) if len(found) == count else None


NEXT_ONE_ASKED = re.compile(  # "every third Wednesday of the month, when's the next one?"
    r"\b(?:when|which|what|whens)(?:'s| is| will| does| do)?\b[^?.!]{0,20}?\b(?:the |our |it )?next(?: (?:one|meeting|time|date|session|appointment))?\b(?! (?:\d|two|three|four|five|six|few|year|month|week))"
    r"|\bthe next one\b|\b(?:nachste[rn]?|prochaine?|proxim[oa]) ?(?:[?,]|\Z)",
    re.IGNORECASE,
)


def nth_days_from(place: int, weekday: int, start: date, count: int) -> list[date]:
    """Return the first days from one on that are the n-th of their weekday in a month."""
    first = start + timedelta(days=(weekday - start.weekday()) % 7)
    weeks = (first + timedelta(weeks=step) for step in range(6 * min(count, MAX_LISTED)))
    return [day for day in weeks if is_nth(day, place)][:count]


def is_nth(day: date, place: int) -> bool:
    """Return whether a day is the n-th of its weekday in its month; -1 is the last one."""
    length = calendar.monthrange(day.year, day.month)[1]
    return (day.day - 1) // 7 + 1 == place if place > 0 else (length - day.day) // 7 + 1 == -place


def quarter_of(asked: Asked) -> tuple[date, date] | None:
    """Return the first and last day of a quarter that the message names, None without one."""
    match = QUARTER.search(asked.text)
    if match is None:
        return None
    number = int(match["number"]) if match["number"] else ORDINALS[match["name"].lower()]
    year = int(match["year"]) if match["year"] else asked.today.year
    return made(year, 3 * number - 2, 1), clamped(year, 3 * number, 31)


def feast_on(asked: Asked, match: "re.Match[str]") -> Answer | None:
    """Answer when a day of the year next falls on a weekday."""
    days = [one for one in asked.dates if not (one.start < match.end("day") and match.start("day") < one.end)]
    if (
        not days
        or re.search(r"\b\d{4}\b", asked.text)
        or not re.search(r"\b(?:next|when|which year|what year|again)\b", asked.text, re.IGNORECASE)
    ):
        return None
    day, wanted = days[0].day, DAYS[match["day"].lower()]
    for year in range(asked.today.year, asked.today.year + 41):
        found = day_if(year, day.month, day.day)
        if found and found >= asked.today and found.weekday() == wanted:
            return f"The next time is **{shown(found)}**.", dated_output(found)
    return None


def is_weekday(asked: Asked, match: "re.Match[str]") -> Answer | None:
    """Answer whether a day is a Wednesday."""
    days = [one for one in asked.dates if one.end <= match.start("day") or one.start >= match.end("day")]
    if len(days) != 1 or asked.durations:  # "45 days from 7 December, is it a Friday": of another day
        return None
    day, wanted = days[0].day, DAYS[match["day"].lower()]
    yes = "**Yes**" if day.weekday() == wanted else "**No**"
    return f"{yes}, {day.day} {calendar.month_name[day.month]} {day.year} is a **{calendar.day_name[day.weekday()]}**.", {
        "kind": "weekday", "date": day.isoformat(), "weekday": calendar.day_name[day.weekday()],
    }  # fmt: skip


def leap_years(asked: Asked) -> Answer | None:
    """Answer which leap years lie between two years, or come next."""
    between = re.search(r"\bleap years?\b.*?\b(\d{4})\b.*?(?:and|to|until|-)+ ?\b(\d{4})\b", asked.text, re.IGNORECASE)
    coming = re.search(r"\bnext (\d{1,2}) leap years\b", asked.text, re.IGNORECASE)
    if between:
        first, last = sorted((int(between[1]), int(between[2])))
        years = [year for year in range(max(1, first), last + 1) if calendar.isleap(year)]
    elif coming:
        years = [year for year in range(asked.today.year + 1, asked.today.year + 420) if calendar.isleap(year)][
            : int(coming[1])
        ]
    else:
        return None
    listed = ", ".join(map(str, years[:60])) + ("" if len(years) <= 60 else f" and {len(years) - 60} more")
    return f"There are **{len(years)}** leap years: {listed}.", {
        "kind": "leap_year",
        "count": len(years),
        "listed": listed,
        "leap": True,
        "year": years[0] if years else 0,
    }


def dated_output(day: date) -> dict[str, Any]:
    """Return the output of an answer that is a day."""
    return {"kind": "date", "date": day.isoformat(), "weekday": calendar.day_name[day.weekday()]}
