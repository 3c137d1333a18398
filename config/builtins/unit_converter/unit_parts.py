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


AMOUNT_PARTS = {"third": 3, "quarter": 4}  # English ones, which are read elsewhere where a unit follows
OF_AMOUNT = {
    "en": r" of (?:(?:the|my|our|your|these|those|that|about) )?",
    "de": r" (?:von |der |des )(?:(?:den|der|meinen|unseren|etwa) )?",
    "fr": r" (?:de |des )(?:(?:la|l'|ces|mes|nos) )?",
    "es": r" (?:parte )?(?:de |del )(?:(?:los|las|mis|esos|esas) )?",
}
AMOUNT_OF = r"(?P<amount>\d{1,3}(?:,\d{3})+|\d{1,9}(?:\.\d{1,6})?)(?= ?[a-z])(?! ?(?:am|pm|uhr|h\d)\b)"
AND_PARTS = {
    "en": r" and (?:{count}[- ])?{part}(?: of (?:an? |one )?| )",
    "de": r" und (?:{count} )?{part} ?(?:von (?:einem |einer )?)?",
    "fr": r" et (?:{count} )?{part} (?:de )",
    "es": r" y (?:{count} )?{part} (?:de )",
}


def with_parts_of_units(made: Mapped, language: str) -> Mapped:
    """Return a text in which parts in words are decimals with a point: of a unit, beside a whole number of it, and of an amount.

    A short message has too few words to tell its language, so those of each language are read, its own first.
    """
    for one in sorted(UNIT_PARTS, key=lambda name: name != language):
        made = with_parts_in(made, one)
    return made


def with_parts_in(made: Mapped, language: str) -> Mapped:
    """Return a text in which the parts that the words of one language name are decimals."""
    counts = PART_COUNTS[language] | {word: one for word, one in SMALL_NUMBERS[language].items() if 0 < one < 20}
    parts = UNIT_PARTS[language] | AMOUNT_PARTS
    count = rf"(?P<count>\d{{1,2}}|{'|'.join(sorted(counts, key=len, reverse=True))})"
    part = rf"(?P<part>{'|'.join(sorted(UNIT_PARTS[language], key=len, reverse=True))})(?:s|es|n)?"
    any_part = rf"(?P<part>{'|'.join(sorted(parts, key=len, reverse=True))})(?:s|es|n)?"
    mixed = AND_PARTS[language].replace("{count}", count).replace("{part}", part)
    whole = count.replace("<count>", "<whole>")

    def share_of(match: "re.Match[str]") -> Decimal:
        word = (match["count"] or "1").lower()
        return Decimal(int(word) if word.isdigit() else counts[word]) / parts[match["part"].lower()]

    def of_unit(match: "re.Match[str]") -> str:
        share = share_of(match)
        if round(share, 6) == share:
            return f"{share.normalize():f} "
        return f"{round(share * parts[match['part'].lower()])}/{parts[match['part'].lower()]} "

    def with_whole(match: "re.Match[str]") -> str:
        word = match["whole"].lower()
        return f"{in_decimals((int(word) if word.isdigit() else counts[word]) + share_of(match))} "

    def of_amount(match: "re.Match[str]") -> str:
        return in_decimals(share_of(match) * Decimal(match["amount"].replace(",", "")))

    for pattern, replaced in (
        (rf"{whole}{mixed}(?={PART_UNITS})", with_whole),
        (rf"{count}[- ]{any_part}{OF_AMOUNT[language]}{AMOUNT_OF}", of_amount),
        (rf"{count}[- ]{part}(?:{PART_LINKS[language]})(?={PART_UNITS})", of_unit),
    ):
        made = made.sub(re.compile(rf"(?<![\w.,/-]){pattern}", re.IGNORECASE), replaced)
    return made


def in_decimals(value: Decimal) -> str:
    """Return a number with at most ten decimals."""
    return f"{round(value, 10).normalize():f}"
