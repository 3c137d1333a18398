"""Situations of work and home that are one small calculation: overtime, a meter, a trip's fuel, a budget, a mixture, offers of "3 for 2".

Each solver takes every number of the message, with the words that say what it is; any other number is another problem.
"""

import re
from collections.abc import Sequence
from itertools import pairwise

from config.builtins.calculator.consumed import Problem, first_problem
from config.builtins.calculator.household_sums import MONEY_BEHIND
from config.builtins.calculator.purchases import Amount, amounts_of
from config.builtins.wording import decimal_of

HOURS = r"(?:h|hrs?|hours?|std|stunden?|heures?|horas?)"
OVERTIME = re.compile(r"\b(?:overtime|over ?time|extra hours|uberstunden?|heures? sup\w*|horas extras?)\b")
OVERTIME_FACTOR = re.compile(
    r"\b(?:(?:at )?time and (?:a )?(?P<half>half)|(?:at )?(?P<half4>one and a half times|anderthalbfach\w*|eineinhalbfach\w*|1,5-?fach\w*)|(?P<half2>1[.,]5) ?(?:x|times)|(?:at |x ?)(?P<half3>1[.,]5)\b|(?P<double>double(?: time)?|doppelt\w*|zweifach\w*|al doble|el doble)|(?P<triple>triple(?: time)?|dreifach\w*|al triple)|(?P<more>\d{1,3}) ?(?:%|percent|prozent|pour ?cent|por ciento) (?:extra|more|bonus|premium|(?:uberstunden)?zuschlag|mehr|aufschlag|de plus|en plus|de majoration|mas|de recargo)|majore\w* (?:de |a )?(?P<more2>\d{1,3}) ?(?:%|pour ?cent))"
)
HOURLY = re.compile(
    rf"\b(?:hourly(?: rate| wage| pay)?|(?:an?|per|each|die|pro|par|de l'|por|la|/) ?(?:hour|hr|h|stunde|std|heure|hora)|stundenlohn|taux horaire|wage|rate)\b|/ ?{HOURS}\b"
)
PAY_WORDS = re.compile(r"\b(?:gross|brutto|brut|bruto|pay|paid|earn\w*|wage|hourly|worked|work|did|made)\b")


def overtime_pay(text: str, _: str) -> Problem:
    """Return the pay of usual hours and of overtime hours at a higher rate."""
    found, factor = OVERTIME.search(text), OVERTIME_FACTOR.search(text)
    if found is None or factor is None or (rate_word := HOURLY.search(text)) is None:
        return Problem("")
    amounts = [one for one in amounts_of(text) if not factor.start() <= one.start < factor.end()]
    extra = [one for one in amounts if re.match(rf" ?(?:{HOURS} )?(?:of )?(?:{OVERTIME.pattern})", text[one.end :])]
    usual = [
        one
        for one in amounts
        if one not in extra and re.match(rf" ?(?:usual |normal |regular )?{HOURS}\b", text[one.end :])
    ]
    rates = [one for one in amounts if one not in extra and one not in usual]
    if [len(extra), len(usual), len(rates)] != [1, 1, 1] or abs(rates[0].start - rate_word.start()) > 25:
        return Problem("")
    times = factor_text(factor)
    rate, hours, more = rates[0].text, usual[0].text, extra[0].text
    return Problem(f"{hours} * {rate} + {more} * {times} * {rate}", (OVERTIME, OVERTIME_FACTOR, HOURLY, PAY_WORDS))


RATE_LEAD = re.compile(
    r"(?:\b(?:at|for|@|x|zu|fur|je|a|por|earn|paid|pays?|get|make|verdiene|bekomme|gagne|gano|cobro|(?:wage|rate|stundenlohn|taux)(?: is| of| ist| von)?)|@|[€$£]) ?(?:me |us )?[€$£]?\Z"
)
HOURS_OVER = re.compile(
    r"\b(?:over|above|after|beyond|past|ab|uber|au-dela de|au dessus de|mas de|a partir de)(?: the first| den ersten| der)? \Z"
)
HOURS_INSIDE = re.compile(
    r"\b(?:(?:the )?(?:last|first)|of (?:which|them|those),?|davon|(?:die )?(?:letzten|ersten)|dont|les (?:dernieres|premieres)|de l[oa]s cuales|las ultimas|las primeras) \Z"
)
PAID_NOT = re.compile(
    r"%|\b(?:(?<!before )tax(?!ed)|deduct\w*|net|netto|break|unpaid|tip|steuer|abzug\w*|pause|impot\w*|charges|impuesto\w*|per week|a week|(?:a|per|each|every) day|days|am tag|tagen?|(?:par )?jours?|(?:al )?dias?|weeks|wochen|semaines|semanas|not|nicht|pas)\b"
)


def factor_text(match: "re.Match[str]") -> str:
    """Return by how much overtime is paid more, as a factor."""
    more = match["more"] or match["more2"]
    return "2" if match["double"] else "3" if match["triple"] else f"(1 + {more} %)" if more else "1.5"


def hours_at_factor(text: str, _: str) -> Problem:
    """Return the pay of hours at a rate and of more hours at a higher one: "38.5 hrs at 14.72, 6 more at time and a half, 2 at double"."""
    factors = list(OVERTIME_FACTOR.finditer(text))
    if not factors:
        return Problem("")
    amounts = [
        one for one in amounts_of(text) if not any(match.start() <= one.start < match.end() for match in factors)
    ]
    rates = [one for one in amounts if is_hourly(text, one)]
    if len(rates) != 1 or PAID_NOT.search(OVERTIME_FACTOR.sub(" ", text)):
        return Problem("")
    rate, hours = rates[0], [one for one in amounts if one is not rates[0]]
    words = (RATE_LEAD, OVERTIME_FACTOR, HOURLY, PAY_WORDS, HOURS_OVER)
    bounds = [one for one in hours if HOURS_OVER.search(text[: one.start])]
    if len(bounds) == 1 and len(hours) == 2 and len(factors) == 1:
        worked = next(one for one in hours if one is not bounds[0])
        if float(decimal_of(worked.text, "en")) <= float(decimal_of(bounds[0].text, "en")):
            return Problem("")
        over = f"({worked.text} - {bounds[0].text}) * {factor_text(factors[0])} * {rate.text}"
        return Problem(f"{bounds[0].text} * {rate.text} + {over}", words)
    extra = [
        max((one for one in hours if one.end <= match.start()), key=lambda one: one.end, default=None)
        for match in factors
    ]
    usual = [one for one in hours if one not in extra]
    plain = usual_hours(text, usual, [one for one in extra if one is not None])
    if bounds or None in extra or len(set(extra)) != len(extra) or not plain:
        return Problem("")
    paid = [
        f"{one.text} * {factor_text(match)} * {rate.text}" for one, match in zip(extra, factors, strict=True) if one
    ]
    return Problem(" + ".join([f"{plain} * {rate.text}", *paid]), words)


