"""Times of day in words: delays, when to leave, and sums of hours and minutes such as 1:45 and 2:30."""

import re
from itertools import pairwise

from config.builtins.date_calculator.reading import Answer
from config.builtins.wording import plural

HOURS_AND_MINUTES = re.compile(
    r"(?<![\d:.,/-])(?P<hours>\d{1,3}):(?P<minutes>[0-5]\d)(?![\d:]|\.\d| ?(?:am|pm|a\.m|p\.m)\b)", re.IGNORECASE
)
ADDS = re.compile(
    r"\b(?:time ?sheets?|work(?:ing)? (?:hours|times)|shifts?|stundenzettel|arbeitszeit\w*|feuille d'heures|add(?:ed)?(?: \w+)? up|add|sum|total|together|altogether|all in all|in all|plus|zusammen\w*|addier\w*|summe|insgesamt|zusammenzahlen|gesamt\w*|somme|total\w*|additionn\w*|[ei]n tout|suma\w*|en total)\b|\d ?\+ ?\d",
    re.IGNORECASE,
)
ADDS_UP = re.compile(
    r"\b(?:add(?:ed)?(?: \w+)? up|add|sum|total|together|altogether|in all|plus|minus|zusammen\w*|addier\w*|summe|insgesamt|gesamt\w*|somme|total\w*|additionn\w*|[ei]n tout|suma\w*)\b|\d ?\+ ?\d",
    re.IGNORECASE,
)
SUM_WORD = re.compile(
    r"\b(?:add(?:ed)?(?: \w+)? up|add|sum|plus|together|altogether|zusammen\w*|addier\w*|summe|somme|additionn\w*|suma\w*)\b|\d ?\+ ?\d",
    re.IGNORECASE,
)
WORKING_TIME_WORDS = re.compile(  # what a span of working time is about
    r"\b(?:(?:do|should|can|must|shall) i (?:put|write|enter|log|note|report|claim|book)(?: (?:down|in|on|onto|into|for))*(?: (?:the|my|a|our))?(?: (?:time ?)?sheet| form| log)?|"
    r"(?:schreibe|trage|notiere|buche) ich(?: (?:in|auf|auf den|in den|in die) ?(?:stundenzettel|zettel|liste))?(?: (?:auf|ein))?|"
    r"night ?shifts?|(?:early|late|day) shifts?|shifts?|work(?:ed|ing)?|paid|get|un-?paid|break|lunch|with|half|an hour|"
    r"(?:nacht|fruh|spat|tag)?schicht(?:en)?|arbeits?\w*|gearbeitet|(?:un)?bezahlt\w*|werden|pause|mit|poste|equipe|nuit|jour|travail\w*|payees?|payes?|paye|non|avec|d'hours|"
    r"turno|noche|dia|trabaj\w*|pagad[oa]s?|pagan?|me|descanso|no|con|schaffe|schaffen)\b",
    re.IGNORECASE,
)
SPAN_BETWEEN = re.compile(r" ?(?:[-–]|to|until|till|bis|jusqu'a|a|hasta)(?: at)? ?", re.IGNORECASE)
ENDS_AT = re.compile(
    r"\b(?:ends?|ending|ended|finish\w*|stops?|stopped|closes?|over|left|clock(?:ed|ing)? (?:off|out)|until|till|off|home|endet|aufhor\w*|hort|bis|feierabend|fini\w*|termin\w*|jusqu\w*|acaba\w*|hasta)\b",
    re.IGNORECASE,
)
COMES_OR_GOES = re.compile(  # between two times of day, which no sum is made of
    r"\b(?:arriv\w*|land\w*|get up|got up|wake|leav\w*|depart\w*|ankunft|ankomm\w*|komm\w*|steh\w*|geh\w*|sort\w*|rentr\w*|lev\w*|part\w*|salgo|sale\w*|salir|lleg\w*|levant\w*|vuelv\w*)\b",
    re.IGNORECASE,
)
LATE = re.compile(
    r"\b(?:late|delay\w*|behind (?:schedule|time)|verspat\w*|retard\w*|retras\w*|tarde|zu spat|(?:too )?late(?:r)?)\b",
    re.IGNORECASE,
)
EARLY = re.compile(
    r"\b(?:early|ahead of (?:schedule|time)|zu fruh|verfruht|en avance|d'avance|adelant\w*|antes de (?:la )?hora|temprano)\b",
    re.IGNORECASE,
)
PLANNED = re.compile(
    r"\b(?:scheduled?|planned|timetable[d]?|supposed|should (?:it |we |i |he |she |they )?have|meant to|due|expected|on time|original(?:ly)?|normally|fahrplan\w*|planmassig\w*|geplant\w*|eigentlich|sollten?|sollen|prevue?s?|theorique|"
    r"aurait du|devait|normalement|prevista?|programad[oa]|debia|deberia haber|tendria que)\b",
    re.IGNORECASE,
)
ASKS = re.compile(
    r"\b(?:when|what(?:'s| is| was|s)?|which|how early|how late|wann|was|quand|cuando|time|que|quel\w*)\b",
    re.IGNORECASE,
)
STARTS_OFF = re.compile(
    r"(?!.*\balarm\b)\b(?:when|what time|how early|at what|latest|by when|wann|quand|cuando)\b[^?.!;]*?"
    r"\b(?:leave|set off|set out|depart|start\w*|begin|go\b|get (?:it|them|this|that|things|the \w+) (?:going|started|rising|in)|set (?:it|them|this|that|things|the \w+) (?:going|off|up|to (?:rise|prove|soak|cook|bake|chill|run))|to bed|asleep|go to sleep|ins bett|in the (?:ofen|oven)|au lit|a la cama|get up|wake up|be up|head (?:out|off)|put|in the oven|on the stove|take off|catch|los|losfahren|losgehen|loslegen|abfahren|aufbrechen|aufstehen|anfangen|beginnen|starten|"
    r"weg|raus|in den ofen|partir|part\w*|commencer|demarrer|enfourner|quitter|salir|sal\w*|empezar|levantar\w*|meter)\b",
    re.IGNORECASE,
)
WHEN_DID = re.compile(
    r"\b(?:when|what time) (?:did|must|does|do)\b[^?]*\b(?:let out|left|leave|finish|end|start|begin|set off|depart|close)\b",
    re.IGNORECASE,
)
ARRIVES = re.compile(r"\b(?:home|arriv\w*|there|reach\w*|got|gets?|back)\b[^.;?!]*\Z", re.IGNORECASE)
LEAVES_AT = re.compile(
    r"\b(?:(?:fall )?asleep|(?:i |we )(?:go to )?(?:sleep|bed)|(?:went|going|go) to (?:sleep|bed)|schlafe|ins bett|couche|dors|acuesto|duermo|leav\w*|depart\w*|set(?:ting)? off|start\w*|begin\w*|began|goes|go|takes? off|opens?|fahrt \w*|fahre|los|abfahrt|beginnt|startet|pars|part\w*|commence\w*|demarr\w*|sal\w*|empieza|empiezo|entr\w*|fiche|arranc\w*|embauche|anfange?|beginne)\b[^.,;?!]*\Z",
    re.IGNORECASE,
)
MUST_LEAVE = re.compile(
    r"\b(?:when|what time|how early)\b[^?.!;]*?\b(?:have to|need to|must|should|do i|shall|muss ich|soll ich|dois-je|faut-il|tengo que|debo)\b[^?.!;]*?\b(?:leave|set off|set out|go|los\w*|weg|aufbrechen|partir|salir)\b",
    re.IGNORECASE,
)
WAY_TAKES = re.compile(
    r"\b(?:trip|drive|journey|commute|way|ride|walk|bus|train|fahrt|weg|trajet|trayecto|camino)\b[^?.!;]{0,25}\b(?:takes?|is|lasts?|dauert|dure|prend|dura|tarda)\b"
    r"|\d ?(?:min\w*|hours?|h)(?:-| )(?:[a-z]+ )?(?:walk|drive|ride|trip|journey|commute|away|fussweg|fahrt|zu fuss|entfernt|a pied|of trajet|de trajet|of route|a pie|of camino|andando)\b",
    re.IGNORECASE,
)
RELATION_WORDS = (LATE, EARLY, PLANNED, STARTS_OFF, ADDS)


