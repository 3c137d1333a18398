"""Reads the dates, durations and the present time of a message."""

import calendar
import re
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from itertools import pairwise
from typing import Any, NamedTuple

from config.builtins.wording import CannotError, blanked, fold

LONGEST = 2_000  # characters of a message that are read; the answer says so
MONTHS = {name.lower(): n for n in range(1, 13) for name in (calendar.month_name[n], calendar.month_abbr[n])} | {
    "sept": 9
}
DAYS = {name.lower(): n for n in range(7) for name in (calendar.day_name[n], calendar.day_abbr[n])}
DAYS |= {"tues": 1, "thur": 3, "thurs": 3}
COUNTS = {
    "a": 1,
    "an": 1,
    "one": 1,
    "two": 2,
    "three": 3,
    "four": 4,
    "five": 5,
    "six": 6,
    "seven": 7,
    "eight": 8,
    "nine": 9,
    "ten": 10,
}
COUNTS |= {"eleven": 11, "twelve": 12, "a couple of": 2, "twenty": 20, "thirty": 30, "hundred": 100, "a hundred": 100}
MONTH = "|".join(sorted(MONTHS, key=len, reverse=True))
DAY = "|".join(sorted(DAYS, key=len, reverse=True))
COUNT = "|".join(sorted(COUNTS, key=len, reverse=True))
FEASTS: dict[str, Callable[[int], date]] = {
    r"christmas eve|xmas eve": lambda year: date(year, 12, 24),
    r"boxing day": lambda year: date(year, 12, 26),
    r"christmas(?: day)?|xmas(?: day)?": lambda year: date(year, 12, 25),
    r"new year'?s eve|silvester": lambda year: date(year, 12, 31),
    r"new year(?:'?s)?(?: day)?": lambda year: date(year, 1, 1),
    r"halloween": lambda year: date(year, 10, 31),
    r"valentine'?s?(?: day)?": lambda year: date(year, 2, 14),
    r"orthodox easter(?: sunday)?|easter sunday \(orthodox\)": lambda year: orthodox_easter(year),
    r"good friday": lambda year: easter(year) - timedelta(days=2),
    r"easter monday": lambda year: easter(year) + timedelta(days=1),
    r"easter(?: sunday| day)?": lambda year: easter(year),
    r"pentecost|whit sunday": lambda year: easter(year) + timedelta(days=49),
    r"(?:canadian thanksgiving|thanksgiving (?:in canada|\(canada\)|canada))": lambda year: nth_day(year, 10, 0, 2),
    r"mothering sunday|(?:uk|british) mother'?s day": lambda year: easter(year) - timedelta(days=21),
    r"thanksgiving": lambda year: date(year, 11, 22) + timedelta(days=(3 - date(year, 11, 22).weekday()) % 7),
    r"independence day": lambda year: date(year, 7, 4),
    r"st\.? patrick'?s(?: day)?": lambda year: date(year, 3, 17),
    r"labou?r day": lambda year: date(year, 9, 1) + timedelta(days=-date(year, 9, 1).weekday() % 7),
    r"memorial day": lambda year: date(year, 5, 31) - timedelta(days=date(year, 5, 31).weekday()),
    r"mother'?s day": lambda year: date(year, 5, 8) + timedelta(days=(6 - date(year, 5, 8).weekday()) % 7),
    r"father'?s day": lambda year: date(year, 6, 15) + timedelta(days=(6 - date(year, 6, 15).weekday()) % 7),
    r"(?:early may|may day) bank holiday": lambda year: nth_day(year, 5, 0, 1),
    r"spring bank holiday": lambda year: nth_day(year, 5, 0, -1),
    r"(?:summer|august) bank holiday": lambda year: nth_day(year, 8, 0, -1),
    r"remembrance sunday": lambda year: nth_day(year, 11, 6, 2),
    r"burns night": lambda year: date(year, 1, 25),
    r"(?:bonfire|guy fawkes) (?:night|day)": lambda year: date(year, 11, 5),
    r"st\.? george'?s day": lambda year: date(year, 4, 23),
    r"st\.? david'?s day": lambda year: date(year, 3, 1),
    r"st\.? andrew'?s day": lambda year: date(year, 11, 30),
    r"april fool'?s?'?(?: day)?": lambda year: date(year, 4, 1),
    r"(?:martin luther king(?: jr\.?)?|mlk) day": lambda year: nth_day(year, 1, 0, 3),
    r"president'?s'? day": lambda year: nth_day(year, 2, 0, 3),
    r"veterans'? day": lambda year: date(year, 11, 11),
    r"juneteenth": lambda year: date(year, 6, 19),
    r"(?:next )?(?:leap day|schalttag|jour bissextile|dia bisiesto)": lambda year: date(leap_from(year), 2, 29),
    r"twelfth night": lambda year: date(year, 1, 5),
    r"black friday": lambda year: date(year, 11, 23) + timedelta(days=(4 - date(year, 11, 23).weekday()) % 7),
    r"ash wednesday|aschermittwoch|(?:mercredi|wednesday) (?:des|from) cendres|(?:miercoles|wednesday) (?:de|of) ceniza": lambda year: (
        easter(year) - timedelta(days=46)
    ),
    r"rosenmontag|shrove monday": lambda year: easter(year) - timedelta(days=48),
    r"shrove tuesday|mardi gras|pancake day": lambda year: easter(year) - timedelta(days=47),
    r"palm sunday|palmsonntag|(?:dimanche|sunday) (?:des|from) rameaux|(?:domingo|sunday) (?:de|of) ramos": lambda year: (
        easter(year) - timedelta(days=7)
    ),
    r"karfreitag|(?:vendredi|friday) saint|(?:viernes|friday) santo": lambda year: easter(year) - timedelta(days=2),
    r"ostermontag|(?:lundi|lunes|monday) (?:de|of) (?:paques|pascua|easter)": lambda year: (
        easter(year) + timedelta(days=1)
    ),
    r"ascension(?: day)?|(?:christi )?himmelfahrt": lambda year: easter(year) + timedelta(days=39),
    r"whit monday|pfingstmontag|(?:lundi|lunes|monday) (?:de|of) (?:pentecote|pentecostes|pentecost)": lambda year: (
        easter(year) + timedelta(days=50)
    ),
    r"corpus christi|fronleichnam": lambda year: easter(year) + timedelta(days=60),
    r"(?:first|1st|1\.) (?:sunday (?:of|in) )?advent": lambda year: fourth_advent(year) - timedelta(days=21),
    r"(?:second|2nd|2\.) (?:sunday (?:of|in) )?advent": lambda year: fourth_advent(year) - timedelta(days=14),
    r"(?:third|3rd|3\.) (?:sunday (?:of|in) )?advent": lambda year: fourth_advent(year) - timedelta(days=7),
    r"(?:fourth|4th|4\.) (?:sunday (?:of|in) )?advent": lambda year: fourth_advent(year),
    r"epiphany|dreikonigstag|heilige drei konige|epiphanie|dia de reyes": lambda year: date(year, 1, 6),
    r"all saints'?(?: day)?|allerheiligen|toussaint|todos los santos": lambda year: date(year, 11, 1),
    r"st\.? nicholas(?: day)?|nikolaus(?:tag)?": lambda year: date(year, 12, 6),
    r"german unity day|(?:tag der )?deutschen einheit": lambda year: date(year, 10, 3),
    r"bastille day|fete nationale": lambda year: date(year, 7, 14),
    r"(?:the )?end of (?:the |this )?year": lambda year: date(year, 12, 31),
}
FEAST = "|".join(f"(?P<f{place}>{pattern})" for place, pattern in enumerate(FEASTS))
DATE = re.compile(
    rf"(?P<lead>\b(?:{DAY})\b\.?,? (?:the |on )?(?=\d{{1,4}}[-/.]\d|\d{{1,2}}(?:st|nd|rd|th)?\.? (?:of )?(?:{MONTH})\b|(?:{MONTH})\b\.? \d))?(?:"
    rf"(?P<edge>\b(?:the )?(?:end|(?P<middle>middle)|(?P<first>start|beginning)) of (?:(?P<emonth>{MONTH})\b\.?(?: (?P<eyear>\d{{4}})\b)?|(?P<year>\d{{4}})\b|(?P<of>next|last) (?P<period>month|year)\b))"
    r"|(?P<iso>\b\d{4}[-/.]\d{1,2}[-/.]\d{1,2}\b)|(?P<num>\b\d{1,2}(?P<sep>[./-])\d{1,2}(?P=sep)(?:\d{4}|\d{2})\b)"
    rf"|(?P<dmy>\b\d{{1,2}}(?:st|nd|rd|th)?\.? (?:of )?(?:{MONTH})\b\.?,?(?: \d{{4}}\b)?)"
    rf"|(?P<mdy>\b(?:{MONTH})\b\.? \d{{1,2}}(?:st|nd|rd|th)?\b(?!:)(?:,? \d{{4}}\b)?)|(?P<my>\b(?:{MONTH})\b\.? \d{{4}}\b)"
    r"|(?P<word>\b(?:the )?day (?:after tomorrow|before yesterday)\b|\btoday\b|\btomorrow\b|\byesterday\b|\bright now\b)"
    rf"|\b(?P<feast>{FEAST})\b(?: (?:of |in )?(?P<fyear>\d{{4}}))?|(?P<weekday>\b(?:(?:next|last|this|coming|past) )?(?:{DAY})\b))",
    re.IGNORECASE | re.ASCII,
)
UNIT = r"(?P<work>business |working |work )?(?P<unit>days?|weeks?|fortnights?|months?|years?|hours?|minutes?|mins?|(?<=\d )(?:seconds?|secs?|s))\b"
SHORT_UNITS = {"min": "minute", "sec": "second", "": "second"}  # without their plural s; "s" itself is ""
DURATION = re.compile(rf"(?<![\w.,:/-])(?P<n>\d{{1,6}}|{COUNT}) {UNIT}(?! of the)", re.IGNORECASE | re.ASCII)


