"""Sums of a household: unequal shares, metered bills, change of a purchase, habits and subscriptions over a year.

Each reads every number of a message; what was assumed on the way (52 weeks, a year's use) is told in a note.
"""

import re
from collections.abc import Callable
from itertools import pairwise

from config.builtins.calculator.consumed import Problem, first_problem
from config.builtins.calculator.measured_amounts import quantities_of
from config.builtins.calculator.purchases import ROLE, Amount, amounts_of
from config.builtins.calculator.stories import ITEM, SINGLE, TOTAL, items_of
from config.builtins.calculator.word_problems import CHANGE, PAYS_WITH
from config.builtins.wording import fill_in

MONEY_BEHIND = r"(?: ?(?:€|\$|£|euros?|eur|dollars?|usd|pounds?|gbp|chf|francs?|franken|bucks|quid))?"
PERIOD = (
    r"(?:(?P<day>days?|daily|tag|taglich|jour|dia)|(?P<week>weeks?|weekly|woche|wochentlich|semaine|semana)|"
    r"(?P<month>months?|monthly|monat|monatlich|mois|mes|mensuel\w*|mensual\w*)|(?P<year>years?|yearly|annual(?:ly)?|jahr|jahrlich|an|annee|ano|anual\w*))\b"
)
EACH_PERIOD = re.compile(
    rf" ?(?:an?|per|each|every|in an?|pro|im|am|in der|die|je|jede[nrms]?|par|chaque|au|al?|a la|por|cada|/)? ?{PERIOD}"
)
OVER_PERIOD = re.compile(  # what is asked for: "in a year", "das Jahr", "par an"
    rf"\b(?:an?|per|each|in an?|in one|in 1|for an?|for the|over an?|over the|the(?: whole| full)?|this|pro|im|in einem|in 1|(?:fur )?das(?: ganze)?|furs(?: ganze)?|aufs|par|en un|en une|en 1|sur un|pour l'|l'|al|por|en el|cada|por el|el) ?{PERIOD}|\b(?:yearly|annually|annual|jahrlich|annuel\w*|anual\w*|monthly|monatlich)\b"
)
ASKED = re.compile(
    r"\b(?:how much|what(?:'?s| is| do| does| will| would)?|was|wie ?viel\w*|combien|cuanto|cuanta|que|quel\w*|total\w*|cost|kostet|kosten)\b"
)
SIZES = {("week", "year"): "52", ("month", "year"): "12", ("day", "year"): "365", ("week", "month"): "52 / 12", ("day", "week"): "7"}  # fmt: skip
WEEKS_NOTE = {
    "en": "I counted 52 weeks for a year.", "de": "Gerechnet mit 52 Wochen im Jahr.",
    "fr": "J'ai compté 52 semaines par an.", "es": "He contado 52 semanas por año.",
}  # fmt: skip

