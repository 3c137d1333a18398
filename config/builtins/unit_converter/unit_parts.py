"""Parts of a unit in words beyond halves, quarters and thirds: "a tenth of an acre", "ein Zehntel Hektar", "un dixième d'hectare"."""

import re
from decimal import Decimal

from config.builtins.wording import SMALL_NUMBERS, Mapped

UNIT_PARTS = {
    "en": {"fourth": 4, "fifth": 5, "sixth": 6, "seventh": 7, "eighth": 8, "ninth": 9,
           "tenth": 10, "twelfth": 12, "sixteenth": 16, "twentieth": 20, "hundredth": 100, "thousandth": 1000},
    "de": {"drittel": 3, "viertel": 4, "funftel": 5, "sechstel": 6, "siebtel": 7, "achtel": 8, "neuntel": 9,
           "zehntel": 10, "zwolftel": 12, "sechzehntel": 16, "zwanzigstel": 20, "hundertstel": 100, "tausendstel": 1000},
    "fr": {"tiers": 3, "quart": 4, "cinquieme": 5, "sixieme": 6, "septieme": 7, "huitieme": 8, "neuvieme": 9,
           "dixieme": 10, "douzieme": 12, "vingtieme": 20, "centieme": 100, "millieme": 1000},
    "es": {"tercio": 3, "cuarto": 4, "quinto": 5, "sexto": 6, "septimo": 7, "octavo": 8, "noveno": 9, "decimo": 10,
           "decima": 10, "quinta": 5, "octava": 8, "vigesimo": 20, "centesimo": 100, "centesima": 100, "milesima": 1000},
}  # fmt: skip
PART_COUNTS = {
    "en": {"a": 1, "an": 1, "one": 1},
    "de": {"ein": 1, "eine": 1, "einem": 1, "einen": 1, "das": 1},
    "fr": {"un": 1, "une": 1, "le": 1},
    "es": {"un": 1, "una": 1, "el": 1, "la": 1},
}
PART_UNITS = (
    r"(?:(?:square|sq\.?|cubic|nautical|fluid|us|imperial|quadrat|kubik)[- ]?)?"
    r"(?:acres?|hectares?|hectareas?|hektars?|morgen|miles?|meilen?|milles?|millas?|kilomet(?:er|re|ro)s?|km|met(?:er|re|ro)s?|inch(?:es)?|zoll|pouces?|pulgadas?|foot|feet|fuss|fuß|pieds?|pies?|yards?"
    r"|gallons?|gallonen?|galon(?:es)?|lit(?:er|re|ro)s?|pints?|pintes?|pintas?|quarts?|cups?|tassen?|tasses?|tazas?|ounces?|oz|unzen?|onces?|onzas?|pounds?|lbs?|pfund|livres?|libras?|kilo(?:gramm|gram|gramme|gramo)?s?|kg|gram(?:m|me|mo)?s?"
    r"|stones?|tons?|tonnes?|tonnen?|toneladas?|teaspoons?|tsp|tablespoons?|tbsp|millimet(?:er|re|ro)s?|mm|centimet(?:er|re|ro)s?|cm|hours?|stunden?|heures?|horas?|minutes?|minuten?|minutos?|kwh|barrels?|watts?)\b"
)
PART_LINKS = {
    "en": r" (?:of (?:an? |one |the )?)?",
    "de": r" ?(?:von (?:einem |einer )?|eines |einer |des )?",
    "fr": r" (?:de l'|d'(?:une? )?|de (?:la )?)",
    "es": r" (?:parte )?(?:de (?:una? |la )?|del )",
}


def with_parts_of_units(made: Mapped, language: str) -> Mapped:
    """Return a text in which a part of a unit in words is a decimal with a point."""
    counts = PART_COUNTS[language] | {word: one for word, one in SMALL_NUMBERS[language].items() if 0 < one < 20}
    parts = UNIT_PARTS[language]
    pattern = (
        rf"(?<![\w.,/-])(?:(?P<count>\d{{1,2}}|{'|'.join(sorted(counts, key=len, reverse=True))})[- ])"
        rf"(?P<part>{'|'.join(sorted(parts, key=len, reverse=True))})(?:s|es)?(?:{PART_LINKS[language]})(?={PART_UNITS})"
    )

    mixed = re.compile(rf"\b(?:\d+|{'|'.join(counts)}) (?:and|und|et|y) \Z", re.IGNORECASE)

    def in_figures(match: "re.Match[str]") -> str:
        if mixed.search(match.string[: match.start()]):  # "two and a fifth miles"
            return match.group()
        count = match["count"].lower()
        number = int(count) if count.isdigit() else counts[count]
        part = Decimal(number) / parts[match["part"].lower()]
        is_exact = round(part, 6) == part
        return f"{part.normalize():f} " if is_exact else f"{number}/{parts[match['part'].lower()]} "

    return made.sub(re.compile(pattern, re.IGNORECASE), in_figures)
