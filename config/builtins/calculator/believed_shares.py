"""A percentage that somebody believes or compares with, as "is that the same as 40 % off": no step of the sum, but a yes or no to it."""

import re
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from config.builtins.calculator.purchases import Amount, amounts_of
from config.builtins.wording import blanked, decimal_of, fill_in, flattened, localized, merged, with_digits

BELIEVER = (
    r"(?:(?:my|our|the|a|mein[e]?|unser[e]?|mon|ma|mi|une?|una?|some) )?(?:friend|mate|wife|husband|brother|sister|mum|mom|dad|mother|father|son|daughter|partner|colleague|co-?worker|neighbou?r|cashier|clerk|teacher|boss|girlfriend|boyfriend|"
    r"freund(?:in)?|frau|mann|bruder|schwester|mutter|vater|sohn|tochter|kolleg(?:e|in)|nachbar(?:in)?|chef(?:in)?|lehrer(?:in)?|ami|amie|femme|mari|frere|soeur|mere|pere|fils|fille|collegue|copain|copine|"
    r"amig[oa]|mujer|marido|herman[oa]|madre|padre|hij[oa]|companer[oa]|jef[ea])"
)
SAYS_SO = r"(?:keeps saying|says?|said|thinks?|thought|claims?|claimed|reckons?|believes?|insists?|told me|argues?|meint|meinte|sagt|sagte|behauptet|denkt|glaubt|dit|pense|croit|affirme|pretend|dice|piensa|cree|opina|afirma)"
BELIEVED = re.compile(
    rf"\b(?:{BELIEVER}|someone|somebody|people|everyone|he|she|they|jemand|er|sie|quelqu'un|il|elle|on|alguien|ella?)(?: [a-z]{{2,10}})? {SAYS_SO}\b"
    r"|\b(?:i|ich|je|j'ai|yo) ?(?:thought|say|said|figured|assumed|guessed|guess|think|reckon|expected|sage|dachte|denke|meine|glaube|hatte gedacht|pensais|croyais|pense|crois|creia|pensaba|creo|pienso)\b"
)
SAME_AS = re.compile(
    r"\b(?:(?:the )?same(?: thing)?(?: as| like)?|equal(?:s)?(?: to)?|equivalent(?: to)?|identical|as good as|no different (?:from|than|to)|amounts? to|adds? up to|comes? to|works? out (?:as|at|to)|"
    r"das ?selbe|das gleiche|dasselbe|genauso ?viel|so viel wie|gleich(?:bedeutend)?|entspricht|la meme chose|pareil\w*|equiva\w*|egale?|revient a|lo mismo|igual|equivale\w*|(?:just|simply|really|actually|basically|effectively|einfach|eigentlich|simplement|simplemente) (?:an? |ein |une? |un )?)"
)
ASKED_AS_SAME = re.compile(
    r"\W*(?:(?:and|so|und|also|et|donc|y|entonces|but|aber|mais|pero),? )?(?:(?:is|isn't|isnt|was|wasn't|am|are|would|wouldn't|ist|bin|sind|waren?|est|suis|es|son|no es|n'est|estoy|estamos|esta)(?: |-)(?:that|i|we|ich|wir|je|nous|de|otra|lo|igual|un[ao]?|it|this|they|he|she|das|es|er|sie|ce|eso|esto|il|elle|be|the [a-z]+|der [a-z]+|die [a-z]+|le [a-z]+|el [a-z]+)\b|(?:that'?s|it'?s|c'est|das ist|eso es|est-ce que c'est|is that not|¿? ?(?:es|son|no es) (?:lo mismo|igual|un)))"
)
BELIEF_CUT = re.compile(
    rf"[?!;\n]|\.(?!\d)|,? \b(?:and|but|or|und|aber|oder|et|mais|ou|y|pero|o)\b (?=(?:is|isn't|isnt|was|am|would|wouldn't|ist|bin|sind|waren?|est|c'est|es|son|no es) ?(?:that|it|this|das|es|ce|eso|esto|il|-ce|lo|la|the|pareil|equival\w*)?\b|(?:my|mein\w*|mon|ma|mi|he|she|they|er|i thought|ich dachte)\b)|, (?=(?:my|our|mein[e]?|unser[e]?|mon|ma|mi|someone|he|she|they|er|sie|il|elle|on|ella?|i|ich|je) (?:[a-z]+ ){{0,2}}{SAYS_SO}\b)|, (?=(?:is|isn't|isnt|ist|c'est|est-ce|es|is it|or is)\b)"
)
AS_BEFORE = re.compile(
    r"\b(?:same (?:price|amount|value|as before|as at the start|as (?:in|at) the beginning|again)|back (?:to|at|where)|as before|the old (?:price|value)|(?:the )?original(?: price| value| amount)?|where (?:it|i|we) started|even\b|"
    r"wieder (?:gleich|beim alten|so viel|derselbe|der gleiche|auf dem alten)|wie vorher|wie am anfang|so (?:viel|hoch|teuer) wie (?:vorher|zuvor|am anfang)|der alte preis|dasselbe wie vorher|"
    r"comme avant|(?:meme|au) prix (?:qu'avant|de depart|initial)|comme au (?:depart|debut)|revenu\w*|como antes|(?:el mismo|igual) que (?:antes|al principio)|precio (?:inicial|original|de antes))\b"
)
VERDICTS = {
    "en": ("**Yes**: that is the same as {share} %.", "**No**: with {share} % it would be **{other}**; altogether it is {whole} %.",
           "**Yes**: that is as much as before.", "**No**: it was {base}, which is now {whole} % {way}.", ("less", "more")),
    "de": ("**Ja**: das ist dasselbe wie {share} %.", "**Nein**: mit {share} % wären es **{other}**; insgesamt sind es {whole} %.",
           "**Ja**: das ist so viel wie vorher.", "**Nein**: vorher waren es {base}, jetzt sind es {whole} % {way}.", ("weniger", "mehr")),
    "fr": ("**Oui** : c'est la même chose que {share} %.", "**Non** : avec {share} %, cela ferait **{other}** ; en tout, c'est {whole} %.",
           "**Oui** : c'est autant qu'avant.", "**Non** : c'était {base}, c'est maintenant {whole} % de {way}.", ("moins", "plus")),
    "es": ("**Sí**: es lo mismo que un {share} %.", "**No**: con un {share} % serían **{other}**; en total es un {whole} %.",
           "**Sí**: es lo mismo que antes.", "**No**: eran {base}, ahora es un {whole} % {way}.", ("menos", "más")),
}  # fmt: skip


