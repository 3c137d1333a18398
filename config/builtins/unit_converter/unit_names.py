"""The units by their names, the numbers of a message, and one conversion: exact factors, decimal arithmetic."""

import re
from decimal import Context, Decimal, localcontext
from typing import Any, NamedTuple

from config.builtins.unit_converter.table import COUNTERPARTS, FUEL, PARTS, SHORT, SLOPE, SYMBOLS, TABLE
from config.builtins.wording import SMALL_NUMBERS, CannotError, decimal_of, localized

LARGEST = Decimal(10) ** 30
WORDS = {
    "half a": "0.5",
    "half an": "0.5",
    "half": "0.5",
    "a quarter of a": "0.25",
    "a quarter of an": "0.25",
    "a quarter": "0.25",
    "quarter of a": "0.25",
    "quarter": "0.25",
    "three quarters of a": "0.75",
    "three quarters of an": "0.75",
    "three quarter": "0.75",
    "3 quarters of a": "0.75",
    "a third of a": "0.3333333333333333333333333333",
    "a third of an": "0.3333333333333333333333333333",
    "two thirds of a": "0.6666666666666666666666666667",
    "a dozen": "12",
    "dozen": "12",
    "a": "1",
    "an": "1",
}
WORDS |= {
    "one": "1",
    "two": "2",
    "three": "3",
    "four": "4",
    "five": "5",
    "six": "6",
    "seven": "7",
    "eight": "8",
    "nine": "9",
    "ten": "10",
}
WORDS |= {
    "eleven": "11",
    "twelve": "12",
    "fifteen": "15",
    "twenty": "20",
    "thirty": "30",
    "forty": "40",
    "fifty": "50",
    "sixty": "60",
}
WORDS |= {
    "a hundred": "100",
    "one hundred": "100",
    "a thousand": "1000",
    "one thousand": "1000",
    "a million": "1000000",
}
WORDS |= {word: str(count) for word, count in SMALL_NUMBERS["en"].items() if count > 1 and word not in WORDS}
BARE_WORD = re.compile(rf"(?<=(?:foot|feet|tone) )(?:and )?({'|'.join(word for word, count in SMALL_NUMBERS['en'].items() if 0 < count < 14)})\b(?! (?:foot|feet|stone))", re.IGNORECASE)  # fmt: skip


class Unit(NamedTuple):
    """One unit; ``factor`` leads to the dimension's first unit (temperatures have their own rule)."""

    id: str
    dimension: str
    factor: Decimal
    one: str
    many: str


def _read_table() -> tuple[dict[str, Unit], dict[str, list[Unit]]]:
    units: dict[str, Unit] = {}
    names: dict[str, list[Unit]] = {}
    dimension = ""
    for line in TABLE.strip().splitlines():
        if not line.startswith(" "):
            dimension = line
            continue
        for row in line.split(";"):
            key, factor, listed = row.split(None, 2)
            known = listed.split(", ")
            over, _, under = factor.partition("/")
            units[key] = Unit(key, dimension, Decimal(over) / Decimal(under or 1), known[0], known[1])
            for name in dict.fromkeys([key, *known, *(name.lower() for name in [key, *known])]):
                names.setdefault(name, []).append(units[key])
    return units, names


def _by_first_letter(names: list[str]) -> dict[str, list[str]]:
    """Return names under their first letters in lower case, in the given order."""
    found: dict[str, list[str]] = {}
    for name in names:
        found.setdefault(name[0].lower(), []).append(name)
    return found


with localcontext(Context(prec=50)):
    UNITS, NAMES = _read_table()
COUNTERPART = dict(pair.split() for pair in COUNTERPARTS.split(","))
FLAGS = (
    re.ASCII | re.IGNORECASE
)  # without ASCII, "ſ" and "İ" would match the letters of a name and not be found in the table
NAME = "|".join(  # grouped by the first letter: a place is compared with thirty letters, not with all names
    f"{re.escape(first)}(?:" + "|".join(re.escape(name[1:]) for name in names) + ")"
    for first, names in _by_first_letter(sorted([*NAMES, "degrees", "degree"], key=len, reverse=True)).items()
)
FIGURE = r"\d{1,3}(?:[ ,.'\u00a0\u202f]\d{3})+(?:[.,]\d+)?(?![\d])|\d+(?:[.,]\d+)?|[.,]\d+"
NUMBER = rf"(?<!\d)(?<!\bl/)(?:(?<![\w.,])[-−])?(?:\d+ \d+/\d+|\d+/\d+|(?:{FIGURE})(?:[eE][-+]?\d{{1,2}})?(?![\d/]))"
WORD = "|".join(sorted(WORDS, key=len, reverse=True))
QUANTITY = re.compile(
    rf"(?:(?P<number>{NUMBER})(?P<half> and a half)?|\b(?P<word>{WORD})(?P<halfword> and a half)?(?= ))[ -]?(?P<unit>{NAME})(?![A-Za-z])",
    FLAGS,
)
FREE = re.compile(rf"(?<![A-Za-z0-9'’/µμ])(?:{NAME})(?![A-Za-z0-9/]|['’][A-Za-z])", FLAGS)
HALF_MORE = re.compile(r" and (?:a )?half\b(?! ?(?:of (?:an?|the|that|\d)\b|-))", FLAGS)  # "a metre and a half"
BARE_PART = re.compile(rf" ?(\d{{1,2}}(?:\.\d+)?)(?![\d/]|[.,]\d| ?(?:{NAME})(?![A-Za-z]))", FLAGS)
LONE = re.compile(rf"(?<![\w.,])(?:{NUMBER})(?!\w)", FLAGS)


