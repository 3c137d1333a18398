"""Columns that a question takes from dates ("per month"), and how two columns of numbers go together."""

import re
from collections.abc import Iterator
from math import fsum, sqrt
from typing import Any

from config.builtins.csv_statistics.columns import Column, compile_caseless, filled, is_date, numeric_places
from config.builtins.csv_statistics.columns_named import TIME_NAME, mentioned
from config.builtins.csv_statistics.query import Query
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.running import cell_number
from config.builtins.wording import cell, fill_in, flattened

PERIOD_ASKED = compile_caseless(
    r"\b(?:per|by|each|every|for each|which|in what|pro|je|nach|jeden|welche[rnm]|par|chaque|quel|por|cada|en que) (?P<name>(?P<month>month|monat|mois|mes)|(?P<year>year|jahr|an|annee|ano))\b|\b(?P<adverb>monthly|monatlich\w*|mensuel\w*|mensual\w*)\b"
)
DATE_PARTS = re.compile(r"(?P<y>\d{4})-(?P<m>\d\d?)-\d\d?|(?P<a>\d\d?)(?P<sign>[./])(?P<b>\d\d?)[./](?P<year>\d{4})")
CORRELATES = compile_caseless(
    r"\b(?:correlat\w*|korrel\w*|correl\w*|zusammenhang|(?:relationship|relation|link|lien|relacion)(?= (?:between|entre))|go (?:up )?together)\b(?: (?:between|zwischen|entre)\b)?"
)
CORRELATION_TEXTS = {
    "en": ("The correlation (Pearson) of {a} and {b} is **{r}**: {how}.", "strong;moderate;weak;no", "{size} {way}", "positive;negative", "no linear relation"),
    "de": ("Die Korrelation (Pearson) von {a} und {b} ist **{r}**: {how}.", "stark;mittel;schwach;kein", "{size} {way}", "positiv;negativ", "kein linearer Zusammenhang"),
    "fr": ("La corrélation (Pearson) de {a} et {b} est **{r}** : {how}.", "forte;moyenne;faible;aucune", "{size}, {way}", "positive;négative", "aucune relation linéaire"),
    "es": ("La correlación (Pearson) de {a} y {b} es **{r}**: {how}.", "fuerte;media;débil;ninguna", "{size}, {way}", "positiva;negativa", "ninguna relación lineal"),
}  # fmt: skip


def date_columns(columns: list[Column]) -> list[int]:
    """Return the places of the columns whose texts are all dates."""
    texts = [(place, one.texts) for place, one in enumerate(columns) if one.values() is None]
    return [place for place, found in texts if found and all(map(is_date, found))]


def is_month_first(column: Column) -> bool | None:
    """Return whether dates with two figures in front have the month first."""
    found = [parts for text in column.texts or () if (parts := DATE_PARTS.match(text)) and parts["a"]]
    if any(int(one["b"]) > 12 for one in found):
        return True
    is_open = any(one["sign"] == "/" for one in found) and not any(int(one["a"]) > 12 for one in found)
    return None if is_open else False  # 3/4/2026 may be either


def period_of(text: str, *, is_year: bool, months_first: bool) -> str:
    """Return the year of a date, with its month unless ``is_year``."""
    parts = DATE_PARTS.match(text)
    if parts is None:
        return ""
    month = parts["m"] or parts["a" if months_first else "b"]
    return (parts["y"] or parts["year"]) + ("" if is_year else f"-{int(month):02}")


ASKS_AMOUNT = r"(?:how (?:much|many)|wie ?viele?|combien|cuant[oa]s?)"
MONTHS_APART = compile_caseless(  # "how much in October and how much in November"
    rf"\b{ASKS_AMOUNT}\b[^.?;\n]{{0,40}}?\b(?:{TIME_NAME.pattern})\b[^.?;\n]{{0,20}}?\b{ASKS_AMOUNT}\b[^.?;\n]{{0,20}}?\b(?:{TIME_NAME.pattern})"
)


OF_EACH_VALUE = compile_caseless(  # "how many points did Ann and Bob get each"
    r"\b(?:each|apiece|separately|respectively|jeweils|einzeln|chacune?|separement|respectivement|cada un[oa]|por separado)\b(?= *(?:[?.!,;]|\Z|please|pls|bitte))"
)


