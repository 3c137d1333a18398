"""Answers to told problems: amounts, rates, sizes of things and shares that together make what is asked, for one or two questions.

There is an answer only where each number of the message is used and the dimensions leave one way to the one that is asked for.
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import product
from math import prod
from typing import NamedTuple

from config.builtins.unit_converter.problem_terms import (
    COUNTED_THINGS,
    MONEY_DIMENSION,
    THING,
    UNIT_NAME,
    Powers,
    Size,
    Told,
    Unreadable,
    counted_kinds,
    powers_of,
    size_in,
    thing_named,
    times,
    told_amounts,
)
from config.builtins.unit_converter.unit_names import FLAGS, NAME, NUMBER, UNITS, Unit, meanings

MOST_AMOUNTS = 6
MOST_GOALS = 2
ASKED_COUNT = re.compile(
    rf"\b(?:how many|what number of|how much(?= {UNIT_NAME}))(?: (?:more|whole|full|complete|single|extra|of|these|those|the|such|volle|ganze))*(?= (?:{NUMBER}[ -]?{UNIT_NAME}[ -])?(?:(?P<unit>{UNIT_NAME})|(?P<thing>{THING})))",
    FLAGS,
)
ASKED_TIME = re.compile(
    r"\b(?:(?:for )?how long|how much time|quel temps|quanto tiempo|cuanto tiempo|welche zeit|(?:how much|wie ?viel) zeit|what time does it take)\b",
    FLAGS,
)
ASKED_WAY = re.compile(r"\bhow far\b|\b(?:range|reichweite|autonomie|autonomia|what distance)(?= ?(?:\?|\Z))", FLAGS)
ASKED_MONEY = re.compile(
    r"\b(?:(?:what|how much) (?:does|do|will|would|did|is|are)? ?(?:it|that|this|they|i|we|he|she|the [a-z]+)?(?: all| then| have to| need to| to)*(?: in total)? ?(?:costs?|pay|spend|owe|earn|save)|how much (?:money|(?:does|do|will|would|is) (?:it|that|this|they) (?:cost|come to))"
    r"|(?:what|how much)(?:'s| is| are)? the (?:total )?(?:costs?|price|bill)|how much (?:kostet|kosten|coute|zahle|bezahle|cuesta|cuestan|pago) ?(?:das|es|ich|ca|cela)?|was (?:kostet|kosten|zahle|bezahle) ?(?:das|es|ich|mich|uns)?|(?:total )?(?:costs?|price|bill)(?= ?\?|\Z| (?:per|a) (?:day|week|month|year)\b))",
    FLAGS,
)
ASKED_WEIGHT = re.compile(
    r"\b(?:how heavy|wie schwer|(?:what|how much) (?:does|do|will|would|is) (?:it|that|they|this|the [a-z]+|my [a-z]+|one [a-z]+|a [a-z]+)(?: all)? weigh|(?:total )?weight(?= ?\?|\Z))\b",
    FLAGS,
)
ASKED_RATE = re.compile(
    rf"(?:\b(?:average|avg|mean|total|speed|in|what|schnitt|moyenne|media|also|as|pace|that|of)(?: in| is| speed| of)* |[,;:.!–-] |\A)(?P<unit>{UNIT_NAME})(?P<per> ?(?:per|a|pro|par|por|/|each) ?(?:(?P<perunit>{UNIT_NAME})|(?P<perthing>{THING})))?(?: (?:needed|required|do i need|in all|in total|altogether))?(?= ?(?:\?|\.|\Z)| (?:on|for|in|at) [a-z ]{{1,25}}\?)",
    FLAGS,
)
ASKED_AMOUNT = re.compile(rf"\bhow much(?: of)?(?: (?:more|total))?(?: (?P<thing>{THING}))?\b", FLAGS)
ASKED_PACE = re.compile(  # "whats that per mile" of a run
    r"\b(?:per|a|pro|par|por|each|every) (?P<way>km|kilomet(?:er|re)s?|kilometers?|miles?|mi)(?= ?(?:[?.!,;]|\Z))|\bmin/(?P<told>km|mile)\b|\b(?:per|pro|par|por|/) ?(?P<many>\d{2,4}) ?(?P<short>m|met(?:er|re)s?|yards?|yd)\b|\bpace\b(?![^?]*\b(?:per|a|pro|par|por) \d)",
    FLAGS,
)
ASKED_REST = re.compile(
    r"\b(?:how much|what|how many [a-z]+)(?: (?:is|will be|would be|'s|are))?(?: the)? (?:waste|wasted|left(?: over)?|leftovers?|remain\w*|rest|scrap|offcuts?)\b|\bwhat'?s (?:left(?: over)?|the (?:rest|waste))\b|\bhow much (?:verschnitt|rest|bleibt(?: ubrig)?|ist ubrig|reste(?:-t-il)?|sobra|queda)\b",
    FLAGS,
)
ASKED_FORMS = (
    ("count", ASKED_COUNT),
    ("time", ASKED_TIME),
    ("length", ASKED_WAY),
    ("rest", ASKED_REST),
    ("mass", ASKED_WEIGHT),
    ("money", ASKED_MONEY),
    ("amount", ASKED_AMOUNT),
    ("rate", ASKED_RATE),
    ("pace", ASKED_PACE),
)
ANY_AMOUNT: tuple[Powers, ...] = tuple(
    ((name, power),)
    for name, power in (("mass", 1), ("volume", 1), ("energy", 1), ("data", 1), ("length", 1), ("length", 2))
)
OTHER_WISH = re.compile(
    r"\b(?:which|who|whom|why|where|cheaper|better|best|enough|too (?:much|many|long|heavy|big|small)|compare\w*|difference|instead|respectively|welche[rnms]?|wer|warum|gunstiger|billiger|reicht das|genug|quel(?:le)?s? (?!temps)|qui|pourquoi|assez|suffi\w*|cual(?:es)?|quien|suficiente|basta"
    r"|by how (?:much|far)|already|ida (?:y|and) vuelta|one way|how much (?:room|space|clearance|gap)|each side|round[- ]trip|return trip|there and back|hin (?:und|and) (?:zuruck|her)|aller[- ]retour|doubl\w*|halv\w*|verdoppel\w*|halbier\w*|spill\w*|lost|broken|half (?:full|empty)|twice as|double|except|excluding|minus|without|another|a third|a quarter|schon|bereits|ohne|ausser|verbraucht|deja|sans|sauf|ya|sin|salvo|than|als|or|oder|ou|discount|off|rabatt|tip|vat|interest|first|then|after|how (?:much|many) more|noch|encore|danach|ensuite|luego)\b|%",
    FLAGS,
)
FOR_ONE = re.compile(
    rf"\b(?:per|pro|par|por|je|each|every|(?:in|for|over|during) (?:an?|one|the|each|a whole|the whole)|an?|im|am|cada|chaque|al|a la|durante una?|pendant une?|en una?|jeden?) (?:(?P<unit>{UNIT_NAME})|(?P<thing>{THING}))|/ ?(?P<over>{UNIT_NAME})",
    FLAGS,
)
SENTENCE_END = re.compile(r"[?!;]|[.](?!\d)|\Z")
ASKING_SENTENCE = re.compile(r"[^.?!;]*(?:\.\d[^.?!;]*)*\?")


class AskedFor(NamedTuple):
    """What one question asks for: its form, dimensions (none for any amount), unit or kind of things, and its place."""

    form: str
    powers: tuple[Powers, ...]
    unit: Unit | None
    thing: str
    start: int
    end: int


class Solution(NamedTuple):
    """The result of a question: its size, the amounts with the signs by which they make it, and the goal."""

    size: Size
    parts: tuple[tuple[Told, int], ...]
    goal: AskedFor


def is_told_thing(text: str, match: "re.Match[str]", kinds: set[str]) -> bool:
    """Return whether a noun that is asked for alone is counted, or spoken of, in front: "bags make 12 litres each. bags?"."""
    kind = thing_named(match["thing"])
    return kind in kinds or re.search(rf"\b{re.escape(kind[1:])}(?:e?s)?\b", text[: match.start()], FLAGS) is not None


def goals_in(text: str) -> list[AskedFor]:
    """Return what a message asks for, by place; [] where a question asks for something else."""
    found: list[AskedFor] = []
    for form, pattern in ASKED_FORMS:
        for match in pattern.finditer(text):
            if form in ("rate", "pace") and found:
                continue
            if not any(one.start < match.end() and match.start() < one.end for one in found):
                goal = goal_of(form, match)
                found += [goal] if goal else []
    kinds = {thing_named(match["thing"]) for match in COUNTED_THINGS.finditer(text)}
    bare = [match for match in BARE_THING.finditer(text) if is_told_thing(text, match, kinds)] if not found else []
    found += [
        AskedFor("count", (((thing_named(one["thing"]), 1),),), None, one["thing"], *one.span()) for one in bare[:1]
    ]
    many, made_of = BARE_MANY.search(text), list(MADE_OF.finditer(text))
    made_of = [one for one in made_of if one["thing"].lower().endswith(("s", "n"))]
    if not found and many is not None and len(made_of) == 1:
        thing = made_of[0]["thing"]
        found.append(AskedFor("count", (((thing_named(thing), 1),),), None, thing, *many.span()))
    questions = list(ASKING_SENTENCE.finditer(text))
    if any(not any(one.start() <= goal.start < one.end() for goal in found) for one in questions):
        return []
    return sorted(found, key=lambda one: one.start)


LIQUIDS = re.compile(
    r"(?:water|wasser|eau|agua|rain|rainwater|regenwasser|milk|milch|lait|leche|juice|saft|paint|farbe|peinture|pintura|oil|fuel|petrol|diesel|benzin|beer|wine)",
    FLAGS,
)


def goal_of(form: str, match: "re.Match[str]") -> AskedFor | None:
    """Return what the words of a question ask for; None where it is no amount."""
    groups = match.groupdict()
    start, end = match.start("unit") if form == "rate" and groups.get("unit") else match.start(), match.end()
    if groups.get("unit"):
        unit = next(iter(meanings(match["unit"])))
        try:
            powers = size_in(Decimal(1), unit).powers
        except Unreadable:
            return None
        if groups.get("per"):
            below = meanings(match["perunit"])[0] if match["perunit"] else None
            one = size_in(Decimal(1), below) if below else Size(Decimal(1), ((thing_named(match["perthing"]), 1),))
            return AskedFor(
                "rate",
                (times(Size(Decimal(1), powers), one, -1).powers,),
                None,
                match["unit"] + match["per"],
                start,
                end,
            )
        return AskedFor(form, (powers,), unit, "", start, end)
    if form == "pace" and groups.get("many"):
        return AskedFor("time", ((("time", 1),),), None, "", start, end)
    if form == "pace":
        way = UNITS["pace_mi" if (groups["way"] or groups["told"] or "km").lower().startswith("mi") else "pace_km"]
        return AskedFor(form, ((("length", -1), ("time", 1)),), way, "", start, end)
    if form == "count":
        return AskedFor(form, (((thing_named(match["thing"]), 1),),), None, match["thing"], start, end)
    if form == "amount":
        is_liquid = LIQUIDS.fullmatch(match["thing"] or "") is not None
        kinds = ((("volume", 1),),) if is_liquid else (*ANY_AMOUNT, ((MONEY_DIMENSION, 1),))
        return AskedFor(form, kinds, None, match["thing"] or "", start, end)
    return AskedFor(form, (((form, 1),),), None, "", start, end) if form != "rate" else None


BARE_MANY = re.compile(r"\bhow many(?= ?(?:\?|\.|\Z| (?:can|do|will|would) ))", FLAGS)
MADE_OF = re.compile(rf"\b(?P<thing>{THING}) (?:of|with|a|von|zu|de|each) (?={NUMBER} ?{UNIT_NAME})", FLAGS)
BARE_THING = re.compile(rf"(?<=[.,;:!?] )(?P<thing>{THING}) ?\?", FLAGS)  # "scarf of 1.6 m. rows?"
IMPLIED_WISH = re.compile(
    r"\b(?:want|need|making|make|mix|for|can is|brauch\w*|will|mochte|veux|voudrais|besoin|quiero|necesito)\b", FLAGS
)


def implied_goal(text: str) -> list[AskedFor]:
    """Return the question that a rate and an amount imply where a message asks nothing: "35 g per litre, I want 12 litres"."""
    if "?" in text or not IMPLIED_WISH.search(text) or UNIT_WANTED.search(text):
        return []
    told = told_amounts(text, [], [])
    rates = [one for one in told if one.rate_of or any(power < 0 for _, power in one.sizes[0].powers)]
    is_speed = any(dict(one.sizes[0].powers).get("time") for one in rates)
    if len(told) != len(IMPLYING) or len(rates) != 1 or is_speed or any(one.is_factor for one in told):
        return []
    return [AskedFor("amount", (*ANY_AMOUNT, ((MONEY_DIMENSION, 1),)), None, "", len(text), len(text))]


IMPLYING = ("a rate", "an amount")
UNIT_WANTED = re.compile(rf"\b(?:in|to|into|as|en|a) (?:{NAME})(?![A-Za-z0-9])", FLAGS)


def solutions_of(text: str) -> list[Solution]:
    """Return the result of each question of a message, in order; [] where one has none, several, or a number is left over."""
    if OTHER_WISH.search(without_shares(text)):
        return []
    things = []
    try:
        goals = goals_in(text) or implied_goal(text)
        if not 1 <= len(goals) <= MOST_GOALS:
            return []
        things = [thing_named(goal.thing) for goal in goals if goal.form == "count" and goal.thing]
        told = told_amounts(text, [(goal.start, goal.end) for goal in goals], things)
        told = with_rests(told)
        return [] if not 1 <= len(told) <= MOST_AMOUNTS else all_solved(text, goals, told)
    except (Unreadable, KeyError):
        return []


SHARE_SIGN = re.compile(
    r"(?<=\d) ?%(?= (?:[a-z]+ ){0,2}(?:waste|wastage|extra|spare|cut\w*|offcuts|breakages?|reserve|more|verschnitt|zuschlag|mehr|chutes?|pertes?|perdidas?|desperdicio|merma|mas|plus)\b)",
    FLAGS,
)


def without_shares(text: str) -> str:
    """Return a text without the signs of shares that are taken on top."""
    return SHARE_SIGN.sub(" ", text)


def with_rests(told: Sequence[Told]) -> list[Told]:
    """Return amounts without those that are to be left over: each is taken off the one other of its kind. Raises Unreadable."""
    made = [one for one in told if not one.is_rest]
    for rest in (one for one in told if one.is_rest):
        same = [
            one
            for one in made
            if one.sizes[0].powers == rest.sizes[0].powers and one.sizes[0].value > rest.sizes[0].value
        ]
        if len(same) != 1:
            return [one._replace(is_rest=False) for one in told]
        place = made.index(same[0])
        sizes = tuple(size._replace(value=size.value - rest.sizes[0].value) for size in same[0].sizes[:1])
        made[place] = same[0]._replace(sizes=sizes, less=(rest.start, rest.end))
    return made


def all_solved(text: str, goals: Sequence[AskedFor], told: Sequence[Told]) -> list[Solution]:
    """Return the results of all questions; the second may need that of the first. [] unless each amount has its use."""
    edges = [*(goal.start for goal in goals[1:]), len(text)]
    solved: list[Solution] = []
    for place, goal in enumerate(goals):
        stop = SENTENCE_END.search(text, goal.end)
        end = min(edges[place], stop.start() if stop else len(text))
        own = [one for one in told if goal.start <= one.start < end]
        own += [
            one._replace(is_optional=one.is_optional or is_untimed(one, told))
            for one in loose_in(text, goal, end)
            if not any(mine.start <= one.start < mine.end for mine in told)
        ]
        shared = [one for one in told if not any(mine.start == one.start for mine in own)]
        later = [one for one in shared if place + 1 < len(goals) and one.start > goals[place + 1].start]
        lead = [one for one in shared if one not in later]
        before = [result_told(one) for one in solved]
        if goal.form == "rest":
            found = rest_of(goal, solved, own)
        else:
            found = solved_with(text, goal, [*own, *before], []) if before else None
            found = found or solved_with(text, goal, own, lead)
            found = found or (solved_with(text, goal, own, shared) if later else None)
        if found is None:
            return []
        solved.append(found)
    if not any(has_relation(one) for one in solved):
        return []
    if not SPACE_ASKED.search(text) and any(is_unasked_space(one) for one in solved):
        return []
    used = {part.start for one in solved for part, _ in one.parts}
    return solved if all(one.start in used or is_label(one, solved) for one in told) else []


SPACE_ASKED = re.compile(  # what lengths are multiplied for
    r"\b(?:areas?|surface|volumes?|deep|depth|thick|capacit\w+|square|cubic|hold\w*|contains?|fit|fits|fill\w*|cover\w*|paint\w*|floor\w*|carpet|turf|lawn|tiles?|grass|fabric|material|concrete|soil|sand|gravel|mulch|compost|water|air|liquid|litres?|liters?|gallons?|space|room|box|tank|pool|flache|raum|volumen|fasst|surface|superficie|contient|cabe)\b",
    FLAGS,
)


def is_unasked_space(one: Solution) -> bool:
    """Return whether a result is a product of lengths alone for a question that names no unit."""
    length = [(("length", 1),)]
    lengths = [part for part, sign in one.parts if sign > 0 and [size.powers for size in part.sizes] == length]
    return one.goal.unit is None and one.goal.form == "amount" and len(lengths) == len(one.parts) > 1


def has_relation(one: Solution) -> bool:
    """Return whether a result comes from several amounts, or from a rate: one amount alone is a conversion."""
    told = [part for part, _ in one.parts if not part.is_factor]
    named = [part for part, _ in one.parts if part.is_factor and part.sizes[0].powers]
    is_other_rate = (
        one.goal.form == "rate" and one.goal.unit is None and any(RATE_WORD.search(part.said) for part in told)
    )
    return len(told) > 1 or bool(named) or is_other_rate or any(part.start < 0 for part in told)


RATE_WORD = re.compile(r"\b(?:per|an?|each|every|pro|je|par|por|al|am|im|le|la)\b", FLAGS)


def is_untimed(one: Told, told: Sequence[Told]) -> bool:
    """Return whether a time that a question names has no other beside it: "15 g per kg of her weight, how much a day"."""
    return one.sizes[0].powers == (("time", 1),) and not any(
        "time" in dict(size.powers) for other in told for size in other.sizes
    )


def rest_of(goal: AskedFor, solved: Sequence[Solution], own: Sequence[Told]) -> Solution | None:
    """Return what is left of a stock when so many whole things are made of it; None for other questions."""
    if own or not solved or solved[-1].goal.form != "count":
        return None
    kind = (solved[-1].goal.powers[0][0][0], -1)
    sizes = [size for part, sign in solved[-1].parts if sign < 0 for size in part.sizes if kind in size.powers]
    if len(sizes) != 1:
        return None
    left = (solved[-1].size.value % 1) * sizes[0].value
    powers = tuple(one for one in sizes[0].powers if one != kind)
    return Solution(Size(left, powers), ((Told(-1, -1, "", ()), 1),), goal)


def amount_places(text: str, solved: Sequence[Solution]) -> list[tuple[int, int]]:
    """Return the places of all amounts of a solved problem, with those that only describe or are taken off."""
    things = [thing_named(one.goal.thing) for one in solved if one.goal.form == "count" and one.goal.thing]
    told = told_amounts(text, [(one.goal.start, one.goal.end) for one in solved], things)
    rests = [match.span() for match in UNTIL_REST.finditer(text)] if any(one.is_rest for one in told) else []
    return [(one.start, one.end) for one in told] + rests


UNTIL_REST = re.compile(
    r"\b(?:before|until|till|and|so that|bis|bevor|avant|hasta|antes)\b[^.?!,]*?\b(?:only|left|remain\w*|reserve|nur|noch|ubrig|reste\w*|quede\w*|solo)\b",
    FLAGS,
)


def is_label(told: Told, solved: Sequence[Solution]) -> bool:
    """Return whether an amount only describes the thing that is asked for, beside another one that counts: "a 25 kg bag makes 12 litres"."""
    kinds = {name for size in told.sizes for name, power in size.powers if name.startswith("#") and power == -1}
    return any(kinds & {name for name, _ in one.size.powers} for one in solved)


def result_told(one: Solution) -> Told:
    """Return the result of the question before as an amount of the next one."""
    return Told(-1, -1, "", (one.size._replace(cost=0),))


ONE_OF_THEM = re.compile(
    r"\b(?:is|does|do|of|for) (?:just |only )?one\b(?! [a-z])|\b(?:each|apiece|a piece|per piece|das stuck|pro stuck|la piece|cada un[oa])\b",
    FLAGS,
)


def loose_in(text: str, goal: AskedFor, end: int) -> list[Told]:
    """Return what a question names one of: "per week", "in a day", "how heavy is one"."""
    found = []
    if (way_told := ASKED_PACE.fullmatch(text[goal.start : goal.end])) is not None and way_told["many"]:
        size = size_in(Decimal(way_told["many"]), meanings(way_told["short"])[0])
        found.append(Told(goal.start, goal.end, "", (size,), is_factor=True))
    one, kinds = ONE_OF_THEM.search(text, goal.start, end), counted_kinds(text)
    if one is not None and len(kinds) == 1:
        found.append(Told(one.start(), one.end(), "", (Size(Decimal(1), ((next(iter(kinds)), 1),)),), is_factor=True))
    for match in FOR_ONE.finditer(text, goal.end, end):
        name = match["unit"] or match["over"]
        unit = (
            next((one for one in meanings(name) if one.dimension in ("time", "mass", "volume", "length", "area")), None)
            if name
            else None
        )
        size = size_in(Decimal(1), unit) if unit else Size(Decimal(1), ((thing_named(match["thing"] or ""), 1),))
        if unit or (match["thing"] and match["thing"].lower() != "one"):
            found.append(Told(match.start(), match.end(), "", (size,), is_factor=True, is_optional=unit is None))
    return found


MOST_FACTORS = 8
MOST_READINGS = 1_000


def solved_with(text: str, goal: AskedFor, needed: Sequence[Told], shared: Sequence[Told]) -> Solution | None:
    """Return the one way in which amounts make what is asked: with all of the needed and as many of the shared as can be."""
    amounts = [*needed, *shared]
    readings = prod(len(one.sizes) + 1 for one in amounts)
    if len(amounts) > MOST_FACTORS or readings > MOST_READINGS:
        return None
    ways = list(ways_to(goal, amounts, {one.start for one in needed if not one.is_optional}))
    if not ways:
        return None
    ways = [(cost + is_any(goal) * sum(sign < 0 for _, sign in one.parts), one) for cost, one in ways]
    least = min(cost for cost, _ in ways)
    best = [solution for cost, solution in ways if cost == least]
    values = {f"{solution.size.value:.9e}" for solution in best}
    if len(values) == 1:
        return best[0]
    fitting = [one for one in best if is_rule_of_three(text, one)]
    return fitting[0] if len({f"{one.size.value:.9e}" for one in fitting}) == 1 else None


def is_any(goal: AskedFor) -> bool:
    """Return whether a question names no dimension, so that a product is likelier than a quotient."""
    return len(goal.powers) > 1 or goal.powers == ((),)


LABEL_BEHIND = re.compile(r" ?(?:of |de |von |d')?(?:the |my |der |la |le )?(?P<label>[a-z]{3,20})", FLAGS)


def label_of(text: str, one: Told) -> str:
    """Return the thing of which an amount is told: "500 g sugar"; "" without one."""
    match = LABEL_BEHIND.match(text, one.end)
    return thing_named(match["label"]) if match else ""


def is_rule_of_three(text: str, one: Solution) -> bool:
    """Return whether a way takes two amounts that are told together, and a third one of the kind of the second."""
    plain = [(part, sign) for part, sign in one.parts if part.said and not part.is_factor]
    ups, downs = ([part for part, mine in plain if mine == sign] for sign in (1, -1))
    if len(plain) != RULE_OF_THREE or len(downs) != 1:
        return False
    base, labels, wanted = (
        downs[0],
        {id(part): label_of(text, part) for part, _ in plain},
        thing_named(one.goal.thing or "?"),
    )
    for partner, new in (ups, ups[::-1]):
        if base.sizes[0].powers != new.sizes[0].powers or distance(partner, base) >= distance(partner, new):
            continue
        is_labelled = wanted in labels.values() and wanted != labels[id(base)]
        if partner.sizes[0].powers != base.sizes[0].powers or (is_labelled and labels[id(partner)] == wanted):
            return True
    return False


RULE_OF_THREE = 3


def distance(one: Told, other: Told) -> int:
    """Return how many characters stand between two amounts."""
    return max(one.start, other.start) - min(one.end, other.end)


SKIPPED = 5  # the cost of an amount that is not used


def ways_to(goal: AskedFor, amounts: Sequence[Told], needed: set[int]) -> Iterator[tuple[int, Solution]]:
    """Yield the ways in which some amounts make what is asked, each with its cost."""
    readings = [[*one.sizes, *([] if one.start in needed else [None])] for one in amounts]
    for sizes in product(*readings):
        taken = [(one, size) for one, size in zip(amounts, sizes, strict=True) if size is not None]
        if not taken:
            continue
        cost = SKIPPED * (len(amounts) - len(taken)) + sum(size.cost for _, size in taken)
        for signs in signs_of(goal, [one for one, _ in taken], [size for _, size in taken]):
            made = Size(Decimal(1), ())
            for (_, size), sign in zip(taken, signs, strict=True):
                made = times(made, size, sign)
            fitting = in_dimension(made, goal, may_fill=not any(is_of_way(size) for _, size in taken))
            if fitting is not None:
                parts = tuple((one, sign) for (one, _), sign in zip(taken, signs, strict=True))
                yield cost, Solution(fitting, parts, goal)


def signs_of(goal: AskedFor, told: Sequence[Told], sizes: Sequence[Size]) -> Iterator[tuple[int, ...]]:
    """Yield the signs that amounts may have: a bare factor multiplies what is needed, a part of the time goes with its rate."""
    area = goal.powers[0] == (("length", 2),)
    for signs in product((1, -1), repeat=len(sizes)):
        rates = [sign for sign, size in zip(signs, sizes, strict=True) if dict(size.powers).get("time") == -1]
        is_right = True
        for one, size, sign in zip(told, sizes, signs, strict=True):
            if one.is_factor:
                is_right &= sign == (-1 if area and not size.powers else 1)
            elif one.rate_of:
                is_right &= sign == (-1 if one.rate_of == thing_named(goal.thing or "?") else 1)
            elif not size.powers:
                is_right &= sign == (rates[0] if rates else 1)
        if is_right:
            yield signs


def is_of_way(size: Size) -> bool:
    """Return whether a size is a volume for a way: fuel makes no space."""
    pairs = dict(size.powers)
    return abs(pairs.get("volume", 0)) == 1 and pairs.get("length", 0) == -pairs["volume"]


def in_dimension(made: Size, goal: AskedFor, *, may_fill: bool) -> Size | None:
    """Return a size that has the dimensions asked for; cubic metres are litres where that is needed. None for others."""
    for steps in (0, 1, -1) if may_fill else (0,):
        pairs = dict(made.powers)
        pairs["volume"] = pairs.get("volume", 0) + steps
        pairs["length"] = pairs.get("length", 0) - 3 * steps
        powers = powers_of(pairs)
        if powers in goal.powers:
            return Size(made.value * Decimal(1000) ** steps, powers, made.cost)
    return None
