"""Differences in words: percentage points, years between two, and by how much one amount is over another."""

import re

from config.builtins.calculator.consumed import Problem
from config.builtins.calculator.purchases import AMOUNT, amounts_of
from config.builtins.wording import decimal_of, fill_in

POINTS = re.compile(
    r"\b(?:percent(?:age)?[- ]points?|pp|prozent(?:satz)?punkte?n?|points? de pourcentage|points?(?= de %)|puntos? (?:porcentual(?:es)?|de porcentaje))\b"
)
BARE_POINTS = re.compile(r" ?(?:points?|pts?|punkte?n?|puntos?)\b")
ASKS_PERCENT = re.compile(
    r"\b(?:(?:how many|what|by what|wie ?viele?|um wie ?viele?|de combien de|quel|de quel|cuanto|que|en que) (?:percent\w*|prozent|pour ?cents?|pourcentage|por ciento|porcentaje)|percent(?:age)? (?:increase|decrease|change|rise|drop)|relative)\b"
)
FROM_TO = re.compile(r"\b(?:from|von|vom|de|du|desde|del?) (?:about |nur |only )?\Z")
TO_VALUE = re.compile(r" ?(?:to|up to|down to|auf|nach|zu|al?|hasta|->|→)(?: (?:only|nur|just))? ?\Z")
RISES = re.compile(
    r"\b(?:r[oi]se[sn]?|went up|goes up|up|increas\w*|climb\w*|gain\w*|grew|add\w*|plus|steig\w*|stieg\w*|gestiegen|erhoh\w*|augment\w*|mont\w*|hausse|gagn\w*|sub\w*|aument\w*)\b"
)
FALLS = re.compile(
    r"\b(?:fell|falls?|fallen|drop\w*|went down|goes down|down|decreas\w*|cut|los[te]\w*|lower\w*|minus|sink\w*|sank|gesunken|fiel|gefallen|senk\w*|gesenkt|baiss\w*|diminu\w*|perd\w*|recul\w*|baj\w*|cay\w*|disminu\w*)\b"
)
YEARS_BETWEEN = re.compile(
    r"\b(?:how many years|wie viele jahre|combien d'ann?e?e?s|combien d'ans|cuantos anos)\b[^\d?]*?\b(?:between|from|since|zwischen|von|seit|entre|de|du|depuis|desde|del)\b[^\d?]{0,20}?(?P<first>[12]\d{3})[^\d?]{1,12}(?P<second>[12]\d{3})(?!\d)"
)
YEAR_MOVED = re.compile(
    r"(?<![\d.,])(?P<count>\d{1,4}) (?:years?|jahre|ans|annees|anos) (?:(?P<later>after|from|later than|nach|apres|despues de)|before|prior to|earlier than|vor|avant|antes de) (?:the year |dem jahr |l'an |el ano )?(?P<year>[12]\d{3})(?![\d.,]\d)"
)
OVER = re.compile(
    r"\b(?:how (?:many|much) (?:hours? |minutes? |days? |km |miles |kg |euros? |dollars? |pages? |points? )?(?:(?P<more>more|longer|extra|over|above|higher|heavier|bigger)|(?P<less>less|fewer|short|shorter|under|below|lower|lighter))(?: of| is (?:it|that))?(?: [a-z]+)? ?(?:than|of)?"
    r"|(?:um )?wie ?viele?(?: [a-z]+)? (?:(?P<mehr>mehr|langer|hoher|uber)|(?P<weniger>weniger|kurzer|unter))(?: [a-z]+)? ?(?:als)?"
    r"|(?:c'est |de )?combien (?:d'?[a-z]+ |de [a-z]+ )?(?:(?P<plus>de plus|en plus|au-dessus)|(?P<moins>de moins|en moins))(?: [a-z]+)? (?:que|de)"
    r"|cuant[oa]s? (?:[a-z]+ )?(?:(?P<mas>mas|por encima)|(?P<menos>menos))(?: [a-z]+)? (?:que|de)) (?:the |die |den |les |las |los |the usual )?\Z"
)
OVER_WORDS = re.compile(
    r"\b(?:more|longer|extra|over|above|higher|heavier|bigger|less|fewer|short\w*|under|below|lower|lighter|than|mehr|langer|hoher|uber|weniger|kurzer|unter|als|de plus|en plus|de moins|en moins|que|mas|por encima|menos"
    r"|hours?|minutes?|days?|stunden?|minuten|tage?|heures?|jours?|horas?|minutos|dias)\b"
)
POINT_NOTES = {
    "en": ("That is {points} percentage point(s), or {relative} % of the earlier value.", "{sum} %."),
    "de": ("Das sind {points} Prozentpunkt(e) oder {relative} % des früheren Werts.", "{sum} %."),
    "fr": ("C'est {points} point(s) de pourcentage, ou {relative} % de la valeur précédente.", "{sum} %."),
    "es": ("Son {points} punto(s) porcentual(es), o un {relative} % del valor anterior.", "{sum} %."),
}


def difference(text: str, language: str) -> Problem:
    """Return the difference that a plain text asks for, every number of it read; none for other messages."""
    for read in (points_moved, points_added, years_between, year_moved, amount_over):
        made = read(text, language)
        if made.expression:
            return made
    return Problem("")


