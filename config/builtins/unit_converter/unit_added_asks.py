"""What is asked beside a conversion: a second unit, the difference of the results, so many degrees less, the same for 100 g."""

import re
from collections.abc import Callable
from decimal import Decimal
from typing import Any

from config.builtins.unit_converter.table import UK
from config.builtins.unit_converter.unit_names import FLAGS, NAME, UNITS, Unit, meanings, named, row
from config.builtins.wording import blanked, fill_in, fold, localized, merged

Made = dict[str, Any]
AnswerText = Callable[[str], Made]
DEGREES = r"(?:(?:degrees?|deg|grad|degres?|grados?)(?!\w)|°)"
DEGREES_OFF = re.compile(  # "a fan oven, so knock off another 20 degrees"
    rf"[,;.]? ?(?:\b(?:and|so|but|then|now|please|und|also|et|y) ){{0,2}}(?:(?P<less>\b(?:knock|take|turn|bring|go|subtract\w*|deduct\w*|minus|less|reduc\w*|lower\w*|drop\w*|zieh\w*|abzuglich|weniger|moins|enleve\w*|retire\w*|menos|resta\w*|baja\w*)\b)|(?P<more>\b(?:add|plus|raise|increase|dazu|ajoute\w*|suma\w*)\b))"
    rf"(?: it| off| down| away| by| another| an extra| a further| extra| noch| weitere| encore| otros| otro| about| um| de){{0,4}} (?P<n>\d{{1,3}}(?:[.,]\d)?) ?{DEGREES}(?! ?(?:[cfk]\b|celsius|fahrenheit))(?: (?:off|less|more|again|ab|weniger))?(?: (?:for|because|since|wegen|pour|por)\b[^.?!]*)?(?: please| bitte)?"
    rf"|[,;.] ?(?:(?:and|then|but|und|dann|et|puis|y|luego) ){{0,2}}(?P<n2>\d{{1,3}}(?:[.,]\d)?) ?{DEGREES} (?:(?P<less2>less|lower|cooler|weniger|de moins|moins|menos)|(?P<more2>more|higher|hotter|mehr|de plus|mas))\b(?: (?:for|because|since|wegen|pour|por)\b[^.?!]*)?",
    re.IGNORECASE,
)
STEP_TEXTS = {
    "en": ("{n} degrees less: **{told}**", "{n} degrees more: **{told}**"),
    "de": ("{n} Grad weniger: **{told}**", "{n} Grad mehr: **{told}**"),
    "fr": ("{n} degrés de moins : **{told}**", "{n} degrés de plus : **{told}**"),
    "es": ("{n} grados menos: **{told}**", "{n} grados más: **{told}**"),
}
AND_DIFFERENCE = re.compile(
    r",? (?:and|plus|und|et|y) (?:(?:also|then|auch|aussi|tambien) )?(?:(?:what is|what's|tell me|give me) )?(?:the |den |die |la |le )?(?:difference|unterschied|differenz|ecart|diferencia)(?: between (?:them|the two|both)| too| as well)?[ ?.!]*\Z",
    re.IGNORECASE,
)
DIFFERENCE_LINE = {
    "en": "The difference is **{told}**.", "de": "Der Unterschied beträgt **{told}**.",
    "fr": "La différence est de **{told}**.", "es": "La diferencia es de **{told}**.",
}  # fmt: skip
SECOND_UNIT = re.compile(  # "how many litres is it, and US gallons for the chart?"
    rf",? (?:and|und|et|y) (?:also |auch |aussi |tambien )?(?:(?:how many|in|wie viele|combien de|cuant[oa]s) )?(?P<unit>(?:us |uk |imperial |british |american )?(?:{NAME}))(?![A-Za-z0-9])(?: (?:for|fur|pour|para) [^?.!\d]{{1,40}})?(?: (?:is|are) (?:it|that))?[ ?.!]*\Z",
    FLAGS,
)
FOR_A_PORTION = re.compile(  # what stays as it is: the figure of 100 g is converted for 100 g
    r"(?<=[a-z]) (?P<per>(?:per|pro|je|pour|par|por|for every|auf) (?:100 ?(?:g|ml|grams?|grammes?|gramm|gramos)\b|serving|portion|porcion|slice|scheibe|bar\b|biscuit|riegel))(?= ?(?:[?.!,;)]|\Z))",
    FLAGS,
)
BARE_UNIT = re.compile(rf"(?<=[.,;!?]) (?P<unit>{NAME})\?(?= \S)", FLAGS)  # "25 knots. kmh? and is it above …"
STEPS = (DEGREES_OFF, AND_DIFFERENCE, SECOND_UNIT, BARE_UNIT, FOR_A_PORTION)


