"""Problems in sentences whose quantities have roles: what is bought, had, spent, saved up for, or thought of.

Each reads every number of a message and what is asked; for any other message there is no expression.
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from itertools import pairwise

from config.builtins.calculator.consumed import Problem, first_problem
from config.builtins.calculator.measured_amounts import Quantity, quantities_of
from config.builtins.calculator.purchases import ROLE, Amount, role_of
from config.builtins.wording import decimal_of, fill_in

MOST_ITEMS = 12
TOTAL = re.compile(
    r"\b(?:total\w*|damage|come to|comes to|altogether|in all|all together|sum|how much (?:do|did|will|does|is|are|have|would|was|must|should)|what do (?:i|we) (?:pay|owe)|cost|pay|owe|bill|zusammen|insgesamt|gesamt\w*|summe|"
    r"wie ?viel|was (?:kostet|kosten|macht|zahle|bezahle)|en tout|somme|combien|cuanto|suma|cuesta|pago|pagar)\b"
)
LEFT_OVER = re.compile(
    r"\b(?:left|remain\w*|still have|left over|have now|do i have|ubrig\w*|bleib\w*|rest\w*|noch|queda[n]?|sobra[n]?|me queda|tengo ahora|reste\w*)\b"
)
SPENDS = re.compile(
    r"\b(?:spen[dt]\w*|pay|paid|gave|give|los[te]\w*|bought|buy|used?|withdr[ae]w\w*|took|take|minus|ausgegeben|ausgeb\w*|gebe|gab|bezahl\w*|zahl\w*|kauf\w*|verlor\w*|verlier\w*|hebe|"
    r"depens\w*|paye\w*|achet\w*|donn\w*|perd\w*|retir\w*|gast\w*|pag\w*|compr\w*|pierd\w*|perdi\w*|sac[oa]\w*|doy|di)\b"
)
GAINS = re.compile(
    r"\b(?:get|got|earn\w*|receiv\w*|found|find|deposit\w*|win|won|bekomm\w*|verdien\w*|erhalt\w*|finde|fand|gewinn\w*|gagn\w*|recoi\w*|recu|trouv\w*|recib\w*|gan[oae]\w*|encontr\w*)\b"
)
HAVE = re.compile(
    r"\b(?:ha(?:ve|d|s)|start(?:ed|s)? with|began with|budget|hab\w*|hat|hatte\w*|budget von|j'ai|j'avais|on a|avais?|a|teng[oa]\w*|tenia\w*|tiene)\b"
)
ITEM = re.compile(  # behind a count: its noun, and that the price is for one of it
    r" ?(?!(?:people|ppl|persons?|friends|of us|ways?|guests|personen|leute|freunde|personnes|amis|personas|amigos|hours?|days?|weeks?|months?|years?|stunden|tage|wochen|monate|heures|jours|horas|dias)\b)"
    r"(?:(?:x|×) ?)?(?:[a-zß'-]+ ){0,6}?(?:(?:that |which |die |qui |que )?(?:are|is|cost(?:s|ing)?|kost\w+|cout\w+|cuest\w+) ?)?(?P<lead>at|@|for|zu je|je|zu|fur je|fur|a|pour|por|de)? ?[€$£]?\Z"
)
EACH_BEHIND = re.compile(
    r" ?(?:each|apiece|a piece|per (?:piece|item|unit|head|ticket)|a (?:piece|pop)|das stuck|pro stuck|je stuck|jeweils|chacune?s?|(?:la )?piece|l'unite|cada un[oa]|la unidad|por unidad)\b"
)
SINGLE = re.compile(  # in front of the price of one thing: "a pen for 1.20"
    r"\b(?:(?:an?|the|my|some|eine?n?|der|die|das|une?|des|le|la|un(?:a|os|as)?|el|los|las) (?!(?:caja|paquete|bolsa|pack|docena|billete|botella|lata|total|descuento|lote)s? )(?:[a-zß'-]+ ){1,3}?|(?:delivery|shipping|postage|handling|installation|parking|(?:service|booking|cleaning|delivery) fee|lieferung|versand(?:kosten)?|porto|anfahrt|montage|livraison|frais de port|envio|gastos de envio|entrega)(?: costs?| fee| charge)?:? )(?:(?:for|at|costs?|is|was|were|fur|zu|kostet|pour|a|(?<=[a-z]s )de|coute|por|cuesta) )?[€$£(]?\Z"
)
UNIT_LEADS = ("at", "@", "zu je", "je", "zu", "fur je", "a")
COVERAGE = re.compile(
    r"(?P<area>\d[\d.,]*) ?(?:m2|m²|sqm|square met(?:er|re)s?|qm|quadratmeter|metres? carres?|metros? cuadrados?) (?:an?|per|pro|je|par|por) (?P<unit>lit\w+|l|can|tin|bucket|liter|dose|eimer|pot|bote|lata)\b"
)
SIDES_OF_AREA = re.compile(
    r"(?P<a>\d[\d.,]*) ?(?:m|met(?:er|re)s?|metern?)? ?(?:x|×|by|mal|auf|sur|por|\*) ?(?P<b>\d[\d.,]*) ?(?:m\b|met\w+)"
)
COATS = re.compile(r"(?P<coats>\d{1,2}) (?:coats?|layers?|anstriche?|schichten|couches?|manos|capas)\b")


ONE_COVERS = re.compile(  # "one box of seed is good for 30 square metres"
    r"\b(?:1|an?|each|every|per|eine?n?|jede\w*|pro|une?|chaque|cada|una?) (?P<unit>box|bag|pack|packet|roll|tin|can|bucket|sack|bottle|litre|liter|packung|rolle|eimer|dose|sack|boite|sac|rouleau|pot|caja|bolsa|saco|bote|rollo)(?: (?:of|de|mit) (?:[a-z]+ ){0,2}?[a-z]+)? ?(?:(?:is|are) )?(?:good for|enough for|covers?|does|lasts for|goes for|reicht fur|deckt|couvre|suffit pour|cubre|alcanza para) "
    r"(?:about |around |roughly |etwa |environ |unos )?(?P<area>\d[\d.,]*) ?(?:m2|m²|sqm|sq m|square met(?:er|re)s?|qm|quadratmeter|metres? carres?|metros? cuadrados?)(?!\w)"
)


def whole_covers(text: str) -> Problem:
    """Return how many boxes an area by its sides needs, when one covers so many square metres; none for other texts."""
    one, sides = ONE_COVERS.search(text), SIDES_OF_AREA.search(text)
    numbers = [match.group() for match in re.finditer(r"(?<![\w.,])\d[\d.,]*", text)]
    if one is None or sides is None or len([number for number in numbers if number != "1"]) != 3:
        return Problem("")
    area, first, second = (part.rstrip(".,") for part in (one["area"], sides["a"], sides["b"]))
    return Problem(f"ceil({first} * {second} / {area})", (ONE_COVERS, SIDES_OF_AREA))


def coverage(text: str, language: str) -> Problem:
    """Return how much paint an area needs, by its sides, the coats, and what a litre covers."""
    del language
    if (boxes := whole_covers(text)).expression:
        return boxes
    covers, sides, coats = COVERAGE.search(text), SIDES_OF_AREA.search(text), COATS.search(text)
    known = 3 + (1 if coats else 0)
    if covers is None or sides is None or len(re.findall(r"(?<![\w.,])\d[\d.,]*", text)) != known:
        return Problem("")
    times = f" * {coats['coats']}" if coats else ""
    area, first, second = (one.rstrip(".,") for one in (covers["area"], sides["a"], sides["b"]))
    return Problem(f"{first} * {second}{times} / {area}", (COVERAGE, SIDES_OF_AREA, COATS))


TOTAL_ONLY = re.compile(  # of such words another problem is made
    r"\b(?:average|mean|per|percent|ratio|split\w*|shar\w*|divid\w*|between|each (?:pay|get|owe)|half|twice|double|change|profit\w*|margin|interest|difference|teil\w*|durchschnitt\w*|jede[rnms]?|moyenne|partag\w*|chacun paie|promedio|repart\w*|cada uno|entre)\b"
)


def items_total(text: str, language: str) -> Problem:
    """Return the price of several kinds of things, each with a count or alone; a share at the end is put on or off."""
    del language
    found = quantities_of(text)
    shares = [one for one in found if one.kind == "share"]
    rest = [one for one in found if one.kind != "share"]
    if not 2 <= len(rest) <= MOST_ITEMS or len(shares) > 1 or not TOTAL.search(text):
        return Problem("")
    if TOTAL_ONLY.search(re.sub(rf"(?:{EACH_BEHIND.pattern})(?! (?:pay|get|owe|zahl|pai|pag))", " ", text)):
        return Problem("")
    items = list(items_of(text, rest))
    is_single = len(items) == 1 and "*" in items[0]  # "26 lunches at 3.85"
    if (len(items) < 2 and not is_single) or "" in items or (shares and shares[0].start < rest[-1].end):
        return Problem("")
    total, vocabulary = " + ".join(items), (TOTAL, EACH_BEHIND)
    if not shares:
        return Problem(total, vocabulary)
    role = role_of(text, Amount(shares[0].text, shares[0].start, shares[0].end, True))
    return Problem(f"({total}) {'-' if role == 'off' else '+'} {shares[0].text} %" if role else "", (*vocabulary, ROLE))


PROFIT_ASKED = re.compile(
    r"\b(?:(?:what(?:'s|s| is| was)?|how much(?: is| was)?) (?:the|our|my)? ?(?:profit|net|gain|surplus)|how much (?:profit|is left|do (?:i|we) (?:make|have left)|did (?:i|we) (?:make|earn))|(?:wie (?:viel|hoch) (?:ist|war) )?(?:der |unser |mein )?gewinn|(?:quel est )?(?:le |notre |mon )?benefice|(?:cual es )?(?:el |nuestro |mi )?beneficio)\b"
)
SALES_COST = re.compile(
    r"\b(?:costs?(?: us| me)?|spent|paid|expenses? (?:were|was|of)|kosteten?(?: uns| mich)?|bezahlt|ausgegeben|ont coute|a coute|depense|costaron|costo|pagamos|gastamos) (?:us |me |about )?[€$£]?\Z"
)
SOLD_TOLD = re.compile(r"\b(?:sold|sell|sale|took in|verkauft\w*|vendu\w*|vendi\w*|vendimos)\b")


def profit_of_sales(text: str, language: str) -> Problem:
    """Return what is left of sales of several kinds of things after one cost: "sold 18 at 2.50 and 27 at 1.20, prizes cost 41.30"."""
    del language
    if not (PROFIT_ASKED.search(text) and SOLD_TOLD.search(text)):
        return Problem("")
    found = quantities_of(text)
    costs = [one for one in found if SALES_COST.search(text[: one.start])]
    rest = [one for one in found if one not in costs]
    items = list(items_of(text, rest))
    if len(costs) != 1 or not items or "" in items or any("*" not in one for one in items):
        return Problem("")
    return Problem(f"{' + '.join(items)} - {costs[0].text}", (PROFIT_ASKED, SOLD_TOLD, SALES_COST_WORDS))


SALES_COST_WORDS = re.compile(r"\b(?:costs?|us|me|the|spent|paid|expenses|prizes)\b")


def items_of(text: str, rest: list[Quantity]) -> Iterator[str]:
    """Yield the price of each kind of things as an expression, "" for numbers that are none."""
    place = 0
    while place < len(rest):
        one, price = rest[place], rest[place + 1] if place + 1 < len(rest) else None
        if price is not None and (lead := ITEM.match(text[one.end : price.start])) and is_item(one, price):
            is_each = (lead["lead"] or "") in UNIT_LEADS or EACH_BEHIND.match(text, price.end)
            is_all = not is_each and lead["lead"] in ("for", "pour", "por", "fur")
            yield f"{one.text} * {price.text}" if is_each else price.text if is_all else ""
            place += 2
        else:
            is_single = one.kind in ("plain", "money") and SINGLE.search(text[: one.start])
            yield one.text if is_single and not EACH_BEHIND.match(text, one.end) else ""
            place += 1


def is_item(count: Quantity, price: Quantity) -> bool:
    """Return whether two numbers may be a count of things and a price."""
    return count.kind == "plain" and count.text.isdigit() and price.kind in ("plain", "money")


def rest_of_money(text: str, language: str) -> Problem:
    """Return what is left of an amount after what is spent, and what comes in, in the order of the message."""
    del language
    found = quantities_of(text)
    asked = LEFT_OVER.search(text)
    if not 3 <= len(found) <= MOST_ITEMS or asked is None or any(one.kind not in ("plain", "money") for one in found):
        return Problem("")
    if TOTAL_ONLY.search(text) or found[-1].start > last_place(LEFT_OVER, text):
        return Problem("")
    if not HAVE.search(text[: found[0].start]):
        return Problem("")
    made = found[0].text
    sign = ""
    for before, one in pairwise(found):
        between = text[before.end : one.start]
        moves = sorted(
            [(match.start(), "-") for match in SPENDS.finditer(between)]
            + [(match.start(), "+") for match in GAINS.finditer(between)]
        )
        if re.search(r"\d|[*/^=]", between) or (not moves and not sign):
            return Problem("")
        sign = moves[-1][1] if moves else sign
        made += f" {sign} {one.text}"
    return Problem(made, (HAVE, SPENDS, GAINS, LEFT_OVER))


def last_place(pattern: "re.Pattern[str]", text: str) -> int:
    """Return where the last match of a pattern starts, -1 without one."""
    return max((match.start() for match in pattern.finditer(text)), default=-1)


MEAN = re.compile(r"\b(?:average\w*|mean|durchschnitt\w*|mittelwert|notenschnitt|schnitt|moyenne|promedio|media)\b")
LISTED = re.compile(
    r" ?(?:%|€|\$|£|(?!(?:in|at|on|for|per|from|to|a|mit|bei|en|por|par)\b)[a-z]+)?(?:, ?| (?:and|und|et|y|&) |, (?:and|und|et|y) | ?; ?|/| )[€$£]? ?\Z"
)
COUNTED_LIST = re.compile(r"\b(?:last|past|these|the|my|in|of|over|letzten|meinen|in|des|mes|mis|los|las|en) \Z")


SCORE_NEEDED = re.compile(
    r"\b(?:need(?: to (?:get|score|have))?|have to (?:get|score)|must (?:i )?(?:get|score)|brauche|muss ich|me faut-il|dois-je|il me faut|necesito|tengo que sacar)\b"
)
NEXT_SCORE = re.compile(
    r"\b(?:(?:next|last|final|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth|[2-9](?:st|nd|rd|th)|nachste\w*|letzte\w*|zweite\w*|dritte\w*|vierte\w*|funfte\w*|sechste\w*|prochaine?|derniere?|deuxieme|troisieme|quatrieme|cinquieme|proxim[oa]|ultim[oa]|tercer[oa]?|cuart[oa]|quint[oa]) (?:1 |one )?(?:test|exam|quiz|paper|round|game|match|assignment|grade|mark|klausur|prufung|arbeit|note|examen|controle|epreuve|prueba|nota)|(?:final|abschlussprufung))\b"
)
TARGET_MEAN = re.compile(
    r"\b(?:(?:average|mean|durchschnitt|schnitt|moyenne|promedio|media)(?: \w+)? (?:of|is|at|to|von|auf|de|a|be)|(?:to|an?|einen|une|un) (?:average|mean|schnitt von)) (?:at least |mindestens |au moins |al menos )?\Z"
)


def score_needed(text: str, language: str) -> Problem:
    """Return what the next of some scores has to be for a mean of all: "72, 85, 64 and 91, what do I need on the fifth"."""
    del language
    if not (SCORE_NEEDED.search(text) and NEXT_SCORE.search(text) and MEAN.search(text)):
        return Problem("")
    places = [match.span() for match in NEXT_SCORE.finditer(text)]
    found = [one for one in quantities_of(text) if not any(start <= one.start < end for start, end in places)]
    target = [one for one in found if TARGET_MEAN.search(text[: one.start])]
    groups = listed_groups(text, [one for one in found if one not in target])
    if len(target) != 1 or len(groups) != 1 or len(groups[0]) < 2:
        return Problem("")
    scores = [one.text for one in groups[0]]
    words = (SCORE_NEEDED, NEXT_SCORE, MEAN, re.compile(r"\b(?:got|so far|average|to get|overall)\b"))
    return Problem(f"{target[0].text} * {len(scores) + 1} - ({' + '.join(scores)})", words)


def listed_groups(text: str, found: list[Quantity]) -> list[list[Quantity]]:
    """Return numbers in groups, those of a list together."""
    groups: list[list[Quantity]] = []
    for place, one in enumerate(found):
        is_listed = place > 0 and LISTED.fullmatch(text[found[place - 1].end : one.start]) is not None
        groups = [*groups[:-1], [*groups[-1], one]] if groups and is_listed else [*groups, [one]]
    return groups


OF_SPEED = re.compile(
    r"\b(?:speed|velocity|geschwindigkeit|durchschnittsgeschwindigkeit|vitesse|velocidad|km ?/ ?h|kmh|mph)\b"
)


def mean_of_list(text: str, language: str) -> Problem:
    """Return the mean of the numbers that a message lists; a number that counts them has that part."""
    groups = listed_groups(text, quantities_of(text))
    lists = [group for group in groups if len(group) > 1]
    if not MEAN.search(text) or OF_SPEED.search(text) or len(lists) != 1 or re.search(r"[*/^=()]|\d ?[-+] ?\d", text):
        return Problem("")
    kinds = {one.kind for one in lists[0]}
    others = [one for group in groups if len(group) == 1 for one in group]
    if any(decimal_of(one.text, language) != len(lists[0]) or one.kind != "plain" for one in others) or len(kinds) > 1:
        return Problem("")
    return Problem(f"mean({' , '.join(one.text for one in lists[0])})", (MEAN, COUNTED_LIST))


PER_PERIOD = re.compile(
    r" ?(?:[a-z]+ )?(?:an?|per|each|every|pro|am|im|in der|die|jede[nrms]?|par|chaque|al?|por|cada|/) ?(?P<period>day|week|month|year|hour|minute|night|tag|woche|monat|jahr|stunde|minute|jour|semaine|mois|an|heure|dia|semana|mes|ano|hora)\b"
)
HOW_LONG = re.compile(
    r"\b(?:how long|how much time|how many (?P<en>days|weeks|months|years|hours|minutes)|when (?:will|do|can|would)|wie lang\w*|wie viele (?P<de>tage|wochen|monate|jahre|stunden)|wann|combien de (?:temps|(?P<fr>jours|semaines|mois|ans|heures))|"
    r"en combien de temps|cuanto tiempo|cuanto tard\w*|cuant[oa]s (?P<es>dias|semanas|meses|anos|horas))\b"
)
SAVED_ALREADY = re.compile(r"\b(?:already|so far|bereits|schon|deja|ya)\b")
SAVES_UP = re.compile(
    r"\b(?:sav\w*|put (?:aside|away)|spar\w*|lege|epargn\w*|econom\w*|met(?:s)? de cote|ahorr\w*|guard\w*|read\w*|les\w*|lis|leo|lee|walk\w*|run\w*|earn\w*|pay (?:off|back)|repay\w*)\b"
)


def time_until(text: str, language: str) -> Problem:
    """Return how many of its periods a rate takes to reach an amount; what is there already is taken off."""
    found = quantities_of(text)
    asked = HOW_LONG.search(text)
    rates = [(one, match) for one in found if (match := PER_PERIOD.match(text, one.end))]
    rest = [one for one in found if one not in [rate for rate, _ in rates]]
    vocabulary = (HOW_LONG, PER_PERIOD, SAVES_UP, SAVED_ALREADY)
    if asked is None or len(rates) != 1 or not SAVES_UP.search(text) or not 1 <= len(rest) <= 2:
        return Problem("")
    rate, period = rates[0]
    wanted = next(filter(None, asked.groups()), "")
    if (wanted and wanted[:3] != period["period"][:3]) or {one.kind for one in rest} - {rate.kind, "plain", "money"}:
        return Problem("")
    goal = max(rest, key=lambda one: decimal_of(one.text, language))
    start = next((one for one in rest if one is not goal), None)
    if start is not None and not SAVED_ALREADY.search(text):
        return Problem("")
    left = decimal_of(goal.text, language) - (decimal_of(start.text, language) if start else 0)
    note = whole_periods(left, decimal_of(rate.text, language), period["period"], language)
    if start is None:
        return Problem(f"{goal.text} / {rate.text}", vocabulary, note)
    return Problem(f"({goal.text} - {start.text}) / {rate.text}", vocabulary, note)


PERIOD_NAMES = {
    "week": "weeks", "day": "days", "month": "months", "year": "years", "night": "nights", "tag": "Tagen", "woche": "Wochen",
    "monat": "Monaten", "jahr": "Jahren", "jour": "jours", "semaine": "semaines", "mois": "mois", "an": "ans", "dia": "días",
    "semana": "semanas", "mes": "meses", "ano": "años",
}  # fmt: skip
REACHED_AFTER = {
    "en": "It is reached after **{n}** whole {periods}.",
    "de": "Erreicht ist es nach **{n}** ganzen {periods}.",
    "fr": "C'est atteint au bout de **{n}** {periods} entiers.",
    "es": "Se alcanza al cabo de **{n}** {periods} enteros.",
}


def whole_periods(left: Decimal, rate: Decimal, period: str, language: str) -> str:
    """Return after how many whole days, weeks, … something is reached, "" where the division leaves nothing."""
    periods = PERIOD_NAMES.get(period)
    if periods is None or rate <= 0 or left <= 0 or left % rate == 0:
        return ""
    return fill_in(REACHED_AFTER[language], n=f"{int(left // rate) + 1}", periods=periods)


BEFORE_SHARE = re.compile(
    r"\b(?:how much (?:did|was|had)|what (?:did|was|were)|originally|at first|at the (?:start|beginning)|to (?:start|begin) with|start with|before|wie viel (?:hatte|war)|anfangs|ursprunglich|vorher|"
    r"combien (?:avais|avait|y avait)|au depart|au debut|cuanto (?:tenia|habia)|al principio|antes)\b"
)
LEFT_TOLD = re.compile(
    r"\b(?:left|remain\w*|still have|ubrig\w*|noch|me reste|il (?:me )?reste|rest\w*|queda[n]?|sobra[n]?)\b"
)
AFTERWARDS = re.compile(r"\b(?:after|nachdem|nach|apres|despues de|tras)\b")
PARTS = {"half": "1/2", "a third": "1/3", "a quarter": "1/4", "two thirds": "2/3", "three quarters": "3/4",
         "die halfte": "1/2", "ein drittel": "1/3", "ein viertel": "1/4", "la moitie": "1/2", "le tiers": "1/3",
         "le quart": "1/4", "la mitad": "1/2", "un tercio": "1/3", "una cuarta parte": "1/4"}  # fmt: skip
PART = re.compile(rf"\b(?P<part>{'|'.join(sorted(PARTS, key=len, reverse=True))})\b")
REST_OF = re.compile(r"\b(?:of (?:the )?(?:rest|remain\w*)|vom rest|des rests|du reste|del resto)\b")


def amount_before(text: str, language: str) -> Problem:
    """Return an amount of which a share or a part, then perhaps a sum, was spent, by what is left of it."""
    del language
    found = quantities_of(text)
    shares = [one for one in found if one.kind == "share"]
    rest = [one for one in found if one.kind in ("plain", "money")]
    parts = list(PART.finditer(text))
    if len(shares) + len(parts) != 1 or len(shares) + len(rest) != len(found) or not 1 <= len(rest) <= 2:
        return Problem("")
    if not (BEFORE_SHARE.search(text) and LEFT_TOLD.search(text) and SPENDS.search(text)) or REST_OF.search(text):
        return Problem("")
    used = f"{shares[0].text} %" if shares else f"({PARTS[parts[0]['part']]})"
    left = min(rest, key=lambda one: distance(LEFT_TOLD, text, one))
    spent = [one for one in rest if one is not left]
    over = f"({left.text} + {spent[0].text})" if spent else left.text
    return Problem(f"{over} / (1 - {used})", (BEFORE_SHARE, LEFT_TOLD, SPENDS, PART, AFTERWARDS))


def distance(pattern: "re.Pattern[str]", text: str, one: Quantity) -> int:
    """Return how far the nearest match of a pattern is from a number."""
    return min(
        (max(match.start() - one.end, one.start - match.end(), 0) for match in pattern.finditer(text)),
        default=len(text),
    )


THOUGHT = re.compile(
    r"\b(?:(?:think|thought|thinking) of a number|(?:a|my|what|which|some) number|denke mir eine zahl|(?:eine|welche|meine) zahl|pense a un nombre|(?:un|quel|mon) nombre|pienso (?:en )?un numero|(?:un|que|mi) numero)\b"
)
RESULT = re.compile(
    r"\b(?:(?:i |you |we )?(?:get|gets|got|end up with|have|equals?|gives?|makes?|is|result(?:s in| is)?|ergibt|erhalte|bekomme|ist|gibt|obtiens|donne|fait|est|obtengo|da|es|resulta)|the (?:answer|result) is|=) (?=\d)"
)
STEPS = (
    (re.compile(r"\b(?:double[sd]?|doubling|verdopp\w*|double|duplic\w*|twice)\b"), "* 2"),
    (re.compile(r"\b(?:triple[sd]?|tripling|verdreifach\w*|triplic\w*)\b"), "* 3"),
    (re.compile(r"\b(?:halve[sd]?|halving|halbier\w*)\b"), "/ 2"),
    (re.compile(r"\b(?:multipl\w+|times|mal|fois|por)(?: (?:it|that|by|with|es|sie|mit|le|par|lo|por))* (?P<n>\d[\d.,]*)"), "* {n}"),
    (re.compile(r"\b(?:divid\w+|teil\w*|divis\w+)(?: (?:it|that|by|es|sie|durch|le|par|lo|por|entre))* (?P<n>\d[\d.,]*)"), "/ {n}"),
    (re.compile(r"\b(?:add\w*|plus|addier\w*|ajout\w*|sum\w*|mas)(?: (?:it|that|to))* (?P<n>\d[\d.,]*)"), "+ {n}"),
    (re.compile(r"\b(?:subtract\w*|minus|take away|less|subtrahier\w*|ziehe|soustrai\w*|moins|resto|resta\w*|menos)(?: (?:it|that))* (?P<n>\d[\d.,]*)"), "- {n}"),
)  # fmt: skip
OPPOSITE = {"*": "/", "/": "*", "+": "-", "-": "+"}


def number_thought_of(text: str, language: str) -> Problem:
    """Return the number that some steps turn into a result: the steps backwards."""
    del language
    thought, result = THOUGHT.search(text), RESULT.search(text)
    found = quantities_of(text)
    if thought is None or result is None or any(one.kind != "plain" for one in found):
        return Problem("")
    target = next((one for one in found if one.start == result.end()), None)
    steps = sorted(
        (match.start(), template.replace("{n}", (match.groupdict().get("n") or "").rstrip(".,")))
        for pattern, template in STEPS
        for match in pattern.finditer(text)
    )
    if target is None or not steps or len(found) - 1 != sum(1 for at, _ in steps if reads_number(text, at)):
        return Problem("")
    if steps[-1][0] > target.start or steps[0][0] < thought.start() - 40:
        return Problem("")
    made = target.text
    for _, step in reversed(steps):
        made = f"({made} {OPPOSITE[step[0]]}{step[1:]})"
    return Problem(made[1:-1], (THOUGHT, RESULT, *(pattern for pattern, _ in STEPS)))


def reads_number(text: str, at: int) -> bool:
    """Return whether the step that starts at a place has a number of its own."""
    return any(match is not None and "n" in match.groupdict() for match in (one.match(text, at) for one, _ in STEPS))


STORIES = (
    coverage,
    items_total,
    score_needed,
    mean_of_list,
    rest_of_money,
    time_until,
    amount_before,
    number_thought_of,
)


def story(text: str, language: str) -> Problem:
    """Return the problem of a folded text with digits, with an empty expression when it is none of these."""
    return first_problem(STORIES, text, language)
