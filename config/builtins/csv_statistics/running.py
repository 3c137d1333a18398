"""Runs a query over the rows of a table, in one pass: filters, groups, and the rows at the ends of an order."""

import heapq
import re
import statistics
from array import array
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from math import fsum
from typing import Any, NamedTuple

from config.builtins.csv_statistics.columns import (
    MISSING,
    Column,
    compile_caseless,
    is_identifier,
    number,
    numeric_places,
    rounded,
    shortened,
    spread,
)
from config.builtins.csv_statistics.day_cells import DAY_SIGNS, WEEKDAY_SIGNS, iso_day, order_of_days, weekday_of
from config.builtins.csv_statistics.filters import Filter
from config.builtins.csv_statistics.query import ADDITIVE, NO_AMOUNT, OPERATIONS, Query
from config.builtins.wording import AnswerFault, fold

RowsAgain = Callable[[], Iterable[list[str]]]
MOST_GROUPS = 100_000
MOST_SHOWN = 20  # rows and groups of an answer; the rest is counted and said
FIGURE_NAMES = (
    "sum",
    "mean",
    "median",
    "min",
    "max",
    "stdev",
    "variance",
    "q1",
    "q3",
    "percentile",
    "range",
    "count",
    "unique",
    "missing",
)


class Result(NamedTuple):
    """What a query gave: figures ``(operation, column, value)``, rows, and how many there were."""

    figures: list[tuple[str, str, Any]]
    rows: list[list[Any]]
    heads: list[str]
    matched: int
    total: int
    kind: str  # figures, groups, rows, best, values


def cell_number(cell: str, column: Column) -> float | None:
    """Return a cell as a number, read as the whole column is."""
    return None if cell.lower() in MISSING else number(cell, comma=column.plain is None)


def selected(rows: Iterable[list[str]], filters: Sequence[Filter], columns: list[Column]) -> Iterator[list[str]]:
    """Yield the rows that pass all filters, filled up to the width of the table."""
    checks = [check_of(one, columns) for one in filters]
    width = len(columns)
    for row in rows:
        full = row + [""] * (width - len(row)) if len(row) < width else row
        if all(check(full) for check in checks):
            yield full


def is_gap_of(cell: str, column: Column) -> bool:
    """Return whether a cell holds nothing; "none" is a word in a column of words."""
    text = cell.strip().lower()
    return text in MISSING and (text != "none" or column.values() is not None or column.dates)


def check_of(one: Filter, columns: list[Column]) -> Callable[[list[str]], bool]:
    """Return the test of a filter."""
    if one.sign == "either":
        parts = [check_of(part, columns) for part in one.any_of]
        return lambda row: any(part(row) for part in parts)
    place, column = one.column, columns[one.column]
    if one.sign == "between":
        low, high = (float(value) for value in one.values)
        return lambda row: (value := cell_number(row[place], column)) is not None and low <= value <= high
    if one.sign in ("empty", "full"):
        return lambda row: (
            (any(map(is_gap_of, row, columns)) if place < 0 else row[place].lower() in MISSING) is (one.sign == "empty")
        )
    if one.sign in DAY_SIGNS:
        months_first = bool(order_of_days(column))
        return lambda row: (
            (day := iso_day(row[place], months_first=months_first)) != ""
            and (one.values[0] <= day <= one.values[1]) is (one.sign == "days")
        )
    if one.sign in WEEKDAY_SIGNS:
        is_month_first = bool(order_of_days(column))
        return lambda row: (
            (weekday := weekday_of(row[place], months_first=is_month_first)) != ""
            and (weekday in one.values) is (one.sign == "weekday")
        )
    if one.sign == "month":
        return lambda row: row[place][5:7] in one.values or row[place][:7] in one.values
    if column.values() is None:
        wanted = {value.casefold() for value in one.values}
        return lambda row: (row[place].casefold() in wanted) is (one.sign == "=")
    return number_check(one, place, column)


