"""How long a text of a told number of words takes, to be read or to be said: "a 650 word speech, how many minutes is that?"."""

import re
from typing import NamedTuple

from config.builtins.wording import fold

WORDS_NOUN = r"(?:words?|worter[n]?|wort(?:ern)?|mots|palabras)"
WORD_NUMBER = re.compile(
    rf"(?<![\w.,])(?P<n>\d{{1,3}}(?:[,. ]\d{{3}})+|\d{{1,7}})[- ]?{WORDS_NOUN}\b(?! ?(?:per|an?|each|every|pro|in der|par|por|al|a la|/) ?min)",
    re.IGNORECASE,
)
TIME_WISH = re.compile(
    r"\b(?:how (?:long|much time|many (?:minutes|mins?|seconds|hours))|what(?:'s| is) the (?:length|duration|time)|wie (?:lange|viele minuten|viel zeit)|combien de (?:temps|minutes)|combien (?:de temps )?(?:dure|duree?|prend)|cuanto (?:tiempo|tard\w*|dura\w*)|cuantos minutos|(?:reading|speaking|talking) time|lesezeit|lesedauer|sprechzeit|redezeit|temps de (?:lecture|parole)|tiempo de lectura)\b",
    re.IGNORECASE,
)
SPOKEN = re.compile(
    r"\b(?:out loud|aloud|spoken|speak\w*|speech\w*|talks?|talking|said|say(?:ing)?|present(?:ing|ation|ations)?|lectures?|toasts?|eulog\w*|sermons?|podcasts?|recit\w*|voice[- ]?over|deliver(?:ing)?|on stage|vortrag\w*|vortragen|rede[n]?|referat\w*|ansprache\w*|predigt\w*|laut|vorlesen|vorzulesen|sprechen|aufsagen|discours|expose\w*|parler|voix haute|haute voix|dire|oral\w*|presentation\w*|discursos?|charlas?|ponencias?|hablar|decir|voz alta|recitar|presentacion\w*|exposicion\w*)\b",
    re.IGNORECASE,
)
READ = re.compile(r"\b(?:read\w*|lesen|lesezeit|gelesen|zu lesen|lire|lecture(?= de)|leer|lectura)\b", re.IGNORECASE)
OTHER_WORK = re.compile(  # writing takes as long as it takes
    r"\b(?:type|typing|write|writing|translat\w*|edit\w*|proofread\w*|tippen|schreiben|ubersetz\w*|taper|ecrire|tradui\w*|teclear|escribir|traduc\w*|memori[sz]\w*|learn|lernen|apprendre|aprender)\b",
    re.IGNORECASE,
)
HOLDS_TEXT = re.compile(r"[\"“”„«»]|[:\n]\s*\S+(?:\s+\S+){3}|\b(?:per|pro|par|por|an?|each|/) ?min(?:ute|uto)?\b|\bwpm\b", re.IGNORECASE)  # fmt: skip
PAGES = re.compile(r"\b(?:pages?|seiten?|paginas?)\b", re.IGNORECASE)
LONGEST_MESSAGE = 240  # characters


class ToldWords(NamedTuple):
    """A told number of words, whether they are spoken, and the places of a message that say so."""

    words: int
    is_spoken: bool
    spans: list[list[int]]


def told_words(message: str) -> ToldWords | None:
    """Return the number of words whose time a message asks for without a text or a pace; None for other messages."""
    folded = fold(message)
    if len(message) > LONGEST_MESSAGE or HOLDS_TEXT.search(folded) or PAGES.search(folded) or OTHER_WORK.search(folded):
        return None
    numbers, wish = list(WORD_NUMBER.finditer(folded)), TIME_WISH.search(folded)
    if len(numbers) != 1 or wish is None:
        return None
    spoken, read = list(SPOKEN.finditer(folded)), list(READ.finditer(folded))
    if not spoken and not read:
        return None
    places = [numbers[0].span(), wish.span(), *(one.span() for one in (*spoken, *read))]
    return ToldWords(int(re.sub(r"\D", "", numbers[0]["n"])), bool(spoken), [list(place) for place in places])


def is_other_work(message: str) -> bool:
    """Return whether a message asks how long other work on a told number of words takes, such as to write them."""
    folded = fold(message)
    if len(message) > LONGEST_MESSAGE or HOLDS_TEXT.search(folded) or WORD_NUMBER.search(folded) is None:
        return False
    return TIME_WISH.search(folded) is not None and OTHER_WORK.search(folded) is not None
