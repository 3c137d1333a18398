"""Lists of objects: sorted by keys, only the entries that are wanted, or the values of some keys alone.

Each answer says which parts of the question it is made from, so that the rest of it is not left out in silence.
"""

import re
from collections import deque
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from config.builtins.json_formatter.asked_words import ALONE, LISTED
from config.builtins.json_formatter.columns import Entries, columns_of
from config.builtins.json_formatter.entry_conditions import Question, is_any, read_compared, read_named
from config.builtins.json_formatter.entry_texts import ENTRY_TEXTS
from config.builtins.json_formatter.entry_wishes import Wish
from config.builtins.json_formatter.questions import question_of, value_of
from config.builtins.json_formatter.replies import (
    LONGEST_LISTED,
    RowsAnswer,
    conditions_text,
    fits,
    refusal,
    where_text,
)
from config.builtins.json_formatter.spoken_orders import (
    MEASURE_NOUNS,
    ORDER_WISHED,
    SpokenOrder,
    is_falling_order,
    lone_measure,
    spoken_order,
)
from config.builtins.json_formatter.values import Literal, compact
from config.builtins.wording import CannotError, blanked, fill_in, fold

SORTS_BY = re.compile(
    r"\b(?:(?:sort\w*|rank\w*|sortier\w*|ordne\w*|tri(?:e[rzs]?|ee?s?)?|class\w*|orden\w*)\b[^\n]*?\b(?:by|after|nach|par|selon|por|segun)|order(?:ed|ing)?\b[^\n]*?\bby) "
    r"(?:the |den |dem |der |le |la |les |el |los )?(?:key |field |value of |feld |cle |clave |campo )?(?!(?<=por )(?:favor|orden)\b|(?<=par )ordre\b)[\"'`]?(?P<key>[\w-]+)[\"'`]?",
    re.IGNORECASE,
)
SORTS_BY_LAST = re.compile(  # "nach Preis sortieren", "put them in order of weight"
    r"\b(?:nach (?:dem |der |den )?(?P<key>[\w-]+)(?: (?:auf|ab)steigend)? (?:sortier\w*|ordne\w*)|in order of (?:the |their )?(?P<of>[\w-]+))",
    re.IGNORECASE,
)
THEN_BY = re.compile(
    r"\s*(?:,|and|und|et|y)?\s*(?:then|dann|danach|puis|luego|despues)\s+(?:by |nach |par |por )?[\"'`]?(?P<key>[\w-]+)[\"'`]?",
    re.IGNORECASE,
)
FALLING = re.compile(
    r"\b(?:desc\w*|high(?:est)? (?:to low|first)|(?:largest|biggest|newest|oldest) first|absteigend|fallend|decroissant\w*|mayor a menor|z (?:to|bis|a) a|z-a|z a la a|revers\w*|backwards|umgekehrt|ruckwarts|inverse\w*|invers[oa])\b",
    re.IGNORECASE,
)
ONLY = re.compile(r"\b(?:only|nur|seulement|uniquement|solo|where|those|with)\b", re.IGNORECASE)
SORTS_LIST = re.compile(
    r"\b(?:sort\w*|rank|sortier\w*|ordne\w*|tri(?:e[rz]?|es?)?|classe[rz]?|ordena\w*)\b|\A\W*(?:please )?order\b",
    re.IGNORECASE,
)


SORT_KEY_ASKED = {
    "en": "By which key shall I sort the entries? {keys}I put the keys of an object in order from A to Z only.",
    "de": "Nach welchem Schlüssel soll ich die Einträge sortieren? {keys}Schlüssel eines Objekts ordne ich nur von A bis Z.",
    "fr": "Selon quelle clé dois-je trier les entrées ? {keys}Je trie les clés d'un objet de A à Z seulement.",
    "es": "¿Por qué clave ordeno las entradas? {keys}Las claves de un objeto solo las ordeno de la A a la Z.",
}


