"""Contrasts two or more values of a column: "North vs South", "compare Ann and Bob", the ratio or the difference of their sums."""

import re
from collections.abc import Callable
from math import fsum
from statistics import fmean

from config.builtins.csv_statistics.columns import (
    Column,
    compile_caseless,
    is_identifier,
    is_year,
    numeric_places,
    rounded,
)
from config.builtins.csv_statistics.filters import Filter
from config.builtins.csv_statistics.query import ADDITIVE, Query
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.row_comparisons import DIFFERS, Repeated
from config.builtins.csv_statistics.running import cell_number, check_of, selected
from config.builtins.csv_statistics.sentences import NAMES, grid, shown, where_text
from config.builtins.wording import cell, fill_in, flattened, fold

CONTRASTS = compile_caseless(
    r"\b(?:vs\.?|versus|compar(?:e[sd]?|ing|ison|aison|er|ez|a|ar|acion)|contrast|against|ratio of|gegen(?:uber)?|vergleich\w*|verglichen|contre|par rapport a|face a|frente a|contra)(?!\w)"
)
AHEAD = compile_caseless(
    r"\b(?:ahead of|better than|(?:more|higher|bigger|greater|larger) (?:\w+ ){0,2}?than|above|beats?|vor|besser als|mehr (?:\w+ )?als|hoher als|devant|plus (?:\w+ )?que|superieur\w* a|mas (?:\w+ )?que|por encima de)\b"
)
BEHIND_IT = compile_caseless(
    r"\b(?:behind|worse than|(?:less|lower|fewer|smaller) (?:\w+ ){0,2}?than|below|hinter|schlechter als|weniger (?:\w+ )?als|niedriger als|derriere|moins (?:\w+ )?que|inferieur\w* a|menos (?:\w+ )?que|por debajo de)\b"
)
YES_OR_NO = compile_caseless(
    r"(?:\A|[.!?\n])\W*(?:is|are|did|does|do|was|were|has|have|ist|sind|hat|haben|war|est-ce que|est|a|es|tiene)\b"
)
CONTRAST_USED = r"\b(?:compare[sd]?|comparison|contrast|with|against|versus|vs|and|or|by|in|on|of|to|for|the|ratio|difference|between|how|much|many|more|less|did|does|is|are|ahead|behind|better|worse|higher|lower|who|which|has|have|than|vergleich\w*|gegen|mit|und|nach|bei|hat|mehr|als|unterschied|zwischen|compare[rz]?|avec|et|par|entre|difference|contre|compara\w*|con|y|por|diferencia|contra)\b"
CONTRAST_TEXTS = {
    "en": {"pair": "{name} of {column}{where}: {first} {a}, {second} {b}; the difference is **{difference}**{times}.", "times": " ({first} is {ratio} times {second})", "table": "{column} compared{where}:", "yes": "**Yes.**", "no": "**No.**"},
    "de": {"pair": "{name} von {column}{where}: {first} {a}, {second} {b}; der Unterschied ist **{difference}**{times}.", "times": " ({first} ist das {ratio}-Fache von {second})", "table": "{column} im Vergleich{where}:", "yes": "**Ja.**", "no": "**Nein.**"},
    "fr": {"pair": "{name} de {column}{where} : {first} {a}, {second} {b} ; la différence est **{difference}**{times}.", "times": " ({first} vaut {ratio} fois {second})", "table": "{column}, comparaison{where} :", "yes": "**Oui.**", "no": "**Non.**"},
    "es": {"pair": "{name} de {column}{where}: {first} {a}, {second} {b}; la diferencia es **{difference}**{times}.", "times": " ({first} es {ratio} veces {second})", "table": "{column}, comparación{where}:", "yes": "**Sí.**", "no": "**No.**"},
}  # fmt: skip
FIGURES_OF: dict[str, Callable[[list[float]], float]] = {"sum": fsum, "mean": fmean, "max": max, "min": min}
MOST_CONTRASTED = 12


BY_HOW_MUCH = compile_caseless(
    r"\b(?:by how much|how much (?:more|less|\w{3,}er)(?=\b[^?.\n]* than\b)|um wie ?viel|wie ?viel (?:mehr|weniger|\w{3,}er)(?=\b[^?.\n]* als\b)|de combien|por cuanto)\b"
)


