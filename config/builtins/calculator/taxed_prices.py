"""Net and gross prices in four languages: which of the two a message gives, and which of them, or the tax, it asks for."""

import re

from config.builtins.calculator.consumed import Problem
from config.builtins.calculator.purchases import INCOME, Amount, amounts_of, role_of
from config.builtins.wording import fill_in

TAX = r"(?:(?:sales |value[- ]added )?tax(?:es)?|vat|gst|hst|mwst|mehrwertsteuer|ust|umsatzsteuer|steuern?|tva|iva|impuestos?|impots?)"
RATE_OF_TAX = r"(?:\d+(?:[.,]\d+)? ?(?:%|percent|prozent|pour ?cent|por ciento) ?(?:of |de )?)?"
ARTICLE = r"(?:the |any |die |der |la |le |les |l'|el |los )?"
NET = re.compile(
    rf"\b(?:net(?:to\w*|t?es?|o)?|ht|h\.t\.|hors (?:taxes?|tva)|(?:excl(?:\.|uding|usive(?: of)?|udes?)?|exkl(?:\.|usive)?|ex|before|without|plus|not includ(?:ing|ed)|doesn't include|net of"
    rf"|ohne|zzgl\.?|zuzuglich|vor|sans|avant|hors|sin|antes de(?: los)?|mas)[ -]?{ARTICLE}{RATE_OF_TAX}{TAX}|nicht (?:inkl\w*\.?|enthalten)|base imponible)(?!\w)"
    rf"|\+ ?{ARTICLE}{RATE_OF_TAX}{TAX}\b"
)
GROSS = re.compile(
    rf"\b(?:gross|brutto\w*|bruts?|brut[oa]s?|ttc|t\.t\.c\.|toutes taxes comprises|(?:inc(?:\.|l\.?|luding|lusive(?: of)?|ludes?|luded)?|inkl(?:\.|usive)?|einschlie(?:ss|ß)lich|with|after|mit|nach|avec|apres|con|despues de)[ -]?{ARTICLE}{RATE_OF_TAX}{TAX}"
    rf"|{TAX}[ -]?(?:is |est |ist |already )?(?:incl\w*\.?(?! ?(?:\d|vat|tax|{ARTICLE}(?:vat|tax)))|inkl\w*\.?|compris\w*|inclus\w*|incluid[oa]s?|enthalten|in (?:it|there)))(?!\w)"
    rf"|\b{TAX} (?:is |are |hay |steckt |sind |contained |included )?(?:in|en|dans)\b(?= [€$£]?\d)"
)
TAX_ASKED = re.compile(
    rf"\b(?:(?:how much|what|wie ?viel|wie hoch|welche[rnms]?|was|combien|quel\w*|cuant[oa]|cual)(?: (?:of (?:it|that|this)|davon|de ello))?(?: (?:is|was|are|ist|war|sind|de|est|es|hay))*(?: (?:{ARTICLE}(?:montant de |amount of |importe de(?:l)? )?))?{TAX}"
    rf"|(?:how much|what|what'?s|wie ?viel|was|combien|cuanto)(?: (?:is|are|sind|ist|fait|font|es|son))? \d+(?:[.,]\d+)? ?(?:%|percent|prozent|pour ?cent|por ciento) (?:of |de )?{ARTICLE}{TAX} (?:on|for|of|auf|von|sur|de|sobre)\b"
    rf"|{TAX}[ -]?(?:amount|portion|part|component|betrag|anteil)|montant de (?:la )?tva|importe del? iva)\b"
)
BEHIND = re.compile(
    r" ?(?:be|is|cost|sein|sind|ist|etre|ser)? ?(?:€|\$|£|euros?|eur|dollars?|pounds?|usd|gbp|chf|francs?|franken)?,? ?\(?\Z"
)
GIVEN_AHEAD = re.compile(
    r"\s?(?:(?:price|amount|cost|total|preis|betrag|summe|prix|montant|precio|importe)s? ?)?(?:is|was|are|are at|:|=|ist|betragt|est|es|son)?\s?[€$£]?\s?\Z"
)
ASKED_AHEAD = re.compile(
    r"\s?(?:(?:price|amount|cost|total|preis|betrag|summe|prix|montant|precio|importe)s? ?)?(?:of|for|from|on|von|aus|zu|fur|bei|de|pour|sur|para)\s?[€$£]?\s?\Z"
)
QUESTION = re.compile(
    r"\b(?:how much|what|what's|whats|wie ?viel\w*|wie hoch|was|welche\w*|combien|quel\w*|cuant[oa]|cual|que)\b[^,.;:?!\d]*\Z"
)
CLAUSE_STOP = re.compile(r"[,;:.?!](?!\d)")
LOOSE_NET = re.compile(r"net|ht|h\.t|plus|\+|zzgl|zuz|mas\b|base")  # behind a price it can only say what that price is
SIDE_NOTES = {
    "en": "I read {price} as the {given}.", "de": "{price} ist dabei als {given} gelesen.",
    "fr": "J'ai lu {price} comme {given}.", "es": "He leído {price} como {given}.",
}  # fmt: skip
SIDES_NAMED = {
    "en": ("net price (without tax)", "gross price (tax included)"),
    "de": ("Nettopreis (ohne Steuer)", "Bruttopreis (mit Steuer)"),
    "fr": ("prix hors taxes (HT)", "prix toutes taxes comprises (TTC)"),
    "es": ("precio neto (sin impuesto)", "precio con impuesto incluido"),
}


