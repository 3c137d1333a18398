"""How a request begins, and what only leads to one. Pure rules in four languages, linear in time."""

import re
from collections.abc import Mapping

from kingdom.cognition.message_reading.message_content import NAMING_KINDS, find_content
from kingdom.cognition.message_reading.message_language import Language
from kingdom.core.text.lazy_patterns import lazy_pattern
from kingdom.orchestrator.parts import segmentation_phrases as phrases

WORD = lazy_pattern(r"[^\W_]+(?:['’][^\W_]+)?")
LIST_MARKER = r"[ \t]*+(?:\(?(?:\d{1,2}|[a-h])[.)]|[-*•–])[ \t]+"
_CONNECTIVES = "|".join(phrases.CONNECTIVES.values())
STARTS = "|".join(phrases.REQUEST_STARTS.values())
JOINT = rf"(?:(?:{_CONNECTIVES})(?:\s?[,:])?\s++)"  # with the space after it
INTRODUCTION = lazy_pattern(  # "2 things: …", "first make …, then …"
    r"\s*(?:(?:hi|hello|hey|hallo|bonjour|hola|please|pls|plz|bitte)[,!.]?\s+)?"
    r"(?:(?:i\s+)?(?:have|got|need)\s+|(?:ich\s+)?(?:habe?|hätte?|brauche?)\s+|j['’]ai\s+(?:besoin\s+de\s+)?|il\s+me\s+faut\s+"
    r"|tengo\s+|necesito\s+)?(?:just\s+|nur\s+|mal\s+|seulement\s+|solo\s+)?"
    r"(?:\d|two|three|four|an? (?:few|couple(?: of)?)|zwei|drei|vier|ein paar|deux|trois|quelques|dos|tres|unas)\s+"
    r"(?:quick\s+|short\s+|small\s+|brief\s+|easy\s+|kurze\s+|schnelle\s+|kleine\s+|petites?\s+)?"
    r"(?:things?|ones|questions?|tasks?|requests?|sachen|dinge|fragen|aufgaben|choses|demandes|cosas|preguntas|tareas)"
    r"(?:\s+(?:r[aá]pidas?|cortas?|breves?|rapides?|courtes?))?"
    r"(?:\s+(?:for|about|on|regarding|für|zu|zum|zur|pour|sur|para|sobre)\s+[^:.?!\n\d]{1,50}(?=:))?\s*[:.–-]\s*"
    r"|\s*(?:first(?:ly| of all)?|zuerst|als erstes|d['’]abord|primero)[,:]?\s+"
    rf"(?=(?:{STARTS})(?!\w))",
    re.IGNORECASE,
)
_MARKER_CHARS = 3  # "1." or "a)" before the first item of a list
_NEED = lazy_pattern(
    r"i (?:(?:also |just |really )?(?:want|need)|would (?:also )?(?:like|love)|am looking)\b|i['’]d (?:like|love)\b|"
    r"ich (?:möchte|will|brauche)\b|"
    r"je (?:voudrais|veux|souhaite)\b|j['’]ai besoin|(?:quiero|quisiera|necesito|me gustaría)\b",
    re.IGNORECASE,
)
_GREETING = lazy_pattern(rf"(?:(?:{phrases.GREETINGS})(?!\w)[\s,.!]*+){{0,3}}[¿¡]?", re.IGNORECASE)


def joined_words(*parts: str) -> re.Pattern[str]:
    """Return a pattern that finds each of these pieces of patterns where it stands as words."""
    return lazy_pattern(rf"(?<!\w)(?:{'|'.join(parts)})(?!\w)", re.IGNORECASE)


def any_language(words: Mapping[Language, str]) -> re.Pattern[str]:
    """Return a pattern that finds the words of all languages."""
    return joined_words(*words.values())


_START = joined_words(STARTS)
_FIRST_START = joined_words(STARTS, phrases.ORDER_STARTS)
_COUNT_HEAD = lazy_pattern(phrases.COUNT_HEAD, re.IGNORECASE)


def begins_request(text: str) -> bool:
    """Return whether a text begins like a request, after a greeting."""
    greeting = _GREETING.match(text)
    start = greeting.end() if greeting else 0
    return any(begins.match(text, start) is not None for begins in (_FIRST_START, _COUNT_HEAD))


def holds_request(text: str) -> bool:
    """Return whether a request begins anywhere in a text, or it is the head of a count: "words in"."""
    return _START.search(text) is not None or _COUNT_HEAD.match(text) is not None


def names_content(text: str) -> bool:
    """Return whether a text names something: a number, a date, a quote, a reference."""
    return any(item.kind in NAMING_KINDS for item in find_content(text))


def asks(text: str) -> bool:
    """Return whether a piece asks for something; "I need to travel" without anything to work on only tells."""
    if _NEED.match(text) is not None and not names_content(text):
        return False
    return text.rstrip("\"'”’) ").endswith("?") or begins_request(text) or _ASKED_BEHIND.search(text) is not None


_ASKED_BEHIND = re.compile(  # "5 pieds ça fait combien en cm, c'est pour sa licence"
    r"\A\W*\d[^?!.;,]{1,40} (?:(?:ça|cela) (?:fait|font) combien|(?:sind|ist|macht) das wie ?viele?"
    r"|(?:eso )?(?:son|es) cu[aá]nt[oa]s?)(?!\w)"
    # "le 14 juillet tombe quel jour"
    r"|(?<!\w)(?:tombe(?:ra)?|fällt|cae|falls?|lands?) (?:(?:sur|un|on|auf|en) )?(?:quel jour"
    r"|(?:which|what) (?:week)?day|welchen (?:wochen)?tag|qu[eé] d[ií]a)(?!\w)",
    re.IGNORECASE,
)


def is_filler(text: str) -> bool:
    """Return whether a text is greetings, politeness, or the marker of a list, and nothing else."""
    words = [word.lower() for word in WORD.findall(text)]
    return all(word in phrases.FILLERS for word in words) or (len(words) == 1 and len(text) <= _MARKER_CHARS)
