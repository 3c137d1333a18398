"""Two amounts of one kind and a question about both: which is more and by how much, does one fit, is it allowed, is it enough."""

import re
from decimal import Decimal
from typing import NamedTuple

from config.builtins.unit_converter.phrases import COMPARES
from config.builtins.unit_converter.unit_names import FLAGS, FREE, NAME, Unit, meanings, named
from config.builtins.unit_converter.unit_remarks import WANTED_UNIT
from config.builtins.unit_converter.units_compared import (
    ASKS_ENOUGH,
    ASKS_OVER,
    ASKS_UNDER,
    AVERAGE,
    GAP,
    HOW_MUCH,
    LIMIT,
    NEEDED,
    YES_NO,
    Placed,
    covering,
    nearest,
    verdict,
)
from config.builtins.wording import fill_in

BY_HOW = re.compile(
    rf"\bhow (?:much|many) (?:more|less) (?P<last>(?:{NAME})(?![A-Za-z]))|\b(?:by|um|de|por|en|in|of) how (?:much|many)(?: (?P<unit>(?:{NAME})(?![A-Za-z])))?|\bby what\b|\bhow (?:much|many)(?: (?P<more>(?:{NAME})(?![A-Za-z])))? (?:[a-z]+er|more|less|mas|plus|moins|menos)\b(?! than)|\b(?:and|y|et|und) how much\b",
    FLAGS,
)
WHO_OF_BOTH = re.compile(
    r"\b(?:which|who|who's|whose|wer|welche[rsn]?|was (?:is|ist)|what's|what is|qui|quel\w*|lequel|laquelle|quien|cual|que (?:es|is|pesa|mide)|or|oder|ou|compare\w*|vergleich\w*)\b",
    re.IGNORECASE,
)
SEVERAL = re.compile(  # what makes more than two plain amounts of a message
    r"%|\b(?:each|apiece|per|twice|double|half|another|extra|plus|minus|percent|(?<!of the )(?<!the )two(?! of)|three|four|five|six|seven|eight|nine|ten|twins?|"
    r"jeweils|pro|doppelt\w*|halb\w*|prozent|chacune?s?|chaque|double|moitie|cada|doble|mitad|if i (?!need|have|had|only|want|am)|without|ohne|sans|sin|after|before|nach dem|remov\w*|tak(?:e|ing) out|add(?:ing)?|now)\b",
    re.IGNORECASE,
)
FITS = re.compile(
    r"\b(?:fits?|fit(?:ting)?|squeeze|passt?|passen|\w*reinpass\w*|\w*durchpass\w*|krieg\w* (?:ich|wir)|bekomm\w* (?:ich|wir)|geht (?:das|es|er|sie|der|die) [^.?!]{0,20}\b(?:rein|hinein|durch|drunter)|rentre\w*|(?:ca|il|elle|qui|n'|pas|t-il|t-elle) entre(?:ra)?|entre(?:ra)? (?:dans|sous)|tient|tiendra|passe(?:ra)?|cab(?:e|en|ra|ria)|entra(?:ra)?|go(?:es)? (?:in|into|through|under)|(?:get|bring|carry|push|slide) (?:it |them |this |that )?(?:in|into|through|under|past)|(?:drive|move|walk|ride|sail|carry|take|fahren|fahre) [^.?!]{0,30}(?:through|under|into|past|durch|unter)|(?:through|under|past|durch|unter) [^.?!]{0,30}(?:fahren|kommen|gehen)|enough (?:room|space)|genug platz)\b",
    re.IGNORECASE,
)
INTO = re.compile(
    r"\b(?:in|into|inside|through|under|underneath|beneath|between|within|onto|on|past|durch|unter|unters|ins|zwischen|dans|sous|par|entre|sur|bajo|por) (?:(?:a|an|the|my|our|your|his|her|this|that|eine[mnrs]?|de[mnr]|die|das|mein\w*|unser\w*|une?|le|la|les|l'|ma|mon|notre|el|los|las|mi|su|nuestro) ?)?(?:[^\W\d]+[ -]){0,2}\Z",
    re.IGNORECASE,
)
CONTAINERS_OF = re.compile(
    r"\b(?:\w*nische|niche|alcove|gap|\w*lucke|opening|\w*offnung|space|\w*platz|slot|door\w*|\w*ture?|turrahmen|hall(?:way)?|corridor|stairwell|flur|treppenhaus|elevator|lift|aufzug|fahrstuhl|trunk|boot|\w*kofferraum|\w*garage|carport|ceiling|decke|\w*zimmer|wall|wand|shelf|shelves|\w*regal|\w*fach|compartment|locker|room|raum|"
    r"porte|ouverture|embrasure|emplacement|espace|plafond|coffre|ascenseur|couloir|mur|etagere|hueco|puerta|espacio|techo|maletero|ascensor|pasillo|pared|estante|window|\w*fenster|fenetre|ventana|hole|loch|trou|agujero|tank|bucket|jug|jar|bottle|\w*flasche|bouteille|botella|\w*fass|\w*eimer|container|frame|\w*stick|card|drive|disk|disc|usb|\w*karte|disque|disco|sizer|overhead|barn|shed|bridge|tunnel|gate)\b",
    re.IGNORECASE,
)
JUDGED = re.compile(
    r"\b(?:ok(?:ay)?|all ?right|safe|too|geht|klappt|darf (?:ich|man|es|er|sie)|durfen (?:wir|sie)|can (?:i|we|it|he|she|they|you)|allowed|may (?:i|we)|problem|trouble|will they|ca va|c'est bon|bon|puedo|podemos|vale|sirve|dejan|good|(?:i'm|am i|are we|is (?:it|that|this)|liege ich|bin ich|liegt (?:es|das)|suis-je) (?:still |noch |encore )?(?:over|under|drin|druber|drunter|within|in))\b",
    re.IGNORECASE,
)
STRONG_LIMIT = re.compile(
    r"\b(?:max\w*|limit\w*|allow\w*|no more than|at most|exceed|erlaubt|hochst\w*|grenze|autoris\w*|permitid\w*|permis\w*)\b",
    re.IGNORECASE,
)
LEAST = re.compile(
    r"\b(?:min|minimum|minimal\w*|minim[oae]s?|at least|no less than|not less than|or (?:taller|more|bigger|heavier)|mindest\w*|wenigstens|au moins|al menos|como minimo)\b",
    re.IGNORECASE,
)
WANTS = re.compile(r"\b(?:i|we) (?:need|want)\b|\b(?:brauch\w*|benotig\w*|besoin|faut|necesit\w*)\b", re.IGNORECASE)
BOTH_CONVERTED = re.compile(r"\b(?:convert\w*|umrechn\w*|rechne|wandle)\b", re.IGNORECASE)
HOW_FAR_OVER = re.compile(
    r"\bhow (?:much|many|far)(?: [a-z]+)? (?:am i |is it |are we |is that )?(?:over|under|above|below|too)\b|\bhow much (?:me|te|se|nos) (?:paso|pasa|pasas|pasamos|excedo|sobra|sobran)\b",
    re.IGNORECASE,
)
HAS = re.compile(
    r"\b(?:have|has|i've|we've|got|left|habe?n?|hab|ist da|j'ai|avons|a reste|reste|tengo|tenemos|hay|queda\w*)\b",
    re.IGNORECASE,
)
NOT_SO = re.compile(r"\b(?:not|[a-z]+n't|nicht|pas|no)\b", re.IGNORECASE)
FIT_FOLLOWS = {
    "en": " {larger} does not fit into {smaller}; {smaller} does fit into {larger}.",
    "de": " {larger} passt nicht in {smaller}; {smaller} passt in {larger}.",
    "fr": " {larger} n'entre pas dans {smaller} ; {smaller} entre dans {larger}.",
    "es": " {larger} no cabe en {smaller}; {smaller} sí cabe en {larger}.",
}


