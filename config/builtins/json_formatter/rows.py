"""Questions about a list of objects: sorted by a key, how many of them are such, and the figures of a key.

Each answer says which parts of the question it is made from, so that the rest of it is not left out in silence.
"""

import math
import re
from collections import deque
from collections.abc import Iterator
from decimal import Context, Decimal, localcontext
from typing import Any, NamedTuple

from config.builtins.json_formatter.values import Literal, compact
from config.builtins.wording import CannotError, blanked, fill_in, fold

SORTS_BY = re.compile(
    r"\b(?:sort\w*|order\w*|rank\w*|sortier\w*|ordne\w*|tri\w*|class\w*|orden\w*)\b[^\n]*?\b(?:by|after|nach|par|selon|por|segun) "
    r"(?:the |den |dem |der |le |la |les |el |los )?(?:key |field |value of |feld |cle |clave |campo )?[\"'`]?(?P<key>[\w-]+)[\"'`]?",
    re.IGNORECASE,
)
THEN_BY = re.compile(
    r"\s*(?:,|and|und|et|y)?\s*(?:then|dann|danach|puis|luego|despues)\s+(?:by |nach |par |por )?[\"'`]?(?P<key>[\w-]+)[\"'`]?",
    re.IGNORECASE,
)
FALLING = re.compile(
    r"\b(?:desc\w*|high(?:est)? (?:to low|first)|(?:largest|biggest|newest|oldest) first|absteigend|fallend|decroissant\w*|mayor a menor)\b",
    re.IGNORECASE,
)
HOW_MANY = re.compile(r"\b(?:how many|count|number of|wie ?viele|combien|cuant[oa]s)\b", re.IGNORECASE)
WHICH = re.compile(r"\b(?:which|who|list|show|only|welche\w*|wer|zeig\w*|nur|quel\w*|qui|affiche\w*|cual\w*|quien\w*|muestra\w*)\b", re.IGNORECASE)  # fmt: skip
ONLY = re.compile(r"\b(?:only|nur|seulement|uniquement|solo|where|those|with)\b", re.IGNORECASE)
FIGURES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (name, re.compile(rf"\b(?:{pattern})\b", re.IGNORECASE))
    for name, pattern in (
        ("sum", r"sum|total|altogether|summe|gesamt\w*|somme|suma"),
        ("average", r"average|mean|avg|durchschnitt\w*|mittelwert|moyenne|media|promedio"),
        ("highest", r"max(?:im\w*)?|highest|largest|most expensive|hochste\w*|grosste\w*|plus (?:haut|grand|cher)\w*|mas alt[oa]|mayor"),
        ("lowest", r"min(?:imum|imal\w*|imo)?|lowest|smallest|cheapest|niedrigste\w*|kleinste\w*|plus (?:bas|petit)\w*|mas baj[oa]|menor"),
    )
)  # fmt: skip
SORTS_LIST = re.compile(
    r"\b(?:sort\w*|rank|sortier\w*|ordne\w*|tri(?:e[rz]?|es?)?|classe[rz]?|ordena\w*)\b|\A\W*(?:please )?order\b",
    re.IGNORECASE,
)
EQUAL_TO = re.compile(r"\s*(?:is|=|==|:|of|equals|ist|est|es)\s*(-?\d+(?:\.\d+)?)", re.IGNORECASE)
COMPARISONS: tuple[tuple[str, str], ...] = (  # the first that fits a place is taken
    ("≥", r"\b(?:at least|no less than|mindestens|au moins|al menos)|>=|≥"),
    ("≤", r"\b(?:at most|no more than|up to|hochstens|au plus|como maximo)|<=|≤"),
    (">", r"\b(?:more than|over|above|greater than|higher than|uber|mehr als|grosser als|plus de|superieur\w* a|mas de|mayor(?:es)? (?:que|de|a))|>"),
    ("<", r"\b(?:less than|under|below|fewer than|lower than|unter|weniger als|kleiner als|moins de|inferieur\w* a|menos de|menor(?:es)? (?:que|de|a))|<"),
)  # fmt: skip
COMPARED = re.compile("|".join(f"(?P<s{place}>{words})" for place, (_, words) in enumerate(COMPARISONS)), re.IGNORECASE)
FIGURE = re.compile(r"\s*[$€£]?(-?\d+(?:\.\d+)?)(?![\d.]*\w)")
NOT_TRUE = re.compile(
    r"\b(?:not|aren't|isn't|don't|doesn't|non|nicht|keine?[rnms]?|pas|no|without|except|ohne|ausser|sans|sauf|sin|excepto)[ -]?"
    r"(?:(?:live|lives|leben|vive[n]?) )?(?:(?:in|from|at|of|for|aus|von|a|de|en|the|la|le) )?\Z",
    re.IGNORECASE,
)
WITHOUT = re.compile(r"\b(?:no|without|missing|keine?n?|ohne|sans|sin)(?: an?| any)? \Z", re.IGNORECASE)
ROWS_TEXTS = {
    "en": {"and": "and", "found": "**{n}** of {all} entries have {said}.", "sorted": "Sorted by {keys}", "list": "Sorted", "falling": ", highest first", "left": "{n} of {all} entries have no number there.",
           "sum": "The sum of `{key}` over {n} entries{where} is **{figure}**.", "average": "The average of `{key}` over {n} entries{where} is **{figure}**.", "highest": "The highest of `{key}` over {n} entries{where} is **{figure}**.", "lowest": "The lowest of `{key}` over {n} entries{where} is **{figure}**.", "with": " with {said}"},
    "de": {"and": "und", "found": "Auf **{n}** von {all} Einträgen trifft zu: {said}.", "sorted": "Sortiert nach {keys}", "list": "Sortiert", "falling": ", größte zuerst", "left": "{n} von {all} Einträgen haben dort keine Zahl.",
           "sum": "Die Summe von `{key}` über {n} Einträge{where} ist **{figure}**.", "average": "Der Durchschnitt von `{key}` über {n} Einträge{where} ist **{figure}**.", "highest": "Der höchste Wert von `{key}` über {n} Einträge{where} ist **{figure}**.", "lowest": "Der niedrigste Wert von `{key}` über {n} Einträge{where} ist **{figure}**.", "with": " mit {said}"},
    "fr": {"and": "et", "found": "**{n}** entrées sur {all} ont {said}.", "sorted": "Trié par {keys}", "list": "Trié", "falling": ", du plus grand au plus petit", "left": "{n} entrées sur {all} n'y ont pas de nombre.",
           "sum": "La somme de `{key}` sur {n} entrées{where} est **{figure}**.", "average": "La moyenne de `{key}` sur {n} entrées{where} est **{figure}**.", "highest": "La plus grande valeur de `{key}` sur {n} entrées{where} est **{figure}**.", "lowest": "La plus petite valeur de `{key}` sur {n} entrées{where} est **{figure}**.", "with": " avec {said}"},
    "es": {"and": "y", "found": "**{n}** de {all} entradas tienen {said}.", "sorted": "Ordenado por {keys}", "list": "Ordenado", "falling": ", de mayor a menor", "left": "{n} de {all} entradas no tienen número ahí.",
           "sum": "La suma de `{key}` en {n} entradas{where} es **{figure}**.", "average": "La media de `{key}` en {n} entradas{where} es **{figure}**.", "highest": "El valor más alto de `{key}` en {n} entradas{where} es **{figure}**.", "lowest": "El valor más bajo de `{key}` en {n} entradas{where} es **{figure}**.", "with": " con {said}"},
}  # fmt: skip
LONGEST_LISTED = 2_000  # characters of the entries in an answer
MOST_FIGURES = 5


