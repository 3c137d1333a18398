"""What several groups of people pay at prices of their own, what is left of an income, and what each pays of a rent and a fee."""

import re

from config.builtins.calculator.consumed import Problem, first_problem
from config.builtins.calculator.household_sums import MONEY_BEHIND
from config.builtins.calculator.purchases import Amount, amounts_of
from config.builtins.calculator.situations import BUDGET
from config.builtins.wording import decimal_of

CHILD_NOUNS = r"kids?|child(?:ren)?|boys|girls|pupils?|toddlers?|teens?|teenagers?|kind(?:er(?:n)?)?|schuler(?:n|innen)?|enfants?|eleves?|nin[oa]s?|hij[oa]s?|alumn[oa]s?"
SENIOR_NOUNS = r"seniors?|pensioners?|oaps?|retirees?|senioren|rentner(?:n|innen)?|retraites?|jubilad[oa]s?|mayores"
STUDENT_NOUNS = r"students?|studenten|studierende|etudiant(?:e)?s?|estudiantes?"
ADULT_NOUNS = r"adults?|grown-?ups?|teachers?|parents?|mums?|dads?|erwachsene[nr]?|lehrer(?:n|innen)?|eltern|adultes?|profs?|professeurs?|adult[oa]s?|padres|profesor(?:es|as)?"
KINDS_OF_PEOPLE = (("child", CHILD_NOUNS), ("senior", SENIOR_NOUNS), ("student", STUDENT_NOUNS), ("adult", ADULT_NOUNS))
OF_PEOPLE = rf"(?:{CHILD_NOUNS}|{SENIOR_NOUNS}|{STUDENT_NOUNS}|{ADULT_NOUNS})"
NAMES_PLACE = re.compile(  # "on bus line 12": no number of anything
    r"\b(?:bus|tram|train|line|room|row|platform|gate|route|flight|hall|track|class|grade|linie|zimmer|gleis|halle|reihe|klasse|ligne|salle|quai|porte|linea|anden|sala|puerta)(?: (?:line|number|no\.?|nr\.?|linie|n°))? \Z"
)
PRICE_OF_GROUP = re.compile(
    rf"{MONEY_BEHIND} ?(?:each )?(?:for|per|an?|pro|je|fur|pour|par|para|por|cada)(?: (?:each|every|the|die|jede[ns]?|les|chaque|los|cada|una?|un))? (?P<who>{OF_PEOPLE})\b"
)
GROUP_OF_PRICE = re.compile(
    rf"\b(?P<who>{OF_PEOPLE})(?: (?:tickets?|karten?|billets?|entradas?))?(?: (?:pay|cost|costs|are|is|at|for|zahlen|kosten|paient|coutent|pagan|cuestan))* ?[:=]? ?[€$£]?\Z"
)
PEOPLE_TOLD = re.compile(rf" (?:(?!and|und|per|for|pro|par|por|pour|para)[a-z]{{3,12}} )?(?P<who>{OF_PEOPLE})\b")
TOTAL_ASKED = re.compile(
    r"\b(?:total\w*|altogether|in all|how much|what(?:'?s| is| will| does)|cost|sum|gesamt\w*|insgesamt|zusammen|wie ?viel|summe|combien|en tout|somme|cuanto|en total|suma)\b"
)
CHANGED_PRICE = re.compile(
    r"\b(?:free|discount|off|half|percent|gratis|frei|rabatt|halbe\w*|gratuit\w*|remise|moitie|descuento|mitad|each way|return|per day|a day|left|change|more|less)\b"
)
GROUP_PRICE_WORDS = re.compile(
    rf"\b(?:{OF_PEOPLE}|tickets?|karten?|billets?|entradas?|entry|eintritt|for|fur|pour|para|per|each|pay|costs?)\b"
)


def person_kind(word: str) -> str:
    """Return which group a noun for people names."""
    return next(name for name, words in KINDS_OF_PEOPLE if re.fullmatch(words, word))


