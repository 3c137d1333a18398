"""What somebody believes about a count ("my pupil says four"), and which way a limit is asked about ("am I over?")."""

import re
from typing import NamedTuple

from config.builtins.wording import fill_in

BELIEF = (
    r"(?:says?|said|saying|thinks?|thought|claims?|claimed|reckons?|believes?|believed|insists?|guess(?:ed|es)?|(?:i|we) (?:only )?count|counts|counted|gets?|got|c[oa]mes? (?:to|up with)|came (?:to|up with)|makes? it|made it|told|tells me|swears?|supposed(?: to be)?|bet"
    r"|sagt|sagen|meint|meine|behauptet|glaubt|glaube|denkt|denke|zahlt|(?:ich|wir) zahlen?|gezahlt|kommt auf|komme auf|kam auf"
    r"|dit|disent|pense|croit|crois|pretend|trouve|(?:il|elle|je|on|j'ai|a|ai) compte|dice|dicen|piensa|pienso|cree|creo|afirma|conto|contado|conte|me salen?)"
)
TRUTH = r"(?:true|right|correct|really|stimmt(?:'?s| es)?|richtig|wahr|wirklich|tatsachlich|vrai|exact|vraiment|verdad|cierto|correcto|realmente|is it|are there|does (?:it|this|that|the \w+|my \w+) have|is (?:this|that)|do we have|has it|hat (?:er|es|das|der \w+)|sind (?:es|das)|y a-t-il|est-ce que \w+ (?:a|fait)|(?:a|fait)-t-(?:il|elle)|hay|son|tiene)"
CONFIRMED = r"(?:,? ?(?:right|correct|is that (?:right|correct|true)|am i right|true|or not|or (?:is it )?(?:more|less|fewer)|yes|stimmt(?:'s| das)?|richtig|oder(?: nicht)?|nicht wahr|n'est-ce pas|c'est (?:bien )?(?:ca|juste|correct)|non|verdad|cierto|correcto|no|es correcto) ?\?)"
UNIT_SAID = r"(?:words?|characters?|letters?|sentences?|lines?|paragraphs?|vowels?|consonants?|syllables?|times|\0+)"
BETWEEN = r"(?: {1,400}(?!(?:max\w*|most|pase\w*|exceda\w*|supere\w*|depasse\w*|limit\w*|up|under|over|more|less|fewer|than|allow\w*|only|per|within|least|may|can|must|should|hochstens|mindestens|bis|unter|uber|nur|plus|moins|solo|maximo|minimo|menos|mas)\b)[a-z'\0\"“”„«»-]+,?){0,8}?"
BEHIND_CLAIM = rf"(?= ?(?:{UNIT_SAID}\b|\0|\Z|[.,;:!?)\"”]|in\b|of\b|there|here|but|and|while|however|though|right|correct|total|altogether|aber|und|mais|et|pero|y\b|mal\b|fois|veces))"
CLAIMS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b{BELIEF}\b,?{BETWEEN} {{1,400}}(?P<n>\d{{1,6}})(?![\d%]|[.,]\d){BEHIND_CLAIM}",
        rf"\b{TRUTH}\b,?{BETWEEN} {{1,400}}(?P<n>\d{{1,6}})(?![\d%]|[.,]\d) ?{UNIT_SAID}",
        rf"(?<![\w.,])(?P<n>\d{{1,6}}) {UNIT_SAID}[^.?!\n]{{0,40}}?{CONFIRMED}",
    )
)
ASKS_TRUE = (
    r",? ?\b(?:right|correct|true|or not|stimmt(?:'s| das| es)?(?:,? dass)?|richtig|oder|nicht wahr|n'est-ce pas|c'est (?:bien )?(?:ca|juste|correct)|est-ce (?:vrai|juste|exact)(?: que)?|verdad(?: que)?|cierto(?: que)?|correcto) ?(?=\?|\Z|\b)"
    r"|\b(?:is|are|am) (?:she|he|that|it|this|they|i) (?:right|correct|true|wrong)|\bhat (?:er|sie) recht|\bhabe ich recht|\b(?:a-t-(?:il|elle)|ai-je) raison|\b(?:tiene|tengo) razon|\bes (?:correcto|verdad|cierto)|\bbut i (?:counted|got|get|make it) (?:differently|something else|another number|more|fewer|less)"
)
MOST_CLAIMS = 3
CLAIM_TEXTS = {
    "en": {True: "**Yes**, it is {n}.", False: "**No**, it is not {n}."},
    "de": {True: "**Ja**, es sind {n}.", False: "**Nein**, es sind nicht {n}."},
    "fr": {True: "**Oui**, c'est bien {n}.", False: "**Non**, ce n'est pas {n}."},
    "es": {True: "**Sí**, son {n}.", False: "**No**, no son {n}."},
}
ASKS_OVER = re.compile(
    r"\b(?:(?:am i|are we|is (?:it|this|that|he|she|(?:my|the|our|this) \w+)|do i go|did i go|have i gone|does (?:it|this) go)(?: (?:now|already|way|slightly|still|a bit|still|actually))* (?:over|above|beyond|past|exceeding|too (?:long|much|big))(?! \0*\d)"
    r"|(?:bin ich|sind wir|liege ich|ist (?:es|das|er|sie|(?:der|die|das|mein\w*) \w+))(?: (?:schon|da|damit|jetzt|noch))* (?:druber|daruber|over|uber|zu (?:lang|viel|gross))"
    r"|(?:est-ce(?: que c'est)?|suis-je|c'est|il est|elle est|est-il|est-elle|je suis) (?:deja )?(?:trop (?:long|longue|grand)|au-dessus|au-dela)|(?:je|ca) (?:le |la |les )?depasse|depasse-t-(?:il|elle|on)"
    r"|(?:me paso|se pasa|nos pasamos|es demasiado larg[oa]|me he pasado|lo supera|lo sobrepasa)"
    r"|(?:too long|zu lang|trop long(?:ue)?|demasiado larg[oa])(?= ?\?))",
    re.IGNORECASE,
)
ASKS_WITHIN = re.compile(
    r"\b(?:(?:am i|are we|is (?:it|this|that))(?: (?:still|now|just|really))* (?:ok|okay|fine|good|within|under|below|allowed|short enough|in)(?: (?:it|that|the limit))?|(?:does|will|would|do) (?:it|this|that|they) (?:still |just )?(?:fit|work|pass|do)(?: in)?|short enough"
    r"|(?:geht|passt|reicht) (?:das|der|die|es)?(?: (?:noch|so|da|rein|hinein))*|(?:est-ce que )?(?:ca|cela) (?:passe|tient|rentre|va)|(?:cabe|entra|vale|sirve)(?: as\w*)?(?= ?\?))"
    r"|\b(?:how many )?(?:(?:are|is|do i have|have i|would be|there) )*(?:left|remaining|to spare|ubrig|reste(?:nt)?(?:-t-il)?|quedan?)\b"
    r"|\b(?:enough|genug|genugt das|suffit|assez|basta|suficiente|alcanza)(?= ?[?.])|\b(?:by how much|um wie ?viel|de combien|por cuant[oa]s?)\b",
    re.IGNORECASE,
)


class Claim(NamedTuple):
    """A number that somebody takes to be the count, and its place in the folded question."""

    n: int
    start: int
    end: int


def told_claims(text: str) -> list[Claim]:
    """Return the numbers that a folded question says a count is, each once, where words that are read already are blanked."""
    found: dict[int, Claim] = {}
    for pattern in CLAIMS:
        for match in pattern.finditer(text):
            found.setdefault(int(match["n"]), Claim(int(match["n"]), *match.span()))
    return sorted(found.values(), key=lambda one: one.start)[:MOST_CLAIMS]


def claim_verdict(n: int, value: int, language: str) -> str:
    """Return whether a count is as somebody says."""
    return fill_in(CLAIM_TEXTS[language][n == value], n=f"{n:,}")
