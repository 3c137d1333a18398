"""Two questions about one table that each stand alone: a figure of all rows, and which rows meet a condition."""

import re
from typing import NamedTuple

from config.builtins.csv_statistics.query import Query, query_of
from config.builtins.csv_statistics.reading import Table
from config.builtins.wording import blanked, flattened

QUESTION_LEAD = r"(?:what(?:'?s)?|who(?:'?s)?|whos|which|how|wer|wie|was|welche[rsnm]?|qui|quels?|quelles?|combien|quien(?:es)?|cual(?:es)?|que|cuant[oa]s?|the (?:average|mean|median|total|sum))\b"
PARTS_JOINT = re.compile(
    rf"(?:,? (?:and|und|et|y|e)(?: also| auch| aussi| tambien)?(?: (?:please )?(?:tell|show|give) me| say| sag(?:e|en sie)? mir| nenn(?:e|en sie)? mir| zeig(?:e|en sie)? mir| dis-moi| dites-moi| dime| digame)?|[?;]) +¿?(?=(?:(?:an|in|on|at|en|a|le|am) )?{QUESTION_LEAD})",
    re.IGNORECASE,
)
OF_THOSE = re.compile(
    r"\b(?:they|them|their|those|these|that|it|its|davon|deren|diese[rnm]?|dazu|ceux|celles|leur|eux|ils|elles|ellos|ellas|esos|esas|sus?)\b",
    re.IGNORECASE,
)
STILL_OPEN = re.compile(  # behind "which invoices are not paid": of these
    r"\b(?:still|open|outstanding|owed?|overdue|noch|offen\w*|ausstehend\w*|fehlt|reste(?:nt)?|restant\w*|doivent|manque(?:nt)?|pendientes?|deben?|falta\w*|queda\w*)\b",
    re.IGNORECASE,
)
EVERY_COLUMN = re.compile(
    r"\b(?:both|all(?: the)?|each|every|beide[rn]?|alle[rn]?|(?:les )?deux|toutes les|tous les|chaque|(?:las )?dos|ambas|todas las|cada)(?: of the)?(?: \d+| two| three)? (?:columns?|spalten?|colonnes?|columnas?)\b",
    re.IGNORECASE,
)
FIGURES_OF_ALL = frozenset(
    ["mean", "median", "stdev", "max", "min", "range"]
)  # behind "which rows" a sum may be theirs


class TwoAsks(NamedTuple):
    """The two questions of a message, each with the table whose question it is alone, and the place of the word between."""

    tables: tuple[Table, Table]
    queries: tuple[Query, Query]
    joint: tuple[int, int]


def two_asks(table: Table, language: str) -> TwoAsks | None:
    """Return the two questions of a message that each stand alone; None where it has one, or where they are about one another."""
    text = flattened(table.question).text
    joints = [match for match in PARTS_JOINT.finditer(text) if text[: match.start()].strip()]
    if len(joints) != 1:
        return None
    start, end = joints[0].span()
    of_those = OF_THOSE.search(text[end:]) is not None or STILL_OPEN.search(text[end:]) is not None
    questions = (blanked(table.question, start, len(text)), blanked(table.question, 0, end))
    tables = (table._replace(question=questions[0]), table._replace(question=questions[1]))
    queries = (query_of(questions[0], table.columns, language), query_of(questions[1], table.columns, language))
    if is_of_same_groups(queries):
        return TwoAsks(tables, (queries[0], queries[1]._replace(group=queries[0].group)), (start, end))
    if is_of_groups_and_end(queries):
        return TwoAsks(tables, queries, (start, end))
    if any(query.fault or query.is_empty or query.group >= 0 for query in queries):
        return None
    wide = [with_every_column(query, one) for query, one in zip(queries, tables, strict=True)]
    if of_those:
        return of_first_rows(tables, wide, (start, end))
    rows_first, figure_first = is_of_rows(wide[0]) and is_figure(wide[1]), is_figure(wide[0]) and is_of_rows(wide[1])
    is_sum = not set(wide[1].operations) <= FIGURES_OF_ALL
    is_end = is_of_end(wide[0]) and is_figure(wide[1]) and EVERY_COLUMN.search(questions[1]) is not None
    is_count = wide[0].operations == ("count",) and bool(wide[0].filters) and is_figure(wide[1]) and not is_sum
    if not (figure_first or (rows_first and not is_sum) or is_end or is_count):
        return None
    return TwoAsks(tables, (wide[0], wide[1]), (start, end))


def is_of_same_groups(queries: tuple[Query, Query]) -> bool:
    """Return whether "how many are there per class and how many have paid" counts all rows of each group, then some of them."""
    first, second = queries
    is_plain = first.operations == second.operations == ("count",) and not (first.fault or second.fault)
    return is_plain and first.group >= 0 and second.group < 0 and not first.filters and bool(second.filters)


def is_of_groups_and_end(queries: tuple[Query, Query]) -> bool:
    """Return whether a figure of each group is asked, and then which value of another column is at an end."""
    first, second = queries
    if any(query.fault or query.lost or query.absent or query.filters for query in queries):
        return False
    is_grouped = first.group >= 0 and bool({"mean", "sum", "median", "count"} & set(first.operations))
    is_other = second.group < 0 and second.subject >= 0 and second.subject != first.group
    return (
        is_grouped and is_other and set(second.operations) <= {"max", "min", "most", "least"} and bool(second.degrees)
    )


def of_first_rows(tables: tuple[Table, Table], queries: list[Query], joint: tuple[int, int]) -> TwoAsks | None:
    """Return "which invoices are unpaid, and the sum of them" as two questions with one condition; None for others."""
    rows, figure = queries
    if not (is_of_rows(rows) and is_figure(figure) and LISTS_ROWS.search(flattened(tables[0].question).text)):
        return None
    open_words = STILL_OPEN.finditer(flattened(tables[1].question).text)
    spans = (*figure.spans, *(match.span() for match in open_words))
    sums = figure._replace(filters=rows.filters, spans=spans)
    return TwoAsks(tables, (rows._replace(shows=True, subject=-1), sums), joint)


LISTS_ROWS = re.compile(
    r"\b(?:which|who(?:'s)?|list|show|wer|qui|quien(?:es)?|welche[rsnm]?|zeig\w*|liste|quel(?:le)?s|montre\w*|cuales|que|muestra\w*) ",
    re.IGNORECASE,
)


def with_every_column(query: Query, table: Table) -> Query:
    """Return a query of all columns of numbers where its question says so: "the mean of both columns"."""
    match = EVERY_COLUMN.search(flattened(table.question).text)
    numeric = tuple(place for place, one in enumerate(table.columns) if one.values() is not None)
    if match is None or not query.operations or query.measures or query.degrees:
        return query
    return query._replace(measures=numeric, spans=(*query.spans, match.span()))


def is_of_rows(query: Query) -> bool:
    """Return whether a question asks which rows meet a condition, and for no figure."""
    return bool(query.filters) and not query.operations and not query.degrees and not query.top


def is_of_end(query: Query) -> bool:
    """Return whether a question asks for the row at an end of an order."""
    return bool(query.degrees) and not query.filters


def is_figure(query: Query) -> bool:
    """Return whether a question asks for a figure of all rows."""
    return bool(query.operations) and not (query.filters or query.degrees or query.top)