def priced_groups(text: str, _: str) -> Problem:
    """Return what groups of people pay together, each group at a price of its own: "27 kids and 4 teachers, 2.80 for kids"."""
    amounts = [one for one in amounts_of(text) if not NAMES_PLACE.search(text[: one.start])]
    if not 4 <= len(amounts) <= 8 or len(amounts) % 2 or any(one.share for one in amounts):
        return Problem("")
    if not TOTAL_ASKED.search(text) or CHANGED_PRICE.search(text):
        return Problem("")
    counts, prices = dict[str, str](), dict[str, str]()
    for one in amounts:
        told = PEOPLE_TOLD.match(text, one.end) if one.text.isdigit() else None
        behind, ahead = PRICE_OF_GROUP.match(text, one.end), GROUP_OF_PRICE.search(text[: one.start])
        found = behind or told or ahead
        group = prices if behind or not told else counts
        if found is None or person_kind(found["who"]) in group:
            return Problem("")
        group[person_kind(found["who"])] = one.text
    if set(counts) != set(prices):
        return Problem("")
    sums = " + ".join(f"{count} * {prices[name]}" for name, count in counts.items())
    return Problem(sums, (GROUP_PRICE_WORDS, TOTAL_ASKED))


INCOME_TOLD = re.compile(
    r"\b(?:have|earn|make|get|take home|bring home|income|salary|wage|pay|pension|budget|allowance|stipend|habe|verdiene|bekomme|einkommen|gehalt|lohn|rente|ai|gagne|touche|salaire|revenus?|budget|tengo|gano|cobro|sueldo|ingresos?|presupuesto)(?: (?:is|of|ist|von|est|de|es|about|a|an|un|une|net))* ?:? ?[€$£]?\Z"
)
EVERY_MONTH = re.compile(
    rf"{MONEY_BEHIND} ?(?:net(?:to)? )?(?:an?|per|each|every|im|pro|par|al|por|/) ?(?:month|monat|mois|mes)\b(?: (?:net(?:to)?|after tax(?:es)?|take ?home|netos?|nach steuern|apres impots?))?"
)
OTHER_RHYTHM_OF_COST = re.compile(
    r"\b(?:week(?:s|ly)?|days?|daily|years?|yearly|annual\w*|quarter\w*|each|times|woche\w*|taglich|tage?|jahr\w*|quartal|semaines?|jours?|ans?|annuel\w*|chaque|semanas?|dias?|anos?|anual\w*|cada|percent|half|twice)\b|%|\d ?x\b|/"
)
INCOME_END = re.compile(
    rf"(?:{EVERY_MONTH.pattern}|{MONEY_BEHIND}(?: ?(?:net(?:to)?|after tax(?:es)?|take ?home|netos?|nach steuern|apres impots?))?)(?= ?[.,;:!?\n]| (?:and|but|und|aber|et|mais|y|pero|minus|less|to spend|budget)\b)"
)
WITHDRAWN = re.compile(
    r"\?|\b(?:no|not|sorry|wait|actually|oops|i mean|nein|nicht|moment|ich meine|non|pardon|perdon|digo|espera)\b"
)
GAIN_TOLD = re.compile(
    r"\b(?:gets?|got|receiv\w*|earn\w*|back|refund\w*|bonus|gift|extra income|return\w*|bekomm\w*|erhalt\w*|zuruck|recoi\w*|touche|rembours\w*|recib\w*|devuelv\w*|cobr\w*)\b"
)
COST_NAMED = re.compile(
    r"(?:[.,;:!\n]|\b(?:and|und|et|y|pay|for|spend|minus|less|then))? ?(?:(?:my|the|our|die|der|das|le|la|les|el|los|las|mi|mon|ma|meine?) )?[a-z][a-z' -]{1,28}? ?(?:(?:is|are|costs?|of|:|=|ist|kostet|est|coute|es|cuesta) ?)?[€$£]?\Z"
)
INCOME_WORDS = re.compile(
    r"\b(?:after tax(?:es)?|net(?:to)?|take ?home|(?:a|per|each|every|im|pro|par|al|por) (?:month|monat|mois|mes)|nach steuern|apres impots|whats?|left|have|earn)\b"
)


def left_of_income(text: str, language: str) -> Problem:
    """Return what is left of an income after costs that are named one after the other: "rent 780, food 350"."""
    amounts, asked = amounts_of(text), BUDGET.search(text)
    if asked is None or not 3 <= len(amounts) <= 12 or any(one.share for one in amounts):
        return Problem("")
    own, *costs = amounts
    told = INCOME_END.match(text, own.end)
    if told is None or not INCOME_TOLD.search(text[: own.start]):
        return Problem("")
    start = told.end()
    listed = EVERY_MONTH.sub(" ", text[start : asked.start()])
    is_larger = all(decimal_of(own.text, language) >= decimal_of(one.text, language) for one in costs)
    if OTHER_RHYTHM_OF_COST.search(listed) or GAIN_TOLD.search(listed) or not is_larger:
        return Problem("")
    if costs[-1].start > asked.start() or not all(is_named_cost(text, start, one, costs) for one in costs):
        return Problem("")
    return Problem(" - ".join(one.text for one in amounts), (BUDGET, INCOME_WORDS))