class Condition(NamedTuple):
    """What entries must have: a key, what its value is compared with, and where the question says so."""

    key: str
    values: tuple[Any, ...]
    sign: str  # = ≠ > < ≥ ≤; "none": the key is not there, or has no value
    spans: tuple[tuple[int, int], ...]

    def fits(self, row: dict[str, Any]) -> bool:
        """Say whether an entry has it."""
        found = row.get(self.key)
        if self.sign == "none":
            return found is None or found == ""
        if self.sign in "=≠":
            return (found in self.values) is (self.sign == "=")
        if not isinstance(found, Literal):
            return False
        number, bound = Decimal(found), Decimal(self.values[0])
        if number == bound:
            return self.sign in "≥≤"
        return (number > bound) is (self.sign in ">≥")

    def shown(self) -> str:
        """Return the condition as it is said."""
        if self.sign == "none":
            return f"`{self.key}` = null"
        return f"`{self.key}` {self.sign} {' / '.join(compact(value) for value in self.values)}"


class RowsAnswer(NamedTuple):
    """An answer about entries: the sentence, the found part as text, and the parts of the question it is made from."""

    sentence: str
    part: str
    spans: list[tuple[int, int]]


class SortedRows(NamedTuple):
    """A document with a list in another order: what was done, and the parts of the question it is made from."""

    value: Any
    sentence: str
    spans: list[tuple[int, int]]