def contrasted_values(table: Table, query: Query) -> Repeated | None:
    """Return the figures of the values that a question contrasts, side by side."""
    text = flattened(table.question).text
    query = with_two_numbers(query, table, text)
    pairs = [one for one in query.filters if one.sign == "=" and 2 <= len(one.values) <= MOST_CONTRASTED]
    is_asked = (
        CONTRASTS.search(text) or DIFFERS.search(query.said) or BY_HOW_MUCH.search(text) or FROM_TO.search(fold(text))
    )
    is_question = YES_OR_NO.search(text) is not None and (AHEAD.search(text) or BEHIND_IT.search(text))
    if (counted := counted_values_of(table, query, text)) is not None:
        return counted
    if len(pairs) != 1 or not (is_asked or is_question) or {"share", "median"} & set(query.operations):
        return None
    numeric = numeric_places(table.columns)
    numeric = [place for place in numeric if not (is_identifier(table.columns[place]) or is_year(table.columns[place]))]
    numeric = [place for place in numeric if not (pairs and place == pairs[0].column)]
    numeric = [place for place in numeric if not counts_rows(table.columns[place])] or numeric
    measures = [place for place in query.measures if place in numeric] or numeric
    is_pair = len(measures) == 1 and len(pairs[0].values) == 2
    if not measures or not (is_pair or CONTRASTS.search(text) or query.measures):
        return None
    measures = measures[:MOST_CONTRASTED]
    others = tuple(one for one in query.filters if one is not pairs[0])
    figures = contrasted_figures(table, query, pairs[0], others, measures)
    spans = [list(span) for span in query.spans]
    spans += [list(match.span()) for match in re.finditer(CONTRAST_USED, text, re.IGNORECASE)]
    if is_pair:
        first, second = (figures[value][0] for value in pairs[0].values)
        if first is None or second is None:
            return None
        sentence = pair_sentence(table, query, pairs[0], others, (measures[0], first, second))
        if is_question:
            is_less = BEHIND_IT.search(text) is not None and not AHEAD.search(text)
            said = CONTRAST_TEXTS[query.language]["yes" if (first < second if is_less else first > second) else "no"]
            sentence = f"{said} {sentence}"
        return Repeated(sentence, spans)
    return Repeated(contrast_table(table, query, pairs[0], others, measures, figures), spans)


FROM_TO = compile_caseless(
    r"\b(?:how (?:much|many)|by how much|(?:um )?wie ?viel|(?:de )?combien|(?:por |en )?cuant[oa]s?)\b[^.?!\n]{0,60}?\b(?:from|between|compared (?:to|with)|than|von|zwischen|gegenuber|als|de|entre|par rapport a|que|desde|respecto a)\b"
)
WHOLE_NUMBER = re.compile(r"(?<![\w.,-])\d{1,6}(?![\w%]|[.,]\d)")


def with_two_numbers(query: Query, table: Table, text: str) -> Query:
    """Return a query with the contrast of two numbers: "more in 2025 than in 2024"."""
    is_asked = CONTRASTS.search(text) or DIFFERS.search(query.said) or FROM_TO.search(fold(text))
    found = list(WHOLE_NUMBER.finditer(text)) if is_asked else []
    values = list(dict.fromkeys(match.group() for match in found))
    if len(values) != 2 or any(one.sign not in ("=", "≠") for one in query.filters):
        return query
    places = [
        place
        for place, column in enumerate(table.columns)
        if column.values() is not None and column.unique() < column.count and {*values} <= {*(column.texts or ())}
    ]
    if len(places) != 1:
        return query
    others = tuple(one for one in query.filters if one.column != places[0])
    pair = Filter(places[0], "=", tuple(values))
    return query._replace(filters=(*others, pair), spans=(*query.spans, *(match.span() for match in found)))


MORE_OF_THEM = compile_caseless(
    r"\b(?:are there|is there|do (?:we|i|they) have|have (?:we|i) got|there are|gibt es|haben wir|habe ich|sind (?:es|das)|y a-t-il|avons-nous|est-ce qu'il y a|hay|tenemos)\b[^.?!\n]{0,20}?\b(?:more|fewer|less|mehr|weniger|plus de|moins de|mas|menos)\b"
)
COUNTED_TEXTS = {"en": "{column}: {told}.", "de": "{column}: {told}.", "fr": "{column} : {told}.", "es": "{column}: {told}."}  # fmt: skip