class Pair(NamedTuple):
    """What is known of two amounts: the text, both, the rest of the text, and the unit that the difference is wanted in."""

    text: str
    placed: list[Placed]
    rest: str
    wanted: Unit | None
    language: str


def pair_answer(pair: Pair) -> str | None:
    """Return the answer to a question about two amounts; None where a message asks no such question, or more than that."""
    if len(pair.placed) != 2 or re.search(r"\d", pair.rest) or tells_of_several(pair.rest, pair.language):
        return None
    if GAP.search(pair.rest) or AVERAGE.search(pair.rest):
        return None
    asks_more = BY_HOW.search(pair.rest) or HOW_FAR_OVER.search(pair.rest) or YES_NO.search(pair.text)
    if (WANTED_UNIT.search(pair.rest) and not asks_more) or BOTH_CONVERTED.search(pair.rest):
        return None
    rest = BY_HOW.sub(" ", HOW_FAR_OVER.sub(" ", pair.rest))
    if asks_more and HOW_FAR_OVER.search(pair.rest):  # "how many pounds is 23 kg" beside it: the verdict says it
        rest = COUNT_OF_UNIT.sub(lambda match: "" if told_in(pair, match["unit"]) else match.group(), rest)
    if HOW_MUCH.search(rest):
        return None
    if (own := covering(pair.text, pair.placed)) is not None:
        return verdict(pair.placed[own], pair.placed[1 - own], pair.language, more=True, equal=True)
    return enough_of(pair) or over_minimum(pair) or within_limit(pair) or fitting(pair)


