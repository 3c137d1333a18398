"""The arrival of a trip that was late, and how long it took: "was to leave 14:52 and be there 18:07, we came 25 minutes late"."""

import re

from config.builtins.date_calculator.reading import Answer, Asked, duration_matches
from config.builtins.date_calculator.time_spans import seconds_of, span_text
from config.builtins.date_calculator.zones import CLOCK, clock, places
from config.builtins.wording import fill_in

LATE_WORDS = r"late|delay(?:ed)?|behind (?:schedule|time)|overdue|zu spat|verspat\w*|(?:en |of )?retard|tarde|retraso|retrasad[oa]s?"
DUE_AT = re.compile(  # in front of the time of arrival
    r"\b(?:due|arriv\w*|be there|get (?:in|there)|land\w*|ankommen|ankunft|an|lleg\w+|reach\w*)\b[^.?!;,\d]{0,20}\Z",
    re.IGNORECASE,
)
TRIP_LEAVES_AT = re.compile(
    r"\b(?:leav\w+|left|depart\w*|set off|started|abfahr\w*|losfahr\w*|ab|part\w+|sal\w+|from)\b[^.?!;,\d]{0,20}\Z",
    re.IGNORECASE,
)
LATE_BEHIND = re.compile(rf" ?-? ?(?:of |de )?(?:{LATE_WORDS})\b", re.IGNORECASE)
LATE_AHEAD = re.compile(
    r"\b(?:delay(?:ed)?|late|verspat\w*|retard|retraso)(?: (?:by|of|was|um|von|is|de))* (?:about )?\Z", re.IGNORECASE
)
LEFT_LATE = re.compile(
    rf"\b(?:left|leave[sd]?|depart\w*|set off|started|abgefahren|losgefahren|abfahrt|parti\w*|salio|salimos)\b[^.?!;,\d]{{0,20}}(?:\d{{1,3}} (?:minutes?|hours?) )?(?:{LATE_WORDS})\b",
    re.IGNORECASE,
)
ON_TIME = re.compile(
    r"\b(?:on time|punctual\w*|on schedule|punktlich|at l'hour|a l'heure|puntual\w*|at time)\b", re.IGNORECASE
)
TRIP_WORDS = re.compile(
    r"\b(?:leav\w+|left|depart\w*|abfahr\w*|losfahr\w*|fahrt|part\w+|salia|sale|salir|salida|salio|from|starts?|was to|should|train|bus|ferry|flight)\b",
    re.IGNORECASE,
)
ARRIVAL_ASKED = re.compile(
    r"\b(?:when|(?:at )?what time)\b[^?.!]{0,40}?\b(?:arriv\w*|there|get (?:in|there)|in|waren|da|angekommen|ankommen|sommes-nous|llegamos|llego|lleg\w+)\b|\barrival(?: time)?\b",
    re.IGNORECASE,
)
TRIP_LENGTH_ASKED = re.compile(
    r"\bhow (?:long|many (?=duro|tardo|tiempo))|\bduration\b|\bhow much time\b|\btravel time\b|\bhow many time\b",
    re.IGNORECASE,
)
ARRIVED_TEXTS = {
    "en": ("Arrival at **{time}**", " after **{length}** on the way ({start} to {time})"),
    "de": ("Ankunft um **{time}**", " nach **{length}** Fahrt ({start} bis {time})"),
    "fr": ("Arrivée à **{time}**", " après **{length}** de trajet ({start} à {time})"),
    "es": ("Llegada a las **{time}**", " tras **{length}** de viaje ({start} a {time})"),
}
BOTH_CLOCKS = 2
MINUTES_OF_DAY = 24 * 60
CLOCK_LENGTHS = frozenset(["minute", "hour"])


def delayed_arrival(asked: Asked, language: str) -> tuple[Answer, list[tuple[int, int]]] | None:
    """Return when a trip with a told delay arrived and how long it took; None where it may have left late as well."""
    clocks, found = list(CLOCK.finditer(asked.rest)), duration_matches(asked.rest)
    wants_time, wants_length = ARRIVAL_ASKED.search(asked.text), TRIP_LENGTH_ASKED.search(asked.text)
    if len(clocks) != BOTH_CLOCKS or not found or not (wants_time or wants_length) or places(asked.rest):
        return None
    if not all(unit in CLOCK_LENGTHS for _, unit in asked.durations) or not TRIP_WORDS.search(asked.text):
        return None
    start, end = found[0].start(), found[-1].end()
    is_late = LATE_BEHIND.match(asked.text, end) or LATE_AHEAD.search(asked.text[:start])
    if not is_late or LEFT_LATE.search(asked.text) or clocks[1].end() > start:
        return None
    if wants_length and not ON_TIME.search(asked.text):
        return None
    delay = seconds_of(asked.durations) // 60
    lead = asked.rest[: clocks[0].start()]
    is_due_first = (
        DUE_AT.search(lead) is not None and TRIP_LEAVES_AT.search(asked.rest[: clocks[1].start()]) is not None
    )
    left, due = (clock(one).hour * 60 + clock(one).minute for one in (clocks[::-1] if is_due_first else clocks))
    arrived = due + delay
    taken = (due - left) % MINUTES_OF_DAY + delay
    words = {
        "time": f"{arrived % MINUTES_OF_DAY // 60:02d}:{arrived % 60:02d}",
        "start": f"{left // 60:02d}:{left % 60:02d}",
        "length": span_text(60 * taken),
    }
    text = "".join(ARRIVED_TEXTS[language][: 2 if wants_length else 1]) + "."
    output = {"kind": "duration", "minutes": taken} if wants_length else {"kind": "clock", "minutes": arrived}
    used = [one.span() for one in (*clocks, *found)]
    return (fill_in(text, **words), output), used
