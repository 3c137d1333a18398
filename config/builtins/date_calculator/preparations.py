"""Plans and preparations that end at an event: "the marathon is on 11 April, the plan lasts 16 weeks, when do I begin?"."""

import re

from config.builtins.date_calculator.reading import Asked

PLAN_LENGTH = r"(?:\d{1,3}|a|an|one)[- ](?:working |business )?(?:days?|weeks?|months?)"
PLAN_NAMES = (
    r"\w*(?:training|preparation|vorbereitung|entrainement|entrenamiento|preparacion)s?(?:[- ]?(?:plan|phase|zeit)s?)?"
    r"|\w*plan(?:e|es|s)?|prep(?: time)?|program(?:me|m|a)?|revision|lernphase|lernplan|revisions|build-?up|aufbau\w*"
)
PREPARED_LENGTH = re.compile(
    rf"\b(?:{PLAN_NAMES})\b[^.?!;\d]{{0,35}}?\b{PLAN_LENGTH}\b"
    rf"|\b{PLAN_LENGTH}(?: long)?(?:,? (?:of|the|in|a|de|d'|du|le|la|el|for|fur|my|mein\w*|ma|mon|mi))* ?[- ]?(?:\w+ )?(?:{PLAN_NAMES})\b",
    re.IGNORECASE,
)
PLAN_BEGINS = (
    r"(?:begin|start|kick off|get going|set off|anfangen|beginnen|starten|loslegen|losgehen|anfange|beginne|starte"
    r"|fang\w*(?= (?:ich|wir)\b)|lege?n?(?= (?:ich|wir)\b)|commenc\w+|debut\w+|demarr\w+|empez\w+|empiez\w+|comenz\w+|comienz\w+|inici\w+|m'y mettre)"
)
BEGIN_ASKED = re.compile(
    rf"\b(?:when|(?:which|what) (?:date|day|week ?day|monday|sunday|week))\b[^?.!]*?\b{PLAN_BEGINS}\b(?! (?:again|back|wieder))"
    rf"|\b(?:i|we|ich|wir) (?:should |must |have to )?{PLAN_BEGINS} (?:it )?when\b"
    r"|\b(?:start(?:ing)? (?:date|day)|(?:training|trainings)[- ]?start|first (?:training )?day)\b[^.!]{0,30}\?",
    re.IGNORECASE,
)
TOLD_START = re.compile(  # the day in front of which this stands is the start itself
    r"\b(?:start\w*|begin\w*|began|begun|from|since|ab|seit|los|commenc\w*|debut\w*|empiez\w*|empez\w*|comienz\w*|comenz\w*|inici\w*|open\w*|after|nach|apres)"
    r"(?: (?:on|at|am|the|le|el|is|was|of|from|my|date))*[ :]*\Z",
    re.IGNORECASE,
)
RECOVERED = re.compile(
    r"\b(?:again|recover\w*|rest(?:ing)? period|rehab\w*|erholung\w*|genesung\w*|pause|break|healing|heal|off work|retablissement|convalescence|recuperacion"
    r"|probation|wieder|de nouveau|de nuevo)\b",
    re.IGNORECASE,
)


def is_recovered_from(asked: Asked) -> bool:
    """Return whether a message tells of a pause or a recovery, which comes after its day: "surgery on 5 May, rest takes 6 weeks"."""
    return RECOVERED.search(asked.text) is not None


def is_prepared_for(asked: Asked) -> bool:
    """Return whether a plan of one length ends at the one coming day of a message, and its begin is asked for."""
    if len(asked.dates) != 1 or len(asked.durations) != 1 or asked.dates[0].day <= asked.today:
        return False
    if TOLD_START.search(asked.text[: asked.dates[0].start]) or is_recovered_from(asked):
        return False
    return PREPARED_LENGTH.search(asked.text) is not None and BEGIN_ASKED.search(asked.text) is not None
