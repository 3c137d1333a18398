"""A share of a sum together with the sum it makes: "19 % of 1,340 and altogether", a new salary and how much more it is a year."""

import re

from config.builtins.calculator.consumed import Problem
from config.builtins.calculator.differences import FALLS, RISES
from config.builtins.calculator.fares_and_raises import MORE_A_YEAR, PERIODIC, RAISE_NOTE, RAISE_WORDS
from config.builtins.calculator.purchases import Amount, amounts_of
from config.builtins.wording import fill_in

SHARE_OF = re.compile(
    r" ?(?:%|percent|per cent|prozent|pour ?cents?|por ciento)? ?(?:vat |tax |tip |mwst |trinkgeld |tva |iva )?(?:of|on|von|auf|de|sur|del|sobre|d')(?: (?:the|my|our|a|an|den|dem|les?|la|los|las|un|una|einem?))*(?: [a-z]{3,15})?(?: of| von| de)?[ €$£]*"
)
SECOND_JOINT = r"(?:,|;|[?.!]|\b(?:and|und|et|y|plus|also)\b)"
TOTAL_TOO = re.compile(
    rf"{SECOND_JOINT}[^?.!\d%]{{0,40}}?\b(?:altogether|in total|in all|(?:the |my |our )?(?:new |grand |whole )?total|together|sum|zusammen|insgesamt|gesamt\w*|summe|en tout|au total|(?:le )?total|ensemble|en total|en todo|(?:el )?total)\b"
)
LEFT_TOO = re.compile(
    rf"{SECOND_JOINT}[^?.!\d%]{{0,40}}?\b(?:left|remains?|remaining|left over|(?:the )?rest|ubrig|bleibt|bleiben|restbetrag|reste|restent|queda|quedan|sobra)\b"
)
SHARE_SOUGHT = re.compile(
    r"\A\W*\Z|\b(?:what|whats|how (?:much|many)|calculate|compute|was|wie ?viele?|berechne|combien|calcule[rz]?|quel\w*|cuant[oa]s?|calcula|cual)\b[^.?!\d]*\Z"
)
FURTHER_STEP = re.compile(r"\b(?:if|wenn|falls|si|half|halfte|haelfte|moitie|mitad|third|drittel|tiers|tercio)\b")
REDUCED = re.compile(
    r"\b(?:discount\w*|off|minus|less|deduct\w*|cheaper|rabatt\w*|nachlass|skonto|abzug\w*|remise|rabais|reduction|descuento|rebaja\w*|without|net|netto|includ\w*|incl|inkl\w*|already|enthalten|compris)\b"
)
NEW_ASKED = re.compile(
    r"\b(?:what (?:will|would|does|is|'s) (?:it|that|the (?:new )?(?:salary|pay|wage|rent|price|amount|figure|fee)|my (?:new )?(?:salary|pay|wage|rent))(?: (?:be|become|come to|cost))?(?: (?:then|now))?(?= ?(?:,|\?|and\b|\Z))|(?:what(?:'s| is| will be)?|how (?:high|much) (?:is|will)) (?:the|my|our) new (?:salary|pay|wage|rent|price|amount|figure|fee)(?: be)?|how much will (?:i|it|we|they)(?: \w+)?(?: (?:get|be|earn|pay|cost))?"
    r"|(?:was|wie ?viel) (?:ist|sind|bekomme|verdiene|zahle|kostet) (?:es|das|ich|er|sie) dann|wie hoch (?:ist|wird) (?:es|er|sie|das|mein\w*|die|der)(?: neue\w*)?(?: (?:gehalt|lohn|miete|preis))?(?: dann)?|(?:quel (?:est|sera) (?:le|mon) nouveau \w+|combien (?:sera-t-il|ce sera|vais-je (?:toucher|gagner|payer)))|(?:cuanto (?:sera|cobrare|pagare|ganare)|cual (?:es|sera) (?:el|mi) nuev[oa] \w+))\b"
)
MORE_ASKED = re.compile(
    r"\b(?:how much (?:more|extra|less)|what(?:'s| is) the (?:difference|increase|rise|raise)|the difference|by how much|wie ?viel (?:mehr|weniger)|(?:die )?differenz|(?:der )?unterschied|combien (?:de|en) plus|la difference|cuanto mas|la diferencia)\b"
)
PAY_ASKED = re.compile(
    r"\b(?:what (?:do|will|would|must) (?:i|we) (?:have to )?pay|how much (?:do|will|would) (?:i|we) (?:have to )?pay|(?:the |what's the |what is the )?(?:final|sale|new|reduced) price|was (?:zahle|bezahle) ich|combien (?:je )?(?:paie|paye|dois)\S*|cuanto pago)\b"
)
SAVE_ASKED = re.compile(
    r"\b(?:(?:how much|what) (?:do|will|would) (?:i|we) save|(?:was|wie ?viel) (?:spare|erspare) ich|combien (?:j'economise|d'economie)|cuanto (?:ahorro|me ahorro))\b"
)
OFF = re.compile(r"\b(?:off|discount|reduced|rabatt|nachlass|reduziert|remise|rabais|reduction|descuento|rebaja\w*)\b")
NOT_BOTH = re.compile(
    r"\b(?:each|every (?!month|week)|twice|years in a row|for \w+ years|instead|or|vat|tax|mwst|tva|iva|steuer|je|pro (?!monat|woche)|jeweils|oder|ou|o|chaque|cada)\b"
)


