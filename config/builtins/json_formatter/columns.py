"""The entries of a document as tables: lists of objects, objects of objects and lists of values, with the columns of their keys.

Lists at the same place of other entries ("the items of all orders") are one table. A document is walked once, without recursion.
"""

import re
from collections import deque
from collections.abc import Iterator
from decimal import Decimal
from typing import Any, NamedTuple

from config.builtins.json_formatter.asked_words import ENTRY_NOUNS
from config.builtins.json_formatter.values import NUMBER, Literal
from config.builtins.wording import fold

MOST_TABLES = 12
LABELS = re.compile(r"(?:\w+[_.])?(?:name|title|label|nom|nombre|titel|titre|titulo|item|product|user|city)|.*name", re.IGNORECASE)  # fmt: skip
IDENTITY = re.compile(r"(?:\w+[_.])?(?:id|uuid|zip|plz|zipcode|postcode|postal_code|phone|tel|sku|isbn|nr|no)|\w+I[dD]")
ISO_DATE = re.compile(r"(\d{4})[-/](\d\d)(?:[-/](\d\d))?(?:[T ](\d\d:\d\d(?::\d\d)?)\S*)?")
WRITTEN_DATE = re.compile(r"(\d{1,2})([./])(\d{1,2})\2(\d{4})")


class Column(NamedTuple):
    """The values of a key by the place of their entry; ``kind`` is number, date, flag, text, list or other.

    Dates are ISO texts, numbers keep the form in which they were written. What is not of the kind is left out.
    """

    key: str
    kind: str
    values: dict[int, Any]
    present: frozenset[int]


class Entries(NamedTuple):
    """A table of a document: the keys that lead to it, its entries, and their columns by key; a nested key is dotted."""

    path: tuple[str, ...]
    rows: list[Any]
    columns: dict[str, Column]

    def of_kind(self, kind: str) -> list[str]:
        """Return the keys of a kind."""
        return [key for key, column in self.columns.items() if column.kind == kind]

    def numbers(self) -> list[str]:
        """Return the keys with numbers that are no identities."""
        keys = self.of_kind("number")
        return [key for key in keys if not IDENTITY.fullmatch(key) and fold(key).lower() not in ENTRY_NOUNS] or keys

    def label(self, place: int) -> str:
        """Return what an entry is called: its name, else its first text, "" without any."""
        texts = self.of_kind("text")
        keys = [key for key in texts if LABELS.fullmatch(fold(key))] + texts
        values = next((self.columns[key].values for key in keys if place in self.columns[key].values), {})
        name, numbers = str(values.get(place, ""))[:60], self.of_kind("number")
        same = sum(1 for one in values.values() if one == values.get(place)) > 1 or not name
        identity = next((key for key in numbers if key not in self.numbers()), "") if same else ""
        number = self.columns[identity].values.get(place, "") if identity else ""
        return f"{identity} {number} {f'({name})' if name else ''}".strip() if number else name


def tables_of(value: Any) -> list[Entries]:  # noqa: ANN401 - any JSON value
    """Return the tables of a document, nearest first, at most ``MOST_TABLES``."""
    found: dict[tuple[str, ...], list[Any]] = {}
    waiting: deque[tuple[tuple[str, ...], Any]] = deque([((), value)])
    while waiting:
        path, here = waiting.popleft()
        if isinstance(here, list) and here:
            kinds = {isinstance(one, dict | list) for one in here}
            if kinds == {False} or all(isinstance(one, dict) for one in here):
                found.setdefault(path, []).extend(here)
            waiting += ((path, one) for one in here if isinstance(one, dict | list))
        elif isinstance(here, dict):
            named = entries_of_object(here)
            if named:
                found.setdefault(path, []).extend(named)
            waiting += (
                ((*path, "*" if named else key), one) for key, one in here.items() if isinstance(one, dict | list)
            )
    return [Entries(path, rows, columns_of(rows)) for path, rows in list(found.items())[:MOST_TABLES]]


def entries_of_object(here: dict[str, Any]) -> list[Any]:
    """Return the objects in an object as entries with their key, where they have a key in common: {"ann": {…}, "bob": {…}}."""
    inner = list(here.values())
    if len(inner) < 2 or not all(isinstance(one, dict) and one for one in inner):
        return []
    common = set(inner[0]).intersection(*inner[1:])
    return [{"key": key, **one} for key, one in here.items()] if common else []


