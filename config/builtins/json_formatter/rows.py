"""Questions about a list of objects: sorted by a key, how many of them are such, and the figures of a key."""

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from config.builtins.json_formatter.values import Literal, compact
from config.builtins.wording import CannotError, fold

SORTS_BY = re.compile(
    r"\b(?:sort\w*|order\w*|rank\w*|sortier\w*|ordne\w*|tri\w*|class\w*|orden\w*)\b[^\n]*?\b(?:by|after|nach|par|selon|por|segun) "
    r"(?:the |den |dem |der |le |la |les |el |los )?(?:key |field |value of |feld |cle |clave |campo )?[\"'`]?(?P<key>[\w-]+)",
    re.IGNORECASE,
)
FALLING = re.compile(
    r"\b(?:desc\w*|high(?:est)? (?:to low|first)|(?:largest|biggest|newest|oldest) first|absteigend|fallend|decroissant\w*|mayor a menor)\b",
    re.IGNORECASE,
)
HOW_MANY = re.compile(r"\b(?:how many|count|number of|wie ?viele|combien|cuant[oa]s)\b", re.IGNORECASE)
WHICH = re.compile(r"\b(?:which|who|list|show|only|welche\w*|wer|zeig\w*|nur|quel\w*|qui|affiche\w*|cual\w*|quien\w*|muestra\w*)\b", re.IGNORECASE)  # fmt: skip
FIGURES: tuple[tuple[str, str, Callable[[list[float]], float]], ...] = (
    ("sum", r"\b(?:sum|total|altogether|summe|gesamt\w*|somme|suma)\b", sum),
    ("average", r"\b(?:average|mean|avg|durchschnitt\w*|mittelwert|moyenne|media|promedio)\b", lambda found: sum(found) / len(found)),
    ("highest", r"\b(?:max\w*|highest|largest|most expensive|hochste\w*|grosste\w*|plus (?:haut|grand|cher)\w*|mas alt[oa]|mayor)\b", max),
    ("lowest", r"\b(?:min\w*|lowest|smallest|cheapest|niedrigste\w*|kleinste\w*|plus (?:bas|petit)\w*|mas baj[oa]|menor)\b", min),
)  # fmt: skip
SORTS_LIST = re.compile(r"\b(?:sort\w*|order|rank|sortier\w*|ordne\w*|tri\w*|class\w*|orden\w*)\b", re.IGNORECASE)
EQUAL_TO = re.compile(r"\s*(?:is|=|==|:|of|equals|ist|est|es)\s*(-?\d+(?:\.\d+)?)", re.IGNORECASE)
COMPARED_WITH = re.compile(
    r"(?P<more>\b(?:more than|over|above|greater than|higher than|uber|mehr als|grosser als|plus de|superieur\w* a|mas de|mayor(?:es)? (?:que|de))|>)"
    r"\s*[$€£]?(?P<least>-?\d+(?:\.\d+)?)|(?P<less>\b(?:less than|under|below|fewer than|lower than|unter|weniger als|kleiner als|moins de|inferieur\w* a|menos de|menor(?:es)? (?:que|de))|<)"
    r"\s*[$€£]?(?P<most>-?\d+(?:\.\d+)?)",
    re.IGNORECASE,
)
NOT_TRUE = re.compile(r"\b(?:not|aren't|isn't|non|nicht|pas|no)[ -]?\Z", re.IGNORECASE)


class Condition(NamedTuple):
    """What entries must have: a key and what its value is compared with."""

    key: str
    value: Any
    sign: str  # = ≠ > <

    def fits(self, row: dict[str, Any]) -> bool:
        """Say whether an entry has it."""
        found = row.get(self.key)
        if self.sign in "=≠":
            return (found == self.value) is (self.sign == "=")
        if not isinstance(found, Literal):
            return False
        return float(found) > float(self.value) if self.sign == ">" else float(found) < float(self.value)


def sorted_rows(value: Any, words: str) -> tuple[Any, str] | None:  # noqa: ANN401 - any JSON value
    """Return the document with a list in the order of a key, and what was done; None when no key is named.

    Raises CannotError for a key that no list has.
    """
    falling = FALLING.search(fold(words)) is not None
    if (
        isinstance(value, list)
        and not any(isinstance(one, dict | list) for one in value)
        and SORTS_LIST.search(fold(words))
    ):
        return sorted(value, key=order_of, reverse=falling), "Sorted, highest first:" if falling else "Sorted:"
    match = SORTS_BY.search(fold(words))
    if match is None or re.fullmatch(
        r"keys?|names?|alphabet\w*|schlusseln?|cles?|claves?", match["key"], re.IGNORECASE
    ):
        return None
    rows = next((found for found in lists_of(value) if key_of(found, match["key"]) is not None), None)
    if rows is None:
        raise CannotError(f"I see no list whose entries have a key “{match['key']}” to sort by.")
    key = str(key_of(rows, match["key"]))
    ordered = sorted(rows, key=lambda row: order_of(row.get(key)), reverse=falling)
    return replaced(value, rows, ordered), f"Sorted by `{key}`{', highest first' if falling else ''}:"


