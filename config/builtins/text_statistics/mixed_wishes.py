"""Wishes of two kinds in one message: a text in another form and a count of it; how often each vowel or letter occurs; numbers by their digits."""

import re
from typing import NamedTuple

from config.builtins.text_statistics.text_changes import COUNTING, TEXT_PLACES, steps_of, text_places
from config.builtins.text_statistics.word_questions import WordAnswer
from config.builtins.wording import fold

JOINED_BY = r"(?:,? (?:and|und|et|y)|[,;]|,? (?:then|dann|puis|luego))"
COUNT_BEHIND = re.compile(  # "make this uppercase and tell me how many words: …"
    rf"\A(?P<order>[^:\n\"“„«?]{{3,80}}?){JOINED_BY} (?:(?:also|then|please|auch|dann|bitte|aussi|puis|tambien|luego|can you|tell|say|give|show|let|sag\w*|dis|dites|dime|me|mir|moi|know|wissen)[ -])*"
    r"(?=(?:how (?:many|often)|count|number of|the number of|wie ?viele|zahle|combien|compte|cuant[oa]s|cuenta)\b)",
    re.IGNORECASE,
)


def order_before_count(message: str) -> tuple[int, int] | None:
    """Return where a message orders another form of a text before it asks for a count of it; None for other messages."""
    folded = fold(message)
    match = COUNT_BEHIND.match(folded)
    if match is None or COUNTING.search(match["order"]) or not steps_of(match["order"]):
        return None
    return match.start("order"), match.end("order")


VOWELS = "aeiou"
EACH_LETTER = re.compile(
    r"(?:how (?:often|many times) (?:does |do |is )?(?:each|every)(?: single)? (?P<kind>vowel|consonant|letter)|(?:count|frequency|number)(?: of)? (?:each|every) (?P<counted>vowel|consonant|letter)|how many of each (?P<of>vowel|consonant|letter)"
    r"|wie oft (?:kommt|ist|steht) jede[rn]? (?P<de>vokal|konsonant|buchstabe)n?|combien de fois (?:apparait |revient )?chaque (?P<fr>voyelle|consonne|lettre)|cuantas veces (?:aparece |sale )?cada (?P<es>vocal|consonante|letra))"
    r"(?: (?:appears?|occurs?|used|come up|comes up|there|vor|apparait|revient|aparece|sale))*",
    re.IGNORECASE,
)


def each_letter(message: str) -> WordAnswer | None:
    """Return how often each vowel, consonant or letter occurs in the text of a message; None for other questions."""
    folded = fold(message)
    asked = EACH_LETTER.search(folded)
    place = next((one for one in text_places(message) if asked and one.start("text") >= asked.end()), None)
    if asked is None or place is None:
        return None
    kind = next(text for text in asked.groupdict().values() if text)[0].lower()
    letters = [one for one in fold(place["text"]).lower() if one.isalpha()]
    present = sorted(set(letters))
    wanted = list(VOWELS) if kind == "v" else [one for one in present if kind in "lb" or one not in VOWELS]
    counts = {one: letters.count(one) for one in wanted}
    listed = ", ".join(f"{one} **{count}**" for one, count in counts.items())
    span = [[asked.start(), asked.end()], [place.start("text"), place.end("text")]]
    return WordAnswer(f"{listed}.", "each_letter", ", ".join(f"{one} {count}" for one, count in counts.items()), span)


DIGITS = r"(?:digits?|figures|ziffern|stellen|chiffres|cifras|digitos)"
LONG_NUMBERS = re.compile(  # "just the numbers with 5 or more digits"
    rf"\b(?:numbers?|digit groups?|zahlen|nummern|nombres|numeros?)(?: (?:that |which |die )?(?:with|of|having|have|has|mit|de|a|avec|con|tienen))? (?:(?P<least>at least|mindestens|au moins|al menos|more than|mehr als|plus de|mas de|exactly|genau|exactement|exactamente) )?(?P<count>\d{{1,2}})(?P<more> or more| and more|\+| oder mehr| ou plus| o mas)? {DIGITS}(?: or more| and up| oder mehr| ou plus| o mas)?(?: (?:in (?:one|a) (?:run|row|go|piece)|in a row|am stuck|hintereinander|de suite|d'affilee|seguid[oa]s))?",
    re.IGNORECASE,
)
TAKES_OUT = re.compile(
    r"\b(?:pull|take|get|fish|dig|extract|find|list|show|give|keep|pick|zieh\w*|hol\w*|such\w*|finde|liste|zeig\w*|gib|extrais|trouve|donne|montre|garde|extrae|saca|busca|muestra|dame)\b",
    re.IGNORECASE,
)


class LongNumbers(NamedTuple):
    """The runs of digits that a message wants, the place of its text and the places of the wish."""

    pieces: list[str]
    text: tuple[int, int]
    spans: list[list[int]]


def long_numbers(message: str) -> LongNumbers | None:
    """Return the runs of at least, or exactly, some digits of a text; None for other messages."""
    folded = fold(message)
    asked = LONG_NUMBERS.search(folded)
    order = TAKES_OUT.search(folded[: asked.start()]) if asked else None
    place = next((one for one in text_places(message) if asked and one.start("text") >= asked.end()), None)
    if asked is None or order is None or place is None or place.re is TEXT_PLACES[-1]:
        return None
    count, way = int(asked["count"]), (asked["least"] or "").lower()
    count += way in ("more than", "mehr als", "plus de", "mas de")
    is_exact = not asked["more"] and (not way or way.startswith(("exact", "genau"))) and "more" not in asked.group()
    runs = re.findall(r"(?<![\d])\d+(?![\d])", place["text"])
    pieces = [one for one in runs if len(one) == count or (not is_exact and len(one) > count)]
    return LongNumbers(pieces, place.span("text"), [[order.start(), asked.end()], list(place.span("text"))])


WORDS_TOLD = re.compile(
    r"\b\d[\d,. ]*[- ]?(?:words?|worter|mots|palabras)\b(?! ?(?:per|an?|each|pro|par|por|/) ?minut)[^?]*\?\W*(?=\S)",
    re.IGNORECASE,
)
TIME_WANTED = re.compile(
    r"\b(?:how (?:long|much time|many (?:minutes|seconds))|wie (?:lange|viele minuten)|combien de (?:temps|minutes)|cuanto (?:tiempo|tard\w*|dura)|(?:words|worter|mots|palabras) (?:per|a|pro|par|por) minut[eo])\b",
    re.IGNORECASE,
)


def ends_before_remark(message: str, start: int) -> bool:
    """Return whether what stands at a place is a remark behind a question that tells its number of words: it is no text."""
    told = WORDS_TOLD.search(fold(message)) if TIME_WANTED.search(fold(message[:start])) else None
    return told is not None and told.end() <= start and re.search('[:\n"“„«]', message[told.end() : start]) is None


KEEPS_REPEATS = re.compile(
    r"\b(?:keep|leave|with|behalte?|lass\w*|mit|garde[rz]?|laisse[rz]?|avec|conserva\w*|deja\w*|con)(?: (?:in|all|the|any|die|alle|les|tous les|los|todos los))* (?:duplicates?|doubles|repeats|repetitions|doppelte\w*|dubletten|doublons|duplicados|repetid[oa]s)(?: (?:in|please|bitte|drin))?\b",
    re.IGNORECASE,
)
