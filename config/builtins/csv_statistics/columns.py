"""The columns of a table, filled row by row: a table is as large as its file, and its texts are not kept.

Numbers are kept as doubles, texts are counted, and all else is a few figures, so that a million rows fit the sandbox.
"""

import re
import statistics
from array import array
from collections import Counter
from datetime import date
from itertools import islice, pairwise, zip_longest
from math import fsum, sqrt
from typing import Any

ANY_CASE = re.IGNORECASE
FoundText = re.Match[str]


def words_in(listed: str) -> frozenset[str]:
    """Return the words of a text."""
    return frozenset(listed.split())


def compile_caseless(pattern: str) -> "re.Pattern[str]":
    """Return a compiled pattern that takes letters of any case."""
    return re.compile(pattern, ANY_CASE)


MOST_COLUMNS = 40
MOST_COUNTED = 200_000  # different texts of all columns whose frequencies are counted
CHUNK = 10_000  # rows
LARGEST = 1e100  # a larger number is text: the squares of a deviation would overflow
MISSING = frozenset({"", "na", "n/a", "nan", "null", "none", "-", "--", "?", "#n/a", "missing"})
PLAIN = re.compile(  # a digit comes before an exponent (E-410 is a code); 12,45,000 is a lakh grouping
    r"[-+−]?(?=\.?\d)(?:\d{1,3}(?:,\d{3})+|\d{1,2}(?:,\d\d)+,\d{3}|\d+)?(?:\.\d+)?(?:[eE][-+]?\d{1,3})?"
)
COMMA = re.compile(r"[-+−]?(?:\d{1,3}(?:\.\d{3})+|\d+)(?:,\d+)?")
SPACED = re.compile(  # French thousands, "1 250,50 €"; a telephone number begins with a nought
    r"[-+−]?(?:[$€£] ?)?[1-9]\d{0,2}(?:[ \u00a0\u202f]\d{3})+(?:[.,]\d{1,4})? ?(?:[$€£%]|USD|EUR|GBP|CHF)?"
)
SPACES_BETWEEN = re.compile(r"(?<=\d)[ \u00a0\u202f](?=\d{3}(?!\d))")
AFFIXES = re.compile(r"^(?:[$€£¥₹]|USD|EUR|GBP|CHF|INR|Rs\.?)\s*|\s*(?:[$€£¥₹%]|USD|EUR|GBP|CHF|INR)$")
IN_BRACKETS = re.compile(r"([$€£¥₹]?)\s*\(\s*([$€£¥₹]?[\d.,]+\s*[$€£¥₹%]?)\s*\)\s*([$€£¥₹%]?)")  # a loss in accounts
SIGN_FIRST = re.compile(r"([-−])\s*([$€£¥₹])\s*(?=\d)")
AMOUNTS = re.compile(r"(?:[$€£¥]?-?(?:[0-9]{1,3}(?:,[0-9]{3})++|[0-9]{1,40})(?:\.[0-9]{1,40})?+[$€£¥%]?\n)*+")
FIGURES = str.maketrans("", "", "0123456789-\n")
LONGEST_NUMBER = 60  # characters
SIGNS = str.maketrans("", "", "$€£¥%,")


