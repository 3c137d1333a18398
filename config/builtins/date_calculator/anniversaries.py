"""The n-th anniversary or birthday of a day, ages that a message claims, and days named only to say that they are not meant."""

import calendar
import re
from typing import Any

from config.builtins.date_calculator.reading import DAY, DAYS, MONTH, MONTHS, Answer, Asked, added, shown

JUBILEE_NAMES = {
    "paper": 1, "wooden": 5, "tin": 10, "crystal": 15, "silver": 25, "pearl": 30, "ruby": 40, "golden": 50,
    "diamond": 60, "silberne": 25, "goldene": 50, "diamantene": 60,
}  # fmt: skip
YEARLY_DAY = re.compile(
    rf"\b(?:(?P<place>\d{{1,3}})(?:st|nd|rd|th|\.|er|e|eme|o|º|°)? ?|(?P<round>{'|'.join(JUBILEE_NAMES)})[nrs]? )(?:wedding |work |service )?(?P<what>anniversary|birthday|jubilee|jahrestag|hochzeitstag|hochzeit|dienstjubilaum|geburtstag|anniversaire|aniversario|cumpleanos|wedding)\b",
    re.IGNORECASE,
)
FOUND_BY = re.compile(r"\b(?:when|what|which|weekday|date|day|wann|auf welchen|quand|cuando)\b", re.IGNORECASE)
MOST_YEARS = 200


IS_ON = re.compile(
    r"(?: party| celebrations?)? (?:is|will be|falls|comes|ist|fallt|est|sera|tombe|es|sera|cae)(?: on| am| le| el)? ?(?:the )?",
    re.IGNORECASE,
)


def yearly_day(asked: Asked) -> Answer | None:
    """Return the day of the n-th anniversary or birthday of the one day named; None for other questions."""
    named = YEARLY_DAY.search(asked.rest)
    if named is None or len(asked.dates) != 1 or asked.durations or not FOUND_BY.search(asked.text):
        return None
    years = int(named["place"] or JUBILEE_NAMES[named["round"].lower()])
    start = asked.dates[0].day
    if not 0 < years <= MOST_YEARS or asked.dates[0].open_year:
        return None
    if start > asked.today and IS_ON.fullmatch(asked.rest[named.end() : asked.dates[0].start]):
        return None  # "her 18th birthday is 5 July 2031": the day itself
    day = added(start, years, "year")
    output = {
        "kind": "date",
        "from": start.isoformat(),
        "date": day.isoformat(),
        "weekday": calendar.day_name[day.weekday()],
    }
    return f"{years} {'year' if years == 1 else 'years'} after {shown(start)} is **{shown(day)}**.", output


CLAIMED_AGE = re.compile(  # "my aunt keeps saying 83"
    r"\b(?:says?|said|saying|claims?|claimed|claiming|thinks?|thought|insists?|reckons?|swears?|believes?|bets?|guess(?:es|ed)?|tells me|told me|sagt|meint|behauptet|glaubt|dit|pretend|pense|croit|dice|cree|piensa|asegura)"
    r"(?: (?:that|dass|que|on))?(?: (?:i'?m|i am|he'?s|he is|she'?s|she is|he was|she was|it'?s|it is|it was|they were|ich bin|er ist|sie ist|er war|sie war|er was|sie was|es sind|j'ai|il a|elle a|tengo|tiene|son))? (?P<years>\d{1,3})(?: years(?: old)?| jahre(?: alt)?| ans| anos)?(?=[ .,;!?)]*(?:\Z|[.,;!?)]| but\b| and\b| aber\b| und\b))",
    re.IGNORECASE,
)


def claimed_age(asked: Asked) -> dict[str, int]:
    """Return the age in years that somebody claims; an empty output where none is claimed."""
    claimed = CLAIMED_AGE.search(asked.rest)
    return {"claimed": int(claimed["years"])} if claimed else {}


def age_claim(output: dict[str, Any]) -> str:
    """Return "Yes" or "No" to an age that somebody claims, "" where none is claimed."""
    if "claimed" not in output:
        return ""
    years, told = output["years"], output["claimed"]
    return f"**Yes, {years}**. " if told == years else f"**No**: {years}, not {told}. "


OTHER_TIME = re.compile(  # "7 August, not July", "le 7 août, pas juillet"
    rf",? ?[(,]? ?(?:and |und |et |y )?(?:not|pas|nicht|kein|no|non)(?: (?:in|on|the|im|am|en|el|le|le mois from))* (?P<other>{MONTH}|{DAY}|\d{{1,2}}(?:st|nd|rd|th)?)s?\b(?! (?:days?|weeks?|counts?|compte|zahlt|cuenta))",
    re.IGNORECASE,
)


def denied_times(asked: Asked) -> list[tuple[int, int]]:
    """Return where a message names, behind a day, the month or weekday that this day is not in."""
    places = []
    for one in asked.dates:
        match = OTHER_TIME.match(asked.text, one.end)
        if match is None:
            continue
        word = match["other"].lower()
        same = MONTHS.get(word) == one.day.month or DAYS.get(word) == one.day.weekday()
        if not same and re.sub(r"\D", "", word) != str(one.day.day):
            places.append(match.span())
    return places


START_NOT_COUNTED = re.compile(  # in brackets or a clause of its own: a shift from a day never counts that day
    rf"\b(?:(?:the|le|der|el|that|this|dieser|ce) )*(?:(?P<day>{DAY})|first day|start(?:ing)? day|signing day|day itself|(?:first |start )?(?:day|date)|premier day|erste[rn]? tag|starttag|primer dia|today)(?: itself| selbst| meme| mismo)?"
    r" (?:does not|doesn'?t|do not|don'?t|is not|isn'?t|not|ne|zahlt|no|wird)? ?(?:counts?|counted|included|comptent?|compte pas|nicht(?: mit)?(?:gezahlt)?|cuenta|pas compte)(?: pas)?\b",
    re.IGNORECASE,
)


def start_left_out(asked: Asked) -> list[tuple[int, int]]:
    """Return where a message says that the day from which it counts does not count, as the answer has it anyway."""
    if not asked.dates:
        return []
    weekday = asked.dates[0].day.weekday()
    return [
        match.span()
        for match in START_NOT_COUNTED.finditer(asked.text)
        if (match["day"] is None or DAYS[match["day"].lower()] == weekday)
        and re.search(r"not|n't|pas|nicht|\bno\b", match.group())
    ]
