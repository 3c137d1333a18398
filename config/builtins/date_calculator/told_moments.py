"""Times that a story tells: a drive in parts with its stops, the hours from a told present, equal slots, several equal shifts."""

import calendar
import re
from datetime import date, datetime, time, timedelta
from typing import Any

from config.builtins.date_calculator.reading import COUNT, COUNTS, DATE, Answer, Asked
from config.builtins.date_calculator.time_spans import span_text
from config.builtins.date_calculator.zones import CLOCK, clock, places
from config.builtins.wording import CannotError, Mapped, blanked, plural

NUMBER_WORD_OR_FIGURE = rf"(?:\d{{1,3}}|(?!an? |hundred)(?:{COUNT})\b)"


def told_moment(asked: Asked) -> Answer | None:
    """Return the answer to a question about times that a story tells; None for other messages."""
    return journey_end(asked) or time_left(asked) or hours_from_now(asked) or equal_slots(asked)


def number_of(text: str) -> int:
    """Return a number in figures or words."""
    return int(text) if text.isdigit() else COUNTS[text.lower()]


LENGTH_OF_PART = re.compile(
    rf"(?:(?P<n>{NUMBER_WORD_OR_FIGURE}) (?:[a-z]+ )?(?:stops?|breaks?|pauses?|rests?|halts?|charging stops?|pausen?|stopps?|arrets?|paradas?|descansos?|legs?|times) (?:of|a|at|each|von|zu|je|de|with|for)? ?(?:about )?)?"
    r"(?<![\d:.,])(?:(?P<h>\d{1,2}) ?(?:hours?|hrs?|h)\b(?: ?(?:and )?(?P<m>\d{1,2})(?: ?(?:minutes?|mins?|m))?\b(?!:))?|(?P<h2>\d{1,2})h(?P<m2>\d{2})\b|(?P<min>\d{1,3}) ?(?:minutes?|mins?)\b)",
    re.IGNORECASE,
)
DEPARTS = r"(?:leav\w*|left|start\w*|set(?:ting)? (?:off|out)|depart\w*|go|going|head off|losfahr\w*|fahren|fahre|los|abfahr\w*|aufbrech\w*|part\w+|pars|sali\w*|salgo|salgamos)"
DEPARTS_AT = re.compile(
    rf"\b{DEPARTS}\b[^.;?!\d]{{0,25}}(?P<clock>\d{{1,2}}:\d\d(?: ?[ap]\.?m\b\.?)?|\d{{1,2}} ?[ap]\.?m\b|noon|midnight)|(?P<clock2>\d{{1,2}}:\d\d(?: ?[ap]\.?m\b\.?)?|\d{{1,2}} ?[ap]\.?m\b)(?= [^.;?!\d]{{0,25}}\b{DEPARTS}\b)",
    re.IGNORECASE,
)
ARRIVES_WANTED = re.compile(
    r"\b(?:when|what time|wann|wie spat|quand|quelle heure|cuando|que hora)\b[^.?!]*\b(?:arriv\w*|there|get (?:there|in|home|to)|be (?:there|home|at|in)|reach|home|ankomm\w*|da|an|zu hause|llega\w*|la-bas|estaremos)\b|\barriv\w* (?:time|at)\b|\bankunft\w*\b",
    re.IGNORECASE,
)
OTHER_ZONE = re.compile(
    r"\b(?:ahead|behind|time zones?|local time|time difference|zuruck|voraus|ortszeit|decalage|diferencia)\b",
    re.IGNORECASE,
)
LEAST_PARTS = 2