def sorted_rows(value: Any, words: str, language: str) -> SortedRows | None:  # noqa: ANN401 - any JSON value
    """Return the document with a list in the order of keys; None when none is named.

    Raises CannotError for a key that no list has.
    """
    folded, said = fold(words), ROWS_TEXTS[language]
    falling = FALLING.search(folded)
    spans = [falling.span()] if falling else []
    order = said["falling"] if falling else ""
    match = SORTS_LIST.search(folded)
    if match and isinstance(value, list) and not any(isinstance(one, dict | list) for one in value):
        ordered: list[Any] = sorted(value, key=order_of, reverse=falling is not None)
        return SortedRows(ordered, f"{said['list']}{order}:", [match.span(), *spans])
    match = SORTS_BY.search(folded)
    if match is None or re.fullmatch(
        r"keys?|names?|alphabet\w*|schlusseln?|cles?|claves?", match["key"], re.IGNORECASE
    ):
        return None
    return sorted_by(value, folded, match, said, falling)


def sorted_by(
    value: Any,  # noqa: ANN401 - any JSON value
    words: str,
    match: "re.Match[str]",
    said: dict[str, str],
    falling: "re.Match[str] | None",
) -> SortedRows:
    """Return the document with the list sorted that has the key named; only the entries asked for, where some are."""
    rows = next((found for found in lists_of(value) if key_of(found, match["key"]) is not None), None)
    if rows is None:
        raise CannotError(f"I see no list whose entries have a key “{match['key']}” to sort by.")
    keys, end = [str(key_of(rows, match["key"]))], match.end()
    while (further := THEN_BY.match(words, end)) and (key := key_of(rows, further["key"])) is not None:
        keys, end = [*keys, key], further.end()
    rest = blanked(words, match.start(), end)
    asked = conditions_of(rows, rest) if ONLY.search(rest) else []
    kept = [row for row in rows if all(one.fits(row) for one in asked)]
    kept.sort(key=lambda row: [order_of(row.get(key)) for key in keys], reverse=falling is not None)
    spans = [(match.start(), end), *(span for one in asked for span in one.spans)]
    spans += [found.span() for found in ONLY.finditer(rest)] if asked else []
    sentence = fill_in(said["sorted"], keys=", ".join(f"`{key}`" for key in keys)) + (
        said["falling"] if falling else ""
    )
    if asked:
        found = fill_in(said["found"], n=len(kept), all=len(rows), said=conditions_text(asked, said))
        sentence = f"{found} {sentence}"
    return SortedRows(replaced(value, rows, kept), f"{sentence}:", [*spans, *([falling.span()] if falling else [])])


def rows_asked(value: Any, words: str, language: str) -> RowsAnswer | None:  # noqa: ANN401 - as above
    """Return the answer to a question about the entries of a list; None for others.

    Raises CannotError for a number that is too large to compute with.
    """
    folded, said = fold(words), ROWS_TEXTS[language]
    how_many, which = HOW_MANY.search(folded), WHICH.search(folded)
    if not (how_many or which or any(pattern.search(folded) for _, pattern in FIGURES)):
        return None
    for rows in lists_of(value):
        asked = conditions_of(rows, folded)
        spans = [span for one in asked for span in one.spans]
        rest = folded
        for span in spans:
            rest = blanked(rest, *span)
        fitting = [row for row in rows if all(one.fits(row) for one in asked)]
        if (found := figures_of(fitting, rows, rest, asked, said)) is not None:
            return found._replace(spans=found.spans + spans)
        if not asked or not (how_many or which):
            continue
        spans += [match.span() for pattern in (HOW_MANY, WHICH, ONLY) for match in pattern.finditer(rest)]
        sentence = fill_in(said["found"], n=len(fitting), all=len(rows), said=conditions_text(asked, said))
        return RowsAnswer(
            sentence + ("" if how_many else entries_text(fitting)), "" if how_many else compact(fitting), spans
        )
    return None


def conditions_text(conditions: list[Condition], said: dict[str, str]) -> str:
    """Return conditions as one text."""
    return f" {said['and']} ".join(one.shown() for one in conditions)


