"""Word problems of amounts and rates, solved by their units: 17.35 an hour, 38.5 hours a week, 4 weeks.

Each amount of the message is a factor with its units, upwards or downwards. There is an answer only where all of them
together cancel to one unit, that of the question, and in one way: nothing of the message is left over.
"""

import re
from collections import Counter
from collections.abc import Iterator
from itertools import product
from typing import NamedTuple

from config.builtins.wording import GROUPS, fold

MOST_FACTORS = 6
MONEY_UNIT = "money"
PLAIN_NUMBER = rf"(?<![\w.,])(?:{GROUPS})(?![\w.,]*\d)"
CURRENCY_SIGN = r"(?:€|\$|£|chf|eur|usd|gbp|euros?|dollars?|pounds?|francs?|franken|dolares)"
UNIT_NAME = r"[a-z]{1,20}"
FOR_EACH = (
    r"(?:(?:an?|per|each|every|pro|je|par|por|al?|aux?|a los|a las|a la|die|auf|im|am|in der|cada)(?= )|a l'|l'|/)"
)
FACTOR = re.compile(
    rf"(?:(?P<sign>{CURRENCY_SIGN}) ?)?(?P<number>{PLAIN_NUMBER})(?: ?(?P<unit>(?!{FOR_EACH}){UNIT_NAME}|€|\$|£))?"
    rf"(?: ?{FOR_EACH} ?(?P<many>{PLAIN_NUMBER})? ?(?P<per>(?!{CURRENCY_SIGN}\b){UNIT_NAME}))?",
    re.IGNORECASE,
)
UNIT_COSTS = re.compile(  # "a litre costs 1.79", "3 nights at 84.50", "der Liter kostet 1,79"
    rf"(?P<per>{UNIT_NAME}) (?:costs?|kostet?|kosten|coute(?:nt)?|cuestan?|vale[ns]?|is|are|ist|est|at|zu je|zu|fur je|for|a|each) (?:{CURRENCY_SIGN} ?)?\Z",
    re.IGNORECASE,
)
COUNTED_COSTS = re.compile(  # "12 eggs cost 3.60": a price for all of them
    rf"(?<![\w.,])(?P<count>\d{{1,5}}) (?P<per>{UNIT_NAME}) (?:cost|kosten|coutent|cuestan|is|are|was|were|sind|font|son) (?:{CURRENCY_SIGN} ?)?\Z",
    re.IGNORECASE,
)
COUNTED_COSTS_AHEAD = re.compile(
    rf"(?:\d{{1,5}}) {UNIT_NAME} (?:cost|kosten|coutent|cuestan|is|are|was|were|sind|font|son) (?:{CURRENCY_SIGN} ?)?{PLAIN_NUMBER}(?! ?(?:[€$£]|euros?|dollars?)? ?(?:per|each|apiece|pro|je|jeweils|par|por|cada|chacun)\b)",
    re.IGNORECASE,
)
ASKS_MONEY = re.compile(
    r"\b(?:costs?|pay|price|earn\w*|salary|wages?|spend|gross|total|sum|bill|how much|kosten|kostet|bezahl\w*|zahl\w*|verdien\w*|lohn|gehalt|wie ?viel|preis|"
    r"coute\w*|paye\w*|payer|gagne\w*|salaire|combien|prix|cuesta\w*|pag\w*|gan\w*|sueldo|salario|cuanto|precio)\b",
    re.IGNORECASE,
)
ASKS_UNIT = re.compile(
    rf"\b(?:how many|wie ?viele?|combien de|combien d'|cuant[oa]s) (?P<unit>{UNIT_NAME})", re.IGNORECASE
)
SAME_UNITS = {
    **dict.fromkeys(("h", "hr", "std", "stunde", "heure", "hora", "hour"), "hour"),
    **dict.fromkeys(("l", "liter", "litre", "litro"), "litre"),
    **dict.fromkeys(("km", "kilometer", "kilometre", "kilometro"), "km"),
    **dict.fromkeys(("tag", "jour", "dia", "day"), "day"),
    **dict.fromkeys(("woche", "semaine", "semana", "week"), "week"),
    **dict.fromkeys(("monat", "moi", "mese", "mes", "month"), "month"),
    **dict.fromkeys(("nacht", "nachte", "nuit", "noche", "night"), "night"),
    **dict.fromkeys(("jahr", "jahre", "an", "ano", "year"), "year"),
    **dict.fromkeys(("kilo", "kg", "kilogram", "kilogramm"), "kg"),
}


class Factor(NamedTuple):
    """An amount as an expression, with its units: +1 upwards, -1 downwards."""

    text: str
    units: tuple[tuple[str, int], ...]

    def turned(self, sign: int) -> "Counter[str]":
        """Return the units of the amount as a factor or, for -1, as a divisor."""
        made = Counter[str]()
        for unit, power in self.units:
            made[unit] += sign * power
        return made


