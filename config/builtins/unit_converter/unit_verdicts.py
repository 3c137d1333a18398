"""Two amounts and a short question whether it is all right: "will it go", "am I over", "did he make it"; and which of a list comes closest."""

import re
from decimal import Decimal
from typing import Any

from config.builtins.unit_converter.unit_names import FLAGS, converted, named, row, told_rows
from config.builtins.unit_converter.unit_pairs import Pair, judged, without_word
from config.builtins.unit_converter.unit_remarks import WANTED_UNIT
from config.builtins.unit_converter.units_compared import LIMIT, NEEDED, Placed, nearest, verdict
from config.builtins.wording import fill_in

VERDICT_CLAUSE = re.compile(  # the last words of a message, or all behind its amounts
    r"(?:\A|[.;:!?,(–-]|\b(?:and|so|but|then|und|also|et|donc|y)\b) ?(?P<asks>(?:so |and |but |then |now )?"
    r"(?:(?:is|was|am|are|will|would|can|could|do|does|did|has|have|may|should|must) (?:it|i|he|she|we|they|that|this|those|these|(?:the|my|our|his|her) [a-z]+)"
    r"|(?:bin|ist|darf|passt|kann|geht|reicht|komme|schafft|hat) (?:ich|es|das|er|sie|(?:der|die|das|mein|meine) [a-z]+)|(?:est-ce que|suis-je|puis-je|a-t-il|a-t-elle)|(?:puedo|voy|estoy|cabe|llega|lo ha|me paso)"
    r"|[a-z]+ it or [a-z]+ it)\b[^.?!;\d]{0,50})[?!. ]*\Z",
    re.IGNORECASE,
)
NO_VERDICT = re.compile(
    r"\b(?:when (?:do|does|is|will|can|should)|how|what|which|where|why|who|convert\w*|mean|in total|together|left|more|less|than|same|equal|right|correct|wrong|cost|pay|price)\b|[$€£]",
    re.IGNORECASE,
)
CLAUSE_OVER = re.compile(
    r"\b(?:over|above|exceed\w*|too (?:heavy|big|long|much|tall|fast|wide|high)|overweight|speeding|druber|zu (?:schwer|schnell|lang|gross|hoch)|au-dessus|trop \w+|me paso|pasad[oa])\b",
    re.IGNORECASE,
)
CLAUSE_WITHIN = re.compile(
    r"\b(?:go|goes|ok|okay|fine|allowed|fits?|through|keep|take (?:it|that|this)|legal|under|within|below|safe|accepted?|pass|geht|darf|passt|puedo|cabe|puis-je)\b",
    re.IGNORECASE,
)
CLAUSE_REACHED = re.compile(
    r"\b(?:ma(?:k|d)e (?:it|that)|reach(?:ed)?|qualif\w+|pass(?:ed)?|get (?:it|the|his|her|my)|earn(?:ed)?|there yet|far enough|schafft|geschafft|reussi|llega|logrado)\b",
    re.IGNORECASE,
)
DIGIT = re.compile(r"\d")
BOTH_AMOUNTS = 2
MOST_ALLOWED = re.compile(
    r"\b(?:gives? (?:me|you|us)|takes? (?:up to|max\w*|at most)|carr(?:y|ies) (?:up to|max\w*)|luggage|baggage|allowance|airline)\b",
    re.IGNORECASE,
)
OVER_AHEAD = re.compile(
    r"\b(?:is|are|goes|gets|if|when|wenn|ab)\b[^.?!,;\d]{0,20}\b(?:over|above|uber)(?= \d)", re.IGNORECASE
)
LEAST_ASKED = re.compile(
    r"\b(?:badge|target|goal|record|qualif\w+|medal|certificate|abzeichen|ziel|objectif|insigne|meta|objetivo|distance is)\b",
    re.IGNORECASE,
)
SUMMED = re.compile(
    r"\b(?:each|per|twice|double|another|extra|plus|minus|both|total|together|times|half of)\b|%", re.IGNORECASE
)


