"""The rows of the first or last day of a table: "the newest", "the earliest order"."""

from collections.abc import Iterator

from config.builtins.csv_statistics.columns import compile_caseless
from config.builtins.csv_statistics.columns_named import mentioned
from config.builtins.csv_statistics.day_cells import DAY_SIGNS, day_columns, iso_day, order_of_days
from config.builtins.csv_statistics.filters import ROWS_ASKED, Filter
from config.builtins.csv_statistics.query import Query
from config.builtins.csv_statistics.reading import Table
from config.builtins.wording import flattened, fold

NO_ORDER = r"(?= (?!\d|rows?\b|columns?\b|lines?\b|months?\b|years?\b|weeks?\b|days?\b|names?\b|quarter|zeilen?\b|spalten?\b|monat|jahr|woche|tage?\b|lignes?\b|colonnes?\b|mois\b|ans?\b|filas?\b|columnas?\b|mes(?:es)?\b|anos?\b)[a-z]{3})"
EXTREME_DAY = compile_caseless(
    rf"\b(?:(?P<last>newest|latest|most recent(?:ly)?|neueste[rns]?|jungste[rns]? (?=bestell|eintrag|rechnung)|plus recente?s?|mas recientes?|(?:last|letzte[rns]?|derniere?|ultim[oa]){NO_ORDER})"
    rf"|(?P<first>earliest|oldest (?=entr|orders?|invoices?|bookings?|records?|dates?)|fruheste[rns]?|(?:been|worked|employed|member|serv\w+)\b[^?.\n]{{0,25}}\blongest|(?:first|erste[rns]?|premiere?|primer[oa]?){NO_ORDER}))(?!\w)"
)


SORTED_BY = compile_caseless(
    r" (?:ones? |dates? )?(?:first|on top|at the top|to|zuerst|zuoberst|d'abord|en premier|primero|bis|hasta)\b"
)
WHO_OR_WHICH = compile_caseless(r"\b(?:who|which (?:ones|of (?:them|these|those)))\b")


def asks_who(query: Query) -> bool:
    """Return whether a question asks who or which its rows are, by their days, and for no figure."""
    by_days = any(one.sign in DAY_SIGNS for one in query.filters)
    is_asked = ROWS_ASKED.search(query.said) or WHO_OR_WHICH.search(query.said)
    return by_days and not query.operations and query.group < 0 and is_asked is not None


def with_day_rows(query: Query) -> Query:
    """Return a query that lists its rows where a question asks who they are by their days."""
    if not asks_who(query):
        return query
    return query._replace(shows=True, measures=(), subject=-1)


def with_extreme_day(table: Table, query: Query, rows: Iterator[list[str]]) -> Query:
    """Return a query for the ``rows`` of the first or last day for "the newest"."""
    match = EXTREME_DAY.search(flattened(table.question).text)
    is_on_top = match is not None and SORTED_BY.match(flattened(table.question).text, match.end()) is not None
    if match is not None and query.sort < 0 and is_on_top and len(places := day_columns(table.columns)) == 1:
        return query._replace(sort=places[0], falling=match["last"] is not None)  # "put the newest on top"
    if match is not None and query.sort >= 0 and SORTED_BY.match(flattened(table.question).text, match.end()):
        return query  # "sort by date, earliest first"
    is_of_figure = bool(set(query.operations) - {"max", "min", "most", "least"})
    if match is None or query.group >= 0 or query.fault or is_of_figure:
        return query
    places = day_columns(table.columns)
    named = [one.column for one in mentioned(fold(table.question), table.columns) if one.column in places]
    place = named[0] if named else places[0] if len(places) == 1 else -1
    if place < 0:
        return query
    months_first = bool(order_of_days(table.columns[place]))
    days = [day for row in rows if (day := iso_day(row[place], months_first=months_first))]
    if not days:
        return query
    asked = [one for one in EXTREME_DAY.finditer(flattened(table.question).text) if one.start() >= match.start()]
    ends = dict.fromkeys(min(days) if one["first"] else max(days) for one in asked)  # "first and last order"
    spans = (*query.spans, *(one.span() for one in asked))
    parts = tuple(Filter(place, "days", (day, day)) for day in ends)
    only = parts[0] if len(parts) == 1 else Filter(-2, "either", (), parts)
    return query._replace(
        operations=(),
        degrees=(),
        measures=(),
        subject=-1,
        sort=-1,
        filters=(*query.filters, only),
        shows=True,
        spans=spans,
    )