def usual_hours(text: str, usual: list[Amount], extra: list[Amount]) -> str:
    """Return the hours at the usual rate, without those of them that are paid more; "" where that is not clear."""
    inside = [one.text for one in extra if HOURS_INSIDE.search(text[: one.start])]
    if len(usual) != 1 or len(inside) not in (0, len(extra)):
        return ""
    return f"({' - '.join([usual[0].text, *inside])})" if inside else usual[0].text


def is_hourly(text: str, one: Amount) -> bool:
    """Return whether a number is what an hour is paid."""
    if one.share or re.match(
        rf" ?(?:(?!an?\b|per\b|each\b|die\b|pro\b|par\b|por\b|la\b)[a-z]+ )?{HOURS}\b", text[one.end :]
    ):
        return False
    is_per_hour = re.match(rf"{MONEY_BEHIND} ?(?:{HOURLY.pattern})", text[one.end :]) is not None
    return is_per_hour or (RATE_LEAD.search(text[: one.start]) is not None and HOURS_TOLD.search(text) is not None)


HOURS_TOLD = re.compile(rf"\d ?{HOURS}\b|\bhours\b|\bstunden\b|\bheures\b|\bhoras\b")


WEIGHTED_PAIR = re.compile(
    r"(?<![\d.,])(?P<value>\d{1,3}(?:[.,]\d+)?) ?(?:[(,] ?)?(?:coef\w*\.?|coefficient|gewicht(?:et)?(?: mit)?|faktor|weight(?:ed)?(?: by)?|weighing|con peso|peso) ?(?:de |of |: ?)?(?P<weight>\d{1,2}(?:[.,]\d+)?)\b"
)
MEAN_ASKED = re.compile(r"\b(?:average|mean|grade|moyenne|durchschnitt\w*|schnitt|note|media|promedio|nota)\b")


def weighted_marks(text: str, _: str) -> Problem:
    """Return the mean of marks that each have a weight: "12 coef 2, 15.5 coef 3"."""
    pairs = list(WEIGHTED_PAIR.finditer(text))
    if len(pairs) < 2 or not MEAN_ASKED.search(text) or len(amounts_of(text)) != 2 * len(pairs):
        return Problem("")
    total = " + ".join(f"{pair['value']} * {pair['weight']}" for pair in pairs)
    return Problem(f"({total}) / ({' + '.join(pair['weight'] for pair in pairs)})", (WEIGHTED_PAIR, MEAN_ASKED))


GOES_UP = re.compile(
    r"\b(?:goes up|go(?:es)? up|rises?|increases?|increased|raised|steigt|erhoht|augmente|monte|sube|aumenta)\b[^.?!\d]{0,15}\b(?:by|um|de|un|en)? ?(?P<share>\d{1,2}(?:[.,]\d+)?) ?(?:%|percent|prozent|pour ?cent|por ciento)"
)
A_MONTH = re.compile(
    r" ?(?:€|\$|£|euros?|eur|dollars?|pounds?)? ?(?:an?|per|each|every|im|pro|par|al|por) ?(?:month|monat|mois|mes)\b"
)
MORE_IN_YEAR = re.compile(
    r"\bhow much more\b[^?]*\b(?:over|in|for|per|a|during) (?:the |a )?(?:whole |full |entire )?year\b|\bwie ?viel mehr\b[^?]*\b(?:im|pro|uber das|auf das)(?: ganze)? jahr\b|\bcombien (?:de plus|en plus)\b[^?]*\b(?:sur|par|dans) (?:l'|un )?an(?:nee)?\b|\bcuanto mas\b[^?]*\b(?:al|en el|por) ano\b"
)


def rise_over_year(text: str, _: str) -> Problem:
    """Return how much more twelve months cost after a rise by per cent of what is paid each month."""
    rise, asked = GOES_UP.search(text), MORE_IN_YEAR.search(text)
    if rise is None or asked is None:
        return Problem("")
    sums = [one for one in amounts_of(text) if not one.share and A_MONTH.match(text, one.end)]
    if len(sums) != 1 or len(amounts_of(text)) != 2:
        return Problem("")
    return Problem(f"{rise['share']} % of {sums[0].text} * 12", (GOES_UP, A_MONTH, MORE_IN_YEAR))


OFF_INSTEAD = re.compile(
    r"\b(?P<new>\d{1,2}(?:[.,]\d+)?) ?(?:%|percent|prozent|pour ?cent|por ciento) ?(?:off|discount|rabatt|de remise|de descuento)? (?:instead of|rather than|statt|au lieu de|en vez de) (?P<old>\d{1,2}(?:[.,]\d+)?)(?: ?(?:%|percent|prozent))?\b"
)
OFF_WORD = re.compile(r"\b(?:off|discount|sale|rabatt|reduziert|remise|solde|descuento|rebaja)\b")


def off_instead(text: str, _: str) -> Problem:
    """Return a price with one discount that takes the place of another one."""
    match = OFF_INSTEAD.search(text)
    if match is None or not OFF_WORD.search(text):
        return Problem("")
    prices = [one for one in amounts_of(text) if not match.start() <= one.start < match.end()]
    if len(prices) != 1 or prices[0].share:
        return Problem("")
    return Problem(f"{prices[0].text} - {match['new']} %", (OFF_INSTEAD, OFF_WORD))