Answer = tuple[str, dict[str, Any]]  # the sentence, and the output


class Found(NamedTuple):
    """A date in a message: where it stands, what it is, what the reader had to assume, and whether its year was left open."""

    start: int
    end: int
    day: date
    note: str = ""
    open_year: bool = False
    shared_year: bool = False  # the year of the date beside it was taken
    month_first: bool = False  # figures that can be read in no other order


class Asked(NamedTuple):
    """A message as it was read; ``rest`` is the text without its dates, durations are (how many, of what)."""

    text: str
    now: datetime
    dates: list[Found]
    durations: list[tuple[int, str]]
    rest: str

    @property
    def today(self) -> date:
        """The present day in UTC."""
        return self.now.date()


def cut_note(text: object) -> str:
    """Return the sentence that says how much of a message was read, "" when it was all."""
    return f"I read the first {LONGEST:,} of {len(str(text)):,} characters." if len(str(text)) > LONGEST else ""


def present(text: object) -> datetime:
    """Return the present time that the kernel gives, in UTC."""
    try:
        return datetime.fromisoformat(str(text)).astimezone(UTC)
    except (ValueError, OverflowError):
        return datetime.now(UTC)


SUPPOSING = (
    r"(?:if|suppose|supposing|assuming|assume|say|pretend(?:ing)?|imagin(?:e|ing)|wenn|angenommen|stell dir vor|tun wir so als ob|"
    r"si|supposons|imaginons|imagine|disons|faisons comme si|supon|supongamos|imagina|digamos|haz como si)"
)
SUPPOSED_TODAY = re.compile(
    rf"\b{SUPPOSING},?(?: that| dass| que)? (?:qu')?(?:today|on(?= was\b)|nous(?= )) (?:is|was|were|be|fuera|fuese|es|seria|ware|ist|sei|soit|etait|etions) (?:the |el |le |der )?"
    r"|(?:\A|[.!;:(] ?)today(?: is|'s) (?:the )?(?=\d|[a-z]+ \d)",
    re.IGNORECASE,
)
TODAY_TOLD = re.compile(r"\btoday ?\((?:is |the |i\.e\. )*", re.IGNORECASE)  # "today (28 November 2026)"


LOOKS_BACK = re.compile(
    r"\b(?:since|ago|born|was|were|(?<!first and )(?<!first & )(?<!first or )last(?! (?:and|&|or) |-|\W*\Z)(?! (?:very )?(?:day|date|one|days|dates|minute)\b)|(?:invoice|bill|letter|receipt|rechnung|facture|factura)(?: (?:is|ist|est|es))? (?:dated|from|of|vom|du|del|de)|(?:invoice|receipt|rechnung|facture|factura)(?=,? \d))\b",
    re.IGNORECASE,
)


