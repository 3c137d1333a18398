"""Raises in per cent with what they are in a year, fares with a base price, recipes for other numbers of people, what others pay, and loan rates."""

import re

from config.builtins.calculator.consumed import Problem, first_problem
from config.builtins.calculator.differences import ASKS_PERCENT, FALLS, FROM_TO, RISES, TO_VALUE
from config.builtins.calculator.item_bills import LOAN_WORD, MONTHS_TOLD
from config.builtins.calculator.purchases import Amount, amounts_of
from config.builtins.wording import decimal_of, fill_in

MONEY = r"(?: ?(?:€|\$|£|euros?|eur|dollars?|usd|pounds?|gbp|chf|francs?|franken|quid|bucks))?"
PERIODIC = re.compile(
    rf"{MONEY} ?(?:/|an?|per|each|every|im|pro|par|al|por|der|die|in der|a la) ?(?:(?P<month>month|monat|mois|mes)|(?P<week>week|woche|semaine|semana))\b"
)
MORE_A_YEAR = re.compile(
    r"\b(?:how much|what) (?:more |extra )?(?:is |does |would )?(?:(?:that|it|this) )?(?:(?:is |come to |make |mean )?(?:more |extra )?)?(?:money )?(?:a|per|each|in a|over a|over the|in the|for the) (?:whole |full )?year\b|\bhow much (?:more|extra)\b[^?.!\d]{0,25}\byear\b"
    r"|\bwie ?viel (?:mehr )?(?:ist das |macht das |sind das |bekomme ich |habe ich )?(?:mehr )?(?:im|pro) jahr(?: mehr)?\b|\bcombien (?:de plus |en plus )?(?:cela fait(?:-il)? |ca fait |est-ce )?(?:de plus |en plus )?(?:par|sur un|sur l') ?an(?:nee)?\b|\bcuanto (?:mas )?(?:es |son |supone )?(?:mas )?(?:al|por) ano\b"
)
PERCENT_SOUGHT = re.compile(
    r"\b(?:what|which|how much|wie ?viel|welche[rs]?|quelle?|combien|cuanto|que)\b[^?.!\d]{0,30}?(?:%|\b(?:percent\w*|per cent|prozent\w*|pour ?cent|pourcentage|por ciento|porcentaje)\b)"
)
RAISE_WORDS = re.compile(
    r"\b(?:raise|pay rise|rise|increase|salary|pay|wage|rent|erhohung|gehalt\w*|lohn|miete|augmentation|salaire|loyer|aumento|subida|sueldo|alquiler)\b"
)
RAISE_NOTE = {
    "en": "The second figure is the change of {count} payments.",
    "de": "Die zweite Zahl ist die Änderung bei {count} Zahlungen.",
    "fr": "Le second chiffre est le changement pour {count} versements.",
    "es": "La segunda cifra es el cambio de {count} pagos.",
}


def raise_and_year(text: str, language: str) -> Problem:
    """Return the change of what is paid each month or week in per cent, and what it makes in a year, where both are asked for."""
    year, share = MORE_A_YEAR.search(text), PERCENT_SOUGHT.search(text) or ASKS_PERCENT.search(text)
    amounts = amounts_of(text)
    if year is None or share is None or len(amounts) != 2 or any(one.share for one in amounts):
        return Problem("")
    first, second = amounts
    between = text[first.end : second.start]
    rhythm = PERIODIC.match(text, second.end) or PERIODIC.match(text, first.end)
    bare = PERIODIC.sub("", between, count=1) if PERIODIC.match(text, first.end) else re.sub(rf"\A{MONEY}", "", between)
    if (
        rhythm is None
        or not FROM_TO.search(text[: first.start].rstrip("€$£"))
        or not TO_VALUE.fullmatch(bare.rstrip("€$£"))
    ):
        return Problem("")
    count = 12 if rhythm["month"] else 52
    old, new = first.text, second.text
    words = (PERIODIC, MORE_A_YEAR, PERCENT_SOUGHT, ASKS_PERCENT, RAISE_WORDS, RISES, FALLS)
    note = fill_in(RAISE_NOTE[language], count=count)
    return Problem(f"pct(({new} - {old}) / {old}) ; ({new} - {old}) * {count}", words, note)