def number_check(one: Filter, place: int, column: Column) -> Callable[[list[str]], bool]:
    """Return the test of a filter that compares numbers with one or any of several."""
    limit = float(one.values[0])
    if one.sign == "=" and len(one.values) > 1:
        limits = {float(value) for value in one.values}
        return lambda row: cell_number(row[place], column) in limits
    compare: dict[str, Callable[[float], bool]] = {
        ">": lambda value: value > limit,
        ">=": lambda value: value >= limit,
        "<": lambda value: value < limit,
        "<=": lambda value: value <= limit,
        "=": lambda value: value == limit,
        "≠": lambda value: value != limit,
    }
    passes = compare[one.sign]
    return lambda row: (value := cell_number(row[place], column)) is not None and passes(value)


def run(query: Query, columns: list[Column], rows: RowsAgain, total: int) -> Result:
    """Return the result of a query. Raises AnswerFault."""
    if query.fault or query.absent or query.lost:
        raise AnswerFault(query.fault or ("absent" if query.absent else "which"))
    return computed(query, columns, rows, total)


def computed(query: Query, columns: list[Column], rows: RowsAgain, total: int) -> Result:
    """Return the result of a query whose columns are known. Raises AnswerFault."""
    operations, subject, group = query.operations, query.subject, query.group
    ends = [name for name in operations if name in ("most", "least", "max", "min")]
    if query.sort >= 0 and not set(operations) - {"max", "min", "most", "least"}:
        return rows_listed(query, columns, rows, total)
    if "share" in operations:
        return share(query, columns, rows, total)
    if "unique" in operations and subject >= 0 and group < 0:
        return different(query, columns, rows, total)
    if rank_of(query) > 1:
        return at_rank(query, columns, rows, total)
    return of_rows_or_groups(query, columns, rows, total, ends)


def of_rows_or_groups(query: Query, columns: list[Column], rows: RowsAgain, total: int, ends: list[str]) -> Result:
    """Return the rows, groups or figures of a query; ``ends`` ask for an end of an order."""
    operations, subject, group = query.operations, query.subject, query.group
    counts_groups = "mode" in operations or (bool(ends) and not query.measures and subject >= 0)
    if counts_groups and (subject >= 0 or group >= 0):
        beside = numbers_beside(query, columns) if ends and "mode" not in operations else ()
        of_groups = best if len(beside) == 1 else counted
        return of_groups(query._replace(measures=beside[:1]), columns, rows, total)
    if subject >= 0 and (ends or query.top) and query.measures and group < 0:
        return best(query, columns, rows, total)
    if query.top and query.measures and group < 0:
        return ordered(query, columns, rows, total)
    if group >= 0:
        return grouped(with_measure(query, columns), columns, rows, total)
    if query.shows or (query.filters and not operations):
        return rows_listed(query, columns, rows, total)
    return figures(query, columns, rows, total)


def at_rank(query: Query, columns: list[Column], rows: RowsAgain, total: int) -> Result:
    """Return the entry at the second, third … place. Raises AnswerFault without such an entry."""
    rank = rank_of(query)
    plain = query._replace(degrees=tuple(one._replace(rank=1) for one in query.degrees), top=0)
    if query.subject < 0 and query.group < 0:
        if len(query.measures) != 1:
            raise AnswerFault("which")
        place, is_least = query.measures[0], bool({"least", "min"} & set(query.operations))
        cells = (cell_number(row[place], columns[place]) for row in selected(rows(), query.filters, columns))
        values = sorted({value for value in cells if value is not None}, reverse=not is_least)
        if len(values) < rank:
            raise AnswerFault("which")
        name = "min" if is_least else "max"
        return Result([(name, columns[place].name, rounded(values[rank - 1]))], [], [], len(values), total, "figures")
    result = computed(plain, columns, rows, total)
    different_values = list(dict.fromkeys(row[1] for row in result.rows)) if result.kind in ("best", "groups") else []
    if len(different_values) < rank:
        raise AnswerFault("which")
    return result._replace(rows=[row for row in result.rows if row[1] == different_values[rank - 1]])


