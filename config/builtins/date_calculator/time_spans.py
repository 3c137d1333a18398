"""Times of day and durations: what the clock shows after a while, here or elsewhere, how long it is between two times, and sums of durations."""

import re
from datetime import UTC, datetime, time, timedelta

from config.builtins.date_calculator.arrivals_in_time import arrival_in_time
from config.builtins.date_calculator.reading import COUNTS, DAY, DAYS, Answer, Asked, duration_matches, shown
from config.builtins.date_calculator.repeated_times import repeated_times
from config.builtins.date_calculator.time_offsets import with_told_offset, without_told_offset
from config.builtins.date_calculator.timetable import direction, summed_times
from config.builtins.date_calculator.two_questions import is_way
from config.builtins.date_calculator.working_breaks import PAID_BREAK
from config.builtins.date_calculator.zones import CLOCK, Place, clock, hours, places, said_time
from config.builtins.wording import CannotError, plural

SECONDS = {"second": 1, "minute": 60, "hour": 3_600, "day": 86_400, "week": 604_800, "fortnight": 1_209_600}
CLOCK_UNITS = ("second", "minute", "hour")
SUBTRACTS = re.compile(
    r"\b(?:minus|less|sub|subtract|take(?: away| off)?(?= (?:\d|an?\b)[^?]{0,30}\b(?:from|off)\b)|deduct|knock|before|beforehand|in advance|ahead|earlier|ago|prior)\b|(?<=\w) [-–] (?=\d)",
    re.IGNORECASE,
)
WEEKDAYS = re.compile(rf"\b(?:{DAY})\b", re.IGNORECASE)
BETWEEN = re.compile(
    r"\b(?:between|from|until|till|to|how long|how many (?:hours|minutes)|duration|flight time|flying time|flugzeit|flugdauer|duree|duracion|and)\b|\d ?[-–] ?\d",
    re.IGNORECASE,
)


# seconds, or milliseconds, since the beginning of 1970 in UTC, up to the year 2286
SINCE_1970 = r"(?:milli)?(?:seconds|sekunden|secondes|segundos) (?:since|seit|depuis|desde)(?: (?:the |el |le |am )?(?:start|begin\w*|year|january|jan|1 jan\w*)(?: of)?)? 1970"
TIMESTAMP = re.compile(rf"\b(?:unix|epoch|posix|timestamp|{SINCE_1970})\b[^\d\n]{{0,30}}(?<![\d.,-])(?P<after>\d{{9,10}}|\d{{12,13}})\b(?![.,]\d)|(?<![\d.,-])\b(?P<before>\d{{9,10}}|\d{{12,13}})\b(?![.,]\d)[^\d\n]{{0,30}}(?:\b(?:unix|epoch|posix|timestamp)\b|[^\d\n]{{0,40}}\b{SINCE_1970}\b)", re.IGNORECASE)  # fmt: skip


def seconds_of(durations: list[tuple[int, str]]) -> int:
    """Return what durations make together; each unit is one of ``SECONDS``."""
    return sum(count * SECONDS[unit] for count, unit in durations)


# ten digits that begin with 1 are the years 2001 to 2033
BARE_TIMESTAMP = re.compile(r"(?<![\d.,-])(?P<digits>1\d{9}|1\d{12})\b(?![.,]\d)")
DATE_WANTED = re.compile(r"\b(?:dates?|datetime|human[- ]readable|readable time|datum|fecha|utc)\b", re.IGNORECASE)
MOMENT_ASKED = re.compile(  # "the log says 1767225600, which day is that"
    r"\b(?:which|what|when) (?:day|date|time|moment|hour)\b|\bwhen (?:is|was) (?:that|it|this)\b|\b(?:log|logfile|database|created_?at|updated_?at|server)\b|\bwhat (?:is|was) (?:that|it) as a (?:date|time)\b",
    re.IGNORECASE,
)
OTHER_NUMBER = re.compile(
    r"\b(?:phone|call\w*|mobile|telephone|fax|isbn|order|tracking|invoice|account|iban|parcel|customer|serial)\b",
    re.IGNORECASE,
)
# what is asked for: "the unix timestamp of …", "… to epoch", "as a timestamp"
EPOCH = re.compile(
    r"\b(?:unix|epoch|posix)\b(?:[ -](?:unix|epoch|time|timestamps?|zeit|zeitstempel|seconds|milliseconds|millis))*|\btimestamp (?:of|for|now)\b|\b(?:to|as|in|into)(?: an?| the)? timestamp\b|\bcurrent timestamp\b",
    re.IGNORECASE,
)
MILLISECONDS = re.compile(r"\b(?:milli\w*|ms)\b", re.IGNORECASE)
RIGHT_NOW = re.compile(
    r"\b(?:right now|now|current(?:ly)?|jetzt|aktuelle\w*|maintenant|actuel\w*|ahora|actual)\b", re.IGNORECASE
)


