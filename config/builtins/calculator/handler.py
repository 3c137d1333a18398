"""Computes arithmetic that is written in signs or in words of four languages: exactly, and within bounds.

An expression is evaluated with fractions; only roots, real powers and pi are rounded, and the answer says so.
"""

import re
from collections.abc import Callable, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from itertools import pairwise
from typing import Any, NamedTuple

from config.builtins.asked_opinions import asks_only_opinions
from config.builtins.calculator.amount_prices import amount_at_price, part_taken_off, sum_of_products
from config.builtins.calculator.arithmetic import FUNCTIONS, Token, Value, evaluate, tokens_of
from config.builtins.calculator.believed_shares import answer_without_belief
from config.builtins.calculator.bills import half_of_share, labour_bill
from config.builtins.calculator.both_figures import share_and_sum
from config.builtins.calculator.claimed_changes import answer_without_claimed_share
from config.builtins.calculator.consumed import Problem, consumed_spans, counted_spans
from config.builtins.calculator.coverings import pieces_to_cover
from config.builtins.calculator.differences import difference
from config.builtins.calculator.divisors import prime_answer
from config.builtins.calculator.equations import equation_answer
from config.builtins.calculator.fares_and_raises import fare_or_raise
from config.builtins.calculator.fees import sale_after_fee
from config.builtins.calculator.group_costs import group_cost
from config.builtins.calculator.household_sums import REST_SHARED, household_sum
from config.builtins.calculator.interest import INTEREST_WORDS, interest
from config.builtins.calculator.item_bills import invoice_with_withholding, item_bill
from config.builtins.calculator.items_compared import ranked_items
from config.builtins.calculator.list_figures import list_figures, with_rounding
from config.builtins.calculator.margins import margin
from config.builtins.calculator.mixed_units import mixes_units
from config.builtins.calculator.named_items import named_items
from config.builtins.calculator.number_bases import base_answer
from config.builtins.calculator.number_ranges import RANGE_WORDS, range_sum
from config.builtins.calculator.offers import better_offer
from config.builtins.calculator.packing import full_packs, shared_rest
from config.builtins.calculator.part_payments import part_payment, piece_of_pack
from config.builtins.calculator.percentages import PERCENTAGE_WORDS, percentage
from config.builtins.calculator.phrases import BACK, INDIAN_GROUPS, LARGE_COUNT, rewritten
from config.builtins.calculator.piece_prices import taxed_pieces
from config.builtins.calculator.proportional_yields import proportional_yield
from config.builtins.calculator.purchases import purchase, purchase_words
from config.builtins.calculator.rates import RATE_WORDS, rate_problem
from config.builtins.calculator.ratio_sides import other_ratio_side
from config.builtins.calculator.shapes import SHAPE_WORDS, shape_problem
from config.builtins.calculator.situations import OFF_WORD, situation
from config.builtins.calculator.stories import story
from config.builtins.calculator.taxed_prices import taxed_price
from config.builtins.calculator.told_accounts import told_account
from config.builtins.calculator.told_forms import told_forms
from config.builtins.calculator.told_measures import told_measure
from config.builtins.calculator.told_rewrites import in_decimals, wished_decimals, without_free_guests
from config.builtins.calculator.told_sums import ALL_BUT, OR_NOT, REST_PARTED, all_but, part_missing, told_sum
from config.builtins.calculator.weighted_grades import weighted_grade
from config.builtins.calculator.weighted_shares import shares_without_one, weighted_shares
from config.builtins.calculator.word_problems import NEGATION, plain_text, word_problem
from config.builtins.chatter import Chatter, answered_without_chatter
from config.builtins.follow_ups import answer_as_resumed
from config.builtins.wording import (
    AnswerFault,
    Mapped,
    blanked,
    clean,
    context_spans,
    decimal_of,
    earlier_texts,
    fill_in,
    fold,
    found_spans,
    localized,
    merged,
    nothing,
    spoken_language,
)

