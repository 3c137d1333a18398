"""Days that follow from a told term: the notice of a contract, a pack of so many a day, a series of payments, a week of a plan."""

import calendar
import re
from datetime import date, timedelta
from typing import Any

from config.builtins.date_calculator.reading import COUNT, COUNTS, Answer, Asked, Found, added, duration_matches, shown
from config.builtins.date_calculator.terms import NOTICE, PERIOD_END
from config.builtins.wording import plural

COUNTED_BY = rf"(?:\d{{1,4}}|(?!an? |hundred)(?:{COUNT})\b)"


def told_term(asked: Asked) -> Answer | None:
    """Return the day that follows from a term told with its start, its length or its parts; None for other messages."""
    return (
        due_by_weeks(asked)
        or born_by_age(asked)
        or contract_notice(asked)
        or pack_end(asked)
        or series_end(asked)
        or plan_week(asked)
    )


def day_output(day: date, start: date) -> dict[str, Any]:
    """Return a day that is counted from another one as data."""
    return {
        "kind": "date",
        "from": start.isoformat(),
        "date": day.isoformat(),
        "weekday": calendar.day_name[day.weekday()],
    }


def count_of(text: str) -> int:
    """Return a number in figures or words."""
    return int(text) if text.isdigit() else COUNTS[text.lower()]


WEEKS_PREGNANT = re.compile(
    r"(?P<weeks>\d{1,2}) weeks?(?:,? (?:and |und |et |y |\+ ?)?(?P<days>[0-6]) days?)? (?:pregnant|along|schwanger|enceinte|embarazada)\b|\b(?:pregnant|schwanger|enceinte|embarazada)\b[^.?!\d]{0,20}(?P<weeks2>\d{1,2}) weeks?\b",
    re.IGNORECASE,
)
DUE_ASKED = re.compile(
    r"\bdue\b|\bwhen (?:is|will) (?:the |my |her )?(?:baby|birth|delivery)|\b\w*termin\b|\bterme\b|\baccouche\w*|\b(?:fecha de )?parto\b",
    re.IGNORECASE,
)
PREGNANT_FOR = 280  # days from the first day of the last period


def due_by_weeks(asked: Asked) -> Answer | None:
    """Answer when a baby is due from how many weeks somebody is pregnant today, or on a day."""
    match = WEEKS_PREGNANT.search(asked.rest)
    if match is None or not DUE_ASKED.search(asked.text) or len(asked.dates) > 1:
        return None
    passed = 7 * int(match["weeks"] or match["weeks2"]) + int(match["days"] or 0)
    on = asked.dates[0].day if asked.dates else asked.today
    due = on + timedelta(days=PREGNANT_FOR - passed)
    return (
        f"{plural(passed, 'day')} of {PREGNANT_FOR} have passed on {shown(on)}: the due date is **{shown(due)}**.",
        day_output(due, on),
    )


TURNED_AGE = re.compile(
    r"\b(?:turn(?:s|ed)?|wurde|wird|a eu|aura|cumplio|cumple) (?P<age>\d{1,3})(?: (?:years?|jahre|ans|anos)(?: old)?)? (?:on|am|le|el)(?: the)? \Z",
    re.IGNORECASE,
)
AGE_TURNED = re.compile(r"\b(?:turn(?:s|ed)?|wurde|wird|aura|cumplio|cumple) \d{1,3}\b", re.IGNORECASE)
BIRTH_ASKED = re.compile(
    r"\bwhen (?:was|is) (?:he|she|i|it|they|[a-z]+) born\b|\b(?:birth ?date|date of birth|birth year)\b|\bwann (?:ist|wurde) (?:er|sie|ich) geboren\b",
    re.IGNORECASE,
)


def born_by_age(asked: Asked) -> Answer | None:
    """Answer when somebody was born who turned an age on a day."""
    if not asked.dates or not BIRTH_ASKED.search(asked.text):
        return None
    day, age = asked.dates[0].day, TURNED_AGE.search(asked.text[: asked.dates[0].start])
    if age is None:
        return None
    born = added(day, -12 * int(age["age"]), "month")
    return f"Who turns {age['age']} on {shown(day)} was born on **{shown(born)}**.", day_output(born, day)


