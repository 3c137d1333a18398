"""Questions that leave a word out: a temperature without its scale beside the one who knows only the other, "who wins" of two heights."""

import re

from config.builtins.unit_converter.unit_names import FLAGS, NAME, NUMBER, QUANTITY, WORDS, meanings
from config.builtins.wording import Mapped

SCALE_TO_TELL = re.compile(
    r"\b(?:(?:only|just|nur|ne [a-z]+ que|solo|solamente) )?(?:(?:knows?|understands?|uses?|thinks? in|used to|grew up with|needs?|wants?|reads?|speaks?|kennt|kennen|versteht|verstehen|braucht|will|connait|comprend|conoce|entiende|usa|necesita)(?: only| nur| que| solo)?|in|to|en)"
    r" (?:degrees? |grad |degres |grados )?(?P<scale>fahrenheit|celsius|centigrade)\b",
    re.IGNORECASE,
)
ANY_SCALE = re.compile(r"\b(?:fahrenheit|celsius|centigrade|kelvin)\b|°|\b\d+ ?[cf]\b", re.IGNORECASE)
HEAT_WORDS = re.compile(
    r"\b(?:thermomet\w+|temperature?\w*|temp|fever\w*|fieber\w*|fievre|fiebre|oven|\w*ofen|four|horno|forecast|weather|outside|sauna|freezer|fridge|water is|draussen|dehors|fuera)\b",
    re.IGNORECASE,
)
FIGURE_ALONE = re.compile(r"(?<![\w.,:/-])-?\d{1,3}(?:[.,]\d)?(?![\w:/%]|[.,]\d| ?(?:%|°|degrees?\b|grad\b))")
WHO_WINS = re.compile(
    r"\b(?:who(?:'s| is)? (?:wins|won|winning|ahead|the winner)|wer (?:gewinnt|hat gewonnen|liegt vorn)|qui gagne|quien gana)\b",
    re.IGNORECASE,
)
TO_LOSE = re.compile(  # "11 st 8, goal is 70 kg, how much to lose"
    r"\bhow much (?:(?:do|must|should) i (?:have |need )?(?:still )?|(?:is )?(?:there )?(?:still )?(?:left )?)to (?:lose|gain|go)\b",
    re.IGNORECASE,
)
ONE_OF_NAMED = re.compile(  # "fathom, how many metres is one": one of the unit in front
    rf"(?<![\w.,-])(?<!\d )(?P<unit>{NAME}) ?[,:;–-] ?how many (?P<goal>{NAME}) (?:is|are|are (?:there )?in|in|makes?|would be) (?:one|1)(?= ?(?:[?.!]|\Z))",
    FLAGS,
)
COUNT_OF_SIZE = (
    r"(?:\d{1,2}(?! \d{3}(?!\d))|"
    + "|".join(
        sorted(
            (one for one in WORDS if WORDS[one].isdigit() and 1 < int(WORDS[one]) < 100 and one.isalpha()),
            key=len,
            reverse=True,
        )
    )
    + ")"
)
COUNTED_SIZE = re.compile(  # "from six 75 cl bottles": so many of one size
    rf"(?<![\w.,/-])(?P<count>{COUNT_OF_SIZE}) (?P<size>(?:{NUMBER})[ -]?(?:{NAME})(?![A-Za-z]))[ -](?P<thing>(?!in\b|is\b|as\b)[a-z]{{3,}}s)\b",
    FLAGS,
)
RODS_OF_AREA = re.compile(  # an allotment of "ten rods", of which square metres are asked
    rf"(?<![\w.,/-])(?P<n>{NUMBER}|{COUNT_OF_SIZE}) (?:rods?|perch(?:es)?)\b(?![ -](?:of|long)\b)[\"”']?", re.IGNORECASE
)
AREA_WANTED = re.compile(
    r"\b(?:in|into|to|as|many) (?:square|sq\.?) ?(?:m|met(?:er|re)s?|ft|feet|foot|yards?|yd)\b|\b(?:in|into|to|many) (?:m2|sqm|acres?|hectares?)\b|\bm²",
    re.IGNORECASE,
)
STICKS = re.compile(
    rf"(?P<n>{NUMBER}|{COUNT_OF_SIZE}|one|a|half a|(?:one|an?|{COUNT_OF_SIZE}) and a half) (?P<american>(?:american|us) )?sticks?\b(?! of)",
    re.IGNORECASE,
)
BUTTER = re.compile(r"\b(?:butter|margarine)\b", re.IGNORECASE)
POURED = ("volume", "mass")  # what is left in one bottle fills up from the next; a rest of a plank does not
HOW_MANY = re.compile(r"\bhow many\b", re.IGNORECASE)
LONGER_THAN_A_PERSON = 3  # metres
WINNING = {"length": "who is taller", "mass": "which is heavier", "speed": "who is faster"}


