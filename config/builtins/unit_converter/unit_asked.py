"""Which questions of a message an answer about a consumption answers: the words of the others count as not used."""

import re
from collections.abc import Iterable

from config.builtins.wording import fill_in

CLAUSE_OF_QUESTION = re.compile(
    r"(?:[^?!;,.\n]|[.,](?=\d))+?(?=[?!;\n]|[.,](?!\d)| (?:and|und|et|y|but|aber|mais|pero) |\Z)[?!;,.\n]?",
    re.IGNORECASE,
)
ASKS_SOMETHING = re.compile(
    r"\b(?:what|how|when|which|who|where|why|should|(?:is|was) (?:that|it|this|he|she|my)|are (?:they|those|we)|am i|wie|wann|welche\w*|wer|wo|warum|soll\w*|(?:ist|bin) (?:das|es|ich)|combien|quand|quel\w*|qui|pourquoi|est-ce|dois|cuant\w*|cuando|que|cual\w*|quien|donde|debo|deberia|es (?:eso|esto))\b",
    re.IGNORECASE,
)
COST_OF_USE = re.compile(
    r"\b(?:cost\w*|price|pay|bill|expensive|kost\w*|zahl\w*|preis|teuer|cout\w*|prix|pay\w*|cher|cuest\w*|precio|pag\w*)\b",
    re.IGNORECASE,
)
ASKED_OF_KIND = {
    "energy": r"kwh|kilowatt\w*|watt\w*|energy|electricity|power|us(?:e|es|ed|age|ing)|consum\w*|strom\w*|verbrauch\w*|energie|electricite|consomm\w*|energia|gasta\w*|how much (?:is|does) (?:that|it)(?! \w*(?:weigh|last))",
    "volume": r"l|litres?|liters?|litros?|liter|gallons?|fuel|gas(?:oline)?|petrol|diesel|paint|farbe|peinture|pintura|benzin|sprit|essence|carburant|gasolina|verbrauch\w*|how much (?:do|will|would|does) (?:i|we|it) (?:need|use|burn|take)|need|brauche\w*|besoin|necesit\w*|miles?|meilen|milles|millas|km|kilomet\w+",
    "time": r"how long|how much time|how fast|time|minutes?|hours?|seconds?|finish\w*|wie lange|zeit|dauer\w*|combien de temps|temps|tiempo|tarda\w*|dura",
    "length": r"how (?:wide|tall|high|big|large|many|much)|cm|centim\w+|inch\w*|width|height|dimensions?|fits?|wie (?:breit|hoch|viel\w*|gross)|breite|hohe|zoll|passt|combien|largeur|hauteur|cuant\w*|que tan|ancho|alto|anchura|altura",
    "data": r"why|how come|where|what happened|is (?:that|it|this)|warum|wieso|weshalb|wo|pourquoi|ou|est-ce|por que|donde|es (?:eso|esto)",
    "mass": r"how (?:heavy|much)|weigh\w*|weight|heavy|wie schwer|wiegt|wiegen|gewicht|combien|pese\w*|poids|cuanto|pesan?|peso|lift|carry|heben|tragen|porter|levantar|too (?:heavy|much)|allowed",
    "pace": r"how (?:many|fast)|min(?:utes?|uten|utos)?|pace|tempo|allure|ritmo|wie ?viele?|combien|cuantos",
    "temperature": r"what|how hot|temp\w*|degrees|setting|grad|hei(?:ss|ß)|hitze|quelle|combien|chaud|degres|grados|electric|welche\w*|cual|que|wie",
    "count": r"how many|wie ?viele|combien|cuant[oa]s|bmi|body mass index|imc",
    "fuel": r"mpg|economy|consum\w*|burn\w*|mileage|verbrauch\w*|schluckt|consomm\w*|gasta\w*|rendimiento|100|hundred|hundert",
}


NOT_ANSWERED = {
    "en": "I cannot do this part: {parts}.",
    "de": "Das kann ich nicht: {parts}.",
    "fr": "Je ne peux pas faire cela : {parts}.",
    "es": "No puedo hacer esto: {parts}.",
}
QUOTES_OF_PART = {"en": "“{part}”", "de": "„{part}“", "fr": "« {part} »", "es": "“{part}”"}


def not_answered(parts: list[str], language: str) -> str:
    """Return the sentence that names questions which an answer leaves out, with a blank line behind it; "" for none."""
    quotes = QUOTES_OF_PART[language]
    told = [fill_in(quotes, part=" ".join(part.split()).strip(" ?.,;!")) for part in parts[:3]]
    return fill_in(NOT_ANSWERED[language], parts=", ".join(told)) + "\n\n" if told else ""


def places_answered(
    text: str, read: "Iterable[re.Match[str]]", kind: str
) -> tuple[list[list[int]], list[tuple[int, int]]]:
    """Return the places of the words of a message that an answer of a kind covers, and those of the questions that it leaves out.

    ``text`` is folded; ``read`` are the amounts that the answer is made from, a price among them when it tells costs.
    """
    matches = list(read)
    is_priced = any("after" in match.groupdict() for match in matches)
    known = re.compile(rf"\b(?:{ASKED_OF_KIND[kind]})\b", re.IGNORECASE)
    places, left = [], []
    for clause in CLAUSE_OF_QUESTION.finditer(text):
        asked = clause.group()
        is_of_cost = COST_OF_USE.search(asked) is not None
        is_asked = ASKS_SOMETHING.search(asked) is not None
        if is_asked and not (is_priced if is_of_cost else known.search(asked) or has_amount(asked, matches)):
            left.append(clause.span())
            continue
        places += [[clause.start() + word.start(), clause.start() + word.end()] for word in re.finditer(r"\S+", asked)]
    return places, left


def has_amount(clause: str, read: "Iterable[re.Match[str]]") -> bool:
    """Return whether one of the amounts stands in a clause."""
    return any(match.group().strip() in clause for match in read)