NEAR_NOTICE = re.compile(
    r"\b(?:notice|notify|kundig\w*|frist|preavis|preaviso|avis\w*|prevenir|bescheid|cancel\w*|terminat\w*|resiliation|resilier|cancelar|rescindir|advance)\b",
    re.IGNORECASE,
)
NOTICE_ASKED = re.compile(
    r"\b(?:latest|last (?:day|date|chance|moment)|deadline|by when|until when|till when|hasta cuando|jusqu'a quand|how late|hand in|give notice|give my notice|send|must|have to|need to|should|spatestens|muss|wann|when|dernier|derniere|au plus tard|quand|ultimo|mas tardar|cuando)\b",
    re.IGNORECASE,
)
RUNS_FOR_LENGTH = re.compile(
    r"\b(?:runs?|running|lasts?|lasting|for|over|term(?: of| is)?|minimum(?: term)?(?: of)?|length(?: of)?|duration(?: of)?|fixed(?: for)?|lauft|laufzeit(?: von)?|mindestlaufzeit(?: von)?|dauert?|fur|uber|pour|dure|duree(?: (?:de|of))?|dura|duracion(?: (?:de|of))?|por|of|a|an|the|my) \Z",
    re.IGNORECASE,
)
LENGTH_BEHIND = re.compile(
    r"[ -](?:contract|term|lease|subscription|membership|deal|plan|vertrag|abo|laufzeit|contrat|contrato)\b",
    re.IGNORECASE,
)
TERM_BEGINS = re.compile(
    r"\b(?:start(?:s|ed|ing)?|beg[aiu]n(?:s|ning)?|from|since|signed|joined|took out|as of|commence\w*|beginnt|begann|begonnen|seit|ab|abgeschlossen|unterschrieben|depuis|a partir|debut\w*|desde|empez\w*|empieza|comenz\w*|firm\w*|inicio)(?: (?:on|the|of|am|le|el|dated|de[mnr])){0,2} ?:? ?\Z",
    re.IGNORECASE,
)
TERM_ENDS = re.compile(
    r"\b(?:until|till|through|ends?|ending|expires?|runs out|to|by|out|leave|leaving|move out|zum|bis|endet|per|raus|ausziehen|expire|finit|termine|jusqu'au|quitter|hasta|termina|vence|acaba)(?: (?:on|the|by|am|le|el|at|dem|zum)){0,2} ?:? ?\Z",
    re.IGNORECASE,
)
STRICT_END = re.compile(
    r"\b(?:until|till|through|ends?|ending|expires?|runs out|runs to|out (?:by|on)|gone by|leave (?:by|on)|moving? out(?: by| on)?|ausziehen|endet|(?:lauft|bis)(?: zum)?|expire|finit|termine|jusqu'au|hasta|termina|vence|acaba|finaliza|caduca)(?: (?:on|the|am|le|el|at|dem|zum)){0,2} ?:? ?\Z",
    re.IGNORECASE,
)
GIVEN_THEN = re.compile(  # a notice that is given on the day: its end is asked for
    r"\b(?:hand(?:ed|ing)? (?:it |my notice |the notice )?in|gave notice|given notice|(?<!must )(?<!should )(?<!do )(?<!to )(?<!can )i (?:give|gave) (?:my )?notice|resign(?:ed|ing)?|gekundigt|kundige (?:ich )?(?:am|heute)|demissionn\w*|renunci\w*)\b",
    re.IGNORECASE,
)
NOTICE_TEXT = "The term ends on {end}; {said} before that is **{day}**: the notice must be there by then."


def contract_notice(asked: Asked) -> Answer | None:
    """Answer by when a contract must be cancelled whose end is told, or follows from its start and length."""
    if not NEAR_NOTICE.search(asked.text) or not NOTICE_ASKED.search(asked.text):
        return None
    lengths = duration_matches(asked.rest)
    notices = [one for one in lengths if is_notice(asked.rest, one)] or (lengths if len(lengths) == 1 else [])
    others = [one for one in lengths if one not in notices]
    named = [one for one in asked.dates if not PERIOD_END.search(asked.text[one.start : one.end])]
    if len(notices) != 1 or len(named) != 1 or len(others) > 1 or named[0].day == asked.today:
        return None
    end = end_of_term(asked, named[0], others)
    if end is None:
        return None
    count, unit = count_of(notices[0]["n"]), unit_of(notices[0])
    is_whole = bool(others) or PERIOD_END.search(asked.text) is not None  # from the end of a month to one
    day = added(end + timedelta(days=1), -count, unit) - timedelta(days=1) if is_whole else added(end, -count, unit)
    said = plural(count, unit.replace("work ", "working "))
    sentence = NOTICE_TEXT.replace("{end}", shown(end)).replace("{said}", said).replace("{day}", shown(day))
    return sentence, {**day_output(day, end), "term_end": end.isoformat()}