PERIOD_RATE = re.compile(  # "hourly 19.50", "Stundenlohn 19,50"
    rf"\b(?:(?P<en>hour|week|month|year)ly(?: (?:wage|rate|pay|rent|fee|salary))?|(?P<de>stunden|wochen|monats|jahres)lohn)(?: (?:is|of|von|ist))?:? (?:[€$£] ?)?(?P<number>{PLAIN_NUMBER})"
)
PERIODS_IN_GERMAN = {"stunden": "hour", "wochen": "week", "monats": "month", "jahres": "year"}


def per_period(match: "re.Match[str]") -> str:
    """Return an amount for each of a period as the reader of amounts knows it."""
    return f"{match['number']} per {match['en'] or PERIODS_IN_GERMAN[match['de']]}"


YEARS = (
    ("year", "month", "12"),
    ("year", "week", "52"),
    ("year", "day", "365"),
    ("month", "day", "30"),
    ("week", "day", "7"),
    ("day", "hour", "24"),
    ("hour", "minute", "60"),
    ("month", "week", "(52 / 12)"),
    ("year", "quarter", "4"),
)
LOOSE_PERIOD = re.compile(
    r"\b(?:per|an?|each|every|in an?|in one|for a|over a|pro|im|in einem|in einer|am|par|en une?|al|por|en un|en una|cada|(?:this|next|the whole|a whole)) (?P<period>hour|day|week|month|year|stunde|tag|woche|monat|jahr|heure|jour|semaine|mois|an|hora|dia|semana|mes|ano)\b"
    r"|\b(?P<adverb>hourly|daily|weekly|monthly|yearly|annual(?:ly)?|wochentlich|monatlich|jahrlich|taglich|annuel\w*|mensuel\w*|anual\w*|mensual\w*)\b"
)
ADVERBS = (
    ("hour", "hour"),
    ("da", "day"),
    ("tag", "day"),
    ("week", "week"),
    ("woch", "week"),
    ("m", "month"),
    ("y", "year"),
    ("a", "year"),
    ("j", "year"),
)
SHARE_OF_IT = re.compile(r"(?<![\w.,])(?P<number>\d+(?:[.,]\d+)?) ?(?:%|percent\b|prozent\b|pour ?cent\b|por ciento\b)")
TAKEN_OFF = re.compile(
    r"\b(?:tax\w*|deduct\w*|off|discount|taken|goes|left|after|net|take home|withheld|steuern?|abgaben|abzug\w*|rabatt|netto|impots?|charges|net|remise|impuestos?|descuento|neto|retien\w*|commission|fees?)\b"
)
PUT_ON = re.compile(
    r"\b(?:plus|vat|sales tax|tip|gratuity|service|surcharge|add\w*|on top|mwst|mehrwertsteuer|trinkgeld|aufschlag|zuschlag|tva|pourboire|iva|propina)\b"
)
INCOME_WORD = re.compile(
    r"\b(?:earn\w*|wages?|salary|paid|income|make|verdien\w*|lohn|gehalt|gagne\w*|salaire|gan[oa]\w*|sueldo|salario)\b"
)


NO_PRODUCT = re.compile(
    r"\b(?:double|twice|triple|doppelt\w*|zweimal|halb\w+|half(?! (?:an )?(?:hour|day|past))|doble|overtime|uberstunden|(?:the|die|der|la|el) (?:first|last|erste[rn]?|letzte[rn]?|premiere|derniere|primera|ultima) (?:\d+|hour|one|day|week|stunde|tag|heure|hora)|profit\w*|loss|margin|average|mean|difference|sold|sell\w*|gewinn\w*|verlust|durchschnitt\w*|unterschied|verkauf\w*|benefice|perte|moyenne|vend\w*|ganancia|perdida|promedio|diferencia)\b"
)


RATE_WORDS = (FACTOR, LOOSE_PERIOD, PERIOD_RATE, TAKEN_OFF, PUT_ON, INCOME_WORD, ASKS_UNIT, ASKS_MONEY)


MILES_A_GALLON = re.compile(r"(?<=\d) ?(?:mpg|miles? (?:to the|to a|a|for every|for each) gallon)\b")