LONGEST_TEXT = 2_000  # characters; the numbers of a longer message are not what somebody wants computed at once
MOST_RESULTS = 10
MOST_LINES = 3
LONGEST_NUMBER = 120  # digits that are written out
STARTS = {"number", "(", "-", "+", "pi", *FUNCTIONS}
ENDS = {"number", ")", "!", "%", "percent", "pi"}
UNKNOWN = (
    r"\b(?:sin|cos|tan|integral|derivative|solve(?!\W{0,3}\d)|equation|matrix|gleichung|limit|ecuacion|equation)\b"
)
COMPARES = r"\b(?:bigger|larger|greater|smaller|less|more|higher|gr(?:ö|oe|o)(?:ß|ss)er|kleiner|mehr|weniger|plus grand|plus petit|mayor|menor)\b"
BIGGER = (
    r"\b(?:bigger|larger|greater|smaller|higher|gr(?:ö|oe|o)(?:ß|ss)er|kleiner|plus (?:grand|petit)|mayor|menor)\b"
    r"(?=.*\b(?:or|oder|ou|o|than|als|que|and|und|et|y)\b)"
)
SMALLER = r"\b(?:smaller|less|kleiner|weniger|plus petit|moins|menor|menos)\b"
ADDED = r"\b(?:tip|raise|gratuity|tax|vat|trinkgeld|mehrwertsteuer|mwst|steuer|pourboire|tva|taxe|propina|iva)\b"
WORDS_USED = (
    r"\b(?:plus|minus|times|divided|multiplied|percent|prozent|mal|geteilt|hoch|wurzel|fois|moins|pour cent|racine|carr[eé]e?|por"
    r" ciento|m[aá]s|menos|ra[ií]z|half|third|quarter|square|cube|root|tip|off|sum|average|how much|what is|what percent\w*|calculate|"
    r"compute|(?:\d{1,2} )?decimals?(?: places)?|rounded|\d{1,2} (?:places|digits)|simplify|fraction|percentage|increase|decrease|split|remainder|round|which|bigger|larger|smaller|greater|wie ?viel|"
    r"combien|cu[aá]nto|was ist|rabatt|trinkgeld|remise|descuento|propina|pourboire)\b"
)
TEXTS = {
    "en": {
        "help": "I compute arithmetic, e.g. '20 % of 85', '3 + 4*2' or 'square root of 2'.",
        "none": "I see no calculation that I can read whole.",
        "left": "I can read {expression}, but I cannot tell what {rest} is for. Write the whole calculation with signs, please.",
        "rounded": "Rounded.",
        "total": "With it, that is **{total}**.",
        "zero": "A division by zero has no result.",
        "large": "That result would be too large for me: at most about 2,400 digits.",
        "root": "An even root of a negative number is no real number.",
        "factorial": "A factorial needs a whole number from 0 to 500.",
        "whole": "That needs whole numbers.",
        "log": "A logarithm needs a number above 0, and a base above 0 that is not 1.",
        "percent": "I cannot tell what '%' between two numbers means: write '20 % of 85', or '17 mod 5' for the remainder.",
        "unknown": "I cannot compute that: I know sums, products, powers, roots, percentages and equations with one unknown, but no angles.",
        "bracket": "I cannot read that: a bracket does not close.",
        "long": "That message is too long for one calculation.",
        "true": "Yes: {left} = **{right}**.",
        "false": "No: {left} = **{right}**, not {claim}.",
        "largest": "**{best}** is larger: {rows}.",
        "smallest": "**{best}** is smaller: {rows}.",
        "same": "Both are the same: {rows}.",
    },
    "de": {
        "help": "Ich rechne, z. B. „20 % von 85“, „3 + 4*2“ oder „Wurzel aus 2“.",
        "none": "Ich sehe keine Rechnung, die ich ganz lesen kann.",
        "left": "Ich kann {expression} lesen, aber ich weiß nicht, wofür {rest} steht. Bitte die ganze Rechnung mit Zeichen schreiben.",
        "rounded": "Gerundet.",
        "total": "Zusammen sind das **{total}**.",
        "zero": "Eine Division durch null hat kein Ergebnis.",
        "large": "Das Ergebnis wäre zu groß für mich: höchstens etwa 2.400 Stellen.",
        "root": "Eine gerade Wurzel aus einer negativen Zahl ist keine reelle Zahl.",
        "factorial": "Eine Fakultät braucht eine ganze Zahl von 0 bis 500.",
        "whole": "Dazu brauche ich ganze Zahlen.",
        "log": "Ein Logarithmus braucht eine Zahl über 0 und eine Basis über 0, die nicht 1 ist.",
        "percent": "Was „%“ zwischen zwei Zahlen heißt, kann ich nicht wissen: „20 % von 85“ oder „17 mod 5“ für den Rest.",
        "unknown": "Das kann ich nicht rechnen: ich kann Summen, Produkte, Potenzen, Wurzeln, Prozente und Gleichungen mit einer Unbekannten, aber keine Winkel.",
        "bracket": "Das kann ich nicht lesen: eine Klammer ist nicht geschlossen.",
        "long": "Diese Nachricht ist zu lang für eine Rechnung.",
        "true": "Ja: {left} = **{right}**.",
        "false": "Nein: {left} = **{right}**, nicht {claim}.",
        "largest": "**{best}** ist größer: {rows}.",
        "smallest": "**{best}** ist kleiner: {rows}.",
        "same": "Beide sind gleich: {rows}.",
    },
    "fr": {
        "help": "Je calcule, p. ex. « 20 % de 85 », « 3 + 4*2 » ou « racine carrée de 2 ».",
        "none": "Je ne vois pas de calcul que je puisse lire en entier.",
        "left": "Je lis {expression}, mais je ne vois pas à quoi sert {rest}. Écrivez tout le calcul avec des signes, s'il vous plaît.",
        "rounded": "Arrondi.",
        "total": "Au total, cela fait **{total}**.",
        "zero": "Une division par zéro n'a pas de résultat.",
        "large": "Ce résultat serait trop grand pour moi : environ 2 400 chiffres au plus.",
        "root": "Une racine paire d'un nombre négatif n'est pas un nombre réel.",
        "factorial": "Une factorielle demande un nombre entier de 0 à 500.",
        "whole": "Il faut des nombres entiers pour cela.",
        "log": "Un logarithme demande un nombre supérieur à 0, et une base supérieure à 0 autre que 1.",
        "percent": "Je ne peux pas savoir ce que « % » veut dire entre deux nombres : écrivez « 20 % de 85 », ou « 17 mod 5 » pour le reste.",
        "unknown": "Je ne peux pas calculer cela : je connais sommes, produits, puissances, racines, pourcentages et équations à une inconnue, mais pas les angles.",
        "bracket": "Je ne peux pas lire cela : une parenthèse n'est pas fermée.",
        "long": "Ce message est trop long pour un calcul.",
        "true": "Oui : {left} = **{right}**.",
        "false": "Non : {left} = **{right}**, pas {claim}.",
        "largest": "**{best}** est plus grand : {rows}.",
        "smallest": "**{best}** est plus petit : {rows}.",
        "same": "Les deux sont égaux : {rows}.",
    },
    "es": {
        "help": "Calculo, p. ej. «20 % de 85», «3 + 4*2» o «raíz cuadrada de 2».",
        "none": "No veo ningún cálculo que pueda leer entero.",
        "left": "Leo {expression}, pero no sé para qué es {rest}. Escriba todo el cálculo con signos, por favor.",
        "rounded": "Redondeado.",
        "total": "En total son **{total}**.",
        "zero": "Una división por cero no tiene resultado.",
        "large": "Ese resultado sería demasiado grande para mí: como mucho unas 2.400 cifras.",
        "root": "Una raíz par de un número negativo no es un número real.",
        "factorial": "Un factorial necesita un número entero de 0 a 500.",
        "whole": "Para eso hacen falta números enteros.",
        "log": "Un logaritmo necesita un número mayor que 0 y una base mayor que 0 distinta de 1.",
        "percent": "No puedo saber qué significa «%» entre dos números: escriba «20 % de 85», o «17 mod 5» para el resto.",
        "unknown": "No puedo calcular eso: conozco sumas, productos, potencias, raíces, porcentajes y ecuaciones con una incógnita, pero no ángulos.",
        "bracket": "No puedo leer eso: un paréntesis no se cierra.",
        "long": "Ese mensaje es demasiado largo para un cálculo.",
        "true": "Sí: {left} = **{right}**.",
        "false": "No: {left} = **{right}**, no {claim}.",
        "largest": "**{best}** es mayor: {rows}.",
        "smallest": "**{best}** es menor: {rows}.",
        "same": "Los dos son iguales: {rows}.",
    },
}
OF = {"en": "of", "de": "von", "fr": "de", "es": "de"}


class Expression(NamedTuple):
    """An expression of a message: its tokens, its value, and its place in the rewritten text."""

    tokens: Sequence[Token]
    value: Value

    @property
    def computes(self) -> bool:
        """Say whether there is more than a number."""
        kinds = [token.kind for token in self.tokens]
        return len(kinds) > 1 and kinds not in (
            ["-", "number"],
            ["+", "number"],
            ["number", "%"],
            ["number", "percent"],
        )


TIMES_ADDED = re.compile(r"(?<![\d:.])\d{1,3}:[0-5]\d(?::[0-5]\d)? ?(?:[-+–−]|plus|minus) ?\d")


PRICED_UNIT = r"(?P<{}>yards?|met(?:er|re)s?|m|feet|foot|ft|inch(?:es)?|cm|kg|kilos?|kilogram\w*|pounds?|lbs?|oz|ounces?|grams?|lit(?:er|re)s?|l|gallons?|pints?|miles?|km|kilomet\w+)"
OTHER_UNIT_PRICE = re.compile(  # "at 12.50 a yard, how much is that per metre"
    rf"\d ?(?:[€$£]|euros?|dollars?|pounds?)? ?(?:an?|per|/|each|pro|par|por|le|la|el|je|der|die|das) ?{PRICED_UNIT.replace('{}', 'one')}\b[^.?!]*?\b(?:per|pro|par|por|je|a) {PRICED_UNIT.replace('{}', 'other')}\b",
    re.IGNORECASE,
)


def is_price_of_other_unit(flat: str) -> bool:
    """Return whether a message with the price of one unit asks for that of another: the factor is no part of it."""
    match = OTHER_UNIT_PRICE.search(flat)
    return match is not None and match["one"].lower()[:2] != match["other"].lower()[:2]


DIVIDED_YEAR = re.compile(  # why a year is a leap year: no quotient is asked for
    r"\A(?=.*\b(?:leap years?|schaltjahre?|bissextiles?|bisiestos?)\b)(?=.*\b(?:divid\w*|divisible|teilbar|geteilt|divis\w*)\b)(?!.*\d ?[-+*/x×÷] ?\d)",
    re.IGNORECASE | re.DOTALL,
)
INTRODUCTION = re.compile(  # "two quick things:" is no number to compute with
    r"\A\W*(?:(?:hi|hello|hey|hallo|bonjour|hola)\W+)?(?:i have |just |ich habe |j'ai |tengo )?(?:two|three|four|a few|a couple of|[2-4]|zwei|drei|deux|trois|dos|tres)(?: (?:quick|short|small|kurze|schnelle|petites?))? (?:things?|questions?|ones|dinge|sachen|fragen|choses|questions|cosas|preguntas)(?: rapidas?)?\s*[:.,–-]",
    re.IGNORECASE,
)


