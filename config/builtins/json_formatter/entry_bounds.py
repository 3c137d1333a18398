"""Bounds in a question about entries: "older than 30", "between 10 and 20 €", "after 1 March 2024", in four languages, folded."""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import NamedTuple

from config.builtins.wording import blanked, decimal_of

MONTHS = "jan(?:uary|uar|vier)?|enero|feb(?:ruary|ruar|rero)?|fevrier|mar(?:ch|s|zo)?|marz|apr(?:il)?|avril|abril|may|mai|mayo|june?|juni|juin|junio|july?|juli|juillet|julio|aug(?:ust)?|aout|agosto|sep(?:t|tember|tembre|tiembre)?|oct(?:ober|obre|ubre)?|okt(?:ober)?|nov(?:ember|embre|iembre)?|dec(?:ember|embre)?|dez(?:ember)?|dic(?:iembre)?"
MONTH_STARTS = (
    "ja|ene",
    "fe",
    "mar|maer",
    "a[pvb]r",
    "ma[iy]",
    "jun|juin",
    "jul|juil",
    "au|ao|ag",
    "se",
    "o[ck]t",
    "no",
    "de[cz]|di",
)
DATE = (
    r"\d{4}[-/]\d{1,2}(?:[-/]\d{1,2})?(?!\d)|\d{1,2}[./]\d{1,2}[./]\d{4}|"
    rf"\d{{1,2}}(?:st|nd|rd|th|er|\.)? (?:of |de )?(?:{MONTHS})\.?,?(?: (?:de |of )?\d{{4}})|(?:{MONTHS})\.? \d{{1,2}}(?:st|nd|rd|th)?,? \d{{4}}|(?:{MONTHS})\.?(?: de)? \d{{4}}"
)
NUMBER_SAID = r"[$€£]? ?-?\d[\d.,']*\d|[$€£]? ?-?\d"
UNIT = r"(?: ?(?:%|[€$£]|k\b|euros?\b|eur\b|dollars?\b|usd\b|pounds?\b|bucks\b|years? old\b|years?\b|jahren?\b|jahre alt\b|ans\b|anos\b|percent\b|prozent\b|kg\b|kilos?\b|kilograms?\b|kilogramm\b|grams?\b|cm\b|km\b|met(?:er|re)s?\b|miles?\b|minute[ns]?\b|min\b|hours?\b|stunden\b|heures?\b|horas?\b))?"
VALUE = rf"(?:the |el |le |dem |den )?(?:(?P<{{0}}d>{DATE})|(?P<{{0}}n>{NUMBER_SAID}){UNIT})(?![\w])"
LOW = r"young|cheap|small|short|light|slow|low|few|earl|cold|less|jung|billig|gunstig|klein|kurz|leicht|langsam|niedrig|fruh|kalt|wenig|jeune|petit|court|leger|lent|bas|froid|joven|barat|pequen|cort|liger|lent|baj|fri"
UPPER = r"more|above|older|up|upwards?|over|higher|later|after|longer|larger|bigger|newer|mehr|alter|hoher|daruber|aufwarts|spater|plus|au-dessus|mas|mayor(?:es)?"
LOWER = r"less|fewer|under|younger|below|cheaper|lower|earlier|before|smaller|shorter|weniger|junger|darunter|fruher|billiger|moins|menos|menor(?:es)?"
AVERAGE = r"(?:the |dem |den |la |le |el |als der )?(?P<mean>average|mean|avg|durchschnitt\w*|mittelwert|moyenne|media|promedio)\b"
SIGNS: tuple[tuple[str, str], ...] = (
    ("≥", r"at least|no less than|not (?:less|under|below|younger) than|minimum of|since|on or after|starting(?: from)?|mindestens|ab|seit|au moins|a partir d[eu]|depuis|al menos|como minimo|a partir de|desde|>=|≥"),
    ("≤", r"at most|no more than|not (?:more|over|older) than|up to|maximum of|until|till|on or before|hochstens|maximal|bis(?: zu)?|au plus|jusqu'(?:a|au)|como (?:maximo|mucho)|a lo sumo|hasta|<=|≤"),
    (">", r"over|above|exceed\w*|depasse\w*|ubersteig\w*|supera[n]?|beyond|after|past|uber|oberhalb von|nach(?: dem)?|plus d[e']|superieure?s? a|apres(?: le)?|au-dessus de|posterior(?:es)? a|despues del?|mas de|por encima de|superior(?:es)? a|mayor(?:es)? (?:que|de|a)|>"),
    ("<", r"under|below|before|prior to|beneath|unter|vor(?: dem)?|moins d[e']|inferieure?s? a|avant(?: le)?|au-dessous de|en dessous de|anterior(?:es)? a|antes del?|menos de|por debajo de|inferior(?:es)? a|menor(?:es)? (?:que|de|a)|<"),
)  # fmt: skip
COMPARATIVE = r"(?P<more>more|less|fewer|mehr|weniger|plus|moins|mas|menos) (?:(?P<adjective>\w+) )?(?:than|als|que|de)|(?P<er>\w{2,}er|later|worse|hoher) (?:than|als)"
SIGN = "|".join(f"(?P<s{place}>{said})" for place, (_, said) in enumerate(SIGNS))
BOUND = re.compile(rf"(?<!\w)(?:{COMPARATIVE}|{SIGN})\s*(?:{VALUE.replace('{0}', 'v')}|{AVERAGE})", re.IGNORECASE)
BETWEEN = re.compile(rf"\b(?:between|zwischen|entre|from|von|vom|du|de|desde)\s+{VALUE.replace('{0}', 'a')}\s*(?:and|und|et|y|to|bis|a|au|hasta|-|–)\s*{VALUE.replace('{0}', 'b')}", re.IGNORECASE)  # fmt: skip
OR_MORE = re.compile(rf"{VALUE.replace('{0}', 'v')}(?P<noun> \w+)?(?:\+(?!\w)| ?,? ?(?:or|and|und|oder|et|ou|y|o) (?:(?P<up>{UPPER})|(?P<down>{LOWER}))\b)", re.IGNORECASE)  # fmt: skip
ON = re.compile(rf"\b(?:on|in|during|from|of|for|am|im|vom|von|aus|en|le|du|de|del|el|au) {VALUE.replace('{0}', 'v')}", re.IGNORECASE)  # fmt: skip
NOT_BEFORE = re.compile(r"\b(?:not|nicht|pas|no) \Z", re.IGNORECASE)
OPPOSITE = {">": "≤", "<": "≥", "≥": "<", "≤": ">"}


