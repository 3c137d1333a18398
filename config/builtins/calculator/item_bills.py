"""Bills of several items with a fee, a half price or those who share them, losses of counted things, and two sums of a contract."""

import re
from itertools import pairwise

from config.builtins.calculator.consumed import Problem, first_problem
from config.builtins.calculator.purchases import Amount, amounts_of
from config.builtins.calculator.told_sums import PART_TAKEN, TOLD_NOT, part_text
from config.builtins.wording import decimal_of

CURRENCY_GAP = r"(?: ?(?:€|\$|£|euros?|eur|dollars?|usd|pounds?|quid|bucks|chf|franken|francs?))?"
ITEM_GAP = re.compile(  # between the count of an item and the price of one
    r" ?(?:[x×] ?)?(?:[a-zß'-]+ ){0,4}?(?:at|@|zu je|je|zu|a) ?[€$£]?"
)
OF_EACH = re.compile(r"\b(?:each|apiece|jeweils|chacune?s?|cada un[oa]|per (?:item|order|piece)|pro stuck)\b")
FEE_NOUN = r"(?:(?:(?:booking|delivery|shipping|service|cleaning|handling|entry|parking|cover|card|setup|postage|admin\w*|one[- ]off|fixed|flat) )?(?:fees?|charges?)|(?:delivery|shipping|handling|cleaning|postage) costs?|delivery|shipping|postage|booking|lieferung|liefergebuhr\w*|lieferkosten|versand\w*|\w*gebuhr\w*|\w*pauschale|porto|anfahrt|pfand|deposit|frais(?: d\w+| de \w+)?|livraison|envio|gastos(?: de \w+)?|entrega|recargo|comision)"
FEE_BEHIND = re.compile(
    rf"{CURRENCY_GAP} ?(?:of |for (?:the )?|fur (?:die |den )?|de |d'|pour (?:la |le |les )?|por (?:el |la )?)?(?:one-?time |single |einmalige[rn]? )?{FEE_NOUN}\b"
)
FEE_AHEAD = re.compile(
    rf"\b{FEE_NOUN}(?: (?:is|was|are|of|ist|sind|kostet|betragt|est|coute|es|cuesta|von|de|:))? ?:? ?[€$£]?\Z"
)
HALF_PRICE = re.compile(
    r" ?(?:[a-zß'-]+ ){1,4}?(?:at |for |zum |zu |a |au |por )?(?:half(?:[- ]?price| the price| fare)?|halben? preis|halbpreis|den halben preis|moitie prix|demi[- ]tarif|mitad de precio|medio precio)\b"
)
ITEM_SHARERS = re.compile(
    r" ?(?:of us\b|people|ppl|persons?|friends|mates|guests|leute|personen|freunde|personnes|amis|personas|amigos)\b"
)
EACH_PAYS_ASKED = re.compile(
    r"\b(?:each(?= ?\?| ?\Z| (?:pay|owe|of us|person))|per (?:person|head)|(?:does|do|will) (?:each|everyone|everybody)|was (?:zahlt|bezahlt|kostet es) (?:jede[rs]?|pro)|(?:pro|je) (?:person|kopf|nase)|jede[rs]? (?:zahlt|zahlen|bezahlen)|(?:wie ?viel|was) (?:muss|zahlt|bezahlt) jede[rs]?|chacune?|par (?:personne|tete)|cada un[oa]|por (?:persona|cabeza))\b"
)
ITEM_BILL_ASKED = re.compile(
    r"\b(?:total\w*|how much|what (?:do|does|will|did) (?:i|we|it|that|each)|altogether|in all|sum|zusammen|insgesamt|gesamt\w*|wie ?viel|was (?:kostet|kosten|macht|zahl\w*|bezahl\w*|muss)|en tout|combien|au total|cuanto|en total|each)\b"
)
BILL_ELSE = re.compile(
    r"\b(?:twice|double|per (?:day|week|month|hour|km|night)|a (?:day|week|month|night)|average|change|left|remain\w*|discount|off|rabatt|remise|descuento|cheaper|billiger|moins cher|free|gratis|except|without|pro (?:tag|woche|monat|stunde)|par (?:jour|semaine|mois)|por (?:dia|semana|mes)|al mes|profit|schnitt|moyenne|enough|reich\w*|zuruck|rest|instead|not|no)\b|%"
)
CLOCK_TIMES = re.compile(
    r"(?<![\w.,])\d{1,2}(?: ?h ?\d{2}?\b|:\d{2}\b(?: ?(?:h|uhr|am|pm))?| ?(?:uhr|am|pm|o'clock)\b)"
)
MOST_BILL_AMOUNTS = 12


