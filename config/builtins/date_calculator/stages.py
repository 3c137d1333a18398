"""Lengths of time behind a start: "starts 8:40, first stop 1h15, lunch 1h20": what follows the start is no time of day."""

import re

from config.builtins.wording import Mapped

STAGE_LENGTH = r"(?:\d{1,2} ?h ?[0-5]\d|\d{1,3} ?(?:h|hours?|hrs?|m|mins?|minutes?|minuten|minutos))"
CHAIN = re.compile(rf"(?<![\d:.]){STAGE_LENGTH}(?:,? ?(?:\+|plus|mas) ?{STAGE_LENGTH}){{2,20}}(?![:\d])", re.IGNORECASE)
HOURS_AND_REST = re.compile(
    r"(?<![\d:.])(\d{1,2}) ?h ?([0-5]\d)\b(?! ?(?:[ap]m|uhr|:|-|–|(?:to|until) (?:the |about )?(?:\d|noon|midnight|half|quarter)))",
    re.IGNORECASE,
)
COLON_CLOCK = re.compile(r"(?<![\d:.])\d{1,2}[:.][0-5]\d(?![\d:.]\d)|(?<![\d:.])\d{1,2} ?[ap]\.?m\b", re.IGNORECASE)
AT_TIME = re.compile(
    r"\b(?:at|um|a|a las|les|vers|hacia|gegen|ab|des|from|desde|since|until|till|to|before|by|starts?|start|begins?|depart\w*|leav\w*|around|about)(?: (?:at|um|a|a las|vers))? \Z",
    re.IGNORECASE,
)
END_ASKED = re.compile(
    r"\b(?:when|what time|at what time|until when)\b(?! (?:do|should|must|does) (?:i|we|it) (?:have to |need to )?(?:start|leave|begin|set off)\b)",
    re.IGNORECASE,
)
SPAN_SIGN = re.compile(r"\A ?(?:-|–|to|until|till|bis|a) ?\d", re.IGNORECASE)

LENGTH_EN_ROUTE = re.compile(  # "8h50 in the air", "8h50 de vol"
    r"(?<![\d:.])(?<!\bat )(\d{1,2}) ?[h:] ?([0-5]\d)(?= (?:hours? |hrs? )?(?:up )?(?:in (?:the |der )?(?:air|luft|sky)|airborne|en (?:l'air|the aire|el aire)|flying|(?:of|de) (?:flying|flight|vol|vuelo|route|trajet|viaje|travel)|flug(?:zeit|dauer)|flying time|flight time|non-?stop)\b)",
    re.IGNORECASE,
)
LOCAL_ARRIVAL = re.compile(  # "local arrival?", "local time on landing?"
    r"\blocal (?:arrival|landing|touch-?down)\b|\blocal time (?:of|on|at|when|upon|for) (?:the )?(?:arriv\w*|land\w*|touch\w*|i |we )"
    r"|\b(?:arriv\w*|land\w*|ankunft\w*|lande\w*|arrivee|llegada|aterriz\w*)(?: (?:time|there|in|at|a|is|um|the|l'|when|zeit))*,? (?:local(?: time)?|ortszeit|(?:hour|heure) locale|(?:hour|hora) local)\b"
    r"|\b(?:ortszeit|(?:heure|hour) locale|(?:hora|hour) local)(?: (?:bei|der|the|of|de|a|l'|at|la|at the))* ?(?:ankunft|landung|arrivee|llegada|aterrizaje)\b",
    re.IGNORECASE,
)
LENGTH_ASKED = re.compile(r"\bhow (?:long|many)\b|\bduration\b|\bis (?:the|it) (?:a )?long\b", re.IGNORECASE)


def is_end_asked(text: str) -> bool:
    """Return whether a message asks for the time at which its stages end, also for that at a destination."""
    if END_ASKED.search(text):
        return True
    return LOCAL_ARRIVAL.search(text) is not None and LENGTH_ASKED.search(text) is None


def with_stages(made: Mapped) -> Mapped:
    """Return a text in which the hours and minutes of a sum, or behind the one start of a day's stages, are lengths."""
    if LENGTH_ASKED.search(made.text) is None:
        made = made.sub(LENGTH_EN_ROUTE, r"\1 hours \2 minutes")
    text = made.text
    chain = CHAIN.search(text)
    if chain is not None and not END_ASKED.search(text) and not AT_TIME.search(text[: chain.start()]):
        return made.sub(HOURS_AND_REST, r"\1 hours \2 minutes")
    if not is_end_asked(text):
        return made
    starts = [match for match in COLON_CLOCK.finditer(text)]
    found = [match for match in HOURS_AND_REST.finditer(text)]
    told = [match for match in found if AT_TIME.search(text[: match.start()])]
    if (
        len(starts) + len(told) != 1
        or len(found) == len(told)
        or any(SPAN_SIGN.match(text[match.end() :]) for match in found)
    ):
        return made
    first = (starts or told)[0].start()
    if any(match.start() < first for match in found if match not in told):
        return made
    places = {match.start() for match in told}
    return made.sub(
        HOURS_AND_REST, lambda match: match[0] if match.start() in places else f"{match[1]} hours {match[2]} minutes"
    )
