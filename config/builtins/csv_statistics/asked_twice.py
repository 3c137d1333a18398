"""Two questions about one table that each stand alone: a figure of all rows, and which rows meet a condition."""

import re
from typing import NamedTuple

from config.builtins.csv_statistics.columns import compile_caseless, measured_places, words_in
from config.builtins.csv_statistics.columns_named import NAME_COLUMNS, PEOPLE, mentioned
from config.builtins.csv_statistics.query import Query, query_of
from config.builtins.csv_statistics.reading import Table
from config.builtins.wording import blanked, flattened, fold

SINGLE_UNIT = compile_caseless(
    r"days?|dates?|weekdays?|weeks?|months?|years?|hours?|nights?|shifts?|games?|match(?:es)?|runs?|trips?|orders?|sessions?|students?|pupils?|persons?|employees?|players?|tage?|datum|wochen?|monate?|jahre?|stunden?|spiele?|laufe?|schuler|personen?|spieler|jours?|semaines?|mois|annees?|heures?|match|eleves?|personnes?|dias?|semanas?|mes(?:es)?|anos?|horas?|partidos?|alumn[oa]s?|personas?"
)


def over_single_rows(query: Query, table: Table, *, of_any: bool = False) -> Query:
    """Return the mean "per day" of a table with a row for each day as the mean of all rows."""
    if query.group < 0 or not query.operations or set(query.operations) - {"mean", "median", "count", "sum"}:
        return query
    if "sum" in query.operations and "mean" not in query.operations:
        return query  # "the total per day" lists the days
    column = table.columns[query.group]
    only = tuple(place for place in measured_places(table.columns) if place != query.group)
    query = (
        query._replace(measures=only) if not query.measures and len(only) == 1 and "sum" in query.operations else query
    )
    text = table.folded
    name = fold(column.name).lower().strip()
    is_unit = SINGLE_UNIT.fullmatch(name) is not None or name in NAME_COLUMNS  # "per region" asks for each
    noun = PEOPLE.pattern if name in NAME_COLUMNS else re.escape(name)
    is_per = re.search(rf"\b(?:per|an?|pro|je|par|por|al) (?:{noun}\b)", text, re.IGNORECASE)
    if (
        not (of_any or (is_per and is_unit))
        or column.count != table.rows
        or column.unique() != column.count
        or len(query.measures) != 1
    ):
        return query
    names = tuple(name for name in query.operations if name != "count")  # "the average number of customers per day"
    return query._replace(group=-1, operations=names) if names and not query.filters else query


QUESTION_LEAD = r"(?:what(?:'?s)?|who(?:'?s)?|whos|which|how|wer|wie|was|welche[rsnm]?|qui|quels?|quelles?|combien|quien(?:es)?|cual(?:es)?|que|cuant[oa]s?|the (?:(?:overall|grand|whole) )?(?:average|mean|median|total|sum|highest|lowest|largest|smallest|max\w*|min(?:imum)?)|the (?:[a-z]+ ){1,3}?(?:for|of|on) (?:those|these|them|all of (?:those|these|them))(?= (?:together|altogether|in all|combined|in total|all together)\b)|c'est quoi|(?:der|die|das|la|le|el) (?:durchschnitt\w*|mittelwert|median|summe|gesamt\w*|moyenne|mediane|somme|prix moyen|total|promedio|media|mediana|suma))\b"
PARTS_JOINT = compile_caseless(
    rf"(?:,? (?:and|und|et|y|e)(?: also| auch| aussi| tambien)?(?: (?:please )?(?:tell|show|give) me| say| sag(?:e|en sie)? mir| nenn(?:e|en sie)? mir| zeig(?:e|en sie)? mir| dis-moi| dites-moi| dime| digame)?|[?;]|\.(?= [^.?!\n]{{0,60}}\b(?:for|of|from) (?:all (?:of )?)?(?:those|these|them)\b)) +¿?(?=(?:(?:an|in|on|at|en|a|le|am) )?{QUESTION_LEAD})"
)
OF_THOSE = compile_caseless(
    r"\b(?:they|them|their|those|these|that|it|its|das(?=\W*\Z)|(?:ca|cela)(?= fait)|eso|davon|deren|diese[rnm]?|dazu|ceux|celles|leur|eux|ils|elles|ellos|ellas|esos|esas|sus?)\b"
)
STILL_OPEN = compile_caseless(  # behind "which invoices are not paid": of these
    r"\b(?:still|open|outstanding|owed?|overdue|noch|schulde[nt]|offen\w*|ausstehend\w*|fehlt|reste(?:nt)?|restant\w*|doivent|manque(?:nt)?|pendientes?|deben?|falta\w*|queda\w*)\b"
)
EVERY_COLUMN = compile_caseless(
    r"\b(?:both|all(?: the)?|each|every|beide[rn]?|alle[rn]?|(?:les )?deux|toutes les|tous les|chaque|(?:las )?dos|ambas|todas las|cada)(?: of the)?(?: \d+| two| three)? (?:columns?|spalten?|colonnes?|columnas?)\b"
)
OF_ALL_ROWS = compile_caseless(  # "the sum of the whole week": not of the rows that the first question is about
    r"\b(?:the (?:whole|entire|full)|(?:of|over|for|across) (?:all|everything|every(?:one|body))|overall|(?:der|die|das|den|dem) (?:ganzen?|gesamten?|komplett\w*)|(?:aller|uber alle|von allen?)|d[eu] (?:toute?s? l[aes]+|tout le|tous les)|de tod[oa]s?(?: l[ao]s?| el)?|en general)\b(?: [^\W\d_]{3,})?"
)
FIGURES_OF_ALL = words_in("mean median stdev max min range")  # behind "which rows" a sum may be theirs