PAST_FORMS = (  # of verbs whose past has no ending of its own
    r"went|came|began|bought|got|took|put|sent|had|made|gave|lent|left|lost|met|paid|sold|told|saw|wrote|spoke|spent|drove|flew|ran|fell|broke|brought|built|caught|found|heard|kept|said|taught|won|withdrew|"
    r"chose|hung|dug|fed|ate|drank|swam|rode|woke|wore|stole|threw|grew|knew|swore|froze|hid|laid|shot|sold|set|cut|hurt|quit|did|"
    r"taken|given|begun|seen|eaten|drunk|driven|written|broken|chosen|worn|stolen|thrown|drawn|flown|withdrawn|prise?|tomad[oa]"
)
NO_PAST_FORMS = r"(?:booked|scheduled|planned|reserved|arranged|need(?:ed)?|wanted|supposed|expected|invited|agreed|decided|promised|fixed|organi[sz]ed|hoped|intended|asked|red|bed|wed|seed|speed|feed|indeed|hundred|shared|allowed|based|required|used|limited|called|named)\b"
NOT_PASSIVE = r"(?<!is )(?<!are )(?<!am )(?<!be )(?<!being )(?<!get )(?<!gets )(?<!'s )(?<!'re )"  # "we get paid on …"
DONE_BEFORE = re.compile(  # "stitches went in on 19 november", "I borrowed a book from the library on 18 November"
    rf"(?:\b{NOT_PASSIVE}(?:{PAST_FORMS})\b|\b(?:ich|wir|er|sie|es) (?!(?:mocht|konnt|sollt|wollt|musst|hatt|hat|durft|wurd|braucht)e)[a-z]{{2,12}}ten?\b|\b{NOT_PASSIVE}(?!{NO_PAST_FORMS})[a-z]{{2,16}}ed\b|\bj'ai \w+|\b(?:ai|avons|avez|ont|habe|haben|hatte|hatten|hab|he|hemos|han|ha|has) \w+(?:ado|ido|to|cho|e|i|u|is|it)\b"
    r"|\b(?:compre|compramos|compro|recibi|recibimos|recibio|saque|firme|firmamos|firmo|pedi|pedimos|empece|tome|pague|pagamos|pago|entregue|cogi|alquile|llego|llegaron|envie|mande|dieron|prestaron|hice|hicimos|fui|fuimos|estuve|kaufte|bekam|begann|fing|erhielt|unterschrieb|nahm|lieh|kam|kamen|ging|gingen|zog|zogen|traf|fuhr|flog|starb))\b"
    r"(?P<gap>[^.?!;:]{0,50}?)(?:\b(?:on|at|in|am|the|le|el|of) )*\Z",
    re.IGNORECASE,
)
DONE_AFTER = re.compile(  # "on 18 November ausgeliehen", "my tooth came out 3 March" has the verb in front
    r"[^.?!;:\d]{0,40}?\b(?:\w{0,12}ge\w{2,12}(?:t|en)|(?:be|ver|er|ent|zer)\w{2,12}(?:t|en)|bekommen|erhalten|unterschrieben)(?: (?:habe|hat|has|haben|hatte|worden))?\b",
    re.IGNORECASE,
)
HAS_BEHIND = re.compile(  # "am 18. November habe ich das Auto gekauft"
    r",? (?:habe|hab|haben|hat|has|hatte|hatten|wurden?) [^.?!;:\d]{0,50}?\b(?:\w{0,12}ge\w{2,12}(?:t|en)|(?:be|ver|er|ent|zer)\w{2,12}(?:t|en)|unterschrieben)\b",
    re.IGNORECASE,
)
DONE_ALONE = re.compile(  # "am 2. November bestellt, …"
    r" (?:genommen|eingenommen|gegeben|gekauft|bestellt|bezahlt|bekommen|erhalten|angefangen|begonnen|gestartet|geliefert|abgeschickt|verschickt|unterschrieben|ausgeliehen|eingereicht|angekommen|geboren|geimpft|operiert|eingezogen|gekundigt)\b",
    re.IGNORECASE,
)
HAS_IN_FRONT = re.compile(
    r"\b(?:habe|hab|haben|hat|has|hatte|hatten|bin|sind|wurden?)\b[^.?!;:]{0,40}\Z", re.IGNORECASE
)
OPENS_SPAN = re.compile(r"\b(?:from|to|for|since|ab|von|vom)(?: the)? ?\Z", re.IGNORECASE)
STILL_AHEAD = re.compile(
    r"\b(?:until|till|til|by|before|every|each|due|must|should|shall|will|would|can|could|need|needs|have to|has to|going to|want to|when|what|which|how|for|next|if|to (?!the\b)|muss|soll\w*|will|werde\w*|kann)\b",
    re.IGNORECASE,
)


RECENTLY = re.compile(
    r"\b(?:most recently|the last time(?: was)?|last (?:emptied|collected|done|seen|cleaned|watered|paid|time(?: was)?)|the last (?:fois|vez)|zuletzt|das letzte mal|la derniere fois|por ultima vez)(?: (?:on|am|the|le|el|[A-Z][a-z]))* \Z",
    re.IGNORECASE,
)


OPENS_NOW = re.compile(  # what stands in front of a verb of the present: "(that day already closed) and opens again on"
    r".*\b(?:and|then|but|,) (?:it |they |we |he |she )?(?=(?:re-?)?(?:opens?|closes?|starts?|begins?|returns?|ends?|comes? back|goes back)\b)",
    re.IGNORECASE,
)


def told_as_past(text: str, start: int, end: int) -> bool:
    """Return whether a day is one on which something was done: "I borrowed a book on 18 November"."""
    before = text[max(0, start - 80) : start]
    if RECENTLY.search(before):
        return True
    before = OPENS_NOW.sub("", before)
    done = DONE_BEFORE.search(before)
    if done is not None:
        return STILL_AHEAD.search(done["gap"]) is None and not OPENS_SPAN.search(done["gap"])
    if HAS_BEHIND.match(text, end) or DONE_ALONE.match(text, end):
        return True
    after = DONE_AFTER.match(text, end)
    return bool(after and HAS_IN_FRONT.search(before) and not STILL_AHEAD.search(after.group()))