GOAL_AT = re.compile(  # in front of a time at which something is to be ready
    r"\b(?:(?:want|need|would like|have|has|must|should|ought|going|plan)s?(?: (?:it|them|to|this|that|everything|the [a-z]+))* (?:to )?(?:be |have |get |put |serve |eat |bake |start )?[^.?!;,]{0,35}|(?:be |is |are )?(?:ready|done|served?|on the table|in the oven)[^.?!;,]{0,12}|must|soll[^.?!;,]{0,30}|fertig[^.?!;,]{0,12}|(?:doit|pret)[^.?!;,]{0,25}|list[oa][^.?!;,]{0,12})(?:\b(?:at|by|around|for|um|bis|a|pour|a las|para) )?\Z",
    re.IGNORECASE,
)
ASKS_TO_BEGIN = re.compile(  # "when do i knead", not "when do i arrive"
    r"\b(?:when|what time|by when|how early|wann|quand|a quelle heure|cuando|a que hora) (?:do|should|must|shall|would|did|muss|soll\w*|dois|faut|tengo|debo|hay)(?:[ -](?:i|we|you|one|ich|wir|man|je|nous|on|il|que)) (?!(?:be|get|arrive|come|finish|end|land|reach|eat|have|ankommen|fertig|arriver|finir|llegar|terminar|acabar)\b)[a-z]+",
    re.IGNORECASE,
)