WAY = (
    r"(?:km|kilomet\w+|kilom\w+|miles?|meilen?|milles?|millas?|min(?:ute[ns]?|utos?)?|hours?|h|stunden?|heures?|horas?)"
)
PER_WAY = re.compile(
    rf"{MONEY} ?(?:/|an?|per|for each|for every|each|every|pro|je|par|du|le|por|cada|el) ?(?P<unit>{WAY})\b"
)
OF_WAY = re.compile(rf" ?-?(?P<unit>{WAY})\b")
BASE_WORD = (
    r"(?:base (?:fare|fee|price|charge|rate)|basic (?:fare|fee|charge)|flat (?:fee|fare|charge)|fixed (?:fee|fare|charge|price)|start(?:ing)? (?:fee|fare|charge|price)|flag ?fall|booking fee|pick-?up fee|call-?out (?:fee|charge)|unlock(?:ing)?(?: fee)?|to (?:start|unlock|begin)|upfront|base|"
    r"grundpreis|grundgebuhr|grundbetrag|startpreis|startgebuhr|einstiegspreis|anfahrt\w*|entsperr\w*|freischalt\w*|"
    r"prise en charge|prix de base|forfait(?: de base)?|frais fixes|deblocage|au depart|"
    r"de salida|salida|bajada de bandera|tarifa (?:base|fija)|de base|fij[oa]s?|desbloqueo|de entrada)"
)
BASE_BEHIND = re.compile(
    rf"{MONEY},? ?(?:as |is |for |of |fur |de |al |por |als |the |die |den |a |una? |la |le )*{BASE_WORD}\b"
)
BASE_AHEAD = re.compile(rf"\b{BASE_WORD}(?: (?:is|of|ist|betragt|von|est|de|es|kostet|costs?|:|fee|fare))*:? ?[€$£]?\Z")
FARE_WORD = re.compile(
    r"\b(?:taxi|cab|uber|bolt|ride|fare|trip|journey|scooter|rental|van|plumber|electrician|delivery|courier|fahrt|fahre|roller|kurier|handwerker|trajet|course|trottinette|plombier|viaje|carrera|patinete|fontanero)\w*\b"
)
FARE_ASKED = re.compile(
    r"\b(?:how much|what (?:do|does|will|would|is)|what's|whats|total|cost\w*|pay|was (?:kostet|zahl\w*|macht)|wie ?viel|combien|quel|cuanto|cual|me sale|sale|charges?|kostet|cobra|facture|prend|coute)\b"
)
FARE_ELSE = re.compile(
    r"\b(?:first|after|from the|beyond|over|included?|free|minimum|discount|tip|erste[nr]?|ab (?:dem|der)|inkl\w*|frei|mindestens|trinkgeld|premiers?|au-dela|inclus|minimum|pourboire|primeros?|a partir|incluid\w*|propina|per (?:day|week|month)|split|shared?|each|people|personen|personnes|personas)\b|%"
)