def read(text: str, now: datetime) -> Asked:
    """Return a message with its dates and durations. Raises CannotError for a date that does not exist."""
    ahead = re.search(r"\b(until|till|to go)\b", text, re.IGNORECASE) is not None
    past = not ahead and LOOKS_BACK.search(text) is not None
    dates = [
        in_named_year(text, day_beside(text, one), now.date())
        for one in told_once(text, dates_of(text, now.date(), past=past))
    ]
    dates, now = with_told_today(text, after_birth(text, dates, now.date()), now)
    supposed = SUPPOSED_TODAY.search(text)
    given = next((one for one in dates if supposed and one.start == supposed.end()), None)
    if given is not None and supposed is not None:  # the present day is another one for this message
        now = datetime.combine(given.day, now.time(), now.tzinfo)
        dates = [one for one in dates if one is not given and not supposed.start() <= one.start < supposed.end()]
        text = blanked(text, supposed.start(), given.end)
    rest = text
    for one in dates:
        rest = blanked(rest, one.start, one.end)
    rest = re.sub(r"\bend of (?:the |this )month\b", lambda match: " " * len(match.group()), rest, flags=re.IGNORECASE)
    if rest.strip() != text.strip() and (
        month_end := re.search(r"\bend of (?:the |this )month\b", text, re.IGNORECASE)
    ):
        dates.append(Found(*month_end.span(), clamped(now.year, now.month, 31)))
    return Asked(text, now, dates, durations_of(rest), rest)


BORN_JUST_AHEAD = re.compile(r"\b(?:born|birth|birthday)(?: (?:was|is))?(?: (?:on|in|at|the))* \Z", re.IGNORECASE)


def after_birth(text: str, dates: list[Found], today: date) -> list[Found]:
    """Return dates of which a feast without a year is the next one, where it would be before the day of birth beside it."""
    born = [
        one
        for one in dates
        if not one.open_year
        and (BORN_JUST_AHEAD.search(text[: one.start]) or BORN_BEHIND.match(text, one.end))
        and one.day <= today
    ]
    if len(born) != 1 or len(dates) != LEAST_AND_FEAST:
        return dates
    other = next(one for one in dates if one is not born[0])
    match = DATE.match(text, other.start)
    if match is None or not match["feast"] or match["fyear"]:
        return dates
    if other.day >= born[0].day and not HOW_OLD_THEN.search(text):
        return dates
    later = other._replace(day=nearest(rule_of_feast(match), today, past=False))
    return [later if one is other else one for one in dates]


BORN_BEHIND = re.compile(r" (?:born|geboren)\b", re.IGNORECASE)
LEAST_AND_FEAST = 2
HOW_OLD_THEN = re.compile(  # "how old is she at Christmas": the coming one
    r"\bhow old(?! (?:was|were|had)\b)(?=[^.?!]*\b(?:at|on|by|an|zu|in)\b)(?![^.?!]*\b(?:last|ago|was i|were we)\b)",
    re.IGNORECASE,
)


DAY_BESIDE = re.compile(  # "the day after Boxing Day"
    r"(?:\A|\b(?:the|is|on|until|till|to|from|by|and) )(?P<day>day (?P<way>before|after|following)) (?:the )?\Z",
    re.IGNORECASE,
)


def day_beside(text: str, one: Found) -> Found:
    """Return the day before or after a day where a message says so, also several times."""
    while (match := DAY_BESIDE.search(text[: one.start])) is not None:
        step = -1 if match["way"].lower() == "before" else 1
        one = one._replace(start=match.start("day"), day=one.day + timedelta(days=step))
        lead = re.search(r"\bthe \Z", text[: one.start], re.IGNORECASE)
        one = one._replace(start=lead.start()) if lead else one
    return one


YEAR_NAMED_AHEAD = re.compile(  # "next year on 7 May"
    r"\b(?P<which>next|this|last) year,? (?:on |in )?(?:the )?\Z", re.IGNORECASE
)
COMING_BEHIND = re.compile(r" next(?= ?(?:[,.?!;]|\Z))", re.IGNORECASE)  # "le 3 janvier prochain"
NAMED_YEARS = {"next": 1, "this": 0, "last": -1}


def in_named_year(text: str, one: Found, today: date) -> Found:
    """Return a day without a year in the year that is named in front of it: "next year on 7 May"."""
    named = YEAR_NAMED_AHEAD.search(text[: one.start]) if one.open_year else None
    if named is None and one.open_year and COMING_BEHIND.match(text, one.end):
        day = clamped(today.year, one.day.month, one.day.day)
        coming = day if day > today else clamped(today.year + 1, day.month, day.day)
        return one._replace(day=coming, open_year=False)
    if named is None:
        return one
    year = today.year + NAMED_YEARS[named["which"].lower()]
    return one._replace(day=clamped(year, one.day.month, one.day.day), open_year=False)


def with_told_today(text: str, dates: list[Found], now: datetime) -> tuple[list[Found], datetime]:
    """Return the dates and the present of a message that says in brackets which day today is."""
    match = TODAY_TOLD.search(text)
    told = next((one for one in dates if match and one.start == match.end()), None)
    if match is None or told is None:
        return dates, now
    kept = [one for one in dates if not match.start() <= one.start < match.end()]
    kept[kept.index(told)] = told._replace(start=match.start(), note="")
    return kept, datetime.combine(told.day, now.time(), now.tzinfo)


TOLD_AHEAD = re.compile(  # "turns 85 on 2 December", "the first will be taken on 5 December"
    r"\b(?:turns?|turning|will (?:be|turn)|is going to be|gets?|cumple|cumplira|aura|fete) \d{1,3}(?: years?(?: old)?| jahre(?: alt)?| ans| anos)?(?:,? (?:on|am|le|el|the|next))* \Z"
    r"|\bwill (?:be )?[a-z]+(?: [a-z]+){0,2}?(?: on)?(?: the)? \Z",
    re.IGNORECASE,
)


