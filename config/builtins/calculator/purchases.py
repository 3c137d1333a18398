"""Prices in words: discounts, taxes, tips, shares and unit prices, whatever the order of their words, as one expression."""

import re
from typing import NamedTuple

from config.builtins.wording import GROUPS, flattened, fold, with_digits

AMOUNT = re.compile(
    rf"(?<![\w.,])(?P<number>{GROUPS})(?P<share> ?(?:%|percent\b|prozent\b|pour ?cents?\b|por ciento\b))?",
    re.IGNORECASE,
)
ROLES = {
    "up": r"raises?|pay rise|increase|gehaltserhohung|lohnerhohung|erhohung|augmentation|subida|aumento|(?:more|higher)(?= than)|(?:mehr|teurer)(?= als)|(?:de plus|mas)(?= que)|up|rose|rises?|risen|gain(?:s|ed)?|grew|climb(?:s|ed)?|stieg\w*|gestiegen|steigt|gewachsen|augmente|monte|grimpe|sub(?:e|io)|aumento|crecio",
    "off": r"weniger(?= als)|down|fell|falls?|fallen|drop(?:s|ped)?|los(?:t|es)|sank|sinkt|gesunken|fiel|fallt|gefallen|baisse|chute|perd|baj(?:a|o)|cayo|perdio|off|minus|less|moins|menos|abzuglich|skonto|escompte|pronto pago|cheaper|marked down|(?<!gross )(?<!net )sale(?! of)|discount\w*|reduc\w*|reduzier\w*|herabgesetzt|gesenkt|gunstiger|billiger|rebat\w*|rabatt\w*|nachlass|ermassigung|remise|rabais|solde[sz]?|descuento|rebaja\w*|dto|vouchers?|coupons?|gutschein\w*|cashback|cupon\w*",
    "tip": r"tip|gratuity|service|trinkgeld|pourboire|propina|late(?: payment)? (?:fees?|charges?|penalty|interest)|(?:overdue|reminder) fees?|surcharges?|mahngebuhr\w*|mahnzuschlag|saumniszuschlag|verspatungszuschlag|verzugszins\w*|penalites? de retard|frais de retard|majoration|recargo",
    "tax": r"tax|vat|gst|sales tax|mwst|mehrwertsteuer|ust|umsatzsteuer|steuern?|abgaben|abzuge?n?|deductions?|tva|taxes?|impots?|iva|impuestos?|ttc|ht",
}
ROLE = re.compile("|".join(rf"(?P<{name}>\b(?:{words})\b)" for name, words in ROLES.items()), re.IGNORECASE)
REVERSED = {
    "off": r"\b(?:original\w*|(?:full|list|regular|normal|usual|old) price|before(?: (?:the )?(?:discount|sale|reduction))?(?! (?:tax|vat))|without (?:the |any )?(?:discount|reduction)|"
    r"ursprung\w*|vor (?:dem )?(?:rabatt|nachlass)|ohne (?:den )?(?:rabatt|nachlass)|vorher|zuvor|davor|(?:listen|normal|original)preis|(?:normale[rn]?|alte[rn]?|regulare[rn]?) preis|eigentlich|"
    r"prix (?:initial|normal|d'origine|de depart|avant)|avant(?: (?:la )?(?:remise|reduction|solde\w*))?|sans (?:la )?(?:remise|reduction)|"
    r"precio (?:original|inicial|normal)|antes(?: del? (?:descuento|rebaja))?|sin (?:el |la )?(?:descuento|rebaja))\b",
    "up": r"\b(?:before|original\w*|vorher|zuvor|davor|fruher|avant|auparavant|antes|originalmente)\b",
    "tax": r"\b(?:(?:without|before|excluding|exclude|excl\.?|ex|net of|minus) (?:the )?(?:vat|tax|gst|sales tax)|net(?:to\w*)?(?: (?:price|amount))?|ohne (?:die )?(?:mwst|mehrwertsteuer|steuer|ust|umsatzsteuer)|"
    r"(?:prix|combien|montant|cela fait|en) (?:en )?(?:ht|hors taxes?)|hors (?:tva|taxes?)|(?<!\d € )(?<!\d )ht\b(?=\W*\Z)|(?:without|excluding|ohne|sans|sin)(?: it)?(?=\W*\Z)|(?:without|excluding|ohne|sans|sin) (?:the |die |la |el )?\d+(?:[.,]\d+)? ?(?:%|percent|prozent) (?:vat|tax|gst|mwst|mehrwertsteuer|ust|tva|iva)|sin (?:el )?iva|neto|base imponible)\b",
}
SHARED_BY = re.compile(
    r"\b(?:split|share[ds]?|divided?|between|among|durch|auf|unter|fur|aufgeteilt|teilen|geteilt|partag\w*|divis\w*|entre|pour|para|repart\w*|dividi\w*)"
    r"(?: (?:it|evenly|equally|up|by|into|in|between|among|for|the|bill|durch|auf|unter|entre|en|pour|a))* ?\Z",
    re.IGNORECASE,
)
HEADS = re.compile(r" ?(?:people|ppl|persons?|friends|ways?|of us|guests|heads|personen|leute|freunde|gaste|personnes|amis|convives|personas|amigos|comensales)\b", re.IGNORECASE)  # fmt: skip
HEADS_AHEAD = re.compile(
    r"\b(?:we are|we're|we were|there (?:are|were)|wir (?:sind|waren)|on (?:est|etait)|nous (?:sommes|etions)|somos|eramos|(?:party|group|table) of) (?:just |nur |zu )?\Z",
    re.IGNORECASE,
)
SHARES_PRICE = re.compile(
    r"\b(?:split\w*|shar(?:e[sd]?|ing)|divid\w*|each|apiece|per (?:person|head)|everyone|everybody|teil\w*|geteilt|aufteil\w*|jede[rnms]?|pro (?:person|kopf|nase)|partag\w*|chacune?|chaque|par (?:personne|tete)|"
    r"repart\w*|divid\w*|cada un[oa]|por (?:persona|cabeza))\b",
    re.IGNORECASE,
)
SHARE_ONLY = re.compile(
    r"\b(?:how much (?:(?:is|would|was|should)(?: the| a| an| my)? (?:\S+ ){0,2}?)?(?:tip|vat|tax|gst|discount)|(?:was ist|wie ?viel(?: ist)?|wie hoch ist) (?:die |das )?(?:mwst|mehrwertsteuer|trinkgeld|ust)|combien de (?:tva|taxes?|pourboire)|cuanto (?:es |hay )?(?:el |de )?(?:iva|propina)|(?:what|wie hoch|wieviel|wie viel) (?:is|ist|sind|mwst|trinkgeld)"
    r"|(?:tip|tax|vat|mwst|mehrwertsteuer|trinkgeld|tva|pourboire|iva|propina) (?:on|auf|von|sur|sobre|de|for|of) (?!\d+(?:[.,]\d+)? ?%)|save|saved|spare|savings?|economi\w*|ahorr\w*|ersparnis)\b|\b(?:tip|trinkgeld|pourboire|propina) (?:of |von |de )?\d+(?:[.,]\d+)? ?(?:%|percent|prozent|pour ?cent|por ciento) (?:on|for|auf|sur|sobre)\b",
    re.IGNORECASE,
)
SAVING = re.compile(
    r"\b(?:sav(?:e[sd]?|ings?)|spar\w*|economi\w*|ahorr\w*|ersparnis|how much (?:of a |is the |was the |is my )?(?:discount|reduction)|wie hoch (?:ist|war) (?:der |mein )?(?:rabatt|nachlass|skonto)|quelle remise|que descuento)\b",
    re.IGNORECASE,
)
COMPARED = re.compile(  # "what is 8 % less than 450": the changed number, not the share
    r"\b(?:less|more|cheaper|higher|lower|weniger|mehr|billiger|gunstiger|teurer|moins|plus|menos|mas) (?:than|als|que|de)\b",
    re.IGNORECASE,
)
ASKS_BASE = re.compile(
    r"\b(?:what|how much|whats|was|wie hoch|wie ?viel|welche[rn]?|combien|quel\w*|cuanto|cual)\b[^?.!]*\b(?:before|original\w*|price|cost|net(?:to\w*)?|without|excluding|preis|vorher|ohne|"
    r"prix|avant|hors|ht|precio|antes|sin|neto)\b|\bnet(?:to\w*)?\W*\Z",
    re.IGNORECASE,
)
# tax is taken off an income, and put on a price
INCOME = re.compile(r"\b(?:salary|salaries|wages?|income|earn\w*|paycheck|pay ?slip|take[- ]home|\w*gehalt|\w*lohn|einkommen|verdien\w*|salaires?|revenus?|gagne\w*|sueldo|salario|ingresos?|gan[oa])\b", re.IGNORECASE)  # fmt: skip
GROSS_ASKED = re.compile(r"\b(?:gross|before (?:the )?tax(?:es)?|brutto\w*|vor steuern?|bruts?|avant impots?|brut[oa]s?|antes de impuestos)\b", re.IGNORECASE)  # fmt: skip
GROSS_GIVEN = re.compile(  # "Bruttolohn 3.200, 38 % Abzüge, netto?"
    r"\b(?:gross|brutto\w*|bruts?|brut[oa]s?)\b[^?]*\d[^?]*\b(?:net(?:to\w*|s|o)?|take home)\b", re.IGNORECASE
)
NET_GIVEN = re.compile(  # "net price 250, VAT 19 %, gross?"
    r"\bnet(?:to\w*)?(?: price| amount| salary)?(?: is| of| von|:)? ?[€$£]?\d.*\b(?:gross|brutto\w*|bruts?|bruto|ttc)(?: price| amount)?\W*\Z",
    re.IGNORECASE,
)
TAX_INSIDE = re.compile(  # the tax is in the price already
    r"\b(?:incl\w*|inkl\w*|gross|brutto\w*|enthalten\w*|enthalt|steckt|stecken|drin|contains?|contained|in there|inside|of (?:it|that|this) is|ttc|compris\w*|contien\w*|inclu\w*)\b",
    re.IGNORECASE,
)
EACH = re.compile(
    r"\b(?:(?:price|cost|preis|kosten|prix|precio)(?: is)? (?:per|pro|je|par|por) [a-z]+|how much is one|one cost|(?:for|does|is|per|price of|cost of) (?:each|one|1|piece|item|unit)|each|apiece|a piece|unit price|per (?:piece|item|unit|one)|"
    r"pro (?:stuck|person|einheit)|ein(?:e[rsn]?)? (?:einzelne\w*|stuck)|je stuck|einzelpreis|(?:a|pour) l'unite|l'unite|la piece|piece|chacune?|"
    r"cada un[oa]|por unidad|la unidad|une? seule?|un[oa] solo)\b",
    re.IGNORECASE,
)
COSTS = re.compile(
    r"\b(?:costs?|kosten|kostete?n?|coute(?:nt)?|cuestan?|vale[ns]?|for|fur|pour|por|paid|pay|is(?= [€$£]?\d)|are|sind|font|zahl\w*)\b",
    re.IGNORECASE,
)
OTHER = re.compile(r"\b(?:half|halves|halfte|moitie|mitad|thousand|millions?|billions?|tausend|millionen|mille|millones|double|twice|triple|two times|three times|zweimal|dreimal|doppelt\w*|deux fois|dos veces|el doble|profit\w*|loss|gewinn\w*|verlust|benefice|perte|ganancia|perdida|change|increase\w*|decrease\w*|average|squared?|root|remainder|interest|percentage|what percent\w*|wie viel prozent|wieviel prozent|pourcentage|porcentaje)\b|[*/^=()]", re.IGNORECASE)  # fmt: skip
MOST_AMOUNTS = 6
# an amount for each of something else is no price together: "17.35 an hour, 38.5 hours a week"
RATE = re.compile(
    r"\d ?(?:[a-z]+ )?(?:an?|per|each|pro|je|par|por|al) (?:\d+ ?)?(?:kwh|hours?|days?|weeks?|months?|years?|km|miles?|kg|litres?|liters?|"
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


def purchase(message: str, language: str = "en") -> str:
    """Return the expression of a price with discounts, taxes or a tip, shared or not, or of a price for one; "" for all others.

    Every number of the message has its part in the expression, also one that is written as a word.
    """
    text = fold(message).replace("\n", " ")
    digits = with_digits(flattened(message), language).text
    ways = (digits, text) if SHARES_PRICE.search(text) else (text, digits)  # "four people, how much each"
    return next(filter(None, map(priced, dict.fromkeys(ways))), "")


PAYMENT_TERM = re.compile(  # the period of a discount or fee: "2 % if they pay within 10 days"
    r"\b(?:(?:if|when|wenn|falls|si|cuando|bei|for|fur|pour|por) (?:[a-z']+ ){0,4}?)?(?:within|in|inside|after|innerhalb(?: von)?|binnen|nach|sous|dans(?: les)?|en|a los|apres|tras|despues de) (?:\d{1,3}) (?:business |working )?(?:days?|tagen?|jours?|dias)\b",
    re.IGNORECASE,
)
DISCOUNT_OR_FEE = re.compile(
    r"\b(?:discount|skonto|rabatt|escompte|remise|descuento|late (?:fee|charge|penalty)|surcharge|mahngebuhr|saumniszuschlag|retard|recargo)\w*",
    re.IGNORECASE,
)
LATER = re.compile(r"\b(?:after|nach|apres|tras|despues)\b", re.IGNORECASE)


def is_off(text: str) -> bool:
    """Return whether a message speaks of a discount, which late payment does not get."""
    return re.search(rf"\b(?:{ROLES['off']})\b", text, re.IGNORECASE) is not None


BRACKETED_SHARE = re.compile(r"\((?=[^()]*\d ?%)[^()]*\)")


def priced(text: str) -> str:
    """Return the expression of a folded text."""
    text = BRACKETED_SHARE.sub(lambda match: f" {match.group()[1:-1]} ", text)
    terms = list(PAYMENT_TERM.finditer(text))
    if len(terms) == 1 and DISCOUNT_OR_FEE.search(text) and not (LATER.search(terms[0].group()) and is_off(text)):
        text = PAYMENT_TERM.sub(" ", text)
    amounts = amounts_of(text)
    if not 2 <= len(amounts) <= MOST_AMOUNTS or OTHER.search(text):
        return ""
    shares = [one for one in amounts if one.share]
    plain = [one for one in amounts if not one.share]
    if not shares:
        return price_of_one(text, plain)
    heads = heads_of(text, plain)
    prices = [one for one in plain if one not in heads]
    roles = [role_of(text, one) for one in shares]
    if len(prices) != 1 or len(heads) > 1 or "" in roles:
        return ""
    if is_share_of(text, shares, prices[0]) and not heads:
        return f"{shares[0].text} % of {prices[0].text}"
    if len(shares) > 1 and set(roles) == {"tax"} and not heads and DEDUCTED.search(text) and KEPT_ASKED.search(text):
        return f"{prices[0].text} * (1 - {' - '.join(f'{one.text} / 100' for one in shares)})"
    made = with_shares(text, prices[0], list(zip(shares, roles, strict=True)), shared=bool(heads))
    return f"({made}) / {heads[0].text}" if made and heads else made


DEDUCTED = re.compile(rf"{INCOME.pattern}|\b(?:gross|brutto\w*|bruts?|bruto)\b", re.IGNORECASE)
KEPT_ASKED = re.compile(  # each of the taxes counts from the gross sum
    r"\b(?:left|remain\w*|take[- ]home|net(?:to\w*|o)?|keep|ubrig|bleib\w*|reste|me queda|queda)\b", re.IGNORECASE
)


def is_share_of(text: str, shares: list[Amount], price: Amount) -> bool:
    """Return whether a message asks what a percentage of a number is, whatever it says about it beside that."""
    between = text[shares[0].end : price.start]
    asks = re.search(ASKS_VALUE, text[: shares[0].start], re.IGNORECASE)
    return (
        len(shares) == 1
        and asks is not None
        and (
            re.fullmatch(r" (?:of|von|de) [€$£]?", between, re.IGNORECASE) is not None
            or FEE_ON.fullmatch(between) is not None
        )
    )


ASKS_VALUE = r"\b(?:what(?:'?s| is)|how much(?: is| are|'s)|was (?:ist|sind)|wie ?viel (?:ist|sind|macht|machen)|combien (?:fait|font)|quel est|cuanto (?:es|son)) (?:the |el |an? |un |une |la )?\Z"
FEE_ON = re.compile(  # "how much is 3% late fee on 815": the fee, not the sum with it
    r" (?:(?:de|of) )?(?:(?:late|overdue|service|booking|handling|transaction|processing|reminder|card|agency|broker'?s?|payment) ){0,2}(?:fees?|charges?|penalty|surcharge|commission|interest"
    r"|\w*gebuhr(?:en)?|\w*zuschlag|\w*zinsen|provision|penalites?(?: de retard)?|frais(?: de \w+)?|majoration|commission|recargo|comision) (?:on|for|of|auf|fur|von|bei|sur|pour|sobre|de|por) (?:an? |the |einen? |die |une? |una? )?(?:rent |bill |invoice |payment |amount |sum |miete |rechnung )?(?:of |von |de )?[€$£]?",
    re.IGNORECASE,
)


def with_shares(text: str, price: Amount, shares: list[tuple[Amount, str]], *, shared: bool) -> str:
    """Return a price with its discounts taken off and taxes and tips put on, in the order of the message.

    The tip, tax or saving alone where the message asks for that, and nobody shares the price.
    """
    role = shares[0][1] if len(shares) == 1 else ""
    back = role in REVERSED and re.search(REVERSED[role], text, re.IGNORECASE) is not None
    back = back and not (role == "tax" and NET_GIVEN.search(text))
    is_share_asked = SHARE_ONLY.search(text) is not None and COMPARED.search(text) is None
    if role in ("off", "up") and SAVING.search(text) is None:
        is_share_asked = False  # "what is 20 % off 60" asks for the new price
    if is_share_asked and not shared and not (back and ASKS_BASE.search(text)):
        whole = (
            f"({price.text} / (1 + {shares[0][0].text} %))" if role == "tax" and TAX_INSIDE.search(text) else price.text
        )
        return f"{shares[0][0].text} % of {whole}" if len(shares) == 1 else ""
    if role == "tax" and INCOME.search(text) and not shared:
        is_gross_asked = (
            GROSS_ASKED.search(text)
            and not GROSS_GIVEN.search(text)
            and not re.search(r"\d\S* (?:\w+ ){0,2}?(?:gross|brutto|bruts?|brutos?)\b", text)
        )
        return (
            f"{price.text} / (1 - {shares[0][0].text} %)" if is_gross_asked else f"{price.text} - {shares[0][0].text} %"
        )
    made = price.text
    for share, role in shares:
        if back:
            made = f"{made} / (1 {'-' if role == 'off' else '+'} {share.text} %)"
        else:
            sign = "-" if role == "off" else "+"
            made = f"({made} {sign} {share.text} %)" if len(shares) > 1 else f"{made} {sign} {share.text} %"
    return made


def heads_of(text: str, plain: list[Amount]) -> list[Amount]:
    """Return the numbers that count those who share a price: with a word for people behind them, else behind "between"."""
    people = [one for one in plain if HEADS.match(text, one.end) or HEADS_AHEAD.search(text[: one.start])]
    if len(plain) < 2 and SHARES_PRICE.search(text) is None:
        return people  # "5 % Rabatt auf 400": nobody shares a number that is alone
    behind = [one for one in plain if EACH_FOR.search(text[: one.start]) and one.text.isdigit()]
    shared = [one for one in plain if SHARED_BY.search(text[: one.start].rstrip() + " ")]
    return people or behind or [one for one in shared if not IS_SHARED.search(text[: one.start])][-1:]


IS_SHARED = re.compile(  # "divide 12 by 4": the number behind the verb is what is shared
    r"\b(?:split|share|divid(?:e|ing)|splitting|sharing|teile?|dividiere|divise[rz]?|partage[rz]?|dividir|divide|reparte|repartir)(?: up)? ?(?:the |my |a |die |den |la |le |el )?[€$£]?\Z",
    re.IGNORECASE,
)


EACH_FOR = re.compile(
    r"\b(?:per (?:person|head)|each|apiece|per guest) (?:then )?(?:for|with|if we are|if we're) \Z", re.IGNORECASE
)


MOVES = re.compile(
    r"\b(?:(?P<up>add|plus|increase[sd]?|raise[sd]?|markup|surcharge|addiere|erhohe|aufschlag|zuschlag|ajoute[rz]?|aumenta\w*|suma\w*|up|rose|rises?|grew|climb(?:s|ed)?|gain(?:s|ed)?|stieg\w*|steigt|augmente|monte|sub(?:e|io)|aumento|crecio)"
    r"|(?P<off>down|fell|falls?|drop(?:s|ped)?|los(?:t|es)|sank|sinkt|fiel|fallt|baisse|chute|perd|baj(?:a|o)|cayo|perdio))\b",
    re.IGNORECASE,
)


FURTHER = re.compile(  # "30 % off, plus an extra 15 % at the till" is one more of the same
    r"\b(?:extra|further|additional|another|zusatzlich\w*|weitere\w*|nochmals?|noch ?mal|noch einmal|encore|supplementaires?|de plus|adicional(?:es)?|otro)\b",
    re.IGNORECASE,
)


SHARES_COMPARED = re.compile(
    r" ?(?:more|less|higher|lower|mehr|weniger|plus|moins|mas|menos) (?:than|als|que|de) \d+(?:[.,]\d+)? ?(?:%|percent|prozent|pour ?cent|por ciento)",
    re.IGNORECASE,
)
EACH_TIME = re.compile(  # "lost 12 % per year" is more than one step
    r" ?(?:(?!(?:y|and|und|et|then|puis|luego|but|aber|mais|pero|dann)\b)[a-z-]+ ){0,3}?(?:(?:per|each|every|a) (?:year|month|week)|yearly|annually|(?:pro|jedes|jeden|jede|im) (?:jahr|monat|woche)|jahrlich|(?:par|chaque) (?:an|annee|mois)|(?:al|por|cada) (?:ano|mes))\b(?! (?:later|after|ago|earlier|siguiente|suivante?|darauf|danach|spater))",
    re.IGNORECASE,
)
DISCOUNT_BEHIND = re.compile(
    r" ?(?:[a-z-]+ )?(?:discount|rabatt|nachlass|de (?:remise|rabais|reduction|descuento|rebaja))\b", re.IGNORECASE
)


def role_of(text: str, share: Amount) -> str:
    """Return what a percentage is: "off", "tip" or "tax", by the nearest such word; a second discount may go without; "" for none."""
    if (sign := re.search(r"(?<![\d)] )(?<![\d)])([-+])\s?\Z", text[: share.start])) is not None:
        return "off" if sign[1] == "-" else "tax"  # "Black Friday -25%"
    if SHARES_COMPARED.match(text, share.end) or EACH_TIME.match(text, share.end):
        return ""
    if DISCOUNT_BEHIND.match(text, share.end):
        return "off"  # "plus 10 % student discount"
    start = max((match.end() for match in AMOUNT.finditer(text) if match.end() <= share.start), default=0)
    moves = list(MOVES.finditer(text, start, share.start))
    is_further = FURTHER.search(text, start, share.start) is not None and ROLE.search(text[: share.start]) is not None
    if moves and not is_further:
        return moves[-1].lastgroup or ""
    near = [
        (
            min(abs(match.start() - share.end), abs(share.start - match.end())) + 3 * (match.end() <= share.start),
            match.lastgroup or "",
        )
        for match in ROLE.finditer(text)
    ]
    return min(near)[1] if near else ""


COST_TOLD = re.compile(r"\b(?:were|was|came to|set me back|waren|war|etaient|etait|eran|era|fueron)\b", re.IGNORECASE)
ONE_MEASURE = (
    r"(?:kg|kilos?|kilogram\w*)\b",
    r"(?:g|grams?|gramm|grammes?|gramos?)\b",
    r"(?:l|lit\w+)\b",
    r"(?:lbs?|pounds?)\b",
)


def is_one_measure(text: str, amounts: list[Amount]) -> bool:
    """Return whether two of the numbers count the same measure, or the same thing."""
    behind = [text[one.end :].lstrip().lower() for one in amounts]
    things = [rest.split(" ")[0].rstrip("s,.?") for rest in behind if rest[:1].isalpha()]
    measured = any(sum(re.match(measure, rest) is not None for rest in behind) == 2 for measure in ONE_MEASURE)
    return measured or any(len(one) > 2 and things.count(one) == 2 for one in things)


NO_COUNTED_PRICE = re.compile(
    r"\b(?:stone|weigh\w*|scales|couples|paare|parejas)\b|\d(?:st|nd|rd|th)\b|\d ?(?:m2|m²|sqm|qm|sq ?m|sq ?ft)(?!\w)",
    re.IGNORECASE,
)


def price_of_one(text: str, plain: list[Amount]) -> str:
    """Return the price of one, or of another number, of things whose price together is known; "" for other messages."""
    heads = heads_of(text, plain)
    if NO_COUNTED_PRICE.search(text):
        return ""
    if len(plain) == 2 and len(heads) == 1 and SHARES_PRICE.search(text):
        return f"{next(one for one in plain if one not in heads).text} / {heads[0].text}"
    if not (COSTS.search(text) or (COST_TOLD.search(text) and is_one_measure(text, plain))) or RATE.search(text):
        return ""
    named = [
        one
        for one in plain
        if re.search(r"[$€£]\s*\Z", text[: one.start])
        or re.match(r"\s*(?:[$€£]|euros?\b|dollars?\b|pounds?\b)", text[one.end :].lower())
    ]
    pointed = [one for one in plain if re.search(r"[.,]\d\d$", one.text)]
    price = next(iter(named or pointed), None)
    counts = [one for one in plain if one is not price]
    if (
        NO_COUNTED_PRICE.search(text)
        or price is None
        or not counts
        or len(named) > 1
        or not all(one.text.isdigit() for one in counts)
    ):
        return ""
    if len(counts) == 1:
        return f"{price.text} / {counts[0].text}" if EACH.search(text) else ""
    if (
        len(counts) != 2
        or PRICE_FOR_EACH.match(text, price.end)
        or SHARES_PRICE.search(text)
        or THINGS_ASKED.search(text)
    ):
        return ""
    base, asked = counts if counts[1].start > price.start else counts[::-1]  # "what do 7 cost if 3 cost 25.50"
    return f"{price.text} / {base.text} * {asked.text}"


THINGS_ASKED = re.compile(  # "how many centimetres": no money is asked for
    r"\b(?:how many|wie ?viele|combien de|cuant[oa]s) (?!euros?\b|dollars?\b|pounds?\b|cents?\b|pence\b|francs?\b|franken\b|pesos?\b|bucks\b)[a-z]",
    re.IGNORECASE,
)
PRICE_FOR_EACH = re.compile(
    r" ?(?:€|\$|£|euros?|eur|dollars?|pounds?)? ?(?:each|apiece|a piece|per (?:piece|item|person|head)|das stuck|pro (?:stuck|person|kopf)|je(?:weils)?|chacune?s?|l'unite|par personne|cada un[oa]|la unidad|por persona)\b",
    re.IGNORECASE,
)


AFTER_SHARE = re.compile(
    r"\b(?:after|nach|apres|despues de|tras)(?= (?:(?:an?|the|einem|einer|dem|der|une?|la|le|un|una|el) )?\d+(?:[.,]\d+)? ?(?:%|percent|prozent|pour ?cent|por ciento))",
    re.IGNORECASE,
)
PRICE_ASKED = re.compile(
    r"\b(?:total\w*|final|altogether|sum|bill|gesamt\w*|endpreis|zusammen|insgesamt|en tout|cuenta)\b", re.IGNORECASE
)
SHARING_WORDS = (SHARED_BY, HEADS, SHARES_PRICE)  # they are used where the price is divided
PURCHASE_WORDS = (
    PAYMENT_TERM,
    AFTER_SHARE,
    PRICE_ASKED,
    COST_TOLD,
    SHARE_ONLY,
    COMPARED,
    INCOME,
    GROSS_ASKED,
    EACH,
    COSTS,
)


def purchase_words(message: str, expression: str) -> tuple["re.Pattern[str]", ...]:
    """Return the patterns of the words by which the expression of a price was read: those of the roles that it has."""
    text = fold(message).replace("\n", " ")
    roles = {role_of(text, one) for one in amounts_of(text) if one.share}
    words = [re.compile(pattern, re.IGNORECASE) for role, pattern in REVERSED.items() if role in roles]
    if any(one.search(text) for one in words):
        words.append(ASKS_BASE)
    words += SHARING_WORDS if "/" in expression else ()
    return (*PURCHASE_WORDS, *words, *((TAX_INSIDE, NET_GIVEN) if "tax" in roles else ()))