def journey_end(asked: Asked) -> Answer | None:
    """Answer when somebody arrives who leaves at a time and travels in several parts, with stops between."""
    departs = DEPARTS_AT.search(asked.text)
    if departs is None or not ARRIVES_WANTED.search(asked.text) or OTHER_ZONE.search(asked.text) or places(asked.rest):
        return None
    told = CLOCK.search(departs["clock"] or departs["clock2"])
    rest = blanked(asked.text, *departs.span("clock" if departs["clock"] else "clock2"))
    lengths = list(LENGTH_OF_PART.finditer(rest))
    if told is None or len(lengths) < LEAST_PARTS or asked.dates:
        return None
    minutes, left = 0, rest
    for one in lengths:
        minutes += minutes_of(one)
        left = blanked(left, *one.span())
    if re.search(r"\d", left):
        return None
    start = datetime.combine(asked.today, clock(told), asked.now.tzinfo)
    end = start + timedelta(minutes=minutes)
    days = (end.date() - start.date()).days
    later = "" if not days else " the next day" if days == 1 else f" {days} days later"
    output = {"kind": "clock", "time": end.isoformat(timespec="minutes"), "minutes": minutes, "clock": f"{end:%H:%M}"}
    return f"{span_text(60 * minutes)} in all: from {start:%H:%M} on that is **{end:%H:%M}{later}**.", output


def minutes_of(one: "re.Match[str]") -> int:
    """Return how long a part of a journey is, or several equal stops."""
    hours, minutes = one["h"] or one["h2"] or 0, one["m"] or one["m2"] or one["min"] or 0
    return (number_of(one["n"]) if one["n"] else 1) * (60 * int(hours) + int(minutes))


NOW_TOLD = re.compile(
    rf"\b(?:(?:if |as |since |say )?(?:it'?s|its|it is|the time is|es ist|il est|son las)(?: now| currently| jetzt)? (?P<clock>{CLOCK.pattern})(?: now| currently| right now| jetzt| maintenant| ahora)?|now(?: it'?s| it is| at)? (?P<clock2>{CLOCK.pattern}))".replace(
        "(?P<h>", "(?:"
    )
    .replace("(?P<m>", "(?:")
    .replace("(?P<half>", "(?:")
    .replace("(?P<h24>", "(?:")
    .replace("(?P<m24>", "(?:")
    .replace("(?P<word>", "(?:"),
    re.IGNORECASE,
)
HOURS_UNTIL = re.compile(
    r"\bhow (?:many (?P<unit>hours|minutes)|long|much time)\b[^.?!]*\b(?:until|till|to|before|left)\b", re.IGNORECASE
)


def hours_from_now(asked: Asked) -> Answer | None:
    """Answer how many hours there are from a told time of the present day until another day begins."""
    now, wanted = NOW_TOLD.search(asked.text), HOURS_UNTIL.search(asked.text)
    ahead = [one for one in asked.dates if one.day > asked.today]
    if now is None or wanted is None or not wanted["unit"] or len(ahead) != 1 or len(asked.dates) > 1:
        return None
    told = CLOCK.search(now.group())
    if told is None or len(CLOCK.findall(asked.rest)) != 1:
        return None
    start = datetime.combine(asked.today, clock(told))
    minutes = int((datetime.combine(ahead[0].day, time()) - start).total_seconds()) // 60
    count = plural(minutes, "minute") if wanted["unit"].lower() == "minutes" else f"{round(minutes / 60, 2):,g} hours"
    sentence = f"From {start:%H:%M} today to the beginning of {ahead[0].day:%A}, {ahead[0].day.day} {ahead[0].day:%B %Y} it is **{count}**"
    return f"{sentence} ({span_text(60 * minutes)}).", {"kind": "duration", "minutes": minutes}


TIME_LEFT_ASKED = re.compile(
    r"\bhow (?:much (?:more )?time|long|many (?:minutes|hours))(?: more)? (?:do|have|is|does) (?:i|we|he|she|they|there) (?:still )?(?:have|got|get|left|has)\b",
    re.IGNORECASE,
)


def time_left(asked: Asked) -> Answer | None:
    """Answer how long it is from a told present time to another one: "my train goes at 5 pm, it is 2:40 pm, how much time do I have"."""
    now, clocks = NOW_TOLD.search(asked.text), list(CLOCK.finditer(asked.text))
    if now is None or not TIME_LEFT_ASKED.search(asked.text) or len(clocks) != 2 or asked.durations or asked.dates:
        return None
    present = [one for one in clocks if now.start() <= one.start() < now.end()]
    others = [one for one in clocks if one not in present]
    if len(present) != 1 or len(others) != 1 or places(asked.rest):
        return None
    start, end = (60 * at.hour + at.minute for at in (clock(present[0]), clock(others[0])))
    minutes = (end - start) % (24 * 60)
    length = f"**{span_text(60 * minutes)}**"
    return f"From {start // 60:02}:{start % 60:02} to {end // 60:02}:{end % 60:02} it is {length}.", {
        "kind": "duration",
        "minutes": minutes,
    }