def is_named_cost(text: str, start: int, one: Amount, costs: list[Amount]) -> bool:
    """Return whether a number stands behind the name of a cost, with nothing else between it and the number before."""
    before = max([start, *(other.end for other in costs if other.end <= one.start)])
    gap = re.sub(
        rf"\A{MONEY_BEHIND}(?: (?:an?|per|im|pro|par|al) (?:month|monat|mois|mes))?", "", text[before : one.start]
    )
    return COST_NAMED.fullmatch(gap) is not None and WITHDRAWN.search(gap) is None


RENTING_PEOPLE = re.compile(
    r"\b(?:we are|we're|there (?:are|will be)|somos|wir sind|nous sommes|on est)(?: zu)? (?P<n>\d{1,2})\b(?! ?(?:km|min|hours?|days?|years?))|\b(?P<n2>\d{1,2}) (?:of us|people|persons?|friends|personen|leute|freunde|personnes|amis|personas|amigos)\b|\bzu (?P<word>zweit|dritt|viert|funft|sechst|siebt|acht)\b"
)
GERMAN_SHARERS = {"zweit": "2", "dritt": "3", "viert": "4", "funft": "5", "sechst": "6", "siebt": "7", "acht": "8"}
EACH_OF_THEM_PAYS = re.compile(
    r"\b(?:each|per (?:person|head)|every(?:one|body)|apiece|cada (?:uno|una)|por (?:persona|cabeza)|jede[rn]?|pro (?:person|kopf|nase)|chacune?|par (?:personne|tete))\b"
)
RENT_OF_DAY = re.compile(
    rf"(?P<price>\d+(?:[.,]\d+)?){MONEY_BEHIND} ?(?:/|an?|per|each|the|al|la|por|pro|am|je|die|par|le) ?(?:day|night|dia|noche|tag|nacht|jour|nuit)\b,? ?(?:for|x|por|durante|fur|pendant|pour|times)? ?(?P<days>\d{{1,3}}) (?:days|nights|dias|noches|tagen?|nachten?|jours|nuits)\b"
)
FEE_ONCE = re.compile(
    rf"\b(?:plus|and|with|mas|y|con|und|et|avec|mit|\+) ?[€$£]?(?P<fee>\d+(?:[.,]\d+)?){MONEY_BEHIND}(?= )"
)
RENT_WORDS = re.compile(
    r"\b(?:rent\w*|hire|car|flat|cabin|house|alquil\w*|coche|miet\w*|auto|lou\w*|voiture|how much|pays?|pagar?|paga|zahlt|paie|wie viel|combien|cuanto|fuel|petrol|gas\w*|cleaning|limpieza|benzin|essence|days?|nights?|dias?|noches?|tage?n?|nachte?|jours?|nuits?)\b"
)


def shared_rent(text: str, _: str) -> Problem:
    """Return what a rent for some days and a fee cost, and what each of some people pays of it."""
    amounts = amounts_of(text)
    heads, rents, fees = (
        list(RENTING_PEOPLE.finditer(text)),
        list(RENT_OF_DAY.finditer(text)),
        list(FEE_ONCE.finditer(text)),
    )
    if len(heads) != 1 or len(rents) != 1 or len(fees) > 1 or not EACH_OF_THEM_PAYS.search(text):
        return Problem("")
    count = heads[0]["n"] or heads[0]["n2"] or GERMAN_SHARERS[heads[0]["word"]]
    read = [rents[0]["price"], rents[0]["days"], *(fee["fee"] for fee in fees)]
    read += [count] * (heads[0]["word"] is None)
    if sorted(read) != sorted(one.text for one in amounts) or any(one.share for one in amounts):
        return Problem("")
    whole = f"{rents[0]['price']} * {rents[0]['days']}" + "".join(f" + {fee['fee']}" for fee in fees)
    return Problem(
        f"{whole} ; ({whole}) / {count}", (RENTING_PEOPLE, EACH_OF_THEM_PAYS, RENT_OF_DAY, FEE_ONCE, RENT_WORDS)
    )


GROUP_COSTS = (priced_groups, left_of_income, shared_rent)


def group_cost(text: str, language: str) -> Problem:
    """Return the problem of a plain text, with an empty expression for a text of another kind."""
    return first_problem(GROUP_COSTS, text, language)
