"""Several figures of one list of numbers ("the average of 12, 15 and 19 and the difference between highest and lowest"), and results that shall be rounded."""

import re
from itertools import pairwise

from config.builtins.calculator.consumed import Problem
from config.builtins.calculator.purchases import amounts_of
from config.builtins.wording import decimal_of

LIST_GAP_OF_FIGURES = re.compile(r" ?(?:€|\$|£|euros?)?(?:,| and| und| et| y|, and|;)+ [€$£]?")
LIST_FIGURES = (
    ("range", re.compile(r"\b(?:difference|gap|range|spread|unterschied|differenz|spanne|ecart|difference|diferencia|rango)\b(?: (?:between|of|from|zwischen|entre|de))?(?: (?:the|dem|der|la|le|el))? ?(?:(?:highest|largest|biggest|max\w*|hochste\w*|grosste\w*|plus (?:haut|grand)\w*|mayor|mas alt[oa])\b[^.?!,;\d]{0,20}\b(?:lowest|smallest|min\w*|niedrigste\w*|kleinste\w*|plus (?:bas|petit)\w*|menor|mas baj[oa])\b)?")),
    ("mean", re.compile(r"\b(?:average|mean|avg|durchschnitt|mittelwert|moyenne|promedio|media)\b")),
    ("sum", re.compile(r"\b(?:sum|total|summe|somme|suma)\b")),
    ("max", re.compile(r"\b(?:highest|largest|biggest|maximum|hochste\w*|grosste\w*|mayor)\b")),
    ("min", re.compile(r"\b(?:lowest|smallest|minimum|niedrigste\w*|kleinste\w*|menor)\b")),
    ("median", re.compile(r"\b(?:median|mediane|mediana)\b")),
)  # fmt: skip
LEAST_LISTED = 3


def list_figures(text: str, language: str) -> Problem:
    """Return two or more figures of the only list of a text; none for one figure, and where a number is no part of the list."""
    amounts = amounts_of(text)
    if len(amounts) < LEAST_LISTED or any(one.share for one in amounts):
        return Problem("")
    gaps = (text[one.end : other.start] for one, other in pairwise(amounts))
    if not all(LIST_GAP_OF_FIGURES.fullmatch(gap) for gap in gaps):
        return Problem("")
    outside = text[: amounts[0].start] + " " * (amounts[-1].end - amounts[0].start) + text[amounts[-1].end :]
    found: list[tuple[int, str]] = []
    for name, pattern in LIST_FIGURES:
        for match in list(pattern.finditer(outside))[:1]:
            found.append((match.start(), name))
            outside = outside[: match.start()] + " " * (match.end() - match.start()) + outside[match.end() :]
    if len(found) < 2:
        return Problem("")
    ordered = sorted(amounts, key=lambda one: decimal_of(one.text, language))
    listed, low, high = " , ".join(one.text for one in amounts), ordered[0].text, ordered[-1].text
    middle = ordered[(len(ordered) - 1) // 2].text, ordered[len(ordered) // 2].text
    expressions = {
        "range": f"{high} - {low}", "mean": f"mean({listed})", "sum": f"sum({listed})", "max": f"{high} + 0", "min": f"{low} + 0",
        "median": f"mean({middle[0]} , {middle[1]})",
    }  # fmt: skip
    words = tuple(pattern for _, pattern in LIST_FIGURES)
    return Problem(" ; ".join(expressions[name] for _, name in sorted(found)), words)


ROUND_WISH = re.compile(
    r"\b(?P<verb>round(?:ed|ing)?|(?:auf|ab)?(?:ge)?(?:zu)?rund(?:en|e|et)|arrondi\w*|redonde\w*)\b(?: (?:it|that|them|the (?:result|answer|total)|das|le resultat|el resultado))?(?: (?P<way>up|down|auf|ab|au-dessus|en haut|hacia arriba|hacia abajo))?"
    r"(?: (?:to|auf|zu|a|au|al|aux|hasta))?(?: (?:the|den|die|das|le|la|el|a))?(?: (?:next|nearest|closest|nachste[nr]?|full|whole|volle[nr]?|ganze[nr]?|pleins?|entiers?|enter[oa]s?|mas cercan[oa]|proche))* ?(?P<unit>euros?|dollars?|pounds?|bucks?|numbers?|integer|whole|full|zahlen?|cents?|entiers?|enter[oa]s?|centimos?|francs?|franken)?\b"
)
NOT_ROUNDED = {
    "en": "I did not round it.",
    "de": "Gerundet habe ich es nicht.",
    "fr": "Je ne l'ai pas arrondi.",
    "es": "No lo he redondeado.",
}


def with_rounding(problem: Problem, text: str, language: str) -> Problem:
    """Return a problem whose last result is rounded as its text says; a note where that is not read."""
    wish = ROUND_WISH.search(text)
    if wish is None or not problem.expression or problem.expression.startswith(("round(", "ceil(", "floor(")):
        return problem
    *others, last = problem.expression.split(" ; ")
    said, unit = f"{wish['verb']} {wish['way'] or ''}", wish["unit"] or ""
    if not unit:
        return problem._replace(note=f"{problem.note} {NOT_ROUNDED[language]}".strip())
    is_up = re.search(r"\bup\b|\bauf\b|aufrund|aufgerund|au-dessus|en haut|arriba", said) is not None
    is_down = re.search(r"\bdown\b|\bab\b|abrund|abgerund|abajo", said) is not None
    if re.match(r"cents?|centimos?", unit):
        made = f"round({last} , 2)" if not (is_up or is_down) else ""
    else:
        made = f"ceil({last})" if is_up else f"floor({last})" if is_down else f"round({last} , 0)"
    if not made:
        return problem._replace(note=f"{problem.note} {NOT_ROUNDED[language]}".strip())
    return problem._replace(
        expression=" ; ".join([*others, *([last] if is_up or is_down else []), made]),
        vocabulary=(*problem.vocabulary, ROUND_WISH),
    )