def keys_to_sort_by(value: Any) -> str:  # noqa: ANN401 - any JSON value
    """Return the keys of the first list of a document as a sentence, "" without a list."""
    rows = next(lists_of(value), [])
    keys = ", ".join(f"`{key}`" for key in row_keys(rows)[:20])
    return f"{keys}. " if keys else ""


ONE_PER_LINE = re.compile(
    r"\b(?:one (?:per|a|each|on each) line|(?:each|every one|one) (?:on|in) (?:its own|a new|a separate|an own) line|line by line|(?:as|in) separate lines|(?:eine?r?|je eine?r?) (?:pro|je) zeile|"
    r"zeilenweise|zeile fur zeile|(?:une?|chacune?) par ligne|ligne par ligne|un[oa]? (?:por|en cada) linea|linea por linea)\b",
    re.IGNORECASE,
)


def plain_text(value: Any) -> str:  # noqa: ANN401 - any JSON value
    """Return a value as it stands on a line of its own: a text without quotes."""
    return value if isinstance(value, str) else compact(value)


class SortedRows(NamedTuple):
    """A document with a list in another order: what was done, and the parts of the question it is made from."""

    value: Any
    sentence: str
    spans: list[tuple[int, int]]


def sorted_rows(value: Any, words: str, language: str) -> SortedRows | None:  # noqa: ANN401 - any JSON value
    """Return the document with a list in the order of keys; None when none is named.

    Raises CannotError for a key that no list has.
    """
    folded, said = fold(words), ENTRY_TEXTS[language]
    falling = FALLING.search(folded)
    spans = [falling.span()] if falling else []
    order = said["order"] if falling else ""
    match = SORTS_LIST.search(folded)
    if match and isinstance(value, list) and not any(isinstance(one, dict | list) for one in value):
        ordered: list[Any] = sorted(value, key=order_of, reverse=falling is not None)
        return SortedRows(ordered, f"{said['list']}{order}:", [match.span(), *spans])
    match, spoken = SORTS_BY.search(folded) or SORTS_BY_LAST.search(folded), spoken_order(folded)
    named = named_key(match)
    is_of_keys = (
        re.fullmatch(r"keys?|names?|alphabet\w*|schlusseln?|cles?|claves?", named, re.IGNORECASE) if named else None
    )
    if named and is_of_keys and any(key_of(rows, named) is not None for rows in lists_of(value)):
        is_of_keys = None  # the entries have a key "name"
    if match is not None and not is_of_keys:
        return sorted_by(value, folded, match, language, spoken)
    if spoken is not None and ORDER_WISHED.search(folded) and any(lists_of(value)):
        return sorted_by_measure(value, folded, spoken, language)
    if falling and SORTS_LIST.search(folded):
        raise CannotError(fill_in(SORT_KEY_ASKED[language], keys=keys_to_sort_by(value)))
    return None


def named_key(match: "re.Match[str] | None") -> str:
    """Return the key that an order to sort names, "" for none."""
    return (match["key"] or match.groupdict().get("of") or "") if match is not None else ""


def sorted_by_measure(value: Any, folded: str, spoken: SpokenOrder, language: str) -> SortedRows | None:  # noqa: ANN401 - any JSON value
    """Return a list in a spoken order by the only key with numbers, or by the one key that the question names; None for none.

    Raises CannotError where several keys could be meant.
    """
    rows = next(lists_of(value))
    named = [key for key in row_keys(rows) if place_of_key(blanked(folded, *spoken.span), key) is not None]
    measured = [key for key in named if any(isinstance(row.get(key), Literal) for row in rows)]
    key = measured[0] if len(measured) == 1 else lone_measure(rows)
    if not key:
        raise CannotError(fill_in(SORT_KEY_ASKED[language], keys=keys_to_sort_by(value)))
    falls = is_falling_order(spoken, key, [row.get(key) for row in rows])
    kept = sorted(rows, key=lambda row: order_of(row.get(key)), reverse=falls)
    said = ENTRY_TEXTS[language]
    sentence = fill_in(said["sorted"], keys=f"`{key}`") + (said["order"] if falls else "")
    spans = [spoken.span, *(match.span() for match in ORDER_WISHED.finditer(folded))]
    spans += [place.span()] if (place := place_of_key(folded, key)) is not None else []
    return SortedRows(replaced(value, rows, kept), f"{sentence}:", spans)


