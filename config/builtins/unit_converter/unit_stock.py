"""How many whole ones a stock gives: glasses of 250 ml from 1.5 gallons, photos of 4.5 MB on 64 GB, boards of 2 m for 9 m."""

import re
from decimal import ROUND_CEILING, ROUND_FLOOR, ROUND_HALF_UP, Decimal
from typing import Any

from config.builtins.unit_converter.unit_names import FLAGS, NAME, NUMBER, converted, named, shown, told_rows
from config.builtins.unit_converter.units_compared import Placed
from config.builtins.wording import fill_in, localized

STOCKED = frozenset(["length", "mass", "volume", "area", "data", "time", "energy"])
WHOLE_WORD = r"(?:(?:full|whole|complete|entire|single|separate|such|these|those|the|of|my|of them|volle|ganze|komplette|pleins?|entier[es]*|llen[oa]s|enter[oa]s|complet[oa]s) )*"
OTHER_THINGS = r"(?:words?|letters?|characters?|sentences?|lines?|rows?|entries|elements?|items|keys?|vowels?|times does|mots?|lettres?|phrases?|lignes?|worter|buchstaben|zeichen|satze|zeilen|palabras|letras|frases|lineas|week-?ends?|work\w*|business|[a-z]+days|[a-z]+tage?)\b"
ASKS_THINGS = re.compile(
    rf"\bhow many (?!{OTHER_THINGS}|more\b|less\b|fewer\b|times (?:more|as|larger|bigger|longer|heavier)\b)(?P<whole>{WHOLE_WORD})(?=(?P<unit>(?:{NAME})(?![A-Za-z0-9-]))?)(?P<thing>[^\s?.,!;]+)",
    FLAGS,
)
SIZE_BEHIND = re.compile(  # "how many glasses of 250 ml", "wie viele Gläser zu je 0,2 l"
    rf" (?:[^\W\d]+ )?(?:of|with|a|at|@|x|zu|zu je|je|de|d'|con|mit|mit je|that hold|holding|weighing|measuring)(?: je)? ?(?=(?:{NUMBER}) ?-?(?:{NAME})(?![A-Za-z]))",
    FLAGS,
)
EACH_BEHIND = re.compile(
    r" ?(?:each|apiece|a piece|per (?:piece|person|head|[a-z]+)|(?:pro|das|je) stuck|jeweils|pro [a-z]+|chacune?s?|(?:la|par) piece|cada un[oa]|por (?:unidad|pieza|persona))\b",
    FLAGS,
)
EACH_AHEAD = re.compile(
    r"\b(?:each|every|per|one|1|jede[rsn]?|pro|chaque|cada|chacune?)(?: [^\W\d]+){0,4}[ :=]*\Z|\bje(?: [^\W\d]+)?[ :=]*\Z",
    FLAGS,
)
NEEDS_ALL = re.compile(
    r"\b(?:needs?|needed|required?|must i|should i|have to|to (?:hold|store|cover|carry|transport|fill up)|brauch\w*|benotig\w*|notig|besoin|faut|faudra|necesit\w*|hacen? falta|necesari[oa]s)\b",
    FLAGS,
)
EACH_NEEDS = re.compile(  # "each bow needs 35 cm" says what one takes
    r"\b(?:each|every|one|per|jede[rsn]?|chaque|cada)(?: [a-z]+){1,2} (?:needs?|requires?|takes?|braucht|benotigt|demande|necesita)\b",
    FLAGS,
)
STOCK_CHANGED = re.compile(  # how much is there is another number than the told one
    r"%|\b(?:percent|prozent|already|spill\w*|lost|waste|kerf|blade|without|except|excluding|minus|plus|another|only half|both sides|two sides|(?:two|2|three|3) coats?|beidseitig|half[- ](?:full|empty)|quarter full|twice|double|schon|bereits|ohne|ausser|verschnitt|halb ?(?:voll|leer)|deja|sans|sauf|a moitie|ya|sin|salvo|a medias|medi[oa] (?:llen|vaci)[oa])\b",
    FLAGS,
)
NOT_ONE_STOCK = re.compile(  # who or what takes from it is told as well
    r"\b(?:before|after|people|guests?|persons?|personen|personas|personnes|leute|gaste|invitados|invites|daily|days?|weeks?|nach|apres|despues)\b",
    FLAGS,
)
TAKES_OUT = re.compile(
    r"\b(?:fits?|full|whole|complete|entire|from|out of|gets?|pour\w*|fill\w*|makes?|hold|holds|store|save|serve\w*|cut|saw|can (?:i|we|you|it)|in an?|are (?:there )?in|per|bekomm\w*|krieg\w*|aus|ganze?|voll\w*|passen|ergibt|ergeben|rein|drauf|hinein|"
    r"dans|peut-on|puis-je|peux|remplir|pleins?|entiers?|obtenir|obtient|sur|salen|saco|sacar|puedo|caben?|llen\w*|enter[oa]s|tiene|contient)\b",
    FLAGS,
)
STOCK_TEXTS = {  # whole ones, what is left, what is too little, a bare count, and both counts where either may be meant
    "en": ("**{count} whole ones**", " ({rest} left over)", ": {count} are not enough", "**{count}**", ": {less} whole ones, or {more} to have enough"),
    "de": ("**{count} ganze**", " (Rest: {rest})", ": {count} reichen nicht", "**{count}**", ": {less} ganze, oder {more}, damit es reicht"),
    "fr": ("**{count} entiers**", " (reste : {rest})", " : {count} ne suffisent pas", "**{count}**", " : {less} entiers, ou {more} pour en avoir assez"),
    "es": ("**{count} enteros**", " (sobran {rest})", ": {count} no bastan", "**{count}**", ": {less} enteros, o {more} para que alcance"),
}  # fmt: skip


