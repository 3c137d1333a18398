"""Ends of periods: the last day of a contract, a notice to the end of a month, and whether a time between two days is enough."""

import calendar
import re
from datetime import date, timedelta
from typing import NamedTuple

from config.builtins.date_calculator.reading import DAYS, Answer, Asked, Found, added, clamped, durations_of, shown
from config.builtins.wording import plural

LAST_DAY = re.compile(
    r"\b(?:very )?(?:last|final) (?:[a-z]+ )?(?:day|date)\b(?! (?:of|in) (?:the )?(?:week|month|year|january|february|march|april|may|june|july|august|september|october|november|december)\b)"
    r"|\bday (?:is )?(?:the )?last\b",
    re.IGNORECASE,
)
NOTICE = re.compile(
    r"\b(?:notice|kundigungs?\w*|kundig\w*|frist|preavis|preaviso|resign\w*|demission\w*|hand(?:ed)? (?:it )?in|quit\w*|cancel\w*|terminat\w*)\b",
    re.IGNORECASE,
)
PERIOD_END = re.compile(
    r"\b(?:end of (?:the |a |this )?|zum )?(?P<of>month|quarter|year|monats?|quartals?|jahres|trimestre|mois|mes|ano)(?: ?s)?[- ]?end(?:e|s)?\b"
    r"|\bend of (?:the |a |this |each )?(?:calendar )?(?P<what>month|quarter|year)\b|\b(?:quartals?|monats?|jahres)(?:ende|schluss)\b|\bfin (?:de |of |from )?(?:the )?(?:du )?(?P<fr>trimestre|month|mois|year)\b",
    re.IGNORECASE,
)
ASKS_FIT = re.compile(
    r"\b(?:enough|sufficient|long enough|too (?:short|late|early|long)|in time|on time|still|ok(?:ay)?|allowed|possible|valid|make it|meet|within|can (?:i|we|it|they|he|she)|may (?:i|we)|kann (?:ich|man)|konnen wir|darf (?:ich|man)|puis-je|peut-on|puedo|se puede|reicht|genug|rechtzeitig|noch|erlaubt|moglich|"
    r"suffi\w*|assez|valable|possible|a temps|encore|basta|suficiente|a tiempo|todavia|valid[oa]|at least|more than|less than|longer than)\b",
    re.IGNORECASE,
)
YES_OR_NO = re.compile(
    r"(?:\A|[.;:!,]|\band\b|\bso\b)\W*(?:is|was|will|would|can|could|am|are|do|does|did|has|have|ist|war|reicht|kann|darf|est-ce|est|puis-je|peut|es|puedo|hay|left|noch|still|enough|ok|okay|valid)\b[^.]*\?|\?\W*(?:yes or no)?\W*\Z|(?:[.;:!,]|\band\b)\W*(?:is|am|are|can) (?:it|today|that|i|we|they)\b[^.?!]{0,20}\b(?:still|covered|valid|ok|okay|in time|allowed)\b[^.?!]*\Z",
    re.IGNORECASE,
)
AT_MOST = re.compile(
    r"\b(?:return\w*|within|withdraw\w*|window|refund\w*|days? to|deadline|pay(?:able|ment)?|due|warranty|guarantee|object\w*|appeal\w*|ruckgabe\w*|umtausch\w*|widerruf\w*|garantie|gewahrleistung|covered|innerhalb|binnen|retour\w*|retract\w*|devol\w*|"
    r"less than|at most|no more than|too late|in time|on time|rechtzeitig|a temps|a tiempo|keeps?|kept|good for|fresh for|lasts?|shelf[- ]life|use(?:d)? (?:up )?within|haltbar\w*|halt(?:en)?|se (?:conserve\w*|garde\w*|conserva\w*)|dura\w*|trial|offer|voucher|coupon|gutschein|bon)\b",
    re.IGNORECASE,
)
AT_LEAST = re.compile(
    r"\b(?:passport|visa|reisepass|pass|passeport|pasaporte|expir\w*|valid\w*|at least|more than|longer than|enough|sufficient|notice|gultig\w*|mindestens|reicht|genug|valable|suffi\w*|assez|caduca\w*|vence|basta|suficiente|advance|ahead)\b",
    re.IGNORECASE,
)
BEGINS_AT = re.compile(r"\b(?:week|day) (?:1|one)\b|\b(?:monday to sunday|full|training plan|race)\b", re.IGNORECASE)


