"""Charts of a table: which columns are drawn as bars, as a line or as a histogram, and the words of the answer."""

import re
from math import ceil, log2
from typing import Any, NamedTuple

from config.builtins.csv_statistics.columns import Column, numeric_places
from config.builtins.csv_statistics.columns_named import numbers_of_names
from config.builtins.csv_statistics.query import ADDITIVE, Query
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.running import (
    FIGURE_NAMES,
    MOST_SHOWN,
    Result,
    cell_number,
    figure,
    measured_groups,
    selected,
)
from config.builtins.csv_statistics.sentences import NAMES, TEXTS, grid, name_of, where_text
from config.builtins.wording import AnswerFault, cell, fill_in

CHART = (
    r"\b(?:charts?|graphs?|plot(?:s|ted)?|diagrams?|histogram\w*|schaubild\w*|\w{0,30}diagramm\w*|diagramas?|graphiques?|gr[aá]fic[oa]s?|courbes?|"
    r"zeichne\w*|dessine[rz]?|dibuja\w*|plotte\w*|visuali[sz]\w*)\b"
)
LINE_WORDS = r"\b(?:line|linien\w*|courbe|lignes?|l[ií]neas?|over time|zeitverlauf|verlauf)\b"
BAR_WORDS = r"\b(?:bars?|balken\w*|s[aä]ulen\w*|barres?|b[aâ]tons?|barras?|columns? chart)\b"
HISTOGRAM_WORDS = r"\b(?:histogram\w*|distribution|verteilung|distribuci[oó]n)\b"
MOST_BARS, MOST_POINTS, MOST_BINS = 30, 500, 20
LONGEST_TEXT = 110  # characters of a title or label
CHART_TEXTS = {
    "en": {
        "bar": "Bar chart", "line": "Line chart", "histogram": "Histogram", "drawn": "Columns drawn: {columns}.", "left": "Not drawn: {columns}.",
        "more": "{n} more are not drawn.", "saved": "The picture is {path}.", "failed": "I could not draw the chart. {reason}", "bin": "from",
    },
    "de": {
        "bar": "Balkendiagramm", "line": "Liniendiagramm", "histogram": "Histogramm", "drawn": "Gezeichnete Spalten: {columns}.", "left": "Nicht gezeichnet: {columns}.",
        "more": "{n} weitere sind nicht gezeichnet.", "saved": "Das Bild ist {path}.", "failed": "Ich konnte das Diagramm nicht zeichnen. {reason}", "bin": "ab",
    },
    "fr": {
        "bar": "Diagramme en barres", "line": "Courbe", "histogram": "Histogramme", "drawn": "Colonnes dessinées : {columns}.", "left": "Non dessinées : {columns}.",
        "more": "{n} autres ne sont pas dessinées.", "saved": "L'image est {path}.", "failed": "Je n'ai pas pu dessiner le graphique. {reason}", "bin": "à partir de",
    },
    "es": {
        "bar": "Gráfico de barras", "line": "Gráfico de líneas", "histogram": "Histograma", "drawn": "Columnas dibujadas: {columns}.", "left": "Sin dibujar: {columns}.",
        "more": "{n} más no se dibujan.", "saved": "La imagen es {path}.", "failed": "No pude dibujar el gráfico. {reason}", "bin": "desde",
    },
}  # fmt: skip


class ChartPlan(NamedTuple):
    """What is drawn: the tool's arguments, the columns, the figures, the points left out."""

    arguments: dict[str, Any]
    columns: tuple[int, ...]
    result: Result
    name: str
    left_out: int