def dates_of(text: str, today: date, *, past: bool) -> list[Found]:
    """Return the dates of a message; a year that stands alone ("what date in 2027?") is that of the dates without one."""
    matches = list(DATE.finditer(text))
    pasts = [
        (past and not TOLD_AHEAD.search(text[: match.start()])) or told_as_past(text, *match.span())
        for match in matches
    ]
    found = [
        (match, one)
        for match, is_past in zip(matches, pasts, strict=True)
        if (one := dated(match, today, past=is_past)) is not None
    ]
    month_first = {match["sep"] for match, one in found if match["num"] and one.month_first}
    day_first = {match["sep"] for match, one in found if match["num"] and not one.note and not one.month_first}
    turned = month_first - day_first
    if (told := told_order(text)) is not None:
        dates = [in_told_order(match, one, told) for match, one in found]
    else:
        dates = [swapped(match, one) if one.note and match["sep"] in turned else one for match, one in found]
        sure = day_first - month_first  # another date with the same sign can be read in one order only
        dates = [
            one._replace(note="") if one.note and match["sep"] in sure else one
            for (match, _), one in zip(found, dates, strict=True)
        ]
    if told is None:
        dates = [american(match, one, text) for (match, _), one in zip(found, dates, strict=True)]
    dates = with_shared_years(text, in_order(text, dates), [not yearless(text, match) for match, _ in found])
    outside = DATE.sub(lambda match: " " * len(match.group()), text)
    years = set(re.findall(r"(?<![\d.,/-])(?:19|20)\d\d(?![\d/-]|[.,]\d)", outside))
    if len(years) != 1 or AGES.search(text) or not YEAR_ALONE.search(outside):
        return dates
    year = int(years.pop())
    moved = [moved_to(year, match, one) for (match, _), one in zip(found, dates, strict=True)]
    return dates if None in moved else [one for one in moved if one is not None]


SPAN_GAP = re.compile(r" ?(?:to|until|till|through|bis|and|[-–]) ?(?:the )?", re.IGNORECASE)
SPAN_START = re.compile(r"\b(?:between|from) (?:the )?\Z", re.IGNORECASE)


def in_order(text: str, dates: list[Found]) -> list[Found]:
    """Return dates without years of which the first of a span comes before its last: "between 18 November and 5 December"."""
    made_so = list(dates)
    for place, (one, other) in enumerate(pairwise(dates)):
        is_span = SPAN_GAP.fullmatch(text[one.end : other.start]) and SPAN_START.search(
            text[max(0, one.start - 12) : one.start]
        )
        if is_span and one.open_year and other.open_year and one.day > other.day:
            made_so[place] = one._replace(day=clamped(one.day.year - 1, one.day.month, one.day.day))
    return made_so


AGES = re.compile(r"\b(?:born|how old|age|aged|turns?|since|until|till|from)\b", re.IGNORECASE)
YEAR_ALONE = re.compile(
    r"\b(?:in|for|of|year) (?:the year )?(?:19|20)\d\d\b(?! ?(?:and|or|to|-|days|hours))", re.IGNORECASE
)


def moved_to(year: int, match: re.Match[str], one: Found) -> Found | None:
    """Return a date or a feast without a year in a year; None for other days."""
    if match["feast"] and not match["fyear"]:
        rule = rule_of_feast(match)
        return one._replace(day=rule(year))
    return one._replace(day=made(year, one.day.month, one.day.day), open_year=False) if one.open_year else None


def swapped(match: re.Match[str], one: Found) -> Found:
    """Return a date of figures with the month first, as the date beside it has to be read."""
    day = made(one.day.year, one.day.day, one.day.month)
    return one._replace(day=day, note=f"I read {match.group()} as {shown(day)} (month first, as the other date).")


ORDER_TOLD = re.compile(  # "american format, so feb 5th"; "to american format" asks for it
    r"\b(?<!to )(?<!into )(?<!as )(?<!from )(?:(?P<month>american|amerikanisch\w*|us|u\.s\.|usa)|(?P<day>british|uk|european|german|australian|britisch\w*|europaisch\w*))(?: (?:date|dates|style|standard))? (?:format|style|notation|way|order|schreibweise|dates?\b(?= (?:format|style)))\b"
    r"|\bformat (?P<month3>americain)\b|\bformato (?P<month4>(?:norte)?americano|estadounidense)\b|\bformat (?P<day3>europeen|francais)\b|\bformato (?P<day4>europeo)\b"
    r"|(?<!to )(?<!into )(?<!as )(?<!from )\b(?P<month2>mm/dd|month(?:s)? first|monat zuerst|mois d'abord|mes primero|month[/ -]day)|(?<!to )(?<!into )(?<!as )(?<!from )\b(?P<day2>dd/mm|days? first|tag zuerst|jour d'abord|dia primero|day[/ -]month)\b",
    re.IGNORECASE,
)
ASKS_FORMAT = re.compile(
    r"\b(?:in|to|into|as) (?:the )?\Z|\b(?:convert|rewrite|write|put|show|give)\b[^.?!]*\Z", re.IGNORECASE
)


def told_order(text: str) -> str | None:
    """Return "month" or "day" where a message says which of the two its dates in figures begin with; None without that."""
    match = ORDER_TOLD.search(text)
    before = text[: match.start()] if match else ""
    if match is None or (ASKS_FORMAT.search(before) and not before.rstrip().endswith(("(in", "(in the"))):
        return None
    return str(match.lastgroup).rstrip("234")


AMERICANS_WRITE = re.compile(  # "a friend in Boston writes 03/04/2027": the month comes first there
    r"\b(?:(?:in|at|from|aus|a|aux|de|des|en) (?:the |den |der |les |los )?(?:us|u\.s\.a?\.?|usa|united states|etats-unis|estados unidos|states|boston|new york|nyc|chicago|los angeles|san francisco|seattle|texas|california|florida|washington|miami|houston|dallas|denver|atlanta|philadelphia|america)|american \w+)"
    r"[,:]? (?:(?:has|have|hat|a|ha|had|just|always) )*(?:writes?|wrote|written|says?|said|put|sent|noted|texted|emailed|schreibt|schrieb|sagt|meint|ecrit|dit|escribe|escribio|dice)(?: (?:me|us|it|mir|uns|as|that|is|on|about|down|the|date|datum|le|la|el|fecha|am|als))*[:,]? [\"'\u201c\u201e\u00ab]?\Z",
    re.IGNORECASE,
)