def rank_of(query: Query) -> int:
    """Return the place that is asked for: 2 for the second highest, else 1."""
    return max([one.rank for one in query.degrees], default=1)


def numbers_beside(query: Query, columns: list[Column]) -> tuple[int, ...]:
    """Return the columns with numbers that a question about the values of a column may be of."""
    numeric = numeric_places(columns)
    places = [place for place in numeric if not is_identifier(columns[place])] or numeric
    return tuple(place for place in places if place not in (query.subject, query.group))


def with_measure(query: Query, columns: list[Column]) -> Query:
    """Return groups with the only column of their figure. Raises AnswerFault for several."""
    if query.measures or not {"sum", "mean", "median", "min", "max", "stdev"} & set(query.operations):
        return query
    numeric = [place for place in numeric_places(columns) if place != query.group]
    if len(numeric) > 1:  # rows that are numbered, or their days, are no measure
        numeric = [place for place in numeric if not is_identifier(columns[place])]
    if len(numeric) != 1:
        raise AnswerFault("which")
    return query._replace(measures=(numeric[0],))


def figure(name: str, values: "array[float]", percentile: float = 0) -> float | int | None:
    """Return one figure of numbers, None when there are too few."""
    if name == "count":
        return len(values)
    if name == "unique":
        return len(set(values))
    if not values or (name in ("stdev", "variance") and len(values) < 2):
        return 0 if name == "sum" else None
    if name in ("stdev", "variance"):
        deviation = spread(sorted(values))
        return rounded(deviation if name == "stdev" else deviation**2)
    simple: dict[str, Callable[[], float]] = {
        "sum": lambda: fsum(values),
        "mean": lambda: fsum(values) / len(values),
        "median": lambda: statistics.median(values),
        "min": lambda: min(values),
        "max": lambda: max(values),
        "range": lambda: max(values) - min(values),
        "q1": lambda: quantile(values, 25),
        "q3": lambda: quantile(values, 75),
        "percentile": lambda: quantile(values, percentile),
    }
    return rounded(simple[name]())


def quantile(values: "array[float]", percent: float) -> float:
    """Return a percentile, interpolated between the nearest values (method 7 of Hyndman and Fan)."""
    ranked = sorted(values)
    place = (len(ranked) - 1) * percent / 100
    low = int(place)
    high = min(low + 1, len(ranked) - 1)
    return ranked[low] + (ranked[high] - ranked[low]) * (place - low)


def figures(query: Query, columns: list[Column], rows: RowsAgain, total: int) -> Result:
    """Return figures of the rows that pass: of the named, the only or all numeric columns."""
    names, places = figure_names(query, columns), figure_places(query, columns)
    if names == ["count"] and not query.measures:
        matched = sum(1 for _ in selected(rows(), query.filters, columns))
        return Result([("rows", "", matched)], [], [], matched, total, "figures")
    gathered = {place: Gathered(array("d"), set(), []) for place in places}
    matched = 0
    for row in selected(rows(), query.filters, columns):
        matched += 1
        for place, kept in gathered.items():
            gather(kept, row[place], columns[place])
    if not places:
        raise AnswerFault("no numbers")
    found = [
        (name, columns[place].name, gathered_figure(name, kept, query))
        for place, kept in gathered.items()
        for name in names
    ]
    return Result(found, [], [], matched, total, "figures")


class Gathered(NamedTuple):
    """What the cells of a column are: its numbers, its different texts, and a mark for each empty cell."""

    numbers: "array[float]"
    texts: set[str]
    empty: list[None]