REST_SHARED = re.compile(
    r"\b(?:the )?(?:rest|remainder|remaining(?: amount)?|balance)\b[^.?!;\d]{0,20}?\b(?:split\w*|shared?|divided?|halved|equally|evenly)\b|\b(?:split|share|divide) (?:the )?(?:rest|remainder)\b"
    r"|\b(?:den |der |das )?rest\b[^.?!;\d]{0,25}\b(?:teil\w*|geteilt|aufgeteilt|halftig)\b|\bteilen\b[^.?!;\d]{0,30}\brest\b"
    r"|\b(?:le )?reste\b[^.?!;\d]{0,20}\b(?:partag\w*|divis\w*)\b|\b(?:partag\w*|divis\w*) (?:le )?reste\b"
    r"|\b(?:el )?resto\b[^.?!;\d]{0,20}\b(?:repart\w*|divid\w*|a medias)\b|\b(?:repart\w*|divid\w*) (?:el )?resto\b"
)
PAYS_SHARE = re.compile(
    r"\b(?:pays?|paying|covers?|chips? in|owes?|gives?|contributes?|puts? in|zahlt|bezahlt|ubernimmt|gibt|paie|paye|verse|donne|paga|pone|aporta)\b(?: (?:only|just|nur|bloss|seulement|solo))?[^.?!;\d]{0,12}[€$£]?\Z"
)
SHARERS_NAMED = re.compile(
    r"\b(?:between|among|by|zwischen|unter|entre) (?P<names>(?:my )?[a-z'-]+(?:(?:, | and | und | et | y | & |, and )(?:my |mein\w* |ma |mon |mi )?[a-z'-]+)+)"
)
OTHERS_COUNTED = re.compile(
    r"\b(?:the )?(?:other|remaining|anderen|ubrigen|autres|otros|otras) (?P<behind>\d{1,2})\b|\b\bteilen (?:sich )?wir (?P<we>\d{1,2})\b|\b(?P<before>\d{1,2}) (?:others|anderen|ubrigen|autres|otros|otras)\b"
)
GROUP_COUNTED = re.compile(
    r"\b(?P<of>\d{1,2}) (?:of us|people|persons?|friends|flat ?mates|room ?mates|housemates|tenants|von uns|personen|leute|mitbewohner\w*|personnes|colocs?|colocataires|amis|personas|amigos|companeros)\b|\b(?:wir sind(?: zu)?|uns|we are|we're|on est|nous sommes|somos|a) (?P<are>\d{1,2})\b(?! ?(?:%|percent|prozent))"
)
SHARES_NOTE = {
    "en": "First the share that is told, then what each of the other {count} pays.",
    "de": "Zuerst der genannte Anteil, dann was jede der anderen {count} Personen zahlt.",
    "fr": "D'abord la part indiquée, puis ce que paie chacun des {count} autres.",
    "es": "Primero la parte indicada, luego lo que paga cada uno de los otros {count}.",
}


def unequal_shares(text: str, language: str) -> Problem:
    """Return the share that one of some people pays, and that of each of the others; none for other messages."""
    split = REST_SHARED.search(text)
    if split is None or ROLE.search(text):
        return Problem("")
    counts = [match for pattern in (OTHERS_COUNTED, GROUP_COUNTED) for match in pattern.finditer(text)]
    counted = {match.start(match.lastgroup or 0) for match in counts}
    amounts = [one for one in amounts_of(text) if one.start not in counted]
    told = [one for one in amounts if PAYS_SHARE.search(text[: one.start])]
    sums = [one for one in amounts if one not in told and not one.share]
    others = others_of(text, counts)
    if len(amounts) != 2 or len(told) != 1 or len(sums) != 1 or others < 1:
        return Problem("")
    own = f"{told[0].text} % of {sums[0].text}" if told[0].share else told[0].text
    rest = f"({sums[0].text} - {told[0].text}{' %' if told[0].share else ''}) / {others}"
    words = (REST_SHARED, PAYS_WORDS, SHARERS_NAMED, OTHERS_COUNTED, GROUP_COUNTED)
    note = fill_in(SHARES_NOTE[language], count=others)
    return Problem(f"{own} ; {rest}" if told[0].share else rest, words, note if told[0].share else "")


PAYS_WORDS = re.compile(r"\b(?:only|just|nur|bloss|seulement|solo|each|everyone\w*|jede[rn]?|chacune?|cada un[oa])\b")


def others_of(text: str, counts: list["re.Match[str]"]) -> int:
    """Return how many share the rest: as they are named or counted, or all of a group but one; 0 where that is not clear."""
    found = set()
    if (named := SHARERS_NAMED.search(text)) is not None:
        found.add(len(re.split(r", and |, | and | und | et | y | & ", named["names"])))
    for match in counts:
        is_group = "of" in match.groupdict()
        number = int(next(filter(None, match.groups())))
        found.add(number - 1 if is_group else number)
    return found.pop() if len(found) == 1 else 0


