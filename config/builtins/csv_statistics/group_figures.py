"""Several figures of each group that one question asks for: "how many orders and the mean price per shop"."""

import re

from config.builtins.csv_statistics.columns import compile_caseless, is_identifier
from config.builtins.csv_statistics.columns_named import mentioned
from config.builtins.csv_statistics.query import OPERATIONS, ROW_NOUN, Query
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.running import run
from config.builtins.csv_statistics.sentences import headline, shown
from config.builtins.wording import cell, fill_in

GROUP_CLAUSE_BREAK = compile_caseless(r"\b(?:and|plus|as well as)\b|[,;:?&+!]|\.(?!\d)")
COUNTED_IN_GROUPS = compile_caseless(
    r"\b(?:how many|number of|counts?(?: of)?)\b(?: (?:the|different|die|der|les|los|las|des|von))*(?: (?P<noun>[^\W\d_]{3,}))?|\A\W*(?P<plain>[^\W\d_]{3,}) (?:per|each)\b"
)
ONE_OF_GROUPS = compile_caseless(r"\b(?:which|who|whose|what (?:is|was) the name|best|worst|top)\b")
FIGURES_OF_GROUPS = ("sum", "mean", "median", "stdev", "max", "min")
GROUP_PATTERNS = {name: compile_caseless(pattern) for name, pattern in OPERATIONS if name in FIGURES_OF_GROUPS}
MEAN_COUNT = compile_caseless(
    r"\b(?:average|mean|avg)\b(?: the| of)* (?:number|count|amount) of (?P<noun>[^\W\d_]{3,})"
)
MEAN_COUNT_TEXTS = {
    "en": "On average **{mean}** rows per {group} ({rows} rows, {groups} different values of {group}).",
    "de": "Im Durchschnitt **{mean}** Zeilen je {group} ({rows} Zeilen, {groups} verschiedene Werte von {group}).",
    "fr": "En moyenne **{mean}** lignes par {group} ({rows} lignes, {groups} valeurs différentes de {group}).",
    "es": "De media **{mean}** filas por {group} ({rows} filas, {groups} valores distintos de {group}).",
}


def group_figures(query: Query, table: Table) -> str:
    """Return the figures of each group, one table below the other; "" where a question asks for one figure only."""
    if query.group < 0 or query.top or query.sort >= 0 or query.fault or query.lost:
        return ""
    if (mean := mean_count(query, table)) or ONE_OF_GROUPS.search(query.said) or "share" in query.operations:
        return mean
    wanted = wanted_figures(query, table)
    if len(wanted) < 2:
        return ""
    told = [
        headline(one._replace(operations=()), run(one, table.columns, table.again, table.rows), table.columns)
        for one in wanted
        if one.group >= 0
    ]
    kinds = [
        headline(one, run(one, table.columns, table.again, table.rows), table.columns)
        for one in wanted
        if one.group < 0
    ]
    return "\n\n".join([*kinds, *told])


def wanted_figures(query: Query, table: Table) -> list[Query]:
    """Return the queries of the single figures, counts first."""
    plain = query._replace(degrees=(), subject=-1, absent="", measures=group_measures(query, table))
    last = max((match.end() for match in re.finditer(r"\b(?:per|each)\b", query.said)), default=0)
    found, start = list[Query](), 0
    for clause in group_clauses(query.said):
        names = [
            name
            for name, pattern in GROUP_PATTERNS.items()
            if (match := pattern.search(clause)) and (name not in ("max", "min") or start + match.start() < last)
        ]
        if plain.measures:
            found += [plain._replace(operations=(name,)) for name in names if name in query.operations]
        count = counted_in_groups(clause, plain, table) if not names else None
        found += [count] if count is not None else []
        start += len(clause) + 1
    order = ("unique", "count", *FIGURES_OF_GROUPS)
    return sorted(dict.fromkeys(found), key=lambda one: order.index(one.operations[0]))


def count_of_best(query: Query, table: Table) -> str:
    """Return how many rows each value has, where a question asks that beside who is first: "and how many orders"."""
    if query.group >= 0 or query.subject < 0 or "count" not in query.operations or not query.degrees:
        return ""
    plain = query._replace(group=query.subject, subject=-1, degrees=(), measures=(), top=0)
    for clause in group_clauses(query.said):
        named = any(pattern.search(clause) for pattern in GROUP_PATTERNS.values())
        one = None if named else counted_in_groups(clause, plain, table)
        if one is not None and one.operations == ("count",):
            told = headline(one, run(one, table.columns, table.again, table.rows), table.columns)
            return f"\n\n{told}"
    return ""


def own_figures(names: tuple[str, ...], start: int, said: str) -> tuple[str, ...]:
    """Return the figures that the end of an order at a place is of: "the most minutes and the highest mean"."""
    first = 0
    for clause in group_clauses(said):
        if first <= start <= first + len(clause):
            return tuple(name for name in names if name not in GROUP_PATTERNS or GROUP_PATTERNS[name].search(clause))
        first += len(clause) + 1
    return names


def group_clauses(said: str) -> list[str]:
    """Return the parts of a question between words like "and"; each keeps its place with one character between."""
    return GROUP_CLAUSE_BREAK.sub(lambda match: " " * (len(match.group()) - 1) + "\0", said).split("\0")


def group_measures(query: Query, table: Table) -> tuple[int, ...]:
    """Return the measures without numbers that only name the rows: "number of tickets and mean minutes"."""
    others = tuple(place for place in query.measures if not is_identifier(table.columns[place]))
    return others[:1] if len(others) != len(query.measures) or len(others) == 1 else ()


def counted_in_groups(clause: str, query: Query, table: Table) -> Query | None:
    """Return what a part of a question counts: the rows of each group, the groups, or a sum; None for no count."""
    match = COUNTED_IN_GROUPS.search(clause)
    if match is None:
        return None
    noun = match["noun"] or match["plain"] or ""
    columns = [one.column for one in mentioned(noun, table.columns)] if noun else []
    if query.group in columns:
        return query._replace(operations=("unique",), measures=(), subject=query.group, group=-1)
    if columns and table.columns[columns[0]].values() is not None and not is_identifier(table.columns[columns[0]]):
        return query._replace(operations=("sum",), measures=(columns[0],)) if match["noun"] else None
    is_known = bool(columns) or ROW_NOUN.fullmatch(noun) is not None
    return query._replace(operations=("count",), measures=()) if match["plain"] is None or is_known else None


def mean_count(query: Query, table: Table) -> str:
    """Return the answer to "the average number of orders per shop": rows for each group; "" for other questions."""
    match = MEAN_COUNT.search(query.said)
    if match is None or query.filters or set(query.operations) - {"mean", "count"}:
        return ""
    columns = [one.column for one in mentioned(match["noun"], table.columns)]
    if any(not is_identifier(table.columns[place]) and table.columns[place].values() is not None for place in columns):
        return ""
    groups = table.columns[query.group].unique()
    if not (columns or ROW_NOUN.fullmatch(match["noun"])) or query.group in columns or groups in (0, table.rows):
        return ""
    words = {"group": cell(table.columns[query.group].name), "rows": table.rows, "groups": groups}
    return fill_in(MEAN_COUNT_TEXTS[query.language], mean=shown(round(table.rows / groups, 6), query.language), **words)
