"""A price without (with) tax for several pieces: "5.80 net, 7 % VAT on top, what do 12 jars cost gross"."""

import re

from config.builtins.calculator.consumed import Problem
from config.builtins.calculator.purchases import INCOME, Amount, amounts_of
from config.builtins.calculator.taxed_prices import (
    GROSS,
    NET,
    SIDE_NOTES,
    SIDES_NAMED,
    TAX,
    TAX_ASKED,
    given_side,
    nearest_side,
    side_marks,
)
from config.builtins.wording import fill_in

ASKS_PRICE_OF = re.compile(
    r"\b(?:what|how much|whats|was|wie ?viel|wie teuer|combien|quel\w*|cuant[oa]|que|price of|preis (?:fur|von)|prix (?:de|pour)|precio (?:de|por)|total for)\b[^.?!;\d]{0,45}\Z"
)
COUNTED_PIECES = re.compile(r" (?:of (?:them|those|these)|davon|such|solche|[a-z]{3,20})\b")
NO_PIECES = re.compile(
    r" ?(?:[€$£%]|euros?|eur|dollars?|usd|pounds?|gbp|chf|francs?|franken|percent|prozent|years?|months?|days?|hours?|jahre?|monate?|tage?|stunden?|net|netto|brutto|gross)"
)
MONEY_BESIDE = re.compile(r" ?(?:€|\$|£|euros?|eur|dollars?|usd|pounds?|gbp|chf|francs?|franken)\b|€|\$|£")
PER_PIECE = re.compile(
    r" ?(?:€|\$|£|euros?|eur|dollars?|usd|pounds?|gbp|chf|francs?|franken)?,? ?(?:each|apiece|a piece|per (?:piece|item|unit|jar|bottle|box|bag)|(?:pro|das|je) (?:stuck|glas|flasche)|l'unite|la piece|piece|cada un[oa]|la unidad|net\w*|brutto|gross|bruto|ht|ttc)\b"
)
PUT_ON_TOP = re.compile(r"\b(?:plus|on top|added|extra|drauf|dazu|zzgl\.?|zuzuglich|en plus|en sus|mas|aparte)\b|\+")
TAXED_PIECE_WORDS = (NET, GROSS, TAX_ASKED, re.compile(TAX), PUT_ON_TOP, PER_PIECE)


def taxed_pieces(text: str, language: str) -> Problem:
    """Return what several pieces cost with (without) the tax, or their tax; none for other messages."""
    amounts = amounts_of(text)
    shares, plain = [one for one in amounts if one.share], [one for one in amounts if not one.share]
    if len(shares) != 1 or len(plain) != 2 or INCOME.search(text) or not re.search(rf"\b(?:{TAX})\b", text):
        return Problem("")
    counts = [one for one in plain if is_count(text, one)]
    if len(counts) != 1:
        return Problem("")
    count, price = counts[0], next(one for one in plain if one is not counts[0])
    given = side_given(text, price)
    if not is_price(text, price) or not given:
        return Problem("")
    rate, whole = shares[0].text, f"{count.text} * {price.text}"
    is_net = given == "net"
    marks = [(start, side) for start, _, side in side_marks(text) if start >= price.end]
    is_other = any(side != given for _, side in marks)
    is_same = any(side == given and start > count.start for start, side in marks)
    if TAX_ASKED.search(text):
        made = f"{rate} % of ({whole})" if is_net else f"{rate} % of ({whole} / (1 + {rate} %))"
    elif not is_other and (is_same or not is_net):
        return Problem("")  # a price that is asked for as it is told: the rate is no step
    else:
        made = f"{count.text} * ({price.text} + {rate} %)" if is_net else f"{whole} / (1 + {rate} %)"
    note = fill_in(SIDE_NOTES[language], price=price.text, given=SIDES_NAMED[language][0 if is_net else 1])
    return Problem(made, TAXED_PIECE_WORDS, note)


def is_count(text: str, one: Amount) -> bool:
    """Return whether a number counts the pieces whose price is asked for."""
    if not one.text.isdigit() or NO_PIECES.match(text, one.end) or not COUNTED_PIECES.match(text, one.end):
        return False
    return ASKS_PRICE_OF.search(text[: one.start]) is not None


def is_price(text: str, one: Amount) -> bool:
    """Return whether a number is the price of one piece."""
    is_marked = PER_PIECE.match(text, one.end) or MONEY_BESIDE.match(text, one.end)
    return bool(is_marked) or re.search(r"[€$£] ?\Z", text[: one.start]) is not None or not one.text.isdigit()


def side_given(text: str, price: Amount) -> str:
    """Return whether the price of one piece is told without tax ("net") or with it ("gross"); "" where nothing says so."""
    marks = side_marks(text)
    near = [one for one in marks if abs(one[0] - price.end) < 25 or abs(price.start - one[1]) < 25]
    if near:
        return nearest_side(price, near)
    if PUT_ON_TOP.search(text):
        return "net"
    return given_side(text, price, marks) if marks else ""