CUPS_AT_HAND = re.compile(  # what there is to measure with, which the question says again
    r",? ?\b(?:aber |but |mais |pero )?(?:(?:ich|i|we|wir|j'|on) ?)?(?:hab(?:e|en)?|have|only have|got|ai|tengo) (?:(?:aber|halt|leider|nur|only|just|que|solo|die|the|des|some) )*(?:us|american|amerikanische|amerik\.) ?-?(?P<tool>cups?|tassen?)(?: (?:da|hier|zuhause|zu hause|here|at home|ici))?(?= ?[.,;!])",
    re.IGNORECASE,
)
CUPS_ASKED = re.compile(
    r"\b(?:how many|wie ?viele?|combien de|cuantas) (?:us |american )?(?:cups?|tassen?|tazas?)\b", re.IGNORECASE
)
PRICE_TOLD = re.compile(r"\d ?(?P<sign>[$€£]|dollars?|euros?)|(?P<ahead>[$€£]) ?\d", re.IGNORECASE)
PRICE_WISH = re.compile(  # "ça fait combien de dollars le litre": the currency that the price has already
    rf"\b(?P<lead>combien|how much|how many|wie ?viele?)(?: de| d')? (?P<money>dollars?|euros?)(?: (?:is|are|sind|ist|font|fait) (?:that|it|this|das|es))? (?P<per>(?:le|la|par|au|per|a|pro|je) (?:{NAME}))(?![A-Za-z0-9])",
    FLAGS,
)
SIGNS_OF_MONEY = {"$": "dollar", "€": "euro"}


def cups_at_hand(text: str) -> list[list[int]]:
    """Return the place where a message that asks for cups tells that only these are at hand; [] for other messages."""
    places = [list(one.span()) for one in CUPS_AT_HAND.finditer(text)]
    return places if len(places) == 1 and CUPS_ASKED.search(text) else []


def without_told_currency(match: "re.Match[str]") -> str:
    """Return the question for a price without its currency, where the one price of the message has it."""
    told = {(one["sign"] or one["ahead"]).lower() for one in PRICE_TOLD.finditer(match.string)}
    named = {SIGNS_OF_MONEY.get(one, one.rstrip("s")) for one in told}
    if named != {match["money"].lower().rstrip("s")}:
        return match.group()
    lead = {"how many": "how much", "wie viele": "wie viel"}.get(match["lead"].lower(), match["lead"])
    return f"{lead} {match['per']}"


def with_plain_asks(text: str) -> Mapped:
    """Return a message in which the words that its question leaves out are written."""
    made = with_winner(with_scale(Mapped(text))).sub(TO_LOSE, "what is the difference")
    made = made.sub(ONE_OF_NAMED, one_of_named)
    made = made.sub(PRICE_WISH, without_told_currency)
    if cups_at_hand(text):
        made = made.sub(CUPS_AT_HAND, "")
    if AREA_WANTED.search(text):
        made = made.sub(RODS_OF_AREA, lambda match: f"{WORDS.get(match['n'].lower(), match['n'])} square rods")
    if BUTTER.search(text):
        made = made.sub(STICKS, r"\g<n> sticks of butter")
    return made.sub(COUNTED_SIZE, sized_behind) if HOW_MANY.search(text) else made


NUMBER_WORD_AHEAD = re.compile(rf"\b(?:{'|'.join(WORDS)}|hundred|thousand|an?) \Z", re.IGNORECASE)


def one_of_named(match: "re.Match[str]") -> str:
    """Return the question for one of the unit in front, unless a number of it is told."""
    if NUMBER_WORD_AHEAD.search(match.string[: match.start()]):
        return match.group()
    return f"how many {match['goal']} is 1 {match['unit']}"


def sized_behind(match: "re.Match[str]") -> str:
    """Return a number of things of one size with the size behind: "6 bottles of 75 cl"."""
    if meanings(re.sub(r".*\d[ -]?", "", match["size"]))[0].dimension not in POURED:
        return match.group()
    count = WORDS.get(match["count"].lower(), match["count"])
    return f"{count} {match['thing']} of {match['size'].replace('-', ' ')}"


def with_scale(made: Mapped) -> Mapped:
    """Return a message whose one bare number is a temperature of the scale that is not wanted."""
    wanted = SCALE_TO_TELL.search(made.text)
    if wanted is None or len(ANY_SCALE.findall(made.text)) != 1 or HEAT_WORDS.search(made.text) is None:
        return made
    figures = list(FIGURE_ALONE.finditer(made.text))
    if len(figures) != 1 or len(re.findall(r"\d+(?:[.,]\d+)?", made.text)) != 1:
        return made
    scale = " °C" if wanted["scale"].lower() == "fahrenheit" else " °F"
    return made.sub(FIGURE_ALONE, lambda match: match.group() + scale)


def with_winner(made: Mapped) -> Mapped:
    """Return a message in which who wins says by what: two heights, weights or speeds."""
    if WHO_WINS.search(made.text) is None:
        return made
    units = [meanings(match["unit"])[0] for match in QUANTITY.finditer(made.text)]
    kinds = {unit.dimension for unit in units}
    word = WINNING.get(next(iter(kinds), ""), "") if len(kinds) == 1 else ""
    if word == WINNING["length"] and any(unit.factor > LONGER_THAN_A_PERSON for unit in units):
        word = "who is further"
    return made.sub(WHO_WINS, word) if word else made
