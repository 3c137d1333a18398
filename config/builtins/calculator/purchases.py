"""Prices in words: discounts, taxes, tips, shares and unit prices, whatever the order of their words, as one expression."""

import re
from typing import NamedTuple

from config.builtins.wording import GROUPS, fold

AMOUNT = re.compile(
    rf"(?<![\w.,])(?P<number>{GROUPS})(?P<share> ?(?:%|percent\b|prozent\b|pour ?cents?\b|por ciento\b))?"
)
ROLES = {
    "up": r"up|rose|rises?|risen|gain(?:s|ed)?|grew|climb(?:s|ed)?|stieg\w*|gestiegen|steigt|gewachsen|augmente|monte|grimpe|sub(?:e|io)|aumento|crecio",
    "off": r"down|fell|falls?|fallen|drop(?:s|ped)?|los(?:t|es)|sank|sinkt|gesunken|fiel|fallt|gefallen|baisse|chute|perd|baj(?:a|o)|cayo|perdio|off|minus|less|moins|menos|abzuglich|discount\w*|reduc\w*|rebat\w*|rabatt\w*|nachlass|ermassigung|remise|rabais|solde[sz]?|descuento|rebaja\w*|dto",
    "tip": r"tip|gratuity|service|trinkgeld|pourboire|propina",
    "tax": r"tax|vat|gst|sales tax|mwst|mehrwertsteuer|ust|umsatzsteuer|steuer|tva|taxes?|iva|impuestos?|ttc|ht",
}
ROLE = re.compile("|".join(rf"(?P<{name}>\b(?:{words})\b)" for name, words in ROLES.items()), re.IGNORECASE)
REVERSED = {
    "off": r"\b(?:original\w*|full price|list price|before (?:the )?discount|regular price|ursprung\w*|vor (?:dem )?rabatt|listenpreis|"
    r"prix (?:initial|d'origine|de depart|avant)|avant (?:la )?(?:remise|reduction)|precio (?:original|inicial)|antes del? (?:descuento|rebaja))\b",
    "tax": r"\b(?:(?:without|before|excluding|exclude|excl\.?|ex|net of|minus) (?:the )?(?:vat|tax|gst|sales tax)|net(?:to)?|ohne (?:mwst|mehrwertsteuer|steuer)|"
    r"(?:prix|combien|montant|cela fait|en) (?:en )?(?:ht|hors taxes?)|hors (?:tva|taxes?)|(?<!\d € )(?<!\d )ht\b(?=\W*\Z)|sin (?:el )?iva|neto|base imponible)\b",
}
SHARED_BY = re.compile(
    r"\b(?:split|share[ds]?|divided?|between|among|durch|auf|unter|fur|aufgeteilt|teilen|geteilt|partag\w*|divis\w*|entre|pour|para|repart\w*|dividi\w*)"
    r"(?: (?:it|evenly|equally|up|by|into|in|between|among|for|the|bill|durch|auf|unter|entre|en|pour|a))* ?\Z",
    re.IGNORECASE,
)
HEADS = re.compile(r" ?(?:people|persons?|friends|ways?|of us|guests|heads|personen|leute|freunde|gaste|personnes|amis|convives|personas|amigos|comensales)\b", re.IGNORECASE)  # fmt: skip
SHARE_ONLY = re.compile(
    r"\b(?:how much (?:is|would|was|should)(?: the| a| an| my)? (?:\S+ ){0,2}?(?:tip|vat|tax|discount)|(?:what|wie hoch|wieviel|wie viel) (?:is|ist|sind|mwst|trinkgeld)"
    r"|(?:tip|tax|vat|mwst|mehrwertsteuer|trinkgeld|tva|pourboire|iva|propina) (?:on|auf|von|sur|sobre|de|for|of) (?!\d+(?:[.,]\d+)? ?%)|save|saved|spare|savings?|economi\w*|ahorr\w*|ersparnis)\b",
    re.IGNORECASE,
)
EACH = re.compile(
    r"\b(?:how much is one|one cost|(?:for|does|is|per|price of|cost of) (?:each|one|1|piece|item|unit)|each|apiece|a piece|unit price|per (?:piece|item|unit|one)|"
    r"pro (?:stuck|person|einheit)|ein(?:e[rsn]?)? (?:einzelne\w*|stuck)|je stuck|einzelpreis|(?:a|pour) l'unite|l'unite|la piece|piece|chacune?|"
    r"cada un[oa]|por unidad|la unidad|une? seule?|un[oa] solo)\b",
    re.IGNORECASE,
)
COSTS = re.compile(
    r"\b(?:costs?|kostete?n?|coute(?:nt)?|cuestan?|vale[ns]?|for|fur|pour|por|paid|pay|are|sind|font|zahl\w*)\b",
    re.IGNORECASE,
)
OTHER = re.compile(r"\b(?:change|increase\w*|decrease\w*|average|squared?|root|remainder|interest|percentage|what percent\w*|wie viel prozent|wieviel prozent|pourcentage|porcentaje)\b|[*/^=()]", re.IGNORECASE)  # fmt: skip
MOST_AMOUNTS = 6
# an amount for each of something else is no price together: "17.35 an hour, 38.5 hours a week"
RATE = re.compile(
    r"\d ?(?:[a-z]+ )?(?:an?|per|each|pro|je|par|por|al) (?:\d+ ?)?(?:hours?|days?|weeks?|months?|years?|km|miles?|kg|litres?|liters?|"
    r"stunde|tag|woche|monat|jahr|heure|jour|semaine|mois|an|hora|dia|semana|mes|ano)\b",
    re.IGNORECASE,
)


