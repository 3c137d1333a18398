"""Named prices that are shared, a price with a share and a voucher off, and what energy of a year costs a month."""

import re
from itertools import pairwise

from config.builtins.calculator.consumed import Problem
from config.builtins.wording import GROUPS

NAMED_PRICE = rf"(?<![\w.,])[€$£]? ?(?:{GROUPS})(?![\w%]|[.,]\d)(?: ?(?:€|\$|£|euros?|eur|dollars?|bucks|pounds?|quid|chf|francs?)(?!\w))?"
NOT_AN_ITEM = r"(?!(?:split|shared?|divid\w*|between|among|by|and|or|per|each|geteilt|durch|unter|partag\w*|entre|total|we|i|is|was)\b)"
ITEM_PRICE = rf"\b{NOT_AN_ITEM}[a-z][a-z'-]{{1,20}}(?: {NOT_AN_ITEM}[a-z][a-z'-]{{1,20}}){{0,2}}(?: (?:was|were|for|cost|costs|came to|at|is))?:? ?(?P<{{name}}>{NAMED_PRICE})"
ONE_ITEM = re.compile(ITEM_PRICE.replace("{name}", "price"))
ITEMS_SHARED_BY = re.compile(
    r"\b(?:split|shared?|divided?|aufgeteilt|geteilt|teilen|partage\w*|divise\w*|repartid\w*|dividid\w*)\b(?: (?:it|that|everything|all|the bill|the cost|equally|evenly|fairly|gleichmassig))*"
    r" (?:between|among|amongst|by|in|into|over|across|durch|unter|auf|entre|par|en)(?: (?:the|us|all|our))* (?P<n>\d{1,3})(?! ?[.,]?\d)(?: (?:of us|[a-z]{3,15}))?"
)
BETWEEN_ITEMS = re.compile(
    r"[ ,;+&]*(?:\b(?:and|und|et|y|plus|then|dann)\b)?[ ,]*(?:(?:the|a|an|der|die|das|le|la|el|un|une|una) )?"
)
OTHER_PART = re.compile(
    r"%|\b(?:per ?cent|prozent|pour ?cent|por ciento|tips?|vat|tax|trinkgeld|mwst|pourboire|tva|propina|iva|discount|rabatt|remise|descuento|deposit|already|each|apiece|per|twice|double|half|earn\w*|budget|have|had)\b"
)
LEAST_ITEMS = 2
MOST_SHARED = 12
NUMBER_TOLD = re.compile(r"(?<![\w.,])\d[\d.,]*\d|(?<![\w.,])\d")


def named_items(text: str) -> Problem:
    """Return the problem of a folded text: prices shared by some, a voucher behind a discount, the energy of a year."""
    return next(
        (one for one in (shared_items(text), voucher_price(text), yearly_energy(text)) if one.expression), Problem("")
    )


def figure(price: str) -> str:
    """Return the number of a price."""
    found = re.search(GROUPS, price)
    return found.group() if found else ""


def shared_items(text: str) -> Problem:
    """Return what each of some people pays of several named prices; none for other texts."""
    shared = ITEMS_SHARED_BY.search(text)
    found = ONE_ITEM.finditer(text) if shared else ()
    items = [one for one in found if shared and not shared.start() <= one.start("price") < shared.end()]
    if shared is None or not LEAST_ITEMS <= len(items) <= MOST_SHARED:
        return Problem("")
    gaps = [text[one.end() : other.start()] for one, other in pairwise(items)]
    if any(BETWEEN_ITEMS.fullmatch(gap) is None for gap in gaps) or OTHER_PART.search(text):
        return Problem("")
    if len(NUMBER_TOLD.findall(text)) != len(items) + 1:
        return Problem("")
    total = " + ".join(figure(one["price"]) for one in items)
    return Problem(f"({total}) / {shared['n']}", (ONE_ITEM, ITEMS_SHARED_BY))