SLOTS = re.compile(
    rf"\b(?P<n>{NUMBER_WORD_OR_FIGURE}) (?:equal(?:ly long)? |[a-z]+ )?(?P<thing>talks?|slots?|speakers?|presentations?|lessons?|sessions?|appointments?|interviews?|parts|games|matches|people|students|pupils|kids|children|vortrage|vortragen|termine|schuler|kinder|leute|exposes|interventions|entretiens|charlas|ponencias|turnos|entrevistas|alumnos)\b",
    re.IGNORECASE,
)
EACH_SLOT = re.compile(
    r"\b(?:each|per|every|same length|equal\w*|jede[rs]?|pro|gleich lang|chacun\w*|chaque|par|cada|por|how long (?:is|does|can|will|per))\b",
    re.IGNORECASE,
)
NTH_WORDS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
NTH_SLOT = re.compile(
    rf"\bwhen (?:does|do|will|is|can|beginnt|fangt|commence|empieza)\b[^.?!]*?\b(?:the )?(?:(?P<word>{'|'.join(NTH_WORDS)}|last)|(?P<n>\d{{1,2}})(?:st|nd|rd|th|\.|e|er))\b",
    re.IGNORECASE,
)
OTHER_TIME_IN = re.compile(r"\b(?:breaks?|pause\w*|changeover|in between|gap|descanso\w*)\b", re.IGNORECASE)
NO_BREAK = re.compile(
    r"\b(?:no|without(?: a| any)?|keine?|ohne|sans|pas de|sin) (?:breaks?|pausen?|pauses?|descansos?|gaps?)\b",
    re.IGNORECASE,
)


def equal_slots(asked: Asked) -> Answer | None:
    """Answer how long each of some equal parts of a time between two clocks is, and when one of them begins."""
    clocks, parts = list(CLOCK.finditer(asked.rest)), SLOTS.search(asked.rest)
    if len(clocks) != 2 or parts is None or not EACH_SLOT.search(asked.rest) or asked.durations:
        return None
    rest = NTH_SLOT.sub(" ", CLOCK.sub(" ", asked.rest.replace(parts.group(), " ")))
    if re.search(r"\d", rest) or OTHER_TIME_IN.search(NO_BREAK.sub(" ", rest)):
        return None
    day = asked.dates[0].day if asked.dates else asked.today
    start, end = (datetime.combine(day, clock(one)) for one in clocks)
    end += timedelta(days=1) if end <= start else timedelta()
    count = number_of(parts["n"])
    seconds = int((end - start).total_seconds()) / max(count, 1)
    said = f"Each of the {count} has **{span_text(round(seconds))}**."
    nth = NTH_SLOT.search(asked.rest)
    if nth is not None:
        place = (
            count
            if nth["word"] and nth["word"].lower() == "last"
            else int(nth["n"])
            if nth["n"]
            else NTH_WORDS.index(nth["word"].lower()) + 1
        )
        begins = start + timedelta(seconds=round(seconds * (place - 1)))
        said += f" Number {place} begins at **{begins:%H:%M}**."
    return said, {"kind": "duration", "minutes": round(seconds / 60)}


SEVERAL_SHIFTS = re.compile(
    rf"\b(?P<n>{NUMBER_WORD_OR_FIGURE}) (?:of (?:them|these|those)|(?:such |these |of these )?(?:shifts|nights|nightshifts|night shifts)|(?:times|days|nights|shifts) (?:a|per|this|each|every|in the|the|die|par|por|pro|at the|at la|at|a la|a the|in der) week|davon|solche(?:r|n)? (?:schichten|dienste)|d'entre (?:eux|elles)|de (?:ellos|ellas|esos))\b(?: (?:this|a|per|each|in the) (?:week|month))?",
    re.IGNORECASE,
)
HOURS_IN_ALL = re.compile(
    r"\bhow (?:many (?:hours|hrs)|long|much time)\b|\b(?:weekly hours|hours (?:a|per) week|total|in all|altogether|write down|insgesamt|zusammen|en tout|au total|en total)\b",
    re.IGNORECASE,
)