class Fit(NamedTuple):
    """A time that is needed or allowed between two days."""

    first: date
    last: date
    limit: date


def deadline(asked: Asked) -> Answer | None:
    """Return the answer to a question about the end of a period, or whether a time between two days is enough; None for others."""
    asked = asked._replace(durations=durations_of(PERIOD_END.sub(lambda match: " " * len(match.group()), asked.rest)))
    if not asked.durations and (end := end_after(asked)) is not None:
        return end
    if not asked.durations or any(unit in ("second", "minute", "hour") for _, unit in asked.durations):
        return None
    named = [one for one in asked.dates if not PERIOD_END.search(asked.text[one.start : one.end])]
    if len(named) > 2:  # "today is 1 April": the day behind it says which
        named = [one for one in named if asked.text[one.start : one.end].lower() not in ("today", "right now")]
    dated = [one for one in named if any(sign.isdigit() for sign in asked.text[one.start : one.end])]
    told = from_first_day(asked, dated) or first_day(asked, dated)
    return (
        notice_end(asked, named) or comes_before(asked, dated) or fits(asked, named) or told or last_day(asked, named)
    )


def end_after(asked: Asked) -> "Answer | None":
    """Answer on which day the month, quarter or year of a named day ends."""
    end = PERIOD_END.search(asked.text)
    named = [one for one in asked.dates if not PERIOD_END.search(asked.text[one.start : one.end])]
    if (
        end is None
        or len(named) != 1
        or re.search(r"\b(?:how (?:many|long)|left|until|till|to go|between)\b", asked.text, re.IGNORECASE)
    ):
        return None
    kind = (next(filter(None, end.groups()), None) or end.group()).lower()
    found = end_of_period(named[0].day, kind)
    output = {"kind": "date", "date": found.isoformat(), "weekday": calendar.day_name[found.weekday()]}
    return f"The period of {shown(named[0].day)} ends on **{shown(found)}**.", output


def after_all(start: date, asked: Asked) -> date:
    """Return the day that comes all durations of a message after another."""
    day = start
    for count, unit in asked.durations:
        day = added(day, count, unit)
    return day


PAYMENT = re.compile(
    r"\b(?:invoices?|due|net|payments?|payable|bills?|rechnung\w*|fallig\w*|zahlbar|zahlung\w*|factures?|payer|facturas?|pagar)\b",
    re.IGNORECASE,
)


def notice_end(asked: Asked, named: list[Found]) -> Answer | None:
    """Answer when a contract ends whose notice runs to the end of a month, quarter or year."""
    end = PERIOD_END.search(asked.text)
    if end is None or not (NOTICE.search(asked.text) or PAYMENT.search(asked.text)) or len(named) > 1:
        return None
    start = named[0].day if named else asked.today
    earliest = after_all(start, asked)
    kind = (next(filter(None, end.groups()), None) or end.group()).lower()
    found = end_of_period(earliest, kind)
    said = " and ".join(plural(count, unit) for count, unit in asked.durations)
    where = (
        "year" if kind.startswith(("year", "jahr", "ano")) else "quarter" if kind.startswith(("q", "tri")) else "month"
    )
    output = {
        "kind": "date",
        "from": start.isoformat(),
        "date": found.isoformat(),
        "weekday": calendar.day_name[found.weekday()],
    }
    return f"{said} after {shown(start)} is {shown(earliest)}; the end of that {where} is **{shown(found)}**.", output