def entries_text(rows: list[dict[str, Any]]) -> str:
    """Return entries below a sentence: as many as there is room for, and how many more there are."""
    shown, length = list[str](), 0
    for row in rows:
        text = compact(row)
        length += len(text)
        if length > LONGEST_LISTED:
            break
        shown.append(text)
    more = f" … +{len(rows) - len(shown)}" if len(shown) < len(rows) else ""
    return f"\n\n[{','.join(shown)}]{more}" if rows else ""


def figures_of(
    fitting: list[dict[str, Any]],
    rows: list[dict[str, Any]],
    words: str,
    conditions: list[Condition],
    said: dict[str, str],
) -> RowsAnswer | None:
    """Return the figure of the keys that are asked for, over the entries that fit; None for another question."""
    match = next(((name, found) for name, pattern in FIGURES if (found := pattern.search(words))), None)
    if match is None:
        return None
    named = {key: place for key in row_keys(rows) if (place := place_of_key(words, key))}
    numeric = [key for key in named if any(isinstance(row.get(key), Literal) for row in rows)][:MOST_FIGURES]
    where = fill_in(said["with"], said=conditions_text(conditions, said)) if conditions else ""
    sentences = [figure_text(match[0], key, fitting, where, said) for key in numeric]
    if not numeric:
        return None
    spans = [match[1].span(), *(place.span() for place in named.values())]
    is_row_asked = len(numeric) == 1 and match[0] in ("highest", "lowest")
    which = [found.span() for found in WHICH.finditer(words)]
    if is_row_asked and (which or len(named) > 1):
        numbers = {
            index: Decimal(row[numeric[0]])
            for index, row in enumerate(fitting)
            if isinstance(row.get(numeric[0]), Literal)
        }
        best = (max if match[0] == "highest" else min)(numbers.values(), default=None)
        best_rows = [fitting[index] for index, number in numbers.items() if number == best]
        return RowsAnswer(sentences[0] + entries_text(best_rows), compact(best_rows), spans + which)
    return RowsAnswer(" ".join(sentences), "", spans)


def figure_text(name: str, key: str, rows: list[dict[str, Any]], where: str, said: dict[str, str]) -> str:
    """Return the sentence of one figure. Raises CannotError for a number that is too large."""
    values = [row[key] for row in rows if isinstance(row.get(key), Literal)]
    if any(math.isinf(float(value)) for value in values):
        raise CannotError(f"A number of `{key}` is too large to compute with.")
    left = len(rows) - len(values)
    more = f" {fill_in(said['left'], n=left, all=len(rows))}" if left else ""
    shown = figure_of(name, [Decimal(value) for value in values]) if values else "-"
    return fill_in(said[name], key=key, n=len(values), where=where, figure=shown) + more


def figure_of(name: str, numbers: list[Decimal]) -> str:
    """Return a figure of numbers: exact but for an average, which has ten digits."""
    with localcontext(Context(prec=50)):
        if name == "average":
            return f"{float(sum(numbers) / len(numbers)):.10g}"
        number = sum(numbers) if name == "sum" else max(numbers) if name == "highest" else min(numbers)
        exact = Decimal(number).normalize()
    return f"{exact:f}" if -30 < exact.adjusted() < 30 else f"{exact:.10g}"


def conditions_of(rows: list[dict[str, Any]], words: str) -> list[Condition]:
    """Return what a question says of the entries it means: of keys that are true or false, of values, of numbers."""
    found, lowered = list[Condition](), words.lower()
    for key in row_keys(rows):
        values = [row[key] for row in rows if row.get(key) is not None]
        match = place_of_key(words, key)
        if match is not None and (lack := WITHOUT.search(words[: match.start()])) and not all_flags(values):
            found.append(Condition(key, (None,), "none", ((lack.start(), match.end()),)))
        elif match is not None and all_flags(values):
            denial = NOT_TRUE.search(words[: match.start()])
            start = denial.start() if denial else match.start()
            is_true = not match["un"] and denial is None
            found.append(Condition(key, (True,), "=" if is_true else "≠", ((start, match.end()),)))
        elif (named := value_condition(key, values, words, lowered)) is not None:
            found.append(named)
        elif match is not None and (number := EQUAL_TO.match(words, match.end())):
            found.append(Condition(key, (Literal(number[1]),), "=", ((match.start(), number.end()),)))
    return found + compared_numbers(rows, words)