def rows_asked(value: Any, words: str) -> tuple[str, str, tuple[int, int]] | None:  # noqa: ANN401 - as above
    """Return (the sentence, the found part as text, where the question is) for a question about entries; None for others."""
    folded = fold(words)
    for rows in lists_of(value):
        if (found := figure_of(rows, folded)) is not None:
            return found
        conditions = list(conditions_of(rows, folded))
        if not conditions or not (HOW_MANY.search(folded) or WHICH.search(folded)):
            continue
        fitting = [row for row in rows if all(one.fits(row) for one in conditions)]
        said = " and ".join(f"`{one.key}` {one.sign} {compact(one.value)}" for one in conditions)
        sentence = f"**{len(fitting)}** of {len(rows)} entries have {said}."
        listed = "" if HOW_MANY.search(folded) else compact(fitting)
        return sentence + (f"\n\n{listed[:2000]}" if listed else ""), listed, (0, len(words))
    return None


def figure_of(rows: list[dict[str, Any]], words: str) -> tuple[str, str, tuple[int, int]] | None:
    """Return the figure of a key that is asked for; None for another question."""
    asked = next(((name, made) for name, pattern, made in FIGURES if re.search(pattern, words, re.IGNORECASE)), None)
    keys = [key for key in row_keys(rows) if place_of_key(words, key) is not None]
    values = {key: [float(row[key]) for row in rows if isinstance(row.get(key), Literal)] for key in keys}
    numeric = [key for key in keys if values[key]]
    if asked is None or len(numeric) != 1:
        return None
    name, made = asked
    figure = f"{made(values[numeric[0]]):.10g}"
    left = len(rows) - len(values[numeric[0]])
    more = f" {left} of {len(rows)} entries have no number there." if left else ""
    return (
        f"The {name} of `{numeric[0]}` over {len(rows) - left} entries is **{figure}**.{more}",
        figure,
        (0, len(words)),
    )


def conditions_of(rows: list[dict[str, Any]], words: str) -> Iterator[Condition]:
    """Yield what a question says of the entries it means: a key that is true or false, or one of the values."""
    for key in row_keys(rows):
        values = [row[key] for row in rows if key in row]
        match = place_of_key(words, key)
        if match is not None and all(isinstance(one, bool) for one in values):
            is_true = not match["un"] and NOT_TRUE.search(words[: match.start()]) is None
            yield Condition(key, True, "=" if is_true else "≠")
            continue
        texts = {
            fold(one).lower(): one
            for one in values
            if isinstance(one, str) and not isinstance(one, Literal) and len(one) > 1
        }
        named = [
            one for text, one in texts.items() if re.search(rf"(?<!\w){re.escape(text)}(?!\w)", words, re.IGNORECASE)
        ]
        if len(named) == 1:
            before = words[: words.lower().find(fold(named[0]).lower())]
            yield Condition(key, named[0], "=" if NOT_TRUE.search(before) is None else "≠")
        elif match is not None and (number := EQUAL_TO.match(words, match.end())):
            yield Condition(key, Literal(number[1]), "=")
    yield from compared_numbers(rows, words)


def compared_numbers(rows: list[dict[str, Any]], words: str) -> Iterator[Condition]:
    """Yield the comparisons with a figure: of the key that is named, else of the only one that holds numbers."""
    numeric = [key for key in row_keys(rows) if any(isinstance(row.get(key), Literal) for row in rows)]
    named = [key for key in numeric if place_of_key(words, key) is not None] or numeric
    for match in COMPARED_WITH.finditer(words):
        if len(named) == 1:
            yield Condition(named[0], Literal(match["least"] or match["most"]), ">" if match["more"] else "<")


def place_of_key(words: str, key: str) -> "re.Match[str] | None":
    """Return where a question names a key, with or without a plural; "inactive" names "active", too."""
    return re.search(rf"(?<![^\W_])(?P<un>in|un|non-?)?{re.escape(fold(key))}(?:e?s)?(?!\w)", words, re.IGNORECASE)


def lists_of(value: Any) -> Iterator[list[dict[str, Any]]]:  # noqa: ANN401 - any JSON value
    """Yield the lists of objects in a document."""
    waiting = [value]
    while waiting:
        here = waiting.pop(0)
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