def direction(text: str, clock_start: int) -> int:
    """Return 1 when a time of day plus a duration is asked for, -1 for minus, and 0 when nothing in the message says.

    A delay is taken off where the plan is asked for, and a journey where the start is.
    """
    asked = question_part(text)
    if LATE.search(text) or EARLY.search(text):
        plan_asked = PLANNED.search(asked) is not None
        return (-1 if plan_asked else 1) * (-1 if EARLY.search(text) and not LATE.search(text) else 1)
    if WHEN_DID.search(text) and ARRIVES.search(text[:clock_start]):
        return -1
    if MUST_LEAVE.search(text) and WAY_TAKES.search(text):
        return -1
    if GOAL_AT.search(text[:clock_start]) and ASKS_TO_BEGIN.search(asked):
        return -1
    if STARTS_OFF.search(text) and not LEAVES_AT.search(text[:clock_start]):
        return -1
    return 0


def question_part(text: str) -> str:
    """Return the part of a message that asks: from its last question word on, back to the beginning of the part."""
    found = [part for part in re.split(r"[.;!?]\s|, |\n| but | and ", text) if ASKS.search(part)]
    return found[-1] if found else ""


LENGTH_PARTS = re.compile(r"(?<![\d:.,/-])(?:(?P<h>\d{1,3}):)?(?P<m>\d{1,3}):(?P<s>[0-5]\d)(?![\d:]|\.\d)")
IN_MINUTES = re.compile(
    r"\b(?:runs?|laps?|splits?|songs?|tracks?|videos?|clips?|intervals?|legs?|races?|laufe?n?|runden|lieder|chansons?|morceaux|courses?|canciones|vueltas|carreras)\b",
    re.IGNORECASE,
)