class Amount(NamedTuple):
    """A number of a message: its text, its place, and whether it is a percentage."""

    text: str
    start: int
    end: int
    share: bool


def amounts_of(text: str) -> list[Amount]:
    """Return the numbers of a folded message in order."""
    return [Amount(match["number"], *match.span(), match["share"] is not None) for match in AMOUNT.finditer(text)]


def purchase(message: str) -> str:
    """Return the expression of a price with discounts, taxes or a tip, shared or not, or of a price for one; "" for all others.

    Every number of the message has its part in the expression.
    """
    text = fold(message).replace("\n", " ")
    amounts = amounts_of(text)
    if not 2 <= len(amounts) <= MOST_AMOUNTS or OTHER.search(text):
        return ""
    shares = [one for one in amounts if one.share]
    plain = [one for one in amounts if not one.share]
    if not shares:
        return price_of_one(text, plain)
    heads = [one for one in plain if is_heads(text, one)]
    prices = [one for one in plain if one not in heads]
    roles = [role_of(text, one) for one in shares]
    if len(prices) != 1 or len(heads) > 1 or "" in roles:
        return ""
    made = with_shares(text, prices[0], list(zip(shares, roles, strict=True)), shared=bool(heads))
    return f"({made}) / {heads[0].text}" if made and heads else made


def with_shares(text: str, price: Amount, shares: list[tuple[Amount, str]], *, shared: bool) -> str:
    """Return a price with its discounts taken off and taxes and tips put on, in the order of the message.

    The tip, tax or saving alone where the message asks for that, and nobody shares the price.
    """
    if SHARE_ONLY.search(text) and not shared:
        return f"{shares[0][0].text} % of {price.text}" if len(shares) == 1 else ""
    made = price.text
    for share, role in shares:
        back = role in REVERSED and len(shares) == 1 and re.search(REVERSED[role], text, re.IGNORECASE)
        if back:
            made = f"{made} / (1 {'-' if role == 'off' else '+'} {share.text} %)"
        else:
            sign = "-" if role == "off" else "+"
            made = f"({made} {sign} {share.text} %)" if len(shares) > 1 else f"{made} {sign} {share.text} %"
    return made


def is_heads(text: str, one: Amount) -> bool:
    """Say whether a number counts those who share a price."""
    return bool(HEADS.match(text, one.end) or SHARED_BY.search(text[: one.start].rstrip() + " "))


MOVES = re.compile(
    r"\b(?:(?P<up>up|rose|rises?|grew|climb(?:s|ed)?|gain(?:s|ed)?|stieg\w*|steigt|augmente|monte|sub(?:e|io)|aumento|crecio)"
    r"|(?P<off>down|fell|falls?|drop(?:s|ped)?|los(?:t|es)|sank|sinkt|fiel|fallt|baisse|chute|perd|baj(?:a|o)|cayo|perdio))\b",
    re.IGNORECASE,
)


def role_of(text: str, share: Amount) -> str:
    """Return what a percentage is: "off", "tip" or "tax", by the nearest such word; a second discount may go without; "" for none."""
    start = max((match.end() for match in AMOUNT.finditer(text) if match.end() <= share.start), default=0)
    moves = list(MOVES.finditer(text, start, share.start))
    if moves:
        return moves[-1].lastgroup or ""
    near = [
        (
            min(abs(match.start() - share.end), abs(share.start - match.end())) + 3 * (match.end() <= share.start),
            match.lastgroup or "",
        )
        for match in ROLE.finditer(text)
    ]
    return min(near)[1] if near else ""


def price_of_one(text: str, plain: list[Amount]) -> str:
    """Return the price of one, or of another number, of things whose price together is known; "" for other messages."""
    if not COSTS.search(text) or RATE.search(text):
        return ""
    named = [
        one
        for one in plain
        if re.search(r"[$€£]\s*\Z", text[: one.start])
        or re.match(r"\s*(?:[$€£]|euros?\b|dollars?\b|pounds?\b)", text[one.end :])
    ]
    pointed = [one for one in plain if re.search(r"[.,]\d\d$", one.text)]
    price = next(iter(named or pointed), None)
    counts = [one for one in plain if one is not price]
    if price is None or not counts or len(named) > 1:
        return ""
    if len(counts) == 1:
        return f"{price.text} / {counts[0].text}" if EACH.search(text) else ""
    return f"{price.text} / {counts[0].text} * {counts[1].text}" if len(counts) == 2 else ""