def rate_problem(message: str) -> str:
    """Return the expression of a message whose amounts cancel to the unit that it asks for; "" for all others.

    One percentage is taken off the product, or put on it, where the message says which.
    """
    text = PERIOD_RATE.sub(per_period, re.sub(r"\s", " ", fold(message)).lower())
    text = MILES_A_GALLON.sub(" miles per gallon", text)
    if NO_PRODUCT.search(text):
        return ""
    text = with_each(text)
    shares = list(SHARE_OF_IT.finditer(text))
    if "%" in text and len(shares) != 1:
        return ""
    for share in shares:
        text = text[: share.start()] + " " * (share.end() - share.start()) + text[share.end() :]
    made = product_of_factors(text, {MONEY_UNIT} if shares else set())
    if not made or not shares:
        return made
    off = TAKEN_OFF.search(text) is not None and (INCOME_WORD.search(text) is not None or not PUT_ON.search(text))
    if not off and not PUT_ON.search(text):
        return ""
    return f"({made}) {'-' if off else '+'} {shares[0]['number']} %"


EACH_ONE = re.compile(
    r"(?<=\d) ?(?:[€$£]|euros?|dollars?|eur|usd)? ?(?:each|apiece|a piece|per (?:piece|item|unit)|pro stuck|das stuck|je stuck|jeweils|chacune?s?|la piece|l'unite|cada un[oa]|la unidad)\b"
)
ONE_COSTS = re.compile(
    r"\b(?:one|each|each one|eine[rs]?|ein stuck|une?|un[oa]|cada un[oa]) (costs?|kostet|coute|cuesta|is) (?=[€$£]? ?\d)"
)
ADVERB_RATE = re.compile(
    r"(?P<amount>\d[\d.,]*\d?(?: ?(?:€|\$|£|euros?|dollars?))?) (?P<adverb>hourly|daily|weekly|monthly|yearly|annually|wochentlich|monatlich|jahrlich|taglich)\b"
)
COUNTED_NOUN = re.compile(
    rf"(?<![\w.,])\d{{1,5}} (?!(?:hours?|days?|weeks?|months?|years?|tage?n?|stunden?|wochen?|jours?|heures?|dias?|horas?|of|for|at|a|per|percent|euros?|dollars?)\b)(?P<noun>{UNIT_NAME})"
)
AT_A_DAY = re.compile(
    r"(?P<count>\d+ (?P<noun>[a-z]+)) (?:at|for|zu|a|por) (?P<price>[€$£]? ?\d[\d.,]*\d?)(?: ?(?:€|euros?|dollars?))? (?P<per>an?|per|every|pro|am|par|al|por) (?P<period>day|week|month|tag|woche|monat|jour|semaine|mois|dia|semana|mes)\b"
)


def with_each(text: str) -> str:
    """Return a text in which "2.75 each" names what each is, and "3 coffees at 2.80 a day" counts the coffees of a day."""
    text = ADVERB_RATE.sub(
        lambda match: (
            f"{match['amount']} per {next(unit for start, unit in ADVERBS if match['adverb'].startswith(start))}"
        ),
        text,
    )
    text = AT_A_DAY.sub(r"\g<count> per \g<period> , \g<price> per \g<noun>", text)
    noun = COUNTED_NOUN.search(text)
    if noun is None:
        return text
    return EACH_ONE.sub(f" per {noun['noun']} ", ONE_COSTS.sub(f"{noun['noun']} \\1 ", text))


def product_of_factors(text: str, usual: set[str]) -> str:
    """Return the product of the amounts of a text, with years, months and weeks turned into each other where that is needed.

    ``usual`` are the units that it makes where the message asks for none.
    """
    factors = list(factors_of(text))
    if not 1 <= len(factors) <= MOST_FACTORS or len(re.findall(PLAIN_NUMBER, text)) != counted(factors):
        return ""
    goals, periods = goals_of(text) or usual, loose_periods(text)
    if MONEY_UNIT in goals or any(MONEY_UNIT in dict(one.units) for one in factors):
        factors = [one._replace(units=((MONEY_UNIT, 1),)) if one.units == (("", 1),) else one for one in factors]
    units = {unit for factor in factors for unit, _ in factor.units}
    is_known = any(unit in units for one in periods for unit, _ in one.units)
    for asked in [periods, []] if is_known else [periods]:
        for changes in changes_of_time([*factors, *asked]):
            made = only_way([*factors, *asked, *changes], goals)
            if made:
                return made
    return ""


def only_way(factors: list[Factor], goals: set[str]) -> str:
    """Return the one product of all factors that makes a goal, "" where there is none, or several."""
    if len(factors) < 2:
        return ""
    found = [
        signs
        for signs in product((1, -1), repeat=len(factors))
        if (goal := single_unit(factors, signs)) is not None
        and goal in goals
        and not divides_money(factors, signs, goal)
    ]
    fewest = [signs for signs in found if signs.count(-1) == min(one.count(-1) for one in found)]
    return factors_text(factors, fewest[0]) if len(fewest) == 1 else ""


def divides_money(factors: list[Factor], signs: tuple[int, ...], goal: str) -> bool:
    """Return whether money is made of one sum over another: 45 a week times 900 over 20 a month is nothing."""
    return goal == MONEY_UNIT and any(
        sign < 0 and dict(factor.units).get(MONEY_UNIT) == 1 for factor, sign in zip(factors, signs, strict=True)
    )


