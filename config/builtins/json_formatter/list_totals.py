"""Counts the entries of all lists of an object together: "how many products are there in total, in all sections"."""

import re
from typing import Any

from config.builtins.json_formatter.asked_words import ENTRY_NOUNS, is_plain
from config.builtins.json_formatter.looking import COUNTS
from config.builtins.wording import blanked, fill_in, fold

ALL_TOGETHER = re.compile(
    r"\b(?:in total|total(?:ly|es)?|all together|altogether|overall|in all|combined|summed|insgesamt|zusammen\w*|gesamt|au total|en tout|ensemble|en total|sumando|juntos?|juntas|"
    r"(?:over|across|in|adding up|uber|in|dans|sur|en|de)? ?(?:all|alle[nr]?|toute?s?|tous|todas|todos)(?: of)?(?: the| les| las| los| der| die)? (?:sections?|categor(?:y|ies)|lists?|groups?|keys?|parts|abschnitte?n?|kategorien|listen|gruppen|categories|rubriques|listes|secciones|categorias|listas|grupos))\b",
    re.IGNORECASE,
)
ALL_LISTS = re.compile(
    r"\b(?:all|alle[nr]?|toute?s?|tous|todas|todos)(?: of)?(?: the| les| las| los| der| die)? (?:sections?|categor(?:y|ies)|lists?|groups?|keys?|parts|abschnitte?n?|kategorien|listen|gruppen|categories|rubriques|listes|secciones|categorias|listas|grupos)\b",
    re.IGNORECASE,
)
COUNTED_NOUN = re.compile(r"\W*(?P<noun>[^\W\d_]{3,})", re.IGNORECASE)
TOTALS_TEXTS = {
    "en": "**{n}** entries in {lists} lists: {parts}.",
    "de": "**{n}** Einträge in {lists} Listen: {parts}.",
    "fr": "**{n}** entrées dans {lists} listes : {parts}.",
    "es": "**{n}** entradas en {lists} listas: {parts}.",
}
MOST_LISTS = 40


def list_totals(value: Any, words: str, language: str) -> tuple[str, str, tuple[int, int]] | None:  # noqa: ANN401 - any JSON value
    """Return how many entries the lists of an object have together, and how many each; None for other questions."""
    folded = fold(words)
    count, whole = COUNTS.search(folded), ALL_TOGETHER.search(folded)
    lists = value if isinstance(value, dict) and all(isinstance(one, list) for one in value.values()) else {}
    noun = COUNTED_NOUN.match(folded, count.end()) if count else None
    if whole is None or noun is None or count is None or not 1 < len(lists) <= MOST_LISTS:
        return None
    rest = blanked(blanked(folded, count.start(), noun.end()), *whole.span())
    for match in ALL_TOGETHER.finditer(folded):
        rest = blanked(rest, *match.span())
    left = [word.lower() for word in re.findall(r"[^\W\d_]+", rest)]
    is_of_all = noun["noun"].lower() in ENTRY_NOUNS or ALL_LISTS.search(folded) is not None
    if (
        not is_of_all
        or noun["noun"].lower() in {fold(key).lower() for key in lists}
        or not all(is_plain(word) or word in ENTRY_NOUNS or word == "json" for word in left)
    ):
        return None
    number = sum(len(one) for one in lists.values())
    parts = ", ".join(f"`{key}` {len(one)}" for key, one in lists.items())
    sentence = fill_in(TOTALS_TEXTS[language], n=number, lists=len(lists), parts=parts)
    return sentence, str(number), (0, len(words))
