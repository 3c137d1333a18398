"""Further words for days and months, rewritten into those that the rest reads: "July 2028 days?", "der 100. Tag des Jahres 2027"."""

import re

from config.builtins.date_calculator.reading import MONTH
from config.builtins.wording import Mapped

OF_YEAR = r"(?:of|in|from|des|im|du|del)? ?(?:the )?(?:l')?(?:year|jahres?)?(?: of| de)? ?"
NTH_OF_YEAR = re.compile(
    rf"\b(?:the )?(?P<n>\d{{1,3}})(?:\.|e|eme|o|st|nd|rd|th)? day {OF_YEAR}(?P<year>(?:19|20|21)\d\d)\b"
    rf"|\b(?:the )?day (?:number |numero |nr\.? |no\.? )?(?P<n2>\d{{1,3}}) {OF_YEAR}(?P<year2>(?:19|20|21)\d\d)\b",
    re.IGNORECASE,
)
DAYS_OF_MONTH = re.compile(
    rf"\A\W*(?:the )?(?P<month>{MONTH})(?: of)?(?P<year> \d{{4}})?[,:]? (?:(?:how many|number of) )?days\W*\Z"
    rf"|\bhow many days (?:compte|comporte|zahlt|tendra|aura) (?:the )?(?P<month2>{MONTH})(?: of)?(?P<year2> \d{{4}})?",
    re.IGNORECASE,
)
MONTH_CLAIMED = re.compile(  # "has February 2024 29 days?"
    rf"\A\W*(?:has|have|does|did|will|is-ce que|tiene|tendra) (?:the )?(?P<month>{MONTH})(?: of)?(?P<year> \d{{4}})? (?:have |has |at |a )?(?:28|29|30|31) days\W*\Z"
    rf"|\A\W*(?:were|are|was|is|will) there (?:be )?(?:28|29|30|31) days in (?:the )?(?P<month2>{MONTH})(?: of)?(?P<year2> \d{{4}})?\W*\Z"
    rf"|\A\W*(?:the )?(?P<month3>{MONTH})(?: of)?(?P<year3> \d{{4}})? (?:a-t-il|at-t-il|has|tiene)(?: it)? (?:28|29|30|31) days\W*\Z",
    re.IGNORECASE,
)
DAY_NUMBER_ASKED = re.compile(
    r"\b(?:the )?(?:which|wievielte[nrsm]?) day (?:of the|des|im|in|of|of l'|del|du) ?(?:year|jahres?)\b(?=[^?.!]*\d)",
    re.IGNORECASE,
)
MIDDLE_OF_TWO = re.compile(  # "middle of June 4 and 21 December"
    rf"\b(?:the )?(?:exact )?(?:middle|centre|center|midpoint) of (?=(?:the )?(?:(?:{MONTH}) \d{{1,2}}\b(?!\d)|\d{{1,2}}(?:st|nd|rd|th|\.)? (?:of )?(?:{MONTH})|\d{{4}}-\d\d-\d\d)[^?.!]* and )",
    re.IGNORECASE,
)
TURNS_DAYS = re.compile(  # "when aura-t-il 500 days"
    r"\bwhen (?:aura-t-(?:il|elle)|aurai-je|aurons-nous|va-t-(?:il|elle) avoir|tendra|tendre|cumplira|cumplire|cumple)(?: (?:he|she|el|ella|the|la|bebe))* (?P<length>\d{1,5} (?:days|weeks|months))\b",
    re.IGNORECASE,
)
SPAN_AT = re.compile(  # a French span: "of 21:45 at 6:15"
    r"\b(?:of|from) (?P<a>\d{1,2}:\d\d) (?:at|a) (?P<b>\d{1,2}:\d\d)\b(?=[^?.!]*\bhow (?:many|long)\b)", re.IGNORECASE
)
D_HOURS = re.compile(r"\bhow many d'(?=(?:hours|minutes|years|days)\b)", re.IGNORECASE)
CLOCKED_TRIP = re.compile(  # "the 14h30 flight takes 2 hours": a time of day, where another length is told
    r"(?P<whose>\b(?:the|my|our|your|his|her|their|this|that) )(?P<h>\d{1,2}) ?h ?(?P<m>[0-5]\d)(?= (?:[a-z]+ )?(?:flight|train|bus|ferry|coach|tram|plane|boat|service|connection|film|movie|show|drive|meeting|call|class|lesson)\b[^?!]*\b(?:takes?|lasts?|runs?|is|needs?|goes)\b[^?!]*\d)",
    re.IGNORECASE,
)


def with_clocked_trips(made: Mapped) -> Mapped:
    """Return a text in which the time by which a trip is named is a time of day, as its length is told beside it."""
    return made.sub(CLOCKED_TRIP, lambda match: f"{match['whose']}{int(match['h']):02}:{match['m']}")


def with_calendar_words(made: Mapped) -> Mapped:
    """Return a rewritten text with days and months in the words that the reader of dates knows."""
    made = made.sub(NTH_OF_YEAR, lambda m: f"day {m['n'] or m['n2']} of {m['year'] or m['year2']}")
    for pattern in (DAYS_OF_MONTH, MONTH_CLAIMED):
        made = made.sub(pattern, month_length_asked)
    made = made.sub(D_HOURS, "how many ").sub(SPAN_AT, r"from \g<a> to \g<b>")
    made = made.sub(DAY_NUMBER_ASKED, "which day of the year").sub(MIDDLE_OF_TWO, "halfway between ")
    return made.sub(TURNS_DAYS, r"when is it \g<length> old")


def month_length_asked(match: "re.Match[str]") -> str:
    """Return the question for the days of a month."""
    told = {name.rstrip("23"): text for name, text in match.groupdict().items() if text}
    month, year = told["month"], told.get("year")
    return f"how many days has {month}{year or ''}"