def gather(kept: Gathered, cell: str, column: Column) -> None:
    """Add a cell to what its column has so far."""
    if cell.lower() in MISSING:
        kept.empty.append(None)
    elif column.values() is not None and (value := number(cell, comma=column.plain is None)) is not None:
        kept.numbers.append(value)
    elif len(kept.texts) < MOST_GROUPS:
        kept.texts.add(cell)


def shown_number(value: float) -> str:
    """Return a number as digits."""
    return f"{value:.12g}"


def gathered_figure(name: str, kept: Gathered, query: Query) -> object:
    """Return one figure of a column."""
    if name == "missing":
        return len(kept.empty)
    if name == "mode" and kept.numbers:
        counts = Counter(kept.numbers).most_common()
        return ", ".join(shown_number(value) for value, count in counts if count == counts[0][1])
    if name == "unique" and kept.texts:
        return len(kept.texts)
    return figure(name, kept.numbers, query.percentile)


def figure_names(query: Query, columns: list[Column]) -> list[str]:
    """Return the figures asked for; "how many units" is a sum of what adds up."""
    names = [{"most": "max", "least": "min"}.get(name, name) for name in query.operations]
    beside = query.subject < 0 and len([name for name in names if name in FIGURE_NAMES]) > 0
    names = [name for name in names if name in FIGURE_NAMES or (name == "mode" and beside)]
    if len(names) > 1 and {"missing", "unique"} & set(names):
        names = [name for name in names if name != "count"]  # "how many emails are missing"
    if names == ["count"] and query.measures and "how many rows" not in query.said:
        if is_identifier(columns[query.measures[0]]):
            return ["count"]
        return ["sum"] if ADDITIVE.search(columns[query.measures[0]].name) else ["count"]
    return names


def figure_places(query: Query, columns: list[Column]) -> list[int]:
    """Return the columns that figures are asked of."""
    if set(query.operations) <= {"count", "missing", "unique"} and query.subject >= 0 and not query.measures:
        return [query.subject]
    numeric = numeric_places(columns)
    if (
        "missing" in query.operations
        and set(query.operations) <= {"missing", "count", "unique"}
        and not query.measures
        and query.subject < 0
    ):
        return list(range(len(columns)))
    return list(query.measures) or [place for place in numeric if not is_identifier(columns[place])] or numeric


def measured_groups(
    query: Query, columns: list[Column], rows: RowsAgain, by: int
) -> tuple[dict[str, "array[float]"], dict[str, int], int]:
    """Return the numbers of each group, how many rows each has, and how many rows passed. Raises AnswerFault."""
    measure = query.measures[0] if query.measures else -1
    numbers: dict[str, array[float]] = {}
    counts: dict[str, int] = {}
    matched = 0
    for row in selected(rows(), query.filters, columns):
        matched += 1
        key = row[by]
        if key not in counts and len(counts) >= MOST_GROUPS:
            raise AnswerFault("groups")
        counts[key] = counts.get(key, 0) + 1
        held = numbers.setdefault(key, array("d"))
        value = cell_number(row[measure], columns[measure]) if measure >= 0 else None
        if value is not None:
            held.append(value)
    return numbers, counts, matched


def stands_alone(name: str, said: str) -> bool:
    """Say whether a figure has a part of the question to itself, unlike the average in "the highest average"."""
    patterns = dict(OPERATIONS)
    ends = "|".join(patterns[end] for end in ("max", "min", "most", "least"))
    clauses = re.split(r"\band\b|[,;+&]", re.sub(r" of (?:min|max)\b", "", said), flags=re.IGNORECASE)
    return any(
        re.search(patterns[name], clause, re.IGNORECASE) and not re.search(ends, clause, re.IGNORECASE)
        for clause in clauses
    )


def is_of_groups(name: str, said: str) -> bool:
    """Say whether a figure is asked of each group: "average per class, and the best one"."""
    match = re.search(dict(OPERATIONS)[name], said, re.IGNORECASE)
    return match is not None and re.match(r"[^.;?,]{0,40}?\bper\b", said[match.end() :]) is not None


