"""A grade from parts that count so many per cent: "the midterm counts 40 % and I got 62, the final 60 % and I got 81"."""

import re
from fractions import Fraction

from config.builtins.calculator.consumed import Problem
from config.builtins.calculator.purchases import Amount, amounts_of
from config.builtins.wording import fill_in

COUNTS_FOR = re.compile(
    r"\b(?:counts?(?: for)?|counting|worth|weigh\w*|weight|weighted|makes? up|zahlt|zahlen|gewicht\w*|macht|compte(?:nt)?(?: pour)?|vaut|valent|pese(?:nt)?|coefficient|cuentan?|valen?|pesan?|pondera\w*)\b"
)
GRADE_WORDS = re.compile(
    r"\b(?:grades?|marks?|scores?|exams?|tests?|midterm|finals?|coursework|homework|quiz(?:zes)?|essays?|projects?|lab|oral|written|klausur\w*|prufung\w*|mundlich\w*|schriftlich\w*|note[ns]?|hausarbeit|referat|examens?|controles?|partiels?|devoirs?|examen|examenes|parcial\w*|trabajos?|notas?)\b"
)
NUMBERED_TEST = re.compile(  # "test 1"
    r"\b(?:tests?|exams?|quiz|essays?|projects?|klausur|prufung|controle|examen|parcial|devoir) (?P<n>[1-9])\b(?! ?%)(?=[ :,(])"
)
GRADE_ASKED = re.compile(
    r"\b(?:overall|final (?:grade|mark|score|result)|total|average|altogether|(?:my|the|what|which) (?:grade|mark|score|result)|grade|gesamt\w*|endnote|durchschnitt|welche note|insgesamt|moyenne|note finale|au total|nota final|nota media|promedio|en total|que nota|media)\b"
)
GRADE_NEEDED = re.compile(
    r"\b(?:need|needs|required?|must (?:i )?(?:get|score)|to (?:get|pass|reach)|brauche\w*|muss ich|il me faut|dois-je|besoin|necesito|tengo que|pass(?:ed)?|bestanden)\b"
)
WEIGHT_NEAR = re.compile(
    r"\b(?:counts?(?: for)?|counting|worth|weigh\w*|weight|makes? up|zahlt|zahlen|gewicht\w*|macht|compte(?:nt)?(?: pour)?|vaut|valent|pese(?:nt)?|coefficient|cuentan?|valen?|pesan?|pondera\w*)(?: (?:is|of|at|by|ist|mit|de|un|el|zu|about|for|only|the|a))* ?\Z"
)
GOT_NEAR = re.compile(
    r"\b(?:got|scored?|had|have|received|achieved|with|grade|mark|was|habe|hatte|hab|bekam|bekommen|mit|note|eu|ai|obtenu|avec|saque|tengo|tuve|obtuve|he sacado|con)(?: (?:a|an|of|is|was|about|only|eine?n?|einer|un|une|une note de|uno?))* ?\Z"
)
LEAST_PARTS = 2
WHOLE_WEIGHT = 100
GRADE_NOTES = {
    "en": "Each grade counts by its share.",
    "de": "Jede Note zählt mit ihrem Anteil.",
    "fr": "Chaque note compte selon sa part.",
    "es": "Cada nota cuenta según su parte.",
}


def weighted_grade(text: str, language: str) -> Problem:
    """Return the weighted mean of grades whose shares make a whole; none for other messages."""
    if not (GRADE_ASKED.search(text) and GRADE_WORDS.search(text)):
        return Problem("")
    labels = [one.span("n") for one in NUMBERED_TEST.finditer(text)]
    amounts = [one for one in amounts_of(text) if not any(start <= one.start < end for start, end in labels)]
    if not (COUNTS_FOR.search(text) or [one.share for one in amounts] == [True, False] * (len(amounts) // 2)):
        return Problem("")
    if GRADE_NEEDED.search(text) or len(amounts) < LEAST_PARTS * 2 or len(amounts) % 2:
        return Problem("")
    are_weights = [is_weight(one, text) for one in amounts]
    first = are_weights[0]
    if are_weights != [first, not first] * (len(amounts) // 2):
        return Problem("")
    weights, grades = amounts[0 if first else 1 :: 2], amounts[1 if first else 0 :: 2]
    if sum(Fraction(one.text) for one in weights) != WHOLE_WEIGHT:
        return Problem("")
    parts = " + ".join(f"{weight.text} * {grade.text}" for weight, grade in zip(weights, grades, strict=True))
    words = (COUNTS_FOR, GRADE_ASKED, GRADE_WORDS, GRADE_PERSON, NUMBERED_TEST)
    return Problem(f"({parts}) / {WHOLE_WEIGHT}", words, fill_in(GRADE_NOTES[language]))


GRADE_PERSON = re.compile(
    r"\b(?:i|got|scored|have|had|and|with|my|whats|what|is|s|final|ich|habe|hatte|und|mit|j'ai|eu|et|avec|saque|tengo|tuve|y|con)\b"
)


def is_weight(one: Amount, text: str) -> bool:
    """Return whether an amount is the share by which a part counts, and not its grade."""
    lead = text[max(0, one.start - 30) : one.start]
    if WEIGHT_NEAR.search(lead):
        return True
    return bool(one.share) and GOT_NEAR.search(lead) is None