METER = re.compile(
    r"\b(?:meter|metre reading|reading|counter|odometer|zahler\w*|zahlerstand|stromzahler|compteur|releve|contador|lectura)\b"
)
METER_UNIT = re.compile(
    r"(?: ?(?:cents?|ct))?(?: ?(?:€|\$|£|euros?|eur|dollars?|pounds?))? ?(?:an?|per|each|/|pro|je|die|par|le|por|el) ?(?:kwh|unit|m3|cubic met\w+|gallon|litre|liter|kilowatt\w*|einheit)\b"
)


def meter_cost(text: str, _: str) -> Problem:
    """Return the cost of what a meter counted between two readings at a price for one."""
    amounts = amounts_of(text)
    rates = [one for one in amounts if METER_UNIT.match(text, one.end)]
    readings = [one for one in amounts if one not in rates]
    if METER.search(text) is None or len(rates) != 1 or len(readings) != 2 or any(one.share for one in amounts):
        return Problem("")
    low, high = sorted((one.text for one in readings), key=lambda one: float(decimal_of(one, "en")))
    price = f"{rates[0].text} / 100" if re.match(r" ?(?:cents?|ct)\b", text[rates[0].end :]) else rates[0].text
    return Problem(f"({high} - {low}) * {price}", (METER, METER_UNIT, METER_WORDS))


METER_WORDS = re.compile(
    r"\b(?:was|is|now|old|new|before|after|last|first|read|reads|from|to|how much|cost|electricity|water|gas|power|strom|wasser|war|jetzt|vorher|alt|neu|stand|kostet|wie viel|etait|maintenant|ancien|nouveau|combien|coute|era|ahora|antes|cuanto|cuesta)\b"
)
PER_HUNDRED = re.compile(
    r"(?: ?(?:l|litres?|liters?|liter|litros?))? ?(?:per|/|auf|pro|aux|par|a los|por|cada) ?(?P<hundred>100) ?(?:km|kilomet\w+|kilom\w+)\b"
)
DISTANCE = re.compile(r" ?(?:km|kilomet\w+|kilom\w+)\b")
FUEL = re.compile(
    r"\b(?:petrol|gas(?:oline)?|diesel|fuel|benzin|sprit|super|essence|carburant|gazole|gasolina|gasoil|combustible|liter?s?|litres?)\b"
)


def trip_cost(text: str, _: str) -> Problem:
    """Return the cost of the fuel of a way: litres for 100 km, the price of a litre, the distance."""
    use = next((one for one in amounts_of(text) if PER_HUNDRED.match(text, one.end)), None)
    if use is None or FUEL.search(text) is None or not COST_ASKED.search(text):
        return Problem("")
    hundred = PER_HUNDRED.match(text, use.end)
    rest = [
        one for one in amounts_of(text) if one != use and (hundred is None or one.start != hundred.start("hundred"))
    ]
    ways = [one for one in rest if DISTANCE.match(text, one.end)]
    prices = [one for one in rest if one not in ways]
    if len(ways) != 1 or len(prices) != 1 or any(one.share for one in rest):
        return Problem("")
    if OTHER_WAY_UNIT.search(text):
        return Problem("")  # "480 km, how many miles": a conversion, too
    price = f"{prices[0].text} / 100" if re.match(r" ?(?:cents?|ct)\b", text[prices[0].end :]) else prices[0].text
    amount = f"{use.text} / 100 * {ways[0].text}"
    both = f"{amount} ; {amount} * {price}" if LITRES_ASKED.search(text) else f"{amount} * {price}"
    return Problem(both, (PER_HUNDRED, DISTANCE, FUEL, COST_ASKED, TRIP_WORDS, LITRES_ASKED))


OTHER_WAY_UNIT = re.compile(
    r"\b(?:how many|how far in|what is (?:that|it) in|in|wie ?viele|combien de|cuant[oa]s|en) (?:miles?|meilen|milles|millas)\b"
)
LITRES_ASKED = re.compile(  # beside the cost: how much fuel it is
    r"\b(?:how (?:much|many) (?:petrol|gas(?:oline)?|fuel|diesel|lit(?:re|er)s?)|wie ?viele? (?:benzin|diesel|sprit|liter)|combien d[e'] ?(?:essence|carburant|gazole|litres?)|cuant[oa]s? (?:gasolina|gasoil|combustible|litros?))\b"
)


COST_ASKED = re.compile(
    r"\b(?:cost\w*|how much|price|pay|expensive|kostet|kosten|teuer|wie viel|combien|coute|cout|prix|cuanto|cuesta|coste|precio)\b"
)
TRIP_WORDS = re.compile(
    r"\b(?:car|uses?|needs?|takes?|trip|drive|driving|way|far|auto|verbraucht|braucht|fahrt|strecke|voiture|consomme|trajet|coche|gasta|consume|viaje)\b"
)
BUDGET = re.compile(
    r"\b(?:(?:what'?s|what is|how much (?:is|do i have|have i got|money)?|whats) (?:still )?(?:left|remaining|over)(?: over)?|(?:left|remaining) (?:over|now)|how much (?:can i|is) still (?:spend|there|left)|how much (?:do i (?:still )?have left|is left)|was bleibt|wie ?viel (?:bleibt|habe ich noch|ist (?:noch )?ubrig)|(?:combien|que) (?:me )?reste(?:-t-il)?|il (?:me )?reste combien|(?:cuanto|que) (?:me )?queda)\b"
)
SPENT = re.compile(
    r"\b(?:spent|paid|spend|bought|gone|used|costs?|ausgegeben|bezahlt|gekauft|kostet\w*|depense|paye|achete|gaste|gastado|pague|pagado|compre)\b"
)
HELD = re.compile(
    r"\b(?:budget|had|have|got|limit|allowance|start(?:ed|ing)?(?: with)?|pocket money|habe|hatte|taschengeld|avais|ai|argent de poche|tenia|tengo|presupuesto)\b"
)