def with_added_asks(text: str, language: str, answer_text: AnswerText) -> Made:
    """Return the answer to a message with what it asks beside its conversion; without such a wish the answer alone."""
    flat = re.sub(r"\s", " ", fold(text[:2_000]))
    for pattern, added in zip(STEPS, (stepped, with_gap, in_second_unit, in_second_unit, for_portion), strict=True):
        found = pattern.search(flat)
        if found is None or is_other_wish(pattern, flat, found):
            continue
        place = found.span("unit") if pattern is BARE_UNIT else found.span()  # a question mark ends a span
        made = answer_text(blanked(text, *place))
        is_open = pattern is DEGREES_OFF and made.get("general", False)  # no scale is wanted in which to count
        rows = made["output"]["conversions"] if made["status"] == "SUCCESS" and not is_open else []
        line = added(found, rows, language)
        if line:
            head, blank, notes = made["answer"].partition("\n\n")
            answer = f"{head}{line}" if pattern is FOR_A_PORTION else f"{head}\n\n{line}"
            used = merged([*made["used"], list(place)], len(text))
            return {**made, "answer": f"{answer}{blank}{notes}", "used": used, "general": False}
    return answer_text(text)


SCALE_BEHIND = re.compile(r"\b(?:in|to|into|en|a) (?:degrees )?(?:celsius|fahrenheit|c\b|f\b)", re.IGNORECASE)
UNIT_AT_END = re.compile(rf"(?<![A-Za-z0-9])(?:{NAME})\Z", FLAGS)
ANY_FIGURE = re.compile(r"(?<![\w.,])\d[\d.,]*")


def is_other_wish(pattern: "re.Pattern[str]", flat: str, found: "re.Match[str]") -> bool:
    """Return whether such words mean something else: a step before the conversion, "in feet and inches", a second portion."""
    if pattern is DEGREES_OFF:
        return SCALE_BEHIND.search(flat, found.end()) is not None
    if pattern is SECOND_UNIT:
        return UNIT_AT_END.search(flat[: found.start()]) is not None
    figures = ANY_FIGURE.findall(flat)
    return pattern is FOR_A_PORTION and len(figures) != (2 if "100" in found["per"] else 1)


def stepped(found: "re.Match[str]", rows: list[Made], language: str) -> str:
    """Return the line with the one converted temperature some degrees lower or higher; "" for other answers."""
    if len(rows) != 1 or rows[0]["to"] not in ("C", "F", "K"):
        return ""
    step, is_less = Decimal((found["n"] or found["n2"]).replace(",", ".")), bool(found["less"] or found["less2"])
    result = Decimal(repr(rows[0]["result"])) + (-step if is_less else step)
    told = named(round(result, 2).normalize(), UNITS[rows[0]["to"]], language)
    template = STEP_TEXTS[language][0 if is_less else 1]
    return fill_in(template, n=localized(f"{step.normalize():f}", language), told=told)


def with_gap(found: "re.Match[str]", rows: list[Made], language: str) -> str:
    """Return the line with the difference of two results in one unit; "" for other answers."""
    if len(rows) != 2 or rows[0]["to"] != rows[1]["to"] or rows[0]["to"] not in UNITS:
        return ""
    gap = abs(Decimal(repr(rows[0]["result"])) - Decimal(repr(rows[1]["result"])))
    return fill_in(DIFFERENCE_LINE[language], told=named(round(gap, 4).normalize(), UNITS[rows[0]["to"]], language))


def in_second_unit(found: "re.Match[str]", rows: list[Made], language: str) -> str:
    """Return the line with the one amount in the second unit; "" where it is one of another kind or there already."""
    if len(rows) != 1 or rows[0]["from"] not in UNITS or rows[0]["to"] not in UNITS:
        return ""
    source, told = UNITS[rows[0]["from"]], found["unit"]
    region = re.match(r"(?:us|uk|imperial|british|american) ", told, re.IGNORECASE)
    names = [told, told[region.end() :]] if region else [told]
    units = [unit for name in names if re.fullmatch(NAME, name, FLAGS) for unit in meanings(name)]
    fitting = [one for one in units if one.dimension == source.dimension and one.id != rows[0]["to"]]
    if not fitting:
        return ""
    made = row(Decimal(repr(rows[0]["value"])), source, of_region(fitting[0], told), "", language)
    rows.append(made)
    return f"**{made['text']}**"


def of_region(unit: Unit, told: str) -> Unit:
    """Return the British unit of a name where the words ask for it."""
    is_british = re.match(r"(?:uk|imperial|british) ", told, re.IGNORECASE) is not None
    return UNITS[UK[unit.id]] if is_british and unit.id in UK else unit


def for_portion(found: "re.Match[str]", rows: list[Made], language: str) -> str:
    """Return the words for what the one converted figure is told; "" for other answers."""
    is_one = len(rows) == 1 and rows[0]["from"] in UNITS and UNITS[rows[0]["from"]].dimension in ("energy", "mass")
    return f" ({found['per']})" if is_one else ""
