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
FOR_EACH = r"(?:(?:an?|per|each|every|pro|je|par|por|al?|aux?|a los|a las|a la|die|auf)(?= )|a l'|l'|/)"
FACTOR = re.compile(
    rf"(?:(?P<sign>{CURRENCY_SIGN}) ?)?(?P<number>{PLAIN_NUMBER})(?: ?(?P<unit>(?!{FOR_EACH}){UNIT_NAME}|€|\$|£))?"
    rf"(?: ?{FOR_EACH} ?(?P<many>{PLAIN_NUMBER})? ?(?P<per>(?!{CURRENCY_SIGN}\b){UNIT_NAME}))?",
    re.IGNORECASE,
)
UNIT_COSTS = re.compile(  # "a litre costs 1.79", "3 nights at 84.50", "der Liter kostet 1,79"
    rf"(?P<per>{UNIT_NAME}) (?:costs?|kostet?|kosten|coute(?:nt)?|cuestan?|vale[ns]?|is|are|ist|est|at|zu je|zu|fur je|for|a|each) (?:{CURRENCY_SIGN} ?)?\Z",
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


def rate_problem(message: str) -> str:
    """Return the expression of a message whose amounts cancel to the unit that it asks for; "" for all others."""
    text = PERIOD_RATE.sub(per_period, re.sub(r"\s", " ", fold(message)).lower())
    factors = list(factors_of(text))
    if not 2 <= len(factors) <= MOST_FACTORS or "%" in text or len(re.findall(PLAIN_NUMBER, text)) != counted(factors):
        return ""
    goals = goals_of(text)
    found = [
        signs
        for signs in product((1, -1), repeat=len(factors))
        if (goal := single_unit(factors, signs)) is not None and goal in goals
    ]
    return factors_text(factors, found[0]) if len(found) == 1 else ""


def factors_of(text: str) -> Iterator[Factor]:
    """Yield the amounts of a folded text; a bare one with a price's word beside it is money for each of what is named."""
    for match in FACTOR.finditer(text):
        unit = (
            MONEY_UNIT
            if match["sign"] or re.fullmatch(CURRENCY_SIGN, match["unit"] or "")
            else singular(match["unit"] or "")
        )
        costs = UNIT_COSTS.search(text[: match.start()])
        if match["per"]:
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


def goals_of(text: str) -> set[str]:
    """Return the units that a question may ask for."""
    asked = ASKS_UNIT.search(text)
    if asked is not None:
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
    over = [factor.text for factor, sign in zip(factors, signs, strict=True) if sign > 0]
    under = [factor.text for factor, sign in zip(factors, signs, strict=True) if sign < 0]
    return " / ".join([" * ".join(over), *under])