COUNT_OF_UNIT = re.compile(rf"\bhow many (?P<unit>(?:{NAME})(?![A-Za-z])) (?:is|are|in)\b", FLAGS)


def told_in(pair: Pair, name: str) -> bool:
    """Say whether one of two amounts is in a unit."""
    return any(one.amount[1] in meanings(name) for one in pair.placed)


def tells_of_several(rest: str, language: str) -> bool:
    """Say whether the words beside two amounts tell of more than these two; "je" is "I" in French."""
    return SEVERAL.search(rest) is not None or (language == "de" and re.search(r"\bje\b", rest, FLAGS) is not None)


def is_gap_comparison(text: str) -> bool:
    """Say whether a message asks which of its amounts is the longer or heavier one, though it has a "how much" in it."""
    return (
        COMPARES.search(text) is not None and BY_HOW.search(text) is not None and WHO_OF_BOTH.search(text) is not None
    )


def wanted_gap(text: str, dimension: str) -> Unit | None:
    """Return the unit that a message wants a difference in: "by how many cm", "…, and by how much in metres"."""
    told = re.search(rf"{GAP.pattern} in (?P<unit>{NAME})(?![A-Za-z])", text, FLAGS)
    if told is not None:
        return next((unit for unit in meanings(told["unit"]) if unit.dimension == dimension), None)
    asked = BY_HOW.search(text)
    if asked is None:
        return None
    behind = re.match(rf"(?: [a-z]+)? in (?P<unit>(?:{NAME}))(?![A-Za-z])", text[asked.end() :], FLAGS)
    name = asked["unit"] or asked["more"] or asked["last"] or (behind["unit"] if behind else "")
    return next((unit for unit in meanings(name) if unit.dimension == dimension), None) if name else None


def judged(pair: Pair, bound: int, *, more: bool) -> str:
    """Return yes or no to whether the other amount is over, or within, the one that bounds it."""
    own, limit = pair.placed[1 - bound], pair.placed[bound]
    said = verdict(own, limit, pair.language, more=more, equal=not more, gap_in=pair.wanted)
    return without_word(said) if NOT_SO.search(pair.rest) else said


def without_word(said: str) -> str:
    """Return a verdict without its yes or no."""
    return re.sub(r"\A\*\*[^*]+\*\* ?: ", "", said)


COLD_ENOUGH = re.compile(
    r"\b(?:cold|cool|low|chilled|kalt|kuhl|froide?s?|frais|fraiche|fri[oa]s?)(?: enough| genug)?\b|\bassez froid\w*",
    re.IGNORECASE,
)


def enough_of(pair: Pair) -> str | None:
    """Return whether an amount that somebody has is as much as is needed; None for other questions."""
    if not ASKS_ENOUGH.search(pair.rest) or FITS.search(pair.rest):
        return None
    if pair.placed[0].amount[1].dimension == "temperature":
        return warm_enough(pair)
    needed, has = nearest(NEEDED, pair.text, pair.placed), nearest(HAS, pair.text, pair.placed)
    bound = needed if needed is not None else named_end(pair) if has is None else 1 - has
    if bound is None or (has == bound and needed is None):
        return None
    own, limit = pair.placed[1 - bound], pair.placed[bound]
    is_cold = own.amount[1].dimension == "temperature" and COLD_ENOUGH.search(pair.rest) is not None
    said = verdict(own, limit, pair.language, more=not is_cold, equal=True, gap_in=pair.wanted)
    return without_word(said) if NOT_SO.search(pair.rest) else said


DOWN_TO = re.compile(  # the lowest temperature that a thing bears: "down to 23F", "bis -5 °C"
    r"\b(?:down to|as low as|hardy to|frost ?-?(?:hardy|proof) to|not below)(?: about| around)? ?\Z|\b(?:bis(?: zu)?|jusqu'a|hasta)(?: etwa| environ)? \Z",
    re.IGNORECASE,
)
BEARS = re.compile(
    r"\b(?:protect\w*|rated|hardy|surviv\w*|withstand\w*|tolerates?|halt|haelt|schutzt|aushalt\w*|vertragt|winterhart|protege|resiste|supporte|tient|aguanta|soporta)\b",
    re.IGNORECASE,
)


