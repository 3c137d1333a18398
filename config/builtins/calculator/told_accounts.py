"""Sums of an account in four languages: a monthly price that changes within a year, and what a sale leaves after its costs."""

import re

from config.builtins.calculator.consumed import Problem
from config.builtins.calculator.purchases import amounts_of

MONTH_STARTS = {
    "jan": 1, "feb": 2, "mar": 3, "apr": 4, "may": 5, "jun": 6, "jul": 7, "aug": 8, "sep": 9, "oct": 10, "nov": 11, "dec": 12,
    "maerz": 3, "mai": 5, "okt": 10, "dez": 12, "fev": 2, "mars": 3, "avr": 4, "juin": 6, "juil": 7, "aou": 8,
    "ene": 1, "abr": 4, "ago": 8, "dic": 12,
}  # fmt: skip
MONTH_NAMED = (
    r"jan(?:uary|uar|vier)?|feb(?:ruary|ruar|rero)?|fev(?:rier)?|mar(?:ch|z|zo|s)?|maerz|apr(?:il)?|avr(?:il)?|abr(?:il)?|may|mai|mayo|june?|juni|juin|junio|july?|juli|juillet|julio|aug(?:ust)?|aout|ago(?:sto)?|"
    r"sept?(?:ember|embre|iembre)?|o[ck]t(?:ober|obre|ubre)?|nov(?:ember|embre|iembre)?|de[cz](?:ember|embre)?|dic(?:iembre)?|ene(?:ro)?"
)
CHANGES_FROM = re.compile(
    rf"\b(?:from|as of|starting(?: in)?|beginning(?: in)?|since|in|ab|seit|im|a partir d[eu]'?|des|en|desde|a partir de)(?: the)?(?: (?:1st|1|first|erste[nr]?|1er|uno) (?:of |de )?)? ?(?P<month>{MONTH_NAMED})\b(?: on(?:wards?)?)?"
)
GOES_BY = re.compile(
    r"\b(?P<up>(?:goes|go|going|went|rises?|rising|increases?|increased|climbs?|raised?) (?:up )?(?:by )?|(?:steigt|erhoht sich|steigen)(?: um)? |(?:augmente\w*)(?: de)? |(?:sube|aumenta)(?:n)?(?: un| en un)? )(?P<n>\d+(?:[.,]\d+)?) ?(?:%|percent|prozent|pour ?cent|por ciento)(?: (?:more|up|mehr))?"
    r"|\b(?P<down>(?:drops?|falls?|goes down|decreases?|sinkt|fallt|baisse|baja)(?: by| um| de| un)? )(?P<n2>\d+(?:[.,]\d+)?) ?(?:%|percent|prozent|pour ?cent|por ciento)"
)
GOES_TO = re.compile(
    r"\b(?:(?:goes|go|rises?|increases?|raised?|drops?|falls?|changes?) (?:up |down )?to|(?:steigt|sinkt|erhoht sich) auf|passe a|(?:augmente|baisse) a|(?:sube|baja|pasa) a) [€$£]?(?P<n>\d+(?:[.,]\d+)?)(?! ?(?:%|percent|prozent))"
)
GOES_AT_ALL = re.compile(
    r"\b(?:goes|go|rises?|increases?|changes?|drops?|falls?|steigt|sinkt|erhoht|augmente|baisse|passe|sube|baja|aumenta|pasa)\b|\b(?:by|um|de|to|auf|up|down) (?=\d)|\d+(?:[.,]\d+)? ?(?:%|percent|prozent)"
)
EACH_MONTH_PAID = re.compile(
    r"\b(?:a|per|each|every|/) ?month\b|\bmonthly\b|\b(?:im|pro|jeden) monat\b|\bmonatlich\w*|\b(?:par|chaque) mois\b|\bmensuel\w*|\b(?:al|por|cada) mes\b|\bmensual\w*"
)
WHOLE_YEAR = re.compile(
    r"\b(?:(?:whole|full|entire|this|the|a) year|year (?:in )?total|per year|annual\w*|yearly|(?:ganze[ns]?|gesamte[ns]?|dieses|das|im) jahr|jahr insgesamt|(?:toute |pour )?l'annee|(?:sur|par) (?:un )?an|(?:todo )?(?:el|este) ano|al ano)\b"
)


