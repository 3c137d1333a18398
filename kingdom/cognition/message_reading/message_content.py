"""Finds the content of weight in a message: what an answer must not leave out in silence. Pure, linear in time.

Three kinds name things: ``number`` (any word with a digit: amounts, dates, times; and weekdays, months, units),
``quote``, ``reference`` (file names, e-mail and web addresses). Four change the question: ``exclusion`` (not the,
without), ``comparison`` (longest, at least, the 13th), ``question`` (which, per, how many) and ``order`` (merge, sort,
twice). English, German, French and Spanish.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

from kingdom.cognition.message_reading.message_language import Language, language_scores
from kingdom.contracts.handler_result import Span

ContentKind = Literal["number", "quote", "reference", "exclusion", "comparison", "question", "order", "wish", "asked"]
NAMING_KINDS: frozenset[ContentKind] = frozenset({"number", "quote", "reference", "wish"})


class ContentItem(NamedTuple):
    """One piece of content and its place in the message."""

    kind: ContentKind
    span: Span


def _words(*groups: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(' '.join(groups).split('|'))})(?!\w)".replace(" ", r"\s+"), re.IGNORECASE)


_ARTICLES = r"the|including|counting|counted|in|for|from|on|just|only|more|less|before|after|these|those|my|any"
_LEXICON: dict[Language, dict[ContentKind, re.Pattern[str]]] = {
    "en": {
        "exclusion": _words(
            r"except|excluding|excludes?|without|other than|apart from|leave out|leaving out|take out|throw out|"
            r"ignoring|"
            rf"not(?= (?:{_ARTICLES})\b)|not(?= [\"“'\d]|\S{{1,80}}@)"
        ),
        "comparison": _words(
            r"longest|shortest|largest|biggest|smallest|highest|lowest|tallest|oldest|youngest|newest|earliest|latest|"
            r"fastest|slowest|heaviest|lightest|cheapest|warmest|coldest|hottest|most|fewest|least|longer|shorter|"
            r"larger|bigger|smaller|higher|lower|taller|older|younger|newer|earlier|later than|faster|slower|heavier|"
            r"lighter|cheaper|warmer|colder|hotter|further|farther|greater|(?:more|less|fewer) than|at least|at most|"
            r"between|before|after|the (?:first|last) (?:\d+|two|three|four|five|ten)|the \d{1,2}(?:st|nd|rd|th)|"
            r"every (?:second|third|fourth|other|\d{1,2}(?:nd|rd|th))(?! (?:\w{3,6}day|day|week|month"
            r"|year)s?\b)"
        ),
        "question": _words(r"which|only|per(?! cent)|each|how (?:many|often)"),
        "order": _words(
            r"flatten|merge|concatenate|dedup\w*|duplicates?|remove|delete|sort|sorted|reversed?|shuffle|rewrite|"
            r"rephrase|translate|summari[sz]e|shorten|capitali[sz]e|(?:upper|lower)case|encrypt|decrypt|encode|decode|"
            r"redact|anonymi[sz]e|mask|censor|obfuscate|transpose|growing|shrinking|rising|falling|twice|trend"
        ),
    },
    "de": {
        "exclusion": _words(
            r"ohne|außer|ausgenommen|abgesehen von|nicht(?= [\"„'\d])|"
            r"nicht(?= (?:die|der|das|den|in|für|mehr|vor|nach|am|im)\b)"
        ),
        "comparison": _words(
            r"(?:läng|kürze|größ|klein|höch|niedrig|ält|jüng|neue|früh|spät|schnell|langsam|schwer|leicht|billig|wärm|"
            r"käl|kält)(?:e?s)?te[rsnm]?|meisten?|wenigsten?|länger|kürzer|größer|kleiner|höher|niedriger|älter|jünger|"
            r"schneller|langsamer|schwerer|leichter|billiger|wärmer|kälter|weiter als|(?:mehr|weniger) als|mindestens|"
            r"höchstens|zwischen|bevor|nachdem|(?:vor|nach) de[mr]|(?:der|dem|den) \d{1,2}\.(?= )"
        ),
        "question": _words(r"welche[rsnm]?|nur|ausschließlich|pro|jede[rsnm]?|wie (?:viele|oft)"),
        "order": _words(
            r"entfern\w*|lösch\w*|sortier\w*|umdrehen|umkehren|rückwärts|zusammenfassen|übersetz\w*|kürzen|"
            r"doppelte\w*|verschlüssel\w*|anonymisier\w*|maskier\w*|schwärz\w*|wächst|steigt|sinkt|zweimal|großschreiben"
        ),
    },
    "fr": {
        "exclusion": _words(r"sans|sauf|excepté|hormis|pas(?= (?:les?|la|en|dans|pour|plus|moins|avant|après)\b)"),
        "comparison": _words(
            r"(?:le|la|les|est|sont) (?:plus|moins)|(?:plus|moins) de(?= \d)|au (?:moins|plus)|entre|avant|après|"
            r"(?:lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche) \d{1,2}"
        ),
        "question": _words(
            r"lequel|laquelle|lesquel(?:le)?s|seulement|uniquement|chaque|combien de|"
            r"par(?= (?:personne|jour|mois|an|semaine|heure)\b)"
        ),
        "order": _words(
            r"supprim\w*|enlev\w*|tri(?:e|er|ez|és?)|fusionn\w*|tradui\w*|résum(?:e|er|ez)|invers\w*|doublons?|"
            r"deux fois|augmente|diminue|chiffre[rz]|anonymis\w*|masqu\w*"
        ),
    },
    "es": {
        "exclusion": _words(
            r"sin|excepto|salvo|exceptuando|"
            r"no(?= (?:los?|las?|en|para|más|menos|antes|después|incluy\w*|cuent\w*|contar)\b)"
        ),
        "comparison": _words(
            r"(?:el|la|los|las|es|son) (?:más|menos)|(?:más|menos) (?:de|que)|al menos|como máximo|mayor|menor|antes|"
            r"después|entre|(?:lunes|martes|miércoles|jueves|viernes|sábado|domingo) \d{1,2}|"
            r"más (?:largo|corto|grande|alto|barato|pesado)s?"
        ),
        "question": _words(
            r"cuál(?:es)? (?:de|más|menos)|solo|sólo|solamente|únicamente|cada|cuánt[oa]s|por(?= persona\b)"
        ),
        "order": _words(
            r"elimin\w*|quita\w*|ordena\w*|fusion\w*|traduc\w*|resum(?:e|ir)|inviert\w*|duplicad\w*|dos veces|crece|"
            r"sube|baja|cifra|anonimiz\w*|enmascar\w*"
        ),
    },
}
_NAMED = _words(
    r"(?:mon|tues|wednes|thurs|fri|satur|sun)days?|(?:january|february|april|june|july|august|september|october|"
    r"november|december)|(?:mon|diens|donners|frei|sams|sonn)tags?|mittwochs?|sonnabend|januar|februar|märz|juni|juli|"
    r"oktober|dezember|lundi|mardi|mercredi|jeudi|vendredi|samedi|dimanche|janvier|février|avril|juin|juillet|août|"
    r"septembre|octobre|novembre|décembre|lunes|martes|miércoles|jueves|viernes|sábado|domingo|enero|febrero|abril|"
    r"junio|julio|septiembre|octubre|noviembre|diciembre|tomorrow|yesterday|morgen|übermorgen|gestern|demain|hier|"
    r"mañana|ayer|km/h|mph|km|kilomet(?:er|re)s?|miles?|feet|foot|inch(?:es)?|yards?|kg|kilograms?|kilos?|pounds?|lbs?|"
    r"ounces?|lit(?:er|re)s?|gallons?|celsius|fahrenheit|kelvin|meilen?|fuß|zoll|pfund|unzen|milles|pieds|pouces|livres|"
    r"onces|millas|pies|pulgadas|libras|onzas|litros|kilómetros|kilomètres"
)
# no quote runs over a line's end, so that an apostrophe or a lone sign costs at most its line
_QUOTE = re.compile(
    r'"[^"\n]{1,500}"|“[^”“\n]{1,500}”|„[^“”\n]{1,500}[“”]|«[^»\n]{1,500}»|`[^`\n]{1,500}`|(?<!\w)\'[^\'\n]{2,500}\'(?!\w)'
)
# Turns of speech in which such words change no question: "yes or no?", "the British sort", "or did I mess it up?".
_IDIOM = re.compile(
    r"(?<!\w)(?:yes or no|ja oder nein|oui ou non|s[ií] o no|or (?:did|have|am|was) i(?!\w)[^?.!\n]{0,40}"
    r"|oder (?:habe|bin) ich(?!\w)[^?.!\n]{0,40}|sort of"
    r"|(?:this|that|some|any|what|british|american|same|other|uk|us|imperial|metric) sort"
    r"(?! (?:order|by|it|them|these|those|this|the)(?!\w))|(?:commas?|semi-?colons?|spaces?) (?:in )?between"
    r"|upper (?:and|or) lower case)(?!\w)",
    re.IGNORECASE,
)
_WORD = re.compile(r"\S+")
_LIST_MARKER = re.compile(r"^[ \t]{0,8}(\d{1,3}[.)])(?=[ \t])", re.MULTILINE)  # "1. " numbers a line, it is no amount
_REFERENCE = re.compile(
    r"[^\s@]@{1,3}[\w-]{1,63}(?:\.{1,2}[\w-]{1,63}){0,8}$|"  # broken addresses, too: people ask about those
    r"^[\w-]{1,63}(?:\.[\w-]{1,63}){0,5}\.(?:com|org|net|edu|gov|io|de|fr|es|at|ch|uk|eu)$|"
    r"\w\.(?:csv|tsv|txt|md|json|ya?ml|xml|html?|pdf|docx?|xlsx?|pptx?|odt|ods|log|py|js|sql|zip|png|jpe?g)$",
    re.IGNORECASE,
)
_AROUND = "\"'“”„«»`()[]{}<>.,;:!?*¿¡"


def find_content(message: str) -> tuple[ContentItem, ...]:
    """Return the content of weight in the order of the message; pieces do not overlap."""
    quotes = [ContentItem("quote", Span(*match.span())) for match in _QUOTE.finditer(message)]
    named = [ContentItem("number", Span(*match.span())) for match in _NAMED.finditer(message)]
    idioms = idiom_spans(message)
    changing = (item for item in _changing(message) if not _is_within(item.span.start, idioms))
    return _without_overlaps([*quotes, *changing, *_tokens(message), *named], len(message))


def idiom_spans(message: str) -> tuple[Span, ...]:
    """Return the turns of speech of a message that ask for nothing, by place."""
    return tuple(Span(*match.span()) for match in _IDIOM.finditer(message))


def _is_within(place: int, spans: Sequence[Span]) -> bool:
    """Return whether a place is in one of the spans, which are in order."""
    at = bisect_right(spans, place, key=lambda span: span.start) - 1
    return at >= 0 and place < spans[at].end


def _changing(message: str) -> Iterator[ContentItem]:
    """Yield the words that change the question, in English and the other languages that the message seems to be in."""
    scores = language_scores(message)
    likely = {"en", *(one for one, score in scores.items() if 2 * score >= max(scores.values()))}
    # in the lexicon's order, not a set's: the same log folds to the same answer in every process
    for language, patterns in _LEXICON.items():
        for kind, pattern in patterns.items() if language in likely or not scores else ():
            for match in pattern.finditer(message):
                yield ContentItem(kind, Span(*match.span()))


def _tokens(message: str) -> Iterator[ContentItem]:
    starts = {match.start(1) for match in _LIST_MARKER.finditer(message)}
    markers = starts if len(starts) > 1 else set()
    for match in _WORD.finditer(message):
        if match.start() in markers:
            continue
        token = match.group()
        text = token.strip(_AROUND)
        kind = _token_kind(text)
        if kind is not None:
            start = match.start() + token.index(text)
            yield ContentItem(kind, Span(start, start + len(text)))


def _token_kind(text: str) -> ContentKind | None:
    if _REFERENCE.search(text[-300:]) or text[:8].lower().startswith(("http://", "https://", "www.")):
        return "reference"
    return "number" if any(letter.isdigit() for letter in text) else None


def _without_overlaps(items: list[ContentItem], length: int) -> tuple[ContentItem, ...]:
    """Return the items by place; of two that overlap the earlier one of the list stays."""
    taken, kept = bytearray(length), list[ContentItem]()
    for item in items:
        start, end = item.span
        if not any(taken[start:end]):
            taken[start:end] = b"\1" * (end - start)
            kept.append(item)
    return tuple(sorted(kept, key=lambda item: item.span))
