"""Amounts and rates that cancel to what is asked: 6.5 l per 100 km for 340 km, 3 cups a day of 240 ml each in a week.

Each amount of a message is a factor with its dimensions, upwards or downwards. There is an answer only where all of them
together make the dimension of the question, in one way, and no number of the message is left over.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import NamedTuple

from config.builtins.unit_converter.unit_names import FLAGS, FREE, NAME, NUMBER, UNITS, WORDS, Unit, meanings, number
from config.builtins.wording import CannotError

MOST_TERMS = 6
MONEY_SIGN = r"€|\$|£|chf\b|eur\b|usd\b|gbp\b|euros?\b|dollars?\b|francs?\b|franken\b|dolares\b"
NUMBER_WORD = "|".join(sorted((word for word in WORDS if word not in ("half",)), key=len, reverse=True))
ONE_NUMBER = rf"(?:{NUMBER}|\b(?:{NUMBER_WORD})\b)"
NOUN = r"[a-z]{3,20}"
NO_NOUN = (
    r"(?!(?:per|each|every|and|und|et|y|or|oder|for|with|the|die|der|das|is|are|was|were|costs?|covers?|times|mal|fois|veces|at|in|to|on|if|how|what|pro|par|por|long|only|"
    r"more|less|kostet|does|do|then|last|next|this|that|from|von|until|till|of|left|apiece|people'?s)\b)"
)
UNIT_OR_NOUN = rf"(?:{NAME})(?![A-Za-z0-9/])|(?:times|mal|fois|veces)\b|{NO_NOUN}{NOUN}"
FOR_EACH = r"(?:(?:per|an?(?! ?\d)|each|every|for (?:a|an|one|each|every)|for each|cada|por cada|chaque|tous les|alle|jede[nrs]?|pro|je|par|por|al|am|im|the|(?:for|over|within|in|auf|fur|pour|para|en|sur|uber|across) (?=\d)|(?:in|en) (?=(?:a |an |one |einer |une |una )(?:second|minute|hour|day|week|month|year)s?\b)|a los|a las|la|le|each of the)\b|/)"
OF_WHAT = r"(?: (?:of|de|von) (?:the |this |that |my )?(?!\d)[a-z]+)?"
TERM = re.compile(
    rf"(?:(?P<sign>{MONEY_SIGN}) ?)?(?<![A-Za-z])(?P<number>{ONE_NUMBER})[ -]?(?:(?P<money>{MONEY_SIGN})|(?P<unit>{UNIT_OR_NOUN}))?{OF_WHAT}"
    rf"(?: ?{FOR_EACH} ?(?P<many>{NUMBER})? ?(?:an? )?(?P<per>(?:{NAME})(?![A-Za-z0-9/])|{NO_NOUN}{NOUN})|(?P<each> (?:each|apiece|a piece|je|jeweils|chacune?s?|cada un[oa]|per piece)\b))?",
    FLAGS,
)
GIVES = re.compile(
    r" (?:(?:of [a-z]+ )?(?:covers?|makes?|yields?|lasts?(?: for)?|costs?|weighs?|does|do|handles?|burns?|uses?|needs?|feeds?|serves?|contains?|holds?|has|takes?|fills?|is enough for|is|are|gives?|goes|"
    r"reicht(?: fur)?|deckt|ergibt|wiegt|braucht|verbraucht|kostet|couvre|coute|pese|consomme|suffit pour|cubre|cuesta|pesa|rinde|gasta|consume|contiene|hat))"
    r"(?: (?:about|around|roughly|up to|only|etwa|ungefahr|environ|unos|for))? ",
    FLAGS,
)
LOOSE = re.compile(
    rf"\b(?:(?:per|pro|par|por|each|every|je|(?:a|to) la|al|am|im|a|an)|(?:in|for|over|within|en|fur|pour|para|pendant|durante) (?:an?|one|1|each|the|every|un|einem|einer|eine[mr]?|der|dem|la|el|une))"
    rf" (?P<unit>(?:{NAME})(?![A-Za-z0-9/]))|/ ?(?P<over>(?:{NAME})(?![A-Za-z0-9/]))|\bin (?P<period>days|weeks|months|years|hours)\b",
    FLAGS,
)
LASTING = re.compile(r"(?:for|over|fur|pour|para|pendant|durante) ", FLAGS)  # "a mile a day for a year" is told first
ASKS_COUNT = re.compile(
    rf"\bhow many (?:more )?(?:(?P<size>{NUMBER})[ -]?(?P<of>(?:{NAME})(?![A-Za-z])) )?(?P<unit>(?:{NAME})(?![A-Za-z0-9/])|{NOUN})"
    rf"(?: (?:of|with|a|zu|zu je|de|con|mit)(?: je)? (?P<each>{NUMBER})[ -]?(?P<named>(?:{NAME})(?![A-Za-z])))?",
    FLAGS,
)
ASKS_TIME = re.compile(
    r"\b(?:how long|how much (?:time|tiempo)|how many temps|(?:download|travel|driving|charging|cooking|roasting|baking) time|duration|dauer|duree)\b",
    FLAGS,
)
COOKING_TOLD = re.compile(
    r"\b(?:cook|roast|bake|boil|simmer|brate|braten|garen|cuire|rotir|asar|hornear)\b(?= [^?]*\d ?(?:min|minutes?|h|hours?|minuten|minutos?)\b)",
    FLAGS,
)
ASKS_UNIT_LAST = re.compile(rf"(?:\b(?:in|to|into|as|en) |[,;:] )(?P<unit>{NAME})\W*\Z", FLAGS)  # "…, in km/h?"
ASKS_FAR = re.compile(r"\bhow far\b", FLAGS)
ASKS_WEIGHT = re.compile(
    r"\b(?:weight|how heavy|(?:what|how much) (?:does|do|will|would) (?:it|that|they|this) weigh|wie schwer|gewicht|poids|peso)\W*\Z",
    FLAGS,
)
ASKS_SPACE = re.compile(r"\b(?:volume|volumen)\W*\Z", FLAGS)
ASKS_AMOUNT = re.compile(
    r"\b(?:how much|what(?:'s| is| will| does| would)?|total|together|altogether|consumption|need|uses?|cost|price|bill|pay|earn)\b",
    FLAGS,
)
ASKS_PRICE = re.compile(
    r"\b(?:costs?|price|pay|bill|earn\w*|salary|spend\w*|how much|total|kosten?|kostet|zahl\w*|verdien\w*|coute\w*|pay\w*|gagn\w*|cuesta\w*|gan\w*)\b",
    FLAGS,
)
DATA_RATE = Decimal("0.125")  # bytes of a bit
CONTAINERS = frozenset(["cup", "gal", "pt", "tbsp", "tsp", "ukcup", "stick", "bbl"])
EACH = "each"
COUNTED_KIND = "pieces"  # of which each has a size: cans of 330 ml
MONEY_KIND = "money"

SPEEDS = {
    "speed": ("length", "time"),
    "power": ("energy", "time"),
    "data rate": ("data", "time"),
    "pace": ("time", "length"),
}


class Term(NamedTuple):
    """An amount with its dimensions: each of them +1 or -1; ``ups`` and ``downs`` are its units of time, whose size counts apart."""

    value: Decimal
    kinds: dict[str, int]
    ups: tuple[str, ...] = ()
    downs: tuple[str, ...] = ()
    span: tuple[int, int] = (0, 0)
    nouns: tuple[str, ...] = ()
    is_rate: bool = False


class Goal(NamedTuple):
    """What is asked for: a dimension ("" for any), and the unit of the answer where it is named."""

    kind: str
    unit: Unit | None
    span: tuple[int, int]


def all_numbers_read(text: str, terms: Sequence[Term]) -> bool:
    """Return whether each number of a message stands in an amount."""
    return all(
        any(term.span[0] <= match.start() < term.span[1] for term in terms)
        for match in re.finditer(r"(?<![A-Za-z])\d+", text)
    )


def terms_of(text: str) -> Iterator[Term]:
    """Yield the amounts of a text; one that another one gives ("a litre covers 12 m²") is a rate of both."""
    at = 0
    matches = [
        match
        for match in TERM.finditer(text)
        if match["unit"] or match["money"] or match["sign"] or match["per"] or match["each"]
    ]
    money = any(match["sign"] or match["money"] for match in matches)
    sized = ASKS_COUNT.search(text)
    if sized is not None and (sized["size"] or sized["each"]):
        size = measured(number(sized["size"] or sized["each"]), sized["of"] or sized["named"])
        yield over(size, Term(Decimal(1), {COUNTED_KIND: 1}))._replace(span=sized.span())
        matches = [match for match in matches if not sized.start() <= match.start() < sized.end()]
    for place, match in enumerate(matches):
        if match.start() < at:
            continue
        following = matches[place + 1] if place + 1 < len(matches) else None
        gives = GIVES.match(text, match.end()) if following and not match["per"] else None
        if following and gives and gives.end() == following.start() and is_known(match, text):
            below, above = plain_term(match, money=money), plain_term(following, money=money)
            at = following.end()
            yield over(above, below)._replace(span=(match.start(), following.end()))
        elif match["number"].lower() not in ("a", "an") or match["per"]:
            at = match.end()
            yield plain_term(match, money=money)


SIZED_CONTAINER = re.compile(  # "15 litres in 2 gallon jugs": no amount that another one gives
    rf"\b(?:in|into|inside|with|en|dans|de|mit) (?:{NUMBER})[ -]?(?:{NAME})[ -]?(?:sized? )?(?:jugs?|bottles?|cans?|canisters?|containers?|buckets?|pots?|boxes|bags?|jars?|tanks?|glass(?:es)?|cups?|packs?|kanister\w*|flaschen?|eimer\w*|glaser\w*|tuten?|dosen?|garrafas?|botellas?|cubos?|latas?|bolsas?|bidons?|bouteilles?|seaux?|bocaux|sacs?)\b",
    FLAGS,
)


def is_known(match: "re.Match[str]", text: str) -> bool:
    """Return whether the thing that gives an amount is a unit, or is named again: "a can covers …, how many cans"."""
    name = (match["unit"] or "").lower()
    if not name:
        return False
    is_unit = re.fullmatch(NAME, name, FLAGS) is not None
    again = rf"(?:\d|\bhow many|\bone|\beach|\bper) {re.escape(noun_of(name))}"
    elsewhere = text[: match.start()] + " ; " + text[match.end() :]
    return is_unit or re.search(again, elsewhere, FLAGS) is not None


def plain_term(match: "re.Match[str]", *, money: bool) -> Term:
    """Return one amount, with what it is for each of."""
    word = match["number"].lower()
    value = Decimal(WORDS[word]) if word in WORDS else number(match["number"])
    is_price = bool(match["sign"] or match["money"])
    is_bare = not (is_price or match["unit"]) and (match["per"] or match["each"]) and not money
    above = Term(value, {MONEY_KIND: 1}) if is_price or is_bare else measured(value, match["unit"] or "")
    if match["per"]:
        below = measured(number(match["many"]) if match["many"] else Decimal(1), match["per"])
        above = over(above, below)
    elif match["each"]:
        above = over(above, Term(Decimal(1), {EACH: 1}))
    return above._replace(span=match.span())


def measured(value: Decimal, name: str) -> Term:
    """Return an amount of a unit, of things that are counted, or of nothing ("6 times")."""
    if name.lower() in ("", "times", "mal", "fois", "veces"):
        return Term(value, {})
    if not re.fullmatch(NAME, name, FLAGS):
        return Term(value, {noun_of(name): 1}, nouns=(noun_of(name),))
    unit = meanings(name)[0]
    if unit.dimension == "time":
        return Term(value, {"time": 1}, ups=(unit.id,))
    if unit.dimension == "fuel":
        return fuel_term(value, unit)
    if unit.dimension in SPEEDS:
        above, below = SPEEDS[unit.dimension]
        size = (
            value
            * unit.factor
            * (DATA_RATE if unit.dimension == "data rate" else 1)
            * (Decimal("0.06") if above == "time" else 1)
        )
        return Term(
            size, {above: 1, below: -1}, ups=("s",) * (above == "time"), downs=("s",) * (below == "time"), is_rate=True
        )
    if unit.dimension == "temperature":
        raise CannotError("Temperatures do not add up to rates.")
    return Term(value * unit.factor, {unit.dimension: 1}, nouns=(unit.id,) if unit.id in CONTAINERS else ())


def fuel_term(value: Decimal, unit: Unit) -> Term:
    """Return a consumption as litres for each metre, or metres for each litre."""
    if unit.id == "l100":
        return Term(value / 100_000, {"volume": 1, "length": -1}, is_rate=True)
    metres = {"mpg": Decimal("1609.344") / UNITS["gal"].factor, "ukmpg": Decimal("1609.344") / UNITS["ukgal"].factor}
    return Term(value * metres.get(unit.id, Decimal(1000)), {"length": 1, "volume": -1}, is_rate=True)


def over(above: Term, below: Term) -> Term:
    """Return a quotient of two amounts."""
    kinds = Counter(above.kinds)
    kinds.subtract(below.kinds)
    return Term(
        above.value / (below.value or 1),
        {kind: power for kind, power in kinds.items() if power or kind == "time"},
        above.ups + below.downs,
        above.downs + below.ups,
        above.span,
        above.nouns + below.nouns,
        is_rate=True,
    )


def noun_of(word: str) -> str:
    """Return the bare form of a noun, whether one or many are named."""
    bare = word.lower()
    return (
        bare.removesuffix("es")
        if bare.endswith(("ches", "shes", "sses", "xes"))
        else bare.removesuffix("s")
        if len(bare) > 3
        else bare
    )


def goals_of(text: str, terms: Sequence[Term]) -> Iterator[Goal]:
    """Yield what a message may ask for, the likeliest first."""
    count = ASKS_COUNT.search(text)
    if count is not None:
        name = count["unit"]
        if count["size"] or count["each"]:
            yield Goal(COUNTED_KIND, None, count.span())
        elif re.fullmatch(NAME, name, FLAGS):
            unit = meanings(name)[0]
            yield Goal(unit.dimension, unit, count.span())
        else:
            yield Goal(noun_of(name), None, count.span())
        return
    for pattern, kind in (
        (ASKS_TIME, "time"),
        (ASKS_FAR, "length"),
        (ASKS_WEIGHT, "mass"),
        (ASKS_SPACE, "volume"),
        (COOKING_TOLD, "time"),
    ):
        if (match := pattern.search(text)) is not None:
            yield Goal(kind, None, match.span())
            return
    if (last := ASKS_UNIT_LAST.search(text)) is not None:
        unit = meanings(last["unit"])[0]
        yield Goal(unit.dimension, unit, last.span())
        return
    yield from amounts_asked(text, has_money=any(MONEY_KIND in term.kinds for term in terms))


def further_goals(text: str, read: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    """Return the places of questions for another amount than the one that was read, each up to the end of its clause."""
    asked = [match for pattern in (ASKS_COUNT, ASKS_TIME, ASKS_FAR, ASKS_COST) for match in pattern.finditer(text)]
    others = [match for match in asked if not any(start < match.end() and match.start() < end for start, end in read)]
    ends = [CLAUSE_STOP.search(text, match.end()) for match in others]
    return [
        (match.start(), end.start() if end else len(text))
        for match, end in zip(others, ends, strict=True)
        if CLAUSE_OPENING.search(text[: match.start()])
    ]


ASKS_COST = re.compile(
    r"\b(?:what (?:does|do|will|would) (?:it|that|this|they)(?: all)? cost|how much (?:does|do|will|would) (?:it|that|this|they) cost|was (?:kostet|kosten) (?:das|es)|combien (?:ca|cela) coute|cuanto cuesta)\b",
    FLAGS,
)
CLAUSE_STOP = re.compile(r"[?!;,]|[.](?!\d)|\b(?:and|und|et|y)\b", FLAGS)
CLAUSE_OPENING = re.compile(r"(?:\A|[?!;,.:]|\b(?:and|und|et|y|also|then|plus))\W*\Z", FLAGS)


def amounts_asked(text: str, *, has_money: bool) -> Iterator[Goal]:
    """Yield the unit that stands behind a question for an amount ("total mg"), then any amount, or money."""
    asked = (ASKS_PRICE if has_money else ASKS_AMOUNT).search(text)
    if asked is None:
        return
    named_unit = None if has_money else FREE.match(text, min(asked.end() + 1, len(text)))
    if named_unit is not None and text[asked.end()] == " ":  # "total mg"
        unit = meanings(named_unit.group())[0]
        yield Goal(unit.dimension, unit, (asked.start(), named_unit.end()))
    yield Goal(MONEY_KIND if has_money else "", None, asked.span())


def loose_terms(text: str, terms: Sequence[Term], goal: Goal) -> list[Term]:
    """Return the periods and units that a question names without a number: "how many litres in a week", "how much per kg"."""
    found = []
    units = [unit.span() for unit in FREE.finditer(text)]
    for match in LOOSE.finditer(text):
        if any(start < match.start() < end for start, end in units):
            continue  # the "/h" of km/h
        inside = any(term.span[0] <= match.start() < term.span[1] for term in terms)
        name = match["unit"] or match["over"] or match["period"]
        is_goal = goal.span[0] <= match.start() < goal.span[1]
        is_lasting = LASTING.match(text, match.start()) is not None
        if not inside and not is_goal and (is_lasting or match.start() > goal.span[0]):
            found.append(measured(Decimal(1), name)._replace(span=match.span()))
    return found


def known_kind(kind: str) -> bool:
    """Return whether a dimension is one of the table's, or money."""
    return kind == MONEY_KIND or any(unit.dimension == kind for unit in UNITS.values())