def answer_without_belief(text: str, language: str, answer: Callable[[str], dict[str, Any]]) -> dict[str, Any] | None:
    """Return the answer to a message without the percentage that somebody believes, with what is to say to that; None for others."""
    made = with_digits(flattened(text), language)
    flat = made.text.lower()
    place = believed_clause(flat)
    if place is None:
        return shares_without_price(flat, len(text), language, answer) or without_believed_amount(
            text, language, answer
        )
    start, end = made.span(*place)
    rest = answer(blanked(text, start, end))
    if rest["status"] != "SUCCESS":
        return rest
    outside = amounts_of(flat[: place[0]] + " " * (place[1] - place[0]) + flat[place[1] :])
    verdict = belief_verdict(flat[slice(*place)], outside, rest, language)
    if not verdict:
        return rest
    return {**rest, "answer": f"{rest['answer']} {verdict}", "used": merged([*rest["used"], [start, end]], len(text))}


AMOUNT_SAID = re.compile(  # "a colleague said 427.20 which seems off"
    rf"(?:\A|(?<=[.?!;,\n(])|(?<= and)|(?<= but)|(?<= und)|(?<= aber)|(?<= et)|(?<= mais)|(?<= y)|(?<= pero)) ?(?:(?:and|but|und|aber|et|mais|y|pero) )?(?:{BELIEVED.pattern})"
    r"(?: (?:that|dass|que))?(?: (?:it'?s|it is|it was|that'?s|it (?:should|would|must) be|it comes to|the answer is|es sind|das sind|es waren|es ist|c'est|ca fait|son|es|serian|sale|sind's))?(?: (?:about|around|etwa|environ|unos))? ?[€$£]?"
    r"(?P<n>\d[\d.,]*\d|\d)(?: ?(?:€|\$|£|euros?|eur|dollars?|pounds?|usd|gbp|chf|francs?|franken))?(?! ?(?:%|percent|prozent|pour ?cent|por ciento))(?P<tail>,? ?(?:but|and|which|that|aber|und|was|das|mais|et|ce qui|pero|y|lo que)? ?(?:that |this |das |ca |cela |eso |me )*(?:seems?|looks?|sounds?|feels?|can'?t be|cannot be|is that|is (?:he|she|it)|right|correct|wrong|stimmt|kommt mir|klingt|scheint|semble|parait|parece|es correcto|est-ce)[^.?!;,\n\d]{0,30}\??)?(?= ?(?:[.?!;,)]|\Z))"
)
AMOUNT_VERDICTS = {
    "en": ("**Yes**: {claim} is right.", "**No**: it is not {claim}."),
    "de": ("**Ja**: {claim} stimmt.", "**Nein**: es sind nicht {claim}."),
    "fr": ("**Oui** : {claim} est juste.", "**Non** : ce n'est pas {claim}."),
    "es": ("**Sí**: {claim} es correcto.", "**No**: no son {claim}."),
}