class TwoAsks(NamedTuple):
    """Two questions of a message, each with its table, and the place of the word between."""

    tables: tuple[Table, Table]
    queries: tuple[Query, Query]
    joint: tuple[int, int]


def two_asks(table: Table, language: str) -> TwoAsks | None:
    """Return the two questions of a message that each stand alone; None for others."""
    text = flattened(table.question).text
    joints = [match for match in PARTS_JOINT.finditer(text) if text[: match.start()].strip()]
    if len(joints) != 1:
        return None
    start, end = joints[0].span()
    of_those = OF_THOSE.search(text[end:]) is not None or STILL_OPEN.search(text[end:]) is not None
    questions = (blanked(table.question, start, len(text)), blanked(table.question, 0, end))
    tables = (table._replace(question=questions[0]), table._replace(question=questions[1]))
    first, second = (query_of(one.question, one.columns, language) for one in tables)
    second = with_condition_of_rows(table, (first, second), (end, len(text)), language)
    if is_of_end(first) and second.group >= 0 and {"mean", "median", "count"} >= set(second.operations):
        only = tuple(measured_places(table.columns))
        first = first._replace(measures=first.measures or (only if len(only) == 1 else ()))
        second = over_single_rows(second._replace(measures=second.measures or first.measures), tables[1], of_any=True)
    queries = (first, second)
    if (of_groups := two_of_groups(table, tables, queries)) is not None:
        return TwoAsks(tables, of_groups, (start, end))
    if (
        any(query.fault or query.group >= 0 for query in queries)
        or first.is_empty
        or (second.is_empty and not of_those)
    ):
        return None
    wide = [with_every_column(query, one) for query, one in zip(queries, tables, strict=True)]
    if of_those:
        return of_first_rows(tables, wide, (start, end))
    rows_first, figure_first = is_of_rows(wide[0]) and is_figure(wide[1]), is_figure(wide[0]) and is_of_rows(wide[1])
    whole = [match.span() for match in OF_ALL_ROWS.finditer(flattened(questions[1]).text)]
    is_sum = not set(wide[1].operations) <= FIGURES_OF_ALL and not whole
    wide[1] = wide[1]._replace(spans=(*wide[1].spans, *whole)) if is_figure(wide[1]) else wide[1]
    is_end = is_of_end(wide[0]) and is_figure(wide[1]) and EVERY_COLUMN.search(questions[1]) is not None
    is_count = wide[0].operations == ("count",) and bool(wide[0].filters) and is_figure(wide[1]) and not is_sum
    figure_first = figure_first or (is_figure(wide[0]) and bool(wide[1].filters) and wide[1].operations == ("count",))
    if not (figure_first or (rows_first and not is_sum) or is_end or is_count):
        return None
    return TwoAsks(tables, (wide[0], wide[1]), (start, end))