def sorted_by(
    value: Any,  # noqa: ANN401 - any JSON value
    words: str,
    match: "re.Match[str]",
    language: str,
    spoken: SpokenOrder | None,
) -> SortedRows:
    """Return the document with the list sorted that has the key named; only the entries asked for, where some are."""
    said, named, guess = ENTRY_TEXTS[language], named_key(match), ""
    rows = next((found for found in lists_of(value) if key_of(found, named) is not None), None)
    if rows is None and MEASURE_NOUNS.fullmatch(named) and any(lists_of(value)):
        rows = next(lists_of(value))
        guess = lone_measure(rows)
    if rows is None or not (guess or key_of(rows, named)):
        raise CannotError(f"I see no list whose entries have a key “{named}” to sort by.")
    keys, end = [guess or str(key_of(rows, named))], match.end()
    while (further := THEN_BY.match(words, end)) and (key := key_of(rows, further["key"])) is not None:
        keys, end = [*keys, key], further.end()
    rest = blanked(words, match.start(), end)
    rest = blanked(rest, *spoken.span) if spoken is not None else rest
    read = conditions_of(rows, rest, language) if ONLY.search(rest) else None
    wish = Wish("rows", conditions=tuple(read.conditions), is_any=is_any(read)) if read else Wish()
    asked, falling = wish.conditions, FALLING.search(words)
    kept = [row for place, row in enumerate(rows) if read is None or fits(wish, read.table, place)]
    falls = (
        is_falling_order(spoken, keys[0], [row.get(keys[0]) for row in rows])
        if spoken is not None
        else falling is not None
    )
    kept.sort(key=lambda row: [order_of(row.get(key)) for key in keys], reverse=falls)
    spans = [(match.start(), end), *(read.spans if read else []), *([spoken.span] if spoken is not None else [])]
    spans += [found.span() for found in ONLY.finditer(rest)] if asked else []
    sentence = fill_in(said["sorted"], keys=", ".join(f"`{key}`" for key in keys)) + (said["order"] if falls else "")
    if guess:
        sentence = f"{fill_in(said['guess'], word=named, key=guess)} {sentence}"
    if asked:
        found = fill_in(said["found"], n=len(kept), all=len(rows), said=conditions_text(wish, language))
        sentence = f"{found} {sentence}"
    return SortedRows(replaced(value, rows, kept), f"{sentence}:", [*spans, *([falling.span()] if falling else [])])


def conditions_of(rows: list[dict[str, Any]], words: str, language: str) -> Question:
    """Return a question about a list as it is read, with what it says of its entries."""
    asked = Question(Entries((), list(rows), columns_of(rows)), words, language)
    read_compared(asked)
    read_named(asked)
    return asked


BARE_KEYS = re.compile(  # "names of the items", "prices?": nothing but keys, entries and the words between them
    r"\W*(?:all |the |alle |die |les |los |las |todos los |tous les )*[\w-]+(?:,?(?: (?:of|and|for|from|in|von|der|und|des?|du|et|del?|y|all|the|every|each|aller|alle|die|les|los|las|la|le|el))* [\w-]+){0,2}(?: (?:please|pls|bitte|svp))?\W*",
    re.IGNORECASE,
)


LONGEST_BARE = 120  # characters


def is_bare_list(folded: str) -> bool:
    """Return whether folded words only name keys and entries."""
    return len(folded.strip()) <= LONGEST_BARE and BARE_KEYS.fullmatch(folded.strip()) is not None