def without_shift_days(asked: Asked) -> Asked:
    """Return a message in which the days of a working week are no length of time beside the times of one shift."""
    times = SEVERAL_SHIFTS.search(asked.rest)
    if times is None or len(CLOCK.findall(asked.rest)) != 2 or not HOURS_IN_ALL.search(asked.rest):
        return asked
    days = (number_of(times["n"]), "day")
    return asked._replace(durations=[one for one in asked.durations if one not in (days, (1, "week"))])


def with_several_shifts(answer: Answer | None, asked: Asked) -> Answer | None:
    """Return how long several equal shifts are together where the length of one was computed; else the answer itself."""
    if answer is None or answer[1].get("kind") != "duration" or "minutes" not in answer[1]:
        return answer
    times = SEVERAL_SHIFTS.search(asked.rest)
    if times is None or not HOURS_IN_ALL.search(asked.rest) or len(CLOCK.findall(asked.rest)) != 2:
        return answer
    count, minutes = number_of(times["n"]), int(answer[1]["minutes"])
    total = count * minutes
    sentence, output = answer
    bare = sentence.replace("**", "")
    return f"{bare} {count} of them are **{total // 60} h {total % 60} min** ({round(total / 60, 2):,g} hours).", {
        **output,
        "minutes": total,
        "count": count,
    }


NO_SUCH_DAY = re.compile(  # "but there is no 31 February"
    r",? ?(?:\b(?:but|as|since|because|and|though|although) )?\bthere(?:'s| is| isn't| is not|s) (?:no|not|an?y?|a) (?:29|30|31)(?:st|th)?(?: of| in)? (?:feb\w*|april|june|september|november)\b(?: (?:of course|obviously|that year))?"
    r"|,? ?\b(?:aber |und )?(?:den |einen )?(?:29|30|31)\. ?(?:februar|april|juni|september|november) gibt es (?:ja |doch )?nicht",
    re.IGNORECASE,
)
OCCASION = re.compile(
    r"\b(?:(?:flying |going |travelling |driving |coming |back )?home |away )?(?:for|over|around|zu|uber|fur|pour|para|por) (?:the )?\Z",
    re.IGNORECASE,
)
OCCASION_ASKED = re.compile(
    r"\b(?:in time|ready|how (?:many|long|much)|days?|weeks?|left|until|till|before|after|countdown)\b", re.IGNORECASE
)


def without_occasions(mapped: Mapped) -> Mapped:
    """Return a message without a feast that only tells the occasion, beside a day that is told in figures: "home for xmas: 10 December"."""
    found = list(DATE.finditer(mapped.text))
    if not any(sign.isdigit() for one in found for sign in one.group()):
        return mapped
    places = {one.span() for one in found if one["feast"] and is_occasion(mapped.text, one.start())}
    return (
        mapped.sub(DATE, lambda match: " " * len(match.group()) if match.span() in places else match.group())
        if places
        else mapped
    )


def is_occasion(text: str, start: int) -> bool:
    """Return whether a feast stands behind "for" or "over" and nothing is counted to it."""
    return OCCASION.search(text[:start]) is not None and OCCASION_ASKED.search(text[max(0, start - 40) : start]) is None


