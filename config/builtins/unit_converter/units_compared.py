"""Two amounts set against each other: over a limit or not, enough or not, more than, their sum and their difference."""

import re
from decimal import Decimal
from itertools import pairwise
from typing import NamedTuple

from config.builtins.unit_converter.table import SLOPE
from config.builtins.unit_converter.unit_names import (
    FLAGS,
    FREE,
    NAME,
    NUMBER,
    Unit,
    converted,
    meanings,
    named,
    number,
)
from config.builtins.wording import fill_in

LIMIT = re.compile(
    r"\b(?:zone|speed limit|weight limit|limit|sign says|clearance|headroom|bridge|schild|durchfahrtshohe|panneau|cartel|lets? (?:me|you|us)(?: only)?(?: take)?|only (?:takes?|lets?)|max\w*|allow(?:s|ed|ance)?|up to|no more than|at most|not exceed|cap|capacity|holds?|rated|erlaubt|hochst\w*|tempolimit|grenze|darf|bis zu|begrenzt|"
    r"limite\w*|autoris\w*|permet|jusqu'a|limitad[oa]|permit\w*|hasta)\b",
    re.IGNORECASE,
)
NEEDED = re.compile(
    r"\b(?:need\w*|requir\w*|min\w*|at least|must be|calls? for|wants?|recommend\w*|should be|have to be|brauch\w*|mindest\w*|benotig\w*|muss|il faut|faut|exige|besoin|necesit\w*|hace falta|minim\w*|requier\w*)\b",
    re.IGNORECASE,
)
ASKS_OVER = re.compile(
    r"\b(?:over(?: it| the limit)?|above|(?:have|need|must|got)(?: to)? (?:unpack|remove|repack|take|pay (?:extra|more)|slow down)|too (?:fast|heavy|long|big|large|tall|much|wide|high|hot|warm)|speeding|exceed\w*|overweight|more than (?:that|allowed)|zu (?:schnell|schwer|lang|gross|hoch|viel|warm)|druber|uberschritten|"
    r"trop (?:vite|lourd\w*|long\w*|grand\w*|haut\w*)|au-dessus|depasse\w*|demasiad[oa]|por encima|pas[eoa]\w*|exced\w*|supera\w*)\b",
    re.IGNORECASE,
)
ASKS_UNDER = re.compile(
    r"\b(?:under(?: it| the limit)?|below|within|ok(?:ay)?|fine|allowed|legal|fits?|pass(?:es)?|alright|drunter|darunter|passt|erlaubt|im rahmen|en dessous|en regle|rentre\w*|passe|cabe\w*|dentro|por debajo|permitid[oa])\b",
    re.IGNORECASE,
)
ASKS_ENOUGH = re.compile(
    r"\b(?:enough|sufficient|suffices?|tall enough|long enough|reicht|reichen|genug|ausreichend|suffi\w*|assez|basta\w*|suficiente\w*|alcanza\w*|bastante)\b",
    re.IGNORECASE,
)
YES_NO = re.compile(
    r"(?:\A|[.;:!?,]|\band\b|\bso\b|\bdann\b)\W*(?:is|was|are|were|am|will|would|can|could|do|does|did|have|has|ist|war|bin|sind|habe|kann|darf|reicht|passt|est-ce|est|suis|ai-je|c'est|es|soy|fui|iba|puedo|cabe|basta|too|zu|trop|over|enough)\b(?:[^.!]|\.(?=\d))*\?",
    re.IGNORECASE,
)
THAN = re.compile(
    r"\b(?:than|als|que|(?:over|above)(?: or (?:under|below))?|(?:under|below)(?: or (?:over|above))?)\b(?! (?:the|a|an)\b)",
    re.IGNORECASE,
)
LESS_WORD = re.compile(
    r"\b(?:less|shorter|lighter|smaller|colder|cooler|slower|lower|under|below|fewer)\b", re.IGNORECASE
)
SUM = re.compile(r" ?(?:\+|plus|and another|mas|et encore) ?(?:another |a further )?", re.IGNORECASE)
MINUS = re.compile(r" ?(?:-|–|minus|less|moins|menos) ?", re.IGNORECASE)
TOGETHER = re.compile(
    r"\b(?:add|addier\w*|ajoute\w*|additionn\w*|suma\w*|together|in total|total|altogether|combined|sum|zusammen|insgesamt|ensemble|en tout|au total|juntos?|en total)\b",
    re.IGNORECASE,
)
COUNTS_THINGS = re.compile(rf"\bhow many (?!(?:{NAME})(?![A-Za-z]))[a-z]", FLAGS)
GAP = re.compile(
    r"\b(?:differences?(?: (?:between|entre))?|how (?:much|many)(?: (?!is\b|are\b)[a-z]+)? (?:more|less|de plus|plus|mas|longer|shorter|heavier|lighter|bigger|smaller|taller|further|faster|slower|warmer|colder)|(?:unterschied|differenz|ecart|diferencia)(?: (?:zwischen|between|entre))?)\b",
    re.IGNORECASE,
)
CHANGED_BY = re.compile(  # a change from one amount to another, or what is left of one
    r"\b(?:lose|lost|losing|gain(?:ed)?|put on|grown?|grew|shrunk|shrank|abgenommen|zugenommen|abnehmen|zunehmen|gewachsen|geschrumpft|perdus?|perdre|grandi|perdido|perdi|perder|adelgaza\w*|crecido|engord\w*|left|still fits?|more fits?|(?:passt|passen|geht|gehen|passe|cabe|caben) noch|noch (?:rein|hinein)|remain\w*|to go|more do (?:i|we) need|still (?:need|have)|short of|(?:am i|are we) short|ubrig|fehlen|fehlt|reste(?:nt)?|manque\w*|queda\w*|faltan?)\b",
    re.IGNORECASE,
)
HOW_MUCH = re.compile(r"\bhow (?:much|many|far)\b", re.IGNORECASE)
SUBTRACTS = re.compile(r"\b(?:subtract|deduct|take|cut|soustrai\w*|resta\w*|zieh\w*)\b", re.IGNORECASE)
FROM = re.compile(r" ?(?:away )?(?:from|off|von|de|a|of) (?:the |my )?", re.IGNORECASE)
AVERAGE = re.compile(
    r"\b(?:average|(?:the )?mean (?:of|value)|arithmetic mean|durchschnitt\w*|mittelwert|moyenne|promedio)\b(?! (?:speed|person|man|woman))",
    re.IGNORECASE,
)
SAME_ASKED = re.compile(  # "is this the same?" of two amounts that stand before it, or behind "are … and … the same"
    r"\b(?:(?:is|are) (?:this|that|these|those|they|it|both)(?: two| both| then)?|are both|aren't (?:these|they|those)|(?:is|are) (?:[^?!.;]|\.(?=\d)){2,60}) (?:really |actually |exactly )?(?:the |one and the )?(?:same(?: (?:amount|dose|dosage|thing|weight|length|distance|size|quantity|volume|as each other))?|equal|equivalent|identical)(?= ?(?:[?!.,]|\Z|then\b|or not\b|right\b))"
    r"|\b(?:is|ist) (?:das|dies|beides|es)(?: denn| dann| auch| nicht)? (?:das (?:selbe|gleiche)|dasselbe|gleich(?: ?viel| lang| schwer| gross)?|identisch)(?= ?(?:[?!.,]|\Z))"
    r"|\b(?:c'(?:est|is)|(?:est|is)-ce(?: que c'(?:est|is))?) (?:bien |exactement )?(?:la meme (?:chose|dose|quantite)|pareil|egal|identique|equivalent)(?= ?(?:[?!.,]|\Z))"
    r"|\b(?:es|son|is)(?: esto)? (?:exactamente )?(?:lo mismo|la misma (?:dosis|cantidad)|iguales|igual|equivalentes)(?= ?(?:[?!.,]|\Z))",
    re.IGNORECASE,
)
LIMIT_PARTS = (LIMIT, NEEDED, ASKS_OVER, ASKS_UNDER, ASKS_ENOUGH, SAME_ASKED)
WORDS_OF_YES = {"en": ("Yes", "No"), "de": ("Ja", "Nein"), "fr": ("Oui", "Non"), "es": ("Sí", "No")}
VERDICT = {
    "en": "**{word}**: **{own}** is {way} {limit}{same} (a difference of {gap}).",
    "de": "**{word}**: **{own}** ist {way} {limit}{same} (Unterschied: {gap}).",
    "fr": "**{word}** : **{own}** est {way} {limit}{same} (écart : {gap}).",
    "es": "**{word}**: **{own}** es {way} {limit}{same} (diferencia: {gap}).",
}
WAYS_OF = {
    "en": ("more than", "less than", "the same as"),
    "de": ("mehr als", "weniger als", "gleich"),
    "fr": ("plus que", "moins que", "égal à"),
    "es": ("más que", "menos que", "igual a"),
}
Amount = tuple[Decimal, Unit, str]