def keys_listed(tables: Sequence[Entries], words: str, language: str) -> RowsAnswer | None:
    """Return the values of the keys that a question wants alone: "list names only", "just the names in team red".

    None for others.
    """
    folded, said = fold(words), ENTRY_TEXTS[language]
    wishes = [match.span() for match in (ALONE.search(folded), LISTED.search(folded)) if match]
    read = question_of(tables, words, language)
    is_bare = read is not None and read.named and not (read.left or read.is_about_document) and is_bare_list(folded)
    if read is None or not (wishes or is_bare or (read.wish.conditions and not read.left)):
        return None
    conditioned = {one.key for one in read.wish.conditions}
    named = [
        key
        for key in read.seen
        if key not in conditioned and (key in read.named or read.table.columns[key].kind == "text")
    ]
    named = [key for key in named if not is_left_out(folded, key)] or named
    if not named:
        return None
    if read.left:
        return refusal(read.left, read.table, language, [(0, len(words))])
    places = [place for place in range(len(read.table.rows)) if fits(read.wish, read.table, place)]
    kept = in_listed_order([{key: value_of(read.table.rows[place], key) for key in named} for place in places], folded)
    values = [one for row in kept for one in row.values()]
    text = compact(kept if len(named) > 1 else values)
    if (lines := ONE_PER_LINE.search(folded)) is not None:
        wishes.append(lines.span())
        kept = [row for row in kept if any(one is not None for one in row.values())] or kept  # no line for nothing
        text = "\n".join(", ".join(plain_text(one) for one in row.values()) for row in kept)
    where = where_text(read.wish, language)
    sentence = fill_in(said["listed"], key="`, `".join(named), n=len(kept), where=where)
    more = f" … +{len(text) - LONGEST_LISTED}" if len(text) > LONGEST_LISTED else ""
    return RowsAnswer(f"{sentence}\n\n{text[:LONGEST_LISTED]}{more}", text, [*wishes, *read.spans])


LISTED_SORTED = re.compile(
    r"\b(?:sorted(?! by)|alphabetical(?:ly)?|from a to z|sortiert(?! nach)|alphabetisch|triee?s?(?! par)|par ordre alphabetique|ordenad[oa]s(?! por)|alfabeticamente)\b",
    re.IGNORECASE,
)
NO_RISING = re.compile(r"\b(?:desc\w*|revers\w*|backwards?|highest|largest|z|absteigend|ruckwarts|decroissant|descendente|umgekehrt)\b", re.IGNORECASE)  # fmt: skip


def in_listed_order(kept: list[dict[str, Any]], folded: str) -> list[dict[str, Any]]:
    """Return the values of one key in their order where a question wants them sorted: "names only, sorted"."""
    values = [one for row in kept for one in row.values()]
    is_alike = all(isinstance(one, str) for one in values) or all(isinstance(one, Literal) for one in values)
    if LISTED_SORTED.search(folded) is None or NO_RISING.search(folded) or not is_alike or len(values) != len(kept):
        return kept
    return sorted(kept, key=lambda row: next((float(one), "") if isinstance(one, Literal) else (0.0, fold(one).lower()) for one in row.values()))  # fmt: skip


def is_left_out(folded: str, key: str) -> bool:
    """Return whether a question names a key as one that is not wanted: "only name and price, not the stock"."""
    last = re.escape(fold(key.rpartition(".")[2]).lower())
    return (
        re.search(
            rf"\b(?:not|no|without|except|nicht|kein\w*|ohne|ausser|pas|sans|sauf|sin|excepto)(?: (?:the|any|den|die|das|der|le|la|les|el|los|las|de))* {last}(?:e?s|n)?\b",
            folded,
            re.IGNORECASE,
        )
        is not None
    )


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


def row_keys(rows: list[dict[str, Any]]) -> list[str]:
    """Return the keys of the entries, each once."""
    return list(dict.fromkeys(key for row in rows for key in row))


def place_of_key(words: str, key: str) -> "re.Match[str] | None":
    """Return where a question names a key, with or without a plural; "inactive" names "active", too."""
    name = fold(key).lower()
    if name not in words.lower():  # most keys: a pattern for each would take minutes
        return None
    return re.search(rf"(?<![^\W_])(?P<un>in|un|non-?)?{re.escape(name)}(?:e?s)?(?!\w)", words, re.IGNORECASE)