def without_believed_amount(text: str, language: str, answer: Callable[[str], dict[str, Any]]) -> dict[str, Any] | None:
    """Return the answer to a message without the one result that somebody claims, with whether it is right; None for others."""
    made = with_digits(flattened(text), language)
    flat = made.text.lower()
    claims = list(AMOUNT_SAID.finditer(flat))
    if len(claims) != 1:
        return None
    start, end = made.span(*claims[0].span())
    outside = amounts_of(flat[: claims[0].start()] + " " + flat[claims[0].end() :])
    if len(outside) < 2:
        return None
    rest = answer(blanked(text, start, end))
    results = rest["output"]["results"] if rest["status"] == "SUCCESS" and rest["output"] else []
    if len(results) != 1 or not re.fullmatch(r"-?\d+(?:\.\d+)?", results[0]["result"]):
        return None
    whole = answer(text)
    if whole["status"] == "SUCCESS" and results[0]["result"] in [one["result"] for one in whole["output"]["results"]]:
        return None  # the claim was read with the calculation
    claimed = claims[0]["n"]
    is_right = abs(Fraction(decimal_of(claimed, language)) - Fraction(results[0]["result"])) < Fraction(1, 200)
    verdict = fill_in(AMOUNT_VERDICTS[language][0 if is_right else 1], claim=claimed)
    return {**rest, "answer": f"{rest['answer']} {verdict}", "used": merged([*rest["used"], [start, end]], len(text))}


OFF_TOLD = re.compile(
    r"\b(?:off|discounts?|reduc\w+|rabatt\w*|nachlass\w*|remises?|rabais|descuentos?|rebajas?|cheaper|less|weniger|moins|menos)\b"
)
TAKEN_TWICE = re.compile(r"\b(?:twice|zweimal|deux fois|dos veces|2 ?(?:times|x|mal|fois|veces)|2 \d)\b")


def shares_without_price(
    flat: str, length: int, language: str, answer: Callable[[str], dict[str, Any]]
) -> dict[str, Any] | None:
    """Return whether discounts one after the other are as much as another one, shown on 100, where no price is told."""
    tail = COMPARED_TAIL.search(flat)
    if tail is None or OFF_TOLD.search(flat) is None:
        return None
    steps = amounts_of(flat[: tail.start()])
    shares = [one for one in steps if one.share] * (2 if TAKEN_TWICE.search(flat[: tail.start()]) else 1)
    is_plain = any(not one.share and one.text != "2" for one in steps) or amounts_of(flat[tail.end() :])
    if len(shares) < 2 or is_plain or re.search(r"\b(?:vat|tax|mwst|tva|iva|more|up|plus|mehr)\b|\+", flat):
        return None
    made = "100"
    for one in shares:
        made = f"({made} - {one.text} %)"
    rest = answer(made)
    verdict = belief_verdict(tail.group(), amounts_of("100"), rest, language) if rest["status"] == "SUCCESS" else ""
    return {**rest, "answer": f"{rest['answer']} {verdict}", "used": [[0, length]]} if verdict else None