class Placed(NamedTuple):
    """An amount of a message and where it stands."""

    amount: Amount
    start: int
    end: int


def limit_answer(text: str, placed: list[Placed], language: str) -> str | None:
    """Return whether an amount is over, within or up to another one that is named as limit or as needed; None for other questions."""
    if len(placed) != 2 or not YES_NO.search(text):
        return None
    needed = nearest(NEEDED, text, placed)
    limit = nearest(LIMIT, text, placed)
    if ASKS_ENOUGH.search(text) and (needed is not None or limit is not None):
        bound = needed if needed is not None else limit
        is_open = needed is None or placed[0].amount[1].dimension == "temperature"
        if is_open:  # which of both is to be enough for the other is not certain
            return None
        return verdict(placed[1 - (bound or 0)], placed[bound or 0], language, more=True, equal=True)
    if limit is None:
        return None
    is_over = ASKS_OVER.search(text) is not None
    if not is_over and not ASKS_UNDER.search(text):
        return None
    return verdict(placed[1 - limit], placed[limit], language, more=is_over, equal=not is_over)


ASKS_COVERING = re.compile(  # "does the rail cover the window"
    r"\b(?:does|do|will|would|can|could) (?:the |my |our |this |that )(?:[a-z]+ )?(?P<own>[a-z]+) (?:cover|span|bridge|reach (?:across|over)) (?:the |my |our |this |that )(?:[a-z]+ )?(?P<bound>[a-z]+)(?= ?(?:[?,]|\band\b))",
    re.IGNORECASE,
)


