"""Leave and work of some working days whose first is told: the last of them, the first day back, and how many a leave costs."""

import re
from datetime import date, timedelta

from config.builtins.date_calculator.first_working_days import FIRST_TOLD
from config.builtins.date_calculator.reading import Answer, Asked, added, shown, working_days
from config.builtins.date_calculator.recurrence import dated_output
from config.builtins.wording import plural

ON_LEAVE = re.compile(
    r"\b(?:leave|off|holidays?|vacation|pto|away|absent|urlaub\w*|frei|ferien|conges?|vacances|vacaciones|libre|permiso|work|job|arbeit|travail|trabajo)\b",
    re.IGNORECASE,
)
LEAVE_STARTS = re.compile(  # in front of the first day
    r"\b(?:(?:start|begin|starte|beginne|commence|empiezo|empezamos|comienzo|comenzamos) (?:(?:my|our|mein\w*|unser\w*|mes|nos|mis|las|les|the) )?(?:leave|holidays?|vacation|urlaub|conges?|vacances|vacaciones)(?: on)?|(?:beginnt|startet|starte|beginne|commence|debute|empieza|empiezan|comienza|comienzan)(?: on| am| the)?|from|since|as of|at partir(?: from)?(?: the| of)?|des|desde)(?: (?:the|on|le|el|am))*\s*\Z",
    re.IGNORECASE,
)
LEAVE_STARTED = re.compile(r"\A,? (?:on(?:wards?)?|an|forward)\b(?! \d)", re.IGNORECASE)
BACK_ASKED = re.compile(
    r"\b(?:(?:when|what (?:day|date)|which (?:day|date)|first|next)\b[^?.!]*\b(?:back|return\w*|resume\w*|again|zuruck|wieder|retour|revien\w*|rentr\w*|reprend\w*|vuelv\w*|regres\w*|reincorpor\w*)"
    r"|(?:back|return\w*|wieder|zuruck|retour|reviens|vuelvo) (?:when|on which day|what day))\b",
    re.IGNORECASE,
)
LAST_ASKED = re.compile(
    r"\b(?:(?:what|which|when)\b[^?.!]*\b(?:last|final)\b|last (?:day|urlaubstag|arbeitstag|day off|day of (?:leave|work|the leave|conge|vacaciones))\b|until when|when (?:does|do|will|is) (?:it|they|my leave|the leave|the job|the work|this) (?:end|over|finish\w*|done))",
    re.IGNORECASE,
)
NO_WEEKENDS = re.compile(
    r"\b(?:no weekends?(?: counted)?|(?:not counting|without|excluding|ignoring|except) (?:the )?weekends?|weekends? (?:don't|do not|not) count(?:ed)?|weekends? (?:are )?(?:not counted|excluded)|ohne weekends?|sans (?:les )?weekends?|sin (?:los )?weekends?)\b",
    re.IGNORECASE,
)
LEAVE_COST_ASKED = re.compile(
    r"\bhow many (?:(?:paid|annual) )?(?:days of (?:annual |paid )?(?:leave|holiday|vacation|conge|vacaciones)|(?:leave|holiday|vacation|pto|annual leave) days|urlaubstage\w*|days (?:de )?(?:conges?|vacances|vacaciones)|days urlaub)\b"
    r"|\bhow many (?:working|work|business) days (?:off )?(?:do|must|should|will|would) (?:i|we) (?:have to |need to )?(?:take|book|use|request)(?: off)?\b"
    r"|\bhow many (?:working|work|business) days off (?:do|must|should|will|would) (?:i|we) (?:have to |need to )?(?:take|book|use|need|request)?\b",
    re.IGNORECASE,
)
LEAVE_PARTS = (LEAVE_COST_ASKED, BACK_ASKED, LAST_ASKED, NO_WEEKENDS)


def leave_days(asked: Asked) -> Answer | None:
    """Return the last day or the first day back of working days whose first is told, or what a leave costs; None for others."""
    return leave_cost(asked) or leave_end(asked)


def leave_cost(asked: Asked) -> Answer | None:
    """Return how many working days a leave from one day to another takes, both of them counted."""
    if not LEAVE_COST_ASKED.search(asked.text) or len(asked.dates) != 2 or asked.durations:
        return None
    first, last = (one.day for one in asked.dates)
    if first > last:
        return None
    count = working_days(first, last)
    output = {"kind": "business_days", "from": first.isoformat(), "to": last.isoformat(), "business_days": count}
    said = plural(count, "working day")
    text = f"From {shown(first)} to {shown(last)} that is **{said}** (both days counted; public holidays are not taken off)."
    return text, {**output, "both_days": True}


def leave_end(asked: Asked) -> Answer | None:
    """Return the last of some working days off, or the day after them, where the first of them is told."""
    if len(asked.dates) != 1 or len(asked.durations) != 1 or not ON_LEAVE.search(asked.text):
        return None
    (count, unit), named = asked.durations[0], asked.dates[0]
    is_working = unit == "work day" or (unit == "day" and NO_WEEKENDS.search(asked.text))
    before, behind = asked.text[: named.start], asked.text[named.end :]
    starts = FIRST_TOLD.search(before) or LEAVE_STARTS.search(before) or LEAVE_STARTED.match(behind)
    is_back, is_last = BACK_ASKED.search(asked.text), LAST_ASKED.search(asked.text)
    if not is_working or count < 1 or not starts or not (is_back or is_last):
        return None
    first = coming(named.day, asked.today) if named.open_year else named.day
    day = added(first - timedelta(days=1), count + bool(is_back), "work day")
    said, span = plural(count, "working day"), {"from": first.isoformat()}
    start = f"With {shown(first)} as the first day, {said} "
    text = f"are over, and work begins again, on **{shown(day)}**" if is_back else f"end on **{shown(day)}**"
    return f"{start}{text}. Public holidays are not taken off.", {**dated_output(day), **span}


def coming(day: date, today: date) -> date:
    """Return a day without a year as the next one, where the reader took the one that has passed."""
    return added(day, 12, "month") if day < today else day
