"""Halves, quarters and thirds in words, in four languages: "two and a half miles", "anderthalb Pfund", "une heure et demie"."""

import re
from decimal import Decimal

from config.builtins.wording import SMALL_NUMBERS, Mapped

FRACTION_VALUES = {"half": "0.5", "quarter": "0.25", "three": "0.75", "third": "0.3333333333", "thirds": "0.6666666667"}
SMALL_COUNTS = {
    language: {word: count for word, count in words.items() if 0 < count < 21}
    | ({"a": 1, "an": 1} if language == "en" else {"un": 1, "une": 1, "una": 1} if language in ("fr", "es") else {})
    for language, words in SMALL_NUMBERS.items()
}
WORD_COUNT = {
    language: r"(?<![\w.,/-])(?P<count>\d{1,4}|" + "|".join(sorted(words, key=len, reverse=True)) + ")"
    for language, words in SMALL_COUNTS.items()
}
MEASURED_FR = r"(?:kilos?|kg|livres?|litres?|metres?|heures?|miles?|pintes?|tasses?|tonnes?|gallons?|douzaines?|journees?|annees?|ans?|pouces?|pieds?|cuilleres?|onces?|acres?|hectares?)\b"
MEASURED_ES = r"(?:kilos?|kg|libras?|litros?|metros?|horas?|millas?|pintas?|tazas?|toneladas?|galon(?:es)?|docenas?|anos?|dias?|pulgadas?|pies?|cucharad\w*|onzas?|acres?|hectareas?|minutos?|mes(?:es)?)\b"
MEASURED_DE = r"(?:liter|kilo(?:gramm)?|kg|pfund|meter|meile|stunde|jahr|tasse|gallone|zoll|tonne|unze|dutzend|minute|tag|monat|fuss|hektar|prise|becher)\w{0,2}\b"
TIMES_EN = r"(?:hour|minute|second|day|week|month|year|decade|century)s?\b"
BEFORE_MORE = r"(?=\W*\Z| (?:in|into|to|as|after|before|from|ago|later|is|are|equals?|makes?|long)\b|[,?!.=])"


def with_fractions(mapped: Mapped, language: str) -> Mapped:
    """Return a folded text in which fractions in words are decimals with a point before what they measure."""
    return FRACTION_READERS[language](mapped)


def with_count(match: "re.Match[str]", language: str, more: str) -> str:
    """Return the count of a match and a fraction more."""
    count = match["count"].lower()
    whole = Decimal(count) if count.isdigit() else Decimal(SMALL_COUNTS[language][count])
    return f"{whole + Decimal(more):f}"


def english_fraction(match: "re.Match[str]") -> str:
    """Return which fraction a match names."""
    if match["three"]:
        return FRACTION_VALUES["three"]
    if match["thirds"]:
        return FRACTION_VALUES["thirds"]
    return FRACTION_VALUES[match["one"].lower()]


ENGLISH_FRACTION = r"(?:(?P<three>(?:three|3)[- ]quarters?)|(?P<thirds>(?:two|2)[- ]thirds?)|(?:an? |one )?(?P<one>half|quarter|third))"


def english_fractions(mapped: Mapped) -> Mapped:
    """Read "two and a half miles", "one and three quarter cups", "a year and a half after", "1 and 1/2 cups"."""
    made = mapped.sub(r"(?<![\w.,/-])(\d{1,4}) and (?=\d{1,2}/\d{1,2}\b)", r"\1 ")
    made = made.sub(
        rf"{WORD_COUNT['en']} and {ENGLISH_FRACTION}(?: of an?)?(?= [a-z])(?! (?:past|to|of)\b)",
        lambda match: with_count(match, "en", english_fraction(match)),
    )
    made = made.sub(
        rf"(?<!\d )\b{ENGLISH_FRACTION}[ -](?:(?:of )?an? )?(?={TIMES_EN})", lambda match: english_fraction(match) + " "
    )
    return made.sub(
        rf"{WORD_COUNT['en']} (?P<unit>[a-z]{{2,12}}) and {ENGLISH_FRACTION}{BEFORE_MORE}",
        lambda match: f"{with_count(match, 'en', english_fraction(match))} {match['unit']}",
    )


def german_fractions(mapped: Mapped) -> Mapped:
    """Read "anderthalb Pfund", "zweieinhalb Stunden", "ein halbes Jahr", "ein Viertelliter", "dreiviertel Liter"."""
    made = mapped.sub(r"\b(?:anderthalb|ein(?:und)?einhalb)(?:e[rsnm]?)?\b", "1.5")
    made = made.sub(
        rf"{WORD_COUNT['de']}(?:(?: ?und ?| )?einhalb| und eine? halbe[rsnm]?)\b",
        lambda match: with_count(match, "de", "0.5"),
    )
    made = made.sub(rf"\b(?:eine?[rmns]? )?(?:dreiviertel|(?:drei|3) ?viertel|3/4) ?(?={MEASURED_DE})", "0.75 ")
    made = made.sub(rf"\b(?:eine?[rmns]? )?viertel ?(?={MEASURED_DE})", "0.25 ")
    made = made.sub(rf"\b(?:eine?[rmns]? )?drittel ?(?={MEASURED_DE})", "0.3333333333 ")
    return made.sub(rf"(?<!\d )\b(?:eine?[rmns]? )?halbe[rsnm]? ?(?={MEASURED_DE})", "0.5 ")


def french_fractions(mapped: Mapped) -> Mapped:
    """Read "une heure et demie", "un demi-kilo", "trois quarts d'heure", "un quart de litre"."""
    made = mapped.sub(
        rf"{WORD_COUNT['fr']} (?P<unit>{MEASURED_FR}) et demie?\b",
        lambda match: f"{with_count(match, 'fr', '0.5')} {match['unit']}",
    )
    made = made.sub(rf"\b(?:une? )?demie?[- ]?(?={MEASURED_FR})", "0.5 ")
    made = made.sub(rf"\b(?:trois|3) quarts? d(?:e |['’] ?)(?={MEASURED_FR})", "0.75 ")
    made = made.sub(rf"\b(?:(?:un|1) )?quart d(?:e |['’] ?)(?={MEASURED_FR})", "0.25 ")
    return made.sub(rf"\b(?:(?:un|1) )?tiers d(?:e |['’] ?)(?={MEASURED_FR})", "0.3333333333 ")


def spanish_fractions(mapped: Mapped) -> Mapped:
    """Read "dos kilos y medio", "kilo y medio", "media hora", "tres cuartos de litro", "un cuarto de kilo"."""
    made = mapped.sub(
        rf"(?:{WORD_COUNT['es']} )?(?P<unit>\b{MEASURED_ES}) y medi[oa]\b",
        lambda match: f"{with_count(match, 'es', '0.5') if match['count'] else '1.5'} {match['unit']}",
    )
    made = made.sub(
        rf"{WORD_COUNT['es']} y medi[oa] (?={MEASURED_ES})", lambda match: with_count(match, "es", "0.5") + " "
    )
    made = made.sub(rf"\b(?:una? )?medi[oa] (?={MEASURED_ES})", "0.5 ")
    made = made.sub(rf"\b(?:tres|3) cuartos de (?={MEASURED_ES})", "0.75 ")
    made = made.sub(rf"\b(?:(?:un|1) )?cuarto de (?={MEASURED_ES})", "0.25 ")
    return made.sub(rf"\b(?:(?:un|1) )?tercio de (?={MEASURED_ES})", "0.3333333333 ")


FRACTION_READERS = {"en": english_fractions, "de": german_fractions, "fr": french_fractions, "es": spanish_fractions}