class Column:
    """One column: what its cells have in common so far."""

    def __init__(self, name: str, before: int) -> None:
        """Take the name, and how many rows came before the first one that is this wide."""
        self.name, self.missing, self.count = name, before, 0
        self.plain: array[float] | None = array("d")  # its numbers; None when a cell is no number
        self.comma: array[float] | None = None  # the same with decimal commas, from the first cell where it matters
        self.comma_dead = self.has_point = False
        self.texts: Counter[str] | None = Counter()  # None when there are too many different ones
        self.hashes = array("q")
        self.low = self.high = ""
        self.dates = True

    def add(self, cells: list[str]) -> None:
        """Take the next cells, without spaces around them."""
        lines = "\n".join([*cells, ""])
        values = simple_numbers(cells, lines) if self.plain is not None else None
        present = cells if values else [cell for cell in cells if cell.lower() not in MISSING]
        self.missing += len(cells) - len(present)
        if not present:
            return
        self.count += len(present)
        self.hashes.extend(map(hash, present))
        if self.texts is not None:
            self.texts.update(present)
        if values and "." not in lines:
            self.dates = False
            self.keep(values, values)
        else:
            self.add_dates(present)
            self.add_numbers(present, values)

    def add_dates(self, present: list[str]) -> None:
        """Take the cells as dates, for as long as all are."""
        self.dates = self.dates and all(map(is_date, present))
        if self.dates:
            self.low = min([*present, self.low] if self.low else present)
            self.high = max([*present, self.high])

    def add_numbers(self, present: list[str], values: list[float] | None) -> None:
        """Take the cells as numbers with a decimal point and with a comma, while they are."""
        if self.plain is None and self.comma_dead:
            return
        lines = "\n".join([*present, ""])
        self.has_point = self.has_point or "." in lines
        plain = values or (points(present, lines) if self.plain is not None else None)
        self.keep(plain, self.commas(present))

    def commas(self, present: list[str]) -> list[float] | None:
        """Return the cells as numbers with a decimal comma; None when one is not, or one before was not."""
        return None if self.comma_dead else all_numbers(present, comma=True)

    def keep(self, plain: list[float] | None, comma: list[float] | None) -> None:
        """Keep the numbers of both readings; the second list begins where the two differ for the first time."""
        if comma is None:
            self.comma, self.comma_dead = None, True
        elif not self.comma_dead and (self.comma is not None or plain != comma):
            if self.comma is None:
                self.comma = array("d", self.plain or ())
            self.comma.extend(comma)
        if plain is None:
            self.plain = None
        elif self.plain is not None:
            self.plain.extend(plain)

    def unique(self) -> int:
        """Return how many different texts there are, where they are too many to count by their 64-bit hashes."""
        if self.texts is not None:
            return len(self.texts)
        ordered = sorted(self.hashes)
        return sum(1 for one, after in zip(ordered, islice(ordered, 1, None), strict=False) if one != after) + bool(
            ordered
        )

    def values(self) -> "array[float] | None":
        """Return the numbers."""
        if not self.count:
            return None
        return self.plain if self.plain is not None else self.comma

    def described(self) -> dict[str, Any]:
        """Return the statistics of the column."""
        base = {
            "name": shortened(self.name, 100),
            "count": self.count,
            "missing": self.missing,
            "unique": self.unique(),
        }
        values = self.values()
        if values is not None:
            whole = not self.has_point and all(value.is_integer() for value in values)
            return {**base, "type": "integer" if whole else "number", **numeric(values)}
        if self.count and self.dates:
            return {**base, "type": "date", "min": self.low[:40], "max": self.high[:40]}
        if self.count and self.texts is not None and {cell.lower() for cell in self.texts} <= TRUTHS:
            return {**base, "type": "boolean", "top": top(self.texts)}
        return {**base, "type": "text" if self.count else "empty", "top": top(self.texts)}


IDENTIFIER_NAME = compile_caseless(
    r"^(?:.*[ _-])?(?:id|no|nr|number|nummer|numero|code|key|index)$|^(?:#|orders?|invoices?|tickets?|customers?|users?|rows?|bestellung|auftrag|rechnung|kunde|commande|facture|client|pedido|factura|cliente)$"
)


COUNTED_NAME = compile_caseless(r"^(?:orders|invoices|tickets|customers|users)$")


DAY_NAME = compile_caseless(r"(?:date|day|datum|tag|jour|fecha|dia|when|wann)\b")


def are_days(column: Column) -> bool:
    """Return whether numbers under a date's name are days of the year: "02.11" is 2 November."""
    values = column.values() if DAY_NAME.match(column.name.strip()) else None
    return bool(values) and all(is_day_and_month(value) for value in values or ())


