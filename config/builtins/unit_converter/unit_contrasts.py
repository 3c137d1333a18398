"""Measures that a message rules out ("not the US ones", "without the stones"): used where the answer has none of them."""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from config.builtins.unit_converter.phrases import FOREIGN_UNITS, UNITS_OF
from config.builtins.unit_converter.table import PARTS, SHORT, UK
from config.builtins.unit_converter.unit_names import FLAGS, FREE, NAME, NAMES
from config.builtins.wording import blanked, fold

REGION_WORDS = {
    "us": r"u\.?s\.?a?|american|amerikanisch\w*|american[oa]s?|americaine?s?|estadounidenses?",
    "uk": r"uk|british|imperial|imperiale[rsn]?|imperiales|english|britisch\w*|englisch\w*|britannique\w*|britanic\w*|anglais\w*|ingles\w*",
    "metric": r"metric|metrisch\w*|metriques?|metric[oa]s?|german|deutsch\w*|allemande?s?|aleman\w*",
    "ordinary": r"ordinary|normal\w*|regular\w*|usual|common|standard|plain|statute|land|road|gewohnlich\w*|terrestres?|ordinaires?|comunes",
    "nautical": r"nautical|sea|nautisch\w*|nautiques?|nautic[oa]s?|marines?",
    "troy": r"troy", "fluid": r"fluid|liquid", "short": r"short", "long": r"long", "weight": r"weight|dry|solid",
}  # fmt: skip
REGION = "|".join(f"(?P<{name}>{words})" for name, words in REGION_WORDS.items())
RULES_OUT = (
    r"\b(?:(?:and |und |et |y )?(?:not?|never|nicht|pas|non|ni)|keine?n?|without|ohne|sans|sin|instead of|rather than|statt|anstatt|au lieu d[eu]s?|en (?:vez|lugar) de|skip|leave out|"
    r"(?:i |we )?(?:don'?t|do not) (?:want|need|mean|care (?:about|for))|no need for|never ?mind|forget(?: about)?|ich (?:meine|will|brauche) (?:nicht|keine?n?))"
)
THE_ONE = r"(?: (?:in|to|as|into|en|de|a|an|any|the|those|die|der|das|den|dem|des|les?|la|los|las|el|del))*"
FOREIGN_NAME = "|".join(
    sorted(
        {phrase for table in (*UNITS_OF.values(), FOREIGN_UNITS) for phrase, word in table.items() if word in NAMES},
        key=len,
        reverse=True,
    )
)
OF_KIND = r"(?:ones?|kinds?|sorts?|types?|version|measures?|system|welche|nennt)"
RULED_OUT = re.compile(
    rf"{RULES_OUT}{THE_ONE} (?:(?:{REGION})(?:[ -](?:(?P<unit>{NAME}|{FOREIGN_NAME})|{OF_KIND})(?![A-Za-z0-9])|(?= ?(?:[.,;:!?)\n]|\Z)))|(?P<bare>{NAME}|{FOREIGN_NAME})(?![A-Za-z0-9]))",
    FLAGS,
)
IN_A_PLACE = re.compile(r"\b(?:in|from|aus|of|to)(?: the)? (?:u\.?s\.?a?|uk)\W*\Z", FLAGS)
ANY_US = re.compile(rf"\b(?:{REGION_WORDS['us']})\b", FLAGS)
ANY_UK = re.compile(rf"\b(?:{REGION_WORDS['uk']})\b", FLAGS)
MPG_GALLON = re.compile(
    r"\b(?:uk|us|u\.s\.|imperial|british|american|britische|amerikanische|englische)[ -](?:gallons?|gallonen|galones)(?: please| bitte)?\b",
    FLAGS,
)
ANY_UNIT = re.compile(rf"(?<![a-z])(?:{FREE.pattern}|{FOREIGN_NAME}|(?<=\d)(?:{NAME}))(?![a-z])", FLAGS)


class Contrast(NamedTuple):
    """One measure that is ruled out: where it stands, the country that it is of ("" for none), and the units that it means."""

    start: int
    end: int
    region: str
    units: frozenset[str]


def contrasts_of(text: str) -> Iterator[Contrast]:
    """Yield the measures that a message rules out, of which the meaning is known."""
    flat = re.sub(r"\s", " ", fold(text))
    for match in RULED_OUT.finditer(flat):
        if IN_A_PLACE.search(match.group()) and not match["unit"]:
            continue  # "we are not in the US"
        region = next((name for name in REGION_WORDS if match[name]), "")
        name = match["unit"] or match["bare"]
        names = [name] if name else units_before(flat, match.start())
        units = next((found for one in names if (found := units_meant(region, english_name(one)))), frozenset[str]())
        if units:
            yield Contrast(match.start(), match.end(), region, units)