def fare_with_base(text: str, _: str) -> Problem:
    """Return the price of a way or a time at a rate with a base price: "3.50 to start and 1.20 per km, 14 km"."""
    amounts = amounts_of(text)
    rates = [(one, match) for one in amounts if (match := PER_WAY.match(text, one.end))]
    if len(amounts) != 3 or any(one.share for one in amounts) or len(rates) != 1 or FARE_ELSE.search(text):
        return Problem("")
    rate, unit = rates[0][0], rates[0][1]["unit"]
    bases = [
        one
        for one in amounts
        if one is not rate and (BASE_BEHIND.match(text, one.end) or BASE_AHEAD.search(text[: one.start]))
    ]
    ways = [
        one
        for one in amounts
        if one is not rate and (way := OF_WAY.match(text, one.end)) and way["unit"][:2] == unit[:2]
    ]
    if len(bases) != 1 or len(ways) != 1 or bases[0] is ways[0] or not FARE_ASKED.search(text):
        return Problem("")
    words = (PER_WAY, OF_WAY, BASE_BEHIND, FARE_WORD, FARE_ASKED, re.compile(BASE_WORD))
    return Problem(f"{bases[0].text} + {rate.text} * {ways[0].text}", words)


PEOPLE = r"(?:people|persons?|servings?|portions?|guests|adults|friends|of us|personen|leute|portionen|gaste|personnes|parts|convives|personas|raciones|porciones|comensales)"
RECIPE_FOR = re.compile(
    rf"\b(?:for|fur|pour|para|serves|makes|feeds|reicht fur|ergibt) (?P<n>\d{{1,3}})\b(?: {PEOPLE})?"
)
WE_ARE_NOW = re.compile(
    r"\b(?:we(?:'re| are)|there (?:are|will be)|there's|wir sind|sind wir|on (?:est|sera)|nous (?:sommes|serons)|somos|seremos|i (?:need|want) (?:it |this |them )?for|cooking for|(?:need|want|make) (?:it |this )?for|ich (?:brauche|will|mochte|koche)(?: es| das)? fur|brauche es fur|j'en veux pour|je (?:la |le )?(?:veux|fais) pour|(?:lo |la )?(?:quiero|necesito|hago) para|but for|aber fur|mais pour|pero para)(?: (?:but|aber|mais|pero|now|jetzt|a|zu|only|nur|about))* (?P<n>\d{1,3})\b(?! ?(?:%|g\b|ml\b))"
)
ALL_WANTED = re.compile(
    r"\b(?:(?:how much|how many|what)(?: do| should| would)?(?: (?:i|we))?(?: (?:need|take|use))?(?: of)? (?:each|every|everything|all|it all|all of it)\b|(?:how much|what) (?:do|should|will) (?:i|we) need\W*\Z|how much of (?:each|everything|all)|what are the (?:new )?(?:amounts|quantities)"
    r"|(?:wie ?viel|was) (?:brauch\w*|nehme|benotig\w*)(?: (?:ich|wir))?(?: denn| da| dann)?(?: (?:von|an))?(?: (?:allem|jedem|alles))?|combien (?:il )?(?:me |nous |m'en |en )?fau(?:t|drait)(?:-il)?(?: de (?:chaque|tout))?|combien de chaque|quelles quantites|cuanto (?:necesito|necesitamos|hace falta|pongo)(?: de (?:todo|cada (?:cosa|uno)))?|cuanto de (?:todo|cada))\b"
)
INGREDIENT = re.compile(
    r" ?(?:(?:g|kg|ml|cl|dl|l|mg|oz|lb|lbs|cups?|tbsp|tsp|el|tl|gramm|grams?|lit(?:er|re)s?|tassen?|prisen?|tasses?|tazas?|cs|cc|spoons?|tablespoons?|teaspoons?|loffel|ounces?|pounds?) (?:of |de |d')?)?(?P<what>[a-zß'-]{2,20})\b"
)
ALL_NOTE = {
    "en": "In this order: {names}.", "de": "In dieser Reihenfolge: {names}.",
    "fr": "Dans cet ordre : {names}.", "es": "En este orden: {names}.",
}  # fmt: skip
MOST_LISTED = 10