def timestamp(asked: Asked) -> Answer | None:
    """Answer which moment a Unix timestamp is, or which timestamp a moment has."""
    match = TIMESTAMP.search(asked.text)
    is_wanted = DATE_WANTED.search(asked.text) or (
        MOMENT_ASKED.search(asked.text) and not OTHER_NUMBER.search(asked.text)
    )
    bare = BARE_TIMESTAMP.search(asked.text) if is_wanted and len(re.findall(r"\d+", asked.text)) == 1 else None
    if match is None and bare is None:
        return timestamp_of(asked)
    digits = (match["after"] or match["before"]) if match else bare["digits"] if bare else ""
    moment = datetime.fromtimestamp(int(digits[:-3] if len(digits) > 10 else digits), UTC)
    output = {"kind": "moment", "time": moment.isoformat(timespec="seconds")}
    there = [(one.name, moment.astimezone(one.zone)) for one in places(asked.rest) if one.name != "UTC"]
    local = "".join(f"; in {name} {shown(at.date())}, {at:%H:%M:%S}" for name, at in there)
    return f"The timestamp {digits} is **{shown(moment.date())}, {moment:%H:%M:%S} UTC{local}**.", output


def timestamp_of(asked: Asked) -> Answer | None:
    """Answer which Unix timestamp a day has, at a time of it and in the zone of a place when they are named, or the present."""
    is_now = not asked.dates and RIGHT_NOW.search(asked.text) is not None
    clocks = list(CLOCK.finditer(asked.rest))
    if not EPOCH.search(asked.text) or asked.durations or len(clocks) > 1 or not (is_now or len(asked.dates) == 1):
        return None
    zone = next((one.zone for one in places(asked.rest)), UTC)
    at = clock(clocks[0]) if clocks else time()
    moment = asked.now if is_now else datetime.combine(asked.dates[0].day, at, zone)
    in_utc = moment.astimezone(UTC)
    is_fine = MILLISECONDS.search(asked.text) is not None
    count, unit = int(in_utc.timestamp()) * (1000 if is_fine else 1), "millisecond" if is_fine else "second"
    output = {"kind": "timestamp", "time": in_utc.isoformat(timespec="seconds"), "count": count, "unit": unit}
    return (
        f"The Unix timestamp of {shown(in_utc.date())}, {in_utc:%H:%M:%S} UTC is **{count}** ({unit}s since 1970).",
        output,
    )