def american(match: re.Match[str], one: Found, text: str) -> Found:
    """Return a doubtful date of figures with the month first where somebody in the United States is told to write it."""
    if "(day first)" not in one.note or not match["num"] or not AMERICANS_WRITE.search(fold(text[: match.start()])):
        return one
    turned = swapped(match, one)
    return turned._replace(note=turned.note.replace("as the other date", "as in the United States"))


def in_told_order(match: re.Match[str], one: Found, order: str) -> Found:
    """Return a date of figures as the message says that it is written, without a note."""
    if not one.note or not match["num"]:
        return one
    return (swapped(match, one) if order == "month" else one)._replace(note="")


def is_swapped(one: Found, other: Found) -> bool:
    """Return whether a date in figures with the month first is the day of another date."""
    return bool(one.note) and (one.day.day, one.day.month) == (other.day.month, other.day.day) and one.day.month <= 12


TELLS_DAY = re.compile(
    r" ?\([^()\d]{0,40}|,? (?:so|i\.?e\.?,?|that is,?|meaning|also|das heisst|d\. ?h\.|c'est-a-dire|es decir,?) (?:the |le |el |der )?",
    re.IGNORECASE,
)


def told_once(text: str, dates: list[Found]) -> list[Found]:
    """Return dates without the one in brackets that says which day the date in figures before it is."""
    kept: list[Found] = []
    for one in dates:
        gap = text[kept[-1].end : one.start] if kept else ""
        is_told = (
            kept
            and TELLS_DAY.fullmatch(gap)
            and (one.open_year or one.shared_year or one.day.year == kept[-1].day.year)
        )
        is_same = kept and (kept[-1].day.month, kept[-1].day.day) == (one.day.month, one.day.day)
        if is_told and (is_same or is_swapped(kept[-1], one)):
            day = made(kept[-1].day.year, one.day.month, one.day.day)
            kept[-1] = kept[-1]._replace(day=day, note="", end=one.end)
        elif (
            kept and kept[-1].day == one.day and re.fullmatch(r" ?\((?:i\.?e\.?,? ?)?", text[kept[-1].end : one.start])
        ):
            kept[-1] = kept[-1]._replace(note="", end=one.end)
        else:
            kept.append(one)
    return kept


RATE_BEFORE = re.compile(  # "7.50 a day", "8 euros a day"; "at 5 pm a day later" is none
    r"\d ?(?:[€$£%]|(?!(?:and|plus|then|or|in|after|before|with|without|less|minus|including|for|take|takes|lasts|mit|ohne|avec|con|[ap]m|days?|weeks?|months?|years?|uhr|h)\b)[a-z]{1,9})? \Z",
    re.IGNORECASE,
)
TOLD_AGAIN = re.compile(r" (?:after|before|from|later|earlier|prior|past|back)\b", re.IGNORECASE)
POINTS_TO_IT = re.compile(  # "what day are those 18 months up?"
    r"\b(?:those|these|the|this|that|its|their|my|our|all|diese\w*|die|den|der|meine|ces|les|mes|esos|estos|los|las|esas|estas) \Z",
    re.IGNORECASE,
)
NEW_CLAUSE = re.compile(r"[.?!;,]|\b(?:what|which|when)\b", re.IGNORECASE)
ONE_MORE = re.compile(r"\b(?:and|plus|then|another|more|further|again)\W*\Z|\+ ?\Z", re.IGNORECASE)


def duration_matches(rest: str) -> list[re.Match[str]]:
    """Return the durations of a text; one that the question repeats ("notice is 90 days. what is 90 days after") counts once."""
    kept: list[re.Match[str]] = []
    for match in DURATION.finditer(rest):
        same = next((one for one in kept if one.group().lower().rstrip("s") == match.group().lower().rstrip("s")), None)
        gap = rest[same.end() : match.start()] if same else ""
        if match["n"].lower() in ("a", "an") and RATE_BEFORE.search(rest, 0, match.start()):
            continue
        is_meant = TOLD_AGAIN.match(rest, match.end()) or POINTS_TO_IT.search(gap)
        if same and NEW_CLAUSE.search(gap) and is_meant and not ONE_MORE.search(gap):
            continue
        kept.append(match)
    return kept


def durations_of(rest: str) -> list[tuple[int, str]]:
    """Return the durations of a text without its dates, as (how many, of what)."""
    durations = []
    for match in duration_matches(rest):
        count = int(match["n"]) if match["n"].isdigit() else COUNTS[match["n"].lower()]
        unit = match["unit"].lower().rstrip("s")
        durations.append((count, ("work " if match["work"] else "") + SHORT_UNITS.get(unit, unit)))
    return durations


def dated(match: re.Match[str], today: date, *, past: bool) -> Found | None:
    """Return one date of a message, None for a word that turns out to be none."""
    text = match.group().lower()
    if match["lead"]:
        return with_weekday(match, today, past=past)
    if match["edge"]:
        return edge(match, today, past=past)
    if match["num"]:
        return numeric(match, text)
    if match["iso"]:
        year, month, day = map(int, re.split(r"[-/.]", text))
        return Found(*match.span(), made(year, month, day))
    if match["word"]:
        shift = {"today": 0, "right now": 0, "tomorrow": 1, "yesterday": -1}.get(text, 2 if "after" in text else -2)
        return Found(*match.span(), today + timedelta(days=shift))
    if match["weekday"]:
        return weekday(match, text, today)
    if match["feast"]:
        rule = rule_of_feast(match)
        return Found(*match.span(), rule(int(match["fyear"])) if match["fyear"] else nearest(rule, today, past=past))
    return named(match, text, today, past=past)


IN_BRITAIN = re.compile(
    r"\b(?:uk|u\.k\.|britain|british|england|scotland|wales|english|ireland|irish)\b", re.IGNORECASE
)


def rule_of_feast(match: re.Match[str]) -> Callable[[int], date]:
    """Return the rule of a feast; Mother's Day is in Lent where a message names Britain or Ireland."""
    if match["feast"].lower().startswith("mother") and IN_BRITAIN.search(match.string):
        return FEASTS[r"mothering sunday|(?:uk|british) mother'?s day"]
    return next(rule for place, rule in enumerate(FEASTS.values()) if match[f"f{place}"])