class Bound(NamedTuple):
    """A comparison in a question: its sign, the number or ISO date (perhaps only its year or month), what is compared and where.

    ``figure`` is "average" for a bound that is the average of the key; ``word`` is the comparing word, such as "older".
    """

    sign: str
    value: str
    is_date: bool
    word: str
    span: tuple[int, int]
    figure: str = ""


OF_AGE = re.compile(
    r"\b(?:(?P<adult>adults?|(?:is|are|who's) of (?:full |legal )?age|grown-?ups?|erwachsene?[nr]?|volljahrig\w*|majeure?s?|adultes?|mayor(?:es)? de edad|adult[oa]s?)|"
    r"minors?|under-?age[d]?|below legal age|minderjahrig\w*|mineure?s?|menor(?:es)? de edad)\b",
    re.IGNORECASE,
)


def bounds_of(words: str, language: str) -> list[Bound]:
    """Return the bounds of a folded question, in order; words that are part of one are part of no other."""
    found: list[Bound] = []
    for match in BETWEEN.finditer(words):
        for group, sign in (("a", "≥"), ("b", "≤")):
            value, is_date = value_said(match, group, language)
            found.append(Bound(sign, value, is_date, "", match.span()))
        words = blanked(words, *match.span())
    for match in OR_MORE.finditer(words):
        value, is_date = value_said(match, "v", language)
        sign, word = "≤" if match["down"] else "≥", match["up"] or match["down"] or ""
        found.append(Bound(sign, value, is_date, word, match.span()))
        words = blanked(words, *match.span())
    for match in BOUND.finditer(words):
        found.append(compared_bound(match, words, language))
    found += (
        Bound("≥" if match["adult"] else "<", "18", False, "age", match.span()) for match in OF_AGE.finditer(words)
    )
    found += dated(words, found, language)
    return sorted(found, key=lambda one: one.span)