def budget_left(text: str, _: str) -> Problem:
    """Return what is left of a sum after some spendings, all of them told one after the other."""
    amounts, spent = amounts_of(text), SPENT.search(text)
    if spent is None or not BUDGET.search(text) or len(amounts) < 3 or any(one.share for one in amounts):
        return Problem("")
    held = [one for one in amounts if one.end <= spent.start()]
    gone = [one for one in amounts if one.start >= spent.end()]
    listed = text[gone[0].start : gone[-1].end] if gone else ""
    if (
        len(held) != 1
        or len(gone) != len(amounts) - 1
        or not HELD.search(text[: spent.start()])
        or TIMES_EACH.search(listed)
    ):
        return Problem("")
    ends = [one.end for one in amounts[:-1]]
    signs = [
        "+" if COMES_IN.search(text[end : one.start]) or CAME_IN.match(text, one.end) else "-"
        for end, one in zip(ends, gone, strict=True)
    ]
    moves = "".join(f" {sign} {one.text}" for sign, one in zip(signs, gone, strict=True))
    return Problem(f"{held[0].text}{moves}", (BUDGET, SPENT, HELD, COMES_IN))


COMES_IN = re.compile(
    r"\b(?:got|received|earned|won|found|was (?:paid|given)|bekam|bekommen|erhielt|erhalten|verdient\w*|gewonnen|recu|gagne|recibi|gane|cobre)\b"
)
CAME_IN = re.compile(
    r"(?: ?(?:€|\$|£|euros?|dollars?|pounds?|eur))? (?:verdient|bekommen|erhalten|gewonnen|zuruck|back|refund\w*)\b"
)
TIMES_EACH = re.compile(r"\b(?:x|times|each|per|a piece|je|mal|fois|chacun|cada|an hour|a day|a week|a month)\b|/|\*")
TAKE_FOR = re.compile(
    r"\b(?P<take>[2-9]) (?:for|fur|pour|por) (?P<pay>[1-8])\b(?! ?(?:€|\$|£|euros?|dollars?|[.,]\d))|\bbuy (?P<buy>[1-9]),? get (?P<free>[1-9]|one)(?: (?:for )?free)?\b|\b(?:nimm|kauf\w*) (?P<nimm>[2-9]),? (?:zahl\w*|bezahl\w*) (?P<zahl>[1-8])\b"
)
EACH_PRICE = re.compile(
    rf"(?:(?:each|a piece|apiece|at|cost\w*|je|zu|a|chacun|cada (?:uno|una)|stuck)[ :]{{1,2}}[€$£]?(?P<behind>\d+(?:[.,]\d+)?)\b)|\b(?P<ahead>\d+(?:[.,]\d+)?){MONEY_BEHIND} (?:each|a piece|apiece|das stuck|je stuck|pro stuck|chacun|cada (?:uno|una))\b"
)
PIECES_TAKEN = re.compile(
    r"\b(?:i|we|ich|wir|je|on) (?:take|buy|want|need|get|nehme|kaufe|brauche|prends|achete)\w* (?P<n>\d{1,3})\b|\b(?P<n2>\d{1,3}) (?:items?|pieces?|of them|packs?|bottles?|stuck|pieces|unidades|articles)\b"
)


def free_pieces(text: str, _: str) -> Problem:
    """Return what some pieces cost where of every few one is free: "3 for 2", "buy 2 get 1 free"."""
    offer, price, pieces = TAKE_FOR.search(text), EACH_PRICE.search(text), PIECES_TAKEN.search(text)
    if offer is None or price is None or pieces is None or len(amounts_of(text)) > 5:
        return Problem("")
    group, paid = offer_sizes(offer)
    count = int(pieces["n"] or pieces["n2"])
    each = price["behind"] or price["ahead"]
    places = [
        match.span(name)
        for match, names in (
            (offer, ("take", "pay", "buy", "free", "nimm", "zahl")),
            (price, ("behind", "ahead")),
            (pieces, ("n", "n2")),
        )
        for name in names
        if match[name]
    ]
    if not 0 < paid < group or any(
        (one.start, one.end) not in places and (one.start, one.start + len(one.text)) not in places
        for one in amounts_of(text)
    ):
        return Problem("")
    charged = count // group * paid + min(count % group, paid)
    return Problem(
        f"{charged} * {each}",
        (TAKE_FOR, EACH_PRICE, PIECES_TAKEN, COST_ASKED),
        f"{count} = {count // group} × {group} + {count % group}",
    )


def offer_sizes(offer: "re.Match[str]") -> tuple[int, int]:
    """Return how many are taken at a time, and how many of them are paid."""
    if offer["buy"]:
        free = 1 if offer["free"] == "one" else int(offer["free"])
        return int(offer["buy"]) + free, int(offer["buy"])
    return int(offer["take"] or offer["nimm"]), int(offer["pay"] or offer["zahl"])


MIXTURE = re.compile(
    r"\b(?:mix\w*|ratio|dilut\w*|concentrate|misch\w*|verhaltnis|verdunn\w*|melang\w*|dilu\w*|mezcla\w*|proporcion)\b"
)
PARTS_MIXED = re.compile(r"\b(?P<first>\d{1,3}) ?(?::|to|zu|pour|a) ?(?P<second>\d{1,3})\b")
MIX_NAMES = re.compile(r"\b(?P<first>[a-z]{3,20}) (?:and|to|with|und|zu|mit|et|avec|y|con) (?P<second>[a-z]{3,20})\b")
MIX_ASKED = re.compile(r"\b(?:how much|how many \w+ of|wie ?viel|combien de|cuanto|cuanta) (?P<what>[a-z]{3,20})\b")


def mixture_part(text: str, _: str) -> Problem:
    """Return how much of one part a mixture needs: "1:4 syrup and water, 2 liters drink, how much syrup"."""
    parts, names, asked = PARTS_MIXED.search(text), MIX_NAMES.search(text), MIX_ASKED.search(text)
    if MIXTURE.search(text) is None or parts is None or names is None or asked is None:
        return Problem("")
    rest = [one for one in amounts_of(text) if not parts.start() <= one.start < parts.end()]
    sides = [name for name in ("first", "second") if names[name] == asked["what"]]
    if len(rest) != 1 or rest[0].share or len(sides) != 1:
        return Problem("")
    whole = f"({parts['first']} + {parts['second']})"
    return Problem(f"{rest[0].text} * {parts[sides[0]]} / {whole}", (MIXTURE, PARTS_MIXED, MIX_NAMES, MIX_ASKED))