def edge(match: re.Match[str], today: date, *, past: bool) -> Found:
    """Return the first or last day of a month or a year: "the end of February", "the start of 2027"; of its middle the 15th or 1 July."""
    step = {"next": 1, "last": -1, "": 0}[(match["of"] or "").lower()]
    year, month = int(match["eyear"] or match["year"] or today.year), 0
    if match["emonth"]:
        month = MONTHS[match["emonth"].lower()]
    elif (match["period"] or "").lower() == "month":
        year, month = divmod(12 * year + today.month - 1 + step, 12)
        month += 1
    else:
        year += step
    if match["first"]:
        month, day = month or 1, 1
    elif match["middle"]:
        month, day = month or 7, 15 if month else 1
    else:
        month, day = month or 12, 31
    if match["emonth"] and not match["eyear"]:
        end = nearest(lambda one: clamped(one, month, day), today, past=past)
        return Found(*match.span(), end, open_year=True)
    return Found(*match.span(), clamped(year, month, day))


def with_weekday(match: re.Match[str], today: date, *, past: bool) -> Found | None:
    """Return a date that has its weekday in front, with a note where the two do not agree."""
    lead = str(match["lead"])
    bare_date = DATE.match(match.string, match.start() + len(lead))
    found = dated(bare_date, today, past=past) if bare_date else None
    if found is None:
        return None
    named_day = DAYS[re.match(rf"({DAY})", lead.lower())[1]]  # type: ignore[index]  # it begins with one
    other = dated(bare_date, today, past=not past) if bare_date and found.open_year else None
    if other is not None and other.day.weekday() == named_day != found.day.weekday():
        found = other  # the weekday says which year is meant
    wrong = f"{shown(found.day)}, is no {calendar.day_name[named_day]}." if found.day.weekday() != named_day else ""
    return found._replace(start=match.start(), note=" ".join(filter(None, [found.note, wrong])))


def named(match: re.Match[str], text: str, today: date, *, past: bool) -> Found:
    """Return a date with the month in letters; without a year it is the next one, or the last one where the message looks back."""
    word = re.search(rf"({MONTH})", text)
    month = MONTHS[word.group()] if word else 1
    numbers = [int(n) for n in re.findall(r"\d+", text)]
    if match["my"]:
        return Found(*match.span(), made(numbers[0], month, 1), "I took the first of the month.")
    if len(numbers) > 1:
        return Found(*match.span(), made(numbers[1], month, numbers[0]))
    day = numbers[0]
    if not 1 <= day <= calendar.monthrange(2000, month)[1]:  # of a leap year: 29 February is a day, 30 February never
        raise CannotError(f"There is no {day} {calendar.month_name[month]}.")
    found = nearest(lambda year: clamped(year, month, day), today, past=past)
    while found.day != day:  # 29 February without a year
        found = clamped(found.year + (-1 if past else 1), month, day)
    return Found(*match.span(), found, open_year=True)


YEARLESS_END = re.compile(r" (?:to|until|till|and|bis|au|hasta|a|al|through|-|–) \Z", re.IGNORECASE)


def yearless(text: str, match: re.Match[str]) -> bool:
    """Return whether a day tells no year to the dates beside it: a bare weekday, or a word such as today that ends no span."""
    ends_span = YEARLESS_END.search(text[max(0, match.start() - 9) : match.start()]) is not None
    return bool(match["weekday"]) or (bool(match["word"]) and not ends_span)


COUNTS_BACKWARDS = re.compile(  # between two days: the second one comes before the first
    r"\b(?:back|backwards?|zuruck|ruckwarts|earlier|since|seit|starts?|started|begins?|began|beginn\w*|begann|from|ab|von|was (?:sent|bought|made|ordered|born)|arriere|remontant|atras|depuis|desde)\b",
    re.IGNORECASE,
)
RUNS_ON = re.compile(
    r"\b(?:to|until|till|through|bis|ends?|ending|ended|expires?|endet\w*|jusqu'a[u]?|au|hasta|al|later|then|next|again|following|due|return(?:s|ing)?|back (?:on|home))\b|[-–]|->",
    re.IGNORECASE,
)


BACK_TO = re.compile(
    r"\b(?:back to|zuruck (?:bis|until|till|to)(?: zum| dem)?|backwards?|remontant|(?:has )?(?:began|begann|begun|started|since|seit|commenced|depuis|desde))\b",
    re.IGNORECASE,
)


def is_earlier(text: str, before: Found | None, one: Found) -> bool:
    """Return whether a day without a year that stands behind a later day of the same year is meant before that: "from 31 December 2026 back to 1 December"."""
    if before is None:
        return False
    gap = text[before.end : one.start]
    if BACK_TO.search(gap):
        return True
    is_same_month = (before.day.month == one.day.month) and not RUNS_ON.search(gap)
    return is_same_month or (COUNTS_BACKWARDS.search(gap) is not None and not BACK_ON.search(gap))


def is_after_end(text: str, before: Found | None, day: date, one: Found) -> bool:
    """Return whether a day comes behind the day in front of it, though the words between count back: "ends on 31 March 2027, it began on 1 October"."""
    return before is not None and day > before.day and BACK_TO.search(text[before.end : one.start]) is not None


BACK_ON = re.compile(  # "we leave on 30 December 2026 and are back on 3 January", "and from 2 January on"
    r"\bback (?:on|at|by|home|in|again|am|the)\b|\b(?:are|be|am|come|coming|get|fly|go|again|wieder) (?:[a-z]+ )?(?:back|zuruck)\b|\b(?:then|again|next|ends?|until|till)\b",
    re.IGNORECASE,
)


def with_shared_years(text: str, dates: list[Found], tells: list[bool]) -> list[Found]:
    """Return dates of which one without a year takes that of the date beside it: "1 March to 15 April 2025".

    ``tells`` says of each date whether it can tell others its year.
    """
    made_so = list(dates)
    for place, one in enumerate(dates):
        beside_it = [other if told else None for other, told in zip(made_so, tells, strict=True)]
        told_before = next((other for other in reversed(beside_it[:place]) if other and not other.open_year), None)
        before = told_before.day if told_before else None
        after = next((other.day for other in beside_it[place + 1 :] if other and not other.open_year), None)
        if not one.open_year or (before is None and after is None):
            continue
        beside = before or after or one.day
        day = clamped(beside.year, one.day.month, one.day.day)
        if before and day < before and not is_earlier(text, told_before, one):
            day = clamped(beside.year + 1, one.day.month, one.day.day)
        elif (not before and after and day > after) or is_after_end(text, told_before, day, one):
            day = clamped(beside.year - 1, one.day.month, one.day.day)
        made_so[place] = one._replace(day=day, open_year=False, shared_year=True)
    return made_so


