"""Counts and sums over lists within the entries of a list: "how many players does the red team have"."""

import re
from collections.abc import Iterator
from decimal import Decimal
from typing import Any

from config.builtins.json_formatter.asked_words import is_plain
from config.builtins.json_formatter.values import Literal
from config.builtins.wording import blanked, fill_in, fold

AMOUNT_ASKED = re.compile(
    r"\b(?:how many|number of|total(?: number)?(?: of)?|sum of|wie ?viele?|anzahl der|combien de|nombre de|cuant[oa]s|numero de) (?:the |all |der |les |los |las )?(?P<noun>[a-z]{3,20})\b",
    re.IGNORECASE,
)
AMOUNT_IDLE = re.compile(
    r"(?:does|do|did|has|have|had|score[sd]?|get|got|make|made|are|is|there|in|all|of|for|the|total|altogether|together|overall|by|from|hat|haben|hast|es|gibt|insgesamt|y|a|t|il|au|el|la|hay|tiene|en|zusammen|what|s)",
    re.IGNORECASE,
)
NESTED_TEXTS = {
    "en": {"count": "**{n}** entries in `{key}`{where}, over {lists} lists.", "sum": "The sum of `{key}`{where} over {lists} entries is **{n}**."},
    "de": {"count": "**{n}** Einträge in `{key}`{where}, über {lists} Listen.", "sum": "Die Summe von `{key}`{where} über {lists} Einträge ist **{n}**."},
    "fr": {"count": "**{n}** entrées dans `{key}`{where}, sur {lists} listes.", "sum": "La somme de `{key}`{where} sur {lists} entrées est **{n}**."},
    "es": {"count": "**{n}** entradas en `{key}`{where}, en {lists} listas.", "sum": "La suma de `{key}`{where} sobre {lists} entradas es **{n}**."},
}  # fmt: skip
MOST_NESTED = 5_000
Chain = tuple[dict[str, Any], ...]


def nested_totals(value: Any, words: str, language: str) -> tuple[str, str, tuple[int, int]] | None:  # noqa: ANN401 - any JSON value
    """Return how many entries the inner lists of a key have, or the sum of its inner numbers; None for other questions."""
    folded = fold(words)
    asked = AMOUNT_ASKED.search(folded)
    found = [one for one in chains(value, ()) if any(same_noun(key, asked["noun"]) for key in one[-1])] if asked else []
    if asked is None or not 1 < len(found) <= MOST_NESTED or any(len(chain) < 2 for chain in found):
        return None
    keys = {key for chain in found for key in chain[-1] if same_noun(key, asked["noun"])}
    if len(keys) != 1:
        return None
    (key,) = keys
    rest = blanked(folded, *asked.span())
    named, rest = text_named_in(found, rest)
    left = [word.lower() for word in re.findall(r"[^\W\d_]+", rest)]
    labels = {fold(name).lower() for chain in found for one in chain for name in one}
    if not all(is_plain(word) or AMOUNT_IDLE.fullmatch(word) or word in labels for word in left):
        return None
    kept = [chain[-1][key] for chain in found if not named or any(named in one.items() for one in chain)]
    where = f" (`{named[0]}` = {named[1]})" if named else ""
    if kept and all(isinstance(one, list) for one in kept):
        number, said = str(sum(map(len, kept))), "count"
    elif kept and all(isinstance(one, Literal) for one in kept) and any(len(chain) > 2 for chain in found):
        try:
            number, said = f"{sum(map(Decimal, kept)):f}", "sum"
        except ArithmeticError:
            return None
    else:
        return None
    return fill_in(NESTED_TEXTS[language][said], n=number, key=key, where=where, lists=len(kept)), number, (0, len(words))  # fmt: skip


def chains(value: Any, above: Chain) -> Iterator[Chain]:  # noqa: ANN401 - any JSON value
    """Yield each object of a document with those around it, the outermost first."""
    if isinstance(value, dict):
        yield (*above, value)
        for one in value.values():
            yield from chains(one, (*above, value))
    elif isinstance(value, list):
        for one in value:
            yield from chains(one, above)


def same_noun(key: str, noun: str) -> bool:
    """Return whether a word names a key, one or several of it."""
    return fold(key).lower().removesuffix("s") == noun.lower().removesuffix("s")


def text_named_in(found: list[Chain], rest: str) -> tuple[tuple[str, str] | None, str]:
    """Return the pair of a key and its text that a question names among the objects around, and the question without it."""
    for chain in found:
        for one in chain:
            for key, text in one.items():
                is_text = isinstance(text, str) and not isinstance(text, Literal) and len(text) > 1
                match = re.search(rf"(?<!\w){re.escape(fold(text))}(?!\w)", rest, re.IGNORECASE) if is_text else None
                if match is not None:
                    return (key, text), blanked(rest, *match.span())
    return None, rest