POSTS = re.compile(
    r"\b(?:posts?|poles?|trees?|lamps?|stakes?|pfosten|pfahle?|baume?|poteaux?|piquets?|arbres?|postes?|arboles)\b"
)
SPACED_BY = re.compile(r"\b(?:every|one every|each|apart|spaced|alle|im abstand von|tous les|espaces de|cada)\b")
CLOSED_LINE = re.compile(
    r"\b(?:around|round|circle|circular|perimeter|loop|square|rectangular|garden|rund|kreis|umfang|um (?:den|das|die)|autour|cercle|alrededor|circulo)\b"
)
BOTH_ENDS = {
    "en": "One more than there are gaps: with a post at both ends.", "de": "Einer mehr als Zwischenräume: an beiden Enden einer.",
    "fr": "Un de plus que d'intervalles : un à chaque bout.", "es": "Uno más que huecos: uno en cada extremo.",
}  # fmt: skip


def posts_in_line(text: str, language: str) -> Problem:
    """Return how many posts stand along a line at a distance, one at each end; none for a closed line."""
    amounts = amounts_of(text)
    if not POSTS.search(text) or not SPACED_BY.search(text) or CLOSED_LINE.search(text) or len(amounts) != 2:
        return Problem("")
    long, short = sorted((one.text for one in amounts), key=lambda one: -float(decimal_of(one, language)))
    units = {
        match[1]
        for one in amounts
        if (match := re.match(r" ?(m|met(?:er|re)s?|ft|feet|foot|yards?|cm|metros?|metres?)\b", text[one.end :]))
    }
    gap = float(decimal_of(short, language))
    if len(units) != 1 or any(one.share for one in amounts) or not gap or float(decimal_of(long, language)) % gap:
        return Problem("")
    return Problem(f"{long} / {short} + 1", (POSTS, SPACED_BY), BOTH_ENDS[language])


COATS_TOLD = re.compile(
    r"\b(?:(?P<n>\d) (?:coats?|layers?|anstriche?|schichten?|mal streichen|couches?|manos?|capas?)|twice|zweimal|deux fois|dos veces)\b"
)
COVERS = re.compile(
    r"\b(?:covers?|enough for|does|goes|lasts for|reicht(?: fur)?|deckt|couvre|suffit pour|cubre|alcanza para)\b|\b(?:per|pro|par|por) (?:lit(?:er|re)|litro|can|tin|bucket|eimer|dose|pot|lata)\b"
)
SQUARE = re.compile(
    r" ?(?:m2|m²|sqm|sq ?m|square met\w+|quadratmeter|qm|metres? carres?|metros? cuadrados?|sq ?ft|square f\w+)(?!\w)"
)


FEET_SQUARED = re.compile(r" ?(?:sq ?ft|square f\w+)(?!\w)")
SQUARE_FOOT = "0.09290304"  # square metres, by definition


def paint_needed(text: str, _: str) -> Problem:
    """Return how many litres, or cans, of paint an area needs, with its coats."""
    coats = COATS_TOLD.search(text)
    areas = [one for one in amounts_of(text) if SQUARE.match(text, one.end)]
    rest = [one for one in amounts_of(text) if one not in areas and (coats is None or one.start != coats.start("n"))]
    covers = COVERS.search(text)
    if covers is None or len(areas) != 2 or any(one.text != "1" for one in rest) or len(rest) > 1:
        return Problem("")
    behind = min(
        areas,
        key=lambda one: abs(one.start - covers.end()) if one.start >= covers.start() else abs(covers.start() - one.end),
    )
    wall = next(one for one in areas if one is not behind)
    times = f" * {coats['n'] or 2}" if coats else ""
    feet = [FEET_SQUARED.match(text, one.end) is not None for one in (wall, behind)]
    same = "" if feet[0] == feet[1] else f" * {SQUARE_FOOT}" if feet[0] else f" / {SQUARE_FOOT}"
    return Problem(f"{wall.text}{same}{times} / {behind.text}", (COATS_TOLD, COVERS, SQUARE))


PART_OF = re.compile(
    r"\b(?:what|which|how much|wie ?viel|welche\w*|quel(?:le)?|que) (?:share|percent(?:age)?|part|proportion|fraction|%|prozent|anteil|part|pourcentage|porcentaje|parte)(?: (?:of|from|von|de|du|meines?|mi|mon) (?:(?:my|our|the|mein\w*|mes|mon|ma|mis?) )?(?P<whole>[a-z]{3,20}))?(?: (?:is|goes (?:to|on)|does|ist|geht fur|sind|est|va a|es))(?: (?:my|our|the|for|meine?|die|der|le|la|mon|el|mi))* (?P<part>[a-z]{3,20})\b"
)


def part_of_income(text: str, language: str) -> Problem:
    """Return what share one of two named amounts is of the other: "I earn 2800, rent 950, what share of my income is rent"."""
    asked, amounts = PART_OF.search(text), amounts_of(text)
    if asked is None or len(amounts) != 2 or any(one.share for one in amounts):
        return Problem("")
    places = [
        match.start()
        for match in re.finditer(rf"\b{re.escape(asked['part'])}\b", text)
        if match.start() != asked.start("part")
    ]
    if len(places) != 1:
        return Problem("")
    near = min(amounts, key=lambda one: abs(one.start - places[0]))
    other = next(one for one in amounts if one is not near)
    if float(decimal_of(near.text, language)) > float(decimal_of(other.text, language)):
        return Problem("")
    return Problem(f"pct({near.text} / {other.text})", (PART_OF, EARNED))


EARNED = re.compile(
    r"\b(?:earn|income|net|gross|salary|make|get|verdiene|einkommen|gehalt|netto|gagne|salaire|revenu|gano|sueldo|ingresos)\b"
)
SCALED_FOR = re.compile(
    r"\b(?:for|fur|pour|para|per|make[s]?|gives?|ergibt|ergeben|donne|da para) (?P<n>\d{1,4}) (?:(?P<what>[a-z]{3,20}))\b"
)
WANTED_COUNT = re.compile(
    r"\b(?:i|we|ich|wir|je|on|nous|quiero|queremos) ?(?:want|need|make|am making|are making|bake|will|brauche\w*|will|wollen|mache\w*|backe\w*|veux|voulons|fais|prepare|necesito)?(?: to make| to bake)? (?P<n>\d{1,4})\b(?! ?%)"
)
SCALED_ASKED = re.compile(r"\b(?:how much|how many|wie ?viele?|combien de?|cuant[oa]s?) (?P<what>[a-z]{3,20})\b")