SAID_SHARE = r"\d{1,3}(?:[.,]\d+)? ?(?:%|percent\b|prozent\b|pour ?cent\b|por ciento\b)"
COMPARED_TAIL = re.compile(  # "… 20 % and then 10 % the same as 30 % off"
    rf"\b(?:(?:the )?same(?: thing)? as|equal to|equivalent to|identical to|no different (?:from|than)|das ?selbe wie|das gleiche wie|gleich(?: wie)?|genauso (?:viel|gut) wie|la meme chose (?:que|qu')|pareil (?:que|qu')|equivaut a|egal a|lo mismo que|igual (?:a|que)|equivale a) ?(?:an? |ein(?:em|en)? |une? |un |just |simply )?{SAID_SHARE}(?: (?:off|discount|less|more|rabatt|nachlass|de (?:remise|rabais|reduction|descuento|rebaja)|reduction|descuento|weniger|mehr))?"
)
RIGHT_ASKED = re.compile(
    r"[ ,.?!]*(?:(?:and|so|und|et|y) )?(?:(?:is|are|was) (?:that|it|this|he|she|they|i)(?: (?:really|actually))? (?:right|correct|true|wrong)|right|correct|true|stimmt (?:das|es)?|hat (?:er|sie) recht|ist das (?:richtig|so)|c'est (?:vrai|juste|correct)|a-t-(?:il|elle) raison|(?:es|esta) (?:verdad|cierto|correcto|bien)|tiene razon)\b"
)


def believed_clause(flat: str) -> tuple[int, int] | None:
    """Return the place of the one clause with a percentage that is no step, or that compares with the start; None without one."""
    tails = list(COMPARED_TAIL.finditer(flat))
    outside = amounts_of(COMPARED_TAIL.sub(" ", flat))
    if len(tails) == 1 and [one.share for one in outside].count(False) == 1 and len(outside) > 2:
        return tails[0].span()
    ends = [match.end() for match in BELIEF_CUT.finditer(flat)]
    for start, end in zip([0, *ends], [*ends, len(flat)], strict=True):
        clause, amounts = flat[start:end], amounts_of(flat[start:end])
        before = [one for one in amounts_of(flat[:start]) if one.share]
        outside = amounts_of(flat[:start] + " " + flat[end:])
        if len(amounts) > 1 or [one.share for one in outside].count(False) != 1 or not before:
            continue
        if amounts and amounts[0].share and is_believed(clause, len(before)):
            asked = RIGHT_ASKED.match(flat, end)
            return start, asked.end() if asked else end
        if not amounts and len(before) > 1 and ASKED_AS_SAME.match(clause) and AS_BEFORE.search(clause):
            return start, end
    return None


def is_believed(clause: str, steps: int) -> bool:
    """Return whether a clause says what somebody believes the steps before it to be, or asks whether they are that."""
    if BELIEVED.search(clause) is not None:
        return True
    if SAME_AS.search(clause) and (ASKED_AS_SAME.match(clause) or "same" in clause):
        return True
    return ASKED_AS_SAME.match(clause) is not None and steps > 1


def belief_verdict(clause: str, outside: list[Amount], rest: dict[str, Any], language: str) -> str:
    """Return whether the result is what somebody believes; "" where that cannot be compared."""
    results = rest["output"]["results"]
    base = Fraction(decimal_of(next(one.text for one in outside if not one.share), language))
    if len(results) != 1 or not base or "/" in results[0]["expression"] or "%" not in results[0]["expression"]:
        return ""
    if not re.fullmatch(r"-?\d+(?:\.\d+)?", results[0]["result"]):
        return ""
    value = Fraction(results[0]["result"])
    same, different, back, moved, ways = VERDICTS[language]
    whole = short_number(abs(value - base) / base * 100, language)
    believed = next((one for one in amounts_of(clause) if one.share), None)
    if believed is None:
        way = ways[value > base]
        return back if value == base else fill_in(moved, base=short_number(base, language), whole=whole, way=way)
    share = Fraction(decimal_of(believed.text, language)) / 100
    other = base * (1 - share) if value < base else base * (1 + share)
    words = {"share": believed.text, "other": short_number(other, language), "whole": whole}
    return same if other == value else fill_in(different, **words)


def short_number(number: Fraction, language: str) -> str:
    """Return a number for people, with two decimals at most."""
    told = f"{float(round(number, 2)):,.2f}"
    return localized(told.removesuffix(".00"), language)
