"""Questions about a list of objects: sorted by a key, how many of them are such, and the figures of a key.

Each answer says which parts of the question it is made from, so that the rest of it is not left out in silence.
"""

import re
from collections import deque
from collections.abc import Iterator
from decimal import Decimal
from typing import Any, NamedTuple

from config.builtins.json_formatter.row_figures import (
    FIGURES,
    LONGEST_LISTED,
    ROWS_TEXTS,
    WHICH,
    RowsAnswer,
    average_of,
    entries_text,
    figures_of,
    has_numbers,
    place_of_key,
    row_keys,
    stock_asked,
)
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
ONLY = re.compile(r"\b(?:only|nur|seulement|uniquement|solo|where|those|with)\b", re.IGNORECASE)
SORTS_LIST = re.compile(
    r"\b(?:sort\w*|rank|sortier\w*|ordne\w*|tri(?:e[rz]?|es?)?|classe[rz]?|ordena\w*)\b|\A\W*(?:please )?order\b",
    re.IGNORECASE,
)
EQUAL_TO = re.compile(r"\s*(?:is|=|==|:|of|equals|ist|est|es)\s*(-?\d+(?:\.\d+)?)", re.IGNORECASE)
COMPARISONS: tuple[tuple[str, str], ...] = (  # the first that fits a place is taken
    ("≥", r"\b(?:at least|no less than|mindestens|au moins|al menos)|>=|≥"),
    ("≤", r"\b(?:at most|no more than|up to|hochstens|au plus|como maximo)|<=|≤"),
    (">", r"\b(?:more than|over|above|(?:greater|higher|older|bigger|larger|longer|taller|heavier|later|newer) than|alter als|uber|mehr als|grosser als|plus de|superieur\w* a|mas de|mayor(?:es)? (?:que|de|a))|>"),
    ("<", r"\b(?:less than|under|below|(?:fewer|lower|younger|smaller|shorter|lighter|cheaper|earlier) than|junger als|unter|weniger als|kleiner als|moins de|inferieur\w* a|menos de|menor(?:es)? (?:que|de|a))|<"),
)  # fmt: skip
COMPARED = re.compile("|".join(f"(?P<s{place}>{words})" for place, (_, words) in enumerate(COMPARISONS)), re.IGNORECASE)
FIGURE = re.compile(r"\s*[$€£]?(-?\d+(?:\.\d+)?)(?![\d.]*\w)")
AVERAGE = re.compile(
    r"\s*(?:the |dem |den |la |le |el )?(?:average|mean|avg|durchschnitt\w*|mittelwert|moyenne|media|promedio)\b",
    re.IGNORECASE,
)
LISTED = re.compile(
    r"\b(?:list|show|give|extract|get|print|liste|zeige?|gib|auflisten|affiche\w*|donne\w*|muestra\w*|dame|lista|pull out|pick out|collect|keep|return|hol\w*|zieh\w*|extrahier\w*|extrai\w*|saca\w*|extrae\w*|obten\w*)\b",
    re.IGNORECASE,
)
ALONE = re.compile(r"\b(?:only|just|nur|seulement|uniquement|solo|solamente)\b", re.IGNORECASE)
NOT_TRUE = re.compile(
    r"\b(?:not|aren't|isn't|don't|doesn't|non|nicht|keine?[rnms]?|pas|no|without|except|ohne|ausser|sans|sauf|sin|excepto)[ -]?"
    r"(?:(?:live|lives|leben|vive[n]?) )?(?:(?:in|from|at|of|for|aus|von|a|de|en|the|la|le) )?\Z",
    re.IGNORECASE,
)
WITHOUT = re.compile(r"\b(?:no|without|missing|keine?n?|ohne|sans|sin)(?: an?| any)? \Z", re.IGNORECASE)


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
        where = fill_in(said["with"], said=conditions_text(asked, said)) if asked else ""
        if (found := figures_of(fitting, rows, rest, where, said)) is not None:
            return found._replace(spans=found.spans + spans)
        if not asked or not (how_many or which):
            continue
        spans += [match.span() for pattern in (HOW_MANY, WHICH, ONLY) for match in pattern.finditer(rest)]
        sentence = fill_in(said["found"], n=len(fitting), all=len(rows), said=conditions_text(asked, said))
        return RowsAnswer(
            sentence + ("" if how_many else entries_text(fitting)), "" if how_many else compact(fitting), spans
        )
    return None


