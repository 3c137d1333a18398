"""Guesses the language of a message among English, German, French and Spanish, by its function words. Pure."""

import re
import unicodedata
from collections import Counter
from typing import Literal

Language = Literal["en", "de", "fr", "es"]

_READ_CHARS = 4_000
_WORD = re.compile(r"[^\W\d_]+(?:['’](?=\w))?")
_LISTS: dict[Language, str] = {
    "en": (
        "the is are was what which how many much of to and or in for from with my me i it this that these please can "
        "does do did would when who than only without not be if on at by convert check count "
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
_FUNCTION_WORDS = {language: frozenset(words.split()) for language, words in _LISTS.items()}


def is_function_word(word: str) -> bool:
    """Return whether a lower-case word is a function word of one of the languages."""
    return any(word in own for own in _FUNCTION_WORDS.values())


def language_scores(text: str) -> Counter[Language]:
    """Return how many function words of each language are at the start of a text; only languages with any."""
    words = [word.lower().replace("’", "'") for word in _WORD.findall(text[:_READ_CHARS])]
    return Counter(language for word in words for language, own in _FUNCTION_WORDS.items() if word in own)


def message_language(text: str) -> Language:
    """Return the language with the most function words, English when none has more than the others."""
    ranked = language_scores(text).most_common(2)
    if not ranked or (len(ranked) == 2 and ranked[0][1] == ranked[1][1]):
        return "en"
    return ranked[0][0]


def fold_text(text: str) -> str:
    """Return a text in lower case without accents."""
    return "".join(char for char in unicodedata.normalize("NFKD", text.casefold()) if not unicodedata.combining(char))
