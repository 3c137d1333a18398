"""Several times one size: 64 lengths of a pool of 25 yards, 14 bags of which each weighs 25 kg; and a number whose unit is that of another."""

import re
from decimal import Decimal

from config.builtins.unit_converter.unit_names import FLAGS, FREE, NAME, NUMBER, QUANTITY, meanings, number
from config.builtins.unit_converter.unit_rates import noun_of
from config.builtins.wording import SMALL_NUMBERS, Mapped

SPOKEN_TIMES = {word: count for word, count in SMALL_NUMBERS["en"].items() if count > 1}
TIMES_COUNT = (
    rf"(?<![\w.,/:-])(?P<n>\d{{1,5}}(?:\.5)?|{'|'.join(sorted(map(re.escape, SPOKEN_TIMES), key=len, reverse=True))})"
)
ROUNDS_OF_SIZE = re.compile(  # they have the size of the one way that a message tells
    rf"{TIMES_COUNT} (?:full |whole |more |complete )?(?:lengths|laps|lanes|widths|rounds|circuits|loops|bahnen|langen|runden|longueurs|tours|largos|vueltas|times(?= (?:around|round|across|there)|[,.;?!]|\Z| (?:and|how|what)\b)|fois|veces)\b",
    FLAGS,
)
THINGS_COUNTED = re.compile(
    rf"{TIMES_COUNT} (?:such |of (?:the|those|these|them) )?(?:[a-z]{{3,15}} )?(?P<noun>[a-z]{{3,20}})\b", FLAGS
)
SIZE_OF_EACH = re.compile(  # "each bag weighs", "one lap of the park is"
    r"\b(?:each|every|one|a single|jede[rsnm]?|eine?|chaque|cada|une?|una|a) (?P<noun>[a-z]{3,20})\b[^.?!;\d]{0,40}\Z"
    r"|\b(?:my|our|the|these|those|meine?|die|mes|les|mis|los|las) (?P<many>[a-z]{3,20}) (?:is|are|measures?|weighs?|sind|ist|messen|font|sont|miden|son)(?: (?:all|each|about|alle|je))* \Z",
    FLAGS,
)
WHOLE_ASKED = re.compile(
    r"\b(?:how (?:far|many|much|high|heavy|deep)|how long (?:a way|is (?:it|that|this|the (?:whole|swim|run|walk|way)))|what(?:'s| is| does) (?:that|it|the|my|this)|that in|total|together|in all|altogether|insgesamt|zusammen|wie weit|en tout|en total|distance|strecke|convert)\b"
    rf"|\b(?:in|to|into|as) (?:{NAME})(?![A-Za-z0-9])",
    FLAGS,
)
SINGLE_SIZE_ASKED = re.compile(
    r"\b(?:how (?:long|big|heavy|wide|high|tall) is|what is|convert|size of|length of) (?:the|a|an|one|each|every|my|our) (?:single )?(?:pool|track|lap|length|step|bag|box|piece|plank|board|tile|lane)\b|\b(?:per|for each|for one|in (?:a|one|each)) (?:lap|length|lane|step|bag|box|piece|plank|board|tile)\b",
    FLAGS,
)
NO_MULTIPLES = frozenset(["time", "temperature", "fuel", "speed", "pace", "data rate", "angle", "pressure"])


def with_multiples(made: Mapped) -> Mapped:
    """Return a text in which the one size of a message and how often it counts are one amount."""
    sizes = list(QUANTITY.finditer(made.text))
    if (
        len(sizes) != 1
        or not sizes[0]["number"]
        or not WHOLE_ASKED.search(made.text)
        or SINGLE_SIZE_ASKED.search(made.text)
    ):
        return made
    size = sizes[0]
    kind = meanings(size["unit"])[0].dimension
    count = counted_beside(made.text, size)
    if count is None or kind in NO_MULTIPLES:
        return made
    start, end = min(size.start(), count.start()), max(size.end(), count.end())
    between = made.text[min(size.end(), count.end()) : max(size.start(), count.start())]
    rest = made.text[:start] + between + made.text[end:]
    if re.search(r"\d", rest) or "?" in between or FREE.search(between):
        return made
    if re.search(
        rf"\b(?:an?|one|each|every|single|per|the) {bare_noun(noun_counted(count))}\b", made.text[end:], FLAGS
    ):
        return made  # "we have 2 rooms, how many feet long is a room?"
    word = count["n"].lower()
    times = Decimal(word) if word[0].isdigit() else Decimal(SPOKEN_TIMES[word])
    amount = f"{number(size['number']) * times:f} {size['unit']}"
    return Mapped(
        made.text[:start] + amount + made.text[end:],
        [*made.places[:start], *[tuple(made.span(start, end))] * len(amount), *made.places[end:]],  # type: ignore[list-item]  # a pair
    )


def counted_beside(text: str, size: "re.Match[str]") -> "re.Match[str] | None":
    """Return the count of a message that has the size: of rounds, or of things that the size names as one of them."""
    rounds = [
        match for match in ROUNDS_OF_SIZE.finditer(text) if match.end() <= size.start() or match.start() >= size.end()
    ]
    if len(rounds) == 1:
        return rounds[0]
    one = SIZE_OF_EACH.search(text[: size.start()])
    if one is None or rounds:
        return None
    noun = bare_noun(one["noun"] or one["many"])
    found = [match for match in THINGS_COUNTED.finditer(text) if bare_noun(match["noun"]) == noun]
    found = [match for match in found if match.end() <= one.start() or match.start() >= size.end()]
    return found[0] if len(found) == 1 else None


def noun_counted(count: "re.Match[str]") -> str:
    """Return the last word of a count: what is counted."""
    return count.group().split()[-1]


def bare_noun(word: str) -> str:
    """Return a noun without its plural: "shelves" and "shelf" are one."""
    return re.sub(r"ve\Z", "f", noun_of(word))


NUMBER_BEHIND = (
    rf"(?P<n>{NUMBER})(?P<tail>,? (?:as well|too|also|auch|ebenfalls|aussi|egalement|tambien|igualmente))?"
    r"(?= ?(?:[?!,;)]|\.(?!\d)|\Z|(?:please|pls|plz|thanks|thx|bitte|svp|stp|por favor)\b))"
)
TAKEN_OVER = re.compile(  # "and 180 as well", "what about 200?": the unit is that of the amount before
    rf"(?:(?P<strong>\b(?:(?:and )?(?:also|what about|how about|same (?:again )?(?:for|with)|the same (?:again )?(?:for|with)|ausserdem|aussi|et pour|y tambien|y para)) )"
    rf"|(?P<weak>(?:\A|[,;.?!]|\s)(?: )?(?:and|plus|und|et|y)(?: for)? )){NUMBER_BEHIND}",
    FLAGS,
)


def with_taken_over_units(made: Mapped) -> Mapped:
    """Return a text in which a bare number that is to be converted like the amount before it has its unit."""
    sizes = list(QUANTITY.finditer(made.text))
    if not sizes or len({meanings(one["unit"])[0].id for one in sizes}) != 1:
        return made
    last, targets = sizes[-1], [match for match in FREE.finditer(QUANTITY.sub(" ", made.text))]
    if not targets:
        return made

    def with_unit(match: "re.Match[str]") -> str:
        is_sure = match["strong"] or match["tail"] or match.end() >= len(made.text.rstrip(" ?.!"))
        if not is_sure or match.start() < last.end():
            return match.group()
        lead = match["strong"] or match["weak"] or ""
        return f"{lead}{match['n']} {last['unit']}{match['tail'] or ''}"

    return made.sub(TAKEN_OVER, with_unit)