def is_day_and_month(value: float) -> bool:
    """Return whether the whole part of a number is a day and its two decimals a month."""
    month = round(100 * (value % 1), 6)
    return 1 <= int(value) <= 31 and month.is_integer() and 1 <= month <= 12


def is_identifier(column: Column) -> bool:
    """Say whether whole numbers number the rows: named so, each there once; "tickets" must rise."""
    values = column.values()
    if values is not None and (counts_up(column) or are_days(column)):
        return True
    if values is None or not IDENTIFIER_NAME.search(column.name.strip()):
        return False
    if COUNTED_NAME.search(column.name.strip()) and any(after <= one for one, after in pairwise(values)):
        return False
    return column.unique() == column.count and all(value.is_integer() for value in values)


NUMBERED_ROWS = compile_caseless(
    r"(?:days?|weeks?|months?|quarters?|rounds?|laps?|splits?|km|miles?|judges?|runs?|trips?|tables?|match|games?|sessions?|trials?|tests?|samples?|attempts?|try|rooms?|flats?|lines?|lanes?|seats?|heats?|stages?|steps?|levels?|kw|tag|woche|monat|quartal|runde|lauf|tisch|spiel|zimmer|wohnung|versuch|probe|jour|semaine|mois|tour|essai|manche|dia|semana|mes|ronda|vuelta|prueba|partido|mesa)"
)


def numeric_places(columns: list[Column]) -> list[int]:
    """Return the places of the columns of numbers."""
    return [place for place, column in enumerate(columns) if column.values() is not None]


def measured_places(columns: list[Column]) -> list[int]:
    """Return the places of the columns of numbers that do not only number the rows."""
    return [place for place in numeric_places(columns) if not is_identifier(columns[place])]


def counts_up(column: Column) -> bool:
    """Say whether a column numbers the rows in order ("week", "lap"), each one more."""
    values = column.values() or ()
    is_named = NUMBERED_ROWS.fullmatch(column.name.strip()) is not None
    return is_named and len(values) > 2 and all(after - one == 1 for one, after in pairwise(values))


YEAR_NAME = compile_caseless(r"year|jahr|ann[eé]e|a[nñ]o|published|released|built|born")


def is_year(column: Column) -> bool:
    """Say whether a column holds years such as 1965: named so, and whole numbers of four digits."""
    values = column.values()
    return (
        values is not None
        and YEAR_NAME.search(column.name) is not None
        and all(value.is_integer() and 1000 <= value < 2200 for value in values)
    )


TRUTHS = {"true", "false", "yes", "no"}


def filled(rows: Any, columns: list[Column]) -> int:  # noqa: ANN401 - an iterator of lists of texts
    """Add rows to their columns, more of which are made for wider rows; return the number of rows."""
    count = 0
    while chunk := list(islice(rows, CHUNK)):
        cells = list(zip_longest(*chunk, fillvalue=""))
        for place in range(len(columns), len(cells)):
            columns.append(Column(f"column {place + 1}", count))
        for column, texts in zip(columns, cells, strict=False):
            column.add(list(map(str.strip, texts)))
        for column in columns[len(cells) :]:
            column.missing += len(chunk)
        count += len(chunk)
        forget_most(columns)
    return count


def forget_most(columns: list[Column]) -> None:
    """Stop counting the texts of the columns with the most different ones until the rest fits."""
    counted = [column.texts for column in columns if column.texts is not None]
    while sum(map(len, counted)) > MOST_COUNTED:
        most = max(counted, key=len)
        counted = [texts for texts in counted if texts is not most]
        for column in columns:
            column.texts = None if column.texts is most else column.texts


def top(texts: "Counter[str] | None") -> list[dict[str, Any]]:
    """Return the most frequent values; none when there are too many to be counted."""
    return [{"value": shortened(value, 80), "count": count} for value, count in (texts or Counter()).most_common(5)]