def number(text: str) -> Decimal:
    """Return a number written with points or commas, as a fraction, or with an exponent."""
    text = re.sub(r"(?<=\d)[\u00a0\u202f']", "", text.strip().replace("−", "-"))
    fraction = re.fullmatch(r"(-?)(?:(\d+) )?(\d+)/(\d+)", text)
    if fraction:
        sign, whole, over, under = fraction.groups()
        if not int(under):
            raise CannotError("A fraction cannot have 0 below its line.")
        value = Decimal(whole or 0) + Decimal(over) / Decimal(under)
        return -value if sign else value
    size = decimal_of(text.removeprefix("-"), "en")
    return size.copy_negate() if text.startswith("-") else size


def meanings(name: str) -> list[Unit]:
    """Return the units a name may stand for, the likeliest first."""
    if name.lower() in ("degree", "degrees"):
        return [UNITS["F"], UNITS["C"], UNITS["deg"]]
    return NAMES.get(name) or NAMES.get(name.lower()) or NAMES[name.lower().strip()]


def converted(value: Decimal, source: Unit, target: Unit) -> Decimal:
    """Return the amount in the target unit. Raises CannotError below absolute zero and for what no instrument measures."""
    if abs(value) >= LARGEST:
        raise CannotError("That number is too large for me: I convert amounts below 10^30.")
    if source.dimension == "fuel":
        if value <= 0:
            raise CannotError("A consumption of nothing has no other measure.")
        base = FUEL[source.id] / value if source.id in FUEL else value
        return FUEL[target.id] / base if target.id in FUEL else base
    if source.dimension != "temperature":
        return value * source.factor / target.factor
    slope, offset = SLOPE[source.id]
    kelvin = (value + offset) / slope
    if kelvin < 0:
        raise CannotError(
            f"{shown(value)} {source.many} is below absolute zero, which is -273.15 °C, -459.67 °F or 0 K."
        )
    slope, offset = SLOPE[target.id]
    return round(kelvin * slope - offset, 10)


def row(
    value: Decimal, source: Unit, target: Unit, label: str, language: str = "en", digits: int | None = None
) -> dict[str, Any]:
    """Return one conversion as data and as a sentence, with its result rounded to so many decimals when they are given."""
    result = converted(value, source, target)
    digits = 0 if target.id == "gasmark" and digits is None and result >= 1 else digits  # dials have whole marks
    text = shown(round(result, 2) if source.dimension == "temperature" else result)
    text = text if digits is None else f"{round(result, digits):,f}"
    sign = "=" if Decimal(text.replace(",", "")) == result else "≈"
    sentence = f"{label or named(value, source, language)} {sign} {localized(text, language)} {name_of(target, language, one=text == '1')}"
    if target.dimension == "pace" and 0 < result < 1000:
        seconds = round(result * 60)
        sentence += f" ({seconds // 60}:{seconds % 60:02d})"
    part = UNITS[PARTS[target.id]] if target.id in PARTS and 1 <= result < 1000 and result % 1 else None
    if part is not None:
        ratio = (target.factor / part.factor).quantize(Decimal(1))
        small = round(result * ratio, 1)
        sentence += f" ({shown(small // ratio)} {SHORT[target.id]} {shown(small % ratio)} {SHORT[part.id]})"
    return {
        "value": float(value),
        "from": source.id,
        "to": target.id,
        "result": float(f"{result:.12g}"),
        "text": sentence,
    }


def told_rows(
    answer: str, rows: list[dict[str, Any]], dimension: str, notes: list[str], confidence: float
) -> dict[str, Any]:
    """Return an answer with its conversions as data, without the spans that it used."""
    output = {"conversions": rows, "dimension": dimension, "notes": notes}
    return {"answer": answer, "output": output, "confidence": confidence, "status": "SUCCESS"}


def named(value: Decimal, unit: Unit, language: str = "en", digits: int = 0) -> str:
    """Return an amount with its unit in words, with at most so many decimals when they are given."""
    text = shown(round(value, digits)) if digits and abs(value) >= 1 else shown(value)
    return f"{localized(text, language)} {name_of(unit, language, one=value == 1)}"


def name_of(unit: Unit, language: str, *, one: bool) -> str:
    """Return the name of a unit in English, its symbol in the other languages."""
    if language != "en":
        return SYMBOLS.get(unit.id, unit.id)
    return unit.one if one else unit.many


def shown(value: Decimal) -> str:
    """Return a number for people: all of it when it has at most 10 significant digits, else 6 of them, but whole numbers in full."""
    value = value.normalize()
    if len(value.as_tuple().digits) > 10:
        value = Context(prec=max(6, value.adjusted() + 1) if value.adjusted() < 18 else 6).plus(value).normalize()
    if value and not -7 < value.adjusted() < 18:
        return f"{value:e}".replace("e+", "e")
    return f"{value:,f}"
