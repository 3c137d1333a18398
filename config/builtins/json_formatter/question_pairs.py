"""Two questions in one message: "how many parcels are there and what do they weigh together"."""

import re

from config.builtins.wording import fold

PAIR_ASKING = r"(?:what|whats|which|who|whose|how|when|where|is|are|was|wer|wie|welche[rsnm]?|wann|wo|ist|sind|que|quel(?:le)?s?|qui|combien|quand|quien(?:es)?|cual(?:es)?|cuant[oa]s?|cuando|list|show|give|nenne|zeig\w*|liste|montre|dime|muestra)"
FIGURE_ASKED = r"(?:(?:the|der|die|das|den|la|le|el) |l')(?:(?:overall|total|general|insgesamt) )?(?:average|mean|median|durchschnitt\w*|mittelwert|moyenne|mediane|promedio|media|mediana|(?:total|sum|summe|somme|suma)(?= (?:of |von |de )?[a-z]{2}))"
END_ASKED = r"(?:(?:the|der|die|das|den|la|le|el) |l')?(?:(?:most|least) (?:expensive|valuable|popular|recent|frequent)|cheapest|dearest|costliest|highest|lowest|largest|smallest|biggest|oldest|youngest|longest|shortest|heaviest|lightest|newest|fastest|slowest|best|worst|teuerste[nrs]?|billigste[nrs]?|gunstigste[nrs]?|alteste[nrs]?|jungste[nrs]?|grosste[nrs]?|kleinste[nrs]?|hochste[nrs]?|niedrigste[nrs]?|(?:article|produit|element|client) l[ea] (?:plus|moins) \w+|(?:articulo|producto|elemento|cliente) (?:mas|menos) \w+)(?= [a-z]{3,}|\W*\Z)"
PAIR_JOINT = re.compile(
    rf"\s*[,;.?]?\s+(?:(?:and|und|et|y|e|plus)\s+)(?:(?:also|then|auch|aussi|tambien)\s+)?[¿\"]?(?={PAIR_ASKING}\b)|\s*[?;,]?\s+(?:and|und|et|y)\s+(?=(?:{FIGURE_ASKED}\b|{END_ASKED}))|\s*[?;]\s+[¿]?(?={PAIR_ASKING}\b)",
    re.IGNORECASE,
)
FIRST_ASKS = re.compile(
    r"\A\W*(?:is|are|does|do|has|have|ist|sind|hat|haben|gibt|est|sont|es|son|tiene|hay)\b|\b(?:what|which|who|how|when|where|was|wer|wie|welche[rsnm]?|wann|wo|quel(?:le)?s?|(?:le|la|les)quel(?:le)?s?|qui|combien|quand|quien(?:es)?|cual(?:es)?|cuant[oa]s?|que|count|number of)\b|\A\W*(?:(?:please|pls|bitte|give me|show me|i need|tell me)\W+)*(?:(?:the|die|la|le) )?(?:sum|total|average|avg|mean|median|summe|durchschnitt|mittelwert|somme|moyenne|mediane|suma|media|mediana|promedio) (?:(?:of|von|der|de|del|des) |(?=[a-z]))",
    re.IGNORECASE,
)
REFERS = re.compile(
    r"\b(?:of (?:them|these|those)|davon|darunter|d'entre|parmi|de (?:ellos|ellas)|entre (?:ellos|ellas)|it|its|(?<!is )(?<!are )there|that)\b"
    r"|\A\W*(?:which|who|what are)(?: (?:ones?|are they))?\W*\Z|\A\W*(?:how many|wie ?viele|combien|cuant[oa]s)(?: (?:altogether|in all|in total|all in all|insgesamt|en tout|au total|en total|son|sont|sind es|are there|are they|gibt es))?\W*\Z",
    re.IGNORECASE,
)
THEY_SAID = re.compile(
    r"\b(?:they|them|their|these|those|sie|ihre?n?|ils|elles|leurs?|ellos|ellas|su)\b", re.IGNORECASE
)


CONJUNCT = re.compile(  # "which cost less than 10 and are in stock" is one question
    r"(?:is|are|was|ist|sind|war|est|sont|es|son|esta|estan) (?!(?:the|there|it|they|any|anyone|anybody|all|every|everyone|everybody|each|this|that|these|he|she|[A-Z]\w+|der|die|das|alle|jeder?|le|la|les|l'|il|elle|tous|el|los|las|todos)\b)"
)


def question_pair(words: str) -> tuple[str, str] | None:
    """Return the two questions of a message, None where it has one or where the second goes on with the first."""
    folded = fold(words)
    match = PAIR_JOINT.search(folded)
    if (
        match is None
        or PAIR_JOINT.search(folded, match.end()) is not None
        or not FIRST_ASKS.search(folded[: match.start()])
    ):
        return None
    first, second = words[: match.start()], words[match.end() :]
    if CONJUNCT.match(folded[match.end() :]) and "?" not in match.group():
        return None
    return None if REFERS.search(folded[match.end() :]) else (first, second)


def speaks_of_them(words: str) -> bool:
    """Return whether a question is about the entries that another one names."""
    return THEY_SAID.search(fold(words)) is not None