def unit_of(match: "re.Match[str]") -> str:
    """Return the unit of a length of time."""
    return ("work " if match["work"] else "") + match["unit"].lower().rstrip("s")


def is_notice(rest: str, one: "re.Match[str]") -> bool:
    """Return whether a length of time is that of a notice: the word stands beside it, in the same clause."""
    behind = re.match(r"[^.;?!,]{0,30}", rest[one.end() :])
    ahead = re.search(r"[^.;?!,]{0,30}\Z", rest[: one.start()])
    before = ahead.group() if ahead else ""
    if re.search(r"\d", before):
        before = before[max(place.end() for place in re.finditer(r"\d+ ?[a-z]*", before)) :]
    after = behind.group() if behind else ""
    return NEAR_NOTICE.search(after) is not None or NEAR_NOTICE.search(before) is not None


def end_of_term(asked: Asked, named: Found, lengths: list["re.Match[str]"]) -> date | None:
    """Return the last day of a term: the told one where no length is told, else that before the day the length leads to."""
    before = asked.text[max(0, named.start - 40) : named.start]
    if not lengths:
        is_end = STRICT_END.search(before) or (TERM_ENDS.search(before) and PERIOD_END.search(asked.text))
        return named.day if is_end and not GIVEN_THEN.search(asked.text) else None
    length = lengths[0]
    is_length = RUNS_FOR_LENGTH.search(asked.rest[: length.start()]) or LENGTH_BEHIND.match(asked.rest, length.end())
    if TERM_BEGINS.search(before) is None or not is_length or unit_of(length).startswith("work"):
        return None
    return added(named.day, count_of(length["n"]), unit_of(length)) - timedelta(days=1)


PIECES = (
    r"(?:pills?|tablets?|capsules?|pieces?|doses?|sachets?|patches|lenses|pads|filters?|eggs|cans|bottles|nappies|diapers|packets?|portions|servings|teabags|tea bags|ampoules|vials?|strips|in (?:the|a|one) (?:pack|box|bottle|packet)|"
    r"tabletten?|stuck|kapseln?|pillen?|dosen|beutel|windeln|pflaster|comprimes?|gelules?|cachets?|pilules?|sachets|couches|doses|pastillas|comprimidos?|capsulas|pildoras|sobres|panales|unidades)"
)
PACK = re.compile(
    rf"(?<![\w.,])(?P<n>\d{{1,4}})[ -](?:[a-z]+ )?{PIECES}\b|\b(?:pack|box|bottle|packet|packung|schachtel|boite|caja) (?:of|with|mit|zu|de|a|has|contains|holds|hat) (?P<n2>\d{{1,4}})\b",
    re.IGNORECASE,
)
EACH_DAY_USED = re.compile(
    rf"(?<![\w.,])(?P<n>{COUNTED_BY}|an?)(?: (?!day)[a-z]+){{0,2}} (?:(?:a|per|each|every|pro|am|jeden|par|al|por|chaque|cada|the) day|daily|taglich|quotidien\w*|diari\w*)\b"
    rf"|\b(?:each|every|jeden|chaque|cada|per|pro|taglich|daily)(?: day)? (?:[a-z]+ )?(?P<n2>{COUNTED_BY})\b|\b(?P<twice>twice|zweimal) (?:a|per|am|each|every|pro) day\b|\b(?P<second>every (?:other|second) day|jeden (?:second|2\.) day|alle (?:2|two) days)\b"
    r"|\b(?P<once>once (?:a|per|each|every) day|einmal am day|taglich|daily|every day|each day|jeden day|chaque day|cada day)\b",
    re.IGNORECASE,
)
PACK_ASKED = re.compile(
    r"\b(?:last|run out|runs out|finish\w*|empty|gone|used up|new|next|another|refill\w*|reorder|order|without|need|until when|how long|enough|letzte\w*|alle|leer|neue\w*|nachste\w*|reich\w*|dernier\w*|fini\w*|nouvelle|prochaine|ultim[oa]s?|acab\w*|termin\w*|nuev[oa]|dura\w*|when|which day|what date)\b",
    re.IGNORECASE,
)
NEW_PACK = re.compile(
    r"\b(?:new|next|another|refill\w*|reorder|order|without|neue\w*|nachste\w*|nouvelle|prochaine|nuev[oa]|run out|runs out|empty|used up)\b",
    re.IGNORECASE,
)
FIRST_ONES = re.compile(rf"\b(?:first|ersten?|premi\w+|primer\w*) (?:{COUNTED_BY})\b", re.IGNORECASE)