def scaled_batch(text: str, _: str) -> Problem:
    """Return how much of something another number of pieces needs: "2.5 cups flour for 12 muffins, I want 30"."""
    base, asked = SCALED_FOR.search(text), SCALED_ASKED.search(text)
    wanted = WANTED_COUNT.search(text, base.end()) if base else None
    if base is None or wanted is None or asked is None:
        return Problem("")
    rest = [one for one in amounts_of(text) if one.start not in (base.start("n"), wanted.start("n"))]
    stuff = re.search(rf"\b{re.escape(asked['what'])}\b", text[: base.start()])
    if (
        len(rest) != 1
        or rest[0].share
        or stuff is None
        or not rest[0].end <= stuff.start()
        or rest[0].start > base.start()
    ):
        return Problem("")
    return Problem(f"{rest[0].text} * {wanted['n']} / {base['n']}", (SCALED_FOR, WANTED_COUNT, SCALED_ASKED))


MINUTES_OF = re.compile(
    r"\b(?:how many|wie ?viele|combien de|cuant[oa]s) min(?:utes?|uten|utos)\b[^.?!\d]{0,20}\b(?P<hours>\d{1,2}(?:[.,]\d+)?)[ -]?(?:hours?|h|stunden?|stundigen|heures?|horas?)\b(?P<noun>[^.?!\d]{0,20})\b(?:left|remain\w*|ubrig|bleiben|restent|reste|quedan)\b[^.?!\d]{0,25}?\b(?:after|when|nach|apres|tras|despues de)\b[^.?!\d]{0,20}?(?P<gone>\d{1,3}) ?(?:min\w*)\b"
)


def minutes_left(text: str, _: str) -> Problem:
    """Return how many minutes of some hours are left after others."""
    match = MINUTES_OF.search(text)
    if match is None or len(amounts_of(text)) != 2:
        return Problem("")
    return Problem(f"{match['hours']} * 60 - {match['gone']}", (MINUTES_OF,))


SHARE_OF_TIME = re.compile(
    r"\b(?P<part>\d{1,3}(?:[.,]\d+)?) ?(?P<u1>seconds?|secs?|minutes?|mins?|hours?|hrs?|h|days?|sekunden|minuten|stunden?|tage?|minutos?|horas?|dias?|heures?|jours?)\b(?:,? (?:as|in|is)? ?(?:a |an |what |which |how many |wie ?viel |quel )?(?:fraction|percent(?:age)?|share|%|prozent|anteil|pourcentage|porcentaje)?,? ?(?:of|from|von|de|d')) (?:an? |einer |une |una )?(?P<whole>\d{1,3}(?:[.,]\d+)?) ?(?P<u2>minutes?|mins?|hours?|hrs?|h|days?|weeks?|minuten|stunden?|tagen?|wochen?|minutos?|horas?|dias?|semanas?|heures?|jours?|semaines?)\b"
)
TIME_SIZES = {"s": 1, "m": 60, "h": 3600, "d": 86400, "w": 604800, "t": 86400, "j": 86400}
PERCENT_ASKED = re.compile(r"%|\b(?:percent\w*|prozent|pour ?cent\w*|pourcentage|porcentaje|por ciento|share|anteil)")


def share_of_time(text: str, language: str) -> Problem:
    """Return what part of a longer time a shorter one is, in per cent, with both in the same unit."""
    match = SHARE_OF_TIME.search(text)
    if match is None or not PERCENT_ASKED.search(text) or len(amounts_of(text)) != 2:
        return Problem("")
    first, second = unit_seconds(match["u1"]), unit_seconds(match["u2"])
    if second <= first:
        return Problem("")
    return Problem(f"pct({match['part']} / ({match['whole']} * {second // first}))", (SHARE_OF_TIME, PERCENT_ASKED))


def unit_seconds(unit: str) -> int:
    """Return the seconds of a unit of time, by its name in four languages."""
    if unit.startswith(("se", "st")) and not unit.startswith(("sec", "sek")):
        return TIME_SIZES["h" if unit.startswith("st") else "w"]
    return TIME_SIZES[unit[0]]


SHARED_COSTS = re.compile(
    r"\b(?:who owes (?:what|whom|who)|even(?:ly)? (?:share|split)|(?:share|split)(?: it)? evenly|settle up|wer schuldet|gleichmassig|qui doit|quien debe|equal(?:ly)?)\b"
)
PAID_EACH = re.compile(r"\b(?:paid|put in|spent|bezahlt|gezahlt|ausgegeben|ont paye|paye|pagaron|pagado|gastaron)\b")
SHARERS_COUNTED = re.compile(
    r"\b(?P<n>\d{1,2}) (?:friends?|people|of us|persons?|flatmates|roommates|freunde|personen|leute|amis|personnes|amigos|personas)\b"
)
BALANCE_NOTE = {
    "en": "First each one's share, then what each has paid over it; who is below 0 owes that much.",
    "de": "Zuerst der Anteil für jeden, dann was jeder darüber gezahlt hat; wer unter 0 liegt, schuldet so viel.",
    "fr": "D'abord la part de chacun, puis ce que chacun a payé en plus ; au-dessous de 0, on doit autant.",
    "es": "Primero la parte de cada uno, luego lo que cada uno pagó de más; quien está bajo 0 debe eso.",
}