def taxed_price(text: str, language: str) -> Problem:
    """Return the net price, the gross price or the tax of a plain text with one price and one rate; none for other messages."""
    amounts = amounts_of(text)
    shares = [one for one in amounts if one.share]
    plain = [one for one in amounts if not one.share]
    marks = side_marks(text)
    if len(shares) != 1 or len(plain) != 1 or not marks or INCOME.search(text):
        return Problem("")
    if not re.search(rf"\b(?:{TAX}|ttc|ht|net\w*|brutto|gross|bruto)\b", text):
        return Problem("")
    if role_of(text, shares[0]) in ("off", "tip") and not TAX_ASKED.search(text):
        return Problem("")
    price, rate = plain[0], shares[0].text
    is_tax_asked = TAX_ASKED.search(text) is not None
    given = nearest_side(price, marks) if is_tax_asked else given_side(text, price, marks)
    if is_tax_asked and len(marks) == 1 and is_asked_beside(text, marks[0]):
        given = other_side(given)  # "19 % VAT on 350, and gross?"
    is_net = given == "net"
    note = fill_in(SIDE_NOTES[language], price=price.text, given=SIDES_NAMED[language][0 if is_net else 1])
    words = (NET, GROSS, TAX_ASKED, re.compile(TAX), *(() if is_net else (WITHOUT_IT,)))
    other = f"{price.text} + {rate} %" if is_net else f"{price.text} / (1 + {rate} %)"
    whole = price.text if is_net else f"({price.text} / (1 + {rate} %))"
    if is_both_asked(text, marks, given, is_tax_asked=is_tax_asked):
        return Problem(f"{other} ; {rate} % of {whole}", (*words, TAX_TOO), note)
    return Problem(f"{rate} % of {whole}" if is_tax_asked else other, words, note)


WITHOUT_IT = re.compile(r"\b(?:without|ohne|sans|sin)(?: (?:it|that|the tax|sie|elle|el))?(?=\W*(?:\Z|[?.!]))")
TAX_TOO = re.compile(  # "what is net and VAT", "the tax amount and the net price"
    rf"\b(?:net\w*|neto|gross|brutto|bruto|brut|ht|ttc)(?: (?:price|amount|sum|preis|betrag|total))?,? (?:and|und|et|y|&) {ARTICLE}(?:amount of |montant de |importe del? )?{TAX}\b(?! ?\d)"
    rf"|\b{TAX}[ -]?(?:amount|betrag)? (?:and|und|et|y|&) {ARTICLE}(?:net\w*|neto|gross|brutto|bruto|brut|ht|ttc)\b"
)