def bill_of_items(text: str, language: str) -> Problem:
    """Return what counted items at a price come to with a fee, with some at half price, or for each of those who share."""
    times = [match.span() for match in CLOCK_TIMES.finditer(text)]
    amounts = [one for one in amounts_of(text) if not any(start <= one.start < end for start, end in times)]
    asked = list(ITEM_BILL_ASKED.finditer(text))
    if not 3 <= len(amounts) <= MOST_BILL_AMOUNTS or not asked or BILL_ELSE.search(text) or TOLD_NOT.search(text):
        return Problem("")
    sharers = [one for one in amounts if ITEM_SHARERS.match(text, one.end) and one.text.isdigit()]
    terms, kinds = bill_terms(text, [one for one in amounts if one not in sharers])
    is_each = EACH_PAYS_ASKED.search(text) is not None
    if OF_EACH.search(text) and not (is_each and sharers):
        return Problem("")
    if not terms or "item" not in kinds or len(kinds) < 2 or len(sharers) > 1 or is_each != (len(sharers) == 1):
        return Problem("")
    if not (kinds & {"fee", "half"} or sharers) or (is_each and decimal_of(sharers[0].text, language) < 2):
        return Problem("")
    total = " + ".join(terms)
    made = f"({total}) / {sharers[0].text}" if is_each else total
    return Problem(made, (ITEM_BILL_ASKED, EACH_PAYS_ASKED, FEE_WORD, HALF_WORD, ITEM_SHARERS))


FEE_WORD = re.compile(rf"\b{FEE_NOUN}\b|\b(?:once|einmal\w*|une fois|una vez|plus|dazu|extra|zuzuglich)\b")
HALF_WORD = re.compile(r"\b(?:half(?:[- ]?price)?|halben?|preis|moitie|prix|demi-tarif|mitad|precio|medio)\b")


def bill_terms(text: str, amounts: list[Amount]) -> tuple[list[str], set[str]]:
    """Return the terms of a bill with their kinds, ([], …) where a number is not an item, a fee or a half price."""
    terms: list[str] = []
    kinds: set[str] = set()
    price, place = "", 0
    while place < len(amounts):
        one = amounts[place]
        following = amounts[place + 1] if place + 1 < len(amounts) else None
        is_count = one.text.isdigit() and not one.share
        if is_count and following and ITEM_GAP.fullmatch(text[one.end : following.start]):
            price, place = following.text, place + 2
            terms.append(f"{one.text} * {price}")
            kinds |= {"item"} if "item" not in kinds else {"items", "item"}
            continue
        half = HALF_PRICE.match(text, one.end)
        if is_count and half and price and not re.search(r"[.,;?!]", half.group()):
            terms.append(f"{one.text} * {price} / 2")
            kinds.add("half")
        elif FEE_BEHIND.match(text, one.end) or FEE_AHEAD.search(text[: one.start]):
            terms.append(one.text)
            kinds.add("fee")
        else:
            return [], kinds
        place += 1
    return terms, kinds