def loose_periods(text: str) -> list[Factor]:
    """Return the period that a question names without a number behind its amounts: "how much a year"."""
    taken = [match.span() for match in FACTOR.finditer(text)]
    free = [
        match for match in LOOSE_PERIOD.finditer(text) if not any(start <= match.start() < end for start, end in taken)
    ]
    return [Factor("1", ((period_of(match), 1),)) for match in free[-1:]]


def period_of(match: "re.Match[str]") -> str:
    """Return the unit of time of a period in words."""
    if match["period"]:
        return singular(match["period"])
    return next(unit for start, unit in ADVERBS if match["adverb"].startswith(start))


def changes_of_time(factors: list[Factor]) -> Iterator[list[Factor]]:
    """Yield no change of units of time, then each single one, then each two, that the factors have room for."""
    units = {unit for factor in factors for unit, _ in factor.units}
    known = [Factor(count, ((small, 1), (large, -1))) for large, small, count in YEARS if {large, small} <= units]
    yield []
    yield from ([one] for one in known)
    yield from ([one, other] for place, one in enumerate(known) for other in known[place + 1 :])


def factors_of(text: str) -> Iterator[Factor]:
    """Yield the amounts of a folded text; a bare one with a price's word beside it is money for each of what is named."""
    for match in FACTOR.finditer(text):
        if COUNTED_COSTS_AHEAD.match(text, match.start()):
            continue  # the price that follows is for so many
        unit = (
            MONEY_UNIT
            if match["sign"] or re.fullmatch(CURRENCY_SIGN, match["unit"] or "")
            else singular(match["unit"] or "")
        )
        costs = UNIT_COSTS.search(text[: match.start()])
        counted_before = COUNTED_COSTS.search(text[: match.start()])
        if (
            counted_before
            and COUNTED_COSTS_AHEAD.search(text[: match.end() + 12])
            and unit in ("", MONEY_UNIT)
            and not match["per"]
        ):
            yield Factor(
                f"({match['number']} / {counted_before['count']})",
                ((MONEY_UNIT, 1), (singular(counted_before["per"]), -1)),
            )
        elif match["per"]:
            amount = f"({match['number']} / {match['many']})" if match["many"] else match["number"]
            yield Factor(amount, ((unit or MONEY_UNIT, 1), (singular(match["per"]), -1)))
        elif costs and unit in ("", MONEY_UNIT):
            yield Factor(match["number"], ((MONEY_UNIT, 1), (singular(costs["per"]), -1)))
        else:
            yield Factor(match["number"], ((unit, 1),))


def singular(word: str) -> str:
    """Return the name of a unit that its forms and languages share."""
    bare = word.lower()
    ends = (bare, bare.removesuffix("s"), bare.removesuffix("n"), bare.removesuffix("en"), bare.removesuffix("es"))
    return next(
        (SAME_UNITS[end] for end in ends if end in SAME_UNITS), bare.removesuffix("s") if len(bare) > 3 else bare
    )


def counted(factors: list[Factor]) -> int:
    """Return how many numbers are in amounts."""
    return sum(1 + factor.text.count(" / ") for factor in factors)


NO_UNIT_ASKED = r"im|in|am|pro|das|ist|sind|kostet|kosten|macht|verdiene?|bekomme|bleibt|zahle|zahlt|muss|gebe|spare|ich|per|an?|do|does|is|did|geld|por|al|par|gan\w*|gast\w*|pag\w*"


def goals_of(text: str) -> set[str]:
    """Return the units that a question may ask for."""
    asked = ASKS_UNIT.search(text)
    if asked is not None and not re.fullmatch(NO_UNIT_ASKED, asked["unit"]):
        return {singular(asked["unit"])}
    return {MONEY_UNIT} if ASKS_MONEY.search(text) else set()


def single_unit(factors: list[Factor], signs: tuple[int, ...]) -> str | None:
    """Return the unit that is left of a product, None where several are, or one is downwards."""
    left = Counter[str]()
    for factor, sign in zip(factors, signs, strict=True):
        left.update(factor.turned(sign))
    rest = [(unit, power) for unit, power in left.items() if power]
    return rest[0][0] if len(rest) == 1 and rest[0][1] == 1 else None


def factors_text(factors: list[Factor], signs: tuple[int, ...]) -> str:
    """Return a product as an expression, the divisors last."""
    over = [factor.text for factor, sign in zip(factors, signs, strict=True) if sign > 0 and factor.text != "1"]
    under = [factor.text for factor, sign in zip(factors, signs, strict=True) if sign < 0 and factor.text != "1"]
    return " / ".join([" * ".join(over) or "1", *under])