def all_flags(values: list[Any]) -> bool:
    """Say whether the values of a key are true and false only."""
    return bool(values) and all(isinstance(one, bool) for one in values)


def value_condition(key: str, values: list[Any], words: str, lowered: str) -> Condition | None:
    """Return the condition of a question that names values of a key: "in Rome or Paris"; None without any."""
    texts: dict[str, list[str]] = {}
    for one in dict.fromkeys(values_of_text(values)):
        texts.setdefault(fold(one).lower(), []).append(one)
    places = [
        (match, whole)
        for text, whole in texts.items()
        if text in lowered and (match := re.search(rf"(?<!\w){re.escape(text)}(?!\w)", words, re.IGNORECASE))
    ]
    if not places:
        return None
    first = min(match.start() for match, _ in places)
    denial = NOT_TRUE.search(words[:first])
    spans = [match.span() for match, _ in places] + ([denial.span()] if denial else [])
    return Condition(key, tuple(one for _, whole in places for one in whole), "≠" if denial else "=", tuple(spans))


def values_of_text(values: list[Any]) -> Iterator[str]:
    """Yield the texts of more than one letter among values."""
    return (one for one in values if isinstance(one, str) and not isinstance(one, Literal) and len(one) > 1)


def compared_numbers(rows: list[dict[str, Any]], words: str) -> list[Condition]:
    """Return the comparisons with a figure: of the key named before it, else of the only one named or with numbers."""
    if COMPARED.search(words) is None:
        return []
    numeric = [key for key in row_keys(rows) if any(isinstance(row.get(key), Literal) for row in rows)]
    named = {key: place for key in numeric if (place := place_of_key(words, key)) is not None}
    found = list[Condition]()
    for match in COMPARED.finditer(words):
        number = FIGURE.match(words, match.end())
        before = [key for key, place in named.items() if words[place.end() : match.start()].strip() in ("", "is", "of")]
        key = before[0] if before else next(iter(named or numeric), "") if len(named or numeric) == 1 else ""
        if number and key:
            sign = COMPARISONS[int(str(match.lastgroup)[1:])][0]
            found.append(Condition(key, (Literal(number[1]),), sign, ((match.start(), number.end()),)))
    return found


def place_of_key(words: str, key: str) -> "re.Match[str] | None":
    """Return where a question names a key, with or without a plural; "inactive" names "active", too."""
    name = fold(key).lower()
    if name not in words.lower():  # most keys: a pattern for each would take minutes
        return None
    return re.search(rf"(?<![^\W_])(?P<un>in|un|non-?)?{re.escape(name)}(?:e?s)?(?!\w)", words, re.IGNORECASE)


def lists_of(value: Any) -> Iterator[list[dict[str, Any]]]:  # noqa: ANN401 - any JSON value
    """Yield the lists of objects in a document."""
    waiting = deque([value])
    while waiting:
        here = waiting.popleft()
        if isinstance(here, list) and here and all(isinstance(one, dict) for one in here):
            yield here
        waiting += here.values() if isinstance(here, dict) else here if isinstance(here, list) else ()


def row_keys(rows: list[dict[str, Any]]) -> list[str]:
    """Return the keys of the entries, each once."""
    return list(dict.fromkeys(key for row in rows for key in row))


def key_of(rows: list[dict[str, Any]], name: str) -> str | None:
    """Return the key that a word names, in any case and with or without a plural."""
    names = {name.lower(), name.lower().removesuffix("s")}
    return next((key for key in row_keys(rows) if fold(key).lower() in names), None)


def order_of(value: Any) -> tuple[int, float, str]:  # noqa: ANN401 - any JSON value
    """Return the place of a value in an order: numbers, then texts, then all else, and what is not there last."""
    if isinstance(value, Literal):
        return 0, float(value), ""
    if value is None:
        return 3, 0.0, ""
    return (1, 0.0, value.casefold()) if isinstance(value, str) else (2, 0.0, compact(value))


def replaced(value: Any, old: list[dict[str, Any]], new: list[dict[str, Any]]) -> Any:  # noqa: ANN401 - any JSON value
    """Return a document with one of its lists replaced by another."""
    if value is old:
        return new
    if isinstance(value, dict):
        return {name: replaced(item, old, new) for name, item in value.items()}
    return [replaced(item, old, new) for item in value] if isinstance(value, list) else value