ASKS_OF_ROWS = compile_caseless(
    r"(?:(?:and|und|et|y|please|bitte) )*(?:which|who(?:'s)?|whose|how many|wer|welche[rsnm]?|wie ?viele|qui|quel(?:le)?s?|lesquels|combien|quien(?:es)?|que|cual(?:es)?|cuant[oa]s)\b"
)


def with_condition_of_rows(table: Table, queries: tuple[Query, Query], place: tuple[int, int], language: str) -> Query:
    """Return the second question with its condition on the column that the first names: "and who is under 1000"."""
    first, second = queries
    text = flattened(table.question).text
    is_open = second.is_empty or (second.operations == ("count",) and not second.measures)
    if not (is_figure(first) and first.measures and is_open and ASKS_OF_ROWS.match(text[slice(*place)].lstrip(" ¿"))):
        return second
    whole = query_of(table.question, table.columns, language)
    conditions = whole.filters
    if any(one.column != first.measures[0] or one.sign not in COMPARING for one in conditions) or not conditions:
        return second
    spans = tuple(span for span in whole.spans if place[0] <= span[0] and span[1] <= place[1])
    return second._replace(filters=conditions, spans=(*second.spans, *spans), lost=False, fault="")


COMPARING = words_in("< <= > >=")


def two_of_groups(
    table: Table, tables: tuple[Table, Table], queries: tuple[Query, Query]
) -> tuple[Query, Query] | None:
    """Return two questions of which one is about the groups of a table, each as it is meant; None for others."""
    first, second = queries
    if is_of_counts_and_end(queries):
        return first, second._replace(operations=("mode",), group=-1, degrees=())
    if (of_all := of_groups_and_whole(tables, queries)) is not None:
        return of_all
    if is_of_same_groups(queries):
        return first, second._replace(group=first.group)
    is_apart = is_of_groups_and_end(queries) or is_of_end_and_groups(table, queries)
    return queries if is_apart or is_of_kinds_and_figure(table, queries) else None


def is_of_kinds_and_figure(table: Table, queries: tuple[Query, Query]) -> bool:
    """Return whether the different values of a column of texts are counted, and then a figure of all rows is asked."""
    first, second = queries
    if any(query.fault or query.lost or query.absent or query.filters for query in queries):
        return False
    place = first.subject
    is_kind = first.operations in (("count",), ("unique",)) and first.group < 0 and not first.measures and place >= 0
    is_repeated = is_kind and table.columns[place].values() is None and table.columns[place].unique() < table.rows
    return is_repeated and second.group < 0 and is_figure(second) and "count" not in second.operations


def is_of_counts_and_end(queries: tuple[Query, Query]) -> bool:
    """Return whether the rows of each group are counted, and then who has most of them."""
    first, second = queries
    if any(query.fault or query.lost or query.absent or query.filters for query in queries):
        return False
    is_most = second.operations == ("most",) and second.subject in (-1, first.group) and not second.measures
    return first.operations == ("count",) and first.group >= 0 and second.group < 0 and is_most


def of_groups_and_whole(tables: tuple[Table, Table], queries: tuple[Query, Query]) -> tuple[Query, Query] | None:
    """Return a figure of each group and then one "over all": that of the whole table; None for other questions."""
    first, second = queries
    whole = [match.span() for match in OF_ALL_ROWS.finditer(flattened(tables[1].question).text)]
    if any(query.fault or query.absent or query.filters or query.degrees for query in queries) or not whole:
        return None
    measures = second.measures or first.measures
    names = tuple(name for name in second.operations if name != "sum") or second.operations
    names = ("sum",) if names == ("count",) and second.measures else names  # "how many minutes overall"
    if first.group < 0 or second.group >= 0 or not is_figure(second) or not measures:
        return None
    own = second._replace(operations=names, measures=measures, subject=-1, lost=False, spans=(*second.spans, *whole))
    return first, own


def is_of_same_groups(queries: tuple[Query, Query]) -> bool:
    """Return whether a question counts all rows of each group, then some of them."""
    first, second = queries
    is_plain = first.operations == second.operations == ("count",) and not (first.fault or second.fault)
    return is_plain and first.group >= 0 and second.group < 0 and not first.filters and bool(second.filters)