LED_TWICE = compile_caseless(  # "the mean for women and for men"
    r"\b(?P<lead>for|in|of|from|at|among|fur|bei|der|den|von|im|pour|chez|des|en|dans|para|con|de l[ao]s) (?:the |die |der |den |das |les |las |los |la |el )?[\w'-]+(?: [\w'-]+)?,? (?:and|und|et|y|as well as|sowie)(?: also| auch)? (?P=lead) "
)
TOGETHER = compile_caseless(r"\b(?:together|combined|altogether|zusammen|gemeinsam|ensemble|junt[oa]s)\b")


def each_apart(table: Table, query: Query) -> Query:
    """Return "how much at Tesco and how much at Shell" as a query by groups."""
    text = flattened(table.question).text
    is_asked_twice = len(re.findall(rf"\b{ASKS_AMOUNT}\b", text, re.IGNORECASE)) > 1
    is_led_twice = LED_TWICE.search(table.folded) is not None and TOGETHER.search(table.folded) is None
    if query.group >= 0 or query.fault or not (is_asked_twice or is_led_twice or OF_EACH_VALUE.search(text)):
        return query
    if MONTHS_APART.search(text) and table.columns[-1].name == "month":
        return query._replace(group=len(table.columns) - 1)
    several = [one.column for one in query.filters if one.sign == "=" and len(one.values) > 1]
    is_figure = set(query.operations) <= {"sum", "count", "mean"} and bool(query.operations)
    if len(several) != 1 or not is_figure:
        return query
    is_sum = query.operations == ("count",) and bool(query.measures)  # "how many points"
    return query._replace(group=several[0], subject=-1, operations=("sum",) if is_sum else query.operations)


def with_period(table: Table) -> Table:
    """Return a table with a column of months or years, named as the question names it, where it groups by them."""
    text = flattened(table.question).text
    match = PERIOD_ASKED.search(text)
    apart = MONTHS_APART.search(text)
    if (match is None or not match["name"]) and apart is None:
        return table
    dates = date_columns(table.columns)
    if len(dates) != 1:
        return table
    name = match["name"] if match and match["name"] else "month"
    columns, again, place = table.columns, table.again, dates[0]
    if any(one.name.lower() == name.lower() for one in columns):
        return table
    months_first = is_month_first(columns[place])
    if months_first is None:
        return table

    is_year = bool(match and match["year"])

    def rows() -> Iterator[list[str]]:
        for row in again():
            full = [*row, *[""] * (len(columns) - len(row))]
            yield [*full, period_of(full[place], is_year=is_year, months_first=months_first)]

    made = [Column(name, 0)]
    filled(([row[-1]] for row in rows()), made)
    return table._replace(columns=[*columns, *made], again=rows)


def correlation(table: Table, language: str) -> tuple[str, list[list[int]]] | None:
    """Return the sentence on how two columns of numbers go together, and its places."""
    match = CORRELATES.search(flattened(table.question).text)
    numeric = numeric_places(table.columns)
    mentions = mentioned(flattened(table.question).text.lower(), table.columns)
    named = list(dict.fromkeys(one.column for one in mentions))
    pair = named if len(named) > 1 else numeric
    if not set(named) <= set(numeric):
        return None  # texts do not correlate
    if match is None or len(pair) != 2:
        return None
    found = [
        figures
        for row in table.again()
        if max(pair) < len(row)
        and None not in (figures := [cell_number(row[place], table.columns[place]) for place in pair])
    ]
    value = pearson(found)
    if value is None:
        return None
    sentence, sizes, template, ways, none = CORRELATION_TEXTS[language]
    size = sizes.split(";")[0 if abs(value) >= 0.7 else 1 if abs(value) >= 0.4 else 2]
    how = none if abs(value) < 0.1 else fill_in(template, size=size, way=ways.split(";")[value < 0])
    names = {key: cell(table.columns[place].name) for key, place in zip("ab", pair, strict=True)}
    spans = [list(match.span()), *([one.start, one.end] for one in mentions)]
    return fill_in(sentence, **names, r=f"{value:.4f}", how=how), spans


def pearson(rows: list[Any]) -> float | None:
    """Return the coefficient of pairs of figures."""
    if len(rows) < 3:
        return None
    means = [fsum(column) / len(rows) for column in zip(*rows, strict=True)]
    first, second = (
        [one - mean for one in column] for column, mean in zip(zip(*rows, strict=True), means, strict=True)
    )
    size = sqrt(fsum(one * one for one in first) * fsum(one * one for one in second))
    return fsum(one * other for one, other in zip(first, second, strict=True)) / size if size else None
