"""Converts Roman numerals from 1 to 3999 both ways, and says how a wrongly written one would be written."""

import re
from typing import Any

from config.recipes.common import clean, declares_used, found_in, left_out_note, nothing, solved

MOST = 200  # numbers of one message
LARGEST = 3999  # above it a bar over the letters would be needed
VALUES = (
    (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"),
    (4, "IV"), (1, "I"),
)  # fmt: skip
LETTERS = {letter: value for value, letter in VALUES if len(letter) == 1}
SIGNS = {
    "Ⅰ": "I",
    "Ⅱ": "II",
    "Ⅲ": "III",
    "Ⅳ": "IV",
    "Ⅴ": "V",
    "Ⅵ": "VI",
    "Ⅶ": "VII",
    "Ⅷ": "VIII",
    "Ⅸ": "IX",
    "Ⅹ": "X",
    "Ⅺ": "XI",
    "Ⅻ": "XII",
}
ABOUT = re.compile(r"\b(roman|r[öo]misch\w*|romanos?|numerals?|römer)\b", re.IGNORECASE)
NUMBER = re.compile(r"(?<![\w.,/:\-])-?\d{1,3}(?:,\d{3})+(?![\w])|(?<![\w.,/:])-?\d{1,12}(?:[.,]\d+)?(?![\w/:])")
ASKED = re.compile(
    r"\b(convert|what|number|value|arabic|is|mean|in|was|bedeutet|wie|zahl|qu[eé]|n[uú]mero|year|valid)\b",
    re.IGNORECASE,
)
HELP = "I convert Roman numerals, and see none here. Send me one such as MCMXCIV, or a number from 1 to 3999."


@declares_used()
def handle(payload: dict[str, Any], ctx: object) -> dict[str, Any]:
    """Answer one message about numbers or Roman numerals."""
    found = found_in(payload, conversions)
    if not found:
        return nothing(HELP)
    kept = found[:MOST]
    output = {"conversions": kept, "left_out": len(found) - len(kept)}
    if not any(one["valid"] for one in kept) and all(not one["roman"] for one in kept):
        return nothing(" ".join(one["note"] for one in kept[:3]))
    lines = "\n".join(line(one, len(kept) > 1) for one in kept)
    return solved(lines + left_out_note(len(found) - len(kept), MOST), output)


def conversions(text: str) -> list[dict[str, Any]]:
    """Return the conversions a message asks for: its numerals, and its numbers when it speaks of Roman ones."""
    text = "".join(SIGNS.get(letter, letter) for letter in clean(text))
    numerals = [from_roman(word) for word in numerals_in(text)]
    if not ABOUT.search(text):
        return numerals
    numbers = [to_roman(match.group()) for match in NUMBER.finditer(text)]
    return numbers if numbers and not numerals else numerals + numbers


def numerals_in(text: str) -> list[str]:
    """Return the words that are meant as numerals: capitals, or any letters in a short question about them."""
    words = list(dict.fromkeys(re.findall(r"(?<![\w'’])[IVXLCDMivxlcdm]{1,20}(?![\w'’])", text)))
    alone = not re.search(r"[A-Za-z]{2,}", re.sub(r"(?<![\w'’])[IVXLCDMivxlcdm]{1,20}(?![\w'’])", "", text))
    about = ABOUT.search(text) is not None
    found = []
    for word in words:
        named = (
            re.search(rf"\b(?:is|number|numeral|does|ist|zahl|es|número)\s+{word}\b", text) is not None and word != "I"
        )
        upper = word.isupper() and (len(word) > 1 or about or alone or named)
        pronoun = word == "I" and re.search(
            r"\bI (am|have|want|need|get|keep|would|can|see|read|had|do)\b|\b(can|do|should|could) I\b", text
        )
        lower = word.islower() and (
            alone or (about and canonical(word.upper()) and len(word) > 1 and word not in ("mi", "di", "mix"))
        )
        if (upper and not pronoun) or lower:
            found.append(word.upper())
    return list(dict.fromkeys(found)) if alone or about or ASKED.search(text) else []


def value_of(numeral: str) -> int:
    """Return what the letters add up to: one before a larger one is taken off."""
    total = 0
    for place, letter in enumerate(numeral):
        after = LETTERS[numeral[place + 1]] if place + 1 < len(numeral) else 0
        total += -LETTERS[letter] if LETTERS[letter] < after else LETTERS[letter]
    return total


def written(number: int) -> str:
    """Return a number from 1 to 3999 as a numeral."""
    made = ""
    for value, letters in VALUES:
        made += letters * (number // value)
        number %= value
    return made


def canonical(numeral: str) -> bool:
    """Say whether a numeral is written as it should be."""
    value = value_of(numeral)
    return 1 <= value <= LARGEST and written(value) == numeral


def from_roman(numeral: str) -> dict[str, Any]:
    """Return the conversion of a numeral."""
    value = value_of(numeral)
    good = canonical(numeral)
    fitting = 1 <= value <= LARGEST
    note = "" if good else f"{numeral} is not a proper numeral."
    if not good and fitting:
        note = f"{numeral} is not written properly: {value} is {written(value)}."
    return {"direction": "from_roman", "roman": numeral, "number": value, "valid": good, "note": note}


def to_roman(text: str) -> dict[str, Any]:
    """Return the conversion of a number."""
    plain = text.replace(",", "") if re.fullmatch(r"-?\d{1,3}(,\d{3})+", text) else text
    number = int(plain) if re.fullmatch(r"-?\d+", plain) else None
    if number is None or not 1 <= number <= LARGEST:
        note = f"{text} has no Roman numeral: they go from 1 to {LARGEST}, whole numbers only."
        return {"direction": "to_roman", "roman": "", "number": number, "valid": False, "note": note}
    return {"direction": "to_roman", "roman": written(number), "number": number, "valid": True, "note": ""}


def line(one: dict[str, Any], listed: bool) -> str:
    """Return one conversion in words."""
    if not one["valid"]:
        text = one["note"]
    elif one["direction"] == "from_roman":
        text = f"**{one['roman']} = {one['number']}**"
    else:
        text = f"**{one['number']} = {one['roman']}**"
    return f"- {text}" if listed else text