METERED_UNIT = r"(?:kwh|kilowatt ?hours?|kilowattstunden?|m3|cubic met(?:er|re)s?|kubikmeter|metres? cubes?|metros? cubicos?|gb|minutes?|minuten?|minutos?|km|kilometers?|kilometres?|kilometer|kilometros?|miles?|litres?|liters?|liter|litros?)"
METERED_RATE = re.compile(
    rf"(?P<cents> ?(?:cents?|ct|centimos?|centimes?|c|p|pence))?{MONEY_BEHIND} ?(?:/|an?|per|each|pro|je|die|par|le|por|el) ?(?P<unit>{METERED_UNIT})\b"
)
METERED_USE = re.compile(rf" ?(?P<unit>{METERED_UNIT})\b")
FIXED_FEE = r"(?:(?:monthly |daily |fixed |base |basic |flat |standing )*(?:fee|charge|rate|rental)|grund(?:gebuhr|preis|betrag)|monatsgebuhr|zahlergebuhr|abo(?:nnement)?|abschlag|forfait|frais fixes|cuota(?: fija)?|termino fijo|tarifa fija|base)"
FEE_WORDS = re.compile(rf"\b{FIXED_FEE}\b")
USE_NOTE = {
    "en": "Read as the use of one year and {count} fees.", "de": "Gelesen als Verbrauch eines Jahres und {count} Gebühren.",
    "fr": "Lu comme la consommation d'une année et {count} abonnements.", "es": "Leído como el consumo de un año y {count} cuotas.",
}  # fmt: skip


def metered_bill(text: str, language: str) -> Problem:
    """Return the bill for what a meter counted at a rate, with a fixed fee for the time that is asked; none for others."""
    amounts = amounts_of(text)
    rates = [(one, match) for one in amounts if (match := METERED_RATE.match(text, one.end))]
    uses = [(one, match) for one in amounts if (match := METERED_USE.match(text, one.end))]
    if len(amounts) != 3 or len(rates) != 1 or len(uses) != 1 or any(one.share for one in amounts):
        return Problem("")
    rate, use = rates[0], uses[0]
    fee = next(one for one in amounts if one not in (rate[0], use[0]))
    near = text[max(0, fee.start - 30) : fee.end + 45]
    if singular_unit(rate[1]["unit"]) != singular_unit(use[1]["unit"]) or not FEE_WORDS.search(near):
        return Problem("")
    asked = asked_period(text, fee.end if fee.start > use[0].start else use[1].end())
    if asked == "year" and PART_OF_YEAR.search(text):
        return Problem("")
    each = period_behind(text, fee.end, f"{MONEY_BEHIND}(?: (?:of )?{FIXED_FEE})?") or fee_period(text, fee)
    times = "1" if each in ("", asked) else SIZES.get((each, asked), "")
    if (each and not asked) or not times or period_behind(text, use[1].end(), "") not in ("", asked):
        return Problem("")
    price = f"{rate[0].text} / 100" if rate[1]["cents"] else rate[0].text
    words = (METERED_RATE, METERED_USE, FEE_WORDS, EACH_PERIOD, OVER_PERIOD, ASKED)
    note = fill_in(USE_NOTE[language], count=times) if asked == "year" and times != "1" else ""
    fees = fee.text if times == "1" else f"{times} * {fee.text}"
    return Problem(f"{use[0].text} * {price} + {fees}", words, note)


PART_OF_YEAR = re.compile(  # "3100 kWh last month" is no use of a year
    r"\b(?:last|this|past|previous|in one|letzten?|diesen?|vorigen|dernier|ce|ultimo|este|pasado) (?:month|week|quarter|winter|summer|monat|woche|quartal|mois|semaine|trimestre|mes|semana)\b|\b(?:mois|mes|semaine|semana) (?:dernier|derniere|pasad[oa])\b|\b(?:january|february|march|april|may|june|july|august|september|october|november|december|januar|februar|marz|juni|juli|oktober|dezember)\b"
)


def singular_unit(name: str) -> str:
    """Return the first letters of a unit that a meter counts, which tell one from another."""
    return {"kil": "kwh" if "watt" in name else "km", "cub": "m3", "kub": "m3", "met": "m3"}.get(name[:3], name[:3])


def period_of_match(match: "re.Match[str] | None") -> str:
    """Return "day", "week", "month" or "year" of a match of a period, "" for none."""
    if match is None:
        return ""
    name = next((name for name in ("day", "week", "month", "year") if match[name]), "")
    return name or ("month" if match.group().startswith("m") else "year")