def end_of_period(day: date, kind: str) -> date:
    """Return the last day of the month, quarter or year that a day is in."""
    if kind.startswith(("year", "jahr", "ano")):
        return date(day.year, 12, 31)
    month = (day.month - 1) // 3 * 3 + 3 if kind.startswith(("q", "tri")) else day.month
    return clamped(day.year, month, 31)


def last_day(asked: Asked, named: list[Found]) -> Answer | None:
    """Answer which day the last one of a period is that begins on a day."""
    counts_first = COUNTS_FIRST.search(asked.text) is not None
    asks_last = LAST_DAY.search(asked.text) and not EARLIER.search(asked.text) and not NOTICE.search(asked.text)
    if len(named) != 1 or not (asks_last or counts_first) or LAST_TOLD.search(asked.text[: named[0].start]):
        return None
    is_after = COMES.search(asked.text) is not None and not counts_first
    if any(unit.startswith("work") for _, unit in asked.durations) or is_after:
        return None
    start = named[0].day
    found = after_all(start, asked) - timedelta(days=1)
    said = " and ".join(plural(count, unit) for count, unit in asked.durations)
    output = {
        "kind": "date",
        "from": start.isoformat(),
        "date": found.isoformat(),
        "weekday": calendar.day_name[found.weekday()],
    }
    return f"{said} that begin on {shown(start)} have **{shown(found)}** as their last day.", output


DAY_ONE = re.compile(  # "day 1 is the 16th"
    r"\b(?:day (?:1|one)|first day|tag (?:1|eins)|(?:jour|dia) (?:1|un|uno)|counting (?:starts|begins)) ?(?:is|=|:|being|falls on|counts? from|starts?)? ?(?:on )?(?:the )?(?:(?P<number>\d{1,2})(?:st|nd|rd|th|\.)?(?![\d:/%]|[.,]\d)|(?P<next>next day|following day|day after|tomorrow)\b)",
    re.IGNORECASE,
)


BEFORE_DAY = re.compile(
    r"\b(?:before|ago|in time for|ahead of|earlier than|by|after|later than)(?: the| de[rmn]| le| el)? \Z",
    re.IGNORECASE,
)
IS_BEFORE = re.compile(
    r"\b(?:is|are|will|does|do|can|would|kommt|ist|wird|komme|schaff\w*|klapp\w*|passt|reicht|est-ce|arriv\w*|sera|is-ce|llega\w*|estara)\b[^.?!]*\Z",
    re.IGNORECASE,
)


ENDS_IN_UNIT = re.compile(
    r"\b(?:days?|weeks?|months?|years?|fortnights?) \Z", re.IGNORECASE
)  # "2 weeks before Easter" is a day


MOVABLE = re.compile(
    r"\b(?:easter|whitsun|pentecost|ascension|ostern|pfingsten|paques|pentecote|pascua)", re.IGNORECASE
)


def limit_after(start: date, limit: Found, text: str) -> date | None:
    """Return the day that is compared with; of one without a year the first from the start on, None for a movable feast."""
    said = text[limit.start : limit.end]
    if limit.day >= start or re.search(r"\d{4}", said) or limit.day.month == 2:
        return limit.day
    if MOVABLE.search(said):
        return None
    same = limit.day.replace(year=start.year)
    return same if same >= start else same.replace(year=start.year + 1)


COUNTS_BACK = re.compile(  # "3 days before 5 May, is that before Easter?"
    r"\b(?:days?|weeks?|months?|years?|fortnights?) (?:before|prior to|ahead of)(?: the)? \Z", re.IGNORECASE
)


