"""Words of a message that stand for a smaller group, or for the decimals of a result: "between 4 but one does not pay", "1 decimal"."""

import re
from decimal import ROUND_HALF_UP, Decimal
from fractions import Fraction
from typing import Any

from config.builtins.calculator.told_forms import folded_sub, small_count
from config.builtins.wording import Mapped, fill_in, fold, localized

FEW = r"(?:one|two|three|an?|[1-4]|eine?r?|zwei|drei|une?|deux|trois|uno|una?|dos|tres)"
NOT_PAYING = (
    r"(?:(?:does|do|is|are|will|wo)(?: not|n'?t) (?:have to |going to |need to )?pay\w*|pays? (?:nothing|0)|(?:is|are|goes|eats|gets in) free|(?:is|are) (?:invited|treated|not paying)|(?:zahl\w*|bezahl\w*) (?:nicht\w*|keinen)|(?:ist|sind|wird|werden) eingeladen|muss nicht(?:s)? (?:be)?zahlen|"
    r"(?:ne )?pai\w* (?:pas|rien)|est invitee?|no pag\w*|(?:es|esta|va) invitad[oa])"
)
SPLIT_WITHOUT = re.compile(  # "split between 4 but one of us (birthday girl) doesnt pay"
    rf"(?P<lead>\b(?:between|among|by|into|in|through|durch|auf|unter|par|entre|en) (?:the |us |all )?)(?P<all>\d{{1,2}})(?P<noun>(?: (?:of us|people|persons?|ways|friends|guests|personen|leute|freunde|personnes|amis|personas|amigos))?)"
    rf",?(?: (?:but|and|except|only|though|aber|und|wobei|nur|mais|et|sauf que|pero|y|aunque))? (?P<free>{FEW})(?: (?:of (?:us|them|those)|person|people|friend|guest|von uns|person(?:en)?|d'entre nous|d'eux|personnes?|de (?:nosotros|ellos)|personas?))?"
    rf"(?: ?\([^()\d]{{1,40}}\)|, [^,\d.?!]{{1,30}},)? {NOT_PAYING}\b",
    re.IGNORECASE,
)
DECIMAL_COUNT = r"(?:\d|one|two|three|no|zero|eine[rn]?|zwei|drei|keine|une|deux|trois|un|una?|dos|tres)"
DECIMALS_WISHED = re.compile(
    rf"(?:[,;(.] ?|\b(?:rounded|gerundet|arrondi\w*|redondead\w*) |\b(?:to|with|auf|mit|avec|con|only|just|max\.?|nur|bitte|please|seulement|solo|a|at most|hochstens) )+(?P<digits>{DECIMAL_COUNT}) (?:decimals?(?: places?| points?| digits?)?|digits? after the (?:decimal )?(?:point|comma)|nachkommastellen?|dezimalstellen?|kommastellen?|stellen? (?:nach|hinter) dem komma|decimal(?:es|e)?|chiffres? apres la virgule)\b ?(?:please|bitte|s'il (?:te|vous) plait|por favor)?(?= ?(?:[).,;?!]|\Z))\)?",
    re.IGNORECASE,
)
ROUNDS_ALREADY = re.compile(r"\b(?:round\w*|gerundet|runden?|arrondi\w*|redonde\w*)\b", re.IGNORECASE)
NO_DIGITS = ("no", "zero", "keine")
TO_DECIMALS = {
    "en": "To {digits} decimals: **{value}**.", "de": "Auf {digits} Nachkommastellen: **{value}**.",
    "fr": "Avec {digits} décimales : **{value}**.", "es": "Con {digits} decimales: **{value}**.",
}  # fmt: skip
TO_ONE_DECIMAL = {
    "en": "To one decimal: **{value}**.", "de": "Auf eine Nachkommastelle: **{value}**.",
    "fr": "Avec une décimale : **{value}**.", "es": "Con un decimal: **{value}**.",
}  # fmt: skip
MOST_DIGITS = 9


def without_free_guests(made: Mapped, language: str) -> Mapped:
    """Return a text in which those who share are those who pay."""

    def paying(match: "re.Match[str]") -> str:
        left = int(match["all"]) - few_count(match["free"].lower(), language)
        return f"{match['lead']}{left}{match['noun']}" if left > 0 else match.group()

    return folded_sub(made, SPLIT_WITHOUT, paying)


def wished_decimals(text: str, language: str) -> "tuple[int, tuple[int, int]] | None":
    """Return with how many decimals a result is wished, and where a message says so; None where it says nothing, or does so otherwise."""
    found = list(DECIMALS_WISHED.finditer(fold(text)))
    if len(found) != 1 or not re.search(r"\d", text[: found[0].start()] + text[found[0].end() :]):
        return None
    word = found[0]["digits"].lower()
    if word.isdigit() and ROUNDS_ALREADY.search(text):
        return None  # "rounded to 2 decimals" is part of the calculation
    return (0 if word in NO_DIGITS else few_count(word, language)), found[0].span()


def few_count(word: str, language: str) -> int:
    """Return the value of a small number in digits or in words, of which an article is 1."""
    return 1 if word in ("a", "an") or re.fullmatch(r"(?:ein|un)\w{0,2}", word) else small_count(word, language)


def in_decimals(made: dict[str, Any], digits: int, language: str) -> dict[str, Any]:
    """Return an answer of one result with that result rounded to so many decimals."""
    results = made["output"]["results"] if made["status"] == "SUCCESS" and made["output"] else []
    if len(results) != 1 or not re.fullmatch(r"-?\d+(?:\.\d+)?", results[0]["result"]) or digits > MOST_DIGITS:
        return made
    value = Fraction(results[0]["result"])
    exact = Fraction(results[0]["fraction"] or 0)
    value = exact if abs(exact - value) < Fraction(1, 10**6) else value  # halves are rounded by the exact result
    is_share = re.search(r"\*\*[^*]*%[^*]*\*\*", made["answer"]) is not None
    rounded = (Decimal(value.numerator) / Decimal(value.denominator)).quantize(
        Decimal(1).scaleb(-digits), ROUND_HALF_UP
    )
    shown_value = localized(f"{rounded:,f}", language) + (" %" if is_share else "")
    template = TO_ONE_DECIMAL if digits == 1 else TO_DECIMALS
    answer = re.sub(r" (?:Rounded|Gerundet|Arrondi|Redondeado)\.\Z", "", made["answer"])
    return {**made, "answer": f"{answer} {fill_in(template[language], value=shown_value, digits=digits)}"}