def covering(text: str, placed: list[Placed]) -> int | None:
    """Return which of two amounts is of the thing that shall cover the other one; None where that is not asked or not clear."""
    asked = ASKS_COVERING.search(text)
    if asked is None or len(placed) != 2 or any(one.amount[1].dimension != "length" for one in placed):
        return None
    owners = []
    for name in (asked["own"], asked["bound"]):
        found = [match.end() for match in re.finditer(rf"\b{name}\b", text[: asked.start()], re.IGNORECASE)]
        behind = [at for at, one in enumerate(placed) if len(found) == 1 and one.start >= found[0]]
        owners.append(behind[0] if behind else -1)
    return owners[0] if sorted(owners) == [0, 1] else None


def nearest(pattern: "re.Pattern[str]", text: str, placed: list[Placed]) -> int | None:
    """Return which amount such a word belongs to: one in front of it in the same part of the message, None where that is not clear."""
    gaps: list[tuple[int, int]] = []
    for match in pattern.finditer(text):
        for at, one in enumerate(placed):
            between = text[match.end() : one.start] if match.end() <= one.start else text[one.end : match.start()]
            between = between.removeprefix(".") if match.group().lower() in ("max", "min") else between
            if not re.search(r"[;?!]|\.(?!\d)|,(?!\d)", between):
                gaps.append((len(between), at))
    return min(gaps)[1] if gaps else None