def comes_before(asked: Asked, named: list[Found]) -> Answer | None:
    """Answer whether the day that comes some time after another is before (or after) a third: "6 weeks from 2 November, is that before Christmas?"."""
    feasts = [one for one in asked.dates if one not in named and asked.text[one.start : one.end].lower() not in DAYS]
    days = sorted([*named, *feasts], key=lambda one: one.start)
    if len(days) != 2 or len(asked.durations) != 1 or "?" not in asked.text[days[1].end :]:
        return None
    before = asked.text[: days[1].start]
    link = BEFORE_DAY.search(before)
    asks = IS_BEFORE.match(before.lstrip()) or IS_BEFORE.search(before, days[0].end)
    if link is None or asks is None or ENDS_IN_UNIT.search(before[: link.start()]):
        return None
    if COUNTS_BACK.search(asked.text[: days[0].start]):
        return None
    start, limit = days[0].day, limit_after(days[0].day, days[1], asked.text)
    if limit is None:
        return None
    found = after_all(start, asked)
    wants_later = link.group().lower().startswith(("after", "later"))
    yes = found > limit if wants_later else found < limit
    gap = abs((limit - found).days)
    said = " and ".join(plural(count, unit.replace("work ", "working ")) for count, unit in asked.durations)
    side = (
        "the same day" if not gap else f"{plural(gap, 'day')} {'before' if found < limit else 'after'} {shown(limit)}"
    )
    output = {"kind": "comparison", "yes": yes, "from": start.isoformat(), "date": found.isoformat(), "days": gap}
    return f"**{'Yes' if yes else 'No'}**: {said} after {shown(start)} is **{shown(found)}**, {side}.", output


def from_first_day(asked: Asked, named: list[Found]) -> Answer | None:
    """Answer when a period ends whose first day is told by its number, behind the day on which something was done."""
    match = DAY_ONE.search(asked.text)
    if match is None or len(named) != 1 or len(asked.durations) != 1 or asked.durations[0][1].startswith("work"):
        return None
    start = named[0].day + timedelta(days=1)
    if match["number"]:
        days = [named[0].day + timedelta(days=place) for place in range(31)]
        start = next((day for day in days if day.day == int(match["number"])), start)
    found = after_all(start, asked) - timedelta(days=1)
    count, unit = asked.durations[0]
    output = {
        "kind": "date",
        "from": start.isoformat(),
        "date": found.isoformat(),
        "weekday": calendar.day_name[found.weekday()],
    }
    return f"With {shown(start)} as day 1, {plural(count, unit)} end on **{shown(found)}**.", output


START_WANTED = re.compile(
    r"\b(?:when|what (?:date|day)|which (?:date|day|[a-z]+day)|by when|wann|quand|cuando|welche[mns]? datum)\b[^.?!]*\b(?:start\w*|begins?|beginning|first day|day (?:1|one)|week (?:1|one)|beginn\w*|anfang\w*|commence\w*|debut\w*|empez\w*|empieza|comienza|count back)\b",
    re.IGNORECASE,
)


FIRST_ASKED = re.compile(r"\b(?:first|start(?:ing)?|beginning) (?:day|date) ?(?:is|=)?\W*\Z", re.IGNORECASE)


def first_day(asked: Asked, named: list[Found]) -> Answer | None:
    """Answer on which day a period begins whose last day is told."""
    if (
        len(named) != 1
        or not (START_WANTED.search(asked.text) or FIRST_ASKED.search(asked.text))
        or not LAST_DAY.search(asked.text)
    ):
        return None
    if NOTICE.search(asked.text) or any(unit.startswith("work") for _, unit in asked.durations):
        return None
    day = named[0].day
    for count, unit in asked.durations:
        day = added(day, -count, unit)
    found = day + timedelta(days=1)
    said = " and ".join(plural(count, unit) for count, unit in asked.durations)
    output = {"kind": "date", "date": found.isoformat(), "weekday": calendar.day_name[found.weekday()]}
    return f"{said} whose last day is {shown(named[0].day)} begin on **{shown(found)}**.", output