def period_behind(text: str, start: int, between: str) -> str:
    """Return the period that stands behind a place, with such words between; "" for none."""
    gap = re.compile(between).match(text, start)
    return period_of_match(EACH_PERIOD.match(text, gap.end() if gap else start))


def fee_period(text: str, fee: Amount) -> str:
    """Return the period in front of a fee: "monthly fee 11.90"; "" for none."""
    ahead = re.search(rf"{PERIOD}[^.?!,;\d]{{0,25}}\Z", text[max(0, fee.start - 45) : fee.start])
    return period_of_match(ahead)


def asked_period(text: str, start: int) -> str:
    """Return the period that a question behind a place asks for, "" for none."""
    first = ASKED.search(text, start)
    found = [match for match in OVER_PERIOD.finditer(text, start) if first and match.start() > first.start()]
    return period_of_match(found[-1]) if found else ""


PAID_WITH = re.compile(
    r"\b(?:with|using|gave|hand(?:ed)?(?: (?:him|her|them|over))?|mit|gebe|gab|avec|donne|con|doy|di|entregue)(?: (?:the cashier|her|him|them))?(?: (?:an?|eine[mnr]?|une?|una?|my|meinem))?(?: (?:note|bill|schein|billet|billete)(?: of| de| von)?)? ?[€$£]?\Z"
)
GIVEN_BACK = re.compile(r"\b(?:devolver\w*|devuelv\w*|rendre|rend\w*|get back|zuruck\w*|herausbekomm\w*|raus)\b")


def change_of_purchase(text: str, language: str) -> Problem:
    """Return what is given back of a note for several things with their prices; none for other messages."""
    del language
    found = quantities_of(text)
    if not 3 <= len(found) <= 8 or not (CHANGE.search(text) or GIVEN_BACK.search(text)) or not PAYS_WITH.search(text):
        return Problem("")
    notes = [one for one in found if PAID_WITH.search(text[: one.start])]
    rest = [one for one in found if one not in notes]
    if len(notes) != 1 or any(one.kind not in ("plain", "money") for one in found) or SPLIT_WORDS.search(text):
        return Problem("")
    items = list(items_of(text, rest))
    if "" in items or not items:
        return Problem("")
    return Problem(f"{notes[0].text} - ({' + '.join(items)})", (CHANGE, GIVEN_BACK, PAYS_WITH, ITEM, SINGLE, TOTAL))


SPLIT_WORDS = re.compile(
    r"\b(?:split\w*|shar\w*|half|halves|discount|off|tip|teil\w*|halfte|rabatt|partag\w*|moitie|remise|repart\w*|mitad|descuento|propina)\b"
)

ADDS = re.compile(
    r"\b(?:add(?: up| together)?|sum(?: up)?|total(?: up)?|addiere|rechne|zahle|summiere|additionne\w*|ajoute\w*|suma)\b:? ?\Z"
)
LIST_GAP = re.compile(r"(?:,? (?:and|und|et|y|plus|&) |, ?| ?\+ ?| )[€$£]?")
THEN_SPLIT = re.compile(
    r"\b(?:then |and |dann |und |puis |et |luego |y )*(?:split|divide|share|teile?|partage\w*|divise\w*|reparte|divide)(?: (?:it|that|them|the (?:total|sum|result)|es|das|die summe|le tout|la somme|lo|el total|up|evenly))*"
    r" (?:by|between|among|into|in|durch|auf|unter|par|entre|en) \Z"
)