def numeric(match: re.Match[str], text: str) -> Found:
    """Return a date of figures alone; where day and month could change places, the day is taken first, and that is said."""
    first, second, year = (int(part) for part in re.split(r"[./-]", text))
    year += (2000 if year < 70 else 1900) if len(re.split(r"[./-]", text)[2]) == 2 else 0
    if match["sep"] != "." and second > 12 >= first:
        return Found(*match.span(), made(year, first, second), month_first=True)
    note = ""
    if match["sep"] != "." and first <= 12 and first != second:
        note = f"I read {text} as {shown(made(year, second, first))} (day first); month first it would be {shown(made(year, first, second))}."
    return Found(*match.span(), made(year, second, first), note)


def weekday(match: re.Match[str], text: str, today: date) -> Found | None:
    """Return the day that "friday", "next friday" or "last friday" means: the nearest one that is not today."""
    *how, name = text.split(" ")
    if not how and name in ("sun", "sat", "mon", "wed", "fri", "thu", "tue"):
        return None
    ahead = (DAYS[name] - today.weekday()) % 7
    if how and how[0] in ("last", "past"):
        return Found(*match.span(), today - timedelta(days=(7 - ahead) if ahead else 7))
    return Found(*match.span(), today + timedelta(days=ahead or (0 if how == ["this"] else 7)))


def made(year: int, month: int, day: int) -> date:
    """Return a date. Raises CannotError that says why there is none."""
    if not 1 <= month <= 12 or not 1 <= year <= 9999:
        raise CannotError(
            f"There is no month {month} in a year." if 1 <= year <= 9999 else "I know the years 1 to 9999."
        )
    last = calendar.monthrange(year, month)[1]
    if not 1 <= day <= last:
        raise CannotError(
            f"There is no {day} {calendar.month_name[month]} {year}: {calendar.month_name[month]} {year} has {last} days."
        )
    return date(year, month, day)


def clamped(year: int, month: int, day: int) -> date:
    """Return a date, or the month's last day where it is shorter."""
    return date(year, month, min(day, calendar.monthrange(year, month)[1]))


def nearest(rule: Callable[[int], date], today: date, *, past: bool) -> date:
    """Return the next day of a yearly rule, today included, or the last one."""
    here = rule(today.year)
    if past:
        return here if here <= today else rule(today.year - 1)
    return here if here >= today else rule(today.year + 1)


def leap_from(year: int) -> int:
    """Return a year, or the next leap year after it."""
    return next(one for one in range(year, year + 9) if calendar.isleap(one))


def fourth_advent(year: int) -> date:
    """Return the last Sunday before Christmas Day."""
    christmas = date(year, 12, 25)
    return christmas - timedelta(days=christmas.weekday() + 1)


def nth_day(year: int, month: int, weekday: int, nth: int) -> date:
    """Return the n-th weekday of a month; -1 is the last one."""
    if nth < 0:
        last = date(year, month, calendar.monthrange(year, month)[1])
        return last - timedelta(days=(last.weekday() - weekday) % 7)
    first = date(year, month, 1)
    return first + timedelta(days=(weekday - first.weekday()) % 7 + 7 * (nth - 1))


def easter(year: int) -> date:
    """Return Easter Sunday of the western churches (the anonymous Gregorian algorithm, Meeus 1991)."""
    a, (b, c) = year % 19, divmod(year, 100)
    h = (19 * a + b - b // 4 - (b - (b + 8) // 25 + 1) // 3 + 15) % 30
    k = (32 + 2 * (b % 4) + 2 * (c // 4) - h - c % 4) % 7
    m = (a + 11 * h + 22 * k) // 451
    month, day = divmod(h + k - 7 * m + 114, 31)
    return date(year, month, day + 1)


def orthodox_easter(year: int) -> date:
    """Return Easter Sunday of the eastern churches (Meeus 1991), for the years 1900 to 2099."""
    d = (19 * (year % 19) + 15) % 30
    month, day = divmod(d + (2 * (year % 4) + 4 * (year % 7) - d + 34) % 7 + 114, 31)
    return date(year, month, day + 1) + timedelta(days=13)


def added(day: date, count: int, unit: str) -> date:
    """Return a day some units later, or earlier with a negative count; a month that is too short gives its last day."""
    if unit in ("month", "year"):
        months = day.year * 12 + day.month - 1 + count * (12 if unit == "year" else 1)
        if not 12 <= months < 120_000:
            raise OverflowError
        return clamped(months // 12, months % 12 + 1, day.day)
    if unit.startswith("work "):
        return worked(day, count * (5 if "week" in unit else 1))
    return day + timedelta(days=count * {"day": 1, "week": 7, "fortnight": 14}[unit])


def worked(day: date, count: int) -> date:
    """Return the working day that comes ``count`` working days later (earlier, when negative); the first day does not count."""
    step = 1 if count >= 0 else -1
    if day.weekday() >= 5:  # from a weekend one counts as from the working day before the first counted one
        day -= timedelta(days=day.weekday() - 4) if step > 0 else timedelta(days=day.weekday() - 7)
    weeks, rest = divmod(abs(count), 5)
    day += timedelta(weeks=step * weeks)
    for _ in range(rest):
        day += timedelta(days=step)
        while day.weekday() >= 5:
            day += timedelta(days=step)
    return day


def working_days(first: date, last: date) -> int:
    """Return the number of days from Monday to Friday in a span, both ends counted."""
    weeks, rest = divmod((last - first).days + 1, 7)
    return weeks * 5 + sum((first.weekday() + n) % 7 < 5 for n in range(rest))


def parts(first: date, last: date) -> tuple[int, int, int]:
    """Return the span between two days as whole years, months and days."""
    months = (last.year - first.year) * 12 + last.month - first.month
    if added(first, months, "month") > last:
        months -= 1
    return months // 12, months % 12, (last - added(first, months, "month")).days


def shown(day: date) -> str:
    """Return a day in words, e.g. Friday, 1 March 2024."""
    return f"{calendar.day_name[day.weekday()]}, {day.day} {calendar.month_name[day.month]} {day.year}"