def chart_plan(query: Query, table: Table) -> ChartPlan:
    """Return the chart that a question asks for. Raises AnswerFault when no column fits."""
    if query.lost:
        raise AnswerFault("which")
    numeric = numeric_places(table.columns)
    group = chart_group(query, table.columns, numeric)
    if group < 0 or re.search(HISTOGRAM_WORDS, table.question, re.IGNORECASE):
        return histogram_plan(query, table, numeric)
    measure = chart_measure(query, table.columns, numeric, group)
    wanted = query._replace(measures=(measure,) if measure >= 0 else ())
    numbers, counts, matched = measured_groups(wanted, table.columns, table.again, group)
    name = chart_figure(query, table.columns, measure, counts)
    points = [(key, counts[key] if name == "count" else figure(name, numbers[key], query.percentile)) for key in counts]
    drawn = [(key, value) for key, value in points if value is not None]
    if not drawn:
        raise AnswerFault("no numbers")
    kind = chart_kind(table.question, table.columns[group], [key for key, _ in drawn])
    drawn = chart_order(drawn, kind, table.columns[group], least=bool({"least", "min"} & set(query.operations)))
    most = min(query.top or MOST_BARS, MOST_BARS) if kind == "bar" else MOST_POINTS
    kept = drawn[:most]
    column = table.columns[measure].name if name != "count" else ""
    what = chart_title(query, name, column, table.columns[group].name, table.columns)
    arguments = {
        "kind": kind,
        "title": what[:LONGEST_TEXT],
        "x": table.columns[group].name[:LONGEST_TEXT],
        "y": (column or NAMES[query.language]["rows"])[:LONGEST_TEXT],
        "labels": [(key or "–")[:LONGEST_TEXT] for key, _ in kept],
        "values": [value for _, value in kept],
    }
    rows = [[key, value] for key, value in kept]
    result = Result([(name, column, None)], rows, [table.columns[group].name, column], matched, table.rows, "groups")
    columns = (measure, group) if name != "count" else (group,)
    return ChartPlan(arguments, columns, result, name, len(drawn) - len(kept))


def chart_group(query: Query, columns: list[Column], numeric: list[int]) -> int:
    """Return the column of labels: the named one, else of dates, else few or single texts."""
    if query.group >= 0:
        return query.group
    if query.subject >= 0 and query.subject not in numeric:
        return query.subject
    others = [place for place, column in enumerate(columns) if place not in numeric and column.count]
    dates = [place for place in others if columns[place].dates]
    short = [
        place for place in others if columns[place].texts is not None and len(columns[place].texts or ()) <= MOST_BARS
    ]
    return next(iter([*dates, *short]), -1)


def chart_measure(query: Query, columns: list[Column], numeric: list[int], group: int) -> int:
    """Return the column whose figures are drawn."""
    if query.operations == ("count",) and not query.measures:
        return -1
    named = [place for place in query.measures if place != group]
    left = [place for place in numeric if place != group]
    return next(iter([*named, *(place for place in left if ADDITIVE.search(columns[place].name)), *left]), -1)


def chart_figure(query: Query, columns: list[Column], measure: int, counts: dict[str, int]) -> str:
    """Return the figure of a group: named, the value of single rows, else sum or mean."""
    if measure < 0 or query.operations == ("count",):
        return "count"
    extremes = ("max", "min") if query.top else ()
    named = [name for name in query.operations if name in FIGURE_NAMES and name not in extremes]
    if named:
        return named[0]
    if all(count == 1 for count in counts.values()):
        return "sum"
    return "sum" if ADDITIVE.search(columns[measure].name) else "mean"


def chart_kind(question: str, column: Column, labels: list[str]) -> str:
    """Return the kind that is asked for, else a line for dates and months, and bars for all else."""
    if re.search(BAR_WORDS, question, re.IGNORECASE):
        return "bar"
    if re.search(LINE_WORDS, question, re.IGNORECASE):
        return "line"
    times = numbers_of_names()
    is_time = column.dates or all(label.casefold()[:3] in times for label in labels)
    return "line" if is_time and len(labels) > 1 else "bar"