LAST_TOLD = re.compile(
    r"\b(?:last|final) (?:[a-z]+ )?(?:day|date) ?(?:is|was|=|:|on|will be)? ?(?:on )?(?:the )?\Z", re.IGNORECASE
)
COUNTS_FIRST = re.compile(  # the day on which a period begins is one of its days
    r"\b(?:count(?:ing|s)?|includ(?:ing|es?)|incl\.?|inclusive of) (?:the )?(?:day (?:i|we|he|she|it|they|of arrival)\b|(?:first|start(?:ing)?|arrival) day|day (?:1|one|itself)|that day)"
    r"|\b(?:first|arrival|start(?:ing)?) day (?:counts|is counted|included|is included|zahlt mit|mitgezahlt|compris|incluid[oa])\b|\b(?:ankunfts|anreise)tag (?:zahlt|mitgezahlt|eingeschlossen|inklusive)"
    r"|(?<!not )\b(?:counts?|counted|counting|treat(?:ed|ing)?|taken|zahlt|gilt|gerechnet|compte\w*|cuenta\w*|contando) (?:as|als|comme|como) (?:the |der |le |el )?(?:(?:day|tag|jour|dia) (?:(?:number|nr\.?|no\.?) )?(?:1|one|eins|un|uno)\b|(?:first|1st|erste[rn]?|premier|primer) (?:day|tag|jour|dia)\b)"
    r"|\b(?:arrival|landing|that|it|this|entry|check-?in|today|the (?:day of )?(?:arrival|landing|entry|start)) (?:itself )?(?:is|being|=) (?:the )?(?:day (?:1|one)\b|first day\b)(?! of)"
    r"|\bday (?:1|one) (?:is|being|=) (?:the )?(?:day of )?(?:arrival|landing|entry|start|check-?in)\b",
    re.IGNORECASE,
)
COMES = re.compile(  # a period that an event begins does not count the day of the event
    r"\b(?:arriv\w*|received?|delivered|got|came|served|notified|kam|erhalten|erhielt\w*|bekam|bekommen|zugestellt|zugegangen|zugang|eingegangen|recue?s?|arrivee?|notifiee?|recib\w*|llego|notificad[oa])\b",
    re.IGNORECASE,
)
EARLIER = re.compile(
    r"\b(?:ago|before|earlier|minus|subtract|prior|until|return|refund|pay|within|deadline|(?:days?|weeks?|months?) to (?!go\b)[a-z]+)\b",
    re.IGNORECASE,
)


def fits(asked: Asked, named: list[Found]) -> Answer | None:
    """Answer whether the time between two days is as long as needed, or no longer than allowed."""
    text = asked.text
    if len(named) != 2 or not (ASKS_FIT.search(text) and YES_OR_NO.search(text)):
        return None
    most, least = AT_MOST.search(text) is not None, AT_LEAST.search(text) is not None
    if most and re.search(r"\b(?:passport|visa|pass|reisepass|passeport|pasaporte|at least)\b", text, re.IGNORECASE):
        most = False
    if most == least and most is False:
        return None
    first, last = sorted(one.day for one in named)
    fit = Fit(first, last, after_all(first, asked))
    yes = fit.last <= fit.limit if most else fit.last >= fit.limit
    said = " and ".join(plural(count, unit) for count, unit in asked.durations)
    gap = abs((fit.last - fit.limit).days)
    side = "exactly" if not gap else f"{plural(gap, 'day')} {'before' if fit.last < fit.limit else 'after'} that"
    output = {"kind": "comparison", "yes": yes, "from": first.isoformat(), "date": fit.limit.isoformat(), "days": gap}
    return (
        f"**{'Yes' if yes else 'No'}**: {said} after {shown(first)} is {shown(fit.limit)}; {shown(last)} is {side}.",
        output,
    )


DEADLINE_PARTS = (
    BEGINS_AT,
    re.compile(r"\bday (?:1|one) ?(?:is|=|:|being)? ?(?:on )?(?:the )?(?:\d{1,2}(?:st|nd|rd|th))?", re.IGNORECASE),
    LAST_DAY,
    NOTICE,
    PERIOD_END,
    ASKS_FIT,
    AT_MOST,
    AT_LEAST,
)