def recipe_for_others(text: str, language: str) -> Problem:
    """Return every amount of a recipe for another number of people."""
    base = RECIPE_FOR.search(text)
    wanted = next((one for one in WE_ARE_NOW.finditer(text) if base is None or one.start("n") != base.start("n")), None)
    asked = ALL_WANTED.search(text)
    if base is None or wanted is None or asked is None:
        return Problem("")
    counts = (base.start("n"), wanted.start("n"))
    rest = [one for one in amounts_of(text) if one.start not in counts]
    names = [INGREDIENT.match(text, one.end) for one in rest]
    if not 2 <= len(rest) <= MOST_LISTED or any(one.share for one in rest) or not all(names):
        return Problem("")
    listed = [
        (text[one.start : name.start("what")], name["what"]) for one, name in zip(rest, names, strict=True) if name
    ]
    told = ", ".join(amount + (what.capitalize() if language == "de" else what) for amount, what in listed)
    terms = " ; ".join(f"{one.text} * {wanted['n']} / {base['n']}" for one in rest)
    words = (RECIPE_FOR, WE_ARE_NOW, ALL_WANTED, INGREDIENT)
    return Problem(terms, words, fill_in(ALL_NOTE[language], names=told))


OTHERS_PAY = re.compile(
    r"\b(?:how much (?:for |do(?:es)? |should |must |will )?(?:each of )?the (?:others|rest|other \d)(?: (?:each )?(?:pay|owe)(?: each)?| each)?|what do(?:es)? (?:each of )?the (?:others|rest|other \d) (?:each )?pay(?: each)?|how much (?:does |for )?(?:each|every(?:one| one)) of the others?(?: pay)?"
    r"|(?:wie ?viel|was) (?:zahlt|zahlen|bezahlt|bezahlen|muss|mussen) (?:jede[rs]? der |die |die )(?:anderen|ubrigen)(?: (?:jeweils|je|zahlen|bezahlen))?|wie ?viel (?:fur )?jede[nr]? (?:der|von den) anderen"
    r"|combien (?:pour |paient? |doivent? payer |pour chacun )?(?:chacun des |les |par )autres?(?: chacun)?|combien paie(?:nt)? (?:chacun des|les) autres(?: chacun)?"
    r"|cuanto (?:pagan?|toca a|para|pone) (?:cada uno de )?los (?:demas|otros)(?: cada uno)?|cuanto (?:paga |para )?cada uno de los (?:demas|otros))\b"
)
GROUP = re.compile(
    r"\b(?:we (?:are|'re)|we're|there are|wir sind(?: zu)?|on est|nous sommes|somos|between|entre) (?P<n>\d{1,2})\b(?! ?(?:€|\$|£|euros?|%))|\b(?P<of>\d{1,2}) (?:of us|people|friends|colleagues|flatmates|personen|leute|kollegen|freunde|personnes|collegues|amis|personas|amigos|companeros)\b"
)
ONE_PAYS = re.compile(
    r"\b(?:pays?|paying|gives?|puts? in|chips? in|contributes?|zahlt|bezahlt|gibt|paie|paye|donne|verse|paga|pone|da)(?: (?:que|only|just|nur|bloss|seulement|solo|in))* ?[€$£]?\Z"
)
PAYS_ONLY = re.compile(
    r"\b(?:pays?|only|just|zahlt|bezahlt|nur|bloss|ne (?:paie|paye|donne|verse) que|paie|paye|seulement|paga|solo|costs?|kostet|coute|cuesta)\b"
)


def others_share(text: str, _: str) -> Problem:
    """Return what each of the others pays of a price, where one of a group pays a sum of his own."""
    asked, group = OTHERS_PAY.search(text), GROUP.search(text)
    if asked is None or group is None:
        return Problem("")
    count = int(group["n"] or group["of"])
    place = group.start("n") if group["n"] else group.start("of")
    rest = [one for one in amounts_of(text) if one.start != place]
    own = [one for one in rest if ONE_PAYS.search(text[: one.start])]
    if count < 3 or len(rest) != 2 or len(own) != 1 or any(one.share for one in rest):
        return Problem("")
    price = next(one for one in rest if one is not own[0])
    return Problem(f"({price.text} - {own[0].text}) / {count - 1}", (OTHERS_PAY, GROUP, PAYS_ONLY))