def is_of_groups_and_end(queries: tuple[Query, Query]) -> bool:
    """Return whether a figure of each group is asked, and then which value of another column is at an end."""
    first, second = queries
    if any(query.fault or query.lost or query.absent or query.filters for query in queries):
        return False
    is_grouped = first.group >= 0 and bool({"mean", "sum", "median", "count"} & set(first.operations))
    is_sum = second.operations in (("most",), ("least",)) and second.subject in (-1, first.group)  # "who got the most"
    is_other = second.group < 0 and (is_sum or (second.subject >= 0 and second.subject != first.group))
    return (
        is_grouped and is_other and set(second.operations) <= {"max", "min", "most", "least"} and bool(second.degrees)
    )


def is_of_end_and_groups(table: Table, queries: tuple[Query, Query]) -> bool:
    """Return whether which row is at an end is asked, and then a mean per row or a figure of each group."""
    first, second = queries
    if any(query.fault or query.lost or query.absent or query.filters for query in queries):
        return False
    is_end = first.group < 0 and is_of_end(first) and len(first.measures) == 1
    is_per = re.search(r"\b(?:per|each|pro|je|par|por|cada|chaque)\b", table.folded) is not None
    is_mean = is_figure(second) and bool(second.measures) and set(second.operations) <= {"mean", "median", "sum"}
    return is_end and is_per and is_mean


def of_first_rows(tables: tuple[Table, Table], queries: list[Query], joint: tuple[int, int]) -> TwoAsks | None:
    """Return "which are unpaid, and the sum of them" as two questions with one condition."""
    rows, figure = queries[0], owed_together(queries[1], tables[1])
    if COUNTED_IN_FRENCH.search(tables[0].folded) and rows.filters:
        rows = rows._replace(operations=("count",), measures=())
    counted = rows.operations == ("count",) and bool(rows.filters) and figure.operations == ("sum",)
    if is_of_rows(rows) and figure.operations == ("count",) and figure.filters and figure.group < 0:
        both = figure._replace(filters=(*rows.filters, *figure.filters), measures=())
        return TwoAsks(tables, (rows._replace(shows=True, subject=-1), both), joint)
    listed = is_of_rows(rows) and LISTS_ROWS.search(tables[0].folded) is not None
    if not ((counted or listed) and is_figure(figure)):
        return None
    open_words = STILL_OPEN.finditer(flattened(tables[1].question).text)
    spans = (*figure.spans, *(match.span() for match in open_words))
    sums = figure._replace(filters=rows.filters, spans=spans)
    return TwoAsks(tables, (rows if counted else rows._replace(shows=True, subject=-1), sums), joint)


COUNTED_IN_FRENCH = compile_caseless(r"\bcombien (?:n'|ne |en |ont |sont |d'\w+ (?:n'|ne |ont |sont ))")
OWED_TOGETHER = compile_caseless(
    r"\b(?:how much (?:is|was|are|were) (?:it|that|this|those)|wie ?viel (?:ist|sind|macht) das|combien (?:ca|cela) fait|cuanto (?:es|suma)(?: eso)?|owes?|owed|together|in all|altogether|add up to|make|come to|outstanding|schulden|schuldet|zusammen|insgesamt|offen|doivent|ensemble|au total|en tout|deben|juntos|en total)\b"
)


def owed_together(query: Query, table: Table) -> Query:
    """Return "what do those owe together" as the sum of the only numbers."""
    places = measured_places(table.columns)
    found = list(OWED_TOGETHER.finditer(table.folded))
    each = re.search(r"\b(?:each|jeweils|jede[rsnm]?|chacune?|chaque|cada)\b", table.folded)
    named = {one.column for one in mentioned(table.folded, table.columns)} & set(places)
    places = list(named) if len(named) == 1 else places
    if not found or each or set(query.operations) - {"sum"} or query.filters or query.group >= 0 or len(places) != 1:
        return query
    spans = (*query.spans, *(match.span() for match in found))
    return query._replace(operations=("sum",), measures=(places[0],), subject=-1, lost=False, absent="", spans=spans)


LISTS_ROWS = compile_caseless(
    r"\b(?:which|who(?:'s)?|list|show|wer|qui|quien(?:es)?|welche[rsnm]?|zeig\w*|liste|quel(?:le)?s|montre\w*|cuales|que|muestra\w*) "
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