def summed_lengths(text: str) -> Answer | None:
    """Answer what several lengths in minutes and seconds make together, of which one has hours or which are of runs; None for others."""
    found = list(LENGTH_PARTS.finditer(text))
    has_hours = any(one["h"] for one in found)
    if len(found) < 2 or not ADDS.search(text) or not (has_hours or IN_MINUTES.search(text)):
        return None
    gaps = [text[one.end() : other.start()] for one, other in pairwise(found)]
    if any(re.search(r"[-–]|\b(?:minus|less|weniger|moins|menos|to|bis|until)\b", gap) for gap in gaps):
        return None
    seconds = sum(int(one["h"] or 0) * 3600 + int(one["m"]) * 60 + int(one["s"]) for one in found)
    said = (
        f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}"
        if seconds >= 3600
        else f"{seconds // 60}:{seconds % 60:02}"
    )
    return f"Together that is **{said}** ({plural(seconds, 'second')}).", {"kind": "duration", "minutes": seconds // 60}


LENGTHS_TOOK = re.compile(
    r"\b(?:took|were|lasted|dauerten|waren|ont (?:dure|pris)|duraron|(?:two|three|four|five|six|2|3|4|5|6)(?= (?:[a-z]+ )?(?:runs|laps|splits|songs|tracks|videos|clips|intervals|legs|races)))\b",
    re.IGNORECASE,
)


def summed_places(text: str) -> list[tuple[int, int]]:
    """Return the places of the lengths that were added up, and of the words that say so; [] for other questions."""
    if summed_lengths(text) is None:
        return []
    patterns = (LENGTH_PARTS, ADDS, IN_MINUTES, LENGTHS_TOOK)
    return [match.span() for pattern in patterns for match in pattern.finditer(text)]


BREAK_OFF = re.compile(  # "minus 45 min break": what is taken off a span is no second sum
    r"\b(?:breaks?|pause\w*|lunch|unpaid|descanso|dejeuner|(?:minus|less|without|abzuglich|weniger|moins|menos) (?:an? |the )?(?:\d{1,3} ?(?:h\b|hours?|min\w*)|half))\b",
    re.IGNORECASE,
)


CLOCK_LEAD = re.compile(
    r"\b(?:at|from|until|till|since|around|about|by|um|ab|von|bis|seit|gegen|a las|las|vers|des)(?: (?:about|around|etwa|ca\.?))? \Z",
    re.IGNORECASE,
)


RANGE_OF_TIMES = re.compile(r"\d:[0-5]\d[-–]\d{1,2}:[0-5]\d")  # 8:00-12:30: both are times of day


def is_span_of_shift(text: str, gap: str, end: int) -> bool:
    """Return whether two times are a span: "14:00 - 22:30", or "shift 21:45, 06:15 minus 45 min break", where a break is taken off."""
    has_break = BREAK_OFF.search(text, end) is not None
    if gap in (" - ", " – "):
        return has_break or not ADDS_UP.search(text)
    return has_break and not SUM_WORD.search(text)


def summed_times(text: str) -> Answer | None:
    """Answer what several durations of hours and minutes make together; one behind a minus is taken off."""
    if (lengths := summed_lengths(text)) is not None:
        return lengths
    found = list(HOURS_AND_MINUTES.finditer(text))
    if len(found) < 2 or not ADDS.search(text) or RANGE_OF_TIMES.search(text):
        return None
    gaps = [text[one.end() : other.start()] for one, other in pairwise(found)]
    if any(SPAN_BETWEEN.fullmatch(gap) and not re.fullmatch(r" [-–] ", gap) for gap in gaps):
        return None
    if len(found) == 2 and is_span_of_shift(text, gaps[0], found[1].end()):
        return None
    if len(found) == 2 and ENDS_AT.search(gaps[0]):  # "a shift starts 21:45 and ends 6:20" is a span
        return None
    if any(COMES_OR_GOES.search(gap) for gap in gaps):
        return None
    if len(found) == 2 and not ADDS_UP.search(text) and any(CLOCK_LEAD.search(text[: one.start()]) for one in found):
        return None  # "i started my shift at 21:45 and got out at 7:20"
    signs = [1] + [-1 if re.search(r"\b(?:minus|less|weniger|moins|menos)\b|[-–] ?\Z", gap) else 1 for gap in gaps]
    minutes = sum(sign * (int(one["hours"]) * 60 + int(one["minutes"])) for sign, one in zip(signs, found, strict=True))
    size = abs(minutes)
    said = f"{'-' if minutes < 0 else ''}{size // 60} h {size % 60} min"
    told = f"Together that is **{said}** ({plural(minutes, 'minute')}).{against_contract(text, minutes)}"
    return told, {"kind": "duration", "minutes": minutes}


CONTRACT = re.compile(
    r"\b(?:contract|contracted|target|should be|supposed to be|vertrag\w*|soll\w*|contrat|contrato)\b[^\d.?!]{0,20}(?P<n>\d{1,4}(?:[.,]\d{1,2})?) ?(?:(?P<small>min(?:utes?)?)|h|hrs?|hours?|stunden|heures?|horas?)\b",
    re.IGNORECASE,
)


def against_contract(text: str, minutes: int) -> str:
    """Return how a sum of hours stands to the contract that a message names, "" without one."""
    told = CONTRACT.search(text)
    if told is None:
        return ""
    size = float(told["n"].replace(",", ".")) / (60 if told["small"] else 1)
    gap = minutes - round(size * 60)
    way, short = "more" if gap > 0 else "less", abs(gap)
    return (
        f" That is **{short // 60} h {short % 60} min {way}** than {size:g} h."
        if gap
        else f" That is exactly {size:g} h."
    )