def sum_then_split(text: str, language: str) -> Problem:
    """Return a sum of listed numbers, and what each of some gets of it; none for other messages."""
    del language
    amounts = amounts_of(text)
    if len(amounts) < 3 or any(one.share for one in amounts) or not ADDS.search(text[: amounts[0].start]):
        return Problem("")
    *listed, last = amounts
    gaps = (text[one.end : other.start] for one, other in pairwise(listed))
    is_list = len(listed) > 1 and all(LIST_GAP.fullmatch(gap) for gap in gaps)
    link = re.sub(
        r"\A(?: ?(?:€|\$|£|euros?|dollars?))?,? ?(?:together|zusammen|ensemble)?,? ?",
        "",
        text[listed[-1].end : last.start],
    )
    if not is_list or not THEN_SPLIT.fullmatch(link) or not last.text.isdigit():
        return Problem("")
    total = " + ".join(one.text for one in listed)
    return Problem(f"{total} ; ({total}) / {last.text}", (ADD_WORDS, THEN_WORDS))


ADD_WORDS = re.compile(r"\b(?:add(?: up| together)?|sum(?: up)?|total)\b")
THEN_WORDS = re.compile(r"\b(?:then|split|divide|share|people|ways|personen|leute|personnes|personas)\b")

TIMES_A_PERIOD = re.compile(
    r" ?(?:days|times|x|evenings|mornings|tage|tagen|mal|jours|fois|dias|veces) (?:an?|per|each|every|pro|die|in der|im|par|por|a la|al) "
    + PERIOD
)
ONCE_OR_TWICE = re.compile(r"\b(?:twice|zweimal|once|einmal) (?:an?|per|pro|die|in der|im) " + PERIOD)


def habit_over_period(text: str, language: str) -> Problem:
    """Return what a price that is paid on some days of a week makes over a month or year; none for other messages."""
    amounts = amounts_of(text)
    counts = [(one, match) for one in amounts if (match := TIMES_A_PERIOD.match(text, one.end))]
    if len(amounts) != 2 or len(counts) != 1 or any(one.share for one in amounts) or OTHER_RHYTHM.search(text):
        return Problem("")
    count, match = counts[0]
    price = next(one for one in amounts if one is not count)
    behind = re.compile(MONEY_BEHIND).match(text, price.end)
    if (
        not IS_PRICE.search(text[: price.start])
        and not (behind and behind.group())
        and "." not in price.text
        and "," not in price.text
    ):
        return Problem("")
    own, asked = period_of_match(match), asked_period(text, max(price.end, match.end()))
    size = SIZES.get((own, asked), "1" if own == asked else "")
    if not size or COUNTED_THING.match(text, behind.end() if behind else price.end):
        return Problem("")
    words = (TIMES_A_PERIOD, OVER_PERIOD, ASKED)
    note = WEEKS_NOTE[language] if "52" in size else ""
    return Problem(f"{price.text} * {count.text}" + (f" * {size}" if size != "1" else ""), words, note)


IS_PRICE = re.compile(r"(?:[€$£] ?|\b(?:spend\w*|spent|pay\w*|costs?|ausgeb\w*|gebe|zahle|kostet|depense|paie|coute|gasto|pago|cuesta) (?:about |only |etwa |around )?)\Z")  # fmt: skip
COUNTED_THING = re.compile(r" ?(?:min\w*|hours?|h|km|miles?|pages?|kg|g|ml|l|litres?|liters?|calories|kcal)\b")
OTHER_RHYTHM = re.compile(
    r"\b(?:except|without|weeks? (?:off|of)|holiday\w*|vacation|average|save|half|twice|urlaub|ohne|sans|sin|each of|per person|years|jahre|annees|anos)\b"
)


PRICE_TEXT = re.compile(r"[.,]\d\d\Z")
SUBSCRIPTION_GAP = re.compile(
    rf"{MONEY_BEHIND}(?:{EACH_PERIOD.pattern})?(?:,? (?:and|und|et|y|plus|&) |, ?| ?\+ ?| )(?:for )?(?:[a-z+'-]+ ){{0,3}}[€$£]?"
)