NOT_POINTS = re.compile(
    r"\b(?:not|nicht|keine|pas|no|instead of|rather than|statt)(?: (?:in|as|en|the|de))* (?:percent(?:age)?[- ]points?|pp|prozent(?:satz)?punkte?n?|points? de pourcentage|puntos? porcentuales)\b"
)


def points_moved(text: str, language: str) -> Problem:
    """Return the change from one share to another: in percentage points, or in per cent of the first, as is asked."""
    amounts = amounts_of(text)
    if len(amounts) != 2 or not amounts[1].share:
        return Problem("")
    first, second = amounts
    is_moved = FROM_TO.search(text[: first.start]) and TO_VALUE.fullmatch(text[first.end : second.start])
    is_point = POINTS.search(text) is not None and not NOT_POINTS.search(text)
    asks_share = ASKS_PERCENT.search(POINTS.sub(" ", text)) is not None
    if not (first.share or TO_VALUE.fullmatch(text[first.end : second.start])) or not (
        is_point or (is_moved and asks_share)
    ):
        return Problem("")
    if is_point and not (
        is_moved or re.search(r"\b(?:between|zwischen|entre|difference|unterschied|ecart|diferencia)\b", text)
    ):
        return Problem("")
    old, new = decimal_of(first.text, language), decimal_of(second.text, language)
    if not old:
        return Problem("")
    if not is_moved:
        old, new = sorted((old, new))
    relative = f"{round((new - old) / old * 100, 2):f}"
    relative = relative.rstrip("0").rstrip(".") if "." in relative else relative
    points = f"{(new - old).normalize():f}"
    if language != "en":
        relative, points = relative.replace(".", ","), points.replace(".", ",")
    note = fill_in(POINT_NOTES[language][0], points=points, relative=relative)
    words = (POINTS, ASKS_PERCENT, RISES, FALLS)
    larger, smaller = (second, first) if is_moved or new == decimal_of(second.text, language) else (first, second)
    if is_point:
        return Problem(f"{larger.text} - {smaller.text}", words, note)
    return Problem(f"pct(({second.text} - {first.text}) / {first.text})", words, note)


def points_added(text: str, language: str) -> Problem:
    """Return a share that rose or fell by percentage points."""
    amounts = amounts_of(text)
    counts = [one for one in amounts if POINTS.match(text, one.end + 1) or BARE_POINTS.match(text, one.end)]
    rest = [one for one in amounts if one not in counts]
    rises, falls = RISES.search(text), FALLS.search(text)
    if len(counts) != 1 or len(rest) != 1 or not rest[0].share or (rises is None) == (falls is None):
        return Problem("")
    if re.search(r"\b(?:to|auf)\s\Z", text[: rest[0].start]) or re.search(
        r"\b(?:before|originally|vorher|avant|antes)\b", text
    ):
        return Problem("")
    sign = 1 if rises else -1
    total = decimal_of(rest[0].text, language) + sign * decimal_of(counts[0].text, language)
    note = fill_in(
        POINT_NOTES[language][1],
        sum=f"{total.normalize():f}" if language == "en" else f"{total.normalize():f}".replace(".", ","),
    )
    return Problem(
        f"{rest[0].text} {'+' if rises else '-'} {counts[0].text}", (POINTS, BARE_POINTS, RISES, FALLS), f"→ {note}"
    )


def years_between(text: str, language: str) -> Problem:
    """Return how many years lie between two years."""
    del language
    match = YEARS_BETWEEN.search(text)
    if match is None or len(AMOUNT.findall(text)) != 2:
        return Problem("")
    early, late = sorted((match["first"], match["second"]))
    return Problem(f"{late} - {early}", (YEARS_BETWEEN,))


def year_moved(text: str, language: str) -> Problem:
    """Return the year that lies so many years after or before another."""
    del language
    match = YEAR_MOVED.search(text)
    if match is None or len(AMOUNT.findall(text)) != 2:
        return Problem("")
    return Problem(f"{match['year']} {'+' if match['later'] else '-'} {match['count']}", (YEAR_MOVED,))


def amount_over(text: str, language: str) -> Problem:
    """Return by how much a told amount is over, or under, the amount behind "more than"."""
    del language
    amounts = amounts_of(text)
    if len(amounts) == 3:  # "20 GB, used 23.5, how much over 20 is that"
        amounts = [*[one for one in amounts[:2] if one.text != amounts[2].text], amounts[2]]
    if len(amounts) != 2 or any(one.share for one in amounts):
        return Problem("")
    told, bound = amounts
    asked = OVER.search(text[: bound.start])
    if asked is None or asked.start() < told.end:
        return Problem("")
    unit, bound_unit = (re.match(r" ?([a-z]{1,12})?", text[one.end :])[1] or "" for one in (told, bound))  # type: ignore[index]  # matches always
    if (
        bound_unit
        and unit
        and unit.rstrip("sne") != bound_unit.rstrip("sne")
        and re.match(r"h|hours?|kg|km|g|m|miles?|days?|minutes?|min|stunden?|heures?|horas?", bound_unit)
    ):
        return Problem("")
    is_less = any(asked[name] for name in ("less", "weniger", "moins", "menos"))
    return Problem(f"{bound.text} - {told.text}" if is_less else f"{told.text} - {bound.text}", (OVER_WORDS,))
