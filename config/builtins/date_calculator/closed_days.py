"""How many days something is closed: from the first closed day to the day before it opens again."""

import re
from datetime import date, timedelta

from config.builtins.date_calculator.phrases import day_in
from config.builtins.date_calculator.reading import Answer, Asked, clamped, shown
from config.builtins.wording import fill_in

CLOSED_WORDS = r"closed|shut|off|geschlossen|zu|dicht|fermes?|fermee?s?|cerrad[oa]s?"
CLOSED_ASKED = re.compile(
    rf"\bhow many (?:calendar |(?P<work>(?:working|business|work) ))?days\b[^?!]{{0,50}}?\b(?:{CLOSED_WORDS})\b|\bhow long\b[^?!]{{0,30}}?\b(?:{CLOSED_WORDS})\b(?! in)",
    re.IGNORECASE,
)
FREE_ASKED = re.compile(
    r"\bhow many (?:(?P<work>(?:working|business|work) ))?days\b[^?!]{0,30}?\b(?:off|free|in between|between|holidays?|frei|ferien|dazwischen|vacances|libres?|vacaciones|conge)\b",
    re.IGNORECASE,
)
BREAKS_OFF = re.compile(  # its day is the last one
    r"\b(?:ends?|finish(?:es)?|breaks? up|stops?|endet|hort auf|finit|se termina|termina|acaba)(?: (?:on|at|the|el|le))* \Z",
    re.IGNORECASE,
)
BEGINS_AGAIN = re.compile(
    r"\b(?:(?:starts?|begins?|resumes?|is|are|goes|go) (?:back|again)|resumes?|restarts?|reprend|recommence|reanuda|(?:empieza|comienza) (?:of nuevo|otra vez))\b|\b(?:fangt|beginnt|startet)\b",
    re.IGNORECASE,
)
SHUTS = re.compile(
    r"\b(?:shuts?|clos(?:es|e|ing|ed)|closed from|schlie(?:ss|ß)t|schlie(?:ss|ß)en|macht zu|zu ab|geschlossen ab|ferm\w+|cierra\w*|cerramos)\b",
    re.IGNORECASE,
)
LAST_OPEN = re.compile(
    r"\b(?:last (?:open|opening|working) day|last day (?:at work|in|of work|open)|(?:is |are |still )?open (?:until|till|through|to)|last offener day|last open\w* day|offen until|ouvert\w* until|abierto until|last day (?:ouvert|of ouverture|abierto|of apertura))\b",
    re.IGNORECASE,
)
OPENS = re.compile(
    r"\b(?:re-?opens?|re-?opening|opens? (?:again|back up|up again|on|the doors)|open again|back open|first (?:open|opening|working) day|first day (?:back|open|at work|in)|(?:offnet|offnen|offen|auf|macht) (?:\w+ )?wieder|wieder (?:offen|auf|geoffnet|da)|rouvr\w+|reouvr\w+|abr\w+ (?:of nuevo|otra vez)|reabr\w+|vuelve\w* a abrir)\b",
    re.IGNORECASE,
)
THAT_DAY_CLOSED = re.compile(
    r"\((?P<told>[^()]*\b(?:that|this|the|der|den|ce|ese|day|tag)\b[^()]*)\)|\b(?:that|which) (?:day )?(?:is |being )?already (?:a )?(?:closed|shut)\b",
    re.IGNORECASE,
)
STILL_OPEN = re.compile(
    r"\b(?:still|noch|encore|todavia|aun) (?:is |are )?(?:open|offen|auf|ouvert\w*|abiert[oa])\b", re.IGNORECASE
)
EVENING = re.compile(
    r"\b(?:in the evening|at (?:the end of|close of)|after (?:work|hours|lunch)|abends|am abend|le soir|por la noche)\b|\bat \d",
    re.IGNORECASE,
)
UNTIL_CLOSED = re.compile(r"\b(?:until|till|through|up to|inclusive)\b", re.IGNORECASE)
CLOSED_TEXTS = {
    "en": ("Closed for **{days}**: {first} to {last}, both counted.", " If {first} is still an open day, it is {fewer}."),
    "de": ("**{days}** geschlossen: {first} bis {last}, beide mitgezählt.", " Ist {first} noch offen, sind es {fewer}."),
    "fr": ("**{days}** de fermeture : du {first} au {last}, tous deux comptés.", " Si {first} est encore ouvert, c'est {fewer}."),
    "es": ("**{days}** cerrado: del {first} al {last}, ambos contados.", " Si {first} todavía abre, son {fewer}."),
}  # fmt: skip
FREE_TEXTS = {
    "en": "**{days}** in between: {first} to {last}, both counted.",
    "de": "**{days}** dazwischen: {first} bis {last}, beide mitgezählt.",
    "fr": "**{days}** entre les deux : du {first} au {last}, tous deux comptés.",
    "es": "**{days}** entre ambos: del {first} al {last}, ambos contados.",
}
DAY_WORDS = {"en": ("day", "days"), "de": ("Tag", "Tage"), "fr": ("jour", "jours"), "es": ("día", "días")}
WORKING_NAMES = {
    "en": ("working day", "working days"),
    "de": ("Arbeitstag", "Arbeitstage"),
    "fr": ("jour ouvré", "jours ouvrés"),
    "es": ("día laborable", "días laborables"),
}
SHUT_BEFORE = ("shut", "closed")  # as a past form, where that leaves it closed today
WORKING_DAYS_A_WEEK = 5
CLOSED_ENDS = 2


