"""The amounts of a told problem with their dimensions: "35 g per square metre", "60 l bags", "three times a day", "30x60 cm".

An amount may be read in several ways ("a 12 kg bag" is 12 kg, or 12 kg for each bag); what is asked decides.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import NamedTuple

from config.builtins.unit_converter.unit_names import FLAGS, NAME, NUMBER, WORDS, Unit, meanings, number
from config.builtins.unit_converter.unit_rates import MONEY_SIGN

Powers = tuple[tuple[str, int], ...]
COUNT_WORD = "|".join(
    sorted((word for word, told in WORDS.items() if Decimal(told) >= 2 and " " not in word), key=len, reverse=True)
)
FIGURE_OR_WORD = rf"(?:{NUMBER}|\b(?:{COUNT_WORD})\b)"
UNIT_NAME = rf"(?:{NAME})(?![A-Za-z0-9/])"
DIMENSIONS: dict[str, tuple[tuple[str, int], ...]] = {
    "length": (("length", 1),),
    "area": (("length", 2),),
    "volume": (("volume", 1),),
    "mass": (("mass", 1),),
    "time": (("time", 1),),
    "energy": (("energy", 1),),
    "data": (("data", 1),),
    "speed": (("length", 1), ("time", -1)),
    "power": (("energy", 1), ("time", -1)),
    "data rate": (("data", 1), ("time", -1)),
    "fuel": (("volume", 1), ("length", -1)),
    "pace": (("time", 1), ("length", -1)),
}
SCALES = {"data rate": Decimal("0.125"), "pace": Decimal("0.06"), "fuel": Decimal("0.00001")}
WHOLE_TIMES = {"mo": Decimal(30 * 86_400), "yr": Decimal(365 * 86_400)}
MONEY_DIMENSION = "money"
CENTS = re.compile(r"cents?|ct|pence|p|centimes?|centimos?", re.IGNORECASE)
CENT_SIGN = r"(?:cents?|ct|pence|centimes?|centimos?)\b"
NO_THING = (
    r"(?!(?:ways?|per|each|every|and|und|et|y|or|oder|ou|for|with|the|die|der|das|den|is|are|was|were|costs?|covers?|weighs?|needs?|takes?|makes?|fills?|lasts?|at|in|to|on|if|how|what|pro|par|por|pour|para|long|only|wide|deep|high|tall|thick|"
    r"more|less|kostet|does|do|then|last|next|this|that|from|von|vom|until|till|of|left|apiece|by|mit|con|avec|um|zu|auf|bei|ab|les?|la|el|los|las|je|jede[nrs]?|cada|chaque|so|but|will|would|can|could|which|when|now|please|pls|"
    r"instead|remaining|total|altogether|again|about|reicht|braucht|wiegt|hat|habe|i|we|my|our|it|its|they|he|she|you|fits?|used|uses?|long|breit|hoch|tief|lang|ancho|largo|alto|de|du|des|del|large|haut|profond|que)\b)"
)
THING = rf"{NO_THING}[a-z][a-z'-]{{1,20}}"
OF_THING = r"(?: (?:of|de|von|d') ?(?:the |this |that |my )?(?!\d)[a-z]+)?"
PEOPLE = r"(?:people|persons?|guests?|heads?|adults?|friends|players|personen?|leute|gaste|personnes?|personas?|invites|invitados|portions?|servings?|portionen|raciones|porciones)"
PIECES_EACH = re.compile(
    r" ?(?:each|apiece|a piece|per piece|je|jeweils|(?:das|pro) stuck|chacune?s?|cada un[oa]|l'unite|la piece)\b", FLAGS
)
SIDE_BY_SIDE = re.compile(
    rf"(?P<first>{NUMBER}) ?(?P<unit>{UNIT_NAME})?(?: ?(?:x|×|\*|by|mal|sur|por|auf|,(?= \d)(?<= ,)) ?(?P<second>{NUMBER}) ?(?P<unit2>{UNIT_NAME})?)(?: ?(?:x|×|\*|by|mal|sur|por|auf|,(?= \d)(?<= ,)) ?(?P<third>{NUMBER}) ?(?P<unit3>{UNIT_NAME})?)?",
    FLAGS,
)
PRICE = re.compile(
    rf"(?:(?P<sign>{MONEY_SIGN}) ?(?P<n>{NUMBER})|(?P<m>{NUMBER}) ?(?P<word>{MONEY_SIGN}|{CENT_SIGN}))", FLAGS
)
MEASURED = re.compile(rf"(?P<n>{FIGURE_OR_WORD})[ -]?(?P<unit>(?:{NAME})(?![A-Za-z0-9]))", FLAGS)
COUNTED_THINGS = re.compile(
    rf"(?P<n>{FIGURE_OR_WORD})[ -](?:(?:full|whole|small|big|large|new|such|more|little) )?(?P<thing>{THING})", FLAGS
)
REPEATED_USE = re.compile(
    rf"(?P<n>{FIGURE_OR_WORD}) ?(?:times|x|mal|fois|veces)\b|\b(?P<both>both sides|two sides|each way|both ways|beidseitig|beide seiten|des deux cotes|(?:por )?ambos lados)\b|\b(?P<once>once|einmal)\b|\b(?P<twice>twice|zweimal)\b|\b(?P<thrice>dreimal)\b",
    FLAGS,
)
SHARE_MORE = re.compile(
    rf"(?P<n>{NUMBER}) ?(?:%|percent|prozent|pour cent|por ciento) (?:(?:more|for|of|as|fur|extra|de|por|for the|pour) ){{0,2}}(?:waste|wastage|extra|spare|cuts?|cutting|offcuts|breakages?|reserve|more|verschnitt|zuschlag|mehr|chutes?|pertes?|perdidas?|desperdicio|merma|mas|plus)\b",
    FLAGS,
)
REPEATS = re.compile(
    r"(?:coats?|layers?|anstriche?n?|schichten?|couches?|manos?|capas?|passes|rounds?|trips?|laps of it|durchgange)\Z",
    FLAGS,
)
FOR_EACH_ONE = re.compile(
    rf" ?(?:(?:per|pro|par|por|je|each|every|for every|for each|for (?:a|an|one)|alle|jede[nrs]?|tous les|toutes les|chaque|cada|al|a la|le|la|an?(?! ?\d)|im|am|pour|para|aux?|auf|fur|for(?= \d+ (?!(?:{NAME})(?![A-Za-z0-9])){THING})|serves|in(?= \d)|within(?= \d)|en(?= \d)|a los|to the|on(?= \d))\b|/) ?(?:(?P<many>{FIGURE_OR_WORD}) ?)?(?:(?P<unit>{UNIT_NAME})|(?P<thing>{THING}))",
    FLAGS,
)
SIZED_THING = re.compile(rf"[ -](?P<thing>{THING})", FLAGS)
REST_AHEAD = re.compile(
    r"\b(?:only|still|nur|noch|keep|reserve(?: of)?|plus que|solo|seulement|leave|leaving|mindestens|at least)(?: (?:have|has|about))? \Z",
    FLAGS,
)
REST_BEHIND = re.compile(
    r" ?(?:left|remaining|reserve|in reserve|in the tank|ubrig|rest|restants?|restantes?|de reserva|de reserve)\b",
    FLAGS,
)


class Size(NamedTuple):
    """One reading of an amount: how much, of which dimensions; ``cost`` is higher for a less likely one."""

    value: Decimal
    powers: Powers
    cost: int = 0


class Told(NamedTuple):
    """An amount at its place, with its readings; ``is_rest`` marks what is to be left over of another one, ``is_optional`` what may be no amount."""

    start: int
    end: int
    said: str
    sizes: tuple[Size, ...]
    is_rest: bool = False
    is_factor: bool = False
    is_optional: bool = False
    less: tuple[int, int] = (0, 0)  # the place of what is taken off
    rate_of: str = ""  # the thing of which "9 g per 100 g" is a share


class Unreadable(Exception):
    """A number of the message has no place in a problem."""


def powers_of(pairs: Mapping[str, int]) -> Powers:
    """Return dimensions in one order, without those that cancel."""
    return tuple(sorted((name, power) for name, power in pairs.items() if power))


def times(one: Size, other: Size, sign: int = 1) -> Size:
    """Return the product of two sizes, or their quotient. Raises Unreadable for a division by nothing."""
    pairs = Counter(dict(one.powers))
    for name, power in other.powers:
        pairs[name] += sign * power
    if not other.value and sign < 0:
        raise Unreadable
    value = one.value * other.value if sign > 0 else one.value / other.value
    return Size(value, powers_of(pairs), one.cost + other.cost)


def size_in(value: Decimal, unit: Unit) -> Size:
    """Return an amount of a unit. Raises Unreadable for temperatures, pressures and others that make no product here."""
    if unit.dimension not in DIMENSIONS:
        raise Unreadable
    if unit.dimension == "fuel" and unit.id != "l100":
        litres = {"mpg": Decimal("3.785411784"), "ukmpg": Decimal("4.54609"), "km/l": Decimal(1)}[unit.id]
        way = Decimal(1000) if unit.id == "km/l" else Decimal("1609.344")
        return Size(value * way / litres, (("length", 1), ("volume", -1)))
    factor = WHOLE_TIMES.get(unit.id, unit.factor) * SCALES.get(unit.dimension, Decimal(1))
    return Size(value * factor, powers_of(dict(DIMENSIONS[unit.dimension])))


def thing_named(word: str) -> str:
    """Return the name of a kind of things: the singular; all words for people are one."""
    bare = word.lower()
    if re.fullmatch(PEOPLE, bare, FLAGS):
        return "#person"
    if bare.endswith(("ches", "shes", "sses", "xes")):
        return f"#{bare[:-2]}"
    if bare.endswith("ies") and len(bare) > 4:
        return f"#{bare[:-3]}y"
    return f"#{bare.removesuffix('s')}" if len(bare) > 3 and not bare.endswith("ss") else f"#{bare}"


def figure(text: str) -> Decimal:
    """Return the number of a figure or word."""
    word = text.lower()
    return Decimal(WORDS[word]) if word in WORDS else number(text)


def told_amounts(text: str, asked: Sequence[tuple[int, int]], things: Sequence[str]) -> list[Told]:
    """Return all amounts of a message; raises Unreadable where a number is none.

    ``asked`` are the places of the questions, ``things`` the kinds of things they name.
    """
    found: list[Told] = []
    counted = [
        thing_named(match["thing"])
        for match in COUNTED_THINGS.finditer(text)
        if not MEASURED.match(text, match.start())
    ]
    counted += [thing_named(match["thing"]) for match in EACH_THING.finditer(text) if OF_THEM.search(text)]
    kinds = [*dict.fromkeys([*things, *counted])]
    at = 0
    for match in re.finditer(
        rf"(?<![A-Za-z])(?:(?:{MONEY_SIGN}) ?)?(?:{FIGURE_OR_WORD})|\b(?:once|twice|einmal|zweimal|dreimal|both sides|two sides|each way|both ways|beidseitig|beide seiten|des deux cotes|ambos lados)\b",
        text,
        FLAGS,
    ):
        start = match.start() + len(match.group()) - len(match.group().lstrip())
        if start < at or any(first <= start < last for first, last in asked):
            continue
        one = amount_at(text, start, kinds)
        if one is None:
            is_one = re.fullmatch(r"one|once|ein\w*|une?|una", match.group().strip(), FLAGS) is not None
            if not is_one and re.match(rf" (?={NUMBER}[ -]?(?:{NAME})(?![A-Za-z]))", text[match.end() :], FLAGS):
                raise Unreadable  # several of a size: "four 3 m planks"
            if re.fullmatch(rf"{COUNT_WORD}|once|einmal", match.group().strip(), FLAGS):
                continue
            raise Unreadable
        found.append(one)
        at = one.end
    return found


CLOCK_TIME = re.compile(
    r"(?P<first>\d{1,2}):(?P<second>[0-5]\d)(?::(?P<third>[0-5]\d))?(?: ?(?:h|hours|hrs|min|minutes))?\b(?! ?(?:am|pm|uhr))",
    FLAGS,
)
RUN_PACES = (Decimal("0.1"), Decimal("1.2"))  # seconds for each metre that a runner, walker or rider may need


def clock_at(text: str, start: int, kinds: Sequence[str]) -> Told | None:
    """Return the time that a way took: "58:30", "3:45:10". Raises Unreadable where hours and minutes may be meant as well."""
    match = CLOCK_TIME.match(text, start)
    if match is None:
        return None
    ways = [
        figure(one["n"]) * meanings(one["unit"])[0].factor
        for one in MEASURED.finditer(text)
        if meanings(one["unit"])[0].dimension == "length"
    ]
    first, second, third = (int(match[name] or 0) for name in ("first", "second", "third"))
    seconds = (
        [first * 3600 + second * 60 + third] if match["third"] else [first * 3600 + second * 60, first * 60 + second]
    )
    fitting = [one for one in seconds if ways and RUN_PACES[0] <= Decimal(one) / ways[0] <= RUN_PACES[1]]
    if len(fitting) != 1:
        raise Unreadable
    return Told(start, match.end(), match.group(), (Size(Decimal(fitting[0]), (("time", 1),)),))


OF_THEM = re.compile(
    rf"(?P<n>{FIGURE_OR_WORD}) (?:of (?:them|these|those)|davon|d'entre (?:eux|elles)|de (?:ell[oa]s|es[oa]s))\b", FLAGS
)
EACH_THING = re.compile(
    rf"\b(?:an?|per|each|every|pro|je|par|chaque|por|cada) (?!(?:{NAME})\b)(?P<thing>{THING})", FLAGS
)


BARE_COUNT = re.compile(
    r"(?<=make )(?P<n>\d{1,4})(?![.,]?\d)(?= ?(?:[.,?!]|\Z))|(?<=making )(?P<n2>\d{1,4})(?![.,]?\d)(?= ?(?:[.,?!]|\Z))|(?<=(?:bake|need|want|have) )(?P<n3>\d{1,4})(?![.,]?\d)(?= ?(?:[.,?!]|\Z))|(?<=(?:for|fur) )(?P<n4>\d{1,4})(?![.,]?\d)(?= ?(?:[.?!]|\Z))|(?<=(?:pour|para|hago) )(?P<n5>\d{1,4})(?![.,]?\d)(?= ?(?:[.?!]|\Z))",
    FLAGS,
)


def bare_count_at(text: str, start: int, kinds: Sequence[str]) -> Told | None:
    """Return how many of the one counted kind of things are wanted: "200 g for 12 muffins, I make 30"."""
    match = BARE_COUNT.match(text, start)
    if match is None or len(kinds) != 1:
        return None
    count = next(one for one in match.groups() if one)
    return Told(start, match.end(), count, (Size(Decimal(count), ((kinds[0], 1),)),))


def of_them_at(text: str, start: int, kinds: Sequence[str]) -> Told | None:
    """Return how many there are of the one kind of things that is spoken of."""
    match = OF_THEM.match(text, start)
    if match is None or not kinds:
        return None
    return Told(start, match.end(), match["n"], tuple(Size(figure(match["n"]), ((kind, 1),)) for kind in kinds))


def amount_at(text: str, start: int, kinds: Sequence[str]) -> Told | None:
    """Return the amount that begins at a place, with what it is for each of; None without one."""
    for read in (
        bare_count_at,
        of_them_at,
        clock_at,
        sides_at,
        share_at,
        repeats_at,
        price_at,
        measured_at,
        counted_at,
    ):
        one = read(text, start, kinds)
        if one is not None:
            return one
    return None


def sides_at(text: str, start: int, kinds: Sequence[str]) -> Told | None:
    """Return an area or a space by its sides: "4.2 m x 3 m", "80 x 35 x 40 cm"."""
    match = SIDE_BY_SIDE.match(text, start)
    if match is None:
        return None
    names = [match["unit3"] or match["unit2"] or match["unit"]]
    last = next((name for name in (match["unit3"], match["unit2"], match["unit"]) if name), None)
    if last is None or any(meanings(name)[0].dimension != "length" for name in (match["unit"], last) if name):
        return None
    size = Size(Decimal(1), ())
    for side, unit in (("first", "unit"), ("second", "unit2"), ("third", "unit3")):
        if match[side]:
            size = times(size, size_in(figure(match[side]), meanings(match[unit] or names[0] or last)[0]))
    return told_of(text, match, size, match.end(), kinds)


def share_at(text: str, start: int, kinds: Sequence[str]) -> Told | None:
    """Return a share that is taken on top: "10 % waste"."""
    match = SHARE_MORE.match(text, start)
    if match is None:
        return None
    size = Size(1 + figure(match["n"]) / 100, ())
    return Told(match.start(), match.end(), f"{size.value.normalize():f}", (size,), is_factor=True)


DAYS_OF_USE = re.compile(  # of somebody who goes each way: "5 days a week"
    rf"(?P<n>{FIGURE_OR_WORD}) days(?= (?:a|per|each|every|in the) (?:week|month|year)s?\b)|(?P<both>(?!))|(?P<once>(?!))|(?P<twice>(?!))",
    FLAGS,
)
EACH_WAY_TOLD = re.compile(r"\b(?:each|both|one) ways?\b|\b(?:a|per|each) (?:trip|journey|ride|visit|session)\b", FLAGS)


def repeats_at(text: str, start: int, kinds: Sequence[str]) -> Told | None:
    """Return how often something is done: "three times a day", "twice"."""
    match = REPEATED_USE.match(text, start)
    if match is None and EACH_WAY_TOLD.search(text):
        match = DAYS_OF_USE.match(text, start)
    if match is None:
        return None
    value = (
        figure(match["n"])
        if match["n"]
        else Decimal(1 if match["once"] else 2 if match["twice"] or match["both"] else 3)
    )
    each = FOR_EACH_ONE.match(text, match.end())
    if each is None and match["once"]:
        return None
    if each is None:
        return Told(match.start(), match.end(), f"{value:f}", (Size(value, ()),), is_factor=True)
    size = times(Size(value, ()), each_one(each), -1)
    return Told(match.start(), each.end(), text[start : each.end()], (size,))


def price_at(text: str, start: int, kinds: Sequence[str]) -> Told | None:
    """Return an amount of money."""
    match = PRICE.match(text, start)
    if match is None:
        return None
    value = figure(match["n"] or match["m"])
    value = value / 100 if CENTS.fullmatch(match["word"] or "") else value
    return told_of(text, match, Size(value, ((MONEY_DIMENSION, 1),)), match.end(), kinds)


MINUTES_BEHIND = re.compile(r",? (?:and |und |et |y )?(?P<m>\d{1,2}) ?(?:minutes?|mins?|m)\b(?! ?(?:a|per)\b)", FLAGS)


def measured_at(text: str, start: int, kinds: Sequence[str]) -> Told | None:
    """Return an amount of a unit."""
    match = MEASURED.match(text, start)
    if match is None:
        return None
    unit = next((one for one in meanings(match["unit"]) if one.dimension in DIMENSIONS), None)
    if unit is None:
        raise Unreadable
    size, end = size_in(figure(match["n"]), unit), match.end()
    minutes = MINUTES_BEHIND.match(text, end) if unit.id == "h" else None
    if minutes is not None:
        size, end = size._replace(value=size.value + 60 * Decimal(minutes["m"])), minutes.end()
    return told_of(text, match, size, end, kinds)


def counted_at(text: str, start: int, kinds: Sequence[str]) -> Told | None:
    """Return a number of things; how many coats or rounds is a bare factor."""
    match = COUNTED_THINGS.match(text, start)
    if match is None:
        return None
    if REPEATS.match(match["thing"]):
        return Told(start, match.end(), f"{figure(match['n']):f}", (Size(figure(match["n"]), ()),), is_factor=True)
    return told_of(text, match, Size(figure(match["n"]), ((thing_named(match["thing"]), 1),)), match.end(), kinds)


def each_one(match: "re.Match[str]") -> Size:
    """Return what something is told for: "per square metre", "for 4 people", "a day". Raises Unreadable."""
    many = figure(match["many"]) if match["many"] else Decimal(1)
    if match["unit"]:
        unit = next((one for one in meanings(match["unit"]) if one.dimension in DIMENSIONS), None)
        if unit is None:
            raise Unreadable
        return size_in(many, unit)
    return Size(many, ((thing_named(match["thing"]), 1),))


def told_of(text: str, match: "re.Match[str]", size: Size, end: int, kinds: Sequence[str]) -> Told:
    """Return an amount with the readings that the words around it allow."""
    start = match.start()
    behind = re.compile(OF_THING, FLAGS).match(text, end)
    after = behind.end() if behind else end
    is_rest = (
        REST_AHEAD.search(text[max(0, start - 20) : start]) is not None or REST_BEHIND.match(text, after) is not None
    )
    if (each := FOR_EACH_ONE.match(text, after)) is not None and is_each(each, size, kinds):
        return each_rate_told(text, start, size, each, kinds)
    said = text[start:end]
    if PIECES_EACH.match(text, after) is not None:
        sizes = [times(size, Size(Decimal(1), ((kind, 1),)), -1) for kind in kinds if (kind, 1) not in size.powers]
        return Told(start, after, said, tuple(sizes) or (size,))
    repeated = repeats_at(text, after + 1, kinds) if text[after : after + 1] in (" ", ",") else None
    if repeated is not None and not repeated.is_factor:
        return Told(start, repeated.end, text[start : repeated.end], (times(size, repeated.sizes[0]),))
    sizes = [size]
    is_counted = any(name.startswith("#") for name, _ in size.powers)
    thing = None if is_counted else SIZED_THING.match(text, end)
    if thing is not None and thing_named(thing["thing"]) in kinds:
        one = Size(Decimal(1), ((thing_named(thing["thing"]), 1),))
        return Told(start, thing.end(), said, (times(size, one, -1), size._replace(cost=1)), is_rest)
    if (subject := SINGLE_SUBJECT.search(text[:start])) and thing_named(subject["thing"]) in counted_kinds(text):
        return Told(start, end, said, (times(size, Size(Decimal(1), ((thing_named(subject["thing"]), 1),)), -1),))
    for kind in things_ahead(text, start, kinds):
        if (kind, 1) not in size.powers:
            sizes.append(times(size, Size(Decimal(1), ((kind, 1),), 1), -1))
    return Told(start, end, said, tuple(sizes), is_rest)


def each_rate_told(text: str, start: int, size: Size, each: "re.Match[str]", kinds: Sequence[str]) -> Told:
    """Return a rate: what an amount is told for each of, and how often: "0.5 mg per kg twice a day"."""
    made = times(size, each_one(each), -1)
    whole = "" if made.powers or "time" in dict(size.powers) else thing_of_share(text, start, each.end())
    end, more = each.end(), None if "time" in dict(made.powers) else repeats_at(text, each.end() + 1, kinds)
    if more is not None and not more.is_factor:
        made, end = times(made, more.sizes[0]), more.end
    return Told(start, end, text[start:end], (made,), rate_of=whole)


def is_each(each: "re.Match[str]", size: Size, kinds: Sequence[str]) -> bool:
    """Return whether words such as "a" behind an amount make it a rate: not of its own kind, and a thing is one that counts."""
    is_span = re.match(r" ?(?:in|within|en|on|auf|for|fur|pour|para)\b", each.group(), FLAGS) is not None
    if is_span and (
        any(power < 0 for _, power in size.powers) or (each["unit"] and each_one(each).powers == size.powers)
    ):
        return False  # a rate that runs for a time is no rate of it, and 15 litres in 2 gallons are none
    if each["unit"] and MINUTES_BEHIND.match(each.string, each.end()):
        return False  # "in 1 h 45 min"
    if each["unit"]:
        made = each_one(each)
        is_article = re.match(r" ?(?:an?|le|la)\b", each.group(), FLAGS) is not None
        return made.powers != size.powers or not is_article or made.value > size.value
    is_article = re.match(r" ?(?:an?|le|la|al|im|am|auf|pour|para|aux?|in|en|on)\b", each.group(), FLAGS) is not None
    return not is_article or thing_named(each["thing"]) in kinds or each["many"] is not None


SINGLE_SUBJECT = re.compile(  # "the room is 4 m long", beside 2 rooms
    r"\b(?:the|an?|each|every|one|my|our) (?P<thing>[a-z][a-z'-]+) (?:is|has|weighs?|holds?|costs?|takes?|needs?|lasts?|measures?|contains?) \Z",
    FLAGS,
)


def counted_kinds(text: str) -> set[str]:
    """Return the kinds of things that a message counts with a number."""
    return {
        thing_named(match["thing"])
        for match in COUNTED_THINGS.finditer(text)
        if not MEASURED.match(text, match.start())
    }


HAS_SHARE = re.compile(
    r"(?P<thing>[a-z][a-z'-]+) (?:has|have|contains?|with|holds|is|are|gives?|hat|haben|enthalt|mit|a|ont|contient|contiene|tiene)(?: (?:about|around|only|etwa|environ|unos))? \Z",
    FLAGS,
)


SHARE_LABEL = re.compile(rf" ?(?:of |de |d'|von )?(?P<thing>{THING})", FLAGS)  # "40 ml per 10 l water"
DOSED = re.compile(
    r"\b(?:gets?|needs?|takes?|given?|receives?|eats?|dose|dosage|feed|bekommt|braucht|erhalt|frisst|recoit|mange|recibe|come|necesita)(?: [a-z]+){0,2} \Z",
    FLAGS,
)


def thing_of_share(text: str, start: int, end: int) -> str:
    """Return the thing of which a share such as "9 g per 100 g" is told, "dose" for one by weight. Raises Unreadable without one."""
    match = HAS_SHARE.search(text[:start])
    if match is not None:
        return thing_named(match["thing"])
    label = SHARE_LABEL.match(text, end)
    if label is not None:
        return thing_named(label["thing"])
    if DOSED.search(text[:start]) is None:
        raise Unreadable
    return "dose"


CLAUSE_EDGE = re.compile(r"[.;,?!:](?= )|\b(?:and|und|et|y|but|aber|mais|pero)\b", FLAGS)


NOT_OF_THING = re.compile(  # what stands behind is no size of the thing in front: "how many bags for 90 days"
    r"\b(?:for|from|out|in|into|onto|on|to|through|fur|aus|pour|dans|para|en|sur|durante|pendant)\b", FLAGS
)


def things_ahead(text: str, start: int, kinds: Sequence[str]) -> Iterator[str]:
    """Yield the kinds of things that the clause of an amount names in front of it, the nearest first: "each episode eats 700 MB"."""
    edges = [edge.end() for edge in CLAUSE_EDGE.finditer(text, 0, start)]
    clause = text[edges[-1] if edges else 0 : start]
    edge = [found.end() for found in NOT_OF_THING.finditer(clause)]
    words = [
        word
        for word in re.finditer(r"[a-z'-]+", clause, FLAGS)
        if not re.search(r"\d ?\Z", clause[: word.start()]) and word.start() >= (edge[-1] if edge else 0)
    ]
    seen = [thing_named(word.group()) for word in reversed(words)]
    yield from dict.fromkeys(kind for kind in seen if kind in kinds)
