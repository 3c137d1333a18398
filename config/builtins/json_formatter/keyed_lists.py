"""Questions over an object whose values are all lists of plain values: how many each list has, which is empty, figures of each and of all."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from statistics import mean, median
from typing import Any

from config.builtins.json_formatter.asked_words import is_plain
from config.builtins.json_formatter.questions import WEIGHTY
from config.builtins.json_formatter.replies import RowsAnswer
from config.builtins.json_formatter.values import Literal
from config.builtins.wording import blanked, fill_in, fold, localized

MOST_KEYS = 60
OF_LIST = r"numbers?|values?|entries|entry|items?|elements?|things?|readings?|measurements?|zahlen?|werte?|eintrage?|elemente?|messwerte?|nombres?|valeurs?|entrees?|elements?|numeros?|valores?|entradas?|elementos?"
GROUP_WORD = r"(?:\b(?:per|for each|for every|in each|in every|each|every|pro|je|fur jede[nrs]?|in jede[rm]|jede[rsnm]?|par|pour chaque|dans chaque|chaque|por cada|en cada|cada|por)\b) (?P<group>[^\W\d_]{3,})"
EACH_COUNT = re.compile(
    rf"\b(?:how many|number of|count(?: the)?|wie ?viele|anzahl(?: der)?|combien d[e']|nombre de|cuant[oa]s|numero de) ?(?:{OF_LIST})?\b[^?.!;]{{0,30}}?{GROUP_WORD}",
    re.IGNORECASE,
)
FIGURE_WORDS: tuple[tuple[str, str, Callable[[Sequence[float]], float]], ...] = (
    ("sum", r"sums?|totals?|add (?:up|together)|summen?|gesamt\w*|sommes?|sumas?|total(?:es)?", sum),
    ("mean", r"averages?|means?|durchschnitt\w*|mittelwerte?|moyennes?|promedios?|medias?", mean),
    ("median", r"medians?|mediane?|medianas?", median),
    ("max", r"highest|largest|biggest|max\w*|hochste\w*|grosste\w*|plus (?:haut|grand)\w*|maxim\w*|mas alt[oa]|mayor", max),
    ("min", r"lowest|smallest|min\w*|niedrigste\w*|kleinste\w*|plus (?:bas|petit)\w*|minim\w*|mas baj[oa]|menor", min),
)  # fmt: skip
EMPTY_ASKED = re.compile(
    rf"\b(?:which|what|welche[rsnm]?|quel(?:le)?s?|que|cual(?:es)?) (?P<group>[^\W\d_]{{3,}})s? (?:(?:is|are|ist|sind|est|sont|es|esta|estan|has|have|had|hat|haben|a|ont|tiene[n]?) )(?:empty|leer\w*|vides?|vaci[oa]s?|none|nothing|no (?:{OF_LIST})|kein\w*(?: (?:{OF_LIST}))?|nichts|rien|aucune?(?: (?:{OF_LIST}))?|nada|ningun[oa]?(?: (?:{OF_LIST}))?)\b",
    re.IGNORECASE,
)
MOST_ASKED = re.compile(
    rf"\b(?:which|what|welche[rsnm]?|quel(?:le)?s?|que|cual(?:es)?) (?P<group>[^\W\d_]{{3,}}) (?:has|have|had|hat|a|ont|tiene) (?:the |die |le |la |el |los )?(?:(?P<most>most|meisten|plus de|mas)|(?P<least>fewest|least|wenigsten|moins de|menos)) (?:{OF_LIST})\b",
    re.IGNORECASE,
)
COUNT_OF_NAMED = re.compile(
    rf"\b(?:how many|number of|count(?: the)?|wie ?viele|anzahl(?: der)?|combien d[e']|nombre de|cuant[oa]s|numero de) (?:{OF_LIST})\b",
    re.IGNORECASE,
)
OF_ALL_LISTS = re.compile(
    rf"\b(?:of|over|for|in|von|uber|aus|de|sobre)? ?(?:all|alle[rn]?|toute?s?|tous|tod[oa]s)(?: of)?(?: the| die| der| les| los| las)? ?(?:{OF_LIST}|them)?\b|\b(?:over ?all|altogether|in total|insgesamt|en tout|au total|en total)\b",
    re.IGNORECASE,
)
KEYED_NAMES = {
    "en": {"count": "Number of entries", "sum": "Sum", "mean": "Mean", "median": "Median", "max": "Maximum", "min": "Minimum", "all": "{name} over all lists: **{value}**.", "empty": "Empty: {keys}.", "no empty": "No list is empty.", "most": "Most entries: {keys} (**{n}**).", "least": "Fewest entries: {keys} (**{n}**)."},
    "de": {"count": "Anzahl der Einträge", "sum": "Summe", "mean": "Mittelwert", "median": "Median", "max": "Maximum", "min": "Minimum", "all": "{name} über alle Listen: **{value}**.", "empty": "Leer: {keys}.", "no empty": "Keine Liste ist leer.", "most": "Die meisten Einträge: {keys} (**{n}**).", "least": "Die wenigsten Einträge: {keys} (**{n}**)."},
    "fr": {"count": "Nombre d'entrées", "sum": "Somme", "mean": "Moyenne", "median": "Médiane", "max": "Maximum", "min": "Minimum", "all": "{name} sur toutes les listes : **{value}**.", "empty": "Vide : {keys}.", "no empty": "Aucune liste n'est vide.", "most": "Le plus d'entrées : {keys} (**{n}**).", "least": "Le moins d'entrées : {keys} (**{n}**)."},
    "es": {"count": "Número de entradas", "sum": "Suma", "mean": "Media", "median": "Mediana", "max": "Máximo", "min": "Mínimo", "all": "{name} de todas las listas: **{value}**.", "empty": "Vacío: {keys}.", "no empty": "Ninguna lista está vacía.", "most": "Más entradas: {keys} (**{n}**).", "least": "Menos entradas: {keys} (**{n}**)."},
}  # fmt: skip


def keyed_lists(value: Any) -> Mapping[str, list[Any]]:  # noqa: ANN401 - any JSON value
    """Return an object whose values are all lists of plain values, an empty one for other documents."""
    lists = value if isinstance(value, dict) and 1 < len(value) <= MOST_KEYS else {}
    is_plain_lists = all(
        isinstance(one, list) and not any(isinstance(item, dict | list) for item in one) for one in lists.values()
    )
    return lists if is_plain_lists else {}


def keyed_answer(value: Any, words: str, language: str) -> RowsAnswer | None:  # noqa: ANN401 - any JSON value
    """Return the answers to questions over such an object; None where a word of them is not understood."""
    lists, folded = keyed_lists(value), fold(words)
    if not lists:
        return None
    if named := [key for key in lists if is_named(key, folded)]:
        return named_answer({key: lists[key] for key in named}, words, folded, language)
    said = KEYED_NAMES[language]
    found: list[tuple[int, str]] = []
    rest = folded
    for match in EACH_COUNT.finditer(folded):
        counts = ((key, str(len(one))) for key, one in lists.items())
        found.append((match.start(), listed_line(said["count"], counts)))
        rest = blanked(rest, *match.span())
    for match in EMPTY_ASKED.finditer(folded):
        empty = ", ".join(f"**`{key}`**" for key, one in lists.items() if not one)
        found.append((match.start(), fill_in(said["empty"], keys=empty) if empty else said["no empty"]))
        rest = blanked(rest, *match.span())
    for match in MOST_ASKED.finditer(folded):
        found.append((match.start(), longest(lists, said, is_most=match["most"] is not None)))
        rest = blanked(rest, *match.span())
    figures, rest = list_figures(lists, rest, language)
    found += figures
    if not found or not is_read_whole_of_lists(rest):
        return None
    return RowsAnswer("\n\n".join(sentence for _, sentence in sorted(found)), "", [(0, len(words))])


def is_named(key: str, folded: str) -> bool:
    """Return whether a question names a list."""
    return re.search(rf"(?<!\w){re.escape(fold(key))}(?!\w)", folded, re.IGNORECASE) is not None


def named_answer(lists: Mapping[str, list[Any]], words: str, folded: str, language: str) -> RowsAnswer | None:
    """Return how many entries the named lists have, and the figures of them that a question asks for."""
    found, rest = list_figures(lists, folded, language, is_each=True)
    if (match := COUNT_OF_NAMED.search(rest)) is not None:
        counts = ((key, str(len(one))) for key, one in lists.items())
        found.append((match.start(), listed_line(KEYED_NAMES[language]["count"], counts)))
        rest = blanked(rest, *match.span())
    for key in lists:
        rest = re.sub(rf"(?<!\w){re.escape(fold(key))}(?!\w)", " ", rest, flags=re.IGNORECASE)
    if not found or not is_read_whole_of_lists(rest):
        return None
    return RowsAnswer("\n\n".join(sentence for _, sentence in sorted(found)), "", [(0, len(words))])


def is_read_whole_of_lists(rest: str) -> bool:
    """Return whether the rest of a question changes nothing: no number, no comparison, no word of another matter."""
    words = [word.lower() for word in re.findall(r"\w+", rest)]
    is_common = (is_plain(word) or re.fullmatch(OF_LIST, word) or word == "json" for word in words)
    return all(is_common) and not any(WEIGHTY.fullmatch(word) or PICKS.fullmatch(word) for word in words)


PICKS = re.compile(
    r"\d+|even|odd|positive|negative|gerade\w*|ungerade\w*|pairs?|impairs?|pares|impares|bigger|larger|smaller"
)


def asks_of_lists(value: Any, words: str) -> bool:  # noqa: ANN401 - any JSON value
    """Return whether a document is several lists and a question names none of them: the first list is no answer."""
    lists = keyed_lists(value)
    return len(lists) > 1 and not any(is_named(key, fold(words)) for key in lists)


def longest(lists: Mapping[str, list[Any]], said: Mapping[str, str], *, is_most: bool) -> str:
    """Return which lists have the most or the fewest entries."""
    size = (max if is_most else min)(len(one) for one in lists.values())
    keys = ", ".join(f"**`{key}`**" for key, one in lists.items() if len(one) == size)
    return fill_in(said["most" if is_most else "least"], keys=keys, n=size)


def list_figures(
    lists: Mapping[str, list[Any]], rest: str, language: str, *, is_each: bool = False
) -> tuple[list[tuple[int, str]], str]:
    """Return the figures of each list, or of all of them together, that a question asks for, and what is left of it."""
    items = [item for one in lists.values() for item in one]
    if not items or not all(isinstance(item, Literal) for item in items):
        return [], rest
    said, found = KEYED_NAMES[language], list[tuple[int, str]]()
    group = re.search(GROUP_WORD, rest, re.IGNORECASE)
    for name, pattern, compute in FIGURE_WORDS:
        match = re.search(rf"\b(?:{pattern})\b", rest, re.IGNORECASE)
        if match is None:
            continue
        if group is not None or is_each:
            values = ((key, list_figure_text(compute, one, language)) for key, one in lists.items())
            found.append((match.start(), listed_line(said[name], values)))
        else:
            told = fill_in(said["all"], name=said[name], value=list_figure_text(compute, items, language))
            found.append((match.start(), told))
        rest = blanked(rest, *match.span())
    for match in [*([group] if group and found else []), *(OF_ALL_LISTS.finditer(rest) if found else ())]:
        rest = blanked(rest, *match.span())
    return found, rest


def list_figure_text(compute: Callable[[Sequence[float]], float], items: Sequence[Any], language: str) -> str:
    """Return a figure of some numbers as it is shown; "-" without any."""
    if not items and compute is not sum:
        return "-"
    value = compute([float(item) for item in items])
    return localized(f"{value:,.10g}" if abs(value) < 10**9 else f"{value:,.0f}", language)


def listed_line(name: str, values: Iterable[tuple[str, str]]) -> str:
    """Return a figure of each list in one line."""
    return f"{name}: {', '.join(f'`{key}` **{text}**' for key, text in values)}."