def without_introduction(payload: dict[str, Any]) -> dict[str, Any]:
    """Return a message with spaces in the place of the words that only say how many questions it has."""
    text = str(payload.get("text", ""))
    match = INTRODUCTION.match(fold(text[:200]))
    return {**payload, "text": blanked(text, 0, match.end())} if match else payload


def handle(payload: dict[str, Any], ctx: object) -> dict[str, Any]:
    """Answer one message; what is said around its question asks for nothing."""
    return answered_without_chatter(payload, Chatter(), lambda plain: answer_to_plain(plain, ctx))


def answer_to_plain(payload: dict[str, Any], ctx: object) -> dict[str, Any]:
    """Answer one message; "times 3" and "half of that" go on from the result before, "and 35%?" from the question."""
    payload = without_introduction(payload)
    text = clean(payload.get("text", ""), " ")
    if asks_only_opinions(text[:LONGEST_TEXT]):
        said = TEXTS[spoken_language(text, payload)]
        return nothing(f"{said['none']} {said['help']}", text)
    return resumed_or_asked(payload, text)


def resumed_or_asked(payload: dict[str, Any], text: str) -> dict[str, Any]:
    """Return the answer to a message that goes on from the one before, ranks items, or asks by itself."""
    further = answer_with_share(payload) or ranked_items(text, spoken_language(text, payload))
    if further is None:
        further = answer_as_resumed(payload, answer_of)
    if further is not None:
        return further
    made = answer_of(payload)
    if made["status"] != "SUCCESS":
        return made
    if takes_date(text, made["used"]):
        made = answer_of({**payload, "text": ISO_DATE.sub(lambda match: " " * len(match.group()), text)})
        if made["status"] != "SUCCESS":
            return made
    # "a 7/16 inch hole, how many mm" is no quotient
    if FRACTION_OF_UNIT.search(fold(text)):
        said = TEXTS[spoken_language(text, payload)]
        return nothing(f"{said['none']} {said['help']}", text)
    results = made["output"]["results"] if made["output"] else []
    if mixes_units(fold(text), [str(one.get("expression", "")) for one in results]):
        said = TEXTS[spoken_language(text, payload)]
        return nothing(f"{said['none']} {said['help']}", text)
    used = [*made["used"], *context_spans(text)]
    counted = [*counted_spans(text, used), *label_of_formula(text)]
    return {**made, "used": merged([*used, *counted], len(text)), "definite": bool(counted)}


FORMULA_LABEL = re.compile(  # "LED resistor: (3.3-1.8)/0.02"
    r"\A\s*(?P<label>(?:[^\W\d_][\w'’-]{0,20} ?){1,6}):\s*(?=[-(\d][\d\s.,()+*/×÷·:^-]*[-+*/×÷·^][\d\s.,()+*/×÷·:^-]*(?:= ?\??|\?)?\s*\Z)"
)
LABEL_THAT_COMPUTES = re.compile(
    r"\b(?:round\w*|nearest|tens?|decimals?|digits?|places?|percent\w*|square|cube|root|half|third|quarter|double|twice|triple|times|minus|plus|sum|total|average|mean|median|product|difference|ratio|fraction|binary|hex\w*|mod\w*|remainder|without|not|no|except|ignor\w*|if|per|of|by|how|what|which|when|why|who|is|are|does|"
    r"gerundet|runde\w*|stellen|prozent|halbe?\w*|doppelt\w*|summe|mittelwert|rest|ohne|nicht|wie|was|wenn|arrondi\w*|moitie|somme|moyenne|sans|pas|comment|combien|redonde\w*|mitad|suma|media|sin|cuanto|como)\b",
    re.IGNORECASE,
)


def label_of_formula(text: str) -> list[list[int]]:
    """Return the place of the words that only name what a formula behind a colon is for."""
    match = FORMULA_LABEL.match(text)
    names = match is not None and LABEL_THAT_COMPUTES.search(fold(match["label"])) is None
    return [list(match.span("label"))] if match is not None and names else []


ISO_DATE = re.compile(r"(?<![\w.,/+*-])(?:1[6-9]|20|21)\d\d-(?:0\d|1[0-3])-(?:[0-2]\d|3[0-9])(?![\w/+*-]|[.,]\d)")


def takes_date(text: str, used: list[list[int]]) -> bool:
    """Return whether what was computed is made of a date: year, month and day are no terms of a difference."""
    return any(start < one.end() and one.start() < end for one in ISO_DATE.finditer(text) for start, end in used)


FRACTION_OF_UNIT = re.compile(
    r"\d/\d{1,2}[ -]?(?:inch(?:es)?|zoll|cups?|miles?|pounds?|lbs?|ounces?|oz|teaspoons?|tablespoons?|tsp|tbsp|pints?|yards?|feet|foot|gallons?)\b[^?]*\b(?:mm|cm|m|km|ml|dl|l|kg|g|lit(?:er|re)s?|grams?|gramm|(?:milli|centi|kilo)?met(?:er|re)s?|kilos?)\b",
    re.IGNORECASE,
)


MORE = r"(?:(?:put |added? )?on top(?: of (?:that|it))?|extra|obendrauf|oben ?drauf|drauf|dazu|en plus|en sus|encima|de mas|adicional(?:es)?)"
LESS_OF_IT = r"(?:off(?: (?:that|it))?|less|discount(?: on (?:that|it))?|ab(?:gezogen)?|weg|rabatt(?: darauf)?|skonto|de moins|de remise|de descuento|menos)"
TAX_ON_IT = r"(?:vat|(?:sales )?tax|gst|mwst|mehrwertsteuer|ust|de tva|tva|de iva|iva)"
SHARE_AFTERWARDS = re.compile(  # "and 19% on top?", "plus 7 % VAT", "then 10% off"
    r"\W*(?:(?:and|then|now|so|ok|und|dann|jetzt|et|puis|y|luego|ahora)\b[ ,]*)*(?P<sign>plus|add|minus|less|zuzuglich|abzuglich|moins|mas|menos|ajoute|suma|[-+])? ?(?:another |an extra |noch |nochmal |encore |otro )?"
    rf"(?P<share>\d+(?:[.,]\d+)?) ?(?:%|percent|prozent|pour ?cent|por ciento)(?: {TAX_ON_IT})?(?: (?:(?P<more>{MORE})|(?P<less>{LESS_OF_IT})|(?:to|on|of|auf|sur|sobre) (?:that|it|das|ca|eso)))?\W*",
    re.IGNORECASE,
)
MOST_STEPS = 4  # earlier messages of which each goes on from the one before


def answer_with_share(payload: dict[str, Any]) -> dict[str, Any] | None:
    """Return the result before with a percentage put on it or taken off; None for a message that asks for something else."""
    text = clean(payload.get("text", ""), " ")
    found = SHARE_AFTERWARDS.fullmatch(fold(text))
    if found is None or not (found["sign"] or found["more"] or found["less"]):
        return None
    value = result_told(payload)
    if not value:
        return None
    is_less = found["less"] or (found["sign"] or "").lower() in ("minus", "less", "abzuglich", "moins", "menos", "-")
    made = answer_of({**payload, "text": f"{value} {'-' if is_less else '+'} {found['share']} %"})
    return {**made, "used": [[0, len(text)]]} if made["status"] == "SUCCESS" else None


def result_told(payload: dict[str, Any]) -> str:
    """Return the one result with which the user's message before was answered, "" for none."""
    turns = list(payload.get("history") or [])[:-1]
    before = [place for place, turn in enumerate(turns) if turn.get("role") == "user"]
    if not before:
        return ""
    start = max(0, before[-1] + 1 - 2 * MOST_STEPS)
    made = answer_to_plain(
        {**payload, "text": turns[before[-1]].get("text", ""), "history": turns[start : before[-1] + 1]}, None
    )
    results = made["output"]["results"] if made["status"] == "SUCCESS" and made["output"] else []
    if len(results) != 1:
        return ""
    return f"({results[0]['fraction']})" if results[0]["fraction"] and not results[0]["exact"] else results[0]["result"]