VOUCHER = re.compile(
    rf"(?:\b(?:plus|and|then|minus|with|also|another|extra|und|dann|noch|plus|et|puis|y|luego)\b[ ,]*){{0,3}}(?:(?:i |we |ich |j'|je )?(?:also )?(?:have|has|got|used?|habe|hab|ai|tengo) )?(?:an? |my |the |einen? |un |mit )?"
    rf"(?:(?P<ahead>{NAMED_PRICE}) ?(?:off )?(?:voucher|coupon|gift ?card|gutschein\w*|rabattgutschein|bon(?: d'achat)?|vale|cupon)\b|(?:voucher|coupon|gift ?card|gutschein\w*|bon d'achat|vale|cupon) (?:of|for|over|worth|uber|von|de|por) (?P<behind>{NAMED_PRICE}))(?: (?:after that|on top|afterwards|danach|as well|too|apres|despues))?"
)
SHARE_OFF = re.compile(
    r"(?P<share>\d{1,2}(?:[.,]\d+)?) ?% ?(?:off|discount|less|reduction|rabatt|weniger|reduziert|de remise|de reduction|de descuento|menos)\b|(?:rabatt|remise|descuento|discount) (?:of|von|de) (?P<other>\d{1,2}(?:[.,]\d+)?) ?%"
)
VOUCHER_FIRST = re.compile(
    r"\b(?:voucher|coupon|gutschein|first|zuerst|before|vor(?:her)?|d'abord|antes|primero)\b[^.?!]*%"
)


def voucher_price(text: str) -> Problem:
    """Return a price with a share off and then a voucher; none for other texts, and where the voucher may come first."""
    share, voucher = SHARE_OFF.search(text), VOUCHER.search(text)
    if share is None or voucher is None or voucher.start() < share.start() or VOUCHER_FIRST.search(text):
        return Problem("")
    numbers = list(NUMBER_TOLD.finditer(text))
    others = [one for one in numbers if not any(part.start() <= one.start() < part.end() for part in (share, voucher))]
    if len(numbers) != 3 or len(others) != 1:
        return Problem("")
    off = share["share"] or share["other"]
    less = figure(voucher["ahead"] or voucher["behind"])
    return Problem(f"({others[0].group()} - {off} %) - {less}", (SHARE_OFF, VOUCHER))


YEARLY_KWH = re.compile(
    rf"(?P<n>(?<![\w.,])(?:{GROUPS})) ?kwh ?(?:a|per|/|each|every|im|pro|par|por|al|an)? ?(?P<in>year|annum|yr|jahr|an|ano)\b"
)
KWH_PRICE = re.compile(
    rf"[€$£]? ?(?P<p>(?<![\w.,])(?:{GROUPS})) ?(?P<coin>cents?|ct|pence|p|centimes?|centimos?|rappen|€|euros?|eur|dollars?|\$|£|pounds?|chf)? ?(?:a|an|per|/|each|every|pro|je|par|le|por|el) ?kwh\b"
)
COST_OF_PART = re.compile(
    r"\b(?:cost|costs|pay|price|bill|kost\w*|zahl\w*|cout\w*|pay\w*|cuesta\w*|pag\w*)\b[^.?!]*?\b(?:a|per|each|every|pro|im|par|por|al) ?(?P<part>month|week|day|monat|woche|tag|mois|semaine|jour|mes|semana|dia)\b"
)
PARTS_OF_YEAR = {"mo": "12", "me": "12", "w": "52", "s": "52", "d": "365", "t": "365", "j": "365"}
COINS = ("cent", "ct", "pence", "p", "rappen")


def yearly_energy(text: str) -> Problem:
    """Return what the energy of a year costs in a month, a week or a day; none for other texts."""
    energy, price, asked = YEARLY_KWH.search(text), KWH_PRICE.search(text), COST_OF_PART.search(text)
    if energy is None or price is None or asked is None or len(NUMBER_TOLD.findall(text)) != 2:
        return Problem("")
    part = next(count for start, count in PARTS_OF_YEAR.items() if asked["part"].startswith(start))
    coin = " / 100" if (price["coin"] or "").startswith(COINS) and not (price["coin"] or "").startswith("pound") else ""
    return Problem(f"{energy['n']} * {price['p']}{coin} / {part}", (YEARLY_KWH, KWH_PRICE, COST_OF_PART))