def than_answer(text: str, placed: list[Placed], language: str) -> str | None:
    """Return yes or no to "is 5 km more than 3 miles" and "is it the same as"; None for other questions."""
    than = THAN.search(text)
    same = SAME_AS.search(text)
    if len(placed) == 2 and SAME_ASKED.search(text) and not same:
        return verdict(placed[0], placed[1], language, more=False, equal=True, same_only=True)
    if len(placed) == 2 and same and placed[0].end <= same.start() < placed[1].start and YES_NO.search(f"{text}?"):
        return verdict(placed[0], placed[1], language, more=False, equal=True, same_only=True)
    if (
        len(placed) != 2
        or than is None
        or not (placed[0].end <= than.start() < placed[1].start)
        or not YES_NO.search(f"{text}?")
    ):
        return None
    if EITHER_WAY.search(text[: than.end()]):
        return either_way(text[placed[0].end : than.start()], placed[0], placed[1], language)
    less = LESS_WORD.search(text[: than.end()]) is not None
    words = COMPARATIVE.findall(text[placed[0].end : than.start()]) if language == "en" else []
    return verdict(placed[0], placed[1], language, more=not less, equal=False, way=f"{words[-1]} than" if words else "")


COMPARATIVE = re.compile(
    r"\b(?!(?:fever|water|river|paper|number|order|other|either|over|under|never|ever|after|user|power|corner|counter|drawer|summer|winter|weather|together|shower|trailer|container|tower)\b)[a-z]+er\b"
)
SAME_AS = re.compile(
    r"\b(?:same(?: \w+)? as|counts? as|equal to|equivalent to|identical to|gleich(?: viel| lang| schwer| gross)?(?: wie)?|das ?selbe wie|egale? a|la meme chose que|lo mismo que|igual (?:a|que))(?!\w)",
    re.IGNORECASE,
)
EITHER_WAY = re.compile(  # "faster or slower than": no question of yes or no
    r"\b(?:[a-z]+er|more|less|mehr|weniger|plus [a-z]+|moins [a-z]+|mas [a-z]+|menos [a-z]+|mayor|menor|over|above|under|below) (?:or|oder|ou|o) (?:under|below|over|above|[a-z]+er|more|less|mehr|weniger|plus|moins|mas|menos|mayor|menor)\b",
    re.IGNORECASE,
)


def either_way(text: str, own: Placed, limit: Placed, language: str) -> str:
    """Return which of two ways an amount differs from another one."""
    more = converted(own.amount[0], own.amount[1], limit.amount[1]) > limit.amount[0]
    words = re.findall(r"\b[a-z]+er\b", text) if language == "en" else []
    fitting = [word for word in words if (LESS_WORD.search(word) is None) is more]
    said = verdict(own, limit, language, more=more, equal=False, way=f"{fitting[0]} than" if fitting else "")
    return re.sub(r"\A\*\*\w+\*\*: ", "", said)


def gap_told(gap: Decimal, units: list[Unit], wanted: Unit | None, language: str) -> str:
    """Return a difference, which is in the first of some units, in the wanted unit, else in each of them."""
    shown_in = [wanted] if wanted is not None else list(dict.fromkeys(units))
    if units[0].dimension == "fuel":
        shown_in = units[:1]
    return " ≈ ".join(named(round(changed(gap, units[0], unit), 4), unit, language) for unit in shown_in)


def changed(gap: Decimal, source: Unit, target: Unit) -> Decimal:
    """Return a difference in another unit; one of temperatures has no zero of its own."""
    if source == target:
        return gap
    if source.dimension == "temperature":
        return gap * SLOPE[target.id][0] / SLOPE[source.id][0]
    return converted(gap, source, target)


def verdict(  # noqa: PLR0913 - the ways of one question
    own: Placed,
    limit: Placed,
    language: str,
    *,
    more: bool,
    equal: bool,
    way: str = "",
    same_only: bool = False,
    gap_in: Unit | None = None,
) -> str:
    """Return yes or no to whether an amount is more (less) than another, with both in one unit."""
    value, unit, label = own.amount
    bound, bound_unit, bound_label = limit.amount
    size = converted(value, unit, bound_unit)
    yes = (not same_only and (size > bound if more else size < bound)) or (equal and size == bound)
    usual = WAYS_OF[language][0 if size > bound else 1 if size < bound else 2]
    same = f" = {named(round(converted(bound, bound_unit, unit), 4), unit, language)}"
    template = VERDICT[language] if size != bound else re.sub(r" \([^)]*\)", "", VERDICT[language])
    return fill_in(
        template,
        word=WORDS_OF_YES[language][0 if yes else 1],
        own=label or named(value, unit, language),
        same="" if unit == bound_unit else same,
        way=way if yes and way else usual,
        limit=bound_label or named(bound, bound_unit, language),
        gap=gap_told(abs(size - bound), [bound_unit, unit], gap_in, language),
    )