def units_before(text: str, at: int) -> list[str]:
    """Return the names of units that stand before a place, the nearest first."""
    return [match.group() for match in ANY_UNIT.finditer(text[:at])][::-1]


def english_name(name: str) -> str:
    """Return the English name of a unit of any language."""
    low = name.lower()
    if low in NAMES or name in NAMES:
        return name
    for table in (*UNITS_OF.values(), FOREIGN_UNITS):
        for phrase, word in table.items():
            if re.fullmatch(phrase, low):
                return word
    return name


def units_meant(region: str, name: str) -> frozenset[str]:
    """Return the ids of the units that a name means with the word in front of it; none where that is no unit."""
    low = name.lower()
    base = {unit.id for unit in NAMES.get(name) or NAMES.get(low, [])}
    pounds = {"lb"} if base & {"lb", "pfund", "livre"} else set()
    if region == "us":
        american = base | {key for key, other in UK.items() if other in base}
        return frozenset((american & {*UK, "tbsp", "tsp"}) | pounds) | gallons(base, "us")
    if region == "uk":
        return frozenset({UK[one] for one in base if one in UK} | (base & {*UK.values()}) | pounds) | gallons(
            base, "uk"
        )
    if region == "metric":
        metric = {"cup": "mcup", "ton": "t", "lb": "pfund", "pfund": "pfund", "livre": "livre", "hp": "PS", "PS": "PS"}
        return frozenset(metric[one] for one in base if one in metric)
    special = {"nautical": {"mi": "nmi", "nmi": "nmi"}, "troy": {"oz": "ozt"}, "fluid": {"oz": "floz", "floz": "floz"},
               "weight": {"oz": "oz", "floz": "oz"}, "short": {"ton": "ton"}, "long": {"ton": "lton"}}.get(region)  # fmt: skip
    if special is not None:
        return frozenset(special[one] for one in base if one in special)
    plain_of = {"nmi": "mi", "ozt": "oz", "ukgal": "gal"}
    return frozenset(plain_of.get(one, one) for one in base)


def gallons(base: set[str], region: str) -> frozenset[str]:
    """Return the mileage that counts in the gallons of a country, where gallons or miles per gallon are named."""
    if not base & {"gal", "ukgal", "mpg", "ukmpg"}:
        return frozenset()
    return frozenset(["mpg"] if region == "us" else ["ukmpg"])


def without_contrasts(text: str, contrasts: Sequence[Contrast]) -> str:
    """Return a message with spaces in the place of what it rules out; the other country is named where none is."""
    rest = text
    for one in contrasts:
        rest = blanked(rest, one.start, one.end)
    for one in contrasts:
        other = {"us": "uk", "uk": "us"}.get(one.region, "")
        if other and one.units & {*UK, *UK.values()} and not (ANY_US if other == "us" else ANY_UK).search(fold(rest)):
            rest = f"{rest[: one.end - 3]} {other}{rest[one.end :]}"
    return rest


def with_contrasts(made: dict[str, Any], text: str, contrasts: Sequence[Contrast]) -> dict[str, Any]:
    """Return an answer that counts as used what a message rules out and the answer does not have."""
    rows = made["output"]["conversions"]
    goals = {row["to"] for row in rows}
    sources = {row["from"] for row in rows} - {"", "money"}
    answer, spans = made["answer"], list(made["used"])
    for one in contrasts:
        if one.units & goals or (one.region and one.units & sources):
            continue
        answer = without_small_part(answer, goals, one.units)
        spans.append([one.start, one.end])
    if goals & {"mpg", "ukmpg"} or sources & {"mpg", "ukmpg"}:
        spans += [list(match.span()) for match in MPG_GALLON.finditer(fold(text))]
    return {**made, "answer": answer, "used": spans}


def without_small_part(answer: str, goals: set[str], units: frozenset[str]) -> str:
    """Return an answer without the second form "(10 st 7 lb)" of a result where its smaller unit is ruled out."""
    for large in goals:
        small = PARTS.get(large)
        if small in units:
            answer = re.sub(rf" \([\d,.]+ {SHORT[large]} [\d,.]+ {SHORT[small]}\)", "", answer)
    return answer
