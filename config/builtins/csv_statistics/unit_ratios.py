"""Quotients of two columns that a question names as "revenue per deal": of all rows, of each group, or the highest of them."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from config.builtins.csv_statistics.columns import Column, compile_caseless, is_identifier, is_year, rounded
from config.builtins.csv_statistics.columns_named import Mention, mentioned
from config.builtins.csv_statistics.query import Query
from config.builtins.csv_statistics.reading import Table
from config.builtins.csv_statistics.row_comparisons import Repeated
from config.builtins.csv_statistics.running import cell_number, selected
from config.builtins.csv_statistics.sentences import grid, shown, where_text
from config.builtins.wording import cell, fill_in, flattened

PER_ONE = compile_caseless(
    r"\b(?:per|for each|for every|for one|each|a|an|pro|je|par|pour chaque|por|por cada)(?: (?:single|one|einzelne[nmrs]?))?(?P<noun> (?:match|game|round|spiel|partie|match|partido))? ?\Z"
)
GROUP_LEAD = compile_caseless(
    r"\b(?:per|by|for each|for every|of each|each|every|grouped by|in each|pro|je|nach|fur jede[ns]?|jede[rns]?|par|pour chaque|chaque|por|por cada|cada|para cada|which|what|who|welche[rsn]?|quel(?:le)?s?|que|cual(?:es)?)(?: (?:the|single|of the))? ?\Z"
)
BEST = compile_caseless(
    r"\b(?:highest|best|most|largest|biggest|top|greatest|max\w*|hochste\w*|beste\w*|meiste\w*|grosste\w*|(?:la |le )?plus (?:eleve\w*|haut\w*|grand\w*|fort\w*)|meilleure?|mayor|mejor|mas alt[oa])\b"
)
WORST = compile_caseless(
    r"\b(?:lowest|worst|least|smallest|min\w*|niedrigste\w*|schlechteste\w*|kleinste\w*|geringste\w*|(?:la |le )?(?:plus (?:bas\w*|faible|petit\w*))|menor|peor|mas baj[oa])\b"
)
RATIO_USED = r"\b(?:match|game|round|average|mean|overall|ratio|per|for|each|every|by|the|what|which|who|is|has|have|show|highest|lowest|best|worst|total|in total|all|durchschnitt\w*|pro|je|nach|jede\w*|welche\w*|hat|moyenn?e?|par|chaque|est|quel\w*|promedio|medi[oa]|por|cada|cuanto|tiene|que|cual|es|haut|eleve)\b"
RATIO_TEXTS = {
    "en": {"all": "{name}{where}: **{value}** ({top} ÷ {bottom}).", "groups": "{name} by {group}{where}, sum divided by sum:", "best": "{group} with the {pole} {name}{where}: **{label}** (**{value}**)."},
    "de": {"all": "{name}{where}: **{value}** ({top} ÷ {bottom}).", "groups": "{name} nach {group}{where}, Summe durch Summe:", "best": "{group} mit {pole} {name}{where}: **{label}** (**{value}**)."},
    "fr": {"all": "{name}{where} : **{value}** ({top} ÷ {bottom}).", "groups": "{name} par {group}{where}, somme divisée par somme :", "best": "{group} avec {pole} {name}{where} : **{label}** (**{value}**)."},
    "es": {"all": "{name}{where}: **{value}** ({top} ÷ {bottom}).", "groups": "{name} por {group}{where}, suma dividida por suma:", "best": "{group} con {pole} {name}{where}: **{label}** (**{value}**)."},
}  # fmt: skip
POLES = {
    "en": ("highest", "lowest"), "de": ("höchstem", "niedrigstem"), "fr": ("le plus haut", "le plus bas"), "es": ("mayor", "menor"),
}  # fmt: skip
IS_SAID = compile_caseless(r"\b(?:is|are|ist|sind|est|sont|es|son) (?:per|pro|par|por) \Z")
MEASURE_NAME = re.compile(r"km|kg|m2|sqm|l|miles?|lbs?|tons?|lit(?:er|re)s?")
MOST_RATIOS = 50


class PerOne(NamedTuple):
    """A quotient: what is divided, by what, the place, and a column of groups (-1: none)."""

    top: Mention
    bottom: Mention
    group: int


def unit_ratio(table: Table, query: Query) -> Repeated | None:
    """Return the answer to "revenue per deal" of a table with a column for each."""
    text = flattened(table.question).text
    named = mentioned(text, table.columns)
    found = per_one(text, named, table.columns)
    if found is None:
        return None
    filters = tuple(one for one in query.filters if one.column not in (found.top.column, found.bottom.column))
    rows = selected(table.again(), filters, table.columns)
    sentence = ratio_sentence(table, query._replace(filters=filters), found, rows, text)
    if not sentence:
        return None
    spans = [list(span) for span in query.spans] + [[one.start, one.end] for one in named]
    spans += [list(match.span()) for match in re.finditer(RATIO_USED, text, re.IGNORECASE)]
    return Repeated(sentence, spans)


def per_one(text: str, named: list[Mention], columns: list[Column]) -> PerOne | None:
    """Return the quotient that a text names; a column that only groups (a year, an id, a text) divides nothing."""
    numeric = [one for one in named if columns[one.column].values() is not None]
    for bottom in numeric:
        column = columns[bottom.column]
        said, name = text[bottom.start : bottom.end].lower(), flattened(column.name).text.lower()
        lead = PER_ONE.search(text[: bottom.start])
        is_one = (
            lead is not None
            and (said != name or lead["noun"] or is_measure(name, text[: bottom.start]))
            and name.startswith(said[:-1] or said)
        )
        if not is_one or is_year(column) or is_identifier(column):
            continue
        tops = [one for one in numeric if one.end <= bottom.start and one.column != bottom.column]
        if not tops or re.search(r"[,;.?!]", text[tops[-1].end : bottom.start]):
            continue
        others = [one for one in named if one.column not in (tops[-1].column, bottom.column)]
        groups = [
            one.column
            for one in others
            if columns[one.column].values() is None and GROUP_LEAD.search(text[: one.start])
        ]
        return PerOne(tops[-1], bottom, groups[0] if groups else -1)
    return None


def is_measure(name: str, before: str) -> bool:
    """Return whether something may be "per" a column, and no "per kg" describes another."""
    return MEASURE_NAME.fullmatch(name) is not None and IS_SAID.search(before) is None


def ratio_sentence(table: Table, query: Query, found: PerOne, rows: Iterable[list[str]], text: str) -> str:
    """Return the sentence with the quotient of the sums."""
    columns, language = table.columns, query.language
    said = RATIO_TEXTS[language]
    name = f"{cell(columns[found.top.column].name)} / {cell(columns[found.bottom.column].name)}"
    words = {"name": name, "where": where_text(query.filters, columns, language)}
    sums = sums_by_group(rows, found, columns)
    if found.group < 0:
        top, bottom = sums.get("", (0.0, 0.0))
        if not bottom:
            return ""
        figures = {"top": shown(rounded(top), language), "bottom": shown(rounded(bottom), language)}
        return fill_in(said["all"], **words, value=shown(rounded(top / bottom), language), **figures)
    lines = [(label, rounded(top / bottom)) for label, (top, bottom) in sums.items() if bottom]
    group = cell(columns[found.group].name)
    lowest = WORST.search(text) is not None
    lines.sort(key=lambda line: line[1], reverse=not lowest)
    listed = grid([group, name], [[label, value] for label, value in lines], language, MOST_RATIOS)
    if lines and (lowest or BEST.search(text)):
        pole = POLES[language][1 if lowest else 0]
        head = fill_in(
            said["best"], **words, group=group, pole=pole, label=cell(lines[0][0]), value=shown(lines[0][1], language)
        )
        return f"{head}\n\n{listed}"
    return f"{fill_in(said['groups'], **words, group=group)}\n\n{listed}" if lines else ""


def sums_by_group(rows: Iterable[list[str]], found: PerOne, columns: list[Column]) -> dict[str, tuple[float, float]]:
    """Return the sums of both sides of a quotient per group, "" for all rows."""
    sums: dict[str, tuple[float, float]] = {}
    for row in rows:
        pair = [cell_number(row[one.column], columns[one.column]) for one in (found.top, found.bottom)]
        if pair[0] is not None and pair[1] is not None:
            label = row[found.group] if found.group >= 0 else ""
            top, bottom = sums.get(label, (0.0, 0.0))
            sums[label] = top + pair[0], bottom + pair[1]
    return sums