def changed_in_year(text: str) -> Problem:
    """Return what a monthly price makes in a year in which it changes with one month; none for other messages."""
    starts = list(CHANGES_FROM.finditer(text))
    bare = re.sub(r"\s+", " ", CHANGES_FROM.sub(" ", text))
    by, to = GOES_BY.search(bare), GOES_TO.search(bare)
    if (
        len(starts) != 1
        or (by is None) == (to is None)
        or not EACH_MONTH_PAID.search(text)
        or not WHOLE_YEAR.search(text)
    ):
        return Problem("")
    told = {one for match in (by, to) if match for one in match.groups() if one}
    first, last = starts[0].span()
    plain = [one for one in amounts_of(text) if one.text not in told and not first <= one.start < last]
    if len(plain) != 1 or plain[0].share:
        return Problem("")
    month = next(
        (
            MONTH_STARTS[starts[0]["month"][:length]]
            for length in (5, 4, 3)
            if starts[0]["month"][:length] in MONTH_STARTS
        ),
        0,
    )
    if not month:
        return Problem("")
    price = plain[0].text
    later = (
        f"{to['n']}" if to else f"{price} * (1 {'+' if by and by['up'] else '-'} {by['n'] or by['n2'] if by else ''} %)"
    )
    words = (CHANGES_FROM, GOES_BY, GOES_TO, EACH_MONTH_PAID, WHOLE_YEAR, GOES_AT_ALL)
    return Problem(f"{price} * {month - 1} + {later} * {13 - month}", words)


SOLD_EACH = re.compile(
    r"\b(?:sell|sold|selling|sells|verkauf\w*|vends?|vendons|vendu\w*|vend\w+)\b[^.?!\d]{0,20}(?P<count>\d{1,6}) (?P<thing>[a-z]{2,20})(?: [a-z]+)? (?:at|for|a|zu|fur|je|@|por|de|von) [€$£]?(?P<price>\d+(?:[.,]\d+)?)(?: ?(?:€|\$|£|euros?|eur|dollars?|pounds?|chf))? ?(?:each|apiece|a piece|per (?:piece|[a-z]+)|je|das stuck|pro stuck|piece|chacune?|l'unite|cada un[oa]|la unidad)?"
)
COSTS_EACH = re.compile(
    r"\b(?:cost\w*|make them for|bought (?:them )?for|buy (?:them )?for|material\w*|herstellung|kost\w*|einkauf\w*|cout\w*|achete\w*|cuest\w*|coste\w*|compr\w*)\b[^.?!\d]{0,25}[€$£]?(?P<cost>\d+(?:[.,]\d+)?)(?: ?(?:€|\$|£|euros?|eur|dollars?|pounds?|chf))? ?(?:each|apiece|a piece|per (?:piece|[a-z]+)|je|das stuck|pro stuck|piece|chacune?|l'unite|cada un[oa]|la unidad)"
)
FEE_OF_SALE = re.compile(
    r"(?:(?<![\w.,])[€$£]?(?P<fee>\d+(?:[.,]\d+)?)(?: ?(?:€|\$|£|euros?|eur|dollars?|pounds?|chf))? (?:for (?:the )?)?(?:[a-z]+ )?(?:fee|rent|stand|stall|table|pitch|standgebuhr|standmiete|gebuhr|miete|loyer|emplacement|frais|alquiler|puesto|tasa)\b"
    r"|\b(?:fee|stall|stand|pitch|table|standgebuhr|standmiete|gebuhr|miete|emplacement|frais|alquiler|puesto|tasa)(?: [a-z]+)? (?:is|was|costs?|of|kostet|betragt|est|coute|cuesta|es|de|:)? ?[€$£]?(?P<fee2>\d+(?:[.,]\d+)?))"
)
SALE_PROFIT = re.compile(
    r"\b(?:profits?|earn\w*|left over|make on|gewinn|ubrig|verdien\w*|benefice|gagn\w*|beneficio|ganancia|gan\w+)\b"
)


