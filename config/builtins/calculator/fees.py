"""What a sale leaves after a fee: "sold 3 mugs at 14 each, Etsy takes 6.5 %, what do I keep"."""

import re

from config.builtins.calculator.consumed import Problem
from config.builtins.calculator.purchases import Amount, amounts_of

FEE = re.compile(
    r"\b(?:fees?|takes?|charges?|keeps?|commissions?|cut|deducts?|provision|gebuhr\w*|behalt|nimmt|kassiert|zieht|frais|prend|preleve|retient|comision(?:es)?|cobra|se queda|descuenta|retiene)\b"
)
SALE = re.compile(
    r"\b(?:s[eo]ld|sell(?:ing)?|sales?|earned|invoice[ds]?|made|verkauf\w*|rechnung|vend\w*|vente|facture\w*|venta|invest\w*)\b"
)
LEFT_ASKED = re.compile(
    r"\b(?:(?:what|how much)(?:'s|s| is| do| does| will| did| would| am)*(?: i| we| that| it)?(?: actually| really| still)? (?:keep|get|receive|left|leaves?|make|end up with|walk away with|take home|pocket|remain\w*)|left for me|"
    r"(?:was|wie ?viel) (?:bleibt|bekomme|erhalte|behalte)\w*|(?:combien|que)(?: me| m')? ?(?:reste|touche|recois|garde)\w*|(?:cuanto|que)(?: me)? (?:queda|quedan|recibo|gano|llevo))\b"
)
PRICE_EACH = re.compile(
    r" ?(?:€|\$|£|euros?|dollars?|usd|eur)? ?(?:each|apiece|a piece|per (?:item|piece|unit)|je(?:weils)?|pro stuck|chacune?s?|piece|cada un[oa]|la unidad)\b"
)
PRICE_AHEAD = re.compile(r"\b(?:at|for|a|zu|fur|a|pour|por|zu je|de) ?[€$£]?\Z")
OTHERWISE = re.compile(
    r"\b(?:tax\w*|vat|mwst|tva|iva|discount|rabatt|shipping|postage|versand\w*|port|envio|cost\w*|split|each of|per month|a month|a year)\b"
)


def sale_after_fee(text: str) -> Problem:
    """Return what is left of a sale after a fee of so many per cent; none for other messages.

    The sale is one sum, or a count and a price for each; the fee may have a fixed part ("2.9 % + 0.30").
    """
    if not (FEE.search(text) and LEFT_ASKED.search(text)) or OTHERWISE.search(text):
        return Problem("")
    amounts = amounts_of(text)
    shares, plain = [one for one in amounts if one.share], [one for one in amounts if not one.share]
    if len(shares) != 1 or not plain:
        return Problem("")
    fixed = [one for one in plain if one.start > shares[0].end and is_joined(text, shares[0], one)]
    sums = [one for one in plain if one not in fixed]
    total = sale_of(text, sums)
    if not total or len(fixed) > 1:
        return Problem("")
    less = f" - {fixed[0].text}" if fixed else ""
    return Problem(f"{total} - {shares[0].text} %{less}", (FEE, SALE, LEFT_ASKED, PRICE_EACH))


def is_joined(text: str, share: Amount, fixed: Amount) -> bool:
    """Return whether a sum is the fixed part of a fee: it follows the percentage with a plus."""
    return re.fullmatch(r" ?(?:plus|\+|and|und|et|y|mas) ?[€$£]?", text[share.end : fixed.start]) is not None


def sale_of(text: str, sums: list[Amount]) -> str:
    """Return what was sold for: the one sum, or a count with the price of each; "" for anything else."""
    if len(sums) == 1:
        return sums[0].text
    if len(sums) != 2:
        return ""
    count, price = sums
    is_each = PRICE_EACH.match(text, price.end) or PRICE_AHEAD.search(text[: price.start])
    return f"({count.text} * {price.text})" if is_each and count.text.isdigit() else ""