def chart_order(points: list[tuple[str, Any]], kind: str, column: Column, *, least: bool) -> list[tuple[str, Any]]:
    """Return points by date or number; a line of texts as it stands; bars by length."""
    if column.dates:
        return sorted(points)
    if column.values() is not None:
        return sorted(points, key=lambda point: cell_number(point[0], column) or 0.0)
    times = numbers_of_names()
    if kind == "line" or all(key.casefold()[:3] in times for key, _ in points):
        return points
    return sorted(points, key=lambda point: point[1], reverse=not least)


def histogram_plan(query: Query, table: Table, numeric: list[int]) -> ChartPlan:
    """Return the histogram of a column. Raises AnswerFault for none or several."""
    named = [place for place in query.measures if place in numeric] or ([query.group] if query.group in numeric else [])
    if not named and len(numeric) != 1:
        raise AnswerFault("which" if numeric else "no numbers")
    place = (named or numeric)[0]
    column = table.columns[place]
    found = [cell_number(row[place], column) for row in selected(table.again(), query.filters, table.columns)]
    values = [value for value in found if value is not None]
    if not values:
        raise AnswerFault("no numbers")
    edges = bin_edges(values)
    sizes = [0] * (len(edges) - 1)
    width = (edges[-1] - edges[0]) / len(sizes)
    for value in values:
        sizes[min(int((value - edges[0]) / width), len(sizes) - 1)] += 1
    labels = [f"{edge:.10g}" for edge in edges]
    title = CHART_TEXTS[query.language]["histogram"] + fill_in(TEXTS[query.language]["of"], column=column.name)
    arguments = {
        "kind": "histogram",
        "title": (title + where_text(query.filters, table.columns, query.language))[:LONGEST_TEXT],
        "x": column.name[:LONGEST_TEXT],
        "y": NAMES[query.language]["rows"],
        "labels": labels,
        "values": sizes,
    }
    rows = [[edge, size] for edge, size in zip(labels, sizes, strict=False)]
    head = f"{column.name} ({CHART_TEXTS[query.language]['bin']})"
    result = Result([("count", "", None)], rows, [head, ""], len(values), table.rows, "groups")
    return ChartPlan(arguments, (place,), result, "count", 0)


def bin_edges(values: list[float]) -> list[float]:
    """Return the edges of bins of equal width (Sturges' number of bins, at most 20)."""
    low, high = min(values), max(values)
    if low == high:
        return [low - 0.5, high + 0.5]
    count = min(MOST_BINS, max(5, ceil(log2(len(values))) + 1))
    return [low + (high - low) * place / count for place in range(count + 1)]


def chart_title(query: Query, name: str, column: str, group: str, columns: list[Column]) -> str:
    """Return what is drawn in words, e.g. "sum of revenue by region"."""
    said = TEXTS[query.language]
    words = {
        "name": NAMES[query.language]["rows"] if name == "count" else name_of(name, query),
        "of": fill_in(said["of"], column=column) if column else "",
        "group": group,
        "where": where_text(query.filters, columns, query.language),
    }
    return fill_in(said["per"], **words)


def chart_sentence(query: Query, plan: ChartPlan, columns: list[Column], path: str) -> str:
    """Return the answer: what was drawn of which columns, where the picture is, and its figures as a table."""
    said = CHART_TEXTS[query.language]
    left = [place for place in query.measures if place not in plan.columns]
    listed = ", ".join(cell(columns[place].name) for place in plan.columns)
    title = plan.arguments["title"]
    first = title if plan.arguments["kind"] == "histogram" else f"{said[plan.arguments['kind']]}: {title}"
    parts = [f"{cell(first)}.", fill_in(said["drawn"], columns=listed)]
    parts += [fill_in(said["left"], columns=", ".join(cell(columns[place].name) for place in left))] if left else []
    parts += [fill_in(said["more"], n=f"{plan.left_out:,}")] if plan.left_out else []
    parts.append(fill_in(said["saved"], path=path))
    table = grid(plan.result.heads, plan.result.rows, query.language, MOST_SHOWN, plan.name)
    return f"{' '.join(parts)}\n\n{table}"
