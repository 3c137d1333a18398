"""The last day to travel with a document that expires, and what messages tell beside a leap year, a birth or a time elsewhere."""

import calendar
import re

from config.builtins.date_calculator.reading import Answer, Asked, added, shown
from config.builtins.wording import CannotError, plural

TRAVELS = r"(?:arriv\w*|enter\w*|entry|travel\w*|fly|go|leave|land|cross|come|be there|show up|einreis\w*|ankomm\w*|reisen|fliegen|anreis\w*|entrer|voyager|partir|entree|llegar|llegada|entrar|entrada|viajar|volar)"
LATEST_TRAVEL = re.compile(  # "the last day i can arrive", "until when can I enter"
    rf"\b(?:(?:last|latest|final|spateste[rnsm]?|letzte[rnsm]?|dernier|derniere|ultim[oa]|how late|until when|up to when|by when|no later than|latest by|spatestens|au plus tard|a mas tardar|date limite)\b[^?.!]{{0,45}}?\b{TRAVELS})\b",
    re.IGNORECASE,
)
STAYS_VALID = re.compile(
    r"\b(?:valid|validity|good|left on (?:it|my|the)|remaining|gultig\w*|valables?|validite|valid[oa]s?|validez|vigente|vigencia)\b",
    re.IGNORECASE,
)
_EXPIRES = r"(?:runs? out|running out|expir\w+|valid (?:until|till|to|through)|good (?:until|till)|lauft|ablauf\w*|gultig until|gultig bis|valable until|perime\w*|caduca\w*|vence\w*|valid[oa] until|vigente until)"
EXPIRES_ON = re.compile(rf"\b{_EXPIRES}\b[^.;?\d]{{0,25}}\Z", re.IGNORECASE)
IS_EXPIRY = re.compile(r"[^.;?\d]{0,25}\b(?:expir\w+|runs? out|(?:ab)?lauft|caduca|vence)\b", re.IGNORECASE)
EXPIRY = re.compile(rf"\b{_EXPIRES}(?: on| am| le| el)?\b", re.IGNORECASE)
VALIDITY_PARTS = (LATEST_TRAVEL, STAYS_VALID, EXPIRY)
SEVERAL_TIMES = (
    "I can take one time from the day on which the document expires: name only how long it must still be valid then."
)


def latest_travel(asked: Asked) -> Answer | None:
    """Return the last day to arrive with a document that must be valid for a while after that; None for other messages."""
    text = asked.text
    if len(asked.dates) != 1 or not asked.durations or not (LATEST_TRAVEL.search(text) and STAYS_VALID.search(text)):
        return None
    expiry = asked.dates[0]
    if not (EXPIRES_ON.search(text[: expiry.start]) or IS_EXPIRY.match(text[expiry.end :])):
        return None
    if len(asked.durations) > 1:
        raise CannotError(SEVERAL_TIMES)
    count, unit = asked.durations[0]
    if unit not in ("day", "week", "month", "year"):
        return None
    day = added(expiry.day, -count, unit)
    output = {
        "kind": "date",
        "from": expiry.day.isoformat(),
        "expires": expiry.day.isoformat(),
        "date": day.isoformat(),
        "weekday": calendar.day_name[day.weekday()],
    }
    return f"{plural(count, unit)} before {shown(expiry.day)} is **{shown(day)}**.", output


LEAP_DIVISOR = re.compile(  # a reason for a leap year: "it can be divided by 4", "teilbar durch 4"
    r"\b(?:(?:can be |is |are |be )?(?:evenly )?(?:divid\w*|divisible|teilbar|geteilt|multiple)(?: (?:evenly|by|durch|par|por|entre|of|de))*|(?:durch|par|por|entre|by) ) ?(?:4|100|400|four)\b"
    r"(?:,? (?:(?:and|or|but|und|oder|aber|et|ou|mais|y|o|pero|not|nicht|pas|no|by|durch|par|por|entre) )+(?:4|100|400)\b)*(?: teilbar| geteilt)?",
    re.IGNORECASE,
)
LEAP_BELIEF = re.compile(  # "our teacher said yes because": the answer says yes or no
    r"\b(?:says?|said|thinks?|claims?|insists?|sagt|sagte|meint|dit|pense|dice|dijo|cree)\b(?: (?:yes|no|it is|it was|it isn't|ja|nein|oui|non|que oui|que non|si|que si|que no))?(?:,? (?:because|since|as|weil|da|parce qu\w*|car|porque|ya que)(?: (?:it|the year|es|das jahr|il|elle|c'))?(?: (?:can be|is|was|kann|ist|est|es|se puede))?)?"
    r"|,? ?\b(?:because|weil|parce qu\w*|car|porque|ya que)\b",
    re.IGNORECASE,
)


NEXT_LEAP = re.compile(
    r"\b(?:(?:what|when|which)(?:'?s| is| year is)? (?:is )?(?:the )?next(?: one| leap year)?|next one|the one after(?: that)?|and the next)\b(?! year is)|\b(?:das|der) nachste\b",
    re.IGNORECASE,
)


def without_divisors(text: str) -> str:
    """Return a text with spaces in the place of the numbers that years are divided by."""
    return LEAP_DIVISOR.sub(lambda match: " " * len(match.group()), text)


WHOLE_UNITS = re.compile(  # "how many full months": the answer gives them first, and the rest
    r"\b(?:full|whole|complete|volle[nrs]?|ganze[nrs]?|pleins?|complets?|complet[oa]s|entiers?|enter[oa]s)\b",
    re.IGNORECASE,
)
CAME_INTO_WORLD = re.compile(
    r"(?:\b(?:mein|unser)e? (?:sohn|tochter|kind|baby) )?\bkam\b(?=(?:[^.?!]|\.(?! [A-Z])){0,40}?\bzur welt\b)|\bzur welt\b",
    re.IGNORECASE,
)
CLOCK_CHANGE = r"\b(?:daylight[- ]saving\w*|dst|summer ?time|winter ?time|clocks? (?:change|go|turn|shift|switch)\w*|time changes?|zeitumstellung\w*|sommerzeit|winterzeit|uhren? (?:umgestellt|umstell\w*)|changements? d'heure|heure d'(?:ete|hiver)|cambios? de hora|horario de (?:verano|invierno))\b"
CHANGE_REMARK = re.compile(  # a clause that tells of it: "i heard the clocks change on different dates"
    rf"(?:(?<=[.?!;,(\n])|\A)(?!(?:(?!{CLOCK_CHANGE})[^.?!;,\n])*\b(?:when|what (?:date|day)|which|how|why|does|do|did|is|will|wann|wie|warum|quand|comment|est-ce|cuando|como)\b)[^.?!;,\n]*{CLOCK_CHANGE}[^.?!;,\n]*(?![^.?!;,\n]*\?)",
    re.IGNORECASE,
)