def asks_gap(text: str, placed: list[Placed]) -> bool:
    """Say whether the difference of two amounts is asked for: as such, or as a change from one to the other."""
    rest = text[: placed[0].start] + " " + text[placed[0].end : placed[1].start] + " " + text[placed[1].end :]
    if GAP.search(text):
        return True
    is_change = CHANGED_BY.search(rest) is not None and HOW_MUCH.search(rest) is not None
    return is_change and not re.search(r"\d|\b(?:each|per|every|week|day|month|side|if)\b", rest)


def combined(text: str, placed: list[Placed]) -> Amount | None:
    """Return the sum or the difference of amounts in the first one's unit; None where a message asks for neither."""
    if (
        len(placed) < 2
        or len({one.amount[1].dimension for one in placed}) > 1
        or placed[0].amount[1].dimension == "temperature"
    ):
        return None
    base = placed[0].amount[1]
    sizes = [converted(one.amount[0], one.amount[1], base) for one in placed]
    gaps = [text[one.end : other.start] for one, other in pairwise(placed)]
    if AVERAGE.search(text):
        return (
            (sum(sizes, Decimal(0)) / len(sizes), base, "") if not re.search(r"\b(?:per|each|speed)\b", text) else None
        )
    if len(placed) == 2 and SUBTRACTS.search(text) and FROM.fullmatch(gaps[0]):
        return converted(sizes[1] - sizes[0], base, placed[1].amount[1]), placed[1].amount[1], ""
    if len(placed) == 2 and asks_gap(text, placed):
        return abs(sizes[0] - sizes[1]), base, ""
    signs = [1 if SUM.fullmatch(gap) else -1 if MINUS.fullmatch(gap) else 0 for gap in gaps]
    if COUNTS_THINGS.search(text):
        return None
    if 0 in signs:
        return (
            (sum(sizes, Decimal(0)), base, "")
            if TOGETHER.search(text) and not re.search(r"\b(?:per|each)\b", text)
            else None
        )
    return sizes[0] + sum((sign * size for sign, size in zip(signs, sizes[1:], strict=True)), Decimal(0)), base, ""


BESIDE = re.compile(r"\b(?:in|to|into|as|en|a|how (?:much|many)|what is (?:it|that) in)(?: the)? \Z", FLAGS)
EITHER = re.compile(
    r"\b(?:matter|difference|same|identical|egal|unterschied|gleich|importa|mismo|igual|importe|pareil|meme)\b",
    re.IGNORECASE,
)


OTHER_SCALE = {"C": "°F", "F": "°C"}  # who wants Celsius has Fahrenheit


def lone_amount(text: str) -> tuple[Decimal, str, str] | None:
    """Return (number, its unit, the wanted unit) of a message that names the unit of its only number elsewhere; None for others."""
    numbers = list(re.finditer(rf"(?<![\w.,])(?:{NUMBER})(?!\w)", text, FLAGS))
    units = [match for match in FREE.finditer(text) if meanings(match.group())[0].dimension != "time"]
    names = list(dict.fromkeys(match.group().lower() for match in units))
    if len(numbers) == 1 and len(units) == 1 and BESIDE.search(text[: units[0].start()]):
        scale = OTHER_SCALE.get(meanings(names[0])[0].id)
        return (number(numbers[0].group()), scale, names[0]) if scale else None
    if len(numbers) != 1 or len(names) != 2 or len({meanings(name)[0].dimension for name in names}) != 1:
        return None
    wanted = [match for match in units if BESIDE.search(text[: match.start()])]
    target = wanted[-1].group().lower() if wanted else ""
    others = [name for name in names if name != target]
    return (number(numbers[0].group()), others[0], target) if target and len(others) == 1 else None