def profit_of_sale(text: str) -> Problem:
    """Return what a sale leaves: so many at a price each, less what each costs, less one fee; none for other messages."""
    sold, cost = SOLD_EACH.search(text), COSTS_EACH.search(text)
    if sold is None or cost is None or not SALE_PROFIT.search(text):
        return Problem("")
    fee = FEE_OF_SALE.search(text)
    read = [sold.span(), cost.span(), *([fee.span()] if fee else [])]
    if any(not any(start <= one.start < end for start, end in read) for one in amounts_of(text)):
        return Problem("")
    less = f" - {fee['fee'] or fee['fee2']}" if fee else ""
    words = (SOLD_EACH, COSTS_EACH, FEE_OF_SALE, SALE_PROFIT)
    return Problem(f"{sold['count']} * ({sold['price']} - {cost['cost']}){less}", words)


ITEM_AT = re.compile(
    r"(?<![\w.,])(?P<count>\d{1,4}) (?:[a-z'-]+ ){1,3}?(?:at|@|zu je|zu|je|a|por) (?P<price>[€$£]? ?\d+(?:[.,]\d+)?)(?! ?(?:%|percent|prozent|[ap]m\b|:|uhr|km|kg|g\b|ml|l\b|min|h\b))(?: ?(?:€|\$|£|euros?|eur|dollars?|pounds?|chf))?(?: (?:each|apiece|a piece|per piece|das stuck|pro stuck|piece|chacune?|cada un[oa]))?"
)
SUM_ASKED_FOR = re.compile(
    r"\b(?:what(?:'?s| is| does| do) (?:that|it|the total|the bill|this|i)\b[^.?!\d]*|how much(?: (?:is|does|do|will|would) (?:that|it|i|this|all that|we)\b[^.?!\d]*)?|(?:in )?total|altogether|all together|sum|bill|was macht das|wie ?viel (?:macht|kostet|ist) (?:das|es)(?: zusammen)?|zusammen|insgesamt|macht|ca fait combien|combien(?: ca fait)?|en tout|au total|cuanto (?:es|sale|cuesta)(?: todo)?|en total|please|pls)\b"
)
JOINS_ITEMS = re.compile(
    r"[\s,;.?!:=+&-]|\b(?:and|plus|und|et|y|then|i buy|i bought|we had|we have|i had|bought|got|ich kaufe|wir hatten)\b"
)
LEAST_PRICED = 2


def items_at_prices(text: str) -> Problem:
    """Return the sum of things that are all told with their number and price: "3 coffees at 3.40 and 2 croissants at 2.10"."""
    items = list(ITEM_AT.finditer(text))
    if len(items) < LEAST_PRICED:
        return Problem("")
    rest = JOINS_ITEMS.sub("", SUM_ASKED_FOR.sub("", ITEM_AT.sub("", text)))
    if rest:  # a tip, a discount or a note to pay with
        return Problem("")
    parts = " + ".join(f"{one['count']} * {re.sub(r'[^0-9.,]', '', one['price'])}" for one in items)
    return Problem(parts, (ITEM_AT, SUM_ASKED_FOR))


SUM_TIMES = re.compile(
    r"\A\W*(?:[a-z]+ ){0,3}[€$£]?(?P<first>\d+(?:[.,]\d+)?)(?: ?[€$£])? (?:[a-z]+ ){0,3}?(?:plus|and|\+|und|et|y|mas) (?:[a-z]+ ){0,2}[€$£]?(?P<second>\d+(?:[.,]\d+)?)(?: ?[€$£])?(?: [a-z]+){0,3}, ?(?:all |and all |the whole |das ganze |alles |le tout |todo )?(?:times|x|mal|fois|por|multiplied by) (?P<times>\d+)(?: (?:months?|monate?|mois|meses))?\W*\Z"
)


def sum_times(text: str) -> Problem:
    """Return a sum that is taken several times behind a comma: "rent 840 plus 95 utilities, times 12"."""
    match = SUM_TIMES.match(text)
    return Problem(f"({match['first']} + {match['second']}) * {match['times']}", (SUM_TIMES,)) if match else Problem("")


def told_account(text: str, language: str) -> Problem:
    """Return the sum of an account; none for other messages."""
    solvers = (changed_in_year, profit_of_sale, items_at_prices, sum_times)
    return next((made for made in (solve(text) for solve in solvers) if made.expression), Problem(""))
