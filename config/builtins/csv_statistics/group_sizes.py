"""Keeps the rows of groups that have a number of rows or of other values: "only regions that have more than one rep"."""

import re

from config.builtins.csv_statistics.columns import MISSING, Column, filled
from config.builtins.csv_statistics.columns_named import mentioned
from config.builtins.csv_statistics.query import ROW_NOUN
from config.builtins.csv_statistics.reading import Table
from config.builtins.wording import blanked, cell, fill_in, fold

FEW = {word: number for words in ("one two three four five", "ein zwei drei vier funf", "une deux trois quatre cinq", "una dos tres cuatro cinco", "einen", "un", "uno") for number, word in enumerate(words.split(), 1)}  # fmt: skip
MORE_OF_GROUP = r"more than|over|mehr als|plus d[e']|mas de"
LEAST_OF_GROUP = r"at least|mindestens|au moins|al menos|por lo menos"
LESS_OF_GROUP = r"fewer than|less than|under|weniger als|moins de|menos de"
SAME_OF_GROUP = r"exactly|only|just|genau|nur|exactement|seulement|exactamente|solo"
HAVING_GROUPS = re.compile(
    rf"(?:,? ?\b(?:but|and|aber|und|mais|et|pero|y))?(?:,? ?\b(?:only|just|nur|seulement|uniquement|solo|solamente))?(?: ?\b(?:for|of|in|fur|von|bei|pour|de|para))?(?: ?\b(?:the|those|die|den|les|las|los))* ?(?P<group>[^\W\d_]{{3,}}),? "
    rf"(?:(?:that|which|who|die|qui|que) (?:have|has|had|got|a|ont|tienen?|hay)? ?|(?:with|having|mit|avec|con) )(?:(?P<more>{MORE_OF_GROUP})|(?P<least>{LEAST_OF_GROUP})|(?P<less>{LESS_OF_GROUP})|(?P<equal>{SAME_OF_GROUP})) ?(?P<n>\d{{1,4}}|{'|'.join(FEW)})(?: (?:different|distinct|unique|verschiedene[nr]?|unterschiedliche[nr]?|differente?s?|distint[oa]s))? (?P<noun>[^\W\d_]{{3,}})(?: (?:haben|hat))?",
    re.IGNORECASE,
)
SIZES_TEXTS = {
    "en": "Only {group} with {sign} {n} {noun}: {names}.",
    "de": "Nur {group} mit {sign} {n} {noun}: {names}.",
    "fr": "Seulement {group} avec {sign} {n} {noun} : {names}.",
    "es": "Solo {group} con {sign} {n} {noun}: {names}.",
}


def with_groups_kept(table: Table, language: str, most_rows: int) -> tuple[Table, list[str], list[list[int]]]:
    """Return a table with the rows of the groups that a question wants by their size, a note, and its places."""
    text = fold(table.question)
    match = HAVING_GROUPS.search(text)
    group = texts_named(match["group"], table) if match else -1
    noun = texts_named(match["noun"], table) if match else -1
    is_of_rows = match is not None and ROW_NOUN.fullmatch(match["noun"]) is not None
    if match is None or group < 0 or noun == group or (noun < 0 and not is_of_rows) or table.rows > most_rows:
        return table, [], []
    members: dict[str, list[str]] = {}
    for row in table.again():
        value = row[noun].strip() if 0 <= noun < len(row) else ""
        if group < len(row) and (noun < 0 or value.lower() not in MISSING):
            members.setdefault(row[group], []).append(value)
    n = int(FEW.get(match["n"].lower(), 0) or match["n"])
    sizes = {name: len(values) if noun < 0 else len(set(values)) for name, values in members.items()}
    sign = ">" if match["more"] else "≥" if match["least"] else "<" if match["less"] else "="
    kept = {name for name, size in sizes.items() if {">": size > n, "≥": size >= n, "<": size < n, "=": size == n}[sign]}  # fmt: skip
    rows = [row for row in table.again() if group < len(row) and row[group] in kept]
    if not rows:
        return table, [], []
    columns = [Column(one.name, 0) for one in table.columns]
    filled(iter(rows), columns)
    names = ", ".join(cell(name) for name in sizes if name in kept)
    words = {"group": cell(table.columns[group].name), "sign": sign, "n": n, "noun": cell(match["noun"]), "names": names[:400]}  # fmt: skip
    made = table._replace(
        question=blanked(table.question, *match.span()), columns=columns, rows=len(rows), again=lambda: iter(rows)
    )
    return made, [fill_in(SIZES_TEXTS[language], **words)], [list(match.span())]


def texts_named(word: str, table: Table) -> int:
    """Return the column of texts that a word names, -1 for none."""
    found = {one.column for one in mentioned(word, table.columns)}
    texts = [place for place in found if table.columns[place].values() is None]
    return texts[0] if len(texts) == 1 else -1