def warm_enough(pair: Pair) -> str | None:
    """Return whether it stays as warm as a thing needs it that protects down to a cold; without yes or no where that is not certain."""
    downs = [at for at, one in enumerate(pair.placed) if DOWN_TO.search(pair.text[: one.start])]
    needed = nearest(NEEDED, pair.text, pair.placed)
    if len(downs) == 1 and BEARS.search(pair.rest) and not COLD_ENOUGH.search(pair.rest):
        return verdict(
            pair.placed[1 - downs[0]], pair.placed[downs[0]], pair.language, more=True, equal=True, gap_in=pair.wanted
        )
    if needed is not None and not BEARS.search(pair.rest):
        own, limit = pair.placed[1 - needed], pair.placed[needed]
        is_cold = COLD_ENOUGH.search(pair.rest) is not None
        said = verdict(own, limit, pair.language, more=not is_cold, equal=True, gap_in=pair.wanted)
        return without_word(said) if NOT_SO.search(pair.rest) else said
    bound = needed if needed is not None else named_end(pair)
    bound = 1 if bound is None else bound
    said = verdict(pair.placed[1 - bound], pair.placed[bound], pair.language, more=True, equal=True, gap_in=pair.wanted)
    return without_word(said)


FOR_WHAT = re.compile(  # "long enough for a window of 185 cm"
    r"\b(?:for|to (?:cover|reach|span|fill|make|get|go|last|feed)|fur|um|pour|para)\b[^,;.?!\d]{0,50}\Z", re.IGNORECASE
)


def named_end(pair: Pair) -> int | None:
    """Return which of two amounts is the one that the other is to be enough for."""
    found = [at for at, one in enumerate(pair.placed) if FOR_WHAT.search(pair.text[: one.start])]
    return found[0] if len(found) == 1 else None


def over_minimum(pair: Pair) -> str | None:
    """Return whether an amount is at least one that is named as the least; None for other questions."""
    bound = nearest(LEAST, pair.text, pair.placed)
    asks = (ASKS_UNDER, ASKS_ENOUGH, JUDGED, ASKS_OVER)
    if bound is None or not any(one.search(pair.rest) for one in asks):
        return None
    said = verdict(pair.placed[1 - bound], pair.placed[bound], pair.language, more=True, equal=True, gap_in=pair.wanted)
    is_unclear = NOT_SO.search(pair.rest) is not None or not (ASKS_UNDER.search(pair.rest) or JUDGED.search(pair.rest))
    return without_word(said) if is_unclear else said


def within_limit(pair: Pair) -> str | None:
    """Return whether an amount keeps to one that is named as a limit; None for other questions."""
    bound = nearest(LIMIT, pair.text, pair.placed)
    if bound is None:
        return None
    if ASKS_OVER.search(pair.rest):
        return judged(pair, bound, more=True)
    if ASKS_UNDER.search(pair.rest) or FITS.search(pair.rest) or JUDGED.search(pair.rest):
        return judged(pair, bound, more=False)
    strong = nearest(STRONG_LIMIT, pair.text, pair.placed)
    if strong is None or pair.wanted is not None or FREE.search(pair.rest) or re.search(r"\bhow\b", pair.rest):
        return None
    return without_word(judged(pair, strong, more=True))


def fitting(pair: Pair) -> str | None:
    """Return whether one amount goes into the other one, both ways where a message does not say which holds which."""
    if not FITS.search(pair.rest) or pair.placed[0].amount[1].dimension not in (
        "length",
        "volume",
        "area",
        "data",
        "mass",
    ):
        return None
    if re.search(r"\bhow\b", pair.rest, FLAGS):
        return None
    bound = container_of(pair)
    if bound is not None:
        return judged(pair, bound, more=False)
    needed = nearest(WANTS, pair.text, pair.placed)
    if needed is not None:
        own = pair.placed[1 - needed]
        return verdict(own, pair.placed[needed], pair.language, more=True, equal=True, gap_in=pair.wanted)
    larger = 0 if size_in_base(pair.placed[0]) > size_in_base(pair.placed[1]) else 1
    said = without_word(
        verdict(pair.placed[larger], pair.placed[1 - larger], pair.language, more=True, equal=False, gap_in=pair.wanted)
    )
    if size_in_base(pair.placed[0]) == size_in_base(pair.placed[1]):
        return said
    names = [one.amount[2] or named(one.amount[0], one.amount[1], pair.language) for one in pair.placed]
    return said + fill_in(FIT_FOLLOWS[pair.language], larger=names[larger], smaller=names[1 - larger])


def size_in_base(one: Placed) -> Decimal:
    """Return an amount in the first unit of its kind."""
    return one.amount[0] * one.amount[1].factor


def container_of(pair: Pair) -> int | None:
    """Return which amount is of what holds the other one, None where nothing says so or two things say different."""
    found = {at for at, one in enumerate(pair.placed) if INTO.search(pair.text[: one.start])}
    for match in CONTAINERS_OF.finditer(pair.text):
        word = re.compile(rf"(?<!\w){re.escape(match.group())}(?!\w)")
        near = nearest(word, pair.text, pair.placed)
        found |= set() if near is None else {near}
    return found.pop() if len(found) == 1 else None