HOW_MUCH_EACH = compile_caseless(  # "how much did each shop take": what it took in all
    r"\bhow much (?:money |time )?(?:did|does|do|has|have|had|was|is|were)\b|\b(?:what (?:did|does|has)|how much) per\b"
)


def group_figure(query: Query, columns: list[Column]) -> str:
    """Return the figure that groups are measured by: the named one, else sum or mean."""
    named = [name for name in query.operations if name in FIGURE_NAMES and name not in ("max", "min", "count")]
    ends = {"max", "min", "most", "least"} & set(query.operations)
    by_group = query.group >= 0 and len(named) == 1 and is_of_groups(named[0], query.said)
    named = [name for name in named if by_group or not (ends and stands_alone(name, query.said))]
    if named:
        return named[0]
    if not query.measures:
        return "count"
    name = fold(columns[query.measures[0]].name)
    is_amount = HOW_MUCH_EACH.search(query.said) is not None and NO_AMOUNT.search(name) is None
    return "sum" if is_amount or ADDITIVE.search(name) or set(query.operations) & {"most", "least"} else ""


ORDER_BEHIND = r"(?:(?:\w+ ){0,2}?(?:first|zuerst|oben|d'abord|en premier|primero)|to (?:the )?(?:%s)\w*|(?:bis|zu[rm]?|a|al?) (?:%s))\b"
LARGE_STEMS, SMALL_STEMS = "high|large|big|most|top", "low|small|least|few"
SMALL_GROUP_FIRST = compile_caseless(
    rf"\b(?:(?:{SMALL_STEMS})(?:e?st)? {ORDER_BEHIND % (LARGE_STEMS, LARGE_STEMS)}|ascending|aufsteigend\w*|ordre croissant|de menor a mayor|orden ascendente)"
)
LARGE_GROUP_FIRST = compile_caseless(
    rf"\b(?:(?:{LARGE_STEMS})(?:g?est)? {ORDER_BEHIND % (SMALL_STEMS, SMALL_STEMS)}|(?:grosste|großte|hochste)[rns]? (?:\w+ )?zuerst|descending|absteigend\w*|ordre decroissant|le plus (?:grand|eleve|gros) (?:d'abord|en premier)|de mayor a menor|el mayor primero|orden descendente)"
)


def grouped(query: Query, columns: list[Column], rows: RowsAgain, total: int) -> Result:
    """Return a figure for each group, the largest first."""
    numbers, counts, matched = measured_groups(query, columns, rows, query.group)
    plain = next((name for name in query.operations if name in ("max", "min", "count")), "mean")
    name = "count" if not query.measures or query.operations == ("count",) else group_figure(query, columns) or plain
    if plain in ("max", "min") and name == "sum" and "sum" not in query.operations and query.subject < 0:
        name = plain
    made: list[list[Any]] = [
        [key, counts[key] if name == "count" else figure(name, values, query.percentile)]
        for key, values in numbers.items()
    ]
    made.sort(key=lambda row: (row[1] is None, -(row[1] or 0)), reverse=False)
    least = {"least"} & set(query.operations) or SMALL_GROUP_FIRST.search(query.said)
    made = made[::-1] if least else made
    head = columns[query.measures[0]].name if query.measures and name != "count" else ""
    shown = made[: query.top] if query.top else made
    return Result([(name, head, None)], shown, [columns[query.group].name, head], matched, total, "groups")