RATE_SOUGHT = re.compile(
    r"\b(?:monthly (?:payments?|instal\w+|rates?|repayments?)|(?:payments?|pay|instal\w+|repayments?|cost\w*) (?:is it |would it be )?(?:per|a|each|every) month|what (?:do|would|will) i pay (?:each|a|per|every) month|how much (?:a|per|each) month|monatliche (?:rate|zahlung)|monatsrate|rate im monat|wie hoch (?:ist|ware) die rate|mensualites?|par mois|cuota mensual|cuotas?|al mes)\b"
)
YEARS_TOLD = re.compile(r" ?-?(?:years?|yrs?|jahre?n?|ans|annees|anos)\b")
LOAN_ELSE = re.compile(
    r"\b(?:deposit|down ?payment|fees?|already|extra|after|balloon|total|interest-free|how long|when|compare|or|anzahlung|schlussrate|gebuhr\w*|schon|insgesamt|wie lange|apport|frais|deja|total|entrada|comision\w*|balance|plan|interest (?:do|in)|no interest|variable)\b"
)
LOAN_TALK = re.compile(
    r"\b(?:at|over|for|rate|interest|apr|nominal|a year|yearly|per annum|p\.?a\.?|car|house|home|fixed|end of (?:each|the|every) month|paid|payments?|monthly|zinsen|zinssatz|auto\w*|jahrlich|im jahr|am ende (?:des|jedes) monats|taux|interets?|an|voiture|fin de (?:chaque )?mois|interes|anual|coche)\b"
)
LOAN_NOTE = {
    "en": "Paid at the end of each month, with a twelfth of the yearly rate each month and no fees.",
    "de": "Gezahlt am Ende jedes Monats, mit einem Zwölftel des Jahreszinses im Monat und ohne Gebühren.",
    "fr": "Payé à la fin de chaque mois, avec un douzième du taux annuel par mois et sans frais.",
    "es": "Pagado al final de cada mes, con una doceava parte del tipo anual al mes y sin comisiones.",
}


def loan_rate(text: str, language: str) -> Problem:
    """Return the equal monthly payment of a loan by its sum, its yearly interest and its time."""
    amounts = amounts_of(text)
    shares = [one for one in amounts if one.share]
    if len(amounts) != 3 or len(shares) != 1 or LOAN_ELSE.search(text):
        return Problem("")
    if not (LOAN_WORD.search(text) and RATE_SOUGHT.search(text)):
        return Problem("")
    years = [one for one in amounts if YEARS_TOLD.match(text, one.end) and one.text.isdigit()]
    months = [one for one in amounts if MONTHS_TOLD.match(text, one.end) and one.text.isdigit()]
    if len(years) + len(months) != 1 or decimal_of(shares[0].text, language) <= 0:
        return Problem("")
    time = (years or months)[0]
    loan = next(one for one in amounts if one not in (shares[0], time))
    count = int(time.text) * (12 if years else 1)
    words = (LOAN_WORD, RATE_SOUGHT, YEARS_TOLD, MONTHS_TOLD, LOAN_TALK)
    return Problem(annuity(loan, shares[0], count), words, LOAN_NOTE[language])


def annuity(loan: Amount, share: Amount, count: int) -> str:
    """Return the expression of an equal payment that pays a loan off."""
    growth = f"(1 + {share.text} / 1200)^{count}"
    return f"{loan.text} * {share.text} / 1200 * {growth} / ({growth} - 1)"


FARES = (raise_and_year, fare_with_base, recipe_for_others, others_share, loan_rate)


def fare_or_raise(text: str, language: str) -> Problem:
    """Return the problem of a plain text, with an empty expression for a text of another kind."""
    return first_problem(FARES, text, language)