def shortened(text: str, most: int) -> str:
    """Return a text, cut with a mark when it is longer than so many characters."""
    return text if len(text) <= most else f"{text[: most - 1]}…"


def simple_numbers(cells: list[str], lines: str) -> list[float] | None:
    """Return cells as numbers when all are plain figures, None otherwise; ``lines`` are the cells, one a line."""
    if lines.translate(FIGURES).strip(".") or ".\n" in lines or max(map(len, cells)) > LONGEST_NUMBER:
        return None
    try:
        return list(map(float, cells))
    except ValueError:
        return None


def points(cells: list[str], lines: str) -> list[float] | None:
    """Return cells as numbers with a decimal point, None when one is not; ``lines`` are the cells, one a line."""
    if AMOUNTS.fullmatch(lines):
        return list(map(float, lines.translate(SIGNS).split("\n")[:-1]))
    return all_numbers(cells)


def all_numbers(cells: list[str], *, comma: bool = False) -> list[float] | None:
    """Return cells as numbers, None from the first one that is not."""
    values = []
    for cell in cells:
        value = number(cell, comma=comma)
        if value is None:
            return None
        values.append(value)
    return values


def number(text: str, *, comma: bool = False) -> float | None:
    """Return a number, with or without currency, percent sign and thousands separators."""
    if len(text) <= LONGEST_NUMBER and is_bare_number(text, comma=comma):
        return float(text)
    text = text.strip()
    if SPACED.fullmatch(text[:LONGEST_NUMBER]):
        text = SPACES_BETWEEN.sub("", text)
    if match := IN_BRACKETS.fullmatch(text[:LONGEST_NUMBER]):
        text = f"-{AFFIXES.sub('', match[2])}"
    bare = AFFIXES.sub("", AFFIXES.sub("", SIGN_FIRST.sub(r"\1", text)))
    if (
        len(bare) > LONGEST_NUMBER
        or not bare
        or not (COMMA if comma else PLAIN).fullmatch(bare)
        or not re.search(r"\d", bare)
    ):
        return None
    bare = bare.replace("−", "-")
    value = float(bare.replace(".", "").replace(",", ".") if comma else bare.replace(",", ""))
    return value if abs(value) < LARGEST else None


def is_bare_number(text: str, *, comma: bool) -> bool:
    """Say whether a text is digits with at most a decimal point: most cells of a long column need no pattern."""
    digits = text if comma else text.replace(".", "", 1)
    return digits.isdecimal() and text.isascii() and text[-1] != "."


def is_date(text: str) -> bool:
    """Say whether a text is an ISO date."""
    try:
        date.fromisoformat(text.strip()[:10])
    except ValueError:
        return False
    return re.fullmatch(r"\d{4}-\d\d-\d\d(?:[T ].*)?", text.strip()) is not None


def numeric(values: "array[float]") -> dict[str, Any]:
    """Return the statistics of at least one number; the deviation of a single one is None."""
    ordered = sorted(values)
    quartiles = statistics.quantiles(ordered, n=4, method="inclusive") if len(ordered) > 1 else ordered * 3
    found_values = {
        "sum": fsum(ordered),
        "mean": fsum(ordered) / len(ordered),
        "median": statistics.median(ordered),
        "min": ordered[0],
        "max": ordered[-1],
        "q1": quartiles[0],
        "q3": quartiles[2],
    }
    deviation = spread(ordered) if len(ordered) > 1 else None
    return {key: rounded(value) for key, value in found_values.items()} | {
        "stdev": None if deviation is None else rounded(deviation)
    }


def spread(values: list[float]) -> float:
    """Return the standard deviation of a sample by the two-pass sum."""
    mean = fsum(values) / len(values)
    return sqrt(fsum((value - mean) ** 2 for value in values) / (len(values) - 1))


def rounded(value: float) -> float | int:
    """Return a number with 10 significant digits, whole ones without a fraction."""
    short = float(f"{value:.10g}")
    return int(short) if short.is_integer() and abs(short) < 10**15 else short