def shared_costs(text: str, language: str) -> Problem:
    """Return each one's share of what some people paid, and by how much each paid more."""
    group, paid = SHARERS_COUNTED.search(text), PAID_EACH.search(text)
    amounts = [one for one in amounts_of(text) if group is None or one.start != group.start("n")]
    if group is None or paid is None or not SHARED_COSTS.search(text) or int(group["n"]) != len(amounts):
        return Problem("")
    if len(amounts) < 2 or any(one.share or one.start < paid.end() for one in amounts) or not is_list(text, amounts):
        return Problem("")
    share = f"({' + '.join(one.text for one in amounts)}) / {len(amounts)}"
    balances = [f"{one.text} - {share}" for one in amounts]
    return Problem(" ; ".join([share, *balances]), (SHARED_COSTS, PAID_EACH, SHARERS_COUNTED), BALANCE_NOTE[language])


def is_list(text: str, amounts: Sequence[Amount]) -> bool:
    """Return whether numbers stand one behind the other with nothing but commas, signs of money and "and" between."""
    between = (text[first.end : second.start] for first, second in pairwise(amounts))
    return all(
        re.fullmatch(r"(?: ?(?:€|\$|£|euros?|eur|dollars?))?[ ,;]*(?:and |und |et |y )?[€$£]? ?", one)
        for one in between
    )


DAILY_USE = re.compile(
    r"(?: ?(?P<u>l|litres?|liters?|liter|litros?|g|kg|ml|cups?|pills?|tablets?|pages?|tabletten|seiten|pastillas))? ?(?:an?|per|each|every|am|pro|par|al|por) ?(?:day|tag|jour|dia)\b"
)
HELD_UNITS = re.compile(
    r"[ -]?(?P<u>l|litres?|liters?|liter|litros?|g|kg|ml|cups?|pills?|tablets?|tabletten|pastillas)?[ -]?(?P<noun>bottles?|packs?|packets?|boxes|cartons?|cans?|bags?|flaschen?|packungen?|dosen?|bouteilles?|paquets?|boites?|botellas?|paquetes?|cajas?|latas?)\b"
)
FOR_PERIOD = re.compile(
    r"\b(?:(?:in|for|per|each|every|a|is that a|pro|in der|die|par|por|en una|a la|al) (?P<one>week|month|year|woche|monat|jahr|semaine|mois|an|semana|mes|ano)|weekly|monthly|yearly)\b"
)
DAYS_OF = {"w": "7", "s": "7", "y": "365", "j": "365", "a": "365"}


def packs_for_period(text: str, _: str) -> Problem:
    """Return how many bottles or packs of a size a daily use takes in a week or year; none for months, whose length differs."""
    amounts, period = amounts_of(text), FOR_PERIOD.search(text)
    uses = [(one, match) for one in amounts if (match := DAILY_USE.match(text, one.end))]
    packs = [(one, match) for one in amounts if (match := HELD_UNITS.match(text, one.end))]
    if period is None or len(amounts) != 2 or len(uses) != 1 or len(packs) != 1 or not HOW_MANY_PACKS.search(text):
        return Problem("")
    days = DAYS_OF.get((period["one"] or period.group())[0], "")
    if not days or unit_name(uses[0][1]["u"]) != unit_name(packs[0][1]["u"]):
        return Problem("")
    return Problem(
        f"{uses[0][0].text} * {days} / {packs[0][0].text}", (DAILY_USE, HELD_UNITS, FOR_PERIOD, HOW_MANY_PACKS)
    )


HOW_MANY_PACKS = re.compile(r"\b(?:how many|wie ?viele|combien de|cuant[oa]s)\b")


def unit_name(word: str | None) -> str:
    """Return the first letters of a unit, which tell litres from millilitres and grams: "l", "ml", "g"; "" without one."""
    return (word or "")[: 2 if (word or "")[:2] in ("ml", "kg") else 1]


SIMPLE_INTEREST = re.compile(
    r"\b(?:simple interest|einfache[rn]? zinsen|interet simple|interes simple|how much interest|wie ?viel zinsen|combien d'interets?|cuanto(?:s)? interes(?:es)?)\b"
)
FOR_YEARS = re.compile(
    r"\b(?:for|over|in|after|fur|uber|nach|pendant|sur|durante|en) (?P<n>an?|one|ein|un|\d{1,2}) (?:years?|jahre?|ans?|anos?)\b"
)
COMPOUNDED = re.compile(
    r"\b(?:compound\w*|zinseszins|compose\w*|compuest\w*|monthly|monatlich|mensuel\w*|mensual\w*|quarterly)\b"
)


def simple_interest(text: str, _: str) -> Problem:
    """Return the interest of a sum at a rate for one year, or for more where the question says that it is simple."""
    asked, years = SIMPLE_INTEREST.search(text), FOR_YEARS.search(text)
    if asked is None or years is None or COMPOUNDED.search(text):
        return Problem("")
    count = years["n"] if years["n"].isdigit() else "1"
    amounts = [one for one in amounts_of(text) if one.start != years.start("n")]
    rates, sums = [one for one in amounts if one.share], [one for one in amounts if not one.share]
    if (
        len(rates) != 1
        or len(sums) != 1
        or (count != "1" and "simple" not in asked.group() and "einfach" not in asked.group())
    ):
        return Problem("")
    times = "" if count == "1" else f" * {count}"
    return Problem(f"{rates[0].text} % of {sums[0].text}{times}", (SIMPLE_INTEREST, FOR_YEARS, LENT))


LENT = re.compile(r"\b(?:loan|borrow\w*|lend|lent|savings?|deposit|kredit|darlehen|pret|prestamo)\b")
STEP_UP = re.compile(r"\b(?:increase|raise|add|up|plus|erhoh\w*|augmente\w*|aumenta\w*|sube)\b")
STEP_DOWN = re.compile(
    r"\b(?:take (?:off|away)|reduce|decrease|lower|cut|subtract|minus|off|down|less|senk\w*|reduzier\w*|abziehen|zieh|baisse\w*|diminue\w*|reduis|baja\w*|reduce|quita)\b"
)
NEXT_STEP = re.compile(r",? ?(?:and )?(?:then|afterwards|after that|dann|danach|puis|ensuite|luego|despues)\b")