def keys_listed(value: Any, words: str, language: str) -> RowsAnswer | None:  # noqa: ANN401 - any JSON value
    """Return the values of the keys that a question wants alone: "list names only", "just the names in team red".

    None for others.
    """
    folded, said = fold(words), ROWS_TEXTS[language]
    wishes = [match.span() for match in (ALONE.search(folded), LISTED.search(folded)) if match]
    rows = next(lists_of(value), []) if wishes else []
    asked = conditions_of(rows, folded)
    conditioned = {one.key for one in asked}
    named = {key: place for key in row_keys(rows) if key not in conditioned and (place := place_of_key(folded, key))}
    if not named:
        return None
    kept = [{key: row.get(key) for key in named} for row in rows if all(one.fits(row) for one in asked)]
    text = compact(kept if len(named) > 1 else [one for row in kept for one in row.values()])
    where = fill_in(said["with"], said=conditions_text(asked, said)) if asked else ""
    sentence = fill_in(said["listed"], key="`, `".join(named), n=len(kept), where=where)
    more = f" … +{len(text) - LONGEST_LISTED}" if len(text) > LONGEST_LISTED else ""
    spans = wishes + [place.span() for place in named.values()]
    spans += [span for one in asked for span in (*one.spans, *key_spans(folded, one.key))]
    return RowsAnswer(f"{sentence}\n\n{text[:LONGEST_LISTED]}{more}", text, spans)


def key_spans(words: str, key: str) -> list[tuple[int, int]]:
    """Return where a question names a key, as a list of at most one place."""
    place = place_of_key(words, key)
    return [place.span()] if place else []


def conditions_text(conditions: list[Condition], said: dict[str, str]) -> str:
    """Return conditions as one text."""
    return f" {said['and']} ".join(one.shown() for one in conditions)


def conditions_of(rows: list[dict[str, Any]], words: str) -> list[Condition]:
    """Return what a question says of the entries it means: of keys that are true or false, of values, of numbers."""
    found, lowered = list[Condition](), words.lower()
    if (stock := stock_asked(rows, words)) is not None:
        found.append(Condition(stock[0], (Literal("0"),), "=" if stock[1] else "≠", (stock[2],)))
    for key in row_keys(rows):
        if stock is not None and key == stock[0]:
            continue
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
    numeric = [key for key in row_keys(rows) if has_numbers(rows, key)]
    named = {key: place for key in numeric if (place := place_of_key(words, key)) is not None}
    found = list[Condition]()
    for match in COMPARED.finditer(words):
        number = FIGURE.match(words, match.end())
        before = [key for key, place in named.items() if words[place.end() : match.start()].strip() in ("", "is", "of")]
        key = before[0] if before else next(iter(named or numeric), "") if len(named or numeric) == 1 else ""
        mean = None if number else AVERAGE.match(words, match.end())
        bound = Literal(number[1]) if number else average_of(rows, key) if mean and key else None
        if bound is not None and key:
            sign = COMPARISONS[int(str(match.lastgroup)[1:])][0]
            spans = [(match.start(), (number or mean or match).end())]
            found.append(Condition(key, (bound,), sign, (*spans, named[key].span()) if key in named else tuple(spans)))
    return found


def lists_of(value: Any) -> Iterator[list[dict[str, Any]]]:  # noqa: ANN401 - any JSON value
    """Yield the lists of objects in a document."""
    waiting = deque([value])
    while waiting:
        here = waiting.popleft()
        if isinstance(here, list) and here and all(isinstance(one, dict) for one in here):
            yield here
        waiting += here.values() if isinstance(here, dict) else here if isinstance(here, list) else ()


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