GROUP_OF = re.compile(
    r" (?:[a-zß'-]+ ){0,2}?(?P<container>[a-zß'-]{3,}) (?:of|with|mit(?: je)?|zu(?: je)?|de|a|con|containing|holding|each with|each holding|avec) "
)
LOST_VERB = r"(?:give|gave|given|giving|sell|sold|eat|ate|eaten|lose|lost|drop(?:ped)?|broke|broken|break|burn\w*|rot\w*|threw|throw\w*|thrown|went bad|go bad|spoil\w*|donat\w*|us(?:e|ed)|took|taken|stolen|died|crushed|damaged|smashed|missing|gone|hand(?:ed)? out|verschenk\w*|verkauf\w*|gegessen|ess\w*|verlor\w*|zerbroch\w*|kaputt\w*|verbrannt\w*|verfault\w*|verdorb\w*|weggeworf\w*|gab|gebe|gespendet|gestohlen|donn\w*|vend\w*|mang\w*|perd\w*|cass\w*|brul\w*|pourri\w*|jet\w*|vol\w*|offert\w*|regal\w*|com\w*|romp\w*|roto\w*|quem\w*|pudr\w*|tir\w*|rob\w*)"
LOST = re.compile(rf"\b{LOST_VERB}\b")
GAINED = re.compile(
    r"\b(?:bought|buy|get|receive\w*|found|find|baked? (?:another|more)|add(?:ed)?|another|more(?! than)|kauf\w*|gekauft|bekomm\w*|dazu|achet\w*|recu|recoi\w*|compr\w*|recib\w*)\b"
)
HOW_MANY_LEFT = re.compile(
    r"\b(?:how many(?: [a-z]+){0,4} (?:left|remain\w*|still)|how many (?:left|remain\w*|to sell|(?:can|could|do|does) (?:i|we) (?:still )?(?:sell|have))|what(?:'s| is) left|wie ?viele(?: [a-z]+){0,5} (?:ubrig|noch|bleiben)|wie ?viele (?:bleiben|hab\w* (?:ich|wir) noch)|combien (?:il )?(?:en |m'en |nous en )?(?:reste|restent)(?:-t-il)?|combien (?:de |d')[a-z]+ (?:il )?(?:me |nous )?reste\w*|cuant[oa]s (?:[a-z]+ )?(?:me |nos )?(?:queda\w*|sobra\w*))\b"
)
OTHER_MEASURE = re.compile(  # numbers of times, ages and staff
    r"[- ]?(?:min(?:ute)?s?|mins|hours?|hrs?|h|days?|weeks?|months?|years?(?: old)?|yrs?|km|miles?|staff|employees?|workers?|helpers?|colleagues?|bakers?|kids|children|sons|daughters|brothers|sisters|"
    r"minuten|stunden|tage?n?|wochen|monate?n?|jahre?(?: alt)?|mitarbeiter\w*|angestellte\w*|kinder\w*|minutes|heures?|jours?|semaines?|mois|ans?|employes|enfants|minutos|horas?|dias?|semanas?|meses|anos?|empleados|hijos)\b"
)


POSSESSES = re.compile(
    r"(?:\A|[.;!,] ?|\b(?:and|but|und|aber|et|mais|y|pero) )(?:(?:i|we|he|she|they|ich|wir|er|sie|il|elle|j'|je|on|[a-z']+ [a-z]+) ?(?:also |auch |aussi |tambien )?(?:has|have|had|owns?|keeps?|kept|hat|habe|haben|hatte|besitzt|a|ai|avons|possede|tiene|tengo|tenemos|tambien tiene)(?: got)?(?: also| auch| aussi| tambien)?) (?:about )?\Z"
)


def is_other_possession(text: str, one: Amount, asked: "re.Match[str] | None") -> bool:
    """Return whether a number tells what somebody has of another thing than is asked for: "she also has 5 hens"."""
    noun = re.match(r" (?:[a-z]+ )?(?P<what>[a-z]{3,20})(?= ?[.,;!?]|\Z| (?:and|und|et|y|too|auch)\b)", text[one.end :])
    if asked is None or noun is None or POSSESSES.search(text[: one.start]) is None:
        return False
    return re.search(rf"\b{noun['what'][:4]}", text[: one.start] + " " + text[one.end + noun.end() :]) is None


def left_of_groups(text: str, language: str) -> Problem:
    """Return what is left of groups of counted things after losses, each a number or a part of all; ages and times only tell."""
    asked = HOW_MANY_LEFT.search(text)
    amounts = amounts_of(text)
    parts = list(PART_TAKEN.finditer(text))
    inside = [one for one in amounts if any(part.start() <= one.start < part.end() for part in parts)]
    told = [one for one in amounts if one not in inside and not OTHER_MEASURE.match(text, one.end)]
    told = [one for one in told if not is_other_possession(text, one, asked)]
    if any(POSSESSES.search(text[: one.start]) for one in told[2:]):
        return Problem("")
    if asked is None or any(one.share for one in amounts) or not 2 <= len(told) <= 6 or len(parts) > 1:
        return Problem("")
    count, size = told[0], told[1]
    if not GROUP_OF.fullmatch(text[count.end : size.start]) or TOLD_NOT.search(text) or GAINED.search(text, size.end):
        return Problem("")
    steps = sorted(
        [(one.start, in_dozens(text, one)) for one in told[2:]] + [(part.start(), part_text(part)) for part in parts]
    )
    whole = f"{count.text} * {in_dozens(text, size)}"
    made, at = whole, size.end
    for place, (start, step) in enumerate(steps):
        stop = steps[place + 1][0] if place + 1 < len(steps) else asked.start()
        if start > asked.start() or not LOST.search(text[at:stop]) or (parts and place and start == parts[0].start()):
            return Problem("")
        made += f" - {step} * ({whole})" if "/" in step else f" - {step}"
        at = start
    return Problem(made, (LOST, HOW_MANY_LEFT, PART_TAKEN, OF_ALL, IN_DOZENS)) if steps else Problem("")