def counted(query: Query, columns: list[Column], rows: RowsAgain, total: int) -> Result:
    """Return the values of a column by how many rows have them."""
    by = query.subject if query.subject >= 0 else query.group
    _, counts, matched = measured_groups(query._replace(measures=()), columns, rows, by)
    if "mode" not in query.operations and len(counts) > 1 and set(counts.values()) == {1}:
        raise AnswerFault("which")  # each value is in one row: the most of another figure is meant, which was not read
    least = {"least", "min"} & set(query.operations) or "least common" in query.said
    ordered_keys = sorted((key for key in counts if key), key=lambda key: counts[key], reverse=not least)
    made: list[list[Any]] = [[key, counts[key]] for key in (ordered_keys[: query.top] if query.top else ordered_keys)]
    return Result([("count", "", None)], made, [columns[by].name, ""], matched, total, "best")


def best(query: Query, columns: list[Column], rows: RowsAgain, total: int) -> Result:
    """Return the values of a column ordered by a figure of another, or by single rows."""
    subject, measure = columns[query.subject], query.measures[0]
    name = group_figure(query, columns)
    least = bool({"least", "min"} & set(query.operations))
    numbers, _, matched = measured_groups(query, columns, rows, query.subject)
    single = all(len(values) < 2 for values in numbers.values())
    name = "value" if single else name or ("min" if least else "max")
    made: list[list[Any]] = [
        [key, (values[0] if single else figure(name, values)) if values else None] for key, values in numbers.items()
    ]
    made = [[key, rounded(value)] for key, value in made if value is not None]
    made.sort(key=lambda row: row[1], reverse=not least)
    made = made[: query.top] if query.top else made
    return Result(
        [(name, columns[measure].name, None)], made, [subject.name, columns[measure].name], matched, total, "best"
    )


def ordered(query: Query, columns: list[Column], rows: RowsAgain, total: int) -> Result:
    """Return the rows with the largest or smallest values of a column."""
    place = query.measures[0]
    least = bool({"least", "min"} & set(query.operations))
    matched = [
        row for row in selected(rows(), query.filters, columns) if cell_number(row[place], columns[place]) is not None
    ]
    pick = heapq.nsmallest if least else heapq.nlargest
    made = pick(min(query.top, 100), matched, key=lambda row: cell_number(row[place], columns[place]) or 0.0)
    return Result([], [clipped(row) for row in made], [column.name for column in columns], len(matched), total, "rows")


def rows_passing(query: Query, columns: list[Column], rows: RowsAgain, most: int = 0) -> tuple[list[list[str]], int]:
    """Return the rows that pass (``most`` unless sorted; 0: all) in order, and their number."""
    kept: list[list[str]] = []
    matched = 0
    sort = query.sort
    for row in selected(rows(), query.filters, columns):
        matched += 1
        if sort >= 0 or not most or len(kept) < most:
            kept.append(row)
    orders = [(sort, query.falling), *query.then_by] if sort >= 0 else []
    for place, falling in reversed(orders):  # a sort keeps the order of rows that are alike
        kept.sort(key=sort_key(place, columns[place]), reverse=falling)
    return kept, matched


def sort_key(place: int, column: Column) -> Callable[[list[str]], Any]:
    """Return by what rows are sorted: the days, the texts or the numbers of a column."""
    months_first = order_of_days(column)
    if months_first is not None:
        return lambda row: iso_day(row[place], months_first=months_first) or row[place]
    if column.values() is None:
        return lambda row: fold(row[place]).casefold()
    return lambda row: cell_number(row[place], column) or 0.0


def rows_listed(query: Query, columns: list[Column], rows: RowsAgain, total: int) -> Result:
    """Return the rows that pass in the order asked for; one value when it is one cell."""
    kept, matched = rows_passing(query, columns, rows, MOST_SHOWN)
    wanted = [*query.measures] or ([query.subject] if query.subject >= 0 else [])
    # "which product costs over 300" is the row: its price alone would name no product
    filtered = any(one.sign in ("empty", "full") or one.column in wanted for one in query.filters)
    if matched == 1 and len(wanted) == 1 and not filtered:
        return Result([("value", columns[wanted[0]].name, kept[0][wanted[0]])], [], [], 1, total, "figures")
    kept = kept[: query.top] if query.top else kept
    return Result([], [clipped(row) for row in kept], [column.name for column in columns], matched, total, "rows")