def columns_of(rows: list[Any]) -> dict[str, Column]:
    """Return the columns of entries; an entry that is no object has the column ``value``."""
    found: dict[str, dict[int, Any]] = {}
    for place, row in enumerate(rows):
        for key, value in fields_of(row):
            found.setdefault(key, {})[place] = value
    return {key: column_of(key, values) for key, values in found.items()}


def fields_of(row: Any) -> Iterator[tuple[str, Any]]:  # noqa: ANN401 - any JSON value
    """Yield the keys of an entry with their values; the keys of an object in it are dotted."""
    if not isinstance(row, dict):
        yield "value", row
        return
    waiting: deque[tuple[str, Any]] = deque(row.items())
    while waiting:
        key, value = waiting.popleft()
        if isinstance(value, dict):
            waiting += ((f"{key}.{inner}", one) for inner, one in value.items())
        else:
            yield key, value


def column_of(key: str, values: dict[int, Any]) -> Column:
    """Return a column of the values of a key; numbers and dates in texts are such where all texts are."""
    there = {place: one for place, one in values.items() if one is not None and one not in ("", [])}
    present = frozenset(there)
    kinds = {kind_of_value(one) for one in there.values()}
    if kinds == {"text"} and (dates := dates_of(there)):
        return Column(key, "date", dates, present)
    if kinds == {"text"} and all(NUMBER.fullmatch(one) for one in there.values()) and not IDENTITY.fullmatch(key):
        return Column(key, "number", {place: Literal(one) for place, one in there.items()}, present)
    if "number" in kinds and "list" not in kinds:
        return Column(key, "number", {place: one for place, one in there.items() if isinstance(one, Literal)}, present)
    return Column(key, kinds.pop() if len(kinds) == 1 else "other", there, present)


def kind_of_value(value: Any) -> str:  # noqa: ANN401 - any JSON value
    """Return the kind of a value that is there."""
    if isinstance(value, Literal):
        return "number"
    return {bool: "flag", str: "text", list: "list"}.get(type(value), "other")


def dates_of(values: dict[int, str]) -> dict[int, str]:
    """Return texts as ISO dates; nothing where one is none, or day and month cannot be told apart."""
    written = [match for one in values.values() if (match := WRITTEN_DATE.fullmatch(one))]
    slashed = [(int(one[1]), int(one[3])) for one in written if one[2] == "/"]
    is_day_first, is_month_first = any(one > 12 for one, _ in slashed), any(two > 12 for _, two in slashed)
    if slashed and is_day_first is is_month_first:
        return {}
    made: dict[int, str] = {}
    for place, one in values.items():
        iso, match = ISO_DATE.fullmatch(one), WRITTEN_DATE.fullmatch(one)
        if iso is not None:
            made[place] = "-".join(part for part in iso.groups()[:3] if part) + (f"T{iso[4]}" if iso[4] else "")
        elif match is not None:
            day, month = (match[3], match[1]) if is_month_first else (match[1], match[3])
            made[place] = f"{match[4]}-{int(month):02d}-{int(day):02d}"
        else:
            return {}
    return made


def with_product(table: Entries, words: str) -> tuple[Entries, tuple[str, tuple[int, int]] | None]:
    """Return a table with the column that a folded question multiplies, such as "price*qty", with its key and place; None for none."""
    if not TIMES.search(words):
        return table, None
    keys = table.numbers()
    for one in keys:
        for other in keys:
            first, second = (re.escape(fold(key)) for key in (one, other))
            match = re.search(rf"\b{first}s?[\"'`]? ?{TIMES.pattern} ?[\"'`]?{second}s?\b", words, re.IGNORECASE)
            if one != other and match is not None:
                name, left, right = f"{one}*{other}", table.columns[one].values, table.columns[other].values
                made = {
                    place: Literal(f"{Decimal(value) * Decimal(right[place]):f}")
                    for place, value in left.items()
                    if place in right
                }
                columns = {**table.columns, name: Column(name, "number", made, frozenset(made))}
                return table._replace(columns=columns), (name, match.span())
    return table, None


TIMES = re.compile(r"(?:\*|×|\bx\b|\btimes\b|\bmultiplied by\b|\bmal\b|\bfois\b|\bpor\b)", re.IGNORECASE)