def is_both_asked(text: str, marks: list[tuple[int, int, str]], given: str, *, is_tax_asked: bool) -> bool:
    """Return whether the other price and the tax are both asked for."""
    if TAX_TOO.search(text) is not None and QUESTION_WORD.search(text) is not None:
        return True
    others = [end for _, end, side in marks if side != given]
    return is_tax_asked and any(is_asked_for(text, marks, end) for end in others)


QUESTION_WORD = re.compile(
    r"\b(?:how much|what|whats|wie ?viel\w*|wie hoch|was|welche\w*|combien|quel\w*|cuant[oa]|cual|que)\b|\?"
)


def side_marks(text: str) -> list[tuple[int, int, str]]:
    """Return the words for net and for gross with their places; "without tax" is no "tax"."""
    net = [(*match.span(), "net") for match in NET.finditer(text)]
    gross = [(*match.span(), "gross") for match in GROSS.finditer(text)]
    gross = [one for one in gross if not any(other[0] < one[1] and one[0] < other[1] for other in net)]
    return sorted([*net, *gross])


def given_side(text: str, price: Amount, marks: list[tuple[int, int, str]]) -> str:
    """Return which price a number is: by the word at it, else the opposite of what is asked for."""
    sides = {side for _, _, side in marks}
    for start, _, side in marks:
        if start >= price.end and BEHIND.fullmatch(text[price.end : start]):
            is_loose = len(sides) > 1 or LOOSE_NET.match(text, start) is not None
            is_asked = not is_loose and QUESTION.search(text[: price.start].rstrip("€$£ ")) is not None
            return other_side(side) if is_asked else side
    for _, end, side in marks:
        between = text[end : price.start] if end <= price.start else "?"
        if GIVEN_AHEAD.fullmatch(between) and not is_asked_for(text, marks, end):
            return side
        if ASKED_AHEAD.fullmatch(between) and (len(sides) < 2 or is_asked_for(text, marks, end)):
            return other_side(side)
    asked = [side for _, end, side in marks if is_asked_for(text, marks, end)]
    if asked:
        return other_side(asked[-1])
    return nearest_side(price, marks)


def nearest_side(price: Amount, marks: list[tuple[int, int, str]]) -> str:
    """Return the side whose word is nearest to a price."""
    return min(marks, key=lambda one: min(abs(one[0] - price.end), abs(price.start - one[1])))[2]


def is_asked_for(text: str, marks: list[tuple[int, int, str]], end: int) -> bool:
    """Return whether a word for a price stands in a question: behind "how much", or alone before a question mark."""
    start = next(one[0] for one in marks if one[1] == end)
    clause = max((match.end() for match in CLAUSE_STOP.finditer(text, 0, start)), default=0)
    asked = QUESTION.search(text[clause:start] + " ")
    if asked is not None:  # "what's the net price if the gross is 53.50" asks for the first of them
        return not any(clause + asked.start() <= other < start for other, _, _ in marks)
    is_alone = re.search(r"\d", text[clause:start]) is None
    return is_alone and re.match(r"[^\d,;:.!]*\?", text[end:]) is not None


def is_asked_beside(text: str, mark: tuple[int, int, str]) -> bool:
    """Return whether a word for a price ends a message as a second question: "…, and gross?"."""
    ahead = re.search(r"(?:\b(?:and|und|et|y)|[,;&+])(?: (?:the|das|der|le|el|what is|was ist))? \Z", text[: mark[0]])
    return (
        ahead is not None and re.match(r"(?: (?:price|amount|betrag|preis|total))?\W*\Z", text[mark[1] :]) is not None
    )


def other_side(side: str) -> str:
    """Return the other of net and gross."""
    return "gross" if side == "net" else "net"