def subscriptions_together(text: str, language: str) -> Problem:
    """Return what several amounts for one period make over a longer one; none for other messages."""
    del language
    amounts = amounts_of(text)
    if not 2 <= len(amounts) <= 8 or any(one.share for one in amounts) or OTHER_RHYTHM.search(text):
        return Problem("")
    own = period_behind(text, amounts[-1].end, MONEY_BEHIND)
    gaps = [text[one.end : other.start] for one, other in pairwise(amounts)]
    if not all(SUBSCRIPTION_GAP.fullmatch(gap) for gap in gaps) or not all(
        PRICE_TEXT.search(one.text) for one in amounts
    ):
        return Problem("")
    if any(period_behind(text, one.end, MONEY_BEHIND) not in ("", own) for one in amounts):
        return Problem("")
    size = SIZES.get((own, asked_period(text, amounts[-1].end)), "")
    if not size or re.search(
        r"\b(?:each|jeweils|chacune?|cada un[oa]|difference|cheaper|unterschied|more|less|mehr|weniger|second|first|only)\b",
        text,
    ):
        return Problem("")
    total = " + ".join(one.text for one in amounts)
    return Problem(f"({total}) * {size}", (EACH_PERIOD, OVER_PERIOD, ASKED, TOTAL))


REPEATED = re.compile(
    r"\b(?P<word>twice|zweimal|deux fois|dos veces|thrice|dreimal|trois fois|tres veces)\b|\b(?P<count>\d{1,2}) ?(?:times|mal|fois|veces|(?:years|months|times|jahre|monate|ans|mois|anos|meses) (?:in a row|running|straight|hintereinander|in folge|de suite|d'affilee|seguid[oa]s))\b"
)
MORE_OR_LESS = re.compile(
    r"\b(?:(?P<up>rais\w*|increas\w*|went up|goes up|gone up|go up|rose|risen|grew|grown|higher|erhoh\w*|gestiegen|steigt|stieg|augment\w*|monte|subi\w*|aument\w*|incremen\w*)"
    r"|(?P<off>reduc\w*|cut|lowered|decreas\w*|dropp?ed|drops|fell|fallen|went down|goes down|gesenkt|reduzier\w*|gesunken|gefallen|sank|baiss\w*|redui\w*|rebaj\w*|baj\w*|reduj\w*))\b"
)
REPEATED_NOTE = {
    "en": "Each change counts from the result before.", "de": "Jede Änderung zählt vom Ergebnis davor.",
    "fr": "Chaque changement part du résultat précédent.", "es": "Cada cambio parte del resultado anterior.",
}  # fmt: skip


def repeated_change(text: str, language: str) -> Problem:
    """Return an amount after several changes by the same percentage; none for other messages."""
    times = list(REPEATED.finditer(text))
    moves = {match.lastgroup for match in MORE_OR_LESS.finditer(text)}
    if len(times) != 1 or len(moves) != 1 or EACH_PERIOD.match(text, times[0].end()) or BACKWARDS.search(text):
        return Problem("")
    amounts = [one for one in amounts_of(text) if one.start != times[0].start("count")]
    shares, plain = [one for one in amounts if one.share], [one for one in amounts if not one.share]
    if len(shares) != 1 or len(plain) != 1:
        return Problem("")
    word = times[0]["word"] or ""
    count = times[0]["count"] or ("2" if word.startswith(("tw", "zw", "de", "do")) else "3")
    sign = "-" if moves == {"off"} else "+"
    made = f"{plain[0].text} * (1 {sign} {shares[0].text} / 100) ^ {count}"
    return Problem(made, (REPEATED, MORE_OR_LESS, ASKED), REPEATED_NOTE[language])


BACKWARDS = re.compile(
    r"\b(?:(?:now|jetzt|maintenant|ahora|after(?: that)?|is) (?:at |bei )?[€$£]?\d|before|originally|was it|used to|vorher|ursprunglich|avant|antes|to \d|auf \d|compared|percent(?:age)? in total|how many percent|wie viel prozent|how much more|wie viel mehr)\b"
)

HOUSEHOLD: tuple[Callable[[str, str], Problem], ...] = (
    unequal_shares, metered_bill, change_of_purchase, sum_then_split, habit_over_period, subscriptions_together, repeated_change,
)  # fmt: skip


def household_sum(text: str, language: str) -> Problem:
    """Return the problem of a plain text, with an empty expression for a text of another kind."""
    return first_problem(HOUSEHOLD, text, language)
