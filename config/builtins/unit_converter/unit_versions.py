"""Two units that share a name, set against each other without numbers: a UK pint and a US pint, a troy and an ordinary ounce."""

import re
from decimal import Decimal
from typing import Any

from config.builtins.unit_converter.unit_contrasts import ANY_UNIT, REGION, english_name, units_meant
from config.builtins.unit_converter.unit_names import (
    FLAGS,
    NAME,
    UNITS,
    Unit,
    converted,
    meanings,
    name_of,
    named,
    told_rows,
)
from config.builtins.wording import fill_in

KIND = re.sub(r"\?P<\w+>", "?:", REGION) + r"|metric|fl(?:uid)?"
PLACES = {
    "uk": r"uk|united kingdom|(?:great )?britain|england|london|scotland",
    "us": r"u\.?s\.?a?|(?:united )?states|america",
}
IN_PLACE = rf"(?:{NAME}) (?:in|from) (?:the )?(?:{'|'.join(PLACES.values())})"
VERSION = rf"(?:(?:an?|one|the|ein(?:en|em|e|er)?|une?|una?|der|die|das|le|la|el) )?(?P<{{0}}>(?:{KIND})[ -](?:{NAME}|[a-z]{{3,12}})|{IN_PLACE}|{NAME})(?![A-Za-z0-9])"
AGAINST = r"(?: ?(?:/|vs\.?|v\.?|versus|compared (?:to|with)|and|or|(?:(?:bigger|larger|smaller|heavier|longer|more|less) )?than|und|oder|vs|als|gegenuber|et|ou|que|y|o)) "
PAIR = re.compile(rf"(?<![\w.,])(?<!\d ){VERSION.replace('{0}', 'a')}{AGAINST}{VERSION.replace('{0}', 'b')}", FLAGS)
PAIR_ASKED = re.compile(
    r"\b(?:differen\w*|differ|vs\.?|versus|compare\w*|(?:bigger|larger|smaller|heavier|lighter|longer|shorter|more|less|same)|unterschied\w*|grosser|kleiner|schwerer|langer|gleich|mehr|weniger|plus (?:grand|gros|lourd|long)e?|diferencia|mas (?:grande|pesada|larga)|igual(?:es)?)\b",
    FLAGS,
)
PAIR_WORDS = re.compile(
    rf"{PAIR_ASKED.pattern}|\b(?:is|are|what(?:'?s| is)?|which|the|between|how (?:much|big|large)|size|zwischen|der|entre|cual|quelle)\b",
    FLAGS,
)
TEXTS_OF_PAIR = {
    "en": "{rows}: a difference of **{gap}** (the {larger} is larger).",
    "de": "{rows}: ein Unterschied von **{gap}** (größer ist: {larger}).",
    "fr": "{rows} : une différence de **{gap}** (le plus grand : {larger}).",
    "es": "{rows}: una diferencia de **{gap}** (la mayor: {larger}).",
}
USUAL_TARGETS = {"volume": "ml", "mass": "g", "length": "m", "area": "m2", "energy": "kJ", "power": "W"}

LARGE_TARGETS = {"ml": "l", "g": "kg", "m": "km"}


def version_of(told: str) -> Unit | None:
    """Return the unit that "US gallon" or "metric cup" names; None for other words."""
    low = told.lower().replace("-", " ")
    if re.fullmatch(NAME, low, FLAGS):
        return meanings(low)[0]
    if (
        placed := re.fullmatch(rf"(?P<name>.+?) (?:in|from) (?:the )?(?P<place>{'|'.join(PLACES.values())})", low)
    ) is not None:
        low = f"{next(one for one, words in PLACES.items() if re.fullmatch(words, placed['place']))} {placed['name']}"
    word, _, name = low.partition(" ")
    region = next((one for one, words in region_words() if re.fullmatch(words, word)), "")
    if word == "metric":
        region = "metric"
    units = units_meant(region, english_name(name)) if region else frozenset[str]()
    volumes = [UNITS[one] for one in sorted(units) if UNITS[one].dimension != "fuel"]
    return volumes[0] if len(volumes) == 1 else None