STANDS = re.compile(  # what stands at the ends of a row as well
    r"(?:fence)?-?posts?|poles?|trees?|(?:street ?)?(?:lamps?|lights?)|lamp-?posts?|stakes?|pegs?|pillars?|bollards?|saplings?|bushes|shrubs|(?:zaun)?pfosten|pfahle|baume|laternen|poteaux|piquets|arbres|lampadaires|postes|arboles|farolas",
    FLAGS,
)
EVERY_AHEAD = re.compile(r"\b(?:every|each|alle|jeden|tous les|toutes les|cada) \Z", FLAGS)
SPACED_TEXTS = {
    "en": "**{more}** with one at each end ({gaps} gaps); {gaps} with one end left free.",
    "de": "**{more}** mit je einem an beiden Enden ({gaps} Abstände); {gaps}, wenn ein Ende frei bleibt.",
    "fr": "**{more}** avec un à chaque bout ({gaps} intervalles) ; {gaps} si un bout reste libre.",
    "es": "**{more}** con uno en cada extremo ({gaps} intervalos); {gaps} si un extremo queda libre.",
}


COUNT_AHEAD = re.compile(
    r"(?<![\w-])(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|dozen|zwei|drei|vier|funf|sechs|deux|trois|quatre|cinq|dos|tres|cuatro|cinco|several|some) \Z",
    FLAGS,
)


def told_spaced(gaps: Decimal, stock: Placed, language: str) -> dict[str, Any]:
    """Return how many things stand in a row with so many gaps."""
    counts = {"gaps": localized(shown(gaps), language), "more": localized(shown(gaps + 1), language)}
    return count_row(fill_in(SPACED_TEXTS[language], **counts), gaps + 1, stock)


def asks_for_things(text: str) -> "re.Match[str] | None":
    """Return the question for a number of things, None where a message asks for a number of units, or for none."""
    for match in ASKS_THINGS.finditer(text):
        if not match["unit"] or SIZE_BEHIND.match(text, match.start("thing") + len(match["unit"])):
            return match
    return None


THING_IS_VERB = re.compile(
    r"go|goes|fit|fits|would|can|could|will|do|does|did|are|is|should|passen|gehen|kann|tiennent|caben?|entran",
    re.IGNORECASE,
)


def size_of(text: str, placed: list[Placed], asked: "re.Match[str]") -> int:
    """Return which of two amounts is the size of one thing: what the question or a word for each names, else the smaller one."""
    is_verb = THING_IS_VERB.fullmatch(asked["thing"]) is not None  # "how many go on a 1.5 TB disk" tells the stock
    behind = None if is_verb else SIZE_BEHIND.match(text, asked.end("thing"))
    places = {asked.start("thing"), behind.end() if behind else -1}
    for at, one in enumerate(placed):
        if one.start in places:
            return at
    told = [
        at
        for at, one in enumerate(placed)
        if EACH_BEHIND.match(text, one.end) or EACH_AHEAD.search(text[max(0, one.start - 60) : one.start])
    ]
    if len(told) == 1:
        return told[0]
    sizes = [one.amount[0] * one.amount[1].factor for one in placed]
    return 0 if sizes[0] < sizes[1] else 1


def is_one_stock(text: str, placed: list[Placed], rest: str) -> bool:
    """Return whether a message tells of one stock, all of it there: not of several of a size."""
    if any(COUNT_AHEAD.search(text[: one.start]) for one in placed):
        return False
    return not (re.search(r"\d", rest) or NOT_ONE_STOCK.search(rest) or STOCK_CHANGED.search(rest))