def pack_end(asked: Asked) -> Answer | None:
    """Answer until which day a pack lasts of which so many are taken each day from a day on."""
    pack, daily = PACK.search(asked.rest), EACH_DAY_USED.search(asked.rest)
    if AMOUNT_ASKED.search(asked.rest):
        return None
    if pack is None or daily is None or len(asked.dates) != 1 or not PACK_ASKED.search(asked.rest):
        return None
    rest = FIRST_ONES.sub(" ", asked.rest.replace(pack.group(), " ").replace(daily.group(), " "))
    if re.search(r"\d", rest):
        return None
    count = int(pack["n"] or pack["n2"])
    told = daily["n"] or daily["n2"]
    each = (1 if told.lower() in ("a", "an") else count_of(told)) if told else 2 if daily["twice"] else 1
    days = -(-count // each) * (2 if daily["second"] else 1)
    start = asked.dates[0].day
    last, following = start + timedelta(days=days - 1), start + timedelta(days=days)
    length = f"{plural(days, 'day')} from {shown(start)} on"
    if NEW_PACK.search(asked.rest):
        return f"They last {length}, to {shown(last)}; the next ones are needed on **{shown(following)}**.", day_output(
            following, start
        )
    return f"They last {length}: the last day is **{shown(last)}**.", day_output(last, start)


STEPS_OF = {"week": ("week", 1), "fortnight": ("week", 2), "biweek": ("week", 2), "month": ("month", 1), "quarter": ("month", 3), "year": ("month", 12), "annual": ("month", 12), "dai": ("day", 1)}  # fmt: skip
SERIES = re.compile(
    rf"(?<![\w.,])(?P<n>{COUNTED_BY}) (?:equal )?(?P<step>fortnight|biweek|week|month|quarter|year|annual|dai)\w*"
    r" (?:[a-z]+ )?(?:payments?|instal?ments?|rates?|sessions?|lessons?|classes|meetings?|deliver\w+|boxes|issues|doses|injections?|appointments?|treatments?|visits?|parts|raten?|zahlungen|termine|lieferungen|stunden|mensualites|versements|seances|echeances|cuotas|pagos|sesiones|clases|entregas)\b",
    re.IGNORECASE,
)
MONTHLY_ELSEWHERE = re.compile(  # "36 mensualites", "24 Monatsraten"
    rf"(?<![\w.,])(?P<n>{COUNTED_BY}) (?:(?P<month>mensualites|monatsraten|mensualidades|cuotas mensuales|pagos mensuales|monatliche raten)|(?P<week>wochenraten|seances hebdomadaires|sesiones semanales|wochentliche termine))\b",
    re.IGNORECASE,
)
LAST_OF_SERIES = re.compile(
    r"\b(?:last|final|end|over|finished|paid off|letzte\w*|ende|dernier\w*|fin\w*|ultim[oa]|acab\w*)\b", re.IGNORECASE
)
FIRST_AHEAD = re.compile(
    r"\b(?:first|1st|start\w*|beginn?\w*|from|erste\w*|ab|premi\w*|primer\w*|desde|commen\w*|empiez\w*)\b[^.;?!\d]{0,25}\Z",
    re.IGNORECASE,
)


AMOUNT_ASKED = re.compile(  # of packs or of money, not of days
    r"\bhow many (?:packs?|boxes|bottles|packets|refills)\b|\bhow much\b|\b(?:amount|cost|price|sum)\b[^.;]{0,20}\?|\bwie ?viele (?:packungen|schachteln)\b|\bcombien de boites\b|\bcuantas cajas\b",
    re.IGNORECASE,
)


def series_end(asked: Asked) -> Answer | None:
    """Answer when the last of so many weekly, monthly or yearly payments or sessions is."""
    match = SERIES.search(asked.rest) or MONTHLY_ELSEWHERE.search(asked.rest)
    if (
        match is None
        or AMOUNT_ASKED.search(asked.rest)
        or not LAST_OF_SERIES.search(asked.rest)
        or not 1 <= len(asked.dates) <= 2
    ):
        return None
    first = [one for one in asked.dates if FIRST_AHEAD.search(asked.text[: one.start])]
    if len(first) > 1:
        first = [
            one
            for one in first
            if re.search(
                r"\b(?:first|1st|erste\w*|premi\w*|primer\w*)\b[^.;?!\d]{0,25}\Z",
                asked.text[: one.start],
                re.IGNORECASE,
            )
        ]
    if len(first) != 1 or re.search(r"\d", asked.rest.replace(match.group(), " ")):
        return None
    count = count_of(match["n"])
    groups = match.groupdict()
    step = groups.get("step") or ("month" if groups.get("month") else "week")
    unit, size = STEPS_OF[step.lower()]
    day = added(first[0].day, (count - 1) * size, unit)
    return f"The last of {count} is on **{shown(day)}**, counted from {shown(first[0].day)} as the first.", day_output(
        day, first[0].day
    )


WEEK_OF_PLAN = re.compile(
    rf"\b(?:when (?:is|does|will|do i (?:start|begin|reach|get to))|what (?:date|day)s? (?:is|does)|which (?:date|day)s? (?:is|does)|when do we (?:start|begin|reach)|wann (?:ist|beginnt|fangt)|when (?:ist|beginnt|fangt)|quand (?:est|commence)|when (?:est|commence|empieza|es)|cuando (?:es|empieza))(?: the)?(?: start of)?"
    rf"(?: (?:la|die|the|le))? (?P<unit>week|day) (?P<n>{COUNTED_BY})\b(?! (?:of|in) (?:19|20)\d\d)",
    re.IGNORECASE,
)
PLAN_STARTS = re.compile(
    r"\b(?:start\w*|beg[aiu]n\w*|begin\w*|first day|day (?:1|one)|week (?:1|one)|commence\w*|empiez\w*|empec\w*|from)\b[^.;?!\d]{0,30}(?:\d{1,2}[ -](?:week|day|month)\w*[^.;?!\d]{0,30})?\Z",
    re.IGNORECASE,
)
CALENDAR_WEEK = re.compile(r"\b(?:calendar|iso|kw|week number|of the year)\b", re.IGNORECASE)


def plan_week(asked: Asked) -> Answer | None:
    """Answer when a week or day of a plan is that starts on a day: "12 weeks from 7 September, when is week 9?"."""
    match = WEEK_OF_PLAN.search(asked.text)
    if match is None or len(asked.dates) != 1 or CALENDAR_WEEK.search(asked.text):
        return None
    start = asked.dates[0]
    if not PLAN_STARTS.search(asked.text[: start.start]):
        return None
    size, count = (7 if match["unit"].lower() == "week" else 1), count_of(match["n"])
    day = start.day + timedelta(days=size * (count - 1))
    output = day_output(day, start.day)
    if size == 1:
        return f"Day {count} is **{shown(day)}**, with {shown(start.day)} as day 1.", output
    end = day + timedelta(days=6)
    return (
        f"Week {count} begins on **{shown(day)}** and ends on {shown(end)}, with {shown(start.day)} as the first day of week 1.",
        output,
    )


TERM_PARTS = (
    PACK,
    EACH_DAY_USED,
    FIRST_ONES,
    SERIES,
    MONTHLY_ELSEWHERE,
    WEEK_OF_PLAN,
    NOTICE,
    PERIOD_END,
    NEAR_NOTICE,
    AGE_TURNED,
    BIRTH_ASKED,
    WEEKS_PREGNANT,
    DUE_ASKED,
)


def term_places(asked: Asked) -> list[tuple[int, int]]:
    """Return the places of the words by which a term is told, and of the lengths beside them."""
    lengths = [one.span() for one in duration_matches(asked.rest)]
    return [match.span() for pattern in TERM_PARTS for match in pattern.finditer(asked.rest)] + lengths