def region_words() -> list[tuple[str, str]]:
    """Return the words of each country or kind of measures."""
    return [(match[1], match[2]) for match in re.finditer(r"\(\?P<(\w+)>([^()]*(?:\([^)]*\)[^()]*)*)\)", REGION)]


ONE_TOO = re.compile(  # "a British pint? And an American one"
    rf"\b(?P<first>(?:{KIND})[ -](?P<unit>{NAME}))(?![A-Za-z])(?P<gap>[^\d]{{0,40}}?)\b(?:and|or|than|und|oder|als|et|ou|que|y|o|what about|how about),? (?:what about |how about |for |in |is )?"
    rf"(?:an?|the|ein(?:e[nrms]?)?|une?|una?|le|la|el|der|die|das) (?P<second>{KIND})(?: ones?| version)?(?![A-Za-z])(?! (?:{NAME})(?![A-Za-z]))",
    FLAGS,
)


def with_both_named(text: str) -> str:
    """Return a text in which the second of two versions of a unit has its name as well."""
    match = ONE_TOO.search(text)
    if match is None:
        return text
    named_both = f"{match['first']} and {match['second']} {match['unit']}"
    rest = text[match.end() :]
    asks = "" if PAIR_ASKED.search(rest) or PAIR_ASKED.search(text[: match.start()]) else " difference"
    return f"{text[: match.start()]}{named_both}{match['gap']}{rest}{asks}"


def versions_compared(text: str, language: str) -> dict[str, Any] | None:
    """Return both units in a third one and their difference, with its places; None for other messages. ``text`` is folded."""
    told = with_both_named(text)
    if told != text:
        made = versions_compared(told, language)
        return (
            None
            if made is None
            else {**made, "used": [[one.start(), one.end()] for one in re.finditer(r"[^\s?][^?]*\??", text)]}
        )
    found = PAIR.search(text)
    if found is None or not PAIR_ASKED.search(text) or re.search(r"\d", PAIR.sub(" ", text)):
        return None
    units = [version_of(found[name]) for name in ("a", "b")]
    first, second = units
    if first is None or second is None or first == second or first.dimension != second.dimension:
        return None
    rest = text[: found.start()] + " ; " + text[found.end() :]
    goals = [
        (match, meanings(english_name(match.group())))
        for match in ANY_UNIT.finditer(rest)
        if english_name(match.group())
    ]
    wanted = [unit for _, many in goals for unit in many if unit.dimension == first.dimension]
    target = wanted[0] if wanted else UNITS[USUAL_TARGETS.get(first.dimension, first.id)]
    if first.dimension not in USUAL_TARGETS or any(
        unit.dimension != first.dimension for _, many in goals for unit in many[:1]
    ):
        return None
    if not wanted and min(first.factor, second.factor) >= target.factor * 1000:
        target = UNITS[LARGE_TARGETS.get(target.id, target.id)]
    sizes = [converted(Decimal(1), unit, target) for unit in (first, second)]
    if sizes[0] == sizes[1]:
        return None
    rows, said = [], []
    for unit, size in zip((first, second), sizes, strict=True):
        one = f"1 {name_of(unit, language, one=True)}"
        sign = "=" if round(size, 4) == size else "≈"
        told = f"{one} {sign} {named(round(size, 4), target, language)}"
        said.append(told)
        rows.append({"value": 1.0, "from": unit.id, "to": target.id, "result": float(f"{size:.12g}"), "text": told})
    larger = (first, second)[sizes.index(max(sizes))]
    gap = named(round(max(sizes) - min(sizes), 4), target, language)
    words = {"rows": ", ".join(f"**{one}**" for one in said), "gap": gap}
    sentence = fill_in(TEXTS_OF_PAIR[language], larger=name_of(larger, language, one=True), **words)
    spans = [
        found.span(),
        *(match.span() for match in PAIR_WORDS.finditer(text)),
        *(match.span() for match in ANY_UNIT.finditer(text)),
    ]
    return {
        **told_rows(sentence, rows, first.dimension, [], 0.95),
        "definite": True,
        "used": [list(span) for span in spans],
    }
