"""When a roast goes in, or is done, by its weight and a time for each pound or kilo: "14 pounds, 20 min per pound"."""

import re

from config.builtins.date_calculator.delayed_trips import MINUTES_OF_DAY
from config.builtins.date_calculator.reading import Answer, Asked, duration_matches
from config.builtins.date_calculator.time_spans import SECONDS, span_text
from config.builtins.date_calculator.zones import CLOCK, clock
from config.builtins.wording import fill_in, localized

WEIGHT_NAMES = r"(?:pounds?|lbs?|kg|kilos?|kilograms?|pfund|livres?|libras?)"
WEIGHT = re.compile(rf"(?<![\w.,:/])(?P<n>\d{{1,3}}(?:[.,]\d{{1,2}})?)[ -]?(?P<unit>{WEIGHT_NAMES})\b", re.IGNORECASE)
TIME_EACH = re.compile(
    rf" ?(?:per|par|pro|por|je|an?|each|every|for (?:each|every|a)|/|le|la|el) ?(?:1 )?(?P<unit>{WEIGHT_NAMES})\b",
    re.IGNORECASE,
)
RESTS = re.compile(r"\b(?:rest\w*|stand\w*|ruh\w*|repos\w*|reposar|cool\w*)\b", re.IGNORECASE)
MORE_TIME = re.compile(r"\b(?:plus|and|extra|on top|more|und|et|y|mas|zusatzlich)\W*\Z|[+]\s*\Z", re.IGNORECASE)
GOES_IN_ASKED = re.compile(
    r"\b(?:when|what time)\b[^?.!]{0,30}?\b(?:oven|in|on|start|begin|put|cook\w*|roast\w*|ofen|rein|los|anfangen|four|mettre|enfourner|horno|meter|poner|empezar|preheat)\b",
    re.IGNORECASE,
)
DONE_ASKED = re.compile(
    r"\b(?:when|what time)\b[^?.!]{0,30}?\b(?:ready|done|finished|out|eat|serve|carve|fertig|pret\w*|sort\w*|listo|lista|comer|essen)\b",
    re.IGNORECASE,
)
ANY_ASKED = re.compile(r"[?]|\b(?:when|what|how|which|wann|wie|quand|combien|cuando|cuanto)\b", re.IGNORECASE)
EATEN_AT = re.compile(
    r"\b(?:eat|eating|serve[ds]?|dinner|lunch|supper|ready|on the table|table|meal|essen|gegessen|tisch|fertig|mange\w*|repas|servir|comemos|comer|cenamos|cenar|guests)\b[^.?!;\d]{0,25}\Z",
    re.IGNORECASE,
)
PUT_IN_AT = re.compile(r"\b(?:in|oven|start\w*|put|goes|went|ofen|rein|four|horno)\b[^.?!;\d]{0,20}\Z", re.IGNORECASE)
OVEN_TEXTS = {
    "en": ("It goes in at **{start}**: {n} × {each} = {cook}{more}, done at {done}{rest}.", "Ready at **{done}**: in at {start}, {n} × {each} = {cook}{more}{rest}."),
    "de": ("Um **{start}** kommt es hinein: {n} × {each} = {cook}{more}, fertig um {done}{rest}.", "Fertig um **{done}**: ab {start}, {n} × {each} = {cook}{more}{rest}."),
    "fr": ("À enfourner à **{start}** : {n} × {each} = {cook}{more}, cuit à {done}{rest}.", "Prêt à **{done}** : au four à {start}, {n} × {each} = {cook}{more}{rest}."),
    "es": ("Entra a las **{start}**: {n} × {each} = {cook}{more}, hecho a las {done}{rest}.", "Listo a las **{done}**: dentro a las {start}, {n} × {each} = {cook}{more}{rest}."),
}  # fmt: skip
REST_TEXTS = {
    "en": ", rested until {end}",
    "de": ", geruht bis {end}",
    "fr": ", reposé jusqu'à {end}",
    "es": ", reposado hasta las {end}",
}
RESTING = {"en": " of rest", "de": " Ruhe", "fr": " de repos", "es": " de reposo"}
SAME_WEIGHT = {"p": "lb", "l": "lb", "k": "kg"}


def minutes_by_use(asked: Asked) -> dict[str, int] | None:
    """Return the minutes that are told for each weight, for a rest and on top; None where one is for something else."""
    found = {"each": 0, "rest": 0, "more": 0}
    for match, (count, unit) in zip(duration_matches(asked.rest), asked.durations, strict=True):
        around = asked.text[max(0, match.start() - 35) : match.start()]
        around = re.split(r"[,.;]", around)[-1]
        behind = re.split(r"[,.;]| and ", asked.text[match.end() : match.end() + 30])[0]
        each = TIME_EACH.match(asked.text, match.end())
        use = "each" if each else "rest" if RESTS.search(around) or RESTS.search(behind) else ""
        use = use or ("more" if MORE_TIME.search(asked.text[: match.start()]) else "")
        if unit not in ("minute", "hour") or not use or found[use]:
            return None
        found[use] = count * SECONDS[unit] // 60
    return found if found["each"] else None


def oven_time(asked: Asked, language: str) -> tuple[Answer, list[tuple[int, int]]] | None:
    """Return when a roast goes in or is done, from its weight, the time for each unit of it, and one time of day."""
    clocks, lengths = list(CLOCK.finditer(asked.rest)), duration_matches(asked.rest)
    weights = list(WEIGHT.finditer(asked.rest))
    rates = [match for one in lengths if (match := TIME_EACH.match(asked.text, one.end()))]
    if len(clocks) != 1 or len(weights) != 1 or len(rates) != 1 or asked.dates:
        return None
    if SAME_WEIGHT[weights[0]["unit"][0].lower()] != SAME_WEIGHT[rates[0]["unit"][0].lower()]:
        return None
    uses = minutes_by_use(asked)
    lead = asked.text[: clocks[0].start()]
    is_bare = not ANY_ASKED.search(asked.text)
    is_back = (is_bare or GOES_IN_ASKED.search(asked.text) is not None) and EATEN_AT.search(lead) is not None
    is_ahead = DONE_ASKED.search(asked.text) is not None and PUT_IN_AT.search(lead) is not None
    if uses is None or is_back == is_ahead:
        return None
    cook = round(float(weights[0]["n"].replace(",", ".")) * uses["each"])
    told = clock(clocks[0]).hour * 60 + clock(clocks[0]).minute
    start = told - uses["rest"] - uses["more"] - cook if is_back else told
    done = start + cook + uses["more"]
    rested = f", {uses['rest']} min" if uses["rest"] else ""
    end = fill_in(REST_TEXTS[language], end=time_told(done + uses["rest"]))
    words = {
        "start": time_told(start),
        "done": time_told(done if is_back else done + uses["rest"]),
        "n": localized(weights[0]["n"].replace(",", "."), language),
        "each": f"{uses['each']} min",
        "cook": span_text(60 * cook),
        "more": f" + {uses['more']} min" if uses["more"] else "",
        "rest": "" if not rested else end if is_back else rested + RESTING[language],
    }
    output = {"kind": "clock", "minutes": cook + uses["more"] + uses["rest"]}
    used = [one.span() for one in (*clocks, *weights, *rates, *lengths)]
    return (fill_in(OVEN_TEXTS[language][is_ahead], **words), output), used


def time_told(minutes: int) -> str:
    """Return minutes of a day as a time."""
    return f"{minutes % MINUTES_OF_DAY // 60:02d}:{minutes % 60:02d}"