def timed(asked: Asked) -> Answer | None:
    """Return the answer to a question with times of day or durations only, or with a timestamp; None for others."""
    is_summed = not asked.dates or is_time_sheet(asked)
    whole = (
        timestamp(asked)
        or (summed_times(asked.rest) if is_summed else None)
        or arrival_in_time(asked)
        or with_told_offset(asked)
        or flight_time(asked)
    )
    if whole is not None:
        return whole
    clocks = list(CLOCK.finditer(asked.rest))
    asked = without_told_offset(asked)
    spans = [(count, unit) for count, unit in asked.durations if unit in SECONDS]
    if len(clocks) == 1 and seconds_of(spans) % 60 == 0 and any(unit in CLOCK_UNITS for _, unit in spans):
        first = clock(clocks[0])
        repeated = repeated_times(asked, first.hour * 60 + first.minute, seconds_of(spans) // 60)
        is_of_days = HOURS_OF_DAYS.search(asked.text) is not None
        return repeated or (
            None if SEVERAL_SPANS.search(asked.text) or is_of_days else shifted_clock(asked, clocks[0], spans)
        )
    if len(clocks) >= 4 and (worked := worked_spans(asked, clocks, spans)) is not None:
        return worked
    if len(clocks) == 2 and (between := of_two_clocks(asked, clocks, spans)) is not None:
        return between
    if not spans or len(spans) != len(asked.durations) or clocks or (asked.dates and not is_week_sum(asked, spans)):
        return None
    if (unit := COUNTED_IN.search(asked.text)) is not None:
        times = TIMES_SPAN.search(asked.rest)
        word = times["n"].lower() if times else "1"
        number = int(word) if word.isdigit() else COUNTS[word]
        return counted_in([(count * number, name) for count, name in spans], unit[1].lower())
    return spans_together(asked, spans) or (summed(asked) if len(spans) > 1 else None)


def of_two_clocks(asked: Asked, clocks: list["re.Match[str]"], spans: list[tuple[int, str]]) -> Answer | None:
    """Return how long it is between two times of day, breaks taken off, or whether it is as long as told; None for other questions."""
    if (claimed := is_so_long(asked, clocks)) is not None:
        return claimed
    if spans and BREAK.search(asked.text) and all(unit in CLOCK_UNITS for _, unit in spans):
        return between_clocks(asked, clocks, unpaid_seconds(asked) // 60)
    asks = BETWEEN.search(asked.text) or is_way(asked, clocks)
    return between_clocks(asked, clocks) if not spans and asks and "time difference" not in asked.text else None


SUM_OF_WEEK = re.compile(
    r"\b(?:sum|total|together|altogether|add(?:ed)? up|in all|summe|zusammen|insgesamt|somme|au total|[ei]n tout|suma|en total)\b",
    re.IGNORECASE,
)


def is_week_sum(asked: Asked, spans: list[tuple[int, str]]) -> bool:
    """Return whether the days of a message only name the lengths that are to be added: "mon 7h, tue 8h 15m, sum?"."""
    names = [asked.text[one.start : one.end].lower() for one in asked.dates]
    return len(spans) > 1 and all(name in DAYS for name in names) and SUM_OF_WEEK.search(asked.text) is not None


TOTAL_ASKED = re.compile(
    r"\b(?:total|altogether|together|in all|all in all|how (?:long|many hours|much time)|insgesamt|zusammen|wie lange|[ei]n tout|au total|combien|en total|cuant\w+)\b",
    re.IGNORECASE,
)


ALL_IN_ALL = re.compile(
    r"\b(?:total|altogether|together|in all|all in all|insgesamt|zusammen|[ei]n tout|au total|en total)\b",
    re.IGNORECASE,
)


def spans_together(asked: Asked, spans: list[tuple[int, str]]) -> Answer | None:
    """Answer how long some spans of the same length are together: "5 shifts of 7 h 45, total?"; None for others."""
    times = TIMES_SPAN.search(asked.rest)
    rest = asked.rest
    for match in duration_matches(asked.rest):
        rest = rest.replace(match.group(), " ", 1)
    left = len(re.findall(r"\d+", rest))
    if not TOTAL_ASKED.search(asked.text) or left > (times is not None and times["n"].isdigit()):
        return None
    if times is None and (len(spans) > 1 or spans[0][1] != "minute" or not ALL_IN_ALL.search(asked.text)):
        return None
    word = times["n"].lower() if times else "1"
    seconds = seconds_of(spans) * (int(word) if word.isdigit() else COUNTS[word])
    return f"Together it is **{span_text(seconds)}** ({plural(seconds // 60, 'minute')}).", {
        "kind": "duration",
        "minutes": seconds // 60,
    }


IS_SO_LONG = re.compile(  # "asleep 21:40, up at 6:25. Is that the 9 hours she needs?"
    r"\b(?:is|was|are|does|did) (?:that|this|it|(?:he|she|i|we|they)(?: get| sleep| work)?)(?: really| make| come to)? (?:the |a |my |full |at least |more than |over |exactly )*(?P<n>\d{1,2}(?:\.\d{1,2})?) ?(?P<unit>hours?|hrs?|h|minutes?|min)\b",
    re.IGNORECASE,
)
AGE_ASIDE = re.compile(r"\b(?:\d{1,2}|[a-z]+)[- ]year[- ]olds?\b", re.IGNORECASE)


def is_so_long(asked: Asked, clocks: list["re.Match[str]"]) -> Answer | None:
    """Answer whether it is as long as told from one time of day to another; None for other messages."""
    claim = IS_SO_LONG.search(asked.rest)
    rest = AGE_ASIDE.sub(" ", asked.rest)
    if claim is None or len(duration_matches(rest)) > 1 or asked.dates or places(asked.rest):
        return None
    span = between_clocks(asked, clocks)
    if span is None:
        return None
    told = round(float(claim["n"]) * (60 if claim["unit"].lower().startswith("h") else 1))
    gap = span[1]["minutes"] - told
    more = "exactly" if not gap else f"{span_text(60 * abs(gap))} {'more' if gap > 0 else 'less'} than that"
    return f"**{'Yes' if gap >= 0 else 'No'}**: {more}. {span[0]}", span[1]


def unpaid_seconds(asked: Asked) -> int:
    """Return how long the breaks are that are taken off: all but the paid ones."""
    if len(asked.durations) == 1:
        return 0 if PAID_BREAK.search(asked.text) else seconds_of(asked.durations)
    found = zip(duration_matches(asked.rest), asked.durations, strict=True)
    return sum(
        count * SECONDS[unit]
        for match, (count, unit) in found
        if not PAID_AHEAD.search(asked.rest[: match.start()]) and not PAID_BEHIND.match(asked.rest, match.end())
    )


PAID_AHEAD = re.compile(r"(?<!un)(?<!un-)\bpaid(?: break of)? \Z", re.IGNORECASE)
PAID_BEHIND = re.compile(r"(?: long)? (?:fully )?(?:paid|bezahlte?|payees?|pagados?)\b", re.IGNORECASE)
HOURS_OF_WEEK = re.compile(  # "add up my week: mon 7:30, tue 8:15"
    r"\b(?:add(?: \w+)? up|total|sum|zusammen\w*|addier\w*)\b[^.?!:]{0,30}\b(?:week|hours|woche|stunden|semaine|semana)\b|\bhours ?: ?minutes\b",
    re.IGNORECASE,
)
TIME_SHEET = re.compile(r"\b(?:time ?sheet|stundenzettel|feuille d'heures|hoja (?:de|of) horas)\b", re.IGNORECASE)
SPAN_WORD = re.compile(r"\b(?:from|to|until|till)\b|\d ?[-–] ?\d", re.IGNORECASE)


def is_time_sheet(asked: Asked) -> bool:
    """Return whether a message lists the hours of weekdays: "7:45 on Monday and 8:10 on Tuesday", which are no times of day."""
    names = [asked.text[one.start : one.end].lower() for one in asked.dates]
    is_sheet = TIME_SHEET.search(asked.text) is not None or HOURS_OF_WEEK.search(asked.text) is not None
    is_list = is_sheet and not SPAN_WORD.search(asked.text)
    return is_list and all(name in DAYS for name in names)


TIMES_SPAN = re.compile(  # "3 shifts of 7 h 45 each"
    rf"\b(?P<n>\d{{1,3}}|{'|'.join(COUNTS)}) (?:[a-z]{{3,20}} )?(?!days|weeks|hours|minutes|months|years)[a-z]{{3,20}} (?:of|at|a|von|zu|de|lasting) (?=\d)",
    re.IGNORECASE,
)
COUNTED_IN = re.compile(
    r"\bhow many (second|minute|hour)s\b(?! (?:ago|until|till|to|from|between|since)\b)", re.IGNORECASE
)


def counted_in(spans: list[tuple[int, str]], unit: str) -> Answer:
    """Answer how many seconds, minutes or hours durations are."""
    count = round(seconds_of(spans) / SECONDS[unit], 6)
    whole = int(count) if count == int(count) else count
    return f"That is **{whole:,} {unit}{'' if whole == 1 else 's'}**.", {"kind": "span", "count": whole, "unit": unit}


SEVERAL_SPANS = re.compile(  # "three lessons of 50 minutes each", "every 8 hours, when is number 5"
    r"\b(?:\d{1,3}|two|three|four|five|six|seven|eight|nine|ten) (?:[a-z]{3,20} )?(?:lessons?|sessions?|classes|shifts?|games?|episodes?|laps?|rounds?|films?|stunden|schichten|folgen|cours|seances|clases|turnos) (?:of|a|von|zu|de) |"
    r"\bevery \d{1,3} ?(?:h|hrs?|hours?|min\w*)\b[^?]*\b(?:number|no|dose|nr|the) ?(?:\d|third|fourth|fifth|sixth|last)",
    re.IGNORECASE,
)


RUNS_FAST = re.compile(
    r"\b(?:clock|watch|uhr)\b[^?]*\bminutes? (?:too )?fast\b|\bminutes? fast\b[^?]*\b(?:clock|watch|real time)\b",
    re.IGNORECASE,
)
RUNS_SLOW = re.compile(
    r"\b(?:clock|watch|uhr)\b[^?]*\bminutes? (?:too )?slow\b|\bminutes? slow\b[^?]*\b(?:clock|watch|real time)\b",
    re.IGNORECASE,
)
HOURS_OF_DAYS = re.compile(
    r"\b(?:hours?|h) (?:a|per|each|every) (?:day|week)\b", re.IGNORECASE
)  # no length of time that runs on


def shifted_clock(asked: Asked, found: "re.Match[str]", spans: list[tuple[int, str]]) -> Answer:
    """Answer what the clock shows some time after (or before) a time of day, where the way ends when places are named."""
    named = places(asked.rest)
    source, target = ends_of_way(asked.rest, named)
    if target is None and not asked.dates and not UTC_OR_OFFSET.fullmatch(named[0].name if named else "UTC"):
        source = None  # one place, and no day: its clock shows both times
    if target is None and BY_AIR.search(asked.rest) and THERE_WANTED.search(asked.rest):
        raise CannotError(UNKNOWN_ZONES)  # one clock is no answer where that of the other end is wanted
    day = asked.dates[0].day if asked.dates else asked.now.astimezone(source.zone if source else UTC).date()
    start = datetime.combine(day, clock(found), source.zone if source else UTC)
    minutes = seconds_of(spans) // 60
    sign = direction(asked.rest, found.start()) or (-1 if SUBTRACTS.search(asked.text) else 1)
    sign = -1 if RUNS_FAST.search(asked.text) else 1 if RUNS_SLOW.search(asked.text) else sign
    moment = (start.astimezone(UTC) + sign * timedelta(minutes=minutes)).astimezone(source.zone if source else UTC)
    local = moment.astimezone(target.zone) if target else moment
    span = f"{minutes // 60} h {minutes % 60} min" if minutes % 60 else f"{minutes // 60} h"
    way = "before" if sign < 0 else "after"
    here = f" in {source.name}" if source else ""
    there = f" in {target.name}" if target else here
    told = said_time(local, start)
    day_missing = (asked.dates or source) and shown(local.date()) not in told
    dated = f"{told}{there}" + (f" ({shown(local.date())})" if day_missing else "")
    output = {
        "kind": "clock",
        "time": local.isoformat(timespec="minutes"),
        "minutes": sign * minutes,
        "clock": f"{local:%H:%M}",
    }
    return f"{span} {way} {start:%H:%M}{here} it is **{dated}**.", output


THERE_WANTED = re.compile(
    r"\b(?:what time|when|which time|wie spat|um wie viel uhr|quelle heure|que hora)\b[^?.!]*\b(?:there|local(?: time)?|over there|dort|ortszeit|la-bas|sur place|alli|alla)\b",
    re.IGNORECASE,
)


def ends_of_way(text: str, named: "list[Place]") -> "tuple[Place | None, Place | None]":
    """Return (where the time is given, where it is wanted): the place behind "to", "in" or "lands" is the second."""
    if not named:
        return None, None
    if len(named) == 1:
        return named[0], None
    to = [
        one
        for one in named
        if re.search(
            r"\b(?:to|lands?(?: \w+){0,3} in|arriv\w*(?: \w+){0,3} (?:in|at)|local time in|in)(?: the)? \Z",
            text[: one.start],
            re.IGNORECASE,
        )
    ]
    target = to[-1] if to else named[-1]
    source = next((one for one in named if one is not target), named[0])
    return source, target


BREAK = re.compile(
    r"\b(?:breaks?|lunch|unpaid|minus|less|without|subtract\w*|deduct\w*|pause\w*|mittag\w*|abzuglich|ohne|dejeuner|sans|moins|descanso|pausa|comida|almuerzo|sin|menos)\b",
    re.IGNORECASE,
)
RANGE_GAP = re.compile(r" ?(?:[-–]|to|until|till|bis(?: um)?|a|jusqu'a|hasta|out|and|und) ?(?:at |um )?", re.IGNORECASE)


def worked_spans(asked: Asked, clocks: list["re.Match[str]"], spans: list[tuple[int, str]]) -> Answer | None:
    """Answer how long several spans between two times each are together, breaks taken off: 8:00-12:00 and 13:00-17:30."""
    pairs_of = list(zip(clocks[::2], clocks[1::2], strict=False))
    joined = all(RANGE_GAP.fullmatch(asked.rest[first.end() : second.start()]) for first, second in pairs_of)
    if len(clocks) % 2 or not joined or places(asked.rest) or (spans and not BREAK.search(asked.text)):
        return None
    minutes = 0
    for first, second in pairs_of:
        start, end = clock(first), clock(second)
        minutes += (end.hour * 60 + end.minute - start.hour * 60 - start.minute) % (24 * 60)
    if BREAK_OF_DAY.search(asked.text):  # "a day" is no duration then
        spans = [one for one in spans if one != (1, "day")]
    minutes -= seconds_of(spans) // 60 * (breaks_taken(asked, len(pairs_of)) if spans else 1)
    return f"Together it is **{span_text(60 * minutes)}** ({plural(minutes, 'minute')}).", {
        "kind": "duration",
        "minutes": minutes,
    }


LOCAL_TIME = re.compile(
    r"\b(?:local(?: times?)?|ortszeit(?:en)?|heures? locales?|horas? local(?:es)?|hours? locale?s?)\b", re.IGNORECASE
)
DAYS_LATER = re.compile(
    r"\b(?P<next>(?:the )?(?:next|following) (?:day|morning)|\+1(?: day)?)\b|\b(?P<n>\d|two|2) days later\b",
    re.IGNORECASE,
)
FLIGHT_TIME = re.compile(
    r"\bhow long\b|\bhow many hours\b|\b(?:flight|flying|travel) time\b|\bduration\b|\bflugzeit\b|\bflugdauer\b|\bduree\b|\bduracion\b",
    re.IGNORECASE,
)
UNKNOWN_ZONES = "I know the time zone of at most one of these places, so I cannot say how long it takes: name large cities, or give the offsets from UTC."


def flight_time(asked: Asked) -> Answer | None:
    """Answer how long a journey takes between two local times; None for other messages. Raises CannotError for unknown places."""
    clocks = list(CLOCK.finditer(asked.rest))
    if len(clocks) != 2 or not LOCAL_TIME.search(asked.rest) or not FLIGHT_TIME.search(asked.rest):
        return None
    named = places(asked.rest)
    if len(named) != 2:
        raise CannotError(UNKNOWN_ZONES)
    later = DAYS_LATER.search(asked.rest)
    start = datetime.combine(asked.dates[0].day if asked.dates else asked.today, clock(clocks[0]), named[0].zone)
    ahead = 0 if later is None else 1 if later["next"] else int((later["n"] or "2").replace("two", "2"))
    if len(asked.dates) > 1:
        ahead = (asked.dates[1].day - asked.dates[0].day).days
    end = datetime.combine(start.date() + timedelta(days=ahead), clock(clocks[1]), named[1].zone)
    if not later and len(asked.dates) < 2 and end <= start:
        end = datetime.combine(end.date() + timedelta(days=1), clock(clocks[1]), named[1].zone)
    minutes = int((end - start).total_seconds() // 60)
    if minutes <= 0:
        raise CannotError(f"By the clocks of {named[0].name} and {named[1].name} that arrival is before the departure.")
    told = f"{start:%H:%M} in {named[0].name} (UTC{hours(start)}) to {end:%H:%M} in {named[1].name} (UTC{hours(end)})"
    return f"From {told} it is **{span_text(60 * minutes)}** ({plural(minutes, 'minute')}).", {
        "kind": "duration",
        "minutes": minutes,
    }


BREAK_OF_DAY = re.compile(
    r"\b(?:(?:every|each|per|a|jeden|pro|je|am|chaque|par|cada|al|por) (?:(?:working|work|single) )?(?:day|tag|jour|dia)|daily|taglich|quotidien\w*|diari\w*)\b",
    re.IGNORECASE,
)
BREAK_OF_SPAN = re.compile(
    r"\b(?:(?:every|each|per|pro|je|par|cada|por) (?:shift|time|session|span|schicht|einsatz|poste|turno)|each|apiece|jeweils|chacun\w*|cada un[oa])\b",
    re.IGNORECASE,
)
BREAK_DAYS = "I take a break off for each day that is named: write the weekday before each time."


def breaks_taken(asked: Asked, spans: int) -> int:
    """Return how often a break is taken off several spans: once, or for each day or span. Raises CannotError for unknown days."""
    names = {DAYS[name.lower()] for name in WEEKDAYS.findall(asked.text)}
    days = len(names) or len({one.day for one in asked.dates})
    if BREAK_OF_DAY.search(asked.text):
        if not 0 < days <= spans:
            raise CannotError(BREAK_DAYS)
        return days
    if BREAK_ALWAYS.search(asked.text):
        return days if 0 < days <= spans else spans
    return spans if BREAK_OF_SPAN.search(asked.text) and not ONE_OF_EACH.search(asked.text) else 1


BREAK_ALWAYS = re.compile(  # "always half an hour unpaid break": one on each day
    r"\b(?:always|every time|each time|immer|jedes ?mal|toujours|a chaque fois|siempre|cada vez)\b", re.IGNORECASE
)
ONE_OF_EACH = re.compile(
    r"\b(?:total|sum|length|hours|duration) (?:of|for) each\b|\beach (?:of|other)\b", re.IGNORECASE
)
NOW_BEFORE = re.compile(
    r"\b(?:now|it'?s|it is|currently|jetzt|gerade|wenn es|es ist|es|maintenant|s'il est|il est|ahora|son las)(?: it'?s| it is| is| ist)?(?: at)? \Z",
    re.IGNORECASE,
)


SHIFTS_IN_A_ROW = re.compile(
    r"\b(?:\d{1,2}|two|three|four|five|six|seven|zwei|drei|vier|funf|sechs|sieben|deux|trois|quatre|cinq|six|sept|dos|tres|cuatro|cinco|seis|siete) "
    r"(?:nights?|shifts?|days?|nachte?n?|schichten|tage|nuits?|jours|gardes|noches|turnos|dias)(?:,? (?:in a row|running|straight|on end|hintereinander|am stuck|de suite|d'affilee|seguid[oa]s)\b|\b[^?]*\b(?:in total|altogether|total hours|insgesamt|au total|en total)\b)",
    re.IGNORECASE,
)


BY_AIR = re.compile(
    r"\b(?:flight|flights|fly|flying|plane|lands?|landing|flug|fliege|landet|vol|avion|atterri\w*|vuelo|aterriz\w*|local)\b",
    re.IGNORECASE,
)
UTC_OR_OFFSET = re.compile(r"(?:UTC|GMT|[A-Z]{2,4}T)(?: ?[+-]\d.*)?")


def between_clocks(asked: Asked, clocks: list["re.Match[str]"], pause: int = 0) -> Answer | None:
    """Answer how long it is from one time to the other, each in its own place when two are named; a pause in minutes is taken off."""
    if SHIFTS_IN_A_ROW.search(asked.text):  # of several shifts one is no answer
        return None
    named = places(asked.rest)
    if NOW_BEFORE.search(asked.rest[: clocks[1].start()]):  # "opens at 9:30, now 8:50"
        clocks = clocks[::-1]
    first, second = clock(clocks[0]), clock(clocks[1])
    day = asked.dates[0].day if asked.dates else asked.today
    zones = (named[0].zone, named[1].zone) if len(named) > 1 else (UTC, UTC)
    if len(named) == 1 and BY_AIR.search(asked.rest):
        return None
    start, end = datetime.combine(day, first, zones[0]), datetime.combine(day, second, zones[1])
    note = ""
    if len(asked.dates) > 1:
        end = datetime.combine(asked.dates[1].day, second, zones[1])
        if end.astimezone(UTC) < start.astimezone(UTC) and len(WEEKDAYS.findall(asked.text)) > 1:
            end += timedelta(days=7)  # "from Monday to Wednesday", asked on a Tuesday
    while end.astimezone(UTC) <= start.astimezone(UTC) and len(asked.dates) < 2:
        end = datetime.combine(end.date() + timedelta(days=1), second, zones[1])
        note = ", the second one on the next day"
    minutes = int((end.astimezone(UTC) - start.astimezone(UTC)).total_seconds() // 60) - pause
    if minutes < 0:
        return None
    note += f", {plural(pause, 'minute')} taken off" if pause else ""
    output = {"kind": "duration", "minutes": minutes}
    told = told_clocks((start, end), named)
    in_hours = f"{round(minutes / 60, 2):g} hours, " if re.search(r"\bhours\b", asked.text) and minutes % 60 else ""
    return (
        f"From {told[0]} to {told[1]} it is **{span_text(60 * minutes)}** ({in_hours}{plural(minutes, 'minute')}){note}.",
        output,
    )


def told_clocks(pair: tuple[datetime, datetime], named: "list[Place]") -> list[str]:
    """Return two times of day in words, each with its place where two are named."""
    if len(named) < 2:
        return [f"{one:%H:%M}" for one in pair]
    return [f"{one:%H:%M} in {place.name} (UTC{hours(one)})" for one, place in zip(pair, named, strict=False)]


def summed(asked: Asked) -> Answer | None:
    """Answer what durations make together; what stands behind a minus is taken off."""
    total, at = 0, 0
    sign = 1
    for match, (count, unit) in zip(duration_matches(asked.rest), asked.durations, strict=True):
        gap = asked.rest[at : match.start()]
        if at and (re.search(r"\bminus\b|\bless\b| [-–] ?\Z", gap) or (gap.strip() in ("-", "–"))):
            sign = -1
        elif at and re.search(r"\bplus\b|\+|\band\b.*\bplus\b|,", gap):
            sign = 1
        total += sign * count * SECONDS[unit]
        at = match.end()
    if not re.search(r"[+,-]|\b(?:plus|minus|less|add|sum|total|together)\b", asked.text):
        return None
    count, unit = (total, "second") if total % 60 else (total // 60, "minute")
    told = "" if not EACH_CONVERTED.search(asked.text) else f"{' + '.join(each_in_minutes(asked))} = "
    said = f"{told}**{span_text(total)}**" if told else f"That is **{span_text(total)}**"
    return f"{said} ({plural(count, unit)}).", {"kind": "duration", f"{unit}s": count}


EACH_CONVERTED = re.compile(
    r"\b(?:convert|give|show|write|tell)(?: me)? (?:each|every one|all)\b|\beach (?:one )?in minutes\b", re.IGNORECASE
)


def each_in_minutes(asked: Asked) -> list[str]:
    """Return each duration of a message in minutes."""
    return [f"**{count * SECONDS[unit] / 60:g} min**" for count, unit in asked.durations]


def span_text(seconds: int) -> str:
    """Return seconds as hours, minutes and seconds, with the days of long ones."""
    sign, size = ("-" if seconds < 0 else ""), abs(seconds)
    hours, minutes, rest = size // 3600, size % 3600 // 60, size % 60
    short = [f"{count} {unit}" for count, unit in ((hours, "h"), (minutes, "min"), (rest, "s")) if count]
    last = f" {rest} s" if rest else ""
    days = f" = {plural(hours // 24, 'day')} {hours % 24} h {minutes} min{last}" if hours >= 48 else ""
    return f"{sign}{' '.join(short) or '0 min'}{days}"