DAY_OF_MONTH = re.compile(
    r"(?<![\w.,/+*×÷€$£-])(?<![+*/×÷-] )\d{1,2}(?:st|nd|rd|th|\.)? ?(?:of |de )?(?:jan(?:uary|uar|vier)?|enero|feb(?:ruary|ruar|rero)?|fevrier|march|marz|marzo|april|avril|abril|june|juni|juin|junio|july|juli|juillet|julio|aug(?:ust)?|aout|agosto|sept?(?:ember|embre|iembre)?|oct(?:ober|obre|ubre)?|oktober|okt|nov(?:ember|embre|iembre)?|dec(?:ember|embre)?|dez(?:ember)?|diciembre)\b",
    re.IGNORECASE,
)


def answer_of(payload: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to a message, in the words that the readers know, and without what somebody only believes."""
    text = clean(payload.get("text", ""), " ")
    language = spoken_language(text, payload)
    if len(text) > LONGEST_TEXT:
        return answer_as_told(payload)
    decimals = wished_decimals(text, language)
    told = blanked(text, *decimals[1]) if decimals else text
    for day in DAY_OF_MONTH.finditer(fold(told)):  # "due 21 nov": no number to compute with
        told = blanked(told, *day.span())
    labels = list(NUMBERED_LABELS.finditer(fold(told)))  # "test 1: 80, test 2: 60": no ratios
    for label in labels if len(labels) > 1 else ():
        told = blanked(told, *label.span())
    forms = without_free_guests(told_forms(told, language), language)

    def told_only(rest: str) -> dict[str, Any]:
        return answer_as_told({**payload, "text": rest})

    made = (
        answer_without_claimed_share(forms.text, language, told_only)
        or answer_without_belief(forms.text, language, told_only)
        or told_only(forms.text)
    )
    used = [forms.span(*one) for one in made["used"]]
    used += [list(label.span()) for label in labels] if len(labels) > 1 else []
    if decimals:
        made, used = in_decimals(made, decimals[0], language), [*used, list(decimals[1])]
    return {**made, "used": merged(used, len(text))}


NUMBERED_LABELS = re.compile(
    r"\b(?:tests?|exam|quiz|day|week|month|round|game|set|run|lap|shift|bag|box|try|attempt|trip|match|lesson|item|group|team|class|floor|tag|woche|monat|runde|spiel|fahrt|versuch|jour|semaine|mois|manche|partie|dia|semana|mes|ronda|partida) (?P<n>\d{1,2}) ?:(?= ?\d)",
    re.IGNORECASE,
)


def answer_as_told(payload: dict[str, Any]) -> dict[str, Any]:
    """Return the answer to the words of a message."""
    text = clean(payload.get("text", ""), " ")
    language = spoken_language(text, payload)
    said = TEXTS[language]
    if len(text) > LONGEST_TEXT:
        return nothing(f"{said['long']} {said['help']}", text)
    if TIMES_ADDED.search(text) or DIVIDED_YEAR.search(fold(text)) or is_price_of_other_unit(fold(text)):
        return nothing(f"{said['none']} {said['help']}", text)  # 12:30 is no ratio there
    own_form = base_answer(text, language) or equation_answer(text, language)
    if own_form:
        return own_form
    made = rewritten(text, language, result_before(text, payload))
    flat = plain_text(text, language)
    in_words = (
        word_problem(flat).expression
        or shape_problem(text)
        or household_sum(flat, language).expression
        or situation(flat, language).expression
        or named_items(flat).expression
        or told_problem(flat, language).expression
        or better_offer(text, language) is not None
        or pieces_to_cover(text, language) is not None
    )
    if not in_words and re.search(
        rf"{UNKNOWN}|(?<![a-z])[a-z] ?[-+*/^=]|[-+*/^=] ?[a-wyz](?![a-z])",
        re.sub("-t-(?=ils?|elles?|on)", " ", made.text),
        re.IGNORECASE,
    ):
        return nothing(f"{said['unknown']} {said['help']}", text)
    prime = prime_answer(text, language)
    if prime:
        return prime
    try:
        told = told_answer(made, text, language)
        return in_asked_form(told or solved(continued(made, payload), text, language), text, language)
    except AnswerFault as error:
        return nothing(f"{said.get(error.kind, said['none'])} {said['help']}", text, found_spans(r"\d[\d.,]*", text))


ASKS_YEAR = re.compile(
    r"\b(?:(?:what|which) year|(?:in )?welche[ms] jahr|wann (?:ist|wurde|war)|(?:en )?quelle annee|(?:en )?que ano|year (?:is|was) it|born|geboren|nacio?|naci|ne en)\b",
    re.IGNORECASE,
)


def in_asked_form(answer: dict[str, Any], text: str, language: str) -> dict[str, Any]:
    """Return an answer in the form in which the message has its numbers: a year, or lakhs and crores."""
    results = answer["output"]["results"] if answer["output"] else []
    if len(results) == 1 and (LARGE_COUNT.search(text) or INDIAN_GROUPS.search(text)):
        value = (
            Fraction(results[0]["result"]) if re.fullmatch(r"-?\d+(?:\.\d+)?", results[0]["result"]) else Fraction(0)
        )
        name = "lakh" if abs(value) < 10**7 or re.search(r"\b(?:many|in) la(?:kh|c)", text, re.IGNORECASE) else "crore"
        if abs(value) >= 10**5:
            count = number_text(Value(value / 10 ** (5 if name == "lakh" else 7)))
            return {**answer, "answer": f"{answer['answer']} = {localized(count, language)} {name}"}
    return with_year(answer, text, language)


def with_year(answer: dict[str, Any], text: str, language: str) -> dict[str, Any]:
    """Return an answer in which the year that is asked for has no mark between its digits."""
    results = answer["output"]["results"] if answer["output"] else []
    if len(results) != 1 or not re.fullmatch(r"[12]\d{3}", results[0]["result"]) or not ASKS_YEAR.search(fold(text)):
        return answer
    year = results[0]["result"]
    grouped = localized(f"{int(year):,}", language)
    return {**answer, "answer": answer["answer"].replace(f"**{grouped}**", f"**{year}**")}


def told_answer(made: Mapped, text: str, language: str) -> dict[str, Any] | None:
    """Return the answer to a claim, to offers, to steps one after the other, or to a problem in words; None for others.

    Raises AnswerFault as ``solved`` does.
    """
    answer = (
        checked_claim(made, text, language)
        or better_offer(text, language)
        or full_packs(text, language)
        or shared_rest(text, language)
        or pieces_to_cover(text, language)
    )
    if answer is not None:
        return answer
    steps = chained(made, language)
    if steps is not made:
        return solved(steps, text, language)
    told = plain_text(text, language)
    problem = with_rounding(problem_of(text, language), told, language)
    is_rest_open = not problem.expression and (
        REST_PARTED.search(told) or ALL_BUT.search(told)
    )  # "and half of the rest"
    if is_rest_open or ("/" not in problem.expression and REST_SHARED.search(told)):  # nothing was shared
        said = TEXTS[language]
        return nothing(f"{said['none']} {said['help']}", text)
    if not problem.expression:
        return None
    places = [(0, 0)] * len(problem.expression)
    read = consumed_spans(text, language, problem.vocabulary)
    answer = in_cents(solved(Mapped(problem.expression, places), text, language, read), text, language)
    return {**answer, "answer": f"{answer['answer']} {problem.note}".strip()} if answer["output"] else answer


THAN = re.compile(  # "is 7/8 more than 0.9", "ist 5/6 gleich 0,83"
    r"\b(?:is|are|does|ist|sind|est(?:-ce que)?|sont|es|son)\b(?P<left>[^?;:]*?\d[^?;:]*?)\b(?:(?P<more>(?:more|greater|larger|bigger|higher|gr(?:o|oe)(?:ss|ß)er|mehr|hoher|plus (?:grande?|eleve)|superieure?|mayor|mas(?: grande)?)(?: (?:than|als|que|a))|over|above)"
    r"|(?P<less>(?:less|smaller|lower|fewer|kleiner|weniger|niedriger|plus petite?|moins|inferieure?|menor|menos)(?: (?:than|als|que|a|de))|under|below)"
    r"|(?P<same>(?:the )?same as|equals?(?: to)?|identical to|gleich(?: gross wie)?|das ?selbe wie|egale? a|la meme chose que|igual (?:a|que)|lo mismo que)) ?(?P<right>[^?;,.]*\d(?:[^?;,\n.]|[.,]\d)*)",
    re.IGNORECASE,
)
COMPARABLE = re.compile(r"[-+*/^%]|\b(?:percent|per cent|prozent|pour ?cent|por ciento)\b", re.IGNORECASE)
ENDS_IN_SHARE = re.compile(r"(?:%|\b(?:percent|per cent|prozent|pour ?cent|por ciento)) ?(?:de )?\Z", re.IGNORECASE)
RELATIONS = {
    "en": ("more than", "less than", "the same as", "is"), "de": ("mehr als", "weniger als", "gleich", "ist"),
    "fr": ("plus que", "moins que", "égal à", "est"), "es": ("mayor que", "menor que", "igual a", "es"),
}  # fmt: skip
YES_NO = {"en": ("Yes", "No"), "de": ("Ja", "Nein"), "fr": ("Oui", "Non"), "es": ("Sí", "No")}


CONVERTED = re.compile(
    r"\b(?:fahrenheit|celsius|kelvin|convert\w*|(?:is|are) (?:that|it|this|those) in|in (?:km|miles|kg|pounds|lbs?|stone|feet|inches|cm|met(?:er|re)s|lit(?:er|re)s|gallons))\b",
    re.IGNORECASE,
)


ONE_SHARE = re.compile(r"\d ?(?:%|percent\b|prozent\b|pour ?cent\b|por ciento\b)")


UNIT_BEHIND = re.compile(
    r"\d ?(?:°|degrees? |grad |degres? |grados? )?(?P<unit>[cf]|celsius|fahrenheit|km|kilomet\w+|mi|miles?|m|met(?:er|re)s?|cm|mm|ft|feet|foot|in(?=\W*\Z)|inch(?:es)?|yards?|kg|kilos?|g|grams?|lbs?|pounds?|oz|ounces?|stones?|st|l|lit(?:er|re)s?|ml|gallons?|pints?|cups?|mph|km/h|kmh|knots?|kb|mb|gb|tb|seconds?|minutes?|mins?|hours?|hrs?|days?|weeks?|fortnights?|months?|years?|sekunden?|minuten?|stunden?|tagen?|wochen?|monaten?|jahren?|heures?|jours?|semaines?|mois|ans?|horas?|dias?|semanas?|meses|anos?)\b",
    re.IGNORECASE,
)


def has_other_units(match: "re.Match[str]") -> bool:
    """Return whether the two sides of a comparison are measures in different units: their numbers alone say nothing."""
    units = [UNIT_BEHIND.search(match[side]) for side in ("left", "right")]
    return units[0] is not None and units[1] is not None and units[0]["unit"].lower() != units[1]["unit"].lower()


OVER_TIME = re.compile(
    r"\d[\d.,]* ?(?:seconds?|minutes?|hours?|days?|nights?|weeks?|months?|years?|sekunden|minuten|stunden|tagen?|nachten?|wochen|monaten?|jahren?|heures|jours|nuits|semaines|mois|ans|horas|dias|noches|semanas|meses|anos)\b",
    re.IGNORECASE,
)


def is_over_time(match: "re.Match[str]", flat: str) -> bool:
    """Return whether a price stands beside a length of time: "15.99 a month, how much over 2 years"."""
    return OVER_TIME.match(flat, match.start("right")) is not None and not OVER_TIME.search(match["left"])


def than_question(text: str, language: str) -> dict[str, Any] | None:
    """Return yes or no to a comparison of two expressions; None for other messages."""
    flat = fold(text)
    match = THAN.search(flat)
    if match is None or re.search(
        r"\b(?:how much|wie ?viel|combien|cuanto|which|welche\w*)\b", flat[: match.start("left")], re.IGNORECASE
    ):
        return None
    if OFF_WORD.search(flat) and len(ONE_SHARE.findall(flat)) > 1:
        return None  # one discount after another is no sum of them
    if CONVERTED.search(flat):
        return None  # "38.6 degrees C, what is that in Fahrenheit and is it over 101" compares two units
    if has_other_units(match) or is_over_time(match, flat):
        return None  # "is 180 C the same as 350 F"
    if ENDS_IN_SHARE.search(match["left"]) and not COMPARABLE.search(match["right"]):
        return None  # "8 % less than 450" is a change, not a comparison
    sides = []
    for name in ("left", "right"):
        found = expressions(rewritten(text[match.start(name) : match.end(name)], language).text, language)
        if len(found) != 1:
            return None
        sides.append(found[0])
    left, right = (side.value.number for side in sides)
    yes = left > right if match["more"] else left < right if match["less"] else left == right
    place = 0 if left > right else 1 if left < right else 2
    words = RELATIONS[language]
    said = f"**{YES_NO[language][0 if yes else 1]}**: {with_value(sides[0], language)} {words[3]} {words[place]} {with_value(sides[1], language)}."
    used = [list(match.span()), *found_spans(WORDS_USED, text)]
    return success(said, sides, used, text, language)


def checked_claim(made: Mapped, text: str, language: str) -> dict[str, Any] | None:
    """Return the verdict on a comparison or on results that people claim; None for other messages."""
    try:
        return than_question(text, language) or claims_checked(made, text, language)
    except AnswerFault:  # one of the sides is nothing that can be computed alone
        return None


SAYS = re.compile(
    r"(?<=[\d)]) ?(?:is|equals|=|ist|fait|est|es|son|gleich) (?P<equal>-?\d+(?:[.,]\d+)?)(?![\d%])(?=.*\b(?:right|correct|true|wrong|stimmt|richtig|falsch|juste|vrai|faux|cierto|correcto|verdad)\b)|"
    r"\b(?:says?|said|thinks?|claims?|gets?|got|meint|sagt|sage|meine|bekomm\w*|dit|dis|pense|trouve|dice|digo|cree|obtuve|sale)(?: (?:it'?s|it is|that|is|the answer|es ist|que c'est|que))* (?P<number>-?\d+(?:[.,]\d+)?)(?![\d%]|[.,]\d| ?[-+*/^(!])",
    re.IGNORECASE,
)
RIGHT_WRONG = {
    "en": ("{number} is right", "{number} is wrong"), "de": ("{number} ist richtig", "{number} ist falsch"),
    "fr": ("{number} est juste", "{number} est faux"), "es": ("{number} es correcto", "{number} es incorrecto"),
}  # fmt: skip


def claims_checked(made: Mapped, text: str, language: str) -> dict[str, Any] | None:
    """Return the value of a calculation with which of the results that people say are right; None for other messages."""
    claims = list(SAYS.finditer(made.text))
    if not claims:
        return None
    rest = made.text
    for claim in claims:
        rest = rest[: claim.start()] + " ; " + " " * (claim.end() - claim.start() - 3) + rest[claim.end() :]
    found = expressions(rest, language)
    if len(found) != 1 or not found[0].computes:
        return None
    value = found[0].value.number
    numbers = [Fraction(decimal_of(claim["number"] or claim["equal"], language)) for claim in claims]
    said = [
        fill_in(RIGHT_WRONG[language][0 if number == value else 1], number=claim["number"] or claim["equal"])
        for number, claim in sorted(zip(numbers, claims, strict=True), key=lambda one: one[0] != value)
    ]
    one = row(found[0], language, "")
    spans = [made.span(*claim.span()) for claim in claims] + [
        made.span(found[0].tokens[0].start, found[0].tokens[-1].end)
    ]
    return success(
        f"{one['expression']} {one['sign']} **{one['shown']}**: {', '.join(said)}.", found, spans, text, language
    )


def success(
    said: str, found: Sequence[Expression], used: Sequence[list[int]], text: str, language: str
) -> dict[str, Any]:
    """Return an answer with the results of its expressions as data."""
    rows = [row(one, language, "") for one in found]
    return {
        "answer": said,
        "output": {"results": [{key: one[key] for key in one if key not in ("sign", "shown")} for one in rows]},
        "confidence": 0.97,
        "status": "SUCCESS",
        "used": merged(used, len(text)),
    }


MONEY_SIGN = (
    r"[€$£]|\d[.,]\d\d(?!\d)|\b(?:euros?|dollars?|pounds?|usd|eur|chf|francs?|franken|bucks|quid|loans?|mortgages?)\b"
)
ASKS_TIME = r"\b(?:how (?:many (?:hours|days|weeks|months|years)|long)|wie (?:viele (?:stunden|tage|wochen|monate|jahre)|lang\w*)|combien (?:de temps|d.heures|de (?:jours|semaines|mois))|cuánt[oa]s? (?:tiempo|horas|días|semanas|meses|años))\b"
IN_CENTS = {
    "en": "In cents: **{cents}**.",
    "de": "Auf Cent: **{cents}**.",
    "fr": "Au centime : **{cents}**.",
    "es": "En céntimos: **{cents}**.",
}


def in_cents(made: dict[str, Any], text: str, language: str) -> dict[str, Any]:
    """Return an answer about sums of money with its results in whole cents as well, where one has more decimals."""
    results = made["output"]["results"] if made["output"] else []
    if (
        "%" in "".join(re.findall(r"\*\*([^*]+)\*\*", made["answer"]))
        or not re.search(MONEY_SIGN, text, re.IGNORECASE)
        or re.search(ASKS_TIME, text, re.IGNORECASE)
        or not all(re.fullmatch(r"-?\d+(?:\.\d+)?", one["result"]) for one in results)
        or not any(re.search(r"\.\d{3,}\Z", one["result"]) for one in results)
    ):
        return made
    cents = "**, **".join(cents_text(Fraction(one["result"]), language) for one in results)
    return {**made, "answer": f"{made['answer']} {fill_in(IN_CENTS[language], cents=cents)}"}


def cents_text(value: Fraction, language: str) -> str:
    """Return a sum in whole cents for people."""
    whole = abs(value) * 100 + Fraction(1, 2)  # half a cent is rounded up, as on a bill
    return localized(f"{Decimal(whole // 1) / (100 if value >= 0 else -100):,.2f}", language)


def told_problem(told: str, language: str) -> Problem:
    """Return the problem of a plain text that people tell in passing; an exception is read in "all but 5" only."""
    told = OR_NOT.sub(lambda match: " " * len(match.group()), told)
    made = all_but(told, language)
    made = made if made.expression else part_missing(told)
    if made.expression or NEGATION.search(told):
        return made
    made = told_sum(told, language)
    made = made if made.expression else told_measure(told, language)
    return made if made.expression else part_payment(told)


PRICE_OF_MANY = re.compile(r"(?P<one>\d[\d.,]* / \d[\d.,]*) \* \d[\d.,]*")
ONE_ASKED_TOO = re.compile(  # "what did one ticket cost?" beside a question for 52 of them
    r"\b(?:what|how much|was|wie ?viel|combien|quel\w*|cuanto|que)\b[^.?!;\d]{0,25}\b(?:1|one|a single|eine?|un[ea]?) [a-z]+\b[^.?!;\d]{0,25}(?:[?.!,;]|\band\b|\bund\b|\bet\b|\by\b)"
)


def with_price_of_one(problem: Problem, told: str) -> Problem:
    """Return the problem for many of a thing with that for one of them in front where a message asks for both."""
    many = PRICE_OF_MANY.fullmatch(problem.expression)
    is_both = many is not None and ONE_ASKED_TOO.search(told) is not None
    return problem._replace(expression=f"({many['one']}) ; {problem.expression}") if many and is_both else problem


def problem_of(text: str, language: str) -> Problem:
    """Return the problem in words that a message is, every number of it read; several results are parted by ";"."""
    told = plain_text(text, language)
    if LARGE_COUNT.search(told):  # the words of these problems know no lakh
        return Problem("")
    solvers: tuple[Callable[[], Problem], ...] = (
        lambda: list_figures(told, language),
        lambda: piece_of_pack(told),
        lambda: Problem("") if NEGATION.search(fold(text)) else named_items(told),
        lambda: Problem("") if NEGATION.search(fold(text)) else told_account(told, language),
        lambda: sum_of_products(told),
        lambda: invoice_with_withholding(told, language),
        lambda: weighted_grade(told, language),
        lambda: weighted_shares(told, language),
        lambda: shares_without_one(told),
        lambda: Problem("") if NEGATION.search(fold(text)) else share_and_sum(told, language),
        lambda: Problem("") if NEGATION.search(fold(text)) else fare_or_raise(told, language),
        lambda: Problem("") if NEGATION.search(fold(text)) else group_cost(told, language),
        lambda: Problem("") if NEGATION.search(fold(text)) else situation(told, language),
        lambda: told_problem(told, language),
        lambda: half_of_share(told),
        lambda: labour_bill(told),
        lambda: sale_after_fee(told),
        lambda: other_ratio_side(told),
        lambda: taxed_price(told, language),
        lambda: taxed_pieces(told, language),
        lambda: with_price_of_one(proportional_yield(told), told),
        lambda: margin(told, language),
        lambda: difference(told, language),
        lambda: word_problem(told) if told else Problem(""),
        lambda: Problem("") if NEGATION.search(fold(text)) else household_sum(told, language),
        lambda: item_bill(told, language),
        lambda: Problem("") if NEGATION.search(fold(text)) else amount_at_price(told),
        lambda: Problem("") if NEGATION.search(fold(text)) else part_taken_off(told),
    )
    if solved_first := next((made for solve in solvers if (made := solve()).expression), None):
        return solved_first
    if NEGATION.search(fold(text)):  # "not including tax": these problems know no exception
        return Problem("")
    readers: tuple[tuple[Callable[[], str], tuple[re.Pattern[str], ...]], ...] = (
        (lambda: percentage(text, language), PERCENTAGE_WORDS),
        (lambda: range_sum(text, language), RANGE_WORDS),
        (lambda: interest(told), INTEREST_WORDS),
        (lambda: shape_problem(text), SHAPE_WORDS),
    )
    for read, words in readers:
        if expression := read():
            return Problem(expression, words)
    made = story(told, language) if text.strip().count("\n") < MOST_LINES else Problem("")  # more lines are a table
    if made.expression:
        return made
    if expression := rate_problem(text):
        return Problem(expression, RATE_WORDS)
    expression = purchase(text, language)
    return with_price_of_one(Problem(expression, purchase_words(text, expression)), told)


def solved(made: Mapped, text: str, language: str, read: Sequence[list[int]] = ()) -> dict[str, Any]:
    """Return the answer to a rewritten message, of which the parts ``read`` are used as well. Raises AnswerFault."""
    said = TEXTS[language]
    found = expressions(made.text, language)
    results = [one for one in found if one.computes]
    if len(results) > 1:  # "half price of 80 plus 10 %": a part of nothing
        results = [one for one in results if not is_part_alone(one, made, text)]
    if not results and len(found) == 2 and re.search(BIGGER, made.text, re.IGNORECASE):
        results = found
    wanted_form = form_of(made.text)
    if wanted_form and not results and len(found) == 1:
        results = found
    if not results or any(one.tokens[0].kind in ("-", "+") for one in results[1:]):  # a step of which the start is lost
        return nothing(f"{said['none']} {said['help']}", text)
    spans = list(read) or found_spans(WORDS_USED, text)
    spans += [made.span(one.tokens[0].start, one.tokens[-1].end) for one in found]
    compared = compared_answer(made.text, found, language)
    rest = [one for one in found if one not in results]
    if compared is None and rest:
        shown_rest = ", ".join(shown(one, language) for one in rest)
        sentence = fill_in(said["left"], expression=shown(results[0], language), rest=shown_rest)
        return nothing(sentence, text, spans)
    rows = [row(one, language, wanted_form) for one in results[:MOST_RESULTS]]
    answer = compared or "\n".join(f"{one['expression']} {one['sign']} **{one['shown']}**" for one in rows)
    if compared is None and len(results) > len(rows):
        answer += f"\n… (+{len(results) - len(rows):,})\n"
    notes = noted(rows, made.text, text, results, language)
    output = {"results": [{key: one[key] for key in one if key not in ("sign", "shown")} for one in rows]}
    return {
        "answer": " ".join([answer, *notes]),
        "output": output,
        "confidence": 0.97,
        "status": "SUCCESS",
        "used": merged(spans, len(text)),
    }


def is_part_alone(one: Expression, made: Mapped, text: str) -> bool:
    """Return whether an expression is a part in words of which no whole is read."""
    start, end = made.span(one.tokens[0].start, one.tokens[-1].end)
    return [token.kind for token in one.tokens] == ["number", "/", "number"] and not re.search(r"\d", text[start:end])


def noted(rows: list[dict[str, Any]], made: str, text: str, results: list[Expression], language: str) -> list[str]:
    """Return the sentences after the result: that it is rounded, and the total with a tip or tax."""
    said = TEXTS[language]
    notes = [said["rounded"]] if any(one["sign"] == "≈" for one in rows) else []
    share = re.search(r"(?:%|percent) of ", made) and re.search(ADDED, text, re.IGNORECASE)
    if share and len(results) == 1 and results[0].tokens[-1].kind == "number":
        whole = evaluate(results[0].tokens[-1:], language).number
        total = number_text(Value(whole + results[0].value.number))
        notes.append(fill_in(said["total"], total=localized(total, language)))
    return notes


CHAIN = re.compile(
    r"(?: ?,? ?(?:and |und |et |y )?(?:then|after that|afterwards|dann|danach|anschlie(?:ss|ß)end|puis|ensuite|luego|despues)(?:,| the result| it| that| you| we| i| tu| on| je| vous)* | ?, ?(?:and |und |et |y )?(?=(?:minus|plus|less|-|\+) ?\d)| ?,? ?(?:and|und|et|y) (?=(?:divide (?:it |that |the (?:result|answer|sum|total) )?by|divide|multiply|add|subtract|teile|multipliziere|addiere|subtrahiere|zieh\w*|ajoute\w*|divise\w*|multiplie\w*|soustra\w*|sum[ae]\w*|dividi\w*|multiplica\w*|resta\w*)\b))"
    r"(?P<verb>divid\w*|multipl\w*|add|plus|subtract|minus|less|take|deduct|times|-|\+|teile\w*|addiere|subtrahiere|ajoute\w*|divise\w*|multiplie\w*|soustra\w*|enleve\w*|retire\w*|ote\w*|suma\w*|divide\w*|resta\w*|quita\w*)"
    r"(?: (?:it|that|them|all|the|result|sum|total|by|with|away|off|das|es|ergebnis|durch|mit|le|la|resultat|par|lo|el|resultado|por|entre|/|[*]|to|from))* (?P<number>\d[\d.,]*\d|\d)(?: (?:to|from) (?:it|that|the result))?(?= ?(?:[?.!,;]|\Z)| (?:ca|what|whats|how|was|wie|que|combien|cuanto)\b)",
    re.IGNORECASE,
)
CHAIN_END = re.compile(  # "…, ça donne quoi": the question behind the steps
    r"[ ,;]*(?:(?:ca|cela) (?:donne|fait) (?:quoi|combien)|(?:what(?:'s| is|s| does| do)?|how much(?: is)?)(?: (?:that|it|the result|i|we))?(?: (?:make|give|get|come to|have|left))?|what then|was (?:ist|macht|gibt|ergibt|kommt)(?: (?:das|dann|da))?(?: (?:raus|heraus|dann))?|wie ?viel (?:ist|macht|gibt|bleibt)(?: das)?|(?:que|cuanto) (?:da|queda|es|sale)(?: eso)?)?[ ?.!]*",
    re.IGNORECASE,
)
CHAIN_SIGNS = {"di": "/", "te": "/", "mu": "*", "ti": "*", "ad": "+", "pl": "+", "aj": "+", "su": "-", "mi": "-",
               "ta": "-", "so": "-", "re": "-", "le": "-", "de": "-", "en": "-", "ot": "-", "qu": "-", "-": "-", "+": "+"}  # fmt: skip


def chained(made: Mapped, language: str) -> Mapped:
    """Return a rewritten message with its one calculation in brackets where "then divide it by 3" goes on from it."""
    match = CHAIN.search(made.text)
    if match is None or not CHAIN_END.fullmatch(made.text, match.end()):
        return made
    found = [one for one in expressions(made.text[: match.start()], language, lenient=True) if one.computes]
    if len(found) != 1 or len(runs(made.text[: match.start()])) != 1:
        return made
    start, end = found[0].tokens[0].start, found[0].tokens[-1].end
    goes_on = f") {chain_sign(match['verb'])} {match['number']}"
    place = tuple(made.span(*match.span()))
    text = f"{made.text[:start]}({made.text[start:end]}{goes_on}"
    places = [*made.places[:start], made.places[start], *made.places[start:end], *[place] * len(goes_on)]
    return Mapped(text, places)  # type: ignore[arg-type]  # a pair


def result_before(text: str, payload: dict[str, Any]) -> str:
    """Return the result that "that" in a message stands for, as it is written in an expression; "" without one."""
    points = re.search(BACK, text, re.IGNORECASE)
    if points is None or len(re.findall(r"\d[\d.,]*", text)) != 1:
        return ""
    found = earlier_result(payload)
    return "" if found is None else found


def earlier_result(payload: dict[str, Any]) -> str | None:
    """Return the result of the last message that computes something, None without one."""
    for earlier in reversed(earlier_texts(payload)):
        language = spoken_language(earlier[:LONGEST_TEXT], {})
        text = rewritten(earlier[:LONGEST_TEXT], language).text
        found = [one for one in expressions(text, language, lenient=True) if one.computes]
        if found:
            number = found[-1].value.number
            return f"{number.numerator}" if number.denominator == 1 else f"({number.numerator}/{number.denominator})"
    return None


GOES_ON = re.compile(  # "now add 15": all of a message
    r"\A(?: ?(?:and|then|now|ok|und|dann|jetzt|et|puis|y|luego|ahora),?)* ?(?P<verb>divid\w*|multipl\w*|add|subtract|times|teile\w*|addiere|subtrahiere|ajoute\w*|divise\w*|multiplie\w*|soustra\w*|suma\w*|divide\w*|resta\w*)(?: (?:by|it by|with|durch|mit|par|por|entre))* (?P<number>\d[\d.,]*\d|\d)(?= ?[?.!]*\Z)",
    re.IGNORECASE,
)


def chain_sign(verb: str) -> str:
    """Return the sign of a verb that goes on from a result."""
    return "+" if verb.lower().startswith("suma") else CHAIN_SIGNS[verb.lower()[:2]]


def continued(made: Mapped, payload: dict[str, Any]) -> Mapped:
    """Return a message with the expression of an earlier one where it goes on from its result."""
    made = made.sub(GOES_ON, lambda match: f"{chain_sign(match['verb'])} {match['number']}")
    opens = re.match(r" ?(?:and |then |now |und |dann |et |y |ahora )?(?=[-+*/^] ?[\d(])", made.text)
    points = re.search(BACK, made.text, re.IGNORECASE)
    if not (opens or points) or re.fullmatch(r" ?-[\d., ]+.*[-+*/^].*", made.text):
        return made
    value = earlier_result(payload)
    if value is None:
        return made
    return made.sub(r"\A ?(?:[a-z]+ )?(?=[-+*/^])", f"{value} ") if opens else made.sub(BACK, value)


def expressions(text: str, language: str, *, lenient: bool = False) -> list[Expression]:
    """Return the expressions of a rewritten text in order. Raises AnswerFault for one that cannot be computed."""
    found = []
    for run in runs(text):
        try:
            found.append(Expression(run, evaluate(run, language)))
        except AnswerFault:
            if not lenient:
                raise
    return found


def runs(text: str) -> list[list[Token]]:
    """Return the longest stretches of tokens with nothing but spaces between them, without signs at their edges that belong to words."""
    groups: list[list[Token]] = []
    end = -1
    for token in tokens_of(text):
        if not groups or text[end : token.start].strip():
            groups.append([])
        groups[-1].append(token)
        end = token.end
    return [run for run in map(trimmed, groups) if any(token.kind in ("number", "pi") for token in run)]


def trimmed(run: list[Token]) -> list[Token]:
    """Return a run without what cannot begin or end an expression."""
    start, end = 0, len(run)
    while start < end and run[start].kind not in STARTS:
        start += 1
    while end > start and run[end - 1].kind not in ENDS:
        end -= 1
    return run[start:end]


def form_of(text: str) -> str:
    """Return whether the result is wanted as a fraction, a decimal or a percentage; "" when nothing is said."""
    match = re.search(r"\b(?:as|to|into|in) (?:an? )?(fraction|decimal|percent)", text)
    lowest = re.search(r"\b(?:simplif\w*|lowest terms|kurze|vereinfach\w*)\b", text, re.IGNORECASE)
    return match.group(1) if match else "fraction" if lowest else ""


MORE_OR_LESS_ONLY = re.compile(
    r"\b(?:how (?:much|many)|wie ?viele?|combien|cuant[oa]s?)\b(?!.*\b(?:more|less|mehr|weniger|plus|moins|mas|menos)\b)",
    re.IGNORECASE,
)
COMPARED_GAP = re.compile(
    r"[,;:?!\n]|\b(?:or|than|and|vs|versus|against|oder|als|und|ou|que|et|o|u|y|to|mit)\b", re.IGNORECASE
)


def compared_answer(text: str, found: list[Expression], language: str) -> str | None:
    """Return the answer to "is 2+2 = 5" and "which is bigger, 3/4 or 5/7"; None for other questions."""
    said = TEXTS[language]
    if len(found) == 2 and re.search(r"=", text[found[0].tokens[-1].end : found[1].tokens[0].start]):
        left, right = found
        words = {"left": shown(left, language), "right": localized(number_text(left.value), language)}
        key = "true" if left.value.number == right.value.number else "false"
        return fill_in(said[key], **words, claim=shown(right, language))
    if len(found) < 2 or not re.search(COMPARES, text, re.IGNORECASE):
        return None
    if MORE_OR_LESS_ONLY.search(text) and not re.search(BIGGER, text, re.IGNORECASE):
        return None  # "30 % of 500 and then 100 more, how much is left"
    gaps = (text[one.tokens[-1].end : other.tokens[0].start] for one, other in pairwise(found))
    if not all(COMPARED_GAP.search(gap) for gap in gaps):
        return None  # "27.5 hours at 14.80" compares nothing
    rows = ", ".join(with_value(one, language) for one in found)
    smallest = re.search(SMALLER, text, re.IGNORECASE) is not None
    best = (min if smallest else max)(found, key=lambda one: one.value.number)
    if all(one.value.number == best.value.number for one in found):
        return fill_in(said["same"], rows=rows)
    return fill_in(said["smallest" if smallest else "largest"], best=shown(best, language), rows=rows)


def with_value(one: Expression, language: str) -> str:
    """Return an expression with its value, a number alone."""
    value = localized(number_text(one.value), language)
    return f"{shown(one, language)} = {value}" if one.computes else value


def row(one: Expression, language: str, wanted_form: str) -> dict[str, Any]:
    """Return one result as data; ``sign`` and ``shown`` are for the sentence."""
    number = one.value.number
    percent = one.tokens[0].kind == "pct" or wanted_form == "percent"
    display = Value(
        number * 100 if wanted_form == "percent" and one.tokens[0].kind != "pct" else number, one.value.exact
    )
    text = number_text(display)
    rounded = not display.exact or Fraction(Decimal(text.replace(",", ""))) != display.number
    fraction = f"{number.numerator}/{number.denominator}" if number.denominator != 1 and one.value.exact else ""
    small = fraction if len(fraction) <= 15 else ""
    whole = localized(text, language) + (" %" if percent else "")
    if wanted_form == "fraction" and fraction:
        whole, rounded = f"{fraction} ({whole})", False
    elif rounded and small and not percent:
        whole += f" ({small})"
    return {
        "expression": shown(one, language),
        "result": text.replace(",", ""),
        "value": float(f"{float(display.number):.15g}") if abs(display.number) < 10**300 else None,
        "exact": one.value.exact and not rounded,
        "fraction": fraction if len(fraction) <= 60 else "",
        "sign": "≈" if rounded else "=",
        "shown": whole,
    }


def number_text(value: Value) -> str:
    """Return a number as in English: all of it up to 15 decimals, else 10 significant digits."""
    number = value.number
    if number.denominator == 1 and value.exact:
        digits = f"{number.numerator:,}"
        return digits if len(digits) <= LONGEST_NUMBER else f"{Decimal(number.numerator).normalize(Context(prec=12)):E}"
    decimal = Context(prec=60).divide(Decimal(number.numerator), Decimal(number.denominator))
    short = decimal.normalize(Context(prec=10))
    exact = decimal.normalize(Context(prec=60))
    if value.exact and Fraction(exact) == number and len(exact.as_tuple().digits) <= 30:
        short = exact
    return f"{short:,f}" if -12 < short.adjusted() < 30 else f"{short:E}"


def shown(one: Expression, language: str) -> str:
    """Return an expression for people."""
    signs = {"*": "×", "of": OF[language], "percent": "%", "sqrt": "√", "cbrt": "∛", "pct": "", "pi": "π"}
    parts = [signs.get(token.kind, token.text) for token in one.tokens]
    text = "".join(part if part in "()!%^√∛" or not part else f" {part} " for part in parts)
    text = re.sub(
        r" *([)!^]) *", r"\1", re.sub(r"(\(|√|∛|(?:mean|sum|product|gcd|lcm|round|abs) (?=\()) *", tight, text)
    )
    text = re.sub(r" +", " ", re.sub(r" *% *", " % ", re.sub(r" ,", ",", text))).strip()
    text = re.sub(r"(?<=[)!])(?=[\w×/+-])", " ", re.sub(r"([√∛])\(([\d.,]+)\)", r"\1\2", text))
    return text[1:-1] if re.fullmatch(r"\([^()]*\)", text) else text


def tight(match: "re.Match[str]") -> str:
    """Return a sign or name without the space behind it."""
    return match.group().replace(" ", "")
