"""Prices in parts: instalments, the price of one of several, what several people paid, an amount at the price of a larger unit."""

import re

from config.builtins.calculator.consumed import Problem
from config.builtins.calculator.purchases import amounts_of

PART_FIGURE = r"\d{1,3}(?:[ ,.']\d{3})+(?:[.,]\d+)?|\d+(?:[.,]\d+)?"
PART_COIN = r"(?:€|\$|£|euros?|eur|dollars?|usd|pounds?|quid|gbp|chf|francs?|franken|dolares|pesos)"
RATE_NAME = r"(?:instal?lments?|payments?|parts|raten|monatsraten|teilzahlungen|mensualites|versements|fois|plazos|cuotas|mensualidades|pagos)"
PAID_DOWN = re.compile(
    rf"(?<![\w.,])[€$£]?(?P<down>{PART_FIGURE}) ?{PART_COIN}? ?(?:down(?: payment)?|deposit|upfront|up front|now|at once|right away|straight away|anzahlung|(?:zahle?|bezahle) ich (?:gleich|sofort|an)|sofort|gleich|d'acompte|acompte|tout de suite|comptant|de entrada|entrada|de senal|ahora|al contado)\b"
    rf"|\b(?:deposit|down payment|put down|pay down|paid down|anzahlung|acompte|entrada)(?: (?:of|is|was|von|de|betragt|ist|est))? [€$£]?(?P<down2>{PART_FIGURE})"
)
REST_IN_RATES = re.compile(
    rf"\b(?:rest|remainder|balance|remaining(?: [a-z]+)?|reste|restant|resto)\b[^.?!\d]{{0,25}}(?<![\w.,])(?P<n>\d{{1,3}}) (?:(?:equal|monthly|gleich\w*|monatlich\w*|egales?|mensuel\w*|iguales|mensuales) )*(?:{RATE_NAME}|months|monaten?|mois|meses)\b"
)
RATE_ASKED = re.compile(
    r"\b(?:how (?:much|high|big|large)|what(?:'?s| is| are| do| does| will)?|wie ?viel|wie hoch|was|combien|quel(?:le)?s?|cuanto|que|cual)\b"
)
EACH_RATE = re.compile(
    r"\b(?:(?:per|a|each|every|pro|im|par|chaque|al|por|cada) (?:month|monat|mois|mes|instal?lment|rate|mensualite|plazo|cuota)|monthly|monatlich)\b"
)
NO_PLAIN_RATE = re.compile(
    r"%|\b(?:interest|zins\w*|interets?|intereses?|fees?|gebuhr\w*|frais|comision\w*|balloon|schlussrate|how long|when)\b"
)
ALL_RATES = re.compile(
    rf"(?<![\w.,])(?P<n>\d{{1,3}}) (?:(?:equal|monthly|gleich\w*|monatlich\w*|egales?|iguales) )*{RATE_NAME} (?:of|at|a|zu(?: je)?|je|von|de) [€$£]?(?P<each>{PART_FIGURE})(?! ?%)"
)
RATES_SUM_ASKED = re.compile(
    r"\b(?:total|in all|all in all|altogether|together|insgesamt|zusammen|gesamt\w*|en tout|au total|en total|how much is (?:that|it)|what is that|what do i pay|wie ?viel ist das|ca fait combien|combien)\b"
)
COUNTED_FOR_PRICE = re.compile(
    rf"(?<![\w.,])(?P<n>\d{{1,4}}) (?!(?:kg|g|ml|cl|l|km|cm|mm|kwh|days?|weeks?|months?|years?|hours?|minutes?|people|persons?|personen|tage?|wochen|monate|jahre|stunden|jours|mois|ans|heures|dias|meses|anos|horas)\b)(?P<thing>[a-z]{{3,20}}) (?:cost|costs|costed|cost me|were|was|are|is|for|at|kosten|kosteten|fur|coutent|coutaient|pour|cuestan|costaron|por) [€$£]?(?P<price>{PART_FIGURE}) ?(?P<coin>{PART_COIN})?(?! ?[a-z%])"
)
ONE_ASKED = re.compile(
    r"\b(?:(?:how much|what|what's|was|wie ?viel|combien|cuanto)\b[^.?!\d]{0,25}\b(?:per (?:piece|item|unit|[a-z]{3,15})|each|apiece|a piece|for (?:one|each)|one cost|is one|pro stuck|je stuck|jede[rs]?|kostet (?:eine[rs]?|ein)|(?:l'unite|la piece|chacun\w*|coute une?|une? seule?)|(?:cada un[oa]|cuesta un[oa]|la unidad))(?= ?(?:[?.!,]|\Z)))"
)
PAYERS_IN_WORDS = {"two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "zwei": 2, "drei": 3, "vier": 4, "funf": 5, "sechs": 6, "deux": 2, "trois": 3, "quatre": 4, "cinq": 5, "dos": 2, "tres": 3, "cuatro": 4, "cinco": 5}  # fmt: skip
PEOPLE_COUNT = rf"\d{{1,2}}|{'|'.join(PAYERS_IN_WORDS)}"
PAID_BY_EACH = re.compile(
    r"\b(?:i|we|he|she|[a-z]+) (?:have |has |had )?(?:paid|spent|put in|laid out)\b|\b(?:bezahlt|gezahlt|ausgegeben|ausgelegt)\b|\b(?:ai|a|avons|ont) (?:paye|depense)\b|\b(?:pague|pago|gaste|gasto|puse|puso)\b"
)
PAYERS_TOLD = re.compile(
    rf"\b(?:split|shared?|divided?|geteilt|teilen|partage\w*|dividi\w*|repart\w*)\b[^.?!\d]{{0,30}}?\b(?:by|between|among|durch|unter|zwischen|entre|par) (?P<by>{PEOPLE_COUNT})\b"
    rf"|\b(?:we are|there are|wir sind(?: zu)?|on est|nous sommes|somos|bei) (?P<are>{PEOPLE_COUNT})(?: (?:people|of us|leuten?|personen|personnes|personas))?\b"
)
SHARE_ASKED = re.compile(
    r"\b(?:share|each(?: of us)?|per (?:person|head)|pro (?:person|kopf|nase)|jede[rn]?|chacun|par personne|cada un[oa]?|por (?:persona|cabeza))\b"
)
NOT_SHARED = re.compile(
    r"\b(?:owes?|owed|pay back|back to|settle|schuldet|zuruck|doit|rembours\w*|debe|devol\w*|twice|half|only|except|not)\b|%"
)
SPLITTERS_NAMED = re.compile(r"\b(?:people|persons?|of us|friends|leuten?|personen|personnes|personas)\b")
SUM_SPLIT = re.compile(
    rf"\b(?:split|share|divide|teile|partage[rz]?|divide|reparte) (?P<sum>(?:{PART_FIGURE})(?: ?\+ ?(?:{PART_FIGURE}))+) (?:between|among|by|durch|unter|entre|par) (?P<n>\d{{1,2}})\b"
)
LIST_SHARED = re.compile(
    rf"\A\W*(?P<list>(?:{PART_FIGURE})(?:(?:, (?:and |und |et |y )?| (?:and|und|et|y) )(?:{PART_FIGURE}))+) ?{PART_COIN}? (?:shared|split|divided|geteilt|partages?|repartidos?) (?:equally |evenly |gleichmassig )?(?:by|between|among|durch|unter|zwischen|entre|par) (?P<n>\d{{1,2}})\b"
)
PACK_TOLD = re.compile(
    rf"\b(?:pack(?:ung|et|ets|age)?|box|carton|case|bag|tray|karton|kiste|schachtel|beutel|paquet|boite|sachet|caisse|paquete|caja|bolsa) (?:of|mit|von|a|zu|de|con|with) (?P<n>\d{{1,4}}) [a-z]{{3,20}}(?: (?:cost|costs|is|was|for|at|kostet|kosten|fur|zu|coute|coutent|pour|cuesta|cuestan|por|vale))?,? [€$£]?(?P<price>{PART_FIGURE}) ?{PART_COIN}?(?! ?[a-z%])"
)
PIECE_ASKED = re.compile(
    r"\b(?:each|apiece|per [a-z]{3,15}|(?:one|a single|ein|eine|eines|un|une|una) [a-z]{2,15}(?: cost| kosten)?|pro [a-z]{3,15}|l'unite|chacun\w*|cada un[oa])(?= ?(?:[?.!,]|\Z))"
)
SMALL_OF_LARGE = {"kg": ("g", 1000), "kilo": ("g", 1000), "kilogram": ("g", 1000), "l": ("ml", 1000), "litre": ("ml", 1000), "liter": ("ml", 1000), "litro": ("ml", 1000), "m": ("cm", 100), "h": ("min", 60), "hour": ("min", 60), "hr": ("min", 60)}  # fmt: skip
AT_LARGE_PRICE = re.compile(
    rf"\A\W*(?P<amount>{PART_FIGURE}) ?(?P<unit>kg|g|l|ml|m|cm|h|hrs?|hours?|min) ?(?:x|×|\*|at|@|a|zu|fur|for|por|de|mal) ?[€$£]?(?P<price>{PART_FIGURE}) ?{PART_COIN}? ?(?:/|per |a |an |pro |par |por |le |el |das ) ?(?P<per>kg|kilo|kilogram|l|litre|liter|litro|m|h|hr|hour)\W*\Z"
)
PORTIONS = r"(?:people|persons?|servings?|portions?|personen|portionen|personnes|parts|personas|porciones|raciones)"
FOR_OTHER_PORTIONS = re.compile(
    rf"\A\W*(?P<amount>{PART_FIGURE}) ?(?:g|kg|ml|l|cups?|tsp|tbsp|eggs?)\b(?: [a-z]+){{0,3}} (?:for|fur|pour|para) (?P<from>\d{{1,3}}) {PORTIONS},? (?:(?:and|und|et|y) )?(?:(?:for|fur|pour|para) )?(?P<to>\d{{1,3}}) {PORTIONS}\W*\Z"
    rf"|\A\W*(?:scale|convert|change|adapt) (?P<amount2>{PART_FIGURE}) ?(?:g|kg|ml|l|cups?|tsp|tbsp|eggs?)\b(?: (?:of )?[a-z]+){{0,3}} from (?P<from2>\d{{1,3}})(?: {PORTIONS})? to (?P<to2>\d{{1,3}}) {PORTIONS}\W*\Z"
)


def part_payment(text: str) -> Problem:
    """Return the problem of such prices that a plain text tells, every number of it read; none for other messages."""
    readers = (
        rates_of_rest,
        sum_of_rates,
        one_of_several,
        share_of_paid,
        sum_split,
        at_price_of_larger_unit,
        for_other_portions,
    )
    return next((made for made in (read(text) for read in readers) if made.expression), Problem(""))


def piece_of_pack(text: str) -> Problem:
    """Return the price of one piece of a pack: "Eine Packung mit 6 Eiern kostet 3 €. Was kostet ein Ei?"; none for other messages."""
    told = PACK_TOLD.search(text)
    if told is None or len(amounts_of(PIECE_ASKED.sub(" ", text))) != 2 or NO_PLAIN_RATE.search(text):
        return Problem("")
    if not PIECE_ASKED.search(text, told.end()) or int(told["n"]) < 2:
        return Problem("")
    return Problem(f"{told['price']} / {told['n']}", (PACK_TOLD, PIECE_ASKED, RATE_ASKED))


def rates_of_rest(text: str) -> Problem:
    """Return each instalment of a price of which a part was paid."""
    down, rest, amounts = PAID_DOWN.search(text), REST_IN_RATES.search(text), amounts_of(text)
    if not down or not rest or len(amounts) != 3 or NO_PLAIN_RATE.search(text) or not RATE_ASKED.search(text):
        return Problem("")
    paid = down["down"] or down["down2"]
    price = [one for one in amounts if not down.start() <= one.start < down.end() and one.start != rest.start("n")]
    if len(price) != 1 or price[0].share or int(rest["n"]) < 1:
        return Problem("")
    return Problem(f"({price[0].text} - {paid}) / {rest['n']}", (PAID_DOWN, REST_IN_RATES, RATE_ASKED, EACH_RATE))


def sum_of_rates(text: str) -> Problem:
    """Return what so many instalments come to."""
    rates = ALL_RATES.search(text)
    if rates is None or len(amounts_of(text)) != 2 or NO_PLAIN_RATE.search(text) or not RATES_SUM_ASKED.search(text):
        return Problem("")
    return Problem(f"{rates['n']} * {rates['each']}", (ALL_RATES, RATES_SUM_ASKED, RATE_ASKED))


def one_of_several(text: str) -> Problem:
    """Return the price of one of several things that cost a sum together."""
    told = COUNTED_FOR_PRICE.search(text)
    if told is None or len(amounts_of(text)) != 2 or NO_PLAIN_RATE.search(text):
        return Problem("")
    if not ONE_ASKED.search(text, told.end()) or int(told["n"]) < 2:
        return Problem("")
    return Problem(f"{told['price']} / {told['n']}", (COUNTED_FOR_PRICE, ONE_ASKED, RATE_ASKED))


def share_of_paid(text: str) -> Problem:
    """Return the share of each where several people tell what they paid, and how many they are."""
    people, amounts = PAYERS_TOLD.search(text), amounts_of(text)
    if people is None or not PAID_BY_EACH.search(text) or not SHARE_ASKED.search(text) or NOT_SHARED.search(text):
        return Problem("")
    word = people["by"] or people["are"]
    count = int(word) if word.isdigit() else PAYERS_IN_WORDS[word]
    paid = [one for one in amounts if not people.start() <= one.start < people.end()]
    if not 2 <= len(paid) <= count or any(one.share for one in paid):
        return Problem("")
    return Problem(
        f"({' + '.join(one.text for one in paid)}) / {count}", (PAYERS_TOLD, PAID_BY_EACH, SHARE_ASKED, RATE_ASKED)
    )


def sum_split(text: str) -> Problem:
    """Return a sum that is written with plus signs, split between people."""
    listed = LIST_SHARED.search(text)
    if listed is not None and not NOT_SHARED.search(text):
        paid = amounts_of(listed["list"])
        if len(amounts_of(text)) == len(paid) + 1:
            words = (LIST_SHARED, SHARE_ASKED, RATE_ASKED, SPLITTERS_NAMED)
            return Problem(f"({' + '.join(one.text for one in paid)}) / {listed['n']}", words)
    match = SUM_SPLIT.search(text)
    if match is None or NOT_SHARED.search(text) or len(amounts_of(text)) != match["sum"].count("+") + 2:
        return Problem("")
    return Problem(f"({match['sum']}) / {match['n']}", (SUM_SPLIT, SPLITTERS_NAMED))


def at_price_of_larger_unit(text: str) -> Problem:
    """Return what an amount costs at the price of the same or the larger unit: "350 g at 15.90 €/kg"."""
    match = AT_LARGE_PRICE.search(text)
    if match is None:
        return Problem("")
    small, size = SMALL_OF_LARGE[match["per"]]
    bare = match["unit"].rstrip("s")
    same = bare[0] == match["per"][0] and bare != small
    if not same and bare != small:
        return Problem("")
    return Problem(f"{match['amount']} * {match['price']}" + ("" if same else f" / {size}"), (AT_LARGE_PRICE,))


def for_other_portions(text: str) -> Problem:
    """Return an amount of a recipe for other portions, where the question is left out: "300 g flour for 4 people, 6 people?"."""
    match = FOR_OTHER_PORTIONS.search(text)
    told = {name.rstrip("2"): text for name, text in match.groupdict().items() if text} if match else {}
    if not told or not int(told["from"]):
        return Problem("")
    return Problem(f"{told['amount']} / {told['from']} * {told['to']}", (FOR_OTHER_PORTIONS,))