def changes_in_turn(text: str, _: str) -> Problem:
    """Return a number after two changes by per cent, one after the other: "increase 250 by 12 % then take off 10 %"."""
    joint, amounts = NEXT_STEP.search(text), amounts_of(text)
    if joint is None or len(amounts) != 3 or [one.share for one in amounts].count(True) != 2:
        return Problem("")
    base = next(one for one in amounts if not one.share)
    steps = [one for one in amounts if one.share]
    signs = [step_sign(text[: joint.start()]), step_sign(text[joint.end() :])]
    if base.start > joint.start() or not steps[0].start < joint.start() < steps[1].start or "" in signs:
        return Problem("")
    first, second = ((sign, one.text) for sign, one in zip(signs, steps, strict=True))
    return Problem(
        f"({base.text} {first[0]} {first[1]} %) {second[0]} {second[1]} %", (NEXT_STEP, STEP_UP, STEP_DOWN, BY_WORD)
    )


BY_WORD = re.compile(r"\b(?:by|another|um|de|en|un|weitere)\b")


def step_sign(text: str) -> str:
    """Return the sign of a change in words, "" where both or none are there."""
    up, down = STEP_UP.search(text), STEP_DOWN.search(text)
    return "" if (up is None) is (down is None) else "+" if up else "-"


TOWARDS = re.compile(
    r"\b(?:towards?|toward) each other|\bfrom opposite (?:ends|directions)|\b(?:aufeinander zu|entgegen)\b|\bl'un vers l'autre|\bal encuentro|\buno hacia (?:el )?otro"
)
APART_KM = re.compile(r" ?(?P<u>km|miles?|mi|kilomet\w+|kilom\w+|meilen|milles)(?! ?(?:/|per|pro|par|por|an?\b) ?h)\b")
SPEED_SIGN = re.compile(r" ?(?:km ?/ ?h|kmh|kph|mph|km per hour|miles per hour|km an hour|km pro stunde|km/h)")
MEETING_NOTE = {"en": "In hours.", "de": "In Stunden.", "fr": "En heures.", "es": "En horas."}


def meeting_time(text: str, language: str) -> Problem:
    """Return after how many hours two meet who come towards each other."""
    if TOWARDS.search(text) is None:
        return Problem("")
    amounts = [
        one
        for one in amounts_of(text)
        if not re.match(
            r" ?(?:trains?|cars?|cyclists?|people|zuge?|autos?|radfahrer|trains|voitures|trenes|coches)\b",
            text[one.end :],
        )
    ]
    ways = [one for one in amounts if APART_KM.match(text, one.end)]
    speeds = [one for one in amounts if one not in ways]
    if len(ways) != 1 or len(speeds) != 2 or not SPEED_SIGN.match(text, speeds[1].end):
        return Problem("")
    return Problem(
        f"{ways[0].text} / ({speeds[0].text} + {speeds[1].text})",
        (TOWARDS, APART_KM, SPEED_SIGN),
        MEETING_NOTE[language],
    )


MAP_SCALE = re.compile(r"(?<![\d:])1 ?: ?(?P<n>\d{3,8}|\d{1,3}(?:[., ]\d{3}){1,2})\b")
ON_MAP = re.compile(r"\b(?P<n>\d{1,4}(?:[.,]\d+)?) ?(?P<u>cm|centimet\w+|zentimeter|centim\w+|mm|millimet\w+)\b")
MAP_ASKED = re.compile(
    r"\b(?:how many|how far|in|what(?: is| in)|wie ?viele?|combien de|cuant[oa]s) (?:is that in |that in )?(?P<u>km|kilomet\w+|kilom\w+|m|met(?:er|re)s?|metros?)\b"
)
MAP_WORD = re.compile(r"\b(?:map|scale|karte|massstab|maßstab|carte|echelle|mapa|escala|plan|model)\b")


def map_distance(text: str, _: str) -> Problem:
    """Return the way that a length on a map of a scale is, in kilometres or metres as is asked."""
    scale, length, asked = MAP_SCALE.search(text), ON_MAP.search(text), MAP_ASKED.search(text)
    if scale is None or length is None or asked is None or not MAP_WORD.search(text) or len(amounts_of(text)) > 3:
        return Problem("")
    size = (100_000 if asked["u"].startswith("k") else 100) * (10 if length["u"].startswith("m") else 1)
    return Problem(
        f"{length['n']} * {re.sub('[., ]', '', scale['n'])} / {size}", (MAP_SCALE, ON_MAP, MAP_ASKED, MAP_WORD)
    )


SEVERAL_AT = re.compile(
    r"(?<![\d.,])(?P<n>\d{1,3}) (?P<what>[a-z]{3,20}(?: [a-z]{3,20})?) (?:at|for|a|à|zu|je|de|von|cost(?:ing)?) [€$£]?(?P<each>\d+(?:[.,]\d+)?)\b"
)
WITH_DISCOUNT = re.compile(
    r"\b(?:with|minus|less|mit|abzuglich|avec|moins|con|menos)(?: an?| einem?| une?| un)? (?P<n>\d{1,2}(?:[.,]\d+)?) ?(?:%|percent|prozent|pour ?cent|por ciento) ?(?:de |of |off |von )?(?:discount|off|rabatt|nachlass|skonto|remise|rabais|reduction|descuento|rebaja)\b"
)


def discounted_lot(text: str, _: str) -> Problem:
    """Return what some pieces at one price cost with a discount."""
    lot, off = SEVERAL_AT.search(text), WITH_DISCOUNT.search(text)
    if lot is None or off is None or len(amounts_of(text)) != 3:
        return Problem("")
    return Problem(f"{lot['n']} * {lot['each']} - {off['n']} %", (SEVERAL_AT, WITH_DISCOUNT, COST_ASKED, COME_TO))


COME_TO = re.compile(r"\b(?:font|machen|son|make|come to|total)\b")
SITUATIONS = (
    hours_at_factor, weighted_marks, rise_over_year, off_instead,
    packs_for_period, simple_interest, changes_in_turn, meeting_time, map_distance, discounted_lot,
    overtime_pay, meter_cost, trip_cost, budget_left, free_pieces, mixture_part, posts_in_line, paint_needed, part_of_income,
    scaled_batch, minutes_left, share_of_time, shared_costs,
)  # fmt: skip


def situation(text: str, language: str) -> Problem:
    """Return the problem of a plain text, with an empty expression when it is none of these situations."""
    return first_problem(SITUATIONS, text, language)