def dated(words: str, found: list[Bound], language: str) -> Iterator[Bound]:
    """Yield the days, months and years that a question names without a comparison: "in March 2024"."""
    for one in found:
        words = blanked(words, *one.span)
    for match in ON.finditer(words):
        value, is_date = value_said(match, "v", language)
        if is_date or re.fullmatch(r"(?:19|20)\d\d", value):
            yield Bound("=", value, True, "", match.span())


def compared_bound(match: "re.Match[str]", words: str, language: str) -> Bound:
    """Return the bound of one comparison."""
    word = match["adjective"] or match["er"] or ""
    start = match.start()
    if match["more"] or match["er"]:
        is_less = re.match(r"less|fewer|weniger|moins|menos", match["more"] or "", re.IGNORECASE) is not None
        is_low = re.match(LOW, word, re.IGNORECASE) is not None
        sign = "<" if is_less is not is_low else ">"
        word = word or (match["more"] or "")
    else:
        sign = next(sign for place, (sign, _) in enumerate(SIGNS) if match[f"s{place}"])
        word = next(one for place in range(len(SIGNS)) if (one := match[f"s{place}"]))
    if (denied := NOT_BEFORE.search(words[:start])) is not None:
        sign, start = OPPOSITE[sign], denied.start()
    if match["mean"]:
        return Bound(sign, "", False, word, (start, match.end()), "average")
    value, is_date = value_said(match, "v", language)
    return Bound(sign, value, is_date, word, (start, match.end()))


def value_said(match: "re.Match[str]", group: str, language: str) -> tuple[str, bool]:
    """Return a number as a plain figure, or a date in ISO form, and whether it is a date."""
    date = match[f"{group}d"] if f"{group}d" in match.re.groupindex else None
    if date:
        return iso_of(date, language), True
    said = match[f"{group}n"]
    number = decimal_of(re.sub(r"[$€£ ]", "", said).rstrip(".,"), language)
    after = match.string[match.end(f"{group}n") :]
    return f"{number * (1000 if re.match(r' ?k' + chr(92) + 'b', after, re.IGNORECASE) else 1):f}", False


def iso_of(said: str, language: str) -> str:
    """Return a date in ISO form; with slashes the month comes first in English, unless it is none."""
    parts = re.findall(r"\d+", said)
    month = re.search(r"[a-z]{3,}", re.sub(r"\b(?:de|of)\b|\d(?:st|nd|rd|th|er)", " ", said.lower()))
    if month is None and len(parts[0]) == 4:
        return "-".join([parts[0], *(f"{int(part):02d}" for part in parts[1:])])
    if month is None:
        day, number, year = parts
        if "/" in said and language == "en" and int(number) <= 31 and int(day) <= 12:
            day, number = number, day
        return f"{year}-{int(number):02d}-{int(day):02d}"
    place = next(at for at, start in enumerate(MONTH_STARTS, 1) if re.match(start, month.group()))
    return f"{parts[-1]}-{place:02d}" + (f"-{int(parts[0]):02d}" if len(parts) > 1 else "")


def is_beyond(value: str, sign: str, bound: str, *, is_date: bool) -> bool:
    """Return whether a number or ISO date is on the side of a bound; a date is compared as far as the bound is exact."""
    one, other = (value[: len(bound)], bound) if is_date else (Decimal(value), Decimal(bound))
    if one == other:
        return sign in "≥≤="
    return sign not in "=" and (one > other) is (sign in ">≥")  # type: ignore[operator]  # both are of one type
