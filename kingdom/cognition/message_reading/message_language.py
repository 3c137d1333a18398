"""Guesses the language of a message among English, German, French and Spanish, by its function words. Pure."""

import re
import unicodedata
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

Language = Literal["en", "de", "fr", "es"]

_READ_CHARS = 4_000
_WORD = re.compile(r"[^\W\d_]+(?:['’](?=\w))?")
_LISTS: dict[Language, str] = {
    "en": (
        "the is are was what which how many much of to and or in for from with my me i it this that these please can "
        "no does do did would when who than only without not be if on at by convert check count "
        "start starts starting after before between until since"
    ),
    "de": (
        "der die das den dem ist sind war was wie viele viel und oder für mit mein meine mir ich es dies dieser diese "
        "dieses bitte kann wann wer als nur ohne nicht zu von auf im am ein eine einen sich wird welche welcher "
        "welches nach zwischen bis heute gib mal zähle prüfe kannst hat"
    ),
    "fr": (
        "le la les un une des du est sont quel quelle quels quelles combien comment et ou pour avec mon ma mes je il "
        "ce cette ces peux peut quand qui que ne pas sans dans sur au aux de en s'il c' d' l' qu' j' n' y"
    ),
    "es": (
        "el los las un una unos es son qué cuál cuáles cuántos cuántas cuánto cómo y o para con mi mis yo este esta "
        "estos estas puedes puede cuándo quién que no sin en de del por favor hay la lo al entre solo"
    ),
}
_HINTS: dict[Language, tuple[str, str]] = {  # words and letters of one language alone, which break a tie
    "en": ("", ""),
    "de": (
        "wieviel wieviele meilen fuß zoll pfund unzen gramm minuten sekunden stunden tage tagen wochen monate "
        "monaten jahre jahren uhr prozent mal geteilt durch rechne berechne wandle wandel zeig zeige "
        "sortiere formatiere zähl zähle prüf prüfe wörter wort zeichen zeilen gestern morgen übermorgen vor seit aus",
        "äöüß",
    ),
    "fr": (
        "convertis convertir calcule calculer compte compter combien heures jours semaines mois années hier demain",
        "çœêîûàù",
    ),
    "es": ("convierte calcula cuenta horas días semanas meses años ayer mañana millas pulgadas", "ñ¿¡"),
}
_HINT_WORDS = {language: frozenset(words.split()) for language, (words, _) in _HINTS.items()}
_FUNCTION_WORDS = {language: frozenset(words.split()) for language, words in _LISTS.items()}


def is_function_word(word: str) -> bool:
    """Return whether a lower-case word is a function word of one of the languages."""
    return any(word in own for own in _FUNCTION_WORDS.values())


def language_scores(text: str) -> Counter[Language]:
    """Return how many function words of each language are at the start of a text; only languages with any."""
    return _scores(_words(text), _FUNCTION_WORDS)


def message_language(text: str) -> Language:
    """Return the language with the most function words; of a tie the one of more words and letters of its own.

    It is English when nothing tells.
    """
    words = _words(text)
    scores = _scores(words, _FUNCTION_WORDS)
    scores["de"] += words.count("in")  # is English as well: no sign of German beside other languages
    best = max(scores.values(), default=0)
    tied = [language for language in _LISTS if scores[language] == best]
    if len(tied) > 1:
        hints = _scores(words, _HINT_WORDS) + _letter_scores(text)
        return max(tied, key=lambda language: hints[language])
    return tied[0]


def _words(text: str) -> list[str]:
    return [word.lower().replace("’", "'") for word in _WORD.findall(text[:_READ_CHARS])]


def _scores(words: Sequence[str], known: Mapping[Language, frozenset[str]]) -> Counter[Language]:
    return Counter(language for word in words for language, own in known.items() if word in own)


def _letter_scores(text: str) -> Counter[Language]:
    chars = set(text[:_READ_CHARS].lower())
    return Counter({language: len(chars.intersection(letters)) for language, (_, letters) in _HINTS.items()})


def fold_text(text: str) -> str:
    """Return a text in lower case without accents."""
    return "".join(char for char in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(char))