def short_verdict(pair: Pair) -> str | None:
    """Return how one of two amounts stands to the other where a message ends with a short question; None for other messages.

    With yes or no where the words say which way is right.
    """
    asks = VERDICT_CLAUSE.search(pair.rest.strip())
    is_other = any(one.search(pair.rest) for one in (NO_VERDICT, SUMMED, WANTED_UNIT, DIGIT))
    if asks is None or is_other or len(pair.placed) != BOTH_AMOUNTS:
        return None
    clause = asks["asks"]
    limit = nearest(LIMIT, pair.text, pair.placed)
    for words in (MOST_ALLOWED, OVER_AHEAD):
        limit = limit if limit is not None else nearest(words, pair.text, pair.placed)
    least = nearest(LEAST_ASKED, pair.text, pair.placed)
    least = least if least is not None else nearest(NEEDED, pair.text, pair.placed)
    if limit is not None and least is None and CLAUSE_OVER.search(clause):
        return judged(pair, limit, more=True)
    if limit is not None and least is None and CLAUSE_WITHIN.search(clause) and " or " not in clause:
        return judged(pair, limit, more=False)
    bound = least if least is not None else limit if limit is not None else 1
    own, other = pair.placed[1 - bound], pair.placed[bound]
    said = verdict(own, other, pair.language, more=True, equal=True, gap_in=pair.wanted)
    return said if least is not None and limit is None and CLAUSE_REACHED.search(clause) else without_word(said)


def clause_spans(text: str) -> list[tuple[int, int]]:
    """Return the place of the short question of a message."""
    found = VERDICT_CLAUSE.search(text)
    return [found.span("asks")] if found else []


CLOSEST = re.compile(
    r"\b(?:which|what|welche[rsnm]?|was|lequel|laquelle|quel\w*|cual)\b[^?.!]{0,30}?\b(?:(?:comes? |is |are |gets? |fits? )?(?:the )?(?:closest|nearest)|kommt (?:dem )?am nachsten|am nachsten|(?:le |la )?plus proche|mas (?:cerca\w*|proxim[oa]))\b(?: (?:to|size|one|match|in size))*",
    FLAGS,
)
CLOSEST_TEXTS = {
    "en": "**{told}** comes closest to {wanted}{same} (a difference of {gap}).",
    "de": "**{told}** kommt {wanted}{same} am nächsten (Unterschied: {gap}).",
    "fr": "**{told}** est le plus proche de {wanted}{same} (écart : {gap}).",
    "es": "**{told}** es lo más cercano a {wanted}{same} (diferencia: {gap}).",
}
LEAST_LISTED = 3  # the wanted size and two to choose from


def closest_of(text: str, placed: list[Placed], language: str) -> dict[str, Any] | None:
    """Return which of some amounts comes closest to the one named before them, without ``used``; None for other messages."""
    asked = CLOSEST.search(text)
    if asked is None or len(placed) < LEAST_LISTED:
        return None
    behind = [one for one in placed if one.start >= asked.end()]
    wanted = behind[0] if len(behind) == 1 else placed[0]
    others = [one for one in placed if one is not wanted]
    unit = others[0].amount[1]
    size = converted(*wanted.amount[:2], unit)
    gaps = [(abs(converted(*one.amount[:2], unit) - size), at) for at, one in enumerate(others)]
    gap, at = min(gaps)
    if sum(one == gap for one, _ in gaps) > 1:
        return None
    label = others[at].amount[2] or named(others[at].amount[0], others[at].amount[1], language)
    own = wanted.amount[2] or named(wanted.amount[0], wanted.amount[1], language)
    same = "" if wanted.amount[1] == unit else f" = {named(round(size, 4).normalize(), unit, language)}"
    told_gap = named(round(Decimal(gap), 4).normalize(), unit, language)
    answer = fill_in(CLOSEST_TEXTS[language], told=label, wanted=own, same=same, gap=told_gap)
    rows = [row(one.amount[0], one.amount[1], unit, one.amount[2], language) for one in (wanted, *others)]
    return told_rows(answer, rows, unit.dimension, [], 0.93)