def counted_values_of(table: Table, query: Query, text: str) -> Repeated | None:
    """Return how many rows have each of two values: "more men or women"."""
    match = MORE_OF_THEM.search(fold(text))
    pairs = [one for one in query.filters if one.sign == "=" and len(one.values) == 2]
    if match is None or len(pairs) != 1 or query.measures or query.group >= 0:
        return None
    others = tuple(one for one in query.filters if one is not pairs[0])
    counts = [
        (value, sum(1 for _ in selected(table.again(), (pairs[0]._replace(values=(value,)), *others), table.columns)))
        for value in pairs[0].values
    ]
    counts.sort(key=lambda one: -one[1])
    told = ", ".join(f"**{cell(value)} {count}**" for value, count in counts)
    head = fill_in(COUNTED_TEXTS[query.language], column=cell(table.columns[pairs[0].column].name), told=told)
    spans = [list(match.span()), *(list(span) for span in query.spans)]
    return Repeated(head, spans)


def counts_rows(column: Column) -> bool:
    """Return whether the values of a column are the numbers of the rows, from one."""
    values = column.values()
    return values is not None and len(values) > 2 and all(value == at for at, value in enumerate(values, 1))


def operation_of(query: Query, name: str) -> str:
    """Return the figure of contrasted values: the named one, else sum or mean."""
    asked = next((one for one in query.operations if one in FIGURES_OF), "")
    return asked or ("sum" if ADDITIVE.search(name) else "mean")


def contrasted_figures(
    table: Table, query: Query, pair: Filter, others: tuple[Filter, ...], measures: list[int]
) -> dict[str, list[float | None]]:
    """Return for each value the figures of the measured columns over its rows."""
    columns = table.columns
    checks = {value: check_of(pair._replace(values=(value,)), columns) for value in pair.values}
    found: dict[str, list[list[float]]] = {value: [[] for _ in measures] for value in pair.values}
    for row in selected(table.again(), (pair, *others), columns):
        numbers = [cell_number(row[place], columns[place]) for place in measures]
        for value in (value for value, check in checks.items() if check(row)):
            for figures, number in zip(found[value], numbers, strict=True):
                figures += [number] if number is not None else []
    made = [FIGURES_OF[operation_of(query, columns[place].name)] for place in measures]
    return {
        value: [rounded(one(figures)) if figures else None for one, figures in zip(made, listed, strict=True)]
        for value, listed in found.items()
    }


def pair_sentence(
    table: Table, query: Query, pair: Filter, others: tuple[Filter, ...], measured: tuple[int, float, float]
) -> str:
    """Return the sentence on two values: the ``measured`` figures, difference, quotient."""
    place, first, second = measured
    language, column = query.language, table.columns[place]
    said = CONTRAST_TEXTS[language]
    names = {"first": cell(pair.values[0]), "second": cell(pair.values[1])}
    times = fill_in(said["times"], ratio=shown(rounded(first / second), language), **names) if second else ""
    name = NAMES[language][operation_of(query, column.name)]
    return fill_in(
        said["pair"], name=name[:1].upper() + name[1:], column=cell(column.name), where=where_text(others, table.columns, language),
        a=shown(first, language), b=shown(second, language), difference=shown(rounded(abs(first - second)), language), times=times, **names,
    )  # fmt: skip


def contrast_table(
    table: Table,
    query: Query,
    pair: Filter,
    others: tuple[Filter, ...],
    measures: list[int],
    figures: dict[str, list[float | None]],
) -> str:
    """Return a table with a row for each value and a column for each measure."""
    language = query.language
    names = [
        f"{NAMES[language][operation_of(query, table.columns[place].name)]} {table.columns[place].name}"
        for place in measures
    ]
    rows = [[value, *figures[value]] for value in pair.values]
    column = cell(table.columns[pair.column].name)
    head = fill_in(CONTRAST_TEXTS[language]["table"], column=column, where=where_text(others, table.columns, language))
    return f"{head}\n\n{grid([column, *names], rows, language, MOST_CONTRASTED)}"