def different(query: Query, columns: list[Column], rows: RowsAgain, total: int) -> Result:
    """Return the different values of a column."""
    _, counts, matched = measured_groups(query._replace(measures=()), columns, rows, query.subject)
    values = [key for key in counts if key.lower() not in MISSING]
    return Result(
        [("unique", columns[query.subject].name, len(values))],
        [[value] for value in values],
        [columns[query.subject].name],
        matched,
        total,
        "values",
    )


def share(query: Query, columns: list[Column], rows: RowsAgain, total: int) -> Result:
    """Return which part of a sum, or of the rows, passes. Raises AnswerFault without a filter."""
    if not query.filters:
        raise AnswerFault("share")
    measure = (
        query.measures[0]
        if query.measures
        and not any(one.column == query.measures[0] for one in query.filters)
        and not is_identifier(columns[query.measures[0]])
        else -1
    )
    if measure < 0:
        measure = amount_of_labels(query, columns, rows)
    if measure < 0 and MONEY_SHARE.search(fold(query.said)):
        measure = only_figure(query, columns)
    checks = [check_of(one, columns) for one in query.filters]
    times = tuple(one for one in query.filters if columns[one.column].dates)  # "what share of November went to food"
    whole, part = array("d"), array("d")
    for row in selected(rows(), times if len(times) < len(query.filters) else (), columns):
        value = 1.0 if measure < 0 else cell_number(row[measure], columns[measure]) or 0.0
        whole.append(value)
        if all(check(row) for check in checks):
            part.append(value)
    if not fsum(whole):
        raise AnswerFault("share")
    found = ("share", "" if measure < 0 else columns[measure].name, rounded(100 * fsum(part) / fsum(whole)))
    return Result([found], [], [], len(part), total, "figures")


MONEY_SHARE = compile_caseless(  # of money no share of rows is the answer
    r"\b(?:money|takings|proceeds|revenue|turnover|income|earnings|budget|spending|expenses|cash|geld(?:er)?|umsatz\w*|einnahmen|ausgaben|erlos\w*|argent|recettes?|depenses|chiffre d'affaires|dinero|ingresos|gastos|recaudacion)\b"
)


def only_figure(query: Query, columns: list[Column]) -> int:
    """Return the one column of numbers that may be amounts. Raises AnswerFault for none or several."""
    filtered = {one.column for one in query.filters}
    places = [at for at in numeric_places(columns) if at not in filtered and not is_identifier(columns[at])]
    if len(places) != 1:
        raise AnswerFault("which")
    return places[0]


def amount_of_labels(query: Query, columns: list[Column], rows: RowsAgain) -> int:
    """Return the numbers that are amounts, or the row's label: "what share is food"; -1 else."""
    numeric = numeric_places(columns)
    if (
        len(numeric) != 1
        or is_identifier(columns[numeric[0]])
        or any(one.column == numeric[0] for one in query.filters)
    ):
        return -1
    is_amount = AMOUNT_NAME.search(fold(columns[numeric[0]].name)) is not None
    return numeric[0] if is_amount or sum(1 for _ in selected(rows(), query.filters, columns)) == 1 else -1


AMOUNT_NAME = compile_caseless(  # of what a share is one of the sum, and not of the rows
    r"\b(?:amounts?|costs?|spen[dt]\w*|sales|revenue|budget|turnover|expenses?|paid|eur|euros?|usd|dollars?|gbp|betr[aä]ge?|kosten|ausgaben|umsatz|summe|montants?|d[eé]penses?|ventes|importes?|gastos?|ventas)\b"
)


def clipped(row: list[str]) -> list[Any]:
    """Return a row with its long cells cut, with a mark."""
    return [shortened(cell, 80) for cell in row]
