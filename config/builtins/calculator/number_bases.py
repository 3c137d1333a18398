"""Whole numbers in another base: binary, octal, decimal, hexadecimal, or a base that is named by its number."""

import re
from typing import Any

from config.builtins.wording import fill_in, fold, localized

BASE_NAMES = {
    2: r"bin(?:ary|aer|ar\w*|aire|ario)?",
    8: r"oct(?:al)?|oktal\w*",
    10: r"dec(?:imal)?|dezimal\w*|decimale?|denary",
    16: r"hex(?:a?decimal(?:e)?|adezimal\w*)?|hexa",
}


def base_named(place: str) -> str:
    """Return a pattern of a base whose groups start with a place's name."""
    names = "|".join(f"(?P<{place}{base}>{one})" for base, one in BASE_NAMES.items())
    return rf"(?:{names}|base[- ]?(?P<{place}n>\d{{1,2}}))(?: (?:numbers?|value|form|notation|system|code|zahl\w*))?"


PREFIXES = {"0x": 16, "0b": 2, "0o": 8, "#": 16}
INTO = r"(?:in|to|into|as|en|nach|als|zu|a|->|=)(?: (?:an?|the|ein\w*|une?|der?|die|das|el|la|le))?"
BEFORE = r"(?:(?:what(?:'s| is|s)?|convert|turn|write|show|give me|how do (?:i|you) write|was ist|wandle|rechne|schreibe?|convertis|convertir|ecris|quel est|c'est quoi|convierte|escribe|cuanto es|que es|the|an?|die|der|le|la|el|numbers?|zahl|nombre|numero)[ :]+)*"
FROM = r"(?:from )?"
ASKED_BASE = re.compile(
    rf"\W*{BEFORE}{FROM}(?:{base_named('ahead')} (?:of )?)?(?P<figures>(?:0x|0b|0o|#)?[0-9a-f]+(?:[ ,_][0-9a-f]+)*)(?: ?(?:\(?{FROM}{base_named('behind')}\)?))?(?: (?:is|ist|est|es))?"
    rf" {INTO} {base_named('into')}(?: (?:please|bitte|um|umrechnen|umwandeln|um bitte|pls|s'il (?:te|vous) plait|por favor|is what|form))?\W*",
    re.IGNORECASE,
)
BASE_OF = re.compile(
    rf"\W*{BEFORE}{base_named('into')}(?: (?:of|for|fur|von|de|representation of|equivalent of|value of))+ (?P<figures>(?:0x|0b|0o)?[0-9a-f]+)\W*",
    re.IGNORECASE,
)
BASE_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
LONGEST_FIGURES = 256
NO_SUCH_DIGITS = {
    "en": "{figures} is no number of base {base}: its digits go up to {last}.",
    "de": "{figures} ist keine Zahl zur Basis {base}: deren Ziffern gehen bis {last}.",
    "fr": "{figures} n'est pas un nombre de base {base} : ses chiffres vont jusqu'à {last}.",
    "es": "{figures} no es un número de base {base}: sus cifras llegan hasta {last}.",
}


def base_answer(text: str, language: str) -> dict[str, Any] | None:
    """Return a whole number written in another base; None for messages that ask for something else."""
    flat = fold(text).strip()
    found = ASKED_BASE.fullmatch(flat) or BASE_OF.fullmatch(flat)
    if found is None or len(found["figures"]) > LONGEST_FIGURES:
        return None
    target = named_base(found, "into")
    figures = re.sub(r"[ ,_]", "", found["figures"]).lower()
    prefix = next((one for one in PREFIXES if figures.startswith(one)), "")
    source = PREFIXES.get(prefix, 0) or named_base(found, "ahead") or named_base(found, "behind") or 10
    figures = figures.removeprefix(prefix)
    if not (2 <= source <= 36 and 2 <= target <= 36) or not figures:
        return None
    if source == target == 10:
        return None  # "0.5 as a decimal" is no matter of bases
    if any(BASE_DIGITS.index(figure) >= source for figure in figures):
        told = fill_in(
            NO_SUCH_DIGITS[language], figures=figures.upper(), base=f"{source}", last=BASE_DIGITS[source - 1].upper()
        )
        return {"answer": told, "output": None, "confidence": 0.9, "status": "NULL", "used": [[0, len(text)]]}
    value = int(figures, source)
    written = in_base(value, target)
    shown = localized(f"{value:,}", language) if target == 10 else written
    result = {"expression": figures, "result": written, "value": None, "exact": True, "fraction": ""}
    return {
        "answer": f"{figures.upper() if source > 10 else figures} ({source}) = **{shown}** ({target})",
        "output": {"results": [result]},
        "confidence": 0.97,
        "status": "SUCCESS",
        "used": [[0, len(text)]],
    }


def named_base(found: "re.Match[str]", place: str) -> int:
    """Return the base that is named at a place of the question, 0 for none."""
    groups = found.groupdict()
    if groups.get(f"{place}n"):
        return int(groups[f"{place}n"])
    return next((base for base in BASE_NAMES if groups.get(f"{place}{base}")), 0)


def in_base(value: int, base: int) -> str:
    """Return a whole number in the digits of a base, letters in capitals."""
    figures = ""
    while value:
        value, digit = divmod(value, base)
        figures = BASE_DIGITS[digit] + figures
    return figures.upper() or "0"