QUARTER_EDGE = re.compile(
    r"\b(?:the )?(?P<edge>end|start|beginning|last day|first day|end date|start date|letzter? day|ende|anfang|fin|debut|final|inicio) (?:of |de |du |des |del )?(?:the )?(?:q(?P<n>[1-4])|(?P<word>first|second|third|fourth|1st|2nd|3rd|4th) quarter|t(?P<n2>[1-4]))(?:,? (?:of )?(?P<year>20\d\d))?\b",
    re.IGNORECASE,
)
QUARTER_EDGE_ASKED = re.compile(  # "when does Q1 2028 end"
    r"\bwhen (?:does |do |will |did )?(?:the )?(?P<quarter>(?:q[1-4]|(?:first|second|third|fourth|1st|2nd|3rd|4th) quarter)(?:,? (?:of )?20\d\d)?) (?P<edge>end|start)s?\b"
    r"|\bwhen (?:(?P<ends>endet|finit|se termine|termina|acaba)|beginnt|commence|empieza) (?:das |the |el |le )?(?P<quarter2>[qt][1-4](?:,? (?:of |de )?20\d\d)?)\b",
    re.IGNORECASE,
)
QUARTER_WORDS = {"first": 1, "1st": 1, "second": 2, "2nd": 2, "third": 3, "3rd": 3, "fourth": 4, "4th": 4}
CYCLE_OF_DAYS = re.compile(
    r"\b(?:my |the |a )?(?:cycle|zyklus|ciclo)(?: (?:is|of|ist|von|es|de|lasts|length|lange?))*:? (?P<n>\d{1,3}) days?\b|\b(?P<n2>\d{1,3})[- ]days? (?:cycle|zyklus|ciclo)\b|\bcycles? (?:of|from|de) (?P<n3>\d{1,3}) days?\b",
    re.IGNORECASE,
)


RHYTHM_ON_DAY = re.compile(  # "every 3 weeks on saturday starting 9 January": the day says it
    r"(?P<rhythm>\bevery (?:\d{1,2}|other|second|two|three|four) weeks?) on (?:a )?(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b(?=[^.?!]*\b(?:start\w*|from|first|beginning|since|last)\b[^.?!]*\d)",
    re.IGNORECASE,
)


AND_A_HALF = re.compile(  # "3 mois et demi" as the reader leaves it
    r"\b(?P<n>\d{1,3}) (?P<unit>month|year|week)s? (?:and|et|y) (?:demie?|medi[oa]|a half)\b", re.IGNORECASE
)
HALVES = {"month": "15 days", "year": "6 months"}


def with_half(match: "re.Match[str]") -> str:
    """Return a length of time whose half is a whole smaller unit. Raises CannotError for half a week."""
    if match["unit"].lower() not in HALVES:
        raise CannotError("Half a week ends within a day: say the days, e.g. '10 days after 3 March'.")
    return f"{match['n']} {match['unit']}s {HALVES[match['unit'].lower()]}"


def quarter_edge(match: "re.Match[str]") -> str:
    """Return the question for the first or the last day of a quarter."""
    edge = match["edge"] or ("end" if match["ends"] else "start")
    return f"when is the {edge.lower()} of {match['quarter'] or match['quarter2']}"


def with_edges_and_cycles(mapped: Mapped, today: date) -> Mapped:
    """Return a message in which the end of a quarter is a day, and a cycle of 29 days comes every 29 days."""

    def edge_day(match: "re.Match[str]") -> str:
        number = int(match["n"] or match["n2"] or QUARTER_WORDS[match["word"].lower()])
        is_end = match["edge"].lower() in (
            "end",
            "ende",
            "fin",
            "final",
            "last day",
            "end date",
            "letzter day",
            "letzte day",
        )
        month = 3 * number if is_end else 3 * number - 2
        year = int(match["year"] or today.year + (month < today.month))
        return f"{calendar.monthrange(year, month)[1] if is_end else 1} {calendar.month_name[month]} {year}"

    made = mapped.sub(QUARTER_EDGE_ASKED, quarter_edge)
    made = made.sub(AND_A_HALF, with_half).sub(QUARTER_EDGE, edge_day).sub(RHYTHM_ON_DAY, lambda match: match["rhythm"])
    return made.sub(CYCLE_OF_DAYS, lambda match: f"every {match['n'] or match['n2'] or match['n3']} days")


MOMENT_PARTS = (
    LENGTH_OF_PART,
    DEPARTS_AT,
    ARRIVES_WANTED,
    NOW_TOLD,
    HOURS_UNTIL,
    TIME_LEFT_ASKED,
    SLOTS,
    NTH_SLOT,
    NO_BREAK,
    SEVERAL_SHIFTS,
)


def moment_places(asked: Asked, output: dict[str, Any]) -> list[tuple[int, int]]:
    """Return the places of the words of a story about times that an answer was made from."""
    is_of_shifts = output["kind"] == "duration" and "count" in output
    if told_moment(asked) is None and not is_of_shifts:
        return []
    return [match.span() for pattern in MOMENT_PARTS for match in pattern.finditer(asked.rest)]
