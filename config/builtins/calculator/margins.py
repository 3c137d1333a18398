"""Margins and markups: what a cost and a price make of each other; a margin is a share of the price, a markup one of the cost."""

import re

from config.builtins.calculator.consumed import Problem
from config.builtins.calculator.purchases import Amount, amounts_of
from config.builtins.wording import fill_in

MARGIN = re.compile(
    r"\b(?:(?:gross |profit )*margins?|(?:handels|gewinn)?marge|handelsspanne|gewinnspanne|marges?|taux de marque|marg[ei]n(?:es)?)\b"
)
MARKUP = re.compile(
    r"\b(?:mark[- ]?ups?|(?:handels|kalkulations|gewinn)?aufschlag\w*|taux de marge|coefficient|recargo)\b"
)
ON_COST = re.compile(
    r"\b(?:on (?:the |my )?costs?|of (?:the |my )?costs?|auf (?:den |die )?(?:einkauf\w*|kosten)|sur (?:le )?(?:cout|(?:prix d')?achat)|sobre (?:el )?cost[eo])\b"
)
COST = re.compile(
    r"\b(?:costs?|cost price|buy|buying|bought|purchas\w*|pays?|paid|einkauf\w*|einstand\w*|ek|kaufe?n?|gekauft|koste[nt]?|kostet|zahle|achat|achete\w*|cout\w*|paye|compr[oaé]\w*|cuesta\w*|cost[eo]s?|pago)\b"
)
PRICE = re.compile(
    r"\b(?:sell\w*|sold|sales?|(?<!cost )(?<!purchase )(?<!buying )prices?|charge|retail\w*|revenue|verkauf\w*|vk|preis\w*|verlang\w*|umsatz|vente|vend\w*|prix(?! d'achat| de revient)|vend\w*|venta|precio(?! de c)|cobr\w*)\b"
)
MARGIN_NOTES = {
    "en": ("Margin, as a share of the selling price, and markup, as a share of the cost.", "The margin is taken as a share of the selling price.",
           "Both take {cost} as the cost: the first with the share of the selling price, the second with the share of the cost."),
    "de": ("Marge als Anteil am Verkaufspreis, dann Aufschlag als Anteil am Einkaufspreis.", "Die Marge ist als Anteil am Verkaufspreis genommen.",
           "Beide nehmen {cost} als Einkaufspreis: zuerst mit dem Anteil am Verkaufspreis, dann mit dem am Einkaufspreis."),
    "fr": ("Taux de marque (sur le prix de vente), puis taux de marge (sur le coût d'achat).", "La marge est prise sur le prix de vente.",
           "Les deux prennent {cost} comme coût : d'abord la part du prix de vente, puis la part du coût."),
    "es": ("Margen sobre el precio de venta y, después, recargo sobre el coste.", "El margen se toma sobre el precio de venta.",
           "Ambos toman {cost} como coste: primero la parte del precio de venta, después la parte del coste."),
}  # fmt: skip
CHARGED = re.compile(
    r"\b(?:what (?:should|do|must|would) i (?:charge|sell|ask)|charge|sell (?:it|them|for|at)|selling price|(?:what|which) price|verkaufspreis|verkaufen|verlangen|welche[rnm]? preis|prix de vente|vendre|precio de venta|vender|cobrar)\b"
)
PROFIT = re.compile(r"\b(?:profits?|gewinn|verdien\w*|benefice|gagn\w*|ganancia|beneficio|earn|make)\b")
MOVED_BY_MARGIN = re.compile(r"\b(?:went|rose|fell|grew|from|von|stieg|sank|fiel|passe|de \d|subio|bajo)\b")


def margin(text: str, language: str) -> Problem:
    """Return the margin or markup of a cost and a price, or the price or cost that one makes of the other; none for other messages."""
    is_margin, is_markup = MARGIN.search(text) is not None, MARKUP.search(text) is not None
    if not (is_margin or is_markup) or MOVED_BY_MARGIN.search(text):
        return Problem("")
    amounts = amounts_of(text)
    shares, plain = [one for one in amounts if one.share], [one for one in amounts if not one.share]
    words = (MARGIN, MARKUP, COST, PRICE, ON_COST, CHARGED)
    if (is_markup and not is_margin) or ON_COST.search(text):
        is_margin = False
    if len(plain) == 2 and not shares:
        made = margin_of(text, plain, is_margin=is_margin)
        return Problem(made, words, MARGIN_NOTES[language][0] if is_margin and made else "")
    if len(plain) != 1 or len(shares) != 1:
        return Problem("")
    if is_margin and re.search(r"\b(?:on|auf|sur|sobre) (?:[a-z]+ )?[€$£]?\Z", text[: plain[0].start]):
        cost, share = plain[0].text, shares[0].text  # "a 20 % margin on 50": a share of the price or of the cost
        return Problem(
            f"{cost} / (1 - {share} %) ; {cost} + {share} %", words, fill_in(MARGIN_NOTES[language][2], cost=cost)
        )
    made = side_by_margin(text, plain[0], shares[0].text, is_margin=is_margin)
    return Problem(made, words, MARGIN_NOTES[language][1] if is_margin and made else "")


def margin_of(text: str, plain: "list[Amount]", *, is_margin: bool) -> str:
    """Return the margin with the markup, or the markup alone, of two numbers by their words."""
    roles = [role_near(text, one, plain) for one in plain]
    if sorted(roles) == ["", "cost"] or sorted(roles) == ["", "price"]:
        known = next(role for role in roles if role)
        roles = [role or ("price" if known == "cost" else "cost") for role in roles]
    if sorted(roles) != ["cost", "price"]:
        return ""
    cost, price = plain[roles.index("cost")].text, plain[roles.index("price")].text
    markup = f"pct(({price} - {cost}) / {cost})"
    return f"pct(({price} - {cost}) / {price}) ; {markup}" if is_margin else markup


def side_by_margin(text: str, amount: "Amount", share: str, *, is_margin: bool) -> str:
    """Return the price that a cost needs, or the cost that a price allows."""
    role = role_near(text, amount, [amount])
    if role == "price" and (COST.search(text) is None or PROFIT.search(text)):
        return ""
    if role == "cost" or (not role and CHARGED.search(text)):
        return f"{amount.text} / (1 - {share} %)" if is_margin else f"{amount.text} + {share} %"
    if role == "price":
        return f"{amount.text} - {share} %" if is_margin else f"{amount.text} / (1 + {share} %)"
    return ""


def role_near(text: str, amount: "Amount", plain: "list[Amount]") -> str:
    """Return whether a number is a cost or a price: by the last such word before it in its part, else by the first behind it."""
    start = max((one.end for one in plain if one.end <= amount.start), default=0)
    clause = max((match.end() for match in re.finditer(r"[?!;]|\.(?!\d)", text[: amount.start])), default=0)
    found = [(match.start(), name) for name, pattern in (("cost", COST), ("price", PRICE))
             for match in pattern.finditer(text, max(start, clause), amount.start)]  # fmt: skip
    if found:
        return max(found)[1]
    end = min((one.start for one in plain if one.start > amount.start), default=len(text))
    stop = re.search(r"[,;?!]|\.(?!\d)", text[amount.end : end])
    end = amount.end + stop.start() if stop else end
    behind = [(match.start(), name) for name, pattern in (("cost", COST), ("price", PRICE))
              for match in pattern.finditer(text, amount.end, end)]  # fmt: skip
    return min(behind)[1] if behind else ""