IN_DOZENS = re.compile(r" (?:dozens?|dutzend|douzaines?|docenas?)\b")


def in_dozens(text: str, one: Amount) -> str:
    """Return a number of things, which may be counted in dozens."""
    return f"{one.text} * 12" if IN_DOZENS.match(text, one.end) else one.text


OF_ALL = re.compile(r"\b(?:of|from) (?:all|the|them)\b|\b(?:aller|davon|de tou(?:s|tes)|de tod[oa]s)\b")

MONTHS_TOLD = re.compile(
    r" ?(?:months?|monthly (?:payments|instal\w+)|mois|monat\w*|raten|mensualites|meses|cuotas|instal\w+|payments)\b"
)
PAID_MONTHLY = re.compile(
    r"\b(?:monthly (?:payments?|rates?|instal\w+)(?: (?:of|is|are))?|instal\w+ of|mensualites?(?: de| est de)?|monatsraten?(?: von| ist| betragt)?|(?:monatliche )?raten?(?: von| betragt| ist)?|cuotas?(?: mensual(?:es)?)?(?: de| es)?|pa(?:y|ying|id)|zahle|paie|pago) ?:? ?[€$£]?\Z"
)
PAID_A_MONTH = re.compile(
    rf"{CURRENCY_GAP} ?(?:/|an?|per|each|every|pro|im|par|al|por|cada) ?(?:month|monat|mois|mes)\b"
)
INTEREST_SOUGHT = re.compile(
    r"\b(?:interest|zinsen|interets?|intereses|(?:total )?cost of (?:the )?(?:loan|credit)|kreditkosten|cout (?:total )?du (?:pret|credit)|coste del (?:prestamo|credito))\b"
)
LOAN_WORD = re.compile(r"\b(?:loan|borrow\w*|credit|kredit|darlehen|pret|emprunt\w*|prestamo|credito|mortgage)\b")


def interest_of_loan(text: str, language: str) -> Problem:
    """Return the interest of a loan by its sum, its monthly payment and the number of months."""
    amounts = amounts_of(text)
    if len(amounts) != 3 or any(one.share for one in amounts) or TOLD_NOT.search(text):
        return Problem("")
    if not (LOAN_WORD.search(text) and INTEREST_SOUGHT.search(text)):
        return Problem("")
    months = [one for one in amounts if MONTHS_TOLD.match(text, one.end) and one.text.isdigit()]
    paid = [
        one
        for one in amounts
        if one not in months and (PAID_MONTHLY.search(text[: one.start]) or PAID_A_MONTH.match(text, one.end))
    ]
    if len(months) != 1 or len(paid) != 1:
        return Problem("")
    loan = next(one for one in amounts if one not in (months[0], paid[0]))
    if decimal_of(loan.text, language) < decimal_of(paid[0].text, language):
        return Problem("")
    words = (INTEREST_SOUGHT, LOAN_WORD, MONTHS_TOLD, PAID_WORDS)
    return Problem(f"{months[0].text} * {paid[0].text} - {loan.text.replace(' ', '')}", words)


PAID_WORDS = re.compile(
    r"\b(?:monthly|payments?|mensualites?|monatsraten?|raten?|cuotas?|total|insgesamt|au total|en total|pay|paie|pago|zahle)\b"
)

WITHHELD = re.compile(r"\b(?:withh\w+|retencion\w*|irpf|retenue\w*|einbehalt\w*|quellensteuer|abzugsteuer)\b")
ADDED_TAX = re.compile(r"\b(?:vat|gst|sales tax|iva|tva|mwst|mehrwertsteuer|umsatzsteuer|ust)\b")
TAX_BEHIND = re.compile(rf" ?(?:de |of |for |in )?(?:the |la |el |sales )?{ADDED_TAX.pattern}")
HELD_BEHIND = re.compile(rf" ?(?:de |of |for |in )?(?:the |la |el |l')?{WITHHELD.pattern}")
ON_TOTAL = re.compile(
    r"(?<!no )(?<!not )(?<!nicht )(?<!pas )\b(?:on the total|sobre el total|auf den gesamt\w*|auf das brutto|sur le total)\b"
)