def whole_ones(text: str, placed: list[Placed], rest: str, language: str) -> dict[str, Any] | None:
    """Return how many things of one size a stock gives, or needs to hold it, without ``used``; None for other questions.

    ``rest`` is the text without its amounts.
    """
    asked = asks_for_things(text)
    if asked is None or len(placed) != 2 or placed[0].amount[1].dimension not in STOCKED:
        return None
    if not is_one_stock(text, placed, rest):
        return None
    at = size_of(text, placed, asked)
    one, stock = placed[at].amount, placed[1 - at].amount
    total = converted(stock[0], stock[1], one[1])
    if one[0] <= 0 or total <= 0:
        return None
    ratio = total / one[0]
    if (
        one[1].dimension == "length"
        and STANDS.fullmatch(asked["thing"])
        and EVERY_AHEAD.search(text[: placed[at].start])
    ):
        return told_spaced(ratio, placed[1 - at], language) if ratio == ratio.to_integral_value() else None
    if TIMES_OVER.fullmatch(asked["thing"]) and ratio != ratio.to_integral_value():
        return told_times(ratio, placed[1 - at], placed[at], language)
    if ratio < 1 and not NEEDS_ALL.search(rest):  # nothing says that not one fits: the sizes were told the other way
        return None
    needs = NEEDS_ALL.search(EACH_NEEDS.sub(" ", rest)) is not None
    takes = TAKES_OUT.search(rest) is not None
    takes = takes or one[1].dimension == "data"
    if needs or takes or ratio == ratio.to_integral_value():
        return told_count(ratio, placed[1 - at], placed[at], language, needs=needs)
    less = ratio.to_integral_value(ROUND_FLOOR)
    counts = [localized(shown(count), language) for count in (less, less + 1)]
    is_noun = asked["thing"].isalpha() and not OTHER_WORD_BEHIND.match(text, asked.end("thing"))
    noun = f" {asked['thing']}" if language == "en" and is_noun else ""
    answer = f"**{localized(shown(round(ratio, 2)), language)}{noun}**"
    answer += fill_in(STOCK_TEXTS[language][4], less=counts[0], more=counts[1])
    return count_row(f"{answer}.", ratio, placed[1 - at])


OTHER_WORD_BEHIND = re.compile(  # "soccer pitches": the first word is not the thing
    r" (?!(?:of|do|does|did|can|could|will|would|should|is|are|was|were|fit|fits|go|goes|i|we|you|they|he|she|it|in|on|at|for|from|to|per|with|that|a|an|the|make|makes|have|has|need|get)\b)[a-z]",
    re.IGNORECASE,
)
TIMES_OVER = re.compile(r"times|mal|fois|veces", FLAGS)
TIMES_TEXTS = {
    "en": "**{ratio} times** (about {half}): {stock} ÷ {size}.",
    "de": "**{ratio} Mal** (etwa {half}): {stock} ÷ {size}.",
    "fr": "**{ratio} fois** (environ {half}) : {stock} ÷ {size}.",
    "es": "**{ratio} veces** (unas {half}): {stock} ÷ {size}.",
}


def told_times(ratio: Decimal, stock: Placed, size: Placed, language: str) -> dict[str, Any]:
    """Return how often a measure goes into an amount, to the nearest half: nothing says that it must be full each time."""
    said = [
        one.amount[2] or named(round(one.amount[0], 3).normalize(), one.amount[1], language) for one in (stock, size)
    ]
    half = (ratio * 2).to_integral_value(ROUND_HALF_UP) / 2
    counts = {"ratio": localized(shown(round(ratio, 2)), language), "half": localized(shown(half), language)}
    return count_row(fill_in(TIMES_TEXTS[language], stock=said[0], size=said[1], **counts), ratio, stock)


def count_row(answer: str, count: Decimal, stock: Placed) -> dict[str, Any]:
    """Return an answer about a number of things as data."""
    value, unit, _ = stock.amount
    row = {
        "value": float(value),
        "from": unit.id,
        "to": "count",
        "result": float(count),
        "text": answer.replace("**", ""),
    }
    return told_rows(answer, [row], "count", [], 0.93)


def is_changed_stock(text: str, placed: list[Placed], rest: str) -> bool:
    """Say whether a message asks for a number of things of a stock that is not all there, or of several stocks."""
    is_several = any(COUNT_AHEAD.search(text[: one.start]) for one in placed)
    is_changed = is_several or STOCK_CHANGED.search(rest) is not None
    return asks_for_things(text) is not None and len(placed) == 2 and is_changed


def told_count(ratio: Decimal, stock: Placed, size: Placed, language: str, *, needs: bool) -> dict[str, Any]:
    """Return the answer with a whole number, and what it was rounded from."""
    whole, left, too_few, plain_count, _ = STOCK_TEXTS[language]
    count = ratio.to_integral_value(ROUND_CEILING if needs else ROUND_FLOOR)
    said = [one.amount[2] or named(one.amount[0], one.amount[1], language) for one in (stock, size)]
    rounded = round(ratio, 2)
    sign = "=" if rounded == ratio else "≈"
    is_bare = needs or count == 1
    answer = fill_in(plain_count if is_bare else whole, count=localized(shown(count), language))
    answer += f": {said[0]} ÷ {said[1]} {sign} {localized(shown(rounded), language)}"
    if needs and count != ratio:
        answer += fill_in(too_few, count=localized(shown(count - 1), language))
    elif count != ratio:
        rest = round((ratio - count) * size.amount[0], 3)
        answer += fill_in(left, rest=named(rest, size.amount[1], language)) if rest else ""
    return count_row(f"{answer}.", count, stock)
