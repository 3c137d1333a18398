"""To what a result is rounded: so many decimals, the next or last whole number, or the nearest five, ten or half."""

import re
from decimal import ROUND_HALF_UP, Decimal
from typing import Any

from config.builtins.unit_converter.unit_names import UNITS, named
from config.builtins.wording import blanked, fold

STEP_NAMES = {
    "five": "5", "ten": "10", "tens": "10", "twenty": "20", "fifty": "50", "hundred": "100", "thousand": "1000", "half": "0.5", "quarter": "0.25", "tenth": "0.1",
    "zehn": "10", "zehner": "10", "funf": "5", "funfer": "5", "hunderter": "100", "hundert": "100", "tausender": "1000", "halbe": "0.5",
    "dizaine": "10", "centaine": "100", "millier": "1000", "decena": "10", "centena": "100", "millar": "1000",
}  # fmt: skip
STEP_NAME = "|".join(sorted(STEP_NAMES, key=len, reverse=True))
NEAREST_STEP = re.compile(
    rf"(?:\b(?:round(?:ed|ing)?(?: it| them| that)? (?:off )?(?:to )?|to )(?:the |a )?|[,;(] ?(?:the )?)nearest (?:multiple of )?(?P<en>\d{{1,4}}(?:\.\d{{1,2}})?|{STEP_NAME})\b(?! ?(?:decimal|digit|place))"
    rf"|\b(?:in )?steps of (?P<steps>\d{{1,4}}(?:\.\d{{1,2}})?|{STEP_NAME})\b"
    rf"|\b(?:gerundet )?auf (?:die |den |dem )?(?:nachste[nr]? |volle |ganze )(?P<de>\d{{1,4}}|{STEP_NAME})(?: gerundet| genau)?\b|\bauf (?P<de2>\d{{1,4}}|{STEP_NAME})(?: grad| gramm| meter)? (?:gerundet|genau)\b|\bgerundet auf (?P<de3>\d{{1,4}}|{STEP_NAME})\b(?! ?(?:nachkomma|kommastelle|stelle|dezimal))|\bin (?:(?P<de4>\d{{1,4}})er|(?P<de5>zehner|funfer))-?schritten\b"
    rf"|\b(?:arrondi\w* )?a (?:la )?(?P<fr>\d{{1,4}}|{STEP_NAME}) (?:pres|la plus proche)\b|\barrondi\w* (?:a|au) (?:la )?(?:multiple de )?(?P<fr2>\d{{1,4}}|{STEP_NAME})\b(?! (?:decimale|chiffre))"
    rf"|\bredonde\w* a (?:la |el )?(?P<es>\d{{1,4}}|{STEP_NAME})\b(?! (?:decimal|cifra))|\bal multiplo de (?P<es2>\d{{1,4}})|\bde (?P<es3>\d{{1,4}}) en (?P=es3)\b",
    re.IGNORECASE,
)
DECIMALS = re.compile(
    r"(?:\b(?:rounded |round(?:ed)? it |gerundet |arrondi\w* |redonde\w* )?(?:to|with|auf|mit|a|con|avec|only|just|max\w*|nur|seulement|solo|at most|hochstens|au plus|un maximum de) )*(?<![\w.,])(?P<digits>\d|one|an?|a single|two|three|no|zero|eine[rnm]?|zwei|drei|keine|null|une|deux|trois|aucune|una?|dos|tres|ningun)(?: or fewer)? (?:decimals?(?: places?| points?| digits?)?|digits? (?:after|behind) the (?:decimal )?(?:point|comma)|places? after the (?:point|comma)|nachkommastellen?|dezimal(?:e|en|stellen?)|kommastellen?|stellen? (?:nach|hinter) dem komma|decimal(?:es?)?|chiffres? apres la virgule|cifras? decimal(?:es)?)\b"
    r"|\b(?:without|ohne|sans|sin|with no)(?: any)? (?P<none>decimals?(?: places?)?|nachkommastellen?|dezimalstellen?|kommastellen?|decimal(?:es?)?|chiffres? apres la virgule)\b"
    r"|\b(?:rounded |round(?:ed)? it )?(?:to|auf) (?:the |a |die )?(?:nearest )?(?P<whole>whole(?: number)?|integer|full (?:number|kilo\w*|degree)|ganze(?: zahl\w*)?)\b"
    r"|\b(?P<near>nearest (?:met(?:er|re)|kilo\w*|km|mile|inch|foot|yard|pound|gram|lit(?:er|re)|degree|cent\w*|cm|mm|ounce)|auf (?:ganze|volle) [a-z]+|arrondi\w* (?:a l'|au |a la |a )(?:cm|kg|km|m|g|ml|l|lb|centimet\w+|kilo\w*|met\w+|lit\w+|degre|unite|entier)|redonde\w* al? (?:cm|kg|km|m|g|ml|l|centimetro|kilo\w*|metro|litro|grado|entero))\b"
    r"|\b(?P<exact>(?:please )?(?:don'?t|do not|not|no|nicht|sans|sin) (?:round\w*|runden|arrondir|redondear)(?: it)?|exactly|unrounded|ungerundet)\b",
    re.IGNORECASE,
)
NO_DECIMALS = ("no", "zero", "keine", "null", "aucune", "ningun")
COUNTS_OF_DECIMALS = {"two": 2, "zwei": 2, "deux": 2, "dos": 2, "three": 3, "drei": 3, "trois": 3, "tres": 3}
TO_STEP = {
    "en": "to the nearest {step}: {value}", "de": "auf {step} gerundet: {value}",
    "fr": "arrondi à {step} près : {value}", "es": "redondeado a {step}: {value}",
}  # fmt: skip


def wanted_digits(text: str) -> int | None:
    """Return to how many decimals a result is to be rounded, None where nothing is said."""
    match = DECIMALS.search(text)
    if match is None or match["exact"]:
        return None
    digits = (match["digits"] or "0").lower()  # to the nearest whole number
    if digits.isdigit():
        return int(digits)
    return 0 if digits in NO_DECIMALS else COUNTS_OF_DECIMALS.get(digits, 1)


def wanted_step(text: str) -> Decimal | None:
    """Return to the nearest of which steps a result is to be rounded; None where nothing is said."""
    match = NEAREST_STEP.search(text)
    if match is None:
        return None
    told = next(group for group in match.groups() if group).lower()
    step = Decimal(STEP_NAMES.get(told, told))
    return step if step > 0 else None


def without_steps(text: str) -> str:
    """Return a message with spaces in the place of the step that its results are rounded to: it is no amount."""
    for match in NEAREST_STEP.finditer(re.sub(r"\s", " ", fold(text))):
        text = blanked(text, *match.span())
    return text


def to_step(rows: list[dict[str, Any]], text: str, language: str) -> list[dict[str, Any]]:
    """Return conversions with the nearest step beside each result where a message asks for that."""
    step = wanted_step(text)
    if step is None:
        return rows
    told = []
    for one in rows:
        steps = (Decimal(str(one["result"])) / step).to_integral_value(ROUND_HALF_UP)
        near = named(steps * step, UNITS[one["to"]], language)
        said = TO_STEP[language].replace("{step}", str(step)).replace("{value}", near)
        told.append({**one, "text": f"{one['text']}; {said}"})
    return told