def free_days(asked: Asked, language: str) -> tuple[Answer, list[tuple[int, int]]] | None:
    """Return how many days lie between the last day of something and the day on which it begins again."""
    question = FREE_ASKED.search(asked.text)
    if question is None or len(asked.dates) != CLOSED_ENDS or asked.durations:
        return None
    first, second = asked.dates
    gap = asked.text[first.end : second.start] + asked.text[second.end : second.end + 15]
    if not BREAKS_OFF.search(asked.text[: first.start]) or not BEGINS_AGAIN.search(gap) or EVENING.search(gap):
        return None
    start = (first.day if not first.open_year else coming_after(first.day, asked.today)) + timedelta(days=1)
    end = second.day if not second.open_year else coming_after(second.day, start)
    count = worked_between(start, end) if question["work"] else (end - start).days
    if count <= 0:
        return None
    last = end - timedelta(days=1)
    days = {
        key: shown(day) if language == "en" else day_in(day.isoformat(), language)
        for key, day in (("first", start), ("last", last))
    }
    names = WORKING_NAMES[language] if question["work"] else DAY_WORDS[language]
    sentence = fill_in(FREE_TEXTS[language], days=f"{count} {names[count != 1]}", **days)
    output = {
        "kind": "business_days" if question["work"] else "difference",
        "from": start.isoformat(),
        "to": last.isoformat(),
        "days": count,
    }
    return (sentence, output), [question.span(), (0, second.end)]


def without_feasts(asked: Asked) -> Asked:
    """Return a message with its two days in figures alone where it names feasts beside them."""
    written = [one for one in asked.dates if re.search(r"\d", asked.text[one.start : one.end])]
    return asked._replace(dates=written) if len(written) == CLOSED_ENDS < len(asked.dates) else asked


def closed_days(asked: Asked, language: str) -> tuple[Answer, list[tuple[int, int]]] | None:
    """Return for how many days something is closed between its last and its first open day; None for other questions."""
    asked = without_feasts(asked)
    question = CLOSED_ASKED.search(asked.text)
    if question is None or len(asked.dates) != CLOSED_ENDS or asked.durations:
        return None
    first, second = asked.dates
    lead, gap = asked.text[: first.start], asked.text[first.end : second.start]
    last_open, shuts = LAST_OPEN.search(lead), SHUTS.search(lead)
    if not (last_open or shuts) or not OPENS.search(gap) or UNTIL_CLOSED.search(gap) or EVENING.search(gap):
        return None
    start = first.day if not first.open_year else coming_after(first.day, asked.today)
    if first.open_year and shuts is not None and shuts.group().lower() in SHUT_BEFORE:
        since = clamped(start.year - 1, start.month, start.day)  # "it shut on 7 September": closed today
        start = since if coming_after(second.day, since) >= asked.today else start
    end = second.day if not second.open_year else coming_after(second.day, start)
    note = THAT_DAY_CLOSED.search(gap)
    is_open = last_open is not None or STILL_OPEN.search(gap) is not None
    start += timedelta(days=1 if is_open else 0)
    count = worked_between(start, end) if question["work"] else (end - start).days
    if count <= 0:
        return None
    names = WORKING_NAMES[language] if question["work"] else DAY_WORDS[language]
    last = end - timedelta(days=1)
    days = {
        key: shown(day) if language == "en" else day_in(day.isoformat(), language)
        for key, day in (("first", start), ("last", last))
    }
    text = CLOSED_TEXTS[language][0] + ("" if is_open or note or count == 1 else CLOSED_TEXTS[language][1])
    words = {
        "days": f"{count} {names[count != 1]}",
        "fewer": f"{count - (start.weekday() < WORKING_DAYS_A_WEEK if question['work'] else 1)}",
    }
    output = {
        "kind": "business_days" if question["work"] else "difference",
        "from": start.isoformat(),
        "to": last.isoformat(),
        "days": count,
    }
    places = [question.span(), (0, second.end)]
    return (fill_in(text, **words, **days), output), places


def worked_between(start: date, end: date) -> int:
    """Return how many days from Monday to Friday there are from a day on and before another one."""
    days = (date.fromordinal(one) for one in range(start.toordinal(), end.toordinal()))
    return sum(day.weekday() < WORKING_DAYS_A_WEEK for day in days)


def coming_after(day: date, after: date) -> date:
    """Return the day of a month and a year's day that comes next after another day, or on it."""
    found = clamped(after.year, day.month, day.day)
    return found if found >= after else clamped(after.year + 1, day.month, day.day)