def invoice_with_withholding(text: str, language: str) -> Problem:
    """Return what is paid of a base with a tax on top and a tax withheld of the base."""
    del language
    amounts = amounts_of(text)
    shares, plain = [one for one in amounts if one.share], [one for one in amounts if not one.share]
    added, held = ADDED_TAX.search(text), WITHHELD.search(text)
    if len(shares) != 2 or len(plain) != 1 or added is None or held is None or ON_TOTAL.search(text):
        return Problem("")
    named = [one for one in shares if TAX_BEHIND.match(text, one.end)]
    kept_named = [one for one in shares if HELD_BEHIND.match(text, one.end)]
    if len(named) != 1 and len(kept_named) != 1:
        named = sorted(shares, key=lambda one: abs(one.start - added.start()))[:1]
    tax = named[0] if len(named) == 1 else next(one for one in shares if one not in kept_named)
    kept = next(one for one in shares if one is not tax)
    base = plain[0].text
    made = f"{base} * (1 + {tax.text} / 100 - {kept.text} / 100)"
    return Problem(made, (WITHHELD, ADDED_TAX, ON_BASE, ITEM_BILL_ASKED))


ON_BASE = re.compile(
    r"\b(?:(?:no|not|nicht|pas) )?(?:on|sobre|auf|sur) (?:the|la|el|den|die|le) (?:base|total|net\w*|betrag)\b|\b(?:cobro|recibo|luego|menos)\b"
)

COUNTS_MORE = re.compile(
    r"\b(?:the |der |die |das |le |la |el )?(?P<which>last|final|first|second|third|letzte|erste|zweite|dritte|derniere?|premiere?|deuxieme|ultim[oa]|primer[oa]?|segund[oa])(?: (?:one|1|mark|grade|score|exam|test|result|note|klausur|arbeit|nota|examen))? (?:counts?|weighs?|is (?:worth|weighted)|zahlt|compte|vaut|cuenta|vale)(?: for)?(?: el| le)? (?P<times>double|twice|triple|three times|doppelt|zweifach|dreifach|triple|doble|2 times|3 times|2x|3x|2 mal|2 fois|2 veces)\b"
)
MEAN_WISHED = re.compile(
    r"\b(?:average|mean|gpa|schnitt|durchschnitt\w*|mittelwert|moyenne|media|promedio|nota media|grade)\b"
)


def mean_with_double(text: str, language: str) -> Problem:
    """Return the mean of listed numbers of which one counts more than once."""
    del language
    more = COUNTS_MORE.search(text)
    if more is None or not MEAN_WISHED.search(text):
        return Problem("")
    amounts = [one for one in amounts_of(text) if not more.start() <= one.start < more.end()]
    if not 2 <= len(amounts) <= 12 or any(one.share for one in amounts):
        return Problem("")
    gaps = [text[one.end : other.start] for one, other in pairwise(amounts)]
    if not all(re.fullmatch(r"(?:,|;| /)? ?(?:and |und |et |y )?", gap) for gap in gaps):
        return Problem("")
    word = more["which"]
    stems = (
        ("last", -1),
        ("final", -1),
        ("letzt", -1),
        ("dern", -1),
        ("ultim", -1),
        ("se", 1),
        ("zw", 1),
        ("deux", 1),
        ("th", 2),
        ("dr", 2),
    )
    place = next((at for stem, at in stems if word.startswith(stem)), 0)
    if place >= len(amounts):
        return Problem("")
    times = 3 if re.match(r"tri|thr|drei|3", more["times"]) else 2
    own = amounts[place].text
    rest = " + ".join(one.text for one in amounts if one is not amounts[place])
    made = f"({rest} + {times} * {own}) / {len(amounts) - 1 + times}"
    return Problem(made, (COUNTS_MORE, MEAN_WISHED))


ITEM_BILLS = (mean_with_double, interest_of_loan, left_of_groups, bill_of_items)


def item_bill(text: str, language: str) -> Problem:
    """Return the problem of a plain text, with an empty expression for a text of another kind."""
    return first_problem(ITEM_BILLS, text, language)