def share_and_sum(text: str, language: str) -> Problem:
    """Return the two figures that a message asks for of one sum and one share; the empty problem for other messages."""
    amounts = amounts_of(text)
    shares = [one for one in amounts if one.share]
    if len(amounts) != 2 or len(shares) != 1:
        return Problem("")
    share = shares[0]
    base = next(one for one in amounts if not one.share)
    made = share_beside_total(text, share, base)
    made = made if made.expression else new_beside_change(text, share, base, language)
    return made if made.expression else paid_beside_saved(text, share, base)


def share_beside_total(text: str, share: Amount, base: Amount) -> Problem:
    """Return a share of a sum, and the sum with it or what is left of it: "what is 20 % of 80, and altogether?"."""
    if share.start > base.start or not SHARE_OF.fullmatch(text[share.end : base.start]) or REDUCED.search(text):
        return Problem("")
    if not SHARE_SOUGHT.search(text[: share.start]) or FURTHER_STEP.search(text[base.end :]):
        return Problem("")
    behind = text[base.end :]
    total, left = TOTAL_TOO.search(behind), LEFT_TOO.search(behind)
    if (total is None) == (left is None):
        return Problem("")
    sign = "+" if total else "-"
    expression = f"{share.text} % of {base.text} ; {base.text} {sign} {share.text} %"
    return Problem(expression, (TOTAL_TOO if total else LEFT_TOO,))


def new_beside_change(text: str, share: Amount, base: Amount, language: str) -> Problem:
    """Return what a payment is after a rise or fall in per cent, and the change, in a year where that is asked for."""
    year = MORE_A_YEAR.search(text)
    rises, falls = RISES.search(text) is not None, FALLS.search(text) is not None
    more = MORE_ASKED.search(text) is not None
    is_asked = more if year is None else NEW_ASKED.search(text) is not None
    if not is_asked or rises == falls or NOT_BOTH.search(PERIODIC.sub(" ", MORE_A_YEAR.sub(" ", text))):
        return Problem("")
    rhythm = PERIODIC.match(text, base.end)
    if year is not None and rhythm is None:
        return Problem("")
    new = f"{base.text} {'+' if rises else '-'} {share.text} %"
    change = f"{share.text} % of {base.text}"
    words = (PERIODIC, MORE_A_YEAR, NEW_ASKED, MORE_ASKED, RAISE_WORDS, RISES, FALLS)
    if year is None or rhythm is None:
        return Problem(f"{new} ; {change}", words)
    count = 12 if rhythm["month"] else 52
    return Problem(f"{new} ; {change} * {count}", words, fill_in(RAISE_NOTE[language], count=count))


def paid_beside_saved(text: str, share: Amount, base: Amount) -> Problem:
    """Return what is paid of a reduced price, and what is saved, where both are asked for."""
    if not (PAY_ASKED.search(text) and SAVE_ASKED.search(text) and OFF.search(text)) or NOT_BOTH.search(text):
        return Problem("")
    expression = f"{base.text} - {share.text} % ; {share.text} % of {base.text}"
    return Problem(expression, (PAY_ASKED, SAVE_ASKED, OFF))
